"""The words that end a record off the board, and who wins by each."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from kifu.outcome import Ending, Outcome, Side, Termination


class Winner(Enum):
    """Who wins by a special word, seen from the side whose turn it is."""

    OTHER = "other"
    MOVER = "mover"
    DRAW = "draw"
    NOBODY = "nobody"


class Meaning(NamedTuple):
    """What a special word says."""

    termination: Termination
    winner: Winner


# 反則負け and 反則勝ち stand after the illegal move: it is the other side's turn, and whose turn it is has won.
SPECIALS: dict[str, Meaning] = {
    "投了": Meaning(Termination.RESIGNATION, Winner.OTHER),
    "中断": Meaning(Termination.ADJOURNED, Winner.NOBODY),
    "千日手": Meaning(Termination.REPETITION, Winner.DRAW),
    "持将棋": Meaning(Termination.IMPASSE, Winner.DRAW),
    "引き分け": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "引分け": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "引分": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "詰み": Meaning(Termination.MATE, Winner.OTHER),
    "詰": Meaning(Termination.MATE, Winner.OTHER),
    "時間切れ": Meaning(Termination.TIME, Winner.OTHER),
    "切れ負け": Meaning(Termination.TIME, Winner.OTHER),
    "反則負け": Meaning(Termination.FOUL, Winner.MOVER),
    "反則勝ち": Meaning(Termination.FOUL, Winner.MOVER),
    "不戦敗": Meaning(Termination.FORFEIT, Winner.OTHER),
    "不戦勝": Meaning(Termination.FORFEIT, Winner.MOVER),
}


def ending(meaning: Meaning, turn: Side) -> Ending:
    """Return the ending that a special word claims when it is `turn`'s turn."""
    outcome = {
        Winner.OTHER: Outcome.win(turn.other),
        Winner.MOVER: Outcome.win(turn),
        Winner.DRAW: Outcome.DRAW,
        Winner.NOBODY: None,
    }[meaning.winner]
    return Ending(outcome, meaning.termination)
