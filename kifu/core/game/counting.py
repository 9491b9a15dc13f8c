"""Counting in a game: measures, marks on the board, score parts."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple

from kifu.core.game.identity import Identity, P

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.message import Message
    from kifu.core.outcome import Side


class Measure(NamedTuple):
    """A number that each side has in a position.

    The timeline draws it.
    """

    key: str
    label: Message


class Trace(NamedTuple):
    """A mark that a move leaves on the board.

    The heatmaps count them. `kind` is one of the game's `traces`. `side` is the owner of the unit, also if the opponent
    moved it. Two kinds mean the same in every game: ``beating`` (the side has lost the unit) and ``stood`` (the unit is
    on the square). The first mark of a move is the square it ended on.
    """

    kind: str
    square: int
    side: Side
    unit: str


class ScorePart(NamedTuple):
    """Summand of a side's score, so that the sum can be checked."""

    square: int
    side: Side
    points: float
    what: Message
    facts: Mapping[str, object]
    """The content of `what` for programs: JSON members by name."""


class CountRow(NamedTuple):
    """Line of the final count: what is counted, and each side's number."""

    key: str
    what: Message
    first: float
    second: float


class Target(NamedTuple):
    """Value of a measure that ends the game for its side."""

    measure: str
    """Key of that Measure."""
    value: float


class Counting(Identity, Generic[P]):
    """Counts, for timelines, heatmaps and people who check a sum."""

    measures: tuple[Measure, ...]
    traces: Mapping[str, Message]
    """Kinds of Trace with their labels: the events of a move, and ``stood``, which is counted once a ply. No kind is the
    key of a measure, because both are columns of one table."""
    units: Mapping[str, Message]
    """Kinds of unit with their labels. Both sides have the same kinds."""
    layers: tuple[frozenset[str], ...] = ()
    """Sets of kinds of unit, where a square may hold one unit of each set; by default it holds one unit of any kind."""
    stock: tuple[tuple[frozenset[tuple[Side, str]], int], ...] = ()
    """How many of some units stand on the board at most, in every position; units that are in no set are not bounded."""
    target: Target | None = None
    """The value that ends the game for the side that reaches it; None for a game without one."""

    @abstractmethod
    def measure(self, position: P) -> tuple[tuple[float, float], ...]:
        """Return the game's `measures` of a position, each for 先手 and 後手."""

    @abstractmethod
    def trace(self, position: P, move: int) -> tuple[Trace, ...]:
        """Return the marks that a legal move leaves when played in `position`."""

    @abstractmethod
    def standing(self, position: P) -> Iterator[Trace]:
        """Yield a mark of kind ``stood`` for each unit on the board."""

    def shares(self, position: P) -> tuple[ScorePart, ...] | None:
        """Return the parts of a position's score.

        None for a game that does not give them.
        """
        return None

    def count(self, position: P) -> tuple[CountRow, ...] | None:
        """Return the count that has decided a game, line by line.

        None if no count has ended it.
        """
        return None
