"""The move a search finds best, and what it thinks of it."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, NamedTuple

from kifu.engine.bound import kernels, scale
from kifu.engine.memory import DEEPEST, DEPTH, LENGTH, NODES, STALE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.model.game import Game, Position

NODES_OF_A_MOVE = 20_000
"""What a search may visit unless told otherwise: some hundredths of a second compiled."""
SURE = 990_000
"""Values beyond this are wins found; the rest is estimated."""
REMEMBERED = 64
COST_OF_REPEATING = 200
"""As in games (:data:`kifu.engine.selfplay.STALE`)."""
FIRST_TRY = 1000
"""Nodes of the first search within a time."""


class Choice(NamedTuple):
    """What a search made of a position."""

    move: int
    value: int
    """In the game's units of evaluation, seen by the side to move."""
    chance: float
    """Of the side to move to win, from 0 to 1; 0 and 1 only where the search saw the end."""
    nodes: int
    """Positions visited."""
    depth: int
    """Plies looked at in full, counting those that late moves lack."""
    line: tuple[int, ...]
    """The moves expected, the first of them `move`."""


def best(  # noqa: PLR0913 - what a choice is a function of
    game: Game,
    position: Position,
    nodes: int = NODES_OF_A_MOVE,
    seed: int = 0,
    *,
    noise: int = 0,
    before: Sequence[Position] = (),
) -> Choice:
    """Return the best move that a search of at most about `nodes` positions finds.

    The same arguments give the same choice. `noise`, in units of evaluation, lets the `seed` choose among moves that
    are nearly as good. `before` holds the positions that led here: coming back to one of them counts as a loss of time. Raises
    ValueError where there is no move, or for less than one node.
    """
    if nodes < 1:
        raise ValueError(nodes)
    bound = kernels(game)
    if bound["result"](position):
        message = "the game is over"
        raise ValueError(message)
    memory = bound["make_memory"](nodes, seed, noise)
    for place, earlier in enumerate(before[-REMEMBERED:]):
        memory.path[place] = bound["key_of"](earlier)
        memory.counters[LENGTH] = place + 1
    memory.counters[STALE] = COST_OF_REPEATING
    move, value = bound["choose"](position, memory)
    line = memory.line[DEEPEST + 1]
    expected = tuple(int(line[place + 1]) for place in range(line[0])) or (int(move),)
    counters = memory.counters
    return Choice(int(move), int(value), chance(game, int(value)), int(counters[NODES]), int(counters[DEPTH]), expected)


def best_within(game: Game, position: Position, seconds: float, seed: int = 0, *, noise: int = 0) -> Choice:
    """Return the choice of the largest search, of sizes that double, that ends within about `seconds`.

    How large that is depends on the machine and on what else it does: unlike :func:`best`, no function of its arguments.
    """
    deadline = time.monotonic() + seconds
    nodes = FIRST_TRY
    while True:
        started = time.monotonic()
        choice = best(game, position, nodes, seed, noise=noise)
        # The next search takes about twice as long; a search that ended early has seen the end of the game.
        if choice.nodes < nodes // 2 or time.monotonic() + 2 * (time.monotonic() - started) > deadline:
            return choice
        nodes *= 2


def chance(game: Game, value: int) -> float:
    """Return the winning chance that a value means, from 0 to 1: a logistic curve, fitted to games of the engine."""
    if abs(value) >= SURE:
        return float(value > 0)
    return 1 / (1 + math.exp(-value / scale(game)))
