"""Defines `kifu games`, which lists the games."""

from __future__ import annotations

import click

from kifu.cli.arguments.shared_options import form_option
from kifu.cli.command_definition import CommandOptions, with_options
from kifu.cli.printing.guarded_output_and_progress import print_json
from kifu.cli.printing.language_and_usage_errors import say
from kifu.core import games, rulebook
from kifu.core.message import Message
from notation.diagnostic_rendering import display_width


class _Options(CommandOptions):
    form: str = form_option("text", "json").help(
        "出力の形。json は一行に一棋種。Form of the output; json: one game a line."
    )


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """棋種を並べる。List the games.

    一行に id、名前、規則、盤の大きさ、条の数。

    One a line: id, name, rule set, size of the board, number of articles.
    """
    for why in games.rejected_games():
        click.echo(say(why), err=True)
    rulebooks = [(game, rulebook.load_rulebook(game)) for game in map(games.load, games.ids())]
    if options.form == "json":
        for game, book in rulebooks:
            value = {
                "game": game.id,
                "name": game.name.to_json(),
                "rules": game.rules,
                "board": {"columns": game.board.columns, "rows": game.board.rows},
                "articles": len(book.articles),
            }
            print_json(value)
        return
    rows = [
        (
            game.id,
            game.name.ja,
            game.rules,
            f"{game.board.columns}×{game.board.rows}",
            say(Message(f"全 {len(book.articles)} 条", f"{len(book.articles)} articles")),
        )
        for game, book in rulebooks
    ]
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (cell + " " * (width - display_width(cell)) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(padded).rstrip())
