"""Drawings of one size as an animated GIF, a frame each. Only what changes is drawn anew and written, frame by frame."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from analysis.drawing.raster import bounds, paint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analysis.drawing.raster import Box
    from kifu.scene.shapes import Scene, Shape

PAUSE, LAST_PAUSE = 1000, 4000
"""Milliseconds that a frame is shown, and the last."""
MOST_FRAMES = 2000
"""Longer animations are not made."""
COLOURS = 128
"""Of all frames. A board has few, besides those that smooth its edges."""
SMOOTH = 3
CLEAR = 255
"""The number of the colour that shows what was there before."""
KEEP = 1
"""How a GIF says that a frame stays where the next one is clear."""
_END = b";"


class Frame(NamedTuple):
    """A picture and the part of it that differs from the one before; that is everything for the first."""

    image: Image.Image
    """It is painted over when the next frame is asked for."""
    changed: Box


def gif(scenes: Iterable[Scene], examples: Sequence[Scene]) -> Iterator[bytes]:
    """Yield the bytes of an animated GIF part by part: a head, a part for each drawing, an end.

    All drawings are of one size, and there is at least one. `examples` are some that together have the colours of all.
    Memory does not grow with their number.
    """
    palette = _palette(examples)
    before: Image.Image | None = None
    for frame, last in _with_last(frames(scenes)):
        now = frame.image.crop(frame.changed).quantize(palette=palette, dither=Image.Dither.NONE)
        if before is None:
            before, part = now.copy(), now
            # It may change the image that it is given.
            yield b"".join(GifImagePlugin.getheader(now.copy(), info={"loop": 0})[0])
        else:
            part = _only_new(before.crop(frame.changed), now)
            before.paste(now, frame.changed)
        pause = LAST_PAUSE if last else PAUSE
        data = GifImagePlugin.getdata(part, frame.changed[:2], duration=pause, transparency=CLEAR, disposal=KEEP)
        yield b"".join(data)
    yield _END


def _only_new(before: Image.Image, now: Image.Image) -> Image.Image:
    """Return a part of a frame that is clear where nothing has changed: that makes a file much smaller."""
    one, other = (Image.frombytes("L", image.size, image.tobytes()) for image in (before, now))
    same = ImageChops.difference(one, other).point(lambda apart: 0 if apart else 255)
    part = now.copy()
    part.paste(CLEAR, (0, 0), same)
    return part


def frames(scenes: Iterable[Scene]) -> Iterator[Frame]:
    """Yield each drawing as pixels; only the boxes in which shapes have come or gone are painted again."""
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
        yield Frame(image, changed)


def _with_last(found: Iterator[Frame]) -> Iterator[tuple[Frame, bool]]:
    """Yield each frame, and whether it is the last.

    The next frame paints over the image of this one, so a copy of what has changed is kept meanwhile.
    """
    kept: Frame | None = None
    for frame in found:
        if kept is not None:
            yield kept, False
        kept = Frame(frame.image.copy(), frame.changed)
    if kept is not None:
        yield kept, True


def _palette(examples: Sequence[Scene]) -> Image.Image:
    """Return an image whose palette has the colours of some drawings."""
    painted = [paint(scene, smooth=SMOOTH) for scene in examples]
    together = Image.new("RGB", (painted[0].width, sum(image.height for image in painted)))
    top = 0
    for image in painted:
        together.paste(image, (0, top))
        top += image.height
    return together.quantize(COLOURS, dither=Image.Dither.NONE)


def _within(box: Box, whole: Box) -> Box:
    """Return the part of a box that lies in the picture."""
    left, top, right, bottom = box
    return max(left, whole[0]), max(top, whole[1]), min(right, whole[2]), min(bottom, whole[3])


def _about(boxes: Sequence[Box]) -> Box:
    """Return the box about several; the pixel at the upper left where there is none: a frame cannot be empty."""
    if not boxes:
        return 0, 0, 1, 1
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)
