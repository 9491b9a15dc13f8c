"""Fits the weights of a game's evaluation, by logistic regression to games of the engine against itself.

    python benchmarks/fit.py --game six --adjudicate
    python benchmarks/fit.py --game master

The tables that the game's ``evaluation.py`` names in ``FITTED`` are fitted. The evaluation must be a sum of their numbers,
each times what it counts: run interpreted over unit vectors in place of the numbers, it tells the counts of a position.

Some plies of each game that ended are drawn. In 6面体 each side opens freely (a quarter) or places a random set of 4 to 15 占;
other games begin with 0 to 6 drawn moves. The chance of 先手 is fitted as a logistic function of the evaluation as it
stands and of all counts, the latter with a weak pull towards no change. A coefficient divided by that of the evaluation is
the change of a weight. Standard errors are robust by game. With ``--adjudicate`` the solver decides games that it can
(:mod:`kifu.engine.adjudicate`, the last 30 plies), and only positions before its proof are drawn.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import accumulate
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click
import numpy as np

from analysis.tournaments.hypothesis_tests import logistic
from kifu import games
from kifu.core.compiled.bind import bind, tables_of
from kifu.core.outcome import Outcome, Side
from kifu.engine.adjudicate import AUTO, Adjudication, adjudicate
from kifu.engine.opening_match import placements
from kifu.engine.selfplay import Player, play

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from numpy.typing import NDArray

    from kifu.core.game.game import Game, Position

GAMES = ("six", "ace", "king", "master")
SMALLEST = 4
DRAWN = 6
"""The most moves that are drawn at the start of a game without opening sets."""
OF_A_GAME = 12
PULL = 20.0
"""The pull towards no change, for a count with the spread 1: it settles weights that the games do not tell apart."""
PLIES = 300
PROOF_NODES = 2000
UNIT = 1000
"""A weight of the unit vectors: counts that are quotients keep three decimals."""


class Case(NamedTuple):
    """A position of a game that ended."""

    game: int
    points: float
    """1: 先手 won; 0.5: drawn; 0: lost."""
    value: int
    """Its evaluation as it stands."""
    counts: NDArray[np.float64]
    """What the weights are multiplied by."""


class Counts(np.ndarray[Any, Any]):
    """A vector that a sum in place leaves as it is: the evaluation adds to a number of its tables."""

    def __iadd__(self, other: Any) -> Self:  # type: ignore[misc] # noqa: ANN401
        return self + other  # type: ignore[no-any-return]

    def __isub__(self, other: Any) -> Self:  # type: ignore[misc,override] # noqa: ANN401
        return self - other  # type: ignore[no-any-return]


def evaluation_of(game: Game) -> ModuleType:
    """Return the module with the evaluation of a game. Raises ValueError for a game without one."""
    modules = game.engine_modules()
    if modules is None:
        raise ValueError(game.id)
    return modules.evaluation


@cache
def weights_of(name: str) -> tuple[tuple[str, int, int], ...]:
    """Return table, place and number of each weight that is fitted; a table of rows is read row by row."""
    module = evaluation_of(games.load(name))
    return tuple(
        (table, *weight) for table in module.FITTED for weight in enumerate(np.ravel(vars(module)[table]).tolist())
    )


@cache
def counter(name: str) -> Callable[[Position], Any]:
    """Return the function that gives the counts of a position as one vector, times UNIT."""
    game = games.load(name)
    weights = weights_of(name)
    tables = [table for table, _, _ in weights]
    units = (UNIT * np.eye(len(weights))).view(Counts)
    shapes = {table: np.shape(vars(evaluation_of(game))[table]) for table in tables}
    names = {
        table: units[[own == table for own in tables]].reshape(*shape, len(weights)) for table, shape in shapes.items()
    }
    return bound(game, names, "counts")


def bound(game: Game, names: Mapping[str, object], title: str) -> Callable[[Position], Any]:
    """Return `evaluate` of a game, interpreted, with `names` in place of its own."""
    modules = game.kernel_modules()
    rules = {} if modules is None else {**vars(modules.rules), **tables_of(modules.rules)}
    module = bind(evaluation_of(game).__name__, f"{game.id}_{title}", {**rules, **names}, jit=False)
    return vars(module)["evaluate"]  # type: ignore[no-any-return]


class Openings(NamedTuple):
    """How the sides of 6面体 open: freely, or with a random set of `least` to `most` 占."""

    least: int
    most: int
    free: float
    """The chance that a side opens freely."""


MIXED = Openings(SMALLEST, 15, 1 / 4)
"""The openings that evaluation and chances are fitted to."""


def opened(
    game: Game, draw: random.Random, nodes: int, openings: Openings = MIXED
) -> tuple[Position, tuple[Player, Player]]:
    """Return the position that a game begins with, and how both sides play."""
    position, players = game.start(), []
    if game.opening_unit is None or game.id != "six":
        for _ in range(draw.randint(0, DRAWN)):
            position = game.play_legal(position, draw.choice(list(game.legal_moves(position))))
        return position, (Player(nodes, proofs=False), Player(nodes, proofs=False))
    free = list(range(game.board.columns * game.board.rows))
    for side in Side:
        size = draw.randint(openings.least, openings.most)
        if draw.random() < openings.free:
            players.append(Player(nodes, proofs=False))
            continue
        squares = tuple(draw.sample(free, size))
        free = [square for square in free if square not in squares]
        players.append(Player(nodes, tuple(placements(game, squares, side)), proofs=False))
    return position, (players[0], players[1])


def cases(name: str, seed: int, nodes: int, proofs: bool, number: int) -> list[Case]:  # noqa: FBT001 - bound by `partial`
    """Play one game and draw positions of it; none if it was broken off."""
    game = games.load(name)
    draw = random.Random(f"{seed}/{number}")
    start, players = opened(game, draw, nodes)
    played = play(game, players, draw.getrandbits(31), start=start, plies=PLIES)
    outcome, last = played.outcome, len(played.moves)
    if proofs:
        decided, _ = adjudicate(game, start, played.moves, Adjudication(AUTO, PROOF_NODES))
        if decided:
            outcome, last = decided.outcome, decided.ply
    if outcome is None or not last:
        return []
    passed = list(accumulate(played.moves[: last - 1], game.play_legal, initial=start))
    chosen = draw.sample(passed, min(OF_A_GAME, len(passed)))
    points = {Outcome.FIRST: 1.0, Outcome.SECOND: 0.0}.get(outcome, 0.5)
    value = bound(game, {}, "value")
    return [Case(number, points, int(value(at)), np.asarray(counter(name)(at), float) / UNIT) for at in chosen]


def fitted(name: str, rows: list[Case]) -> None:
    """Fit all weights, and print them by table with the change of each and its standard error."""
    counts = np.array([case.counts for case in rows])
    spread = counts.std(axis=0)
    used = spread > 0
    columns = np.column_stack([[case.value / 100 for case in rows], counts[:, used] / spread[used]])
    pulls = [0.0, *[PULL] * int(used.sum())]
    fit = logistic(columns, [case.points for case in rows], [case.game for case in rows], pulls)
    unit = 100 / fit.coefficients[0]
    print(f"{unit:.0f} units multiply the odds by e")
    changes, errors = np.zeros(len(spread)), np.full(len(spread), np.nan)
    changes[used] = unit * fit.coefficients[1:] / spread[used]
    errors[used] = unit * fit.errors[1:] / spread[used]
    tables: dict[str, list[int]] = {}
    for (table, place, number), change, error in zip(weights_of(name), changes, errors, strict=True):
        print(f"{table}[{place}] = {number} {change:+.0f} ± {error:.0f}")
        tables.setdefault(table, []).append(round(number + change))
    for table, numbers in tables.items():
        print(f"{table} = {tuple(numbers)}")


@click.command()
@click.option("--game", "name", type=click.Choice(GAMES), default="six", show_default=True)
@click.option("--games", "wanted", default=4000, show_default=True)
@click.option("--nodes", default=600, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option("--adjudicate", "proofs", is_flag=True, help="Let the solver decide games.")
def main(name: str, wanted: int, nodes: int, seed: int, workers: int, *, proofs: bool) -> None:  # noqa: PLR0913
    """Play, fit, and print the weights."""
    play_one = partial(cases, name, seed, nodes, proofs)
    if workers > 1:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            played = list(pool.map(play_one, range(wanted), chunksize=16))
    else:
        played = [play_one(number) for number in range(wanted)]
    rows = [case for found in played for case in found]
    ended = len({case.game for case in rows})
    decided = ", adjudicated" if proofs else ""
    print(f"{name}, {wanted} games of {nodes} nodes{decided}, seed {seed}: {ended} ended, {len(rows)} positions")
    fitted(name, rows)


if __name__ == "__main__":
    main()
