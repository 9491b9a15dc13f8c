"""Legality of the end of a jump sequence (rengo.34, 35, 45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.apply_move import MoveEffect, move_effect
from kifu.games.rengo.boards_and_units import GO, JUMPER, LEAPER, MAN, SIDE
from kifu.games.rengo.check import attackers, violated_by_effect
from kifu.games.rengo.jumps.moves import SQUARE, VICTIM_SHIFT, captured_squares, without_unit
from kifu.games.rengo.position import NO_SUFFIX, PROMOTED
from kifu.games.rengo.stone_effects import has_five

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.games.rengo.position import Position

MAX_POSITIONS = 4000
"""The number of positions of one piece that are looked at before the search gives up."""


class EndTest:
    """Tell which states of one piece are legal ends.

    The duty to take is not judged. `looks` counts examined positions.
    """

    def __init__(self, position: Position, origin: int) -> None:
        self._position, self._origin = position, origin
        self._king = 1 << max(0, position.kings[1 - position.turn]) + VICTIM_SHIFT
        self._attacks = _attacks_on_king(position, origin)
        self.looks = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether it has looked at too many positions."""
        return self.looks > MAX_POSITIONS

    @property
    def must_capture(self) -> int:
        """Attackers that a sequence must capture, for lack of other defences."""
        victims = 0
        for opened, helping, blocks in self._attacks:
            if not opened and not blocks:
                victims |= helping
        return victims

    def ends(self, squares: Iterable[int], within: int) -> frozenset[int]:
        """Return the squares among `squares` where a sequence may end.

        It takes some of the units `within`. The test looks only at the ko ban and at checks, so it may return a square
        that is no legal end.
        """
        if within & self._king:
            return frozenset(squares)
        attacks = [(attacker, blocks) for opened, attacker, blocks in self._attacks if not opened]
        return frozenset(
            square
            for square in squares
            if square != self._position.ko
            and all(within & attacker or square in blocks for attacker, blocks in attacks)
        )

    def __call__(self, state: int) -> bool:
        """Tell whether a sequence may end in `state`."""
        to = state & SQUARE
        if to == self._position.ko:
            return False
        if not state & self._king and any(
            state & opened == opened and not state & attacker and to not in blocks
            for opened, attacker, blocks in self._attacks
        ):
            return False
        self.looks += 1
        return not violated_by_effect(self._position, sequence_effect(self._position, self._origin, state))


def _attacks_on_king(position: Position, origin: int) -> tuple[tuple[int, int, frozenset[int]], ...]:
    """Attacks on the mover's king once the piece on `origin` is lifted.

    They exist before, or open then. An attack is the bit of the unit that shields the king from it (0 if none does),
    the bits of the attacker and its screens, and the squares between. A sequence that takes the shield must take the
    attacker or a screen, or end between. The result is empty if another article may decide: 着手禁止 may protect the king,
    or five 珠 stand.
    """
    side, geometry = position.turn, position.context.geometry
    king = position.kings[side]
    kept = GO + SIDE * side in position.board and position.context.options.kinshi != "nonking"
    if king < 0 or kept or has_five(geometry, position.board, side):
        return ()
    legs: dict[int, set[int]] = {}
    for square, units, past in geometry.attack(king, 1 - side).lame:
        if position.board[square] in units:
            legs.setdefault(square, set()).update(past)
    board = without_unit(position.board, origin)
    shields = {next((at for at in rays[king] if board[at]), -1) for rays in geometry.rays}.union(*legs.values())
    attacks: list[tuple[int, int, frozenset[int]]] = []
    known: set[int] = set()
    for shield in (-1, *sorted(shields)):
        if shield >= 0 and (not board[shield] or board[shield] // SIDE == side):
            continue
        opened = without_unit(board, shield) if shield >= 0 else board
        for square in attackers(position._replace(board=opened), king, 1 - side):
            if square not in known:
                between = geometry.between(square, king) or ()
                screens = [at for at in between if opened[at]] if opened[square] % SIDE in {LEAPER, JUMPER} else []
                helping = sum(1 << at + VICTIM_SHIFT for at in (square, *screens))
                blocks = frozenset(between) | frozenset(legs.get(square, ()))
                attacks.append((1 << shield + VICTIM_SHIFT if shield >= 0 else 0, helping, blocks))
                known |= {square} if shield < 0 else set()
    return tuple(attacks)


def sequence_effect(position: Position, origin: int, state: int) -> MoveEffect:
    """Return the effect of a sequence from `origin` that ends in `state`."""
    to = state & SQUARE
    return move_effect(position, origin, to, captured_squares(state), promotion_suffix(position, origin, to))


def promotion_suffix(position: Position, origin: int, to: int) -> int:
    """Suffix 成 for a 平 ending on the last row (rengo.43)."""
    crowned = position.board[origin] % SIDE == MAN and position.context.geometry.depth[position.turn][to] == 1
    return PROMOTED if crowned else NO_SUFFIX
