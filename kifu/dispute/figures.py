"""Squares in figures of another kind: 44占, 四四占, 四〇四占, and ４三占, which has two meanings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.model.patterns import lazy_pattern
from kifu.model.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterator

_COLUMN = "十[一二三四五六七八九]?|[一二三四五六七八九]"
_ROW = "(?:0?[1-9]|1[0-9])(?![0-9])|[〇零]?[一二三四五六七八九]|十[一二三四五六七八九]?"
_ONE = rf"([1-9]|1[0-9]|{_COLUMN})[・.,、]?({_ROW})"
_PATH = lazy_pattern(rf"({_ONE}(?:-{_ONE})*)(?![-0-9])")


def respelled(plain: str) -> tuple[str, str] | None:
    """Return a move whose squares have figures of another kind, as :func:`kifu.dispute.signs.plain_text` gives it, respelled.

    The first text takes the column to stand before the row, as in shogi. In the second the row stands before the column
    where a figure stands before a kanji. None if the text does not begin with such squares.
    """
    path = _PATH.match(plain)
    if path is None:
        return None
    rest = plain[path.end() :]
    first, second = ("-".join(_squares(path[0], exchanged=exchanged)) + rest for exchanged in (False, True))
    return first, second


def _squares(path: str, *, exchanged: bool) -> Iterator[str]:
    for square in re.finditer(_ONE, path):
        column, row = _number(square[1]), _number(square[2])
        if exchanged and square[1].isdecimal() and not square[2].isdecimal():
            column, row = row, column
        yield f"{COLUMNS[column - 1]}{row:02d}" if 1 <= column <= len(COLUMNS) else square[0]


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    return COLUMNS.index(text.lstrip("〇零")) + 1
