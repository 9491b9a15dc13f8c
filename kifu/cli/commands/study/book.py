"""`kifu study book`: a dataset's moves with engine values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.dataset_and_book_options import (
    DatasetChoice,
    connect_to_dataset,
    dataset_argument,
    only_game,
    skip_prefixes_option,
)
from kifu.cli.arguments.game_and_rules_options import any_game_option, game_under_rules, rules_option
from kifu.cli.arguments.shared_options import BOOK, MAX_COUNT, force_option, output_option
from kifu.cli.command_definition import CommandOptions, number_option, with_options
from kifu.cli.printing.guarded_output_and_progress import show_progress
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import refuse_existing_output, write_output
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from kifu.core.game.game import Game

DEPTH = 30
MIN_GAMES = 2


class _Options(CommandOptions):
    dataset: DatasetChoice = dataset_argument
    game: Game | None = any_game_option
    rules: str | None = rules_option
    depth: int = number_option(minimum=1, maximum=1000, default=DEPTH).help(
        "はじめから何手目までの局面か。Plies from the start up to which positions are taken."
    )
    least: int = number_option(minimum=1, default=MIN_GAMES).help(
        "この局数より少ない局面は載せない。Leave out positions of fewer games."
    )
    nodes: int = number_option(minimum=0, maximum=MAX_COUNT, default=0).help(
        "一手ごとに探索が調べ、証明にも使う局面の数。0 なら評価なし。Positions that the engine looks at for the value of each move, and again for a proof; 0: no values."
    )
    skip_prefixes: bool = skip_prefixes_option
    output: str = output_option(BOOK, required=True)
    force: bool = force_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """データから定跡を作る。

    局面ごとに、指された手と局数、指した側の勝ち・引き分け・負け・未了、--nodes なら探索の評価と証明された勝ち負けを載せる。対称な局面と、別の手
    順で来た局面は一つに数える。数は kifu study tree --symmetric と同じ。同じデータと指定なら同じ内容になる。定跡は kifu play --engine、
    kifu review の --book で使う。一行に一局面の JSON で、棋種、規則、内容の SHA-256 を持ち、壊れたもの、ほかの棋種や規則のものは使われない。

    Make a book of DATASET: for each position the moves played, each with its games, those that the side that moved has won,
    drawn, lost and not finished, and with --nodes the engine's value and what is proven. Symmetric positions, and those
    that other moves lead to, are one. The numbers are those of `kifu study tree --symmetric`; the same dataset and
    options give the same bytes. `kifu play --engine` and `kifu review` read it (--book). It is JSON, a position a line,
    with the game, the rules and a SHA-256: a damaged book, or one of another game or other rules, is refused.
    """
    require_extra("corpus")
    refuse_existing_output(options.output, force=options.force)
    if options.nodes:
        require_extra("fast")
    from analysis import openings  # noqa: PLC0415 - satellites, loaded when they are used

    connection = connect_to_dataset(options.dataset, skip_prefixes=options.skip_prefixes)
    game = game_under_rules(options.game or only_game(connection), options.rules)
    games, entries = openings.book_build.game_count_and_book_positions(connection, game, options.depth, options.least)
    if not entries:
        raise usage_error(
            f"{game.name.ja} ({game.rules}) の、{options.least} 局以上の局面がデータにありません",
            f"the dataset holds no position of {game.name.en} ({game.rules}) with {options.least} games or more",
        )
    if options.nodes:
        searched = zip(
            show_progress(entries, say(Message("評価中", "searching"))),
            openings.book_build.evaluate_entries(game, entries, options.nodes),
            strict=True,
        )
        entries = [entry for _, entry in searched]
    write_output(options.output, openings.book.book_bytes(game, entries, options.nodes, games), force=options.force)
    moves = sum(len(entry.moves) for _, entry in entries)
    told = Message(
        f"{games} 局から {len(entries)} 局面、{moves} 手",
        f"{len(entries)} positions with {moves} moves of {games} games",
    )
    click.echo(f"{visible(options.output)}: {say(told)}", err=True)
