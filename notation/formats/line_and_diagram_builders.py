"""Builders of a record while it is read: lines of play and diagrams."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kifu.referee.record import Variation

if TYPE_CHECKING:
    from kifu.core.diagnostic import Diagnostic
    from kifu.core.outcome import Side, Special
    from kifu.referee.record import Checkpoint, ClockLeft, Closing, Comment, Entry, Score
    from notation.line_kinds import ClassifiedLine


Totals = tuple[int | None, int | None]
"""The seconds that each side has used; None if they are unknown."""


class LineBuilder:
    """A line of play while it is being read."""

    def __init__(self, start: int, parent: int | None, line: int, totals: Totals, timed: int | None = None) -> None:
        self.start = start
        self.parent = parent
        self.line = line
        self.entries: list[Entry] = []
        self.special: Special | None = None
        self.closing: Closing | None = None
        self.checkpoints: list[Checkpoint] = []
        self.comments: list[Comment] = []
        self.scores: list[Score] = []
        self.claims: list[Closing] = []
        self.unread: list[Diagnostic] = []
        self.number = start - 1
        """The ply number written last."""
        self.totals = list(totals)
        """The seconds that each side has used; None after a ply whose time is missing or cannot be read."""
        self.clocks: dict[int, Totals] = {start - 1 if timed is None else timed: totals}
        """The totals after each ply with a time, in order; before them, those after the last such ply (`timed`) above the line."""
        self.left: tuple[ClockLeft | None, ClockLeft | None] = (None, None)
        """What is left to each side in the end, by 持ち時間."""
        self.doubted: set[Side] = set()
        """The sides whose times do not account for all that they used."""
        self.over = False
        """Whether a special word or a closing line has ended it."""
        self.named_another = False
        """Whether a line behind its end names a game: moves behind it may be those of another one."""
        self.moves_behind_end = 0
        """How many moves stand behind its end: several may be another game."""
        self.analysed = False
        """Whether a line behind its end calls what follows a variation or an analysis."""
        self.adrift = False
        """Whether its start is unknown until its first move is read."""
        self.strays: list[ClassifiedLine] = []
        """The lines since the last move that are not understood, with their line numbers in `number`."""

    @property
    def ply(self) -> int:
        """The number of the last ply read."""
        return self.start - 1 + len(self.entries)

    @property
    def last(self) -> int:
        """The last ply that a branch may replace. A special word counts as a ply here."""
        return self.ply + (self.special is not None)

    def last_totals_and_ply_before(self, ply: int) -> tuple[Totals, int]:
        """Return the seconds that each side had used at the last ply with a time before `ply`, and that ply."""
        timed = self._clocked[max(bisect_left(self._clocked, ply) - 1, 0)]
        return self.clocks[timed], timed

    @cached_property
    def _clocked(self) -> list[int]:
        """The plies with a time, in order. Only branches need them, when the line no longer grows."""
        return sorted(self.clocks)

    def to_variation(self) -> Variation:
        """Return the line as a frozen value."""
        return Variation(
            self.start,
            self.parent,
            self.line,
            tuple(self.entries),
            self.special,
            self.closing,
            tuple(self.checkpoints),
            tuple(self.comments),
            tuple(self.scores),
            tuple(self.claims),
            tuple(sorted(self.unread, key=lambda diagnostic: diagnostic.ply or 0)),
            self.left,
        )


class DiagramBuilder(NamedTuple):
    """A diagram while it is being read: the line of its 局面図, its lines, and the keys among them."""

    line: int
    lines: list[tuple[int, str]]
    keys: set[str]
