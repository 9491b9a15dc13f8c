"""Square usage of openings: share of games by side and set size."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.tables.verdict_access import SIDES
from kifu.core.squares import SQUARE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from analysis.openings.opening_sets import Collected
    from kifu.core.game.game import Game

_SQUARE = re.compile(SQUARE)


class Map(NamedTuple):
    """The openings of one side that have one number of moves."""

    side: int
    number: int
    games: int
    grid: NDArray[np.float64]
    """Shares of games (rows × columns): the mean over the symmetries up to which openings are counted."""
    turns: int = 1
    """The number of these symmetries."""


def square_of(game: Game, move: int) -> int | None:
    """Return the destination of a move's text; None for パス."""
    named = _SQUARE.findall(game.spell(move))
    return game.board.parse(named[-1]) if named else None


def squares_of(game: Game, moves: Iterable[int]) -> set[int]:
    """Return the squares where moves end, each once."""
    return {square for move in moves if (square := square_of(game, move)) is not None}


def maps(collected: Collected) -> dict[tuple[int, int], Map]:
    """Return square maps by (side, number)."""
    game = collected.game
    turned = [game.symmetries[number].squares for number in collected.turns]
    squares = [squares_of(game, moves) for moves in collected.sets]
    result: dict[tuple[int, int], Map] = {}
    for side, name in enumerate(SIDES):
        for number, rows in collected.table.groupby(f"{name}_number"):
            counts: Counter[int] = Counter()
            for place, games in rows[f"{name}_set"].value_counts().items():
                for square in squares[int(str(place))]:
                    counts[square] += int(games)
            grid = np.zeros(game.board.rows * game.board.columns)
            for square, games in counts.items():
                for places in turned:
                    grid[places[square]] += games / len(turned) / len(rows)
            shape = (game.board.rows, game.board.columns)
            key = side, int(str(number))
            result[key] = Map(*key, len(rows), grid.reshape(shape), len(turned))
    return result
