"""Index of positions of 6面体 with the same material.

A slice holds the positions with no die in hand and with the same dice on the board: of each face how many of 先手 and how many
of 後手, and how many 怨. No die ever leaves the board, and without dice in hand none comes; the only change of material is
that a beaten die becomes 怨. So each move leads to a position of the same slice, or of one with one more 怨.

By default nothing in the rules asks whose a 怨 is: both sides' 巫 move it, none may land on it, none may beat it. So the owner of
a 怨 is no part of the number. Nor are the rights of six.3 without dice in hand.

A position, its images under the eight turns, and the same with the sides exchanged have one number. The dice stand in
groups: 占 of the one side, 占 of the other, then 武, 騎, 弓, 巫 in the same way, then 怨. The first of the smallest groups leads:
its squares are counted up to the turns of the board. Each other group, in order, is counted among the squares left.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.core.compiled.symmetry_kernel import map_set
from kifu.games.six.position import BEAT_ANY, FACES, FOUR_DRAW, GHOST, LINE_BLOCKED, SQUARES, TERRITORIES, Position
from kifu.games.six.symmetry import BOARD_SYMMETRIES, CHUNKS, IMAGES

if TYPE_CHECKING:
    from kifu.games.six.position import SquareSet

GROUPS = 2 * GHOST + 1
"""占 of the one side, 占 of the other, and so on; 怨 are the last group."""
MAX_SLICE_DICE = 5
"""The dice of a slice, at most: then the smallest group has at most two."""
LEADERS = MAX_SLICE_DICE // 2
"""The dice of a leading group, at most."""
MaterialCode = int
"""How many dice each group has: a digit of DIGIT bits a group. It names a slice."""
DIGIT = 3
"""The bits of a count in a material. Group g has the bits from DIGIT × g on."""
COUNT = (1 << DIGIT) - 1
OTHER_RULES = LINE_BLOCKED | BEAT_ANY | FOUR_DRAW
"""The options under which a tablebase says nothing. Where no die is in hand, near=any means nothing."""

CHOICES = tuple(comb(squares, dice) for squares in range(SQUARES + 1) for dice in range(SQUARES + 1))
"""The number of sets, at index squares × 50 + dice."""


def _leaders() -> tuple[list[int], list[int], list[int], list[int], list[int]]:
    """Return the tables of the leading groups: see below."""
    starts, sets, ends, numbers, ways = [0], [], [0], [], []
    for dice in range(1, LEADERS + 1):
        # In the order of :func:`rank_of_squares`: the largest square counts most.
        chosen = sorted(combinations(range(SQUARES), dice), key=lambda squares: squares[::-1])
        known: dict[frozenset[int], int] = {}
        for squares in chosen:
            images = [frozenset(turn.squares[square] for square in squares) for turn in BOARD_SYMMETRIES]
            if not any(image in known for image in images):
                known[frozenset(squares)] = len(known)
                sets.append(sum(1 << square for square in squares))
            number, mask = 0, 0
            for turn, image in enumerate(images):
                if image in known:
                    number, mask = known[image], mask | 1 << turn
            numbers.append(number)
            ways.append(mask)
        starts.append(len(numbers))
        ends.append(len(sets))
    return starts, sets, ends, numbers, ways


_TABLES = tuple(map(tuple, _leaders()))
STARTS = _TABLES[0]
"""Where the sets of each size begin in NUMBERS and WAYS."""
SETS = _TABLES[1]
"""One set of each orbit."""
ENDS = _TABLES[2]
"""Where the sets of each size begin in SETS."""
NUMBERS = _TABLES[3]
"""For each set the number of its orbit."""
WAYS = _TABLES[4]
"""For each set the turns that lead it to the one set in SETS."""


@kernel
def squares_of_group(position: Position, group_number: int) -> SquareSet:
    """Return the squares of a group of dice."""
    if group_number == GROUPS - 1:
        return position.ghosts
    return position[TERRITORIES + group_number // 2] & (position.second if group_number % 2 else position.first)


@kernel
def material(position: Position) -> MaterialCode:
    """Return how many dice each group of a position has."""
    code = 0
    for number in range(GROUPS):
        code |= popcount(squares_of_group(position, number)) << DIGIT * number
    return code


@kernel
def exchange_sides(code: MaterialCode) -> MaterialCode:
    """Return a material with the sides exchanged."""
    other = code & COUNT << DIGIT * (GROUPS - 1)
    for number in range(GROUPS - 1):
        other |= (code >> DIGIT * number & COUNT) << DIGIT * (number ^ 1)
    return other


@kernel
def slice_of(position: Position) -> MaterialCode:
    """Material number of a position's slice, or -1 outside all slices.

    Outside are dice in hand, other rules, or too many dice. Of a material and the same with the sides exchanged, the
    slice has the larger number.
    """
    if position.hands or position.options & OTHER_RULES or popcount(position.first | position.second) > MAX_SLICE_DICE:
        return -1
    code = material(position)
    return max(code, exchange_sides(code))


@kernel
def leading_group(code: MaterialCode) -> int:
    """Return the group that leads: the first of the smallest."""
    best = -1
    for number in range(GROUPS):
        count = code >> DIGIT * number & COUNT
        if count and (best < 0 or count < code >> DIGIT * best & COUNT):
            best = number
    return best


@kernel
def size_of(code: MaterialCode) -> int:
    """Return how many numbers a slice has."""
    lead = leading_group(code)
    count = code >> DIGIT * lead & COUNT
    size = ENDS[count] - ENDS[count - 1]
    room = SQUARES - count
    for number in range(GROUPS):
        count = code >> DIGIT * number & COUNT
        if number != lead and count:
            size *= CHOICES[room * (SQUARES + 1) + count]
            room -= count
    return size if exchange_sides(code) == code else 2 * size


@kernel
def rank_of_squares(squares: SquareSet, taken: SquareSet) -> int:
    """Rank of a set of squares among sets of its size.

    They are the sets on the squares that are not `taken`.
    """
    number, count = 0, 0
    while squares:
        square = lowest(squares)
        count += 1
        number += CHOICES[(square - popcount(taken & ((1 << square) - 1))) * (SQUARES + 1) + count]
        squares &= squares - 1
    return number


@kernel
def squares_of_rank(number: int, count: int, taken: SquareSet) -> SquareSet:
    """Return the set of `count` squares that :func:`rank_of_squares` gives this number."""
    squares = 0
    place = SQUARES - popcount(taken)
    square = SQUARES
    while count:
        square -= 1
        if taken >> square & 1:
            continue
        place -= 1
        sets = CHOICES[place * (SQUARES + 1) + count]
        if sets <= number:
            number -= sets
            squares |= 1 << square
            count -= 1
    return squares


@kernel
def index_of(position: Position) -> int:
    """Return the number of a position in its slice."""
    code = material(position)
    other = exchange_sides(code)
    swap = 1 if other > code or (other == code and position.turn) else 0
    turns = 1 if other == code else 2
    code = max(code, other)
    lead = leading_group(code)
    squares = squares_of_group(position, lead ^ swap if lead < GROUPS - 1 else lead)
    count = popcount(squares)
    place = STARTS[count - 1] + rank_of_squares(squares, 0)
    ways = WAYS[place]
    best = -1
    while ways:
        chunk = lowest(ways) * CHUNKS
        taken = map_set(IMAGES, squares, chunk)
        number = NUMBERS[place]
        room = SQUARES - count
        for each in range(GROUPS):
            dice = code >> DIGIT * each & COUNT
            if each != lead and dice:
                image = map_set(IMAGES, squares_of_group(position, each ^ swap if each < GROUPS - 1 else each), chunk)
                number = number * CHOICES[room * (SQUARES + 1) + dice] + rank_of_squares(image, taken)
                taken |= image
                room -= dice
        if best < 0 or number < best:
            best = number
        ways &= ways - 1
    return best * turns + (position.turn ^ swap if turns > 1 else 0)


@kernel
def position_at(code: MaterialCode, index: int) -> Position:  # noqa: C901, PLR0912 - one pass over all groups
    """Return the position with a number in a slice.

    The owner of each 怨 is 先手: nothing asks for it.
    """
    turn = 0
    if exchange_sides(code) != code:
        turn = index % 2
        index //= 2
    lead = leading_group(code)
    first, second, territories, warriors, horses, archers, maidens, ghosts = 0, 0, 0, 0, 0, 0, 0, 0
    count = code >> DIGIT * lead & COUNT
    parts = 1
    room = SQUARES - count
    for number in range(GROUPS):
        dice = code >> DIGIT * number & COUNT
        if number != lead and dice:
            parts *= CHOICES[room * (SQUARES + 1) + dice]
            room -= dice
    taken = 0
    room = SQUARES - count
    for step in range(-1, GROUPS):
        if step == lead:
            continue
        number = lead if step < 0 else step
        dice = code >> DIGIT * number & COUNT
        if not dice:
            continue
        if step < 0:
            squares = SETS[ENDS[count - 1] + index // parts]
        else:
            parts //= CHOICES[room * (SQUARES + 1) + dice]
            room -= dice
            squares = squares_of_rank(index // parts, dice, taken)
        index %= parts
        taken |= squares
        if number == GROUPS - 1 or number % 2 == 0:
            first |= squares
        else:
            second |= squares
        face = number // 2
        if face == 0:
            territories |= squares
        elif face == 1:
            warriors |= squares
        elif face == 2:  # noqa: PLR2004 - the faces in their order
            horses |= squares
        elif face == 3:  # noqa: PLR2004
            archers |= squares
        elif face == 4:  # noqa: PLR2004
            maidens |= squares
        else:
            ghosts |= squares
    return Position(turn, first, second, territories, warriors, horses, archers, maidens, ghosts, 0, 0, 0, 0)


@kernel
def can_both_sides_move(code: MaterialCode) -> bool:
    """Tell whether both sides have a die that may move.

    Else each position of the slice is decided within a ply.
    """
    movers = 0
    for number in range(2, GROUPS - 1):
        if code >> DIGIT * number & COUNT:
            movers |= 1 << number % 2
    return movers == 3  # noqa: PLR2004 - both bits


def materials(dice: int) -> list[int]:
    """Slices of `dice` dice in which both sides move; most 怨 first.

    So each slice stands behind all slices that its moves can lead to.
    """
    found: set[int] = set()

    def add_materials_with(number: int, left: int, code: int) -> None:
        if number == GROUPS:
            if not left and can_both_sides_move(code):
                found.add(max(code, exchange_sides(code)))
            return
        for count in range(left + 1):
            add_materials_with(number + 1, left - count, code | count << DIGIT * number)

    add_materials_with(0, dice, 0)
    return sorted(found, key=lambda code: (-(code >> DIGIT * (GROUPS - 1)), code))


NAMES = ("占領", "武士", "騎馬", "弓矢", "巫女")


def spelled(code: MaterialCode) -> str:
    """Name of a material, like 占武-領士+怨: each side's dice, then 怨."""
    sides = []
    for side in range(2):
        counts = [code >> DIGIT * (2 * face + side) & COUNT for face in range(FACES - 1)]
        sides.append("".join(NAMES[face][side] * count for face, count in enumerate(counts)))
    ghosts = "怨" * (code >> DIGIT * (GROUPS - 1) & COUNT)
    return "-".join(sides) + (f"+{ghosts}" if ghosts else "")
