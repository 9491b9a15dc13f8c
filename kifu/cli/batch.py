"""Judges many records at once for `kifu verify`: compiled, on several cores, with a few pieces in memory at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import Counter, deque
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kifu.cli.arguments.files import Unreadable, load
from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.arguments.rules_option import rules_of
from kifu.cli.judging import judge
from kifu.cli.printing.language import say
from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future
    from typing import BinaryIO

    from analysis.bulk.files import Cut, Each, Part, Place, Survey
    from analysis.bulk.pieces import Piece
    from kifu.model.record import Source
    from kifu.referee.verdict import Status, VerdictLike

MANY = 1 << 21
"""Bytes of records from which on compiling pays."""
AHEAD = 2
"""Pieces each worker may be ahead of what is printed."""
FEW = 4
"""Parts of a file from which on they are looked at by all processes."""


class Wanted(NamedTuple):
    """What is to be judged and printed."""

    describe: Callable[[VerdictLike, Source | None, int], str]
    """Returns what is printed about a judgement: given the source of its record, and how many records the file has."""
    rules: str | None
    """The variant file to judge by."""
    quiet: bool
    """Whether nothing is printed about records that are not remarked on."""
    hashed: bool
    """Whether the files' hashes are printed."""


class Shown(NamedTuple):
    """What is to be printed about some records."""

    text: str
    statuses: Counter[Status]
    size: int
    """Bytes that were judged."""


def total_size(paths: Sequence[str]) -> int:
    """Return the bytes of all files together; standard input and what cannot be looked at count nothing."""
    total = 0
    for path in paths:
        if path != STANDARD_STREAM:
            with contextlib.suppress(OSError, ValueError):
                total += os.stat(path).st_size  # noqa: PTH116 - a name may be too long for pathlib
    return total


def show_one(path: str, wanted: Wanted) -> Shown:
    """Judge the records of one file with care, one by one."""
    document = load(path, wanted.rules)
    verdicts = judge(document)
    text = "".join(wanted.describe(verdict, document.source, len(document.records)) for verdict in verdicts)
    statuses = Counter(verdict.status for verdict in verdicts)
    return Shown(text, statuses, len(document.source.data) if document.source else 0)


class Changed(Exception):
    """A file is no longer what it was when it was looked through; its name is the argument."""


def show_many(paths: Iterable[str], wanted: Wanted, jobs: int) -> Iterator[Shown]:
    """Judge the records of many files, in order, with `jobs` processes.

    Raises Unreadable where a file changes meanwhile, and where the system ends a process.
    """
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - only for this

    try:
        yield from _shown(paths, wanted, jobs)
    except BrokenProcessPool:
        message = Message(
            "判定するプロセスが止められました (メモリー不足など)。--jobs 1 で試すか、ファイルを分けてください",
            "a judging process was ended from outside (out of memory?); try --jobs 1, or split the files",
        )
        raise Unreadable(say(message)) from None
    except Changed as changed:
        name = visible(str(changed))
        message = Message(
            f"{name}: 読んでいる間に変わりました。もう一度実行してください",
            f"{name}: the file changed while it was being read; run the command again",
        )
        raise Unreadable(say(message)) from None


def _shown(paths: Iterable[str], wanted: Wanted, jobs: int) -> Iterator[Shown]:
    if jobs == 1:
        for task in _tasks(paths, wanted):
            yield task()
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only for this
    from multiprocessing import get_context  # noqa: PLC0415 - likewise

    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:  # a copy of this one, with its threads, could hang
        for _ in range(jobs):
            pool.submit(_warm)  # the workers load while this process looks for the records of the first file
        waiting: deque[Future[Shown]] = deque()
        for task in _tasks(paths, wanted, pool):
            waiting.append(pool.submit(task))
            if len(waiting) > jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _warm() -> None:
    from analysis.bulk import judge  # noqa: F401, PLC0415 - as below


def _tasks(paths: Iterable[str], wanted: Wanted, pool: Executor | None = None) -> Iterator[Callable[[], Shown]]:
    """Yield the work, to be done by the processes of `pool` if there is one.

    It is pieces of about the same size, of one large file or of small ones in one folder.
    """
    from analysis.bulk.files import BLOCK, places  # noqa: PLC0415 - numpy and the compiler are for many records

    held: list[Piece | Place] = []
    size = 0
    folder = None
    for path in paths:
        found = _survey(path, hashed=wanted.hashed, each=_each(pool))
        copied = found is not None and found.copied
        for place in places(found) if found else ():
            if held and (size + place.size > BLOCK or Path(path).parent != folder):
                yield partial(_show_pieces, tuple(held), wanted)
                held, size = [], 0
            folder = Path(path).parent
            # Whoever judges it reads it, which is faster than to send it; but only this process has a copy, and not for long.
            held.append(place.read() if copied else place)
            size += place.size
        if found is None:
            if held:
                yield partial(_show_pieces, tuple(held), wanted)
                held, size = [], 0
            yield partial(show_one, path, wanted)
    if held:
        yield partial(_show_pieces, tuple(held), wanted)


def _each(pool: Executor | None) -> Each:
    """Return what looks at the parts of a file: the processes of the pool, if there are many."""

    def each(look: Callable[[Cut], Part], cuts: Sequence[Cut]) -> Iterable[Part]:
        return map(look, cuts) if pool is None or len(cuts) < FEW else pool.map(look, cuts)

    return each


def _survey(path: str, *, hashed: bool, each: Each) -> Survey | None:
    """Return a file that can be cut into pieces; None for any other, which is read as a whole."""
    from analysis.bulk.files import survey  # noqa: PLC0415 - as above

    if path == STANDARD_STREAM:
        return None
    try:
        return survey(path, partial(_open, path), hashed=hashed, each=each)
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None


def _open(path: str) -> BinaryIO:
    return open(path, "rb")  # noqa: PTH123 - as above


def _show_pieces(held: Sequence[Piece | Place], wanted: Wanted) -> Shown:
    from analysis.bulk import plays  # noqa: PLC0415 - as above
    from analysis.bulk.files import Place  # noqa: PLC0415 - as above
    from analysis.bulk.judge import Batch  # noqa: PLC0415 - as above

    pieces = [_read(one) if isinstance(one, Place) else one for one in held]
    try:
        batch = Batch(pieces, rules_of(pieces[0].name, wanted.rules), plays.Wanted(scores=not wanted.quiet))
    except UnicodeDecodeError:  # it was UTF-8 when it was looked through
        raise Changed(pieces[0].name) from None
    statuses = batch.plain_statuses()
    texts = []
    for judged in batch.others() if wanted.quiet else batch:
        record = judged.record
        texts.append(wanted.describe(judged.judgement, record.source if record else None, judged.piece.records))
        if record is not None:
            statuses[judged.judgement.status] += 1
    return Shown("".join(texts), statuses, sum(len(piece.data) for piece in pieces))


def _read(place: Place) -> Piece:
    """Return a piece as it was when its file was looked through. Raises Changed."""
    try:
        piece = place.read()
    except OSError:
        raise Changed(place.piece.name) from None
    if len(piece.data) != place.size:
        raise Changed(place.piece.name)
    return piece


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
