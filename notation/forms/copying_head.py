"""Copies the head of a record: the line that names the game, keys in other words, titles, diagrams in frames."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu import games
from kifu.games.variants import configured
from kifu.model.errors import InvalidSetup, UnknownGame, UnreadableFile
from notation.diagram_lines import ends_like_a_row
from notation.formats.kif_head import GAME, RULES, Rules
from notation.formats.kif_keys import without_colon
from notation.forms import tables
from notation.forms.copies import Copied, Sheet
from notation.forms.entries import A_SQUARE
from notation.forms.heads import game_in, read_head
from notation.forms.running import parted
from notation.numerals import KANJI, number
from notation.scanner import Item, Kind, classify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.contract.game import Game
    from kifu.referee.record import Source
    from notation.forms.course import Course
    from notation.forms.layout import Laid

TITLE = "表題"
_LOOKED_AT = 10
"""The first lines of a file, in which a title may name the game."""
_TITLES = frozenset({Kind.UNKNOWN, Kind.MOVE})
"""The kinds that the reader of the notation sees in titles; 6面体 begins with a number."""
_FRAMED = re.compile(r"\s*[|│](.*)[|│]\s*([一二三四五六七八九十\d]{1,2})\s*")
_ROW = re.compile(rf"\s*(.*?)\s*(\d{{1,2}}|[{KANJI}十]{{1,2}})?\s*")
_CELLS = re.compile("[・○〇]")
_COLUMNS = re.compile(r"\s*[1-9一二三四五六七八九十](?:\s*[1-9一二三四五六七八九十])+\s*")
_NAMING = frozenset(
    {"件名", "Re", "RE", "Fw", "Fwd", "題名", "表題", "タイトル", "題", "Subject", "Title", "subject", "title"}
)
"""The keys of headers that may name the game as a title does."""


def names_a_square(text: str) -> bool:
    """Return whether something in a text looks like a square."""
    return A_SQUARE.search(text) is not None


def find_game(lines: Sequence[Laid], rules: Rules) -> tuple[Game, int] | None:
    """Return the game that a record names, and the index of the title that names it (-1: it has a line 棋種).

    None if no line names one, or if several titles name different ones.
    """
    named = next((line for laid in lines if (line := _plain(laid, None)).startswith(GAME)), None)
    if named is not None:
        game, at = game_in(named.partition("：")[2]), -1
    else:
        titles = [(classify(laid.passage.text), laid.passage.text, at) for at, laid in enumerate(lines[:_LOOKED_AT])]
        found = _named(titles, _TITLES) or _named(titles, frozenset({Kind.FILE_COMMENT}))
        if len({game.id for game, _ in found}) != 1:
            return None
        game, at = found[0]
    if game is None:
        return None
    if not game.required_head:
        return game, at
    head = {GAME: game.name.ja}
    for laid in lines:
        key, _, value = _plain(laid, game).partition("：")
        head.setdefault(key, value)
    try:
        variant, file = rules.of(head.get(RULES))
        return configured(game, variant, head, file), at
    except (InvalidSetup, UnreadableFile):
        return game, at


def _named(titles: Sequence[tuple[Item, str, int]], kinds: frozenset[Kind]) -> list[tuple[Game, int]]:
    """Return the games that the lines of some kinds name, and the index of each line."""
    return [
        (game, at)
        for item, text, at in titles
        if (item.kind in kinds or (item.kind is Kind.HEADER and item.key in _NAMING))
        and (game := game_in(text)) is not None
    ]


def _names_a_game(name: str) -> bool:
    try:
        games.find(name)
    except UnknownGame:
        return False
    return True


def _plain(laid: Laid, game: Game | None) -> str:
    """Return a line of the head in the notation; empty if it is none."""
    lines = read_head(laid.passage.text, game)
    if lines is not None:
        return lines[0]
    item = classify(laid.passage.text)
    return f"{item.key}：{item.text}" if item.kind is Kind.HEADER else ""


class HeadCopier(Sheet):
    """Copies the head of a record, and its diagrams."""

    def __init__(self, source: Source, course: Course) -> None:
        super().__init__(source)
        self.course = course
        self.start = 0
        """The line of the copy with 棋種, from 1; 0 before it."""
        self.moving = False
        """Whether the moves have begun."""
        self.row = 0
        """The row of a diagram that comes next, from 1; 0 outside a diagram."""
        self.fields: list[Copied] = []
        """Lines about hands above a diagram in a frame, which belong below it."""

    def title(self, laid: Laid) -> None:
        """Copy the title that names the game."""
        self.start = len(self.lines) + 1
        title, name = laid.passage.text.strip(), self.course.game.name.ja
        alone = len(title) <= len(name) + 2
        self.put(laid.passage, [f"{GAME}：{name}", *([] if alone else [f"{TITLE}：{title}"])])

    def head_line(self, laid: Laid, item: Item) -> bool:
        """Copy a line above the moves; return whether it is none of the moves."""
        text = laid.passage.text
        if self._names_columns(laid) or (names_a_square(text) and self.is_body(laid)):
            return False
        if item.kind is Kind.HEADER and laid.raw is not None and self._is_plain(item):
            self._header(item.key, item.text)
            self.keep(laid)
            return True
        known = without_colon(text)
        lines = read_head(text, self.course.game)
        if known is not None and laid.raw is not None and (lines is None or len(lines) == 1):
            self._header(*known)  # the reader warns of the missing colon
            self.keep(laid)
        elif lines is not None and not self.row and lines[0].partition("：")[0] in self.course.game.diagram_keys:
            self.fields += [Copied(line, laid.passage.place, laid.line) for line in lines]
        elif lines is not None:
            for line in lines:
                key, _, value = line.partition("：")
                self._header(key, value)
            self.put(laid.passage, lines)
        elif self.start == 0 and item.kind is Kind.UNKNOWN and not self.is_body(laid):
            key = "#" if TITLE in self.course.head else f"{TITLE}："
            self._header(TITLE, text)
            self.put(laid.passage, [f"{key}{text.strip()}"])
        else:
            return False
        return True

    def _header(self, key: str, value: str) -> None:
        self.course.head.setdefault(key, value)
        if key == GAME and not self.start:
            self.start = len(self.lines) + 1

    def _is_plain(self, item: Item) -> bool:
        """Return whether a header is one of the notation in its own words."""
        game = self.course.game
        if item.key == GAME and _names_a_game(item.text):
            return True
        if item.key == GAME or item.key in game.head_values or item.key in game.vocabulary.keys:
            return read_head(f"{item.key}:{item.text}", game) == (f"{item.key}：{item.text}",)
        lines = read_head(f"{item.key}:{item.text}", game)
        return lines is None or lines == (f"{item.key}：{item.text}",)

    def is_body(self, laid: Laid) -> bool:
        """Return whether a line is one turn, or has several in a row or in cells."""
        around = self.course.around(laid.passage.text)
        cells = tables.cells_of(laid.passage, ()) or ()
        return any(map(self.course.turns, (laid.passage, *cells))) or bool(parted(around, laid.passage))

    def _names_columns(self, laid: Laid) -> bool:
        cells = tables.cells_of(laid.passage, ())
        texts = laid.passage.text.split() if cells is None else [cell.text for cell in cells]
        return len(texts) > 1 and bool(tables.roles_of(texts, self.course.players()))

    def diagram_line(self, laid: Laid, item: Item) -> bool:
        """Copy a line of a diagram; return whether it is one."""
        if item.kind is Kind.DIAGRAM:
            self.row = 1
        elif self.course.game.vocabulary.cells and not self.moving and self._framed(laid):
            return True
        elif not self.row:
            return False
        elif not self._is_of_diagram(laid, item):
            self.row = 0
            return False
        lines = read_head(laid.passage.text, self.course.game) if item.kind is Kind.HEADER else self._plain_row(laid)
        if lines is None or (item.kind is Kind.HEADER and self._is_plain(item)):
            self.keep(laid)
        else:
            self.put(laid.passage, lines)
        return True

    def _cells(self, text: str, at: int) -> str:
        """Return the cells of row `at` that has blanks between them, its number in kanji, or none; empty for any other line."""
        row = _ROW.fullmatch(text)
        cells = re.sub(r"\s", "", row[1]) if row else ""
        game = self.course.game
        wanted = game.board.columns * (2 if game.vocabulary.cells else 1)
        numbered = row is not None and row[2] and number(row[2]) != at
        return "" if len(cells) != wanted or numbered or not _CELLS.search(cells) else cells

    def _plain_row(self, laid: Laid) -> tuple[str, ...] | None:
        """Return a row of a diagram with its number in figures and without blanks; None where it stands so."""
        cells = self._cells(laid.passage.text, self.row - 1) if self.row > 1 else ""
        written = f"{cells}{self.row - 1:02d}"
        return None if not cells or laid.passage.text.strip() == written else (written,)

    def _is_of_diagram(self, laid: Laid, item: Item) -> bool:
        game, text = self.course.game, laid.passage.text
        if item.kind is Kind.HEADER:
            return game.vocabulary.keys.get(item.key, item.key) in game.diagram_keys
        first = self.row
        row = ends_like_a_row(text) or bool(self._cells(text, first))
        self.row += row
        return item.kind is Kind.UNKNOWN and first <= game.board.rows + 1 and (row or first == 1)

    def _framed(self, laid: Laid) -> bool:
        """Copy a line of a diagram in a frame, as shogi programs draw it; return whether it is one."""
        game, text = self.course.game, laid.passage.text
        row = _FRAMED.fullmatch(text)
        if row is None:
            if tables.is_rule(text) or (_COLUMNS.fullmatch(text) and self.row == 0):
                self.put(laid.passage, [""])
                return True
            return False
        if not self.row:
            self.add(laid.passage, ["局面図"])
            self.row = 1
        cells = row[1]
        for pattern, into in game.vocabulary.cells:
            cells = re.sub(pattern, into, cells)
        self.put(laid.passage, [f"{cells}{self.row:02d}"])
        self.row += 1
        if self.row > game.board.rows:
            self.end_fields()
        return True

    def end_fields(self) -> None:
        """Copy the lines about hands that stood above their diagram."""
        self.lines += self.fields
        self.fields = []
