"""What a search gives for each position of a record: who is likely to win, and which moves changed that most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.judged import replayed
from kifu.model.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.model.game import Game, Position
    from kifu.referee.verdict import Verdict

SWINGS = 3
"""So many of the largest swings are marked."""
LEAST = 0.1
"""A smaller change of the winning chance is no swing."""


class Estimate(NamedTuple):
    """What a search makes of a position."""

    chance: float
    """先手's winning chance, from 0 to 1."""
    best: int | None = None
    """The move it would play; None where the game is over."""


class Swing(NamedTuple):
    """A move after which the side that made it had less of a winning chance than before."""

    ply: int
    side: Side
    move: str
    loss: float
    """Of the mover's winning chance, from LEAST to 1."""
    better: str | None = None
    """The move that the search would have played; None where that is the same one."""


def estimates(verdict: Verdict, nodes: int) -> Iterator[Estimate]:
    """Yield an estimate of the start and of the position after each legal ply: a draw counts one half.

    By a search of so many `nodes` for each position; its chance is exact only where it sees the end. The same verdict
    and budget give the same estimates. Raises ValueError where nothing was replayed.
    """
    game, replay = replayed(verdict)
    return (_estimate(game, position, nodes) for position in replay.positions)


def _estimate(game: Game, position: Position, nodes: int) -> Estimate:
    from kifu.engine.choice import best  # noqa: PLC0415 - numba only for those who search

    ending = game.outcome(position)
    if ending is not None:
        return Estimate({Outcome.FIRST: 1.0, Outcome.SECOND: 0.0}.get(ending.outcome or Outcome.DRAW, 0.5))
    choice = best(game, position, nodes)
    return Estimate(choice.chance if game.turn(position) is Side.FIRST else 1 - choice.chance, choice.move)


def swings(verdict: Verdict, found: Sequence[Estimate], most: int = SWINGS) -> tuple[Swing, ...]:
    """Return the moves that cost their side most of its winning chance, the greatest loss first.

    `found` are the :func:`estimates` of the record. Raises ValueError where nothing was replayed.
    """
    game, replay = replayed(verdict)
    losses = []
    for ply, move in enumerate(replay.moves, start=1):
        side = Side(game.turn(replay.positions[ply - 1]))
        before = found[ply - 1]
        gain = found[ply].chance - before.chance
        loss = -gain if side is Side.FIRST else gain
        if loss >= LEAST:
            better = None if before.best in {None, move} else game.spell(before.best)
            losses.append(Swing(ply, side, game.spell(move), loss, better))
    return tuple(sorted(losses, key=lambda swing: (-swing.loss, swing.ply))[:most])
