"""Judging of files for `kifu verify` and `readings`, in processes if worth it.

Only a few pieces of the files are in memory at a time.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections import Counter, deque
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kifu.cli.arguments.game_and_rules_options import rules_source
from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.printing.guarded_output_and_progress import progress_bar, show_progress
from kifu.cli.printing.language_and_usage_errors import say
from kifu.cli.read_and_write_files import Unreadable, load_documents
from kifu.core.lazy_imports_extras_and_package_files import is_installed
from kifu.core.message import Message, visible
from kifu.core.regular_files import file_system_path, is_shell_stream, open_regular
from kifu.referee.rule_readings import readings_of_document
from kifu.referee.verify import verify_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from typing import Any

    from analysis.batch import FilePiece
    from analysis.batch.file_splitting import FileSurvey, UnreadPiece
    from kifu.referee.record import Source
    from kifu.referee.rule_readings import Readings
    from kifu.referee.status_fault_and_basis import Status
    from kifu.referee.verdict import Verdict

    Task = Callable[[], "JudgeReport"]

COMPILED_FROM = 1 << 21
"""Smallest total size of the files, in bytes, for which kept machine code saves time."""
COLD_COMPILED_FROM = 6 << 20
"""The same where machine code is made first: that takes as long as judging some 5 000 records without it."""


class JudgeRequest(NamedTuple):
    """Request: how records are judged, and what is printed."""

    describe: Callable[[Any, Source | None, int], str]
    """Returns the text about a verdict (about a record's readings, if `readings` is set). Its arguments are the verdict,
    the source of the record, and the number of records."""
    rules: str | None
    """The value of the option `--rules`; None stands for the rules that each record names."""
    quiet: bool
    """Whether records without errors and warnings are left out of the output."""
    hashed: bool
    """Whether the output has the SHA-256 of each file."""
    readings: bool = False
    """Whether each record is judged under the other readings of its rules too."""
    headed: Callable[[Any], Any] | None = None
    """Gives a verdict, or the readings, the headline that people read; None where only programs read the output."""


class JudgeReport(NamedTuple):
    """The output about the records of a task."""

    text: str
    statuses: Counter[Status]
    size: int
    """The number of bytes that were judged."""
    suspected: int = 0
    """How many of the illegal records a slip of the pen explains."""


def report_text_and_has_slip(
    verdict: Any,  # noqa: ANN401 - a verdict, or readings
    source: Source | None,
    record_count: int,
    request: JudgeRequest,
) -> tuple[str, bool]:
    """Return a judged record's text, and whether a slip explains it."""
    if request.headed is not None:
        verdict = request.headed(verdict)
    return request.describe(verdict, source, record_count), getattr(verdict, "suspicion", None) is not None


def judge_with_progress(
    paths: Sequence[str], request: JudgeRequest, jobs: int | None, label: str
) -> Iterator[JudgeReport]:
    """Judge the records of files in order, with a bar.

    A few records are judged one by one; many, or any if `jobs` is given, by compiled code with `jobs` workers (one a core).
    Many are more where no machine code is kept yet.
    """
    size = total_bytes(paths)
    if jobs is None and (size < COMPILED_FROM or (size < COLD_COMPILED_FROM and not _is_machine_code_cached())):
        yield from (judge_one_file(path, request) for path in show_progress(paths, label))
        return
    # numpy would start threads for linear algebra, which nothing here needs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with progress_bar(size, label) as shown:
        for report in judge_in_parallel(paths, request, jobs or available_cores()):
            shown.update(report.size)
            yield report


def _is_machine_code_cached() -> bool:
    """Tell whether compiled replay starts at once, or nothing compiles."""
    from analysis.batch import scan_and_replay  # noqa: PLC0415 - loads numpy

    return not is_installed("fast") or scan_and_replay.is_any_replay_code_cached()


def total_bytes(paths: Sequence[str]) -> int:
    """Return the files' total bytes; unknown sizes count as 0."""
    total = 0
    for path in paths:
        if path != STANDARD_STREAM:
            with contextlib.suppress(OSError, ValueError):
                total += os.stat(path).st_size  # noqa: PTH116 - a name may be too long for pathlib
    return total


def judge_one_file(path: str, request: JudgeRequest) -> JudgeReport:
    """Judge the records of one file or archive in Python."""
    parts: list[tuple[str, bool]] = []
    statuses: Counter[Status] = Counter()
    size = 0
    for document in load_documents(path, request.rules, hashed=request.hashed):
        judged: Sequence[Verdict | Readings[Verdict]] = (
            readings_of_document(document) if request.readings else verify_document(document)
        )
        parts += (report_text_and_has_slip(each, document.source, len(document.records), request) for each in judged)
        statuses.update(each.status for each in judged)
        size += len(document.source.data) if document.source else 0
    return JudgeReport("".join(text for text, _ in parts), statuses, size, sum(slip for _, slip in parts))


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


MIN_CPU_SECONDS = 3.0
"""Seconds of the processor that what is left would take, by what was measured, for which processes are started."""
MAX_QUEUED = 2
"""The number of tasks that each process may be ahead of the printed output."""
PIECES_PER_WORKER = 4
"""The pieces of a process, at least, so that all end at about the same time."""
MIN_PIECE_BYTES = 1 << 18
"""The bytes of a piece, at least: calling machine code for less takes longer than its work."""


class ProcessKilled(Exception):
    """The system has ended a process."""


class FileChanged(Exception):
    """A file changed after its survey; argument: its name."""


def judge_in_parallel(paths: Sequence[str], request: JudgeRequest, jobs: int) -> Iterator[JudgeReport]:
    """Judge the records of files with `jobs` workers, in order.

    Raises Unreadable if a file changes meanwhile, or if the system ends a process.
    """
    total = total_bytes(paths)
    try:
        yield from _run_tasks_in_order(_judging_tasks(paths, request, jobs, total), total, jobs)
    except ProcessKilled:
        message = Message(
            "判定するプロセスが止められました (メモリー不足など)。--jobs 1 で試すか、ファイルを分けてください",
            "a judging process was ended from outside (out of memory?); try --jobs 1, or split the files",
        )
        raise Unreadable(say(message)) from None
    except FileChanged as changed:
        name = visible(str(changed))
        message = Message(
            f"{name}: 読んでいる間に変わりました。もう一度実行してください",
            f"{name}: the file changed while it was being read; run the command again",
        )
        raise Unreadable(say(message)) from None


def _run_tasks_in_order(tasks: Iterator[Task], total_bytes: int, jobs: int) -> Iterator[JudgeReport]:
    """Yield the reports of tasks in order, some from processes.

    Processes are started if what is left of `total_bytes` bytes is worth it.
    Raises Stopped if the system ends a process.
    """
    spent, measured = 0.0, 0
    for number, task in enumerate(tasks):
        begun = time.process_time()
        report = task()
        total_bytes -= report.size
        if number:  # the first task also loads machine code, or makes it
            spent += time.process_time() - begun
            measured += report.size
        yield report
        if measured and jobs > 1 and spent * total_bytes > MIN_CPU_SECONDS * measured:
            yield from _run_in_processes(tasks, jobs)


def _run_in_processes(tasks: Iterator[Task], jobs: int) -> Iterator[JudgeReport]:
    """Do tasks in processes, dropping unfinished ones after an error; raises Stopped."""
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - loads logging

    from kifu.core.child_processes import process_pool  # noqa: PLC0415 - loads multiprocessing

    waiting: deque[Future[JudgeReport]] = deque()
    try:
        with process_pool(jobs) as pool:
            for task in tasks:
                waiting.append(pool.submit(task))
                if len(waiting) > jobs * MAX_QUEUED:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
    except BrokenExecutor:
        raise ProcessKilled from None


def _piece_size(total: int, jobs: int, largest: int) -> int:
    """Return the bytes of a piece, smaller to occupy all workers."""
    return largest if jobs == 1 else min(largest, max(MIN_PIECE_BYTES, total // (jobs * PIECES_PER_WORKER)))


def _judging_tasks(paths: Iterable[str], request: JudgeRequest, jobs: int, total_bytes: int) -> Iterator[Task]:
    """Yield tasks, each a function that returns a report.

    A task judges a piece of one large file, or several small files of one folder.
    """
    from analysis.batch.file_splitting import BLOCK, survey_file, unread_pieces  # noqa: PLC0415 - loads numpy

    size = _piece_size(total_bytes, jobs, BLOCK)
    held: list[FilePiece | UnreadPiece] = []
    held_size = 0
    folder = None
    for path in paths:
        surveyed = _survey_file(path, partial(survey_file, hashed=request.hashed, piece_bytes=size))
        copied = surveyed is not None and surveyed.copied
        for place in unread_pieces(surveyed) if surveyed else ():
            if held and (held_size + place.size > size or file_system_path(path).parent != folder):
                yield partial(_judge_held_pieces, tuple(held), request)
                held, held_size = [], 0
            folder = file_system_path(path).parent
            # The process that judges a piece reads it from the file; that is faster than sending the bytes. A copied file is
            # read here, because only this process has the copy, and only for a short time.
            held.append(place.read() if copied else place)
            held_size += place.size
        if surveyed is None:
            if held:
                yield partial(_judge_held_pieces, tuple(held), request)
                held, held_size = [], 0
            yield partial(judge_one_file, path, request)
    if held:
        yield partial(_judge_held_pieces, tuple(held), request)


def _survey_file(path: str, surveyor: Callable[..., FileSurvey | None]) -> FileSurvey | None:
    """Return the survey of a divisible file, or None."""
    if path == STANDARD_STREAM or is_shell_stream(path):  # a stream can be read only once
        return None
    try:
        return surveyor(path, partial(open_regular, path))
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return None


def _judge_held_pieces(held_pieces: Sequence[FilePiece | UnreadPiece], request: JudgeRequest) -> JudgeReport:
    """Judge the records of some pieces."""
    from analysis.batch import Batch, FilePiece, batch_readings, scan_and_replay  # noqa: PLC0415 - numba is slow to import

    pieces = [part if isinstance(part, FilePiece) else _read_piece_if_unchanged(part) for part in held_pieces]
    try:
        wanted = scan_and_replay.WantedOutputs(scores=not (request.quiet or request.readings))
        batch = Batch(pieces, rules_source(pieces[0].name, request.rules), wanted, matches=not request.readings)
    except UnicodeDecodeError:  # it was UTF-8 when it was looked through
        raise FileChanged(pieces[0].name) from None
    size = sum(len(piece.data) for piece in pieces)
    texts: list[str] = []
    if request.readings:
        found: Counter[Status] = Counter()
        for item, readings in batch_readings(batch):
            texts.append(
                report_text_and_has_slip(
                    readings, item.record.source if item.record else None, item.piece.records, request
                )[0]
            )
            found[readings.status] += 1
        return JudgeReport("".join(texts), found, size)
    statuses, suspected = batch.plain_statuses(), 0
    for judged in batch.records_not_plain() if request.quiet else batch:
        record = judged.record
        text, slip = report_text_and_has_slip(
            judged.judgement, record.source if record else None, judged.piece.records, request
        )
        texts.append(text)
        suspected += slip
        if record is not None:
            statuses[judged.judgement.status] += 1
    return JudgeReport("".join(texts), statuses, size, suspected)


def _read_piece_if_unchanged(unread_piece: UnreadPiece) -> FilePiece:
    """Return a piece of a file; raises Changed if it changed."""
    try:
        piece = unread_piece.read()
    except OSError:
        raise FileChanged(unread_piece.piece.name) from None
    if len(piece.data) != unread_piece.size:
        raise FileChanged(unread_piece.piece.name)
    return piece
