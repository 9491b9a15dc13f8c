"""Board as text; all cells have one width in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.message import visible
from kifu.core.squares import COLUMNS
from kifu.core.text_width import terminal_columns
from kifu.render.side_panels import diagram_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kifu.core.game.drawing import Drawing
    from kifu.core.game.game import Position
    from kifu.core.outcome import Side

EMPTY = "・"  # it takes two columns in all terminals, while ○ takes one in some


def text_board(
    game: Drawing,
    position: Position,
    marked: Mapping[int, tuple[str, str]] | None = None,
    styled: Callable[[str, Side], str] | None = None,
) -> str:
    """Return the board and lines of hands and turn.

    Each ends by LF. `marked` has the brackets round squares.
    `styled` takes the text of a cell and the side of its unit, and returns the text with colours for a terminal.
    """
    fields = "".join(f"{visible(line)}\n" for line in diagram_fields(game, position))
    return _grid(game, position, marked or {}, styled) + fields


def _grid(
    game: Drawing,
    position: Position,
    marked: Mapping[int, tuple[str, str]],
    styled: Callable[[str, Side], str] | None,
) -> str:
    board = game.board
    cells = [visible(game.cell(position, square)).replace("○", EMPTY) for square in range(board.columns * board.rows)]
    owners = {} if styled is None else {trace.square: trace.side for trace in game.standing(position)}
    width = max(map(terminal_columns, [*cells, *COLUMNS[: board.columns]]))
    rule = f"+{'-' * ((width + 2) * board.columns)}+\n"
    head = "".join(f" {_pad(name, width)} " for name in COLUMNS[: board.columns])
    lines = [f" {head}\n", rule]
    for row in range(board.rows):
        line = ""
        for square in range(row * board.columns, (row + 1) * board.columns):
            before, after = marked.get(square, (" ", " "))
            cell = _pad(cells[square], width)
            line += f"{before}{styled(cell, owners[square]) if styled and square in owners else cell}{after}"
        lines.append(f"|{line}| {row + 1:02d}\n")
    return "".join([*lines, rule])


def _pad(text: str, width: int) -> str:
    return text + " " * (width - terminal_columns(text))
