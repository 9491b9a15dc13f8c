"""Best move of a position by search, its value and win probability.

A game that has a curve of win probability keeps it in ``calibration.toml`` of its folder, which `benchmarks/calibrate.py`
writes. It holds for the game under its default rules.
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core import games
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.lazy_imports_extras_and_package_files import package_text
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.engine.bind_engine import search_kernels
from kifu.engine.interpreted_solver import loses_at_once
from kifu.engine.solver import can_solve, near_forced_win, prove_forced_win, solve
from kifu.engine.tablebase import optimal_line as best_line
from kifu.engine.tablebase import value_keeping_moves
from kifu.engine.tablebase_file_and_cache import tablebase_and_known_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game, Position

MAX_DEPTH = 64
"""The largest depth, quiescence search included."""
MAX_MOVES = 1024
"""The moves of a position that a search can hold. The most here are 686 (at the start of Master)."""
HISTORY = 1 << 12
"""The size of the history table, which the low bits of a move index: a power of two."""
MAX_PATH_POSITIONS = 4096
"""The positions that a game and the search from its end may have together."""

NODES, BUDGET, STOPPED, SEED, NOISE, DEPTH, LENGTH, BARRED, STALE, SIZES = range(10)
"""The places in `counters`: the nodes visited, the nodes allowed, whether they are used up, the seed, the largest noise
of an evaluation, the depth finished, the number of positions in `path`, the set of
squares where no move from the root may end, the score of a repetition for the opponent, and the sizes of the opening sets that
the sides owe (:func:`kifu.engine.search_kernel.close_openings`)."""
COUNTERS = 10


class SearchState(NamedTuple):
    """Arrays of one search: 64-bit integers, or Python's if not compiled."""

    keys: Any
    """Transposition table: the key of the position in each slot."""
    values: Any
    """Transposition table: the value for the side to move."""
    replies: Any
    """Transposition table: the best move."""
    depths: Any
    """Transposition table: depth × 4 + bound (see search_kernel); 0 for an empty slot."""
    moves: Any
    """A row for each ply: the moves of its position."""
    order: Any
    """A row for each ply: the rank of each move."""
    killers: Any
    """A row for each ply: its killer moves, the last two quiet moves that caused a cutoff."""
    history: Any
    """The history heuristic: depth² of each cutoff, by the low bits of the move."""
    line: Any
    """Triangular table of principal variations: per ply the length, then the moves. The last row has that of the chosen move."""
    path: Any
    """The keys of the positions of the game so far, and of the line that is searched."""
    counters: Any
    """The numbers that NODES and the following constants name."""


NODES_OF_A_MOVE = 20_000
"""The default number of nodes of a search: some hundredths of a second of compiled code."""
WON = 1_000_000
"""The value of a win, less its plies, as in :mod:`kifu.engine.search_kernel`."""
SURE = 990_000
"""A value beyond this is a win that the search has seen; any other value is an estimate."""
REMEMBERED = 64
"""The number of earlier positions that a search knows."""
COST_OF_REPEATING = 200
"""The units of evaluation that a repeated position costs, as in games (:data:`kifu.engine.play_engine_games.STALE`)."""


class Choice(NamedTuple):
    """The move that a search has chosen."""

    move: int
    """The code of the move, for :meth:`Game.play`."""
    text: str
    """The move as a record spells it."""
    value: int
    """The value for the side to move, in the game's units of evaluation. A win is worth 1 000 000 less its plies."""
    chance: float | None
    """The chance of the side to move to win, from 0 to 1, a draw counting one half. It is 0 or 1 only if an end was seen.
    None: no end was seen, and :func:`kifu.engine.best_move_and_win_chance.probability_curve` says why nothing is known of this search."""
    proven: bool
    """Whether the win or the loss that `plies` tells is proven, or, without `plies`, that neither side can force a win.
    Else it is what the search has seen."""
    nodes: int
    """The number of positions visited."""
    depth: int
    """The last finished iteration, in plies. Late moves are reduced by one or two."""
    line: tuple[int, ...]
    """The principal variation, as codes; the first move is `move`."""

    @property
    def plies(self) -> int | None:
        """Plies to the proven or seen win or loss; None without one."""
        return WON - abs(self.value) if abs(self.value) >= SURE else None


def find_best_move(  # noqa: PLR0913 - the choice depends on all of them
    game: Game,
    position: Position,
    nodes: int = NODES_OF_A_MOVE,
    seed: int = 0,
    *,
    noise: int = 0,
    before: Sequence[Position] = (),
    use_proofs: bool = True,
    cost_of_repeating: int = COST_OF_REPEATING,
    barred_squares: int = 0,
) -> Choice:
    """Best move by a search of about `nodes` positions.

    The same arguments give the same choice. A tablebase that holds the position decides before the search. With `use_proofs`, so does
    a win that the solver proves; it may look at `nodes` positions of its own (in a game whose rules do not compile it has half of
    the nodes, and is asked for a loss too). With `noise`, in units of evaluation, the `seed` chooses among moves that are nearly
    as good. `before` holds the earlier positions of the game; a repetition of one of them costs `cost_of_repeating` units. No move ends on a
    square of the set `barred_squares`, unless there is no other. Raises
    ValueError if the game is over, or `nodes` is less than 1.
    """
    if nodes < 1:
        raise ValueError(nodes)
    bound = search_kernels(game)
    if bound["result"](position):
        message = "the game is over"
        raise ValueError(message)
    known = (
        _choice_from_tablebase(game, position, nodes)
        if rules_compile(game)
        else _choice_from_proof(game, position, nodes)
    )
    if known is not None and known.value:
        return known
    spent = 0
    if use_proofs and known is None and can_solve(game):
        move, plies, spent = near_forced_win(game, position, nodes)
        if plies:
            return _make_choice(game, position, nodes, WON - plies, (move,), proven=True)._replace(
                nodes=spent, depth=plies
            )
    state = bound["make_search_state"](nodes, seed, noise)
    for place, earlier in enumerate(before[-REMEMBERED:]):
        state.path[place] = bound["key_of"](earlier)
        state.counters[LENGTH] = place + 1
    state.counters[STALE] = cost_of_repeating
    state.counters[BARRED] = barred_squares
    move, value = bound["choose"](position, state)
    line = state.line[MAX_DEPTH + 1]
    expected = tuple(int(line[place + 1]) for place in range(line[0])) or (int(move),)
    counters = state.counters
    if known is not None and int(move) not in known.line:  # the search does not see that the move loses
        return known._replace(line=known.line[:1])
    if not rules_compile(game) and loses_at_once(game, position, int(move)):  # the search was too shallow to see it
        expected = (_best_evaluated_safe_move(game, position, int(move)),)
    visited, depth = spent + int(counters[NODES]), int(counters[DEPTH])
    return _make_choice(game, position, nodes, int(value), expected)._replace(nodes=visited, depth=depth)


def _make_choice(  # noqa: PLR0913 - what was asked and what was found
    game: Game, position: Position, nodes: int, value: int, line: tuple[int, ...], *, proven: bool = False
) -> Choice:
    """Choice of a line's first move, from a search with `nodes`."""
    known = chance_of_value(game, Side(game.turn(position)), value, nodes)
    return Choice(line[0], game.spell(line[0]), value, known, proven, 0, 0, line)


def mark_if_proven(game: Game, position: Position, choice: Choice, nodes: int) -> Choice:
    """Choice marked `proven` if the solver confirms its seen end.

    Then its `plies` are those of the proof. Any other choice is returned as it is.
    """
    if choice.plies is None or choice.proven or not can_solve(game):
        return choice
    won, side = choice.value > 0, Side(game.turn(position))
    asked = game.play_legal(position, choice.move) if won else position
    if game.outcome(asked) is not None:
        return choice._replace(proven=True)
    answer = prove_forced_win(game, asked, nodes)
    if answer.winner is not (side if won else side.other):
        return choice
    return choice._replace(proven=True, value=WON - answer.plies - 1 if won else answer.plies - WON)


def _best_evaluated_safe_move(game: Game, position: Position, move: int) -> int:
    """Move with the best evaluation that does not lose at once.

    It counts for the mover. If there is none, `move`.
    """
    side = game.turn(position)

    def lead(candidate: int) -> float:
        worth = game.worth(game.play_legal(position, candidate))
        return worth[side] - worth[1 - side]

    ordered = sorted(game.legal_moves(position), key=lead, reverse=True)
    return next((candidate for candidate in ordered if not loses_at_once(game, position, candidate)), move)


def _choice_from_tablebase(game: Game, position: Position, nodes: int) -> Choice | None:
    """Return the choice of a tablebase, with the line of a win.

    Where neither side wins, all moves that keep it so. None: there is no tablebase, or it does not hold the position.
    """
    known_value = tablebase_and_known_value(game, position)
    if known_value is None:
        return None
    table, known = known_value
    if known == 0:
        return _make_choice(game, position, nodes, 0, tuple(value_keeping_moves(game, table, position)), proven=True)
    plies = known - 1
    worth = WON - plies if plies % 2 else plies - WON
    moves = best_line(game, table, position, plies)
    return _make_choice(game, position, nodes, worth, moves, proven=True)._replace(depth=plies)


def _choice_from_proof(game: Game, position: Position, nodes: int) -> Choice | None:
    """Choice by a proof with half of the nodes; None without one.

    It is the shortest way to a win, or the longest to a loss. A game whose rules do not compile is searched so slowly
    that a proof sees more than a search.
    """
    found = solve(game, position, max(1, nodes // 2))
    if found.winner is None:
        return None
    worth = WON - found.plies if game.turn(position) == found.winner else found.plies - WON
    choice = _make_choice(game, position, nodes, worth, found.line, proven=True)
    return choice._replace(nodes=found.positions, depth=found.plies)


def chance_of_value(game: Game, side: Side, value: int, nodes: int) -> float | None:
    """Win probability of the side to move, from a search value.

    It runs from 0 to 1. It is 0 or 1 where the search has seen the end. None for an estimate that no curve was fitted
    to (:func:`kifu.engine.best_move_and_win_chance.probability_curve` says why).
    """
    if abs(value) >= SURE:
        return float(value > 0)
    fitted = probability_curve(game, nodes)
    return fitted.chance(value, nodes, side) if isinstance(fitted, ProbabilityCurve) else None


FILE = "calibration.toml"


class ProbabilityCurve(NamedTuple):
    """Win probability of 先手 by search value, draws one half."""

    least: int
    most: int
    slope: float
    """What a thousand units of evaluation add to the logarithm of the odds, in a search of a thousand nodes."""
    growth: float = 0.0
    """What is added to the slope where the nodes are multiplied by e."""
    turn: float = 0.0
    """What the move adds to the logarithm of the odds of the side that has it."""
    seat: float = 0.0
    """What 先手 has in the logarithm of the odds beyond what the search sees: below 0 where 後手 wins most games."""

    def chance(self, value: int, nodes: int, side: Side) -> float:
        """Return the chance of the side to move, from 0 to 1.

        `value` is for that side.
        """
        slope = self.slope + self.growth * math.log(nodes / 1000)
        seat = self.seat if side is Side.FIRST else -self.seat
        return 1 / (1 + math.exp(-slope * value / 1000 - self.turn - seat))


def probability_curve(game: Game, nodes: int) -> ProbabilityCurve | Message:
    """Curve for searches of `nodes` nodes, or why there is none."""
    name, fitted = game.name, _curve_of_package(game.package)
    if fitted is None:
        return Message(
            f"勝率は示しません: {name.ja}の評価は、まだ対局の結果に合わせてありません",
            f"no winning chances: the evaluation of {name.en} has not been fitted to results of games yet",
        )
    if game.rules != games.load(game.id).rules:
        return Message(
            f"勝率は示しません: {name.ja}の勝率は、もとの規則の対局で確かめてあります。ここの規則は {game.rules} です",
            f"no winning chances: those of {name.en} were tested in games under its default rules; these are {game.rules}",
        )
    if not fitted.least <= nodes <= fitted.most:
        return Message(
            f"勝率は示しません: {name.ja}の勝率は {fitted.least:,} から {fitted.most:,} 局面までの探索で確かめてあります。"
            f"{nodes:,} 局面では分かりません",
            f"no winning chances: those of {name.en} were tested for searches of {fitted.least:,} to {fitted.most:,} "
            f"positions, not of {nodes:,}",
        )
    return fitted


def brier_gain_text(game: Game, nodes: int) -> Message | None:
    """Brier gain of the chances over a constant, in words.

    It is that of games from free openings; None where it was not measured. The games that a curve was fitted to may
    begin with openings that decide much, so its scores there promise too much. It was measured with fewer nodes than
    :data:`ProbabilityCurve.most`; the nearest strength that is not above `nodes` is named.
    """
    measured = [row for row in _read_calibration(game.package).get("free_openings", ()) if row["nodes"] <= nodes]
    if not measured or isinstance(probability_curve(game, nodes), Message):
        return None
    row = max(measured, key=lambda each: int(each["nodes"]))
    gain = f"{row['gain']:.3f} [{row['low']:.3f}, {row['high']:.3f}]".replace("-", "−")
    return Message(
        f"双方が自由に組んだ序盤からの対局では粗い目安です: {row['nodes']:,} 局面の探索で、Brier 得点は定数の予想より {gain} 低いだけでした",
        f"in games from free openings they are rough: with {row['nodes']:,} positions their Brier score was only {gain} below "
        f"that of a constant",
    )


def _curve_of_package(package: str) -> ProbabilityCurve | None:
    """Return the curve of the game in that package.

    None if it has none.
    """
    found = _read_calibration(package)
    return ProbabilityCurve(**found["curve"]) if found else None


@cache
def _read_calibration(package: str) -> dict[str, Any]:
    """Return the calibration of the game in that package.

    Empty if it has none.
    """
    try:
        return tomllib.loads(package_text(package, FILE))
    except FileNotFoundError:
        return {}
