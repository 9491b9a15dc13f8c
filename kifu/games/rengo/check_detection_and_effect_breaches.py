"""Check detection, and articles broken by a move's effect (rengo.34, 44, 45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.apply_move import (
    do_kings_face,
    drop_effect,
    flanked_units,
    flanking_drops,
    is_any_chain_enclosed,
    move_effect,
)
from kifu.games.rengo.boards_and_unit_movements import DISC, GENERAL, GO, HAND_DISC, HAND_GO, JUMPER, LEAPER, SIDE
from kifu.games.rengo.geometry import ray_mask_table, step_mask_table
from kifu.games.rengo.jump_moves import (
    SQUARE,
    king_taking_states,
    leaping_pieces,
    may_leap_over_king,
    squares_captured_by_state,
)
from kifu.games.rengo.position import FIVE, KING_TAKEN

if TYPE_CHECKING:
    from kifu.core.compiled.kernel_primitives import ArticleNumber
    from kifu.games.rengo.apply_move import MoveEffect
    from kifu.games.rengo.geometry import AttackTable, Geometry, Line
    from kifu.games.rengo.position import Position

DISCS = tuple(bytes(255 * (unit == DISC + SIDE * side) for unit in range(256)) for side in (0, 1))
"""For each side the table that turns a board into one byte a square: all bits for its 翻, else 0."""
AIMING = (ray_mask_table(0), ray_mask_table(1))
STEPPING = (step_mask_table(0), step_mask_table(1))


def is_in_check(position: Position) -> bool:
    """Tell whether the side to move is in check.

    Check ignores the ko ban (rengo.44).
    """
    return is_king_attacked(position, position.turn, -1)


def is_king_attacked(position: Position, side: int, ko: int) -> bool:
    """Tell whether the king of `side` could be taken next turn.

    The enemy would be to move, under the ko ban on `ko`.
    """
    king = position.kings[side]
    if king < 0:
        return False
    return (
        _is_king_attacked_by_displacement(position, king, 1 - side)
        or is_king_attacked_by_stones(position, king, 1 - side, ko)
        or is_king_attacked_by_leaps(position, king, 1 - side, ko)
    )


def is_king_attacked_by_stones(position: Position, king: int, side: int, ko: int) -> bool:
    """Tell whether `side` could take the enemy king with 碁 or 翻."""
    stand = position.stands[side]
    return (stand[HAND_GO] > 0 and _is_king_attacked_by_enclosure(position, king, side, ko)) or (
        stand[HAND_DISC] > 0 and _is_king_attacked_by_flanking(position, king, side, ko)
    )


def attackers(position: Position, square: int, side: int) -> list[int]:
    """Squares of units of `side` that could capture on `square`."""
    geometry, board = position.context.geometry, position.board
    attack = geometry.attack_table(square, side)
    if not attack.near & int.from_bytes(board.translate(STEPPING[side]), "little"):
        return ray_attackers(attack, board, square, side)
    origins = [origin for origin, units in attack.steps if board[origin] in units]
    origins += _lame_step_attackers(attack.lame, board)
    origins += ray_attackers(attack, board, square, side)
    return origins + _palace_jump_attackers(attack.jumps, board, square, side)


def _lame_step_attackers(lame: tuple[tuple[int, frozenset[int], Line], ...], board: bytes) -> list[int]:
    """Origins of attackers whose lame steps have empty squares to pass."""
    return [origin for origin, units, past in lame if board[origin] in units and not any(board[way] for way in past)]


def _palace_jump_attackers(jumps: tuple[tuple[int, int], ...], board: bytes, square: int, side: int) -> list[int]:
    """Return the squares of the 包 that jump along a palace diagonal."""
    jumper = JUMPER + SIDE * side
    return [
        origin
        for origin, over in jumps
        if board[origin] == jumper and board[over] and JUMPER not in {board[over] % SIDE, board[square] % SIDE}
    ]


def ray_attackers(attack: AttackTable, board: bytes, square: int, side: int) -> list[int]:
    """Squares of line attackers on `square`, cannons over one screen."""
    if not attack.aims & int.from_bytes(board.translate(AIMING[side]), "little"):
        return []
    return _attackers_along(attack.rays, board, square, side)


def _attackers_along(
    rays: tuple[tuple[Line, frozenset[int], bool], ...], board: bytes, square: int, side: int
) -> list[int]:
    """Squares of the units that attack `square` along `rays`."""
    origins: list[int] = []
    leaper, jumper = LEAPER + SIDE * side, JUMPER + SIDE * side
    cannons = leaper in board or jumper in board
    for ray, units, straight in rays:
        screen = 0
        for at in ray:
            there = board[at]
            if not there:
                continue
            if screen:
                if there == leaper or (there == jumper and screen % SIDE != JUMPER and board[square] % SIDE != JUMPER):
                    origins.append(at)
                break
            if there in units:
                origins.append(at)
            if not (straight and cannons):
                break
            screen = there
    return origins


def _is_king_attacked_by_displacement(position: Position, king: int, side: int) -> bool:
    origins = attackers(position, king, side)
    if are_generals_facing(position, king) and position.kings[side] not in origins:
        origins.append(position.kings[side])
    return bool(origins) and any(may_take_king(position, origin, king, side) for origin in origins)


def are_generals_facing(position: Position, king: int) -> bool:
    """Tell whether `king` and the other king are facing 帥 (rengo.47)."""
    board = position.board
    return board[king] % SIDE == GENERAL and do_kings_face(board, position.kings, position.context.geometry, GENERAL)


def may_take_king(position: Position, origin: int, king: int, side: int) -> bool:
    """Tell whether rengo.34 lets a unit on `origin` take the king."""
    board = position.board
    if GO + SIDE * (1 - side) not in board or position.context.options.kinshi == "nonking":
        return True
    after = bytearray(board)
    after[king], after[origin] = after[origin], 0
    return not is_any_chain_enclosed(position.context.geometry, after, (king,), side)


def _is_king_attacked_by_enclosure(position: Position, king: int, side: int, ko: int) -> bool:
    """Tell whether a dropped 碁 of `side` completes the king's fence."""
    gap, _ = fence_gap_and_chain(position.context.geometry, position.board, king, side)
    return gap >= 0 and gap != ko


def fence_gap_and_chain(geometry: Geometry, board: bytes, king: int, side: int) -> tuple[int, list[int]]:
    """Only gap in the 碁 fence round the king's chain; else -1.

    The fence is of `side`. Return also the squares of the chain. If the result is -1, these are only the first of them,
    and they and the squares next to them show it.
    """
    neighbours = geometry.neighbours
    fence, own = GO + SIDE * side, 1 - side
    last = -1
    chain = [king]
    seen = {king}
    for at in chain:
        for to in neighbours[at]:
            there = board[to]
            if not there:
                if last >= 0 and last != to:
                    return -1, chain
                last = to
            elif there // SIDE == own:
                if to not in seen:
                    seen.add(to)
                    chain.append(to)
            elif there != fence:
                return -1, chain
    return last, chain


def _is_king_attacked_by_flanking(position: Position, king: int, side: int, ko: int) -> bool:
    """Tell whether a dropped 翻 of `side` takes the king.

    It flanks the king, or turns over 碁 that then enclose it.
    """
    board, geometry = position.board, position.context.geometry
    if DISC + SIDE * side not in board:
        return False
    if position.context.options.hasami == "take":
        for square in _squares_flanking_king(geometry, board, king, side):
            if square != ko and _does_flank_drop_take_king(position, square, side):
                return True
    stone = GO + SIDE * (1 - side)
    if stone not in board or not _is_king_hemmed_in(geometry, board, king, side):
        return False
    immune = position.context.options.hasami == "immune"
    return any(
        at != ko
        and any(board[to] == stone for to in flanked_units(geometry, board, at, side, immune=immune))
        and _does_flank_drop_take_king(position, at, side)
        for at in flanking_drops(geometry, board, side)
    )


def fence_dependency_squares(position: Position, king: int, side: int) -> list[int] | None:
    """Squares on which it depends that no dropped 碁 fences the king in.

    The 碁 is of `side`; None if one might complete the fence.
    """
    geometry = position.context.geometry
    gap, chain = fence_gap_and_chain(geometry, position.board, king, side)
    if gap >= 0:
        return None
    return [*chain, *(to for at in chain for to in geometry.neighbours[at])]


def flank_dependency_squares(position: Position, king: int, side: int) -> list[int] | None:
    """Squares on which it depends that no dropped 翻 takes the king.

    The 翻 is of `side`; None if one might take it.
    """
    geometry, board = position.context.geometry, position.board
    if _is_king_hemmed_in(geometry, board, king, side) or _squares_flanking_king(geometry, board, king, side):
        return None
    squares = [*geometry.neighbours[king]]
    for line in geometry.crossing[king]:
        for ray in line:
            for at in ray:
                squares.append(at)
                if not board[at] or board[at] // SIDE == side:
                    break
    return squares


def _squares_flanking_king(geometry: Geometry, board: bytes, king: int, side: int) -> list[int]:
    """Empty squares from which a 翻 of `side` flanks the king."""
    points: list[int] = []
    if not geometry.attack_table(king, side).aims & int.from_bytes(board.translate(DISCS[side]), "little"):
        return points
    disc = DISC + SIDE * side
    for one, other in geometry.crossing[king]:
        far = _first_square_past_own_units(board, one, side)
        if far >= 0 and board[far] in {0, disc}:
            square = _first_square_past_own_units(board, other, side)
            if square >= 0 and board[square] + board[far] == disc and board[square] in {0, disc}:
                points.append(far if board[square] else square)
    return points


def _is_king_hemmed_in(geometry: Geometry, board: bytes, king: int, side: int) -> bool:
    """Tell whether only own units and enemy 碁 neighbour the king.

    Then further 碁 of `side` could come to enclose it.
    """
    fence = GO + SIDE * side
    for to in geometry.neighbours[king]:
        there = board[to]
        if not there or (there // SIDE == side and there != fence):
            return False
    return True


def _first_square_past_own_units(board: bytes, ray: Line, side: int) -> int:
    """First square past the king's own units on a ray, or -1."""
    for at in ray:
        if not board[at] or board[at] // SIDE == side:
            return at
    return -1


def _does_flank_drop_take_king(position: Position, square: int, side: int) -> bool:
    """Tell whether a 翻 on `square` takes the king under rengo.34."""
    deed = drop_effect(position._replace(turn=side), DISC, square)
    return deed.after.kings[1 - side] < 0 and _does_article_34_allow(position, deed.after.board, deed.touched, side)


def is_king_attacked_by_leaps(position: Position, king: int, side: int, ko: int) -> bool:
    """Tell whether leaps of `side` could take the enemy king."""
    geometry, board = position.context.geometry, position.board
    if not may_leap_over_king(geometry, board, king, side):
        return False
    given = position._replace(turn=side)
    for origin in leaping_pieces(board, side):
        for state in king_taking_states(geometry, board, origin, king):
            to = state & SQUARE
            if to != ko:
                deed = move_effect(given, origin, to, squares_captured_by_state(state))
                if _does_article_34_allow(position, deed.after.board, deed.touched, side):
                    return True
    return False


def _does_article_34_allow(position: Position, board: bytes, touched: tuple[int, ...], side: int) -> bool:
    """Tell whether rengo.34 allows the chains on the squares `touched`."""
    return position.context.options.kinshi == "nonking" or not is_any_chain_enclosed(
        position.context.geometry, board, touched, side
    )


def article_violated_by_effect(position: Position, effect: MoveEffect) -> ArticleNumber:
    """Article 34 or 45 violated by an effect, else 0 (rengo.13)."""
    side, after = position.turn, effect.after
    context = position.context
    taken = after.ended == KING_TAKEN
    if GO + SIDE * (1 - side) in after.board and not (taken and context.options.kinshi == "nonking"):  # noqa: SIM102
        if is_any_chain_enclosed(context.geometry, after.board, effect.touched, side):
            return 34
    if taken or after.ended == FIVE:
        return 0
    return 45 if is_king_attacked(after, side, after.ko) else 0
