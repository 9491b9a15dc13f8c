"""Reads the lines of diagrams in every way of drawing them: with blanks, without numbers, in a frame as shogi programs do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kifu import games
from kifu.model.errors import UnknownGame
from notation.diagram_lines import ends_like_a_row
from notation.formats.kif_head import GAME
from notation.freeform import tables
from notation.freeform.heads import read_head
from notation.numerals import KANJI, number
from notation.scanner import Item, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.contract.game import Game
    from notation.freeform.layout import Laid

MAX_ROW_CHARACTERS = 400
_FRAMED = re.compile(r"\s*[|│](.*)[|│]\s*([一二三四五六七八九十\d]{1,2})\s*")
_ROW = re.compile(rf"\s*(.*?)\s*(\d{{1,2}}|[{KANJI}十]{{1,2}})?\s*")
_NUMBER_LEFT = re.compile(r"\s*(\d{1,2})\s+(\D.*)")
_CELLS = re.compile("[・○〇◯.+]")
_COLUMNS = re.compile(r"\s*[1-9一二三四五六七八九十](?:\s*[1-9一二三四五六七八九十])+\s*")


DIAGRAM, TURN = "局面図", "手番"


class DiagramLine(NamedTuple):
    """A line of a diagram: its lines in the plain form (None: as it stands), and the row that comes next."""

    lines: tuple[str, ...] | None
    row: int
    begins: bool = False
    """Whether the line begins a diagram in a frame."""
    ends: bool = False
    """Whether it is the last row of one."""


def diagram_line(game: Game, laid: Laid, item: Item, row: int, *, moving: bool) -> DiagramLine | None:
    """Return what a line of a diagram becomes; None for a line that belongs to none."""
    if item.kind is Kind.DIAGRAM:
        row = 1
    elif game.vocabulary.cells and not moving and (framed := _framed(game, laid, row)) is not None:
        return framed
    elif not row:
        return None
    else:
        following = _row_behind(game, laid, item, row)
        if following is None:
            return None
        row = following
    if item.kind is Kind.HEADER:
        plain = is_plain_header(game, item)
        return DiagramLine(None if plain else read_head(laid.passage.text, game), row)
    return DiagramLine(_plain_row(game, laid, row), row)


def is_plain_header(game: Game, item: Item) -> bool:
    """Return whether a header is one of the notation in its own words."""
    if item.key == GAME and _names_a_game(item.text):
        return True
    lines = read_head(f"{item.key}:{item.text}", game)
    same = lines == (f"{item.key}：{item.text}",)
    if item.key == GAME or item.key in game.head_values or item.key in game.vocabulary.keys:
        return same
    return lines is None or same


def _names_a_game(name: str) -> bool:
    try:
        games.find(name)
    except UnknownGame:
        return False
    return True


def _cells(game: Game, text: str, at: int) -> str:
    """Return the cells of row `at` that has blanks between them, its number in kanji, or none; empty for any other line."""
    if len(text) <= MAX_ROW_CHARACTERS and (left := _NUMBER_LEFT.fullmatch(text)):
        text = f"{left[2]} {left[1]}"
    row = _ROW.fullmatch(text) if len(text) <= MAX_ROW_CHARACTERS else None
    cells = re.sub(r"\s", "", row[1]) if row else ""
    if game.vocabulary.cells:
        cells = re.sub(r"--|－－|\.\.|[･·]{2}", "・・", cells)
    wanted = game.board.columns * (2 if game.vocabulary.cells else 1)
    numbered = row is not None and row[2] and number(row[2]) != at
    return "" if len(cells) != wanted or numbered or not _CELLS.search(cells) else cells


FIGURE = re.compile(
    r"[^\w\s]?\s?第?\s?(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s?図\s?[は:]?\s?[^\w\s]?(?:(\d{1,3})手(?:目|まで|目まで)?(?:の局面|の図)?)?[^\w\s]{0,2}"
    r"|\s?一 ?二 ?三 ?四 ?五(?: ?[六七八九十]){0,5}|\s?(?:[六七八九十] ?){0,5}五 ?四 ?三 ?二 ?一"
)
"""The line above a figure among the moves, with the ply that it stands behind; the names of its columns."""
MIN_ROWS = 3
"""The fewest rows by which a diagram is known that nothing announces."""


def begins_with_row(game: Game, texts: Sequence[str]) -> bool:
    """Return whether lines are the first rows of a diagram."""
    units = {unit[-1] for unit in game.vocabulary.units} | set("▲△・○〇◯")
    rows = [_cells(game, text, row) for row, text in enumerate(texts, start=1)]
    return len(rows) == MIN_ROWS and all(cells and units.issuperset(cells) for cells in rows)


def plain_row(game: Game, text: str, row: int) -> tuple[str, ...]:
    """Return a row of a diagram with its number in figures and without blanks."""
    return (f"{_cells(game, text, row)}{row:02d}",)


def _plain_row(game: Game, laid: Laid, row: int) -> tuple[str, ...] | None:
    """Return a row of a diagram with its number in figures and without blanks; None where it stands so."""
    cells = _cells(game, laid.passage.text, row - 1) if row > 1 else ""
    written = f"{cells}{row - 1:02d}"
    return None if not cells or laid.passage.text.strip() == written else (written,)


def _row_behind(game: Game, laid: Laid, item: Item, first: int) -> int | None:
    """Return the row behind a line of a diagram; None if it is none."""
    text = laid.passage.text
    if item.kind is Kind.HEADER:
        return first if game.vocabulary.keys.get(item.key, item.key) in game.diagram_keys else None
    row = ends_like_a_row(text) or bool(_cells(game, text, first))
    fits = item.kind is Kind.UNKNOWN and first <= game.board.rows and (row or first == 1)
    return first + row if fits else None


def _framed(game: Game, laid: Laid, number_of_row: int) -> DiagramLine | None:
    """Return what a line of a diagram in a frame becomes; None if it is none."""
    text = laid.passage.text
    row = _FRAMED.fullmatch(text) if len(text) <= MAX_ROW_CHARACTERS else None
    if row is None:
        if tables.is_rule(text) or (_COLUMNS.fullmatch(text) and number_of_row == 0):
            return DiagramLine(("",), number_of_row)
        return None
    first = number_of_row or 1
    cells = row[1]
    for pattern, into in game.vocabulary.cells:
        cells = re.sub(pattern, into, cells)
    lines = (f"{cells}{first:02d}",)
    return DiagramLine(lines, first + 1, begins=not number_of_row, ends=first + 1 > game.board.rows)
