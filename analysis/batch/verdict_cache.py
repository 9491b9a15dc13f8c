"""Verdict cache: the referee's verdict by how a record ends.

If all moves of a record are legal and it gets no diagnostic, its status and result depend only on how it ends. The first
record with each end is judged carefully; its verdict holds for all other records with the same end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.batch.clock_kernel import EARLY
from kifu.core.outcome import SIDE_NAMES, Termination
from kifu.core.special_words import SPECIALS
from kifu.referee.status import Status
from notation.closing_line import read_closing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending
    from kifu.referee.verdict import Verdict


TIME_WORDS = tuple(word for word, meaning in SPECIALS.items() if meaning.termination is Termination.TIME)
"""The words that end a game by the clock."""


class Ended(NamedTuple):
    """End of a record, the key of its verdict.

    The verdict depends on nothing else if every move is legal and the closing count is right.
    """

    word: int
    """Number of the text of its special word; -1: it has none."""
    closing: int
    """Number of the text that ends its closing line; -1: it has none."""
    counted: bool
    """Whether the closing line counts the plies."""
    turn: int
    """The side to move at the end."""
    ending: Ending | None
    """How the rules have ended the game; None: they have not."""
    by_closing: Ending | None
    """How the rules end the game if the record is closed here; None: they do not."""
    scored: int = -1
    """Whether a 得点 line counts the points, rightly (1); -1: there is none."""
    told: int = 1
    """What :mod:`analysis.batch.clock_kernel` tells of the time before the special word."""


class EndVerdict(NamedTuple):
    """The referee's verdict on all records with the same end."""

    shared: bool
    """Whether it holds for all of them. False: each record must be judged for itself."""
    status: Status
    outcome: Ending | None = None
    recorded: Ending | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


class EndVerdicts:
    """Verdicts by end, for games from one start.

    `texts` are the texts that the scanner has numbered.
    """

    def __init__(self, game: Game, start: Position, texts: Sequence[bytes]) -> None:
        self._texts = texts
        self._known: dict[Ended, EndVerdict] = {}
        self._opening_messages = {notice.message for notice in (*game.standing_notices(), *game.opening_notices(start))}
        self.get = self._known.get

    def learn(self, end: Ended, example: Callable[[], Verdict]) -> EndVerdict:
        """Judge one record with this end; cache and return the verdict.

        `example` returns the verdict on that record, without the diagnostics of its file.
        """
        end_verdict = EndVerdict(shared=False, status=Status.UNREADABLE)
        if impersonal(end, self._texts):
            verdict = example()
            if verdict.fault is None and all(
                diagnostic.message in self._opening_messages for diagnostic in verdict.diagnostics
            ):
                end_verdict = EndVerdict(
                    shared=True,
                    status=verdict.status,
                    outcome=verdict.outcome,
                    recorded=verdict.recorded,
                    diagnostics=verdict.diagnostics,
                )
        self._known[end] = end_verdict
        return end_verdict


def impersonal(end: Ended, texts: Sequence[bytes]) -> bool:
    """Tell whether an end is independent of names and remaining times."""
    word = texts[end.word].decode() if end.word >= 0 else ""
    if end.closing < 0:
        # A mark may name the side whose time is not told.
        return not word.endswith(TIME_WORDS) or (word in TIME_WORDS and end.told != EARLY)
    count = "1" if end.counted else ""
    closing = read_closing(f"まで{count}{texts[end.closing].decode()}", 1, 1, SIDE_NAMES)
    if closing is None or (closing.count is not None) != end.counted:
        return False
    # Whether a loss on time is contradicted depends on what is left to each side.
    return closing.termination is not Termination.TIME or not (word or end.told == EARLY)
