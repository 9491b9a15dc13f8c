"""Rows of a board, however they are drawn: their number, and a mark and a unit for each square."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MAX_DRAWN_CHARACTERS = 200
_EMPTY = re.compile(r"[・･·.+\-_*□口空無○〇◯×┼:~]{0,3}|null|None|nil|なし|\"\"|''")
"""The cell of a square without a unit."""
_BARS = re.compile("[|│┃｜┆┊]")
_BETWEEN = (",", ";", "\t", "/")
_NUMBER = rf"(?P<row>\d{{1,2}}|[{KANJI[1:]}十]{{1,2}})"
_LEFT = tuple(
    re.compile(
        rf"(?P<before>[^\d{KANJI}]{{0,24}}?)\s*+[|│┃(\[]?\s*+(?:[Pp]|[Rr](?:ow|ank)|第)?\s*+{_NUMBER}\s*+(?:段目?|行目?)?{sign}(?P<cells>.*)"
    )
    for sign in (r"\s*+[.:|│┃)\]…]?", r"\s*+[.:|│┃)\]…]+\s", "")
)
_ROW_NUMBER_RIGHT = re.compile(rf"(?P<cells>.*?)(?<!\s)\s*+[|│┃(\[:]?\s*+{_NUMBER}\s*+(?:段目?)?\s*+[|│┃)\]]?")
_COLUMNS = re.compile(
    rf"[\s|│┃.,:、+\-]*+((?:\d|[{KANJI}十])(?:[\s|│┃.,:、]*+(?:1\d|\d|[{KANJI}十]))++)[\s|│┃.,:、筋]*+"
)
_QUOTES = " \"'「」『』"
_AROUND = re.compile(r"[(\[<{](.)[)\]>}]")
BRACKETS = "()"
"""The mark of a unit in brackets."""


class DrawnRow(NamedTuple):
    """A row as it is drawn."""

    number: int
    """The number beside it; 0 where there is none."""
    cells: tuple[tuple[str, str], ...]
    """The mark and the unit of each square, from the left; both empty where no unit stands."""
    before: str = ""
    """The words before its number."""


def drawn_rows(text: str, units: frozenset[str], columns: int) -> Iterator[DrawnRow]:
    """Yield the ways to take a line for a row of a number of columns."""
    if len(text) > MAX_DRAWN_CHARACTERS or not text.strip():
        return
    for number, cells, before in _without_number(text):
        for parts in _splits(cells, units, columns):
            found = [_read_cell(part, units) for part in parts]
            if len(found) == columns and None not in found:
                yield DrawnRow(number, tuple(one for one in found if one is not None), before)


def _without_number(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield a row without its number, the number, and what stands before it."""
    yield 0, text, ""
    for pattern in _LEFT:
        if (left := pattern.fullmatch(text)) is not None:
            yield parse_numeral(left["row"]), left["cells"], left["before"].strip()
    if (right := _ROW_NUMBER_RIGHT.fullmatch(text)) is not None:
        yield parse_numeral(right["row"]), right["cells"], ""


def _splits(row: str, units: frozenset[str], columns: int) -> Iterator[Sequence[str]]:
    """Yield the cells of a row: between bars, between commas, between blanks, one after the other, with counts of empty ones."""
    if _BARS.search(row):
        inner = row.strip()
        framed = inner[1:] if _BARS.match(inner) else inner
        yield _BARS.split(framed[:-1] if framed and _BARS.match(framed[-1]) else framed)
        return
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
    names = re.escape("".join(sorted(units)))
    yield re.findall(rf"[^{names}\d・･·.]?[{names}]|[^{names}\d]", close)
    yield re.findall(rf"[{names}][^{names}\d・･·._口□]?|[^{names}\d]", close)
    if re.fullmatch(rf"(?:[1-9]|1\d|[^\s{names}]?[{names}])+", close) and any(map(str.isdecimal, close)):
        parts = re.findall(rf"1\d|[1-9]|[^{names}\d]?[{names}]", close)
        yield [cell for part in parts for cell in ([""] * int(part) if part.isdecimal() else [part])]


def _read_cell(text: str, units: frozenset[str]) -> tuple[str, str] | None:
    """Return the mark and the unit of a cell; None for what is none."""
    text = text.strip(_QUOTES)
    if _EMPTY.fullmatch(text):
        return "", ""
    if (around := _AROUND.fullmatch(text)) is not None and around[1] in units:
        return BRACKETS, around[1]
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
    close = re.sub(r"[\s|│┃.,:、]", " ", named[1])
    parts = close.split() if len(close.split()) == columns else list(close.replace(" ", ""))
    numbers = [parse_numeral(part) for part in parts if part not in KANJI[:1]]
    return numbers if numbers in (list(range(1, columns + 1)), list(range(columns, 0, -1))) else None


def columns_by_width(raw: str, names: str, units: frozenset[str], columns: int) -> DrawnRow | None:
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
        cell = _read_cell(found[0], units)
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


def marks_of(rows: Sequence[DrawnRow]) -> set[str]:
    """Return the marks of the units of some rows."""
    return {mark for row in rows for mark, unit in row.cells if unit}


def with_letters(rows: Sequence[DrawnRow], letters: Mapping[str, tuple[str, str]]) -> list[DrawnRow]:
    """Return rows with the units that letters stand for, each with the mark of its side."""
    return [
        row._replace(
            cells=tuple(letters.get(unit, (mark, unit)) if not mark else (mark, unit) for mark, unit in row.cells)
        )
        for row in rows
    ]
