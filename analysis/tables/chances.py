"""Estimates the winning chances in each position of a record, and finds the moves that changed them most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.judged_records import replayed
from kifu.model.message import Message
from kifu.model.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.contract.game import Game, Position
    from kifu.referee.verdict import Verdict

SWINGS = 3
"""How many swings are marked: the largest."""
LEAST = 0.1
"""The smallest loss of winning chance that is called a swing."""


class Estimate(NamedTuple):
    """A search's estimate of a position."""

    chance: float
    """先手's winning chance, from 0 to 1."""
    best: int | None = None
    """The move that the search would play; None where the game is over."""


class Swing(NamedTuple):
    """A move that lowered the winning chance of the side that made it."""

    ply: int
    side: Side
    move: str
    loss: float
    """How far the mover's winning chance fell, from LEAST to 1."""
    better: str | None = None
    """The move that the search would have played; None if it would have played the same move."""


def estimates(verdict: Verdict, nodes: int) -> Iterator[Estimate]:
    """Yield an estimate of the start and of the position after each legal ply: a draw counts one half.

    A search looks at `nodes` positions for each estimate. Its chance is exact only if the search sees the end of the
    game. The same verdict and `nodes` give the same estimates. Raises ValueError if the verdict has no replay, and for a
    game whose search gives no chances (:func:`no_chances`).
    """
    game, replay = replayed(verdict)
    if (why := no_chances(game)) is not None:
        raise ValueError(why.en)
    return (_estimate(game, position, nodes) for position in replay.positions)


def no_chances(game: Game) -> Message | None:
    """Return why a search gives no winning chances in a game; None if it gives them."""
    from kifu.engine.best_move import gives_chances  # noqa: PLC0415 - numba is slow to import, and only a search needs it

    if gives_chances(game):
        return None
    name = game.name
    return Message(
        f"勝率は示しません: {name.ja}の評価は、まだ対局の結果に合わせてありません",
        f"no winning chances: the evaluation of {name.en} has not been fitted to results of games yet",
    )


def _estimate(game: Game, position: Position, nodes: int) -> Estimate:
    from kifu.engine.best_move import best  # noqa: PLC0415 - numba is slow to import, and only a search needs it

    ending = game.outcome(position)
    if ending is not None:
        return Estimate({Outcome.FIRST: 1.0, Outcome.SECOND: 0.0}.get(ending.outcome or Outcome.DRAW, 0.5))
    choice = best(game, position, nodes)
    assert choice.chance is not None  # noqa: S101 - estimates() has looked
    return Estimate(choice.chance if game.turn(position) is Side.FIRST else 1 - choice.chance, choice.move)


def swings(verdict: Verdict, chances: Sequence[Estimate], most: int = SWINGS) -> tuple[Swing, ...]:
    """Return up to `most` moves that cost their side most of its winning chance, the greatest loss first.

    `chances` are the :func:`estimates` of the record. Raises ValueError if the verdict has no replay.
    """
    game, replay = replayed(verdict)
    losses = []
    for ply, move in enumerate(replay.moves, start=1):
        side = Side(game.turn(replay.positions[ply - 1]))
        before = chances[ply - 1]
        gain = chances[ply].chance - before.chance
        loss = -gain if side is Side.FIRST else gain
        if loss >= LEAST:
            better = None if before.best in {None, move} else game.spell(before.best)
            losses.append(Swing(ply, side, game.spell(move), loss, better))
    return tuple(sorted(losses, key=lambda swing: (-swing.loss, swing.ply))[:most])
