"""Closing words that claim something about the board (rengo.60)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.message import Message, quoted
from kifu.core.outcome import Ending, Termination
from kifu.core.score_text import COLOURS, read_points
from kifu.core.special_words import Meaning, Winner
from kifu.core.squares import SQUARE, BoardSize
from kifu.games.rengo.counting import score
from kifu.games.rengo.data import GO, SIDE
from kifu.games.rengo.position import PASSED_TWICE
from kifu.games.rengo.repetition import CLAIMABLE, king_rule, plies_of, repetition_ending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.special_words import Special
    from kifu.games.rengo.position import Position

WORDS = {
    "五連": Meaning(Termination.FIVE, Winner.OTHER),
    "王取り": Meaning(Termination.KING_TAKEN, Winner.OTHER),
    "手詰まり": Meaning(Termination.STANDSTILL, Winner.UNSAID),
    "対面": Meaning(Termination.FACING, Winner.DRAW),
    "両者パス": Meaning(Termination.PASSES, Winner.DRAW),
    "連続王手の千日手": Meaning(Termination.PERPETUAL_CHECK, Winner.UNSAID),
    "整地": Meaning(Termination.COUNT, Winner.UNSAID, detail=True),
}
"""The special words of rengo.60 that the other games do not have."""
DECIDES = frozenset({*(meaning.termination for meaning in WORDS.values()), Termination.MATE, Termination.REPETITION})
"""The endings that the board shows. A record that claims one must be right."""
_SQUARE = re.compile(rf"[\s、,]*({SQUARE})[\s、,]*")


def claim(
    positions: Sequence[Position], ended: Ending | None, special: Special | None, dead: str | None
) -> Ending | Message | None:
    """Ending by a claim, the message if wrong, None without a claim.

    Raises InvalidMove for a count after 整地 that is not understood.
    """
    position = positions[-1]
    if dead is not None and position.ended == PASSED_TWICE and (message := _wrong_dead(position, dead)) is not None:
        return message
    if special is None:
        return None
    if special.word == "千日手" and ended is None:
        return _repetition(positions)
    if special.word == "整地" and special.text:
        return _wrong_count(position, special, ended)
    return None


def dead_squares(board: BoardSize, text: str | None) -> tuple[int, ...] | None:
    """Return the squares that the line 死石 lists.

    None if the line is not understood.
    """
    squares = []
    at = 0
    while match := _SQUARE.match(text or "", at):
        square = board.parse(match[1])
        if square is None:
            return None
        squares.append(square)
        at = match.end()
    return tuple(squares) if at == len(text or "") or (text or "").strip() in {"", "なし"} else None


def _wrong_dead(position: Position, dead: str) -> Message | None:
    geometry = position.laws.geometry
    board = BoardSize(geometry.columns, geometry.rows)
    squares = dead_squares(board, dead)
    if squares is None:
        return Message(
            f"死石「{quoted(dead)}」が読めません。「死石：五05,六06」のように書いてください",
            f"the dead stones '{quoted(dead)}' are not understood; write them like 死石：五05,六06",
        )
    for square in squares:
        if position.board[square] % SIDE != GO:
            name = board.spell(square)
            return Message(
                f"死石の {name} に碁はありません (rengo.54)", f"no 碁 stands on {name}, listed as dead (rengo.54)"
            )
    return None


def _repetition(positions: Sequence[Position]) -> Ending | Message:
    plies = plies_of(positions)
    king = king_rule(positions[-1])
    if king == "王" and len(plies) >= CLAIMABLE:
        return repetition_ending(positions)
    numbers = ", ".join(map(str, plies))
    return Message(
        f"千日手とありますが、最後の局面は {len(plies)} 回目です ({numbers} 手目のあと、後手の王様駒は{king}、rengo.51)",
        f"千日手 is recorded, but the last position has occurred {len(plies)} time(s) (after plies {numbers}; 後手's king is {king}, rengo.51)",
    )


def _wrong_count(position: Position, special: Special, ended: Ending | None) -> Message | None:
    text = special.text
    claimed = read_points(text, COLOURS)
    if claimed is None:
        raise InvalidMove(
            "unreadable-count",
            Message(
                f"整地の「{quoted(text)}」が読めません。「整地 先手28 後手34.5」のように書いてください",
                f"'{quoted(text)}' after 整地 is not understood; write it like 整地 先手28 後手34.5",
            ),
            width=len(special.word) + 1 + len(text),
        )
    totals = score(position)
    if ended is None or ended.termination is not Termination.COUNT or claimed == totals:
        return None
    return Message(
        f"「整地 {quoted(text)}」とありますが、数えると先手{totals[0]:g} 後手{totals[1]:g} です (rengo.55)",
        f"the record counts '{quoted(text)}', but it is 先手{totals[0]:g} 後手{totals[1]:g} (rengo.55)",
    )
