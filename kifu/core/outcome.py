"""Sides, outcomes and terminations, and the special words that record them."""

from collections.abc import Mapping
from enum import Enum, IntEnum, StrEnum
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

SIDE_IDS = ("first", "second")
"""The side in JSON, in tables and on paper."""
SIDE_MARKS = {"▲": Side.FIRST, "☗": Side.FIRST, "△": Side.SECOND, "☖": Side.SECOND, "▽": Side.SECOND}
SIDE_WORDS = {"先手": Side.FIRST, "後手": Side.SECOND, "先": Side.FIRST, "後": Side.SECOND}
SIDE_NAMES = SIDE_WORDS | SIDE_MARKS
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

    @property
    def winner(self) -> str | None:
        """The winner: first, second or draw; None if nobody has won."""
        return None if self.outcome is None else self.outcome.value

    def to_json(self) -> dict[str, object]:
        """Return the end as a JSON object: winner, termination, article."""
        return {"winner": self.winner, "termination": self.termination.value, "article": self.article}


class WinnerRule(Enum):
    """Winner by an unmarked special word, from the mover's side."""

    OTHER = "other"
    MOVER = "mover"
    DRAW = "draw"
    NOBODY = "nobody"
    UNSAID = "unsaid"
    """The word does not say it: the board decides."""


class NamedSide(Enum):
    """Side that a mark or name before a special word means."""

    LOSER = "loser"
    WINNER = "winner"
    NEITHER = "neither"
    """The side that wrote the word, or did what it says: the mark does not tell who has won."""


class SpecialMeaning(NamedTuple):
    """The meaning of a special word."""

    termination: Termination
    winner: WinnerRule
    detail: bool = False
    """Whether more text may follow the word on its line."""
    named: NamedSide = NamedSide.NEITHER
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
SPECIALS: dict[str, SpecialMeaning] = {
    "投了": SpecialMeaning(Termination.RESIGNATION, WinnerRule.OTHER, named=NamedSide.LOSER),
    "中断": SpecialMeaning(Termination.ADJOURNED, WinnerRule.NOBODY),
    "千日手": SpecialMeaning(Termination.REPETITION, WinnerRule.DRAW),
    "持将棋": SpecialMeaning(Termination.IMPASSE, WinnerRule.DRAW),
    "引き分け": SpecialMeaning(Termination.AGREEMENT, WinnerRule.DRAW),
    "引分け": SpecialMeaning(Termination.AGREEMENT, WinnerRule.DRAW),
    "引分": SpecialMeaning(Termination.AGREEMENT, WinnerRule.DRAW),
    "無勝負": SpecialMeaning(Termination.AGREEMENT, WinnerRule.DRAW),
    "詰み": SpecialMeaning(Termination.MATE, WinnerRule.OTHER, named=NamedSide.LOSER),
    "詰": SpecialMeaning(Termination.MATE, WinnerRule.OTHER, named=NamedSide.LOSER),
    "時間切れ": SpecialMeaning(Termination.TIME, WinnerRule.OTHER, named=NamedSide.LOSER),
    "切れ負け": SpecialMeaning(Termination.TIME, WinnerRule.OTHER, named=NamedSide.LOSER),
    "反則負け": SpecialMeaning(Termination.FOUL, WinnerRule.MOVER, named=NamedSide.LOSER),
    "反則勝ち": SpecialMeaning(Termination.FOUL, WinnerRule.MOVER, named=NamedSide.WINNER),
    "両者反則負け": SpecialMeaning(Termination.FOUL, WinnerRule.NOBODY),
    "両者負け": SpecialMeaning(Termination.DECLARED, WinnerRule.NOBODY),
    "両者時間切れ": SpecialMeaning(Termination.TIME, WinnerRule.NOBODY),
    "両者不戦敗": SpecialMeaning(Termination.FORFEIT, WinnerRule.NOBODY),
    "不戦敗": SpecialMeaning(Termination.FORFEIT, WinnerRule.OTHER, named=NamedSide.LOSER),
    "不戦勝": SpecialMeaning(Termination.FORFEIT, WinnerRule.MOVER, named=NamedSide.WINNER),
}


def claimed_ending(meaning: SpecialMeaning, side_to_move: Side, side: Side | None = None) -> Ending:
    """Ending claimed by a special word, with `side_to_move` to move.

    `side` is the one that the word names.
    """
    if side is not None and meaning.named is not NamedSide.NEITHER:
        return Ending(Outcome.win(side if meaning.named is NamedSide.WINNER else side.other), meaning.termination)
    outcome = {
        WinnerRule.OTHER: Outcome.win(side_to_move.other),
        WinnerRule.MOVER: Outcome.win(side_to_move),
        WinnerRule.DRAW: Outcome.DRAW,
        WinnerRule.NOBODY: None,
        WinnerRule.UNSAID: None,
    }[meaning.winner]
    return Ending(outcome, meaning.termination)


def special_word_and_rest(text: str, meanings_by_word: Mapping[str, SpecialMeaning]) -> tuple[str, str] | None:
    """Special word at the beginning of a text, and the rest.

    None if it is none of `meanings_by_word`. Only a word with `detail` may have text after it.
    """
    if text in meanings_by_word:
        return text, ""
    parts = text.split(None, 1)
    if len(parts) > 1 and parts[0] in meanings_by_word and meanings_by_word[parts[0]].detail:
        return parts[0], parts[1]
    return None
