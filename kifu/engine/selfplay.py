"""Whole games of the engine against itself, against a smaller self, or against chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kifu.engine.bound import kernels
from kifu.model.outcome import Outcome

if TYPE_CHECKING:
    from kifu.model.game import Game, Position

NOISE = 10
"""Units of evaluation by which the seed makes games differ."""
STALE = 200
"""Units of evaluation that coming back to a position costs: no game here ends by it, and it leads nowhere."""
LONGEST = 400
"""Plies after which a game is broken off."""

RESULTS = (None, Outcome.FIRST, Outcome.SECOND, Outcome.DRAW)


class Player(NamedTuple):
    """How one side plays."""

    nodes: int
    """Positions that it may visit for a move; 0: it draws its moves uniformly."""
    opening: tuple[int, ...] | None = None
    """Moves it plays before any others, in that order, and to whose set it adds none; None: it is free."""


class Played(NamedTuple):
    """A game that was played."""

    moves: tuple[int, ...]
    values: tuple[int, ...]
    """What each move was thought worth by the side that made it; 0 for those that were not searched."""
    outcome: Outcome | None
    """None: broken off."""


def play(  # noqa: PLR0913 - what a game is a function of
    game: Game,
    players: tuple[Player, Player],
    seed: int,
    *,
    start: Position | None = None,
    noise: int = NOISE,
    plies: int = LONGEST,
    stale: int = STALE,
) -> Played:
    """Play one game, 先手 being the first of `players`; the same arguments give the same game.

    A square that one side's opening still needs is left to it: the other's moves do not end there, unless it has no
    other move. `start` None is the game's own. Coming back to a position is worth `stale` to the other side. The moves of the openings must be legal in any order in which the sides
    take turns; they are not checked.
    """
    bound = kernels(game)
    cell = bound["CELL"]
    given = np.array([-1 if player.opening is None else len(player.opening) for player in players], cell)
    script = np.zeros((2, max(1, *given)), cell)
    for side, player in enumerate(players):
        for place, move in enumerate(player.opening or ()):
            script[side, place] = move
    budgets = np.array([player.nodes for player in players], cell)
    moves, values, past = (np.zeros(plies, cell) for _ in range(3))
    position = game.start() if start is None else start
    result, played = bound["play_game"](position, script, given, budgets, seed, noise, stale, moves, values, past)
    return Played(
        tuple(int(move) for move in moves[:played]), tuple(int(value) for value in values[:played]), RESULTS[result]
    )
