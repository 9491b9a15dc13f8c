"""Greyscale boards for paper, from the drawing of pages and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.drawing import Form
from kifu.render.drawing import parts
from kifu.render.shapes import (
    BOARD,
    DARK_SQUARE,
    FAINT,
    LAST,
    LAST_EDGE,
    LINES,
    PAPER,
    Paint,
    Place,
    Rectangle,
    Scene,
    Text,
    shapes_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Side
    from kifu.render.shapes import Shape

GREYS = {
    PAPER: "#ffffff",
    BOARD: "#ffffff",
    DARK_SQUARE: "#e2e2e2",
    LINES: "#444444",
    FAINT: "#222222",
    LAST: "#d4d4d4",
    LAST_EDGE: "#000000",
}
EDGE = 2.4
"""The width of the outline of a board of squares, in pixels of its scene."""


def in_greys(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield the shapes of a drawing in the colours of paper."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape._replace(fill=GREYS.get(shape.fill, shape.fill))
        else:
            fill, stroke, width = shape.paint
            yield shape._replace(paint=Paint(GREYS.get(fill, fill), GREYS.get(stroke, stroke), width))


def grey(scene: Scene) -> Scene:
    """Return a drawing in the colours of paper.

    :func:`analysis.pdf.paper_page.fit_scene` puts it on a page.
    """
    return scene._replace(shapes=tuple(in_greys(scene.shapes)))


def small_board(game: Game, position: Position | None, seen_from: Side) -> Scene:
    """Return a position's board with coordinates, seen from one side.

    There is no text beside it. `position` is None for an empty board.
    """
    drawn = parts(game, seen_from)
    shapes = list(drawn.ground)
    # White squares on white paper need an outline. The first shape of the ground is the area of the board.
    if not game.ground.lines and isinstance(shapes[0], Rectangle):
        shapes.insert(1, shapes[0]._replace(paint=Paint("", LINES, EDGE)))
    if position is not None:
        shapes += _tokens(game, position, seen_from, drawn.cell, drawn.places)
    return grey(Scene(drawn.width, drawn.height, game.name.ja, tuple(shapes)))


def _tokens(
    game: Game, position: Position, seen_from: Side, cell: float, places: Mapping[int, tuple[float, float]]
) -> Iterator[Shape]:
    tokens = tuple(game.tokens(position))
    rings = {token.square for token in tokens if token.form is Form.RING}
    for token in tokens:
        place = Place(*places[token.square], cell, seen_from.other, token.square in rings)
        yield from shapes_of(game, token, place)
