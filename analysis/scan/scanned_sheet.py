"""Values of a scanned sheet, and moves encoded in its boxes.

They stand between the reading of pages and the reading of moves.

A row is one ply. Its boxes stand in the order of writing. The sheet's form says which `place` each is:

- forms with marks (2 and 4): for each square, from the left, `column` and `row`; on boards with more than nine columns or rows each of the
  two has a box `ten` before it, to be ticked (its symbols are "" and 十, or "" and 1). Then `unit`, `becomes` (rengo: what a
  兵 becomes) if the game has it, and a box `tick` for each word that is printed to be ticked (内 外 反 合 打 成 …: its
  symbols are "" and the word). A move with fewer squares leaves the later squares empty.
- first and third form: all are `any`: one character a box, from the left, the dash among them.

Further rows (`further` of the page) are for corrections and for moves that are longer than a row. Those of the forms with marks
begin with a box `digit` for each digit of the ply that is written there; in the others the number is free text, which is
not read. A leap over more squares than a row holds goes on there with the same ply: its squares follow, and its unit stands
in the last of its rows.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf.sheet_contents import CROSSED, EMPTY, compact_move_text
from kifu.core.message import Message
from kifu.core.move_grammar import PASS
from kifu.core.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.outcome import Side

__all__ = [
    "CROSSED",
    "EMPTY",
    "OWN",
    "PLAIN",
    "PLAYER",
    "STRIP",
    "InkBox",
    "InkFinish",
    "InkRow",
    "MoveCodec",
    "Photograph",
    "Shape",
    "Sheet",
    "SheetPage",
    "dash_squares",
    "move_codec_of_shape",
]

PLAIN, STRIP, PLAYER, OWN = "plain", "strip", "player", "own"
"""Whom the reader of a sheet is fitted to."""


class InkBox(NamedTuple):
    """One box: what it may hold, and how likely each is."""

    place: str
    symbols: tuple[str, ...]
    """What the box may hold: EMPTY, CROSSED (not in boxes to tick) and characters, without repetition."""
    chances: tuple[float, ...]
    """The probability of each symbol; their sum is 1."""
    box: tuple[float, float, float, float]
    """x, y, width and height in the flattened image, in pixels."""

    @property
    def best(self) -> str:
        """The most likely symbol."""
        return max(zip(self.chances, self.symbols, strict=True))[1]


class InkRow(NamedTuple):
    """The boxes of one ply."""

    ply: int | None
    """The printed number; None in a further row, whose number is written in its boxes `digit`."""
    boxes: tuple[InkBox, ...]
    time: tuple[float, float, float, float] | None = None
    """Where its time stands, as `InkBox.box`. It is free text, which is not read."""


class InkFinish(NamedTuple):
    """End of the game as written: 手まで and winner.

    Only sheets of the forms with marks have them in boxes.
    """

    plies: tuple[InkBox, ...] = ()
    """The digits of 手まで, from the hundreds on; `digit` each."""
    result: tuple[InkBox, ...] = ()
    """Boxes `tick`: their words are ▲, △ and 引分 (who has won), then 投了, 時間, 反則 (how)."""


POOR = Message(
    "用紙の印刷とうまく重ならないところがあります。読みが乱れているかもしれません",
    "parts of the page do not match its print well; they may be read wrongly",
)
"""The warning on a page whose print was not found well."""


class SheetPage(NamedTuple):
    """One page of a score sheet, as read from a photograph."""

    form: str
    """"1", "2", "3" or "4"."""
    game: str | None
    """The id of the game; None on a page without a QR code, of a form without marks."""
    board: str
    """The value of the head that the game requires (盤 in rengo); empty where it requires none or the page does not say."""
    side: Side | None
    """The side of the writer."""
    page: int
    """The number of the page, from 1."""
    part: int
    """Which game of a match, from 0."""
    first_ply: int
    rows: tuple[InkRow, ...]
    further: tuple[InkRow, ...]
    finish: InkFinish
    strip: tuple[InkBox, ...]
    """The boxes of the forms with marks that hold each symbol once in the writer's hand; each has one symbol, the printed one."""
    flat: bytes
    """The flattened page as PNG."""
    warnings: tuple[Message, ...] = ()
    """What the screen and the command say of the page."""
    code: str = ""
    """The text of its QR code, or of the one that was given for it."""

    @property
    def written_rows(self) -> tuple[InkRow, ...]:
        """The rows of its plies, then further rows."""
        return (*self.rows, *self.further)

    @property
    def code_read(self) -> bool:
        """True if its side is known, by its own QR code."""
        return self.code != ""


class Photograph(NamedTuple):
    """A photograph by its name and its SHA-256 in hexadecimal."""

    name: str
    sha256: str


class Sheet(NamedTuple):
    """Photographs of one sheet, with the page that each shows."""

    photographs: tuple[Photograph, ...]
    pages: tuple[SheetPage, ...]
    fitted: str = PLAIN
    """The reader of `pages`: for any hand (PLAIN), fitted to the STRIP, to earlier sheets of the PLAYER, or to its OWN sure plies."""
    readings: tuple[tuple[str, tuple[SheetPage, ...]], ...] = ()
    """The same pages by other readers, each with its name."""

    @property
    def by_player(self) -> bool:
        """True if it is read by what was learned of its player's hand."""
        return self.fitted == PLAYER


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
