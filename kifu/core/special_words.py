"""Special words that end a record off the board."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from kifu.core.outcome import Ending, Outcome, Side, Termination


class Winner(Enum):
    """Winner by an unmarked special word, from the mover's side."""

    OTHER = "other"
    MOVER = "mover"
    DRAW = "draw"
    NOBODY = "nobody"
    UNSAID = "unsaid"
    """The word does not say it: the board decides."""


class Named(Enum):
    """Side that a mark or name before a special word means."""

    LOSER = "loser"
    WINNER = "winner"
    NEITHER = "neither"
    """The side that wrote the word, or did what it says: the mark does not tell who has won."""


class Meaning(NamedTuple):
    """The meaning of a special word."""

    termination: Termination
    winner: Winner
    detail: bool = False
    """Whether more text may follow the word on its line."""
    named: Named = Named.NEITHER
    """Whom a mark before the word names."""


class Special(NamedTuple):
    """Special word that ends a record in a move's place: 投了, 中断."""

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
    "投了": Meaning(Termination.RESIGNATION, Winner.OTHER, named=Named.LOSER),
    "中断": Meaning(Termination.ADJOURNED, Winner.NOBODY),
    "千日手": Meaning(Termination.REPETITION, Winner.DRAW),
    "持将棋": Meaning(Termination.IMPASSE, Winner.DRAW),
    "引き分け": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "引分け": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "引分": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "無勝負": Meaning(Termination.AGREEMENT, Winner.DRAW),
    "詰み": Meaning(Termination.MATE, Winner.OTHER, named=Named.LOSER),
    "詰": Meaning(Termination.MATE, Winner.OTHER, named=Named.LOSER),
    "時間切れ": Meaning(Termination.TIME, Winner.OTHER, named=Named.LOSER),
    "切れ負け": Meaning(Termination.TIME, Winner.OTHER, named=Named.LOSER),
    "反則負け": Meaning(Termination.FOUL, Winner.MOVER, named=Named.LOSER),
    "反則勝ち": Meaning(Termination.FOUL, Winner.MOVER, named=Named.WINNER),
    "両者反則負け": Meaning(Termination.FOUL, Winner.NOBODY),
    "両者負け": Meaning(Termination.DECLARED, Winner.NOBODY),
    "両者時間切れ": Meaning(Termination.TIME, Winner.NOBODY),
    "両者不戦敗": Meaning(Termination.FORFEIT, Winner.NOBODY),
    "不戦敗": Meaning(Termination.FORFEIT, Winner.OTHER, named=Named.LOSER),
    "不戦勝": Meaning(Termination.FORFEIT, Winner.MOVER, named=Named.WINNER),
}


def claimed_ending(meaning: Meaning, turn: Side, side: Side | None = None) -> Ending:
    """Ending claimed by a special word, with `turn` to move.

    `side` is the one that the word names.
    """
    if side is not None and meaning.named is not Named.NEITHER:
        return Ending(Outcome.win(side if meaning.named is Named.WINNER else side.other), meaning.termination)
    outcome = {
        Winner.OTHER: Outcome.win(turn.other),
        Winner.MOVER: Outcome.win(turn),
        Winner.DRAW: Outcome.DRAW,
        Winner.NOBODY: None,
        Winner.UNSAID: None,
    }[meaning.winner]
    return Ending(outcome, meaning.termination)


def find(text: str, words: Mapping[str, Meaning]) -> tuple[str, str] | None:
    """Special word at the beginning of a text, and the rest.

    None if it is none of `words`. Only a word with `detail` may have text after it.
    """
    if text in words:
        return text, ""
    parts = text.split(None, 1)
    if len(parts) > 1 and parts[0] in words and words[parts[0]].detail:
        return parts[0], parts[1]
    return None
