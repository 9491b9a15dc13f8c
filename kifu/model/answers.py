"""What a game answers with: the values that the methods of :class:`kifu.model.game.Game` return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

    from kifu.model.message import Message
    from kifu.model.movetext import Written


class Breach(NamedTuple):
    """Why a move is illegal: the article it breaks and what that means here."""

    article: str
    message: Message


class Notice(NamedTuple):
    """Something the referee should mention that changes nothing."""

    code: str
    message: Message


class Reading(NamedTuple):
    """A move as read from text alone: the side it was marked with, and whatever else the game made of it."""

    side: Side | None
    written: Written
    move: int | None = None
    """The move itself where the text settles it without the position."""


class Measure(NamedTuple):
    """A number that a position gives for each side, drawn in the timeline."""

    key: str
    label: Message


class Trace(NamedTuple):
    """A mark a move leaves on the board, counted by the heatmaps: `kind` is one of the game's `traces`.

    `side` owns the unit, whoever moved it. The kind ``beating`` (its side has lost the unit) and the kind ``stood`` mean
    the same in every game; the first mark of a move is where it ended.
    """

    kind: str
    square: int
    side: Side
    unit: str


class Share(NamedTuple):
    """A part of a side's score, so that people can follow the sum."""

    square: int
    side: Side
    points: float
    what: Message
    facts: Mapping[str, object]
    """The same for programs."""


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
    """What a side is to reach: a value of one of the game's measures."""

    measure: str
    """Key of that Measure."""
    value: float


class DataEntry(NamedTuple):
    """A part of the data that a game is played by, in words, and where it comes from."""

    key: str
    title: Message
    lines: tuple[Message, ...]
    origin: str
    """As the variant file says it: source, the maker's other pages, reconstructed; or the file itself."""


class KernelModules(NamedTuple):
    """The modules whose functions become the machine code of a game, in the order in which they build on each other."""

    rules: ModuleType
    breach: ModuleType
    symmetry: ModuleType | None = None
    """None for a game with no symmetry but to leave it as it is."""


SIDES = (SideName(Side.FIRST.mark, Side.FIRST.label), SideName(Side.SECOND.mark, Side.SECOND.label))
"""先手 ▲ and 後手 △: what the sides are called in a game without names of its own for them."""
