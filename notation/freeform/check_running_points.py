"""Points so far behind moves: where most of them are those of the board, one that differs is asked about."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.referee.decide import TOLD_COUNT
from notation.freeform.check_counts_told_in_sentences import units_in_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Game, Position
    from notation.freeform.hypothesis import Hypothesis

MIN_GROWN = 2
"""The fewest different points of the board by which numbers in brackets are no times."""
MIN_AGREEING = 4
"""The fewest points of the board by which those behind the moves are known to be counted as the notation counts."""
_POINTS = re.compile(
    r"(?:白|先手|W(?:hite)?)\s?:?\s?(\d{1,3})点?[\s、,/]{0,3}(?:黒|後手|B(?:lack)?)\s?:?\s?(\d{1,3})(?!\d)"
)
_BRACKETED = re.compile(r"(?:^|[\s*#])[\[(]\s?(\d{1,3})\s?[-:/]\s?(\d{1,3})\s?[\])]\W*$")
"""Two numbers in brackets, of points or of a clock: (15-10), [18:31]."""
_OF_POINTS = re.compile(
    r"(?:白|先手?|W(?:hite)?)\s?[-:：/・と対]\s?(?:黒|後手?|B(?:lack)?)\)?(?:の(?:得|合計)?点|(?:得)?点|の?スコア| points)"
    r"|(?:得?点数?|スコア|(?i:points|score))[はも:\s]{0,2}[(\[]?\s?(?:白|先手?|W(?:hite)?)\s?[-:：/・と対]\s?(?:黒|後手?|B(?:lack)?)"
)
"""What says of two numbers that they are the points of 先手 and of 後手: 手のうしろの[ ]は白:黒の点."""
_BARE = re.compile(r"\W*(\d{1,3})\s+(\d{1,3})\W*$")
"""Two numbers without words, as of columns: they count whatever most of them agree with."""


def running_points_errors(best: Hypothesis) -> Iterator[Diagnostic]:
    """Yield an error for points behind a move that are not those of the board, where three in four others are.

    Two numbers without words may also count the units in hand.
    """
    points, in_hand = Message("得点", "points"), Message("持駒", "units in hand")
    for line, message in (
        *_differing_counts(best, _POINTS, best.game.score, points),
        *_differing_counts(best, _BARE, best.game.score, points),
        *_differing_counts(best, _BARE, partial(_units_in_hand_of_both, best.game), in_hand),
    ):
        yield error("points-so-far", message, line, 1)
    said = any(_OF_POINTS.search(line.text) for line in best.lines(("turn", "kept-turn")))
    for line, message in _differing_counts(best, _BRACKETED, best.game.score, points, growing=True):
        yield error(TOLD_COUNT, message, line, 1) if said else error("points-so-far", message, line, 1)


def _units_in_hand_of_both(game: Game, position: Position) -> tuple[int, int]:
    return units_in_hand(game, position, Side.FIRST), units_in_hand(game, position, Side.SECOND)


def _differing_counts(
    best: Hypothesis,
    pattern: re.Pattern[str],
    count: Callable[[Position], tuple[float, float]],
    what: Message,
    *,
    growing: bool = False,
) -> Iterator[tuple[int, Message]]:
    """Yield the line and the message for each two numbers behind a move that the board does not show, where three in four others are shown.

    With `growing` two of those that are shown have to be others than 0 and 0, as no clock shows them.
    """
    positions = best.plies.positions()[::-1]
    told = []
    for item in best.turns():
        said = next((found for line in item.lines[1:] if (found := pattern.search(line.text))), None)
        ply = item.ply if item.ply is not None and item.ply < len(positions) else 0
        position = positions[ply] if said is not None and ply else None
        points = None if position is None else count(position)
        if said is not None and points is not None:
            told.append((item.lines[0].line, ply, (int(said[1]), int(said[2])), points))
    wrong = [one for one in told if one[2] != one[3]]
    grown = {one[2] for one in told if one[2] == one[3] and any(one[2])}
    if len(told) - len(wrong) < max(MIN_AGREEING, 3 * len(wrong)) or (growing and len(grown) < MIN_GROWN):
        return
    for line, ply, (one, two), (first, second) in wrong:
        message = Message(
            f"{ply} 手目までの{what.ja}は {one} と {two} と書かれていますが、盤では {first} と {second} です。写しちがいがないか確かめてください",
            f"the {what.en} after move {ply} are {one} and {two} here, but {first} and {second} on the board: look for a slip",
        )
        yield line, message
