"""Worker pool: Dask workers, or this process with the same functions."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import uuid
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from analysis.corpus.dataset_schemas_and_manifest import sources_digest
from kifu.core.errors import KifuError
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from distributed import Client, Security

HERE = "127.0.0.1"
LOGGERS = ("distributed", "distributed.client", "distributed.gc")
"""The loggers of Dask that have their own level."""
_ANY_PORT = f"{HERE}:0"
_ENDING = "kifu.core.child_processes"
_START = f"""
from {_ENDING} import end_with_stdin
end_with_stdin()
from dask.__main__ import main
main()
"""
"""What the process of a worker runs: it ends with this one, whatever ends it."""


@contextmanager
def local_cluster(workers: int) -> Iterator[Client]:
    """Start a scheduler and `workers` processes, without the caller's main module."""
    import dask.config  # noqa: PLC0415 - only a cluster needs it
    from distributed import Client, Scheduler, Security, SpecCluster  # noqa: PLC0415 - only a cluster needs it

    security = Security.temporary()
    with tempfile.TemporaryDirectory(prefix="kifu-") as folder, dask.config.set(_cluster_settings(security, folder)):
        # Workers read the settings, with the key, from their environment: every user could see their arguments.
        options = {"environment": {"DASK_INTERNAL_INHERIT_CONFIG": dask.config.serialize(dask.config.config)}}
        cluster = SpecCluster(
            scheduler={
                "cls": Scheduler,
                "options": {
                    "host": HERE,
                    "port": 0,
                    "protocol": "tls://",
                    "security": security,
                    "dashboard": False,
                    "dashboard_address": _ANY_PORT,
                },
            },
            workers={number: {"cls": _worker_class(), "options": options} for number in range(workers)},
            security=security,
            silence_logs=logging.CRITICAL,
        )
        with cluster, Client(cluster, set_as_default=False) as client:
            yield client


def _cluster_settings(security: Security, folder: str) -> dict[str, Any]:
    """Return cluster settings: key required, no pages served."""
    roles = {
        f"distributed.comm.tls.{role}": {
            "key": security.get_tls_config_for_role(role)["key"],
            "cert": security.get_tls_config_for_role(role)["cert"],
        }
        for role in ("client", "scheduler", "worker")
    }
    return {
        **roles,
        "distributed.comm.tls.ca-file": security.get_tls_config_for_role("worker")["ca_file"],
        "distributed.comm.require-encryption": True,
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        # The worker of a nanny ends with it even while it calculates.
        "distributed.worker.preload": [f"from {_ENDING} import end_with_parent\nend_with_parent()"],
        "temporary-directory": folder,
    }


def _worker_class() -> type:
    """Return the class of Dask worker processes without logs."""
    import psutil  # noqa: PLC0415 - only a cluster needs it
    from distributed.deploy.spec import ProcessInterface  # noqa: PLC0415 - only a cluster needs it

    class OwnProcess(ProcessInterface):
        """Nanny and worker process, without logs, with this process's import paths."""

        def __init__(self, scheduler: str, environment: dict[str, str], name: object = None) -> None:
            self._scheduler = scheduler
            self._environment = environment
            self._process: subprocess.Popen[bytes] | None = None
            super().__init__(name=name)  # type: ignore[no-untyped-call]  # distributed is typed in part

        async def start(self) -> None:
            """Start the nanny process with this process's import paths."""
            options = {"nthreads": 1, "dashboard": False, "host": HERE, "dashboard_address": _ANY_PORT}
            spec = json.dumps({"cls": "distributed.Nanny", "opts": options})
            paths = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109 - sys.path holds strings
            quiet = {
                "PYTHONPATH": paths,
                "PYTHONWARNINGS": "ignore",
                "DASK_LOGGING": str(dict.fromkeys(LOGGERS, "critical")),
            }
            # asyncio cannot always start programs on Windows.
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603 - a short call of our own interpreter
                [sys.executable, "-P", "-c", _START, "spec", self._scheduler, "--spec", spec],
                env={**os.environ, **quiet, **self._environment},
                stdin=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # the helpers of a process that is killed complain; the build reports lost workers
                start_new_session=True,  # Ctrl-C at a terminal is for this process alone
            )
            await super().start()  # type: ignore[no-untyped-call]  # distributed is typed in part

        async def close(self) -> None:
            if self._process is not None and self._process.poll() is None:
                for child in psutil.Process(self._process.pid).children(recursive=True):
                    with suppress(psutil.NoSuchProcess):
                        child.kill()
                self._process.kill()
                self._process.wait()
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
            await super().close()  # type: ignore[no-untyped-call]  # distributed is typed in part

    return OwnProcess


Given = TypeVar("Given")
Result = TypeVar("Result")
QUEUED_TASKS_PER_WORKER = 3
"""Tasks submitted for each worker: enough that none has to wait, few enough that memory stays flat."""
PATIENCE = 30
"""Seconds to wait for a cluster to answer, and for its first worker; after a lost worker the wait is twice as long."""
ADDRESS = re.compile(
    r"(?:(?P<scheme>[a-z]+)://)?(?:[^\s:/\[\]]+|\[[0-9A-Fa-f:.%\w]+\]):(?P<port>[0-9]{1,5})/?", re.ASCII
)
"""The address of a scheduler. Without a scheme, Dask takes tcp."""
LAST_PORT = 65535


class NoWorkers(KifuError):
    """Missing cluster, or workers unable to do the tasks."""


class WorkerCall(NamedTuple):
    """One call: `name` is unique within a build."""

    name: str
    arguments: tuple[Any, ...]


class TaskRunner:
    """Task runner on a Dask cluster, or in this process."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client

    def run(self, function: Callable[..., Result], tasks: Iterable[WorkerCall]) -> Iterator[tuple[str, Result]]:
        """Yield name and result of each task as completed, few in memory.

        If a worker dies, another one does its task again. Raises NoWorkers if one task keeps killing its workers, if no
        worker is left, or if the scheduler is gone; also any exception of the function.
        """
        if self.client is None:
            yield from ((task.name, function(*task.arguments)) for task in tasks)
        else:
            yield from _run_on_cluster(self.client, function, iter(tasks))


@contextmanager
def open_task_runner(workers: int, scheduler: str | None = None) -> Iterator[TaskRunner]:
    """Open a crew: cluster at `scheduler`, `workers` processes, or in-process (0).

    Raises NoWorkers.
    """
    if scheduler is None and not workers:
        yield TaskRunner()
        return
    import dask.config  # noqa: PLC0415 - only a cluster needs it
    import distributed  # noqa: F401, PLC0415 - the import sets its settings and its loggers' levels

    # A task carries its arguments, so that another worker can do it again; Dask would warn about their size.
    settings = dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"})
    with (
        _silence_dask(),
        settings,
        _connect_to_scheduler(scheduler) if scheduler is not None else local_cluster(workers) as client,
    ):
        _await_workers(client, 1)
        if scheduler is not None:
            _require_same_program(client)
        yield TaskRunner(client)


@contextmanager
def _silence_dask() -> Iterator[None]:
    """Silence the loggers of Dask: this program reports the same faults itself."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _run_on_cluster(
    client: Client, function: Callable[..., Result], tasks: Iterator[WorkerCall]
) -> Iterator[tuple[str, Result]]:
    """Yield names and results of tasks, as the cluster finishes them."""
    from distributed import KilledWorker  # noqa: PLC0415 - only a cluster needs it

    build_id = uuid.uuid4().hex  # other builds may use the same cluster

    def submit(task: WorkerCall) -> Any:  # noqa: ANN401 - a future
        return client.submit(function, *task.arguments, key=f"{task.name}/{build_id}", pure=False)

    flying = {submit(task) for task in islice(tasks, QUEUED_TASKS_PER_WORKER * max(1, _count_threads(client)))}
    while flying:
        for future in _finished_futures(client, flying):
            try:
                result = future.result(timeout=PATIENCE)
            except KilledWorker:
                raise _workers_died_error() from None
            except CancelledError:
                raise _scheduler_lost_error() from None
            except OSError as failed:
                if future.status == "error":  # the task itself raised it
                    raise
                if isinstance(failed, TimeoutError):
                    continue  # the result was lost with its worker; another worker computes it again
                raise _scheduler_lost_error() from None
            flying.remove(future)
            name = future.key.removesuffix(f"/{build_id}")
            future.release()
            flying.update(submit(task) for task in islice(tasks, 1))
            yield name, result


def _finished_futures(client: Client, flying: set[Any]) -> set[Any]:
    """Wait until some futures are finished, and return these.

    Raises NoWorkers if there has been no worker for long: a worker that dies while it starts is not started again.
    """
    from distributed import wait  # noqa: PLC0415 - only a cluster needs it

    abandoned = False
    while True:
        try:
            with client.as_current():
                return set(wait(flying, timeout=PATIENCE, return_when="FIRST_COMPLETED").done)
        except CancelledError:
            raise _scheduler_lost_error() from None
        except TimeoutError:
            before, abandoned = abandoned, not _count_threads(client)
            if before and abandoned:
                raise _workers_died_error() from None


def _workers_died_error() -> NoWorkers:
    return NoWorkers(
        "workers-died",
        Message(
            "ワーカーのプロセスが同じ仕事で何度も落ちたか、再起動しませんでした。メモリーを確かめてください",
            "workers died of the same task again and again, or did not come back; look at their memory",
        ),
    )


def _scheduler_lost_error() -> NoWorkers:
    return NoWorkers(
        "scheduler-lost",
        Message(
            "Dask のスケジューラーとの接続が切れました。もう一度動かせば続きから作ります",
            "the connection to the Dask scheduler is lost; start again, and the build goes on where it was",
        ),
    )


def _count_threads(client: Client) -> int:
    try:
        return sum(client.nthreads().values())
    except OSError:
        raise _scheduler_lost_error() from None


@contextmanager
def _connect_to_scheduler(address: str) -> Iterator[Client]:
    """Return a client of a running scheduler."""
    from distributed import Client  # noqa: PLC0415 - only a cluster needs it

    _refuse_malformed_address(address)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as failed:
        raise NoWorkers(
            "no-scheduler",
            Message(
                f"{visible(address)} に Dask のスケジューラーがいません ({failed})。dask scheduler を起動するか、--scheduler を外してください",
                f"no Dask scheduler answers at {visible(address)} ({failed}); start dask scheduler, or leave --scheduler out",
            ),
        ) from None
    with client:
        yield client


def _refuse_malformed_address(address: str) -> None:
    """Raise NoWorkers for a malformed address.

    Dask would take a minute and leave a traceback.
    """
    from distributed.comm.registry import backends  # noqa: PLC0415 - only a cluster needs it

    match = ADDRESS.fullmatch(address)
    if match is None or match["scheme"] not in {None, *backends} or int(match["port"]) > LAST_PORT:
        shown = visible(address)
        raise NoWorkers(
            "no-scheduler",
            Message(
                f"{shown} は Dask のスケジューラーのアドレスではありません。tcp://ホスト:ポート のように書いてください",
                f"{shown} is no address of a Dask scheduler; write it like tcp://host:port",
            ),
        )


def _require_same_program(client: Client) -> None:
    """Raise NoWorkers unless the workers run the same sources."""
    try:
        other_sources = set(client.run(_own_sources, on_error="raise").values()) - {sources_digest()}
    except ImportError:
        other_sources = {"-"}
    if other_sources:
        raise NoWorkers(
            "other-program",
            Message(
                "クラスターの計算する側に kifu がないか、別の版です。同じ版を入れてください",
                "the workers of the cluster have no kifu, or another version; install this one on them",
            ),
        )


def _own_sources() -> str:
    return sources_digest()


def _await_workers(client: Client, count: int) -> None:
    """Wait until a cluster has a number of workers."""
    try:
        client.wait_for_workers(count, timeout=PATIENCE)
    except TimeoutError:
        raise NoWorkers(
            "no-workers",
            Message(
                f"{PATIENCE} 秒待っても計算する側 (dask worker) が現れません",
                f"no worker (dask worker) has come within {PATIENCE} seconds",
            ),
        ) from None
