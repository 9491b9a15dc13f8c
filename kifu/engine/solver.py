"""Who can force a win in a position, proven or said to be unknown."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kifu.engine.bound import PLAIN
from kifu.kernels.bind import compiles, layered
from kifu.model.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kifu.model.game import Game, Position

NODES = 5_000_000
"""Positions looked at unless told otherwise: some seconds."""
SHARE_OF_GRAPH = 10
"""One position in so many of the budget may go into the graph of all that can follow."""
TABLE = 1 << 20
"""Positions of which proofs are remembered, at most."""
UNLIMITED = 1 << 62
LONGEST = 200
"""Moves of a line at most."""
DEEPEST = 99
BUDGET, NODES_SEEN, STOPPED = 1, 0, 2
"""Places in the counters of :mod:`kifu.engine.prove_kernel`."""
KERNELS = ("kifu.engine.graph_kernel", "kifu.engine.prove_kernel")


class Solution(NamedTuple):
    """What could be proven of a position."""

    winner: Side | None
    """Who can force a win; None: nobody can, if `proven`."""
    plies: int
    """The win is forced in so many plies at most, and in no fewer against best defence. Not proven: within so many plies
    neither side can force one."""
    line: tuple[int, ...]
    """Best play: to the end of a win; where nobody can win, until a position comes again or the game is drawn."""
    positions: int
    """Positions looked at."""
    proven: bool
    whole: bool
    """Every position that can follow was looked at."""


def solves(game: Game) -> bool:
    """Tell whether positions of a game can be solved: compiled rules, and no ends that only the way there tells."""
    return compiles(game) and game.evaluation is not None


def solve(game: Game, position: Position, nodes: int = NODES) -> Solution:
    """Return who can force a win in `position`, looking at about `nodes` positions.

    First all positions that can follow are gathered, as far as a tenth of the budget goes: if those are all, everything
    is known of them. Else wins of either side are looked for, one ply deeper at a time. The same arguments give the same
    solution. Raises ValueError for a game that does not compile.
    """
    if not solves(game):
        raise ValueError(game.id)
    hashable: Any = game
    bound = _kernels(hashable)
    line = np.zeros(LONGEST, np.int64)
    most = max(2, nodes // SHARE_OF_GRAPH)
    winner, plies, length, positions = bound["solve_graph"](position, most, line)
    if winner >= 0:
        moves = tuple(int(move) for move in line[:length])
        return _proven(Side(winner - 1) if winner else None, int(plies), moves, int(positions), whole=True)
    return _deepen(game, position, nodes, bound)


@cache
def _kernels(game: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a Game; mypy does not see that those can be hashed
    evaluation = game.evaluation
    return layered(game, (PLAIN, evaluation or "", *KERNELS))


def _deepen(game: Game, position: Position, nodes: int, bound: Mapping[str, Any]) -> Solution:
    """Look for wins of both sides within 1, 2, 3, … plies, half of the budget for each."""
    size = min(TABLE, 1 << nodes.bit_length())
    tables = [bound["make_proofs"](len(position), size, nodes // 2) for _ in Side]
    searched = 0
    for depth in range(1, DEEPEST + 1):
        for side in Side:
            if bound["prove"](position, depth, int(side), tables[side]):
                positions = _looked_at(tables)
                line = _line(game, position, depth, _within(bound, side, tables[side]), side)
                return _proven(side, depth, line, positions, whole=False)
        if any(table.counters[STOPPED] for table in tables):
            break
        searched = depth
    return Solution(None, searched, (), _looked_at(tables), proven=False, whole=False)


def _proven(winner: Side | None, plies: int, line: tuple[int, ...], positions: int, *, whole: bool) -> Solution:
    return Solution(winner, plies, line, positions, proven=True, whole=whole)


def _looked_at(tables: list[Any]) -> int:
    return int(sum(table.counters[NODES_SEEN] for table in tables))


def _within(bound: Mapping[str, Any], side: Side, table: Any) -> Callable[[Position, int], bool]:  # noqa: ANN401
    """Return what tells whether a position is won within some plies, without an end to the budget: it is proven."""

    def within(position: Position, depth: int) -> bool:
        table.counters[BUDGET] = UNLIMITED
        return bool(bound["prove"](position, depth, int(side), table))

    return within


def _line(
    game: Game, position: Position, depth: int, within: Callable[[Position, int], bool], winner: Side
) -> tuple[int, ...]:
    """Return best play from a position that is won within `depth` plies: the loser holds out as long as can be."""
    line = []
    while game.outcome(position) is None:
        after = {move: game.play(position, move) for move in game.legal_moves(position)}
        if game.turn(position) == winner:
            move = next(move for move, next_position in after.items() if within(next_position, depth - 1))
            depth -= 1
        else:
            left = {move: next(n for n in range(depth) if within(after[move], n)) for move in after}
            move = max(left, key=lambda one: left[one])
            depth = left[move]
        line.append(move)
        position = after[move]
    return tuple(line)


def holds(game: Game, position: Position, solution: Solution) -> bool:
    """Replay the line of a proven solution by the game's own rules: every move legal, and the end as it is claimed."""
    seen = {position}
    for ply, move in enumerate(solution.line, start=1):
        if game.outcome(position) is not None or game.explain(position, move) is not None:
            return False
        position = game.play(position, move)
        if position in seen and ply < len(solution.line):
            return False
        if ply < len(solution.line):
            seen.add(position)
    ending = game.outcome(position)
    if solution.winner is not None:
        won = ending is not None and ending.outcome == Outcome.win(solution.winner)
        return won and len(solution.line) == solution.plies
    return position in seen or len(solution.line) == LONGEST or (ending is not None and ending.outcome is Outcome.DRAW)
