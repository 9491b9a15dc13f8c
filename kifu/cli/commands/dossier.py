"""`kifu dossier`: make, check and decide the dossier of a dispute."""

from __future__ import annotations

import sys

import click

from kifu.cli.arguments.game_and_rules_options import rules_option
from kifu.cli.arguments.shared_options import folder_option, force_option, form_option
from kifu.cli.command_definition import CommandOptions, choice_option, files_argument, option, with_options
from kifu.cli.printing.language_and_usage_errors import usage_error

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
    winner: str | None = choice_option(WINNERS).help(
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
        raise usage_error(
            "棋譜と -o DIR か、--check DIR か、--decide DIR のどれか一つを書いてください",
            "give records and -o DIR, or --check DIR, or --decide DIR",
        )
    if options.decide is None and any(
        value is not None for value in (options.winner, options.text, options.by, options.date)
    ):
        raise usage_error(
            "--winner、--text、--by、--date は --decide のものです",
            "--winner, --text, --by and --date go with --decide",
        )
    if options.rules is not None and options.output is None:
        raise usage_error("--rules は調書を作るときのものです", "--rules is for making a dossier")
    from kifu.cli import dossier_folder  # noqa: PLC0415 - a satellite, not for --help

    if options.output is not None:
        dossier_folder.write_dossier(options.files, options.output, options.rules, options.form, force=options.force)
    elif options.check is not None:
        checked = dossier_folder.check_dossier_folder(options.check)
        dossier_folder.print_check_findings(checked, options.check, options.form)
        sys.exit(dossier_folder.DIFFERENT if checked.findings else OWN_WORDS if checked.decision == "own-words" else 0)
    elif options.decide is not None:
        dossier_folder.write_decision(
            options.decide,
            {"winner": options.winner, "text": options.text or "", "by": options.by or "", "date": options.date or ""},
            options.form,
            force=options.force,
        )
