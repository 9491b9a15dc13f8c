"""Section of a journal: hash chain, contradictory entries, every entry in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.dossier import event_text
from analysis.dossier.document_blocks import FactsBlock, HeadingBlock, TableBlock, TableRow, TextBlock
from analysis.dossier.inputs import InputRole
from analysis.dossier.section_text import LONG, NAME, in_words
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.document_blocks import Block


def of_a_journal(role: InputRole, journal: dict[str, Any]) -> Iterator[Block]:
    """Yield the blocks of the journal of an input role."""
    name = Message("記録簿", "journal") if role is InputRole.JOURNAL else role.label
    yield HeadingBlock(
        1,
        Message(
            f"{name.ja}の時系列",
            f"time line of the {name.en}" if role is InputRole.JOURNAL else f"time line of {name.en}",
        ),
    )
    yield FactsBlock(
        (
            (Message("行数", "lines"), str(journal["lines"])),
            (Message("末尾のハッシュ", "hash of the last line"), journal["head"]),
            (Message("連鎖", "chain"), _chain(journal)),
        )
    )
    yield from _damages(journal)
    if journal.get("against_a") is not None:
        yield TextBlock(_against(journal["against_a"]))
    if journal["conflicts"]:
        yield HeadingBlock(2, Message("二通りに書かれた手", "plies that were written in two ways"))
        yield TableBlock(
            (Message("手", "ply"), Message("記入", "entry"), Message("書かれた手", "text"), Message("記録者", "by")),
            (0.1, 0.1, 0.45, 0.35),
            tuple(_overwrite_row(ply["ply"], one) for ply in journal["conflicts"] for one in ply["written"]),
            Message("二通りに書かれた手", "conflicts"),
        )
    if journal["events"]:
        yield HeadingBlock(2, Message("記入の順", "every entry in order"))
        yield TableBlock(
            (
                Message("番", "no."),
                Message("時刻 (UTC)", "time (UTC)"),
                Message("記入", "entry"),
                Message("記録者", "by"),
            ),
            (0.07, 0.2, 0.51, 0.22),
            tuple(map(_event, journal["events"])),
            Message("記入の順", "time line"),
        )


def _chain(journal: dict[str, Any]) -> Message:
    if journal["whole"]:
        return Message("切れ目なし", "whole")
    return Message("完全ではない (下記)", "not whole (see below)")


def _damages(journal: dict[str, Any]) -> Iterator[Block]:
    if journal["stopped"] is not None:
        yield TextBlock(in_words(journal["stopped"]), "strong")
    damage, torn = journal["damage"], journal["torn"]
    if damage is not None:
        unread = damage["unread"]
        yield TextBlock(
            Message(
                f"そこから先の {unread} バイトは読んでいません。時系列はその前までです",
                f"{unread} bytes from there on were not read; the time line ends before them",
            )
        )
    if torn is not None:
        size, offset = torn["bytes"], torn["offset"]
        yield TextBlock(
            Message(
                f"最後の行は書きかけです: {offset} バイト目から {size} バイト。受け取りの返事は出ていません",
                f"the last line is torn: {size} bytes from byte {offset}; it was never acknowledged",
            ),
            "strong",
        )
        if torn["text"] is not None:
            yield TextBlock(quoted(torn["text"], NAME), "quote")
    if journal["unended"]:
        yield TextBlock(Message("最後の行に改行がありません", "the last line lacks its line end"))


def _against(compared: dict[str, Any]) -> Message:
    if compared["same_bytes"]:
        return Message(
            "記録 A は、この記録簿から作られる棋譜と同じファイルです",
            "sheet A is the very record that this journal adds up to",
        )
    if compared["same_lines"]:
        return Message("記録 A の手は、この記録簿のものと同じです", "the moves of sheet A are those of this journal")
    first = compared["first_difference"]
    return Message(
        f"記録 A の手は、{first} 手目からこの記録簿のものと違います",
        f"sheet A differs from this journal from ply {first} on",
    )


def _overwrite_row(ply: int, written: dict[str, Any]) -> TableRow:
    cells = (str(ply), str(written["seq"]), quoted(written["text"], LONG), quoted(written["by"], LONG))
    return TableRow(cells, "struck" if written["taken_back_by"] is not None else "")


def _event(event: dict[str, Any]) -> TableRow:
    cells = (str(event["seq"]), event_text.time(event), event_text.words(event), quoted(event["by"]))
    mark = "struck" if event.get("taken_back_by") is not None else "wrong" if event.get("legal") is False else ""
    return TableRow(cells, mark)  # type: ignore[arg-type]  # one of the marks
