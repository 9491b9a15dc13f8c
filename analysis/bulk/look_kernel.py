"""Looks through bytes for what tells how a file can be cut: whether they are UTF-8, how lines end, where records begin.

The code keeps to the subset that also runs interpreted (:mod:`kifu.kernels.mark`). Its inner loops ask eight bytes at a time
without a branch, so that the compiler can ask several eights at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.bulk.eights import EIGHT, HIGHS, ONES, equal, exactly
from kifu.kernels.mark import eight, kernel, popcount, wrapped

if TYPE_CHECKING:
    from numpy import int64, uint8
    from numpy.typing import NDArray

    Bytes = NDArray[uint8]
    Ints = NDArray[int64]

LF, CR = 10, 13
HEAD = (0xE6, 0xA3, 0x8B, 0xE7, 0xA8, 0xAE, 0xEF, 0xBC, 0x9A)
"""棋種：."""
NAME = 6
"""The bytes of 棋種."""
STRIDE = 128
"""Bytes that are asked the same question before its answer is looked at."""
LFS, CRS = LF * ONES, CR * ONES
EVENS = 0xFE * ONES - (1 << 64)
C0S, E0S, EDS = (byte * ONES - (1 << 64) for byte in (0xC0, 0xE0, 0xED))
HEAD_0, HEAD_1, HEAD_2 = (byte * ONES - (1 << 64) for byte in HEAD[:3])

# Columns of `seen`: whether the bytes are UTF-8; their LFs; whether a CR is followed by anything but LF;
# how often 棋種 occurs; how many lines begin with 棋種： .
IS_UTF8, LINES, LONE_CR, NAMES, HEADS = 0, 1, 2, 3, 4
COLUMNS = 5
# Columns of `heads`, which has row after row, one for each such line: where it begins; whether it is the same line as in the
# row before.
START, REPEATED = 0, 1
HEAD_COLUMNS = 2
MEMORY = 12
"""The bytes that :func:`is_utf8` needs for itself."""


@kernel
def wrong(data: Bytes, at: int) -> bool:
    """Tell whether the byte at `at`, behind the three before it, breaks UTF-8 (Unicode 15, table 3-7)."""
    byte, before, second, third = data[at], data[at - 1], data[at - 2], data[at - 3]
    due = (before >= 0xC0) | (second >= 0xE0) | (third >= 0xF0)
    follows = (byte >= 0x80) & (byte < 0xC0)
    return bool(
        (due != follows)
        | (byte == 0xC0)
        | (byte == 0xC1)
        | (byte >= 0xF5)
        | ((before == 0xE0) & (byte < 0xA0))
        | ((before == 0xED) & (byte >= 0xA0))
        | ((before == 0xF0) & (byte < 0x90))
        | ((before == 0xF4) & (byte >= 0x90))
    )


@kernel
def doubtful(data: Bytes, at: int) -> int:
    """Return 0 if none of the eight bytes at `at`, behind the three before them, can break UTF-8.

    Bytes with a rare first byte of a character before them, or among them, are doubtful; :func:`wrong` knows.
    """
    word = eight(data, at)
    before = eight(data, at - 1)
    second = eight(data, at - 2)
    third = eight(data, at - 3)
    due = before & before << 1 | second & second << 1 & second << 2 | third & third << 1 & third << 2 & third << 3
    follows = word & ~(word << 1)
    four = before & before << 1 & before << 2 & before << 3 | word & word << 1 & word << 2 & word << 3
    rare = equal(before, E0S) | equal(before, EDS) | equal(word & EVENS, C0S)
    return wrapped(((due ^ follows) | four) & HIGHS | rare)


@kernel
def is_utf8(data: Bytes, memory: Bytes) -> bool:
    """Tell whether bytes are UTF-8, whole characters. `memory` has room for MEMORY bytes."""
    size = len(data)
    # The ends stand between zeros, so that each byte there has its neighbours.
    for place in range(MEMORY):
        memory[place] = 0
    for place in range(min(size, 6)):
        memory[3 + place] = data[place]
    for place in range(3, MEMORY):
        if wrong(memory, place) and (place < 9 or size <= 6):
            return False
    if size <= 6:
        return True
    at = 6
    while at + STRIDE <= size:
        doubts = 0
        for step in range(0, STRIDE, EIGHT):
            doubts |= doubtful(data, at + step)
        if doubts:
            for place in range(at, at + STRIDE):
                if wrong(data, place):
                    return False
        at += STRIDE
    while at < size:
        if wrong(data, at):
            return False
        at += 1
    for place in range(MEMORY):
        memory[place] = 0
    for place in range(3):
        memory[place] = data[size - 3 + place]
    return not (wrong(memory, 3) or wrong(memory, 4) or wrong(memory, 5))


@kernel
def at_head(data: Bytes, at: int, length: int) -> bool:
    """Tell whether the first `length` bytes of 棋種： stand at `at`."""
    if at + length > len(data):
        return False
    for place in range(length):
        if data[at + place] != HEAD[place]:
            return False
    return True


@kernel
def headed(data: Bytes, at: int, seen: Ints, heads: Ints) -> None:
    """Count 棋種 at `at`, if it stands there, and the line that it begins. `heads` may have no room for its row."""
    if not at_head(data, at, NAME):
        return
    seen[NAMES] += 1
    if (at and data[at - 1] != LF) or not at_head(data, at, len(HEAD)):
        return
    row = HEAD_COLUMNS * seen[HEADS]
    seen[HEADS] += 1
    if row < len(heads):
        heads[row + START] = at
        heads[row + REPEATED] = row > 0 and repeated(data, heads[row - HEAD_COLUMNS + START], at)


@kernel
def repeated(data: Bytes, before: int, at: int) -> bool:
    """Tell whether the line at `at` is the same as an earlier one at `before`."""
    while at < len(data) and data[before] == data[at]:
        if data[at] == LF:
            return True
        before += 1
        at += 1
    return False


@kernel
def look(data: Bytes, check: int, memory: Bytes, seen: Ints, heads: Ints) -> None:
    """Fill `seen` and `heads`, which has a row for each line that can begin with 棋種： , or none at all.

    Without `check` it does not matter whether the bytes are UTF-8. `memory` is that of :func:`is_utf8`.
    """
    size = len(data)
    seen[IS_UTF8] = check and is_utf8(data, memory)
    lines, lone = 0, 0
    at = 0
    while at + STRIDE + 2 <= size:
        found = 0
        for step in range(at, at + STRIDE, EIGHT):
            word = eight(data, step)
            behind = eight(data, step + 1)
            lines += popcount(exactly(word, LFS) >> 7 & ONES)
            lone |= exactly(word, CRS) & ~exactly(behind, LFS)
            found |= equal(word, HEAD_0) & equal(behind, HEAD_1) & equal(eight(data, step + 2), HEAD_2)
        if found:
            for place in range(at, at + STRIDE):
                if data[place] == HEAD[0]:
                    headed(data, place, seen, heads)
        at += STRIDE
    for place in range(at, size):
        lines += data[place] == LF
        lone |= data[place] == CR and place + 1 < size and data[place + 1] != LF
        headed(data, place, seen, heads)
    seen[LINES] = lines
    seen[LONE_CR] = lone != 0
