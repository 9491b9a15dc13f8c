"""What is printed: nothing that reaches a terminal rules it, wherever the text comes from.

Standard output and standard error are guarded as a whole, so that no command, and nothing that click prints by itself, can
forget to. What is written to a guarded stream is text; there are three ways past the guard, all in this module: a bar or
a board of our own with its colours, JSON (which has escapes of its own), and bytes for a program.
"""

from __future__ import annotations

import contextlib
import json
import sys
from typing import IO, TYPE_CHECKING, Any, cast

import click

from kifu.model.message import escaped, safe

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO


class Guard:
    """A text stream that makes visible what would rule a terminal.

    It has no `buffer`: click, which writes to it past a stream of ASCII, leaves this one alone.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write text, each line of it made visible."""
        self.stream.write(safe(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the stream has
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.stream, name)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Guard the standard streams, as far as there are any, until the program ends as it means to.

    After a failure nobody expects they stay guarded, for the interpreter prints what has happened.
    """
    before = sys.stdout, sys.stderr
    guards = sys.stdout, sys.stderr = (_guard(before[0]), _guard(before[1]))
    with contextlib.ExitStack() as after:
        after.callback(_restore, guards, before)
        try:
            yield
        except click.ClickException:
            raise
        except Exception:
            after.pop_all()
            raise


def _restore(guards: tuple[TextIO, TextIO], before: tuple[TextIO, TextIO]) -> None:
    """Put the streams back, unless others have been put in the guards' place: a full device, a reader who has left."""
    if sys.stdout is guards[0]:
        sys.stdout = before[0]
    if sys.stderr is guards[1]:
        sys.stderr = before[1]


def _guard(stream: TextIO | None) -> TextIO:
    return cast("TextIO", stream if stream is None or isinstance(stream, Guard) else Guard(stream))


def unguarded(stream: TextIO) -> TextIO:
    """Return the stream itself, for control sequences of our own; all else written to it has to be safe already."""
    return cast("Guard", stream).stream if isinstance(stream, Guard) else stream


def print_styled(text: str) -> None:
    """Print text with colours (of :func:`click.style`), whose every other part has been made visible."""
    click.echo(text, nl=False, file=unguarded(sys.stdout))


def print_json(value: object, *, err: bool = False, **options: Any) -> None:  # noqa: ANN401 - those of json.dumps
    """Print a value as one line of JSON, on standard output or, with `err`, on standard error."""
    click.echo(one_line(value, **options), err=err)


def one_line(value: object, **options: Any) -> str:  # noqa: ANN401 - those of json.dumps
    """Return a value as one line of JSON without its LF; what a terminal would obey or not show is escaped."""
    return escaped(json.dumps(value, **{"ensure_ascii": False, **options}))


def print_bytes(data: bytes) -> None:
    """Write bytes to standard output: to a file or program as they are, on a terminal as text that does not rule it."""
    sys.stdout.flush()  # what was written as text comes first
    stream = unguarded(sys.stdout)
    if stream.isatty():
        sys.stdout.write(data.decode(stream.encoding or "ascii", "backslashreplace"))
    else:
        cast("IO[bytes]", stream.buffer).write(data)
