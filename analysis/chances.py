"""What a search gives for each position of a record: who is likely to win, and which moves changed that most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.judged import replayed
from kifu.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.game import Game, Position
    from kifu.verdict import Verdict

SWINGS = 3
"""So many of the largest swings are marked."""
LEAST = 0.1
"""A smaller change of the winning chance is no swing."""


class Swing(NamedTuple):
    """A move after which the side that made it had less of a winning chance than before."""

    ply: int
    side: Side
    move: str
    loss: float
    """Of the mover's winning chance, from LEAST to 1."""


def winning_chances(verdict: Verdict, nodes: int) -> Iterator[float]:
    """Yield 先手's winning chance, from 0 to 1, at the start and after each legal ply: a draw counts one half.

    An estimate by a search of so many `nodes` for each position, exact only where that sees the end. The same verdict
    and budget give the same chances. Raises ValueError where nothing was replayed.
    """
    game, replay = replayed(verdict)
    return (_chance(game, position, nodes) for position in replay.positions)


def _chance(game: Game, position: Position, nodes: int) -> float:
    from kifu.engine.choice import best  # noqa: PLC0415 - numba only for those who search

    ending = game.outcome(position)
    if ending is not None:
        return {Outcome.FIRST: 1.0, Outcome.SECOND: 0.0}.get(ending.outcome or Outcome.DRAW, 0.5)
    chance = best(game, position, nodes).chance
    return chance if game.turn(position) is Side.FIRST else 1 - chance


def swings(verdict: Verdict, chances: Sequence[float], most: int = SWINGS) -> tuple[Swing, ...]:
    """Return the moves that cost their side most of its winning chance, the greatest loss first.

    `chances` are those of :func:`winning_chances`. Raises ValueError where nothing was replayed.
    """
    game, replay = replayed(verdict)
    found = []
    for ply, move in enumerate(replay.moves, start=1):
        side = Side(game.turn(replay.positions[ply - 1]))
        gain = chances[ply] - chances[ply - 1]
        loss = -gain if side is Side.FIRST else gain
        if loss >= LEAST:
            found.append(Swing(ply, side, game.spell(move), loss))
    return tuple(sorted(found, key=lambda swing: (-swing.loss, swing.ply))[:most])
