"""An animated GIF: each frame is the picture of its drawing alone, and memory does not grow with the game."""

import io

from each import each
from PIL import Image, ImageChops, ImageStat
from scene_boards import board_of, lines_of_play

from analysis.plots.gif_animation import LAST_PAUSE, PAUSE, SMOOTH, frames, gif
from analysis.plots.raster import paint
from kifu.render.board import Board, room_of

NAMES = ["six/trades", "master/draw", "rengo/rulebook"]


def scenes_of(name, plies=12):
    """Return drawings of one size of the first plies of a sample."""
    game, played = lines_of_play(name)[0]
    last = min(plies, len(played.moves))
    boards = [Board.at(game, played.positions, played.moves, ply) for ply in range(last + 1)]
    room = room_of(game, ((board.position, board.look) for board in boards))
    return [board.scene(room) for board in boards]


@each("name", NAMES)
def test_a_frame_a_drawing(name):
    """The file has a frame for the start and one for each ply, and repeats for ever; the last frame stays longer."""
    scenes = scenes_of(name)
    image = Image.open(io.BytesIO(b"".join(gif(iter(scenes)))))
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
    image = Image.open(io.BytesIO(b"".join(gif(iter(scenes)))))
    for number, scene in enumerate(scenes):
        image.seek(number)
        apart = ImageStat.Stat(ImageChops.difference(image.convert("RGB"), paint(scene, smooth=SMOOTH)))
        assert max(apart.mean) < 0.5
        assert max(highest for _, highest in apart.extrema) < 30


@each("name", NAMES)
def test_only_what_changes_is_painted(name):
    """A frame painted box by box is exactly the drawing; after the first, only a part is painted."""
    scenes = scenes_of(name)
    for number, (frame, scene) in enumerate(zip(frames(iter(scenes)), scenes, strict=True)):
        assert frame.image.tobytes() == paint(scene, smooth=SMOOTH).tobytes()
        left, top, right, bottom = frame.changed
        size = (right - left) * (bottom - top)
        assert (size == scene.width * scene.height) == (number == 0)


def test_a_pass_is_a_frame():
    """Equal drawings give one frame each."""
    scene = board_of("six/branches").scene()
    image = Image.open(io.BytesIO(b"".join(gif(iter([scene] * 3)))))
    assert image.n_frames == 3


def test_drawings_are_taken_one_by_one():
    """The GIF takes drawings at most two ahead of its parts, so memory does not grow with the game."""
    taken = []

    def drawings():
        for scene in scenes_of("rengo/rulebook"):
            taken.append(scene)
            yield scene

    ahead = [len(taken) - number for number, _ in enumerate(gif(drawings()))]
    assert len(taken) == 12
    assert max(ahead) == 2
