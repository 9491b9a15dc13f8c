"""Dossier folder: read without following links, written whole.

Nothing else in it is touched.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from analysis.dossier import read_sheet
from analysis.dossier.contents import fingerprint_groups
from analysis.dossier.contents import make_dossier as dossier_of
from analysis.dossier.dossier_files_and_zip import DECISION, KNOWN, MADE, SUMS, dossier_files
from analysis.dossier.inputs_and_judged_sheets import (
    BESIDE,
    JOURNAL,
    TOML,
    TXT,
    Input,
    InputRole,
    Inputs,
    UnusableInput,
    sheet_kind,
)
from analysis.dossier.verification_and_decision import MAX_FILE_BYTES as LARGEST_DECISION
from analysis.dossier.verification_and_decision import (
    MAX_TEXT_LENGTH,
    ArbiterDecision,
    check_dossier,
    decision_fingerprint,
    decision_text,
)
from kifu.cli.arguments.game_and_rules_options import rules_source
from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.printing.guarded_output_and_progress import json_line_for_stdout, progress_bar, search_slips_with_bar
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import Unreadable, cannot_open_diagnostic, folder_given_error, read_bytes, write_file
from kifu.core.errors import KifuError
from kifu.core.game.options import named_file
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible
from kifu.core.regular_files import NO_LINK, NotRegular, open_regular
from kifu.reconcile.make_reconciliation import MAX_PLIES_PLAYED
from notation.documents_and_variant_files import read_given_variant
from notation.formats.kif_head_reader import RulesSource
from notation.limits import LIMITS, file_too_large
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from analysis.dossier.verification_and_decision import DossierCheck

MAX_FILES = 1_000
"""The most names in a folder that are looked at."""
MAX_FILE_BYTES = 8 * LIMITS.file
"""The most bytes of a file that is read; dossier.json holds every input, in base64 if need be."""


class FolderContents(NamedTuple):
    """Contents of a folder."""

    files: dict[str, bytes]
    """The files by name; a file that no dossier has is not read, and counts as empty."""
    others: dict[str, Message]
    """What could not be read, and why."""


def read_dossier_folder(path: str) -> FolderContents:
    """Return the contents of a dossier's folder; may raise Unreadable."""
    try:
        names = sorted(entry.name for entry in Path(path).iterdir())
    except (OSError, ValueError) as failed:
        shown = visible(path)
        if isinstance(failed, NotADirectoryError):
            raise Unreadable(say(Message(f"{shown} はフォルダーではありません", f"{shown} is no folder"))) from None
        wrong = cannot_open_diagnostic(failed, shown, Message(f"{shown} を開けません", f"cannot open {shown}"))
        raise Unreadable(say(wrong.message)) from None
    files: dict[str, bytes] = {}
    others: dict[str, Message] = {}
    for name in names[:MAX_FILES]:
        if name not in KNOWN:
            files[name] = b""
            continue
        data = _file_bytes_or_error(Path(path, name), LARGEST_DECISION if name == DECISION else MAX_FILE_BYTES)
        if isinstance(data, Message):
            others[name] = data
        else:
            files[name] = data
    return FolderContents(files, others)


def write_dossier_folder(path: str, files: Mapping[str, bytes], fingerprint: str, *, force: bool) -> None:
    """Write a dossier's files whole, the list of digests last.

    Raises click.UsageError for a folder with other files, one with a dossier unless `force` is set, and one with a decision
    on another dossier, which is never replaced.
    """
    folder = Path(path)
    stale = _stale_file_names(folder, files, fingerprint, force=force)
    for name in stale:
        folder.joinpath(name).unlink(missing_ok=True)
    for name, data in files.items():
        write_file(folder / name, data, force=force)


def require_free(path: str, *, force: bool) -> None:
    """Raise click.UsageError for a folder that a dossier cannot be written to."""
    _stale_file_names(Path(path), {}, None, force=force)


def _stale_file_names(folder: Path, files: Mapping[str, bytes], fingerprint: str | None, *, force: bool) -> list[str]:
    """Return an older dossier's files, removed before a new one."""
    shown = visible(str(folder))
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as failed:
        reason = getattr(failed, "strerror", None) or failed
        raise usage_error(f"{shown} に書けません ({reason})", f"cannot write to {shown}: {reason}") from None
    foreign = [name for name in names if name not in KNOWN]
    if names and not foreign and not any(name in MADE for name in names):
        foreign = names  # somebody's own files, which only have the names of copies
    if foreign:
        name = visible(foreign[0])
        raise usage_error(
            f"{shown} にはほかのファイル ({name}) があります。調書だけのフォルダーを指定してください",
            f"{shown} has other files ({name}); name a folder for the dossier alone",
        )
    if names and not force:
        raise usage_error(
            f"{shown} にはすでに調書があります。作り直すなら --force を付けてください",
            f"{shown} has a dossier; make it anew with --force",
        )
    if DECISION in names and fingerprint is not None:
        decided = _file_bytes_or_error(folder / DECISION, LARGEST_DECISION)
        if isinstance(decided, Message) or decision_fingerprint(decided) != fingerprint:
            raise usage_error(
                f"{shown} には別の調書についての裁定があります。別のフォルダーに作ってください",
                f"{shown} has a decision on another dossier; make this one in another folder",
            )
    return [name for name in names if (name not in files and name != DECISION) or name == SUMS]


def _file_bytes_or_error(path: Path, max_bytes: int) -> bytes | Message:
    """Return the bytes of a regular file, or the error."""
    try:
        with open_regular(path, NO_LINK) as file:
            data = file.read(max_bytes + 1)
    except NotRegular as other:
        return other.message_about()
    except OSError as failed:
        reason = failed.strerror
        return Message(f"読めません ({reason})", f"it cannot be read: {reason}")
    if len(data) > max_bytes:
        return Message("大きすぎます", "it is too large")
    return data


MAX_INPUTS = 3
"""A, B and JOURNAL."""


def read_dossier_inputs(paths: tuple[str, ...], rules: str | None) -> Inputs:
    """Read the inputs of a dossier.

    Raises Unreadable for one that gives no dossier, and click.UsageError.
    """
    if len(paths) > MAX_INPUTS:
        raise usage_error("A、B、JOURNAL の三つまでです", "there are A, B and JOURNAL, not more")
    if paths.count(STANDARD_STREAM) > 1:
        raise usage_error("- (標準入力) は一度だけです", "- (standard input) can be given once")
    data = [_read_bytes(path) for path in paths]
    kinds = [sheet_kind(one, path) for one, path in zip(data, paths, strict=True)]
    roles = [InputRole.A, InputRole.B, InputRole.JOURNAL][: len(paths)]
    if kinds[1:] == [JOURNAL] and kinds[0] != JOURNAL:
        roles = [InputRole.A, InputRole.JOURNAL]
    if len(paths) == MAX_INPUTS and kinds[-1] != JOURNAL and read("", data[-1]).records:
        raise usage_error(
            "三つ目は記録簿 (….journal) です。三枚目の棋譜は kifu reconcile で比べられます",
            "the third is a journal (….journal); kifu reconcile compares a third record",
        )
    found = [
        Input(role, JOURNAL if role is InputRole.JOURNAL else kind, one)
        for role, kind, one in zip(roles, kinds, data, strict=True)
    ]
    given = _rules_as_inputs(rules)
    named = dict(zip(roles, paths, strict=True))
    for role in (InputRole.A, InputRole.B):
        if role in named and not given:
            found += _variant_as_inputs(Inputs(tuple(found)), role, named[role])
    inputs = Inputs.from_copies({one.file: one.data for one in (*found, *given)})
    for role in (InputRole.A, InputRole.B):
        if role in named:
            _require_known_game(inputs, role, named[role])
    return inputs


def _variant_as_inputs(inputs: Inputs, role: InputRole, sheet_path: str) -> list[Input]:
    """Return the variant file that a sheet names, as an input."""
    opened, source = [], rules_source(sheet_path).load

    def load(name: str) -> str:
        assert source is not None  # noqa: S101 - rules that are not given come from files
        opened.append(source(name))
        return opened[-1]

    _require_known_game(inputs, role, sheet_path, RulesSource(load))
    return [Input(BESIDE[role], TOML, text.encode()) for text in opened[:1]]


def _require_known_game(inputs: Inputs, role: InputRole, sheet_path: str, rules: RulesSource | None = None) -> None:
    """Raise Unreadable for a sheet without a known game.

    `rules` open the variant file that it names.
    """
    try:
        read_sheet(inputs, role, rules)
    except UnusableInput as refused:
        raise Unreadable(f"{visible(sheet_path)}: {say(refused.message)} [{refused.code}]") from None


def _rules_as_inputs(rules: str | None) -> list[Input]:
    """Return the rules of `--rules` as inputs; raises click.UsageError."""
    if rules is None:
        return []
    file = named_file(rules)
    try:
        if file is None:
            return [Input(InputRole.RULES, TXT, f"{rules}\n".encode())]
        text = read_given_variant(file.name)
        name = f"{InputRole.RULES.value}.{TOML}"
        return [
            Input(InputRole.RULES, TXT, f"{name}{file.options}\n".encode()),
            Input(InputRole.RULES, TOML, text.encode()),
        ]
    except KifuError as unreadable:
        raise click.UsageError(say(unreadable.message)) from None
    except UnicodeEncodeError:
        raise usage_error("--rules が文字として読めません", "--rules is no text") from None


def _read_bytes(path: str) -> bytes:
    """Return the bytes of an input. Raises Unreadable."""
    shown = visible(path)
    try:
        data = read_bytes(path)
    except (OSError, ValueError) as failed:
        raise Unreadable(say(cannot_open_diagnostic(failed, shown, folder_given_error(path)).message)) from None
    if len(data) > LIMITS.file:
        raise Unreadable(f"{shown}: {say(file_too_large().message)}")
    return data


DIFFERENT = 1
"""The exit code of a dossier that is not what its inputs give."""


def write_dossier(files: tuple[str, ...], output: str, rules: str | None, form: str, *, force: bool) -> None:
    """Write a dossier of records, and tell its fingerprint."""
    require_extra("paper")
    inputs = read_dossier_inputs(files, rules)
    require_free(output, force=force)
    try:
        with _joint_reading_progress() as move:
            made = dossier_of(inputs, search_slips_with_bar, move)
    except UnusableInput as refused:
        raise click.UsageError(f"{say(refused.message)} [{refused.code}]") from None
    written = dossier_files(inputs, made)
    write_dossier_folder(output, written, made.fingerprint, force=force)
    if form == "json":
        told = {"folder": output, "fingerprint": made.fingerprint, "files": sorted(written)}
        sys.stdout.write(json_line_for_stdout(told))
        return
    status = made.contents["verdict"]["status"]
    shown, fingerprint = visible(output), fingerprint_groups(made.fingerprint)
    click.echo(
        say(Message(f"調書を書きました: {shown} (A は {status})", f"wrote the dossier: {shown} (A is {status})"))
    )
    click.echo(say(Message(f"指紋: {fingerprint}", f"fingerprint: {fingerprint}")))


@contextmanager
def _joint_reading_progress() -> Iterator[Callable[[int], None]]:
    """Give a block the progress function of the joint reading."""
    with ExitStack() as opened:
        moves: list[Callable[[int], None]] = []

        def move_bar(plies: int) -> None:
            if not moves:
                label = say(Message("二枚を読み合わせています", "reading the sheets together"))
                moves.append(opened.enter_context(progress_bar(MAX_PLIES_PLAYED, label)).update)
            moves[0](plies)

        yield move_bar


def check_dossier_folder(path: str) -> DossierCheck:
    """Make a dossier again from its copies, and compare."""
    require_extra("paper")
    found = read_dossier_folder(path)
    with _joint_reading_progress() as move:
        return check_dossier(found.files, found.others, search_slips_with_bar, move)


def print_check_findings(check: DossierCheck, path: str, form: str) -> None:
    """Print what a check found."""
    if form == "json":
        told = {
            "folder": path,
            "fingerprint": check.fingerprint,
            "same": not check.findings,
            "decision": check.decision,
            "findings": [finding.to_json() for finding in check.findings],
        }
        sys.stdout.write(json_line_for_stdout(told))
        return
    for finding in check.findings:
        click.echo(f"{visible(finding.file)}: {say(finding.message)} [{finding.code}]")
    shown = visible(path)
    if check.findings:
        count = len(check.findings)
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
    if check.fingerprint is not None:
        fingerprint = fingerprint_groups(check.fingerprint)
        click.echo(say(Message(f"指紋: {fingerprint}", f"fingerprint: {fingerprint}")))
    if check.decision is not None and check.decision in _DECISIONS:
        click.echo(say(_DECISIONS[check.decision]))


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


def write_decision(path: str, fields: dict[str, str | None], form: str, *, force: bool) -> None:
    """Write the decision on a dossier that a check finds the same."""
    if any(len(value) > MAX_TEXT_LENGTH for value in fields.values() if value is not None):
        raise usage_error(f"裁定は {MAX_TEXT_LENGTH} 文字までです", f"a decision may have {MAX_TEXT_LENGTH} characters")
    checked = check_dossier_folder(path)
    findings = tuple(finding for finding in checked.findings if finding.file != DECISION)
    if findings or checked.fingerprint is None:
        print_check_findings(checked._replace(findings=findings), path, form)
        sys.exit(DIFFERENT)
    text = decision_text(checked.fingerprint, ArbiterDecision(**fields))  # type: ignore[arg-type]  # click has checked the winner
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise usage_error("裁定が文字として読めません", "the decision is no text") from None
    file = Path(path, DECISION)
    write_file(file, data, force=force)
    if form == "json":
        sys.stdout.write(json_line_for_stdout({"folder": path, "fingerprint": checked.fingerprint, "file": DECISION}))
        return
    shown = visible(str(file))
    click.echo(say(Message(f"裁定を書きました: {shown}", f"wrote the decision: {shown}")))
