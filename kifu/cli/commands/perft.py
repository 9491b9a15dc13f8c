"""`kifu perft`: count of legal move sequences, and its speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import GameWordCommand, position_game_option, rules_option
from kifu.cli.arguments.position_argument import diagram_argument, load_game_and_position
from kifu.cli.arguments.position_options import RecordPlace, place_options
from kifu.cli.command_definition import CommandOptions, argument, flag_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import show_progress
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.compiled.perft_and_expected_counts import is_compiled_faster, missing_perft_advice, perft
from kifu.core.message import Message

if TYPE_CHECKING:
    from kifu.core.game.game import Game


class _Options(CommandOptions):
    game: Game | None = position_game_option
    depth: int = argument(type=click.IntRange(min=0))
    diagram: str | None = diagram_argument
    place: RecordPlace = place_options
    rules: str | None = rules_option
    divide: bool = flag_option().help("初手ごとに数える。Count by the first move.")
    compiled: bool | None = option("--compiled/--interpreted").help(
        "規則を機械語で、または Python のまま数える (なければ速い方)。Count with the compiled rules or as they stand; default: whichever is likely to be ready first."
    )


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """合法手の列を数える。Count sequences of legal moves.

    局面から DEPTH 手続く列の数。DIAGRAM は局面図か、kifu show や kifu verify の示した盤か、棋譜 (--ply 手のあとの局面、
    なければ最後の局面) のファイル、- は標準入力。なければ棋種の開始局面。

    How many sequences of DEPTH moves start from a position. DIAGRAM is a file, or - for standard input: a diagram with
    its hand and turn lines, a board as `kifu show` and `kifu verify` print it, or a record; the position after --ply
    plies is used, by default the last. Without it, the game's own start.
    """
    if options.divide and not options.depth:
        raise usage_error("--divide には 1 以上の DEPTH が要ります", "--divide takes a DEPTH of at least 1")
    game, position = load_game_and_position(options.game, options.diagram, options.rules, options.place)
    if options.compiled and not rules_compile(game):
        name = game.name
        raise usage_error(
            f"{name.ja} ({game.rules}) の規則は機械語にできません。--interpreted で数えられます",
            f"the rules of {name.en} ({game.rules}) do not compile; count with --interpreted",
        )
    if (missing := missing_perft_advice(game)) is not None:
        click.echo(say(missing), err=True)
    compiled = is_compiled_faster(game, position, options.depth) if options.compiled is None else options.compiled
    if not options.depth:
        click.echo(1)
        return
    total = 0
    for move in show_progress(list(game.legal_moves(position)), say(Message("数えています", "counting"))):
        nodes = perft(game, game.play_legal(position, move), options.depth - 1, compiled=compiled)
        total += nodes
        if options.divide:
            click.echo(f"{game.spell(move)} {nodes}")
    click.echo(f"{say(Message('合計', 'total'))} {total}" if options.divide else total)
