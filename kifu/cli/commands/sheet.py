"""`kifu sheet`: score sheets, empty or filled from records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import kifu
from analysis.pdf.paper_page import SIZES
from analysis.pdf.score_sheet import blank_form
from analysis.pdf.score_sheet_pdf import blank_pdf, records_pdf
from kifu.cli.arguments.files import Unreadable, load_one, write_output
from kifu.cli.arguments.games_option import NamesGame, sheet_game_option
from kifu.cli.arguments.head_options import head_options, with_names
from kifu.cli.arguments.output_options import PDF, output_option
from kifu.cli.arguments.rules_option import rules_of, rules_option, under
from kifu.cli.arguments.shared_options import force_option
from kifu.cli.printing.language import chosen_language, language_option, say, usage_error
from kifu.core.errors import KifuError
from kifu.core.extras import MissingExtra, need
from kifu.core.message import Message, visible
from kifu.core.outcome import Side
from kifu.reconcile.slip_or_foul import with_headline
from kifu.referee.status import Status

if TYPE_CHECKING:
    from analysis.pdf.paper_page import Size
    from kifu.core.game.game import Game
    from notation.reading import Document

SIDES = {"first": Side.FIRST, "second": Side.SECOND}
MAX_PLIES = 2_000
UNREAD = 3
"""The exit code if a record, or a part of one, could not be read."""


@click.command(cls=NamesGame)
@click.argument("file", required=False)
@sheet_game_option
@output_option(PDF, required=True)
@click.option(
    "--size",
    type=click.Choice(list(SIZES)),
    default="a4",
    show_default=True,
    help="紙の大きさ。Size of the paper.",
)
@click.option(
    "--form",
    "version",
    type=click.IntRange(min=1, max=3),
    default=2,
    show_default=True,
    help="空の用紙の形。1 は一字一マスだけ、3 はそれに時間の欄、2 は列・段・駒ごとに決まったマスがあり、写真から読みやすい。"
    "Form of an empty sheet: 1 has a box for each character, 3 a column for the time too; 2 has places for columns, rows and units, and is easier to read "
    "from a photograph.",
)
@click.option(
    "--side",
    type=click.Choice(list(SIDES)),
    default="first",
    show_default=True,
    help="記入する側。盤はその側から見える。Side of the writer; the board is drawn from there.",
)
@click.option(
    "--plies",
    type=click.IntRange(min=1, max=MAX_PLIES),
    help="空の用紙の手数 (なければ一局に二頁)。Plies of an empty sheet; default: two pages a game.",
)
@head_options
@force_option
@rules_option
@language_option
def command(  # noqa: PLR0913, PLR0917 - each option is a parameter
    file: str | None,
    game: Game | None,
    output: str,
    size: Size,
    version: int,
    side: str,
    plies: int | None,
    first: str | None,
    second: str | None,
    head: dict[str, str],
    rules: str | None,
    *,
    force: bool,
) -> None:
    """棋譜用紙を PDF で作る。FILE があれば、その棋譜を用紙に印刷する。

    手数と ▲△ の刷られた行、列・段・駒のマスと印を付ける語、記入する側から見た盤、駒の一覧、反則の指摘、結果、署名の欄、四隅の印と QR コードがある。
    ユニオンキングは二局分、ユニオンマスターは配置から、続・連合将棋ははじめの局面の頁もつく。用紙は日本語で、--lang en なら英語。
    FILE に読めないところがあれば、印刷したうえで終了コード 3。

    Make a score sheet as PDF, or print the records of FILE on it. It has numbered rows with ▲ and △, boxes for
    columns, rows and units and words to tick, the board from the writer's side, the units, room for an illegal move pointed
    out, the result and three signatures, marks in the corners, and a QR code. The sheet of king has two games, that of master begins with the placing, and that of rengo
    has a page for the position at the start. It is in Japanese, with --lang en in English. If a part of FILE cannot be
    read, the rest is printed and the exit code is 3.
    """
    if (file is None) == (game is None):
        raise usage_error(
            "空の用紙なら --game ID、棋譜の印刷なら FILE の、どちらか一つを書いてください",
            "give either --game ID, for an empty sheet, or FILE, for a record",
        )
    need("paper")
    try:
        if game is not None:
            named = with_names(head, first, second)
            data = _blank(under(game, rules, head=named), size, side, plies, named, version)
            write_output(output, data, force=force)
            return
        if file is not None:
            _print_records(
                file, rules, output, size, side, blank_only=bool(head or first or second or plies), force=force
            )
    except MissingExtra:
        raise
    except KifuError as wrong:
        raise click.UsageError(say(wrong.message)) from None


def _blank(game: Game, size: Size, side: str, plies: int | None, head: dict[str, str], version: int) -> bytes:  # noqa: PLR0913, PLR0917
    language = chosen_language() or "ja"
    return blank_pdf(
        blank_form(game, side=SIDES[side], size=size, language=language, head_values=head, plies=plies, version=version)
    )


def _print_records(  # noqa: PLR0913
    file: str, rules: str | None, output: str, size: Size, side: str, *, blank_only: bool, force: bool
) -> None:
    """Print the records of a file.

    Raises click.UsageError, and Unreadable if none of them names a known game.
    """
    if blank_only:
        raise usage_error(
            "--first --second --head --plies は空の用紙 (--game) のためのものです",
            "--first, --second, --head and --plies are for an empty sheet (--game)",
        )
    document = load_one(file, rules)
    verdicts = [with_headline(verdict, rules_of(file, rules)) for verdict in kifu.verify(document)]
    known = [record for record in document.records if record.game is not None]
    if not known:
        fault = next((verdict.fault for verdict in verdicts if verdict.fault is not None), None)
        reason = Message("棋種が分かりません", "the game is not known") if fault is None else fault.message
        raise Unreadable(f"{visible(file)}: {say(reason)}")
    language = chosen_language() or "ja"
    data = records_pdf(document.records, verdicts, side=SIDES[side], size=size, language=language)
    write_output(output, data, force=force)
    unprinted = len(document.records) - len(known)
    if unprinted or _is_partly_unread(document) or any(verdict.status is Status.UNREADABLE for verdict in verdicts):
        _mention_unread(file, unprinted)
        sys.stdout.flush()
        sys.exit(UNREAD)


def _is_partly_unread(document: Document) -> bool:
    """Tell whether a reader's error stands anywhere in the records."""
    records = [part for record in document.records for part in (record, *record.games)]
    return any(line.unread for record in records for line in record.lines)


def _mention_unread(file: str, unprinted: int) -> None:
    name = visible(Path(file).name)
    if unprinted:
        message = Message(
            f"棋種の分からない棋譜 {unprinted} 個は印刷していません",
            f"{unprinted} record(s) of unknown games were not printed",
        )
        click.echo(say(message), err=True)
    message = Message(
        f"{name} に読めないところがあります。kifu verify が場所を示します",
        f"a part of {name} cannot be read; kifu verify says where",
    )
    click.echo(say(message), err=True)
