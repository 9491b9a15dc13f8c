"""A build on a real Dask cluster gives the bytes of a build alone, even if a worker or the scheduler is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from corpora import contents, game, small
from each import each

from analysis.corpus import build as building
from analysis.corpus import dask_workers_and_task_runner as task_runner
from analysis.corpus.build import build_dataset
from analysis.corpus.dask_workers_and_task_runner import NoWorkers, WorkerCall, open_task_runner


@contextmanager
def two_workers():
    """Run a scheduler and two worker processes with nannies."""
    from distributed import LocalCluster  # noqa: PLC0415 - slow to import

    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs="CRITICAL"
    )
    with cluster:
        yield cluster


@contextmanager
def programs(folder):
    """Run a scheduler and a worker that nothing restarts; yield the address and both processes."""
    file = folder / "scheduler.json"
    start = [sys.executable, "-m", "dask"]
    quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    processes = [
        subprocess.Popen([*start, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", file], **quiet),
        subprocess.Popen([*start, "worker", "--no-nanny", "--no-dashboard", "--scheduler-file", file], **quiet),
    ]
    try:
        while not (file.exists() and file.read_text()):
            time.sleep(0.1)
        yield json.loads(file.read_text())["address"], processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.fixture
def records_file(tmp_path, monkeypatch):
    """Write a file of sixty records, and make portions small."""
    monkeypatch.chdir(tmp_path)
    Path("many.kif").write_text("\n".join(game(seed, 60) for seed in range(60)))
    small(monkeypatch, 4000)
    return "many.kif"


def test_a_worker_is_killed(records_file):
    """A worker that is killed in the middle of a build loses and doubles nothing."""
    build_dataset([records_file], Path("alone"))
    killed = []
    with two_workers() as cluster:
        pids = {worker.pid for worker in cluster.workers.values()}

        def kill(progress):
            if not progress.writing and progress.records > 10 and not killed:
                killed.append(min(pids))
                os.kill(killed[0], signal.SIGKILL)

        built = build_dataset([records_file], Path("out"), scheduler=cluster.scheduler_address, report_progress=kill)
    with pytest.raises(ProcessLookupError):
        os.kill(killed[0], 0)
    assert built.manifest.counts["games"] == 60
    assert contents("out") == contents("alone")


def test_own_workers(records_file, monkeypatch):
    """A build with its own worker processes gives the bytes of a build alone."""
    monkeypatch.setattr(building, "LITTLE", 0)
    build_dataset([records_file], Path("alone"))
    build_dataset([records_file], Path("out"), workers=2)
    assert contents("out") == contents("alone")


def test_tasks_run_in_other_processes():
    """A task runs in another process, and only a few of many tasks are submitted at a time."""
    with open_task_runner(1) as hands:
        taken = []

        def tasks():
            for number in range(20):
                taken.append(number)
                yield WorkerCall(str(number), ())

        results = hands.run(os.getpid, tasks())
        _, first = next(results)
        assert first != os.getpid()
        assert len(taken) <= task_runner.QUEUED_TASKS_PER_WORKER + 1
        assert len(list(results)) == 19


def test_a_task_that_kills_its_workers(monkeypatch):
    """A task that kills its workers is given up with a message, even if a worker dies before it can be restarted."""
    with open_task_runner(1) as hands:
        monkeypatch.setattr(task_runner, "PATIENCE", 5)
        with pytest.raises(NoWorkers, match="again and again"):
            list(hands.run(os._exit, [WorkerCall("exit", (1,))]))


def test_workers_that_do_not_come_back(tmp_path, monkeypatch):
    """A build without any worker left is given up instead of waiting for ever."""
    with programs(tmp_path) as (address, (_, worker)), open_task_runner(0, address) as hands:
        results = hands.run(time.sleep, [WorkerCall(str(number), (number * 0.01,)) for number in range(600)])
        next(results)
        monkeypatch.setattr(task_runner, "PATIENCE", 0.5)
        worker.kill()
        with pytest.raises(NoWorkers, match="again and again"):
            list(results)


def test_long_tasks_are_waited_for(monkeypatch):
    """A task may take longer than a lost worker is waited for."""
    with open_task_runner(1) as hands:
        monkeypatch.setattr(task_runner, "PATIENCE", 0.05)
        assert len(list(hands.run(time.sleep, [WorkerCall("long", (1,))]))) == 1


def test_the_scheduler_is_killed(records_file, tmp_path):
    """A lost scheduler is an error with a code; the next build goes on from there and gives the same bytes."""
    build_dataset([records_file], Path("alone"))
    with programs(tmp_path) as (address, (scheduler, _)):

        def kill(progress):
            if progress.records > 10:
                scheduler.kill()

        with pytest.raises(NoWorkers) as raised:
            build_dataset([records_file], Path("out"), scheduler=address, report_progress=kill)
    assert raised.value.code == "scheduler-lost"
    assert build_dataset([records_file], Path("out")).known > 0
    assert contents("out") == contents("alone")


def test_no_scheduler(monkeypatch):
    """An address without a scheduler is an error that names the address."""
    monkeypatch.setattr(task_runner, "PATIENCE", 1)
    with (
        pytest.raises(NoWorkers, match="no Dask scheduler answers at tcp://"),
        open_task_runner(0, "tcp://127.0.0.1:9"),
    ):
        pass


@pytest.mark.parametrize(
    "address", ["foo", "foo://x", "foo://127.0.0.1:9", "tcp://127.0.0.1", "tcp://x:99999", ":1", ""]
)
def test_no_address(monkeypatch, address):
    """A text that is no address is refused before Dask sees it, which would leave a traceback."""
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(NoWorkers, match="tcp://host:port") as raised, open_task_runner(0, address):
        pass
    assert raised.value.code == "no-scheduler"


@each("address", ["tcp://127.0.0.1:8786", "tls://host.example:1", "127.0.0.1:8786", "tcp://[::1]:80"])
def test_addresses(address):
    """Every form of address that Dask understands is accepted."""
    task_runner._refuse_malformed_address(address)


def test_no_workers(monkeypatch):
    """A scheduler without workers is an error with a code."""
    from distributed import LocalCluster  # noqa: PLC0415 - slow to import

    monkeypatch.setattr(task_runner, "PATIENCE", 1)
    with (
        LocalCluster(n_workers=0, processes=True, dashboard_address=":0", silence_logs="CRITICAL") as cluster,
        pytest.raises(NoWorkers) as raised,
        open_task_runner(0, cluster.scheduler_address),
    ):
        pass
    assert raised.value.code == "no-workers"


def test_workers_of_another_version(monkeypatch):
    """Workers with other sources would judge otherwise, so they get no task."""
    monkeypatch.setattr(task_runner, "sources_digest", lambda: "another")
    with (
        two_workers() as cluster,
        pytest.raises(NoWorkers) as raised,
        open_task_runner(0, cluster.scheduler_address),
    ):
        pass
    assert raised.value.code == "other-program"


def test_a_script_without_a_guard(records_file):
    """A script that builds at its top level, with no `if __name__`, is run once: workers do not import it."""
    Path("script.py").write_text(
        "from pathlib import Path\n"
        "from analysis.corpus import build as building\n"
        "print('begun')\n"
        "building.LITTLE = 0\n"
        f"print(building.build_dataset([{records_file!r}], Path('out'), workers=1).manifest.counts['games'])\n"
    )
    paths = os.pathsep.join(sys.path)
    completed = subprocess.run(
        [sys.executable, "script.py"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert (completed.returncode, completed.stdout, completed.stderr) == (0, "begun\n60\n", "")


def test_dask_does_not_talk():
    """The loggers of Dask are silent while a crew works, even if the crew imports Dask, and its settings stay."""
    script = (
        "import logging\n"
        "import dask.config\n"
        "from analysis.corpus.dask_workers_and_task_runner import LOGGERS, open_task_runner\n"
        "with open_task_runner(1):\n"
        "    for name in (*LOGGERS, 'distributed.batched'):\n"
        "        logging.getLogger(name).critical('gone')\n"
        "dask.config.get('distributed.comm')\n"
    )
    completed = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (completed.returncode, completed.stdout, completed.stderr) == (0, "", "")
