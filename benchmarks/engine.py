"""Measures how well the engine plays against uniformly random play, and against itself with a quarter of the nodes.

Shares are of all games; a game broken off counts as not won. The intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from typing import NamedTuple

import click
from peer import machine

from analysis.tables.significance import wilson_intervals
from kifu.engine.opening_match_and_adjudication import MatchScore, MatchSettings, play_match_game
from kifu.engine.play_engine_games import STALE

GAMES = ("six", "ace", "king", "master")
RANDOM = 0


class Trial(NamedTuple):
    """One comparison, and the share that the engine must win."""

    name: str
    rival: int
    """The nodes of the other side; 0: it plays at random."""
    aim: float


@click.command()
@click.option("--game", "chosen", type=click.Choice(GAMES), multiple=True, default=GAMES, show_default=True)
@click.option("--games", default=200, show_default=True, help="Games of each comparison.")
@click.option("--nodes", default=4000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
def main(chosen: tuple[str, ...], games: int, nodes: int, seed: int, workers: int) -> None:
    """Play with the sides exchanged after every game; print n, the counts, the share won and its interval."""
    print(f"{machine()}, {os.cpu_count()} processors, numba {version('numba')}, {nodes} nodes, seed {seed}")
    for game in chosen:
        for trial in (Trial("random", RANDOM, 0.99), Trial("a quarter of the nodes", nodes // 4, 0.65)):
            started = time.perf_counter()
            count = _play(MatchSettings(game, (None, None), (nodes, trial.rival), seed, stale=STALE), games, workers)
            low, high = wilson_intervals(count.a, games)
            print(
                f"{game:6} against {trial.name:23} n {games:4}: won {count.a}, lost {count.b}, drawn {count.draw}, "
                f"broken off {count.unfinished}; {count.a / games:.1%} [{float(low):.1%}, {float(high):.1%}], "
                f"aim {trial.aim:.0%}; {time.perf_counter() - started:.0f} s",
                flush=True,
            )


def _play(contest: MatchSettings, games: int, workers: int) -> MatchScore:
    count = MatchScore()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for game in pool.map(play_match_game, [contest] * games, range(games), chunksize=8):
            count = count.with_result(game.winner)
    return count


if __name__ == "__main__":
    main()
