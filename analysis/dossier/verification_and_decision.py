"""Verification of a dossier from its inputs, and the arbiter's decision on it.

A dossier is rebuilt and compared byte by byte: nothing that a file of it says is believed, and no name that stands in one is
opened. A decision is a file of its own, bound to the dossier's fingerprint.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from analysis.dossier.contents import fingerprint_groups, make_dossier
from analysis.dossier.dossier_files_and_zip import (
    DECISION,
    HTML,
    JSON,
    KNOWN,
    MADE,
    PDF,
    SUMS,
    dossier_files,
    sha256_hex,
)
from analysis.dossier.inputs_and_judged_sheets import FILES, KINDS, InputRole, Inputs, UnusableInput, input_bytes
from kifu.core import lazy_imports_extras_and_package_files
from kifu.core.message import Message, quoted, visible, visible_lines
from kifu.core.outcome import OUTCOME_LABELS, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kifu.reconcile.repair import Repair

Winner = Literal["first", "second", "draw", "none"]
WINNERS: tuple[Winner, ...] = get_args(Winner)
MAX_FILE_BYTES = 1 << 20
"""The most bytes of a decision that is read."""
MAX_TEXT_LENGTH = 10_000
"""The most characters of a decision in words."""
_KEY = "指紋 fingerprint"
_PRINT = r"(?:[0-9a-f]{4} ){15}[0-9a-f]{4}|[0-9a-f]{64}"
_LINE = re.compile(rf"^{_KEY}:[ \t]*({_PRINT})?[ \t]*\r?$", re.MULTILINE)
_ANY = re.compile(rf"(?<![0-9a-f])(?:{_PRINT})(?![0-9a-f])")
_SEAL = "上の行の SHA-256 of the lines above"
_SEALED = re.compile(rf"^{_SEAL}: ([0-9a-f]{{64}})\r?$", re.MULTILINE)
_WINNER = "勝者 winner"
_NONE = Message("勝者なし (指し直しなど)", "no winner (such as a replay)")


class DecisionState(StrEnum):
    """State of a decision file: sealed, free words, or changed."""

    SEALED = "sealed"
    """It is as :func:`decision_text` has written it."""
    OWN_WORDS = "own-words"
    """It was written, or filled in, by hand."""
    CHANGED = "changed"
    """It is no longer as :func:`decision_text` has written it."""


class ArbiterDecision(NamedTuple):
    """Decision of an arbiter; empty fields are left for ink."""

    winner: Winner | None = None
    text: str = ""
    by: str = ""
    date: str = ""
    """As the arbiter writes it; no clock is asked."""


def decision_text(fingerprint: str, decided: ArbiterDecision) -> str:
    """Return the decision as text, the arbiter's words indented.

    Ended by LF; no line of the words counts, because each is indented.

    A decision that names a winner ends in the SHA-256 of the lines above; a form to be filled in does not.
    """
    winner = f"{_WINNER}:" if decided.winner is None else _winner_line(decided.winner)
    lines = [
        "裁定 decision",
        f"{_KEY}: {fingerprint_groups(fingerprint)}",
        winner,
        f"審判 arbiter: {visible(decided.by)}",
        f"日付 date: {visible(decided.date)}",
        "裁定の文 text:",
        *(f"  {line}" for line in visible_lines(decided.text).split("\n")),
        "署名 signatures: 審判 ____________________  先手 ____________________  後手 ____________________",
    ]
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    return text if decided.winner is None else f"{text}{_SEAL}: {sha256_hex(text.encode())}\n"


def decision_fingerprint(data: bytes) -> str | None:
    """Return the fingerprint of a decision; None for none or several.

    It stands in a line of its own; a decision in words of somebody's own may name it anywhere.
    """
    text = _decode_decision(data)
    lines = [match[1] for match in _LINE.finditer(text)]
    found = lines or [match[0] for match in _ANY.finditer(text)]
    named = {str(one).replace(" ", "") for one in found if one}
    return named.pop() if len(named) == 1 and len(lines) <= 1 else None


def decision_state(data: bytes) -> DecisionState:
    """Return the state of a decision, by the SHA-256 of its lines.

    The program never names a winner in its own words without that last line. So where such a winner stands without it, the line
    was taken away. What is in words of one's own may have been changed: nothing in it would show that.
    """
    text = _decode_decision(data)
    seals = list(_SEALED.finditer(text))
    if not seals:
        lines = {line.rstrip() for line in text.splitlines()}
        return DecisionState.CHANGED if _SEAL in text or lines & _winners() else DecisionState.OWN_WORDS
    sealed = text[: seals[-1].start()].replace("\r\n", "\n")
    whole = len(seals) == 1 and sha256_hex(sealed.encode()) == seals[0][1] and not text[seals[0].end() :].strip()
    return DecisionState.SEALED if whole else DecisionState.CHANGED


def _decode_decision(data: bytes) -> str:
    """Return the text of a decision; empty for invalid UTF-8."""
    return data.decode("utf-8-sig", "replace")


def _winner_line(winner: Winner) -> str:
    label = _NONE if winner == "none" else OUTCOME_LABELS[Outcome(winner)]
    return f"{_WINNER}: {winner} {label.ja} {label.en}"


def _winners() -> set[str]:
    return {_winner_line(winner) for winner in WINNERS}


MAX_FIELDS_SHOWN = 20
"""The most fields that are named where contents differ."""
_SUM = re.compile(r"([0-9a-f]{64})  ([^\n]+)")


class Finding(NamedTuple):
    """Finding on a file of a dossier."""

    file: str
    code: str
    message: Message

    def to_json(self) -> dict[str, object]:
        """Return the finding as a JSON object."""
        return {"file": self.file, "code": self.code, "message": self.message.to_json()}


class DossierCheck(NamedTuple):
    """Result of a verification; without findings the dossier is reproduced."""

    fingerprint: str | None
    """The SHA-256 of dossier.json as it stands in the folder; None without that file."""
    findings: tuple[Finding, ...]
    decision: DecisionState | None
    """What the decision is that names this fingerprint; CHANGED also for one that names another, None if there is no decision."""
    version: str | None = None
    """The version that says it has made the dossier, if it is another one than this."""


def check_dossier(
    files: Mapping[str, bytes],
    unreadable: Mapping[str, Message],
    run_repair: Callable[[Repair], object] | None = None,
    progress: Callable[[int], None] | None = None,
) -> DossierCheck:
    """Check the files of a dossier.

    `files` are the bytes of its files by name; names that no dossier has count as extra files, whatever they hold.
    `unreadable` are the names of what could not be read, with the reason. `run_repair` and `progress` are those of
    :func:`analysis.dossier.contents.make_dossier`.
    """
    findings = [Finding(name, "not-a-file", why) for name, why in unreadable.items()]
    findings += [Finding(name, "extra-file", _EXTRA) for name in files if name not in KNOWN]
    there = {name: data for name, data in files.items() if name in KNOWN}
    fingerprint = sha256_hex(there[JSON]) if JSON in there else None
    told = _parse_dossier(there.get(JSON))
    version = _other_program_version(told)
    # The page without a server makes no PDF: its list of digests names none.
    paper = PDF in there or PDF.encode() in there.get(SUMS, PDF.encode())
    findings += (
        _missing_file_findings(there, unreadable, told)
        if paper
        else (one for one in _missing_file_findings(there, unreadable, told) if one.file != PDF)
    )
    inputs = Inputs.from_copies(there)
    findings += _duplicate_copy_findings(there, inputs)
    changed = {finding.file: finding for finding in _changed_input_findings(there, told)}
    findings += changed.values()
    made = None
    if inputs.find(InputRole.A) is not None and not changed:
        try:
            made = dossier_files(inputs, make_dossier(inputs, **_search_limits(run_repair, progress)), paper=paper)
        except UnusableInput as refused:
            findings.append(Finding(refused.file, refused.code, refused.message))
        else:
            findings += _differing_file_findings(there, made, told, version)
    if made is None:
        findings += _checksum_findings(there, {finding.file for finding in findings})
    right = sha256_hex(made[JSON]) if made is not None and version is None else fingerprint
    wrong = list(_decision_findings(there, right))
    findings += wrong
    findings = sorted({(one.file, one.code): one for one in reversed(findings)}.values(), key=lambda one: one.file)
    decision = None if DECISION not in there else DecisionState.CHANGED if wrong else decision_state(there[DECISION])
    return DossierCheck(fingerprint, tuple(findings), decision, version)


def _decision_findings(present: Mapping[str, bytes], fingerprint: str | None) -> Iterator[Finding]:
    """Yield findings on the decision: wrong fingerprint, or changed text."""
    if DECISION not in present:
        return
    named = decision_fingerprint(present[DECISION])
    if named is None or named != fingerprint:
        yield Finding(DECISION, "other-fingerprint", _UNDECIDED if named is None else _OTHER)
    elif decision_state(present[DECISION]) is DecisionState.CHANGED:
        yield Finding(DECISION, "changed", _ALTERED)


_EXTRA = Message("この調書のファイルではありません", "no file of this dossier")
_MISSING = Message("ありません", "it is missing")
_CHANGED = Message("作ったときと違います (SHA256SUMS と合いません)", "not what was made (unlike SHA256SUMS)")
_OTHER = Message("別の指紋を名指しています", "it names another fingerprint")
_UNDECIDED = Message("指紋の行が一つだけ要ります", "it needs exactly one line with a fingerprint")
_ALTERED = Message(
    "書いたときのままではありません (最後の行の SHA-256 がないか、合いません)",
    "not as it was written: its last line, the SHA-256 of the lines above, is missing or does not fit",
)
_INPUT = Message("調書を作ったときのファイルと違います", "not the file that the dossier was made from")


def _search_limits(run_repair: object, progress: object) -> dict[str, Any]:
    return {key: value for key, value in (("run_repair", run_repair), ("progress", progress)) if value is not None}


def _parse_dossier(data: bytes | None) -> dict[str, Any] | None:
    """Return what dossier.json says, None if it is no JSON object."""
    try:
        value = json.loads(data or b"")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _other_program_version(contents: dict[str, Any] | None) -> str | None:
    """Return the other program version that made a dossier, if named."""
    versions = contents.get("versions") if contents is not None else None
    program = versions.get("program") if isinstance(versions, dict) else None
    return (
        program
        if isinstance(program, str) and program != lazy_imports_extras_and_package_files.program_version()
        else None
    )


def _listed_inputs(contents: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    """Return the inputs listed in dossier.json, by names of copies."""
    listed = contents.get("inputs") if contents is not None else None
    entries = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    return {one["file"]: one for one in entries if isinstance(one.get("file"), str) and one["file"] in FILES}


def _missing_file_findings(
    present: Mapping[str, bytes], unreadable: Mapping[str, Message], contents: dict[str, Any] | None
) -> Iterator[Finding]:
    names = [*MADE, *_listed_inputs(contents)]
    if not any(
        f"{InputRole.A.value}.{kind}" in names or f"{InputRole.A.value}.{kind}" in present
        for kind in KINDS[InputRole.A]
    ):
        names.append(f"{InputRole.A.value}.{KINDS[InputRole.A][0]}")
    yield from (
        Finding(name, "missing-file", _MISSING) for name in names if name not in present and name not in unreadable
    )


def _duplicate_copy_findings(present: Mapping[str, bytes], inputs: Inputs) -> Iterator[Finding]:
    """Yield duplicate copies: two files of one sheet."""
    yield from (Finding(name, "extra-file", _EXTRA) for name in present if name in FILES and name not in inputs.files)


def _changed_input_findings(present: Mapping[str, bytes], contents: dict[str, Any] | None) -> Iterator[Finding]:
    """Yield copies that differ from dossier.json, or are not listed there.

    Where dossier.json contradicts itself about an input, dossier.json is at fault, and making it again shows that.
    """
    listed = _listed_inputs(contents)
    for name in sorted(present.keys() & FILES):
        entry = listed.get(name)
        if entry is None:
            if listed:
                yield Finding(name, "extra-file", _EXTRA)
        elif (text := input_bytes(entry)) is not None and sha256_hex(text) == entry.get("sha256") != sha256_hex(
            present[name]
        ):
            yield Finding(name, "changed", _INPUT)


def _differing_file_findings(
    present: Mapping[str, bytes],
    rebuilt: Mapping[str, bytes],
    contents: dict[str, Any] | None,
    version: str | None,
) -> Iterator[Finding]:
    """Yield files that differ from those rebuilt from the inputs."""
    same = present.get(JSON) == rebuilt[JSON]
    if JSON in present and not same:
        yield Finding(
            JSON,
            "other-version" if version is not None else "changed",
            _differing_fields_message(contents, json.loads(rebuilt[JSON]), version),
        )
    if version is not None and not same:
        # What another version draws cannot be made here. The list of digests tells what was changed since.
        yield from _checksum_findings(present, set())
        return
    for name in (HTML, PDF):
        if name in present and present[name] != rebuilt[name]:
            yield Finding(
                name, "changed", _pdf_difference_message(present[name], rebuilt[name]) if name == PDF else _NOT_MADE
            )
    if SUMS in present and present[SUMS] != rebuilt[SUMS]:
        yield Finding(SUMS, "changed", _NOT_MADE)


_NOT_MADE = Message("記録から作り直したものと違います", "not what the inputs give when it is made again")
_DRAWN = re.compile(rb"ReportLab [0-9][0-9A-Za-z.]*")


def _pdf_difference_message(present: bytes, rebuilt: bytes) -> Message:
    """Return the message on a PDF that differs.

    Another version of its library may have drawn it.
    """
    by, now = (match[0].decode() if (match := _DRAWN.search(data)) else "" for data in (present, rebuilt))
    if by == now or not by:
        return _NOT_MADE
    return Message(
        f"{by} で描かれていて、ここの {now} では作り直して比べられません",
        f"it says that it was drawn by {by}; {now} here cannot make it again to compare",
    )


def _differing_fields_message(contents: dict[str, Any] | None, rebuilt: dict[str, Any], version: str | None) -> Message:
    """Return which fields of dossier.json differ from what is made now."""
    if contents is None:
        return Message("JSON として読めません", "it is no JSON object")
    names = [quoted(name) for name in differing_fields(contents, rebuilt)]
    if not names:
        return Message(
            "中身は同じですが、正規の書き方ではありません", "its contents are the same, but not in canonical form"
        )
    more = len(names) - MAX_FIELDS_SHOWN
    shown = " ".join(names[:MAX_FIELDS_SHOWN]) + (f" … (+{more})" if more > 0 else "")
    if version is None:
        return Message(f"記録から作り直すと違うところ: {shown}", f"unlike what the inputs give: {shown}")
    by, own = quoted(version), lazy_imports_extras_and_package_files.program_version()
    return Message(
        f"kifu {by} が作った調書です (ここは {own})。違うところ: {shown}",
        f"made by kifu {by}, and this is {own}; fields that differ: {shown}",
    )


def differing_fields(first_json: object, second_json: object, path: str = "") -> list[str]:
    """Return paths of fields in which JSON values differ: ``versions.program``."""
    found: list[str] = []
    pending = [(first_json, second_json, path)]
    while pending and len(found) <= 100 * MAX_FIELDS_SHOWN:
        left, right, at = pending.pop()
        if isinstance(left, dict) and isinstance(right, dict):
            keys = sorted(left.keys() | right.keys(), reverse=True)
            pending += [
                (left.get(key, _ABSENT), right.get(key, _ABSENT), f"{at}.{key}" if at else str(key)) for key in keys
            ]
        elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
            pending += [
                (left[number], right[number], f"{at}.{number}" if at else str(number))
                for number in range(len(left) - 1, -1, -1)
            ]
        elif left != right or type(left) is not type(right):
            found.append(at)
    return found


_ABSENT = object()


def _checksum_findings(present: Mapping[str, bytes], excepted: set[str]) -> Iterator[Finding]:
    """Yield files that differ from SHA256SUMS, except the `excepted` ones."""
    if SUMS not in present:
        return
    lines = present[SUMS].decode("utf-8", "replace").splitlines()
    sums = {match[2]: match[1] for line in lines if (match := _SUM.fullmatch(line))}
    listed = {name for name in present if name not in {SUMS, DECISION}}
    if len(sums) != len(lines) or set(sums) - listed - excepted or listed - set(sums) - excepted:
        yield Finding(SUMS, "changed", Message("ファイルの一覧が合いません", "its list of files is not right"))
    for name in sorted(listed & sums.keys()):
        if name not in excepted and sha256_hex(present[name]) != sums[name]:
            yield Finding(name, "changed", _CHANGED)
