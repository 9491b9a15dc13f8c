"""Lays out data that has its members on lines of their own: rows of YAML, settings, and sections of settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from notation.freeform.columns import MOVERS, column_role, columns_hold_turn
from notation.freeform.fold_text import LocatedText
from notation.freeform.structured_data import UNIT, DataRow, join_cells, rows_of_json, write_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_LINE = 400
"""The most characters of a line that may be such data."""
MIN_LINES = 3
"""The fewest lines, or sections, by which a form of data is known that has one member a line."""
_FLOW = re.compile(r"\s{0,40}(?:-\s{0,4})?\{[^{}]{1,200}\}\s{0,4},?\s{0,4}(?:#.{0,200})?")
_ASSIGNED = re.compile(r"\s*([^\s=\"'\[\]]{1,20})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')\s*")
_SECTION = re.compile(r"\s*\[[^\[\]]{1,40}\]\s*")
_SETTING = re.compile(r"\s*([^\W\d]\w{0,20})\s?=\s?(\S(?:.{0,120}\S)?)?\s*")
_NUMBERED = re.compile(r"\s*(\d{1,4})\s?=\s?(\S(?:.{0,120}\S)?)\s*")
_TWO_FIGURES = re.compile(r"([1-9])\s?,\s?([1-9])")
_PLY = re.compile(r"\d{1,4}")


def rewrite_settings(found: Sequence[LocatedText]) -> list[LocatedText] | None:
    """Return lines with those of YAML like - {n: 1, 手: 四04占}, or of settings like 1 = "四04占", as heads and rows.

    None for a text with few of them.
    """
    flows = [_FLOW.fullmatch(one.text[:MAX_LINE]) is not None for one in found]
    assigned = [_ASSIGNED.fullmatch(one.text[:MAX_LINE]) for one in found]
    if max(sum(flows), sum(map(bool, assigned))) < MIN_LINES:
        return _rows_of_sections(found) or _numbered_settings(found)
    made: list[LocatedText] = []
    rows = [
        [_add_side_and_unit(row) for row in rows_of_json(one.cut(one.text.index("{")), listed=True)] if flow else []
        for one, flow in zip(found, flows, strict=True)
    ]
    names = {name.text: name for part in rows for row in part if row.whole for name, _ in row.pairs}
    headed = False
    for one, flow, setting, part in zip(found, flows, assigned, rows, strict=True):
        if flow and sum(row.whole for row in part) == 1:
            row, *remarks = sorted(part, key=lambda row: not row.whole)
            made += _table_row(row, names, headed=headed)
            made += (remark for one in remarks for _, remark in one.pairs)
            headed = True
        elif flow:
            made += write_rows(iter(part))
            headed = False
        elif setting:
            made.append(_head(one.part(*setting.span(1)), one.part(*setting.span(2 if setting[2] is not None else 3))))
        else:
            made.append(_heading(one) if _SECTION.fullmatch(one.text) else one)
    return made


def _table_row(row: DataRow, names: Iterable[str], *, headed: bool) -> Iterator[LocatedText]:
    """Yield the row of a table with some columns; above the first one the names of the columns."""
    known = {name.text: value for name, value in row.pairs}
    first = next(value for value in known.values() if value.places)
    if not headed:
        yield join_cells([LocatedText(name, first.places[:1] * len(name)) for name in names])
    one, *others = (known.get(name, LocatedText("", ())) for name in names)
    yield join_cells([one if one.places else LocatedText(" ", first.places[:1]), *others])


def _head(key: LocatedText, value: LocatedText) -> LocatedText:
    """Return a setting as a line of the head, or as a numbered move."""
    return key.joined(LocatedText(" " if key.text.isdecimal() else ":", key.places[-1:])).joined(value)


def _heading(line: LocatedText) -> LocatedText:
    """Return the name of a section as a comment."""
    text = line.text.strip()
    return LocatedText(f"# {text}", (line.place,) * (len(text) + 2))


def _rows_of_sections(found: Sequence[LocatedText]) -> list[LocatedText] | None:
    """Return lines with sections like [MOVE001] FROM=6,6 TO=5,5 as rows of a table, and the others' settings as heads.

    None for a text with few such sections. A section without a number of its own has that of its name.
    """
    starts = [at for at, one in enumerate(found) if _SECTION.fullmatch(one.text[:MAX_LINE])]
    if len(starts) < MIN_LINES:
        return None
    parts = [(start, found[start + 1 : end]) for start, end in zip(starts, [*starts[1:], len(found)], strict=True)]
    rows = {start: row for start, part in parts if (row := _row_of_section(found[start], part)) is not None}
    if len(rows) < MIN_LINES:
        return None
    names = dict.fromkeys(name.text for row in rows.values() for name, _ in row.pairs)
    made, headed = list(found[: starts[0]]), False
    for start, part in parts:
        if start in rows:
            made += _table_row(rows[start], names, headed=headed)
            headed = True
            continue
        made.append(_heading(found[start]))
        for one in part:
            setting = _SETTING.fullmatch(one.text[:MAX_LINE])
            made.append(one if setting is None else _head(one.part(*setting.span(1)), one.part(*setting.span(2))))
    return made


def _numbered_settings(found: Sequence[LocatedText]) -> list[LocatedText] | None:
    """Return lines with sections whose settings are plies, 01=四04占, as heads and moves; None for any other text."""
    sections = [_SECTION.fullmatch(one.text[:MAX_LINE]) is not None for one in found]
    settings = [_NUMBERED.fullmatch(one.text[:MAX_LINE]) for one in found]
    if not any(sections) or sum(map(bool, settings)) < MIN_LINES:
        return None
    settings = [one or _SETTING.fullmatch(line.text[:MAX_LINE]) for one, line in zip(settings, found, strict=True)]
    return [
        _heading(one) if section else one if setting is None else _head(*(one.part(*setting.span(at)) for at in (1, 2)))
        for one, section, setting in zip(found, sections, settings, strict=True)
    ]


def _row_of_section(heading: LocatedText, lines: Sequence[LocatedText]) -> DataRow | None:
    """Return what a section says as the row of a table; None for one that is no turn, or has another line."""
    settings = [(one, _SETTING.fullmatch(one.text[:MAX_LINE])) for one in lines if one.text.strip()]
    pairs = [
        (one.part(*setting.span(1)), _square(one.part(*setting.span(2))))
        for one, setting in settings
        if setting is not None
    ]
    if len(pairs) < len(settings) or not columns_hold_turn(name.text.lower() for name, _ in pairs):
        return None
    number = _PLY.search(heading.text)
    if number is not None and all(column_role(name.text, ()) != "number" for name, _ in pairs):
        pairs.insert(0, (LocatedText("no", heading.places[:1] * 2), heading.part(*number.span())))
    return DataRow(tuple(pairs), whole=True)


def _square(value: LocatedText) -> LocatedText:
    """Return a value without the comma between the two figures of a square."""
    figures = _TWO_FIGURES.fullmatch(value.text)
    return value if figures is None else value.part(*figures.span(1)).joined(value.part(*figures.span(2)))


_MOVERS = {**MOVERS, "先手": "先手", "後手": "後手"}
"""The names of members that tell the unit of a move by who plays it."""


def _add_side_and_unit(row: DataRow) -> DataRow:
    """Return a row with the side and the unit of a move in members of their own: w: 内六 is a move of 白 with 内六."""
    names = [name.text.lower() for name, _ in row.pairs]
    own = [at for at, name in enumerate(names) if name in _MOVERS]
    if not row.whole or len(own) != 1 or not {"to", "from"} & {*names}:
        return row
    name, value = row.pairs[own[0]]
    side = LocatedText(_MOVERS[name.text.lower()], name.places[:1] * len(_MOVERS[name.text.lower()]))
    members = (
        (LocatedText("side", name.places[:1] * 4), side),
        (LocatedText(UNIT, name.places[:1] * len(UNIT)), value),
    )
    return row._replace(pairs=(*row.pairs[: own[0]], *members, *row.pairs[own[0] + 1 :]))
