"""Opening sets: what each side set up first, apart from the order.

A game may define its opening (``openings``, ``opening_plies``). In all other games the opening is the first plies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.identity import Identity
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.message import Message

PLIES = 8
"""The length of the opening in a game that does not define it, and in which no pieces are placed first."""


class SideOpening(NamedTuple):
    """The opening of one side."""

    moves: tuple[int, ...]
    """The side's moves in the order of play."""
    complete: bool
    """Whether nothing can be added to it any more; False if the record ends before."""


class Openings(Identity):
    """What a game says about its opening."""

    opening_unit: str | None = None
    """The unit that an opening set places, as it is written; None for a game without opening sets."""
    opening_plies: int | None = None
    """The number of plies that `openings` takes; None for a game that does not define its opening."""
    placing_plies: int | None = None
    """The number of plies in which the players place the pieces before they move; None if they place none first."""
    opening_note: Message | None = None
    """What counts as an opening, and when it is complete."""

    def openings(self, moves: Sequence[int], *, over: bool) -> tuple[SideOpening, SideOpening]:
        """Openings of 先手 and 後手 in a game from its own start.

        `moves` are its first `opening_plies` plies, or all plies of a shorter game. `over` says that the rules ended the
        game with the last of them. Raises ValueError for a game without `opening_plies`.
        """
        raise ValueError(f"{self.id} does not say what its opening is ({len(moves)} plies, over: {over})")


def places_units(game: Openings) -> bool:
    """Tell whether an opening is the set of units a side places.

    The side chooses their number.
    """
    return game.opening_plies is not None


def opening_plies(game: Openings, plies: int | None = None) -> int:
    """Return the number of plies that an opening may last.

    `plies` counts only if the game does not define its opening.
    """
    if game.opening_plies or plies:
        return game.opening_plies or plies or PLIES
    return game.placing_plies or PLIES


def openings(
    game: Openings, moves: Sequence[int], sides: Sequence[Side], *, over: bool, plies: int | None = None
) -> tuple[SideOpening, SideOpening]:
    """Return the openings of 先手 and of 後手.

    `moves` are the first :func:`opening_plies` plies of a game from its own start, or all plies of a shorter game. `sides`
    names the side that made each. `over` says that the rules ended the game with the last of them.
    """
    if places_units(game):
        return game.openings(moves, over=over)
    last = opening_plies(game, plies)
    complete = over or len(moves) >= last
    first, second = (
        SideOpening(tuple(move for move, mover in zip(moves[:last], sides, strict=False) if mover is side), complete)
        for side in Side
    )
    return first, second
