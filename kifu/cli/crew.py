"""Shares tasks out among threads, as far as they are machine code, and among processes, as far as they are Python.

Machine code runs in several threads at a time: no process has to start, and nothing is copied. Python does not, so for
records that only the careful reader understands, and for long output, processes are started once they are worth it.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.globals import push_context

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future, ThreadPoolExecutor
    from types import TracebackType
    from typing import Self

    from kifu.cli.reports import Report

    Task = Callable[..., Report]
    """Returns a report. With `few`, raises ManyCareful if more records than `few` need the careful reader."""

T = TypeVar("T")

FEW = 100
"""Records of a task that a thread reads carefully itself."""
WORTH = 3.0
"""Seconds of work left, as far as that can be estimated, for which processes are started."""
SMALL = 24 << 20
"""Bytes of records below which one thread does all. Most of the time is the start, so two would hardly end sooner, and on a
busy machine they would end later: each learns for itself what the first records teach."""
TURN = 0.0002
"""Seconds that a thread runs Python while another one waits for its turn. By itself Python lets it wait 0.005 seconds, longer
than machine code works on a piece."""
TAKEN = 4
"""The values that are taken in advance at most: whoever reads a file is slower than four threads that look through it."""


class ManyCareful(Exception):
    """A task is no work for a thread: too many of its records need the careful reader."""


class Stopped(Exception):
    """The system has ended a process of the crew."""


class Crew:
    """The workers of a command. `light` tells that tasks are machine code but for records that are not plain."""

    def __init__(self, jobs: int, size: int, *, light: bool) -> None:
        self._jobs = jobs
        self._left = size
        self._small = size < SMALL
        self._light = light and not self._small
        self._spent = 0.0
        self._done = 0
        self._threads: ThreadPoolExecutor | None = None
        self._processes: Executor | None = None
        self._prepared: Future[None] | None = None
        self._switching = sys.getswitchinterval()

    def __enter__(self) -> Self:
        """Return the crew; no worker has begun."""
        sys.setswitchinterval(TURN)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the workers. After an error, or an interrupt, tasks that have not begun are dropped."""
        for pool in (self._threads, self._processes):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=kind is not None)
        sys.setswitchinterval(self._switching)

    def prepare(self, function: Callable[[], None]) -> None:
        """Let a thread do what all tasks need, while this one looks through files; unless they are small.

        The first task waits for it.
        """
        if not self._small:
            self._prepared = self._pool_of_threads().submit(function)

    def each(self, function: Callable[[Any], Any], values: Iterable[Any]) -> Iterator[Any]:
        """Do what `map` does with machine code, in threads; only a few values are taken in advance.

        The first is done at once, so one value needs no thread, nor do small files; so are others while a thread prepares the
        tasks, for more threads would only take turns with it.
        """
        waiting: deque[Future[Any]] = deque()
        for place, value in enumerate(values):
            if place == 0 or self._small or (self._prepared is not None and not self._prepared.done()):
                yield function(value)
            else:
                waiting.append(self._pool_of_threads().submit(function, value))
                if len(waiting) > min(self._jobs, TAKEN):
                    yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def begin(self, task: Task) -> Callable[[], Report]:
        """Let a worker begin a task. Return a function that waits for its report, or does the task itself.

        Both raise Stopped if a process has been ended.
        """
        if self._prepared is not None:
            self._prepared.result()
            self._prepared = None
        if self._processes is not None:
            future = _of_process(partial(self._processes.submit, task))
            return partial(_of_process, future.result)
        if not self._light:
            return lambda: self._here(task)
        light = self._pool_of_threads().submit(task, few=FEW)
        return lambda: self._finished(light, task)

    def _finished(self, future: Future[Report], task: Task) -> Report:
        try:
            report = future.result()
        except ManyCareful:
            return self._here(task)
        self._left -= report.size
        return report

    def _here(self, task: Task) -> Report:
        """Do a task in this thread, and start processes for the later ones if they are worth it."""
        start = time.perf_counter()
        report = task()
        self._spent += time.perf_counter() - start
        self._done += report.size
        self._left -= report.size
        if self._processes is None and self._spent * self._left > WORTH * self._done:
            self._processes = self._pool_of_processes()
        return report

    def _pool_of_threads(self) -> ThreadPoolExecutor:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - needed only for several tasks

        if self._threads is None:
            context = click.get_current_context(silent=True)
            # Each thread has to know the running command: it chooses the language and keeps variant files.
            begun: dict[str, Any] = {} if context is None else {"initializer": push_context, "initargs": (context,)}
            self._threads = ThreadPoolExecutor(self._jobs, **begun)
        return self._threads

    def _pool_of_processes(self) -> Executor:
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - loads multiprocessing
        from multiprocessing import get_context  # noqa: PLC0415 - needed only for several processes

        pool = ProcessPoolExecutor(
            self._jobs, get_context("spawn")
        )  # a forked copy of a process with threads could hang
        for _ in range(self._jobs):
            pool.submit(_warm)  # the workers load while this process does what has begun
        return pool


def _of_process(call: Callable[[], T]) -> T:
    """Call a function of a pool of processes. Raises Stopped if a process of it has been ended."""
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - loads multiprocessing

    try:
        return call()
    except BrokenProcessPool:
        raise Stopped from None


def _warm() -> None:
    from analysis.bulk import judge  # noqa: F401, PLC0415 - imported to load numpy and the machine code
