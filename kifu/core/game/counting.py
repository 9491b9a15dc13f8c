"""Counting in a game: measures, marks, score parts, openings of the sides.

An opening is what each side set up first, apart from the order. A game may define it (``openings``,
``opening_plies``). In all other games it is the first plies.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple

from kifu.core.game.rules import Identity, P
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kifu.core.message import Message


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


PLIES = 8
"""The length of the opening in a game that does not define it, and in which no pieces are placed first."""


class SideOpening(NamedTuple):
    """The opening of one side."""

    moves: tuple[int, ...]
    """The side's moves in the order of play."""
    complete: bool
    """Whether nothing can be added to it any more; False if the record ends before."""


class Openings(Identity):
    """What a game says about its opening."""

    opening_unit: str | None = None
    """The unit that an opening set places, as it is written; None for a game without opening sets."""
    opening_plies: int | None = None
    """The number of plies that `openings` takes; None for a game that does not define its opening."""
    placing_plies: int | None = None
    """The number of plies in which the players place the pieces before they move; None if they place none first."""
    opening_note: Message | None = None
    """What counts as an opening, and when it is complete."""

    def openings(self, moves: Sequence[int], *, over: bool) -> tuple[SideOpening, SideOpening]:
        """Openings of 先手 and 後手 in a game from its own start.

        `moves` are its first `opening_plies` plies, or all plies of a shorter game. `over` says that the rules ended the
        game with the last of them. Raises ValueError for a game without `opening_plies`.
        """
        raise ValueError(f"{self.id} does not say what its opening is ({len(moves)} plies, over: {over})")


def places_units(game: Openings) -> bool:
    """Tell whether an opening is the set of units a side places.

    The side chooses their number.
    """
    return game.opening_plies is not None


def opening_plies(game: Openings, plies: int | None = None) -> int:
    """Return the number of plies that an opening may last.

    `plies` counts only if the game does not define its opening.
    """
    if game.opening_plies or plies:
        return game.opening_plies or plies or PLIES
    return game.placing_plies or PLIES


def openings(
    game: Openings, moves: Sequence[int], sides: Sequence[Side], *, over: bool, plies: int | None = None
) -> tuple[SideOpening, SideOpening]:
    """Return the openings of 先手 and of 後手.

    `moves` are the first :func:`opening_plies` plies of a game from its own start, or all plies of a shorter game. `sides`
    names the side that made each. `over` says that the rules ended the game with the last of them.
    """
    if places_units(game):
        return game.openings(moves, over=over)
    last = opening_plies(game, plies)
    complete = over or len(moves) >= last
    first, second = (
        SideOpening(tuple(move for move, mover in zip(moves[:last], sides, strict=False) if mover is side), complete)
        for side in Side
    )
    return first, second
