"""The values that the methods of :class:`kifu.model.game.Game` return."""

import re
from collections.abc import Mapping
from types import ModuleType
from typing import NamedTuple

from kifu.model.message import Message
from kifu.model.movetext import Written
from kifu.model.outcome import Side


class Breach(NamedTuple):
    """Why a move is illegal: the article that it breaks, and the reason in words."""

    article: str
    message: Message


class Notice(NamedTuple):
    """A remark of a game that the referee passes on. It changes no status."""

    code: str
    message: Message


class Reading(NamedTuple):
    """A move as read from its text alone, without a position."""

    side: Side | None
    """The side that the move is marked with."""
    written: Written
    move: int | None = None
    """The move, if its text determines it in every position; else None."""


class Measure(NamedTuple):
    """A number that each side has in a position. The timeline draws it."""

    key: str
    label: Message


class Trace(NamedTuple):
    """A mark that a move leaves on the board. The heatmaps count them. `kind` is one of the game's `traces`.

    `side` is the owner of the unit, also if the opponent moved it. Two kinds mean the same in every game: ``beating`` (the
    side has lost the unit) and ``stood`` (the unit is on the square). The first mark of a move is the square it ended on.
    """

    kind: str
    square: int
    side: Side
    unit: str


class Share(NamedTuple):
    """A part of a side's score, so that people can check the sum."""

    square: int
    side: Side
    points: float
    what: Message
    facts: Mapping[str, object]
    """The content of `what` for programs: JSON members by name."""


class CountRow(NamedTuple):
    """One line of the count that decides a game: what is counted, and how much of it each side has."""

    key: str
    what: Message
    first: float
    second: float


class SideName(NamedTuple):
    """What a game calls a side, and the mark that stands for it."""

    mark: str
    label: Message


class Target(NamedTuple):
    """The value of a measure that ends the game for the side that reaches it."""

    measure: str
    """Key of that Measure."""
    value: float


class RuleOption(NamedTuple):
    """A place where the rules can be read in several ways; a record chooses one, as in ``規則：six/1 near=any``."""

    name: str
    values: tuple[str, ...]
    """The texts of its values, the default first. An option whose value is a number has its default alone."""
    article: str
    """The article that it reads, the first if there are several."""
    also: tuple[str, ...] = ()
    """Further articles that it reads."""
    number: str = ""
    """For an option whose value is a number: the regular expression of its texts."""

    @property
    def default(self) -> str:
        """The value under which a record is judged that names none."""
        return self.values[0]

    @property
    def usage(self) -> str:
        """How it is written, with all its values."""
        return f"{self.name}={'N' if self.number else '|'.join(self.values)}"

    def allows(self, value: str) -> bool:
        """Tell whether `value` is the text of one of its values."""
        return re.fullmatch(self.number, value) is not None if self.number else value in self.values


class Piece(NamedTuple):
    """A unit that people may put on a square of a diagram, as a page offers it."""

    cell: str
    """The text of its cell."""
    side: Side
    name: str
    cost: int = 0
    """The points that each costs in a set-up, in games that count them."""
    free: int = 0
    """The number of them that cost nothing."""
    line: str = ""
    """The key of the line of a diagram that holds those that are not on the board; empty if none does."""


class DataEntry(NamedTuple):
    """A part of the data of a game (a variant file) in words, and its origin."""

    key: str
    title: Message
    lines: tuple[Message, ...]
    origin: str
    """The origin that the variant file gives: the source, the maker's other pages, reconstructed, or the file itself."""


class KernelModules(NamedTuple):
    """The modules whose functions are compiled to machine code. Each may use those before it."""

    rules: ModuleType
    breach: ModuleType
    symmetry: ModuleType | None = None
    """None for a game whose only symmetry is the identity."""


SIDES = (SideName(Side.FIRST.mark, Side.FIRST.label), SideName(Side.SECOND.mark, Side.SECOND.label))
"""先手 ▲ and 後手 △: the names of the sides in a game that gives no others."""


class Opening(NamedTuple):
    """The opening of one side."""

    moves: tuple[int, ...]
    """The side's moves in the order of play."""
    complete: bool
    """Whether nothing can be added to it any more; False if the record ends before."""
