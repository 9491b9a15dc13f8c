"""Turns applied to a hypothesis: their numbers, sides and labels, empty places, games that go on, moves taken back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from kifu.core.outcome import SIDE_NAMES, Side, Termination
from notation.formats.kif_canonical_writer import spell_move_line
from notation.freeform.apply_move import LOST_BETWEEN, append_turn, hypotheses_after_move
from notation.freeform.hypothesis import CopyItem, LoneLabel
from notation.freeform.plain_copy import copy_line
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.unsettled_move_errors import unwritten_move_error
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from notation.freeform.fold_text import LocatedText
    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.plain_copy import StatementLine
    from notation.freeform.statements_of_covers import Statement

MAX_NAMING_CHARACTERS = 60
WRONG_NUMBER = 1.5
WRONG_SIDE = 2.5
BEGUN_AGAIN = 0.8
"""The cost of numbers that begin again at 1 below a heading, as of the moving half."""
AFTER_A_BREAK = {True: 0.3, False: 0.6}
AFTER_AN_INFERRED_END = 0.4
NEW_SPEAKER_AGAIN = -0.6
TAKEN_BACK = kept_pattern(
    r"(?<!送信を)(?:待った|(?<![ぁ-ん一-龠])まった(?=[!」。、\s]|$)|やり直|やりなおし|取り消|取消|(?<![^手]を)戻し|撤回|やめた|誤記|間違い(?!な[いくし])|(?:今|いま)の(?:手)?[は、]?\s*(?:なし|無し|ナシ|ノーカン)|take ?back)"
)
OF_ONE_SIDE = frozenset({"投了", "時間切れ", "反則負け", "反則勝ち", "不戦敗", "不戦勝"})
"""The words of an end that say who has won only with the side that they are about."""
_OF_SEVERAL = kept_pattern(r"\d\s?[-~〜]\s?\d")
_NO_NAME = "[こそあ](?:れ|こ)(?:まで)?|もう|もはや|やはり|さすが|まあ|いや|でも|では|じゃ|結局|残念|無念|以上|終局|最終|途中|直後|早々|最後|対局|結果|記録|勝負|合掌|突然|即|双方|中盤|終盤|長考|秒読み?|[A-Z]?[a-z]*ly|Then|Game|After|Time|And|But|So|The"
_A_NAME = kept_pattern(
    rf"(?:.*[\s、,:])?(?!(?:{_NO_NAME})(?:$|[\s、,:]))(?:[^\W\da-zA-Zぁ-ん_]{{1,8}}|[A-Z][a-z]{{1,19}}){HONORIFICS}[\s、,:(「『]*"
)
"""What ends with a word that may be the name of a player: Ines, 妹."""


def ends_with_a_name(text: str) -> bool:
    """Return whether a text ends with a word that may be a name."""
    return len(text) <= MAX_NAMING_CHARACTERS and _A_NAME.fullmatch(text) is not None


def follows_possible_name(hypothesis: Hypothesis, line: StatementLine) -> bool:
    """Return whether a free text that ends with what may be a name stands right before, on the same line."""
    return ends_with_a_name(_free_text_right_before(hypothesis, line))


def _free_text_right_before(hypothesis: Hypothesis, line: StatementLine) -> str:
    """Return the free text that stands right before, on the same line; empty if there is none."""
    last = next(hypothesis.items_from_last(), None)
    if last is None or last.kind != "comment" or last.passage is None or not last.passage.places:
        return ""
    return last.passage.text if last.passage.places[-1][0] == line.passage.place[0] else ""


def does_sentence_name_side(hypothesis: Hypothesis, text: str) -> bool:
    """Return whether a side stands in the sentence that the end of a text belongs to."""
    sentence = re.split("[。!?「」]", text)[-1]
    return any(word in sentence for word in (*hypothesis.sides_of_players(), *SIDE_NAMES))


def hypotheses_after_label(hypothesis: Hypothesis, line: StatementLine, statement: Statement) -> list[Hypothesis]:
    """Return the hypotheses after a number or a side without its move: it stands above it, or the move is not written."""
    passage = line.located_part(statement.start, statement.end)
    if statement.side is None and statement.number is not None:
        if hypothesis.over or (not hypothesis.moving and statement.number not in {0, 1}):
            return []
        if _OF_SEVERAL.search(passage.text) and statement.number != hypothesis.number + 1:
            return []  # 2-5 may be the points
        return [hypothesis._replace(pending=(*hypothesis.pending, (passage, statement.number)))]
    if statement.number is None and hypothesis.label is None and not hypothesis.over:
        return [hypothesis._replace(label=LoneLabel(passage, statement.side))]
    return []


_UNREADABLE = kept_pattern(
    "読め|判読|不明|消え|かすれ|にじ|見えな|忘れ|分から|わから|illegible|unreadable|smudge", re.IGNORECASE
)
"""Words in the place of a move that was made and cannot be read."""


def with_unwritten_moves_for_empty_places(hypothesis: Hypothesis) -> Hypothesis:
    """Return the hypothesis with a move that is not written for each empty place above, for a turn follows."""
    for passage, written in hypothesis.pending:
        number = hypothesis.number + 1 if written is None else written
        text = spell_move_line(number, "〓" if written is None else "")
        item = CopyItem((copy_line(passage, text, "", unwritten_move_error(number)),), "hole", None, hypothesis.ply + 1)
        hypothesis = hypothesis.adding(item).skipped()._replace(number=number)
    return hypothesis._replace(pending=()) if hypothesis.pending else hypothesis


def label_as_unread_line(hypothesis: Hypothesis, text_in_file: Callable[[LocatedText], str]) -> Hypothesis:
    """Return the hypothesis with the side that stands above, without a move of its own, as a line that is not understood."""
    if hypothesis.label is None:
        return hypothesis
    place = hypothesis.label.passage
    item = CopyItem(
        (copy_line(place, text_in_file(place), text_in_file(place))._replace(kind="unread"),), "unread", None
    )
    return hypothesis.adding(item, 1.0)._replace(label=None)


def settle_empty_places(
    hypothesis: Hypothesis, stated_plies: int | None, text_in_file: Callable[[LocatedText], str]
) -> Hypothesis:
    """Return the hypothesis at the end of a game that counts `stated_plies` plies, with its empty places decided.

    A number alone is a move that was not written. Several numbers, rows of a table, and what the end does not count are the
    lines of a form that were not needed.
    """
    hypothesis = hypothesis.with_fields()
    if (
        hypothesis.label is not None
        and (name := text_in_file(hypothesis.label.passage).strip()) in hypothesis.sides_of_players()
    ):
        item = CopyItem((copy_line(hypothesis.label.passage, f"*{name}", name),), "comment", hypothesis.label.passage)
        hypothesis = hypothesis.adding(item)._replace(label=None)  # who signs below the moves
    hypothesis = label_as_unread_line(hypothesis, text_in_file)
    in_a_table = any(number is None for _, number in hypothesis.pending)
    told = any(_UNREADABLE.search(text_in_file(passage)) for passage, _ in hypothesis.pending)
    if told or not (in_a_table or len(hypothesis.pending) > 1 or stated_plies == hypothesis.ply):
        return with_unwritten_moves_for_empty_places(hypothesis)
    taken = {line.line for item in hypothesis.items_from_last() for line in item.lines}
    for passage in dict.fromkeys(passage for passage, _ in hypothesis.pending):
        if passage.text.strip() and passage.place[0] not in taken:
            text = text_in_file(passage).strip()
            hypothesis = hypothesis.adding(CopyItem((copy_line(passage, f"# {text}", text),), "comment", passage))
    return hypothesis._replace(pending=())


def _hypothesis_side_and_cost(hypothesis: Hypothesis, side: Side | str | None) -> tuple[Hypothesis, Side | None, float]:
    """Return the hypothesis that knows a colour or a speaker, the side that it stands for, and the cost."""
    if side is None or isinstance(side, Side):
        return hypothesis, side, 0.0
    if side.startswith("@"):
        name = side[1:]
        known = dict(hypothesis.speakers).get(name)
        if known is not None:
            return hypothesis, known, NEW_SPEAKER_AGAIN
        cost = 0.6 if hypothesis.side in dict(hypothesis.speakers).values() else 0.0
        return hypothesis._replace(speakers=(*hypothesis.speakers, (name, hypothesis.side))), None, cost
    if not hypothesis.colour:
        hypothesis = hypothesis._replace(colour=side if hypothesis.side is Side.FIRST else "黒白"[side == "黒"])
    return hypothesis, Side(hypothesis.colour != side), 0.0


def hypothesis_ply_number_and_cost(
    hypothesis: Hypothesis, number: int | None, *, of_a_side: bool = False
) -> tuple[Hypothesis, int, float]:
    """Return the hypothesis that knows what numbers count, the ply number to write, and the cost."""
    expected = hypothesis.number + 1
    if (
        number == 1
        and hypothesis.ply
        and not hypothesis.base
        and not hypothesis.ply % 2
        and has_free_text_above(hypothesis)
    ):
        return hypothesis._replace(base=hypothesis.ply, numbering=""), expected, BEGUN_AGAIN
    number = None if number is None else number + hypothesis.base
    plies = hypothesis.ply - hypothesis.base
    if number is None or number == expected:
        if number is not None and number > 1 and plies and not hypothesis.numbering:
            hypothesis = hypothesis._replace(numbering="ply")
        return hypothesis, expected, 0.0
    in_rounds = hypothesis.numbering in {"", "round"} and plies % 2 == 0 and number == hypothesis.base + plies // 2 + 1
    if in_rounds and plies:
        return hypothesis._replace(numbering="round"), expected, 0.02
    if of_a_side and hypothesis.ply % 2 and hypothesis.number == hypothesis.ply and number == hypothesis.ply // 2 + 1:
        return hypothesis._replace(numbering="round"), expected, 0.02  # 先1 後1 先2 後2
    if not (plies or hypothesis.numbering) and number == hypothesis.ply == hypothesis.number:
        return hypothesis._replace(numbering="zero"), number, 0.1
    lost = number == expected + 1 and has_free_text_above(
        hypothesis
    )  # what stands between may be the move that is missing
    return hypothesis, number, WRONG_NUMBER + LOST_BETWEEN * lost


def has_free_text_above(hypothesis: Hypothesis) -> bool:
    """Return whether free text stands right above, which may be the move that is missing."""
    return (
        hypothesis.made is not None
        and hypothesis.made.item.kind == "comment"
        and hypothesis.made.item.passage is not None
    )


def _reopen_game(hypothesis: Hypothesis, number: int | None) -> Hypothesis | None:
    """Return a hypothesis whose game goes on although an end stands above; None if it is over."""
    if not hypothesis.over:
        return hypothesis
    counted = (
        number == hypothesis.number + 2 and hypothesis.over == "break" and _has_last_end_number(hypothesis)
    )  # 5 中断, 再開, 6 …
    if hypothesis.over == "end" or (number is not None and number != hypothesis.number + 1 and not counted):
        return None
    cost = AFTER_A_BREAK[hypothesis.reopened] if hypothesis.over == "break" else AFTER_AN_INFERRED_END
    return reopen_last_end(hypothesis)._replace(
        reopened=False, cost=hypothesis.cost + cost, base=hypothesis.base - counted
    )


def _has_last_end_number(hypothesis: Hypothesis) -> bool:
    """Return whether the last end has a ply number of its own."""
    last = next((item for item in hypothesis.items_from_last() if item.kind == "end"), None)
    return last is not None and last.lines[0].text.strip()[:1].isdigit()


def reopen_last_end(hypothesis: Hypothesis) -> Hypothesis:
    """Return the hypothesis with its last end as a comment, for the game went on, or was settled afterwards."""
    items = []
    kept = hypothesis.made
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
    hypothesis = hypothesis._replace(made=kept, over="", said=None)
    for item in reversed(items):
        if item.kind == "end":
            lines = tuple(
                one._replace(text=f"*{one.text.strip()}", unread=None, shifted=False) for one in item.lines[:1]
            )
            item = item._replace(lines=lines, kind="break")  # noqa: PLW2901 - the same item as a comment
        hypothesis = hypothesis.adding(item)
    return hypothesis


def hypotheses_after_turn(  # noqa: C901, PLR0912, PLR0915 - what stands round a move is settled before it
    hypothesis: Hypothesis, line: StatementLine, turn: Statement, *, first: bool
) -> list[Hypothesis]:
    """Return the hypotheses after a turn; empty if it cannot stand there."""
    number, side = turn.number, turn.side
    if (number is None or turn.what == "word") and _are_passes_told_again(hypothesis, line, turn):
        passage, text = line.located_part(turn.start, turn.end), line.text_in_file(turn.start, turn.end)
        return [hypothesis.adding(CopyItem((copy_line(passage, f"# {text}", text),), "comment", passage))]
    repeated = (
        number is not None
        and number == hypothesis.number
        and hypothesis.ply > 0
        and _is_last_turn_retracted(hypothesis)
    )
    if repeated or (hypothesis.taken_back and (number is None or number <= hypothesis.number)):
        hypothesis = _with_last_turn_as_comment(hypothesis, number)
    if number is None and len(hypothesis.pending) == 1 and first and turn.what == "move":
        place, number = hypothesis.pending[0]
        if number is not None:
            hypothesis = hypothesis._replace(pending=(), label=LoneLabel(place))
    above: LocatedText | None = None
    if hypothesis.label is not None:
        side = hypothesis.label.side if side is None else side
        above = hypothesis.label.passage
        hypothesis = hypothesis._replace(label=None)
    opened = _reopen_game(hypothesis, number)
    if opened is None:
        return []
    if turn.what == "word" and all(place is None for _, place in opened.pending):
        opened = opened._replace(pending=())  # an empty row above that of the end
    hypothesis = with_unwritten_moves_for_empty_places(opened)._replace(
        moving=True, ruled=False, row=0, taken_back=False
    )
    stated = number is not None
    of_a_side = side is not None and above is None
    hypothesis, number, cost = hypothesis_ply_number_and_cost(hypothesis, number, of_a_side=of_a_side)
    slipped = cost >= BEGUN_AGAIN
    if turn.what == "word" and _may_end_be_of_either_side(hypothesis, line, turn, side):
        return []
    if stated:
        hypothesis = hypothesis._replace(lent=0.0) if slipped else hypothesis.paid_back()
    hypothesis, side, more = _hypothesis_side_and_cost(hypothesis, side)
    cost += more
    if line.sender:
        hypothesis = hypothesis._replace(
            speakers=tuple(dict.fromkeys((*hypothesis.speakers, (line.sender, hypothesis.side))))
        )
    if isinstance(turn.side, str) and turn.side.startswith("@") and turn.clock is not None:
        minutes, seconds = divmod(turn.clock.spent, 60)  # the time of a message, not of the move
        turn = turn._replace(clock=None, remarks=(*turn.remarks, f"{minutes}:{seconds:02d}"))
    if side is not None and side is not hypothesis.side and hypothesis.position is not None:
        cost += WRONG_SIDE
        slipped = True
    if cost or slipped:
        hypothesis = hypothesis._replace(cost=hypothesis.cost + cost, slipped=hypothesis.slipped or slipped)
    if above is not None:
        line = line.with_label_above(above)
    if turn.what == "hole":
        return [
            append_turn(
                hypothesis, line, turn, number, line.text_in_file(*turn.core), fault=unwritten_move_error(number)
            )
        ]
    if turn.what == "word":
        side = side_of_sender(hypothesis, line.sender) if side is None and line.sender else side
        word, detail = cast("tuple[str, str]", turn.value)
        text = f"{word} {detail}".strip()
        text = text if side is None else side.mark + text
        after = append_turn(hypothesis, line, turn, number, text)
        assert after.made is not None  # noqa: S101 - the word has just been added
        made = after.made._replace(item=after.made.item._replace(kind="end", ply=None))
        return [after._replace(made=made, over="break" if word == "中断" else "end", said=word, number=number - 1)]
    return hypotheses_after_move(hypothesis, line, turn, number, side, stated=stated or side is not None)


def _are_passes_told_again(hypothesis: Hypothesis, line: StatementLine, turn: Statement) -> bool:
    """Return whether a pass, or the word for two of them, stands below those by which the game is over: 両者パス, パス、パス."""
    ending = None if hypothesis.position is None else hypothesis.game.outcome(hypothesis.position)
    told = line.passage.text[turn.start : turn.end].strip()
    both = ending is not None and ending.termination in {Termination.COUNT, Termination.PASSES}
    return both and told.startswith(("パス", "両者パス"))


def _may_end_be_of_either_side(
    hypothesis: Hypothesis, line: StatementLine, end: Statement, side: Side | str | None
) -> bool:
    """Return whether a word for an end stands behind a colour or a name that no move has told: who resigns need not be to move."""
    if isinstance(side, str) and side in "黒白":
        return not hypothesis.colour
    if line.sender or end.value[0] not in OF_ONE_SIDE:
        return False
    if side is None and may_writer_have_resigned(hypothesis, line):
        return True
    name = side.removeprefix("@") if isinstance(side, str) else ""
    unknown = name not in {"", *dict(hypothesis.speakers)} and re.fullmatch(_NO_NAME, name) is None
    before = _free_text_right_before(hypothesis, line) if side is None else ""
    return unknown or ends_with_a_name(before) or does_sentence_name_side(hypothesis, before)


def _is_last_turn_retracted(hypothesis: Hypothesis) -> bool:
    """Return whether a remark at the last turn says that it was taken back."""
    for item in hypothesis.items_from_last():
        if item.is_turn:
            return any(TAKEN_BACK.search(line.text) for line in item.lines[1:])
        if any(TAKEN_BACK.search(line.text) for line in item.lines):
            return True
    return False


def _with_last_turn_as_comment(hypothesis: Hypothesis, number: int | None) -> Hypothesis:
    """Return the hypothesis without its last turn, which stands as a comment: it was taken back."""
    plies = max(1, hypothesis.number - number + 1) if number is not None and number <= hypothesis.number else 1
    items: list[CopyItem] = []
    kept = hypothesis.made
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
        return hypothesis._replace(taken_back=False)
    hypothesis = hypothesis._replace(
        made=kept,
        plies=hypothesis.plies.link_of_ply(max(0, hypothesis.ply - taken)),
        number=hypothesis.number - taken,
        taken_back=False,
        cost=hypothesis.cost + 0.3,
    )
    for item in reversed(items):
        hypothesis = hypothesis.adding(item)
    return hypothesis


def may_writer_have_resigned(hypothesis: Hypothesis, line: StatementLine) -> bool:
    """Return whether the writer of a record is not the side to move: 負けました may be of either."""
    writer = None if line.sender else hypothesis.side_context().side_of_writer()
    return writer is not None and writer is not hypothesis.side


def side_of_sender(hypothesis: Hypothesis, sender: str) -> Side | None:
    """Return the side of the sender of messages; None where it is not known."""
    sides = {side for name, side in hypothesis.speakers if name == sender}
    return hypothesis.sides_of_players().get(sender, next(iter(sides)) if len(sides) == 1 else None)
