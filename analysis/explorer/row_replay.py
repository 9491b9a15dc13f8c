"""Replay games from dataset rows, to prove that a position occurs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import KifuError
from notation.diagram_lines import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game, Position


class DatasetMove(NamedTuple):
    """A move as a row of a dataset has it."""

    code: int | None
    """The game's integer for the move; None: it is too large for a column."""
    text: str


class Replayer:
    """Replayer of games under one game's rules, sharing common beginnings."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._start: str | None = None
        self._moves: list[DatasetMove] = []
        self._positions: list[Position | None] = []

    def position(self, start: str | None, moves: Sequence[DatasetMove]) -> Position | None:
        """Return the position after `moves`; see :meth:`positions`."""
        return self.positions(start, moves)[-1]

    def positions(self, start: str | None, moves: Sequence[DatasetMove]) -> list[Position | None]:
        """Return the positions from the start; None from an illegal move on.

        The game was under other rules then.

        `start` is the canonical diagram of the setup; None: the game's own start.
        """
        if not self._positions or start != self._start:
            self._start, self._moves, self._positions = start, [], [self._setup(start)]
        common = 0
        for previous, move in zip(self._moves, moves, strict=False):
            if previous != move:
                break
            common += 1
        del self._moves[common:], self._positions[common + 1 :]
        for move in moves[common:]:
            self._positions.append(self._after(self._positions[-1], move))
            self._moves.append(move)
        return self._positions.copy()

    def _setup(self, start: str | None) -> Position | None:
        try:
            if start is None:
                return self.game.start()
            return self.game.read_diagram(split(1, enumerate(start.splitlines(), start=1)))
        except KifuError:
            return None

    def _after(self, position: Position | None, played: DatasetMove) -> Position | None:
        if position is None:
            return None
        move = played.code
        try:
            if move is None:
                move = self.game.resolve(position, self.game.read(played.text))
        except KifuError:
            return None
        return self.game.play_legal(position, move) if self.game.explain(position, move) is None else None
