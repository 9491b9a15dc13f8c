"""Worker processes for untrusted input: limited in time, memory and number; the service's executor.

Too slow is an answer.
An expression of a reader can hold the interpreter for as long as it likes, and no other thread of the process runs then.
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
import signal
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool

from kifu.core.child_processes import ChildContext
from kifu.core.message import Message
from kifu.recording.untrusted_json_fields import Rejected
from kifu.web.service.requests_responses_and_ports import RequestFailed, TaskKind

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

P = ParamSpec("P")
R = TypeVar("R")
RECORD_SECONDS, PAGE_SECONDS, PHOTOGRAPH_SECONDS = 4.0, 15.0, 120.0
"""The processor's seconds for one game, set-up or event; for all games of a file, two sheets, a dossier; for photographs."""
TOO_SLOW = "too-slow-to-read"
BUSY = Message("混んでいます。少し待ってください", "others are being read; wait a little")
TOO_LARGE = Rejected("too-large", Message("大きすぎて読めません", "it is too large to be read"))
WALL_CLOCK_FACTOR = 3
"""The seconds that may pass for each of the processor: other programs are at work too."""
START_TIMEOUT_S = 120.0
"""The seconds in which a process has to begin."""
MAX_MEMORY_BYTES = 4 << 30
"""The bytes of memory of a process, where the system can hold it to them."""
JOB_BUSY = Message(
    "ほかの比較や写真の読み取りが終わるまで待ってください",
    "another comparison or scan is under way; wait until it has ended",
)
MAX_SLOW_JOBS = 10_000
"""The number of readings that are known to be too slow."""


class WorkersBusy(RequestFailed):
    """Too many calls wait for a process, or the server stops."""

    def __init__(self) -> None:
        super().__init__(429, "busy", BUSY)


class WorkerProcess:
    """Worker process that calls functions one by one; `max_waiting` may wait.

    The first call begins it.
    """

    def __init__(self, max_waiting: int) -> None:
        self._max_waiting = max_waiting
        self._pending = 0
        self._slow_jobs: OrderedDict[bytes, float] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(1)
        self._process: tuple[BaseProcess, Connection] | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether a call is under way."""
        return self._pending > 0

    async def call(self, max_seconds: float, function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Call a function in the process; its errors are raised here.

        Raises Rejected if it takes too long, and WorkersBusy if too many wait. Input that was too slow is so at once from then on.
        """
        if self._pending >= self._max_waiting:
            raise WorkersBusy
        self._pending += 1
        try:
            job = await run_in_threadpool(_Job.of, max_seconds, function, given, named)
            self._refuse_slow(job)
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._run_job, job)
            return await run_in_threadpool(_unpickle_result, answer)
        finally:
            self._pending -= 1

    def call_blocking(self, max_seconds: float, function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Call a function from a thread that may wait.

        Raises Rejected and WorkersBusy.
        """
        job = _Job.of(max_seconds, function, given, named)
        self._refuse_slow(job)
        return _unpickle_result(self._run_job(job))  # type: ignore[no-any-return]  # the process returns what the function does

    def kill(self) -> None:
        """Kill the process; further calls raise WorkersBusy."""
        self._closed = True
        if self._process is not None:
            self._process[0].kill()
        self._threads.shutdown(wait=False)  # those who wait are told

    def _refuse_slow(self, job: _Job) -> None:
        if job.digest in self._slow_jobs:
            raise too_slow_error(self._slow_jobs[job.digest])

    def _run_job(self, job: _Job) -> bytes:
        """Send a job and return its pickled result. Raises Rejected and WorkersBusy."""
        with self._lock:
            self._refuse_slow(job)  # it may have been found out meanwhile
            if self._closed:
                raise WorkersBusy
            process, link = self._process = self._process or _start_process_and_link()
            if self._closed:  # meanwhile
                process.kill()
            late = False
            try:
                link.send_bytes(job.data)
                link.send_bytes(job.more)
                late = not link.poll(job.seconds * WALL_CLOCK_FACTOR)
                if not late:
                    return link.recv_bytes()
            except (EOFError, OSError):  # it has ended
                pass
            process.kill()
            process.join()
            link.close()
            self._process = None
            if self._closed:
                raise WorkersBusy
            if late or process.exitcode == -getattr(signal, "SIGPROF", 0):
                self._slow_jobs[job.digest] = job.seconds
                while len(self._slow_jobs) > MAX_SLOW_JOBS:
                    self._slow_jobs.popitem(last=False)
                raise too_slow_error(job.seconds)
            raise Rejected(
                "reader-ended",
                Message(
                    "読んでいる途中でプロセスが終わりました (メモリー不足など)。もう一度試すか、小さく分けてください",
                    "the process ended while it read this (out of memory?); try again, or make it smaller",
                ),
            )


class WorkerLanes(NamedTuple):
    """Worker processes of a server.

    A client that fills one lane does not hold up the others.
    """

    files: WorkerProcess
    """The records of the folder: as games, pages, sheets, numbers."""
    requests: WorkerProcess
    """What devices send: openings, set-ups, moves that are tried, long events."""
    jobs: WorkerProcess
    """Comparisons, dossiers and photographs, one at a time: recorders share the machine. Photographs wait, the others are refused."""

    def close(self) -> None:
        """End all processes."""
        for lane in self:
            lane.kill()


def worker_lanes() -> WorkerLanes:
    """Return the lanes of a server; no process is begun yet."""
    return WorkerLanes(WorkerProcess(64), WorkerProcess(64), WorkerProcess(16))


def too_slow_error(max_seconds: float) -> Rejected:
    """Return the refusal of input that takes over `max_seconds` to read."""
    return Rejected(
        TOO_SLOW,
        Message(
            f"読むのに時間がかかりすぎます ({max_seconds:g} 秒まで)。同じ記号が続いていないか、中身を確かめてください",
            f"reading this takes too long ({max_seconds:g} s at most); look at what it holds, such as long runs of one sign",
        ),
    )


class _Job(NamedTuple):
    """A call on its way to a process."""

    seconds: float
    data: bytes
    more: bytes
    digest: bytes
    """What names it among those that were too slow. Named arguments are not part of it: nothing in them takes long."""

    @classmethod
    def of(cls, seconds: float, function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> _Job:
        data = pickle.dumps((function, given))
        return cls(seconds, data, pickle.dumps((seconds, named)), hashlib.sha256(data).digest())


def _unpickle_result(answer: bytes) -> Any:  # noqa: ANN401 - what the function has returned
    raised, value = pickle.loads(answer)  # noqa: S301 - a process of our own
    if raised:
        raise value
    return value


def _start_process_and_link() -> tuple[BaseProcess, Connection]:
    """Start a worker process, ready for calls; return it and the link."""
    context = ChildContext()
    own, other = context.Pipe()
    process = context.Process(target=answer_calls, args=(other,), daemon=True)
    process.start()
    other.close()
    if own.poll(START_TIMEOUT_S):
        own.recv_bytes()  # it has loaded what it needs: that is not the time of the first call
    return process, own


class WorkerExecutor:
    """Executor in threads and in the worker processes of `lanes`."""

    def __init__(self, lanes: WorkerLanes) -> None:
        self._workers = {
            TaskKind.PARSE: (lanes.requests, RECORD_SECONDS),
            TaskKind.RECORD: (lanes.requests, PAGE_SECONDS),
            TaskKind.FILE: (lanes.files, PAGE_SECONDS),
            TaskKind.CHARSET: (lanes.files, RECORD_SECONDS),
            TaskKind.JOB: (lanes.jobs, PAGE_SECONDS),
            TaskKind.PHOTOGRAPHS: (lanes.jobs, PHOTOGRAPH_SECONDS),
        }

    async def run(self, work: TaskKind, function: Callable[P, R], /, *given: P.args, **named: P.kwargs) -> R:
        """Call a function. Raises Failed where too much waits."""
        if work is TaskKind.COMPUTE:
            return await run_in_threadpool(function, *given, **named)
        worker, seconds = self._workers[work]
        if work is TaskKind.JOB and worker.busy:  # one at a time: recorders share the machine
            raise RequestFailed(429, "busy", JOB_BUSY)
        return await worker.call(seconds, function, *given, **named)


CALLED = ("kifu.web.server.plain_records", "kifu.web.server.worker_functions", "kifu.web.service.executor_functions")
"""The modules whose functions are called: they load the readers, which the server does without."""


def answer_calls(link: Connection) -> None:
    """Answer calls until the server goes. This is what the process does."""
    for name in CALLED:
        import_module(name)
    _limit_memory()
    link.send_bytes(b"")
    while True:
        try:
            data, more = link.recv_bytes(), link.recv_bytes()
        except (EOFError, OSError):
            return
        function, given = pickle.loads(data)  # noqa: S301 - the server has sent it
        seconds, named = pickle.loads(more)  # noqa: S301 - as above
        _limit_processor_time(seconds)
        try:
            answer = pickle.dumps((False, function(*given, **named)))
        except (RecursionError, MemoryError):
            answer = pickle.dumps((True, TOO_LARGE))
        except Exception as wrong:  # noqa: BLE001 - the server raises it
            answer = pickle.dumps((True, wrong))
        _limit_processor_time(0)
        link.send_bytes(answer)


def _limit_processor_time(seconds: float) -> None:
    """Limit this process to `seconds` of the processor; 0 lifts the limit.

    Windows cannot.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = MAX_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(hard, MAX_MEMORY_BYTES)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
