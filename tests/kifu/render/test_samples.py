"""Each sample is drawn with all its units, and with a mark for the last move."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from each import each
from scene_boards import FIRST_PLIES, SAMPLES, boards_of

from kifu.core.squares import COLUMNS
from kifu.render.shapes_and_svg import LAST, scene_svg

NAMES = sorted(str(path.relative_to(SAMPLES).with_suffix("")) for path in Path(SAMPLES).rglob("*.kif"))
UNIT = re.compile("[▲△v]?([^▲△v・○\u3000]'?)")
SVG = "{http://www.w3.org/2000/svg}"


def units_by_cells(board):
    """Return the glyphs of all units in the cells of a board, with their numbers."""
    game = board.game
    squares = range(game.board.columns * game.board.rows)
    return Counter(glyph for square in squares for glyph in UNIT.findall(game.cell(board.position, square)))


def names_of_squares(game):
    """Return the names of columns and rows at the edges, with their numbers."""
    sides = 2 if max(game.board.columns, game.board.rows) > 10 else 1
    names = [*COLUMNS[: game.board.columns], *(f"{row:02d}" for row in range(1, game.board.rows + 1))]
    return Counter(names * sides)


@pytest.mark.parametrize("name", NAMES)
def test_each_unit_is_text(name):
    """The picture is well-formed; its centred texts are the units of the board and the names of columns and rows."""
    for board in boards_of(name, FIRST_PLIES):
        root = ET.fromstring(scene_svg(board.scene()))  # noqa: S314 - the program wrote this XML
        middle = Counter(text.text for text in root.iter(f"{SVG}text") if text.get("text-anchor") == "middle")
        assert middle == units_by_cells(board) + names_of_squares(board.game)


@each("name", NAMES)
def test_the_last_move_is_marked(name):
    """The square of the last move is filled, if it has one; at the start no square is."""
    for board in boards_of(name, FIRST_PLIES):
        scene = board.scene()
        filled = [shape for shape in scene.shapes if getattr(shape, "paint", None) and shape.paint.fill == LAST]
        assert len(filled) == (board.last is not None)


@each("name", NAMES)
def test_nothing_is_drawn_outside(name):
    """All shapes lie within the picture."""
    for board in boards_of(name, (0, -1)):
        scene = board.scene()
        for shape in scene.shapes:
            for x, y in corners(shape):
                assert -0.01 <= x <= scene.width + 0.01
                assert -0.01 <= y <= scene.height + 0.01


def corners(shape):
    """Return the outermost points of a shape, without the width of its outline."""
    match type(shape).__name__:
        case "Line" | "Polygon":
            return shape.points
        case "Rectangle":
            return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
        case "Circle" | "Ring":
            return [(shape.x - shape.radius, shape.y - shape.radius), (shape.x + shape.radius, shape.y + shape.radius)]
        case "Text":
            return [(shape.x, shape.y - shape.size / 2), (shape.x, shape.y + shape.size / 2)]
    raise AssertionError(shape)
