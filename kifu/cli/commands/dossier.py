"""`kifu dossier`: make, check and decide the dossier of a dispute."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.command_options import CommandOptions, choice, files_argument, option, with_options
from kifu.cli.arguments.files import write
from kifu.cli.arguments.options import folder_option, force_option, form_option
from kifu.cli.arguments.rules_option import rules_option
from kifu.cli.printing.guard import line_for_stdout
from kifu.cli.printing.language import say, usage_error
from kifu.cli.printing.progress import bar, look_for_slips
from kifu.core.extras import need
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from analysis.dossier.verification import Checked

DIFFERENT = 1
"""The exit code of a dossier that is not what its inputs give."""
OWN_WORDS = 4
"""The exit code of a dossier that is the same, with a decision that does not show whether it was changed."""
WINNERS = ("first", "second", "draw", "none")


class _Options(CommandOptions):
    files: tuple[str, ...] = files_argument("[A [B] [JOURNAL]]", required=False)
    output: str | None = folder_option().help("調書を書くフォルダー。Folder for the dossier.")
    check: str | None = folder_option("--check").help(
        "DIR の調書を、中の写しから作り直して比べる。Make the dossier in DIR again from its copies, and compare."
    )
    decide: str | None = folder_option("--decide").help(
        "DIR の調書についての裁定を decision.txt に書く。Write the decision on the dossier in DIR to decision.txt."
    )
    winner: str | None = choice(WINNERS).help(
        "--decide の勝者 (none は勝者なし)。Winner for --decide; none: there is no winner."
    )
    text: str | None = option().help("--decide の裁定の文。The decision in words, for --decide.")
    by: str | None = option(metavar="NAME").help("--decide の審判の名。Name of the arbiter, for --decide.")
    date: str | None = option(metavar="DATE").help(
        "--decide の日付 (書いたとおり)。Date for --decide, as you write it."
    )
    form: str = form_option("text", "json").help("出力の形。json は一行。Form of the output; json: one line.")
    force: bool = force_option
    rules: str | None = rules_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """争いのある対局の調書を作り、確かめる。

    A と B は対局の棋譜 (記録簿でもよい)、JOURNAL は kifu serve の記録簿 (….journal)、- は標準入力。DIR に dossier.json、dossier.html、
    dossier.pdf、調べたファイルの写し、SHA256SUMS を書く。判定と条文、もとになる局面、規則の読み方、書き違いの候補、二枚の突き合わせ、記録簿の時系列、裁定の
    欄がある。dossier.json の SHA-256 が調書の指紋で、同じ入力と版からは、どこで作っても同じバイト列になる。裁定は別のファイルで、指紋を名指す。
    終了コードは、作れたか、--check で同じなら 0 (裁定が手で書いた言葉なら 4)、違えば 1、A と B が違う対局なら 2、棋種のわからない記録や
    読めないファイルがあれば 3。

    Make the dossier of a disputed game, and check one. A and B are records of the game, or journals; JOURNAL is the
    journal of `kifu serve` (….journal); - is standard input. DIR gets dossier.json, dossier.html, dossier.pdf, copies of
    the inputs and SHA256SUMS. They hold the verdict with its article, the position it rests on, the readings of the rules,
    the slips that would explain a fault, the joint reading of both sheets, the time line of the journal, and a box for the
    decision. The SHA-256 of dossier.json is the fingerprint: the same inputs and version give the same bytes anywhere. The
    decision is a file of its own and names the fingerprint. The exit code is 0 for a dossier that was made, or that
    --check finds the same; 4 if it is the same, with a decision in words of somebody's own; 1 if it differs; 2 if A and B
    are of different games; 3 if the game of a sheet is not known, or a file cannot be read.
    """
    ways = [
        name
        for name, value in (("-o", options.output), ("--check", options.check), ("--decide", options.decide))
        if value is not None
    ]
    if len(ways) != 1 or bool(options.files) != (options.output is not None):
        raise _wrong(
            "棋譜と -o DIR か、--check DIR か、--decide DIR のどれか一つを書いてください",
            "give records and -o DIR, or --check DIR, or --decide DIR",
        )
    if options.decide is None and any(
        value is not None for value in (options.winner, options.text, options.by, options.date)
    ):
        raise _wrong(
            "--winner、--text、--by、--date は --decide のものです",
            "--winner, --text, --by and --date go with --decide",
        )
    if options.rules is not None and options.output is None:
        raise _wrong("--rules は調書を作るときのものです", "--rules is for making a dossier")
    if options.output is not None:
        _make(options.files, options.output, options.rules, options.form, force=options.force)
    elif options.check is not None:
        checked = _check_folder(options.check)
        _tell(checked, options.check, options.form)
        sys.exit(DIFFERENT if checked.findings else OWN_WORDS if checked.decision == "own-words" else 0)
    elif options.decide is not None:
        _decide(
            options.decide,
            {"winner": options.winner, "text": options.text or "", "by": options.by or "", "date": options.date or ""},
            options.form,
            force=options.force,
        )


def _make(files: tuple[str, ...], output: str, rules: str | None, form: str, *, force: bool) -> None:
    from analysis.dossier.contents import dossier, fingerprint_groups  # noqa: PLC0415 - not for --help
    from analysis.dossier.dossier_files import files_of  # noqa: PLC0415
    from analysis.dossier.inputs import UnusableInput  # noqa: PLC0415
    from kifu.cli.arguments.dossier_inputs import inputs_of  # noqa: PLC0415
    from kifu.cli.dossier_folder import require_free, write_folder  # noqa: PLC0415

    need("paper")
    inputs = inputs_of(files, rules)
    require_free(output, force=force)
    try:
        with _joint_bar() as move:
            made = dossier(inputs, look_for_slips, move)
    except UnusableInput as refused:
        raise click.UsageError(f"{say(refused.message)} [{refused.code}]") from None
    written = files_of(inputs, made)
    write_folder(output, written, made.fingerprint, force=force)
    if form == "json":
        told = {"folder": output, "fingerprint": made.fingerprint, "files": sorted(written)}
        sys.stdout.write(line_for_stdout(told))
        return
    status = made.contents["verdict"]["status"]
    shown, fingerprint = visible(output), fingerprint_groups(made.fingerprint)
    click.echo(
        say(Message(f"調書を書きました: {shown} (A は {status})", f"wrote the dossier: {shown} (A is {status})"))
    )
    click.echo(say(Message(f"指紋: {fingerprint}", f"fingerprint: {fingerprint}")))


@contextmanager
def _joint_bar() -> Iterator[Callable[[int], None]]:
    """Give a block the progress function of the joint reading."""
    from kifu.reconcile.reconcile import MAX_PLIES_PLAYED  # noqa: PLC0415 - not for --help

    with ExitStack() as opened:
        moves: list[Callable[[int], None]] = []

        def move(plies: int) -> None:
            if not moves:
                label = say(Message("二枚を読み合わせています", "reading the sheets together"))
                moves.append(opened.enter_context(bar(MAX_PLIES_PLAYED, label)).update)
            moves[0](plies)

        yield move


def _check_folder(path: str) -> Checked:
    from analysis.dossier.verification import check  # noqa: PLC0415 - not for --help
    from kifu.cli.dossier_folder import read_folder  # noqa: PLC0415

    need("paper")
    found = read_folder(path)
    with _joint_bar() as move:
        return check(found.files, found.others, look_for_slips, move)


def _tell(checked: Checked, path: str, form: str) -> None:
    from analysis.dossier.contents import fingerprint_groups  # noqa: PLC0415 - not for --help

    if form == "json":
        told = {
            "folder": path,
            "fingerprint": checked.fingerprint,
            "same": not checked.findings,
            "decision": checked.decision,
            "findings": [finding.to_json() for finding in checked.findings],
        }
        sys.stdout.write(line_for_stdout(told))
        return
    for finding in checked.findings:
        click.echo(f"{visible(finding.file)}: {say(finding.message)} [{finding.code}]")
    shown = visible(path)
    if checked.findings:
        count = len(checked.findings)
        click.echo(
            say(Message(f"{shown}: 同じではありません ({count} 件)", f"{shown}: not the same ({count} finding(s))"))
        )
    else:
        click.echo(
            say(
                Message(
                    f"{shown}: 写しから作り直したものと同じです", f"{shown}: the same as made again from its copies"
                )
            )
        )
    if checked.fingerprint is not None:
        fingerprint = fingerprint_groups(checked.fingerprint)
        click.echo(say(Message(f"指紋: {fingerprint}", f"fingerprint: {fingerprint}")))
    if checked.decision is not None and checked.decision in _DECISIONS:
        click.echo(say(_DECISIONS[checked.decision]))


_DECISIONS = {
    "sealed": Message(
        "裁定はこの指紋についてのもので、書いたときのままです",
        "the decision names this fingerprint, and is as it was written",
    ),
    "own-words": Message(
        "裁定はこの指紋についてのもので、手で書いた言葉です: 変えられたかどうかは、ここからは分かりません",
        "the decision names this fingerprint, in words of somebody's own: nothing here shows whether it was changed",
    ),
}
"""What is said of a decision, by its state."""


def _decide(path: str, given: dict[str, str | None], form: str, *, force: bool) -> None:
    from analysis.dossier.arbiter_decision import MAX_TEXT_LENGTH, ArbiterDecision, decision_text  # noqa: PLC0415 - not for --help
    from analysis.dossier.dossier_files import DECISION  # noqa: PLC0415

    if any(len(value) > MAX_TEXT_LENGTH for value in given.values() if value is not None):
        raise _wrong(f"裁定は {MAX_TEXT_LENGTH} 文字までです", f"a decision may have {MAX_TEXT_LENGTH} characters")
    checked = _check_folder(path)
    findings = tuple(finding for finding in checked.findings if finding.file != DECISION)
    if findings or checked.fingerprint is None:
        _tell(checked._replace(findings=findings), path, form)
        sys.exit(DIFFERENT)
    text = decision_text(checked.fingerprint, ArbiterDecision(**given))  # type: ignore[arg-type]  # click has checked the winner
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise _wrong("裁定が文字として読めません", "the decision is no text") from None
    file = Path(path, DECISION)
    write(file, data, force=force)
    if form == "json":
        sys.stdout.write(line_for_stdout({"folder": path, "fingerprint": checked.fingerprint, "file": DECISION}))
        return
    shown = visible(str(file))
    click.echo(say(Message(f"裁定を書きました: {shown}", f"wrote the decision: {shown}")))


def _wrong(ja: str, en: str) -> click.UsageError:
    return usage_error(ja, en)
