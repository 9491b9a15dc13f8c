"""Defines `kifu verify`, which judges every record of every file."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.game_and_rules_options import rules_option, rules_source
from kifu.cli.arguments.shared_options import form_option, jobs_option, raw_csv_option
from kifu.cli.command_definition import CommandOptions, files_argument, flag_option, with_options
from kifu.cli.judge_files import JudgeRequest, judge_with_progress, total_bytes
from kifu.cli.printing.guarded_output_and_progress import json_line_for_stdout, make_stdout_utf8, visible_csv_line
from kifu.cli.printing.language_and_usage_errors import language, say
from kifu.cli.printing.verdict_report import verdict_report
from kifu.cli.read_and_write_files import find_record_files, report_skipped_files
from kifu.core.diagnostic import Severity
from kifu.core.message import Language, Message, visible
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verdict import Verdict
from kifu.referee.verdict_text import count_headlines

if TYPE_CHECKING:
    from kifu.referee.record import Source
    from kifu.referee.verdict_text import VerdictLike

HASHED = frozenset({"json", "csv"})
"""The forms that have the SHA-256 of the file."""
SUGGESTED = 1 << 16
"""The largest file, in bytes, in which slips are looked for. It has to hold a single record."""
_GRAVE = frozenset({Severity.ERROR, Severity.WARNING})


class _Options(CommandOptions):
    files: tuple[str, ...] = files_argument()
    form: str = form_option("text", "json", "csv").help(
        "json と csv は一行に一棋譜。json: one object a line, one line a record; csv: one line a record, below a head."
    )
    rules: str | None = rules_option
    quiet: bool = flag_option().help(
        "誤りや注意のある棋譜だけを示し、最後に数を書く。Show only records at fault; count all."
    )
    jobs: int | None = jobs_option
    raw_csv: bool = raw_csv_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """棋譜を規則で確かめる。

    どの手も規則どおりか、どちらが、どの条で勝ったかを判定する。FILES は棋譜、棋譜のフォルダー、または標準入力の -。終了コードは、よければ 0、
    ILLEGAL (反則) か CONTRADICTED (記録と食い違い) の棋譜があれば 1、UNREADABLE (判定不能) があれば 3。

    Verify records: every move legal? who won, and by which article? FILES are records, folders of records, or - for
    standard input. The exit code is 0 when all is well, 1 when a record is ILLEGAL or CONTRADICTED, 3 when one is
    UNREADABLE.
    """
    record_files = find_record_files(options.files)
    report_skipped_files(record_files.others)
    # One record is looked at by a person, who may have slipped. Of many files only the verdicts are wanted, and soon.
    alone = options.files == record_files.paths and len(options.files) == 1 and total_bytes(options.files) <= SUGGESTED
    suggesting = options.form == "text" and not options.quiet and alone
    style = _VerdictStyle(options.form, language(), options.quiet, options.raw_csv, options.rules, suggesting)
    # A single record is looked at by `_verdict_and_slip`, which also names slips that are no suspicion.
    with_headline = partial(_with_slip_headline, options.rules) if options.form == "text" and not suggesting else None
    request = JudgeRequest(
        partial(_verdict_output, style), options.rules, options.quiet, options.form in HASHED, headed=with_headline
    )
    if options.form == "csv":
        make_stdout_utf8()
        sys.stdout.write(visible_csv_line(VerdictRow._fields))
    statuses: Counter[Status] = Counter()
    suspected = 0
    for report in judge_with_progress(record_files.paths, request, options.jobs, say(Message("確認中", "verifying"))):
        statuses += report.statuses
        suspected += report.suspected
        sys.stdout.write(report.text)
    if options.quiet and options.form == "text":
        sys.stdout.write(_totals_line(statuses, suspected))
    sys.stdout.flush()
    sys.exit(max((status.exit_code for status in statuses), default=0))


class _VerdictStyle(NamedTuple):
    form: str
    language: Language
    quiet: bool
    raw_csv: bool
    rules: str | None = None
    """The value of the option `--rules`."""
    suggesting: bool = False
    """Whether the likeliest slip of a record at fault is shown."""


def _verdict_output(style: _VerdictStyle, verdict: VerdictLike, source: Source | None, record_count: int) -> str:
    """Return a verdict in the style's form; "" for a quiet one."""
    if style.quiet and not (
        verdict.status.exit_code or any(diagnostic.severity in _GRAVE for diagnostic in verdict.diagnostics)
    ):
        return ""
    if style.form == "csv":
        return visible_csv_line(verdict_row(verdict, style.language), raw=style.raw_csv)
    if style.form == "json":
        return json_line_for_stdout(verdict.to_json())
    if not (style.suggesting and record_count == 1 and verdict.status.exit_code):
        return verdict_report(_with_slip_headline(style.rules, verdict), source, record_count, style.language)
    verdict, slip = _verdict_and_slip(style, verdict)
    text = verdict_report(verdict, source, record_count, style.language)
    if slip is None or verdict.suspicion is not None:
        return text
    return f"{text}  {visible(slip.in_language(style.language))}\n"


def _verdict_and_slip(style: _VerdictStyle, verdict: VerdictLike) -> tuple[VerdictLike, Message | None]:
    """Return a faulty record's verdict with suspicion, and slip."""
    from kifu.reconcile.slip_or_foul import verdict_and_suspected_slip  # noqa: PLC0415 - only a record at fault needs it

    if not isinstance(verdict, Verdict):
        return verdict, None
    return verdict_and_suspected_slip(verdict, rules_source(verdict.file, style.rules))


def _with_slip_headline(rules: str | None, verdict: VerdictLike) -> VerdictLike:
    """Return a verdict whose headline tells a slip from a foul."""
    if verdict.status is not Status.ILLEGAL:
        return verdict
    from kifu.reconcile.slip_or_foul import with_slip_headline  # noqa: PLC0415 - only an illegal move needs it

    return with_slip_headline(verdict, rules_source(verdict.file, rules))


def _totals_line(statuses: Counter[Status], suspected: int) -> str:
    records = say(Message(f"棋譜 {statuses.total()} 局", f"{statuses.total()} record(s)"))
    counts = [f"{say(heading)} {count}" for heading, count in count_headlines(statuses, suspected)]
    return f"{records}: {', '.join(counts)}\n"


class VerdictRow(NamedTuple):
    """Row of one record; fields are columns, None is empty."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which is not used here
    """Index of the record within the file, from 0."""
    game: str | None
    rules: str | None
    status: str
    plies: int
    """The number of legal plies before the first fault; for a match, of all its games."""
    winner: str | None
    """The result by the rules: first, second or draw."""
    termination: str | None
    article: str | None
    recorded_winner: str | None
    """The result that the record claims."""
    recorded_termination: str | None
    fault_ply: int | None
    """The ply of the fault, from 1; 0 means before the first move."""
    fault_move: str | None
    fault_line: int | None
    fault_column: int | None
    fault_article: str | None
    fault_code: str | None
    fault_message: str | None
    """The message in the language of the command."""
    sha256: str
    """SHA-256 of the file, in hexadecimal."""


def verdict_row(verdict: VerdictLike, language: Language) -> VerdictRow:
    """Return the row of a verdict."""
    game, fault = verdict.game, verdict.fault
    ended, recorded = verdict.outcome, verdict.recorded
    return VerdictRow(
        file=verdict.file,
        index=verdict.index,
        game=game.id if game else None,
        rules=game.rules if game else None,
        status=verdict.status.value,
        plies=verdict.plies,
        winner=ended.winner if ended else None,
        termination=ended.termination.value if ended else None,
        article=ended.article if ended else None,
        recorded_winner=recorded.winner if recorded else None,
        recorded_termination=recorded.termination.value if recorded else None,
        fault_ply=fault.ply if fault else None,
        fault_move=fault.move if fault else None,
        fault_line=fault.line if fault else None,
        fault_column=fault.column if fault else None,
        fault_article=fault.article if fault else None,
        fault_code=fault.code if fault else None,
        fault_message=fault.message.in_language(language) if fault else None,
        sha256=verdict.sha256,
    )
