"""Plays 6面体 with the evaluation of this tree against an earlier one, at equal nodes, until a sequential test decides.

    git show REVISION:kifu/games/six/evaluation.py > earlier.py
    python benchmarks/against.py earlier.py

Two games make a pair: the first 占 of each side is drawn, and both evaluations play both sides of it. With `--size 7` both
sides begin with drawn sets of seven instead, and place no more 占. A game broken off is half a point. The test asks whether
the evaluation of this tree is weaker by `--weaker` Elo (H0) or not weaker at all (H1), with errors of 5 % each; it uses the
mean and the spread of the points of pairs (a generalised sequential probability ratio test) and looks after every eighth
pair. With `--fixed` it only counts.
"""

from __future__ import annotations

import importlib.util
import math
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from analysis.tables.intervals import deviations
from kifu import games
from kifu.engine.bound import KERNELS, PLAIN
from kifu.engine.game_kernel import REMEMBERED
from kifu.engine.memory import LENGTH, STALE
from kifu.engine.selfplay import NOISE
from kifu.engine.selfplay import STALE as COST
from kifu.games.six.position import SQUARES, Position
from kifu.kernels.bind import layered

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME = games.load("six")
PLIES = 300
ERROR = 0.05
LOOK = 8
EARLIER = "earlier_evaluation"


def kernels_with(evaluation: str) -> Mapping[str, Any]:
    """Return the compiled kernels of the engine over the evaluation of that import name."""
    return layered(GAME, (PLAIN, evaluation, *KERNELS))


def load(path: Path) -> str:
    """Import the evaluation that stands in a file; return its import name."""
    spec = importlib.util.spec_from_file_location(EARLIER, path)
    assert spec is not None and spec.loader is not None  # noqa: S101, PT018 - a file that ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[EARLIER] = module
    spec.loader.exec_module(module)
    return EARLIER


def played(players: tuple[Mapping[str, Any], Mapping[str, Any]], start: Position, nodes: int, seed: int) -> int:
    """Play one game; return 1 if 先手 won, 2 if 後手 won, 0 if it was broken off."""
    position, keys = start, []
    for ply in range(PLIES):
        bound = players[position.turn]
        ended = bound["result"](position)
        if ended:
            return int(ended)
        memory = bound["make_memory"](nodes, bound["draw_of"](seed, ply), NOISE)
        memory.counters[STALE] = COST
        for place, key in enumerate(keys[-REMEMBERED:]):
            memory.path[place] = key
            memory.counters[LENGTH] = place + 1
        move, _ = bound["choose"](position, memory)
        keys.append(bound["key_of"](position))
        position = Position(*map(int, bound["play"](position, move)))
    return int(players[0]["result"](position))


def opened(draw: random.Random, size: int) -> Position:
    """Return the position after a drawn 占 of each side; or, with a `size`, after drawn sets that stay as they are."""
    position = GAME.start()
    for square in draw.sample(range(SQUARES), 2 * max(1, size)):
        move = next(move for move in GAME.legal_moves(position) if move >> 4 & 63 == square)
        position = GAME.play(position, move)
    return position._replace(rights=0) if size else position


def score_of(elo: float) -> float:
    """Return the share of points that a lead in Elo gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def ratio(pairs: list[float], weaker: float) -> float:
    """Return the logarithm of the likelihood ratio of H1 and H0 for the points of pairs, each from 0 to 1."""
    low, high = score_of(-weaker), score_of(0)
    spread = max(float(np.var(pairs)), 1e-3)
    return len(pairs) * (high - low) * (2 * float(np.mean(pairs)) - low - high) / (2 * spread)


def summary(pairs: list[float], counts: list[int]) -> str:
    """Return the counts and the share of points, with its interval by pairs."""
    mean = float(np.mean(pairs))
    half = deviations(0.95) * math.sqrt(float(np.var(pairs)) / len(pairs))
    won, lost, off = counts
    return f"{2 * len(pairs)} games: won {won}, lost {lost}, broken off {off}; {mean:.1%} [{mean - half:.1%}, {mean + half:.1%}]"


@click.command()
@click.argument("earlier", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--nodes", default=1000, show_default=True)
@click.option("--weaker", default=20.0, show_default=True, help="The loss of strength in Elo that H0 supposes.")
@click.option("--most", default=4000, show_default=True, help="The games after which the test ends undecided.")
@click.option("--size", default=0, help="占 of the drawn sets that both sides begin with; 0: they open freely.")
@click.option("--fixed", is_flag=True, help="Play all games, without a test.")
@click.option("--seed", default=1, show_default=True)
def main(earlier: Path, nodes: int, weaker: float, most: int, seed: int, size: int, *, fixed: bool) -> None:  # noqa: PLR0913, PLR0917
    """Play pairs and print the counts, the share of points, and what the test says."""
    new, old = kernels_with(GAME.evaluation or ""), kernels_with(load(earlier))
    bound = math.log((1 - ERROR) / ERROR)
    started, pairs, counts, value = time.perf_counter(), [], [0, 0, 0], 0.0
    for number in range(most // 2):
        draw = random.Random(f"{seed}/{number}")
        start, points = opened(draw, size), 0.0
        for own in (1, 2):  # the side of the new evaluation
            result = played((new, old) if own == 1 else (old, new), start, nodes, draw.getrandbits(31))
            counts[2 if not result else 0 if result == own else 1] += 1
            points += 0.5 if not result else float(result == own)
        pairs.append(points / 2)
        if len(pairs) % LOOK == 0:
            value = ratio(pairs, weaker)
            if not fixed and abs(value) >= bound:
                break
    verdict = "fixed" if fixed else "H1" if value >= bound else "H0" if value <= -bound else "undecided"
    print(
        f"{nodes} nodes, seed {seed}, sets of {size or 'any size'}: {summary(pairs, counts)}; log likelihood ratio {value:.2f} "
        f"(bounds ±{bound:.2f}, Elo -{weaker:g} and 0): {verdict}; {time.perf_counter() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
