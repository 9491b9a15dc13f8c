"""All spans that begin at a place of a line: those of the recogniser of each kind, and free text."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from kifu.core.outcome import special_word_and_rest
from kifu.core.squares import BLANKS
from notation.freeform.free_text_risk import (
    COUNT_OF_PLIES,
    RESULT_MARK,
    count_move_like_texts,
    free_text_risk,
    move_patterns,
)
from notation.freeform.free_text_spans_and_cost import FreeText, HiddenMoves, least_free_text_cost
from notation.freeform.head_lines_in_other_words import OTHER_KEY, RESULT_KEY
from notation.freeform.head_title_and_setup_recogniser import (
    SIDE_IN_BRACKETS,
    head_spans,
    may_have_a_head,
    setup_spans,
    title_spans,
)
from notation.freeform.move_recogniser import linking_spans, move_spans
from notation.freeform.number_time_and_side_recogniser import number_spans, side_spans, time_spans
from notation.freeform.players_of_head_lines import TITLE
from notation.freeform.remark_recogniser import remark_spans
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.spans_line_context_and_sides import LineContext, Span, sign_of_another, without_spacing
from notation.freeform.speakers_of_end_sentences import is_said_to_the_other
from notation.freeform.tokens_of_result_words import (
    CAUSE,
    DRAWS,
    MAX_RESULT_CHARACTERS,
    NO_CONTEST,
    OF_ANOTHER_GAME,
    OF_THE_SIDE_TO_MOVE,
    POINTS_OF_BOTH,
    SCORE_BETWEEN_NAMES,
    WEIGHTY,
    counts_several_games,
    may_tell_an_end,
)
from notation.freeform.undecided_results import (
    DISPUTED,
    is_hedged_at,
    may_be_of_either_side,
    names_nobody,
    stands_in_a_time_limit,
)
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game
    from notation.freeform.result_of_word_tokens import StatedResult

MAX_EDGES = 24
"""The most places behind another that a free text is tried to end at."""
MAX_HEAD_CHARACTERS = 100
"""The most characters of a head beside others."""
_SEPARATORS = frozenset("、。，,.;/・|→「」『』【】｜:>")
_RULE = kept_pattern(
    r"\s*[-~]\s?\d{1,4}\s?[-~]\s*|\s*\(\d{1,2}\s?/\s?\d{1,2}\)\s*|\s*(?:p|P|頁|page)\.?\s?\d{1,4}(?:\s?/\s?\d{1,4})?\s*|[\s=\-_*~─━―ー＝＊◆◇■□●○☆★・+|.,<>]{3,}"
)
_SEALED = kept_pattern(
    r"(?:当方|こちら|小生|(?:それ)?じゃあ?|封じ手|[序中終]盤|次の一手|初手|続いて|以下|返し手|まず|次に|つぎに|つづいて|ここで|そこで|対する|対して|これに対し(?:て)?|一方|次いで|続けて|つづけて|最後に|間を置いて|さらに|そしたら|それから|(?:今度|こんど)は?|もう[一1]回|すかさず|負けじと|そして|すると|えーと|えっと|で(?=、)|(?:い|行)く[よぞね](?=[、!])|よー?し(?=[、!])|さて(?=、)|うー?ん(?=[、…])|はい(?=[、!])|ほい(?=[、!])|えい(?=[、!])|おっと(?=、)|ふむ(?=、)|なら(?=、)|だったら(?=、)|なるほど(?=[、。!]))\s*(?:[はがの]|から)?\s*[:：、]?\s*(?=\S)"
)
_OF_THE_WRITER = kept_pattern("当方|こちら|小生")
"""Whoever writes; before an end they are the one whom it is about."""
_FORMULA = kept_pattern(r"(?:拝啓|謹啓|前略|敬具|敬白|草々|早々|かしこ|オクレ)(?=$|[\s、。])[\s、。]*")
"""What a letter begins and ends with."""
_ONLY_QUOTED = kept_pattern(
    r"[、」』)\s]{0,3}(?:と(?:言う|いう)?の?は|との(?!こと)|とか|という(?:噂|うわさ|話|説|声|記事|報告|書き込み)|と思|と(?:言|い)(?:う|った|って(?:い)?た)(?:けど|けれど|が|のに|ものの)|と[^。「]{0,12}(?:つつ|ながら|続行|続け|粘)|[…‥.]*(?:では|じゃ)な[くい])"
)
"""Words behind a result that somebody speaks of, but that is none."""
_SAID_BY_ANOTHER = kept_pattern(r"[。!…」』\s]{1,4}\((?![笑泣汗涙苦爆終完了])[^\W\d_]{1,6}(?<!局)\)\s*$")
"""A name in brackets behind a quotation: whoever it is has said it."""
_EVEN_AT_A_BREAK = kept_pattern(
    r"(?:中断|打ち?切り|(?:指し|打ち)掛け)(?![^。]{0,40}引き?分け)[^。]{0,20}同点|同点(?!で?引き?分け)[^。]{0,20}(?:中断|打ち?切り|(?:指し|打ち)掛け)"
)
"""Even points where a game was broken off, which are no draw: ここで中断！同点だよ."""
_CAUSES = kept_pattern(CAUSE)
_TOLD_ANEW = kept_pattern(r"(?i)(?<![a-z])(?:sorry|i mean|rather)(?![a-z])|もとい|(?:じゃ|では)なくて")
"""Words by which a sentence corrects the end that it has told: Tom ran out of time - sorry, Priya did."""
_SUBJECT_CUT_OFF = kept_pattern(r"(?:no\s|の)\s?(?:kachi|make|勝|負|かち|まけ|投了|降参|棄権|不戦|反則|時間|切れ)")
"""What an end begins with whose subject stands before it."""
_OPTION = kept_pattern(r"\s*[a-z]{2,12}=[a-z]")
"""An option of the rules, whose value is no end: four=draw."""
_NAMES_A_PLAYER = kept_pattern(r"[先後]手[:=]\s?[^\s\d敗分]{1,19}\Z")
"""A name behind its key that looks like a count of games: 先手：十勝, 後手：新人・十勝."""
_OF_SOMEBODY = kept_pattern("勝|負|かち|まけ|投了|kachi|make")
"""What an end begins with behind the の of its subject."""
_PARTS_A_FIGURE = kept_pattern(r"[0-9](?=[/.:-][0-9])|(?<=[0-9])[/.:-](?=[0-9])")
"""The last sign of a head that would end within a date or a time."""
_NOT_OF_THIS_GAME = kept_pattern(
    rf"(?:{OF_ANOTHER_GAME.pattern})(?:の?(?:対局|一局|勝負))?(?:[はもで]|(?<=前回)[\s、])|(?i:\b(?:if|when|previous|almost|nearly|would|could|may|might)\b|\b(?:last|other) (?:game|match|board|table|round|time|week|month|year|night)\b|\b(?:last|other)\s{{0,3}}$)"
)
"""Words of a sentence before an end that is of another game, or has not come."""
_SENTENCE_STOP = kept_pattern(r"(?<=[A-Za-z])[.!]\s+(?=\w)")
"""Where a sentence in Latin letters ends, and another begins."""
_ADDRESSED_NEXT = kept_pattern(rf"[。!?]\s?[^\s。、,!?]{{1,12}}{TITLE}[、,]?$")
"""The name that another sentence begins with, at the end of a part of a line."""
_IN_FIGURES = kept_pattern(r"[01] ?- ?[01]")
"""A result in figures; the name behind it is that of the winner, or tells otherwise: 0-1 (Tom)."""
_LATIN_WORDS_BEFORE = kept_pattern(r"[A-Za-z\xc0-\u024f'’]{1,20}[ \t]+[A-Za-z\xc0-\u024f'’]{1,20}[ \t]+$")
"""Two words in Latin letters; one may be a label."""
_WAS_OFFERED = kept_pattern(
    r"(?i)\s+(?:(?:is|was|were|has been|had been|a été|fue|wurde)\s+)?(?:offer|propos|declin|refus|reject|angebot|abgelehn|vorgeschl|ofrec|rechaz)"
)
"""Words behind a draw by which it was offered, or refused."""
_FIGURES = kept_pattern(r"[\d\s()\[\]:/~-]+")
"""Two numbers without a word, which behind one, or before the end of a bracket, are no points: (マスは 左上 1-1)."""
_BRACKETS = {")": "(", "]": "[", "】": "【", "」": "「"}
"""Closing brackets, and what opens them."""
_IN_BRACKETS = kept_pattern(r"[(\[【「]\s*(?=(?:先手?番?|後手?番?|白番?|黒番?)\s*[:=＝])")
"""A bracket before the players."""


def spans_at(context: LineContext, text: str, at: int, kind_before: str, edges: list[int]) -> Iterator[Span]:
    """Yield the spans but free text that may begin at a place of a line; `kind_before` is the kind of the span that ends there."""
    sign = text[at]
    if sign in BLANKS:
        end = at + len(text[at:]) - len(text[at:].lstrip(BLANKS))
        yield Span("blank", at, end)
        return
    if at == 0 and _RULE.fullmatch(text):
        yield Span("rule", 0, len(text), cost=0.1)
    yield from _separator_spans(text, at, kind_before)
    if not _counts_plies(context, text, at):
        yield from number_spans(text, at, kind_before)
    yield from side_spans(context, text, at, kind_before)
    yield from time_spans(context, text, at, kind_before)
    yield from _word_spans(context, text, at)
    yield from move_spans(context, text, at, kind_before)
    yield from remark_spans(context, text, at, kind_before)
    if at in edges and (formula := _FORMULA.match(text, at)):
        yield Span("sep", at, formula.end(), formula[0], 0.05)
    if (sealed := _SEALED.match(text, at)) and not (
        _OF_THE_WRITER.match(text, at) and WEIGHTY.match(text, sealed.end())
    ):
        yield Span("sep", at, sealed.end(), sealed[0], 0.1)
    yield from linking_spans(context, text, at, kind_before)


@lru_cache(maxsize=1024)
def _ends_in_brackets(text: str) -> bool:
    """Return whether a line that stands whole in brackets tells an end."""
    return f"{text[:1]}{text[-1:]}" in {"()", "[]", "〈〉", "《》", "〔〕"} and may_tell_an_end(text)


def _counts_plies(context: LineContext, text: str, at: int) -> bool:
    """Return whether a number counts the plies in a sentence without a move: 36手、くたびれて止め; 28個置いたところで昼."""
    found = None if text[:at].strip() else COUNT_OF_PLIES.match(text, at)
    return found is not None and count_move_like_texts(context.game, text[found.end() :]) < 1


def _separator_spans(text: str, at: int, kind_before: str) -> Iterator[Span]:
    """Yield the separator at a place: a stop, an arrow, a bracket round other spans."""
    sign = text[at]
    if sign in _SEPARATORS:
        arrow = sign == "→" and kind_before == "move" and text[at - 1] in BLANKS  # 二02占 → 三06領
        yield Span("sep", at, at + 1, sign, 0.0 if arrow else 0.02 if sign in "、。，,.「」『』【】" else 0.15)
    elif (
        (at and sign in ")]】" and kind_before in {"head", "sep"})
        or _IN_BRACKETS.match(text, at)
        or (
            sign in "([〈《〔)]〉》〕"
            and _ends_in_brackets(text.strip())
            and sign in {text.strip()[0], text.strip()[-1]}
        )
    ):
        yield Span("sep", at, at + 1, sign, 0.1)


_ONLY_EVEN = kept_pattern(r"\W{0,3}\d{1,3}点?\s?[-:対]\s?\d{1,3}点?[のでと、]?同点(?:です|に)?\W{0,3}")
"""Even points and nothing else: 64対64の同点。"""
_CLAUSE = kept_pattern(r"[。、!?\s]")


def _word_spans(context: LineContext, text: str, at: int) -> Iterator[Span]:
    """Yield the special words that may stand at a place, with the polite verb behind them."""
    rest = text[at : at + 60]
    if not rest.startswith(tuple(context.around.words)):
        return
    for word in context.around.words:
        end = at + len(word)
        if rest.startswith(word) and not (
            may_be_of_either_side(context, text, at, end)
            or is_hedged_at(text[:end] + _CLAUSE.split(text[end:], maxsplit=1)[0], at, end)
            or names_nobody(text)
        ):
            tail = re.match(
                r"\s*(?:です|でした|しました|します|いたします|いたしました|しますね)?[。.!！]?\s*", text[end:]
            )
            assert tail is not None  # noqa: S101 - every part of the pattern may be missing
            yield Span("word", at, end + tail.end(), (word, ""), 0.2)
            if context.around.words[word].detail and (
                found := special_word_and_rest(text[at:].strip(), context.around.words)
            ):
                yield Span("word", at, len(text), found, 0.25)


@lru_cache(maxsize=1024)
def _is_about_units(game: Game, clause: str) -> bool:
    """Return whether a clause of an end is no more than units without a square: 珠の五連, 占領が全滅."""
    return re.fullmatch(rf"(?:(?:{'|'.join(map(re.escape, game.vocabulary.units))})[のがをはも]?)+", clause) is not None


class FreeSpans:
    """The heads, ends and free texts of a line; what does not depend on the span before one is found once."""

    def __init__(self, context: LineContext, text: str, edges: list[int]) -> None:
        self._context, self._text, self._edges = context, text, edges
        self._at_edges = frozenset(edges)
        self._parts: dict[int, list[_Part]] = {}
        self._known: dict[tuple[int, int], _Part] = {}
        self._headed = may_have_a_head(context, text)
        self._hidden = HiddenMoves(context.game, text)

    def spans_beginning_at(self, at: int, kind_before: str, max_cost: float) -> list[Span]:
        """Return those that begin at a place, each up to an edge behind it, as far as they cost at most `max_cost`.

        `kind_before` is the kind of the span that ends there.
        """
        text = self._text
        if text[at] in BLANKS or not (at in self._at_edges or kind_before in {"move", "time", "remark", "num", "side"}):
            return []
        if at not in self._parts:
            first = bisect_right(self._edges, at)
            ends = dict.fromkeys([*self._edges[first : first + MAX_EDGES], self._edges[-1]])
            self._parts[at] = [
                self._part(at, end)
                for end in ends
                if text[end - 1] not in BLANKS and not sign_of_another(text, at, end)
            ]
        return [span for part in self._parts[at] for span in part.spans(kind_before, max_cost)]

    def spans_of_whole_line(self) -> list[Span]:
        """Return those that stand for the whole line, but for the blanks round it."""
        first, last = len(self._text) - len(self._text.lstrip(BLANKS)), len(self._text.rstrip(BLANKS))
        if first >= last or first not in self._at_edges or sign_of_another(self._text, first, last):
            return []
        return list(self._part(first, last).spans("", inf))

    def _part(self, at: int, end: int) -> _Part:
        if (at, end) not in self._known:
            self._known[at, end] = _Part(self._context, self._text, at, end, self._hidden, headed=self._headed)
        return self._known[at, end]


class _Part:
    """A part of a line that may be a head, an end or free text."""

    def __init__(  # noqa: PLR0913 - what it is found with
        self, context: LineContext, text: str, at: int, end: int, hidden: HiddenMoves, *, headed: bool
    ) -> None:
        self._context, self._text, self._at, self._end, self._hidden = context, text, at, end, hidden
        self._part = text[at:end]
        self._short = context.of_results and len(self._part) <= MAX_RESULT_CHARACTERS
        self._may_end = self._short and _has_words_of_end(self._part)
        self._ends: dict[bool, Span | None] = {}
        self._heads: list[Span] | None = None if headed else []
        placed = bool(context.game.vocabulary.cells) and not context.moving
        self._others: list[Span] | None = None if context.titled or self._short or placed else []
        self._free: FreeText | None = None
        self._least = least_free_text_cost(end - at)

    def spans(self, kind_before: str, max_cost: float) -> Iterator[Span]:
        """Yield the spans that it may be behind one of a kind; free text if it costs at most `max_cost`."""
        if self._may_end:
            yield from self._end_spans(kind_before)
        if self._heads != [] and not (self._context.moving and kind_before == "move"):
            self._heads = list(self._head_spans()) if self._heads is None else self._heads
            yield from self._heads
        if self._others is None:
            self._others = list(self._title_prose_and_setup_spans())
        yield from self._others
        if self._least <= max_cost and self._least < inf:
            if self._free is None:
                self._free = FreeText(self._context, self._text, self._at, self._end, self._hidden)
            if (free := self._free.span_behind(kind_before, max_cost)) is not None:
                yield free

    def _end_spans(self, kind_before: str) -> Iterator[Span]:
        """Yield the part as an end of the game; one torn from its speaker or glued to a number or side is none."""
        alone = not self._at or kind_before == "sep" or ":" in self._text[: self._at]
        if alone not in self._ends:
            self._ends[alone] = self._end_of_the_game(alone=alone)
        span = self._ends[alone]
        glued = kind_before in {"num", "side"}
        if span is None or self._is_torn_from_its_speaker(span.value) or (span.value.clause and glued):
            return  # 36巫 …いのうえ投了; 一5に歩|打」--二歩なので負け; 通りすがり|「負けました」
        result = span.value
        bare = result.winner is None and not result.inferred and result.count is None and kind_before == "num"
        yield span._replace(cost=span.cost - 0.2) if bare else span

    def _is_torn_from_its_speaker(self, result: StatedResult) -> bool:
        """Return whether an end is what somebody says whose name stands before it, on the line."""
        quoted = self._text[: self._at] + "「" * (self._part[0] == "「")
        of_somebody = result.winner is None and result.side is None
        named = quoted.endswith("「") and quoted.rstrip("「")[-1:].isalpha()
        return named and result.word not in DRAWS.values() and (of_somebody or self._part[0] == "「")

    def _end_of_the_game(self, *, alone: bool) -> Span | None:
        """Return the part as an end, with what its other words cost; None if it tells none, quotes it or is torn."""
        context, text, at, end, part = self._context, self._text, self._at, self._end, self._part
        result = read_result(context.around, part, alone=alone)
        behind = _end_of_quotation(text, end)
        unsaid = result is not None and result.word in OF_THE_SIDE_TO_MOVE and result.side is None
        quoted = (
            _ONLY_QUOTED.match(text, behind) is not None
            or (unsaid and _SAID_BY_ANOTHER.match(text, behind) is not None)
            or "「" in part[part.rfind("」") + 1 :].lstrip("「")
        )
        beside = text[:at].strip(" ,、。") or text[end:].strip(" ,、。")
        if (
            result is None
            or quoted
            or _TOLD_ANEW.search(text, at)
            or _OPTION.match(part)
            or (at and (_SUBJECT_CUT_OFF.match(part) or _subject_stands_before(text, at)))
            or may_be_of_either_side(context, text, at, end)
            or names_nobody(text)
            or _EVEN_AT_A_BREAK.search(text)
            or (end < len(text.rstrip()) and is_said_to_the_other(context.around, text))
            or (_IN_FIGURES.fullmatch(part.strip()) and text[end:].strip(" ()。") in context.around.players)
            or (beside and RESULT_MARK.search(part))
            or (result.winner is None and result.side is None and stands_in_a_time_limit(text, at, end))
            or _is_torn_from_sentence(text, at, end)
            or _names_next_subject(text, at, part)
            or _NOT_OF_THIS_GAME.search(text[:at].rpartition("。")[2]) is not None
            or DISPUTED.match(text, at + len(part.rstrip("、。のと "))) is not None
            or (
                _FIGURES.fullmatch(part.strip())
                and (_closes_another(part) or _is_behind_a_word(context.game, text, at))
            )
        ):
            return None  # 後日山田から鈴木に「負けでよい」との葉書
        if NO_CONTEST in part and _CAUSES.search(text, 0, at):
            result = result._replace(word="中断")  # テイト側の都合により途中終局（無勝負）
        if result.unsaid and len(text.strip()) > 1:
            return None
        clause = result.clause
        weight = free_text_risk(context, clause) if clause and not _is_about_units(context.game, clause) else 0.0
        told = 0.2 + 0.02 * len(clause) + weight if clause else 0.0
        told += 3.0 * (
            bool(clause) and move_patterns(context.game).dictated.search(re.sub(r"\s", "", part)) is not None
        )
        told += 2.0 * (
            at > 0 and _ONLY_EVEN.fullmatch(part) is not None
        )  # behind a move the points so far are a remark
        return Span("end", at, end, result, told + 0.35 + (0.5 if result.inferred else 0.0))

    def _head_spans(self) -> Iterator[Span]:
        """Yield the part as heads, if no separator or bracket at its end belongs outside."""
        # the sign stands between two heads
        between = (self._part[-1] in "、。，,;/|・" and bool(self._text[self._end :].strip())) or _closes_another(
            self._part
        )
        between = (
            between or SIDE_IN_BRACKETS.match(self._text, self._at) is not None
        )  # it belongs to the name before it
        between = between or _PARTS_A_FIGURE.match(self._text, self._end - 1) is not None  # 2024/05 | /01
        if len(self._part) <= MAX_HEAD_CHARACTERS and not between:
            yield from head_spans(self._context, self._text, self._at, self._end)

    def _title_prose_and_setup_spans(self) -> Iterator[Span]:
        context, text, at, end, part = self._context, self._text, self._at, self._end, self._part
        yield from title_spans(context, text, at, end)
        counted = self._short and counts_several_games(part) and not _NAMES_A_PLAYER.search(text, 0, end)
        if counted and not count_move_like_texts(context.game, part):
            yield Span("prose", at, end, cost=0.6)
        if context.game.vocabulary.cells and not context.moving:
            yield from setup_spans(context, text, at, end)


def _end_of_quotation(text: str, end: int) -> int:
    """Return where the quotation that a place stands in is closed; the place itself if it stands in none."""
    opened = text.count("「", 0, end) > text.count("」", 0, end)
    return max(end, text.find("」", end)) if opened else end


@lru_cache(maxsize=1 << 14)
def _has_words_of_end(text: str) -> bool:
    """Return whether a text has words of an end, and no key of a head but that of the result."""
    scored = POINTS_OF_BOTH.match(text) or SCORE_BETWEEN_NAMES.match(text)
    if OTHER_KEY.search(text) or not (scored or may_tell_an_end(without_spacing(text))):
        return False
    first = re.search(r"\w", text)
    return all(first is None or key.start() <= first.start() for key in RESULT_KEY.finditer(text))


def _subject_stands_before(text: str, at: int) -> bool:
    """Return whether the end at a place is that of somebody who stands before it: おと の|かち."""
    before = text[:at].rstrip(BLANKS)
    return before.endswith(("no", "の")) and _OF_SOMEBODY.match(text, at) is not None


def _is_torn_from_sentence(text: str, at: int, end: int) -> bool:
    """Return whether an end stands behind two words in Latin letters, or was only offered: last time it was 0-1, Remis angeboten."""
    return _LATIN_WORDS_BEFORE.search(text[:at]) is not None or _WAS_OFFERED.match(text, end) is not None


def _names_next_subject(text: str, at: int, part: str) -> bool:
    """Return whether an end has its subject before it, and a name of the next sentence in it: Yumi |resigned. Erik| was happy."""
    if text[at + len(part) :].strip(" 。!") and _ADDRESSED_NEXT.search(part):
        return True  # 勝ち！ 古賀さん、|強かったです
    stop = _SENTENCE_STOP.search(part)
    return (
        stop is not None
        and text[:at].rstrip(BLANKS)[-1:].isalpha()
        and WEIGHTY.search(part, 0, stop.start()) is not None
        and WEIGHTY.search(part, stop.end()) is None
    )


def _is_behind_a_word(game: Game, text: str, at: int) -> bool:
    """Return whether a word stands before a place, and no move: D3-D2W 1-0 and 三05十外反 1-0 end a game, 左上 1-1 does not."""
    last = text[:at].rstrip()[-1:]
    return last.isalpha() and not last.isascii() and move_patterns(game).strong.search(text, 0, at) is None


def _closes_another(part: str) -> bool:
    """Return whether a text ends with a bracket that was opened before it."""
    start = _BRACKETS.get(part[-1])
    return start is not None and part.count(part[-1]) > part.count(start)
