"""Board of a position: text, drawing, notebook view; printed boards read back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kifu.core.escapes_confusables_and_text_width import terminal_columns
from kifu.core.game.game import legal_move_code
from kifu.core.message import visible
from kifu.core.squares import COLUMNS
from kifu.render.panels_above_and_below import PanelHeights, diagram_fields
from kifu.render.position_drawing import draw_position, text_line_room
from kifu.render.shapes_and_svg import DrawingOptions, scene_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kifu.core.game.drawing import Drawing
    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Side
    from kifu.render.shapes_and_svg import Scene

    Numbered = tuple[int, str]

EMPTY = "・"  # it takes two columns in all terminals, while ○ takes one in some


def text_board(
    game: Drawing,
    position: Position,
    brackets_by_square: Mapping[int, tuple[str, str]] | None = None,
    style_unit: Callable[[str, Side], str] | None = None,
) -> str:
    """Return the board and lines of hands and turn.

    Each ends by LF. `brackets_by_square` has the brackets round squares.
    `style_unit` takes the text of a cell and the side of its unit, and returns the text with colours for a terminal.
    """
    fields = "".join(f"{visible(line)}\n" for line in diagram_fields(game, position))
    return _board_grid(game, position, brackets_by_square or {}, style_unit) + fields


def _board_grid(
    game: Drawing,
    position: Position,
    brackets_by_square: Mapping[int, tuple[str, str]],
    style_unit: Callable[[str, Side], str] | None,
) -> str:
    """Board as text between two rules, with marked squares."""
    board = game.board
    cells = [visible(game.cell(position, square)).replace("○", EMPTY) for square in range(board.columns * board.rows)]
    owners = {} if style_unit is None else {trace.square: trace.side for trace in game.standing(position)}
    width = max(map(terminal_columns, [*cells, *COLUMNS[: board.columns]]))
    rule = f"+{'-' * ((width + 2) * board.columns)}+\n"
    head = "".join(f" {_pad(name, width)} " for name in COLUMNS[: board.columns])
    lines = [f" {head}\n", rule]
    for row in range(board.rows):
        line = ""
        for square in range(row * board.columns, (row + 1) * board.columns):
            before, after = brackets_by_square.get(square, (" ", " "))
            cell = _pad(cells[square], width)
            line += f"{before}{style_unit(cell, owners[square]) if style_unit and square in owners else cell}{after}"
        lines.append(f"|{line}| {row + 1:02d}\n")
    return "".join([*lines, rule])


def _pad(text: str, width: int) -> str:
    return text + " " * (width - terminal_columns(text))


PLAIN = DrawingOptions()


@dataclass(frozen=True)
class Board:
    """A position of a game; `str()` gives text, notebooks a drawing.

    Raises ValueError for a square that is not on the board.
    """

    game: Game
    position: Position
    last: int | None = None
    """The square that the last move ended on: a number, row × columns + column, both counted from 0."""
    changed: tuple[int, ...] = ()
    """The squares that the last move changed."""
    look: DrawingOptions = PLAIN

    def __post_init__(self) -> None:
        squares = self.game.board.columns * self.game.board.rows
        for square in (*self.changed, *(() if self.last is None else (self.last,))):
            if not 0 <= square < squares:
                raise ValueError(f"the board has squares 0 to {squares - 1}, not {square}")

    @classmethod
    def after(cls, game: Game, before: Position, move: int | str, look: DrawingOptions | None = None) -> Board:
        """Return the board after a legal move, changed squares marked.

        Raises IllegalMove, InvalidMove, WrongArgument.
        """
        move = legal_move_code(game, before, move)
        position = game.play_legal(before, move)
        return cls(
            game,
            position,
            _destination_of_move(game, before, move),
            _changed_squares(game, before, position),
            look or PLAIN,
        )

    @classmethod
    def at(
        cls,
        game: Game,
        positions: Sequence[Position],
        moves: Sequence[int],
        ply: int,
        look: DrawingOptions | None = None,
    ) -> Board:
        """Return the board after `ply` plies of a line of play.

        `positions` has the position before each of `moves`, and the last position.
        """
        if not ply:
            return cls(game, positions[0], look=look or PLAIN)
        before, position = positions[ply - 1], positions[ply]
        return cls(
            game,
            position,
            _destination_of_move(game, before, moves[ply - 1]),
            _changed_squares(game, before, position),
            look or PLAIN,
        )

    def scene(self, room: PanelHeights | None = None) -> Scene:
        """Return the drawing with room for at least `room` text lines."""
        return draw_position(
            self.game,
            self.position,
            last_square=self.last,
            changed_squares=self.changed,
            look=self.look,
            panel_heights=room,
        )

    def text(self, styled: Callable[[str, Side], str] | None = None) -> str:
        """Return the board as lines of text, as `kifu show` prints it.

        `styled` takes the text of a cell and the side of its unit, and returns the text with colours for a terminal.
        """
        marked = {} if self.last is None else {self.last: ("[", "]")}
        return text_board(self.game, self.position, marked, styled)

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return scene_svg(self.scene())


def panel_heights_for(game: Game, positions: Iterable[tuple[Position, DrawingOptions]]) -> PanelHeights:
    """Return the room that gives several positions drawings of one size."""
    room = PanelHeights()
    for position, look in positions:
        room = room.at_least(text_line_room(game, position, look))
    return room


def _destination_of_move(game: Game, position_before: Position, move: int) -> int | None:
    """Return the square that a move ends on; None for パス."""
    marks = game.trace(position_before, move)
    return marks[0].square if marks else None


def _changed_squares(game: Game, position_before: Position, position_after: Position) -> tuple[int, ...]:
    """Return the squares whose cell is different after a move."""
    squares = range(game.board.columns * game.board.rows)
    return tuple(
        square for square in squares if game.cell(position_before, square) != game.cell(position_after, square)
    )


_FRAME = re.compile(r"\+-+\+\s*")
_ROW = re.compile(r"\|(.*)\|\s*([0-9]{1,2})\s*")
_HEADING = re.compile(
    r"( *)(?:[0-9]+ 手目のあとの局面|開始局面|the position after ply [0-9]+|the position at the start):\s*"
)
_ADDED = str.maketrans("", "", "[] ")
"""Removes what a printed frame adds to a row: blanks between cells, and brackets around the target of the last move."""
_REMARKS = ("*", "&")


def find_printed_boards(lines: Sequence[str]) -> list[list[Numbered]]:
    """Return the printed boards as numbered diagram lines."""
    boards = []
    for place, line in enumerate(lines):
        if _FRAME.fullmatch(line):
            board = list(_framed_rows(lines, place + 1))
        elif heading := _HEADING.fullmatch(line):
            board = list(_lines_of_same_indent(lines, place + 1, f"{heading[1]}  "))
        else:
            continue
        if board:
            boards.append(board)
    return boards


def _framed_rows(lines: Sequence[str], start: int) -> Iterator[Numbered]:
    """Yield the rows between two frames, and the lines below.

    Those about hands and turn follow the second frame line.
    """
    end = start
    while end < len(lines) and (row := _ROW.fullmatch(lines[end])):
        yield end + 1, f"{row[1].translate(_ADDED)} {row[2]}"
        end += 1
    if end == start:
        return
    for place in range(end + 1, len(lines)):
        if "：" not in lines[place] or lines[place].startswith(_REMARKS):
            return
        yield place + 1, lines[place]


def _lines_of_same_indent(lines: Sequence[str], start: int, indent: str) -> Iterator[Numbered]:
    for place in range(start, len(lines)):
        if not lines[place].startswith(indent):
            return
        yield place + 1, lines[place]
