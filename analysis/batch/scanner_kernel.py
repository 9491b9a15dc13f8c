"""Scanner kernel: classify lines of plain records over :mod:`analysis.batch.scanner_layout_and_text_kernel`.

The code keeps to the subset that also runs interpreted (:mod:`kifu.core.compiled.kernel_primitives`); numba compiles it when
:mod:`analysis.batch.scan_and_replay` binds it. The scanner never guesses: it stops at anything that a plain record does not have, and
the careful reader (:mod:`notation.formats.kif`) takes the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.batch.scanner_layout_and_text_kernel import (
    CLOSE,
    CLOSING,
    CLOSING_WORD,
    COLON,
    COLUMNS_OF_SQUARES,
    COUNT,
    CR,
    EIGHT,
    EQUALS,
    FIRST,
    FULL_COLON,
    HEAD,
    HEAD_SIZE,
    KEYS_OF_STATEMENTS,
    LEADS_THREE,
    LF,
    MAX_NUMBER_DIGITS,
    NINE,
    NOTHING,
    ONES,
    OPEN,
    PLAIN,
    PLIES,
    POOLED,
    SCORE,
    SCORE_LINE,
    SIGNS_OF_STATEMENTS,
    SLASH,
    SPACE,
    SURELY,
    TABLE_LINE,
    TOTALS,
    WIDE,
    WIDE_BLANK,
    WIDES,
    WON,
    WORDS_OF_STATEMENTS,
    ZERO,
    digits_end,
    equal_bytes_mask,
    find_or_add,
    hash_16_bytes,
    intern,
    is_printable,
    line_end_offset,
    lower_bytes_mask,
    move_text_end_mask,
    parse_digits,
    spaces_end,
    starts_with,
)
from kifu.core.compiled.kernel_primitives import int64_at, kernel, lowest

if TYPE_CHECKING:
    from numpy import int32, int64, uint8
    from numpy.typing import NDArray

    Bytes = NDArray[uint8]
    Ints = NDArray[int64]
    Ids = NDArray[int32]

SHARP, STAR, AND = 35, 42, 38
MAX_TIME_DIGITS = 4
MINUTE, HOUR = 60, 3600
SMALL_A, SMALL_S, TO_SMALL = 97, 115, 32


@kernel
def parse_clock(data: Bytes, at: int, stop: int, memory: Ints, side: int) -> int:
    """Parse `( 0:05/00:00:05)`, add it to its side's total, return seconds.

    -1: it is not plain.

    The result is that of :func:`notation.line_kinds.read_clock`, whose rarer forms are not plain.
    """
    at = spaces_end(data, at + 1, stop)
    end = digits_end(data, at, stop)
    if end == at or end - at > MAX_TIME_DIGITS or end >= stop or data[end] != COLON:
        return NOTHING
    spent = parse_digits(data, at, end) * MINUTE
    at = end + 1
    end = digits_end(data, at, stop)
    if end == at or end - at > 2:
        return NOTHING
    seconds = parse_digits(data, at, end)
    if seconds >= MINUTE:
        return NOTHING
    spent += seconds
    memory[TOTALS + side] += spent
    at = spaces_end(data, end, stop)
    if at < stop and data[at] == SLASH:
        at = spaces_end(data, at + 1, stop)
        if at < stop and data[at] != CLOSE:
            total = 0
            for part in range(3):
                end = digits_end(data, at, stop)
                if end == at or end - at > (MAX_TIME_DIGITS if part == 0 else 2):
                    return NOTHING
                value = parse_digits(data, at, end)
                if part and value >= MINUTE:
                    return NOTHING
                total = total * MINUTE + value
                at = end
                if part < 2:
                    if at >= stop or data[at] != COLON:
                        return NOTHING
                    at += 1
            if total != memory[TOTALS + side]:
                return NOTHING
            at = spaces_end(data, at, stop)
    if at < stop and data[at] == CLOSE and spaces_end(data, at + 1, stop) == stop:
        return spent
    return NOTHING


@kernel
def header_value_offset(data: Bytes, at: int, stop: int, keys: Bytes, key_lengths: Ints) -> int:
    """Return the offset of a header's value for `keys`, or -1."""
    for key in range(len(keys)):
        length = key_lengths[key]
        if at + length < stop and data[at] == keys[key, 0] and data[at + length - 1] == keys[key, length - 1]:
            place = 0
            while place < length and data[at + place] == keys[key, place]:
                place += 1
            if place == length:
                if data[at + length] == COLON:
                    return int(at + length + 1)
                if starts_with(data, at + length, stop, FULL_COLON):
                    return int(at + length + len(FULL_COLON))
    return NOTHING


@kernel
def offset_of_digit(data: Bytes, at: int, stop: int) -> int:
    """Return the offset of eight bytes with a digit or full-width sign.

    The last bytes if there are none; none of them is before.
    """
    while at + EIGHT < stop:
        word = int64_at(data, at)
        if lower_bytes_mask(word ^ ZERO * ONES, 10 + 6) | equal_bytes_mask(word, WIDES):
            return at
        at += EIGHT
    return at


@kernel
def may_name_square(data: Bytes, at: int, stop: int) -> bool:
    """Tell whether a text may name a square: column name, digit."""
    for place in range(max(offset_of_digit(data, at, stop), at + 1), stop):
        if ZERO <= data[place] <= NINE or data[place] == WIDE:
            if SMALL_A <= data[place - 1] | TO_SMALL <= SMALL_S:
                return True
            if place - at >= 3:
                before = (int(data[place - 3]) << 16) + (int(data[place - 2]) << 8) + int(data[place - 1])
                if before >> 16 == WIDE:
                    return True
                for column in COLUMNS_OF_SQUARES:
                    if before == column:
                        return True
    return False


@kernel
def may_hold_statement(data: Bytes, at: int, stop: int) -> bool:
    """Tell whether a value may hold another statement, as a result."""
    for place in range(at, stop):
        byte = data[place]
        if byte == EQUALS or (byte == COLON and (place == at or not ZERO <= data[place - 1] <= NINE)):
            return True
        if byte >= LEADS_THREE and place + 2 < stop:
            sign = (int(byte) << 16) + (int(data[place + 1]) << 8) + int(data[place + 2])
            for marked in SIGNS_OF_STATEMENTS:
                if sign == marked and not (sign == WON and starts_with(data, place - 3, stop, SURELY)):
                    return True
            if place + 5 < stop:
                following = (int(data[place + 3]) << 16) + (int(data[place + 4]) << 8) + int(data[place + 5])
                for word in WORDS_OF_STATEMENTS:
                    if sign == word >> 24 and following == word & 0xFFFFFF:
                        return True
                if place > at and (data[place - 1] <= SPACE or starts_with(data, place - 3, stop, WIDE_BLANK)):
                    for word in KEYS_OF_STATEMENTS:
                        if sign == word >> 24 and following == word & 0xFFFFFF:
                            return True
    return False


@kernel
def scan_record(
    data: Bytes,
    at: int,
    stop: int,
    double_turn_after: int,
    keys: Bytes,
    key_lengths: Ints,
    memory: Ints,
    pool: Bytes,
    words: Ids,
    times: Ids,
    row: Ints,
) -> bool:
    """Scan one record; tell whether it is plain.

    Its head comes first, then moves, then a score and a closing line.

    The head is taken as one text: its lines without comments, and without the values of `keys`. What it means is for the
    careful reader. The numbers of the moves and special words go to `words` from `row[FIRST]` on, and the seconds spent on
    them to the same places of `times` (-1: no time). Everything else goes to `row`.
    """
    head = int(memory[POOLED])  # the head is put together where its text will be remembered
    size = 0
    plies = 0
    moving = False
    over = False
    memory[TOTALS] = 0
    memory[TOTALS + 1] = 0
    while at < stop:
        start = at
        while start < stop and data[start] == SPACE:
            start += 1
        if moving and not over and start < stop and ZERO <= data[start] <= NINE:
            # This is the common case: ply number, word, perhaps a time. One pass reads it with few calls.
            number = 0
            at = start
            while at < stop and ZERO <= data[at] <= NINE:
                number = number * 10 + data[at] - ZERO
                at += 1
            plies += 1
            if number != plies or at - start > MAX_NUMBER_DIGITS:
                return False
            start = at
            while at < stop and data[at] == SPACE:
                at += 1
            if at == start:
                return False
            start = at
            word = 0
            low = 0
            high = 0
            if at + 2 * EIGHT <= stop:
                low = int64_at(data, at)
                found = move_text_end_mask(low)
                if found:
                    at += lowest(found) >> 3
                    low &= (1 << 8 * (at - start)) - 1
                else:
                    high = int64_at(data, at + EIGHT)
                    found = move_text_end_mask(high)
                    if found:
                        at += EIGHT + (lowest(found) >> 3)
                        high &= (1 << 8 * (at - start - EIGHT)) - 1
            if at > start:
                word = find_or_add(low, high, hash_16_bytes(low, high), data, start, at, memory, pool)
            else:
                while at < stop and data[at] > SPACE and data[at] != OPEN:
                    at += 1
                if at == start:
                    return False
                word = intern(data, start, at, memory, pool)
            if word < 0:
                return False
            words[row[FIRST] + plies - 1] = word
            spent = NOTHING
            if at < stop and data[at] != LF:
                at = spaces_end(data, at, stop)
                line = line_end_offset(data, at, stop)
                end = line - 1 if line > at and data[line - 1] == CR else line
                if at < end:
                    if data[at] != OPEN:
                        return False
                    spent = parse_clock(data, at, end, memory, (plies + 1 + (plies > double_turn_after)) & 1)
                    if spent < 0:
                        return False
                at = line
            times[row[FIRST] + plies - 1] = spent
            at += 1
            continue
        end = line_end_offset(data, at, stop)
        after = end + 1
        if end > at and data[end - 1] == CR:
            end -= 1
        if start < end:
            byte = data[start]
            if byte == SHARP or byte == STAR or byte == AND:
                if not is_printable(data, start, end):
                    return False
            elif over:
                return False
            elif not moving and not ZERO <= byte <= NINE and not starts_with(data, at, end, CLOSING_WORD):
                value = header_value_offset(data, at, end, keys, key_lengths)
                if value >= 0 and (
                    not is_printable(data, value, end)
                    or may_name_square(data, value, end)
                    or may_hold_statement(data, value, end)
                ):
                    return False  # the careful reader looks for moves and for further statements
                last = end if value < 0 else value
                if size + last - at >= HEAD_SIZE or head + size + last - at >= len(pool):
                    return False
                for place in range(at, last):
                    pool[head + size] = data[place]
                    size += 1
                pool[head + size] = LF
                size += 1
                if starts_with(data, at, end, TABLE_LINE):
                    row[HEAD] = intern(pool, head, head + size, memory, pool)
                    if row[HEAD] < 0:
                        return False
                    moving = True
            else:
                if not moving:
                    row[HEAD] = intern(pool, head, head + size, memory, pool)
                    if row[HEAD] < 0:
                        return False
                    moving = True
                    if ZERO <= byte <= NINE:
                        continue
                if start > at or not is_printable(data, at, end):
                    return False
                if starts_with(data, at, end, CLOSING_WORD):
                    over = True
                    at += len(CLOSING_WORD)
                    last = digits_end(data, at, end)
                    if last > at:
                        if last - at > MAX_NUMBER_DIGITS:
                            return False
                        row[COUNT] = parse_digits(data, at, last)
                    row[CLOSING] = intern(data, last, end, memory, pool)
                    if row[CLOSING] < 0:
                        return False
                elif starts_with(data, at, end, SCORE_LINE) and row[SCORE] < 0:
                    row[SCORE] = intern(data, at + len(SCORE_LINE), end, memory, pool)
                    if row[SCORE] < 0:
                        return False
                else:
                    return False
        at = after
    row[PLIES] = plies
    return plies > 0


@kernel
def scan(
    data: Bytes,
    record_bounds: Ints,
    double_turn_after: int,
    keys: Bytes,
    key_lengths: Ints,
    memory: Ints,
    pool: Bytes,
    words: Ids,
    times: Ids,
    rows: Ints,
) -> None:
    """Scan records of `data` into `rows`, one row a record.

    `record_bounds` (record, begin and end) tells where each stands.
    """
    first = 0
    for index in range(len(rows)):
        row = rows[index]
        row[FIRST] = first
        row[HEAD] = NOTHING
        row[SCORE] = NOTHING
        row[CLOSING] = NOTHING
        row[COUNT] = NOTHING
        if scan_record(
            data,
            int(record_bounds[index, 0]),
            int(record_bounds[index, 1]),
            double_turn_after,
            keys,
            key_lengths,
            memory,
            pool,
            words,
            times,
            row,
        ):
            row[PLAIN] = 1
            first += row[PLIES]
