"""The words that end a record off the board, and who wins by each."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import Ending, Outcome, Side, Termination

if TYPE_CHECKING:
    from collections.abc import Mapping


class Winner(Enum):
    """Who wins by a special word, seen from the side whose turn it is."""

    OTHER = "other"
    MOVER = "mover"
    DRAW = "draw"
    NOBODY = "nobody"
    UNSAID = "unsaid"
    """The word leaves it to the board."""


class Meaning(NamedTuple):
    """What a special word says."""

    termination: Termination
    winner: Winner
    detail: bool = False
    """Whether more text may follow the word on its line."""


class Special(NamedTuple):
    """A word that stands where a move would and ends the record: 投了, 中断, …"""

    ply: int
    word: str
    side: Side | None
    line: int
    column: int
    text: str = ""
    """What follows the word: 先手28 後手34.5."""
    seconds: int | None = None
    """Time taken before it, in seconds; None where the record gives none that can be read."""


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
        Winner.UNSAID: None,
    }[meaning.winner]
    return Ending(outcome, meaning.termination)


def find(text: str, words: Mapping[str, Meaning]) -> tuple[str, str] | None:
    """Return the special word that a text is, with what follows it where it may; None if it is none of `words`."""
    if text in words:
        return text, ""
    parts = text.split(None, 1)
    if len(parts) > 1 and parts[0] in words and words[parts[0]].detail:
        return parts[0], parts[1]
    return None
