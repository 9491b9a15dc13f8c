"""Protocol of all verdicts: of the referee, and of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.counting import CountRow
    from kifu.core.game.game import Game, Position
    from kifu.core.message import Message
    from kifu.core.outcome import Ending
    from kifu.referee.basis import Basis
    from kifu.referee.fault import Fault
    from kifu.referee.status import Status


class VerdictLike(Protocol):
    """Members that a Verdict and a batch verdict share.

    :class:`Verdict` describes them.
    """

    @property
    def file(self) -> str: ...  # noqa: D102 - Verdict describes each member of this class
    @property
    def index(self) -> int: ...  # noqa: D102
    @property
    def sha256(self) -> str: ...  # noqa: D102
    @property
    def status(self) -> Status: ...  # noqa: D102
    @property
    def game(self) -> Game | None: ...  # noqa: D102
    @property
    def outcome(self) -> Ending | None: ...  # noqa: D102
    @property
    def recorded(self) -> Ending | None: ...  # noqa: D102
    @property
    def fault(self) -> Fault | None: ...  # noqa: D102
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...  # noqa: D102
    @property
    def basis(self) -> Basis | None: ...  # noqa: D102
    @property
    def games(self) -> tuple[VerdictLike, ...]: ...  # noqa: D102
    @property
    def plies(self) -> int: ...  # noqa: D102
    @property
    def final(self) -> Position | None: ...  # noqa: D102
    @property
    def suspicion(self) -> Message | None: ...  # noqa: D102
    @property
    def sought(self) -> bool: ...  # noqa: D102
    @property
    def seconds(self) -> tuple[int | None, ...]: ...  # noqa: D102
    @property
    def end_seconds(self) -> int | None: ...  # noqa: D102
    @property
    def set_up(self) -> bool: ...  # noqa: D102
    def scores(self) -> list[tuple[float, float]]: ...  # noqa: D102
    def counting(self) -> tuple[CountRow, ...]: ...  # noqa: D102
    def to_json(self) -> dict[str, object]: ...  # noqa: D102
