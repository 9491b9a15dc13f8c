"""Plies of a hypothesis: the positions after them, and the place of the next move."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kifu.core.game.game import Position


class Situation(NamedTuple):
    """What is known of the place of a move in its game."""

    position: Position | None = None
    last: str = ""
    """The square where the move before has ended, in the notation."""
    counted: tuple[str, ...] = ()
    """The sides of the board from which the squares as written are counted, but for the left and the top."""


class PlyLink(NamedTuple):
    """A ply behind those before it: the position after it, and the square where its move has ended."""

    position: Position | None = None
    """None where it is not known."""
    last: str = ""
    before: PlyLink | None = None
    ply: int = 0

    def then(self, position: Position | None = None, last: str = "") -> PlyLink:
        """Return the ply behind this one."""
        return PlyLink(position, last, self, self.ply + 1)

    def positions(self) -> tuple[Position | None, ...]:
        """Return the positions after this ply and those before it, the last first."""
        found, positions = self, [self.position]
        while found.before is not None:
            found = found.before
            positions.append(found.position)
        return tuple(positions)

    def link_of_ply(self, ply: int) -> PlyLink:
        """Return ply `ply`; one that is not known behind the last."""
        found = self
        while found.ply > ply and found.before is not None:
            found = found.before
        return found if found.ply == ply else PlyLink(ply=ply)
