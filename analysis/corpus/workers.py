"""Who does the work: Dask workers on this machine or a cluster, or this process itself; the same functions run on all."""

from __future__ import annotations

import logging
import re
import uuid
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from analysis.corpus.manifest import sources
from analysis.corpus.own_cluster import LOGGERS, own_cluster
from kifu.model.errors import KifuError
from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from distributed import Client

Given = TypeVar("Given")
Result = TypeVar("Result")
AHEAD = 3
"""Tasks under way for each worker: enough that none waits, few enough that memory stays flat."""
PATIENCE = 30
"""Seconds that a cluster has to answer, and to show a worker; twice that, where one has been lost."""
ADDRESS = re.compile(
    r"(?:(?P<scheme>[a-z]+)://)?(?:[^\s:/\[\]]+|\[[0-9A-Fa-f:.%\w]+\]):(?P<port>[0-9]{1,5})/?", re.ASCII
)
"""Where a scheduler is: Dask takes tcp where no scheme is named."""
LAST_PORT = 65535


class NoWorkers(KifuError):
    """There is no cluster where one should be, or its workers cannot do the work."""


class Task(NamedTuple):
    """One call: `name` is unique within a build."""

    name: str
    arguments: tuple[Any, ...]


class Crew:
    """Runs tasks on the workers of a Dask cluster, or, without a client, in this process."""

    def __init__(self, client: Client | None = None) -> None:
        self.client = client

    def run(self, function: Callable[..., Result], tasks: Iterable[Task]) -> Iterator[tuple[str, Result]]:
        """Yield the name and result of each task, as they come; no more than a few are held at a time.

        A task whose worker dies is done again by another. Raises NoWorkers when workers die of one task again and
        again or none is left, or the scheduler is gone.
        """
        if self.client is None:
            yield from ((task.name, function(*task.arguments)) for task in tasks)
        else:
            yield from _on_cluster(self.client, function, iter(tasks))


@contextmanager
def crew(workers: int, scheduler: str | None = None) -> Iterator[Crew]:
    """Open a crew: the cluster at the address `scheduler`, else `workers` processes here; none: this process.

    Raises NoWorkers.
    """
    if scheduler is None and not workers:
        yield Crew()
        return
    import dask.config  # noqa: PLC0415 - only where a cluster is
    import distributed  # noqa: F401, PLC0415 - its settings and its loggers' levels are there once it is imported

    # What a task is to work on goes with it, so that another worker can do it again.
    settings = dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GiB"})
    with _quiet(), settings, _connected(scheduler) if scheduler is not None else own_cluster(workers) as client:
        _await_workers(client, 1)
        if scheduler is not None:
            _same_program(client)
        yield Crew(client)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from logging what is reported otherwise."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _on_cluster(client: Client, function: Callable[..., Result], tasks: Iterator[Task]) -> Iterator[tuple[str, Result]]:
    from distributed import KilledWorker  # noqa: PLC0415 - only where a cluster is

    own = uuid.uuid4().hex  # others may be building on the same cluster

    def submit(task: Task) -> Any:  # noqa: ANN401 - a future
        return client.submit(function, *task.arguments, key=f"{task.name}/{own}", pure=False)

    flying = {submit(task) for task in islice(tasks, AHEAD * max(1, _threads(client)))}
    while flying:
        for future in _next(client, flying):
            try:
                result = future.result(timeout=PATIENCE)
            except KilledWorker:
                raise _workers_died() from None
            except CancelledError:
                raise _scheduler_lost() from None
            except OSError as failed:
                if future.status == "error":  # the task itself raised it
                    raise
                if isinstance(failed, TimeoutError):
                    continue  # a result that was lost with its worker is to be computed again
                raise _scheduler_lost() from None
            flying.remove(future)
            name = future.key.removesuffix(f"/{own}")
            future.release()
            flying.update(submit(task) for task in islice(tasks, 1))
            yield name, result


def _next(client: Client, flying: set[Any]) -> set[Any]:
    """Return those of some futures that are over, once there are any.

    Raises NoWorkers where nobody has been at work for long: a worker that dies while it starts is not started again.
    """
    from distributed import wait  # noqa: PLC0415 - as above

    alone = False
    while True:
        try:
            with client.as_current():
                return set(wait(flying, timeout=PATIENCE, return_when="FIRST_COMPLETED").done)
        except CancelledError:
            raise _scheduler_lost() from None
        except TimeoutError:
            before, alone = alone, not _threads(client)
            if before and alone:
                raise _workers_died() from None


def _workers_died() -> NoWorkers:
    return NoWorkers(
        "workers-died",
        Message(
            "ワーカーのプロセスが同じ仕事で何度も落ちたか、再起動しませんでした。メモリーを確かめてください",
            "workers died of the same task again and again, or did not come back; look at their memory",
        ),
    )


def _scheduler_lost() -> NoWorkers:
    return NoWorkers(
        "scheduler-lost",
        Message(
            "Dask のスケジューラーとの接続が切れました。もう一度動かせば続きから作ります",
            "the connection to the Dask scheduler is lost; start again, and the build goes on where it was",
        ),
    )


def _threads(client: Client) -> int:
    try:
        return sum(client.nthreads().values())
    except OSError:
        raise _scheduler_lost() from None


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    from distributed import Client  # noqa: PLC0415 - as above

    _check(address)
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


def _check(address: str) -> None:
    """Refuse what is no address: Dask would take a minute over it, and leave a traceback. Raises NoWorkers."""
    from distributed.comm.registry import backends  # noqa: PLC0415 - as above

    found = ADDRESS.fullmatch(address)
    if found is None or found["scheme"] not in {None, *backends} or int(found["port"]) > LAST_PORT:
        shown = visible(address)
        raise NoWorkers(
            "no-scheduler",
            Message(
                f"{shown} は Dask のスケジューラーのアドレスではありません。tcp://ホスト:ポート のように書いてください",
                f"{shown} is no address of a Dask scheduler; write it like tcp://host:port",
            ),
        )


def _same_program(client: Client) -> None:
    """See that the workers of a cluster judge as this program does. Raises NoWorkers."""
    try:
        others = set(client.run(_own_sources, on_error="raise").values()) - {sources()}
    except ImportError:
        others = {"-"}
    if others:
        raise NoWorkers(
            "other-program",
            Message(
                "クラスターの計算する側に kifu がないか、別の版です。同じ版を入れてください",
                "the workers of the cluster have no kifu, or another version; install this one on them",
            ),
        )


def _own_sources() -> str:
    return sources()


def _await_workers(client: Client, wanted: int) -> None:
    try:
        client.wait_for_workers(wanted, timeout=PATIENCE)
    except TimeoutError:
        raise NoWorkers(
            "no-workers",
            Message(
                f"{PATIENCE} 秒待っても計算する側 (dask worker) が現れません",
                f"no worker (dask worker) has come within {PATIENCE} seconds",
            ),
        ) from None
