"""The family's squares: a column in kanji (or a letter), then a row in digits; 一01 is the top left."""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

COLUMNS = tuple("一二三四五六七八九十") + tuple(f"十{digit}" for digit in "一二三四五六七八九")
LETTERS = "abcdefghijklmnopqrs"
"""Columns of the ASCII dialect."""

DIGITS = "0-9０-９"
_COLUMN = "十[一二三四五六七八九]?|[一二三四五六七八九]|[a-s]"
SQUARE = rf"(?:{_COLUMN})[{DIGITS}]{{1,2}}"
"""A square in any form that is read."""

_COLUMN_NUMBERS = {name: number for number, name in enumerate(COLUMNS)} | {
    letter: number for number, letter in enumerate(LETTERS)
}
_PARTS = re.compile(rf"({_COLUMN})([{DIGITS}]{{1,2}})")


class Squares(Protocol):
    """The squares of a board that may lack some of its rectangle; :class:`Board` lacks none."""

    @property
    def columns(self) -> int:
        """The columns of the rectangle."""
        ...

    @property
    def rows(self) -> int:
        """The rows of the rectangle."""
        ...

    @property
    def head(self) -> str:
        """The line of column names above a diagram."""
        ...

    def spell(self, square: int) -> str:
        """Return the canonical spelling of a square."""
        ...

    def parse(self, text: str) -> int | None:
        """Return the square that `text` (a match of SQUARE) names, None if the board has no such square."""
        ...


class Board(NamedTuple):
    """The size of a board. A square of it is the number row × columns + column, both counted from 0."""

    columns: int
    rows: int

    def spell(self, square: int) -> str:
        """Return the canonical spelling of a square: 四04."""
        row, column = divmod(square, self.columns)
        return f"{COLUMNS[column]}{row + 1:02d}"

    def parse(self, text: str) -> int | None:
        """Return the square that `text` (a match of SQUARE) names, or None if it lies off this board."""
        match = _PARTS.fullmatch(text)
        if match is None:
            return None
        column, row = _COLUMN_NUMBERS[match[1]], int(match[2]) - 1
        return row * self.columns + column if column < self.columns and 0 <= row < self.rows else None

    @property
    def head(self) -> str:
        """The line of column names above a diagram."""
        return "".join(COLUMNS[: self.columns])
