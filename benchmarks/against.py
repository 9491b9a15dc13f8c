"""Plays the engine of this tree against an earlier one, at equal nodes, until a sequential test decides.

    git show REVISION:kifu/games/six/evaluation.py > earlier.py
    python benchmarks/against.py earlier.py
    git show REVISION:kifu/engine/search_kernel.py > earlier_search.py
    python benchmarks/against.py --game master --search earlier_search.py

What is not given as a file is the same on both sides. Two games make a pair: the opening is drawn, and both engines play
both sides of it. In 6面体 the opening is the first 占 of each side; with `--size 7` both sides begin with drawn sets of seven
instead, and place no more 占. In the other games it is `--plies` moves drawn uniformly. A game drawn or broken off is half a
point. The test asks whether the lead of this tree is `--low` Elo (H0) or `--high` Elo (H1), with errors of 5 % each; it uses
the mean and the spread of the points of pairs (a generalised sequential probability ratio test) and looks after every eighth
pair. With `--fixed` it only counts. The processor time of a move is told for both, and `--earlier-nodes` gives the earlier
engine other nodes, for a match at equal time.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from sequential import BOUND, LOOK, ratio, summary, verdict

from kifu.core import games
from kifu.core.compiled.bind_and_compile import compiled_kernels_of_layers
from kifu.engine.best_move_and_win_chance import LENGTH, STALE
from kifu.engine.bind_engine import KERNELS, LOWER
from kifu.engine.play_engine_games import NOISE
from kifu.engine.play_engine_games import STALE as COST
from kifu.engine.selfplay_kernel import REMEMBERED
from kifu.games.six.position import SQUARES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game, Position

GAMES = ("six", "ace", "king", "master")
LONGEST_GAME = 300
SEARCH, GAME_KERNEL = KERNELS


class Engine:
    """One side of a match, with the processor time that its moves took."""

    def __init__(self, game: Game, evaluation: str, search: str, nodes: int) -> None:
        """Bind the kernels over the evaluation and the search of those import names; each move may visit `nodes`."""
        self.bound: Mapping[str, Any] = compiled_kernels_of_layers(game, (*LOWER, evaluation, search, GAME_KERNEL))
        self.nodes = nodes
        self.moves, self.seconds = 0, 0.0
        self.move(game.start(), [], 0, 0)  # makes the machine code
        self.moves, self.seconds = 0, 0.0

    def move(self, position: Position, keys: list[int], seed: int, ply: int) -> int:
        """Return the move that the engine chooses in a game with those keys of positions so far."""
        state = self.bound["make_search_state"](self.nodes, self.bound["random_number"](seed, ply), NOISE)
        state.counters[STALE] = COST
        for place, key in enumerate(keys[-REMEMBERED:]):
            state.path[place] = key
            state.counters[LENGTH] = place + 1
        started = time.process_time()
        move, _ = self.bound["choose"](position, state)
        self.seconds += time.process_time() - started
        self.moves += 1
        return int(move)


def load(path: Path, name: str) -> str:
    """Import a module that stands in a file under a name; return the name."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # noqa: S101, PT018 - a file that ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return name


def played(players: tuple[Engine, Engine], start: Position, seed: int) -> int:
    """Play one game; return 1 if 先手 won, 2 if 後手 won, 3 if it was drawn, 0 if it was broken off."""
    position = start
    keys: list[int] = []
    for ply in range(LONGEST_GAME):
        bound = players[position.turn].bound
        ended = bound["result"](position)
        if ended:
            return int(ended)
        move = players[position.turn].move(position, keys, seed, ply)
        keys.append(bound["key_of"](position))
        position = type(position)(*map(int, bound["play"](position, move)))
    return int(players[0].bound["result"](position))


def opened(game: Game, draw: random.Random, size: int, plies: int) -> Position:
    """Return the drawn position that a pair of games begins with."""
    position = game.start()
    if game.id != "six":
        for _ in range(plies):
            position = game.play_legal(position, draw.choice(list(game.legal_moves(position))))
        return position
    for square in draw.sample(range(SQUARES), 2 * max(1, size)):
        move = next(move for move in game.legal_moves(position) if move >> 4 & 63 == square)
        position = game.play_legal(position, move)
    return position._replace(rights=0) if size else position


@click.command()
@click.argument("earlier", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", "name", type=click.Choice(GAMES), default="six", show_default=True)
@click.option(
    "--search", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The earlier search_kernel."
)
@click.option("--nodes", default=1000, show_default=True)
@click.option("--earlier-nodes", type=int, help="The nodes of a move of the earlier engine; default: the same.")
@click.option("--low", default=-20.0, show_default=True, help="The lead in Elo that H0 supposes.")
@click.option("--high", default=0.0, show_default=True, help="The lead in Elo that H1 supposes.")
@click.option("--most", default=4000, show_default=True, help="The games after which the test ends undecided.")
@click.option("--size", default=0, help="占 of the drawn sets that both sides begin with; 0: they open freely.")
@click.option("--plies", default=4, show_default=True, help="Drawn moves at the start; not in 6面体.")
@click.option("--fixed", is_flag=True, help="Play all games, without a test.")
@click.option("--seed", default=1, show_default=True)
def main(  # noqa: PLR0913, PLR0917
    earlier: Path | None,
    name: str,
    search: Path | None,
    nodes: int,
    earlier_nodes: int | None,
    low: float,
    high: float,
    most: int,
    size: int,
    plies: int,
    seed: int,
    *,
    fixed: bool,
) -> None:
    """Play pairs and print the counts, the share of points, and what the test says."""
    game = games.load(name)
    modules = game.engine_modules()
    own_evaluation = "" if modules is None else modules.evaluation.__name__
    evaluation = load(earlier, "earlier_evaluation") if earlier else own_evaluation
    new = Engine(game, own_evaluation, SEARCH, nodes)
    old = Engine(game, evaluation, load(search, "earlier_search") if search else SEARCH, earlier_nodes or nodes)
    pairs, counts, value = [], [0, 0, 0, 0], 0.0  # counts: broken off, won, lost, drawn
    for number in range(most // 2):
        draw = random.Random(f"{seed}/{number}")
        start, points = opened(game, draw, size, plies), 0.0
        for own in (1, 2):  # the side of the new engine
            result = played((new, old) if own == 1 else (old, new), start, draw.getrandbits(31))
            counts[result if result in {0, 3} else 1 if result == own else 2] += 1
            points += 0.5 if result in {0, 3} else float(result == own)
        pairs.append(points / 2)
        if len(pairs) % LOOK == 0:
            value = ratio(pairs, low, high)
            if not fixed and abs(value) >= BOUND:
                break
    decided = "fixed" if fixed else verdict(value)
    times = ", ".join(f"{1e6 * each.seconds / each.moves:.0f}" for each in (new, old))
    print(
        f"{name}, {new.nodes} nodes against {old.nodes}, seed {seed}: {summary(pairs, counts)}; log likelihood ratio "
        f"{value:.2f} (bounds ±{BOUND:.2f}, Elo {low:g} and {high:g}): {decided}; µs a move: {times}"
    )


if __name__ == "__main__":
    main()
