"""Dossier and its journal turned into blocks of a document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from analysis.dossier.contents import journals_with_roles
from analysis.dossier.document_blocks_and_deciding_boards import (
    LONG,
    NAME,
    DecisionBlock,
    FactsBlock,
    HeadingBlock,
    ListingBlock,
    TableBlock,
    TableRow,
    TextBlock,
    message_of_json,
    shown_player_name,
)
from analysis.dossier.inputs_and_judged_sheets import InputRole
from analysis.dossier.sheets_and_comparison_to_blocks import comparison_blocks, sheet_blocks
from kifu.core.game.rules import SIDES
from kifu.core.games import load
from kifu.core.message import Message, quoted
from kifu.core.outcome import SIDE_IDS, SIDE_LABELS
from kifu.recording.game_setup import MODE_LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.dossier.contents import Dossier
    from analysis.dossier.document_blocks_and_deciding_boards import Block


_ISO = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:\+00:00|Z)", re.ASCII)
_SIDES = dict(zip(SIDE_IDS, SIDE_LABELS, strict=True))
_CLOCK = {
    "start": Message("時計を始める", "clock started"),
    "press": Message("時計を押す", "clock pressed"),
    "stop": Message("時計を止める", "clock stopped"),
    "set": Message("時計を直す", "clock set"),
}
_PLAIN = {
    "join": Message("参加", "joined"),
    "leave": Message("退出", "left"),
    "note": Message("覚え書き", "note"),
    "sign": Message("署名", "signed"),
    "close": Message("対局を閉じる", "closed"),
}


def event_time_text(event: dict[str, Any]) -> str:
    """Return an event's time to the second; unknown formats as written."""
    written = str(event["time"])
    match = _ISO.fullmatch(written)
    return quoted(written) if match is None else f"{match[1]} {match[2]}"


def event_text(event: dict[str, Any]) -> Message:
    """Return what an event of a time line says."""
    kind = event["kind"]
    said = _OF_KIND[kind](event) if kind in _OF_KIND else _plain_event_text(event)
    by = event.get("taken_back_by")
    return said if by is None else Message(f"{said.ja} ({by} で取り消し)", f"{said.en} (taken back by {by})")


def _quoted_event_value(event: dict[str, Any], key: str = "text") -> str:
    value = event.get(key)
    return quoted(" ".join(str(value).split("\n")), LONG) if value not in {None, ""} else ""


def _opening_event_text(event: dict[str, Any]) -> Message:
    mode = MODE_LABELS.get(str(event.get("mode")), Message("", ""))
    rules = _quoted_event_value(event, "rules")
    return Message(f"対局を開く: {rules} ({mode.ja})", f"opened: {rules} ({mode.en})")


def _move_event_text(event: dict[str, Any]) -> Message:
    ply, text = event["ply"], _quoted_event_value(event)
    if event.get("legal") is not False:
        return Message(f"{ply}. {text}", f"{ply}. {text}")
    said = Message(f"{ply} 手目 {text}", f"ply {ply} {text}")
    article = f" [{event['article']}]" if event.get("article") else ""
    why = event["message"]
    return Message(f"{said.ja} — 反則{article}: {why['ja']}", f"{said.en} — illegal{article}: {why['en']}")


def _undo_event_text(event: dict[str, Any]) -> Message:
    """Return the text of a withdrawal of moves."""
    back = event.get("took_back")
    if back is None:
        return Message("取り消し", "take back")
    ply, text, seq = back.get("ply"), _quoted_event_value(back), back["seq"]
    what = {
        "move": Message(f"{ply} 手目 {text}", f"ply {ply} {text}"),
        "board": Message(f"{ply} 手目の後に直した盤", f"the board corrected after ply {ply}"),
        "foul": Message("反則の終局", "the end by a foul"),
    }.get(back["kind"], Message(f"終局 {text}", f"the end {text}"))
    return Message(f"取り消し: {what.ja} ({seq} の記入)", f"took back {what.en} (entry {seq})")


def _correction_event_text(event: dict[str, Any]) -> Message:
    ply, was, text = event["ply"], _quoted_event_value(event, "was"), _quoted_event_value(event)
    if not was:
        return Message(f"訂正: {ply} 手目に {text} を補う", f"corrected: {text} put in as ply {ply}")
    if not text:
        return Message(f"訂正: {ply} 手目 {was} を除く", f"corrected: ply {ply} {was} taken out")
    return Message(f"訂正: {ply} 手目 {was} → {text}", f"corrected: ply {ply} {was} → {text}")


def _foul_event_text(event: dict[str, Any]) -> Message:
    side = _SIDES.get(str(event.get("side")), Message("", ""))
    at = f" ({event['ply']})" if event.get("ply") else ""
    return Message(f"{side.ja}の反則負け{at}", f"{side.en} has lost by a foul{at}")


def _special_word_event_text(event: dict[str, Any]) -> Message:
    side = _SIDES.get(str(event.get("side")), Message("", ""))
    text = " ".join(filter(None, (_quoted_event_value(event, "word"), _quoted_event_value(event, "detail"))))
    return Message(f"{side.ja} {text}".strip(), f"{side.en} {text}".strip())


def _board_event_text(_event: dict[str, Any]) -> Message:
    return Message("盤を直す", "board corrected")


def _clock_event_text(event: dict[str, Any]) -> Message:
    action = _CLOCK.get(str(event.get("action")), Message("時計", "clock"))
    side = _SIDES.get(str(event.get("side")))
    return action if side is None else Message(f"{action.ja} ({side.ja})", f"{action.en} ({side.en})")


def _comment_event_text(event: dict[str, Any]) -> Message:
    ply, text = event.get("ply"), _quoted_event_value(event)
    return Message(f"注釈 ({ply} 手目) {text}", f"comment (ply {ply}) {text}")


def _branch_event_text(event: dict[str, Any]) -> Message:
    ply, moves = event.get("ply"), quoted(" ".join(map(str, event.get("moves", ()))), LONG)
    return Message(f"変化 {ply} 手目から {moves}", f"branch from ply {ply}: {moves}")


def _header_event_text(event: dict[str, Any]) -> Message:
    text = f"{_quoted_event_value(event, 'key')}：{_quoted_event_value(event, 'value')}"
    return Message(f"見出し {text}", f"header {text}")


def _agreement_event_text(event: dict[str, Any]) -> Message:
    ply, text = event["ply"], _quoted_event_value(event)
    return Message(f"確認 {ply} 手目 {text}", f"confirmed ply {ply} {text}")


def _plain_event_text(event: dict[str, Any]) -> Message:
    text = _quoted_event_value(event) or _quoted_event_value(event, "name")
    said = _PLAIN.get(event["kind"], Message(quoted(event["kind"]), quoted(event["kind"])))
    return Message(f"{said.ja} {text}".strip(), f"{said.en} {text}".strip())


_OF_KIND = {
    "open": _opening_event_text,
    "move": _move_event_text,
    "undo": _undo_event_text,
    "correct": _correction_event_text,
    "foul": _foul_event_text,
    "special": _special_word_event_text,
    "board": _board_event_text,
    "clock": _clock_event_text,
    "comment": _comment_event_text,
    "branch": _branch_event_text,
    "header": _header_event_text,
    "agree": _agreement_event_text,
}


def journal_blocks(role: InputRole, journal: dict[str, Any]) -> Iterator[Block]:
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
            (Message("連鎖", "chain"), _chain_state_text(journal)),
        )
    )
    yield from _damage_blocks(journal)
    if journal.get("against_a") is not None:
        yield TextBlock(_sheet_against_journal_text(journal["against_a"]))
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
            tuple(map(_event_row, journal["events"])),
            Message("記入の順", "time line"),
        )


def _chain_state_text(journal: dict[str, Any]) -> Message:
    if journal["whole"]:
        return Message("切れ目なし", "whole")
    return Message("完全ではない (下記)", "not whole (see below)")


def _damage_blocks(journal: dict[str, Any]) -> Iterator[Block]:
    """Yield what a damaged or torn journal has lost."""
    if journal["stopped"] is not None:
        yield TextBlock(message_of_json(journal["stopped"]), "strong")
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


def _sheet_against_journal_text(comparison: dict[str, Any]) -> Message:
    """Return how sheet A compares with the journal's record."""
    if comparison["same_bytes"]:
        return Message(
            "記録 A は、この記録簿から作られる棋譜と同じファイルです",
            "sheet A is the very record that this journal adds up to",
        )
    if comparison["same_lines"]:
        return Message("記録 A の手は、この記録簿のものと同じです", "the moves of sheet A are those of this journal")
    first = comparison["first_difference"]
    return Message(
        f"記録 A の手は、{first} 手目からこの記録簿のものと違います",
        f"sheet A differs from this journal from ply {first} on",
    )


def _overwrite_row(ply: int, written: dict[str, Any]) -> TableRow:
    cells = (str(ply), str(written["seq"]), quoted(written["text"], LONG), quoted(written["by"], LONG))
    return TableRow(cells, "struck" if written["taken_back_by"] is not None else "")


def _event_row(event: dict[str, Any]) -> TableRow:
    cells = (str(event["seq"]), event_time_text(event), event_text(event), quoted(event["by"]))
    mark = "struck" if event.get("taken_back_by") is not None else "wrong" if event.get("legal") is False else ""
    return TableRow(cells, mark)  # type: ignore[arg-type]  # one of the marks


def dossier_blocks(dossier: Dossier) -> tuple[Block, ...]:
    """Return a dossier as blocks, in the arbiter's reading order."""
    told = dossier.contents
    return (
        *_game_blocks(told),
        *sheet_blocks(told, InputRole.A.label, dossier.boards["a"], of_two=told["b"] is not None),
        *(
            sheet_blocks(told["b"], InputRole.B.label, dossier.boards["b"], of_two=True)
            if told["b"] is not None
            else ()
        ),
        *comparison_blocks(told["reconciliation"], dossier.difference),
        *(block for role, journal in journals_with_roles(told) for block in journal_blocks(role, journal)),
        *_input_blocks(told),
        *_decision_blocks(told),
        *_full_text_blocks(told),
    )


def _game_blocks(contents: dict[str, Any]) -> Iterator[Block]:
    """Yield the facts of the game: rules, players, date, place."""
    sides = SIDES if contents["verdict"]["games"] else load(contents["game"]["id"]).sides
    mode = MODE_LABELS.get(contents["mode"] or "", Message("記録簿がないので不明", "not known: there is no journal"))
    yield FactsBlock(
        (
            (Message("棋種", "game"), message_of_json(contents["game"]["name"])),
            (Message("規則", "rules"), _rules_text(contents)),
            *(
                (side.label, _value_or_both_sheets_values(contents, "parties", key))
                for side, key in zip(sides, SIDE_IDS, strict=True)
            ),
            (Message("記録の仕方", "mode"), mode),
            *(
                (Message(key, key), _value_or_both_sheets_values(contents, "head", key))
                for key in ("棋戦", "場所", "開始日時", "終了日時")
                if contents["head"].get(key) or (contents["b"] is not None and contents["b"]["head"].get(key))
            ),
        )
    )


def _rules_text(contents: dict[str, Any]) -> Message | str:
    own = quoted(contents["game"]["rules"], NAME)
    other = own if contents["b"] is None else quoted(contents["b"]["verdict"]["rules"] or "", NAME)
    return own if own == other else _both_sheets_text(own, other)


def _value_or_both_sheets_values(contents: dict[str, Any], member: str, key: str) -> Message | str:
    """Return the value of both sheets, or each where they differ."""
    a = contents[member].get(key)
    b = a if contents["b"] is None else contents["b"][member].get(key)
    if a == b:
        return shown_player_name(a)
    return _both_sheets_text(shown_player_name(a), shown_player_name(b))


def _both_sheets_text(first_text: str, second_text: str) -> Message:
    return Message(f"A: {first_text}、B: {second_text}", f"A: {first_text}, B: {second_text}")


def _input_blocks(contents: dict[str, Any]) -> Iterator[Block]:
    """Yield the table of inputs, with digests and what is wrong."""
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
            for one in contents["inputs"]
        ),
        Message("調べたもの", "inputs"),
    )
    versions = contents["versions"]
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


def _decision_blocks(contents: dict[str, Any]) -> Iterator[Block]:
    first, second = load(contents["game"]["id"]).sides
    yield HeadingBlock(1, Message("裁定", "decision"))
    yield DecisionBlock((Message("審判", "arbiter"), first.label, second.label))


def _full_text_blocks(contents: dict[str, Any]) -> Iterator[Block]:
    """Yield the appendix: full texts of inputs and journals' records."""
    yield HeadingBlock(1, Message("付録: 調べたものの全文", "appendix: the full texts"))
    for one in contents["inputs"]:
        label = InputRole(one["role"]).label
        name = Message(f"{one['file']} ({label.ja})", f"{one['file']} ({label.en})")
        if one["text"] is not None:
            yield ListingBlock(name, one["text"])
        else:
            yield HeadingBlock(2, name)
            yield TextBlock(message_of_json(one["problem"]["message"]))
    for role, journal in journals_with_roles(contents):
        if role is not InputRole.JOURNAL and journal["record"] is not None:
            file = f"{role.value}.journal"
            yield ListingBlock(
                Message(f"{file} から作った棋譜", f"the record that {file} adds up to"), journal["record"]
            )
