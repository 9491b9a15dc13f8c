"""Rules of 6面体 (six.1 to six.15): legal moves and their effect.

The functions take a :class:`~kifu.games.six.position.Position`. They run interpreted for one record and compiled for a
batch (see :mod:`kifu.core.compiled.bind_and_compile`). Five sets of squares decide every question about legality, and each is written once:
:func:`placeable`, :func:`beyond`, :func:`reach`, :func:`victims` and :func:`landings`. They ask the options of the position.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.games.six.position import (
    ARCHER,
    BEAT_ANY,
    FACES,
    GHOST,
    HORSE,
    LINE_BLOCKED,
    MAIDEN,
    NEAR_ANY,
    NONE,
    SIZE,
    SQUARES,
    TERRITORIES,
    TERRITORY,
    WARRIOR,
    Position,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.six.position import SquareSet

BOARD = (1 << SQUARES) - 1
NOT_LAST_COLUMN = BOARD & ~sum(1 << (row * SIZE + SIZE - 1) for row in range(SIZE))
NOT_FIRST_COLUMN = BOARD & ~sum(1 << (row * SIZE) for row in range(SIZE))

EIGHT = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0))
LEAPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
SHOTS = tuple((x * n, y * n) for x, y in EIGHT if 0 in (x, y) for n in (2, 3))
ALL = 1 << 20
"""A number greater than the number of moves of any position."""


def _squares(origin: int, steps: tuple[tuple[int, int], ...]) -> SquareSet:
    """Squares that `steps` (columns right, rows down) reach from `origin`."""
    row, column = divmod(origin, SIZE)
    return sum(1 << (row + y) * SIZE + column + x for x, y in steps if 0 <= column + x < SIZE and 0 <= row + y < SIZE)


def _ray(origin: int, x: int, y: int) -> range:
    """Ray of squares from `origin`'s neighbour in a direction of EIGHT."""
    row, column = divmod(origin, SIZE)
    columns, rows = (column, SIZE, SIZE - 1 - column)[x + 1], (row, SIZE, SIZE - 1 - row)[y + 1]
    step = y * SIZE + x
    return range(origin + step, origin + step * (min(columns, rows) + 1), step)


def _beyond() -> Iterator[tuple[int, int]]:
    """Indices in BEYOND with the squares behind each second neighbour.

    Each pair of neighbours has one; behind is as seen from the first.
    """
    for origin in range(SQUARES):
        for x, y in EIGHT:
            ray = _ray(origin, x, y)
            if ray:
                yield origin * SQUARES + ray[0], sum(1 << square for square in ray[1:])


def _lines() -> Iterator[tuple[int, int]]:
    """Indices in LINE with the squares through each pair of neighbours."""
    for pair, behind in _BEHIND.items():
        first, second = divmod(pair, SQUARES)
        yield pair, behind | _BEHIND[second * SQUARES + first] | 1 << first | 1 << second


NEIGHBOURS = tuple(_squares(square, EIGHT) for square in range(SQUARES))
KNIGHT = tuple(_squares(square, LEAPS) for square in range(SQUARES))
ARROW = tuple(_squares(square, SHOTS) for square in range(SQUARES))
# The index is origin × 49 + neighbour. BEYOND has the squares behind the neighbour and LINE the whole line through both;
# both are 0 for squares that are no neighbours.
_BEHIND = dict(_beyond())
BEYOND = tuple(map(_BEHIND.get, range(SQUARES * SQUARES), repeat(0)))
LINE = tuple(map(dict(_lines()).get, range(SQUARES * SQUARES), repeat(0)))


@kernel
def around(squares: SquareSet) -> SquareSet:
    """Return the set of `squares` and their neighbours."""
    wide = squares | (squares & NOT_LAST_COLUMN) << 1 | (squares & NOT_FIRST_COLUMN) >> 1
    return (wide | wide << SIZE | wide >> SIZE) & BOARD


@kernel
def mover(position: Position) -> int:
    """Squares of the dice of the side to move."""
    return position.second if position.turn else position.first


@kernel
def placeable(position: Position, face: int) -> SquareSet:
    """Squares where the mover may place `face` (six.2 to six.5)."""
    if position.fallen or not position.hands >> 4 * position.turn & 15 or face == GHOST:
        return 0
    empty = BOARD & ~(position.first | position.second)
    if face == TERRITORY:
        return empty if position.rights >> position.turn & 1 else 0
    own = mover(position)
    if not own:
        return 0  # the first die is 占 (six.2), also under near=any
    return empty & around(position.territories if position.options & NEAR_ANY else own & position.territories)


@kernel
def beyond(position: Position, origin: int, over: int) -> SquareSet:
    """Squares of the line behind `over`, from `origin` (six.12, six.13 ③).

    `origin` is a neighbour of `over`. Under line=blocked the line ends before its first occupied square.
    """
    squares = BEYOND[origin * SQUARES + over]
    if not position.options & LINE_BLOCKED:
        return squares
    taken = position.first | position.second
    step = over - origin
    square = over + step
    free = 0
    while 0 <= square < SQUARES and squares >> square & 1 and not taken >> square & 1:
        free |= 1 << square
        square += step
    return free


@kernel
def reach(position: Position, origin: int) -> SquareSet:
    """Destinations of the die on `origin` (six.6 to six.13 ③).

    The flights of six.13 ④ are not among them.
    """
    if position.fallen:
        return 0
    bit = 1 << origin
    taken = position.first | position.second
    own = position.second if position.turn else position.first
    if bit & own:
        landing = BOARD & ~own & ~position.ghosts
        if bit & position.warriors:
            return NEIGHBOURS[origin] & landing
        if bit & position.horses:
            return KNIGHT[origin] & landing
        if bit & position.archers:
            return ARROW[origin] & landing
        if bit & position.maidens:
            targets = 0
            ghosts = NEIGHBOURS[origin] & position.ghosts
            while ghosts:
                targets |= beyond(position, origin, lowest(ghosts))
                ghosts &= ghosts - 1
            return targets & ~taken
    if bit & position.ghosts:
        targets = 0
        maidens = NEIGHBOURS[origin] & position.maidens & own
        while maidens:
            maiden = lowest(maidens)
            targets |= NEIGHBOURS[maiden] | beyond(position, origin, maiden)
            maidens &= maidens - 1
        return targets & ~taken
    return 0


@kernel
def maidens_beside(position: Position, ghost: int) -> SquareSet:
    """Squares of the mover's 巫 next to a 怨 (six.13)."""
    if position.fallen or not position.ghosts >> ghost & 1:
        return 0
    return NEIGHBOURS[ghost] & position.maidens & mover(position)


@kernel
def victims(position: Position, ghost: int, maiden: int) -> SquareSet:
    """Enemy dice that a 怨 may beat over `maiden` (six.13 ④)."""
    enemy = position.first if position.turn else position.second
    if not position.options & BEAT_ANY:
        enemy &= ~position.ghosts
    return BEYOND[ghost * SQUARES + maiden] & enemy


@kernel
def landings(position: Position, ghost: int, maiden: int) -> SquareSet:
    """Empty squares of the 怨's whole line, where it lands (six.13 ④)."""
    return LINE[ghost * SQUARES + maiden] & ~(position.first | position.second)


@kernel
def legal_moves(position: Position) -> Iterator[int]:
    """Legal moves, once each: placements by face, moves by origin, beating flights.

    The squares rise within each.
    """
    if position.fallen:
        return
    owner = FACES * position.turn
    for face in range(GHOST):
        targets = placeable(position, face)
        while targets:
            yield owner + face | lowest(targets) << 4 | NONE << 10 | NONE << 16
            targets &= targets - 1
    own = mover(position)
    movers = own & ~position.territories | position.ghosts & around(own & position.maidens)
    while movers:
        origin = lowest(movers)
        targets = reach(position, origin)
        if targets:
            stem = unit_on(position, origin) | origin << 10 | NONE << 16
            while targets:
                yield stem | lowest(targets) << 4
                targets &= targets - 1
        movers &= movers - 1
    ghosts = position.ghosts & around(own & position.maidens)
    while ghosts:
        origin = lowest(ghosts)
        maidens = maidens_beside(position, origin)
        while maidens:
            maiden = lowest(maidens)
            beaten = victims(position, origin, maiden)
            while beaten:
                stem = unit_on(position, origin) | origin << 10 | lowest(beaten) << 16
                targets = landings(position, origin, maiden)
                while targets:
                    yield stem | lowest(targets) << 4
                    targets &= targets - 1
                beaten &= beaten - 1
            maidens &= maidens - 1
        ghosts &= ghosts - 1


@kernel
def count_moves(position: Position, enough: int) -> int:
    """Return the number of legal moves.

    It may stop counting once it has reached `enough`. It counts the targets that :func:`legal_moves` lists.
    """
    if position.fallen:
        return 0
    count = 0
    for face in range(GHOST):
        count += popcount(placeable(position, face))
        if count >= enough:
            return count
    own = mover(position)
    ghosts = position.ghosts & around(own & position.maidens)
    movers = own & ~position.territories | ghosts
    while movers and count < enough:
        count += popcount(reach(position, lowest(movers)))
        movers &= movers - 1
    while ghosts and count < enough:
        origin = lowest(ghosts)
        maidens = maidens_beside(position, origin)
        while maidens:
            maiden = lowest(maidens)
            count += popcount(victims(position, origin, maiden)) * popcount(landings(position, origin, maiden))
            maidens &= maidens - 1
        ghosts &= ghosts - 1
    return count


@kernel
def mobility(position: Position) -> int:
    """Return the number of legal moves."""
    return count_moves(position, ALL)


@kernel
def unit_on(position: Position, square: int) -> int:
    """Return the unit (face + 6 × owner) on `square`.

    -1 if it is empty.
    """
    bit = 1 << square
    if bit & position.first:
        owner = 0
    elif bit & position.second:
        owner = FACES
    else:
        return -1
    if bit & position.territories:
        return owner + TERRITORY
    if bit & position.warriors:
        return owner + WARRIOR
    if bit & position.horses:
        return owner + HORSE
    if bit & position.archers:
        return owner + ARCHER
    if bit & position.maidens:
        return owner + MAIDEN
    return owner + GHOST


@kernel
def play(position: Position, move: int) -> Position:
    """Return the position after the legal `move` (six.11, six.13, six.14).

    Legality is not checked.
    """
    turn, first, second, territories, warriors, horses, archers, maidens, ghosts, hands, rights, fallen, options = (
        position
    )
    own, enemy = (second, first) if turn else (first, second)
    face = (move & 15) % FACES
    to = 1 << (move >> 4 & 63)
    origin = move >> 10 & 63
    beaten = move >> 16 & 63
    last_territory = 0
    if origin == NONE:
        hands -= 1 << 4 * turn
        own |= to
        if face == TERRITORY:
            territories |= to
        else:
            rights &= ~(1 << turn)
            if face == WARRIOR:
                warriors |= to
            elif face == HORSE:
                horses |= to
            elif face == ARCHER:
                archers |= to
            else:
                maidens |= to
    else:
        left = 1 << origin
        swap = left | to
        # `grave` is the square where a beaten die ends as 怨: it trades places (six.11), or it stays there (six.13 ④).
        victim, grave = (1 << beaten, 1 << beaten) if beaten != NONE else (to & enemy, left)
        if victim:
            last_territory = victim & territories
            kept = ~victim
            territories &= kept
            warriors &= kept
            horses &= kept
            archers &= kept
            maidens &= kept
            enemy = enemy & kept | grave
            ghosts |= grave
        if face == GHOST:
            ghosts ^= swap
            if left & own:
                own ^= swap
            else:
                enemy ^= swap
        else:
            own ^= swap
            if face == WARRIOR:
                warriors ^= swap
            elif face == HORSE:
                horses ^= swap
            elif face == ARCHER:
                archers ^= swap
            else:
                maidens ^= swap
    if last_territory and not territories & enemy:
        fallen = 2 - turn
    if turn:
        first, second = enemy, own
    else:
        first, second = own, enemy
    return Position(
        1 - turn, first, second, territories, warriors, horses, archers, maidens, ghosts, hands, rights, fallen, options
    )


@kernel
def stands(position: Position, unit: int, square: int) -> bool:
    """Tell whether `unit` (face + 6 × owner) stands on `square`."""
    side = position.second if unit >= FACES else position.first
    return position[TERRITORIES + unit % FACES] & side & 1 << square != 0


@kernel
def beats_in_flight(position: Position, ghost: int, beaten: int, to: int) -> bool:
    """Tell whether six.13 ④ lets a 怨 beat and land so."""
    maidens = maidens_beside(position, ghost)
    while maidens:
        maiden = lowest(maidens)
        if victims(position, ghost, maiden) >> beaten & 1 and landings(position, ghost, maiden) >> to & 1:
            return True
        maidens &= maidens - 1
    return False


@kernel
def is_legal(position: Position, move: int) -> bool:
    """Tell whether `move` is among :func:`legal_moves`, without generating them."""
    if move < 0:
        return False
    unit, to, origin, beaten = move & 15, move >> 4 & 63, move >> 10 & 63, move >> 16
    if origin == NONE:
        return unit // FACES == position.turn and placeable(position, unit % FACES) >> to & 1 != 0
    if not stands(position, unit, origin):
        return False
    if beaten == NONE:
        return reach(position, origin) >> to & 1 != 0
    return unit % FACES == GHOST and beaten < SQUARES and beats_in_flight(position, origin, beaten, to)


@kernel
def standstill(position: Position) -> bool:
    """Tell whether the side to move can neither place nor move (six.15)."""
    return count_moves(position, 1) == 0


@kernel
def loser(position: Position) -> int:
    """Loser: 1 先手, 2 後手 (six.14, six.15); 0 while going on."""
    if position.fallen:
        return position.fallen
    return position.turn + 1 if standstill(position) else 0


@kernel
def ending(position: Position) -> int:
    """Kind of ending: :func:`loser` for six.15, +2 for six.14, else 0."""
    return loser(position) + (2 if position.fallen else 0)


@kernel
def ending_if_closed(position: Position) -> int:  # noqa: ARG001 - no game ends by being closed
    """Return 0: in 6面体 the side to move must move."""
    return 0


@kernel
def score(position: Position) -> tuple[int, int]:
    """Number of 占 of each side, as the game has no points."""
    return (
        popcount(position.territories & position.first),
        popcount(position.territories & position.second),
    )
