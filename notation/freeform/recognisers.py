"""Recognisers: the spans that begin at a place of a line."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.outcome import find as find_special
from kifu.core.squares import BLANKS
from notation.freeform.fields import SIDE_IN_BRACKETS, head_spans, setup_spans, title_spans
from notation.freeform.free_text import MAX_PROSE_CHARACTERS, prose_span
from notation.freeform.heads import OTHER_KEY, RESULT_KEY
from notation.freeform.ink import link_spans, move_spans
from notation.freeform.numbers import number_spans
from notation.freeform.remarks import remark_spans
from notation.freeform.result_words import CAUSE, ENDING, MAX_RESULT_CHARACTERS, NO_CONTEST
from notation.freeform.results import is_a_total, is_of_either, read_result
from notation.freeform.risk import RESULT_MARK, moves_in, risk
from notation.freeform.sides import side_spans
from notation.freeform.spans import Context, Span, closed_up, sign_of_another
from notation.freeform.times import time_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_EDGES = 24
"""The most places behind another that a free text is tried to end at."""
_SEPARATORS = frozenset("、。，,.;/・|→「」『』【】｜:>")
_RULE = re.compile(
    r"\s*[-~]\s?\d{1,4}\s?[-~]\s*|\s*(?:p|P|頁|page)\.?\s?\d{1,4}(?:\s?/\s?\d{1,4})?\s*|[\s=\-_*~─━―ー＝＊◆◇■□●○☆★・+|.,<>]{3,}"
)
_SEALED = re.compile(
    r"(?:当方|こちら|小生|封じ手|[序中終]盤|次の一手|初手|続いて|以下|返し手|まず|次に|つぎに|つづいて|ここで|そこで|対する|そして|すると|えーと|えっと|で(?=、))\s*(?:[はがの]|から)?\s*[:：、]?\s*(?=\S)"
)
_FORMULA = re.compile(r"(?:拝啓|謹啓|前略|敬具|敬白|草々|早々|かしこ)(?=$|[\s、。])[\s、。]*")
"""What a letter begins and ends with."""
_ONLY_QUOTED = re.compile(
    r"[、」』)\s]{0,3}(?:と(?:言う|いう)?の?は|との(?!こと)|とか|と思|[…‥.]*(?:では|じゃ)な[くい])"
)
"""Words behind a result that somebody speaks of, but that is none."""
_CAUSES = re.compile(CAUSE)
_IN_BRACKETS = re.compile(r"[(\[【「]\s*(?=(?:先手?番?|後手?番?|白番?|黒番?)\s*[:=＝])")
"""A bracket before the players."""


def spans_from(context: Context, text: str, at: int, before: str, edges: list[int]) -> Iterator[Span]:
    """Yield the spans but free text that may begin at a place of a line; `before` is the kind of the span that ends there."""
    sign = text[at]
    if sign in BLANKS:
        end = at + len(text[at:]) - len(text[at:].lstrip(BLANKS))
        yield Span("blank", at, end)
        return
    if at == 0 and _RULE.fullmatch(text):
        yield Span("rule", 0, len(text), cost=0.1)
    yield from _separators(text, at, before)
    yield from number_spans(text, at, before)
    yield from side_spans(context, text, at, before)
    yield from time_spans(context, text, at, before)
    yield from _words(context, text, at)
    yield from move_spans(context, text, at, before)
    yield from remark_spans(context, text, at, before)
    if at in edges and (formula := _FORMULA.match(text, at)):
        yield Span("sep", at, formula.end(), formula[0], 0.05)
    if sealed := _SEALED.match(text, at):
        yield Span("sep", at, sealed.end(), sealed[0], 0.1)
    yield from link_spans(context, text, at, before)


@lru_cache(maxsize=1024)
def _ends_in_brackets(text: str) -> bool:
    """Return whether a line that stands whole in brackets tells an end."""
    return f"{text[:1]}{text[-1:]}" in {"()", "[]", "〈〉", "《》", "〔〕"} and ENDING.search(text) is not None


def _separators(text: str, at: int, before: str) -> Iterator[Span]:
    sign = text[at]
    if sign in _SEPARATORS:
        yield Span("sep", at, at + 1, sign, 0.02 if sign in "、。，,.「」『』【】" else 0.15)
    elif (
        (at and sign in ")]】" and before in {"head", "sep"})
        or _IN_BRACKETS.match(text, at)
        or (
            sign in "([〈《〔)]〉》〕"
            and _ends_in_brackets(text.strip())
            and sign in {text.strip()[0], text.strip()[-1]}
        )
    ):
        yield Span("sep", at, at + 1, sign, 0.1)


def _words(context: Context, text: str, at: int) -> Iterator[Span]:
    rest = text[at : at + 60]
    if not rest.startswith(tuple(context.around.words)):
        return
    for word in context.around.words:
        if rest.startswith(word) and not is_of_either(context, text, at, at + len(word)):
            end = at + len(word)
            tail = re.match(
                r"\s*(?:です|でした|しました|します|いたします|いたしました|しますね)?[。.!！]?\s*", text[end:]
            )
            assert tail is not None  # noqa: S101 - every part of the pattern may be missing
            yield Span("word", at, end + tail.end(), (word, ""), 0.2)
            if context.around.words[word].detail and (found := find_special(text[at:].strip(), context.around.words)):
                yield Span("word", at, len(text), found, 0.25)


def free_from(  # noqa: C901, PLR0913, PLR0917 - one kind of text after the other
    context: Context, text: str, at: int, before: str, edges: list[int], most: float
) -> Iterator[Span]:
    """Yield the heads, ends and free texts that begin at a place, each up to an edge behind it, if they cost at most `most`."""
    if text[at] in BLANKS or not (at in edges or before in {"move", "time", "remark", "num", "side"}):
        return
    first = bisect_right(edges, at)
    for end in dict.fromkeys([*edges[first : first + MAX_EDGES], edges[-1]]):
        part = text[at:end]
        if part[-1] in BLANKS or sign_of_another(text, at, end):
            continue
        if context.of_results and len(part) <= MAX_RESULT_CHARACTERS and _may_end(part):
            result = read_result(context.around, part, alone=not at or before == "sep" or ":" in text[:at])
            quoted = _ONLY_QUOTED.match(text, end) or "「" in part[part.rfind("」") + 1 :].lstrip("「")
            beside = text[:at].strip(" ,、。") or text[end:].strip(" ,、。")
            of_either = result is not None and is_of_either(context, text, at, end)
            if quoted or of_either or (beside and RESULT_MARK.search(part)):
                result = None  # 後日山田から鈴木に「負けでよい」との葉書
            if result is not None and NO_CONTEST in part and _CAUSES.search(text, 0, at):
                result = result._replace(word="中断")  # テイト側の都合により途中終局（無勝負）
            if result is not None and result.clause and before in {"num", "side"}:
                result = None  # 36巫 …いのうえ投了
            if result is not None and not (result.unsaid and len(text.strip()) > 1):
                alone = result.winner is None and not result.inferred and result.count is None and before == "num"
                told = 0.2 + 0.02 * len(result.clause) + risk(context, result.clause) if result.clause else 0.0
                yield Span(
                    "end", at, end, result, told + 0.35 + (0.5 if result.inferred else 0.0) - (0.2 if alone else 0.0)
                )
        # the sign stands between two heads
        between = (part[-1] in "、，,;/|" and bool(text[end:].strip())) or _closes_another(part)
        between = between or SIDE_IN_BRACKETS.match(text, at) is not None  # it belongs to the name before it
        if len(part) <= 100 and not between and (not context.moving or before != "move"):  # noqa: PLR2004
            yield from head_spans(context, text, at, end)
        yield from title_spans(context, text, at, end)
        if (
            context.of_results
            and len(part) <= MAX_RESULT_CHARACTERS
            and is_a_total(part)
            and not moves_in(context.game, part)
        ):
            yield Span("prose", at, end, cost=0.6)
        if context.game.vocabulary.cells and not context.moving:
            yield from setup_spans(context, text, at, end)
        if len(part) <= MAX_PROSE_CHARACTERS and (free := prose_span(context, text, at, end, before, most)) is not None:
            yield free


@lru_cache(maxsize=1 << 14)
def _may_end(text: str) -> bool:
    """Return whether a text has words of an end, and no key of a head but that of the result."""
    if not ENDING.search(closed_up(text)) or OTHER_KEY.search(text):
        return False
    first = re.search(r"\w", text)
    return all(first is None or key.start() <= first.start() for key in RESULT_KEY.finditer(text))


def _closes_another(part: str) -> bool:
    """Return whether a text ends with a bracket that was opened before it."""
    return any(
        part.endswith(close) and part.count(close) > part.count(start) for start, close in ("()", "[]", "【】", "「」")
    )
