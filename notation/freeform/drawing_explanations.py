"""What the lines of a record say about its drawing: whose marks, letters and halves; which way its columns are counted."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from notation.freeform.axis_order_and_direction import RIGHT, find_unusual_counted_sides
from notation.freeform.fold_text import LocatedText
from notation.freeform.rows_of_drawn_boards import BRACKETS
from notation.freeform.setup_parts import unit_signs
from notation.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_ONE_LINE_CHARACTERS = 200
_UPPER = r"(?:上|奥|向こう(?:側)?|むこう|遠い(?:ほう|方|側)?)"
_LOWER = r"(?:下|手前|こちら側?|近い(?:ほう|方|側)?)"
_ROWS = (
    r"(?:の?(?:[一二三四五六七\d]{1,2}|半分の?|数)?(?:段|列|行|半分|陣|軍|側|ほう|方)?(?:分|目まで|の駒|にある駒)?)?"
)
_HALVES = lazy_pattern(
    rf"[(（※]?(?:(?P<upper>{_UPPER})|(?P<lower>{_LOWER})){_ROWS}\s?(?:が|は|=|:)\s?(?P<side>先手|後手)(?:番|側|方)?(?:の?(?:駒|陣|軍))?"
    rf"(?:[、,。・/と]\s?(?:{_UPPER}|{_LOWER}){_ROWS}\s?(?:が|は|=|:)\s?(?:先手|後手)(?:番|側|方)?(?:の?(?:駒|陣|軍))?)?(?:です|となります|だ|である)?[)）。]?"
)
"""A sentence that says whose units stand in the upper and in the lower half."""
_WRITER = re.compile(
    r"(?<!先手)(?<!後手)(?<![先後]手[ :=は])(?P<who>私|わたし|あたし|僕|ぼく|俺|おれ|自分|当方|こちら)\s?(?:\(|が|は|=|:)?\s?(?P<side>先手|後手)"
)


OF_A_UNIT = r"([{}])(?:の(?:ある|いる)?)?(?:ほう|方|側|陣|軍)(?:が|は|=)\s?(先手|後手)(?:です)?[。、]?"
"""A sentence that says whose half it is by a unit in it: 玉のほうが先手."""


class DrawingExplanations(NamedTuple):
    """What the lines say about a drawing."""

    marks: Mapping[str, Side]
    """The side of each mark that they explain."""
    letters: Mapping[str, tuple[str, str]]
    """The mark and the unit of each letter that they explain."""
    upper: Side | None
    """The side whose units stand in the upper half."""
    from_right: bool
    """Whether they count its columns from the right."""
    spans: Mapping[int, list[tuple[int, int]]]
    """Where they say so, by line."""


def writer_names(texts: Sequence[str]) -> Iterator[tuple[str, Side]]:
    """Yield the words by which the writer calls both sides, where a line says which side is the writer's: あたし(先手)."""
    if (found := _find_writer(texts)) is not None:
        yield from ((found["who"], side_of_word(found["side"])), ("相手", side_of_word(found["side"]).other))


def _find_writer(texts: Sequence[str]) -> re.Match[str] | None:
    """Return the first words that say which side is the writer's."""
    return next((one for text in texts if (one := _WRITER.search(text[:MAX_ONE_LINE_CHARACTERS]))), None)


def bracketed_side(game: Game, lines: Sequence[CleanLine]) -> Side | None:
    """Return the side whose units stand in brackets, as a line says; None where none does."""
    return explanations_of_drawing(game, lines).marks.get(BRACKETS)


def explanations_of_drawing(game: Game, lines: Sequence[CleanLine]) -> DrawingExplanations:
    """Return what the lines of a record say about its drawing."""
    names = unit_signs(game)
    letters_of = re.compile(
        rf"(?:(?P<ahead>先手|後手)\s?[はが:=]?\s?)?(?P<pairs>(?:[A-Za-z]\s?[=:]\s?[{names}][\s、,・]*){{2,}})(?:(?:が|は|→|=)\s?(?P<behind>先手|後手))?[、,。]?"
    )
    of_a_unit = re.compile(OF_A_UNIT.format(names))
    marks: dict[str, Side] = {}
    letters: dict[str, tuple[str, str]] = {}
    upper: Side | None = None
    spans: dict[int, list[tuple[int, int]]] = {}
    texts = [laid.passage.text if not laid.furniture else "" for laid in lines]
    writer = None if (named := _find_writer(texts)) is None else side_of_word(named["side"])
    for at, text in enumerate(texts):
        if not text or len(text) > MAX_ONE_LINE_CHARACTERS:
            continue
        for legend in letters_of.finditer(text):
            owner = legend["ahead"] or legend["behind"]
            if owner:
                pairs = re.finditer(rf"([A-Za-z])\s?[=:]\s?([{names}])", legend["pairs"])
                letters |= {one[1]: (side_of_word(owner).mark, one[2]) for one in pairs}
                spans.setdefault(at, []).append(legend.span())
        for half in _HALVES.finditer(text):
            side_of_half = side_of_word(half["side"])
            upper = side_of_half if half["upper"] else side_of_half.other
            spans.setdefault(at, []).append(half.span())
        spans_of_units = [one.span() for one in of_a_unit.finditer(text)]
        if spans_of_units:
            spans.setdefault(at, []).extend(spans_of_units)
        for told in _MARK_SAID.finditer(text):
            word = told["side"]
            side_told = side_of_word(word) if word in {"先手", "後手"} else writer if word == "自分" else _other(writer)
            if side_told is not None:
                marks[BRACKETS if told["word"] else told["mark"]] = side_told
                spans.setdefault(at, []).append(told.span())
    from_right = any((find_unusual_counted_sides(text) or ((),))[-1] == (RIGHT,) and "図" not in text for text in texts)
    return DrawingExplanations(marks, letters, upper, from_right, spans)


_MARK_SAID = lazy_pattern(
    r"[(※]?(?:(?:大|赤字?|黒字?|小|太字)\s?\(?(?:ここでは)?)?(?:(?P<word>かっこ|カッコ|括弧)|(?P<mark>[^\w\s、。(),=:]|(?<![A-Za-z])[a-zA-Z](?![A-Za-z])))\)?"
    r"(?:付き|つき|印|マーク|の付いた(?:駒|もの)|の駒|がある?もの)?\s?(?:が|は|=|:)\s?(?P<side>先手|後手|相手|自分)(?:番|側|方)?(?:の駒)?(?:です)?[)。、]?"
)
"""A sentence that says whose units have a mark: v付きが後手, 小(かっこ)=後手."""


def lines_parted_at_hands(game: Game, lines: Sequence[CleanLine]) -> Iterator[CleanLine]:
    """Yield the lines; one that tells what both sides hold behind one key is parted, the key with each: In hand: Ann 碁3; Ben 翻."""
    pattern = _hands_of_both(unit_signs(game))
    for laid in lines:
        text = laid.passage.text
        told = None if laid.parts or laid.furniture or len(text) > MAX_ONE_LINE_CHARACTERS else pattern.fullmatch(text)
        if told is None or told["one"] == told["two"]:
            yield laid
            continue
        key = " in hand:" if told["key"].isascii() else "の駒台:"
        for who, held in (("one", "held_by_one"), ("two", "held_by_two")):
            name, units = (laid.passage.cut(*told.span(group)) for group in (who, held))
            word = LocatedText(key, name.places[-1:] * len(key))
            yield laid._replace(passage=name.joined(word).joined(units), raw=None)


@lru_cache(maxsize=16)
def _hands_of_both(names: str) -> re.Pattern[str]:
    """Return the pattern of a line with what both sides hold, each behind its name."""
    held = rf"(?:(?:[{names}]\s?\d{{0,2}}[\s,、・]{{0,2}}){{1,12}}|none|nothing|なし)"
    name = rf"(?![{names}\d])[^\s:;/、。]{{1,16}}?"
    return re.compile(
        rf"\W{{0,3}}(?P<key>(?i:in hand|hands?)|持ち?駒|駒台)\s?[:=]?\s?(?P<one>{name})\s?[:は]?\s{{1,3}}(?P<held_by_one>{held})\s?[;/]\s?(?P<two>{name})\s?[:は]?\s{{1,3}}(?P<held_by_two>{held})[.。]?"
    )


def _other(side: Side | None) -> Side | None:
    return None if side is None else side.other


def side_of_word(word: str) -> Side:
    """Return the side that a word which begins as 先手 or 後手 names."""
    return Side(word.startswith("後"))
