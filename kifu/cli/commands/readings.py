"""`kifu readings`: each record under each reading of its rules, and its report."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.game_and_rules_options import rules_option, rules_source
from kifu.cli.arguments.shared_options import form_option, jobs_option, raw_csv_option
from kifu.cli.command_definition import CommandOptions, files_argument, flag_option, with_options
from kifu.cli.judge_files import JudgeRequest, judge_with_progress
from kifu.cli.printing.guarded_output_and_progress import json_line_for_stdout, make_stdout_utf8, visible_csv_line
from kifu.cli.printing.language_and_usage_errors import language, say
from kifu.cli.printing.verdict_report import basis_lines, ending_lines, fault_line_in_match, verdict_headline
from kifu.cli.read_and_write_files import find_record_files, report_skipped_files
from kifu.core.message import Message, visible
from kifu.core.rulebook import option_meaning
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.referee.rule_readings import reading_row_text, readings_summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.message import Language
    from kifu.referee.record import Source
    from kifu.referee.rule_readings import Gist, Readings
    from kifu.referee.verdict_text import VerdictLike


def readings_report(
    readings: Readings[VerdictLike], source: Source | None, record_count: int, language: Language
) -> str:
    """Return a record's readings as lines, ended by LF.

    The verdict by the record's own reading comes first, then each reading that differs, then the sentence that sums up.
    `source` is the file that the text quotes; `record_count` is the number of records in it.
    """
    verdict = readings.verdict
    lines = [verdict_headline(verdict, record_count, language)]
    if verdict.suspicion is not None:
        lines.append(f"  {visible(verdict.suspicion.in_language(language))}")
    lines += [f"  {line}" for line in ending_lines(verdict, language)]
    if verdict.fault is not None:
        lines.append(f"  {fault_line_in_match(verdict, source, language)}")
    below = [*basis_lines(verdict, language), *differing_reading_lines(readings, language)]
    return "\n".join([*lines, *(f"  {line}" for line in below)]) + "\n"


def differing_reading_lines(readings: Readings[VerdictLike], language: Language) -> Iterator[str]:
    """Yield the differing readings with meanings, then the sum."""
    verdict = readings.verdict
    game = None if verdict.games else verdict.game  # the sides change hands between the games of a match
    for other in readings.differing:
        yield f"{other.name} [{other.option.article}]: {reading_row_text(other.gist, game).in_language(language)}"
        if verdict.game is not None and (means := option_meaning(verdict.game, other.option.name, other.value)):
            yield f"  {means.in_language(language)}"
    yield readings_summary(readings).in_language(language)


class ReadingRow(NamedTuple):
    """Row of one reading; fields are columns, None is empty."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which is not used here
    """Index of the record within the file, from 0."""
    game: str | None
    rules: str | None
    """The rules that the record names; an option takes the place of its own value."""
    option: str | None
    """The option with its value; None for the record's own reading."""
    rule: str | None
    """The article that the option reads."""
    status: str
    winner: str | None
    """The result by this reading: first, second or draw."""
    termination: str | None
    article: str | None
    plies: int
    """The number of legal plies before the first fault; for a match, of all its games."""
    fault_ply: int | None
    """The ply of the fault, from 1; 0 means before the first move."""
    fault_article: str | None
    same: bool
    """Whether it says the same as the record's own reading."""


def reading_rows(readings: Readings[VerdictLike]) -> Iterator[ReadingRow]:
    """Yield the row of the own reading, then the others."""
    verdict, default = readings.verdict, readings.default
    yield _reading_row(verdict, None, None, default, agrees=True)
    for other in readings.others:
        yield _reading_row(verdict, other.name, other.option.article, other.gist, agrees=other.gist == default)


def _reading_row(verdict: VerdictLike, option: str | None, rule: str | None, gist: Gist, *, agrees: bool) -> ReadingRow:
    """Return the row of a reading: its option, rule and gist."""
    ended, game = gist.outcome, verdict.game
    return ReadingRow(
        file=verdict.file,
        index=verdict.index,
        game=game.id if game else None,
        rules=game.rules if game else None,
        option=option,
        rule=rule,
        status=gist.status.value,
        winner=ended.winner if ended else None,
        termination=ended.termination.value if ended else None,
        article=ended.article if ended else None,
        plies=gist.plies,
        fault_ply=gist.fault_ply,
        fault_article=gist.fault_article,
        same=agrees,
    )


class _Options(CommandOptions):
    files: tuple[str, ...] = files_argument()
    form: str = form_option("text", "json", "csv").help(
        "json は一行に一棋譜、csv は一行に一つの読み方。json: one object a record; csv: one line a reading, below a head."
    )
    rules: str | None = rules_option
    quiet: bool = flag_option().help(
        "判定が変わる棋譜だけを示す。Show only records whose verdict depends on the reading."
    )
    jobs: int | None = jobs_option
    raw_csv: bool = raw_csv_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """規則の読み方を変えると判定が変わるかを示す。

    原文が何も言わない所では、規則に読み方を選ぶ選択肢がある (⚖、kifu rules)。棋譜を、まずその棋譜の読み方で判定し、それから選択肢を一つずつ
    ほかの値に変えて判定する。変わるものだけを示し、一文でまとめる。二つ以上を変えた読み方は --rules で名指す ('six/1 near=any four=draw')。
    終了コードは、棋譜の読み方での判定の kifu verify と同じ。

    Show whether a verdict depends on how the rules are read. Where a page is silent, the rules have options (⚖, see
    `kifu rules`). Each record is judged by its own reading, then under each other value of one option alone. The
    readings that change the verdict are shown, and one sentence sums up. Name a combination with --rules ('six/1 near=any
    four=draw'). The exit code is that of `kifu verify`, by the records' own readings.
    """
    record_files = find_record_files(options.files)
    report_skipped_files(record_files.others)
    show = partial(_readings_text, _ReadingsStyle(options.form, language(), options.quiet, options.raw_csv))
    told = partial(_with_slip_headline, options.rules) if options.form == "text" else None
    request = JudgeRequest(show, options.rules, options.quiet, hashed=False, readings=True, headed=told)
    if options.form == "csv":
        make_stdout_utf8()
        sys.stdout.write(visible_csv_line(ReadingRow._fields))
    code = 0
    for report in judge_with_progress(record_files.paths, request, options.jobs, say(Message("確認中", "verifying"))):
        code = max([code, *(status.exit_code for status in report.statuses)])
        sys.stdout.write(report.text)
    sys.stdout.flush()
    sys.exit(code)


def _with_slip_headline(rules: str | None, readings: Readings[VerdictLike]) -> Readings[VerdictLike]:
    """Return readings whose headline tells a slip from a foul."""
    verdict = readings.verdict
    return readings._replace(verdict=with_slip_headline(verdict, rules_source(verdict.file, rules)))


class _ReadingsStyle(NamedTuple):
    form: str
    language: Language
    quiet: bool
    raw_csv: bool


def _readings_text(
    style: _ReadingsStyle, readings: Readings[VerdictLike], source: Source | None, record_count: int
) -> str:
    if style.quiet and not readings.differing:
        return ""
    if style.form == "csv":
        return "".join(visible_csv_line(row, raw=style.raw_csv) for row in reading_rows(readings))
    if style.form == "json":
        return json_line_for_stdout(readings.to_json())
    return readings_report(readings, source, record_count, style.language)
