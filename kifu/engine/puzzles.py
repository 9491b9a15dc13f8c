"""Puzzles from a tablebase: one move wins in the fewest plies."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kifu.engine.tablebase import best_moves, kernels, line, value, values_of

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


def puzzles(game: Game, table: Tablebase, plies: int, seed: int, units: str = "") -> Iterator[Puzzle]:
    """Puzzles won in `plies` plies, from a tablebase.

    The number of plies is odd; the same arguments give the same puzzles. The slices take turns, so that the material
    varies; all `units` (characters) are in it. It ends when several rounds have found none.
    """
    draw = random.Random(seed)  # noqa: S311 - reproducible puzzles, no secret
    asked = [each for each in table.slices if each.longest >= plies and set(units) <= set(each.name)]
    numbers = {each.code: _numbers(table, each, plies) for each in asked}
    slices = [each for each in table.slices if len(numbers.get(each.code, ()))]
    found: set[tuple[int, int]] = set()
    idle = 0
    while slices and idle < ROUNDS:
        idle += 1
        for each in draw.sample(slices, len(slices)):
            puzzle = _one_of(game, table, each, [int(number) for number in _some(numbers[each.code], draw)], found)
            if puzzle is not None:
                idle = 0
                yield puzzle


def _numbers(table: Tablebase, each: Slice, plies: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.flatnonzero(values_of(table, each) == plies + 1)


def _some(numbers: np.ndarray[tuple[int], np.dtype[np.int64]], draw: random.Random) -> Iterator[int]:
    """Yield up to TRIES of the numbers, drawn by chance."""
    for place in draw.sample(range(len(numbers)), min(TRIES, len(numbers))):
        yield int(numbers[place])


def _one_of(
    game: Game, table: Tablebase, each: Slice, numbers: list[int], found: set[tuple[int, int]]
) -> Puzzle | None:
    """First position among `numbers` with one solution, not yet `found`."""
    position_at = kernels(game)["position_at"]
    for number in numbers:
        position = position_at(each.code, number)
        if (each.code, number) not in found and has_one_solution(game, table, position):
            found.add((each.code, number))
            moves = line(game, table, position, value(game, table, position) - 1)
            return Puzzle(position, moves, each.name)
    return None


def has_one_solution(game: Game, table: Tablebase, position: Position) -> bool:
    """Tell whether the shortest win is unique against all longest defences.

    The side to move wins. A move that wins later is no second solution.
    """
    winning = best_moves(game, table, position)
    if len(winning) != 1:
        return False
    after = game.play_legal(position, winning[0])
    if game.outcome(after) is not None:
        return True
    return all(has_one_solution(game, table, game.play_legal(after, move)) for move in best_moves(game, table, after))
