"""Cells of a row, in every kind of table."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from notation.freeform.columns import NUMBER_OF_A_ROW, TableColumn, read_column_names
from notation.freeform.fold_text import join_texts
from notation.freeform.heads import KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notation.freeform.fold_text import LocatedText

PLACED_ROW = frozenset({"配置", "初期配置", "初期局面", "布陣", "setup", "place", "initial"})
"""What stands before a unit of the start, in a row of its own."""
STAND_ROW = frozenset({"駒台", "持駒", "持ち駒", "持ち石", "手持ち", "stand", "hand", "hands", "in hand"})
"""What stands before a unit that a side holds, in a row of its own."""
LAST_ROW = frozenset({"end", "End", "END", "終", "終局", "終了", "結果", "result"})
"""What stands in the place of the number where a row tells the end."""
MIN_EMPTY_CELLS = 2
"""The fewest empty cells beside the only filled one of a row."""
_BARS = "|│┃"
_RULE = frozenset(" \u3000\t|│┃+-=:─━┌┬┐├┼┤└┴┘┏┳┓┣╋┫┗┻┛┠┨┯┷┿╂")
"""The characters of a table's frame."""
_WIKI_RULE = re.compile(r"\{\|[^|]*|\|[-}]")
_WIKI_ROW = re.compile(r"[|!](?:[^|!]|!(?!!))*(?:(?:\|\||!!)(?:[^|!]|!(?!!))*)+")
"""A row of a table in a wiki: | a || b, or ! a !! b for the names."""
_DOUBLE_BARS = re.compile(r"\|\|(?:[^|]*\|\|)+\s*")
"""The same in other wikis, with bars round the row: ||a||b||."""
_WIKI_SEPARATOR = re.compile(r"\|\||!!")
_QUOTED = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,;]*))\s*(?:([,;])|$)')
_ALL_QUOTED = re.compile(r'\s*"[^",;]*"(?:\s*[,;]\s*"[^",;]*")+[,;]*\s*')
_WORDS, _APART = re.compile(r"\S+"), re.compile(r"\S+(?: \S+)*")
"""The cells between blanks, and between several blanks."""
HEAD_IN_BARS = re.compile(rf"\s*[|│┃]\s*({KEYS})\s*[|│┃]\s*([^\s|│┃](?:[^|│┃]*[^\s|│┃])?)\s*[|│┃]\s*")
OF_THE_RESULT = re.compile("勝者|敗者|勝敗|得点")
"""The first cell of a row that says who won, or what each side has."""
_MARK_BEHIND = re.compile(r"(?<=[|│┃])\s*[※†‡*]\d?$")


def is_frame_line(text: str) -> bool:
    """Return whether a line is only the lines of a table's frame."""
    return (_RULE.issuperset(text) and sum(map(text.count, "-─━=")) > 1) or _WIKI_RULE.fullmatch(text) is not None


def split_row(passage: LocatedText, columns: Sequence[TableColumn]) -> list[LocatedText] | None:
    """Return the cells of a row; None for a line that is no row. `columns` are those that a row has named, if one has."""
    text = passage.text
    if "\t" in text:
        return _split_cells(passage, "\t")
    if text[:1] in _BARS and (mark := _MARK_BEHIND.search(text)) is not None:
        passage = passage.cut(0, mark.start())  # ※ behind the last bar points to a remark
        text = passage.text
    round_it = _DOUBLE_BARS.fullmatch(text) is not None
    if round_it or (text[:1] in {"|", "!"} and _WIKI_ROW.fullmatch(text)):
        ends = [found.span() for found in _WIKI_SEPARATOR.finditer(text, not round_it)]
        ends = ends if round_it else [(0, 1), *ends, (len(text), len(text))]
        return [passage.cut(one[1], two[0]) for one, two in pairwise(ends)]
    if sum(map(text.count, _BARS)) > 1:
        start, end = (1 if text[0] in _BARS else 0), (len(text) - 1 if text[-1] in _BARS else len(text))
        inner = passage.cut(start, end)
        return _split_cells(inner, _BARS) if start else _split_cells(passage, _BARS)
    if "," in text or ";" in text:
        cells = _csv_cells(passage)
        texts = [cell.text for cell in cells]
        known = (
            '"' in text
            or columns
            or NUMBER_OF_A_ROW.fullmatch(texts[0])
            or texts[0] in LAST_ROW | PLACED_ROW | STAND_ROW
        )
        if len(cells) > 1 and (known or read_column_names(texts, {})):
            return cells
    for pattern in (_WORDS, _APART) if columns else ():
        words = [passage.cut(word.start(), word.end()) for word in pattern.finditer(text)]
        if len(words) > 1 and len(words) == len(columns):
            return words
    return None


def unquote_cells(passage: LocatedText) -> LocatedText:
    """Return the row of a sheet whose cells all stand in quotes without them, and without the empty ones at its end.

    A row of two cells between bars, the first of them the key of a head, is that head: | 後手 | 大和 |. Of a row with one filled cell
    that cell is returned: ,,,"山田の勝ち",.
    """
    if (head := HEAD_IN_BARS.fullmatch(passage.text)) is not None:
        key, value = passage.part(*head.span(1)), passage.part(*head.span(2))
        return key.joined(type(passage)(":", key.places[-1:])).joined(value)
    if "\t" in passage.text:
        row = _split_cells(passage, "\t")
    elif "," in passage.text or ";" in passage.text:
        row = _csv_cells(passage)
    else:
        return passage
    only = [cell for cell in row if cell.text.strip()]
    if len(row) > MIN_EMPTY_CELLS and len(only) == 1:
        return only[0]
    if len(row) >= len(only) + MIN_EMPTY_CELLS and only and OF_THE_RESULT.fullmatch(only[0].text):  # 勝者;黒;;;;
        signs = (":" if at == 0 else "" if cell.text.isdecimal() else " " for at, cell in enumerate(only[1:]))
        parts = (
            type(passage)(sign, cell.places[: len(sign)]).joined(cell)
            for sign, cell in zip(signs, only[1:], strict=True)
        )
        return join_texts((only[0], *parts))
    cells = row if _ALL_QUOTED.fullmatch(passage.text) else []
    filled = [at for at, cell in enumerate(cells) if cell.text]
    if not filled:
        return passage
    made = cells[0]
    for cell in cells[1 : filled[-1] + 1]:
        made = made.joined(type(cell)(",", (made.places or passage.places)[-1:])).joined(cell)
    return made


def does_number_begin_column_names(passage: LocatedText) -> bool:
    """Return whether a line that begins with # names the columns of a table that begins with ply numbers."""
    if passage.text[1:].lstrip(" ")[:1] not in {"\t", ",", ";", "|"}:
        return False
    cells = split_row(passage, (TableColumn("number"),)) or ()
    return bool(read_column_names([cell.text for cell in cells], ()))


def _split_cells(passage: LocatedText, signs: str) -> list[LocatedText]:
    cells, start = [], 0
    for at, character in enumerate(passage.text):
        if character in signs:
            cells.append(passage.cut(start, at))
            start = at + 1
    return [*cells, passage.cut(start)]


def _csv_cells(passage: LocatedText) -> list[LocatedText]:
    """Return the cells of a CSV row."""
    cells, at = [], 0
    while match := _QUOTED.match(passage.text, at):
        part = 1 if match[1] is not None else 2
        cells.append(passage.cut(match.start(part), match.end(part)))
        at = match.end()
        if not match[3]:
            break
    return cells if at == len(passage.text) else [passage]
