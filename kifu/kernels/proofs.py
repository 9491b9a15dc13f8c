"""Calls the kernels of a prover (:class:`kifu.contract.prover.Prover`): they replay proven moves, and count them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from kifu.kernels.bind import compiled, named
from kifu.kernels.machine_code import kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kifu.contract.game import Game, Position
    from kifu.contract.prover import Prover

    Ints = NDArray[np.int64]

LONGEST = 1 << 10
"""The most plies of a line: each position is compared with all before it."""
ROOM = 1 << 8
"""The places for the actions of a position that the rules have to judge, and for their number."""
ROWS = 1 << 8
"""The positions that are counted together."""


def last_of(
    prover: Prover, start: Position, codes: Ints, judge: Callable[[Position, int], Position | None]
) -> Position:
    """Return the position after all moves of a line, whose codes are given; None if that is not so simple.

    `judge` returns the position after the move with an index, which is not proven, or None if the line is not simple.
    Nor is one that is too long, or in which a position occurs so often that the history matters.
    """
    if len(codes) > LONGEST:
        return None
    tables, replay = _tables(prover), _kernel(prover, "replay")
    memory, keys = np.zeros(prover.memory, dtype=np.int64), np.zeros(len(codes) + 1, dtype=np.int64)
    reached = np.zeros(2, dtype=np.int64)
    position = start
    while True:
        parts = np.array(prover.pack(position), dtype=np.int64)
        first = reached[0]
        replay(tables, codes, parts, np.empty_like(parts), memory, keys, reached)
        if reached[1] >= prover.quiet_until:
            return None
        if reached[0] > first:
            position = prover.unpack(parts.tolist())
        if reached[0] == len(codes):
            return position
        after = judge(position, int(reached[0]))
        if after is None:
            return None
        position = after
        reached[0] += 1


def perft(game: Game, position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` (at least 1) legal moves. The game has a prover."""
    prover = game.prover()
    assert prover is not None  # noqa: S101 - the caller has looked
    return _perft(game, prover, [position], depth)


def _perft(game: Game, prover: Prover, positions: Sequence[Position], depth: int) -> int:
    if depth > 1:
        return sum(
            _perft(game, prover, [game.play(position, move) for move in game.legal_moves(position)], depth - 1)
            for position in positions
        )
    return sum(_counted(game, prover, positions[at : at + ROWS]) for at in range(0, len(positions), ROWS))


def _counted(game: Game, prover: Prover, positions: Sequence[Position]) -> int:
    """Return the number of legal moves of several positions."""
    packed = np.array([prover.pack(position) for position in positions], dtype=np.int64)
    counts = np.zeros(len(positions), dtype=np.int64)
    asked = np.zeros((len(positions), ROOM), dtype=np.int64)
    trial, memory = np.empty(packed.shape[1], dtype=np.int64), np.zeros(prover.memory, dtype=np.int64)
    _kernel(prover, "count")(_tables(prover), packed, trial, memory, counts, asked)
    total = 0
    for position, count, moves in zip(positions, counts.tolist(), asked, strict=True):
        if count < 0:
            total += sum(1 for _ in game.legal_moves(position))
        else:
            total += count + sum(game.legal(position, move) for move in moves[1 : moves[0] + 1].tolist())
    return total


@lru_cache(maxsize=1 << 4)
def _tables(prover: Prover) -> Ints:
    return np.array(prover.tables, dtype=np.int64)


@lru_cache(maxsize=1 << 4)
def _kernel(prover: Prover, entry: str) -> Callable[..., None]:
    """Return the compiled kernel `entry` of a prover."""
    module: str = getattr(prover, entry)
    return _kept(module, prover.lower, entry)


@lru_cache(maxsize=1 << 4)
def _kept(module: str, lower: tuple[str, ...], entry: str) -> Callable[..., Any]:
    return kept(named(module), lambda: getattr(compiled(module, *lower, entry=entry), entry))
