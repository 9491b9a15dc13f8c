"""Defines `kifu export`, which writes records as one HTML page."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from analysis.tables.win_chances_and_proofs import worst_moves_text
from kifu.cli.arguments.game_and_rules_options import rules_option, rules_source
from kifu.cli.arguments.shared_options import HTML, STANDARD_STREAM, engine_nodes_option, force_option, output_option
from kifu.cli.chances_and_proofs import chances_of_record
from kifu.cli.command_definition import CommandOptions, files_argument, flag_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import show_progress
from kifu.cli.printing.language_and_usage_errors import language, say
from kifu.cli.printing.verdict_report import verdict_headline, verdict_report
from kifu.cli.read_and_write_files import find_record_files, load_document, report_skipped_files, write_output
from kifu.core.message import Message
from kifu.reconcile.slip_or_foul import verify_with_headlines
from kifu.referee.status_fault_and_basis import Status
from kifu.render.html.record_pages_and_notebook import GameNotes, PageOptions, page_limit_message, records_page

if TYPE_CHECKING:
    from kifu.referee.verdict import Verdict


class _Options(CommandOptions):
    files: tuple[str, ...] = files_argument()
    output: str = output_option(HTML, required=True).help(
        "書き出す HTML (- は標準出力)。HTML file to write; - is standard output."
    )
    charts: bool = option("--no-charts", flag_value=False, default=True).help(
        "経過の図とマスごとの回数を入れない。Leave out timelines and heatmaps."
    )
    engine: bool = flag_option().help(
        "探索による勝率を大きく下げた手を、よりよい手とともに載せる。List the moves that lost most winning chance by search, with the better ones."
    )
    nodes: int = engine_nodes_option
    force: bool = force_option
    rules: str | None = rules_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """棋譜を一つの HTML にする。

    盤を一手ずつ、感想、変化、消費時間、経過の図、判定とその条文を、一つのファイルに入れる。ほかのファイルもスクリプトも要らないので、メールで送れて、
    電話でも見られ、印刷もできる。--engine なら、勝率を大きく下げた手を悪い順に載せる (kifu review と同じ)。FILES は棋譜、棋譜のフォルダー、または標準入力の -。棋譜がいくつかあれば目次が付く。読めない棋譜も、そのわけと
    ともに載る。終了コードは kifu verify と同じ。

    Write records as one HTML page: the board ply by ply, comments, branches, times, timelines, and the verdict with the
    sentence of its article. The page needs no other file and no script, so it can be sent by mail, read on a phone and
    printed. With --engine it lists the moves that lost most winning chance, the worst first, as `kifu review` does. FILES are records, folders of records, or - for standard input. Several records get a table of contents. A
    record that cannot be read stands there too, with the reason. The exit code is that of `kifu verify`.
    """
    found = find_record_files(options.files)
    report_skipped_files(found.others)
    verdicts: list[Verdict] = []
    lines: list[str] = []
    for path in show_progress(found.paths, say(Message("確認中", "verifying"))):
        document = load_document(path, options.rules)
        judged = verify_with_headlines(document, rules_source(path, options.rules))
        verdicts += judged
        for verdict in judged:
            if verdict.status is Status.UNREADABLE or (options.output == STANDARD_STREAM and verdict.status.exit_code):
                click.echo(verdict_report(verdict, document.source, len(judged), language()), err=True, nl=False)
            elif options.output != STANDARD_STREAM:
                lines.append(verdict_headline(verdict, len(judged), language()))
    refused = page_limit_message(verdicts)
    if refused is not None:
        raise click.UsageError(f"{say(refused)} [too-many-plies]")
    html = records_page(
        verdicts, PageOptions(language(), options.charts, partial(_worst, options.nodes) if options.engine else None)
    )
    write_output(options.output, html.encode(), force=options.force)
    for line in lines:
        click.echo(line)
    sys.exit(max(verdict.status.exit_code for verdict in verdicts))


def _worst(nodes: int, verdict: Verdict) -> GameNotes:
    """Return the worst moves, by searches of `nodes` positions."""
    return GameNotes(*worst_moves_text(verdict, chances_of_record(verdict, nodes), nodes))
