"""Move boxes: encode a move as row boxes and back, rule-free."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf.sheet_contents import compact_move_text
from analysis.scan.scanned_sheet import CROSSED, EMPTY
from kifu.core.move_grammar import PASS
from kifu.core.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

TEN = 10
_COLUMN = "|".join(sorted(COLUMNS, key=len, reverse=True))
_SQUARE = re.compile(rf"({_COLUMN})([0-9]{{2}})-?")
_UNDASHED = re.compile(rf"((?:{_COLUMN})[0-9]{{1,2}})(?=(?:{_COLUMN})[0-9])")

Shape = tuple[tuple[str, tuple[str, ...]], ...]
"""The place of each box of a row, and the symbols that it may hold."""


class _Slot(NamedTuple):
    """Boxes of one square by index; None for a missing tens box."""

    ten_column: int | None
    column: int
    ten_row: int | None
    row: int


class MoveCodec:
    """Move spelling for rows of one shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        places = [place for place, _ in shape]
        self._slots: list[_Slot] = []
        at = 0
        while "column" in places[at:] and "row" in places[at:]:
            column, row = places.index("column", at), places.index("row", at)
            self._slots.append(
                _Slot(_place_of_ten_before(places, column), column, _place_of_ten_before(places, row), row)
            )
            at = row + 1
        self._unit = places.index("unit") if "unit" in places else None
        self._becomes = places.index("becomes") if "becomes" in places else None
        ticks = [
            (word, at) for at, (place, words) in enumerate(shape) if place == "tick" for word in words if word != EMPTY
        ]
        self._ticks = dict(sorted(ticks, key=lambda tick: -len(tick[0])))
        self.rows = lru_cache(maxsize=1 << 14)(self._symbols_by_row)

    def _symbols_by_row(self, text: str) -> tuple[tuple[str, ...], ...] | None:
        """Return the symbols of a canonical move by row, if they fit."""
        if not self._slots:
            return self._one_character_a_box(compact_move_text(text))
        squares, at = [], 0
        while square := _SQUARE.match(text, at):
            squares.append((COLUMNS.index(square[1]) + 1, int(square[2])))
            at = square.end()
        chunks = [squares[first : first + len(self._slots)] for first in range(0, len(squares), len(self._slots))]
        rows = [[EMPTY] * len(self.shape) for _ in range(max(1, len(chunks)))]
        for row, chunk in zip(rows, chunks, strict=False):
            for slot, (column, number) in zip(self._slots, chunk, strict=False):
                self._put_coordinate(row, slot.ten_column, slot.column, column, COLUMNS)
                self._put_coordinate(row, slot.ten_row, slot.row, number, "123456789")
        return tuple(map(tuple, rows)) if self._put_unit_and_words(rows[-1], text[at:]) else None

    def symbols_of_usual_spellings(self, text: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Return the symbols in each usual spelling, the preferred one first.

        Empty if the boxes cannot hold the move.

        Where a box may hold any character, a row number may have its leading zero, and the dash may be left out.
        """
        if self._slots:
            rows = self.rows(text)
            return () if rows is None else (rows,)
        short = compact_move_text(text)
        return tuple(
            map(self._one_character_a_box, dict.fromkeys((short, text, short.replace("-", ""), text.replace("-", ""))))
        )

    def _one_character_a_box(self, text: str) -> tuple[tuple[str, ...], ...]:
        width = len(self.shape)
        lines = [text[first : first + width] for first in range(0, len(text), width)]
        return tuple((*line, *(EMPTY,) * (width - len(line))) for line in lines)

    def _put_coordinate(self, row: list[str], ten: int | None, place: int, number: int, names: Sequence[str]) -> None:
        if number >= TEN and ten is not None:
            row[ten] = next(symbol for symbol in self.shape[ten][1] if symbol not in {EMPTY, CROSSED})
        ones = number % TEN if number >= TEN else number
        zero = "0" if "0" in self.shape[place][1] else EMPTY
        row[place] = names[ones - 1] if ones else zero

    def _put_unit_and_words(self, row: list[str], tail: str) -> bool:
        """Put unit and words behind the squares; tell whether all fits."""
        while tail:
            word = next((word for word in self._ticks if tail.startswith(word)), None)
            if self._unit is not None and not row[self._unit] and (word is None or self._is_unit(tail, word)):
                word = self._longest_symbol_at_start(self._unit, tail)
                if word is not None:
                    row[self._unit] = word
            elif word is not None:
                row[self._ticks[word]] = word
            elif self._becomes is not None and (word := self._longest_symbol_at_start(self._becomes, tail)) is not None:
                row[self._becomes] = word
            if word is None:
                return False
            tail = tail[len(word) :]
        return True

    def _is_unit(self, tail: str, word: str) -> bool:
        """Tell whether a ticked word is the unit itself."""
        return (
            self._unit is not None
            and tail != PASS
            and self._longest_symbol_at_start(self._unit, tail[len(word) :]) is None
        )

    def _longest_symbol_at_start(self, place: int, tail: str) -> str | None:
        found = [symbol for symbol in self.shape[place][1] if symbol != EMPTY and tail.startswith(symbol)]
        return max(found, key=len, default=None)

    def joined_text(self, rows: Sequence[Sequence[str]]) -> str:
        """Return the joined text of rows, legal move or not."""
        if not self._slots:
            return "".join(symbol for row in rows for symbol in row)
        squares = [
            square
            for row in rows
            for slot in self._slots
            if (square := self._coordinate_text(row, slot.ten_column, slot.column, COLUMNS) + self._row_text(row, slot))
        ]
        last = rows[-1]
        unit = len(self.shape) if self._unit is None else self._unit
        ticked = [(at, word) for word, at in self._ticks.items() if last[at]]
        before = "".join(word for at, word in sorted(ticked) if at < unit)
        behind = "".join(word for at, word in sorted(ticked) if at > unit)
        becomes = "" if self._becomes is None else last[self._becomes]
        return "-".join(squares) + before + (last[unit] if unit < len(last) else "") + behind + becomes

    def _row_text(self, row: Sequence[str], slot: _Slot) -> str:
        digits = ("1" if slot.ten_row is not None and row[slot.ten_row] else "") + row[slot.row]
        if digits == "1" and not row[slot.row]:
            digits = "10"
        return digits.rjust(2, "0") if digits else ""

    @staticmethod
    def _coordinate_text(row: Sequence[str], ten: int | None, place: int, names: Sequence[str]) -> str:
        return (names[TEN - 1] if ten is not None and row[ten] else "") + row[place]


def dash_squares(text: str) -> str:
    """Return a text with a dash between squares that stand without one."""
    return _UNDASHED.sub(r"\1-", text)


@lru_cache(maxsize=64)
def move_codec_of_shape(shape: Shape) -> MoveCodec:
    """Return the spelling of rows of a shape."""
    return MoveCodec(shape)


def _place_of_ten_before(places: Sequence[str], place: int) -> int | None:
    return place - 1 if place and places[place - 1] == "ten" else None
