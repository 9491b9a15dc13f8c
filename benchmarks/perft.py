"""Measures perft nodes per second from every game's start, interpreted and compiled, beside chess by python-chess.

The moves of the last ply are counted, not played; where possible, compiled rules count sets of squares there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import click
from peer import best_of, chess_perft, machine

from kifu.core import games
from kifu.core.compiled import bind_and_compile
from kifu.core.compiled.perft_and_expected_counts import perft

if TYPE_CHECKING:
    from collections.abc import Callable

INTERPRETED_NODES = 100_000
COMPILED_NODES = 200_000_000
"""Nodes that are enough to time."""


@click.command()
@click.option("--runs", default=3, show_default=True)
def main(runs: int) -> None:
    """Count from the start, to the first depth with enough nodes to time."""
    print(machine())
    theirs = 197_281 / best_of(runs, lambda: chess_perft(chess.Board(), 4))
    print(f"chess, python-chess      {theirs:>13,.0f} nodes/s")
    for game_id in games.ids():
        game = games.load(game_id)
        slow = _rate(lambda depth: perft(game, game.start(), depth, compiled=False), INTERPRETED_NODES, runs)  # noqa: B023
        print(f"{game_id}, interpreted         {slow:>13,.0f} nodes/s   ratio {slow / theirs:8.2f}")
        if not bind_and_compile.rules_compile(game):
            continue
        count = bind_and_compile.compiled_perft(game)
        count(game.start(), 1)  # compiles
        fast = _rate(lambda depth: count(game.start(), depth), COMPILED_NODES, runs)  # noqa: B023
        print(f"{game_id}, compiled            {fast:>13,.0f} nodes/s   ratio {fast / theirs:8.2f}")


def _rate(count: Callable[[int], int], enough: int, runs: int) -> float:
    depth = 1
    while (nodes := count(depth)) < enough:
        depth += 1
    return nodes / best_of(runs, lambda: count(depth))


if __name__ == "__main__":
    main()
