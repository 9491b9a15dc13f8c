"""Rules of a game: identity, moves, outcome, and what the referee asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from typing_extensions import TypeVar

    from kifu.core.outcome import Ending, Special, SpecialMeaning, Termination

    P = TypeVar("P", default=Any)
else:
    from typing import TypeVar  # it takes a default from Python 3.13 on

    P = TypeVar("P")
    """A game's own immutable position; only that game's functions look inside."""


class Identity(ABC):
    """Name a game."""

    id: str
    name: Message
    package: str
    """Import name of its folder, which holds the rulebook and the perft counts."""


class SideName(NamedTuple):
    """Name of a side in a game, and its mark."""

    mark: str
    label: Message


SIDES = (SideName(Side.FIRST.mark, Side.FIRST.label), SideName(Side.SECOND.mark, Side.SECOND.label))
"""先手 ▲ and 後手 △: the names of the sides in a game that gives no others."""


class Head(Identity):
    """Names of the sides, and the game's own header lines."""

    sides: tuple[SideName, SideName] = SIDES
    """The names of the sides: 白 and 黒 in the Union games, else 先手 and 後手. The marks are for people. A move in
    a record has ▲ or △ in every game: no other mark is read."""
    required_head: Mapping[str, str] = {}
    """Header lines, besides 棋種 and 規則, that a record of this game needs to be judged."""
    head_values: Mapping[str, tuple[str, ...]] = {}
    """The values that a required header may have, for those that have a list of them."""
    head_keys: frozenset[str] = frozenset()
    """Keys of header lines, besides the required ones, that have a meaning in this game."""
    name_marks: Mapping[str, str] = {}
    """The mark that has to stand behind each player's name (先手, 後手) in a record's head."""
    common_units: Mapping[str, str] = {}
    """The character of 後手's unit for each of 先手's, in a game where both sides are also written with the latter."""
    words: Mapping[str, SpecialMeaning] = {}
    """The special words of this game besides those of :mod:`kifu.core.outcome`."""
    match_article: str | None = None
    """The article by which two games make a match (対局：前半, 対局：後半); None for a game without matches."""

    def outcome_label(self, outcome: Outcome) -> Message:
        """Label of an outcome by the game's names of sides: 先手の勝ち."""
        if outcome is Outcome.DRAW:
            return outcome.label
        label = self.sides[outcome is Outcome.SECOND].label
        return Message(f"{label.ja}の勝ち", f"{label.en} wins")


class Breach(NamedTuple):
    """Illegality of a move: the broken article, and the reason."""

    article: str
    message: Message


class Rules(Identity, Generic[P]):
    """The rules, as functions of a position.

    The three attributes hold functions: a method that calls a kernel would cost a second call.
    """

    legal_moves: Callable[[P], Iterator[int]]
    """(position) -> each legal move once, in an order that never changes; none when the game is over."""
    play_legal: Callable[[P, int], P]
    """(position, legal move) -> the position after it. Legality is not checked: `play` of a game does that."""
    score: Callable[[P], tuple[float, float]]
    """(position) -> the points of 先手 and 後手; in a game without points, its tally."""
    score_label = Message("得点", "points")
    """What `score` counts."""
    counts_points = False
    """Whether each side makes points by its moves, which a record may tell at any ply (the Union games)."""

    @abstractmethod
    def start(self) -> P:
        """Return the position a game starts from when its record gives none."""

    @abstractmethod
    def turn(self, position: P) -> Side:
        """Return the side to move."""

    @abstractmethod
    def outcome(self, position: P) -> Ending | None:
        """Return how the rules have ended the game.

        None while it goes on.
        """

    @abstractmethod
    def explain(self, position: P, move: int) -> Breach | None:
        """Return the article that `move` breaks, the first in the rulebook's order.

        None exactly for legal moves.
        """

    def advance(self, position: P, move: int) -> tuple[Breach | None, P]:
        """Breach of `move` with `position`, or None with the next position."""
        breach = self.explain(position, move)
        return (None, self.play_legal(position, move)) if breach is None else (breach, position)

    def legal(self, position: P, move: int) -> bool:
        """Tell whether `move` is legal, as `explain` does, but without any words."""
        return self.explain(position, move) is None


class Notice(NamedTuple):
    """A remark of a game that the referee passes on.

    It changes no status.
    """

    code: str
    message: Message


class RefereeHooks(Identity, Generic[P]):
    """Answer the referee."""

    turn_article: str
    """The article that a move out of turn breaks."""
    agreed_article: str
    """The article by which players may agree on 千日手 or a draw."""
    quiet_until: int | None = None
    """`history` returns None before a position has occurred this number of times; None: it may return an end or a notice
    at any ply."""
    decides: frozenset[Termination] = frozenset()
    """The ends that the board shows. A record that claims one of them before the rules reach it is wrong."""

    @abstractmethod
    def history(self, positions: Sequence[P], moves: Sequence[int], occurrences: int) -> Ending | Notice | None:
        """Ending or notice that follows from the moves so far.

        It is what does not follow from the last position alone; None for neither. The referee calls it after each ply.
        `positions` runs from the start to the present position, which has occurred `occurrences` times.
        """

    def claim(
        self,
        positions: Sequence[P],
        ended: Ending | None,
        special: Special | None,
    ) -> Ending | Message | None:
        """Ending by a record's special word, or why it is wrong.

        None stands for neither. `positions` are those of the replay, `ended` is the end by the rules at the last of
        them. Raises InvalidMove for a text behind the word that is not understood.
        """
        return None

    def closed(self, position: P) -> Ending | None:
        """Ending of a record that closes before an optional move.

        The side to move may decline its move; None if it may not.
        """
        return None

    def double_turn(self, start: Callable[[], P]) -> int | None:
        """Return the ply after which the same side moves again.

        None if turns alternate. `start` returns the first position, or raises InvalidSetup. A game calls it only if the
        answer depends on it.
        """
        return None

    def opening_notices(self, start: P) -> tuple[Notice, ...]:
        """Return the notices that come before the first move."""
        return ()

    def standing_notices(self) -> tuple[Notice, ...]:
        """Notices of every verdict under these rules, refused set-ups too."""
        return ()

    def closing_notices(self, positions: Sequence[P], ending: Ending) -> tuple[Notice, ...]:
        """Notices on the `ending` by the rules at the last position."""
        return ()
