"""`kifu sheet`: score sheets, empty or filled from records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.pdf.paper_page import SIZES
from analysis.pdf.score_sheet import blank_pdf, blank_sheet, records_pdf
from kifu.cli.arguments.game_and_rules_options import (
    GameWordCommand,
    game_under_rules,
    rules_option,
    rules_source,
    sheet_game_option,
)
from kifu.cli.arguments.shared_options import (
    PDF,
    RecordHeading,
    force_option,
    heading_options,
    output_option,
)
from kifu.cli.command_definition import CommandOptions, argument, choice_option, number_option, with_options
from kifu.cli.printing.language_and_usage_errors import chosen_language, say, usage_error
from kifu.cli.read_and_write_files import Unreadable, load_document_with_records, write_output
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import MissingExtra, require_extra
from kifu.core.message import Message, visible
from kifu.core.outcome import SIDE_IDS, Side
from kifu.reconcile.slip_or_foul import verify_with_headlines
from kifu.referee.status_fault_and_basis import Status

if TYPE_CHECKING:
    from analysis.pdf.paper_page import Size
    from kifu.core.game.game import Game
    from notation.reading import Document

MAX_PLIES = 2_000
UNREAD = 3
"""The exit code if a record, or a part of one, could not be read."""


class _Options(CommandOptions):
    file: str | None = argument(required=False)
    game: Game | None = sheet_game_option
    output: str = output_option(PDF, required=True)
    size: Size = choice_option(list(SIZES), default="a4").help("紙の大きさ。Size of the paper.")
    version: int = number_option("--form", minimum=1, maximum=4, default=4).help(
        "空の用紙の形。1 は一字一マスだけ、3 はそれに時間の欄、2 は列・段・駒ごとに決まったマスがあり、写真から読みやすい。4 は 2 に、印や段の書き方の絵と、印も書く筆跡の見本を加えたもの。Form of an empty sheet: 1 has a box for each character, 3 a column for the time too; 2 has places for columns, rows and units, and is easier to read from a photograph; 4 is as 2, shows how to tick and to write rows, and has a tick in its sample of the hand."
    )
    side: str = choice_option(SIDE_IDS, default=SIDE_IDS[0]).help(
        "記入する側。盤はその側から見える。Side of the writer; the board is drawn from there."
    )
    plies: int | None = number_option(minimum=1, maximum=MAX_PLIES).help(
        "空の用紙の手数 (なければ一局に二頁)。Plies of an empty sheet; default: two pages a game."
    )
    heading: RecordHeading = heading_options
    force: bool = force_option
    rules: str | None = rules_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
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
    if (options.file is None) == (options.game is None):
        raise usage_error(
            "空の用紙なら --game ID、棋譜の印刷なら FILE の、どちらか一つを書いてください",
            "give either --game ID, for an empty sheet, or FILE, for a record",
        )
    require_extra("paper")
    try:
        if options.game is not None:
            write_output(options.output, _blank_pdf(options, options.game), force=options.force)
        elif options.file is not None:
            _write_score_sheets_of_records(options, options.file)
    except MissingExtra:
        raise
    except KifuError as wrong:
        raise click.UsageError(say(wrong.message)) from None


def _blank_pdf(options: _Options, game: Game) -> bytes:
    """Return an empty score sheet as PDF."""
    head = options.heading.headers
    form = blank_sheet(
        game_under_rules(game, options.rules, head=head),
        side=Side(SIDE_IDS.index(options.side)),
        size=options.size,
        language=chosen_language() or "ja",
        head_values=head,
        plies=options.plies,
        version=options.version,
    )
    return blank_pdf(form)


def _write_score_sheets_of_records(options: _Options, record_file: str) -> None:
    """Print the records of a file.

    Raises click.UsageError, and Unreadable if none of them names a known game.
    """
    if any(options.heading) or options.plies:
        raise usage_error(
            "--first --second --head --plies は空の用紙 (--game) のためのものです",
            "--first, --second, --head and --plies are for an empty sheet (--game)",
        )
    document = load_document_with_records(record_file, options.rules)
    verdicts = verify_with_headlines(document, rules_source(record_file, options.rules))
    known = [record for record in document.records if record.game is not None]
    if not known:
        fault = next((verdict.fault for verdict in verdicts if verdict.fault is not None), None)
        reason = Message("棋種が分かりません", "the game is not known") if fault is None else fault.message
        raise Unreadable(f"{visible(record_file)}: {say(reason)}")
    language = chosen_language() or "ja"
    side = Side(SIDE_IDS.index(options.side))
    data = records_pdf(document.records, verdicts, side=side, size=options.size, language=language)
    write_output(options.output, data, force=options.force)
    unprinted = len(document.records) - len(known)
    if unprinted or _is_partly_unread(document) or any(verdict.status is Status.UNREADABLE for verdict in verdicts):
        _report_unprinted(record_file, unprinted)
        sys.stdout.flush()
        sys.exit(UNREAD)


def _is_partly_unread(document: Document) -> bool:
    """Tell whether a reader's error stands anywhere in the records."""
    records = [part for record in document.records for part in (record, *record.games)]
    return any(line.unread for record in records for line in record.lines)


def _report_unprinted(record_file: str, unprinted_count: int) -> None:
    """Report records of unknown games, and that something was not read."""
    name = visible(Path(record_file).name)
    if unprinted_count:
        message = Message(
            f"棋種の分からない棋譜 {unprinted_count} 個は印刷していません",
            f"{unprinted_count} record(s) of unknown games were not printed",
        )
        click.echo(say(message), err=True)
    message = Message(
        f"{name} に読めないところがあります。kifu verify が場所を示します",
        f"a part of {name} cannot be read; kifu verify says where",
    )
    click.echo(say(message), err=True)
