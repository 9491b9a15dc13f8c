"""Parts of a drawing: ground, places and bodies of units."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.drawing import Form, Token
from kifu.core.outcome import Side
from kifu.render.drawing import MARGIN, NAMES, Frame, floor_shapes, line_shapes
from kifu.render.options import CELL, Look
from kifu.render.shapes import Place, shapes_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.drawing import Drawing
    from kifu.render.shapes import Shape

GLYPH = "□"
"""The text that stands for the glyph of a unit in a body."""


class Body(NamedTuple):
    """A unit's drawing about its centre, with GLYPH for its glyph."""

    form: Form
    side: Side
    inside: bool
    """Whether it lies in a ring."""
    shapes: tuple[Shape, ...]


class Parts(NamedTuple):
    """The parts of a game's drawings from one side, in pixels."""

    width: int
    height: int
    cell: float
    """The width of a square."""
    floor: tuple[Shape, ...]
    """The part of the ground that lies below the marks of the last move."""
    lines: tuple[Shape, ...]
    """The part that lies above them."""
    places: Mapping[int, tuple[float, float]]
    """The middle of each square that the board has, as (x, y)."""
    bodies: tuple[Body, ...]

    @property
    def ground(self) -> tuple[Shape, ...]:
        """An empty board with the names of its columns and rows."""
        return self.floor + self.lines


def parts(game: Drawing, seen_from: Side = Side.FIRST, width: float = CELL) -> Parts:
    """Return the parts of a game's drawings, without text lines.

    `width` is the usual width of a square, in pixels.
    """
    look = Look(width, seen_from)
    cell = look.cell * game.ground.room
    margin, band = MARGIN / 2 * look.cell, NAMES * look.cell
    wide, high = game.board.columns * cell, game.board.rows * cell
    frame = Frame(game, look, cell, margin, band, wide, high)
    beyond = (band, band) if frame.both_sides else (band, margin)
    frame = frame._replace(left=band if frame.both_sides else margin)
    squares = (square for square in range(game.board.columns * game.board.rows) if _is_there(game, square))
    return Parts(
        ceil(frame.left + wide + beyond[0]),
        ceil(frame.top + high + beyond[1]),
        cell,
        tuple(floor_shapes(frame)),
        tuple(line_shapes(frame)),
        {square: frame.place(square) for square in squares},
        tuple(_body(game, form, side, cell, seen_from, inside=inside) for form, side, inside in _kinds()),
    )


def _is_there(game: Drawing, square: int) -> bool:
    """Tell whether the board has a square of its rectangle."""
    return game.board.parse(game.board.spell(square)) is not None


def _kinds() -> list[tuple[Form, Side, bool]]:
    plain = [(form, side, False) for form in Form for side in Side]
    return [*plain, *((Form.CORE, side, True) for side in Side)]


def _body(game: Drawing, form: Form, side: Side, cell: float, seen_from: Side, *, inside: bool) -> Body:  # noqa: PLR0913
    place = Place(0, 0, cell, seen_from.other, inside)
    return Body(form, side, inside, tuple(shapes_of(game, Token(0, side, GLYPH, form), place)))
