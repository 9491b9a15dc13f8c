"""Squares in other figures: 44占, 四四占, 四〇四占, and the ambiguous ４三占."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from kifu.core.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERS = {str(number): number for number in range(1, 20)} | {
    f"{zero}{name}": number
    for number, kanji in enumerate(COLUMNS, start=1)
    for zero, name in (("", kanji), ("0", str(number)), ("〇", kanji), ("零", kanji))
    if not zero or number <= 9  # noqa: PLR2004 - a zero stands before one figure
}
_MAX_NUMBER_CHARACTERS = max(map(len, _NUMBERS))
_MAX_SPLITS, _MAX_SQUARES = 64, 6
"""The most ways to part a text that are looked at, and the most squares of a move."""

Pair = tuple[str, str]
"""The two numbers of a square as they are written."""


def respell_squares(plain: str) -> Iterator[tuple[str, str]]:
    """Yield respellings of a move whose squares have other figures.

    None if it does not begin with such squares.
    `plain` is a move as :func:`kifu.reconcile.move_tokens.plain_text` gives it. In the first text of a pair the column stands before
    the row, as in shogi. In the second the row stands before the column where a figure stands first, for both may be meant. There are
    several pairs if the figures can be parted in several ways: 112 is 11 and 2, or 1 and 12.
    """
    for pairs, end in islice(_paths(plain, 0), _MAX_SPLITS):
        texts = ("-".join(_square(*pair, exchanged=exchanged) for pair in pairs) for exchanged in (False, True))
        first, second = (text + plain[end:] for text in texts)
        yield first, second


def _paths(text: str, at: int, most: int = _MAX_SQUARES) -> Iterator[tuple[tuple[Pair, ...], int]]:
    for column, behind in _numbers(text, at):
        for row, end in _numbers(text, behind + (text[behind : behind + 1] in {"・", ".", ",", "、"})):
            if text[end : end + 1] == "-" and most > 1:
                yield from ((((column, row), *rest), last) for rest, last in _paths(text, end + 1, most - 1))
            elif text[end : end + 1] != "-" and not text[end : end + 1].isdecimal():
                yield ((column, row),), end


def _numbers(text: str, at: int) -> Iterator[tuple[str, int]]:
    for width in range(1, _MAX_NUMBER_CHARACTERS + 1):
        if at + width <= len(text) and text[at : at + width] in _NUMBERS:
            yield text[at : at + width], at + width


def _square(column: str, row: str, *, exchanged: bool) -> str:
    if exchanged and column.isdecimal():
        column, row = row, column
    return f"{COLUMNS[_NUMBERS[column] - 1]}{_NUMBERS[row]:02d}"
