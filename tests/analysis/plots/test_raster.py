"""Boards as pixels: the size is right, shapes are in place, and characters that no font has are drawn as strokes."""

import io

import pytest
from each import each
from PIL import Image
from scene_boards import board_of

from analysis.plots.raster import MAX_PIXELS, bounds, paint, png
from kifu.render.shapes import Circle, Line, Paint, Polygon, Rectangle, Ring, Scene, Text

INK = Paint("#000000")
PAPER = Rectangle(0, 0, 60, 60, Paint("#ffffff"))


def painted(*shapes):
    """Return shapes on white paper as pixels."""
    return paint(Scene(60, 60, "", (PAPER, *shapes)))


def dark(image):
    """Return the box of all pixels that are not white."""
    return image.convert("L").point(lambda grey: 255 if grey < 128 else 0).getbbox()


@each("name", ["six/branches", "ace/draw", "king/draw", "master/draw", "rengo/game-go13"])
def test_a_board(name):
    """The PNG is twice as large as the drawing, at the resolution of print; it has dark, light and coloured pixels."""
    scene = board_of(name).scene()
    image = Image.open(io.BytesIO(png(scene)))
    assert image.size == (2 * scene.width, 2 * scene.height)
    assert image.info["dpi"] == pytest.approx((192, 192), abs=0.1)
    colours = {colour for _, colour in image.getcolors(1 << 20)}
    assert {(0x26, 0x26, 0x26), (255, 255, 255), (0xF1, 0xDF, 0xB8)} < colours


def test_the_same_bytes():
    """Two drawings of a position give the same file."""
    scene = board_of("king/draw").scene()
    assert png(scene) == png(scene)


@each(
    "shape",
    [
        Circle(30, 30, 20, INK),
        Ring(30, 30, 20, 25, 10, INK),
        Polygon(((10, 10), (50, 10), (50, 50), (10, 50)), INK),
        Rectangle(10, 10, 40, 40, INK, 5),
        Line(((10, 10), (50, 50)), Paint("", "#000000", 2)),
    ],
)
def test_each_shape_lies_where_it_says(shape):
    """A shape from 10 to 50 both ways covers these pixels, within one pixel, and lies within its bounds."""
    box = dark(painted(shape))
    assert box == pytest.approx((10, 10, 50, 50), abs=1.5)
    left, top, right, bottom = bounds(shape)
    assert left <= box[0] <= box[2] <= right
    assert top <= box[1] <= box[3] <= bottom


def test_a_ring_has_a_hole():
    """The paper behind a ring is seen through its hole."""
    image = painted(Ring(30, 30, 25, 25, 10, INK))
    assert image.getpixel((30, 25)) == (255, 255, 255)
    assert image.getpixel((30, 45)) == (0, 0, 0)


@each("character", ["占", "A", "ж", "馬", "傌", "车", "马"])
def test_a_character_is_in_the_middle(character):
    """Text is centred on its place, also in the second font and as strokes."""
    left, top, right, bottom = dark(painted(Text(30, 30, 40, character, "#000000")))
    assert (left + right) / 2 == pytest.approx(30, abs=3)
    assert (top + bottom) / 2 == pytest.approx(30, abs=5)


def test_characters_that_no_font_has():
    """傌 车 马 differ from each other and from the mark of a missing character."""
    pictures = {painted(Text(30, 30, 40, name, "#000000")).tobytes() for name in ("傌", "车", "马", "〓", "馬")}
    assert len(pictures) == 5
    missing = painted(Text(30, 30, 40, "\U0001f98a", "#000000"))
    assert missing.tobytes() == painted(Text(30, 30, 40, "〓", "#000000")).tobytes()


def test_anchors():
    """A text begins at its place with the anchor start, and ends there with the anchor end."""
    assert dark(painted(Text(30, 30, 10, "占占", "#000000", "start")))[0] >= 30
    assert dark(painted(Text(30, 30, 10, "占占", "#000000", "end")))[2] <= 30


def test_a_part_is_drawn_as_in_the_whole():
    """A painted box has the same pixels as that part of the whole picture."""
    scene = board_of("rengo/game-go13", 40).scene()
    whole = paint(scene)
    for box in ((0, 0, 100, 90), (101, 203, 333, 407), (300, 500, scene.width, scene.height)):
        assert paint(scene, box=box).tobytes() == whole.crop(box).tobytes()


def test_a_picture_that_is_too_large():
    """The picture is refused before any memory is taken for it."""
    with pytest.raises(ValueError, match="too large"):
        paint(Scene(MAX_PIXELS, 1, "", ()))
