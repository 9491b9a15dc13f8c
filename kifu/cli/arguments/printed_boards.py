"""Parser of boards printed by `kifu show` and `kifu verify`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Numbered = tuple[int, str]

_FRAME = re.compile(r"\+-+\+\s*")
_ROW = re.compile(r"\|(.*)\|\s*([0-9]{1,2})\s*")
_HEADING = re.compile(
    r"( *)(?:[0-9]+ 手目のあとの局面|開始局面|the position after ply [0-9]+|the position at the start):\s*"
)
_ADDED = str.maketrans("", "", "[] ")
"""Removes what a printed frame adds to a row: blanks between cells, and brackets around the target of the last move."""
_REMARKS = ("*", "&")


def printed_boards(lines: Sequence[str]) -> list[list[Numbered]]:
    """Return the printed boards as numbered diagram lines."""
    boards = []
    for place, line in enumerate(lines):
        if _FRAME.fullmatch(line):
            board = list(_framed_rows(lines, place + 1))
        elif heading := _HEADING.fullmatch(line):
            board = list(_same_indent(lines, place + 1, f"{heading[1]}  "))
        else:
            continue
        if board:
            boards.append(board)
    return boards


def _framed_rows(lines: Sequence[str], start: int) -> Iterator[Numbered]:
    """Yield the rows between two frames, and the lines below.

    Those about hands and turn follow the second frame line.
    """
    end = start
    while end < len(lines) and (row := _ROW.fullmatch(lines[end])):
        yield end + 1, f"{row[1].translate(_ADDED)} {row[2]}"
        end += 1
    if end == start:
        return
    for place in range(end + 1, len(lines)):
        if "：" not in lines[place] or lines[place].startswith(_REMARKS):
            return
        yield place + 1, lines[place]


def _same_indent(lines: Sequence[str], start: int, indent: str) -> Iterator[Numbered]:
    for place in range(start, len(lines)):
        if not lines[place].startswith(indent):
            return
        yield place + 1, lines[place]
