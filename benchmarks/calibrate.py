"""Fits winning chances to the values that a search finds, game by game and strength by strength, and tests them on other games.

    python benchmarks/calibrate.py
    python benchmarks/calibrate.py --game six --strengths 300 --games 40 --dry

The engine plays against itself, and the solver decides games that it can. In 6面体 each side opens freely (a quarter) or places
a random set of 4 to 15 占; other games begin with 0 to 6 drawn moves. Some positions of each game are drawn, from before the proof, and searched as
`kifu review --engine` searches. The chance of 先手, a draw as one half, is fitted as a logistic function of the value to games of the
seed `--seed`; games of the next seed, which no fit has seen, give the Brier score, the log loss and the reliability, with
intervals by game. The control says the share of the training games, whatever the position. The curve is written to
``calibration.toml`` of the game's folder if it passes (:func:`reliability.passes`), and its reliability drawn in docs/images; if it
does not, it is fitted and tested anew without the weakest strength. What `benchmarks/chances_by_opening.py` measured of the
old curve is then gone, and has to be measured anew. Games are kept in `--work`, so
that a run that was broken off goes on.
"""

from __future__ import annotations

import hashlib
import json
import random
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from reliability import Played, Sample, diagram, fitted, report, rows_of

from analysis.plots.picture_style import figure_bytes
from kifu.core import games
from kifu.core.outcome import Outcome, Side
from kifu.engine.best_move_and_win_chance import FILE, find_best_move
from kifu.engine.opening_match_and_adjudication import (
    AUTO,
    AdjudicationSettings,
    adjudicated_game_and_last_answer,
    placement_moves,
)
from kifu.engine.play_engine_games import Player, play_engine_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position

ROOT = Path(__file__).parents[1]
GAMES = ("six", "ace", "king", "master")
SMALLEST = 4
DRAWN = 6
"""The most moves that are drawn at the start of a game without opening sets."""
OF_A_GAME = 12
PLIES = 300
PROOF_NODES = 2000
STRENGTHS = (300, 2000, 10_000, 20_000)
"""The nodes of a move. One curve is fitted to all of them; chances are shown from the least to the most."""


class Openings(NamedTuple):
    """How the sides of 6面体 open: freely, or with a random set of `least` to `most` 占."""

    least: int
    most: int
    free: float
    """The chance that a side opens freely."""


MIXED = Openings(SMALLEST, 15, 1 / 4)
"""The openings that chances are fitted to."""


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
        players.append(Player(nodes, tuple(placement_moves(game, squares, side)), proofs=False))
    return position, (players[0], players[1])


def one(name: str, seed: int, nodes: int, number: int, openings: Openings = MIXED) -> Played:
    """Play one game and search positions of it. The same arguments give the same game."""
    game = games.load(name)
    draw = random.Random(f"{seed}/{nodes}/{number}")
    start, players = opened(game, draw, nodes, openings)
    played = play_engine_game(game, players, draw.getrandbits(31), start=start, plies=PLIES)
    decided, _ = adjudicated_game_and_last_answer(game, start, played.moves, AdjudicationSettings(AUTO, PROOF_NODES))
    outcome = decided.outcome if decided else played.outcome
    last = decided.ply if decided else len(played.moves)
    if outcome is None or not last:
        return Played(number, None, decided is not None, [])
    positions = list(accumulate(played.moves[: last - 1], game.play_legal, initial=start))
    cases = [
        (int(game.turn(at)), find_best_move(game, at, nodes, use_proofs=False).value)
        for at in draw.sample(positions, min(OF_A_GAME, len(positions)))
    ]
    return Played(number, {Outcome.FIRST: 1.0, Outcome.SECOND: 0.0}.get(outcome, 0.5), decided is not None, cases)


def bench(game: Game) -> str:
    """Return a mark of how the engine plays a game and what it thinks of it: another engine needs another curve."""
    played = play_engine_game(game, (Player(300, proofs=False),) * 2, 0, plies=40)
    return hashlib.sha256(repr(played[:2]).encode()).hexdigest()[:16]


def kept(file: Path, name: str, seed: int, nodes: int, wanted: int) -> Iterator[Played]:
    """Yield the games of a seed: those that the file holds, then the others, which are added to it."""
    held = [Played(*json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []
    yield from held[:wanted]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a") as journal:
        for number in range(len(held), wanted):
            played = one(name, seed, nodes, number)
            journal.write(json.dumps(played) + "\n")
            journal.flush()
            yield played


def sample(folder: Path, name: str, seed: int, wanted: int, nodes: int) -> Sample:
    """Return the positions of the games of a seed."""
    file = folder / f"{name}-{nodes}-{seed}.jsonl"
    return rows_of(kept(file, name, seed, nodes, wanted))


@click.command()
@click.option("--game", "names", type=click.Choice(GAMES), multiple=True, default=GAMES, show_default=True)
@click.option("--strengths", type=int, multiple=True, default=STRENGTHS, show_default=True, help="Nodes of a move.")
@click.option("--games", "wanted", default=240, show_default=True, help="Games to fit, for each strength.")
@click.option("--held", default=160, show_default=True, help="Games to test, for each strength.")
@click.option("--seed", default=1, show_default=True)
@click.option("--work", type=click.Path(path_type=Path), default=ROOT / "build/calibrate", help="Where games are kept.")
@click.option("--dry", is_flag=True, help="Write no curves and no pictures.")
def main(  # noqa: PLR0913, PLR0917
    names: Sequence[str], strengths: Sequence[int], wanted: int, held: int, seed: int, work: Path, *, dry: bool
) -> None:
    """Play, fit, test, and write the curves and the pictures."""
    for name in names:
        game = games.load(name)
        samples = {
            nodes: (sample(work, name, seed, wanted, nodes), sample(work, name, seed + 1, held, nodes))
            for nodes in strengths
        }
        passed = False
        while samples and not passed:
            fit = fitted({nodes: trained for nodes, (trained, _) in samples.items()})
            lines, passed = report(fit, samples)
            print(f"{name}: {lines}", flush=True)
            if not passed:  # the weakest search may know too little
                del samples[min(samples)]
        if dry or not passed:
            continue
        source = f"# python benchmarks/calibrate.py --games {wanted} --held {held} --seed {seed}; docs/engine.md\n"
        (ROOT / "kifu/games" / name / FILE).write_text(source + fit.toml(bench(game)), "utf-8")
        figure = diagram(game.name.en, fit.curve, {nodes: tested for nodes, (_, tested) in samples.items()})
        (ROOT / f"docs/images/chances-{name}.png").write_bytes(figure_bytes(figure, "png"))


if __name__ == "__main__":
    main()
