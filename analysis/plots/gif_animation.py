"""Animated GIF of drawings, each frame limited to what changed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops, ImageColor

from analysis.plots.raster import bounds, paint
from kifu.render.options import ALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analysis.plots.raster import Box
    from kifu.render.shapes import Scene, Shape

PAUSE, LAST_PAUSE = 1000, 4000
"""Milliseconds that a frame is shown; the same for the last frame."""
MAX_FRAMES = 2000
"""The most frames of an animation: `kifu show` refuses longer ones."""
STEPS = 5
"""Mixed colours between each two colours of a drawing. The whole palette must have fewer colours than CLEAR."""
SMOOTH = 3
"""How many times larger a frame is drawn before it is reduced."""
CLEAR = 255
"""The number of the transparent colour: the frame before shows through."""
KEEP = 1
"""The GIF disposal method by which a frame stays visible where the next one is transparent."""
_END = b";"


class AnimationFrame(NamedTuple):
    """Picture, and its part that differs from the frame before.

    For the first frame the whole picture.
    """

    image: Image.Image
    """Valid only until the next frame is taken: that frame is painted over this image."""
    changed: Box


def gif(scenes: Iterable[Scene]) -> Iterator[bytes]:
    """Yield an animated GIF's bytes: head, part for each drawing, end.

    All drawings have one size, and there is at least one drawing. Memory does not grow with their number.
    """
    palette = _palette()
    before: Image.Image | None = None
    for frame, last in _with_last(frames(scenes)):
        now = frame.image.crop(frame.changed).quantize(palette=palette, dither=Image.Dither.NONE)
        if before is None:
            before, part = now.copy(), now
            # Pillow may change the image that it is given.
            yield b"".join(GifImagePlugin.getheader(now.copy(), info={"loop": 0})[0])
        else:
            part = _only_new(before.crop(frame.changed), now)
            before.paste(now, frame.changed)
        pause = LAST_PAUSE if last else PAUSE
        data = GifImagePlugin.getdata(part, frame.changed[:2], duration=pause, transparency=CLEAR, disposal=KEEP)
        yield b"".join(data)
    yield _END


def _only_new(before: Image.Image, now: Image.Image) -> Image.Image:
    """Return a frame's part with unchanged pixels transparent, for size."""
    old, new = (Image.frombytes("L", image.size, image.tobytes()) for image in (before, now))
    same = ImageChops.difference(old, new).point(lambda apart: 0 if apart else 255)
    part = now.copy()
    part.paste(CLEAR, (0, 0), same)
    return part


def frames(scenes: Iterable[Scene]) -> Iterator[AnimationFrame]:
    """Yield each drawing as pixels, repainted where shapes changed."""
    image: Image.Image | None = None
    before: Counter[Shape] = Counter()
    for scene in scenes:
        whole = (0, 0, scene.width, scene.height)
        shapes = Counter(scene.shapes)
        if image is None:
            image, changed = paint(scene, smooth=SMOOTH), whole
        else:
            boxes = [_within(bounds(shape), whole) for shape in (before - shapes) + (shapes - before)]
            for box in boxes:
                image.paste(paint(scene, smooth=SMOOTH, box=box), box)
            changed = _about(boxes)
        before = shapes
        yield AnimationFrame(image, changed)


def _with_last(all_frames: Iterator[AnimationFrame]) -> Iterator[tuple[AnimationFrame, bool]]:
    """Yield each frame, and whether it is the last.

    The next frame is painted over the image of this one, so a copy is kept until it is known whether a frame follows.
    """
    kept: AnimationFrame | None = None
    for frame in all_frames:
        if kept is not None:
            yield kept, False
        kept = AnimationFrame(frame.image.copy(), frame.changed)
    if kept is not None:
        yield kept, True


def _palette() -> Image.Image:
    """Return a palette image: drawing colours, and STEPS mixes for edges."""
    colours = [ImageColor.getrgb(colour) for colour in ALL]
    mixed = [
        tuple(round(a + (b - a) * step / (STEPS + 1)) for a, b in zip(first, second, strict=True))
        for first, second in combinations(colours, 2)
        for step in range(1, STEPS + 1)
    ]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in [*colours, *mixed] for part in colour])
    return image


def _within(box: Box, whole: Box) -> Box:
    """Return the part of a box that lies in the picture."""
    left, top, right, bottom = box
    return max(left, whole[0]), max(top, whole[1]), min(right, whole[2]), min(bottom, whole[3])


def _about(boxes: Sequence[Box]) -> Box:
    """Return the bounding box of boxes; one pixel without boxes.

    A frame cannot be empty.
    """
    if not boxes:
        return 0, 0, 1, 1
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
