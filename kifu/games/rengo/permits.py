"""Whether a sequence of leaps may end as it does (rengo.34, 35, 45), asked of thousands of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.action import Deed, settle
from kifu.games.rengo.consequences import objection
from kifu.games.rengo.data import GO, MAN, SIDE
from kifu.games.rengo.leaps import SQUARE, VICTIM_SHIFT, lifted
from kifu.games.rengo.moves import JUMPER, LEAPER
from kifu.games.rengo.position import NO_SUFFIX, PROMOTED
from kifu.games.rengo.stones import has_five
from kifu.games.rengo.threat import attackers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.games.rengo.position import Position

ASKED = 4000
"""How many positions are looked at before a piece is given up."""


class Permit:
    """Tells which states of one piece are legal ends, compulsion apart; it counts what it had to look at."""

    def __init__(self, position: Position, origin: int) -> None:
        self._position, self._origin = position, origin
        self._king = 1 << max(0, position.kings[1 - position.turn]) + VICTIM_SHIFT
        self._attacks = _attacks(position, origin)
        self.asked = 0

    @property
    def tired(self) -> bool:
        """Whether it has been asked too much."""
        return self.asked > ASKED

    @property
    def wanted(self) -> int:
        """Bits of the units of which a sequence must take one, because nothing else meets a check."""
        found = 0
        for opened, helping, ways in self._attacks:
            if not opened and not ways:
                found |= helping
        return found

    def ends(self, squares: Iterable[int], within: int) -> frozenset[int]:
        """Return those of `squares` where a sequence that takes some of the units `within` could end as far as seen."""
        if within & self._king:
            return frozenset(squares)
        attacks = [(attacker, ways) for opened, attacker, ways in self._attacks if not opened]
        return frozenset(
            square
            for square in squares
            if square != self._position.ko and all(within & attacker or square in ways for attacker, ways in attacks)
        )

    def __call__(self, state: int) -> bool:
        """Tell whether a sequence may end in `state`."""
        to = state & SQUARE
        if to == self._position.ko:
            return False
        if not state & self._king and any(
            state & opened == opened and not state & attacker and to not in ways
            for opened, attacker, ways in self._attacks
        ):
            return False
        self.asked += 1
        return not objection(self._position, ended_in(self._position, self._origin, state))


def _attacks(position: Position, origin: int) -> tuple[tuple[int, int, frozenset[int]], ...]:
    """Return what takes the mover's king once the piece is lifted, or a unit that keeps it from doing so is taken.

    Each is the bit of that unit (0: none), the bits of the attacker and of the screen it jumps, and where one could
    interpose: a sequence that takes the first must take one of the second or come down in its way. Nothing is told where
    another article may decide: where 着手禁止 could keep the king, or five 珠 stand.
    """
    side, geometry = position.turn, position.laws.geometry
    king = position.kings[side]
    kept = GO + SIDE * side in position.board and position.laws.options.kinshi != "nonking"
    if king < 0 or kept or has_five(geometry, position.board, side):
        return ()
    legs: dict[int, set[int]] = {}
    for square, units, past in geometry.attack(king, 1 - side).lame:
        if position.board[square] in units:
            legs.setdefault(square, set()).update(past)
    board = lifted(position.board, origin)
    shields = {next((at for at in rays[king] if board[at]), -1) for rays in geometry.rays}.union(*legs.values())
    found: list[tuple[int, int, frozenset[int]]] = []
    known: set[int] = set()
    for shield in (-1, *sorted(shields)):
        if shield >= 0 and (not board[shield] or board[shield] // SIDE == side):
            continue
        opened = lifted(board, shield) if shield >= 0 else board
        for square in attackers(position._replace(board=opened), king, 1 - side):
            if square not in known:
                between = geometry.between(square, king) or ()
                screens = [at for at in between if opened[at]] if opened[square] % SIDE in {LEAPER, JUMPER} else []
                helping = sum(1 << at + VICTIM_SHIFT for at in (square, *screens))
                ways = frozenset(between) | frozenset(legs.get(square, ()))
                found.append((1 << shield + VICTIM_SHIFT if shield >= 0 else 0, helping, ways))
                known |= {square} if shield < 0 else set()
    return tuple(found)


def ended_in(position: Position, origin: int, state: int) -> Deed:
    """Return what a sequence that ends in `state` has done."""
    to, taken = state & SQUARE, state >> VICTIM_SHIFT
    victims = tuple(square for square in range(position.laws.geometry.size) if taken >> square & 1)
    return settle(position, origin, to, victims, suffix_of(position, origin, to))


def suffix_of(position: Position, origin: int, to: int) -> int:
    """Return 成 for a 平 that ends on the last row (rengo.43)."""
    crowned = position.board[origin] % SIDE == MAN and position.laws.geometry.depth[position.turn][to] == 1
    return PROMOTED if crowned else NO_SUFFIX
