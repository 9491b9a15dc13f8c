"""Defines `kifu moves`, which lists the legal moves of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.games_option import game_option
from kifu.cli.arguments.places import Place, place_options
from kifu.cli.arguments.positions import diagram_argument, load_position
from kifu.cli.arguments.rules_option import rules_option
from kifu.cli.printing.language import language_option

if TYPE_CHECKING:
    from kifu.model.game import Game


@click.command()
@game_option
@diagram_argument
@place_options
@rules_option
@language_option
def command(game: Game, diagram: str | None, rules: str | None, place: Place) -> None:
    """合法手を並べる。List the legal moves of a position.

    一行に一手、どの手も一度だけ。終局していれば何も書かない。DIAGRAM は局面図か、kifu show や kifu verify の示した盤
    か、棋譜 (--ply 手のあとの局面、なければ開始局面) のファイル、- は標準入力。なければ棋種の開始局面。

    Each move once, one a line; nothing when the game is over. DIAGRAM is a file, or - for standard input: a diagram
    with its hand and turn lines, a board as `kifu show` and `kifu verify` print it, or a record; the position after
    --ply plies is used, by default its start. Without it, the game's own start.
    """
    game, position = load_position(game, diagram, rules, place)
    for move in game.legal_moves(position):
        click.echo(game.spell(move))
