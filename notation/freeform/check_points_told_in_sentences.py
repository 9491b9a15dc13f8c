"""Points that a sentence tells: of both sides, of one, the margin, or those behind the count of the plies."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kifu.core.outcome import Side
from notation.freeform.check_facts_told_in_sentences import PRISONERS, Count, SentenceFacts
from notation.freeform.players_of_head_lines import HONORIFICS
from notation.freeform.points_behind_their_sides import LABELLED_POINTS, points_alone, points_in_latin
from notation.freeform.word_list_patterns import any_word_pattern
from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import NUMBER, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Position

_POINTS = re.compile(r"得点|点数|スコア|(?<![このその要欠弱])点は|score", re.IGNORECASE)
OF_A_MATCH = re.compile("合計|総合|両局|2局|二局|total")
_PAIR_OF_POINTS = lazy_pattern(
    r"(?:得点|点数|スコア|(?<![このその要欠弱])点は|score)[はが:\s]{0,3}(\d{1,3})点?\s?[-−–対]\s?(\d{1,3})(?![\d-])",
    re.IGNORECASE,
)
_OF_TIME = re.compile(r"\d\s?(?:分|秒|時間|min|sec|:\d)")
_AGAINST = re.compile(r"(?<![\d.:-])(\d{1,3})点?\s?(?:対|[-−–―~〜]|:(?!\d\d(?!\d))|vs|to)\s?(\d{1,3})(?![\d:-]|\.\d)")
"""Points of both sides, whoever has which: 32対14."""
_OF_A_MOVE = re.compile(r"(?:moves?|ply|round) ?\d", re.IGNORECASE)
_MARGIN = re.compile(rf"(?P<margin>{NUMBER})点(?:の)?差|差は(?P<margin_behind>{NUMBER})点")


class SentencePoints(SentenceFacts):
    """The points of a record's sentences, and what its game shows."""

    def _points(self, text: str, position: Position) -> Iterator[Count]:
        shown = self.game.score(position)
        if OF_A_MATCH.search(text) or PRISONERS.search(text):
            return
        if (found := _MARGIN.search(text)) is not None:
            margin = parse_numeral(found["margin"] or found["margin_behind"])
            yield Count(str(margin), str(abs(shown[0] - shown[1])), margin == abs(shown[0] - shown[1]))
        said = _POINTS.search(text) is not None
        patterns = _counts_with_names(tuple(self.sides)) if said else ()
        between = next((found for pattern in patterns if (found := pattern.search(text)) is not None), None)
        if between is not None:
            numbers = parse_numeral(between["n"]), parse_numeral(between["m"])
            parts = [(self.sides[between[who]], number) for who, number in zip(("one", "other"), numbers, strict=True)]
        else:
            parts = [
                (side, number)
                for side, unit, number, counter in self._sides_units_numbers_and_counters(text)
                if not unit and (counter == "点" or (said and not counter))
            ]
        if said and not parts and (pair := LABELLED_POINTS.search(text)) is not None:
            words = (self._side_of_word(pair[group]) for group in ("one", "two"))
            parts = [(side, int(pair[group])) for side, group in zip(words, "nm", strict=True) if side is not None]
            parts *= len({side for side, _ in parts}) == len(Side)
        parts = parts or (self._points_in_latin(text) if said else [])
        so_far = _OF_A_MOVE.search(text) is not None
        if said and not parts and not so_far and (pair := _PAIR_OF_POINTS.search(text)) is not None:
            told = (parse_numeral(pair[1]), parse_numeral(pair[2]))
            yield Count("{}-{}".format(*told), "{}-{}".format(*shown), sorted(told) == sorted(shown))
        if said or len(parts) == len(Side):
            for side, number in parts:
                yield Count(f"{side.label.ja} {number}", f"{side.label.ja} {shown[side]}", number == shown[side])

    def _points_in_latin(self, text: str) -> list[tuple[Side, int]]:
        """Return the points of both sides behind their words in Latin letters; none where both are not known."""
        pair = points_in_latin(text) or ()
        told = [(side, number) for word, number in pair if (side := self._side_of_word(word)) is not None]
        return told if len({side for side, _ in told}) == len(Side) else []

    def _points_alone(self, text: str) -> Iterator[Count]:
        """Yield the points of a text of nothing else, which no word calls so: asked about where the board shows others."""
        shown = self.game.score(self.positions[-1])
        told = points_alone(text)
        sides = [self._side_of_word(word) for word, _ in told]
        numbers = [number for _, number in told]
        if len(told) == len(Side) and not any(word for word, _ in told):
            right = sorted(numbers) == sorted(shown)
        elif told and None not in sides and len({*sides}) == len(told):
            right = all(shown[side] == number for side, number in zip(sides, numbers, strict=True) if side is not None)
        else:
            return
        yield Count("-".join(map(str, numbers)), "{}-{}".format(*shown), right, clear=False)

    def _points_reached(self, text: str, position: Position) -> Iterator[Count]:
        """Yield the points that a side has reached by a sentence: 白が100点になったので終わり."""
        shown = self.game.score(position)
        for found in _points_reached_pattern(tuple(self.sides)).finditer(text) if self.game.counts_points else ():
            side, number = self.sides[found["who"]], parse_numeral(found["number"])
            right = shown[side] == number or (shown[side] > number and found["passed"] is not None)
            yield Count(f"{side.label.ja} {number}", f"{side.label.ja} {shown[side]}", right)

    def _points_behind_a_count(self, text: str) -> Iterator[Count]:
        """Yield the points of both sides in a sentence that begins with the count of the plies; none where a word calls them so."""
        if not self.game.counts_points or _POINTS.search(text) or _OF_TIME.search(text):
            return
        shown = self.game.score(self.positions[-1])
        told = [
            (side, one)
            for side, unit, one, counter in self._sides_units_numbers_and_counters(text)
            if not unit and counter in {"", "点"}
        ]
        told = self._points_in_latin(text) or told
        if len(told) == len({side for side, _ in told}) == len(Side):
            for side, one in told:
                yield Count(f"{side.label.ja} {one}", f"{side.label.ja} {shown[side]}", one == shown[side], clear=False)
        else:
            yield from self._points_against_each_other(text)

    def _points_against_each_other(self, text: str) -> Iterator[Count]:
        """Yield the points of both sides, whoever has which: 32対14; none for 1-0, a time, or a match."""
        found = _AGAINST.search(text)
        points = [] if found is None else sorted(map(int, found.groups()))
        if found is not None and points[-1] > 1 and not (_OF_TIME.search(text) or OF_A_MATCH.search(text)):
            shown = self.game.score(self.positions[-1])
            yield Count(found[0], "{}-{}".format(*shown), points == sorted(shown), clear=False)


@lru_cache(maxsize=16)
def _points_reached_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of the points that a side has come to: 黒が100点に届き."""
    name = any_word_pattern(names)
    return re.compile(
        rf"(?P<who>{name}){HONORIFICS}?[がはも、]\s?(?P<number>{NUMBER})点(?:に(?:なっ[たて]|なりまし)|(?P<passed>[にを](?:達し|とど[いき]|届[いき]|到達|超え|越え|取[っり])))"
    )


@lru_cache(maxsize=16)
def _counts_with_names(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of two counts between the names of the sides, and behind both: なつき 56 - 44 五十嵐, なつき/五十嵐 56/44."""
    name, counts = any_word_pattern(names), rf"(?P<n>{NUMBER})点?\s?[-−–―~:/・対]\s?(?P<m>{NUMBER})点?"
    return (
        re.compile(rf"(?P<one>{name}){HONORIFICS}?\s?{counts}\s?(?P<other>{name})"),
        re.compile(
            rf"(?P<one>{name}){HONORIFICS}?\s?[-−–―~:/・対]\s?(?P<other>{name}){HONORIFICS}?\s?[:=は、]?\s?{counts}"
        ),
    )
