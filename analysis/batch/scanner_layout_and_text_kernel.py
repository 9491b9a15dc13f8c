"""Layout of the scanner's arrays; text kernels: lines, figures, interned texts.

Bytes are compared eight at a time in one integer (SWAR, SIMD within a register): the highest bit of each byte is its answer.

Each text (a move, a special word, the end of a closing line, the head) is *interned*: equal texts get the same number, in
order of first appearance. The table stays from one scan to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import int64_at, kernel, lowest, to_int64

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy import int64, uint8
    from numpy.typing import NDArray

    Bytes = NDArray[uint8]
    Ints = NDArray[int64]

# Columns of `rows`, one row a record: whether it is plain; the number of the text of its head; where its words begin in
# `words`, and how many it has; the number of the text of its closing line (-1: none); the count of the closing line (-1:
# none); the number of the text of its 得点 line (-1: none).
PLAIN, HEAD, FIRST, PLIES, CLOSING, COUNT, SCORE = 0, 1, 2, 3, 4, 5, 6
COLUMNS = 7
NOTHING = -1
HEAD_SIZE = 1 << 12
"""The largest number of bytes of a head, without the values that mean nothing; a record with a longer one is not plain."""

# The scanner's memory is one array, for each further array would cost a call more than the call's own work. It holds the
# number of texts, the bytes of the pool that they take, the seconds each side has used, start and end of each text in the
# pool, and an open hash table. An entry of the table has the first sixteen bytes of a text as two integers, its number + 1,
# and its length.
USED, POOLED, TOTALS, SPANS = 0, 1, 2, 4
TEXTS = 1 << 17
"""The largest number of interned texts; records that need more are not plain."""
POOL = TEXTS << 5
"""The largest number of bytes of all texts together."""
SLOTS = SPANS + 2 * TEXTS
MASK = 2 * TEXTS - 1
ENTRY = 4
"""The length of an entry of the hash table."""
PROBES = 1 << 9
"""Probes for a text at most. A text without a place in them is not interned: a file may be made to collide."""
MEMORY = SLOTS + ENTRY * (MASK + 1)
"""The length of the scanner's memory."""

TABLE_LINE = (0xE6, 0x89, 0x8B, 0xE6, 0x95, 0xB0, 45)
"""手数- ."""
CLOSING_WORD = (0xE3, 0x81, 0xBE, 0xE3, 0x81, 0xA7)
"""まで."""
SCORE_LINE = (0xE5, 0xBE, 0x97, 0xE7, 0x82, 0xB9, 0xEF, 0xBC, 0x9A)
"""得点：."""
FULL_COLON = (0xEF, 0xBC, 0x9A)
"""：."""
COLUMNS_OF_SQUARES = (
    0xE4B880,
    0xE4BA8C,
    0xE4B889,
    0xE59B9B,
    0xE4BA94,
    0xE585AD,
    0xE4B883,
    0xE585AB,
    0xE4B99D,
    0xE58D81,
)
"""一 to 十, each as one number."""
WIDE = 0xEF
"""The first byte of full-width letters and figures."""
SIGNS_OF_STATEMENTS = (0xE58B9D, 0xE8B2A0, 0xE69597, 0xE296B2, 0xE296B3, 0xE29897, 0xE29896, 0xEFBC9A, 0xEFBC9D)
"""勝 負 敗 ▲ △ ☗ ☖ ： ＝: what no value has that is only a name, a date or a place. Each as one number."""
WON, SURELY = 0xE58B9D, (0xE5, 0xBF, 0x85)
"""勝, which states nothing behind 必: a proven win (必勝) is no result."""
WORDS_OF_STATEMENTS = (0xE68A95E4BA86, 0xE58887E3828C, 0xE5BC95E58886, 0xE5BC95E3818D, 0xE4B88DE688A6, 0xE58F8DE58987)
"""投了 切れ 引分 引き 不戦 反則, each as one number too."""
KEYS_OF_STATEMENTS = (0xE58588E6898B, 0xE5BE8CE6898B, 0xE6A38BE688A6, 0xE5A0B4E68980, 0xE8A68FE58987, 0xE7B590E69E9C)
"""先手 後手 棋戦 場所 規則 結果: they begin a statement behind a blank."""
WIDE_BLANK = (0xE3, 0x80, 0x80)
"""A full-width blank."""

EIGHT = 8
"""Bytes that are looked at together, as one integer."""
ONES = 0x0101010101010101
"""1 in each of eight bytes."""
HIGHS = 0x80 * ONES - (1 << 64)
"""The highest bit of each of eight bytes, as a signed integer."""
LF, CR, SPACE, COLON, SLASH, OPEN, CLOSE, MINUS, EQUALS = 10, 13, 32, 58, 47, 40, 41, 45, 61
ZERO, NINE = 48, 57
DELETE = 127
LEADS_THREE = 0xE0
"""The least first byte of a sign of three bytes."""
MAX_NUMBER_DIGITS = 9
"""Digits of the longest ply number that the careful reader accepts."""
LFS, OPENS, DELETES = LF * ONES, OPEN * ONES, DELETE * ONES
LATIN, WIDES, ARABIC, INDIC, BEYOND = (byte * ONES - (1 << 64) for byte in (0xC2, WIDE, 0xD8, 0xE0, 0xF0))
"""The first bytes of characters in UTF-8: those of the last three begin eight, three and sixteen bytes."""
# Odd multipliers as signed integers: the golden ratio (Knuth), and one of the last step of MurmurHash3.
STEP = -0x61C8864680B583EB
TWIST = -0x00AE502812AA7333


@kernel
def equal_bytes_mask(word: int, bytes_: int) -> int:
    """Return the high bits of bytes equal to those of `bytes_`.

    Only the lowest bit is certain.
    """
    word ^= bytes_
    return to_int64(word - ONES) & ~word & HIGHS


@kernel
def lower_bytes_mask(word: int, limit: int) -> int:
    """Return the high bits of bytes lower than `limit`.

    Only the lowest bit is certain.
    """
    return to_int64(word - limit * ONES) & ~word & HIGHS


@kernel
def line_end_offset(data: Bytes, at: int, stop: int) -> int:
    """Return the end of the line at `at`: LF or `stop`."""
    while at + EIGHT <= stop:
        found = equal_bytes_mask(int64_at(data, at), LFS)
        if found:
            return at + (lowest(found) >> 3)
        at += EIGHT
    while at < stop and data[at] != LF:
        at += 1
    return at


@kernel
def is_printable(data: Bytes, at: int, stop: int) -> bool:
    """Tell whether bytes are free of reportable control characters.

    Whole blocks are refused because some of their characters are such: U+2000 to U+207F, U+0600 to U+1FFF, all beyond U+FFFF.
    """
    while at < stop:
        if at + EIGHT <= stop:
            word = int64_at(data, at)
            odd = (
                lower_bytes_mask(word, SPACE)
                | equal_bytes_mask(word, DELETES)
                | equal_bytes_mask(word, LATIN)
                | equal_bytes_mask(word, WIDES)
            )
            if not (
                odd
                | lower_bytes_mask(word ^ ARABIC, 8)
                | lower_bytes_mask(word ^ INDIC, 3)
                | lower_bytes_mask(word ^ BEYOND, 16)
            ):
                at += EIGHT
                continue
        byte = data[at]
        if byte < SPACE or byte == DELETE or 0xD8 <= byte <= 0xE1 or byte >= 0xF0:
            return False
        following = data[at + 1] if at + 1 < stop else 0
        if (byte == 0xC2 and following <= 0xAD) or (byte == 0xE2 and following <= 0x81):
            return False
        if byte == WIDE and not 0xBC <= following <= 0xBE:
            return False
        at += 1
    return True


@kernel
def starts_with(data: Bytes, at: int, stop: int, text: Sequence[int]) -> bool:
    """Tell whether `text` stands at `at`."""
    if at + len(text) > stop:
        return False
    for place in range(len(text)):
        if data[at + place] != text[place]:
            return False
    return True


@kernel
def find_or_add(
    low_half: int, high_half: int, text_hash: int, data: Bytes, at: int, stop: int, memory: Ints, pool: Bytes
) -> int:
    """Return a text's number in the hash table, added if new.

    -1 if there are too many.

    `low_half` and `high_half` are its first sixteen bytes, with zeros behind a shorter text; `text_hash` is its hash.
    """
    slot = (text_hash ^ text_hash >> 31) & MASK
    length = stop - at
    for _ in range(PROBES):
        entry = SLOTS + ENTRY * slot
        number = memory[entry + 2] - 1
        if number < 0:
            return add_text(low_half, high_half, entry, data, at, stop, memory, pool)
        if memory[entry] == low_half and memory[entry + 1] == high_half and memory[entry + 3] == length:
            start = memory[SPANS + 2 * number]
            place = 2 * EIGHT
            while place < length and pool[start + place] == data[at + place]:
                place += 1
            if place >= length:
                return int(number)
        slot = (slot + 1) & MASK
    return NOTHING


@kernel
def add_text(
    low_half: int, high_half: int, entry: int, data: Bytes, at: int, stop: int, memory: Ints, pool: Bytes
) -> int:
    """Add a text to the hash table; return its number or -1.

    -1 if there is no room.
    """
    number = memory[USED]
    start = memory[POOLED]
    if number >= TEXTS or start + stop - at > POOL:
        return NOTHING
    for place in range(stop - at):
        pool[start + place] = data[at + place]
    memory[SPANS + 2 * number] = start
    memory[SPANS + 2 * number + 1] = start + stop - at
    memory[POOLED] = start + stop - at
    memory[entry] = low_half
    memory[entry + 1] = high_half
    memory[entry + 2] = number + 1
    memory[entry + 3] = stop - at
    memory[USED] = number + 1
    return int(number)


@kernel
def intern(data: Bytes, at: int, stop: int, memory: Ints, pool: Bytes) -> int:
    """Return the number of the text in `at`…`stop`, or -1.

    -1 if there are too many texts.
    """
    low = load_partial_word(data, at, stop)
    high = load_partial_word(data, at + EIGHT, stop)
    mixed = hash_16_bytes(low, high)
    for place in range(at + 2 * EIGHT, stop, EIGHT):
        mixed = hash_16_bytes(mixed, load_partial_word(data, place, stop))
    return find_or_add(low, high, mixed, data, at, stop, memory, pool)


@kernel
def load_partial_word(data: Bytes, at: int, stop: int) -> int:
    """Return up to eight bytes as one integer, zero-padded from `stop`."""
    word = 0
    for place in range(min(EIGHT, stop - at)):
        word |= int(data[at + place]) << 8 * place
    return to_int64(word)


@kernel
def hash_16_bytes(low: int, high: int) -> int:
    """Return the hash of sixteen bytes."""
    return to_int64(to_int64(low * STEP) ^ to_int64(high * TWIST))


@kernel
def move_text_end_mask(word: int) -> int:
    """Return the high bits of bytes that end a move text.

    Only the lowest bit is certain.
    """
    return lower_bytes_mask(word, SPACE + 1) | equal_bytes_mask(word, OPENS)


@kernel
def digits_end(data: Bytes, at: int, stop: int) -> int:
    """Return where the digits that begin at `at` end."""
    while at < stop and ZERO <= data[at] <= NINE:
        at += 1
    return at


@kernel
def parse_digits(data: Bytes, at: int, stop: int) -> int:
    """Return the number that the digits from `at` to `stop` make."""
    value = 0
    while at < stop:
        value = value * 10 + data[at] - ZERO
        at += 1
    return value


@kernel
def spaces_end(data: Bytes, at: int, stop: int) -> int:
    """Return where the spaces that begin at `at` end."""
    while at < stop and data[at] == SPACE:
        at += 1
    return at
