"""Document sections of a whole dossier, as blocks for HTML and PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.dossier.contents import journals_of
from analysis.dossier.document_blocks import (
    NAME,
    DecisionBlock,
    FactsBlock,
    HeadingBlock,
    ListingBlock,
    TableBlock,
    TableRow,
    TextBlock,
    in_words,
    name_or_nothing,
)
from analysis.dossier.inputs import InputRole
from analysis.dossier.journal_section import journal_blocks
from analysis.dossier.sheet_section import comparison_blocks, sheet_blocks
from kifu.core.game.identity import SIDES
from kifu.core.games import load
from kifu.core.message import Message, quoted
from kifu.recording.game_setup import MODE_LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.contents import Dossier
    from analysis.dossier.document_blocks import Block


def dossier_blocks(dossier: Dossier) -> tuple[Block, ...]:
    """Return a dossier as blocks, in the arbiter's reading order."""
    told = dossier.contents
    return (
        *_game_blocks(told),
        *sheet_blocks(told, InputRole.A.label, dossier.boards["a"], other=told["b"] is not None),
        *(sheet_blocks(told["b"], InputRole.B.label, dossier.boards["b"], other=True) if told["b"] is not None else ()),
        *comparison_blocks(told["reconciliation"], dossier.difference),
        *(block for role, journal in journals_of(told) for block in journal_blocks(role, journal)),
        *_input_blocks(told),
        *_of_the_decision(told),
        *_text_blocks(told),
    )


def _game_blocks(told: dict[str, Any]) -> Iterator[Block]:
    sides = SIDES if told["verdict"]["games"] else load(told["game"]["id"]).sides
    mode = MODE_LABELS.get(told["mode"] or "", Message("記録簿がないので不明", "not known: there is no journal"))
    yield FactsBlock(
        (
            (Message("棋種", "game"), in_words(told["game"]["name"])),
            (Message("規則", "rules"), _rules(told)),
            *(
                (side.label, _value_of_both(told, "parties", key))
                for side, key in zip(sides, ("first", "second"), strict=True)
            ),
            (Message("記録の仕方", "mode"), mode),
            *(
                (Message(key, key), _value_of_both(told, "head", key))
                for key in ("棋戦", "場所", "開始日時", "終了日時")
                if told["head"].get(key) or (told["b"] is not None and told["b"]["head"].get(key))
            ),
        )
    )


def _rules(told: dict[str, Any]) -> Message | str:
    own = quoted(told["game"]["rules"], NAME)
    other = own if told["b"] is None else quoted(told["b"]["verdict"]["rules"] or "", NAME)
    return own if own == other else _of_both_sheets(own, other)


def _value_of_both(told: dict[str, Any], member: str, key: str) -> Message | str:
    """Return the value of both sheets, or each where they differ."""
    a = told[member].get(key)
    b = a if told["b"] is None else told["b"][member].get(key)
    if a == b:
        return name_or_nothing(a)
    return _of_both_sheets(name_or_nothing(a), name_or_nothing(b))


def _of_both_sheets(a: str, b: str) -> Message:
    return Message(f"A: {a}、B: {b}", f"A: {a}, B: {b}")


def _input_blocks(told: dict[str, Any]) -> Iterator[Block]:
    yield HeadingBlock(1, Message("調べたもの", "what was examined"))
    yield TableBlock(
        (
            Message("ファイル", "file"),
            Message("バイト", "bytes"),
            Message("文字", "encoding"),
            Message("SHA-256", "SHA-256"),
        ),
        (0.16, 0.1, 0.16, 0.58),
        tuple(
            TableRow(
                (one["file"], str(one["bytes"]), one["encoding"] or Message("文字にならない", "no text"), one["sha256"])
            )
            for one in told["inputs"]
        ),
        Message("調べたもの", "inputs"),
    )
    versions = told["versions"]
    yield FactsBlock(
        (
            (Message("プログラム", "program"), f"kifu {versions['program']}"),
            (Message("規則", "rule set"), quoted(versions["rules"], NAME)),
            (
                Message("規則書", "rulebook"),
                f"{versions['rulebook']['rules']}, SHA-256 {versions['rulebook']['sha256']}",
            ),
        )
    )


def _of_the_decision(told: dict[str, Any]) -> Iterator[Block]:
    first, second = load(told["game"]["id"]).sides
    yield HeadingBlock(1, Message("裁定", "decision"))
    yield DecisionBlock((Message("審判", "arbiter"), first.label, second.label))


def _text_blocks(told: dict[str, Any]) -> Iterator[Block]:
    yield HeadingBlock(1, Message("付録: 調べたものの全文", "appendix: the full texts"))
    for one in told["inputs"]:
        label = InputRole(one["role"]).label
        name = Message(f"{one['file']} ({label.ja})", f"{one['file']} ({label.en})")
        if one["text"] is not None:
            yield ListingBlock(name, one["text"])
        else:
            yield HeadingBlock(2, name)
            yield TextBlock(in_words(one["problem"]["message"]))
    for role, journal in journals_of(told):
        if role is not InputRole.JOURNAL and journal["record"] is not None:
            file = f"{role.value}.journal"
            yield ListingBlock(
                Message(f"{file} から作った棋譜", f"the record that {file} adds up to"), journal["record"]
            )
