"""What the referee makes of the way a record ends, asked once for each way there is.

A record whose moves are all legal, and about which there is nothing to remark, differs from another such one only in
how it ends, as far as its status and result go. The first record of each kind is judged carefully; what the referee
says of it holds for the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.referee.verdict import Status
from notation.closing import SIDE_NAMES, read_closing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game
    from kifu.model.outcome import Ending
    from kifu.referee.verdict import Verdict


class Ended(NamedTuple):
    """How a record ends: all that its verdict depends on when every move is legal and the closing count right."""

    word: int
    """Number of the text of its special word, -1 for none."""
    closing: int
    """Number of the text that ends its closing line, -1 for none."""
    counted: bool
    """Whether the closing line counts the plies."""
    turn: int
    ending: Ending | None
    """How the rules have ended the game."""
    by_closing: Ending | None
    """How they end it if the record is closed here."""


class EndVerdict(NamedTuple):
    """What the referee says of such records. `plain` False: something that each must be asked for itself."""

    plain: bool
    status: Status
    outcome: Ending | None = None
    recorded: Ending | None = None
    notes: tuple[Diagnostic, ...] = ()


class EndVerdicts:
    """The decisions on the ends of records of one game; `texts` are those that the scanner has numbered."""

    def __init__(self, game: Game, texts: Sequence[bytes]) -> None:
        self._texts = texts
        self._known: dict[Ended, EndVerdict] = {}
        self._openers = {remark.message for remark in game.opening_notices(game.start())}
        self.get = self._known.get

    def learn(self, how: Ended, example: Callable[[], Verdict]) -> EndVerdict:
        """Ask for the verdict on an example of records that end so, and keep it if it says nothing of that one alone.

        What is to be said of the example's file is no part of that verdict.
        """
        decision = EndVerdict(plain=False, status=Status.UNREADABLE)
        if how.closing < 0 or self._impersonal(how):
            verdict = example()
            if verdict.fault is None and all(said.message in self._openers for said in verdict.diagnostics):
                decision = EndVerdict(
                    plain=True,
                    status=verdict.status,
                    outcome=verdict.outcome,
                    recorded=verdict.recorded,
                    notes=verdict.diagnostics,
                )
        self._known[how] = decision
        return decision

    def _impersonal(self, how: Ended) -> bool:
        """Tell whether a closing line is understood whatever the players are called."""
        count = "1" if how.counted else ""
        closing = read_closing(f"まで{count}{self._texts[how.closing].decode()}", 1, 1, SIDE_NAMES)
        return closing is not None and (closing.count is not None) == how.counted
