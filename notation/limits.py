"""The limits on what is read. They protect the memory of the machine, and no real record comes near them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.message import Message

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


def of_file(data: bytes) -> Diagnostic | None:
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


def of_record(lines: Sequence[str], first: int, at: int) -> Diagnostic | None:
    """Return the diagnostic for a record that is too large, or None if it is small enough.

    `lines` are the lines of the record, and `first` is the number of the first one, counted from 1. The diagnostic
    stands at line `at` unless a single line is too long.
    """
    if len(lines) > LIMITS.lines and (
        len(lines) > LIMITS.all_lines or sum(map(_is_counted_line, lines)) > LIMITS.lines
    ):
        return record_too_large(at)
    longest = max(map(len, lines), default=0)
    if longest > LIMITS.line:
        return _line_too_long(first + [*map(len, lines)].index(longest), longest)
    # A character has at most four bytes in UTF-8. Only a record that can be too large is encoded and measured.
    if 4 * (longest + 1) * len(lines) > LIMITS.record and _size(lines) > LIMITS.record:
        return record_too_large(at)
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
