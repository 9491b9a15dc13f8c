"""Eight directions of a board, written as 巫女→右上.

上 is the side of row 01 for both players.
"""

from __future__ import annotations

DIRECTIONS = {
    "上": (0, -1),
    "下": (0, 1),
    "左": (-1, 0),
    "右": (1, 0),
    "右上": (1, -1),
    "右下": (1, 1),
    "左上": (-1, -1),
    "左下": (-1, 1),
}
"""The step of each direction in columns and rows. Columns count to the right and rows downwards, as the board is drawn."""
_EXCHANGED = {"上右": "右上", "下右": "右下", "上左": "左上", "下左": "左下"}
DIRECTION = "[左右][上下]|[上下][左右]|[上下左右]"
"""A direction in any form that can be read, as a regular expression."""


def direction_of(text: str) -> str:
    """Direction that `text` (a match of DIRECTION) names: 右上 for 上右."""
    return _EXCHANGED.get(text, text)


def direction(columns: int, rows: int) -> str | None:
    """Direction of a straight step; None if it is not straight.

    The step goes `columns` to the right and `rows` down. A step is straight along a column, a row or a diagonal.
    """
    if columns and rows and abs(columns) != abs(rows):
        return None
    step = ((columns > 0) - (columns < 0), (rows > 0) - (rows < 0))
    return next((name for name, way in DIRECTIONS.items() if way == step), None)
