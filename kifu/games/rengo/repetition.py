"""Judge 千日手 by the rule of 後手's king (rengo.51)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.game.referee_hooks import Notice
from kifu.core.message import Message
from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.games.rengo.check import in_check
from kifu.games.rengo.data import NAMES, SIDE
from kifu.games.rengo.position import GOING, PASSED_TWICE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.games.rengo.position import Position

LIMITS = {"玉": 4, "王": 5, "帥": 3, "楚": 3, "君": 3}
"""The number of the occurrence that ends the game, by 後手's king."""
CLAIMABLE = 3
"""The number of the occurrence from which 千日手 may be claimed under the rule of 王."""
CHECKS_LOSE = frozenset("玉帥")
"""The kings under whose rule a side loses if it alone gave check all the time."""
ARTICLE = "rengo.51"


def king_rule(position: Position) -> str:
    """Return 後手's king, whose rule applies."""
    return NAMES[position.board[position.kings[1]] % SIDE]


def history(positions: Sequence[Position], occurrences: int) -> Ending | Notice | None:
    """Ending by repetition, or notice that 千日手 may be claimed.

    Repetition comes before a double pass, and after all other endings (rengo.13).
    """
    position = positions[-1]
    if occurrences < CLAIMABLE or position.ended not in {GOING, PASSED_TWICE}:
        return None
    king = king_rule(position)
    if occurrences >= LIMITS[king]:
        return repetition_ending(positions)
    if king == "王" and position.ended == GOING:
        return _claimable(positions, occurrences)
    return None


def repetition_ending(positions: Sequence[Position]) -> Ending:
    """Ending by 千日手: a draw, or loss for perpetual check."""
    checking = checking_side(positions) if king_rule(positions[-1]) in CHECKS_LOSE else None
    if checking is not None:
        return Ending(Outcome.win(checking.other), Termination.PERPETUAL_CHECK, ARTICLE)
    return Ending(Outcome.DRAW, Termination.REPETITION, ARTICLE)


def checking_side(positions: Sequence[Position]) -> Side | None:
    """Side that gave check with every action since the first occurrence.

    None if both or neither did.
    """
    first = positions.index(positions[-1])
    always = {Side.FIRST, Side.SECOND}
    for position in positions[first + 1 :]:
        mover = Side(1 - position.turn)
        if mover in always and not in_check(position):
            always.remove(mover)
    return always.pop() if len(always) == 1 else None


def plies_of(positions: Sequence[Position]) -> list[int]:
    """Return the plies after which the last position has occurred.

    0 for the start.
    """
    return [ply for ply, position in enumerate(positions) if position == positions[-1]]


def repetition_notice(positions: Sequence[Position]) -> Notice:
    """Notice of the plies after which the last position occurred."""
    plies = plies_of(positions)
    numbers = ", ".join(map(str, plies))
    return Notice(
        "repetition",
        Message(
            f"同じ局面が {len(plies)} 回現れました: {numbers} 手目のあと (0 ははじめの局面、後手の王様駒は{king_rule(positions[-1])}、rengo.51)",
            f"the same position has occurred {len(plies)} times: after plies {numbers} (0: the start; 後手's king is {king_rule(positions[-1])}, rengo.51)",
        ),
    )


def _claimable(positions: Sequence[Position], occurrences: int) -> Notice:
    plies = ", ".join(map(str, plies_of(positions)))
    return Notice(
        "repetition-claimable",
        Message(
            f"同じ局面が {occurrences} 回目です ({plies} 手目のあと)。後手の王様駒が王なので、どちらも「千日手」と書いて引き分けにできます (rengo.51)",
            f"the position has occurred {occurrences} times (after plies {plies}); 後手's king is 王, so either player may write 千日手 for a draw (rengo.51)",
        ),
    )
