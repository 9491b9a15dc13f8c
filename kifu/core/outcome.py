"""Sides, outcomes and terminations of a game."""

from enum import IntEnum, StrEnum
from typing import NamedTuple

from kifu.core.message import Message


class Side(IntEnum):
    """The two players; 先手 moves first."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side(1 - self)

    @property
    def label(self) -> Message:
        """先手 or 後手."""
        return SIDE_LABELS[self]

    @property
    def mark(self) -> str:
        """The triangle before a move in Japanese records."""
        return "▲△"[self]


SIDE_LABELS = (Message("先手", "first (先手)"), Message("後手", "second (後手)"))

PLAYERS = ("先手", "後手")
"""The header that names each side's player, 先手 first."""

SIDE_MARKS = {"▲": Side.FIRST, "☗": Side.FIRST, "△": Side.SECOND, "☖": Side.SECOND, "▽": Side.SECOND}
SIDE_NAMES = {"先手": Side.FIRST, "後手": Side.SECOND, "先": Side.FIRST, "後": Side.SECOND} | SIDE_MARKS
"""The side of each word for a side, in every game; the players' names come on top."""


class Outcome(StrEnum):
    """Who won a finished game."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"

    @property
    def label(self) -> Message:
        """The outcome in words, such as 「先手の勝ち」."""
        return OUTCOME_LABELS[self]

    @classmethod
    def win(cls, side: Side) -> "Outcome":
        """Return the outcome in which `side` has won."""
        return cls.SECOND if side else cls.FIRST


OUTCOME_LABELS = {
    Outcome.FIRST: Message("先手の勝ち", "first (先手) wins"),
    Outcome.SECOND: Message("後手の勝ち", "second (後手) wins"),
    Outcome.DRAW: Message("引き分け", "draw"),
}


class Termination(StrEnum):
    """Why a game ended, on the board or off it."""

    ELIMINATION = "elimination"
    STANDSTILL = "standstill"
    TARGET = "target"
    MATCH = "match"
    MATE = "mate"
    FIVE = "five"
    KING_TAKEN = "king-taken"
    FACING = "facing"
    PASSES = "passes"
    COUNT = "count"
    PERPETUAL_CHECK = "perpetual-check"
    RESIGNATION = "resignation"
    TIME = "time"
    FOUL = "foul"
    FORFEIT = "forfeit"
    AGREEMENT = "agreement"
    REPETITION = "repetition"
    IMPASSE = "impasse"
    ADJOURNED = "adjourned"
    DECLARED = "declared"

    @property
    def label(self) -> Message:
        """The usual word for this termination."""
        return TERMINATION_LABELS[self]


TERMINATION_LABELS = {
    Termination.ELIMINATION: Message("全滅", "elimination"),
    Termination.STANDSTILL: Message("手詰まり", "standstill"),
    Termination.TARGET: Message("目標到達", "target reached"),
    Termination.MATCH: Message("二局の合計", "sum of two games"),
    Termination.MATE: Message("詰み", "mate"),
    Termination.FIVE: Message("五連", "five in a row"),
    Termination.KING_TAKEN: Message("王取り", "king taken"),
    Termination.FACING: Message("対面", "kings facing each other"),
    Termination.PASSES: Message("両者パス", "both passed"),
    Termination.COUNT: Message("整地", "counted"),
    Termination.PERPETUAL_CHECK: Message("連続王手の千日手", "perpetual check"),
    Termination.RESIGNATION: Message("投了", "resignation"),
    Termination.TIME: Message("時間切れ", "time"),
    Termination.FOUL: Message("反則", "foul"),
    Termination.FORFEIT: Message("不戦敗", "forfeit"),
    Termination.AGREEMENT: Message("合意", "agreement"),
    Termination.REPETITION: Message("千日手", "repetition"),
    Termination.IMPASSE: Message("持将棋", "impasse"),
    Termination.ADJOURNED: Message("中断", "adjourned"),
    Termination.DECLARED: Message("理由の記載なし", "no reason given"),
}


def winner_with_reason(winner: Message, termination: Termination) -> Message:
    """Winner with, if known, the reason in brackets."""
    if termination is Termination.DECLARED:
        return winner
    return Message(f"{winner.ja} ({termination.label.ja})", f"{winner.en} ({termination.label.en})")


class Ending(NamedTuple):
    """The end of a game.

    `outcome` says who won; None: the game was broken off. `article` is the article that ended the game; None: it ended off
    the board.
    """

    outcome: Outcome | None
    termination: Termination
    article: str | None = None
