"""Measures the texts of a picture: which of them overlap, and which run over its edge."""

from itertools import combinations

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from analysis.plots.numbers_on_board import WordCollection, text_width_in_points
from analysis.plots.picture_style import matplotlib_settings

TOUCH = 0.5
"""Pixels by which boxes may overlap: the box of a text is a little larger than its ink."""
HIGH = 0.72
"""The height of a digit and of a kanji, as a part of its size."""


def boxes(figure):
    """Return all shown texts of a figure as pairs of their text and their box in pixels."""
    with matplotlib_settings():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer = canvas.get_renderer()
        texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
        found = [(text.get_text(), text.get_window_extent(renderer)) for text in texts if _is_shown(text, figure)]
        for axes in figure.axes:
            for collection in axes.collections:
                if isinstance(collection, WordCollection):
                    found += [(word.text, _box(word, axes)) for word in collection.words]
    return found


def overlapping(figure):
    """Return the pairs of texts that overlap, and the texts that run over the edge of the picture."""
    found = boxes(figure)
    width, height = figure.get_size_inches() * figure.dpi
    over = [text for text, box in found if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height]
    sides = np.array([box.extents for _, box in found])
    low, high = sides[:, :2], sides[:, 2:]
    common = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    met = (common > TOUCH).all(axis=2)
    pairs = [(found[a][0], found[b][0]) for a, b in combinations(range(len(found)), 2) if met[a, b]]
    return pairs, over


def _is_shown(text, figure):
    """Tell whether a text is drawn: a tick label outside the limits of its axis is not."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            if text in axis.get_majorticklabels():
                return axes.get_visible() and any(text in (tick.label1, tick.label2) for tick in axis._update_ticks())
    return True


def _box(word, axes):
    dots = axes.figure.dpi / 72
    x, y = axes.transData.transform((word.x, word.y))
    wide, high = text_width_in_points(word.text, word.size) * dots / 2, HIGH * word.size * dots / 2
    return Bbox.from_extents(x - wide, y - high, x + wide, y + high)
