"""Name how the rules end a game of 続・連合将棋: the result and the kind of end of each article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.outcome import Ending, Outcome, Side, Termination
from kifu.games.rengo import counting, rules

if TYPE_CHECKING:
    from kifu.games.rengo.position import Position

TERMINATIONS = {
    39: Termination.FIVE,
    44: Termination.KING_TAKEN,
    46: Termination.MATE,
    48: Termination.FACING,
    50: Termination.STANDSTILL,
    53: Termination.PASSES,
    55: Termination.COUNT,
}


def outcome(position: Position) -> Ending | None:
    """Return the end of the game by rengo.39, 44, 46, 48, 50, 53 or 55, None while the game goes on."""
    over, meaning, article = rules.end(position)
    if not over:
        return None
    if meaning == rules.COUNTED:
        first, second = counting.score(position)
        outcome = Outcome.DRAW if first == second else Outcome.FIRST if first > second else Outcome.SECOND
    else:
        outcome = Outcome.DRAW if meaning == rules.DRAWN else Outcome.win(Side(1 - position.turn))
    return Ending(outcome, TERMINATIONS[article], f"rengo.{article}")
