"""Fits what each 占 of 6面体 beyond eight is worth to the engine, by logistic regression to games against itself.

Each game draws for each side whether it opens freely (a quarter) or places a random set of 4 to 15 占. Some plies of each
game that ended are drawn. The chance of 先手 is then fitted as a logistic function of the evaluation and of one column for
each number of 占: kept (the side may still place 占) or spent (it may not). This is done twice: for the numbers beyond
eight, beside the evaluation with 占 counted to eight; and for all numbers, beside the evaluation without 占. A coefficient
divided by that of the evaluation is the worth of that number. Standard errors are robust by game.

With `--scale` both sides open freely, and only SCALE is fitted, to the values that the search finds in every position.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import click
import numpy as np

from analysis.study.regression import logistic
from kifu import games
from kifu.engine.choice import SURE
from kifu.engine.duel import placements
from kifu.engine.selfplay import Player, play
from kifu.games.six import evaluation
from kifu.games.six.position import DICE, SQUARES, Position
from kifu.kernels.mark import popcount
from kifu.model.outcome import Outcome, Side

TOLD = 8
"""The number of 占 up to which the worth is taken as it stands."""
SMALLEST = 4
OF_A_GAME = 12
RIDGE = 0.5
"""A weak pull towards no worth at all beyond eight: it settles numbers that a few games decide."""
PLIES = 200


class Case(NamedTuple):
    """A position of a game that ended."""

    game: int
    won: bool
    """Whether 先手 won."""
    value: int
    """Its evaluation with 占 counted to eight."""
    counts: tuple[tuple[int, bool], tuple[int, bool]]
    """For each side the number of its 占, and whether it may still place some."""


def told(position: Position) -> int:
    """Return the evaluation of a position with the 占 of each side counted to eight."""
    value = int(evaluation.evaluate(position))
    for side, sign in ((0, 1), (1, -1)):
        count, kept = of_side(position, side)
        table = evaluation.KEPT if kept else evaluation.SPENT
        value -= sign * (table[min(count, len(table) - 1)] - table[min(count, TOLD)])
    return value


def of_side(position: Position, side: int) -> tuple[int, bool]:
    """Return the number of a side's 占, and whether it may still place some."""
    own = position.second if side else position.first
    return int(popcount(own & position.territories)), bool(position.rights >> side & 1)


def cases(seed: int, nodes: int, number: int) -> list[Case]:
    """Play one game and draw positions of it; none if it was broken off."""
    game = games.load("six")
    draw = random.Random(f"{seed}/{number}")
    free = list(range(SQUARES))
    players = []
    for side in Side:
        size = draw.randint(SMALLEST, DICE)
        if draw.random() < 1 / 4:
            players.append(Player(nodes))
            continue
        squares = tuple(draw.sample(free, size))
        free = [square for square in free if square not in squares]
        players.append(Player(nodes, tuple(placements(game, squares, side))))
    played = play(game, (players[0], players[1]), draw.getrandbits(31), plies=PLIES)
    if played.outcome is None:
        return []
    position, passed = game.start(), []
    for move in played.moves:
        passed.append(position)
        position = game.play(position, move)
    chosen = draw.sample(passed, min(OF_A_GAME, len(passed)))
    won = played.outcome is Outcome.FIRST
    return [Case(number, won, told(at), (of_side(at, 0), of_side(at, 1))) for at in chosen]


def told_without(case: Case) -> int:
    """Return the evaluation of a case without the worth of its 占."""
    tables = (evaluation.SPENT, evaluation.KEPT)
    first, second = (tables[kept][min(count, TOLD)] for count, kept in case.counts)
    return case.value - first + second


def fitted(rows: list[Case], lowest: int) -> None:
    """Fit the worth of each number of 占 from `lowest` on, and print both tables from there."""
    numbers = [(kept, count) for kept in (True, False) for count in range(lowest, DICE + 1)]
    if not lowest:
        numbers.remove((True, 0))  # what all numbers are compared with
    place = {number: column for column, number in enumerate(numbers, 1)}
    columns = np.zeros((len(rows), 1 + len(numbers)))
    for row, case in zip(columns, rows, strict=True):
        row[0] = (case.value if lowest else told_without(case)) / 100
        for sign, (count, kept) in zip((1, -1), case.counts, strict=True):
            if (kept, count) in place:
                row[place[kept, count]] += sign
    seen = np.abs(columns).sum(axis=0).astype(int)
    ridges = [0.0, *[RIDGE] * len(numbers)]
    fit = logistic(columns, [case.won for case in rows], [case.game for case in rows], ridges)
    unit = 100 / fit.coefficients[0]
    print(f"from {lowest} on; {unit:.0f} units multiply the odds by e")
    for (kept, count), column in place.items():
        base = (evaluation.KEPT if kept else evaluation.SPENT)[TOLD] if lowest else evaluation.KEPT[0]
        worth, error = unit * fit.coefficients[column], unit * fit.errors[column]
        print(f"{'KEPT' if kept else 'SPENT'}[{count}] = {base + worth:.0f} ± {error:.0f} (n = {seen[column]})")


def fit_scale(seed: int, nodes: int, wanted: int) -> None:
    """Play free games; print how many units of the value that a search finds multiply the odds by e.

    Values of ends that the search has seen are left out.
    """
    game = games.load("six")
    values, won, numbers = [], [], []
    for number in range(wanted):
        draw = random.Random(f"{seed}/{number}")
        played = play(game, (Player(nodes), Player(nodes)), draw.getrandbits(31), plies=PLIES)
        for ply, value in enumerate(played.values if played.outcome else ()):
            if abs(value) < SURE:
                values.append([(-value if ply % 2 else value) / 100])
                won.append(played.outcome is Outcome.FIRST)
                numbers.append(number)
    fit = logistic(values, won, numbers)
    low, high = fit.interval(0)
    print(
        f"{wanted} games of {nodes} nodes, seed {seed}: {fit.clusters} ended, {fit.rows} positions; "
        f"SCALE {100 / fit.coefficients[0]:.0f} [{100 / high:.0f}, {100 / low:.0f}]"
    )


@click.command()
@click.option("--games", "wanted", default=4000, show_default=True)
@click.option("--nodes", default=600, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option("--scale", is_flag=True, help="Fit SCALE only.")
def main(wanted: int, nodes: int, seed: int, workers: int, *, scale: bool) -> None:
    """Play, fit, and print both tables: from nine on with the rest as it is, and whole."""
    if scale:
        fit_scale(seed, nodes, wanted)
        return
    play_one = partial(cases, seed, nodes)
    if workers > 1:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            played = list(pool.map(play_one, range(wanted), chunksize=16))
    else:
        played = [play_one(number) for number in range(wanted)]
    rows = [case for found in played for case in found]
    ended = len({case.game for case in rows})
    print(f"{wanted} games of {nodes} nodes, seed {seed}: {ended} ended, {len(rows)} positions")
    for lowest in (TOLD + 1, 0):
        fitted(rows, lowest)


if __name__ == "__main__":
    main()
