"""A board drawn in a terminal: every cell is equally wide, full-width characters taking two columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.model.message import visible
from kifu.model.outcome import Side
from kifu.model.squares import COLUMNS
from notation.diagnostics import display_width

if TYPE_CHECKING:
    from kifu.model.game import Game, Position
    from kifu.referee.replay import Replay

EMPTY = "・"  # ○ is one column wide in some terminals and two in others; this is always two
LOOK = {Side.FIRST: {"bold": True}, Side.SECOND: {"fg": "cyan"}}


def draw(game: Game, played: Replay, ply: int) -> str:
    """Return the board after `ply` plies as lines of text; the square the last move ended on stands in brackets."""
    position = played.positions[ply]
    marks = game.trace(played.positions[ply - 1], played.moves[ply - 1]) if ply else ()
    marked = marks[0].square if marks else None
    return _grid(game, position, marked) + _fields(game, position)


def _grid(game: Game, position: Position, marked: int | None) -> str:
    board = game.board
    cells = [visible(game.cell(position, square)).replace("○", EMPTY) for square in range(board.columns * board.rows)]
    owners = {trace.square: trace.side for trace in game.standing(position)}
    width = max(map(display_width, [*cells, *COLUMNS[: board.columns]]))
    rule = f"+{'-' * ((width + 2) * board.columns)}+\n"
    head = "".join(f" {_padded(name, width)} " for name in COLUMNS[: board.columns])
    lines = [f" {head}\n", rule]
    for row in range(board.rows):
        line = ""
        for square in range(row * board.columns, (row + 1) * board.columns):
            before, after = ("[", "]") if square == marked else (" ", " ")
            cell = _padded(cells[square], width)
            styled = click.style(cell, **LOOK[owners[square]]) if square in owners else cell  # type: ignore[arg-type]
            line += f"{before}{styled}{after}"
        lines.append(f"|{line}| {row + 1:02d}\n")
    return "".join([*lines, rule])


def _fields(game: Game, position: Position) -> str:
    """Return the lines of the diagram about hands and turn."""
    return "".join(f"{visible(line)}\n" for line in game.spell_diagram(position).splitlines() if "：" in line)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))
