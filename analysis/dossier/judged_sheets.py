"""Sheets of a dossier as records, read and judged.

The record of a journal is what it adds up to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.dossier.inputs import BESIDE, JOURNAL, TOML, TXT, InputRole, UnusableInput
from analysis.dossier.journal_timeline import chronicle
from kifu.core.errors import UnreadableFile
from kifu.core.message import Message
from kifu.games.ruleset import VariantFile, named_file
from kifu.referee.verify import verify
from notation.formats.kif_head import Rules
from notation.named_variant_file import text_of
from notation.reading import read

if TYPE_CHECKING:
    from analysis.dossier.inputs import Input, Inputs
    from analysis.dossier.journal_timeline import Chronicle
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from notation.reading import Document

__all__ = ["JudgedSheet", "read_sheet", "rules_of"]


class JudgedSheet(NamedTuple):
    """Sheet: the one record of an input, with its verdict."""

    role: InputRole
    document: Document
    record: Record
    verdict: Verdict
    chronicle: Chronicle | None = None
    """The time line of the journal that the record was made from; None for a sheet that is a record itself."""


def rules_of(inputs: Inputs, role: InputRole) -> Rules:
    """Return the rules of a sheet: given for all, or named there."""
    given = inputs.of(InputRole.RULES, TXT)
    if given is not None:
        file = inputs.of(InputRole.RULES, TOML)
        text, own = _text(given).removesuffix("\n"), "" if file is None else _text(file)
        named = named_file(text)
        return Rules(given=text if file is None or named is None else VariantFile(file.file, own, named.options))
    beside = inputs.of(BESIDE[role])

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
        return text_of(beside.file, beside.data)

    return Rules(load)


def read_sheet(inputs: Inputs, role: InputRole, rules: Rules | None = None) -> JudgedSheet | None:
    """Return the sheet of a role, if there is one.

    `rules` are the rules to read it by, in place of those among the inputs. Raises Rejected for a sheet without a known
    game, and for a file with several records.
    """
    one = inputs.of(role)
    if one is None:
        return None
    history = chronicle(one.file, one.data) if one.kind == JOURNAL else None
    data = one.data if history is None else (history.record or "").encode()
    name = one.file if history is None else f"{role.value}.kif"
    document = read(name, data, rules or rules_of(inputs, role))
    if len(document.records) > 1:
        count = len(document.records)
        message = Message(
            f"棋譜が {count} 局あります。一局だけのファイルにしてください",
            f"it holds {count} records; give a file with one",
        )
        raise UnusableInput("not-one-record", message, one.file)
    if not document.records or document.records[0].game is None:
        raise _unknown_game(document, history, one.file)
    record = document.records[0]
    return JudgedSheet(role, document, record, verify(record, document.sha256, document.diagnostics), history)


def _text(one: Input) -> str:
    """Return the text of the rules that were given. Raises Rejected."""
    try:
        return text_of(one.file, one.data)
    except UnreadableFile as unreadable:
        raise UnusableInput(unreadable.code, unreadable.message, one.file) from None


def _unknown_game(document: Document, history: Chronicle | None, file: str) -> UnusableInput:
    """Return the error for a sheet without a known game."""
    if history is not None and history.record is None and history.stopped is not None:
        return UnusableInput("no-game", history.stopped, file)
    found = [*document.diagnostics, *(one for record in document.records for one in record.diagnostics)]
    errors = [one for one in found if one.severity.value == "error"]
    if errors:
        return UnusableInput(errors[0].code, errors[0].message, file)
    return UnusableInput("no-game", Message("棋種がわかりません", "its game is not known"), file)
