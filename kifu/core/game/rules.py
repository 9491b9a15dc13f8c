"""Rules of a game: turn, legal moves, play, outcome."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple

from kifu.core.game.identity import Identity, P
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.outcome import Ending, Side


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
