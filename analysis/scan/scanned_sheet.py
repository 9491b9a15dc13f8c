"""Values of a scanned sheet: its pages, rows and boxes, with symbols' probabilities.

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

from typing import TYPE_CHECKING, NamedTuple

from analysis.pdf.sheet_contents import CROSSED, EMPTY

if TYPE_CHECKING:
    from kifu.core.message import Message
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
    "Photograph",
    "Sheet",
    "SheetPage",
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
