"""Inputs of a dossier under fixed names, and its sheets read and judged.

No name of a file, and no name that stands in a file, becomes the name of a copy: the role and the kind of an input do. The
record of a journal is what it adds up to.
"""

from __future__ import annotations

import base64
import hashlib
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from analysis.dossier.journal_timeline import read_timeline
from kifu.core.diagnostic import error, note
from kifu.core.errors import KifuError, UnreadableFile
from kifu.core.game.options import VariantFile, named_file
from kifu.core.message import Message
from kifu.referee.verify import verify
from notation.documents_and_variant_files import variant_file_text
from notation.encoding import NAMES, UTF8_BOM, decode
from notation.formats.kif_head_reader import RulesSource
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analysis.dossier.journal_timeline import JournalTimeline
    from kifu.core.diagnostic import Diagnostic
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from notation.reading import Document

_BOM = " (BOM)"
KIF, JSON, JOURNAL, TOML, TXT = "kif", "json", "journal", "toml", "txt"


class UnusableInput(KifuError):
    """Input that allows no dossier; `file` names its copy."""

    def __init__(self, code: str, message: Message, file: str) -> None:
        super().__init__(code, message)
        self.file = file


class InputRole(StrEnum):
    """Role of an input; its value begins the name of the copy."""

    A = "a"
    B = "b"
    JOURNAL = "journal"
    RULES = "rules"
    """The rules that were given for all sheets: their text (.txt), and the variant file that it names (.toml)."""
    RULES_A = "rules-a"
    """The variant file that sheet A names."""
    RULES_B = "rules-b"

    @property
    def label(self) -> Message:
        """The role in words."""
        return _LABELS[self]


_LABELS = {
    InputRole.A: Message("記録 A", "sheet A"),
    InputRole.B: Message("記録 B", "sheet B"),
    InputRole.JOURNAL: Message("記録簿", "journal"),
    InputRole.RULES: Message("指定した規則", "rules given"),
    InputRole.RULES_A: Message("A の規則のファイル", "variant file of A"),
    InputRole.RULES_B: Message("B の規則のファイル", "variant file of B"),
}
BESIDE = {InputRole.A: InputRole.RULES_A, InputRole.B: InputRole.RULES_B}
"""The role of the variant file that a sheet names."""
KINDS = {
    InputRole.A: (KIF, JSON, JOURNAL),
    InputRole.B: (KIF, JSON, JOURNAL),
    InputRole.JOURNAL: (JOURNAL,),
    InputRole.RULES: (TXT, TOML),
    InputRole.RULES_A: (TOML,),
    InputRole.RULES_B: (TOML,),
}
"""The kinds that the inputs of a role can have. A sheet has one of them."""


class Input(NamedTuple):
    """One input of a dossier."""

    role: InputRole
    kind: str
    data: bytes

    @property
    def file(self) -> str:
        """The name of its copy."""
        return f"{self.role.value}.{self.kind}"

    @property
    def sha256(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()

    def to_json(self) -> dict[str, object]:
        """Return the input as JSON with its text, or bytes in base64."""
        text, encoding, wrong = _text_encoding_or_error(self)
        members: dict[str, object] = {
            "role": self.role.value,
            "file": self.file,
            "bytes": len(self.data),
            "sha256": self.sha256,
            "encoding": encoding,
            "text": text,
        }
        if input_bytes(members) != self.data:
            members["base64"] = base64.b64encode(self.data).decode("ascii")
        if wrong is not None:
            members["problem"] = {"code": wrong.code, "message": wrong.message.to_json()}
        return members


FILES = frozenset(f"{role.value}.{kind}" for role, kinds in KINDS.items() for kind in kinds)
"""Every name that the copy of an input can have."""


class Inputs(NamedTuple):
    """All inputs of a dossier, in the order of their roles."""

    all: tuple[Input, ...]

    def find(self, role: InputRole, kind: str | None = None) -> Input | None:
        """Return the input of a role and kind, if any."""
        return next((one for one in self.all if one.role is role and kind in {None, one.kind}), None)

    @property
    def files(self) -> dict[str, bytes]:
        """The copies by their names."""
        return {one.file: one.data for one in self.all}

    @classmethod
    def from_copies(cls, bytes_by_name: Mapping[str, bytes]) -> Inputs:
        """Return inputs from their copies in `bytes_by_name`; duplicate sheets count once."""
        found = []
        for role, kinds in KINDS.items():
            there = [
                Input(role, kind, bytes_by_name[f"{role.value}.{kind}"])
                for kind in kinds
                if f"{role.value}.{kind}" in bytes_by_name
            ]
            found += there if role is InputRole.RULES else there[:1]
        return cls(tuple(found))


def input_bytes(input_json: Mapping[str, object]) -> bytes | None:
    """Return the bytes that an input's JSON holds, if any."""
    text, encoding, encoded = input_json.get("text"), input_json.get("encoding"), input_json.get("base64")
    try:
        if isinstance(encoded, str):
            return base64.b64decode(encoded, validate=True)
        if not isinstance(text, str) or not isinstance(encoding, str):
            return None
        name = encoding.removesuffix(_BOM)
        codec = next((codec for codec, known in NAMES.items() if known == name), None)
        if codec is None or name == NAMES["utf-16-le"]:  # the two byte orders of UTF-16 have one name
            return None
        return (UTF8_BOM if encoding.endswith(_BOM) else b"") + text.encode(codec)
    except ValueError:
        return None


def sheet_kind(data: bytes, file_name: str = "") -> str:
    """Return the kind of a sheet by content, else by file ending.

    The ending tells a journal whose first line is damaged.
    """
    text = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.startswith(b'{"by":') or file_name.lower().endswith(f".{JOURNAL}"):
        return JOURNAL
    return JSON if text.startswith(b"{") else KIF


def _text_encoding_or_error(dossier_input: Input) -> tuple[str | None, str | None, Diagnostic | None]:
    """Return text and encoding of an input, or the decoding error."""
    if dossier_input.kind in {JOURNAL, TOML, TXT}:
        try:
            return dossier_input.data.decode(), NAMES["utf-8"], None
        except UnicodeDecodeError as failed:
            return None, None, _not_utf8_note(failed.start)
    try:
        source = decode(dossier_input.file, dossier_input.data)
    except UnreadableFile as unreadable:
        return None, None, error(unreadable.code, unreadable.message)
    return source.text, NAMES.get(source.encoding, source.encoding) + (_BOM if source.bom else ""), None


def _not_utf8_note(byte_offset: int) -> Diagnostic:
    message = Message(
        f"{byte_offset} バイト目から UTF-8 として読めません。バイト列を base64 で示します",
        f"no UTF-8 from byte {byte_offset} on; the bytes are given in base64",
    )
    return note("not-text", message)


__all__ = ["JudgedSheet", "read_sheet", "sheet_rules"]


class JudgedSheet(NamedTuple):
    """Sheet: the one record of an input, with its verdict."""

    role: InputRole
    document: Document
    record: Record
    verdict: Verdict
    chronicle: JournalTimeline | None = None
    """The time line of the journal that the record was made from; None for a sheet that is a record itself."""


def sheet_rules(inputs: Inputs, role: InputRole) -> RulesSource:
    """Return the rules of a sheet: given for all, or named there."""
    given = inputs.find(InputRole.RULES, TXT)
    if given is not None:
        file = inputs.find(InputRole.RULES, TOML)
        text, own = _rules_text(given).removesuffix("\n"), "" if file is None else _rules_text(file)
        named = named_file(text)
        return RulesSource(given=text if file is None or named is None else VariantFile(file.file, own, named.options))
    beside = inputs.find(BESIDE[role])

    def load(name: str) -> str:
        if beside is None:
            raise UnreadableFile(
                "variant-file",
                Message(
                    f"規則のファイルの写し {BESIDE[role].value}.{TOML} がありません",
                    f"there is no copy of the variant file, {BESIDE[role].value}.{TOML}",
                ),
                width=max(1, len(name)),
            )
        return variant_file_text(beside.file, beside.data)

    return RulesSource(load)


def read_sheet(inputs: Inputs, role: InputRole, rules: RulesSource | None = None) -> JudgedSheet | None:
    """Return the sheet of a role, if there is one.

    `rules` are the rules to read it by, in place of those among the inputs. Raises Rejected for a sheet without a known
    game, and for a file with several records.
    """
    one = inputs.find(role)
    if one is None:
        return None
    history = read_timeline(one.file, one.data) if one.kind == JOURNAL else None
    data = one.data if history is None else (history.record or "").encode()
    name = one.file if history is None else f"{role.value}.kif"
    document = read(name, data, rules or sheet_rules(inputs, role))
    if len(document.records) > 1:
        count = len(document.records)
        message = Message(
            f"棋譜が {count} 局あります。一局だけのファイルにしてください",
            f"it holds {count} records; give a file with one",
        )
        raise UnusableInput("not-one-record", message, one.file)
    if not document.records or document.records[0].game is None:
        raise _unknown_game_error(document, history, one.file)
    record = document.records[0]
    return JudgedSheet(role, document, record, verify(record, document.sha256, document.diagnostics), history)


def _rules_text(rules_input: Input) -> str:
    """Return the text of the rules that were given. Raises Rejected."""
    try:
        return variant_file_text(rules_input.file, rules_input.data)
    except UnreadableFile as unreadable:
        raise UnusableInput(unreadable.code, unreadable.message, rules_input.file) from None


def _unknown_game_error(document: Document, history: JournalTimeline | None, file: str) -> UnusableInput:
    """Return the error for a sheet without a known game."""
    if history is not None and history.record is None and history.stopped is not None:
        return UnusableInput("no-game", history.stopped, file)
    found = [*document.diagnostics, *(one for record in document.records for one in record.diagnostics)]
    errors = [one for one in found if one.severity.value == "error"]
    if errors:
        return UnusableInput(errors[0].code, errors[0].message, file)
    return UnusableInput("no-game", Message("棋種がわかりません", "its game is not known"), file)
