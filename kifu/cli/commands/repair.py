"""`kifu repair`: the one slip that explains a faulty record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.game_and_rules_options import rules_option, rules_source
from kifu.cli.arguments.shared_options import STANDARD_STREAM, force_option, form_option, output_option
from kifu.cli.command_definition import CommandOptions, files_argument, number_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import json_line_for_stdout, search_slips_with_bar
from kifu.cli.printing.language_and_usage_errors import language, say, usage_error
from kifu.cli.printing.verdict_report import fault_with_board_lines, verdict_headline
from kifu.cli.read_and_write_files import find_record_files, load_document, report_skipped_files, write_output
from kifu.core.errors import UnreadableFile
from kifu.core.message import Message, visible
from kifu.reconcile.proven_text_edits import patched_file
from kifu.reconcile.repair import MAX_PLIES_PLAYED, Repair, repairs_json
from kifu.reconcile.slip_or_foul import candidate_text, with_headline_of_repair
from kifu.referee.verify import verify_document
from notation import formats
from notation.reading import read
from notation.writing import document_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.message import Language
    from kifu.reconcile.candidate_edits import Candidate
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


class _Judged(NamedTuple):
    """A record with its verdict and repairs; `repair` may be None."""

    document: Document
    verdict: Verdict
    repair: Repair | None


class _Options(CommandOptions):
    files: tuple[str, ...] = files_argument()
    form: str = form_option("text", "json").help(
        "json は一行に一棋譜。Form of the output; json: one object a line, one line a record."
    )
    write: int | None = option(type=click.IntRange(min=1), metavar="N").help(
        "N 番目の候補を OUT に書き出す。Write candidate N to OUT, with a comment that names the repair."
    )
    output: str | None = output_option(formats.formats_by_ending).help(
        "--write の書き出すファイル (- は標準出力)。File for --write; - is standard output."
    )
    limit: int = number_option(minimum=1, default=MAX_PLIES_PLAYED).help(
        "一つの棋譜でこの手数を試したら打ち切る。Break off the search in a record after this number of plies tried."
    )
    force: bool = force_option
    rules: str | None = rules_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """もしかして: 一つの書き違いで説明できる棋譜を直す候補を示す。

    規則や記録と食い違う棋譜について、書き違い (読めない字、隣のマス、似た駒、行の抜けなど) を一つ直すと最後まで規則どおりで、
    記録の結果とも合うものをすべて示す。書き違いのあった手は、食い違いの見つかった手より前のこともある。棋譜は自動では直さない。
    --write は、直した棋譜のほかは 1 バイトも変えずに、ファイル全体を書く。候補のある棋譜がいくつもあれば、何も書かずに断る。
    終了コードは kifu verify と同じ。--write では、直した棋譜のほかの棋譜についてのもの。

    Look for the slip of the pen that explains a record at fault. For each record that breaks the rules, or contradicts
    itself, every single slip of a closed list is tried (an illegible mark, one square beside, a unit that looks alike, a
    line left out and so on), and those are shown with which the whole record is legal and its result follows. The slip
    may stand long before the ply at which it shows. No record is changed by itself. --write writes the whole file; no byte
    outside of the repaired record changes. If several records have candidates, nothing is written. The exit codes are
    those of `kifu verify`; with --write they are about the other records.
    """
    if (options.write is None) != (options.output is None):
        raise usage_error("--write N と -o OUT は一緒に書いてください", "--write N and -o OUT go together")
    record_files = find_record_files(options.files)
    report_skipped_files(record_files.others)
    exit_code = 0
    judged: list[_Judged] = []
    for path in record_files.paths:
        for one in _search_repairs_of_file(path, options.rules, options.limit):
            exit_code = max(exit_code, one.verdict.status.exit_code)
            if options.write is None:
                _print_repair(one, options.form)
            else:
                judged.append(one)
    if options.write is not None and options.output is not None:
        _write_repaired_file(judged, options.write, options.output, force=options.force)
        exit_code = max((one.verdict.status.exit_code for one in judged if not _has_candidates(one)), default=0)
    sys.stdout.flush()
    sys.exit(exit_code)


def _has_candidates(one: _Judged) -> bool:
    return one.repair is not None and bool(one.repair.candidates)


def _search_repairs_of_file(path: str, rules: str | None, max_plies_played: int) -> Iterator[_Judged]:
    """Yield a file's records with their repairs, searched with a bar."""
    document = load_document(path, rules)
    verdicts = verify_document(document)
    if not document.records:
        yield _Judged(document, verdicts[0], None)
        return
    given = rules_source(path, rules)
    for record, verdict in zip(document.records, verdicts, strict=True):
        repair = Repair(record, verdict, limit=max_plies_played, rules=given)
        search_slips_with_bar(repair)
        yield _Judged(document, verdict, repair)


def _print_repair(judged: _Judged, form: str) -> None:
    if form == "json":
        sys.stdout.write(json_line_for_stdout(repairs_json(judged.verdict, judged.repair)))
    else:
        sys.stdout.write(repair_text(judged.verdict, judged.repair, judged.document, language()))


def _write_repaired_file(judged_records: list[_Judged], candidate_number: int, output: str, *, force: bool) -> None:
    """Write the file with one candidate in its record's place; raises click.UsageError."""
    having = [one for one in judged_records if _has_candidates(one)]
    if not having:
        raise usage_error("直す候補がありません", "there is no candidate to write")
    if len(having) > 1:
        places = ", ".join(f"{visible(one.document.name)} [{one.verdict.index}]" for one in having)
        raise usage_error(
            f"候補のある棋譜が {len(having)} 局あります ({places})。一局だけにして渡してください。何も書いていません",
            f"{len(having)} records have candidates ({places}); give one of them alone; nothing was written",
        )
    (one,) = having
    candidates = one.repair.candidates if one.repair is not None else ()
    if candidate_number > len(candidates):
        raise usage_error(f"候補は {len(candidates)} 個です", f"the number of candidates is {len(candidates)}")
    _refuse_another_input(judged_records, one, output)
    write_output(output, _repaired_bytes(one, candidates[candidate_number - 1], output), force=force)


def _refuse_another_input(judged_records: list[_Judged], repaired: _Judged, output: str) -> None:
    """Raise click.UsageError if the output is another input file."""
    others = {other.document.name for other in judged_records} - {repaired.document.name, STANDARD_STREAM}
    same = next((name for name in sorted(others) if _is_one_file(name, output)), None)
    if same is not None and not _is_one_file(repaired.document.name, output):
        shown, own = visible(same), visible(repaired.document.name)
        raise usage_error(
            f"{shown} に書くとその棋譜が消えます。候補のあるのは {own} です。-o に別の名前を書いてください",
            f"writing {shown} would lose its records: the candidate is one of {own}; give -o another name",
        )


def _is_one_file(path: str, other: str) -> bool:
    try:
        return Path(path).samefile(other)
    except (OSError, ValueError):
        return False


def _repaired_bytes(judged: _Judged, candidate: Candidate, output: str) -> bytes:
    """Return the repaired file in the form of the output's ending.

    Without an ending that says so it is the notation itself, in the encoding of the file. Raises click.UsageError.
    """
    source, record = judged.document.source, judged.verdict.record
    assert source is not None  # noqa: S101 - it has a record
    assert record is not None  # noqa: S101
    try:
        data = patched_file(source, record, candidate.data)
    except UnreadableFile as lacking:
        raise click.UsageError(say(lacking.message)) from None
    form = formats.formats_by_ending().get(Path(output).suffix.lower(), formats.TEXT)
    return data if form == formats.TEXT else document_bytes(read(visible(output), data), form)


def repair_text(verdict: Verdict, repair: Repair | None, document: Document, language: Language) -> str:
    """Return the repairs of a record as lines of text.

    `repair` is None for a file without any record.
    """
    shown = verdict if repair is None else with_headline_of_repair(repair, verdict)
    lines = [verdict_headline(shown, len(document.records), language)]
    at = next((game for game in verdict.games if game.status.exit_code), verdict)
    if verdict.fault is not None and verdict.status.exit_code:
        if repair is not None:
            lines.append("  " + Message("ここで初めて矛盾する:", "it first contradicts here:").in_language(language))
        lines += [
            f"  {line}" for line in fault_with_board_lines(at if at.fault else verdict, document.source, language)
        ]
    if repair is None or not verdict.status.exit_code:
        if not verdict.status.exit_code:
            lines.append("  " + Message("矛盾はありません", "nothing contradicts").in_language(language))
        return "\n".join(lines) + "\n"
    lines.append(f"  {_repair_summary(repair).in_language(language)}")
    for rank, candidate in enumerate(repair.candidates, start=1):
        lines.append(
            f"  {rank:>4}. {visible(candidate_text(candidate).in_language(language))} ({candidate.label.in_language(language)})"
        )
        lines.append(f"        {candidate.status.heading.in_language(language)}  SHA-256 {candidate.sha256}")
    if not repair.complete:
        lines.append(f"  {_search_limit_message(repair).in_language(language)}")
    return "\n".join(lines) + "\n"


def _repair_summary(repair: Repair) -> Message:
    count = len(repair.candidates)
    if not count:
        return Message("もしかして: 一つの書き違いでは説明できません", "no single slip explains it")
    if count == 1 and repair.exhausted:
        return Message("もしかして: 一つだけあります", "perhaps, and this is the only candidate:")
    return Message(f"もしかして: {count} 個あります", f"perhaps one of these {count} candidates:")


def _search_limit_message(repair: Repair) -> Message:
    return Message(
        f"{repair.limit} 手を試して打ち切りました (--limit)。ほかにもあるかもしれません",
        f"the search was broken off after {repair.limit} plies (--limit); there may be more",
    )
