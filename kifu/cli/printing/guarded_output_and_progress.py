"""Guarded output: text, CSV, aligned columns, JSON, bytes and progress bars.

The streams are guarded as a whole, so no command has to do it, and the output of click is guarded too. A guarded stream
takes text. Three kinds of output go past the guard, all in this module: our own colours and progress bars, JSON (which has
its own escapes), and bytes for a program.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import sys
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

import click

from kifu.cli.printing.language_and_usage_errors import say
from kifu.core.message import Message, escape_json, visible, visible_lines
from notation.diagnostic_rendering import display_width

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from typing import TextIO

    from kifu.reconcile.repair import Repair


class GuardedStream:
    """Text stream that makes terminal control characters visible.

    It has no `buffer`, because click would write UTF-8 to the buffer of an ASCII stream, past the guard.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write text with visible control characters; return its length."""
        self.stream.write(visible_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any attribute of the stream
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.stream, name)


@contextlib.contextmanager
def guard_streams() -> Iterator[None]:
    """Guard the standard streams that exist, until the block ends.

    After an unexpected exception they stay guarded, because the interpreter still prints the traceback.
    """
    before = sys.stdout, sys.stderr
    guards = sys.stdout, sys.stderr = (_guard(before[0]), _guard(before[1]))
    with contextlib.ExitStack() as after:
        after.callback(_restore_streams, guards, before)
        try:
            yield
        except click.ClickException:
            raise
        except Exception:
            after.pop_all()
            raise


def _restore_streams(guards: tuple[TextIO, TextIO], before: tuple[TextIO, TextIO]) -> None:
    """Restore the streams, except guards replaced meanwhile.

    One is replaced for a full device or a closed pipe.
    """
    if sys.stdout is guards[0]:
        sys.stdout = before[0]
    if sys.stderr is guards[1]:
        sys.stderr = before[1]


def _guard(stream: TextIO | None) -> TextIO:
    return cast("TextIO", stream if stream is None or isinstance(stream, GuardedStream) else GuardedStream(stream))


def stream_behind_guard(stream: TextIO) -> TextIO:
    """Return the stream behind a guard, for own control sequences.

    The caller makes all other text safe.
    """
    return cast("GuardedStream", stream).stream if isinstance(stream, GuardedStream) else stream


def make_stdout_utf8() -> None:
    """Make standard output UTF-8 in every locale, because a program reads it."""
    stream = stream_behind_guard(sys.stdout)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def print_styled(text: str) -> None:
    """Print text with :func:`click.style` colours.

    The caller has made all other parts safe.
    """
    click.echo(text, nl=False, file=stream_behind_guard(sys.stdout))


def print_json(value: object, *, err: bool = False, **options: Any) -> None:  # noqa: ANN401 - the options of json.dumps
    """Print a value as one JSON line; `err`: on standard error."""
    click.echo(json_line(value, **options), err=err)


def json_line(value: object, **options: Any) -> str:  # noqa: ANN401 - the options of json.dumps
    """Return a value as one JSON line without LF.

    Control and invisible characters are escaped.
    """
    import json  # noqa: PLC0415 - most commands print words

    return escape_json(json.dumps(value, **{"ensure_ascii": False, **options}))


def json_line_for_stdout(value: object) -> str:
    """Return a value as an LF-ended JSON line for standard output.

    Characters that standard output may lack are escaped too.
    """
    unicode = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    return json_line(value, ensure_ascii=not unicode) + "\n"


def print_bytes(data: bytes) -> None:
    """Write bytes to standard output; to a terminal as guarded text."""
    sys.stdout.flush()  # text that was written before has to come first
    stream = stream_behind_guard(sys.stdout)
    if stream.isatty():
        sys.stdout.write(data.decode(stream.encoding or "ascii", "backslashreplace"))
    else:
        cast("IO[bytes]", stream.buffer).write(data)


def row_as_csv(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as CSV, ended by LF.

    None is an empty cell; a text of several lines keeps its lines, in quotes.
    Unless `raw`, text that a spreadsheet would run as a formula is made harmless (:mod:`kifu.core.escapes_confusables_and_text_width`).
    """
    import csv  # noqa: PLC0415 - most commands print words

    from kifu.core.escapes_confusables_and_text_width import safe_csv_cell  # noqa: PLC0415 - as csv

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells if raw else map(safe_csv_cell, cells))
    return out.getvalue()


def visible_csv_line(cells: Iterable[object], *, raw: bool = False) -> str:
    """Return a row as one CSV line, control characters visible."""
    return row_as_csv((visible(cell) if isinstance(cell, str) else cell for cell in cells), raw=raw)


def rows_as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]], *, raw: bool = False) -> str:
    """Return rows as CSV with a head of `columns`.

    Each row maps these names to cells, see :func:`row_as_csv`.
    """
    lines = (row_as_csv((row[name] for name in columns), raw=raw) for row in rows)
    return row_as_csv(columns) + "".join(lines)


GAP = "  "


def align_columns(rows: Sequence[Sequence[str]], right_aligned: Collection[int] = ()) -> Iterator[str]:
    """Yield rows as lines with columns aligned.

    Each column is as wide as its widest cell; the columns `right_aligned` (from 0) end flush.
    """
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - display_width(cell))
            cells.append(blanks + cell if place in right_aligned else cell + blanks)
        yield GAP.join(cells).rstrip()


T = TypeVar("T")

NO_BAR = 8
"""The largest number of items that are shown without a bar, which would only flicker."""


def progress_bar(length: int, label: str) -> AbstractContextManager[Any]:
    """Return click's bar, shown while a block runs.

    Its `update` moves it by a number of steps.
    """
    return click.progressbar(
        length=length, label=label, file=stream_behind_guard(sys.stderr), hidden=not sys.stderr.isatty()
    )


def show_progress(items: Sequence[T], label: str) -> Iterator[T]:
    """Yield `items`, and move a bar by each that is finished."""
    if len(items) <= NO_BAR:
        yield from items
        return
    with progress_bar(len(items), label) as shown:
        for item in items:
            yield item
            shown.update(1)


def run_with_bar(steps: Iterable[int], step_count: Callable[[], int], label: str) -> None:
    """Take all `steps`, moving a bar by each.

    `step_count` is asked for the number of all steps after the first one.
    """
    with progress_bar(1, label) as shown:
        for step in steps:
            shown.length = max(step_count(), 1)
            shown.update(step)


def search_slips_with_bar(repair: Repair) -> None:
    """Search a record for slips, with a bar."""
    run_with_bar(repair.steps(), lambda: repair.total, say(Message("書き違いを探しています", "looking for slips")))
