"""Referee hooks: repetition, claims and notices of a game."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple

from kifu.core.game.identity import Identity, P

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.core.message import Message
    from kifu.core.outcome import Ending, Special, Termination


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
