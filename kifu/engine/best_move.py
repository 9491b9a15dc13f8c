"""The move that a search finds best, with its value."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, NamedTuple

from kifu.engine.bind_engine import kernels, scale
from kifu.engine.interpreted_solver import loses_at_once
from kifu.engine.search_memory import BARRED, DEEPEST, DEPTH, LENGTH, NODES, STALE
from kifu.engine.solver import forced_win, solve, solves
from kifu.engine.tablebase import best_moves, value
from kifu.engine.tablebase import line as best_line
from kifu.engine.tablebase_file import present
from kifu.kernels.bind import compiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.contract.game import Game, Position

NODES_OF_A_MOVE = 20_000
"""The default number of nodes of a search: some hundredths of a second of compiled code."""
WON = 1_000_000
"""The value of a win, less its plies, as in :mod:`kifu.engine.search_kernel`."""
SURE = 990_000
"""A value beyond this is a win that the search has seen; any other value is an estimate."""
REMEMBERED = 64
"""The number of earlier positions that a search knows."""
COST_OF_REPEATING = 200
"""The units of evaluation that a repeated position costs, as in games (:data:`kifu.engine.selfplay.STALE`)."""
SHARE_OF_PROOFS = 2
"""Proofs may use the budget divided by this number, before the search has the rest."""
FIRST_TRY = 1000
"""The nodes of the first search of :func:`best_within`."""


class Choice(NamedTuple):
    """The result of a search."""

    move: int
    value: int
    """The value for the side to move, in the game's units of evaluation."""
    chance: float | None
    """The chance of the side to move to win, from 0 to 1; it is 0 or 1 only if the search has seen the end. None: the end
    was not seen, and the game's evaluation was not fitted to results (:func:`gives_chances`)."""
    nodes: int
    """The number of positions visited."""
    depth: int
    """The last finished iteration, in plies. Late moves are reduced by one or two."""
    line: tuple[int, ...]
    """The principal variation; the first move is `move`."""


def best(  # noqa: PLR0913 - the choice depends on all of them
    game: Game,
    position: Position,
    nodes: int = NODES_OF_A_MOVE,
    seed: int = 0,
    *,
    noise: int = 0,
    before: Sequence[Position] = (),
    proofs: bool = True,
    stale: int = COST_OF_REPEATING,
    barred: int = 0,
) -> Choice:
    """Return the best move that a search of at most about `nodes` positions finds.

    The same arguments give the same choice. A tablebase that holds the position decides before the search. With `proofs`, so does a
    win that the solver proves with at most half of the nodes (in a game whose rules do not compile it is always asked, for a loss too). With `noise`, in units of evaluation, the `seed` chooses among moves that are
    nearly as good. `before` holds the earlier positions of the game; a repetition of one of them costs `stale` units. No move
    ends on a square of the set `barred`, unless there is no other. Raises
    ValueError if the game is over, or `nodes` is less than 1.
    """
    if nodes < 1:
        raise ValueError(nodes)
    bound = kernels(game)
    if bound["result"](position):
        message = "the game is over"
        raise ValueError(message)
    known = _from_tablebase(game, position) if compiles(game) else _from_proof(game, position, nodes // 2)
    if known is not None and known.value:
        return known
    spent = 0
    if proofs and known is None and solves(game):
        move, plies, spent = forced_win(game, position, nodes // SHARE_OF_PROOFS)
        if plies:
            return Choice(move, WON - plies, 1.0, spent, plies, (move,))
    memory = bound["make_memory"](nodes - spent, seed, noise)
    for place, earlier in enumerate(before[-REMEMBERED:]):
        memory.path[place] = bound["key_of"](earlier)
        memory.counters[LENGTH] = place + 1
    memory.counters[STALE] = stale
    memory.counters[BARRED] = barred
    move, value = bound["choose"](position, memory)
    line = memory.line[DEEPEST + 1]
    expected = tuple(int(line[place + 1]) for place in range(line[0])) or (int(move),)
    counters = memory.counters
    if known is not None and int(move) not in known.line:  # the search does not see that the move loses
        return known._replace(move=known.line[0], line=known.line[:1])
    if not compiles(game) and loses_at_once(game, position, int(move)):  # the search was too shallow to see it
        move = _safest(game, position, int(move))
        expected = (move,)
    visited = spent + int(counters[NODES])
    return Choice(int(move), int(value), chance(game, int(value)), visited, int(counters[DEPTH]), expected)


def _safest(game: Game, position: Position, move: int) -> int:
    """Return the move that leaves the mover the most worth, of those after which the opponent does not win at once.

    If there is none, `move`.
    """
    side = game.turn(position)

    def lead(candidate: int) -> float:
        worth = game.worth(game.play(position, candidate))
        return worth[side] - worth[1 - side]

    ordered = sorted(game.legal_moves(position), key=lead, reverse=True)
    return next((candidate for candidate in ordered if not loses_at_once(game, position, candidate)), move)


def _from_tablebase(game: Game, position: Position) -> Choice | None:
    """Return the choice of a tablebase, with the line of a win; where neither side wins, all moves that keep it so.

    None: there is no tablebase, or it does not hold the position.
    """
    table = present(game)
    known = -1 if table is None else value(game, table, position)
    if table is None or known < 0:
        return None
    if known == 0:
        moves = tuple(best_moves(game, table, position))
        return Choice(moves[0], 0, chance(game, 0), 0, 0, moves)
    plies = known - 1
    moves = best_line(game, table, position, plies)
    worth = WON - plies if plies % 2 else plies - WON
    return Choice(moves[0], worth, chance(game, worth), 0, plies, moves)


def _from_proof(game: Game, position: Position, nodes: int) -> Choice | None:
    """Return the choice by a proof: the shortest way to a win, or the longest to a loss. None: neither side is proven to win.

    A game whose rules do not compile is searched so slowly that a proof sees more than a search.
    """
    found = solve(game, position, max(1, nodes))
    if found.winner is None:
        return None
    worth = WON - found.plies if game.turn(position) == found.winner else found.plies - WON
    return Choice(found.line[0], worth, chance(game, worth), found.positions, found.plies, found.line)


def best_within(game: Game, position: Position, seconds: float, seed: int = 0, *, noise: int = 0) -> Choice:
    """Return the choice of the last of several searches that together take about `seconds`; each doubles the nodes.

    The number of nodes depends on the speed of the machine. So the same arguments may give different choices.
    """
    deadline = time.monotonic() + seconds
    nodes = FIRST_TRY
    while True:
        started = time.monotonic()
        choice = best(game, position, nodes, seed, noise=noise)
        # The next search would take about twice as long. A search that ended early has seen the end of the game.
        if choice.nodes < nodes // 2 or time.monotonic() + 2 * (time.monotonic() - started) > deadline:
            return choice
        nodes *= 2


def gives_chances(game: Game) -> bool:
    """Tell whether a search can say how likely a win is: whether the game's evaluation was fitted to results of games."""
    return scale(game) is not None


def chance(game: Game, value: int) -> float | None:
    """Return the winning chance of a value, from 0 to 1, by a logistic curve that was fitted to games of the engine.

    None for an estimate of a game whose evaluation was not fitted.
    """
    if abs(value) >= SURE:
        return float(value > 0)
    units = scale(game)
    return None if units is None else 1 / (1 + math.exp(-value / units))
