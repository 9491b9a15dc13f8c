"""Board labels drawn as one glyph collection.

One matplotlib text for each word would be much slower.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.collections import PathCollection
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import IdentityTransform

from analysis.plots.picture_style import INK, fonts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes


class BoardWord(NamedTuple):
    """A word with its middle in data coordinates, and its size in points."""

    text: str
    x: float
    y: float
    size: float
    colour: str = INK


class Words(PathCollection):
    """The words drawn on a board, as a collection; `words` are the words themselves."""

    def __init__(self, words: Sequence[BoardWord], axes: Axes) -> None:
        self.words = tuple(words)
        super().__init__(
            [_outline(word.text, word.size) for word in words],
            sizes=[1.0],  # outlines are in points already
            offsets=[(word.x, word.y) for word in words],
            offset_transform=axes.transData,
            facecolors=[word.colour for word in words],
            linewidths=0,
            zorder=4,
            clip_on=False,
        )
        self.set_transform(IdentityTransform())


def write(axes: Axes, words: Sequence[BoardWord]) -> None:
    """Write words on a board, each centred on its place. A word may stand outside the board."""
    if words:
        axes.add_collection(Words(words, axes), autolim=False)


def width_of(text: str, size: float) -> float:
    """Return the width of a line of text in points."""
    return float(_outline(text, size).get_extents().width)


@lru_cache(maxsize=4096)
def _outline(text: str, size: float) -> Path:
    """Return the outline of `text` in points, its middle at the origin. Digits and kanji have the same middle height."""
    font = FontProperties(family=fonts())
    whole = TextPath((0, 0), text, size=size, prop=font)
    across = whole.get_extents()
    upright = TextPath((0, 0), "0", size=size, prop=font).get_extents()
    middle = ((across.x0 + across.x1) / 2, (upright.y0 + upright.y1) / 2)
    return Path(whole.vertices - middle, whole.codes)
