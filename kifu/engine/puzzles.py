"""Puzzles from a tablebase or from games: one move wins."""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from kifu.core.outcome import Side
from kifu.engine.play_engine_games import Player, play_engine_game
from kifu.engine.prove_kernel import BUDGET, NODES, PROBES, STOPPED
from kifu.engine.solver import can_solve, proof_kernels
from kifu.engine.tablebase import optimal_line, slice_kernels, slice_values, tablebase_value, value_keeping_moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game, Position
    from kifu.engine.tablebase import Slice, Tablebase

TRIES = 100
"""The positions of a slice that are tried in a round."""
ROUNDS = 5
"""The rounds in which no further puzzle is found before the search ends."""


class Puzzle(NamedTuple):
    """A position with one solution."""

    position: Position
    solution: tuple[int, ...]
    """The moves of both sides: the winner's only ones, and a defence that lasts as long as any."""
    origin: str
    """What it was taken from: the material, or the game."""


def tablebase_puzzles(game: Game, table: Tablebase, plies: int, seed: int, units: str = "") -> Iterator[Puzzle]:
    """Puzzles won in `plies` plies, from a tablebase.

    The number of plies is odd; the same arguments give the same puzzles. The slices take turns, so that the material
    varies; all `units` (characters) are in it. It ends when several rounds have found none.
    """
    draw = random.Random(seed)  # noqa: S311 - reproducible puzzles, no secret
    asked = [each for each in table.slices if each.longest >= plies and set(units) <= set(each.name)]
    numbers = {each.code: _numbers_won_in_plies(table, each, plies) for each in asked}
    slices = [each for each in table.slices if len(numbers.get(each.code, ()))]
    found: set[tuple[int, int]] = set()
    idle = 0
    while slices and idle < ROUNDS:
        idle += 1
        for each in draw.sample(slices, len(slices)):
            puzzle = _first_new_puzzle(
                game, table, each, [int(number) for number in _draw_numbers(numbers[each.code], draw)], found
            )
            if puzzle is not None:
                idle = 0
                yield puzzle


def _numbers_won_in_plies(table: Tablebase, slice_: Slice, plies: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.flatnonzero(slice_values(table, slice_) == plies + 1)


def _draw_numbers(numbers: np.ndarray[tuple[int], np.dtype[np.int64]], draw: random.Random) -> Iterator[int]:
    """Yield up to TRIES of the numbers, drawn by chance."""
    for place in draw.sample(range(len(numbers)), min(TRIES, len(numbers))):
        yield int(numbers[place])


def _first_new_puzzle(
    game: Game, table: Tablebase, slice_: Slice, numbers: list[int], known_numbers: set[tuple[int, int]]
) -> Puzzle | None:
    """First position among `numbers` with one solution, not yet `known_numbers`."""
    position_at = slice_kernels(game)["position_at"]
    for number in numbers:
        position = position_at(slice_.code, number)
        if (slice_.code, number) not in known_numbers and has_one_solution(game, table, position):
            known_numbers.add((slice_.code, number))
            moves = optimal_line(game, table, position, tablebase_value(game, table, position) - 1)
            return Puzzle(position, moves, slice_.name)
    return None


def has_one_solution(game: Game, table: Tablebase, position: Position) -> bool:
    """Tell whether the shortest win is unique against all longest defences.

    The side to move wins. A move that wins later is no second solution.
    """
    winning = value_keeping_moves(game, table, position)
    if len(winning) != 1:
        return False
    after = game.play_legal(position, winning[0])
    if game.outcome(after) is not None:
        return True
    return all(
        has_one_solution(game, table, game.play_legal(after, move)) for move in value_keeping_moves(game, table, after)
    )


STRENGTH = 1000
"""The positions that the engine visits for a move of a game."""
QUESTION = 2_000_000
"""The positions that a question may take: a position is left out if more are needed."""
REMEMBERED = 1 << 18
"""The slots of the transposition table of a proof."""
BEYOND = 4
"""The plies before the last ones of a game that are searched too."""
IDLE = 60
"""The games in which no further puzzle is found before the search ends."""
MAX_PUZZLE_PLIES = 7
"""The plies of a puzzle, at most: in whole games a longer one would take too many positions."""


class WinQuestion(Protocol):
    """Protocol: forced win within a number of plies, None if undecided."""

    def __call__(self, position: Position, plies: int, side: Side, /) -> bool | None:
        """Answer it."""


def game_puzzles(game: Game, plies: int, seed: int) -> Iterator[Puzzle]:
    """Puzzles from games won in `plies` plies, at most one each.

    The number is odd. Exactly one move of the side to move forces a win in that number of plies, and none in fewer. The
    same arguments give the same puzzles. It ends when IDLE games after each other have given none. Raises ValueError
    for a game without solver.
    """
    if not can_solve(game):
        raise ValueError(game.id)
    wins = forced_win_question(game)
    found: set[Position] = set()
    idle = 0
    for number in count(seed):
        idle += 1
        puzzle = _puzzle_of_game(game, plies, number, wins)
        if puzzle is not None and puzzle.position not in found:
            found.add(puzzle.position)
            idle = 0
            yield puzzle
        if idle == IDLE:
            return


def _puzzle_of_game(game: Game, plies: int, seed: int, can_win: WinQuestion) -> Puzzle | None:
    """Return a puzzle of the game with this seed.

    None if it has none. Late positions come first.
    """
    positions = [game.start()]
    for move in play_engine_game(game, (Player(STRENGTH, proofs=False), Player(STRENGTH, proofs=False)), seed).moves:
        positions.append(game.play_legal(positions[-1], move))
    last = len(positions) - 1
    for ply in range(last - 1, max(-1, last - plies - BEYOND - 1), -1):
        if only_winning_move(game, positions[ply], plies, can_win) is None:
            continue
        solution = _best_line(game, positions[ply], plies, can_win)
        if solution is not None:
            return Puzzle(positions[ply], solution, f"種 {seed} の対局、{ply} 手のあと")
    return None


def only_winning_move(game: Game, position: Position, plies: int, can_win: WinQuestion) -> int | None:
    """Only move that forces a win in exactly these plies, or None.

    If a question takes too long, nothing is proven, and there is none either.
    """
    mover = Side(game.turn(position))
    if can_win(position, plies - 1, mover) is not False or can_win(position, plies, mover) is not True:
        return None
    only = None
    for move in game.legal_moves(position):
        answer = can_win(game.play_legal(position, move), plies - 1, mover)
        if answer is None or (answer and only is not None):
            return None
        if answer:
            only = move
    return only


def _best_line(game: Game, position: Position, plies: int, can_win: WinQuestion) -> tuple[int, ...] | None:
    """Best play from a position won in these plies.

    None if a question takes too long. The winner wins as early as possible; the loser defends as long as possible.
    """
    winner = Side(game.turn(position))
    moves: list[int] = []
    while game.outcome(position) is None:
        after = {move: game.play_legal(position, move) for move in game.legal_moves(position)}
        left = {move: _plies_to_forced_win(following, plies - 1, winner, can_win) for move, following in after.items()}
        if None in left.values():
            return None
        known = {move: number for move, number in left.items() if number is not None}
        choose = min if game.turn(position) == winner else max
        moves.append(choose(known, key=lambda move: known[move]))
        plies = known[moves[-1]]
        position = after[moves[-1]]
    return tuple(moves)


def _plies_to_forced_win(position: Position, max_plies: int, winner: Side, can_win: WinQuestion) -> int | None:
    """Plies of a forced win, or most + 1 for later.

    None if a question takes too long.
    """
    for plies in range(max_plies + 1):
        answer = can_win(position, plies, winner)
        if answer is not False:
            return plies if answer else None
    return max_plies + 1


def forced_win_question(game: Game, budget: int = QUESTION) -> WinQuestion:
    """Return the questions about the positions of a game.

    Each may take a `budget` of positions.
    """
    bound = proof_kernels(game)
    tables = [bound["make_proof_table"](len(game.start()), REMEMBERED, budget) for _ in Side]

    def can_win_within(position: Position, plies: int, side: Side) -> bool | None:
        counters = tables[side].counters
        counters[NODES], counters[PROBES], counters[BUDGET], counters[STOPPED] = 0, 0, budget, 0
        proven = bool(bound["can_force_win_within"](position, plies, int(side), tables[side]))
        return None if counters[STOPPED] else proven

    return can_win_within
