"""The recogniser of moves: their spans in a line, moves told again, and what stands where a move is not known."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.squares import BLANKS
from notation.formats.kif_moves_of_line import is_move
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.moves_in_any_word_order import places_units, slot_moves_by_end
from notation.freeform.spans_line_context_and_sides import BOUNDS, LineContext, Span
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from notation.freeform.move_ink import InkMove

SLOTS_COST = 0.25
"""What a move costs besides whose parts stand in an order that is not known."""
CUT_COST = 1.5
"""What a move costs besides from which words are cut off that tell what happens at its end."""
HOLE = kept_pattern(
    r"[(\[【「]?(?:[×✕]|(?:\d+手目[はの]?)?(?:不明|未記入|未記録|記録(?:なし|無し|漏れ|もれ|忘れ)|記入漏れ|書き?忘れ(?:た|ました)?|書き?漏らし|忘れた|忘れました|"
    r"覚えていない|わからない|分からない|読めない|読めず|判読不能|聞き取れず|見(?:落と|逃)し|記録(?:できず|不能)|空欄|欠|[〓□■]+|[?？]+|[…‥.・]{2,}|-{1,}|[_＿]+|\?+手?))[)\]】」]?"
)
"""What people write in place of a move that is not known."""
_SLASHED = kept_pattern(r"[^\s/]/[^\s/]")
"""A slash right between two parts of a move."""
_GOAL_FIRST = kept_pattern(r"\W*(?:\d{1,3}手?目?\W*)?(?:[^\W\d_]{1,8}\W{1,3}|\W{0,3})(?<!\d)→\s*$")
"""An arrow before the first square of a line."""
_TOKEN = kept_pattern(r"[0-9A-Za-z~&+\-=]{3,20}")
"""A text without blanks in the ASCII dialect."""
YOURS = kept_pattern(r"(?:貴[着手信]|そちらの(?:手|着手)|ご着手|前(?:回の)?手)の?[、:は]?\s*")
_ACKNOWLEDGED = kept_pattern(
    r"\s*(?:[をのは、]|との?お?(?:手紙|葉書|返事|返信)を?|に(?:対し(?:て|まして)?|は))?\s*(?:(?:拝[見受読承]|承知|確認|了解|受領|落手|受け?取り)(?:いた|致)?(?:し|り)?(?:ました|ます|た)?)?[。、,!]?\s*"
)
"""What stands behind a move that the other side has told, and that an answer repeats."""
PASS = kept_pattern(r"パス(?![ァ-ヶーA-Za-z])")
_LEADING_TO_PASS = kept_pattern(
    r"(?:最後の)?(?:一|1)?手[をは]?(?:(?:指さず|打たず|動かさず|使わず)に?)?[、,]?\s*(?=パス)"
)
_SAID_PASS = kept_pattern(
    r"\s*(?:を?(?:選択|宣言)|と?(?:する|した|します|しました|です|でした|となる|となった))?[。.!]?\s*(?=$|\W)"
)
_OR = kept_pattern(r"\s*(?:か(?!ら)|または|又は|もしくは|あるいは|(?<![a-z])or(?![a-z])|[?？]\s*(?=[^\s]))[、,\s]*")
_BRACKETED_NUMBER = kept_pattern(r"[(]\d{1,3}[)]")
NUMBER_COST = 1.2
"""The cost of a number of a ply as a square."""
_BARE_NUMBER_AT_THE_END = kept_pattern(r"\s\d{1,3}$")
_NUMBER_OF_THE_NEXT = kept_pattern(r"\s[(]\d{1,3}[)]$")
LEFT_OUT = kept_pattern(
    "記録(?:なし|無し|漏れ|もれ|できず)|不明|(?<!感想戦あり、)(?<!感想戦は)省略|中略|以下略|途中略|書き忘れ(?!て(?:この|すぐ)?(?:下|後|あと|次)に)|この間|思い出せ|思いだせ|だったか(?!も|ら)|(?<!撮り)忘れ(?:た|ました|てしま)|覚えてい?(?:ない|ません)|おぼえてい?(?:ない|ません)|(?:字|[しシ染]み|にじ|滲|かす|消え|つぶれ|潰れ|濡れ|汚れ|破れ|ここだけ|マス|場所)[^。]{0,8}(?:読め|読み取れ|判読でき)(?:ない|ず|ません|なか)|判読不|can(?:no|')t (?:remember|read)|illegible"
    r"|forgot(?!(?:ten)? (?:(?:all )?about|the (?:clock|timer|time|score|snacks?)|(?:that )?it was|to (?:set|start|stop|press|hit|bring|take|wind|charge|turn|put|add|tell|say|thank)\b))"
)
"""Words of a text that says that moves are missing."""
NOT_RECORDED = kept_pattern(
    "記録(?:なし|無し|漏れ|もれ|できず)|不明|略|書き忘れ(?!て(?:この|すぐ)?(?:下|後|あと|次)に)"
)
"""Those by which they are missing whatever the numbers say."""


def move_spans(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield the moves that may stand at a place."""
    glued = 0.3 if kind_before == "move" and text[at - 1] not in BOUNDS else 0.0
    found = dict(ink_moves_by_end(context.game, text, at))
    if PASS.match(text, at) and (said := _SAID_PASS.match(text, at + 2)) is not None:
        yield Span("move", at, at + 2, (), 0.05)
        if said[0].strip():
            yield Span("move", at, said.end(), (), 0.1)
    found |= {end: [] for end in _ends_of_token(context, text, at, kind_before) if end not in found}
    slots = _moves_by_slots_at(context, text, at, kind_before)
    whole = max((end for end, moves in slots.items() if any(move.suffixes for move in moves)), default=0)
    yield from (
        Span(
            "move",
            at,
            end,
            tuple(moves),
            SLOTS_COST + glued + _least_cost(text[at:end], moves) + NUMBER_COST * _ends_with_next_number(text, at, end),
        )
        for end, moves in slots.items()
        if end not in found
    )
    if _GOAL_FIRST.match(text[:at]):  # →a6 a7: the goal stands first
        found = {end: [move for move in moves if len(move.squares) == 1] for end, moves in found.items()}
        found = {end: moves for end, moves in found.items() if moves}
    for end, moves in found.items():
        if not moves:
            yield Span("move", at, end, (), 0.05 + glued)
            continue
        if text.count("(", at, end) > text.count(")", at, end):
            continue  # 三四怨(三七よ: what the bracket says goes on
        cost = _least_cost(text[at:end], moves)
        if text[end - 1] in BLANKS or (end < len(text) and text[end].isdigit() and text[end - 1].isdigit()):
            continue
        numbered = _ends_with_next_number(text, at, end) or _BRACKETED_NUMBER.match(text, at) is not None
        cut = CUT_COST * (end < whole and not any(move.suffixes for move in moves))
        yield Span("move", at, end, tuple(moves), cost + glued + NUMBER_COST * numbered + cut)


def _ends_with_next_number(text: str, at: int, end: int) -> bool:
    """Return whether a move ends with the number right before the next one, which is no square that it leaves: 42馬  15|黒65."""
    behind = text[end : end + 1]
    if behind in {"", *BLANKS}:
        return False
    return _NUMBER_OF_THE_NEXT.search(text, at, end) is not None or (
        behind in "黒白先後▲△☗☖" and _BARE_NUMBER_AT_THE_END.search(text, at, end) is not None
    )


def _ends_of_token(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[int]:
    """Yield where a move of the ASCII dialect that begins at a place ends."""
    token = _TOKEN.match(text, at)
    if token is not None and (at == 0 or text[at - 1] in BOUNDS or kind_before in {"num", "side", "time"}):
        for end in {token.end(), token.end() - len(token[0]) + len(token[0].rstrip("~.。!?+#"))}:
            if end > at + 2 and is_move(context.game, text[at:end]):
                yield end


def _moves_by_slots_at(context: LineContext, text: str, at: int, kind_before: str) -> Mapping[int, Sequence[InkMove]]:
    """Return the moves in any order that begin at a place, behind a number, a side or nothing of the move itself."""
    if at and text[at - 1] not in BOUNDS and kind_before not in {"num", "side", "time", "sep"}:
        return {}
    if text.count("(", 0, at) > text.count(")", 0, at):
        return {}  # 四04占 (△3三領): an answer, or what might have been
    found = slot_moves_by_end(context.game, text, at)
    if places_units(context.game):  # 四04/四05占 may be two placings
        found = {end: moves for end, moves in found.items() if not _SLASHED.search(text[at:end])}
    if kind_before in {"", "num", "side", "time", "blank"}:
        return found
    whole = {
        end: [move for move in moves if len(move.squares) > 1 or places_units(context.game)]
        for end, moves in found.items()
    }
    return {end: moves for end, moves in whole.items() if moves}


def linking_spans(context: LineContext, text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield moves told again, words that lead to one, and holes."""
    if yours := YOURS.match(text, at):
        for end, moves in ink_moves_by_end(context.game, text, yours.end()).items():
            said = _ACKNOWLEDGED.match(text, end)
            yield Span("again", at, said.end() if said else end, (yours.end(), end, tuple(moves)), 0.2)
    if leading := _LEADING_TO_PASS.match(text, at):
        yield Span("sep", at, leading.end(), leading[0], 0.1)
    if kind_before == "move":
        if (other := _OR.match(text, at)) is not None and other.end() < len(text):
            yield Span("or", at, other.end(), cost=0.1)
        elif text[at] == "/":
            yield Span("or", at, at + 1, cost=0.9)
    if kind_before in {"num", "side"} and (hole := HOLE.match(text, at)) is not None:
        yield Span("hole", at, hole.end(), cost=0.3)


def _least_cost(written: str, moves: Iterable[InkMove]) -> float:
    """Return the least that a text costs as one of several moves."""
    return min(_cost_of_ink(written, move) for move in moves)


@lru_cache(maxsize=4096)
def _cost_of_ink(written: str, move: InkMove) -> float:
    """Return what it costs to take a text for a move, higher the less its squares and unit are written out."""
    cost = 0.45 * written.startswith(("白 ", "黒 "))  # 黒 G外: as likely the side as a part of the unit
    if re.search(r"(?:^|[^\d(（])[1-9]\s?[・.,-]?\s?[1-9](?!\d)", written):
        cost += 1.0
    elif move.order:
        cost += 0.3 if re.search(r"\(\d\d\)|[①-⑲]\s?[-,.・①-⑲]", written) else 1.0
    elif re.search("[一二三四五六七八九十][一二三四五六七八九〇]", written):
        cost += 0.1
    if move.same:
        cost += 0.2
    if not move.unit:
        cost += 0.8 if len(move.squares) > 1 else 1.6
        if move.fragment:
            cost += 0.2
    if written[:1] not in "一二三四五六七八九十abcdefghijklmnopqrs":
        cost += 0.05
    return cost + 0.004 * len(written)
