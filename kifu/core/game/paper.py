"""Data of an empty record and of a score sheet."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.drawing_spec import Form
from kifu.core.game.counting import Counting
from kifu.core.game.identity import P
from kifu.core.game.rules import Rules
from kifu.core.game.text import Text
from kifu.core.outcome import Side
from kifu.core.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping


class SetupPiece(NamedTuple):
    """Unit that a page offers for the squares of a diagram."""

    cell: str
    """The text of its cell."""
    side: Side
    name: str
    cost: int = 0
    """The points that each costs in a set-up, in games that count them."""
    free: int = 0
    """The number of them that cost nothing."""
    form: Form = Form.DISC
    """How it is drawn."""
    part: int = 0
    """Which part of its cell it fills, where two units share a square."""
    line: str = ""
    """The key of the line of a diagram that holds those that are not on the board; empty if none does."""


class PlyBoxes(NamedTuple):
    """Boxes of a move on paper, besides columns and rows.

    It is for games in whose moves each part has a place of its own.
    """

    squares: int
    """The squares that a row has room for; a move over more of them goes on in a further row."""
    units: tuple[str, ...]
    """What the box of the unit may hold."""
    ticks: tuple[str, ...] = ()
    """Words that are printed behind the unit, to be ticked."""
    marks: tuple[str, ...] = ()
    """Those that are printed before it."""
    becomes: tuple[str, ...] = ()
    """What the box behind a ticked word may hold; empty for a game without such a box."""


class Paper(Rules[P], Text[P], Counting[P]):
    """Score sheets: blank start, units to fill in, room for moves."""

    promoted_names: Mapping[str, tuple[str, str]] = {}
    """The units that a promotion leaves, each with the unit that promotes and the suffix which says so: 竜 is 飛 with 成."""

    def blank_start(self) -> P:
        """Start position of an empty record: by default the game's."""
        return self.start()

    def longest_moves(self) -> tuple[str, ...]:
        """Longest canonical move texts, per number of squares from one.

        By default they are found in :meth:`move_space`. A game whose moves may name any number of squares gives one more
        than two.
        """
        longest: dict[int, str] = {}
        for move in self.move_space(self.blank_start()):
            text = self.spell(move)
            squares = len(self.read(text).written.squares)
            if len(text) > len(longest.get(squares, "")):
                longest[squares] = text
        return tuple(longest[squares] for squares in sorted(longest) if squares)

    def ply_boxes(self, *, placing: bool) -> PlyBoxes:
        """Return the boxes of a ply on paper.

        `placing` asks for those of the plies that place pieces first, in games that do. By default there is room for
        the squares of the longest move, and for a unit of either side.
        """
        squares = max((len(self.read(text).written.squares) for text in self.longest_moves()), default=1)
        units = dict.fromkeys(unit for side in Side for unit in self.written_units(side).values())
        return PlyBoxes(1 if placing else squares, tuple(units))

    def written_units(self, side: Side) -> Mapping[str, str]:
        """Return how a move writes the units of a side, by kind.

        By default the first word of each label.
        """
        return {kind: label.ja.split()[0] for kind, label in self.units.items()}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Words used in moves: by default the names of :meth:`written_units`."""
        return Vocabulary({unit: unit for side in Side for unit in self.written_units(side).values()})

    def pieces(self) -> tuple[SetupPiece, ...]:
        """Units that a page offers for a diagram; by default none."""
        return ()

    @property
    def budget(self) -> int | None:
        """The points that the set-up of a side may cost.

        None for a game without such a limit.
        """
        return None
