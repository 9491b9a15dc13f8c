"""Drawing of a position as a scene: ground, places, bodies of units.

It has paper, ground, marks of the last move, tokens, names of squares, and lines of text.
"""

from __future__ import annotations

from math import ceil, dist, isclose
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.game.drawing import Form, Token
from kifu.core.message import visible
from kifu.core.outcome import Side
from kifu.core.squares import COLUMNS
from kifu.render.panels_above_and_below import PanelHeights, panel_rows
from kifu.render.shapes_and_svg import (
    BOARD,
    CELL,
    DARK_SQUARE,
    FAINT,
    FAULT,
    INK,
    LAST,
    LAST_EDGE,
    LINES,
    PAPER,
    Circle,
    DrawingOptions,
    Line,
    Paint,
    Polygon,
    Rectangle,
    Scene,
    Text,
    TokenPlace,
    position_token_shapes,
    token_shapes,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from kifu.core.game.drawing import Drawing, Ground
    from kifu.core.game.game import Game, Position
    from kifu.render.panels_above_and_below import PanelRow, Panels
    from kifu.render.shapes_and_svg import Shape


# All lengths below are in widths of a square.
MARGIN = 0.3
NAMES = 0.52
"""The width of the band at an edge that names columns or rows."""
NAME_SIZE, TEXT_SIZE, LEADING = 0.3, 0.34, 0.52
COLUMN = 0.55
"""The largest width of a half-width character, in sizes of its text. A few capitals are wider."""
THIN, THICK, DOT = 0.025, 0.05, 0.07
MARK_INSET, CHANGED = 0.02, 0.035
ARROW, HEAD, BADGE = 0.07, 0.26, 0.17
"""The width of an arrow, the length of its head, the radius of its letter."""
MIN_COLUMNS = 8
"""A drawing is at least as wide as a board with this number of columns, because its text needs the room."""
TEXT_GAP = 0.12
"""The distance of a board and its text if no names stand between them."""
MAX_COLUMNS_NAMED_ONCE = 10
"""A board of at most this number of columns and rows is named above and at the right only, as in a diagram."""


class Arrow(NamedTuple):
    """An arrow along a move's squares, a letter at its tip.

    A move of one square gets a frame.
    """

    squares: tuple[int, ...]
    letter: str
    colour: str
    shift: float = 0.0
    """How far it lies beside the middle, in widths of a square, so that two along the same way are both seen."""


class Frame(NamedTuple):
    """The place of a board in its drawing. Lengths are pixels."""

    game: Drawing
    look: DrawingOptions
    cell: float
    left: float
    top: float
    width: float
    height: float

    def middle_of(self, square: int) -> tuple[float, float]:
        """Return the middle of a square as (x, y)."""
        board, look = self.game.board, self.look
        row, column = divmod(square, board.columns)
        if look.seen_from is Side.SECOND:
            row, column = board.rows - 1 - row, board.columns - 1 - column
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    @property
    def both_sides(self) -> bool:
        """True if columns and rows are named at both edges."""
        return _are_names_on_both_sides(self.game)


def draw_position(  # noqa: PLR0913 - the position, its marks and the look are independent
    game: Game,
    position: Position,
    *,
    last_square: int | None = None,
    changed_squares: Collection[int] = (),
    wrong_squares: Collection[int] = (),
    arrows: Iterable[Arrow] = (),
    look: DrawingOptions | None = None,
    panel_heights: PanelHeights | None = None,
) -> Scene:
    """Return the drawing of a position.

    `last_square` is the square that the last move ended on; `changed_squares` are the squares that it changed. `wrong_squares` are the
    squares of a move at fault, which was not played; `arrows` are moves that lie over the board. `panel_heights` is the least number
    of lines of text that the drawing has room for. A series of drawings has one size if all get the same `panel_heights`
    (see :func:`text_line_room`).
    """
    look = look or DrawingOptions()
    text = panel_rows(game, position, look, _half_width_columns(game, look))
    heights = text.heights if panel_heights is None else text.heights.at_least(panel_heights)
    frame, width, height = _frame_and_drawing_size(game, look, heights)
    title = " ".join(filter(None, (game.name.in_language(look.language), visible(look.caption))))
    shapes: list[Shape] = [Rectangle(0, 0, ceil(width), ceil(height), Paint(PAPER))]
    ground = game.ground
    shapes += _draw_ground(frame, ground)
    shapes += _draw_marks(frame, last_square, changed_squares)
    shapes += _draw_lines(frame, ground)
    shapes += _draw_names(frame) if look.labels else ()
    shapes += position_token_shapes(game, position, frame.middle_of, frame.cell, look.seen_from.other)
    shapes += _draw_fault_frames(frame, wrong_squares)
    for arrow in arrows:
        shapes += _draw_arrow(frame, arrow)
    shapes += _draw_panel_lines(frame, text, heights)
    return Scene(ceil(width), ceil(height), title, tuple(shapes))


def text_line_room(game: Game, position: Position, look: DrawingOptions) -> PanelHeights:
    """Return the numbers of lines of text above and below a position."""
    return panel_rows(game, position, look, _half_width_columns(game, look)).heights


def _are_names_on_both_sides(game: Drawing) -> bool:
    return max(game.board.columns, game.board.rows) > MAX_COLUMNS_NAMED_ONCE


def _square_width(game: Drawing, look: DrawingOptions) -> float:
    """Return the width of a square of the game's board."""
    return look.cell * game.ground.room


def _side_room(game: Drawing, look: DrawingOptions) -> float:
    """Return the room at each side of the centred board."""
    missing = MIN_COLUMNS * look.cell - game.board.columns * _square_width(game, look)
    return (MARGIN + _distance_of_board_and_text(look)) * look.cell + max(0.0, missing) / 2


def _distance_of_board_and_text(look: DrawingOptions) -> float:
    """Return the distance of board and text, in square widths."""
    return NAMES if look.labels else TEXT_GAP


def _half_width_columns(game: Drawing, look: DrawingOptions) -> int:
    """Return the number of half-width columns of a line of text."""
    width = game.board.columns * _square_width(game, look) + 2 * _side_room(game, look) - 2 * MARGIN * look.cell
    return int(width / (TEXT_SIZE * look.cell * COLUMN))


def _frame_and_drawing_size(game: Drawing, look: DrawingOptions, heights: PanelHeights) -> tuple[Frame, float, float]:
    """Return the place of the board, and the drawing's size."""
    cell, board, beside = _square_width(game, look), game.board, _side_room(game, look)
    top = (MARGIN + (heights.caption + heights.above) * LEADING + _distance_of_board_and_text(look)) * look.cell
    below = _room_below_board(game, look) + (heights.below * LEADING + MARGIN) * look.cell
    wide, high = board.columns * cell, board.rows * cell
    return Frame(game, look, cell, beside, top, wide, high), wide + 2 * beside, top + high + below


def _room_below_board(game: Drawing, look: DrawingOptions) -> float:
    """Return the room between a board and the text below it."""
    return (_distance_of_board_and_text(look) if _are_names_on_both_sides(game) else TEXT_GAP) * look.cell


def board_line_shapes(frame: Frame) -> Iterator[Shape]:
    """Yield the lines and names between marks and tokens."""
    yield from _draw_lines(frame, frame.game.ground)
    yield from _draw_names(frame)


def _draw_ground(frame: Frame, ground: Ground) -> Iterator[Shape]:
    yield Rectangle(frame.left, frame.top, frame.width, frame.height, Paint(BOARD))
    for square in sorted(ground.dark):
        yield _inset_square(*frame.middle_of(square), frame.cell, Paint(DARK_SQUARE))


def _draw_marks(frame: Frame, last_square: int | None, changed_squares: Collection[int]) -> Iterator[Shape]:
    for square in sorted(changed_squares):
        if square != last_square:
            yield changed_mark(*frame.middle_of(square), frame.cell)
    if last_square is not None:
        yield last_mark(*frame.middle_of(last_square), frame.cell)


def changed_mark(x: float, y: float, cell: float) -> Rectangle:
    """Return the mark of a changed square centred at (x, y)."""
    return _inset_square(x, y, cell, Paint("", LAST_EDGE, CHANGED * cell), MARK_INSET + CHANGED / 2)


def last_mark(x: float, y: float, cell: float) -> Rectangle:
    """Return the mark of the last square, centred at (x, y)."""
    return _inset_square(x, y, cell, Paint(LAST, LAST_EDGE, 2 * CHANGED * cell), MARK_INSET + CHANGED)


def _inset_square(x: float, y: float, cell: float, paint: Paint, inset: float = 0.0) -> Rectangle:
    """Return a square as a rectangle, inset by `inset` squares."""
    side = (1 - 2 * inset) * cell
    return Rectangle(x - side / 2, y - side / 2, side, side, paint)


def _draw_fault_frames(frame: Frame, wrong: Collection[int]) -> Iterator[Shape]:
    """Yield frames round the squares of a faulty move, in front."""
    for square in sorted(wrong):
        yield _inset_square(*frame.middle_of(square), frame.cell, Paint("", FAULT, 3 * CHANGED * frame.cell), CHANGED)


def _draw_arrow(frame: Frame, arrow: Arrow) -> Iterator[Shape]:
    """Shapes of an arrow through its squares; one square: a frame."""
    cell, paint = frame.cell, Paint("", arrow.colour, ARROW * frame.cell)
    by = arrow.shift * cell
    points = tuple((x + by, y + by) for x, y in map(frame.middle_of, arrow.squares))
    if not points:
        return
    x, y = points[-1]
    if len(points) == 1:
        yield _inset_square(x - by, y - by, cell, paint, MARK_INSET + ARROW / 2 + max(0.0, arrow.shift))
    else:
        (back_x, back_y), length = points[-2], dist(points[-2], points[-1]) or 1.0
        along = ((x - back_x) / length * HEAD * cell, (y - back_y) / length * HEAD * cell)
        foot = (x - along[0], y - along[1])
        yield Line((*points[:-1], foot), paint)
        half = (along[1] / 2, -along[0] / 2)
        corners = ((x, y), (foot[0] + half[0], foot[1] + half[1]), (foot[0] - half[0], foot[1] - half[1]))
        yield Polygon(corners, Paint(arrow.colour))
    middle_x, middle_y = frame.middle_of(arrow.squares[-1])
    off = (0.5 - BADGE) * cell * (1 if arrow.shift > 0 else -1)
    yield Circle(middle_x + off, middle_y + off, BADGE * cell, Paint(arrow.colour))
    yield Text(middle_x + off, middle_y + off, 1.3 * BADGE * cell, arrow.letter, PAPER, bold=True)


def _draw_lines(frame: Frame, ground: Ground) -> Iterator[Shape]:
    """Yield the lines of the board, with their dots."""
    cell = frame.cell
    thin, thick = Paint("", LINES, THIN * cell), Paint("", LINES, THICK * cell)
    right, bottom = frame.left + frame.width, frame.top + frame.height
    if ground.lines:
        for line in ground.lines:
            yield Line(_line_corners([frame.middle_of(square) for square in line]), thin)
        for dot in ground.dots:
            yield Circle(*frame.middle_of(dot), DOT * cell, Paint(LINES))
    else:
        for column in range(1, frame.game.board.columns):
            x = frame.left + column * cell
            yield Line(((x, frame.top), (x, bottom)), thin)
        for row in range(1, frame.game.board.rows):
            y = frame.top + row * cell
            yield Line(((frame.left, y), (right, y)), thin)
    yield Rectangle(frame.left, frame.top, frame.width, frame.height, thick._replace(width=THICK * cell))


def _line_corners(points: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Return the ends of a line, and the points where it turns."""
    kept = points[:1]
    for (left, top), (x, y), (right, bottom) in zip(points, points[1:], points[2:], strict=False):
        if not isclose((x - left) * (bottom - y), (right - x) * (y - top), abs_tol=1e-6):
            kept.append((x, y))
    return (*kept, *points[1:][-1:])


def _draw_names(frame: Frame) -> Iterator[Shape]:
    """Yield the names of columns and rows; large boards: all sides."""
    cell, board = frame.look.cell, frame.game.board
    size, apart = NAME_SIZE * cell, NAMES / 2 * cell
    both = _are_names_on_both_sides(frame.game)
    for column in range(board.columns):
        x, _ = frame.middle_of(column)
        for y in (frame.top - apart, frame.top + frame.height + apart)[: 1 + both]:
            yield Text(x, y, size, COLUMNS[column], FAINT)
    for row in range(board.rows):
        _, y = frame.middle_of(row * board.columns)
        for x in (frame.left + frame.width + apart, frame.left - apart)[: 1 + both]:
            yield Text(x, y, size, f"{row + 1:02d}", FAINT)


def _draw_panel_lines(frame: Frame, text: Panels, heights: PanelHeights) -> Iterator[Shape]:
    """Yield the lines of text.

    Lines above the board stand next to it, so that they keep their place in a series.
    """
    cell = frame.look.cell
    x = MARGIN * cell
    high = frame.top - _distance_of_board_and_text(frame.look) * cell
    yield from _text_shapes(text.caption, x, high - (heights.above + heights.caption) * LEADING * cell, cell)
    yield from _text_shapes(text.above, x, high - len(text.above) * LEADING * cell, cell)
    yield from _text_shapes(text.below, x, frame.top + frame.height + _room_below_board(frame.game, frame.look), cell)


def _text_shapes(rows: tuple[PanelRow, ...], x: float, top: float, cell: float) -> Iterator[Shape]:
    for number, row in enumerate(rows):
        if row.text:
            yield Text(x, top + (number + 0.5) * LEADING * cell, TEXT_SIZE * cell, row.text, INK, "start", row.bold)


GLYPH = "□"
"""The text that stands for the glyph of a unit in a body."""


class UnitBody(NamedTuple):
    """A unit's drawing about its centre, with GLYPH for its glyph."""

    form: Form
    side: Side
    inside: bool
    """Whether it lies in a ring."""
    shapes: tuple[Shape, ...]


class DrawingParts(NamedTuple):
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
    bodies: tuple[UnitBody, ...]

    @property
    def ground(self) -> tuple[Shape, ...]:
        """An empty board with the names of its columns and rows."""
        return self.floor + self.lines


def drawing_parts(game: Drawing, seen_from: Side = Side.FIRST, width: float = CELL) -> DrawingParts:
    """Return the parts of a game's drawings, without text lines.

    `width` is the usual width of a square, in pixels.
    """
    look = DrawingOptions(width, seen_from)
    cell = look.cell * game.ground.room
    margin, band = MARGIN / 2 * look.cell, NAMES * look.cell
    wide, high = game.board.columns * cell, game.board.rows * cell
    frame = Frame(game, look, cell, margin, band, wide, high)
    beyond = (band, band) if frame.both_sides else (band, margin)
    frame = frame._replace(left=band if frame.both_sides else margin)
    squares = (square for square in range(game.board.columns * game.board.rows) if _has_square(game, square))
    return DrawingParts(
        ceil(frame.left + wide + beyond[0]),
        ceil(frame.top + high + beyond[1]),
        cell,
        tuple(_draw_ground(frame, game.ground)),
        tuple(board_line_shapes(frame)),
        {square: frame.middle_of(square) for square in squares},
        tuple(
            _unit_body(game, form, side, cell, seen_from, inside=inside) for form, side, inside in _kinds_of_bodies()
        ),
    )


def _has_square(game: Drawing, square: int) -> bool:
    """Tell whether the board has a square of its rectangle."""
    return game.board.parse(game.board.spell(square)) is not None


def _kinds_of_bodies() -> list[tuple[Form, Side, bool]]:
    plain = [(form, side, False) for form in Form for side in Side]
    return [*plain, *((Form.CORE, side, True) for side in Side)]


def _unit_body(game: Drawing, form: Form, side: Side, cell: float, seen_from: Side, *, inside: bool) -> UnitBody:  # noqa: PLR0913
    place = TokenPlace(0, 0, cell, seen_from.other, inside)
    return UnitBody(form, side, inside, tuple(token_shapes(game, Token(0, side, GLYPH, form), place)))
