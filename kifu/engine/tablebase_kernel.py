"""Retrograde analysis of all positions of a slice.

It is bound like the search, over a game's slices. A value is one byte: 0 if neither side can force a win, else 1 more
than the plies of the win against best defence. The side to move wins in an odd number of plies, the other side in an
even number: 0 is a position that the side to move has lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

    NextNumberAndEdges = tuple[int, int]
    """The number of the position to go on with, and the edges that are filled."""
    CheckedWrongAndMissing = tuple[int, int, int]
    """The positions checked, those with wrong values, and the code of a slice that is missing (0: none)."""

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
slice_of: Callable[[Any], int]
index_of: Callable[[Any], int]
position_at: Callable[[int, int], Any]
size_of: Callable[[int], int]

UNUSED = 255
"""The value of a number that no position has, because another number stands for the same position."""
OPEN = 255
"""As the ply in which a position is decided: not yet known."""
MAX_MOVES = 1024
"""The moves of a position, at most."""
MAX_WIN_PLIES = 250
"""The plies of a win, at most."""


@kernel
def slice_offset(code: int, codes: Any, offsets: Any) -> int:  # noqa: ANN401 - arrays
    """Return where the values of a slice begin.

    -1 if the table does not have it. `codes` rise.
    """
    low, high = 0, len(codes)
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return offsets[low] if low < len(codes) and codes[low] == code else -1


@kernel
def list_slice_moves(
    code: int,
    begin: int,
    codes: Any,  # noqa: ANN401
    offsets: Any,  # noqa: ANN401
    values: Any,  # noqa: ANN401
    edges: Any,  # noqa: ANN401
    starts: Any,  # noqa: ANN401
    due: Any,  # noqa: ANN401
    open_moves: Any,  # noqa: ANN401
    latest: Any,  # noqa: ANN401
) -> NextNumberAndEdges:
    """List moves of a slice's positions from `begin`, until `edges` is full.

    Returns the next number, and how much of `edges` is used. `values` are those of the slices that are decided. For each
    position: `starts` gets where its moves within the slice begin, `open_moves` the number of moves that are not known to lose,
    `due` the plies of the nearest end that moves out of the slice give, `latest` the longest resistance of those that lose.
    """
    filled = 0
    number = begin
    while number < len(due) and filled + MAX_MOVES <= len(edges):
        starts[number] = filled
        position = position_at(code, number)
        if index_of(position) != number:
            latest[number] = UNUSED
            number += 1
            continue
        if result(position):
            due[number] = 0
            number += 1
            continue
        mover = side(position) + 1
        for move in legal_moves(position):
            after = play(position, move)
            ended = result(after)
            if ended == mover:
                due[number] = 1
                filled = starts[number]
                break
            open_moves[number] += 1
            there = slice_of(after)
            if there == code:
                edges[filled] = index_of(after)
                filled += 1
                continue
            value = np.int64(values[slice_offset(there, codes, offsets) + index_of(after)])
            if value == 0:
                continue
            if value % 2:
                due[number] = min(np.int64(due[number]), value)
            else:
                open_moves[number] -= 1
                latest[number] = max(np.int64(latest[number]), value - 1)
        if due[number] == OPEN and open_moves[number] == 0:
            due[number] = latest[number] + 1
        number += 1
    return number, filled


@kernel
def reverse_edges(edges: Any, starts: Any, into: Any, before: Any) -> None:  # noqa: ANN401
    """Reverse the graph: predecessors of position i into `before`.

    They stand from into[i] to into[i + 1].
    """
    for place in range(len(edges)):
        into[edges[place] + 1] += 1
    for number in range(len(into) - 1):
        into[number + 1] += into[number]
    for number in range(len(starts) - 1):
        for place in range(starts[number], starts[number + 1]):
            after = edges[place]
            before[into[after]] = number
            into[after] += 1
    for number in range(len(into) - 1, 0, -1):
        into[number] = into[number - 1]
    into[0] = 0


@kernel
def write_slice_values(due: Any, open_moves: Any, latest: Any, into: Any, before: Any, values: Any) -> int:  # noqa: ANN401
    """Write the value of each position of a slice to `values`.

    Return the plies of the longest win, -1 if it is too long.
    """
    last: Any = 0
    for number in range(len(due)):
        if latest[number] == UNUSED:
            values[number] = UNUSED
        elif due[number] != OPEN:
            last = max(last, np.int64(due[number]))
    plies = 0
    longest = 0
    while plies <= last:
        if plies > MAX_WIN_PLIES:
            return -1
        for number in range(len(due)):
            if due[number] != plies or values[number]:
                continue
            values[number] = plies + 1
            longest = plies
            for place in range(into[number], into[number + 1]):
                earlier = before[place]
                if values[earlier]:
                    continue
                if plies % 2 == 0:
                    due[earlier] = min(np.int64(due[earlier]), plies + 1)
                    last = max(last, plies + 1)
                else:
                    open_moves[earlier] -= 1
                    latest[earlier] = max(np.int64(latest[earlier]), plies)
                    if open_moves[earlier] == 0 and due[earlier] == OPEN:
                        due[earlier] = latest[earlier] + 1
                        last = max(last, np.int64(due[earlier]))
        plies += 1
    return longest


@kernel
def table_value(position: Position, codes: Any, offsets: Any, values: Any) -> int:  # noqa: ANN401
    """Return the value of a position by a table.

    -1 if it says nothing about the position.
    """
    if result(position):
        return 1 if result(position) != side(position) + 1 else -1
    code = slice_of(position)
    offset = slice_offset(code, codes, offsets) if code >= 0 else -1
    return int(values[offset + index_of(position)]) if offset >= 0 else -1


@kernel
def count_checked_wrong_and_missing(code: int, codes: Any, offsets: Any, values: Any) -> CheckedWrongAndMissing:  # noqa: ANN401
    """Count a slice's checked positions and those with wrong values.

    A value is wrong if the moves give another. If a move leads to a slice that the table does not have, the third
    number is that slice, and the check ends there; else it is 0.

    If all values of all slices follow from those after each move, they are right: a win gets nearer to its end with each
    move, and where neither side wins, no move wins and some move keeps it so.
    """
    begin = slice_offset(code, codes, offsets)
    looked_at, wrong = 0, 0
    for number in range(size_of(code)):
        position = position_at(code, number)
        value = np.int64(values[begin + number])
        if index_of(position) != number:
            wrong += value != UNUSED
            continue
        right = value_by_moves(position, codes, offsets, values)
        if right < 0:
            return looked_at, wrong, -right
        looked_at += 1
        wrong += value != right
    return looked_at, wrong, 0


@kernel
def value_by_moves(position: Position, codes: Any, offsets: Any, values: Any) -> int:  # noqa: ANN401
    """Value of a position by those after its moves; -code if missing.

    The code is that of a slice that the table does not have.
    """
    if result(position):
        return 1
    mover = side(position) + 1
    shortest: Any = OPEN
    longest: Any = 0
    neither = False
    for move in legal_moves(position):
        after = play(position, move)
        if result(after) == mover:
            return 2
        there = slice_of(after)
        offset = slice_offset(there, codes, offsets)
        if offset < 0:
            return -there
        value = np.int64(values[offset + index_of(after)])
        if value == 0:
            neither = True
        elif value % 2:
            shortest = min(shortest, value + 1)
        else:
            longest = max(longest, value + 1)
    if shortest != OPEN:
        return int(shortest)
    return 0 if neither else int(longest)
