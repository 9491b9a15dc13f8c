"""Games of a record, each with verdict and headers; matches have two."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.verdict_access import GOOD
from kifu.referee.match import BROKEN, parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict


class RecordGame(NamedTuple):
    """One game, or a record or match that was rejected as a whole."""

    record: Record | None
    verdict: Verdict
    head: Mapping[str, str]
    """The headers of this game. A game of a match also has the headers of the match, with the players on their sides."""
    match: int | None = None
    """The number of the game in its match, from 1; None: the only game, or the match itself."""
    whole: Verdict | None = None
    """The verdict on the match that the game is part of; None: it is part of no match."""

    @property
    def good(self) -> bool:
        """Whether every move is legal and nothing contradicts the record."""
        return self.verdict.status in GOOD


def parts_of(record: Record | None, verdict: Verdict) -> Iterator[RecordGame]:
    """Yield the parts of a record: its only game, or each game of a match, and the match if it is itself at fault.

    Each game of a match counts by its own verdict: a good game stays good if the other one is not, or if the sum is wrong.
    A match is rejected as a whole only if its games cannot be told apart.
    """
    if record is None or not verdict.games:
        yield RecordGame(record, verdict, record.head if record else {})
        return
    fault = verdict.fault
    if fault is not None and fault.code in BROKEN:
        yield RecordGame(record, verdict, record.head)
        return
    for number, (game, game_verdict) in enumerate(zip(parts(record), verdict.games, strict=True), start=1):
        yield RecordGame(game, game_verdict, game.head, number, verdict)
    if fault is not None and all(fault is not game_verdict.fault for game_verdict in verdict.games):
        yield RecordGame(record, verdict, record.head)
