"""Fast legality test for moves off the king's supports.

This is a shortcut for lists of actions. An action that it does not prove legal is carried out and judged (rengo.34, 45).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.apply_move import has_empty_neighbour
from kifu.games.rengo.boards_and_unit_movements import DISC, GO, HAND_DISC, HAND_GO, JUMPER, LEAPER, PAWNS, SIDE
from kifu.games.rengo.check_detection_and_effect_breaches import (
    are_generals_facing,
    attackers,
    fence_dependency_squares,
    flank_dependency_squares,
)
from kifu.games.rengo.jump_moves import leaping_pieces, may_leap_over_king
from kifu.games.rengo.pseudo_legal import FOOTMAN

if TYPE_CHECKING:
    from kifu.games.rengo.position import Position


class FastLegality:
    """What the safety of the mover's king rests on at a position."""

    def __init__(self, position: Position) -> None:
        self._board, self._turn = position.board, position.turn
        self._geometry = position.context.geometry
        self._en_passant = position.en_passant
        self._enemy_king = position.kings[1 - position.turn]
        self._supports = king_supports(position)
        self._flips = DISC + SIDE * position.turn in position.board
        self._fenced = GO + SIDE * (1 - position.turn) in position.board

    def proves_move(self, kind: int, origin: int, destination: int) -> bool:
        """Tell whether a pseudo-legal move is proven legal.

        It does not leap; the unit on `destination` is taken.
        """
        known = self._supports
        if known is None or origin in known.units or destination in known.gaps:
            return False
        return not (destination == self._en_passant and kind in PAWNS) and self._is_free(destination)

    def proves_drop(self, kind: int, square: int) -> bool:
        """Tell whether a pseudo-legal drop is proven legal."""
        if self._supports is None or square in self._supports.gaps or not self._is_free(square):
            return False
        if kind == FOOTMAN:
            return self._geometry.ahead[4 if self._turn else 0][square] != self._enemy_king
        if kind == GO:
            board, turn = self._board, self._turn
            return not any(board[at] and board[at] // SIDE != turn for at in self._geometry.neighbours[square])
        return kind != DISC or not self._flips

    def _is_free(self, square: int) -> bool:
        """Tell whether no enemy 碁 can enclose a unit that comes to `square` now (rengo.34)."""
        return not self._fenced or has_empty_neighbour(self._geometry, self._board, square)


class KingSupports(NamedTuple):
    """Squares that keep a king safe while nothing changes there.

    No own unit may leave one of `units`, and none come to one of `gaps`. The mover's actions bring the enemy no unit,
    neither on the board nor on the stand.
    """

    units: set[int]
    gaps: set[int]


def king_supports(position: Position) -> KingSupports | None:
    """Return what keeps the mover's king safe.

    None if it is in danger, or if its safety rests on much of the board.
    """
    side, board, geometry = position.turn, position.board, position.context.geometry
    king, enemy = position.kings[side], 1 - side
    if king < 0:
        return KingSupports(set(), set())
    if (
        attackers(position, king, enemy)
        or are_generals_facing(position, king)
        or may_leap_over_king(geometry, board, king, enemy)
    ):
        return None
    squares: set[int] = set()
    if position.stands[enemy][HAND_GO]:
        fence = fence_dependency_squares(position, king, enemy)
        if fence is None:
            return None
        squares.update(fence)
    if position.stands[enemy][HAND_DISC] and DISC + SIDE * enemy in board:
        runs = flank_dependency_squares(position, king, enemy)
        if runs is None:
            return None
        squares.update(runs)
    shields, jumped = _shield_and_screen_squares(position, king, enemy)
    across = (at for pair in geometry.across[king] for at in pair) if leaping_pieces(board, enemy) else ()
    return KingSupports({king, *squares, *shields, *jumped, *across}, squares | jumped)


def _shield_and_screen_squares(position: Position, king: int, enemy: int) -> tuple[set[int], set[int]]:
    """Squares of shields against attackers, and squares of possible screens."""
    board, attack = position.board, position.context.geometry.attack_table(king, enemy)
    shields: set[int] = set()
    jumped = {over for _, over in attack.jumps}
    for origin, units, past in attack.lame:
        if board[origin] in units:
            shields.update(past)
    cannons = LEAPER + SIDE * enemy in board or JUMPER + SIDE * enemy in board
    for ray, units, straight in attack.rays:
        screened = straight and cannons
        met: list[int] = []
        for at in ray:
            if screened:
                jumped.add(at)
            if board[at]:
                met.append(at)
                if len(met) == 2:  # noqa: PLR2004 - what stands behind the second unit stays shielded by it
                    break
        if screened:
            shields.update(met)
        elif len(met) > 1 and (board[met[1]] in units or met[1] == position.kings[enemy]):  # 帥 may face each other
            shields.add(met[0])
    return shields, jumped
