"""A record together with its verdict, and the marks its moves leave on the board: what tables and pictures start from.

A game is asked through :class:`kifu.model.game.Game` only, so a further game is counted and drawn with no edit here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.outcome import PLAYERS
from kifu.referee.match import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.model.answers import Trace
    from kifu.model.game import Game
    from kifu.model.outcome import Side
    from kifu.model.record import Record
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict

STOOD = "stood"
"""The kind of trace that is counted once a ply for every unit on the board; all other kinds are events of a move."""
BEATING = "beating"
"""The kind of trace, in every game that has it, of a unit beaten; its side is the one that lost it."""
UNION, BREAKING = "union", "breaking"
"""The kinds of trace, in every game that has them, of a pair made and of a pair broken up; the side is who did it."""

SIDES = ("first", "second")
"""How columns name 先手 and 後手, in the order of :class:`kifu.model.outcome.Side`."""
STARTED = "開始日時"


class JudgedRecord(NamedTuple):
    """A record and the referee's verdict on it. `record` is None for a file without any."""

    record: Record | None
    verdict: Verdict

    def player(self, side: Side) -> str | None:
        """Return the name of a side's player as written, None if there is none."""
        return self.header(PLAYERS[side])

    def header(self, key: str) -> str | None:
        """Return the value of a header line, None if it is missing or empty."""
        return (self.record.header(key) or None) if self.record else None


def games_of(judged: JudgedRecord) -> tuple[JudgedRecord, ...]:
    """Return the games of a match that can be drawn, as if records of their own; any other record as it is."""
    record, verdict = judged
    if record is None or not verdict.games:
        return (judged,)
    games = zip(parts(record), verdict.games, strict=True)
    return tuple(JudgedRecord(part, game) for part, game in games if game.replay is not None)


class Mark(NamedTuple):
    """A trace and when it was left."""

    ply: int
    trace: Trace


def replayed(verdict: Verdict) -> tuple[Game, Replay]:
    """Return the game and the replay of a verdict. Raises ValueError where there was nothing to replay."""
    if verdict.game is None or verdict.replay is None:
        raise ValueError(f"nothing was replayed of record {verdict.index} of {verdict.file}")
    return verdict.game, verdict.replay


def event_kinds(game: Game) -> tuple[str, ...]:
    """Return the kinds of trace that are events of a move, in the game's order."""
    return tuple(kind for kind in game.traces if kind != STOOD)


def events(verdict: Verdict) -> Iterator[Mark]:
    """Yield the marks that the moves of the legal prefix leave, ply by ply; none where nothing was replayed."""
    if verdict.game is None or verdict.replay is None:
        return
    positions = verdict.replay.positions
    for number, move in enumerate(verdict.replay.moves):
        for trace in verdict.game.trace(positions[number], move):
            yield Mark(number + 1, trace)


def standings(verdict: Verdict) -> Iterator[Mark]:
    """Yield one mark for each unit on the board after each ply.

    The start is not counted, so a unit placed by the last ply stood for one ply, and nothing stands longer than the
    record is long.
    """
    if verdict.game is None or verdict.replay is None:
        return
    for ply, position in enumerate(verdict.replay.positions[1:], start=1):
        for trace in verdict.game.standing(position):
            yield Mark(ply, trace)
