"""Spans of free text, and what they cost."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING

from notation.freeform.free_text_risk import (
    BARE_SQUARE,
    DOUBTED,
    HIRAGANA,
    LABEL,
    MIN_KANA_OF_A_SENTENCE,
    MIN_WEIGHT_OF_A_MOVE,
    SIDE_MARK,
    TORN_IN_LATIN,
    count_move_like_texts,
    is_talk,
    move_patterns,
    moves_as_they_stand,
    risk_and_disprovable_part,
)
from notation.freeform.head_lines_in_other_words import read_head
from notation.freeform.head_title_and_setup_recogniser import MAX_KEY_CHARACTERS
from notation.freeform.move_ink import MAX_INK_CHARACTERS
from notation.freeform.move_recogniser import HOLE
from notation.freeform.moves_in_any_word_order import moves_by_slots
from notation.freeform.number_time_and_side_recogniser import enclosed_number
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.setup_parts import leaves_hands_open
from notation.freeform.spans_line_context_and_sides import BOUNDS, COLUMN_AND_ROW, LineContext, Span
from notation.freeform.tokens_of_result_words import ON_THE_BOARD, SCORED, WEIGHTY
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.game.game import Game

MAX_PROSE_CHARACTERS = 400
MAX_SCRAP_CHARACTERS = 4
MAX_TOLD_AGAIN = 12
"""How far before a sentence stands what it tells again of the move: 裏返しました。裏返すと昇格です."""
MIN_KANA_TOLD_AGAIN = 2
"""The most kana of a text that may be only the end of a move."""
MAX_WEIGHT_LENT = 1.45
"""The greatest weight of the moves and results in a text of whose cost something is lent."""
MIN_FREE_TEXT_COST = 0.7
"""The cost of free text that is neither long nor a scrap, and hides nothing."""
LENT = 0.4
"""How much of the least cost of free text is paid back where no move is missing."""
_GOES_ON = kept_pattern(r"へ|(?:から|より)\s?[0-9a-s一二三四五六七八九十]")
_NOT_MADE = kept_pattern(
    r"[をはもが]?[^\s、。]{0,8}?(?:なかった|ませんでした|ない(?![かの])|ません(?!か)|ず(?=に|、|。|$)|つもり|ようと(?:し|思)|うと(?:し|思))"
)
"""What says of the move before it that it was not made: 二02に占を置かなかった."""
_MARKED_SCRAP = kept_pattern(r"[▲△☗☖▽]\s*\S{1,4}")
_LETTER = kept_pattern(r"[^\W\d_]|^[、。，,.…・~\-=_*]+$")
_WORD = kept_pattern(r"[ぁ-んァ-ヶー〜]{2}|[A-Za-z]{3}|[^\W\d_ぁ-ん一二三四五六七八九十]{3}")
_TAKES_BACK = kept_pattern("[、。 ]*(?:なんて|てのは|というのは|は)?(?:うそ|嘘|冗談|続き|つづき|再開)")
"""Words behind an end by which it is none."""
_SQUARE_AT_THE_END = kept_pattern(r"[1-9一二三四五六七八九a-s] ?[-の・]? ?[0-9一二三四五六七八九]$")
_FIELD = kept_pattern(r"(?:先手|後手|白|黒)の?[^\s:]{1,6}:\s*\d")
"""What looks like a field below a diagram, as what a side holds."""
_PLAYER_IN_ENGLISH = kept_pattern(r"(?<![A-Za-z])(?:White|Black|Sente|Gote)(?: player)?\s?[:=]\s?[^\W\d]")
"""The key of a side with its player, which no free text above the moves may swallow."""


_WHICH_IS_RIGHT = kept_pattern("(?:どちら|どっち)が(?:本当|ほんと|正し|合って)")
"""Words of a remark by which one of two moves was played, and nobody knows which."""


@lru_cache(maxsize=1 << 14)
def _cost_as_scrap(text: str) -> tuple[float, float, bool]:
    """Return what it costs that a text is a scrap, or in cells, how much of it is lent, and whether it doubts the move before it."""
    scrap = len(text) <= MAX_SCRAP_CHARACTERS and not _WORD.search(text)
    lent = 0.8 * scrap + 2.5 * (not _LETTER.search(text))
    cost = 2.5 * (not lent and _MARKED_SCRAP.fullmatch(text) is not None) + 1.5 * ("\t" in text)
    return cost + lent, lent, DOUBTED.search(text) is not None


@lru_cache(maxsize=64)
def _places_of_result_words(text: str) -> tuple[tuple[int, int], ...]:
    """Return the places of the words of results, and of the points of both sides, that have a blank or a sign in them."""
    found = (*WEIGHTY.finditer(text), *SCORED.finditer(text))
    return tuple(one.span() for one in found if not BOUNDS.isdisjoint(one[0]))


@lru_cache(maxsize=64)
def _places_of_torn_moves(text: str) -> tuple[tuple[int, int], ...]:
    """Return the places of moves in Latin letters that a sign too few or too many has torn."""
    return tuple(one.span() for one in TORN_IN_LATIN.finditer(text))


def least_free_text_cost(size: int) -> float:
    """Return the least that a free text of some characters costs, infinite if it is too long."""
    return MIN_FREE_TEXT_COST + _cost_of_length(size) if size <= MAX_PROSE_CHARACTERS else inf


def _cost_of_length(size: int) -> float:
    return min(1.2, 0.03 * size)


class HiddenMoves:
    """Moves of a line that a free text in it would hide: what it costs at least is known before it is weighed."""

    def __init__(self, game: Game, text: str) -> None:
        self._moves = moves_as_they_stand(game, text)
        self._kana = [0, *accumulate("ぁ" <= sign <= "ん" for sign in text)] if self._moves else []

        self._game, self._text = game, text

    def cost_of_slot_moves(self, at: int, end: int) -> float:
        """Return what the moves between two places cost whose parts stand in any order."""
        return MIN_WEIGHT_OF_A_MOVE * any(
            at <= first and last <= end for first, last in moves_by_slots(self._game, self._text)
        )

    def least_cost_of_moves(self, at: int, end: int) -> float:
        """Return the least that the moves between two places cost; less is said of those of a sentence."""
        if any(at <= first and last <= end for first, last in self._moves):
            return MIN_WEIGHT_OF_A_MOVE if self._kana[end] - self._kana[at] < MIN_KANA_OF_A_SENTENCE else 0.0
        return 0.0


class FreeText:
    """A free text from a place of a line to another; what does not depend on the span before it is found once."""

    def __init__(self, context: LineContext, text: str, at: int, end: int, hidden: HiddenMoves) -> None:
        self._context, self._text, self._at, self._end, self._hidden = context, text, at, end, hidden
        self._part = part = text[at:end]
        self._cut = (at > 0 and text[at - 1] not in BOUNDS) + (end < len(text) and text[end] not in BOUNDS)
        if text.startswith(("→", "->"), end) and _SQUARE_AT_THE_END.search(part[-5:]):
            self._cut += 5  # a square before an arrow is a part of the move behind it
        torn = _places_of_torn_moves(text) + (_places_of_result_words(text) if context.of_results else ())
        self._cut += 5 * any(first < edge < last for first, last in torn for edge in (at, end))  # out | of time
        self._scrap, self._lent, self._doubted = _cost_as_scrap(part)
        bare = bool(context.game.vocabulary.cells)
        self._more = (
            2.0 * (part.strip("。.! ") in context.around.words),
            4.0 * (not context.moving and not at and _FIELD.match(part) is not None),
            4.0 * (not context.moving and _PLAYER_IN_ENGLISH.search(part) is not None),
            4.0 * (not context.moving and bare and leaves_hands_open(part)),
            4.0 * self._is_required(),
            4.0 * (context.moving and _WHICH_IS_RIGHT.search(part) is not None),
            4.0 * (context.moving and end < len(text) and _is_number_and_player(context.around.players, part)),
            2.5 * (context.moving and end < len(text) and _ends_with_player_and_ply(context.around.players, part)),
        )
        in_brackets = "(" in text[max(0, at - 1) : at + 1]
        self._tells_how = in_brackets and ON_THE_BOARD.search(part) is not None  # behind an end: how it was won
        self._length = _cost_of_length(len(part))
        self._weight: tuple[float, float] | None = None

    def _is_required(self) -> bool:
        """Return whether the text is a field that the game needs: one that has lost its board has no fouls either."""
        context, part = self._context, self._part
        if context.moving or not context.game.required_head or len(part) > MAX_KEY_CHARACTERS * 4:
            return False
        lines = read_head(part.strip(), context.game)
        return lines is not None and lines[0].partition("：")[0] in context.game.required_head

    def span_behind(self, kind_before: str, max_cost: float) -> Span | None:
        """Return the span with what it costs behind one of a kind; None if that is more than `max_cost`.

        Its value is how much of the cost is lent: it is paid back when the number of a later ply, or the count at the end, shows
        that the text hides no move.
        """
        scrap = self._scrap
        scrap += 4.0 * (self._doubted and kind_before in {"move", "time"})
        taken_back = kind_before == "end" and _TAKES_BACK.match(self._part) is not None
        told_beside = self._tells_how and kind_before in {"end", "sep"}
        scrap += 4.0 * (taken_back or told_beside)
        for more in self._more:
            scrap += more
        cost = MIN_FREE_TEXT_COST + scrap + self._length + 0.6 * self._cut
        if cost > max_cost:
            return None
        cost += 0.6 * self._cut_length_behind(kind_before)
        if self._weight is None:
            if cost + self._hidden.least_cost_of_moves(self._at, self._end) > max_cost:
                return None
            self._weight = self._cost_of_hidden_statements()
        weight, lent = self._weight
        return Span("prose", self._at, self._end, lent, cost + weight) if cost + weight <= max_cost else None

    def _cut_length_behind(self, kind_before: str) -> int:
        """Return how much of what stands before the text it cuts."""
        context, text, at, part = self._context, self._text, self._at, self._part
        cut = 0
        if kind_before == "move":
            if text[at - 1] not in BOUNDS and not HIRAGANA.match(part):
                cut += 6  # the rest of a longer move that is not understood
            names_unit = part[:1] == "に" and part[1:].strip(" 。") in context.game.vocabulary.units  # (5,5)|に馬
            if names_unit or _GOES_ON.match(part) or _NOT_MADE.match(part):
                cut += 6  # a move that goes on: へ、返して
            if not HIRAGANA.search(part) and BARE_SQUARE.search(part):
                cut += 5  # a square behind a move is a part of it
        if kind_before in {"move", "sep"} and _GOAL_AHEAD.match(part) and text[:at].rstrip().endswith(("→", "->")):
            cut += 6  # 弓矢 5-7→|3-7 やったー: the square behind an arrow is a part of the move before it
        told = kind_before in {"move", "sep", "remark", "time"}
        if not (context.moving or (told and _names_a_move(context.game, text[max(0, at - MAX_INK_CHARACTERS) : at]))):
            return cut
        ending = move_patterns(context.game).end.match(part) if kind_before in {"move", "sep"} else None
        if ending is not None and not _is_told_again(text[max(0, at - MAX_TOLD_AGAIN) : at], ending[0], part):
            cut += 5  # so is what happens at its end: 裏返し, 合体, 成
        if kind_before in {"move", "sep"} and _ends_a_move(context.game).search(part[-4:]):
            cut += 5  # そこの仲間と合
        if _ends_with_a_name(context.around.players, part):
            cut += 3  # 悪くない。彼【四2→五3: whose move it is
        return cut

    def _cost_of_hidden_statements(self) -> tuple[float, float]:
        """Return what the statements that the text may hide cost, and how much of its whole cost is lent."""
        context, part = self._context, self._part
        weight, disproved = risk_and_disprovable_part(context, part)
        if weight < MIN_WEIGHT_OF_A_MOVE and not is_talk(part):
            weight += self._hidden.cost_of_slot_moves(self._at, self._end)
        inked = (
            weight - disproved > MAX_WEIGHT_LENT
            or (disproved > 0 and bool(self._text[self._end :].strip()))  # the number may be that of a move behind it
            or COLUMN_AND_ROW.search(part)
            or SIDE_MARK.search(part)
            or HOLE.fullmatch(part)
            or LABEL.fullmatch(part)
            or SCORED.search(part)
        )
        if inked or not context.moving:  # above the moves it may be a head
            return weight, 0.0
        return weight, self._lent + self._length + LENT + disproved


@lru_cache(maxsize=1024)
def _is_told_again(before: str, ending: str, part: str) -> bool:
    """Return whether a sentence begins with what is told to happen at the end of the move in the one before it."""
    sentence, stop, rest = before.rpartition("。")
    return bool(stop) and not rest.strip() and ending in sentence and len(HIRAGANA.findall(part)) > MIN_KANA_TOLD_AGAIN


def _names_a_move(game: Game, text: str) -> bool:
    """Return whether a text names a move."""
    return count_move_like_texts(game, text) >= 1


_GOAL_AHEAD = kept_pattern(r"[1-9]\s?[-.・,、]?\s?[1-9](?!\d|[分秒時点手])")
_PLY_AT_THE_END = kept_pattern(r"\s{0,3}第?(?:\d{1,3}|[一二三四五六七八九十]{1,3})手目?[\s:、]{0,3}$")


def _is_number_and_player(players: Iterable[str], part: str) -> bool:
    """Return whether a text is a number in a circle, alone or with a player's name: ④ りこちゃん tells whose ply follows."""
    if enclosed_number(part[:1]) is None:
        return False
    name = part[1:].strip()
    return not name or any(
        name.startswith(one) and re.fullmatch(HONORIFICS, name[len(one) :]) is not None for one in players
    )


def _ends_with_player_and_ply(players: Iterable[str], part: str) -> bool:
    """Return whether a text ends with a player and the number of a ply: 堀江　第三手 tells whose ply follows."""
    number = _PLY_AT_THE_END.search(part)
    return number is not None and part[: number.start()].endswith(tuple(players))


def _ends_with_a_name(players: Iterable[str], part: str) -> bool:
    """Return whether a player's name stands at the end of a text, behind other words."""
    return any(part.endswith(name) and part[: -len(name)][-1:] in BOUNDS - {""} for name in players)


@lru_cache(maxsize=16)
def _ends_a_move(game: Game) -> re.Pattern[str]:
    """Return the pattern of a text that ends with what happens at the end of a move."""
    words = "|".join(map(re.escape, game.vocabulary.suffixes))
    return kept_pattern(rf"(?<![試場都具割組待連])(?:{words})[。、.,]?$" if words else "(?!)")
