"""Defines `kifu repair`, which looks for the one slip of the pen that explains a record at fault."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

import kifu
from kifu.cli.arguments.files import find_records, load, mention_others, write_output
from kifu.cli.arguments.output_options import output_option
from kifu.cli.arguments.rules_option import rules_of, rules_option
from kifu.cli.arguments.shared_options import force_option, form_option
from kifu.cli.printing.guard import line_for_stdout
from kifu.cli.printing.language import language, language_option, say
from kifu.cli.printing.progress import look_for_slips
from kifu.cli.printing.repair_report import describe_repair
from kifu.dispute.repair import LIMIT, Repair, to_json
from kifu.model.message import Message, visible
from notation import formats
from notation.reading import read
from notation.writing import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.dispute.candidate import Candidate
    from kifu.referee.verdict import Verdict
    from notation.reading import Document


class _Judged(NamedTuple):
    """A record of a file with its verdict and its repairs; `repair` is None for a file without any record."""

    document: Document
    verdict: Verdict
    repair: Repair | None


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@form_option(
    "text", "json", words="json は一行に一棋譜。Form of the output; json: one object a line, one line a record."
)
@click.option(
    "--write",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="N 番目の候補を OUT に書き出す。Write candidate N to OUT, with a comment that names the repair.",
)
@output_option(formats.endings, "--write の書き出すファイル (- は標準出力)。File for --write; - is standard output.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    help="一つの棋譜でこの手数を試したら打ち切る。Break off the search in a record after this number of plies tried.",
)
@force_option
@rules_option
@language_option
def command(  # noqa: PLR0913, PLR0917 - each option is a parameter
    files: tuple[str, ...],
    form: str,
    number: int | None,
    output: str | None,
    limit: int,
    rules: str | None,
    *,
    force: bool,
) -> None:
    """もしかして: 一つの書き違いで説明できる棋譜を直す候補を示す。

    規則や記録と食い違う棋譜について、書き違い (読めない字、隣のマス、似た駒、行の抜けなど) を一つ直すと最後まで規則どおりで、
    記録の結果とも合うものをすべて示す。書き違いのあった手は、食い違いの見つかった手より前のこともある。棋譜は自動では直さない。
    終了コードは kifu verify と同じ。

    Look for the slip of the pen that explains a record at fault. For each record that breaks the rules, or contradicts
    itself, every single slip of a closed list is tried (an illegible mark, one square beside, a unit that looks alike, a
    line left out and so on), and those are shown with which the whole record is legal and its result follows. The slip
    may stand long before the ply at which it shows. No record is changed by itself. The exit codes are those of
    `kifu verify`.
    """
    if (number is None) != (output is None):
        raise click.UsageError(
            say(Message("--write N と -o OUT は一緒に書いてください", "--write N and -o OUT go together"))
        )
    record_files = find_records(files)
    mention_others(record_files.others)
    exit_code = 0
    judged: list[_Judged] = []
    for path in record_files.paths:
        for one in _repaired(path, rules, limit):
            exit_code = max(exit_code, one.verdict.status.exit_code)
            if number is None:
                _show(one, form)
            else:
                judged.append(one)
    if number is not None and output is not None:
        _write(judged, number, output, force=force)
        return
    sys.stdout.flush()
    sys.exit(exit_code)


def _repaired(path: str, rules: str | None, limit: int) -> Iterator[_Judged]:
    document = load(path, rules)
    verdicts = kifu.verify(document)
    if not document.records:
        yield _Judged(document, verdicts[0], None)
        return
    given = rules_of(path, rules)
    for record, verdict in zip(document.records, verdicts, strict=True):
        repair = Repair(record, verdict, limit=limit, rules=given)
        look_for_slips(repair)
        yield _Judged(document, verdict, repair)


def _show(one: _Judged, form: str) -> None:
    if form == "json":
        sys.stdout.write(line_for_stdout(to_json(one.verdict, one.repair)))
    else:
        sys.stdout.write(describe_repair(one.verdict, one.repair, one.document, language()))


def _write(judged: list[_Judged], number: int, output: str, *, force: bool) -> None:
    """Write one candidate of the one record that has any. Raises click.UsageError."""
    having = [one.repair.candidates for one in judged if one.repair is not None and one.repair.candidates]
    if not having:
        raise click.UsageError(say(Message("直す候補がありません", "there is no candidate to write")))
    if len(having) > 1:
        message = Message(
            f"候補のある棋譜が {len(having)} 局あります。棋譜を一つにしてください",
            f"{len(having)} records have candidates; give one record",
        )
        raise click.UsageError(say(message))
    candidates = having[0]
    if number > len(candidates):
        message = Message(f"候補は {len(candidates)} 個です", f"the number of candidates is {len(candidates)}")
        raise click.UsageError(say(message))
    write_output(output, _in_form(candidates[number - 1], output), force=force)


def _in_form(candidate: Candidate, output: str) -> bytes:
    """Return a candidate's record in the form that the ending of the file's name tells; the notation itself by default."""
    form = formats.endings().get(Path(output).suffix.lower(), formats.TEXT)
    if form == formats.TEXT:
        return candidate.data
    return to_bytes(read(visible(output), candidate.data), form)
