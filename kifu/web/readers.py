"""Reads what strangers wrote in processes beside the server: of limited time, memory and number. Too slow is an answer.

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
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool

from kifu.model.message import Message
from kifu.table.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

P = ParamSpec("P")
R = TypeVar("R")
RECORD_SECONDS, PAGE_SECONDS, PHOTOGRAPH_SECONDS = 4.0, 15.0, 120.0
"""The processor's seconds for one game, set-up or event; for all games of a file, two sheets, a dossier; for photographs."""
TOO_SLOW = "too-slow-to-read"
TOO_LARGE = Refused("too-large", Message("大きすぎて読めません", "it is too large to be read"))
PATIENCE = 3
"""The seconds that may pass for each of the processor: other programs are at work too."""
START = 120.0
"""The seconds in which a process has to begin."""
MAX_MEMORY = 4 << 30
"""The bytes of memory of a process, where the system can hold it to them."""
MAX_REMEMBERED = 10_000
"""The number of readings that are known to be too slow."""


class ReadersBusy(Exception):
    """Too many wait for a process, or the server stops."""


class Readers:
    """One process that calls functions, one after another; `waiting` may wait for it. It is begun by the first call."""

    def __init__(self, waiting: int) -> None:
        self._waiting = waiting
        self._asked = 0
        self._slow: OrderedDict[bytes, float] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(1)
        self._process: tuple[BaseProcess, Connection] | None = None
        self._closed = False

    async def ask(self, seconds: float, function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Return what a function returns in the process, or raise what it raises.

        Raises Refused if it takes too long, and ReadersBusy if too many wait. What was too slow is so at once from then on.
        """
        if self._asked >= self._waiting:
            raise ReadersBusy
        self._asked += 1
        try:
            job = await run_in_threadpool(_Job.of, seconds, function, given, named)
            self._refuse_slow(job)
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._answered, job)
            return await run_in_threadpool(_opened, answer)
        finally:
            self._asked -= 1

    def read(self, seconds: float, function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Do the same for a thread that may wait as long as it takes. Raises Refused and ReadersBusy."""
        job = _Job.of(seconds, function, given, named)
        self._refuse_slow(job)
        return _opened(self._answered(job))  # type: ignore[no-any-return]  # the process returns what the function does

    def close(self) -> None:
        """End the process, whatever it does; nothing is read any more."""
        self._closed = True
        if self._process is not None:
            self._process[0].kill()
        self._threads.shutdown(wait=False)  # those who wait are told

    def _refuse_slow(self, job: _Job) -> None:
        if job.digest in self._slow:
            raise too_slow(self._slow[job.digest])

    def _answered(self, job: _Job) -> bytes:
        """Return what the process answers. Raises Refused and ReadersBusy."""
        with self._lock:
            self._refuse_slow(job)  # it may have been found out meanwhile
            if self._closed:
                raise ReadersBusy
            process, link = self._process = self._process or _begun()
            if self._closed:  # meanwhile
                process.kill()
            late = False
            try:
                link.send_bytes(job.data)
                link.send_bytes(job.more)
                late = not link.poll(job.seconds * PATIENCE)
                if not late:
                    return link.recv_bytes()
            except (EOFError, OSError):  # it has ended
                pass
            process.kill()
            process.join()
            link.close()
            self._process = None
            if self._closed:
                raise ReadersBusy
            if late or process.exitcode == -getattr(signal, "SIGPROF", 0):
                self._slow[job.digest] = job.seconds
                while len(self._slow) > MAX_REMEMBERED:
                    self._slow.popitem(last=False)
                raise too_slow(job.seconds)
            raise Refused(
                "reader-ended",
                Message(
                    "読んでいる途中でプロセスが終わりました (メモリー不足など)。もう一度試すか、小さく分けてください",
                    "the process ended while it read this (out of memory?); try again, or make it smaller",
                ),
            )


class Lanes(NamedTuple):
    """The processes of a server. Whoever fills one lane does not hold up those of the others."""

    files: Readers
    """The records of the folder: as games, pages, sheets, numbers."""
    requests: Readers
    """What devices send: openings, set-ups, moves that are tried, long events."""
    desk: Readers
    """Comparisons, dossiers and photographs, one at a time: recorders share the machine."""

    def close(self) -> None:
        """End all processes."""
        for lane in self:
            lane.close()


def lanes() -> Lanes:
    """Return the lanes of a server; no process is begun yet."""
    return Lanes(Readers(64), Readers(64), Readers(1))


def too_slow(seconds: float) -> Refused:
    """Return the refusal of what takes longer than `seconds` to read."""
    return Refused(
        TOO_SLOW,
        Message(
            f"読むのに時間がかかりすぎます ({seconds:g} 秒まで)。同じ記号が続いていないか、中身を確かめてください",
            f"reading this takes too long ({seconds:g} s at most); look at what it holds, such as long runs of one sign",
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


def _opened(answer: bytes) -> Any:  # noqa: ANN401 - what the function has returned
    raised, value = pickle.loads(answer)  # noqa: S301 - a process of our own
    if raised:
        raise value
    return value


def _begun() -> tuple[BaseProcess, Connection]:
    from kifu.model.processes import ChildContext  # noqa: PLC0415 - loads multiprocessing

    context = ChildContext()
    own, other = context.Pipe()
    process = context.Process(target=answer_calls, args=(other,), daemon=True)
    process.start()
    other.close()
    if own.poll(START):
        own.recv_bytes()  # it has loaded what it needs: that is not the time of the first call
    return process, own


def answer_calls(link: Connection) -> None:
    """Answer calls until the server goes. This is what the process does."""
    import kifu.web.loose  # noqa: PLC0415 - loads the readers
    import kifu.web.reader_calls  # noqa: F401, PLC0415

    _limit_memory()
    link.send_bytes(b"")
    while True:
        try:
            data, more = link.recv_bytes(), link.recv_bytes()
        except (EOFError, OSError):
            return
        function, given = pickle.loads(data)  # noqa: S301 - the server has sent it
        seconds, named = pickle.loads(more)  # noqa: S301 - as above
        _limit_time(seconds)
        try:
            answer = pickle.dumps((False, function(*given, **named)))
        except (RecursionError, MemoryError):
            answer = pickle.dumps((True, TOO_LARGE))
        except Exception as wrong:  # noqa: BLE001 - the server raises it
            answer = pickle.dumps((True, wrong))
        _limit_time(0)
        link.send_bytes(answer)


def _limit_time(seconds: float) -> None:
    """Let the system end this process when it has used `seconds` of the processor; 0 lifts the limit. Windows cannot."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = MAX_MEMORY if hard == resource.RLIM_INFINITY else min(hard, MAX_MEMORY)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
