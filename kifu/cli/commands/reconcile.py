"""Defines `kifu reconcile`, which reads two sheets of one game together."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.command_parameters import CommandOptions, argument, number, with_options
from kifu.cli.arguments.files import load_one, write_output
from kifu.cli.arguments.game_options import rules_of, rules_option
from kifu.cli.arguments.shared_options import force_option, form_option, output_option
from kifu.cli.printing.language import language, say, usage_error
from kifu.cli.printing.reconciliation_report import describe_reading, report_page
from kifu.cli.printing.terminal_sanitizer import line_for_stdout, progress_bar
from kifu.core.message import Message, visible
from kifu.reconcile.joint_reading import MAX_PLIES_PLAYED, reconcile
from kifu.reconcile.merged_record import agreed_record
from kifu.reconcile.slip_bounds import NotOneGame
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.referee.verify import verify_document
from notation import formats
from notation.reading import read
from notation.writing import document_bytes

if TYPE_CHECKING:
    from kifu.reconcile.reconciliation import Reconciliation
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from notation.formats.kif_head import Rules

UNDECIDED = 1
"""The exit code where the sheets do not give one game, a field of one contradicts the other, or a line is not understood."""
NO_RECORD = 3
"""The exit code where the game of a sheet, or its rules, are not known: then nothing was compared."""


class _Options(CommandOptions):
    a: str = argument()
    b: str = argument()
    c: str | None = argument(required=False)
    output: str | None = output_option(formats.endings).help(
        "一つに決まったとき、その棋譜を書き出すファイル (- は標準出力)。File for the agreed record, where there is just one game; - is standard output."
    )
    form: str = form_option("text", "html", "json")
    limit: int = number(least=1, default=MAX_PLIES_PLAYED).help(
        "この手数を試したら打ち切る。Break off the search after this number of plies tried."
    )
    force: bool = force_option
    rules: str | None = rules_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """二枚の棋譜を一つの対局として読み合わせる。

    A と B は同じ対局の棋譜、C は審判の棋譜、- は標準入力。書き違いの数が最も少ない、規則に合う対局を探し、同じ数のものはすべて示す。
    どちらも最後まで規則どおりで違うときは、どちらが正しいかを決めない。-o で、一つに決まった対局を、違いを注釈にして書き出す。
    行は二枚の棋譜の順のまま並ぶ。結果・理由・手数・得点・見出し・時間も行として並べ、A と B の順で選ぶことはない。
    終了コードは、一つの対局になれば 0、ならないか、結果や見出しが食い違うか、手のほかに読めない行があれば 1、違う対局の棋譜なら比べずに 2、棋譜として読めなければ 3。

    Read two sheets of one game together. A and B are the sheets, C is an arbiter's; - is standard input. The answer is
    the legal game with the fewest slips that explain both sheets; all that need as few are shown. Where both are
    legal to their ends and differ, the program does not choose. The rows keep the order of the sheets; result, reason,
    counts, head and times are rows too, and the order of A and B chooses nothing. With -o the game is written, each
    difference as a comment. The exit code is 0 if there is one game; 1 if not, if results or heads contradict each
    other, or if a line other than a move is not understood; 2 for sheets of different games, which are not compared; 3 if a sheet is no record.
    """
    sheets = [
        _judge_sheet(path, options.rules)
        for path in ([options.a, options.b] if options.c is None else [options.a, options.b, options.c])
    ]
    (one, judged_one), (two, judged_two) = sheets[:2]
    arbiter = sheets[2][0] if options.c is not None else None
    label = say(Message("二枚を読み合わせています", "reading the sheets together"))
    with progress_bar(options.limit * max(len(one.games), 1), label) as shown:
        try:
            reading = reconcile(
                one, two, (judged_one, judged_two), c=arbiter, limit=options.limit, progress=shown.update
            )
        except NotOneGame as refused:
            raise click.UsageError(f"{say(refused.message)} [{refused.code}]") from None
    if options.form == "json":
        sys.stdout.write(line_for_stdout(reading.to_json()))
    elif options.form == "html":
        sys.stdout.write(report_page(reading, (options.a, options.b), language()))
    else:
        sys.stdout.write(describe_reading(reading, (options.a, options.b), (one, two), language()))
    sys.stdout.flush()
    if options.output is not None:
        _write_merged_record(
            reading, (one, two), options.output, rules_of(options.a, options.rules), force=options.force
        )
    if any(sheet.game is None or sheet.refused is not None for sheet, _ in sheets):
        sys.exit(NO_RECORD)
    sys.exit(0 if reading.agreed else UNDECIDED)


def _judge_sheet(path: str, rules: str | None) -> tuple[Record, Verdict]:
    """Return a file's one record and verdict; raises click.UsageError."""
    document = load_one(path, rules)
    if len(document.records) > 1:
        shown = visible(path)
        raise usage_error(
            f"{shown} には棋譜が {len(document.records)} 局あります。一局だけのファイルにしてください",
            f"{shown} holds {len(document.records)} records; give a file with one",
        )
    return document.records[0], with_slip_headline(verify_document(document)[0], rules_of(path, rules))


def _write_merged_record(
    reading: Reconciliation, sheets: tuple[Record, Record], output: str, rules: Rules, *, force: bool
) -> None:
    proof = agreed_record(reading, sheets, rules)
    if proof is None:
        message = Message("対局が一つに決まらないので書きませんでした", "not written: there is not exactly one game")
        if reading.joint is not None:
            message = Message(
                "二枚とも読めない行があるので書きませんでした。その行を直してください",
                "not written: both sheets have a line that is not understood; correct it first",
            )
        click.echo(say(message), err=True)
        return
    form = formats.endings().get(Path(output).suffix.lower(), formats.TEXT)
    data = proof.data if form == formats.TEXT else document_bytes(read(visible(output), proof.data), form)
    write_output(output, data, force=force)
