"""Line tree: lines of play share beginnings, each ply is played once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kifu.core.errors import InvalidMove
from kifu.core.outcome import Ending
from kifu.reconcile.move_tokens import Tokenizer, may_abbreviate_move
from kifu.referee.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.core.game.game import Game, Position
    from kifu.core.game.text import Reading
    from kifu.reconcile.move_tokens import MoveToken

ILLEGAL = -1
"""Stands for a line that the rules do not allow."""
START = 0
"""The number of the line without a ply."""


class LineTree:
    """A tree of legal lines of play, numbered from START.

    START is the line without a ply.
    `played` counts the plies that were tried, legal or not: it is the work that was done.
    """

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.played = 0
        self.tokenizer = Tokenizer(game, (start, *_start_with_other_turn(game, start)))
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

    def parse_move(self, move_text: str) -> Reading | None:
        """Return a written move as the game reads it, or None."""
        if move_text not in self._readings:
            try:
                self._readings[move_text] = self.game.read(move_text)
            except InvalidMove:
                self._readings[move_text] = None
        return self._readings[move_text]

    def move_of_text(self, line: int, move_text: str) -> int | None:
        """Return the move that a text means after a line.

        It may be illegal; None if the text cannot be read, or is out of turn.
        """
        return self._move_at_position(self._positions[line], move_text)

    def _move_at_position(self, position: Position, move_text: str) -> int | None:
        reading = self.parse_move(move_text)
        if reading is None or (reading.side is not None and reading.side != self.game.turn(position)):
            return None
        return self.game.resolve(position, reading) if reading.move is None else reading.move

    def line_after_text(self, line: int, move_text: str) -> int:
        """Return the line extended by a written move, or ILLEGAL.

        It is ILLEGAL if the move cannot be read or the rules forbid it.
        """
        move = self.move_of_text(line, move_text)
        return ILLEGAL if move is None else self.line_after_move(line, move)

    def line_after_move(self, line: int, move: int) -> int:
        """Return the line extended by a move; ILLEGAL if forbidden."""
        key = (line, move)
        known = self._next.get(key)
        if known is not None:
            return known
        self.played += 1
        position = self._positions[line]
        if self.repetition_ending(line) is not None or not self.game.legal(position, move):
            self._next[key] = ILLEGAL
            return ILLEGAL
        return self._add_line(line, move, self.game.play_legal(position, move))

    def short_form_move(self, line: int, move_text: str) -> int | None:
        """Return the one legal move that a text abbreviates.

        None if the text is a legal move itself, or fits several.
        """
        if self.line_after_text(line, move_text) != ILLEGAL:
            return None
        token = self.tokenizer.token_of_text(move_text)
        fitting = [move for move in self.legal_moves_after(line) if may_abbreviate_move(token, self.token(move))]
        return fitting[0] if len(fitting) == 1 else None

    def may_text_follow_move(self, line: int, move: int, move_text: str) -> bool:
        """Tell whether a written move may follow a legal move.

        No line is kept: most of them lead nowhere.
        """
        self.played += 1
        after = self.game.play_legal(self._positions[line], move)
        meant = self._move_at_position(after, move_text)
        return meant is not None and self.game.legal(after, meant)

    def allows_texts(self, line: int, move_texts: Iterable[str]) -> bool:
        """Tell whether written moves may follow each other after a line.

        Repetitions and the like are not looked at.
        No line is kept. It is a quick test: `follow` tells whether the rules allow the whole.
        """
        legal, play, position = self.game.legal, self.game.play_legal, self._positions[line]
        for text in move_texts:
            self.played += 1
            move = self._move_at_position(position, text)
            if move is None or not legal(position, move):
                return False
            position = play(position, move)
        return True

    def _add_line(self, line: int, move: int, after: Position) -> int:
        """Add a line of play, a legal move longer; return its number."""
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

    def repetition_ending(self, line: int) -> Ending | None:
        """Return a line's end by earlier positions (repetition), if any."""
        if line not in self._endings:
            self._endings[line] = self._find_ending(line)
        return self._endings[line]

    def legal_moves_after(self, line: int) -> tuple[int, ...]:
        """Return the legal moves after a line."""
        moves = self._legal.get(line)
        if moves is None:
            over = self.repetition_ending(line) is not None
            moves = self._legal[line] = () if over else tuple(self.game.legal_moves(self._positions[line]))
            self.played += 1
        return moves

    def token(self, move: int) -> MoveToken:
        """Return a move's token."""
        return self.tokenizer.token_of_move(move)

    def plies(self, line: int) -> int:
        """Return the number of plies of a line."""
        return len(self.moves(line))

    def moves(self, line: int) -> list[int]:
        """Return the moves of a line in order."""
        return self._positions_and_moves(line)[1]

    def texts(self, line: int) -> tuple[str, ...]:
        """Return the canonical texts of the moves of a line."""
        return tuple(map(self.game.spell, self.moves(line)))

    def position(self, line: int) -> Position:
        """Return the position after a line."""
        return self._positions[line]

    def replay_of_line(self, line: int) -> Replay:
        """Return a line as the referee's replay of it."""
        positions, moves = self._positions_and_moves(line)
        ending = self.repetition_ending(line) or self.game.outcome(self._positions[line])
        return Replay(tuple(positions), tuple(moves), None, ending)

    def _find_ending(self, line: int) -> Ending | None:
        """Return a line's end by repetition, found by the game's history."""
        quiet = self.game.quiet_until
        if quiet is not None and self._met[self._hashes[line]] < quiet:
            return None
        times = self._count_occurrences(line)
        if quiet is not None and times < quiet:
            return None
        positions, moves = self._positions_and_moves(line)
        event = self.game.history(positions, moves, times)
        return event if isinstance(event, Ending) else None

    def _count_occurrences(self, line: int) -> int:
        """Return how often a line's last position has occurred in it."""
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

    def _positions_and_moves(self, line: int) -> tuple[list[Position], list[int]]:
        """Return the positions and moves of a line; not to be changed."""
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


def _start_with_other_turn(game: Game, start: Position) -> tuple[Position, ...]:
    """Return a position with the other side to move, if possible."""
    move = next(iter(game.legal_moves(start)), None)
    return () if move is None else (game.play_legal(start, move),)
