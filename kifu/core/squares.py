"""Squares: a column in kanji or letters, then a row in digits.

一01 is the top left.
"""

import re
from typing import NamedTuple, Protocol

COLUMNS = tuple("一二三四五六七八九十") + tuple(f"十{digit}" for digit in "一二三四五六七八九")
LETTERS = "abcdefghijklmnopqrs"
"""Columns of the ASCII dialect; capital and full-width letters mean the same."""

BLANKS = " \u3000\t\u00a0\ufeff"
"""The characters that may surround the parts of a line. The last is the byte order mark, which stands in the middle of a
file that was joined from several."""
DIGITS = "0-9０-９"
FIGURES = "0123456789０１２３４５６７８９"
"""The same, one by one."""
_FIGURES = frozenset(FIGURES)
MAX_FIGURES = 2
_COLUMN = "十[一二三四五六七八九]?|[一二三四五六七八九]|[a-sA-Sａ-ｓＡ-Ｓ]"
SQUARE = rf"(?:{_COLUMN})[{DIGITS}]{{1,{MAX_FIGURES}}}"
"""A square in any form that can be read."""

WIDER = 0xFEE0
"""The distance from the code of a letter, figure or sign to that of its full-width form."""
_COLUMN_NUMBERS = {name: number for number, name in enumerate(COLUMNS)} | {
    form: number
    for number, letter in enumerate(LETTERS)
    for small_or_capital in (letter, letter.upper())
    for form in (small_or_capital, chr(ord(small_or_capital) + WIDER))
}
NARROW = {code: code - WIDER for code in range(0xFF01, 0xFF5E)}
"""For str.translate: full-width letters, figures and signs become half-width; ～, which may be a dash, stays."""


class Squares(Protocol):
    """The squares of a board.

    Some squares of its rectangle may be missing; a :class:`BoardSize` has all.
    """

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
        """Return the square that `text` (a match of SQUARE) names.

        None if the board has no such square.
        """
        ...


class BoardSize(NamedTuple):
    """The size of a board.

    A square of it is the number row × columns + column, both counted from 0.
    """

    columns: int
    rows: int

    def spell(self, square: int) -> str:
        """Return the canonical spelling of a square: 四04."""
        row, column = divmod(square, self.columns)
        return f"{COLUMNS[column]}{row + 1:02d}"

    def parse(self, text: str) -> int | None:
        """Return the square that `text` (a match of SQUARE) names.

        None if it lies off this board.
        """
        name = text[:2] if text[:2] in _COLUMN_NUMBERS else text[:1]
        column, figures = _COLUMN_NUMBERS.get(name), text[len(name) :]
        if column is None or not 1 <= len(figures) <= MAX_FIGURES or not set(figures) <= _FIGURES:
            return None
        row = int(figures) - 1
        return row * self.columns + column if column < self.columns and 0 <= row < self.rows else None

    @property
    def head(self) -> str:
        """The line of column names above a diagram."""
        return "".join(COLUMNS[: self.columns])


_MISTYPED = str.maketrans("OoQ〇○◯零lI|!", "00000001111")
"""Characters that people type in place of a figure that looks like them."""
_KANJI_FIGURES = str.maketrans("〇一二三四五六七八九", "0123456789")
_NEARLY = rf"({_COLUMN})([{DIGITS}A-Za-z〇○◯零|!]{{1,2}})(?![{DIGITS}])"
_ALL_KANJI = "(十[一二三四五六七八九]?|[一二三四五六七八九])([〇一二三四五六七八九]{1,2})"
_ALL_FIGURES = rf"([1-9１-９])[・.,、]?([1-9１-９])(?![{DIGITS}])"
_EXCHANGED = rf"([{DIGITS}]{{1,2}})([一二三四五六七八九])"


def likely_squares(misspelt_text: str, board: Squares) -> tuple[str, ...]:
    """Squares that a misspelt text may mean, likeliest first: 六02 for 六O2.

    It recognizes letters in place of figures, rows in kanji and columns in figures. A figure before a kanji or a
    figure has two meanings: the row before its column (4三 is 三04), or column and row in the order of shogi (四03). It is empty if `misspelt_text`
    begins with no such mistake.
    """
    for pattern, spellings in _MISTAKES:
        match = re.match(pattern, misspelt_text)
        squares = [board.parse(spelled(match[1], match[2])) for spelled in spellings] if match else []
        meant = dict.fromkeys(board.spell(square) for square in squares if square is not None)
        if meant:
            return tuple(meant)
    return ()


def _in_order_of_shogi(column: str, row: str) -> str:
    number = int(column)
    return f"{COLUMNS[number - 1]}{row.translate(_KANJI_FIGURES)}" if 1 <= number <= len(COLUMNS) else ""


_MISTAKES = (
    (_NEARLY, (lambda column, row: column + row.translate(_MISTYPED),)),
    (_ALL_KANJI, (lambda column, row: column + row.translate(_KANJI_FIGURES),)),
    (_EXCHANGED, (lambda row, column: column + row, _in_order_of_shogi)),
    (
        _ALL_FIGURES,
        (lambda column, row: COLUMNS[int(column) - 1] + row, lambda row, column: COLUMNS[int(column) - 1] + row),
    ),
)
"""Ways to write a square wrongly, each with the squares that it may mean."""
