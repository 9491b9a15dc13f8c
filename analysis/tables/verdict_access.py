"""Verdict access for tables and plots: headers, replay, marks.

These functions use only the contract :class:`kifu.core.game.game.Game`, so they need no edit for a new game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import PLAYERS
from kifu.referee.match_of_two_games import split_match
from kifu.referee.status_fault_and_basis import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.counting import Trace
    from kifu.core.game.game import Game
    from kifu.core.outcome import Side
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict

BEATING = "beating"
"""The kind of trace for a unit that was beaten; its side is the side that lost the unit. A game may lack it."""
UNION, BREAKING = "union", "breaking"
"""The kinds of trace for a pair formed and a pair broken up; the side is the side that moved. A game may lack them."""

STARTED = "開始日時"
GOOD = frozenset({Status.CONFIRMED, Status.DECLARED, Status.UNFINISHED})
"""The statuses of games whose moves are all legal and whose record nothing contradicts; any other game is a reject."""


def player_name(verdict: Verdict, side: Side) -> str | None:
    """Return a side's player as named by the record, if named."""
    return header_value(verdict, PLAYERS[side])


def header_value(verdict: Verdict, key: str) -> str | None:
    """Return a non-empty header of the record, else None."""
    return (verdict.record.header(key) or None) if verdict.record else None


def verdicts_of_replayed_games(verdict: Verdict) -> tuple[Verdict, ...]:
    """Return the replayed games' verdicts of a match, else the verdict.

    The record of each game has the headers of the match too.
    """
    if verdict.record is None or not verdict.games:
        return (verdict,)
    games = zip(split_match(verdict.record), verdict.games, strict=True)
    return tuple(game._replace(record=part) for part, game in games if game.replay is not None)


class PlyTrace(NamedTuple):
    """A trace and the ply that left it."""

    ply: int
    trace: Trace


def game_and_replay(verdict: Verdict) -> tuple[Game, Replay]:
    """Return game and replay of a verdict. Raises ValueError without replay."""
    if verdict.game is None or verdict.replay is None:
        raise ValueError(f"nothing was replayed of record {verdict.index} of {verdict.file}")
    return verdict.game, verdict.replay


def marks_by_ply(verdict: Verdict) -> Iterator[PlyTrace]:
    """Yield the marks of the legal prefix, ply by ply, if replayed."""
    if verdict.game is None or verdict.replay is None:
        return
    positions = verdict.replay.positions
    for number, move in enumerate(verdict.replay.moves):
        for trace in verdict.game.trace(positions[number], move):
            yield PlyTrace(number + 1, trace)


def standing_marks(verdict: Verdict) -> Iterator[PlyTrace]:
    """Yield a mark for each standing unit after each ply, if replayed.

    The start is not counted: a unit placed by the last ply stood for one ply, and no unit stands for more plies than
    the record has.
    """
    if verdict.game is None or verdict.replay is None:
        return
    for ply, position in enumerate(verdict.replay.positions[1:], start=1):
        for trace in verdict.game.standing(position):
            yield PlyTrace(ply, trace)
