"""Proof-number search for wins too long for iterative deepening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.outcome import Side
from kifu.engine.dfpn_kernel import CANNOT, FARTHEST, NODES, OPEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kifu.core.game.game import Game, Position

TABLE = 1 << 20
"""The slots of the transposition table of a side, at most."""
STEP = 4
"""The plies that the first goal lies beyond those already searched."""
GROWTH = 8, 5
"""How a goal grows to the next: by this fraction."""


class LongWin(NamedTuple):
    """A proven win."""

    winner: Side
    plies: int
    """The win takes at most this number of plies."""
    least: int
    """The shortest win takes at least this number of plies."""
    line: tuple[int, ...]
    """A principal variation of the proof, to the end of the game."""


def ply_limits(searched: int) -> Iterator[int]:
    """Increasing limits of plies within which a win is searched."""
    goal = searched + STEP
    while goal < FARTHEST:
        yield goal
        goal = goal * GROWTH[0] // GROWTH[1]
    yield FARTHEST


class LongWinSearch:
    """Search for a win of either side, with a joint budget."""

    def __init__(self, game: Game, position: Position, nodes: int, bound: Mapping[str, Any]) -> None:
        self.game = game
        self.position = position
        self.nodes = nodes
        self.bound = bound
        size = min(TABLE, 1 << nodes.bit_length())
        self.tables = [bound["make_proof_number_tables"](len(position), size) for _ in Side]

    @property
    def looked_at(self) -> int:
        """The number of nodes so far."""
        return int(sum(table.counters[NODES] for table in self.tables))

    def find_win(self, searched: tuple[int, int]) -> LongWin | None:
        """Return a win; None if none is found.

        No side can force a win within its number of plies in `searched`.
        """
        tries = sorted(
            (goal, side) for side in Side if searched[side] < FARTHEST for goal in ply_limits(searched[side])
        )
        for number, (goal, side) in enumerate(tries):
            share = (self.nodes - self.looked_at) // (len(tries) - number)
            plies = self._within(self.position, side, goal, share)
            if plies >= 0:
                return self._find_shorter_win(side, plies, searched[side] + 1)
        return None

    def _within(self, position: Position, side: Side, plies: int, budget: int) -> int:
        """Plies of a win within `plies`; CANNOT, or OPEN at budget's end."""
        return int(self.bound["plies_of_win_within"](position, int(side), plies, budget, self.tables[side]))

    def _find_shorter_win(self, side: Side, plies: int, known_minimum: int) -> LongWin | None:
        """Look for shorter wins with what is left of the budget.

        The shortest win takes `known_minimum` plies or more.
        """
        while known_minimum < plies:
            shorter = self._within(self.position, side, plies - 1, max(0, self.nodes - self.looked_at))
            if shorter == CANNOT:
                known_minimum = plies
            elif shorter == OPEN:
                break
            else:
                plies = shorter
        line = self._winning_line(side, plies)
        return None if line is None else LongWin(side, plies, min(known_minimum, len(line)), line)

    def _winning_line(self, side: Side, plies: int) -> tuple[int, ...] | None:
        """Return a line of a win within `plies` plies.

        None if the budget is not enough to search replaced entries again. The loser goes where the shortest win is
        known to be longest.
        """
        game, position = self.game, self.position
        line = []
        while game.outcome(position) is None:
            after = {move: game.play_legal(position, move) for move in game.legal_moves(position)}
            wins = {move: self._within(follower, side, plies - 1, 0) for move, follower in after.items()}
            attacks = game.turn(position) == side
            for move, known in wins.items():
                if known < 0 and not (attacks and max(wins.values()) >= 0):
                    wins[move] = self._within(after[move], side, plies - 1, self.nodes)
            if (max if attacks else min)(wins.values()) < 0:
                return None
            if attacks:
                move = min((move for move, known in wins.items() if known >= 0), key=lambda each: wins[each])
            else:
                move = max(wins, key=lambda each: (self._plies_without_win(after[each], side), wins[each]))
            line.append(move)
            position, plies = after[move], wins[move]
        return tuple(line)

    def _plies_without_win(self, position: Position, side: Side) -> int:
        """Plies within which the side cannot win, by the transposition table."""
        slot = self.bound["find_slot"](position, self.tables[side])
        return int(self.tables[side].failed[slot]) if slot >= 0 else 0
