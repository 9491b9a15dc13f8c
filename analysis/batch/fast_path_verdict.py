"""Verdict of the fast path on a plain record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.referee.basis import basis_of
from kifu.referee.verdict import to_json

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.counting import CountRow
    from kifu.core.game.game import Game
    from kifu.core.outcome import Ending
    from kifu.referee.basis import Basis
    from kifu.referee.status import Status
    from kifu.referee.verdict_protocol import VerdictLike


class PlainVerdict(NamedTuple):
    """The referee's verdict on a record without a fault (see :class:`kifu.referee.verdict_protocol.VerdictLike`)."""

    file: str
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    sha256: str
    status: Status
    game: Game
    outcome: Ending | None
    recorded: Ending | None
    diagnostics: tuple[Diagnostic, ...]
    final: Any
    """The position at the end."""
    moves: NDArray[int64]
    """The move of each ply, as the game's integer."""
    course: NDArray[int32]
    """(plies + 1, 3): the scores of 先手 and 後手 and the side to move, at the start and after each ply; no rows if unwanted."""
    marks: NDArray[int64]
    """(plies + 1, symmetries): the keys of the images of each position under each symmetry; no rows if unwanted."""
    start: Any
    """The position at the start."""
    set_up: bool
    """Whether the record sets up its start."""
    times: NDArray[int32]
    """(plies,): the seconds that each ply took; -1: the record has no time for it."""
    end_time: int
    """The seconds before the special word that ends the record; -1: it has no such word, or no time."""

    @property
    def fault(self) -> None:
        """None: a record at fault is not plain."""

    @property
    def suspicion(self) -> None:
        """None: a record without a fault has no slip that shows."""

    @property
    def sought(self) -> bool:
        """True: there is nothing to look for."""
        return True

    @property
    def basis(self) -> Basis | None:
        """Basis of the verdict; None if no article decides it."""
        return basis_of(self.game, self.outcome, None, set_up=self.set_up)

    @property
    def games(self) -> tuple[VerdictLike, ...]:
        """Empty: a plain record is one game."""
        return ()

    @property
    def plies(self) -> int:
        """Number of moves."""
        return len(self.moves)

    @property
    def seconds(self) -> tuple[int | None, ...]:
        """Seconds of each ply; None for a time that is not recorded."""
        times = self.times.tolist()
        return tuple(None if time < 0 else time for time in times) if -1 in times else tuple(times)

    @property
    def end_seconds(self) -> int | None:
        """Seconds before the closing special word; None if not recorded."""
        return None if self.end_time < 0 else self.end_time

    def scores(self) -> list[tuple[float, float]]:
        """Return the scores of 先手 and 後手 by ply, from the start."""
        return [(first, second) for first, second, _ in self.course.tolist()]

    def counting(self) -> tuple[CountRow, ...]:
        """Return the lines of the deciding count, if a count decided."""
        if self.outcome is None or self.outcome.article is None:
            return ()
        return self.game.count(self.final) or ()

    def to_json(self) -> dict[str, object]:
        """Return the JSON object of a verdict, as :meth:`kifu.referee.verdict.Verdict.to_json` does."""
        return to_json(self)
