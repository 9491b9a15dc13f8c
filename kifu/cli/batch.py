"""Batch judging for `kifu verify`, in several processes if worth it.

Only a few pieces of the files are in memory at a time.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.batch.file_splitting import BLOCK, UnreadPiece, places, survey
from kifu.cli.arguments.files import Unreadable
from kifu.cli.arguments.game_options import rules_of
from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.judge_files import Report, report_text, show_one, total_size
from kifu.cli.printing.language import say
from kifu.core.message import Message, visible
from kifu.core.regular_files import is_shell_stream, open_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Future

    from analysis.batch import FilePiece
    from analysis.batch.file_splitting import Survey
    from kifu.cli.judge_files import Request
    from kifu.referee.status import Status

    Task = Callable[[], Report]

MIN_CPU_SECONDS = 3.0
"""Seconds of the processor that what is left would take, by what was measured, for which processes are started."""
MAX_QUEUED = 2
"""The number of tasks that each process may be ahead of the printed output."""
PIECES_PER_WORKER = 4
"""The pieces of a process, at least, so that all end at about the same time."""
MIN_PIECE_BYTES = 1 << 18
"""The bytes of a piece, at least: calling machine code for less takes longer than its work."""


class Stopped(Exception):
    """The system has ended a process."""


class Changed(Exception):
    """A file changed after its survey; argument: its name."""


def show_many(paths: Sequence[str], request: Request, jobs: int) -> Iterator[Report]:
    """Judge the records of files with `jobs` workers, in order.

    Raises Unreadable if a file changes meanwhile, or if the system ends a process.
    """
    total = total_size(paths)
    try:
        yield from _share_work(_tasks(paths, request, _piece_size(total, jobs)), total, jobs)
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


def _share_work(tasks: Iterator[Task], size: int, jobs: int) -> Iterator[Report]:
    """Yield the reports of tasks in order, some from processes.

    Processes are started if what is left of `size` bytes is worth it.
    Raises Stopped if the system ends a process.
    """
    spent, measured = 0.0, 0
    for number, task in enumerate(tasks):
        begun = time.process_time()
        report = task()
        size -= report.size
        if number:  # the first task also loads machine code, or makes it
            spent += time.process_time() - begun
            measured += report.size
        yield report
        if measured and jobs > 1 and spent * size > MIN_CPU_SECONDS * measured:
            yield from _in_processes(tasks, jobs)


def _in_processes(tasks: Iterator[Task], jobs: int) -> Iterator[Report]:
    """Do tasks in processes, dropping unfinished ones after an error; raises Stopped."""
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - loads logging

    from kifu.core.processes import process_pool  # noqa: PLC0415 - loads multiprocessing

    waiting: deque[Future[Report]] = deque()
    try:
        with process_pool(jobs) as pool:
            for task in tasks:
                waiting.append(pool.submit(task))
                if len(waiting) > jobs * MAX_QUEUED:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
    except BrokenExecutor:
        raise Stopped from None


def _piece_size(total: int, jobs: int) -> int:
    """Return the bytes of a piece, smaller to occupy all workers."""
    return BLOCK if jobs == 1 else min(BLOCK, max(MIN_PIECE_BYTES, total // (jobs * PIECES_PER_WORKER)))


def _tasks(paths: Iterable[str], request: Request, size: int) -> Iterator[Task]:
    """Yield tasks, each a function that returns a report.

    A task judges about `size` bytes: a piece of one large file, or several small files of one folder.
    """
    held: list[FilePiece | UnreadPiece] = []
    held_size = 0
    folder = None
    for path in paths:
        surveyed = _survey(path, size, hashed=request.hashed)
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
            yield partial(show_one, path, request)
    if held:
        yield partial(_show_pieces, tuple(held), request)


def _survey(path: str, size: int, *, hashed: bool) -> Survey | None:
    """Return the survey of a divisible file, or None."""
    if path == STANDARD_STREAM or is_shell_stream(path):  # a stream can be read only once
        return None
    try:
        return survey(path, partial(open_regular, path), hashed=hashed, size=size)
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None


def _show_pieces(held: Sequence[FilePiece | UnreadPiece], request: Request) -> Report:
    """Judge the records of some pieces."""
    from analysis.batch import Batch, compiled_replay  # noqa: PLC0415 - numba is slow to import

    pieces = [_read_unchanged(part) if isinstance(part, UnreadPiece) else part for part in held]
    try:
        wanted = compiled_replay.Wanted(scores=not (request.quiet or request.readings))
        batch = Batch(pieces, rules_of(pieces[0].name, request.rules), wanted, matches=not request.readings)
    except UnicodeDecodeError:  # it was UTF-8 when it was looked through
        raise Changed(pieces[0].name) from None
    size = sum(len(piece.data) for piece in pieces)
    texts: list[str] = []
    if request.readings:
        from analysis.batch import readings_of  # noqa: PLC0415 - loads numpy

        found: Counter[Status] = Counter()
        for item, readings in readings_of(batch):
            texts.append(
                report_text(readings, item.record.source if item.record else None, item.piece.records, request)[0]
            )
            found[readings.status] += 1
        return Report("".join(texts), found, size)
    statuses, suspected = batch.plain_statuses(), 0
    for judged in batch.others() if request.quiet else batch:
        record = judged.record
        text, slip = report_text(judged.judgement, record.source if record else None, judged.piece.records, request)
        texts.append(text)
        suspected += slip
        if record is not None:
            statuses[judged.judgement.status] += 1
    return Report("".join(texts), statuses, size, suspected)


def _read_unchanged(place: UnreadPiece) -> FilePiece:
    """Return a piece of a file; raises Changed if it changed."""
    try:
        piece = place.read()
    except OSError:
        raise Changed(place.piece.name) from None
    if len(piece.data) != place.size:
        raise Changed(place.piece.name)
    return piece
