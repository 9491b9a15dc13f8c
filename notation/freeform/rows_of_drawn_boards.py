"""Rows of a board, however they are drawn: their number, and a mark and a unit for each square."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from notation.lazy_pattern import lazy_pattern
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MAX_DRAWN_CHARACTERS = 200
_WORDS_OF_NOTHING = frozenset({"口", "空", "無", "×", "x", "ー", "null", "None", "nil", "なし"})
"""What stands for a square without a unit, besides signs."""
_BARS = re.compile("[|│┃｜┆┊]")
_BETWEEN = (",", ";", "\t", "/")
_NUMBER = rf"(?P<row>\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})"
_LEFT = tuple(
    lazy_pattern(
        rf"(?P<before>[^\d{KANJI}]{{0,24}}?)\s*+[|│┃(\[]?\s*+(?:[Pp]|[Rr](?:ow|ank)|第)?\s*+{_NUMBER}\s*+(?:段目?|だんめ?|行目?)?{sign}(?P<cells>.*)"
    )
    for sign in (r"\s*+[.:|│┃)\]…]?", r"\s*+[.:|│┃)\]…]+\s", "")
)
_ROW_NUMBER_RIGHT = re.compile(
    rf"(?P<cells>.*?)(?<!\s)\s*+[|│┃(\[:]?\s*+(?:[Rr](?:ow|ank)\s?)?{_NUMBER}\s*+(?:段目?|だんめ?)?\s*+[|│┃)\]]?"
)
_LABEL = re.compile(
    rf"[(\[]?(?:[Pp]|[Rr](?:ow|ank)|第)?\s?{_NUMBER}\s?(?:段目?|だんめ?|行目?)?[.:)\]]?|(?P<side>先手?|後手?)(?:の?[陣側番])?|(?:初期)?(?:配置|局面図?|盤面?|初形)|setup|board"
)
"""What stands before or behind the cells of a row: its number, whose units they are, a word for the board."""
_COLUMNS = lazy_pattern(
    rf"[\s|│┃.,:;、+\-]*+(?:(?:初期)?(?:配置|局面図?|盤面?)[\s|,;:]*+|[列筋段][\s|,;:]++)?((?:\d|[a-sA-S]|[{KANJI}十])(?:[\s|│┃.,:;、]*+(?:1\d|\d|[a-sA-S]|[{KANJI}十]))++)[\s|│┃.,:;、()筋列]*+"
)
_QUOTES = " \"'"
_AROUND = re.compile(r"([(\[<{「『【〔〈])(.)([)\]>}」』】〕〉])")
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
