"""Values of positions of 6面体 by looking forward, round after round. It is bound over the rules alone.

It shares nothing with the tablebase but the rules: another numbering (a square for each die, in the order of their kinds), no
exchange of the sides, no counting of ways. In round n it asks each open position what is known about the positions after
its moves. It is slow and simple on purpose.

A kind is the face (占 0, 武 1, 騎 2, 弓 3, 巫 4) of a die of 先手, 5 more of 後手; 怨 is 10. A value is 1 more than the plies of
the win, 0 if neither side wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.games.six.position import SQUARES, TERRITORIES, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]

GHOST_KIND = 10
NEVER = 255
"""No value of a position."""
SIDE = 5
"""The kinds of a side, without 怨."""


@kernel
def of_kind(position: Any, kind: int, swap: int) -> int:
    """Return the squares of the dice of a kind; with `swap` of that kind of the other side."""
    if kind == GHOST_KIND:
        return position.ghosts
    owner = kind // SIDE ^ swap
    return position[TERRITORIES + kind % SIDE] & (position.second if owner else position.first)


@kernel
def written(position: Any, kinds: Any, swap: int, squares: Any) -> None:
    """Write the square of each die to `squares`: dice of one kind stand in the order of their squares."""
    left = 0
    for die in range(len(kinds)):
        if die == 0 or kinds[die] != kinds[die - 1]:
            left = of_kind(position, kinds[die], swap)
        squares[die] = lowest(left)
        left &= left - 1


@kernel
def number_of(position: Any, kinds: Any, swap: int, turns: Any, work: Any) -> int:
    """Return the number of a position: the least among its images under `turns` (rows of 49 squares). `work` is 2 × dice."""
    count = len(kinds)
    squares, image = work[0], work[1]
    written(position, kinds, swap, squares)
    least = -1
    for turn in range(len(turns)):
        number = 0
        for die in range(count):
            square = turns[turn, squares[die]]
            place = die
            while place > 0 and kinds[place - 1] == kinds[die] and image[place - 1] > square:
                image[place] = image[place - 1]
                place -= 1
            image[place] = square
        for die in range(count):
            number = number * SQUARES + image[die]
        if least < 0 or number < least:
            least = number
    return least * 2 + (position.turn ^ swap)


@kernel
def placed(number: int, kinds: Any) -> Position:
    """Return the position with a number. Two dice may stand on one square: then :func:`number_of` gives another number."""
    first, second, territories, warriors, horses, archers, maidens, ghosts = 0, 0, 0, 0, 0, 0, 0, 0
    turn = number % 2
    number //= 2
    for die in range(len(kinds) - 1, -1, -1):
        bit = 1 << number % SQUARES
        number //= SQUARES
        if (first | second) & bit:
            return Position(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        kind = kinds[die]
        if kind == GHOST_KIND or kind < SIDE:
            first |= bit
        else:
            second |= bit
        if kind == GHOST_KIND:
            ghosts |= bit
        elif kind % SIDE == 0:
            territories |= bit
        elif kind % SIDE == 1:
            warriors |= bit
        elif kind % SIDE == 2:
            horses |= bit
        elif kind % SIDE == 3:
            archers |= bit
        else:
            maidens |= bit
    return Position(turn, first, second, territories, warriors, horses, archers, maidens, ghosts, 0, 0, 0, 0)


@kernel
def listed(kinds: Any, turns: Any, work: Any, numbers: Any) -> int:
    """Write all numbers that a position with these dice has to `numbers`; return how many there are."""
    count = 0
    for number in range(2 * SQUARES ** len(kinds)):
        position = placed(number, kinds)
        if position.turn >= 0 and number_of(position, kinds, 0, turns, work) == number:
            numbers[count] = number
            count += 1
    return count


@kernel
def beaten_die(before: Any, after: Any, kinds: Any) -> int:
    """Return the last die of the kind that has one die less after a move, -1 if there is none."""
    for die in range(len(kinds) - 1, -1, -1):
        kind = kinds[die]
        if kind != GHOST_KIND and popcount(of_kind(after, kind, 0)) < popcount(of_kind(before, kind, 0)):
            return die
    return -1


@kernel
def after_each(
    kinds: Any,
    turns: Any,
    work: Any,
    numbers: Any,
    lower_kinds: Any,
    swaps: Any,
    lower_values: Any,
    starts: Any,
    ways: Any,
    values: Any,
) -> int:
    """Write to `ways`, from starts[i] to starts[i + 1], what follows from position numbers[i]; return how much is written.

    It is the number of the position after a move, or -1 - value where that is known: the game is over, or a die is
    beaten. Then die d is 怨, the dice are lower_kinds[d] (exchanged, if swaps[d]), and the values are lower_values[d].
    Positions that are over get their value at once.
    """
    filled = 0
    for place in range(len(numbers)):
        starts[place] = filled
        position = placed(numbers[place], kinds)
        if result(position):
            values[numbers[place]] = 1
            continue
        for move in legal_moves(position):
            after = play(position, move)
            ended = result(after)
            die = beaten_die(position, after, kinds)
            if ended:
                ways[filled] = -2 if ended == side(position) + 1 else -1 - NEVER  # nobody loses by a move of his own
            elif die < 0:
                ways[filled] = number_of(after, kinds, 0, turns, work)
            else:
                known = lower_values[die, number_of(after, lower_kinds[die], swaps[die], turns, work)]
                ways[filled] = -1 - known
            filled += 1
    starts[len(numbers)] = filled
    return filled


@kernel
def look(plies: int, numbers: Any, starts: Any, ways: Any, values: Any) -> int:
    """Find the positions that are decided in exactly this number of plies; return how many. The nearer ones are known."""
    found = 0
    for place in range(len(numbers)):
        if values[numbers[place]]:
            continue
        wins = False
        loses = True
        for way in range(starts[place], starts[place + 1]):
            value = -1 - ways[way] if ways[way] < 0 else values[ways[way]]
            if value == 0 or value > plies:
                loses = False
            elif value % 2:
                wins = True
                break
        if wins or loses:
            values[numbers[place]] = plies + 1
            found += 1
    return found
