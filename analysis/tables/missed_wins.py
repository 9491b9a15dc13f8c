"""Missed wins: first proven win of a side, moves losing it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.tables.verdict_access import SIDES, require_replay
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.game.game import Game
    from kifu.engine.adjudicate import Adjudication
    from kifu.engine.solver import SolverAnswer
    from kifu.referee.verdict import Verdict

AGAIN = 10
"""The times as many positions that are searched before a win that is no longer proven counts as missed."""


class Win(NamedTuple):
    """A position in which a side can force a win."""

    ply: int
    """The number of plies before it."""
    plies: int
    """The length of the win against best defence, or more."""


class Miss(NamedTuple):
    """Move that gives a proven win away."""

    ply: int
    side: Side
    move: str
    plies: int
    """The length of the win that it had."""
    better: str
    """A move that keeps the win."""
    certain: bool
    """Whether it is proven that the side cannot force a win any more; else none was found within `searched` plies."""
    searched: int


class RecordProofs(NamedTuple):
    """Solver's results on the positions of a record."""

    asked: Mapping[int, SolverAnswer]
    """The answers by ply, in order."""
    first: tuple[Win | None, Win | None]
    """The first proven win of 先手 and of 後手."""
    missed: tuple[Miss, ...]

    def winner(self, ply: int) -> Side | None:
        """Return the side with a proven win after `ply` plies."""
        return self.asked[ply].winner if ply in self.asked else None

    def to_json(self) -> dict[str, Any]:
        """Return it as an object of JSON."""
        wins = {ply: answer for ply, answer in self.asked.items() if answer.winner is not None}
        return {
            "asked": len(self.asked),
            "wins": [
                {"ply": ply, "winner": SIDES[answer.winner or 0], "plies": answer.plies} for ply, answer in wins.items()
            ],
            "neither": [ply for ply, answer in self.asked.items() if answer.proven and answer.winner is None],
            "first": {name: win and win._asdict() for name, win in zip(SIDES, self.first, strict=True)},
            "missed": [miss._asdict() | {"side": SIDES[miss.side]} for miss in self.missed],
        }


def prove(verdict: Verdict, how: Adjudication) -> RecordProofs:
    """Solve the positions of a record, reproducibly.

    Raises ValueError if the verdict has no replay, or for a game that cannot be solved.
    """
    from kifu.engine.adjudicate import answers  # noqa: PLC0415 - numba is slow to import, and only a proof needs it

    game, replay = require_replay(verdict)
    asked = dict(answers(game, replay.positions, how))
    missed = tuple(_misses(game, verdict, asked, how))
    first = tuple(
        next((Win(ply, answer.plies) for ply, answer in asked.items() if answer.winner is side), None) for side in Side
    )
    return RecordProofs(asked, (first[0], first[1]), missed)


def _misses(game: Game, verdict: Verdict, asked: dict[int, SolverAnswer], how: Adjudication) -> Iterator[Miss]:
    """Yield the missed wins; longer proofs are added to `asked`."""
    from kifu.engine.solver import prove, solve  # noqa: PLC0415 - as above

    _, replay = require_replay(verdict)
    for ply, after in pairwise(sorted(asked)):
        before = asked[ply]
        position = replay.positions[ply]
        if before.winner is None or after != ply + 1 or game.turn(position) != before.winner:
            continue
        if not asked[after].proven:
            asked[after] = prove(game, replay.positions[after], AGAIN * how.nodes)
        answer = asked[after]
        if answer.winner is before.winner:
            continue
        line = solve(game, position, AGAIN * how.nodes).line
        better = game.spell(line[0]) if line else ""
        move = game.spell(replay.moves[ply])
        yield Miss(after, before.winner, move, before.plies, better, answer.proven, answer.plies)
