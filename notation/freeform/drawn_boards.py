"""Rows of a drawn board: their number, a mark and a unit for each square; what the record says about its drawing."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side
from notation.freeform.axis_order_and_direction import RIGHT, find_unusual_counted_sides
from notation.freeform.fold_text import LocatedText
from notation.freeform.setup_parts import unit_signs
from notation.lazy_pattern import kept_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine

MAX_DRAWN_CHARACTERS = 200
_WORDS_OF_NOTHING = frozenset({"口", "空", "無", "×", "x", "ー", "null", "None", "nil", "なし"})
"""What stands for a square without a unit, besides signs."""
_BARS = kept_pattern("[|│┃｜┆┊]")
_BETWEEN = (",", ";", "\t", "/")
_NUMBER = rf"(?P<row>\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})"
_LEFT = tuple(
    kept_pattern(
        rf"(?P<before>[^\d{KANJI}]{{0,24}}?)\s*+[|│┃(\[]?\s*+(?:[Pp]|[Rr](?:ow|ank)|第)?\s*+{_NUMBER}\s*+(?:段目?|だんめ?|行目?)?{sign}(?P<cells>.*)"
    )
    for sign in (r"\s*+[.:|│┃)\]…]?", r"\s*+[.:|│┃)\]…]+\s", "")
)
_ROW_NUMBER_RIGHT = kept_pattern(
    rf"(?P<cells>.*?)(?<!\s)\s*+[|│┃(\[:]?\s*+(?:[Rr](?:ow|ank)\s?)?{_NUMBER}\s*+(?:段目?|だんめ?)?\s*+[|│┃)\]]?"
)
_LABEL = kept_pattern(
    rf"[(\[]?(?:[Pp]|[Rr](?:ow|ank)|第)?\s?{_NUMBER}\s?(?:段目?|だんめ?|行目?)?[.:)\]]?|(?P<side>先手?|後手?)(?:の?[陣側番])?|(?:初期)?(?:配置|局面図?|盤面?|初形)|setup|board"
)
"""What stands before or behind the cells of a row: its number, whose units they are, a word for the board."""
_COLUMNS = kept_pattern(
    rf"[\s|│┃.,:;、+\-]*+(?:(?:初期)?(?:配置|局面図?|盤面?)[\s|,;:]*+|[列筋段][\s|,;:]++)?((?:\d|[a-sA-S]|[{KANJI}十])(?:[\s|│┃.,:;、]*+(?:1\d|\d|[a-sA-S]|[{KANJI}十]))++)[\s|│┃.,:;、()筋列]*+"
)
_QUOTES = " \"'"
_AROUND = kept_pattern(r"([(\[<{「『【〔〈])(.)([)\]>}」』】〕〉])")
BRACKETS = "()"
"""The mark of a unit in round brackets; in others the mark is both of them."""


class DrawnRow(NamedTuple):
    """A row as it is drawn."""

    number: int
    """The number beside it; 0 where there is none."""
    cells: tuple[tuple[str, str], ...]
    """The mark and the unit of each square, from the left; both empty where no unit stands."""
    before: str = ""
    """The words before its number."""


def drawn_rows(text: str, units: frozenset[str], columns: int, raw: str | None = None) -> Iterator[DrawnRow]:
    """Yield the ways to take a line for a row of a number of columns; `raw` is the line as it stands in the file."""
    if len(text) > MAX_DRAWN_CHARACTERS or not text.strip():
        return
    for number, parts, before in _cells_and_labels(text, units, columns):
        yield from _row_if_all_are_cells(number, parts, before, units, columns)
    for number, cells, before in _number_cells_and_text_before(text):
        for parts in _cell_splits(cells, units, columns):
            yield from _row_if_all_are_cells(number, parts, before, units, columns)
    if raw is not None and _WIDE_BLANK in raw and len(raw) <= MAX_DRAWN_CHARACTERS:
        yield from _row_by_pitch(raw, units, columns)


def _row_if_all_are_cells(
    number: int, cell_texts: Sequence[str], text_before_row: str, units: frozenset[str], columns: int
) -> Iterator[DrawnRow]:
    """Yield the row of some cells, if each is one."""
    found = [_mark_and_unit_of_cell(part, units) for part in cell_texts] if len(cell_texts) == columns else [None]
    if None not in found:
        yield DrawnRow(number, tuple(one for one in found if one is not None), text_before_row)


def _cells_and_labels(text: str, units: frozenset[str], columns: int) -> Iterator[tuple[int, Sequence[str], str]]:
    """Yield the cells between signs, each with the number and the words that stand before or behind them in cells of their own."""
    whole = text.strip(" \"'[]{}")
    for parts in (
        *(whole.split(sign) for sign in _BETWEEN),
        _BARS.split(whole)[_BARS.match(whole) is not None and len(_BARS.findall(whole)) > columns :],
        _BARS.sub(" ", text).replace(",", " ").split(),
    ):
        for start in range(len(parts) - columns + 1) if len(parts) <= columns + MAX_LABELS else ():
            others = [one.strip(_QUOTES) for one in (*parts[:start], *parts[start + columns :])]
            if (told := _number_and_side_of_labels(others)) is not None and all(others[:start]):
                yield told[0], parts[start : start + columns], told[1]
        for at, part in enumerate(parts if 1 < len(parts) <= MAX_LABELS else ()):
            if (
                told := _number_and_side_of_labels([one.strip(_QUOTES) for one in (*parts[:at], *parts[at + 1 :])])
            ) is not None:
                yield from ((told[0], cells, told[1]) for cells in _cell_splits(part, units, columns))


def _number_and_side_of_labels(labels: Sequence[str]) -> tuple[int, str] | None:
    """Return the number and the side that the cells beside those of a row tell; None if one of them is no label."""
    found = [_LABEL.fullmatch(one) for one in labels if one]
    named = [label for label in found if label is not None]
    numbers = {parse_numeral(label["row"]) for label in named if label["row"]}
    side = next((label["side"][0] + "手" for label in named if label["side"]), "")
    return (next(iter(numbers), 0), side) if len(named) == len(found) and len(numbers) <= 1 else None


MAX_LABELS = 6
"""The most cells beside those of a row: its number, a side, what a sheet leaves empty."""
_WIDE_BLANK = "\u3000"


def _row_by_pitch(raw: str, units: frozenset[str], columns: int) -> Iterator[DrawnRow]:
    """Yield the row of a line whose squares are two wide characters each, blanks where no unit stands."""
    numbered = re.fullmatch(rf"(?P<cells>.*?)(?:[ \t]*{_NUMBER}段?)?[ \t]*", raw)
    cells = numbered["cells"] if numbered is not None else raw
    number = parse_numeral(numbered["row"]) if numbered is not None and numbered["row"] else 0
    if len(cells) > 2 * columns or not set(cells) & units:
        cells = cells.rstrip(_WIDE_BLANK) if number == 0 else cells
    if len(cells) > 2 * columns or (number == 0 and not set(cells) & units) or " " in cells:
        return
    wide = cells.ljust(2 * columns, _WIDE_BLANK)
    yield from _row_if_all_are_cells(number, [wide[at : at + 2] for at in range(0, 2 * columns, 2)], "", units, columns)


def _number_cells_and_text_before(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield a row without its number, the number, and what stands before it."""
    yield 0, text, ""
    for pattern in _LEFT:
        if (left := pattern.fullmatch(text)) is not None:
            yield parse_numeral(left["row"]), left["cells"], left["before"].strip()
    if (right := _ROW_NUMBER_RIGHT.fullmatch(text)) is not None:
        yield parse_numeral(right["row"]), right["cells"], ""


def _cell_splits(row: str, units: frozenset[str], columns: int) -> Iterator[Sequence[str]]:
    """Yield the cells of a row: between bars, between commas, between blanks, one after the other, with counts of empty ones."""
    if _BARS.search(row):
        inner = row.strip()
        framed = inner[1:] if _BARS.match(inner) else inner
        yield _BARS.split(framed[:-1] if framed and _BARS.match(framed[-1]) else framed)
        if len(_BARS.findall(inner)) > len(BRACKETS):
            return
        row = _BARS.sub(" ", row)
    inner = row.strip()
    listed = inner.startswith(("[", "{")) and inner.endswith(("]", "}"))
    inner = inner[1:-1] if listed else inner
    if listed and not inner.strip():
        yield [""] * columns
    for sign in _BETWEEN:
        if inner.count(sign) == columns - 1:
            yield inner.split(sign)
    yield row.split()
    close = "".join(row.split())
    if len(close) == columns:
        yield list(close)
    if len(close) == 2 * columns:
        yield [close[at : at + 2] for at in range(0, len(close), 2)]
    names = re.escape("".join(sorted(units)))
    for cell in (
        rf"[^{names}\d・･·.]?[{names}]|[^{names}\d]",
        rf"[(\[<{{「『【〔〈][{names}][)\]>}}」』】〕〉]|[^{names}\d]",
        rf"[{names}][^{names}\d・･·._口□]?|[^{names}\d]",
    ):
        parts = re.findall(cell, close)
        yield parts if "".join(parts) == close else []
    if re.fullmatch(rf"(?:[1-9]|1\d|[^\s{names}]?[{names}])+", close) and any(map(str.isdecimal, close)):
        parts = re.findall(rf"1\d|[1-9]|[^{names}\d]?[{names}]", close)
        yield [cell for part in parts for cell in ([""] * int(part) if part.isdecimal() else [part])]


def _is_empty(text: str) -> bool:
    """Return whether the cell of a square holds no unit: a blank, one sign up to three times, a word for nothing."""
    signs = set(text)
    if len(signs) > 1 or len(text) > MAX_EMPTY_CHARACTERS:
        return text in _WORDS_OF_NOTHING
    sign = signs.pop() if signs else " "
    return sign in _WORDS_OF_NOTHING or (unicodedata.category(sign)[0] in "PSZ" and sign not in _NEVER_EMPTY)


MAX_EMPTY_CHARACTERS = 3
_NEVER_EMPTY = frozenset("▲△☗☖▼▽?!〃~")
"""Signs that stand for more than an empty square: a mark without its unit, a cell that is not legible."""


def _mark_and_unit_of_cell(text: str, units: frozenset[str]) -> tuple[str, str] | None:
    """Return the mark and the unit of a cell; None for what is none."""
    text = text.strip(_QUOTES + _WIDE_BLANK)
    if _is_empty(text):
        return "", ""
    if (around := _AROUND.fullmatch(text)) is not None and around[2] in units:
        return around[1] + around[3], around[2]
    at = next((at for at, sign in enumerate(text) if sign in units), None)
    if at is None:
        return None
    mark = (text[:at] + text[at + 1 :]).strip()
    return (mark, text[at]) if len(mark) <= 1 else None


def column_numbers(text: str, columns: int) -> list[int] | None:
    """Return the numbers of the columns that a line names, from the left; None for any other line."""
    named = _COLUMNS.fullmatch(text) if len(text) <= MAX_DRAWN_CHARACTERS else None
    if named is None:
        return None
    close = re.sub(r"[\s|│┃.,:;、]", " ", named[1]).lower()
    run = "".join(map(str, range(1, columns + 1)))  # 12345678910
    parts = list(map(str, range(1, columns + 1))) if close == run else close.split()
    parts = parts if len(parts) == columns else list(close.replace(" ", ""))
    numbers = [ord(part) - ord("a") + 1 if part.isascii() and part.isalpha() else parse_numeral(part) for part in parts]
    return numbers if numbers in (list(range(1, columns + 1)), list(range(columns, 0, -1))) else None


def row_below_column_names(raw: str, names: str, units: frozenset[str], columns: int) -> DrawnRow | None:
    """Return a row whose units stand below the names of their columns, with nothing where none stands; None for any other line.

    `raw` and `names` are the lines as they stand in the file.
    """
    numbered = re.match(r"\s*(\d{1,2}|[0-9]{1,2})", raw)
    if numbered is None:
        return None
    at = [place for place, sign in zip(_display_places(names), names, strict=True) if not sign.isspace()]
    if len(at) != columns:
        return None
    cells = [("", "")] * columns
    places = _display_places(raw)
    for found in re.finditer(r"\S+", raw[numbered.end() :]):
        start = places[numbered.end() + found.start()]
        cell = _mark_and_unit_of_cell(found[0], units)
        near = [column for column, place in enumerate(at) if abs(place - start) <= 1]
        if cell is None or not cell[1] or len(near) != 1:
            return None
        cells[near[0]] = cell
    return DrawnRow(parse_numeral(unicodedata.normalize("NFKC", numbered[1])), tuple(cells))


def _display_places(text: str) -> list[int]:
    """Return where each character begins, in half widths."""
    places, at = [], 0
    for sign in text:
        places.append(at)
        at += 1 + (unicodedata.east_asian_width(sign) in "WFA")
    return places


def unit_marks_of_rows(rows: Sequence[DrawnRow]) -> set[str]:
    """Return the marks of the units of some rows."""
    return {mark for row in rows for mark, unit in row.cells if unit}


def with_letters_explained(rows: Sequence[DrawnRow], letters: Mapping[str, tuple[str, str]]) -> list[DrawnRow]:
    """Return rows with the units that letters stand for, each with the mark of its side."""
    return [
        row._replace(
            cells=tuple(letters.get(unit, (mark, unit)) if not mark else (mark, unit) for mark, unit in row.cells)
        )
        for row in rows
    ]


MAX_ONE_LINE_CHARACTERS = 200
_UPPER = r"(?:上|奥|向こう(?:側)?|むこう|遠い(?:ほう|方|側)?)"
_LOWER = r"(?:下|手前|こちら側?|近い(?:ほう|方|側)?)"
_ROWS = (
    r"(?:の?(?:[一二三四五六七\d]{1,2}|半分の?|数)?(?:段|列|行|半分|陣|軍|側|ほう|方)?(?:分|目まで|の駒|にある駒)?)?"
)
_HALVES = kept_pattern(
    rf"[(（※]?(?:(?P<upper>{_UPPER})|(?P<lower>{_LOWER})){_ROWS}\s?(?:が|は|=|:)\s?(?P<side>先手|後手)(?:番|側|方)?(?:の?(?:駒|陣|軍))?"
    rf"(?:[、,。・/と]\s?(?:{_UPPER}|{_LOWER}){_ROWS}\s?(?:が|は|=|:)\s?(?:先手|後手)(?:番|側|方)?(?:の?(?:駒|陣|軍))?)?(?:です|となります|だ|である)?[)）。]?"
)
"""A sentence that says whose units stand in the upper and in the lower half."""
_WRITER = kept_pattern(
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


_MARK_SAID = kept_pattern(
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
