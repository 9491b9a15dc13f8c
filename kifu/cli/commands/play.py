"""`kifu play`: write a game of uniformly random legal moves, or of the engine against itself."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.files import STANDARD_INPUT, write, write_standard_output
from kifu.cli.games_option import game_option
from kifu.cli.language import language_option
from kifu.cli.options import force_option, plies_option, seed_option
from kifu.outcome import Outcome
from notation.formats.kif_writer import compose

if TYPE_CHECKING:
    from kifu.game import Game
    from kifu.outcome import Ending

LONGEST = 1000
"""Plies after which a game that has not ended is broken off."""
NODES = 20_000
"""Positions a search looks at for a move, unless told otherwise."""


@click.command()
@game_option
@seed_option
@plies_option(LONGEST)
@click.option("--engine", is_flag=True, help="探索で指す (なければ一様乱数)。The engine plays; default: random moves.")
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=NODES,
    show_default=True,
    help="--engine が一手に調べる局面の数。Positions that --engine looks at for a move.",
)
@click.option(
    "-o",
    "--output",
    default=STANDARD_INPUT,
    help="書き出すファイル (- は標準出力)。File to write; - is standard output.",
)
@force_option
@language_option
def command(  # noqa: PLR0913 - one argument for each option
    game: Game, seed: int | None, plies: int, nodes: int, output: str, *, engine: bool, force: bool
) -> None:
    """一様乱数の合法手で、または探索で、一局を作る。

    Write the record of a game in which each move is drawn uniformly from the legal ones, or with --engine found by
    search. The same options and seed give the same game. The first search in a game compiles it, which takes a while.
    """
    if seed is None:
        seed = secrets.randbits(32)
    text = engine_game(game, seed, plies, nodes) if engine else random_game(game, seed, plies)
    if output == STANDARD_INPUT:
        write_standard_output(text)
    else:
        write(Path(output), text.encode(), force=force)


def random_game(game: Game, seed: int, plies: int) -> str:
    """Return the record of the random game with that seed, of at most `plies` plies."""
    draw = random.Random(seed)  # noqa: S311 - a reproducible game, no secret
    position = game.start()
    moves: list[int] = []
    ending: Ending | None = None
    while len(moves) < plies and (ending := game.outcome(position)) is None:
        move = draw.choice(list(game.legal_moves(position)))
        moves.append(move)
        position = game.play(position, move)
    ending = game.outcome(position)
    headers = {
        "先手": "一様乱数",
        "後手": "一様乱数",
        "備考": f"kifu play --game {game.id} --seed {seed} --plies {plies} による。合法手から一様に選んだ",
    }
    return compose(game, headers, moves, f"まで{len(moves)}手で{_result(ending)}")


def engine_game(game: Game, seed: int, plies: int, nodes: int) -> str:
    """Return the record of the engine's game against itself with that seed and so many nodes a move."""
    from kifu.engine.selfplay import Player, play  # noqa: PLC0415 - numba only for those who search

    played = play(game, (Player(nodes), Player(nodes)), seed, plies=plies)
    name = f"kifu ({nodes} nodes)"
    headers = {
        "先手": name,
        "後手": name,
        "備考": f"kifu play --engine --game {game.id} --seed {seed} --nodes {nodes} --plies {plies} による",
    }
    result = "中断" if played.outcome is None else played.outcome.label.ja
    return compose(game, headers, played.moves, f"まで{len(played.moves)}手で{result}")


def _result(ending: Ending | None) -> str:
    return "中断" if ending is None or ending.outcome is None else Outcome(ending.outcome).label.ja
