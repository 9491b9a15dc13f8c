"""Trains the network that evaluates a game, by games of the engine against itself.

    python benchmarks/learn.py six games/
    python benchmarks/learn.py king games/

Games are played with the engine as it is: the first moves and a share of the others are drawn at random, so that there are
positions that good play avoids; in 6面体 a side may begin with a drawn set of 2 to 12 占. Each position is searched with ``--nodes``
nodes, and its label is the chance that belongs to the value found, with ``--results`` of the result of the game mixed in. The
games are kept in the folder, a file for each thousand; what is there already is not played again. All files of the game in the
folder are learned from, so another round, by the new network, has a folder of its own.

The scale of values is a share of the one at which they foretell the results best. A twentieth of the games is held out. Weights are
learned in floating point (Adam, steps that get shorter), and written as integers to ``network.txt`` beside the game, with what they
are in ``network.md``. The same games, seed and machine give the same file.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
from calibrate import GAMES
from reliability import log_loss

from kifu.core import games
from kifu.core.compiled.bind_and_compile import bind, compiled_kernels_of_layers, layer_names
from kifu.core.compiled.network_kernel import FILE, NEURONS, ONE, ONE_BITS, SHIFT
from kifu.core.compiled.source_digest import combine_digests
from kifu.engine.best_move_and_win_chance import LENGTH, STALE
from kifu.engine.bind_engine import LOWER, engine_digest, search_kernels

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType

    from numpy.typing import NDArray

    from kifu.core.game.game import Game, Position

GAMES_OF_A_FILE = 1000
SETS = (2, 12)
"""The least and most 占 of a drawn set."""
DRAWN_SETS = 0.4
"""The chance that a side begins with one."""
RANDOM_SHARES = (0.03, 0.1, 0.25, 0.5)
"""The chance of a random move; a game has one of these."""
FIRST_MOVES = {"six": 8, "ace": 8, "king": 8, "master": 28}
"""The most random moves that a game begins with."""
MAX_PLIES = 200
REMEMBERED = 40
NOISE, COST_OF_REPEATING = 5, 100
SURE = 30_000
"""Values beyond this are seen wins; they are kept as this."""
HELD_OUT = 20
"""One game of this many is held out."""
BATCH = 4096
RATE, WARM_UP = 0.004, 300
LARGEST = 0.74
"""The largest weight of the first layer. 43 of them stay within a lane; for the Union games a test adds up what can come together."""
SHARPER = 0.6
"""The share of that scale at which labels are taken, so that differences between even positions count for more."""
LEARNS, TESTS = True, False
SCALES = np.geomspace(30, 3000, 100)


class Cases(NamedTuple):
    """Positions with what a search and the game said of them."""

    positions: NDArray[np.int64]
    values: NDArray[np.int32]
    """For the side to move."""
    points: NDArray[np.float32]
    """The result for the side to move: 1, 0.5 or 0."""
    numbers: NDArray[np.int32]
    """The number of the game."""


def one_game(
    game: Game, bound: Mapping[str, Any], nodes: int, draw: random.Random
) -> list[tuple[Position, int, float]]:
    """Play a game with random moves; return its searched positions, with value and result for the side to move."""
    kind = type(game.start())
    at = game.start()
    owed = [draw.randint(*SETS) if game.id == "six" and draw.random() < DRAWN_SETS else 0 for _ in range(2)]
    share = draw.choice(RANDOM_SHARES)
    first_moves = 0 if any(owed) else draw.randint(0, FIRST_MOVES[game.id])
    keys: list[int] = []
    searched: list[tuple[Position, int]] = []
    for ply in range(MAX_PLIES):
        if bound["result"](at):
            break
        turn = game.turn(at)
        if owed[turn]:
            at = game.play_legal(at, draw.choice([move for move in game.legal_moves(at) if bound["places"](move)]))
            owed[turn] -= 1
            if not owed[turn]:
                at = kind(*map(int, bound["settled"](at, turn)))
            continue
        random_move = bound["random_move"](at, draw.getrandbits(30), ply, 0)
        if ply < first_moves:
            at = kind(*map(int, bound["play"](at, random_move)))
            continue
        state = bound["make_search_state"](nodes, draw.getrandbits(30), NOISE)
        state.counters[STALE] = COST_OF_REPEATING
        for place, key in enumerate(keys[-REMEMBERED:]):
            state.path[place] = key
            state.counters[LENGTH] = place + 1
        keys.append(bound["key_of"](at))
        move, value = bound["choose"](at, state)
        searched.append((at, max(-SURE, min(SURE, int(value)))))
        at = kind(*map(int, bound["play"](at, random_move if draw.random() < share else move)))
    result = int(bound["result"](at))
    return [
        (position, value, 0.5 if result in {0, 3} else float(result == game.turn(position) + 1))
        for position, value in searched
    ]


def play_file(name: str, folder: Path, nodes: int, seed: int, first: int) -> float:
    """Play the games of one file from number `first`, unless it is there; return the processor time."""
    path = folder / f"{name}-{seed}-{nodes}-{first}.npz"
    if path.exists():
        return 0.0
    started = time.process_time()
    game = games.load(name)
    bound = search_kernels(game)
    rows = [
        (*case, number)
        for number in range(first, first + GAMES_OF_A_FILE)
        for case in one_game(game, bound, nodes, random.Random(f"{name}/{seed}/{number}"))
    ]
    positions, values, points, numbers = zip(*rows, strict=True)
    half = path.with_suffix(".half.npz")
    np.savez_compressed(
        half,
        positions=np.array(positions, np.int64),
        values=np.array(values, np.int32),
        points=np.array(points, np.float32),
        numbers=np.array(numbers, np.int32),
    )
    half.rename(path)
    return time.process_time() - started


def read(paths: Iterable[Path]) -> Cases:
    """Cases of all files, in the order of their names."""
    parts = [np.load(path) for path in sorted(paths)]
    return Cases(*(np.concatenate([part[field] for part in parts]) for field in Cases._fields))


def logistic(values: NDArray[Any], scale: float) -> NDArray[Any]:
    """Chances that belong to values."""
    return np.asarray(1 / (1 + np.exp(-np.clip(values / scale, -20, 20))))


def scale_of(cases: Cases) -> float:
    """Scale at which the values of undecided positions foretell the results best."""
    open_ones = np.abs(cases.values) < SURE
    values, points = cases.values[open_ones], cases.points[open_ones]
    return min(SCALES, key=lambda scale: float(np.mean(log_loss(logistic(values, scale), points))))


def evaluation_of(game: Game) -> ModuleType:
    """Return the module with the evaluation of a game. Raises ValueError for a game without one."""
    modules = game.engine_modules()
    if modules is None:
        raise ValueError(game.id)
    return modules.evaluation


def trainer(game: Game) -> dict[str, Any]:
    """Return the compiled kernels that train the network of a game."""
    sources = (*LOWER, "learn_kernel", evaluation_of(game).__name__)
    kind = type(game.start())
    names = {**compiled_kernels_of_layers(game, sources), "Position": kind, "FIELDS": len(kind._fields)}
    text = Path(__file__).with_name("learn_kernel.py").read_text(encoding="utf-8")
    name = f"learn_kernel_{combine_digests((*layer_names(game, *sources), text))}"
    return vars(bind("learn_kernel", name, names, jit=True))


class Trained(NamedTuple):
    """The weights of a network, with the losses of each pass: on the games learned from, and on those held out."""

    layer: NDArray[np.float32]
    output: NDArray[np.float32]
    losses: list[tuple[float, float]]


def train(game: Game, cases: Cases, labels: NDArray[np.float32], passes: int, seed: int) -> Trained:
    """Train a network on the cases that are not held out."""
    evaluation, bound = evaluation_of(game), trainer(game)
    draw = np.random.default_rng(seed)
    layer = draw.normal(0, 0.1, (2 * evaluation.VIEW + 1, NEURONS)).astype(np.float32)
    output = draw.normal(0, 0.3, 2 * NEURONS + 1).astype(np.float32)
    layer[-1], output[-1] = 0.2, 0
    weights = (layer, output)
    gradients, means, squares = ([np.zeros_like(each) for each in weights] for _ in range(3))
    held = cases.numbers % HELD_OUT == 0
    known, unknown = np.flatnonzero(~held), np.flatnonzero(held)
    steps, number = passes * (len(known) // BATCH), 0
    losses = []
    for _ in range(passes):
        order, loss = draw.permutation(known), 0.0
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[begin : begin + BATCH]
            loss += bound["pass_over"](cases.positions[chosen], labels[chosen], *weights, *gradients, LEARNS)
            number += 1
            rate = RATE * (1 + np.cos(np.pi * number / steps)) / 2 * min(1.0, number / WARM_UP)
            for each, gradient, mean, square in zip(weights, gradients, means, squares, strict=True):
                np.divide(gradient, BATCH, out=gradient)
                bound["step"](*(array.reshape(-1) for array in (each, gradient, mean, square)), rate, number)
            np.clip(layer, -LARGEST, LARGEST, out=layer)
        still = bound["pass_over"](cases.positions[unknown], labels[unknown], *weights, *gradients, TESTS)
        losses.append((loss / (len(order) // BATCH * BATCH), still / len(unknown)))
        print(f"loss {losses[-1][0]:.5f}, held out {losses[-1][1]:.5f}", flush=True)
    return Trained(layer, output, losses)


CARD = """# The network that evaluates {title}

Made by `python benchmarks/learn.py {name} FOLDER --games {games} --seed {seed}`; nothing is learned from people's games.

- Input: {features} features of a position, in two views (`activate` in `{module}`); {neurons} neurons a view; integers.
- Games: {played} of the engine `{digest}` against itself, {positions} positions searched with {nodes} nodes each, in {files} files.
- Labels: the chance by the value found (scale {scale:.0f} units), with {results:.0%} of the result of the game.
- Loss after {passes} passes: {loss:.5f}, on games held out {still:.5f}; a constant {constant:.5f}.
"""


def write(game: Game, trained: Trained, scale: float, card: str) -> None:
    """Write the weights as integers, and the card, into the folder of the game."""
    folder = Path(import_module(game.package).__file__ or "").parent
    layer = np.round(trained.layer * ONE).astype(int)
    output = np.round(trained.output * scale * (1 << SHIFT - 2 * ONE_BITS)).astype(int)
    rows = [" ".join(map(str, row)) for row in (*layer.tolist(), [], output.tolist())]
    (folder / FILE).write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / FILE).with_suffix(".md").write_text(card, encoding="utf-8")


@click.command()
@click.argument("name", metavar="GAME", type=click.Choice(GAMES))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--games", "wanted", default=20_000, show_default=True, help="The games to play, less those there.")
@click.option("--nodes", default=600, show_default=True)
@click.option("--results", default=0.1, show_default=True, help="The share of the result in a label.")
@click.option("--passes", default=16, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default=2, show_default=True)
def main(  # noqa: PLR0913, PLR0917
    name: str, folder: Path, wanted: int, nodes: int, results: float, passes: int, seed: int, workers: int
) -> None:
    """Play, train, and write the network of GAME; FOLDER keeps the games."""
    game = games.load(name)
    folder.mkdir(parents=True, exist_ok=True)
    begins = range(0, wanted, GAMES_OF_A_FILE)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        spent = sum(pool.map(partial(play_file, name, folder, nodes, seed), begins))
    paths = list(folder.glob(f"{name}-*[0-9].npz"))
    cases = read(paths)
    scale = SHARPER * scale_of(cases)
    labels = (results * cases.points + (1 - results) * logistic(cases.values, scale)).astype(np.float32)
    print(f"{name}: {len(cases.values)} positions, {len(paths)} files, {spent:.0f} s to play, scale {scale:.0f}")
    started = time.process_time()
    trained = train(game, cases, labels, passes, seed)
    print(f"{time.process_time() - started:.0f} s to train")
    card = CARD.format(
        title=game.name.en,
        name=name,
        seed=seed,
        features=evaluation_of(game).VIEW,
        module=evaluation_of(game).__name__,
        neurons=NEURONS,
        games=wanted,
        played=len(paths) * GAMES_OF_A_FILE,
        digest=engine_digest(game),
        positions=len(cases.values),
        nodes=nodes,
        files=len(paths),
        scale=scale,
        results=results,
        passes=passes,
        loss=trained.losses[-1][0],
        still=trained.losses[-1][1],
        constant=float(np.mean(log_loss(np.full(len(labels), labels.mean()), labels))),
    )
    write(game, trained, scale, card)


if __name__ == "__main__":
    main()
