"""Lays out records that programs have written as data: lines of the head, and rows of tables for the moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from notation.freeform.coded_rows import parse_coded_rows
from notation.freeform.columns import columns_hold_turn
from notation.freeform.data_formats import (
    MIN_LINES,
    is_yaml,
    match_line,
    parse_json,
    parse_settings,
    parse_xml,
    parse_yaml,
)
from notation.freeform.data_rows import join_cells, rows_of_members
from notation.freeform.data_wording import members_in_notation_words
from notation.freeform.dumped_tables import parse_dump
from notation.freeform.fold_text import LocatedText, fold_line, join_texts, word_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from notation.freeform.data_rows import DataRow

MAX_TEXT = 1 << 20
_BEGINS_AS_JSON = re.compile(r"\s*(?:\{\s*(?:$|[\"'\w])|\[\s*(?:$|[\"'{\[]))")
_BEGINS_AS_XML = re.compile(
    r"\s*<(?:\?xml|(?!/?(?i:html|body|div|p|b|table|tr|h[1-6]|ul|pre|span|font|a|i|u|br|center|!)\b)[^\s<>/!?]+(?:\s[^<>]*)?>)"
)
_QUOTED_SETTING = re.compile(r"\s*[^\s=\"'\[\]]{1,20}\s*=\s*([\"']).*\1\s*")


def is_structured(lines: Sequence[str]) -> bool:
    """Return whether a text is data as programs write it."""
    texts = [line.removeprefix("\ufeff") for line in lines if line.strip()]
    remarked = (line for line in texts if not line.lstrip().startswith(("#", "//")))
    if sum(map(len, lines)) > MAX_TEXT:
        return False
    return _BEGINS_AS_XML.match(next(iter(texts), "")) is not None or (
        _BEGINS_AS_JSON.match(next(remarked, "")) is not None and _has_members(lines)
    )


def _has_members(lines: Sequence[str]) -> bool:
    return (
        sum(line.count(":") for line in lines) > 1
        and any("}" in line or "]" in line for line in lines)
        and not _has_lines_below_data(lines)
    )


def _has_lines_below_data(lines: Sequence[str]) -> bool:
    """Return whether lines of another kind stand below the end of the data: what is below it would be lost."""
    depth = 0
    for line in lines:
        text = line.strip()
        if depth <= 0 and text and not text.startswith(("{", "[", "}", "]", ",", "//", "/*", "#", "\ufeff")):
            return True
        depth += sum(map(line.count, "{[")) - sum(map(line.count, "}]"))
    return False


class DataLine(NamedTuple):
    """A line that data has become: whether it is the row of a table, or one of its names."""

    passage: LocatedText
    row: bool = False


def structured_lines(lines: Sequence[str], first: int) -> list[DataLine]:
    """Return the lines that data becomes, with their places in the file; the rows of a table follow their names."""
    parts = [
        fold_line(line, number).joined(LocatedText("\n", ((number, max(1, len(line))),)))
        for number, line in enumerate(lines, start=first)
    ]
    text = join_texts(parts)
    root = members_in_notation_words(parse_xml(text) if text.text.lstrip().startswith("<") else parse_json(text))
    whole = [line.strip() for line in lines if line.strip().startswith("{")]
    of_lines = len(whole) > 1 and all(line.endswith("}") for line in whole)
    begun = 0 if of_lines else next((at for at, one in enumerate(root.members) if one.value is None), 0) + 1
    return list(
        _write_rows([*rows_of_members(root.members[:begun]), *rows_of_members(root.members[begun:], of_a_list=True)])
    )


def settings_lines(lines: Sequence[LocatedText]) -> list[DataLine] | None:
    """Return lines with those of YAML like - {n: 1, 手: 四04占}, or of settings like 1 = "四04占", as heads and rows.

    None for a text with few of them.
    """
    if (dump := parse_dump(lines) or parse_coded_rows(lines)) is not None:
        return list(_write_rows(rows_of_members(dump.members)))
    if is_yaml(lines):
        return list(_write_rows(rows_of_members(members_in_notation_words(parse_yaml(lines)).members)))
    root = parse_settings(lines)
    sections = [one for one in root.members if one.value is None]
    of_turns = [one for one in sections if columns_hold_turn(each.name.text.lower() for each in one.members)]
    numbered = [each for one in (root, *sections) for each in one.members if each.name.text.isdecimal()]
    quoted = [line for line in lines if match_line(_QUOTED_SETTING, line)]
    if max(len(of_turns), len(numbered) * bool(sections), len(quoted)) < MIN_LINES:
        return None
    return list(_write_rows(rows_of_members(members_in_notation_words(root).members)))


def _write_rows(rows: Iterable[DataRow]) -> Iterator[DataLine]:
    """Yield the lines of rows, those of a table below their names."""
    above: tuple[str, ...] = ()
    for row in rows:
        names = tuple(name.text for name, _ in row.pairs)
        if not row.whole:
            (name, value), above = row.pairs[0], above * (not row.pairs[0][0].text)
            sign = "" if not name.text or name.text[-1:].isspace() else " " if name.text.isdecimal() else ":"
            yield DataLine(join_texts((name, word_at(sign, value), value)) if name.text else value)
            continue
        if names != above:
            yield DataLine(join_cells([name for name, _ in row.pairs]), row=True)
        above = names
        yield DataLine(join_cells([value for _, value in row.pairs]), row=True)
