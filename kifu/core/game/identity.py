"""Identity of a game, and the head of its records."""

from __future__ import annotations

from abc import ABC
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.outcome import SpecialMeaning


if TYPE_CHECKING:
    from typing_extensions import TypeVar

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
