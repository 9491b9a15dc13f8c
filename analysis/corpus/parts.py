"""The games that a record holds: itself, or the games of a match, each with its verdict and what the head says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.referee.match import BROKEN, parts
from kifu.referee.verdict import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.model.record import Record
    from kifu.referee.verdict import Verdict

GOOD = frozenset({Status.CONFIRMED, Status.DECLARED, Status.UNFINISHED})
"""A game of such a status is counted among the games, any other among the rejects."""


class Part(NamedTuple):
    """One game, or a record or match that was rejected as a whole."""

    record: Record | None
    verdict: Verdict
    head: Mapping[str, str]
    """The headers that are said of this game; of a match also its own, the players in their places."""
    match: int | None = None
    """Which game of a match, from 1; None: the only game, or the match itself."""
    whole: Verdict | None = None
    """The verdict on the match."""

    @property
    def good(self) -> bool:
        """Whether every move is legal and nothing contradicts the record."""
        return self.verdict.status in GOOD


def parts_of(record: Record | None, verdict: Verdict) -> Iterator[Part]:
    """Yield what a verdict is about: a game, each game of a match, and the match where it is itself at fault.

    Each game of a match is taken by its own verdict: a good game stays one though the other is not, or the sum is wrong.
    Only where the games cannot be told apart is the match rejected as a whole.
    """
    if record is None or not verdict.games:
        yield Part(record, verdict, record.head if record else {})
        return
    fault = verdict.fault
    if fault is not None and fault.code in BROKEN:
        yield Part(record, verdict, record.head)
        return
    for number, (game, judged) in enumerate(zip(parts(record), verdict.games, strict=True)):
        yield Part(game, judged, game.head, number + 1, verdict)
    if fault is not None and all(fault is not judged.fault for judged in verdict.games):
        yield Part(record, verdict, record.head)
