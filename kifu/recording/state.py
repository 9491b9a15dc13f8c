"""State of a recorded game: immutable, one per event."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import SPECIALS, claimed_ending

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending, Side
    from kifu.recording.clock import TableClock
    from kifu.recording.game_setup import GameSetup
    from kifu.referee.replay import Replay


class Origin(NamedTuple):
    """By whom and when an event was sent."""

    by: str
    time: str
    """The time of day in UTC, ISO 8601. It is shown, and nothing depends on it."""
    seq: int


class PlayedMove(NamedTuple):
    """A move of the game as written."""

    ply: int
    text: str
    seconds: int | None
    device_ms: int | None
    origin: Origin


class CorrectedBoard(NamedTuple):
    """A board that was corrected after `ply` plies."""

    ply: int
    diagram: str
    """The canonical diagram."""
    origin: Origin


class JudgedStretch(NamedTuple):
    """A stretch from the start or a corrected board, judged."""

    before: int
    """The number of plies before it."""
    replay: Replay


class TableRemark(NamedTuple):
    """A comment or bookmark after `ply` plies, of one or more lines."""

    ply: int
    lines: tuple[str, ...]
    bookmark: bool
    origin: Origin


class TableBranch(NamedTuple):
    """A branch that replaces move `ply`."""

    ply: int
    moves: tuple[str, ...]
    lines: tuple[str, ...]
    origin: Origin


class TableEnd(NamedTuple):
    """The end as people gave it: special word, or foul of `side`."""

    word: str | None
    """The special word; None for a foul."""
    detail: str
    side: Side | None
    """The side that the word is about, or that has committed the foul; None: the side to move."""
    ply: int | None
    """The ply of the foul, if it was said."""
    seconds: int | None
    origin: Origin


class UndoneStep(NamedTuple):
    """A step taken back; shown struck through."""

    what: PlayedMove | CorrectedBoard | TableEnd
    remarks: tuple[TableRemark, ...]
    variants: tuple[TableBranch, ...]
    origin: Origin
    """By whom and when it was taken back."""


class TableStatement(NamedTuple):
    """An event that changes no game: agree, sign, join, leave, note."""

    kind: str
    ply: int
    text: str
    origin: Origin


class State(NamedTuple):
    """A table after its first `seq` events."""

    opening: GameSetup
    clock: TableClock
    stretches: tuple[JudgedStretch, ...]
    """The game from its start, and from each corrected board; at least one."""
    ids: Mapping[str, tuple[int, str]]
    """The id of each event that was taken, with its number and the hash of its line."""
    seq: int
    head: str
    """The hash of the last line of the journal."""
    moves: tuple[PlayedMove, ...] = ()
    boards: tuple[CorrectedBoard, ...] = ()
    remarks: tuple[TableRemark, ...] = ()
    variants: tuple[TableBranch, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    """The headers that were added or replaced, in order; of one key the last counts."""
    undone: tuple[UndoneStep, ...] = ()
    said: tuple[TableStatement, ...] = ()
    end: TableEnd | None = None
    closed: Origin | None = None
    opened: str = ""
    """The time of day of the opening in UTC, ISO 8601; of a file, when it was written."""

    @property
    def game(self) -> Game:
        """The game under its own rules."""
        return self.opening.game

    @property
    def replay(self) -> Replay:
        """The replay of the last stretch."""
        return self.stretches[-1].replay

    @property
    def position(self) -> Position:
        """The position on the board, before any illegal move."""
        return self.replay.positions[-1]

    @property
    def ply(self) -> int:
        """The number of plies written, legal or not."""
        return len(self.moves)

    @property
    def unplayed(self) -> tuple[str, ...]:
        """The moves written but not played: from the first fault on."""
        last = self.stretches[-1]
        return tuple(move.text for move in self.moves[last.before + len(last.replay.moves) :])

    @property
    def turn(self) -> Side:
        """The side to move, each unplayed move counted as a turn."""
        turn = self.game.turn(self.position)
        return turn.other if len(self.unplayed) % 2 else turn

    @property
    def by_rule(self) -> Ending | None:
        """The end by the rules; None if ongoing, or after a fault."""
        return None if self.replay.fault is not None else self.replay.ending

    @property
    def ending_by_people(self) -> Ending | None:
        """The end that people have given, or None."""
        end = self.end
        if end is None:
            return None
        if end.word is None:
            return claimed_ending(SPECIALS["反則負け"], self.turn, end.side)
        meaning = SPECIALS.get(end.word) or self.game.words[end.word]
        return claimed_ending(meaning, self.turn, end.side)
