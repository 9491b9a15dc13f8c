"""Temporary copies of files: of streams that can be read but once, and of other encodings as UTF-8."""

from __future__ import annotations

import io
import shutil
import tempfile
import weakref
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import IO, TYPE_CHECKING

from notation.encoding import ENCODINGS, SIGN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    Opener = Callable[[], AbstractContextManager[IO[bytes]]]
    """Opens a file at its beginning, as often as it is asked to, one reader after the other."""

BLOCK = 1 << 16
TOGETHER = 1 << 6
"""Lines, or parts of lines of that length, that are held at a time."""
SMALL = 1 << 17
"""Bytes of a copy up to which it is in memory."""


class Copy:
    """A temporary file, open until nobody knows it any more. It is an :data:`Opener`."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(SMALL)  # noqa: SIM115 - closed with this object
        weakref.finalize(self, self._file.close)

    @contextmanager
    def __call__(self) -> Iterator[IO[bytes]]:
        """Give the file, at its beginning."""
        self._file.seek(0)
        yield self._file


def copied(head: bytes, stream: IO[bytes]) -> Copy:
    """Return a copy of `head` and the rest of a stream. Raises what reading the stream raises."""
    copy = Copy()
    with copy() as file:
        file.write(head)
        shutil.copyfileobj(stream, file, BLOCK)
    return copy


def recoded(opener: Opener, *, bom: bool) -> tuple[str, Copy] | None:
    """Return the encoding of a file and a copy of its text in UTF-8, without a byte order mark, whose lines end in LF.

    The encoding is that which :func:`notation.encoding.decode` finds; None where it finds none. Little of it is held
    at a time. Raises OSError as `opener` and what it opens do.
    """
    for encoding in ("utf-8",) if bom else ENCODINGS:
        copy = Copy()
        with opener() as source, copy() as target:
            try:
                shown = _recode(source, "utf-8-sig" if bom else encoding, target)
            except UnicodeDecodeError:
                continue
        if shown or encoding == "utf-8":
            return encoding, copy
    return None


def _recode(source: IO[bytes], encoding: str, target: IO[bytes]) -> bool:
    """Copy text, and tell whether a line shows the sign of a record."""
    text = io.TextIOWrapper(source, encoding, newline=None)
    shown, fresh = False, True
    try:
        while lines := list(islice(iter(partial(text.readline, BLOCK), ""), TOGETHER)):
            target.write("".join(lines).encode())
            begun = [fresh, *(line.endswith("\n") for line in lines)]
            shown = shown or any(SIGN.match(line) for line, starts in zip(lines, begun, strict=False) if starts)
            fresh = begun[-1]
    finally:
        text.detach()
    return shown
