"""`kifu play`: write a game of uniformly random legal moves, or of the engine against itself."""

from __future__ import annotations

import os
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.files import STANDARD_INPUT, write_output
from kifu.cli.games_option import game_option
from kifu.cli.language import language_option, say
from kifu.cli.options import force_option, plies_option, seed_option
from kifu.cli.places import Place, place_options
from kifu.cli.positions import diagram_argument, load_position
from kifu.cli.spooling import is_spooled
from kifu.cli.variants import rules_option, under
from kifu.game import name_marks
from kifu.message import Message, quoted
from kifu.outcome import PLAYERS, Ending
from kifu.setting import VARIANT_ENDING, names_a_file
from notation.formats.kif_writer import compose, spell_closing

if TYPE_CHECKING:
    from kifu.game import Game, Position

LONGEST = 1000
"""Plies after which a game that has not ended is broken off."""
NODES = 20_000
"""Positions a search looks at for a move, unless told otherwise."""


@click.command()
@game_option
@diagram_argument
@place_options
@rules_option
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
    game: Game,
    diagram: str | None,
    place: Place,
    rules: str | None,
    *,
    seed: int | None,
    plies: int,
    nodes: int,
    output: str,
    engine: bool,
    force: bool,
) -> None:
    """一様乱数の合法手で、または探索で、一局を作る。

    DIAGRAM から、なければ棋種の開始局面から指す。DIAGRAM は局面図か、kifu show や kifu verify の示した盤か、棋譜 (--ply
    手のあとの局面、なければ開始局面) のファイル、- は標準入力。同じ指定と種は同じ一局になる。棋種ごとに初めての探索は、
    機械語にするのに時間がかかる。

    Write the record of a game in which each move is drawn uniformly from the legal ones, or with --engine found by
    search. It starts from DIAGRAM, else from the game's own start. DIAGRAM is a file, or - for standard input: a
    diagram with its hand and turn lines, a board as `kifu show` and `kifu verify` print it, or a record, of which the
    position after --ply plies is taken, by default its start. The same options and seed give the same game. The first
    search in a game compiles it, which takes a while.
    """
    game, start = load_position(game, diagram, rules, place)
    folder = Path() if output == STANDARD_INPUT else Path(output).parent
    game = _named_from(folder, game, rules, diagram)
    given = None if diagram is None else start
    if seed is None:
        seed = secrets.randbits(32)
    text = engine_game(game, seed, plies, nodes, given) if engine else random_game(game, seed, plies, given)
    write_output(output, text.encode(), force=force)


def _named_from(folder: Path, game: Game, rules: str | None, diagram: str | None) -> Game:
    """Return the game with its variant file, if it has one, named as a record in `folder` has to name it.

    Raises click.UsageError for a name that a record cannot have for a file.
    """
    if rules is not None and not names_a_file(rules):
        raise click.UsageError(
            say(
                Message(
                    f"棋譜に書ける規則のファイルは {VARIANT_ENDING} で終わる名前です。「{quoted(rules)}」を改名してください",
                    f"a record names variant files that end in {VARIANT_ENDING}; rename '{quoted(rules)}'",
                )
            )
        )
    if not names_a_file(game.rules):
        return game
    if rules is not None and is_spooled(rules):
        raise click.UsageError(
            say(
                Message(
                    "棋譜は規則のファイルを名指すので、- (標準入力) は使えません。ファイルに書いてください",
                    "a record names its variant file: that cannot be - (standard input); write it to a file",
                )
            )
        )
    file = Path(rules) if rules is not None else Path(diagram or "").parent / game.rules.strip()
    try:
        name = Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # on another drive
        name = file.absolute().as_posix()
    return under(game, str(file), name)


def random_game(game: Game, seed: int, plies: int, start: Position | None = None) -> str:
    """Return the record of the random game with that seed, of at most `plies` plies; `start` None is the game's own."""
    draw = random.Random(seed)  # noqa: S311 - a reproducible game, no secret
    position = game.start() if start is None else start
    positions = [position]
    moves: list[int] = []
    seen = Counter(positions)
    ending = game.outcome(position)
    while len(moves) < plies and ending is None:
        move = draw.choice(list(game.legal_moves(position)))
        position = game.play(position, move)
        moves.append(move)
        positions.append(position)
        seen[position] += 1
        told = game.history(positions, moves, seen[position])
        ending = told if isinstance(told, Ending) else game.outcome(position)
    made = f"kifu play --game {game.id} --seed {seed} --plies {plies} による。合法手から一様に選んだ"
    headers = {**_names(game, "一様乱数"), "備考": made}
    return compose(game, headers, moves, spell_closing(len(moves), ending.outcome if ending else None), start)


def engine_game(game: Game, seed: int, plies: int, nodes: int, start: Position | None = None) -> str:
    """Return the record of the engine's game against itself with that seed and so many nodes a move."""
    from kifu.engine.selfplay import Player, play  # noqa: PLC0415 - numba only for those who search

    played = play(game, (Player(nodes), Player(nodes)), seed, start=start, plies=plies)
    made = f"kifu play --engine --game {game.id} --seed {seed} --nodes {nodes} --plies {plies} による"
    headers = {**_names(game, f"kifu ({nodes} nodes)"), "備考": made}
    return compose(game, headers, played.moves, spell_closing(len(played.moves), played.outcome), start)


def _names(game: Game, name: str) -> dict[str, str]:
    marks = name_marks(game)
    return {side: name + marks.get(side, "") for side in PLAYERS}
