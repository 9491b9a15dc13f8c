"""The limits on what is read: on a file, on a record, and on what an archive may unpack to.

They protect the memory of the machine, and no real record comes near them. A few packed bytes can stand for gigabytes.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import IO

MEBI = 1 << 20
_SOFT_ENDS = (b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xc2\x85")
"""The line ends NEL, U+2028 and U+2029 in UTF-8."""


class Limits(NamedTuple):
    """The largest sizes that are read."""

    file: int = 32 * MEBI
    """Bytes of a file that cannot be read record by record, such as JSON. Other files are read in pieces."""
    file_lines: int = 3_000_000
    """Lines of such a file."""
    record: int = 16 * MEBI
    """Bytes, in UTF-8, of a record."""
    lines: int = 100_000
    """Lines of a record without its comments. Each of them may need a diagnostic, which takes memory too."""
    all_lines: int = 2_000_000
    """Lines of a record, comments included."""
    line: int = 8 * MEBI
    """Characters of a line."""


LIMITS = Limits()


def file_limit_diagnostic(data: bytes) -> Diagnostic | None:
    """Return the diagnostic for a file that is too large to be read as a whole, or None if it is small enough."""
    if len(data) > LIMITS.file:
        return file_too_large()
    lines = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    lines += sum(map(data.count, _SOFT_ENDS))
    if lines > LIMITS.file_lines:
        most = LIMITS.file_lines
        return error(
            "file-too-large",
            Message(
                f"行が多すぎます ({lines} 行。一度に読めるのは {most} 行まで)。棋譜ごとに分けてください",
                f"too many lines ({lines}; at most {most} are read at once); split the file into records",
            ),
        )
    return None


def file_too_large() -> Diagnostic:
    """Return the diagnostic for a file with too many bytes."""
    most = LIMITS.file // MEBI
    return error(
        "file-too-large",
        Message(
            f"ファイルが大きすぎます (JSON や、棋譜ごとに切れないファイルは {most} MiB まで)。棋譜ごとに分けてください",
            f"the file is too large (JSON, and what cannot be cut into records, is read up to {most} MiB); split it",
        ),
    )


def record_limit_diagnostic(lines: Sequence[str], first_line: int, title_line: int) -> Diagnostic | None:
    """Return the diagnostic for a record that is too large, or None if it is small enough.

    `lines` are the lines of the record, and `first_line` is the number of the first one, counted from 1. The diagnostic
    stands at line `title_line` unless a single line is too long.
    """
    if len(lines) > LIMITS.lines and (
        len(lines) > LIMITS.all_lines or sum(map(_is_counted_line, lines)) > LIMITS.lines
    ):
        return record_too_large(title_line)
    longest = max(map(len, lines), default=0)
    if longest > LIMITS.line:
        return _line_too_long(first_line + [*map(len, lines)].index(longest), longest)
    # A character has at most four bytes in UTF-8. Only a record that can be too large is encoded and measured.
    if 4 * (longest + 1) * len(lines) > LIMITS.record and _size(lines) > LIMITS.record:
        return record_too_large(title_line)
    return None


def record_too_large(line: int) -> Diagnostic:
    """Return the diagnostic for a record that is too large; it stands at `line`."""
    mebis, most = LIMITS.record // MEBI, LIMITS.lines
    return error(
        "record-too-large",
        Message(
            f"棋譜が大きすぎます (一つの棋譜は {mebis} MiB、注釈を除いて {most} 行まで)。「棋種：」の行が抜けていないか確かめてください",
            f"the record is too large (one may have {mebis} MiB, and {most} lines besides comments); see whether a 棋種 line is missing",
        ),
        line,
        1,
    )


def _line_too_long(line: int, length: int) -> Diagnostic:
    """Return the diagnostic for a line of too many characters."""
    return error(
        "line-too-long",
        Message(
            f"行が長すぎます ({length} 文字。一行は {LIMITS.line} 文字まで)。改行してください",
            f"the line is too long ({length} characters; one may have {LIMITS.line}); break it",
        ),
        line,
        1,
    )


def _is_counted_line(line: str) -> bool:
    """Return whether a line counts: blank lines and printable comments do not, for they never get a diagnostic."""
    return not line.isspace() and bool(line) and not (line.startswith(("*", "#", "&")) and line.isprintable())


def _size(lines: Iterable[str]) -> int:
    return sum(len(line.encode("utf-8", "surrogatepass")) + 1 for line in lines)


FREE = 256 * MEBI
"""Bytes that any file or member may unpack to."""
TOGETHER = 4 * FREE
"""Bytes that all members of an archive may unpack to together."""
TIMES = 100
"""Beyond these bytes, the unpacked size may be this many times the packed one; for records it is about ten times."""
BLOCK = 1 << 12
"""Bytes that are unpacked at a time. Some unpackers cannot be limited; then it is packed bytes that are read at a time."""


class UnpacksTooLarge(OSError):
    """An archive unpacks to more than its allowance. `message` says it in both languages."""

    def __init__(self, most: int) -> None:
        mebis = most // MEBI
        self.message = Message(
            f"展開すると {mebis} MiB を超えます (圧縮されたものの {TIMES} 倍まで)。展開してから指定してください",
            f"it unpacks to more than {mebis} MiB ({TIMES} times what is packed); unpack it yourself, and name the files",
        )
        super().__init__(self.message.en)


class UnpackAllowance:
    """Counts the bytes that may still be unpacked: at first `free`, and TIMES as many as the `packed` bytes."""

    def __init__(self, packed: int, free: int = FREE) -> None:
        self.most = self.left = free + TIMES * packed

    def take(self, size: int) -> None:
        """Subtract `size` unpacked bytes. Raises UnpacksTooLarge if that is more than is left."""
        self.left -= size
        if self.left < 0:
            raise UnpacksTooLarge(self.most)


class CountedStream(io.RawIOBase):
    """A stream that unpacks at most BLOCK bytes at a time, and no more in all than `allowances` have left.

    It returns the bytes before a fault first. Then it raises UnpacksTooLarge, or what reading `stream` raises.
    """

    def __init__(self, stream: IO[bytes], *allowances: UnpackAllowance) -> None:
        self._read = getattr(stream, "read1", stream.read)
        self._allowances = allowances

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any writable buffer
        """Put the next bytes into a buffer and return their number; 0 at the end. Raises what the class says."""
        data = self._read(min(len(buffer), BLOCK))
        for allowance in self._allowances:
            allowance.take(len(data))
        buffer[: len(data)] = data
        return len(data)


def counting_reader(stream: IO[bytes], *allowances: UnpackAllowance) -> IO[bytes]:
    """Return :class:`CountedStream` with a buffer, so that a read returns as many bytes as it asks for."""
    return io.BufferedReader(CountedStream(stream, *allowances), BLOCK)
