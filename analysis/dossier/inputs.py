"""Inputs of a dossier: sheets, journal and rules under fixed names.

No name of a file, and no name that stands in a file, becomes the name of a copy: the role and the kind of an input do.
"""

from __future__ import annotations

import base64
import hashlib
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import error, note
from kifu.core.errors import KifuError, UnreadableFile
from kifu.core.message import Message
from notation.encoding import NAMES, UTF8_BOM, decode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.diagnostic import Diagnostic

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
        text, encoding, wrong = _decode_input(self)
        members: dict[str, object] = {
            "role": self.role.value,
            "file": self.file,
            "bytes": len(self.data),
            "sha256": self.sha256,
            "encoding": encoding,
            "text": text,
        }
        if bytes_of(members) != self.data:
            members["base64"] = base64.b64encode(self.data).decode("ascii")
        if wrong is not None:
            members["problem"] = {"code": wrong.code, "message": {"ja": wrong.message.ja, "en": wrong.message.en}}
        return members


FILES = frozenset(f"{role.value}.{kind}" for role, kinds in KINDS.items() for kind in kinds)
"""Every name that the copy of an input can have."""


class Inputs(NamedTuple):
    """All inputs of a dossier, in the order of their roles."""

    all: tuple[Input, ...]

    def of(self, role: InputRole, kind: str | None = None) -> Input | None:
        """Return the input of a role and kind, if any."""
        return next((one for one in self.all if one.role is role and kind in {None, one.kind}), None)

    @property
    def files(self) -> dict[str, bytes]:
        """The copies by their names."""
        return {one.file: one.data for one in self.all}

    @classmethod
    def from_files(cls, files: Mapping[str, bytes]) -> Inputs:
        """Return inputs from their copies in `files`; duplicate sheets count once."""
        found = []
        for role, kinds in KINDS.items():
            there = [
                Input(role, kind, files[f"{role.value}.{kind}"]) for kind in kinds if f"{role.value}.{kind}" in files
            ]
            found += there if role is InputRole.RULES else there[:1]
        return cls(tuple(found))


def bytes_of(told: Mapping[str, object]) -> bytes | None:
    """Return the bytes that an input's JSON holds, if any."""
    text, encoding, encoded = told.get("text"), told.get("encoding"), told.get("base64")
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


def kind_of(data: bytes, name: str = "") -> str:
    """Return the kind of a sheet by content, else by file ending.

    The ending tells a journal whose first line is damaged.
    """
    text = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.startswith(b'{"by":') or name.lower().endswith(f".{JOURNAL}"):
        return JOURNAL
    return JSON if text.startswith(b"{") else KIF


def _decode_input(one: Input) -> tuple[str | None, str | None, Diagnostic | None]:
    """Return text and encoding of an input, or the decoding error."""
    if one.kind in {JOURNAL, TOML, TXT}:
        try:
            return one.data.decode(), NAMES["utf-8"], None
        except UnicodeDecodeError as failed:
            return None, None, _no_text(failed.start)
    try:
        source = decode(one.file, one.data)
    except UnreadableFile as unreadable:
        return None, None, error(unreadable.code, unreadable.message)
    text = "".join(line + end for line, end in zip(source.lines, source.ends, strict=True))
    return text, NAMES.get(source.encoding, source.encoding) + (_BOM if source.bom else ""), None


def _no_text(at: int) -> Diagnostic:
    message = Message(
        f"{at} バイト目から UTF-8 として読めません。バイト列を base64 で示します",
        f"no UTF-8 from byte {at} on; the bytes are given in base64",
    )
    return note("not-text", message)
