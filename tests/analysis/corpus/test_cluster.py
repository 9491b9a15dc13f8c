"""A dataset built on a real Dask cluster, by two workers, one of which is killed: the same bytes as built alone."""

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

from analysis.corpus import build as building
from analysis.corpus import workers
from analysis.corpus.build import build
from analysis.corpus.workers import NoWorkers, Task, crew


@contextmanager
def two_workers():
    """Two processes with nannies, and their scheduler."""
    from distributed import LocalCluster  # noqa: PLC0415 - slow to import

    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs="CRITICAL"
    )
    with cluster:
        yield cluster


@contextmanager
def programs(folder):
    """A scheduler and one worker, each a program of its own that nobody starts again: the address and the two."""
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
def many(tmp_path, monkeypatch):
    """A file of sixty records, in portions of few."""
    monkeypatch.chdir(tmp_path)
    Path("many.kif").write_text("\n".join(game(seed, 60) for seed in range(60)))
    small(monkeypatch, 4000)
    return "many.kif"


@pytest.mark.slow
def test_a_worker_is_killed(many):
    """In the middle of the work, with no chance to say goodbye: nothing is lost or doubled."""
    build([many], Path("alone"))
    killed = []
    with two_workers() as cluster:
        pids = {worker.pid for worker in cluster.workers.values()}

        def kill(progress):
            if not progress.writing and progress.records > 10 and not killed:
                killed.append(min(pids))
                os.kill(killed[0], signal.SIGKILL)

        built = build([many], Path("out"), scheduler=cluster.scheduler_address, watch=kill)
    with pytest.raises(ProcessLookupError):
        os.kill(killed[0], 0)
    assert built.manifest.counts["games"] == 60
    assert contents("out") == contents("alone")


@pytest.mark.slow
def test_workers_of_ones_own(many, monkeypatch):
    """Without a cluster, as many processes as were asked for; they are gone afterwards."""
    monkeypatch.setattr(building, "LITTLE", 0)
    build([many], Path("alone"))
    build([many], Path("out"), workers=2)
    assert contents("out") == contents("alone")


@pytest.mark.slow
def test_those_who_work_are_others():
    """A task runs in another process, and a few are under way at a time whatever their number."""
    with crew(1) as hands:
        taken = []

        def tasks():
            for number in range(20):
                taken.append(number)
                yield Task(str(number), ())

        results = hands.run(os.getpid, tasks())
        _, first = next(results)
        assert first != os.getpid()
        assert len(taken) <= workers.AHEAD + 1
        assert len(list(results)) == 19


@pytest.mark.slow
def test_a_task_that_kills_its_workers(monkeypatch):
    """Is given up after a few, with a message that says so; also where one died too early to be started again."""
    with crew(1) as hands:
        monkeypatch.setattr(workers, "PATIENCE", 5)
        with pytest.raises(NoWorkers, match="again and again"):
            list(hands.run(os._exit, [Task("exit", (1,))]))


@pytest.mark.slow
def test_workers_that_do_not_come_back(tmp_path, monkeypatch):
    """Where nobody is left to do the work, it is given up: nobody waits for ever."""
    with programs(tmp_path) as (address, (_, worker)), crew(0, address) as hands:
        results = hands.run(time.sleep, [Task(str(number), (number * 0.01,)) for number in range(600)])
        next(results)
        monkeypatch.setattr(workers, "PATIENCE", 0.5)
        worker.kill()
        with pytest.raises(NoWorkers, match="again and again"):
            list(results)


@pytest.mark.slow
def test_long_tasks_are_waited_for(monkeypatch):
    """A task may take longer than a lost worker is waited for."""
    with crew(1) as hands:
        monkeypatch.setattr(workers, "PATIENCE", 0.05)
        assert len(list(hands.run(time.sleep, [Task("long", (1,))]))) == 1


@pytest.mark.slow
def test_the_scheduler_is_killed(many, tmp_path):
    """In the middle of the work: a coded error; started again, the build goes on and gives the same bytes."""
    build([many], Path("alone"))
    with programs(tmp_path) as (address, (scheduler, _)):

        def kill(progress):
            if progress.records > 10:
                scheduler.kill()

        with pytest.raises(NoWorkers) as raised:
            build([many], Path("out"), scheduler=address, watch=kill)
    assert raised.value.code == "scheduler-lost"
    assert build([many], Path("out")).known > 0
    assert contents("out") == contents("alone")


def test_no_scheduler(monkeypatch):
    """Nobody answers at the address: a coded error."""
    monkeypatch.setattr(workers, "PATIENCE", 1)
    with pytest.raises(NoWorkers, match="no Dask scheduler answers at tcp://"), crew(0, "tcp://127.0.0.1:9"):
        pass


@pytest.mark.parametrize(
    "address", ["foo", "foo://x", "foo://127.0.0.1:9", "tcp://127.0.0.1", "tcp://x:99999", ":1", ""]
)
def test_no_address(monkeypatch, address):
    """What is no address is refused before Dask sees it, which would take a minute and leave a traceback."""
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(NoWorkers, match="tcp://host:port") as raised, crew(0, address):
        pass
    assert raised.value.code == "no-scheduler"


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:8786", "tls://host.example:1", "127.0.0.1:8786", "tcp://[::1]:80"]
)
def test_addresses(address):
    """Whatever Dask can connect to is let through."""
    workers._check(address)


def test_no_workers(monkeypatch):
    """A scheduler without workers: a coded error."""
    from distributed import LocalCluster  # noqa: PLC0415 - as above

    monkeypatch.setattr(workers, "PATIENCE", 1)
    with (
        LocalCluster(n_workers=0, processes=True, dashboard_address=":0", silence_logs="CRITICAL") as cluster,
        pytest.raises(NoWorkers) as raised,
        crew(0, cluster.scheduler_address),
    ):
        pass
    assert raised.value.code == "no-workers"


@pytest.mark.slow
def test_workers_of_another_version(monkeypatch):
    """Would judge otherwise: they are not given any work."""
    monkeypatch.setattr(workers, "sources", lambda: "another")
    with (
        two_workers() as cluster,
        pytest.raises(NoWorkers) as raised,
        crew(0, cluster.scheduler_address),
    ):
        pass
    assert raised.value.code == "other-program"


@pytest.mark.slow
def test_a_script_without_a_guard(many):
    """A script that builds at its top level, with no `if __name__`, is run once: workers do not import it."""
    Path("script.py").write_text(
        "from pathlib import Path\n"
        "from analysis.corpus import build as building\n"
        "print('begun')\n"
        "building.LITTLE = 0\n"
        f"print(building.build([{many!r}], Path('out'), workers=1).manifest.counts['games'])\n"
    )
    paths = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "script.py"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "begun\n60\n", "")


@pytest.mark.slow
def test_dask_does_not_talk():
    """Even where it is first imported for a crew, its loggers are silent while that works, and its settings stay."""
    script = (
        "import logging\n"
        "import dask.config\n"
        "from analysis.corpus.workers import LOGGERS, crew\n"
        "with crew(1):\n"
        "    for name in (*LOGGERS, 'distributed.batched'):\n"
        "        logging.getLogger(name).critical('gone')\n"
        "dask.config.get('distributed.comm')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
