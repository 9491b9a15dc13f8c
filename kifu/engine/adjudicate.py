"""Adjudication: proofs by the solver after a game has been played."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Outcome
from kifu.engine.solver import SolverAnswer, prove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Side

NODES = 20_000
"""The default number of positions that the solver searches for each position: some hundredths of a second."""
LAST = 30
"""The plies before the end of a game in which the solver is asked, unless a ply is given."""
AUTO = -1
"""As the first ply: the last plies of each game."""


class Adjudication(NamedTuple):
    """How the solver is asked: the same values give the same answers."""

    start: int = AUTO
    """The ply from which on it is asked; AUTO: the last LAST plies of each game."""
    nodes: int = NODES
    """The positions that it searches for each position."""

    def first(self, plies: int) -> int:
        """First ply to solve of a game, its last position at latest."""
        return max(0, min(plies, plies - LAST if self.start == AUTO else self.start))


class AdjudicatedGame(NamedTuple):
    """A game that a proof has decided."""

    ply: int
    """The ply after which the winner had a proven win for the first time."""
    winner: Side
    plies: int
    """The length of the win from there."""

    @property
    def outcome(self) -> Outcome:
        """The outcome that the winner can force."""
        return Outcome.win(self.winner)


def answers(game: Game, positions: Sequence[Position], how: Adjudication) -> Iterator[tuple[int, SolverAnswer]]:
    """Ply and solver's answer of each solved position that is not over.

    `positions` are those of a game, its start first. What is proven for the side that waits is proven after each move of
    its opponent too, also where the budget would not be enough. Raises ValueError for a game that cannot be solved.
    """
    last: SolverAnswer | None = None
    for ply in range(how.first(len(positions) - 1), len(positions)):
        position = positions[ply]
        if game.outcome(position) is not None:
            continue
        answer = prove(game, position, how.nodes)
        forced = last is not None and last.winner is not None and game.turn(positions[ply - 1]) != last.winner
        if last is not None and forced and not answer.proven:
            answer = SolverAnswer(last.winner, last.plies - 1, answer.positions, proven=True)
        yield ply, answer
        last = answer


def adjudicate(
    game: Game, start: Position, moves: Sequence[int], how: Adjudication
) -> tuple[AdjudicatedGame | None, SolverAnswer | None]:
    """Decision of a game by proof, and the solver's last answer.

    Either is None if there is none. The first proven win counts. Raises ValueError for a game that cannot be solved.
    """
    positions = list(accumulate(moves, game.play_legal, initial=start))
    answer = None
    for ply, answer in answers(game, positions, how):
        if answer.winner is not None:
            return AdjudicatedGame(ply, answer.winner, answer.plies), answer
    return None, answer
