"""Figures of records and boards with matplotlib, as PNG, SVG or GIF.

Does: draw timelines, clocks, heatmaps, final scores and comparisons of records, and hold what all figures share: style,
boards of numbers, pages. No function here uses pyplot or changes matplotlib's settings for good, so any program may use them.
Door: `review_pages` lists the figures of a review; `timeline`, `heatmaps_and_final_score` and `titles` are those of the public door;
`board_png_and_gif` draws boards as pixels; `picture_style`, `boards_page` and `numbers_on_board` are what
openings and tournaments draw with.
Needs: tables (what is counted), scenes of boards; matplotlib, Pillow.
Without it: no `kifu review`, no PNG or GIF of `kifu show`, no figures of openings and tournaments. Nothing else asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.plots import (
        board_png_and_gif,
        boards_page,
        heatmaps_and_final_score,
        numbers_on_board,
        picture_style,
        review_pages,
        timeline,
        titles,
    )

__all__ = [
    "board_png_and_gif",
    "boards_page",
    "heatmaps_and_final_score",
    "numbers_on_board",
    "picture_style",
    "review_pages",
    "timeline",
    "titles",
]

__getattr__ = lazy_getattr(__name__, {}, __all__)
