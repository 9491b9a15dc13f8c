"""Lines of play that share their beginnings: each ply of each line is played once, by the rules of one game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kifu.model.errors import InvalidMove
from kifu.model.outcome import Ending
from kifu.reconcile.move_tokens import Signs, may_be_short
from kifu.referee.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.contract.game import Game, Position
    from kifu.contract.text import Reading
    from kifu.reconcile.move_tokens import Sign

ILLEGAL = -1
"""Stands for a line that the rules do not allow."""
START = 0
"""The number of the line without a ply."""


class Course:
    """A tree of legal lines of play. Each line has a number; the line without a ply has START.

    `played` counts the plies that were tried, legal or not: it is the work that was done.
    """

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.played = 0
        self.signs = Signs(game, (start, *_after_one(game, start)))
        self.size = (game.board.columns, game.board.rows)
        self._parents = [ILLEGAL]
        self._moves = [0]
        self._positions: list[Position] = [start]
        self._depths = [0]
        self._endings: dict[int, Ending | None] = {START: None}
        self._hashes = [hash(start)]
        self._met = Counter(self._hashes)
        """How often positions with the same hash were met, in whatever line."""
        self._branches = [0]
        """The branch of each line: a line and the first one that went on from it are in one branch."""
        self._forks = [ILLEGAL]
        """The line from which each branch goes off."""
        self._seen: dict[tuple[int, int], list[int]] = {(self._hashes[START], 0): [START]}
        """The lines of each branch by the hash of their positions."""
        self._gone_on: set[int] = set()
        """The lines from which another one goes on."""
        self._next: dict[tuple[int, int], int] = {}
        self._legal: dict[int, tuple[int, ...]] = {}
        self._readings: dict[str, Reading | None] = {}
        self._at = START
        self._before: tuple[list[Position], list[int]] = ([start], [])

    def reading(self, text: str) -> Reading | None:
        """Return a written move as the game reads it; None if it is no move of the game."""
        if text not in self._readings:
            try:
                self._readings[text] = self.game.read(text)
            except InvalidMove:
                self._readings[text] = None
        return self._readings[text]

    def move(self, line: int, text: str) -> int | None:
        """Return the move that a text means after a line, legal or not; None if it cannot be read, or is out of turn."""
        return self._meant(self._positions[line], text)

    def _meant(self, position: Position, text: str) -> int | None:
        reading = self.reading(text)
        if reading is None or (reading.side is not None and reading.side != self.game.turn(position)):
            return None
        return self.game.resolve(position, reading) if reading.move is None else reading.move

    def follow(self, line: int, text: str) -> int:
        """Return the line that goes on with a written move, ILLEGAL if it cannot be read or the rules forbid it."""
        move = self.move(line, text)
        return ILLEGAL if move is None else self.after(line, move)

    def after(self, line: int, move: int) -> int:
        """Return the line that goes on with a move, ILLEGAL if the rules forbid it."""
        key = (line, move)
        known = self._next.get(key)
        if known is not None:
            return known
        self.played += 1
        position = self._positions[line]
        if self.ending(line) is not None or not self.game.legal(position, move):
            self._next[key] = ILLEGAL
            return ILLEGAL
        return self._added(line, move, self.game.play_legal(position, move))

    def shortened(self, line: int, text: str) -> int | None:
        """Return the one legal move that a text may be short for; None if it is a legal move itself, or fits several."""
        if self.follow(line, text) != ILLEGAL:
            return None
        sign = self.signs.of_text(text)
        fitting = [move for move in self.legal(line) if may_be_short(sign, self.sign(move))]
        return fitting[0] if len(fitting) == 1 else None

    def goes_on(self, line: int, move: int, text: str) -> bool:
        """Tell whether a legal move after a line lets a written move follow. No line is kept: most of them lead nowhere."""
        self.played += 1
        after = self.game.play_legal(self._positions[line], move)
        meant = self._meant(after, text)
        return meant is not None and self.game.legal(after, meant)

    def allows(self, line: int, texts: Iterable[str]) -> bool:
        """Tell whether each written move may follow the one before it after a line, but for repetitions and the like.

        No line is kept. It is a quick test: `follow` tells whether the rules allow the whole.
        """
        legal, play, position = self.game.legal, self.game.play_legal, self._positions[line]
        for text in texts:
            self.played += 1
            move = self._meant(position, text)
            if move is None or not legal(position, move):
                return False
            position = play(position, move)
        return True

    def _added(self, line: int, move: int, after: Position) -> int:
        number = self._next[line, move] = len(self._parents)
        self._parents.append(line)
        self._moves.append(move)
        self._positions.append(after)
        self._depths.append(self._depths[line] + 1)
        if line in self._gone_on:
            branch = len(self._forks)
            self._forks.append(line)
        else:
            branch = self._branches[line]
            self._gone_on.add(line)
        self._branches.append(branch)
        code = hash(after)
        self._hashes.append(code)
        self._met[code] += 1
        self._seen.setdefault((code, branch), []).append(number)
        return number

    def ending(self, line: int) -> Ending | None:
        """Return the end of the game that the positions before it bring about, such as a repetition; None if there is none."""
        if line not in self._endings:
            self._endings[line] = self._ending(line)
        return self._endings[line]

    def legal(self, line: int) -> tuple[int, ...]:
        """Return the legal moves after a line."""
        moves = self._legal.get(line)
        if moves is None:
            over = self.ending(line) is not None
            moves = self._legal[line] = () if over else tuple(self.game.legal_moves(self._positions[line]))
            self.played += 1
        return moves

    def sign(self, move: int) -> Sign:
        """Return the sign of a move."""
        return self.signs.of_move(move)

    def plies(self, line: int) -> int:
        """Return the number of plies of a line."""
        return len(self.moves(line))

    def moves(self, line: int) -> list[int]:
        """Return the moves of a line in order."""
        return self._unrolled(line)[1]

    def texts(self, line: int) -> tuple[str, ...]:
        """Return the canonical texts of the moves of a line."""
        return tuple(map(self.game.spell, self.moves(line)))

    def position(self, line: int) -> Position:
        """Return the position after a line."""
        return self._positions[line]

    def replay(self, line: int) -> Replay:
        """Return a line as the referee's replay of it."""
        positions, moves = self._unrolled(line)
        ending = self.ending(line) or self.game.outcome(self._positions[line])
        return Replay(tuple(positions), tuple(moves), None, ending)

    def _ending(self, line: int) -> Ending | None:
        quiet = self.game.quiet_until
        if quiet is not None and self._met[self._hashes[line]] < quiet:
            return None
        times = self._occurrences(line)
        if quiet is not None and times < quiet:
            return None
        positions, moves = self._unrolled(line)
        event = self.game.history(positions, moves, times)
        return event if isinstance(event, Ending) else None

    def _occurrences(self, line: int) -> int:
        """Return how often the last position of a line has occurred in it."""
        code, here, times = self._hashes[line], self._positions[line], 0
        branch, deepest = self._branches[line], self._depths[line]
        while True:
            times += sum(
                self._depths[other] <= deepest and bool(self._positions[other] == here)
                for other in self._seen.get((code, branch), ())
            )
            fork = self._forks[branch]
            if fork == ILLEGAL:
                return times
            branch, deepest = self._branches[fork], self._depths[fork]

    def _unrolled(self, line: int) -> tuple[list[Position], list[int]]:
        """Return the positions and the moves of a line; the caller does not change them."""
        if line == self._at:
            return self._before
        positions, moves = self._before
        if self._parents[line] == self._at:
            positions.append(self._positions[line])
            moves.append(self._moves[line])
        else:
            positions, moves = [], []
            at = line
            while at != ILLEGAL:
                positions.append(self._positions[at])
                moves.append(self._moves[at])
                at = self._parents[at]
            positions.reverse()
            moves.reverse()
            del moves[0]
            self._before = positions, moves
        self._at = line
        return self._before


def _after_one(game: Game, start: Position) -> tuple[Position, ...]:
    """Return a position with the other side to move, if the start has a legal move."""
    move = next(iter(game.legal_moves(start)), None)
    return () if move is None else (game.play_legal(start, move),)
