"""State of a recorded game, one per event, and its clock.

The game clock (切れ負け, 秒読み, Fischer) counts whole milliseconds, and nobody reads a clock here.
An instant is given by the server: the number of its run, and the milliseconds of a clock that never goes back. A new run
says nothing about the time between, so a running clock stands still from the last instant of the run before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.outcome import SIDE_IDS, SPECIALS, claimed_ending
from kifu.recording import untrusted_json_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending, Side
    from kifu.recording.game_setup import GameSetup
    from kifu.referee.replay import Replay

SECOND = 1000
KINDS = ("sudden", "byoyomi", "fischer")
MAX_BUDGET_SECONDS = 24 * 3600
"""The most seconds of a budget."""


class Instant(NamedTuple):
    """A moment: a server run's id, and monotonic milliseconds in it."""

    run: str
    ms: int


class Control(NamedTuple):
    """Time control of each side, in seconds."""

    kind: str
    """``sudden`` (切れ負け), ``byoyomi`` (秒読み after the budget) or ``fischer`` (each move adds time)."""
    main: int
    """The budget."""
    more: int = 0
    """The 秒読み of each move, or what each move adds."""


class TableClock(NamedTuple):
    """The clock of a table at the instant `seen`."""

    control: Control | None
    left: tuple[int, int]
    """The time of each side that is left of its budget, in milliseconds; negative after 切れ負け."""
    seen: Instant
    running: Side | None = None
    spent: int = 0
    """The time of the turn that is under way, in milliseconds."""
    pressed: int | None = None
    """The time of the move that was pressed but is not yet written; None without one."""
    restarted: bool = False
    """Whether a new run of the server has stopped it."""
    fallen: Side | None = None
    """The side that has used up its time."""


def read_time_control(control_json: object) -> Control | None:
    """Return the time control of an opening; None for null. Raises Rejected.

    It has the members ``kind``, ``main`` (seconds), and ``byoyomi`` or ``increment`` (seconds).
    """
    if control_json is None:
        return None
    given: Mapping[str, Any] = untrusted_json_fields.object_field(
        control_json, ("kind", "main", "byoyomi", "increment"), "clock"
    )
    kind = untrusted_json_fields.choice_field(given.get("kind"), KINDS, "clock.kind")
    more = {"byoyomi": "byoyomi", "fischer": "increment"}.get(kind)
    return Control(
        kind,
        untrusted_json_fields.integer_field(given.get("main", 0), "clock.main", MAX_BUDGET_SECONDS),
        0
        if more is None
        else untrusted_json_fields.integer_field(given.get(more), f"clock.{more}", MAX_BUDGET_SECONDS, 1),
    )


def time_control_json(control: Control) -> dict[str, object]:
    """Return a time control as :func:`read_time_control` reads it."""
    more = {"byoyomi": "byoyomi", "fischer": "increment"}.get(control.kind)
    return {"kind": control.kind, "main": control.main} | ({} if more is None else {more: control.more})


def stopped_clock(control: Control | None, now: Instant) -> TableClock:
    """Return a clock that stands still."""
    budget = control.main * SECOND if control else 0
    return TableClock(control, (budget, budget), now)


def clock_advanced_to(clock: TableClock, now: Instant) -> TableClock:
    """Return the clock at `now`; time never goes back.

    A clock that ran in another run stands still.
    """
    if now.run != clock.seen.run:
        was_running = clock.running is not None
        return clock._replace(seen=now, running=None, restarted=was_running or clock.restarted)
    passed = max(0, now.ms - clock.seen.ms)
    clock = clock._replace(seen=clock.seen._replace(ms=clock.seen.ms + passed))
    if clock.running is None:
        return clock
    side = clock.running
    clock = clock._replace(spent=clock.spent + passed)
    over = clock.control is not None and milliseconds_left(clock, side) <= 0
    return clock._replace(fallen=side) if over and clock.fallen is None else clock


def milliseconds_left(clock: TableClock, side: Side) -> int:
    """Return a side's milliseconds left, 秒読み included, as of `seen`."""
    spent = clock.spent if side == clock.running else 0
    more = clock.control.more * SECOND if clock.control and clock.control.kind == "byoyomi" else 0
    return clock.left[side] + more - spent


def start_clock(clock: TableClock, side: Side, now: Instant) -> TableClock:
    """Return the clock with the time of `side` running.

    A turn that was under way goes on if it is that of `side`.
    """
    clock = clock_advanced_to(clock, now)
    if clock.running is not None and clock.running != side:
        clock = _clock_with_turn_charged(clock)
    return clock._replace(running=side, restarted=False, fallen=None)


def stop_clock(clock: TableClock, now: Instant) -> TableClock:
    """Return the clock standing still, the turn's time kept."""
    return clock_advanced_to(clock, now)._replace(running=None, restarted=False)


def press_clock(clock: TableClock, now: Instant) -> TableClock:
    """Return the clock after a press; the move is not written yet."""
    clock = clock_advanced_to(clock, now)
    if clock.running is None:
        return clock
    side, spent = clock.running, clock.spent
    return _clock_with_turn_charged(clock)._replace(running=side.other, pressed=spent)


def clock_and_seconds_after_turn(clock: TableClock, turn: Side, now: Instant) -> tuple[TableClock, int | None]:
    """Return the clock after a move, and the move's seconds.

    The time is in whole seconds; None if no time ran.
    `turn` is the side to move after it.
    """
    clock = clock_advanced_to(clock, now)
    if clock.pressed is not None:
        return clock._replace(pressed=None), clock.pressed // SECOND
    if clock.running is None:
        spent = clock.spent
        return clock._replace(spent=0), spent // SECOND if spent else None
    spent = clock.spent
    return _clock_with_turn_charged(clock)._replace(running=turn), spent // SECOND


def clock_and_seconds_at_end(clock: TableClock, now: Instant) -> tuple[TableClock, int | None]:
    """Return the clock at the end, and the last turn's seconds."""
    clock = clock_advanced_to(clock, now)
    seconds = clock.spent // SECOND if clock.running is not None else None
    return clock._replace(running=None), seconds


def set_times(clock: TableClock, left: tuple[int, int], now: Instant) -> TableClock:
    """Return the clock with other times left, in milliseconds."""
    return clock_advanced_to(clock, now)._replace(left=left, spent=0, restarted=False, fallen=None)


def resume_turn(clock: TableClock, turn: Side, now: Instant) -> TableClock:
    """Return the clock after an undo, running for `turn` if it runs."""
    clock = clock_advanced_to(clock, now)
    return clock if clock.running is None else clock._replace(running=turn, pressed=None)


def clock_json(clock: TableClock) -> dict[str, object]:
    """Return the clock as JSON: milliseconds left, turn under way."""
    running = clock.running
    return {
        "control": None if clock.control is None else time_control_json(clock.control),
        "left": dict(zip(SIDE_IDS, clock.left, strict=True)),
        "running": None if running is None else SIDE_IDS[running],
        "spent": clock.spent,
        "fallen": None if clock.fallen is None else SIDE_IDS[clock.fallen],
        "restarted": clock.restarted,
    }


def _clock_with_turn_charged(clock: TableClock) -> TableClock:
    """Charge the turn under way to its side, and begin another."""
    side, control = clock.running, clock.control
    if side is None:
        return clock
    left = list(clock.left)
    if control is not None:
        left[side] -= clock.spent
        if control.kind == "byoyomi":
            left[side] = max(0, left[side])
        elif control.kind == "fischer" and left[side] > 0:
            left[side] += control.more * SECOND
    return clock._replace(left=(left[0], left[1]), spent=0)


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
