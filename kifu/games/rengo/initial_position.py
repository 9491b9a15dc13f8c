"""Initial position by the head of a record (rengo.57 to 60)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidSetup, suggestion
from kifu.core.game.text import DiagramField, DiagramRow, DiagramText
from kifu.core.message import Message, quoted
from kifu.core.outcome import PLAYERS, Side
from kifu.core.squares import BoardSize
from kifu.games.rengo import diagrams, referee_hooks
from kifu.games.rengo.data import BOARDS
from kifu.games.rengo.options import parse
from kifu.games.rengo.position import Laws, Position, laws

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME_KEY, BOARD_KEY, DEAD_KEY = "棋種", "盤", "死石"
DEFAULT_BOARD = "碁盤9路"
EXAMPLE = """\
・・・・・・・・△王・・・・・・・・01
・・△城・・・・・・・・・・・・・・02
・・・・△卒・・・・△平・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・・・・・・・・・・・06
・・・・▲平・・・・・・▲歩・・・・07
・・・・・・・・・・・・・・▲飛・・08
・・・・・・・・▲玉・・・・・・・・09
"""
"""The armies of the rulebook's own record (rengo.60): the start of a game that no record sets up."""
_SET = re.compile(r"\(([AB])\)")


def laws_of(named: str | None, head: Mapping[str, str]) -> Laws:
    """Return the laws that a record names (rengo.57, 58).

    Raises InvalidSetup for an unknown option or board, and for a record that names no board.
    """
    options = parse(named)
    if BOARD_KEY not in head and GAME_KEY in head:
        raise InvalidSetup("missing-board", _which_board("盤の行がありません", "there is no line 盤："), key=GAME_KEY)
    board = unicodedata.normalize("NFKC", head.get(BOARD_KEY, DEFAULT_BOARD)).strip()
    if board not in BOARDS:
        name = head[BOARD_KEY]
        hint = suggestion(name, BOARDS)
        raise InvalidSetup(
            "unknown-board",
            _which_board(
                f"「{quoted(name)}」という盤はありません{hint.ja}", f"there is no board '{quoted(name)}'{hint.en}"
            ),
            width=max(1, len(name)),
            key=BOARD_KEY,
        )
    size = BoardSize(BOARDS[board].columns, BOARDS[board].rows)
    squares = referee_hooks.dead_squares(size, head.get(DEAD_KEY))
    return laws(board, options, frozenset(squares or ()), _sets(head))


@cache
def example(chosen: Laws) -> Position:
    """Return the example of rengo.60 as a setup under the laws `chosen`."""
    rows = tuple(DiagramRow(line[:-2], number, number, 1) for number, line in enumerate(EXAMPLE.splitlines(), start=1))
    fields = (
        DiagramField("先手の駒台", "碁3 翻2 珠2", 10, 1),
        DiagramField("後手の駒台", "碁3 翻", 11, 1),
    )
    return diagrams.read_diagram(chosen, DiagramText(1, None, rows, fields))


def blank(chosen: Laws) -> Position:
    """Board with two 玉 alone, in the middle of their last rows."""
    columns, rows = chosen.geometry.columns, chosen.geometry.rows
    blank = diagrams.EMPTY * columns
    middle = diagrams.WIDTH * (columns // 2)
    cells = [blank] * rows
    for row, side in ((0, Side.SECOND), (rows - 1, Side.FIRST)):
        cells[row] = f"{blank[:middle]}{side.mark}玉{blank[middle + diagrams.WIDTH :]}"
    lines = tuple(DiagramRow(text, number, number, 1) for number, text in enumerate(cells, start=1))
    return diagrams.read_diagram(chosen, DiagramText(0, None, lines, ()))


def no_start() -> InvalidSetup:
    """Error of a record without the diagram that this game needs."""
    return InvalidSetup(
        "missing-diagram",
        Message(
            "局面図がありません。続・連合将棋に決まった初形はないので、はじめの局面図を書いてください (rengo.58)",
            "there is no 局面図; 続・連合将棋 has no standard start, so a record begins with a diagram (rengo.58)",
        ),
    )


def _sets(head: Mapping[str, str]) -> tuple[int, int]:
    """Players' different sets, 0 A and 1 B, by default 先手 A."""
    named = [_SET.search(unicodedata.normalize("NFKC", head.get(key, "")).upper()) for key in PLAYERS]
    if named[0] is not None:
        first = "AB".index(named[0][1])
    elif named[1] is not None:
        first = 1 - "AB".index(named[1][1])
    else:
        first = 0
    return first, 1 - first


def _which_board(ja: str, en: str) -> Message:
    known = " ".join(BOARDS)
    return Message(f"{ja}。盤は {known} のどれかです (rengo.58)", f"{en}; the boards are {known} (rengo.58)")
