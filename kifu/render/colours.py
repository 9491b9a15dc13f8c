"""The colours of a drawing. A drawing has its own paper, so it can be read on a light page and on a dark page."""

from __future__ import annotations

PAPER, INK, FAINT = "#fbfaf6", "#1d1d1d", "#5a5347"
BOARD, DARK_SQUARE, LINES = "#f1dfb8", "#d9bd86", "#6f5c3a"
DARK, LIGHT, EDGE = "#262626", "#ffffff", "#1d1d1d"
"""The bodies of dark and of light tokens, and the outline of both."""
LAST, LAST_EDGE = "#ffcf3f", "#b03a00"
"""The fill and the edge of the square that the last move ended on."""
FAULT = "#c8102e"
"""The frame of the squares of a move at fault. Moving pictures have none, so it is no part of ALL."""

ALL = tuple(sorted({PAPER, INK, FAINT, BOARD, DARK_SQUARE, LINES, DARK, LIGHT, EDGE, LAST, LAST_EDGE}))
"""All colours of a drawing, without those that smooth its edges, for image formats that hold few colours."""
