"""Judging of files for `kifu verify` and `kifu readings`."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import kifu
from kifu.cli.arguments.files import load_all
from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.printing.guard import bar, progress
from kifu.core.packages import is_installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from kifu.referee.readings import Readings
    from kifu.referee.record import Source
    from kifu.referee.status import Status
    from kifu.referee.verdict import Verdict

COMPILED_FROM = 1 << 21
"""Smallest total size of the files, in bytes, for which kept machine code saves time."""
COLD_COMPILED_FROM = 6 << 20
"""The same where machine code is made first: that takes as long as judging some 5 000 records without it."""


class Request(NamedTuple):
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


class Report(NamedTuple):
    """The output about the records of a task."""

    text: str
    statuses: Counter[Status]
    size: int
    """The number of bytes that were judged."""
    suspected: int = 0
    """How many of the illegal records a slip of the pen explains."""


def report_text(judged: Any, source: Source | None, records: int, request: Request) -> tuple[str, bool]:  # noqa: ANN401 - a verdict, or readings
    """Return a judged record's text, and whether a slip explains it."""
    if request.headed is not None:
        judged = request.headed(judged)
    return request.describe(judged, source, records), getattr(judged, "suspicion", None) is not None


def reports_of(paths: Sequence[str], request: Request, jobs: int | None, label: str) -> Iterator[Report]:
    """Judge the records of files in order, with a bar.

    A few records are judged one by one; many, or any if `jobs` is given, by compiled code with `jobs` workers (one a core).
    Many are more where no machine code is kept yet.
    """
    size = total_size(paths)
    if jobs is None and (size < COMPILED_FROM or (size < COLD_COMPILED_FROM and not _is_machine_code_cached())):
        yield from (show_one(path, request) for path in progress(paths, label))
        return
    from kifu.cli.batch import show_many  # noqa: PLC0415 - only many records need it

    # numpy would start threads for linear algebra, which nothing here needs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with bar(size, label) as shown:
        for report in show_many(paths, request, jobs or cores()):
            shown.update(report.size)
            yield report


def _is_machine_code_cached() -> bool:
    """Tell whether compiled replay starts at once, or nothing compiles."""
    from analysis.batch import compiled_replay  # noqa: PLC0415 - loads numpy

    return not is_installed("fast") or compiled_replay.is_cached()


def total_size(paths: Sequence[str]) -> int:
    """Return the files' total bytes; unknown sizes count as 0."""
    total = 0
    for path in paths:
        if path != STANDARD_STREAM:
            with contextlib.suppress(OSError, ValueError):
                total += os.stat(path).st_size  # noqa: PTH116 - a name may be too long for pathlib
    return total


def show_one(path: str, request: Request) -> Report:
    """Judge the records of one file or archive in Python."""
    parts: list[tuple[str, bool]] = []
    statuses: Counter[Status] = Counter()
    size = 0
    for document in load_all(path, request.rules, hashed=request.hashed):
        judged: Sequence[Verdict | Readings[Verdict]] = (
            kifu.readings(document) if request.readings else kifu.verify(document)
        )
        parts += (report_text(each, document.source, len(document.records), request) for each in judged)
        statuses.update(each.status for each in judged)
        size += len(document.source.data) if document.source else 0
    return Report("".join(text for text, _ in parts), statuses, size, sum(slip for _, slip in parts))


def cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
