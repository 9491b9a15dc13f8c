"""Boards as pixels: the size is right, shapes are in place, and characters that no font has are drawn as strokes."""

import io

import pytest
from each import each
from PIL import Image, ImageChops, ImageStat
from scene_boards import board_of, lines_of_play

from analysis.plots.board_png_and_gif import (
    GIF_SMOOTH,
    LAST_PAUSE,
    MAX_PIXELS,
    PAUSE,
    animation_frames,
    bounding_box,
    gif_parts,
    png_bytes,
    rasterize,
)
from kifu.render.board import Board, panel_heights_for
from kifu.render.shapes_and_svg import Circle, Line, Paint, Polygon, Rectangle, Ring, Scene, Text

INK = Paint("#000000")
PAPER = Rectangle(0, 0, 60, 60, Paint("#ffffff"))


def painted(*shapes):
    """Return shapes on white paper as pixels."""
    return rasterize(Scene(60, 60, "", (PAPER, *shapes)))


def dark(image):
    """Return the box of all pixels that are not white."""
    return image.convert("L").point(lambda grey: 255 if grey < 128 else 0).getbbox()


@each("name", ["six/branches", "ace/draw", "king/draw", "master/draw", "rengo/game-go13"])
def test_a_board(name):
    """The PNG is twice as large as the drawing, at the resolution of print; it has dark, light and coloured pixels."""
    scene = board_of(name).scene()
    image = Image.open(io.BytesIO(png_bytes(scene)))
    assert image.size == (2 * scene.width, 2 * scene.height)
    assert image.info["dpi"] == pytest.approx((192, 192), abs=0.1)
    colours = {colour for _, colour in image.getcolors(1 << 20)}
    assert {(0x26, 0x26, 0x26), (255, 255, 255), (0xF1, 0xDF, 0xB8)} < colours


def test_the_same_bytes():
    """Two drawings of a position give the same file."""
    scene = board_of("king/draw").scene()
    assert png_bytes(scene) == png_bytes(scene)


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
    left, top, right, bottom = bounding_box(shape)
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
    whole = rasterize(scene)
    for box in ((0, 0, 100, 90), (101, 203, 333, 407), (300, 500, scene.width, scene.height)):
        assert rasterize(scene, box=box).tobytes() == whole.crop(box).tobytes()


def test_a_picture_that_is_too_large():
    """The picture is refused before any memory is taken for it."""
    with pytest.raises(ValueError, match="too large"):
        rasterize(Scene(MAX_PIXELS, 1, "", ()))


NAMES = ["six/trades", "master/draw", "rengo/rulebook"]


def scenes_of(name, plies=12):
    """Return drawings of one size of the first plies of a sample."""
    game, played = lines_of_play(name)[0]
    last = min(plies, len(played.moves))
    boards = [Board.at(game, played.positions, played.moves, ply) for ply in range(last + 1)]
    room = panel_heights_for(game, ((board.position, board.look) for board in boards))
    return [board.scene(room) for board in boards]


@each("name", NAMES)
def test_a_frame_a_drawing(name):
    """The file has a frame for the start and one for each ply, and repeats for ever; the last frame stays longer."""
    scenes = scenes_of(name)
    image = Image.open(io.BytesIO(b"".join(gif_parts(iter(scenes)))))
    assert image.n_frames == len(scenes)
    assert image.size == (scenes[0].width, scenes[0].height)
    assert image.info["version"] == b"GIF89a"
    assert image.info["loop"] == 0
    pauses = []
    for number in range(image.n_frames):
        image.seek(number)
        pauses.append(image.info["duration"])
    assert pauses == [PAUSE] * (len(scenes) - 1) + [LAST_PAUSE]


@each("name", NAMES)
def test_each_frame_is_its_drawing(name):
    """A frame, put together from the changes, differs from its drawing only by the few colours of a GIF."""
    scenes = scenes_of(name)
    image = Image.open(io.BytesIO(b"".join(gif_parts(iter(scenes)))))
    for number, scene in enumerate(scenes):
        image.seek(number)
        apart = ImageStat.Stat(ImageChops.difference(image.convert("RGB"), rasterize(scene, oversampling=GIF_SMOOTH)))
        assert max(apart.mean) < 0.5
        assert max(highest for _, highest in apart.extrema) < 30


@each("name", NAMES)
def test_only_what_changes_is_painted(name):
    """A frame painted box by box is exactly the drawing; after the first, only a part is painted."""
    scenes = scenes_of(name)
    for number, (frame, scene) in enumerate(zip(animation_frames(iter(scenes)), scenes, strict=True)):
        assert frame.image.tobytes() == rasterize(scene, oversampling=GIF_SMOOTH).tobytes()
        left, top, right, bottom = frame.changed
        size = (right - left) * (bottom - top)
        assert (size == scene.width * scene.height) == (number == 0)


def test_a_pass_is_a_frame():
    """Equal drawings give one frame each."""
    scene = board_of("six/branches").scene()
    image = Image.open(io.BytesIO(b"".join(gif_parts(iter([scene] * 3)))))
    assert image.n_frames == 3


def test_drawings_are_taken_one_by_one():
    """The GIF takes drawings at most two ahead of its parts, so memory does not grow with the game."""
    taken = []

    def drawings():
        for scene in scenes_of("rengo/rulebook"):
            taken.append(scene)
            yield scene

    ahead = [len(taken) - number for number, _ in enumerate(gif_parts(drawings()))]
    assert len(taken) == 12
    assert max(ahead) == 2
