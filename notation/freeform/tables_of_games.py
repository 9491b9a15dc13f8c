"""Tables with a game in each row: its players, result and moves below the names of their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from notation.formats.kif_head_reader import COUNT_KEYS
from notation.freeform.fold_text import word_at
from notation.freeform.free_text_risk import count_move_like_texts
from notation.freeform.table_cells_and_columns import MOVES_OF_A_GAME, TableColumn, is_frame_line, split_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from notation.freeform.clean_lines import CleanLine
    from notation.freeform.fold_text import LocatedText

MAX_LINES_ABOVE = 12
"""The most lines above the names of the columns."""
MIN_MOVES = 2
"""The fewest moves of a row: a row with one is a ply."""
_NUMBERS = frozenset({"", "no", "no.", "#", "番号", "id", "局", "対局", "回", "番"})
"""The names of columns that number the games."""


def games_in_rows(games: Sequence[Game], lines: Sequence[CleanLine]) -> list[list[CleanLine]]:
    """Return the lines of each game of a table with a game in each row: those above it, and its cells; else nothing."""
    for at, line in enumerate(lines[:MAX_LINES_ABOVE]):
        names = [cell.text.strip() for cell in _cells(line.passage)]
        if sum(name.lower() in MOVES_OF_A_GAME for name in names) == 1:
            return _games_below(games, lines, at, names)
    return []


def _games_below(
    games: Sequence[Game], lines: Sequence[CleanLine], heading: int, names: Sequence[str]
) -> list[list[CleanLine]]:
    """Return the lines of each game below the names of the columns, on line `heading`; nothing if most rows are none.

    A row that is none is refused, below the game above it.
    """
    above = [*lines[:heading], lines[heading]._replace(raw=None, furniture=True)]
    found: list[list[CleanLine]] = []
    odd = 0
    for line in lines[heading + 1 :]:
        cells = _cells(line.passage)
        empty = not line.passage.text.strip() or is_frame_line(line.passage.text)
        if not empty and _are_cells_of_game(games, names, cells):
            told = [_line_of_cell(line, *pair) for pair in zip(names, cells, strict=True) if pair[1].text]
            found.append([*(lines[:heading] if found else above), *told])
            continue
        odd += not empty
        (found[-1] if found else above).append(line._replace(raw=None, furniture=empty, refused=not empty))
    return found if len(found) > odd else []


def _are_cells_of_game(games: Sequence[Game], names: Sequence[str], cells: Sequence[LocatedText]) -> bool:
    """Return whether a row has a cell below each name, and the moves of a game among them."""
    moves = [cell.text for name, cell in zip(names, cells, strict=False) if name.lower() in MOVES_OF_A_GAME]
    return len(cells) == len(names) and any(count_move_like_texts(game, moves[0]) >= MIN_MOVES for game in games)


def _cells(passage: LocatedText) -> list[LocatedText]:
    """Return the cells of a row without blanks round them; empty for a line that is none."""
    return [cell.cut(0) for cell in split_row(passage, (TableColumn("number"),)) or []]


def _line_of_cell(line: CleanLine, name: str, cell: LocatedText) -> CleanLine:
    """Return a cell as a line of the head, or as the moves."""
    if name.lower() in MOVES_OF_A_GAME:
        return line._replace(passage=cell, raw=None)
    if name.lower() in _NUMBERS:
        return line._replace(passage=cell, raw=None, furniture=True)
    key = "総手数" if name in COUNT_KEYS else name
    head = word_at(f"{key}:", cell).joined(cell)
    return line._replace(passage=head, raw=None)
