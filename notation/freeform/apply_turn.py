"""Turns applied to a hypothesis: their numbers, sides and labels, empty places, games that go on, moves taken back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from kifu.core.outcome import Side
from notation.formats.kif_writer import spell_move_line
from notation.freeform.apply_move import LOST_BETWEEN, append_turn, hypotheses_after_move
from notation.freeform.heads import HONORIFICS
from notation.freeform.hypothesis import CopyItem, LoneLabel
from notation.freeform.move_errors import unwritten_move_error
from notation.freeform.plain_copy import copy_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.freeform.fold_text import LocatedText
    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.plain_copy import StatementLine
    from notation.freeform.statements import Statement

MAX_NAMING_CHARACTERS = 60
WRONG_NUMBER = 1.5
WRONG_SIDE = 2.5
BEGUN_AGAIN = 0.8
"""The cost of numbers that begin again at 1 below a heading, as of the moving half."""
AFTER_A_BREAK = {True: 0.3, False: 0.6}
AFTER_AN_INFERRED_END = 0.4
NEW_SPEAKER_AGAIN = -0.6
TAKEN_BACK = re.compile(
    r"(?<!送信を)(?:待った|(?<![ぁ-ん一-龠])まった(?=[!」。、\s]|$)|やり直|やりなおし|取り消|取消|(?<![^手]を)戻し|撤回|やめた|誤記|間違い(?!な[いくし])|(?:今|いま)の(?:手)?[は、]?\s*(?:なし|無し|ナシ|ノーカン)|take ?back)"
)
OF_ONE_SIDE = frozenset({"投了", "時間切れ", "反則負け", "反則勝ち", "不戦敗", "不戦勝"})
"""The words of an end that say who has won only with the side that they are about."""
_OF_SEVERAL = re.compile(r"\d\s?[-~〜]\s?\d")
_NO_NAME = "[こそあ](?:れ|こ)(?:まで)?|もう|もはや|やはり|さすが|まあ|いや|でも|では|じゃ|結局|残念|無念|以上|終局|最終|途中|直後|早々|最後|対局|結果|記録|勝負|合掌|突然|即|双方|中盤|終盤|長考|秒読み?|[A-Z]?[a-z]*ly|Then|Game|After|Time|And|But|So|The"
_A_NAME = re.compile(
    rf"(?:.*[\s、,:])?(?!(?:{_NO_NAME})(?:$|[\s、,:]))(?:[^\W\da-zA-Zぁ-ん_]{{1,8}}|[A-Z][a-z]{{1,19}}){HONORIFICS}[\s、,:(「『]*"
)
"""What ends with a word that may be the name of a player: Ines, 妹."""


def ends_with_a_name(text: str) -> bool:
    """Return whether a text ends with a word that may be a name."""
    return len(text) <= MAX_NAMING_CHARACTERS and _A_NAME.fullmatch(text) is not None


def follows_a_name(found: Hypothesis, line: StatementLine) -> bool:
    """Return whether a free text that ends with what may be a name stands right before, on the same line."""
    last = next(found.items(), None)
    if last is None or last.kind != "comment" or last.passage is None or not last.passage.places:
        return False
    return last.passage.places[-1][0] == line.passage.place[0] and ends_with_a_name(last.passage.text)


def hypotheses_after_label(found: Hypothesis, line: StatementLine, statement: Statement) -> list[Hypothesis]:
    """Return the hypotheses after a number or a side without its move: it stands above it, or the move is not written."""
    passage = line.part(statement.start, statement.end)
    if statement.side is None and statement.number is not None:
        if found.over or (not found.moving and statement.number not in {0, 1}):
            return []
        if _OF_SEVERAL.search(passage.text) and statement.number != found.number + 1:
            return []  # 2-5 may be the points
        return [found._replace(pending=(*found.pending, (passage, statement.number)))]
    if statement.number is None and found.label is None and not found.over:
        return [found._replace(label=LoneLabel(passage, statement.side))]
    return []


def append_empty_place(found: Hypothesis) -> Hypothesis:
    """Return the hypothesis with a move that is not written for each empty place above, for a turn follows."""
    for passage, written in found.pending:
        number = found.number + 1 if written is None else written
        text = spell_move_line(number, "〓" if written is None else "")
        item = CopyItem((copy_line(passage, text, "", unwritten_move_error(number)),), "hole", None, found.ply + 1)
        found = found.adding(item).skipped()._replace(number=number)
    return found._replace(pending=()) if found.pending else found


def drop_label(found: Hypothesis, written: Callable[[LocatedText], str]) -> Hypothesis:
    """Return the hypothesis with the side that stands above, without a move of its own, as a line that is not understood."""
    if found.label is None:
        return found
    place = found.label.passage
    item = CopyItem((copy_line(place, written(place), written(place))._replace(kind="unread"),), "unread", None)
    return found.adding(item, 1.0)._replace(label=None)


def settle_empty_places(found: Hypothesis, count: int | None, written: Callable[[LocatedText], str]) -> Hypothesis:
    """Return the hypothesis at the end of a game that counts `count` plies, with its empty places decided.

    A number alone is a move that was not written. Several numbers, rows of a table, and what the end does not count are the
    lines of a form that were not needed.
    """
    found = found.with_fields()
    if found.label is not None and (name := written(found.label.passage).strip()) in found.players():
        item = CopyItem((copy_line(found.label.passage, f"*{name}", name),), "comment", found.label.passage)
        found = found.adding(item)._replace(label=None)  # who signs below the moves
    found = drop_label(found, written)
    in_a_table = any(number is None for _, number in found.pending)
    if not (in_a_table or len(found.pending) > 1 or count == found.ply):
        return append_empty_place(found)
    taken = {line.line for item in found.items() for line in item.lines}
    for passage in dict.fromkeys(passage for passage, _ in found.pending):
        if passage.text.strip() and passage.place[0] not in taken:
            text = written(passage).strip()
            found = found.adding(CopyItem((copy_line(passage, f"# {text}", text),), "comment", passage))
    return found._replace(pending=())


def _resolve_side(found: Hypothesis, side: Side | str | None) -> tuple[Hypothesis, Side | None, float]:
    """Return the hypothesis that knows a colour or a speaker, the side that it stands for, and the cost."""
    if side is None or isinstance(side, Side):
        return found, side, 0.0
    if side.startswith("@"):
        name = side[1:]
        known = dict(found.speakers).get(name)
        if known is not None:
            return found, known, NEW_SPEAKER_AGAIN
        cost = 0.6 if found.side in dict(found.speakers).values() else 0.0
        return found._replace(speakers=(*found.speakers, (name, found.side))), None, cost
    if not found.colour:
        found = found._replace(colour=side if found.side is Side.FIRST else "黒白"[side == "黒"])
    return found, Side(found.colour != side), 0.0


def resolve_number(found: Hypothesis, number: int | None, *, of_a_side: bool = False) -> tuple[Hypothesis, int, float]:
    """Return the hypothesis that knows what numbers count, the ply number to write, and the cost."""
    expected = found.number + 1
    if number == 1 and found.ply and not found.base and not found.ply % 2 and has_free_text_above(found):
        return found._replace(base=found.ply, numbering=""), expected, BEGUN_AGAIN
    number = None if number is None else number + found.base
    plies = found.ply - found.base
    if number is None or number == expected:
        if number is not None and number > 1 and plies and not found.numbering:
            found = found._replace(numbering="ply")
        return found, expected, 0.0
    in_rounds = found.numbering in {"", "round"} and plies % 2 == 0 and number == found.base + plies // 2 + 1
    if in_rounds and plies:
        return found._replace(numbering="round"), expected, 0.02
    if of_a_side and found.ply % 2 and found.number == found.ply and number == found.ply // 2 + 1:
        return found._replace(numbering="round"), expected, 0.02  # 先1 後1 先2 後2
    if not (plies or found.numbering) and number == found.ply == found.number:
        return found._replace(numbering="zero"), number, 0.1
    lost = number == expected + 1 and has_free_text_above(found)  # what stands between may be the move that is missing
    return found, number, WRONG_NUMBER + LOST_BETWEEN * lost


def has_free_text_above(found: Hypothesis) -> bool:
    """Return whether free text stands right above, which may be the move that is missing."""
    return found.made is not None and found.made.item.kind == "comment" and found.made.item.passage is not None


def _reopen_game(found: Hypothesis, number: int | None) -> Hypothesis | None:
    """Return a hypothesis whose game goes on although an end stands above; None if it is over."""
    if not found.over:
        return found
    counted = number == found.number + 2 and found.over == "break" and _has_a_number(found)  # 5 中断, 再開, 6 …
    if found.over == "end" or (number is not None and number != found.number + 1 and not counted):
        return None
    cost = AFTER_A_BREAK[found.reopened] if found.over == "break" else AFTER_AN_INFERRED_END
    return reopen_last_end(found)._replace(reopened=False, cost=found.cost + cost, base=found.base - counted)


def _has_a_number(found: Hypothesis) -> bool:
    """Return whether the last end has a ply number of its own."""
    last = next((item for item in found.items() if item.kind == "end"), None)
    return last is not None and last.lines[0].text.strip()[:1].isdigit()


def reopen_last_end(found: Hypothesis) -> Hypothesis:
    """Return the hypothesis with its last end as a comment, for the game went on, or was settled afterwards."""
    items = []
    kept = found.made
    while kept is not None and kept.item.kind != "end":
        items.append(kept.item)
        kept = kept.before
    while kept is not None and kept.item.kind == "end":
        items.append(kept.item)
        kept = kept.before
        while (
            kept is not None
            and kept.item.kind == "comment"
            and kept.before is not None
            and kept.before.item.kind == "end"
        ):
            items.append(kept.item)
            kept = kept.before
    found = found._replace(made=kept, over="", said=None)
    for item in reversed(items):
        if item.kind == "end":
            lines = tuple(
                one._replace(text=f"*{one.text.strip()}", unread=None, shifted=False) for one in item.lines[:1]
            )
            item = item._replace(lines=lines, kind="break")  # noqa: PLW2901 - the same item as a comment
        found = found.adding(item)
    return found


def hypotheses_after_turn(  # noqa: C901, PLR0912 - what stands round a move is settled before it
    found: Hypothesis, line: StatementLine, turn: Statement, *, first: bool
) -> list[Hypothesis]:
    """Return the hypotheses after a turn; empty if it cannot stand there."""
    number, side = turn.number, turn.side
    repeated = number is not None and number == found.number and found.ply > 0 and _is_retracted(found)
    if repeated or (found.taken_back and (number is None or number <= found.number)):
        found = _without_the_last(found, number)
    if number is None and len(found.pending) == 1 and first and turn.what == "move":
        place, number = found.pending[0]
        if number is not None:
            found = found._replace(pending=(), label=LoneLabel(place))
    above: LocatedText | None = None
    if found.label is not None:
        side = found.label.side if side is None else side
        above = found.label.passage
        found = found._replace(label=None)
    opened = _reopen_game(found, number)
    if opened is None:
        return []
    if turn.what == "word" and all(place is None for _, place in opened.pending):
        opened = opened._replace(pending=())  # an empty row above that of the end
    found = append_empty_place(opened)._replace(moving=True, ruled=False, row=0, taken_back=False)
    stated = number is not None
    of_a_side = side is not None and above is None
    found, number, cost = resolve_number(found, number, of_a_side=of_a_side)
    slipped = cost >= BEGUN_AGAIN
    if turn.what == "word" and _may_be_of_either(found, line, turn, side):
        return []
    if stated:
        found = found._replace(lent=0.0) if slipped else found.paid_back()
    found, side, more = _resolve_side(found, side)
    cost += more
    if line.sender:
        found = found._replace(speakers=tuple(dict.fromkeys((*found.speakers, (line.sender, found.side)))))
    if isinstance(turn.side, str) and turn.side.startswith("@") and turn.clock is not None:
        minutes, seconds = divmod(turn.clock.spent, 60)  # the time of a message, not of the move
        turn = turn._replace(clock=None, remarks=(*turn.remarks, f"{minutes}:{seconds:02d}"))
    if side is not None and side is not found.side and found.position is not None:
        cost += WRONG_SIDE
        slipped = True
    if cost or slipped:
        found = found._replace(cost=found.cost + cost, slipped=found.slipped or slipped)
    if above is not None:
        line = line.below(above)
    if turn.what == "hole":
        return [append_turn(found, line, turn, number, line.text(*turn.core), fault=unwritten_move_error(number))]
    if turn.what == "word":
        side = side_of_sender(found, line.sender) if side is None and line.sender else side
        word, detail = cast("tuple[str, str]", turn.value)
        text = f"{word} {detail}".strip()
        text = text if side is None else side.mark + text
        after = append_turn(found, line, turn, number, text)
        assert after.made is not None  # noqa: S101 - the word has just been added
        made = after.made._replace(item=after.made.item._replace(kind="end", ply=None))
        return [after._replace(made=made, over="break" if word == "中断" else "end", said=word, number=number - 1)]
    return hypotheses_after_move(found, line, turn, number, side, stated=stated or side is not None)


def _may_be_of_either(found: Hypothesis, line: StatementLine, end: Statement, side: Side | str | None) -> bool:
    """Return whether a word for an end stands behind a colour or a name that no move has told: who resigns need not be to move."""
    if isinstance(side, str) and side in "黒白":
        return not found.colour
    if line.sender or end.value[0] not in OF_ONE_SIDE:
        return False
    name = side.removeprefix("@") if isinstance(side, str) else ""
    unknown = name not in {"", *dict(found.speakers)} and re.fullmatch(_NO_NAME, name) is None
    return unknown or (side is None and follows_a_name(found, line))


def _is_retracted(found: Hypothesis) -> bool:
    """Return whether a remark at the last turn says that it was taken back."""
    for item in found.items():
        if item.is_turn:
            return any(TAKEN_BACK.search(line.text) for line in item.lines[1:])
        if any(TAKEN_BACK.search(line.text) for line in item.lines):
            return True
    return False


def _without_the_last(found: Hypothesis, number: int | None) -> Hypothesis:
    """Return the hypothesis without its last turn, which stands as a comment: it was taken back."""
    plies = max(1, found.number - number + 1) if number is not None and number <= found.number else 1
    items: list[CopyItem] = []
    kept = found.made
    taken = 0
    while kept is not None and taken < plies:
        item, kept = kept.item, kept.before
        if item.is_turn:
            taken += 1
            lines = tuple(
                one._replace(text=f"*待った：{one.text.strip()}", unread=None, shifted=False) for one in item.lines[:1]
            )
            item = item._replace(lines=(*lines, *item.lines[1:]), kind="comment")
        items.append(item)
    if not taken:
        return found._replace(taken_back=False)
    found = found._replace(
        made=kept,
        plies=found.plies.back_to(max(0, found.ply - taken)),
        number=found.number - taken,
        taken_back=False,
        cost=found.cost + 0.3,
    )
    for item in reversed(items):
        found = found.adding(item)
    return found


def side_of_sender(found: Hypothesis, sender: str) -> Side | None:
    """Return the side of the sender of messages; None where it is not known."""
    sides = {side for name, side in found.speakers if name == sender}
    return found.players().get(sender, next(iter(sides)) if len(sides) == 1 else None)
