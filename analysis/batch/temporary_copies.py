"""Temporary copies of streams, and of other encodings as UTF-8."""

from __future__ import annotations

import io
import re
import weakref
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import IO, TYPE_CHECKING

from notation.encoding import HEADS, IN_UTF8, SIGN, TRIED, has_soft_line_end, is_utf8, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    Opener = Callable[[], AbstractContextManager[IO[bytes]]]
    """Opens a file at its beginning. It may be called again once the previous reader has closed the file."""

BLOCK = 1 << 16
TOGETHER = 1 << 6
"""Lines that are in memory at a time; of a longer line, a part of `BLOCK` characters counts as one."""
SMALL = 1 << 17
"""Bytes up to which a copy stays in memory; a larger one goes to the disk."""


class TemporaryCopy:
    """Temporary file, closed when freed; an :data:`Opener` when called."""

    def __init__(self) -> None:
        import tempfile  # noqa: PLC0415 - most files need no copy

        self._file = tempfile.SpooledTemporaryFile(SMALL)  # noqa: SIM115 - closed with this object
        weakref.finalize(self, self._file.close)

    @contextmanager
    def __call__(self) -> Iterator[IO[bytes]]:
        """Return the file in a context, positioned at its beginning."""
        self._file.seek(0)
        yield self._file


def copy_stream(head: bytes, stream: IO[bytes]) -> TemporaryCopy:
    """Copy `head` and the rest of a stream to a temporary file.

    Raises what reading the stream raises.
    """
    import shutil  # noqa: PLC0415 - most files need no copy

    copy = TemporaryCopy()
    with copy() as file:
        file.write(head)
        shutil.copyfileobj(stream, file, BLOCK)
    return copy


def copy_as_utf8(opener: Opener, *, bom: bool) -> tuple[str, TemporaryCopy] | None:
    """Return a file's encoding, and a copy as UTF-8 with LF.

    The copy has no byte order mark.

    The encoding is the one that :func:`notation.encoding.decode` would choose; None if no encoding fits. Only a small
    part of the file is in memory at a time. Raises OSError if the file cannot be opened or read.
    """
    if _in_several(opener):
        return None
    for encoding in ("utf-8",) if bom else TRIED:
        copy = TemporaryCopy()
        with opener() as source, copy() as target:
            try:
                is_record = _recode(source, "utf-8-sig" if bom else encoding, target)
            except UnicodeDecodeError:
                continue
        if is_record or encoding == "utf-8":
            return encoding, copy
    return None


def _in_several(opener: Opener) -> bool:
    """Tell whether a file may mix encodings, so that it stays whole."""
    found = set()
    kept = b""
    with opener() as file:
        while block := file.read(BLOCK):
            data = kept + block
            found |= {codec for codec, head in HEADS.items() if head in data}
            kept = block[-max(map(len, HEADS.values())) :]
    return len(found) > 1


def _in_utf8(line: str, encoding: str) -> bool:
    """Tell whether a line that was decoded is UTF-8 in truth."""
    data = b"" if line.isascii() else line.encode(encoding)
    return IN_UTF8.search(data) is not None and is_utf8(data)


def _with_hard_line_ends(line: str) -> str:
    """Return a line whose ends within it are LF."""
    if line.isascii() or not has_soft_line_end(line):
        return line
    source = split("", b"", line, "utf-8", bom=False)
    return "".join(text + "\n" * bool(end) for text, end in zip(source.lines, source.ends, strict=True))


def _recode(source: IO[bytes], encoding: str, target: IO[bytes]) -> bool:
    """Copy text as UTF-8; tell whether a line shows a record.

    Raises UnicodeDecodeError, OSError.
    """
    text = io.TextIOWrapper(source, encoding, newline=None)
    is_record, at_line_start = False, True
    try:
        while lines := list(islice(iter(partial(text.readline, BLOCK), ""), TOGETHER)):
            if not encoding.startswith("utf-8") and any(_in_utf8(line, encoding) for line in lines):
                raise UnicodeDecodeError(encoding, b"", 0, 0, "a line is UTF-8")
            target.write("".join(map(_with_hard_line_ends, lines)).encode())
            starts_line = [at_line_start, *(line.endswith("\n") for line in lines)]
            is_record = is_record or any(
                re.match(SIGN, line) for line, starts in zip(lines, starts_line, strict=False) if starts
            )
            at_line_start = starts_line[-1]
    finally:
        text.detach()
    return is_record
