"""`kifu moves`: legal moves, or move diagrams of units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import GameWordCommand, position_game_option, rules_option
from kifu.cli.arguments.position_argument import diagram_argument, load_game_and_position
from kifu.cli.arguments.position_options import RecordPlace, place_options
from kifu.cli.command_definition import CommandOptions, flag_option, option, with_options
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.core.squares import SQUARE
from kifu.render.move_diagrams import marked_diagram, occupied_targets, placement_reach, unit_reach_from, unit_reaches

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position
    from kifu.render.move_diagrams import UnitReach


class _Options(CommandOptions):
    game: Game | None = position_game_option
    diagram: str | None = diagram_argument
    place: RecordPlace = place_options
    rules: str | None = rules_option
    drawn: bool = flag_option("--diagram").help(
        "一覧の代わりに、行けるマスに ◎、置けるマスに △ を付けた図を書く。Draw diagrams with ◎ where a unit can go and △ where one may be placed, instead of the list."
    )
    origin: str | None = option("--from", metavar="SQUARE").help(
        "このマスの駒の手だけ。Only the moves of the unit on this square."
    )
    placed: str | None = option("--place", metavar="UNIT").help(
        "この駒を置く手だけ。Only the moves that place this unit."
    )


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """合法手を並べる。List the legal moves of a position.

    一行に一手、どの手も一度だけ。終局していれば何も書かない。DIAGRAM は局面図か、kifu show や kifu verify の示した盤
    か、棋譜 (--ply 手のあとの局面、なければ最後の局面) のファイル、- は標準入力。なければ棋種の開始局面。--diagram は、動ける
    駒ごとと置ける駒ごとに図を一つ書く。--from か --place を付ければその一つだけ。駒のあるマスへ行けることは図の上の # の行
    に書く。

    Each move once, one a line; nothing when the game is over. DIAGRAM is a file, or - for standard input: a diagram
    with its hand and turn lines, a board as `kifu show` and `kifu verify` print it, or a record; the position after
    --ply plies is used, by default the last. Without it, the game's own start. --diagram draws a picture for each unit
    that can move and for those that can be placed; with --from or --place only that one. The line with # above a picture
    also names the occupied squares that the unit can go to.
    """
    if options.origin is not None and options.placed is not None:
        raise usage_error(
            "--from と --place は一緒に使えません。どちらかにしてください",
            "--from and --place exclude each other; give one of them",
        )
    game, position = load_game_and_position(options.game, options.diagram, options.rules, options.place)
    if options.origin is None and options.placed is None and not options.drawn:
        for move in game.legal_moves(position):
            click.echo(game.spell(move))
        return
    if options.origin is not None:
        shown = [_reach_of_square(game, position, options.origin)]
    elif options.placed is not None:
        shown = [_placement_reach(game, position, options.placed)]
    else:
        shown = unit_reaches(game, position)
    for number, reach in enumerate(shown):
        if options.drawn:
            click.echo("\n" * bool(number) + _marked_picture(game, position, reach), nl=False)
        else:
            click.echo("".join(f"{game.spell(move)}\n" for move in reach.moves), nl=False)


def _reach_of_square(game: Game, position: Position, square_name: str) -> UnitReach:
    """Return the moves of the unit on a square.

    Raises click.BadParameter if there is no such square, or nothing on it.
    """
    square = game.board.parse(square_name) if re.fullmatch(SQUARE, square_name) else None
    if square is None:
        names = Message(
            f"「{quoted(square_name)}」というマスはこの盤にありません。{game.board.spell(0)} のように書いてください",
            f"this board has no square '{quoted(square_name)}'; write it like {game.board.spell(0)}",
        )
        raise click.BadParameter(say(names), param_hint="--from")
    if all(trace.square != square for trace in game.standing(position)):
        name = game.board.spell(square)
        empty = Message(
            f"{name} に駒はありません。動かす駒のマスを指定してください",
            f"nothing stands on {name}; name the square of a unit",
        )
        raise click.BadParameter(say(empty), param_hint="--from")
    return unit_reach_from(game, position, square)


def _placement_reach(game: Game, position: Position, unit: str) -> UnitReach:
    """Return a unit's placements; raises click.BadParameter if unknown."""
    try:
        return placement_reach(game, position, unit)
    except InvalidMove as invalid:
        raise click.BadParameter(say(invalid.message), param_hint="--place") from None


def _marked_picture(game: Game, position: Position, reach: UnitReach) -> str:
    """Return a # line on the picture, then the marked diagram."""
    what = " ".join(reach.units)
    if reach.origin is not None:
        what = game.board.spell(reach.origin) + game.cell(position, reach.origin).strip("・")
    taken = occupied_targets(game, position, reach)
    if not reach.moves:
        text = Message("合法手はありません", "no legal move")
    elif taken:
        names = " ".join(map(game.board.spell, taken))
        text = Message(f"{what} {reach.mark} 駒のあるマス: {names}", f"{what} {reach.mark} occupied squares: {names}")
    else:
        text = Message(f"{what} {reach.mark}", f"{what} {reach.mark}")
    return f"# {say(text)}\n{marked_diagram(game, position, reach)}"
