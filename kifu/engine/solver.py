"""Solver: who can force a win from a position, with a proof.

A result is proven, or says that it is not.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kifu.core.compiled.bind_and_compile import compiled_kernels_of_layers, rules_compile
from kifu.core.outcome import Outcome, Side
from kifu.engine import interpreted_solver
from kifu.engine.bind_engine import LOWER
from kifu.engine.proof_number_search import LongWinSearch
from kifu.engine.prove_kernel import BUDGET, PROBES, PROBES_PER_NODE, STOPPED
from kifu.engine.prove_kernel import NODES as NODES_SEEN
from kifu.engine.tablebase import optimal_line as best_line
from kifu.engine.tablebase_file_and_cache import tablebase_and_known_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kifu.core.game.game import Game, Position
    from kifu.engine.tablebase import Tablebase

NODES = 5_000_000
"""The default number of positions that are searched: some seconds."""
SHARE_OF_GRAPH = 10
"""Retrograde analysis may use the budget divided by this number."""
TABLE = 1 << 20
"""The slots of a transposition table, at most."""
UNLIMITED = 1 << 40
MAX_FIRST_MOVES = 4
"""The first moves that are tried for a line back to the position."""
INFINITY = 1 << 30
"""In place of a number of plies: more than any win has."""
MAX_LINE_PLIES = 200
"""The number of moves of a line, at most."""
MAX_DEPTH = 99
"""The number of plies in which a win is looked for, at most."""
FORCED = 13
"""The number of plies in which :func:`near_forced_win` looks for a win, at most. Early in a game no win is so near, and it costs nothing."""
KERNELS = ("kifu.engine.retrograde_kernel", "kifu.engine.prove_kernel", "kifu.engine.dfpn_kernel")


class Solution(NamedTuple):
    """The result of solving a position."""

    winner: Side | None
    """Who can force a win; None: nobody can, or, if the result is not `proven`, it is not known."""
    plies: int
    """If the result is proven: the length of the win against best defence, at most. Otherwise neither side can force a win
    within this number of plies."""
    line: tuple[int, ...]
    """Best play as far as it is known: to the end of a win; if nobody can win, until a position is repeated or the game is drawn."""
    positions: int
    """The number of positions searched."""
    proven: bool
    whole: bool
    """Whether all positions that can follow were searched."""
    by_table: bool = False
    """Whether a tablebase knew the result, so that nothing was searched."""
    least: int | None = None
    """For a win whose length is not known: the shortest win takes at least this number of plies. None: `plies` is the length."""


class NearWin(NamedTuple):
    """A win of the side to move within :data:`FORCED` plies."""

    move: int
    """The move that begins the shortest one."""
    plies: int
    """0: none is proven."""
    positions: int
    """The positions that were searched."""


class SolverAnswer(NamedTuple):
    """Who can force a win in a position, without the moves."""

    winner: Side | None
    """Who can force a win; None: nobody can, or, if the answer is not `proven`, it is not known."""
    plies: int
    """As in :class:`Solution`."""
    positions: int
    """The number of positions searched."""
    proven: bool


def can_solve(game: Game) -> bool:
    """Tell whether a game can be solved: compiled rules and an evaluation."""
    return rules_compile(game) and game.engine_modules() is not None


def solve(game: Game, position: Position, nodes: int | None = None) -> Solution:
    """Forced win in `position`, by a search of about `nodes` positions.

    If a tablebase is present that holds the position, nothing is searched. Else a tenth of the budget goes to retrograde
    analysis of all reachable positions. If they are more, iterative deepening looks for wins of both sides. If it finds none,
    :mod:`kifu.engine.proof_number_search` looks for a longer one by proof-number search, with as many positions again. The same arguments give the same solution. A game whose rules do not compile is searched by
    :mod:`kifu.engine.interpreted_solver`, thousands of times more slowly. By default `nodes` is NODES of this module or of that one.
    """
    if not can_solve(game):
        return _solve_interpreted(game, position, interpreted_solver.NODES if nodes is None else nodes)
    bound = proof_kernels(game)
    nodes = NODES if nodes is None else nodes
    known = _answer_and_tablebase(game, position)
    if known is not None:
        answer, table = known
        line = best_line(game, table, position, MAX_LINE_PLIES)
        return Solution(answer.winner, answer.plies, line, 0, proven=True, whole=False, by_table=True)
    listed = _solve_by_retrograde(position, nodes, bound)
    if listed is not None:
        return listed
    answer, tables, searched = _answer_tables_and_nodes(position, nodes, bound)
    if not answer.proven:
        del tables  # the next search has tables of its own
        return _solve_by_proof_numbers(LongWinSearch(game, position, nodes, bound), answer, searched)
    if answer.winner is None:
        line = _line_without_win(game, position)
    else:
        line = _best_line(
            game, position, answer.plies, _win_prober(bound, answer.winner, tables[answer.winner]), answer.winner
        )
    return Solution(answer.winner, answer.plies, line, answer.positions, proven=True, whole=False)


def prove_forced_win(game: Game, position: Position, nodes: int) -> SolverAnswer:
    """Forced win as by :func:`solve`, without line or long wins.

    It takes no longer than its budget. Raises ValueError if :func:`can_solve` is false for the game.
    """
    bound = proof_kernels(game)
    known = _answer_and_tablebase(game, position)
    if known is not None:
        return known[0]
    listed = _solve_by_retrograde(position, nodes, bound)
    if listed is not None:
        return SolverAnswer(listed.winner, listed.plies, listed.positions, proven=True)
    return _answer_tables_and_nodes(position, nodes, bound)[0]


def near_forced_win(game: Game, position: Position, nodes: int) -> NearWin:
    """Win of the side to move within :data:`FORCED` plies.

    The search takes at most `nodes` positions. After any answer the rest of the win is nearer, so to ask again at each
    move plays it to its end.
    """
    bound = proof_kernels(game)
    side = game.turn(position)
    table = bound["make_proof_table"](len(position), min(TABLE, 1 << nodes.bit_length()), nodes)
    for plies in range(1, FORCED + 1):
        if bound["can_force_win_within"](position, plies, int(side), table):
            spent = _used_budget(table)
            within = _win_prober(bound, side, table)
            after = ((move, game.play_legal(position, move)) for move in game.legal_moves(position))
            return NearWin(next(move for move, then in after if within(then, plies - 1)), plies, spent)
        if table.counters[STOPPED]:
            break
    return NearWin(0, 0, min(nodes, _used_budget(table)))


def _solve_by_proof_numbers(
    long_win_search: LongWinSearch, answer: SolverAnswer, plies_searched: tuple[int, int]
) -> Solution:
    """Search for a long win, after :func:`_answer_tables_and_nodes` proved nothing.

    `answer` is its answer, `plies_searched` the plies that it has searched for each side.
    """
    win = long_win_search.find_win(plies_searched)
    positions = answer.positions + long_win_search.looked_at
    if win is None:
        return Solution(None, answer.plies, (), positions, proven=False, whole=False)
    least = None if win.least == win.plies else win.least
    return Solution(win.winner, win.plies, win.line, positions, proven=True, whole=False, least=least)


def _solve_interpreted(game: Game, position: Position, nodes: int) -> Solution:
    """Interpreted solution: half the budget deepens iteratively, half is retrograde."""
    search = interpreted_solver.Searcher(game, position, max(1, nodes // 2))
    start = search.start
    searched = 0
    listed = None
    try:
        for plies in range(MAX_DEPTH + 1):
            for side in Side:
                if search.can_force_win(start, plies, side):
                    seen = search.node_count
                    return Solution(
                        side,
                        plies,
                        interpreted_solver.winning_line(search, side, plies),
                        seen,
                        proven=True,
                        whole=False,
                    )
            searched = plies
    except interpreted_solver.BudgetSpent:
        pass
    search.budget = nodes
    with suppress(interpreted_solver.BudgetSpent):
        listed = search.reachable_nodes(nodes)
    if listed is None:
        return Solution(None, searched, (), search.node_count, proven=False, whole=False)
    interpreted_solver.set_plies_to_win(listed)
    plies = min(start.won)
    if plies == interpreted_solver.INFINITY:
        return Solution(
            None, 0, interpreted_solver.line_without_win(search), search.node_count, proven=True, whole=True
        )
    winner = Side(start.won.index(plies))
    return Solution(
        winner,
        plies,
        interpreted_solver.winning_line(search, winner, plies),
        search.node_count,
        proven=True,
        whole=True,
    )


def _answer_and_tablebase(game: Game, position: Position) -> tuple[SolverAnswer, Tablebase] | None:
    """Return what a tablebase says about a position, with the tablebase.

    None if there is none, or it does not hold it.
    """
    known_value = tablebase_and_known_value(game, position)
    if known_value is None:
        return None
    table, known = known_value
    if known == 0:
        return SolverAnswer(None, 0, 0, proven=True), table
    plies = known - 1
    mover = game.turn(position)
    winner = mover if plies % 2 else Side(1 - mover)
    return SolverAnswer(winner, plies, 0, proven=True), table


@cache
def proof_kernels(game: Game) -> Mapping[str, Any]:
    """Return the kernels of proofs, bound to a game, by name.

    Raises ValueError if :func:`can_solve` is false for it.
    """
    modules = game.engine_modules()
    if modules is None:
        raise ValueError(game.id)
    bounds = () if modules.win_bounds is None else (modules.win_bounds.__name__,)
    return compiled_kernels_of_layers(game, (*LOWER, modules.evaluation.__name__, *bounds, *KERNELS))


def _solve_by_retrograde(position: Position, nodes: int, bound: Mapping[str, Any]) -> Solution | None:
    """Return the solution by retrograde analysis.

    None if more than a tenth of the budget is reachable.
    """
    line = np.zeros(MAX_LINE_PLIES, np.int64)
    most = max(2, nodes // SHARE_OF_GRAPH)
    winner, plies, length, positions = bound["solve_graph"](position, most, line)
    if winner < 0:
        return None
    moves = tuple(int(move) for move in line[:length])
    side = Side(winner - 1) if winner else None
    return Solution(side, int(plies), moves, int(positions), proven=True, whole=True)


def _answer_tables_and_nodes(
    position: Position, nodes: int, bound: Mapping[str, Any]
) -> tuple[SolverAnswer, list[Any], tuple[int, int]]:
    """Iterative deepening for wins of both sides, within `nodes` positions.

    The side with less effort goes on, with half of them at most; a side that is left alone has the rest. With the answer come the
    tables of both sides, and the plies within which each cannot force a win.
    """
    size = min(TABLE, 1 << nodes.bit_length())
    tables = [bound["make_proof_table"](len(position), size, nodes) for _ in Side]
    searched = [0 if bound["in_reach"](position, int(side), UNLIMITED)[0] else INFINITY for side in Side]
    while going := [side for side in Side if searched[side] < MAX_DEPTH and not tables[side].counters[STOPPED]]:
        side = min(going, key=lambda each: (_used_budget(tables[each]), each))
        rest = nodes - _used_budget(tables[1 - side])
        tables[side].counters[BUDGET] = rest if len(going) == 1 else min(rest, nodes // 2)
        if bound["can_force_win_within"](position, searched[side] + 1, int(side), tables[side]):
            return (
                SolverAnswer(side, searched[side] + 1, _nodes_looked_at(tables), proven=True),
                tables,
                (searched[0], searched[1]),
            )
        searched[side] += int(not tables[side].counters[STOPPED])
    never = min(searched) == INFINITY
    answer = SolverAnswer(None, 0 if never else min(searched), _nodes_looked_at(tables), proven=never)
    return answer, tables, (searched[0], searched[1])


def _used_budget(table: Any) -> int:  # noqa: ANN401 - the tables of the kernel
    """Return what a side has used of the budget."""
    return int(max(table.counters[NODES_SEEN], table.counters[PROBES] // PROBES_PER_NODE))


def _nodes_looked_at(tables: list[Any]) -> int:
    return int(sum(table.counters[NODES_SEEN] for table in tables))


def _win_prober(bound: Mapping[str, Any], side: Side, table: Any) -> Callable[[Position, int], bool]:  # noqa: ANN401
    """Function that tells whether `side` wins within a number of plies.

    It has no budget, so it always knows.
    """

    def within(position: Position, depth: int) -> bool:
        table.counters[BUDGET] = UNLIMITED
        return bool(bound["can_force_win_within"](position, depth, int(side), table))

    return within


def _best_line(
    game: Game, position: Position, depth: int, wins_within: Callable[[Position, int], bool], winner: Side
) -> tuple[int, ...]:
    """Return best play from a position that `winner` wins within `depth` plies.

    The loser defends as long as possible.
    """
    line = []
    while game.outcome(position) is None:
        after = {move: game.play_legal(position, move) for move in game.legal_moves(position)}
        if game.turn(position) == winner:
            move = next(move for move, next_position in after.items() if wins_within(next_position, depth - 1))
            depth -= 1
        else:
            remaining = {move: next(n for n in range(depth) if wins_within(after[move], n)) for move in after}
            move = max(remaining, key=lambda candidate: remaining[candidate])
            depth = remaining[move]
        line.append(move)
        position = after[move]
    return tuple(line)


def _line_without_win(game: Game, position: Position) -> tuple[int, ...]:
    """Line from an unwinnable position: back in four plies, else first moves."""
    if game.outcome(position) is not None:
        return ()
    for there in tuple(game.legal_moves(position))[:MAX_FIRST_MOVES]:
        for answer in tuple(game.legal_moves(first := game.play_legal(position, there)))[:MAX_FIRST_MOVES]:
            second = game.play_legal(first, answer)
            for back in game.legal_moves(second):
                third = game.play_legal(second, back)
                last = next(
                    (move for move in game.legal_moves(third) if game.play_legal(third, move) == position), None
                )
                if last is not None:
                    return there, answer, back, last
    line: list[int] = []
    while game.outcome(position) is None and len(line) < MAX_LINE_PLIES:
        line.append(next(iter(game.legal_moves(position))))
        position = game.play_legal(position, line[-1])
    return tuple(line)


def does_line_prove_solution(game: Game, position: Position, solution: Solution) -> bool:
    """Check a proven solution's line: legal, and ending as claimed."""
    seen = {position}
    for ply, move in enumerate(solution.line, start=1):
        if game.outcome(position) is not None or game.explain(position, move) is not None:
            return False
        position = game.play_legal(position, move)
        if position in seen and ply < len(solution.line):
            return False
        if ply < len(solution.line):
            seen.add(position)
    ending = game.outcome(position)
    if solution.winner is not None:
        won = ending is not None and ending.outcome == Outcome.win(solution.winner)
        least = solution.plies if solution.least is None else solution.least
        return won and least <= len(solution.line) <= solution.plies
    return (
        position in seen
        or len(solution.line) == MAX_LINE_PLIES
        or (ending is not None and ending.outcome is Outcome.DRAW)
    )
