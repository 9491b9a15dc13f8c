"""`kifu show`: a board in the terminal, or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import rules_option, rules_source
from kifu.cli.arguments.position_options import END, RecordPlace, place_options, record_index, record_views_at
from kifu.cli.arguments.shared_options import force_option, format_by_ending, output_option
from kifu.cli.command_definition import CommandOptions, argument, flag_option, flag_values, with_options
from kifu.cli.printing.guarded_output_and_progress import print_styled
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.printing.pictures import ENDINGS, FORMS, branch_caption, picture_bytes, position_caption
from kifu.cli.read_and_write_files import load_document_with_records, write_output
from kifu.core.game.rules import SIDES
from kifu.core.message import Message, visible
from kifu.core.outcome import Side
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.referee import verdict_text as words
from kifu.referee.match_of_two_games import PART
from kifu.referee.verify import verify_document
from kifu.render.board import Board

if TYPE_CHECKING:
    from kifu.cli.arguments.position_options import RecordView
    from kifu.core.game.game import Game
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


class _Options(CommandOptions):
    file: str = argument()
    place: RecordPlace = place_options
    form: str | None = flag_values(
        svg="図を SVG で書き出す。Write a picture, as SVG.",
        png="図を PNG で書き出す。Write a picture, as PNG.",
        gif="その局面までの動く図を GIF で書き出す。Write an animated GIF of all positions up to this one.",
    )
    output: str | None = output_option(None).help(
        "図を書き出すファイル (- は標準出力)。形式は拡張子でも決まる。File for the picture; - is standard output. Its ending tells the format too."
    )
    flip: bool = flag_option().help("図で後手を手前に描く。Draw the picture from the second side.")
    force: bool = force_option
    rules: str | None = rules_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """局面を端末に描く。

    棋譜の --ply 手のあとの局面を、なければ最後の局面を、最後の手に印を付けて示す。FILE は棋譜、- は標準入力。二局の対局では各局の最後の局面を、
    または通して数えた --ply 手のあとの局面を示す。示した盤は、kifu moves などの DIAGRAM になる。
    -o を付けると、端末に描く代わりに図をファイルに書く。

    Show a position of a record in the terminal, the last move marked: that after --ply plies, by default the last. FILE
    may be - for standard input. Of a match each game's last position is shown, or the one after --ply plies, counted on
    from game to game. The board can be the DIAGRAM of `kifu moves` and others. With -o a picture is written to a file instead.
    """
    form = _picture_format(options.form, options.output, flip=options.flip)
    document = load_document_with_records(options.file, options.rules)
    number = record_index(options.place, document.name, len(document.records))
    if options.place.record is None and len(document.records) > 1:
        _report_further_records(document)
    record = document.records[number]
    verdict = with_slip_headline(verify_document(document)[number], rules_source(options.file, options.rules))
    views = record_views_at(record, verdict, options.place)
    if form is not None and options.output is not None:
        write_output(
            options.output, picture_bytes(_pictured_position(views), form, flipped=options.flip), force=options.force
        )
        return
    for shown, view in enumerate(views):
        if shown:
            click.echo()
        _print_view(view)
    if verdict.games and options.place.ply in {None, END} and options.place.part is None:
        click.echo(f"\n{_sum(verdict)}\n{_status(verdict)}")


def _picture_format(form: str | None, output: str | None, *, flip: bool) -> str | None:
    """Return the picture's form, or None; raises click.UsageError."""
    if output is None:
        if form is not None or flip:
            raise usage_error("図を書き出すファイルを -o で指定してください", "name the file of the picture with -o")
        return None
    form = format_by_ending(output, ENDINGS, form)
    if form is None:
        options, endings = " ".join(f"--{known}" for known in FORMS), " ".join(ENDINGS)
        raise usage_error(
            f"{options} のどれかか、OUT の拡張子 ({endings}) で形式を示してください",
            f"give one of {options}, or an OUT ending in {endings}",
        )
    return form


def _pictured_position(views: list[RecordView]) -> RecordView:
    """Return the pictured position; raises click.UsageError for a match."""
    if len(views) > 1:
        raise usage_error(
            "二局の対局です。--part か --ply で局面を一つ選んでください",
            "this is a match; choose one position with --part or --ply",
        )
    return views[0]


def _report_further_records(document: Document) -> None:
    """Report on standard error that more records are in the file."""
    count, name = len(document.records), visible(document.name)
    click.echo(
        say(
            Message(
                f"{name} の棋譜は {count} 個で、最初のものを示します。ほかは --record 番号 で選んでください",
                f"{name} holds {count} records, and the first is shown; choose another with --record NUMBER",
            )
        ),
        err=True,
    )


def _print_view(view: RecordView) -> None:
    """Print a position with its heading, board, points and status."""
    record, game, ply = view.record, view.game, view.ply
    names = " - ".join(visible(name) for name in (record.header("先手"), record.header("後手")) if name)
    heading = " ".join(filter(None, (f"{PART}：{visible(half)}" if (half := record.header(PART)) else "", names)))
    if heading:
        click.echo(heading)
    if (branch := branch_caption(view)) is not None:
        click.echo(branch)
    click.echo(position_caption(view, ply))
    print_styled(board_text_at_ply(game, view.replay, ply))
    if game.shares(view.replay.positions[ply]) is not None:
        click.echo(_points_line(game, Message("得点", "points"), game.score(view.replay.positions[ply])))
    for line in view.line.comments:
        if line.ply == ply:
            click.echo(f"{'*' if line.kind == 'comment' else '&'}{visible(line.text)}")
    if ply == view.plies and view.branch is None:
        click.echo(_status(view.verdict))


def _status(verdict: Verdict) -> str:
    return say(words.headline_of_verdict(verdict))


def _sum(verdict: Verdict) -> str:
    """Return a match's total points, by first-game seats."""
    return _points_line(None, Message("二局の合計", "sums of the games"), verdict.scores()[-1])


def _points_line(game: Game | None, title: Message, points: tuple[float, float]) -> str:
    sides = game.sides if game else SIDES
    sums = " ".join(f"{say(side.label)} {number:g}" for side, number in zip(sides, points, strict=True))
    return f"{say(title)}: {sums}"


LOOK = {Side.FIRST: {"bold": True}, Side.SECOND: {"fg": "cyan"}}


def board_text_at_ply(game: Game, played: Replay, ply: int) -> str:
    """Return the board after `ply` plies; brackets mark the target."""
    return Board.at(game, played.positions, played.moves, ply).text(_style_cell)


def _style_cell(cell: str, side: Side) -> str:
    return click.style(cell, **LOOK[side])  # type: ignore[arg-type]
