"""Ends of games as lines of the copy, with what they count, and results claimed above the moves."""

from __future__ import annotations

import re
from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING

from kifu.core.outcome import SIDE_NAMES, Side, Termination
from notation.formats.kif_canonical_writer import spell_move_line
from notation.freeform.apply_move import FOUL, LOST_BETWEEN
from notation.freeform.apply_turns_labels_and_reopening import (
    OF_ONE_SIDE,
    does_sentence_name_side,
    ends_with_a_name,
    follows_possible_name,
    has_free_text_above,
    hypothesis_ply_number_and_cost,
    may_writer_have_resigned,
    reopen_last_end,
    settle_empty_places,
    side_of_sender,
)
from notation.freeform.claims_of_clauses_about_ends import EndContext
from notation.freeform.end_words_of_clauses import naming_words
from notation.freeform.ends_told_in_sentences import told_end
from notation.freeform.free_text_risk import is_within_move, move_patterns
from notation.freeform.hypothesis import CopyItem
from notation.freeform.plain_copy import copy_line
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.result_of_word_tokens import StatedResult
from notation.freeform.squares_named_in_text import written_squares
from notation.freeform.statements_of_covers import Statement
from notation.freeform.tokens_of_result_words import CLAIMED, DRAWS, OWN_RESULTS, REACHED, WEIGHTY, may_tell_an_end
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, NUMBER, parse_points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.freeform.fold_text import LocatedText
    from notation.freeform.hypothesis import Hypothesis
    from notation.freeform.plain_copy import StatementLine
    from notation.freeform.spans_line_context_and_sides import SideContext

WRONG_COUNT = 0.8
CONTRADICTS = 0.2
"""The cost of an end of the other side on a line below one: what may be read otherwise is none, the rest contradicts it."""
TOLD_END = 0.7
"""The cost of an end that the sentences of a line tell: that of the shortest free text, more than an end in words of its own."""
MAX_SENTENCE_CHARACTERS = 60
_HEAD_OF_A_MESSAGE = kept_pattern(r"\d{1,2}:\d{2}\D?\s+[^\W\d_]{1,10}[\s:]+$")
"""The time and the name before a message that stands on the line of another one."""


def hypotheses_after_end(hypothesis: Hypothesis, line: StatementLine, statement: Statement) -> list[Hypothesis]:
    """Return the hypotheses after an end; empty if it cannot stand there."""
    result = statement.value
    assert isinstance(result, StatedResult)  # noqa: S101
    passage, text = line.located_part(statement.start, statement.end), line.text_in_file(statement.start, statement.end)
    told = _end_with_ply_number_before(hypothesis, line, statement, result)
    if told is None or (
        told.word in OWN_RESULTS.values() and (told := _result_of_sender(hypothesis, line, told)) is None
    ):
        return []
    result = told
    if result.unsaid or (
        not hypothesis.moving and result.word == "投了" and "投" not in text
    ):  # 負けました, says the writer
        return [hypothesis.adding(CopyItem((copy_line(passage, f"# {text}", text),), "comment", passage))]
    if not hypothesis.moving:
        return _hypotheses_after_claim(hypothesis, line, passage, result)
    unnamed = result.winner is None and result.side is None
    if (
        hypothesis.label is not None
        or (unnamed and result.word == "投了" and may_writer_have_resigned(hypothesis, line))
        or _claims_what_board_lacks(hypothesis, result, passage.text)
        or _is_signed_by_who_has_moved(hypothesis, result, passage.text)
        or (unnamed and _does_text_before_name_side(hypothesis, line, statement))
    ):
        return []
    hypothesis, result = _with_cost_of_stated_plies(
        settle_empty_places(_without_foul_cost(hypothesis, result), result.count, line.written), result, text
    )
    lines = result.lines(hypothesis.ply)
    if result.winner is None and result.word == "投了" and line.sender:
        side = side_of_sender(hypothesis, line.sender)
        lines = lines if side is None else (f"まで{side.label.ja}の投了",)
    if statement.number is not None and result.winner is None and not result.inferred and len(lines) == 1:
        hypothesis, number, cost = hypothesis_ply_number_and_cost(hypothesis, statement.number)
        word = lines[0].removeprefix("まで") if result.side is None else f"{'▲△'[result.side]}{result.word}"
        lines = (spell_move_line(number, word),)
        hypothesis = hypothesis._replace(cost=hypothesis.cost + cost, number=number)
    made = tuple(copy_line(passage, one, text) for one in lines)
    over = "break" if result.word == "中断" else "inferred" if result.inferred and not result.omitted else "end"
    said: object = result.word if result.winner is None else result.winner
    hypothesis = _without_end_that_result_replaces(hypothesis, result)
    if hypothesis.over == "end":
        if {type(hypothesis.said), type(said)} == {Side} and said != hypothesis.said:
            hypothesis = hypothesis._replace(cost=hypothesis.cost + _cost_of_contradiction(hypothesis, passage))
        over, said = "end", hypothesis.said
    elif hypothesis.over == "break":
        hypothesis, over = (reopen_last_end(hypothesis), over) if over == "end" else (hypothesis, "break")
    after = hypothesis.adding(CopyItem(made, "end", passage))._replace(over=over, label=None, said=said)
    return [after] if after.cost < inf else []


def hypotheses_after_told_end(hypothesis: Hypothesis, line: StatementLine, text: str) -> list[Hypothesis]:
    """Return the hypotheses after a line whose text tells the end of the game in sentences; empty if it tells none."""
    if not hypothesis.moving or not may_tell_an_end(text):
        return []
    speaker = side_of_sender(hypothesis, line.sender) if line.sender else None
    around = hypothesis.side_context()
    around = around._replace(players={**dict(hypothesis.speakers), **around.players})
    text = _without_last_ply(hypothesis, around, _without_names_of_unknown_players(around, text))
    known = EndContext(around, speaker, hypothesis.position, hypothesis.ply, fouled=hypothesis.fouled)
    result = told_end(known, text)
    if result is None:
        return []
    after = hypotheses_after_end(hypothesis, line, Statement("end", 0, len(line.passage.text), result))
    return [one._replace(cost=one.cost + TOLD_END) for one in after]


_TOLD_AS_LAST = kept_pattern(r"\s?(?:まで(?:で|に)?[。、]?|を見て、?|の(?:局面|時点)で、?|に対し(?:て)?、?)\s?")
"""What stands behind the last ply where an end tells it again: 二03銀まで。古賀さん投了."""
_PART_OF_A_SENTENCE = kept_pattern(r"[。、\s]")


def _without_last_ply(hypothesis: Hypothesis, around: SideContext, text: str) -> str:
    """Return the text of an end without the ply played last, where it tells that again, and gives it to nobody else."""
    signs = move_patterns(hypothesis.game)
    told = signs.strong.search(text)
    last = next((item.lines[0].text for item in hypothesis.items_from_last() if item.is_turn), "")
    end = -1 if told is None else told.end()
    while told is not None and (suffix := signs.end.match(text, end)) is not None and suffix[0] in last:
        end = suffix.end()
    behind = None if told is None else _TOLD_AS_LAST.match(text, end)
    before = hypothesis.plies.positions()[1:2]
    if told is None or behind is None or not before or before[0] is None:
        return text
    if not written_squares(told[0]) or not is_within_move(hypothesis.game, told[0], last):
        return text
    start = max((one.end() for one in _PART_OF_A_SENTENCE.finditer(text, 0, told.start())), default=0)
    owners = {one.token.side for one in naming_words(around, text[start : told.start()])}
    mover = Side(hypothesis.game.turn(before[0]))
    return text[:start] + text[behind.end() :] if owners <= {mover} else text


_NAMED_BEHIND_SIDE = kept_pattern(
    rf"([先後]手)(?![玉王君帥将陣側番方優有])([^\W\d_ぁ-んa-zA-Z]{{1,4}}?{HONORIFICS})(?=[のがは、]?(?:勝|負|投了|棄権|反則|時間切|切れ|不戦))"
)
"""The name right behind the word for a side, before its end: 先手木田の勝."""


def _without_names_of_unknown_players(around: SideContext, text: str) -> str:
    """Return a text with the bare word for a side without a known player, where a name stands right behind it."""
    known = set(around.players.values())
    return _NAMED_BEHIND_SIDE.sub(
        lambda found: found[0] if SIDE_NAMES[found[1]] in known or WEIGHTY.match(found[2]) else found[1], text
    )


def _without_end_that_result_replaces(hypothesis: Hypothesis, result: StatedResult) -> Hypothesis:
    """Return a hypothesis without a 時間切れ of nobody where a draw follows, or without two passes where a side wins by the count."""
    draws = hypothesis.said == "時間切れ" and result.word in DRAWS.values()
    counted = hypothesis.said == "両者パス" and result.winner is not None
    return reopen_last_end(hypothesis) if hypothesis.over == "end" and (draws or counted) else hypothesis


_SIGNED_BELOW = kept_pattern(r"[。!]\s?[-―—(]?\s?[^\s。、,!()]{1,16}\)?\s*$")


def _is_signed_by_who_has_moved(hypothesis: Hypothesis, result: StatedResult, end_text: str) -> bool:
    """Return whether the name of the side that has moved last stands below a word for an end: it may be who keeps the record."""
    if result.winner is not None or result.side is None or hypothesis.position is None:
        return False
    turn = Side(hypothesis.game.turn(hypothesis.position))
    return result.side is not turn and _SIGNED_BELOW.search(end_text) is not None


_COUNT_BEFORE = kept_pattern(rf"[\d{KANJI}十百]手(?:[はで]|にて?)?[、,]?\s*$")
"""A number of plies before who has won: 18手まで山田の勝ち."""


def _end_with_ply_number_before(
    hypothesis: Hypothesis, line: StatementLine, statement: Statement, result: StatedResult
) -> StatedResult | None:
    """Return an end with the number before it as that of the plies; None if it is neither that nor the number of a turn."""
    number, text = statement.number, line.passage.text
    named = result.winner is not None or result.inferred
    if number is None or result.count is not None or not named or line.sender:  # posts have numbers of their own
        return result
    if text.startswith("まで", statement.start) or _COUNT_BEFORE.search(text[: statement.start]):
        return result._replace(count=number)
    last = hypothesis.ply // 2 if hypothesis.numbering == "round" else hypothesis.number
    return result if abs(number - last) <= 1 else None


_MEANT_IN_PLACE = kept_pattern("訂正|誤[りっ]|間違|まちが|取り?消|変更|改め|判定|抗議|異議|^正")
"""Words by which an end below another one is meant in its place."""


def _cost_of_contradiction(hypothesis: Hypothesis, passage: LocatedText) -> float:
    """Return what an end of the other side costs behind the last one; infinite on the same line, or below a word of correction: it is asked about."""
    above = next((item for item in hypothesis.items_from_last() if item.kind == "end" and item.lines), None)
    between = takewhile(lambda item: item is not above, hypothesis.items_from_last())
    texts = (passage.text, *(line.text for item in between for line in item.lines))
    same = above is not None and above.lines[0].line == passage.place[0]
    return inf if same or any(_MEANT_IN_PLACE.search(text) for text in texts) else CONTRADICTS


_MARGIN = kept_pattern(rf"((?:{NUMBER})(?:\.\d)?[点目]半?|\d{{1,3}}\.\d)(?:差|勝)")
"""By how many points a side has won."""


_ELIMINATED = kept_pattern(REACHED[Termination.ELIMINATION])
_WITHOUT_KOMI = kept_pattern(
    r"盤[上面][はだでの]?[^。]{0,24}コミ(?!\s?[\d一二三四五六七八九])|コミ(?:抜き|なし|無し|が(?:な|無)(?:け|か)|を(?:除|抜|引|入れな))"
)
"""Words beside points by which those of komi are not among them."""


def _claims_what_board_lacks(hypothesis: Hypothesis, result: StatedResult, end_text: str) -> bool:
    """Return whether an end claims what the board does not show: 組をぜんぶで五つにして, 16点勝ち."""
    margin = _MARGIN.search(end_text)
    points = None if hypothesis.position is None else hypothesis.game.score(hypothesis.position)
    if margin is not None and points is not None and abs(points[0] - points[1]) != parse_points(margin[1]):
        return True
    if result.points is not None and _WITHOUT_KOMI.search(end_text) is not None:
        return True  # 盤上は2対2、コミの分だけ柚子の勝ち
    shown = hypothesis.position is None or hypothesis.game.outcome(hypothesis.position) is not None
    if not shown and result.word in DRAWS.values() and _ELIMINATED.search(end_text) is not None:
        return True  # どちらの占も盤からなくなったので引き分け
    return not shown and result.reason is None and CLAIMED.search(result.clause) is not None


def _without_foul_cost(hypothesis: Hypothesis, result: StatedResult) -> Hypothesis:
    """Return a hypothesis without the cost of a foul at its last ply, if the end speaks of one."""
    told = result.reason is Termination.FOUL or result.word == "反則負け"
    return hypothesis._replace(cost=hypothesis.cost - FOUL) if told and hypothesis.ends_in_a_foul else hypothesis


def _with_cost_of_stated_plies(
    hypothesis: Hypothesis, result: StatedResult, text: str
) -> tuple[Hypothesis, StatedResult]:
    """Return a hypothesis with what the count of its end costs, and the end, without the number of a move that was not played."""
    if result.count == hypothesis.ply + 1 and ("封" in text or f"{result.count}手目" in text):
        result = result._replace(count=None)
    if result.count is not None and _tells_number_in_english(hypothesis, result.count, text):
        result = result._replace(count=None)
    if result.count in {None, hypothesis.ply}:
        return hypothesis if result.count is None else hypothesis.paid_back(), result
    lost = result.count == hypothesis.ply + 1 and has_free_text_above(hypothesis)
    return hypothesis._replace(cost=hypothesis.cost + WRONG_COUNT + LOST_BETWEEN * lost), result


_MOVE_IN_ENGLISH = kept_pattern(
    r"\b(?:(?P<on>(?<!after )(?:(?:at|on) )?(?:move|ply) )|(?:in|after) )?(?P<number>\d{1,3})\b", re.IGNORECASE
)
_MOVES_IN_ENGLISH = kept_pattern(r"\b(?:moves?|after|in)\b", re.IGNORECASE)


def _tells_number_in_english(hypothesis: Hypothesis, count: int, text: str) -> bool:
    """Return whether a count in English is the round that was played last, or names the ply or the round in which the game ended."""
    rounds = hypothesis.numbering in {"", "round"} and _MOVES_IN_ENGLISH.search(text) is not None
    on = any(one["on"] and int(one["number"]) == count for one in _MOVE_IN_ENGLISH.finditer(text))
    last, next_one = (hypothesis.ply + 1) // 2, hypothesis.ply // 2 + 1
    return (rounds and count in ({last, next_one} if on else {last})) or (on and count == hypothesis.ply + 1)


def _free_texts_after_last_turn(hypothesis: Hypothesis) -> Iterator[str]:
    """Yield the free texts behind the last turn: one may be the head of a message, and name its sender."""
    for item in hypothesis.items_from_last():
        if item.kind != "comment":
            return
        yield from (line.text for line in item.lines)


def _result_of_sender(hypothesis: Hypothesis, line: StatementLine, result: StatedResult) -> StatedResult | None:
    """Return the result of whoever sent the message that says no more than 勝ち or 負けた; None where that is not known."""
    sender = side_of_sender(hypothesis, line.sender) if line.sender and hypothesis.moving else None
    won = result.word == OWN_RESULTS["win"]
    return None if sender is None else result._replace(winner=sender if won else sender.other, word="")


def _does_text_before_name_side(hypothesis: Hypothesis, line: StatementLine, end: Statement) -> bool:
    """Return whether a side stands in the words before an end that names none: it may be the one who resigns."""
    result = end.value
    if result.word not in OF_ONE_SIDE | {*OWN_RESULTS.values()}:
        return False
    if not line.sender and (ends_with_a_name(result.clause) or follows_possible_name(hypothesis, line)):
        return True
    if line.sender and line.sender not in {*dict(hypothesis.speakers), *hypothesis.sides_of_players()}:
        return True
    if not line.sender and any(
        name in text for name in hypothesis.sides_of_players() for text in _free_texts_after_last_turn(hypothesis)
    ):
        return True
    before = line.passage.text[max(0, end.start - MAX_SENTENCE_CHARACTERS) : end.start]
    another = line.sender and _HEAD_OF_A_MESSAGE.search(re.split("[。!?「」]", before)[-1])
    return bool(another) or does_sentence_name_side(hypothesis, before)


def _hypotheses_after_claim(
    hypothesis: Hypothesis, line: StatementLine, passage: LocatedText, result: StatedResult
) -> list[Hypothesis]:
    """Return the hypotheses after a result above the moves: a claim of the head, but not where plies are counted before they are played."""
    text = line.written(passage)
    if line.sender and result.count is not None:  # もう終局です 先手3手で全滅w
        unread = copy_line(passage, text, text)._replace(kind="unread")
        return [hypothesis.adding(CopyItem((unread,), "unread", passage))]
    if result.points is not None and result.winner is None and result.points[0] != result.points[1]:
        result = result._replace(winner=Side(result.points[0] < result.points[1]), inferred=False)  # 結果：78-100
    if result.inferred or not hypothesis.started:
        return []
    lines = result.lines(0)
    claim = lines[-1] if result.count is not None else lines[-1].removeprefix("まで")
    made = tuple(copy_line(passage, one, text) for one in (*lines[:-1], f"結果：{claim}"))
    head = hypothesis.head if any(key == "結果" for key, _ in hypothesis.head) else (*hypothesis.head, ("結果", claim))
    return [hypothesis.adding(CopyItem(made, "head", passage))._replace(head=head)]
