"""The opening of a game, side by side: what each set up, in whatever order it did.

A game may say what its opening is (``openings``, ``opening_plies``); of any other it is the first plies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.model.game import Game

PLIES = 8
"""The opening of a game that does not say what it is; the placing half, where there is one."""


class Opening(NamedTuple):
    """What one side did in the opening."""

    moves: tuple[int, ...]
    """As they were played."""
    complete: bool
    """Whether nothing can be added to it any more; False where the record ends before."""


def places_units(game: Game) -> bool:
    """Tell whether the opening of a game is what each side places, of a number that it may choose."""
    return game.opening_plies is not None


def opening_plies(game: Game, plies: int | None = None) -> int:
    """Return how many plies of a game its opening may last; `plies` is how many are wanted where the game leaves it open."""
    if game.opening_plies or plies:
        return game.opening_plies or plies or PLIES
    return game.double_turn(game.start) or PLIES


def openings(
    game: Game, moves: Sequence[int], sides: Sequence[Side], *, over: bool, plies: int | None = None
) -> tuple[Opening, Opening]:
    """Return the openings of 先手 and of 後手.

    `moves`, and who made each, are those of a game from its own start, :func:`opening_plies` of them or all there are;
    `over` says that the rules ended the game with the last of them.
    """
    if places_units(game):
        return game.openings(moves, over=over)
    last = opening_plies(game, plies)
    complete = over or len(moves) >= last
    first, second = (
        Opening(tuple(move for move, mover in zip(moves[:last], sides, strict=False) if mover is side), complete)
        for side in Side
    )
    return first, second
