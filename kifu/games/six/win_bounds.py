"""Lower bounds on the plies of a win of 6面体.

A win is the fall of the last enemy 占 (six.14) or a standstill of the enemy (six.15). Each bound is admissible under every
option: it counts on an empty board, and lets the enemy help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel, lowest, popcount
from kifu.games.six.position import FACES, NEAR_ANY, NONE, SQUARES, TERRITORY, Position
from kifu.games.six.rules import ARROW, BEYOND, BOARD, KNIGHT, LINE, NEIGHBOURS, around, legal_moves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.compiled.kernel_primitives import PlyBoundAndPressing
    from kifu.games.six.position import SquareSet

FAR = 99
"""A number of moves that is out of reach."""
EIGHT_SQUARES = 8
"""The squares that a die reaches, or that lie beside it, at most."""
FOURS = 0x1111111111
"""A one in each of ten numbers of four bits."""


def _moves_from(origin: int, steps: Sequence[int]) -> Iterator[int]:
    """Move distances from `origin` on an empty board, FAR if unreachable."""
    found = {origin: 0}
    edge = [origin]
    while edge:
        after = {square for place in edge for square in range(SQUARES) if steps[place] >> square & 1} - found.keys()
        found |= dict.fromkeys(after, found[edge[0]] + 1)
        edge = sorted(after)
    yield from (found.get(square, FAR) for square in range(SQUARES))


MOVES = tuple(
    moves for steps in (NEIGHBOURS, KNIGHT, ARROW) for origin in range(SQUARES) for moves in _moves_from(origin, steps)
)
"""The moves of a 武, 騎 or 弓 on an empty board, at index (0, 1 or 2) × 49² + from × 49 + to."""


ONE_STEP = tuple(NEIGHBOURS[square] | KNIGHT[square] | ARROW[square] for square in range(SQUARES))
"""The squares from which a 武, a 騎 or a 弓 reaches a square with one move."""
OVER = tuple(
    sum(
        1 << over
        for over in range(SQUARES)
        if any(BEYOND[origin * SQUARES + over] >> square & 1 for origin in range(SQUARES))
    )
    for square in range(SQUARES)
)
"""The squares on which a 巫 may stand over which a 怨 flies to beat a die on a square (six.13)."""


@kernel
def side_of(position: Position, owner: int) -> SquareSet:
    """Return the set of squares of a side's dice."""
    return position.second if owner else position.first


@kernel
def min_moves_to_square(position: Position, own_squares: SquareSet, square: int) -> int:
    """Lower bound of moves of 武 騎 弓 to reach `square`."""
    least = FAR
    for kind in range(3):
        dice = own_squares & (position.warriors if kind == 0 else position.horses if kind == 1 else position.archers)
        while dice:
            least = min(least, MOVES[(kind * SQUARES + lowest(dice)) * SQUARES + square])
            dice &= dice - 1
    return least


@kernel
def min_moves_from_hand(position: Position, attacker: int, square: int) -> int:
    """Lower bound of moves to beat `square` from hand, placing included."""
    if not position.hands >> 4 * attacker & 15:
        return FAR
    if position.options & NEAR_ANY:
        return 2  # the enemy may place a 占 to place beside
    beside = around(side_of(position, attacker) & position.territories)
    if beside & (ONE_STEP[square] | OVER[square]):
        return 2
    return 3 if beside or position.rights >> attacker & 1 else FAR  # without a 占 of its own it places a 占 first


@kernel
def moves_needed(position: Position, attacker: int) -> int:
    """Lower bound of moves for `attacker` to beat every enemy 占.

    A move beats at most one die. A 怨 can come beside a 巫女 by a move of the enemy, and then beat at once (six.13).
    """
    own = side_of(position, attacker)
    targets = side_of(position, 1 - attacker) & position.territories
    count = popcount(targets)
    maidens = own & position.maidens
    soonest, latest = FAR, 0
    while targets:
        square = lowest(targets)
        moves = min(min_moves_from_hand(position, attacker, square), min_moves_to_square(position, own, square))
        if maidens:
            moves = min(moves, 1 if maidens & OVER[square] else 2)
        soonest = min(soonest, moves)
        latest = max(latest, moves)
        targets &= targets - 1
    return max(soonest + count - 1, latest)


@kernel
def reach_on_empty_board(position: Position, die: int) -> SquareSet:
    """Reach of the die on `die` on an empty board.

    It is a 武, 騎 or 弓; `die` is one bit.
    """
    square = lowest(die)
    if die & position.warriors:
        return NEIGHBOURS[square]
    return KNIGHT[square] if die & position.horses else ARROW[square]


@kernel
def surely_have_moves(position: Position, own_squares: SquareSet, own_plies: int, enemy_plies: int) -> bool:
    """Sufficient test that dice have moves, whatever these plies take away.

    Each ply may take one die. A ply bars at most two squares to them (own dice and 怨 bar them), and one if it is the
    enemy's. A die that is neither beaten nor moved, and has more free squares than can be barred, can move.
    """
    barred = 2 * own_plies + enemy_plies
    if barred >= EIGHT_SQUARES:
        return False
    free = 0
    landing = ~(own_squares | position.ghosts)
    dice = own_squares & (position.warriors | position.horses | position.archers)
    while dice:
        die = dice & -dice
        free += int(popcount(reach_on_empty_board(position, die) & landing) > barred)
        dice ^= die
    return free > own_plies + enemy_plies


@kernel
def blows_outlasted(position: Position, own_squares: SquareSet, empty_squares: SquareSet) -> int:
    """Number of blows that the dice on `own_squares` surely outlast.

    Before the next blow they surely have a move. A blow beats a die, bars its way back, or fills an empty square. The
    side moves one die to an empty square and back. If a blow stops this die, the side goes on with another that has not
    moved and has more empty squares than there were blows.
    """
    more = 0  # four bits for each number of blows: how many dice have more empty squares
    dice = own_squares & (position.warriors | position.horses | position.archers)
    while dice:
        die = dice & -dice
        more += FOURS & (1 << 4 * popcount(reach_on_empty_board(position, die) & empty_squares)) - 1
        dice ^= die
    blows = 0
    while more >> 4 * blows & 15 > blows:
        blows += 1
    return blows


@kernel
def surely_finds_squares(  # noqa: PLR0913, PLR0917 - the parts of one question
    position: Position, owner: int, squares: int, filled: int, freed: int, most_beaten: int
) -> bool:
    """Tell whether `owner` surely finds `squares` empty squares beside its 占.

    It needs them one after the other. The enemy fills at most `filled` squares. It beats at most `most_beaten` 占, not
    all, and fills `freed` squares less for each.
    """
    territories = side_of(position, owner) & position.territories
    empty = BOARD & ~(position.first | position.second)
    if popcount(around(territories) & empty) < filled + squares:
        return False
    standing = popcount(territories)
    fewer = 0  # four bits for each number of squares: how many 占 have fewer empty squares beside them
    while territories:
        bit = territories & -territories
        fewer += FOURS & ~((1 << 4 * popcount(around(bit) & empty) + 4) - 1)
        territories ^= bit
    for beaten in range(1, min(most_beaten, standing - 1) + 1):
        wanted = max(0, filled - freed * beaten + squares)
        if wanted > EIGHT_SQUARES or fewer >> 4 * wanted & 15 >= standing - beaten:
            return False
    return True


@kernel
def surely_keeps_placing(position: Position, owner: int, own_plies: int, enemy_plies: int) -> bool:
    """Tell whether `owner` can place 占 in each ply and once more."""
    if not position.rights >> owner & 1 or position.hands >> 4 * owner & 15 <= own_plies:
        return False
    return SQUARES - popcount(position.first | position.second) > own_plies + enemy_plies


@kernel
def surely_keeps_moving(position: Position, owner: int, own_plies: int, enemy_plies: int, soonest: int) -> bool:
    """Tell whether `owner` surely has moves through and after these plies.

    It holds before each of its own, as long as a 占 of it stands. It moves its dice out and back while they outlast the
    blows, then it places dice. The enemy beats a 占 with its ply number `soonest` at the earliest.
    """
    own = side_of(position, owner)
    if surely_keeps_placing(position, owner, own_plies, enemy_plies) or surely_have_moves(
        position, own, own_plies, enemy_plies
    ):
        return True
    enemy = side_of(position, 1 - owner)
    has_maiden = enemy & position.maidens != 0
    may_fly = has_maiden or position.hands >> 4 * (1 - owner) & 15 != 0
    blows = blows_outlasted(position, own, BOARD & ~(position.first | position.second))
    # A 怨 in flight beats a die and fills a square with one ply (six.13). A 巫 in hand is placed before.
    outlasting = (blows + 1 + int(not has_maiden)) // 2 if may_fly and blows else blows
    first = enemy_plies - own_plies  # the plies of the enemy before the next turn of `owner`
    placings = enemy_plies - max(first, outlasting) + 1
    if placings <= 0:
        return True
    if placings > position.hands >> 4 * owner & 15:
        return False
    # A die that was stopped may stand beside a 占. If no 怨 can fly, the blow that stopped it fills no other square.
    filled = enemy_plies + min(blows, enemy_plies) if may_fly else enemy_plies
    return surely_finds_squares(position, owner, placings, filled, int(not may_fly), enemy_plies - soonest + 1)


@kernel
def strikers(position: Position, owner: int, square: int) -> SquareSet:
    """Squares of 武 騎 弓 of `owner` that can beat on `square`."""
    return side_of(position, owner) & (
        position.warriors & NEIGHBOURS[square] | position.horses & KNIGHT[square] | position.archers & ARROW[square]
    )


@kernel
def threat(position: Position) -> int:
    """Threat to beat the mover's last 占 with the enemy's next ply.

    -1: it does not, or another 占 stands beside it. Else the set of squares of the dice that do it: 武 騎 弓, or if none of
    these does, one 巫 and the 怨 that flies over it (six.13). A threat of 武 騎 弓 stays until each of these dice is beaten, for
    they leap and a 占 stands still. That of a 巫 stays while both stand where they are, and one of two empty squares of their line is left.
    """
    own = side_of(position, position.turn) & position.territories
    if not own or own & own - 1:
        return -1
    target = lowest(own)
    dice = strikers(position, 1 - position.turn, target)
    if dice:
        return dice
    maidens = side_of(position, 1 - position.turn) & position.maidens & OVER[target]
    empty = BOARD & ~(position.first | position.second)
    while maidens:
        maiden = lowest(maidens)
        maidens &= maidens - 1
        ghosts = NEIGHBOURS[maiden] & position.ghosts
        while ghosts:
            ghost = lowest(ghosts)
            ghosts &= ghosts - 1
            line = LINE[ghost * SQUARES + maiden] & empty
            if BEYOND[ghost * SQUARES + maiden] & own and line & line - 1:
                return 1 << maiden | 1 << ghost
    return -1


@kernel
def in_reach(position: Position, attacker: int, depth: int) -> PlyBoundAndPressing:
    """Upper bound of plies to `attacker`'s win; 0 for none.

    It is at most `depth`, for a position that is not over. A side only wins with its own ply. The second value tells
    whether only one of the :func:`pressing_moves` can win in time, or with the enemy to move prevent it.
    """
    attacks = position.turn == attacker
    if attacks != (depth % 2 == 1):
        depth -= 1
    if depth <= 0:
        return depth, False
    own_plies = (depth + 1) // 2
    enemy_plies = depth - own_plies
    count = popcount(side_of(position, 1 - attacker) & position.territories)
    if count > own_plies - enemy_plies and surely_keeps_placing(position, 1 - attacker, enemy_plies, own_plies):
        return 0, False  # each ply beats one 占 at most, and the enemy places one with each of its own
    needed = moves_needed(position, attacker)
    if needed == 1 and not attacks and threat(position) >= 0:
        return depth, True
    if needed < own_plies or (needed == own_plies and (not attacks or count < own_plies)):
        return depth, False
    if not surely_keeps_moving(position, 1 - attacker, enemy_plies, own_plies, needed - count + 1):
        return depth, False
    return (depth, True) if needed == own_plies else (0, False)


@kernel
def pressing_moves(position: Position, attacker: int) -> Iterator[int]:
    """Moves that beat 占, or with the enemy to move answer threats.

    The threats are those of `attacker`; see :func:`threat`. An answer beats a die that threatens, takes its 怨 away,
    places a 占, or wins at once.
    """
    enemy = side_of(position, 1 - position.turn)
    targets = enemy & position.territories
    answers = position.turn != attacker
    flying = 0
    if answers:
        dice = threat(position)
        flying = dice & position.ghosts
        if targets & targets - 1:
            targets = 0
        if flying:
            targets |= dice & position.maidens
        elif not dice & dice - 1:
            targets |= dice
    for move in legal_moves(position):
        origin = move >> 10 & 63
        beaten = move >> 16 & 63
        hit = 1 << (move >> 4 & 63 if beaten == NONE else beaten)
        if origin == NONE:
            if answers and move & 15 == FACES * position.turn + TERRITORY:
                yield move
        elif enemy & targets & hit or flying >> origin & 1:
            yield move
