"""Tests the winning chances of 6面体 on games of one kind of opening at a time.

    python benchmarks/chances_by_opening.py
    python benchmarks/chances_by_opening.py --games 40 --strengths 2000

The games that the curve was fitted to begin with sets of 4 to 15 占, and in many of them one side has far more units than
the other: who wins is then easily told. Here the curve as it is kept is tested on fresh games of each kind by itself. The
constant that it is compared with is the share that 先手 scored **in those very games**, the best constant there is: the curve
gains nothing by knowing the kind. Games are those of `benchmarks/calibrate.py` otherwise, and intervals are 95 % intervals by
game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from calibrate import MIXED, Openings, one
from reliability import Sample, rows_of, scores, slope

from kifu.core import games
from kifu.engine.best_move_and_win_chance import ProbabilityCurve, probability_curve

if TYPE_CHECKING:
    from collections.abc import Sequence

STRENGTHS = (300, 2000, 10_000)
KINDS = {
    "free": Openings(0, 0, 1),
    "sets of 7 to 9": Openings(7, 9, 0),
    "the mixture of the fit": MIXED,
}
"""The kinds of opening: both sides as the search likes; random sets of like size; and what the curve was fitted to."""


def sample(openings: Openings, seed: int, nodes: int, wanted: int) -> Sample:
    """Return the positions of games that begin with such openings."""
    return rows_of(one("six", seed, nodes, number, openings) for number in range(wanted))


def row(kind: str, kept: ProbabilityCurve, held: Sample, nodes: int) -> str:
    """Return the row of a kind of opening at one strength."""
    test = scores(kept, held, held, nodes)
    fit = slope(kept, {nodes: held})
    low, high = fit.interval(0)
    cells = (
        kind,
        f"{nodes:,}",
        len(set(held.games)),
        f"{len(held.points):,}",
        test.brier,
        f"{test.control.mean:.3f}",
        test.gain,
        f"{fit.coefficients[0]:.2f} [{low:.2f}, {high:.2f}]",
    )
    return f"| {' | '.join(map(str, cells))} |".replace("-", "−")


@click.command()
@click.option("--strengths", type=int, multiple=True, default=STRENGTHS, show_default=True, help="Nodes of a move.")
@click.option("--games", "wanted", default=200, show_default=True, help="Games of each kind and strength.")
@click.option("--seed", default=3, show_default=True)
def main(strengths: Sequence[int], wanted: int, seed: int) -> None:
    """Play games of each kind and print how sharp the chances are there."""
    print("| openings | nodes | games tested | positions | Brier score | constant | lower by | calibration slope |")
    print("|---|---|---|---|---|---|---|---|")
    for kind, openings in KINDS.items():
        for nodes in strengths:
            kept = probability_curve(games.load("six"), nodes)
            if not isinstance(kept, ProbabilityCurve):
                raise click.ClickException(kept.en)
            print(row(kind, kept, sample(openings, seed, nodes, wanted), nodes), flush=True)


if __name__ == "__main__":
    main()
