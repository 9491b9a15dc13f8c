"""Judges many records at once for `kifu verify`.

The rules run as machine code on several cores, and only a few pieces of the files are in memory at a time.
"""

from __future__ import annotations

import contextlib
import os
from collections import Counter, deque
from functools import partial
from typing import TYPE_CHECKING

from kifu.cli.arguments.files import Unreadable
from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.arguments.rules_option import rules_of
from kifu.cli.crew import Crew, ManyCareful, Stopped
from kifu.cli.printing.language import say
from kifu.cli.reports import Report, show_one, total_size
from kifu.model.message import Message, visible
from kifu.model.regular import handed, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from analysis.bulk.files import Each, Place, Survey
    from analysis.bulk.pieces import Piece
    from kifu.cli.crew import Task
    from kifu.cli.reports import Request
    from kifu.referee.status import Status

AHEAD = 2
"""The number of tasks that each worker may be ahead of the printed output."""
SHARES = 4
"""The pieces of a worker, at least, so that all workers end at about the same time."""
SMALLEST = 1 << 20
"""The bytes of a piece, at least: calling machine code for less takes longer than its work."""


class Changed(Exception):
    """A file has changed since it was looked through. The argument is the name of the file."""


def show_many(paths: Iterable[str], request: Request, jobs: int) -> Iterator[Report]:
    """Judge the records of several files with `jobs` workers, and yield the reports in the order of the records.

    Raises Unreadable if a file changes meanwhile, or if the system ends a process.
    """
    try:
        yield from _shown(paths, request, jobs)
    except Stopped:
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


def _shown(paths: Iterable[str], request: Request, jobs: int) -> Iterator[Report]:
    paths = list(paths)
    total = total_size(paths)
    size = _piece_size(total, jobs)
    if jobs == 1:
        for task in _tasks(paths, request, size, map):
            yield task()
        return
    from kifu.cli.making import share_making  # noqa: PLC0415 - only many records need it

    share_making()
    with Crew(jobs, total, light=request.quiet and not request.readings) as crew:
        crew.prepare(partial(_prepare, paths, request))
        waiting: deque[Callable[[], Report]] = deque()
        for task in _tasks(paths, request, size, crew.each):
            waiting.append(crew.begin(task))
            if len(waiting) > jobs * AHEAD:
                yield waiting.popleft()()
        while waiting:
            yield waiting.popleft()()


def _piece_size(total: int, jobs: int) -> int:
    """Return the bytes that a task judges, about: less than a block if workers would have nothing to do at the end."""
    from analysis.bulk.files import BLOCK  # noqa: PLC0415 - only many records need it

    return BLOCK if jobs == 1 else min(BLOCK, max(SMALLEST, total // (jobs * SHARES)))


def _prepare(paths: Sequence[str], request: Request) -> None:
    """Load what judging needs, and judge the first records of a file for nothing: most of what they teach holds for all."""
    from analysis.bulk import plays  # noqa: PLC0415 - loads numpy
    from analysis.bulk.files import beginning  # noqa: PLC0415 - only this function needs it
    from analysis.bulk.judge import Batch  # noqa: PLC0415 - loads numpy

    path = next(filter(os.path.isfile, paths), None)  # what a pipe has given it does not give again
    first = None
    if path is not None:
        with contextlib.suppress(OSError):  # the tasks will say so
            first = beginning(path, partial(opened, path))
    if first is not None:
        Batch([first], rules_of(first.name, request.rules), plays.Wanted())


def _tasks(paths: Iterable[str], request: Request, size: int, each: Each) -> Iterator[Task]:
    """Yield tasks, each a function that returns a report; `each` maps a function over the parts of a file.

    A task judges about `size` bytes: a piece of one large file, or several small files of one folder.
    """
    from pathlib import Path  # noqa: PLC0415 - only this function needs it

    from analysis.bulk.files import places  # noqa: PLC0415 - only this function needs it

    held: list[Piece | Place] = []
    held_size = 0
    folder = None
    for path in paths:
        surveyed = _survey(path, size, hashed=request.hashed, each=each)
        copied = surveyed is not None and surveyed.copied
        for place in places(surveyed) if surveyed else ():
            if held and (held_size + place.size > size or Path(path).parent != folder):
                yield partial(_show_pieces, tuple(held), request)
                held, held_size = [], 0
            folder = Path(path).parent
            # The process that judges a piece reads it from the file; that is faster than sending the bytes. A copied file is
            # read here, because only this process has the copy, and only for a short time.
            held.append(place.read() if copied else place)
            held_size += place.size
        if surveyed is None:
            if held:
                yield partial(_show_pieces, tuple(held), request)
                held, held_size = [], 0
            yield partial(_show_whole, path, request)
    if held:
        yield partial(_show_pieces, tuple(held), request)


def _survey(path: str, size: int, *, hashed: bool, each: Each) -> Survey | None:
    """Return the survey of a file that can be cut into pieces; None for any other file, which is read as a whole."""
    from analysis.bulk.files import survey  # noqa: PLC0415 - only this function needs it

    if path == STANDARD_STREAM or handed(path):  # a stream can be read only once
        return None
    try:
        return survey(path, partial(opened, path), hashed=hashed, size=size, each=each)
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None


def _show_whole(path: str, request: Request, *, few: int | None = None) -> Report:
    """Judge the records of a file that cannot be cut. Raises ManyCareful if `few` is given."""
    if few is not None:
        raise ManyCareful
    return show_one(path, request)


def _show_pieces(held: Sequence[Piece | Place], request: Request, *, few: int | None = None) -> Report:
    """Judge the records of some pieces. Raises ManyCareful if more than `few` of them are not plain."""
    from analysis.bulk import plays  # noqa: PLC0415 - loads numpy
    from analysis.bulk.files import Place  # noqa: PLC0415 - only this function needs it
    from analysis.bulk.judge import Batch  # noqa: PLC0415 - loads numpy

    pieces = [_read(part) if isinstance(part, Place) else part for part in held]
    try:
        wanted = plays.Wanted(scores=not (request.quiet or request.readings))
        batch = Batch(pieces, rules_of(pieces[0].name, request.rules), wanted)
    except UnicodeDecodeError:  # it was UTF-8 when it was looked through
        raise Changed(pieces[0].name) from None
    size = sum(len(piece.data) for piece in pieces)
    texts: list[str] = []
    if request.readings:
        from analysis.bulk.readings import readings_of  # noqa: PLC0415 - loads numpy

        found: Counter[Status] = Counter()
        for item, readings in readings_of(batch):
            texts.append(request.describe(readings, item.record.source if item.record else None, item.piece.records))
            found[readings.status] += 1
        return Report("".join(texts), found, size)
    statuses = batch.plain_statuses()
    if few is not None and len(batch) - statuses.total() > few:
        raise ManyCareful
    if request.quiet:
        statuses += batch.prove()
    for judged in batch.others() if request.quiet else batch:
        record = judged.record
        texts.append(request.describe(judged.judgement, record.source if record else None, judged.piece.records))
        if record is not None:
            statuses[judged.judgement.status] += 1
    return Report("".join(texts), statuses, size)


def _read(place: Place) -> Piece:
    """Return the piece at a place of a file. Raises Changed if the file is not as it was when it was looked through."""
    try:
        piece = place.read()
    except OSError:
        raise Changed(place.piece.name) from None
    if len(piece.data) != place.size:
        raise Changed(place.piece.name)
    return piece
