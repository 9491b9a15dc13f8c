"""Defines `kifu study puzzles`, which takes positions with one solution from a tablebase."""

from __future__ import annotations

import secrets
from itertools import islice
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.files import write_output
from kifu.cli.arguments.games_option import game_option
from kifu.cli.arguments.options import STANDARD_STREAM, force_option, seed_option
from kifu.cli.printing.language import language_option, say
from kifu.model.extras import need
from kifu.model.message import Message
from kifu.model.outcome import Outcome, Side
from notation.formats.kif_writer import compose, spell_closing

if TYPE_CHECKING:
    from kifu.engine.puzzles import Puzzle
    from kifu.model.game import Game

PLIES = 5
COUNT = 10


@click.command()
@game_option
@click.option(
    "--plies",
    type=click.IntRange(1, 249),
    default=PLIES,
    show_default=True,
    help="勝ちまでの手数 (奇数)。Plies of the win, an odd number.",
)
@click.option("--count", type=click.IntRange(min=1), default=COUNT, show_default=True, help="題の数。How many puzzles.")
@seed_option
@click.option(
    "-o",
    "--output",
    default=STANDARD_STREAM,
    show_default=True,
    help="書き出すファイル (- は標準出力)。File to write to; - is standard output.",
)
@force_option
@language_option
def command(  # noqa: PLR0913 - each option is a parameter
    game: Game, plies: int, count: int, seed: int | None, output: str, *, force: bool
) -> None:
    """表から、解が一つの詰め問題を作る。Make puzzles with one solution from a tablebase.

    kifu study tablebase の表から、手番の側が --plies 手で必ず勝ち、その手数で勝てる手が一つしかない局面を選ぶ。最も長く粘るどの受けの
    あとでも、残りの手数で勝てる手は一つしかない。局面図と解を棋譜として書く (kifu verify で確かめられ、kifu
    show で見られる)。同じ表と種なら同じ問題になる。

    Takes positions from the tablebase of `kifu study tablebase` in which the side to move wins in --plies plies, by one
    move alone; after each defence that lasts as long as any, again one move alone wins in the plies left. They are
    written as records with diagram and solution, for `kifu verify` and `kifu show`. The same tablebase and seed give
    the same puzzles.
    """
    need("fast")
    from kifu.engine.puzzles import puzzles  # noqa: PLC0415 - loads numpy
    from kifu.engine.tablebase_file import find  # noqa: PLC0415 - loads numpy

    if plies % 2 == 0:
        raise click.UsageError(
            say(
                Message(
                    f"--plies {plies}: 手番の側が勝つ手数は奇数です",
                    f"--plies {plies}: the side to move wins in an odd number of plies",
                )
            )
        )
    table, wrong = find(game)
    if table is None:
        reason = wrong or Message("表がありません", "there is no tablebase")
        raise click.UsageError(
            say(
                Message(
                    f"{reason.ja}。表のある棋種は6面体だけです。kifu study tablebase --game six で作ってください",
                    f"{reason.en}; only six has one: build it with kifu study tablebase --game six",
                )
            )
        )
    if seed is None:
        seed = secrets.randbits(31)
    found = list(islice(puzzles(game, table, plies, seed), count))
    if not found:
        longest = max(each.longest for each in table.slices)
        raise click.UsageError(
            say(
                Message(
                    f"{plies} 手で解が一つの局面は見つかりません。表の最も長い勝ちは {longest} 手です",
                    f"no position with one solution in {plies} plies was found; the longest win of the tablebase has {longest}",
                )
            )
        )
    texts = [_record(game, puzzle, number, plies, seed) for number, puzzle in enumerate(found, start=1)]
    write_output(output, "\n".join(texts).encode(), force=force)
    if len(found) < count:
        shown = Message(
            f"解が一つの局面は {len(found)} だけ見つかりました",
            f"only {len(found)} positions with one solution were found",
        )
        click.echo(say(shown), err=True)


def _record(game: Game, puzzle: Puzzle, number: int, plies: int, seed: int) -> str:
    """Return a puzzle as a record: the diagram, then the solution."""
    winner = Outcome.win(Side(game.turn(puzzle.position)))
    headers = {
        "棋戦": f"詰め問題 {number} ({puzzle.units}、{plies} 手)",
        "備考": f"kifu study puzzles --game {game.id} --plies {plies} --seed {seed}",
    }
    return compose(game, headers, puzzle.solution, spell_closing(plies, winner), puzzle.position)
