"""The words that end a record off the board, and who wins by each."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from kifu.model.outcome import Ending, Outcome, Side, Termination


class Winner(Enum):
    """Who wins by a special word, seen from the side to move."""

    OTHER = "other"
    MOVER = "mover"
    DRAW = "draw"
    NOBODY = "nobody"
    UNSAID = "unsaid"
    """The word does not say it: the board decides."""


class Meaning(NamedTuple):
    """The meaning of a special word."""

    termination: Termination
    winner: Winner
    detail: bool = False
    """Whether more text may follow the word on its line."""


class Special(NamedTuple):
    """A word in the place of a move that ends the record: 投了, 中断, …"""

    ply: int
    word: str
    side: Side | None
    line: int
    column: int
    text: str = ""
    """The text after the word, such as 先手28 後手34.5."""
    seconds: int | None = None
    """The time before the word in seconds; None if the record gives none that can be read."""


# 反則負け and 反則勝ち stand after the illegal move. Then it is the turn of the opponent, who has won.
SPECIALS: dict[str, Meaning] = {
    "投了": Meaning(Termination.RESIGNATION, Winner.OTHER),
    "中断": Meaning(Termination.ADJOURNED, Winner.NOBODY),
    "千日手": Meaning(Termination.REPETITION, Winner.DRAW),
    "持将棋": Meaning(Termination.IMPASSE, Winner.DRAW),
    "引き分け": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "引分け": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "引分": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "無勝負": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "詰み": Meaning(Termination.MATE, Winner.OTHER),
    "詰": Meaning(Termination.MATE, Winner.OTHER),
    "時間切れ": Meaning(Termination.TIME, Winner.OTHER),
    "切れ負け": Meaning(Termination.TIME, Winner.OTHER),
    "反則負け": Meaning(Termination.FOUL, Winner.MOVER),
    "反則勝ち": Meaning(Termination.FOUL, Winner.MOVER),
    "両者反則負け": Meaning(Termination.FOUL, Winner.NOBODY),
    "両者負け": Meaning(Termination.DECLARED, Winner.NOBODY),
    "両者時間切れ": Meaning(Termination.TIME, Winner.NOBODY),
    "両者不戦敗": Meaning(Termination.FORFEIT, Winner.NOBODY),
    "不戦敗": Meaning(Termination.FORFEIT, Winner.OTHER),
    "不戦勝": Meaning(Termination.FORFEIT, Winner.MOVER),
}


FOULS = frozenset(word for word, meaning in SPECIALS.items() if meaning.termination is Termination.FOUL)
"""The words for the end by a foul."""


def ending(meaning: Meaning, turn: Side) -> Ending:
    """Return the ending that a special word claims if `turn` is the side to move."""
    outcome = {
        Winner.OTHER: Outcome.win(turn.other),
        Winner.MOVER: Outcome.win(turn),
        Winner.DRAW: Outcome.DRAW,
        Winner.NOBODY: None,
        Winner.UNSAID: None,
    }[meaning.winner]
    return Ending(outcome, meaning.termination)


def claimed(meaning: Meaning, special: Special, turn: Side) -> Ending:
    """Return the ending that a special word of a record claims if `turn` is the side to move.

    A mark before 反則負け names the side that has lost, and a mark before 反則勝ち the side that has won.
    """
    if meaning.termination is not Termination.FOUL or special.side is None:
        return ending(meaning, turn)
    return ending(meaning, special.side.other if special.word == "反則負け" else special.side)


def find(text: str, words: Mapping[str, Meaning]) -> tuple[str, str] | None:
    """Return the special word that begins a text, and the text after it; None if it is none of `words`.

    Only a word with `detail` may have text after it.
    """
    if text in words:
        return text, ""
    parts = text.split(None, 1)
    if len(parts) > 1 and parts[0] in words and words[parts[0]].detail:
        return parts[0], parts[1]
    return None
