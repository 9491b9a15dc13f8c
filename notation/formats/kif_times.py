"""Checks the times of a record against 持ち時間 and 秒読み. The lines of play check the totals themselves."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic
from kifu.core.outcome import SPECIALS, Side, Termination
from kifu.referee.record import ClockLeft, Header
from notation import time_codes
from notation.formats.kif_parts import GrowingLine
from notation.timecontrol import BUDGET_KEY, BYOYOMI_KEY, NO_LIMIT, TimeControl, time_control_of


class Thought(NamedTuple):
    """The time of a side for one ply, and its place in the file."""

    ply: int
    side: Side
    seconds: int | None
    line: int
    column: int


def control_of(headers: Sequence[Header]) -> tuple[TimeControl | None, Diagnostic | None]:
    """Return the time control that the headers give, and the diagnostic for one that is not understood."""
    named = {header.key: header for header in reversed(headers) if header.key in {BUDGET_KEY, BYOYOMI_KEY}}
    control = time_control_of({key: header.value for key, header in named.items()})
    if control is not None or not named or all(_none(header.value) for header in named.values()):
        return control, None
    first = min(named.values(), key=lambda header: header.line)
    return None, time_codes.unreadable_time_control(first.line, first.column, first.key, first.value)


def overtime(control: TimeControl, thoughts: Sequence[Thought], line: GrowingLine) -> Iterator[Diagnostic]:
    """Yield the diagnostics for a side that is over its time, and keep in `line` what is left to each side.

    `thoughts` are the times of the line's plies and of the special word that ends it. Without 秒読み a side is over its time once.
    Who loses on time may be over it at the end.
    """
    left_to: dict[Side, ClockLeft | None] = dict.fromkeys(Side)
    timed = dict.fromkeys(Side, 0)
    for thought, left in _with_time_left(control, thoughts, line):
        side = thought.side
        timed[side] += 1
        # Each time is cut to whole seconds.
        left_to[side] = None if left is None else ClockLeft(left, exact=left > timed[side] and side not in line.doubted)
        if left is not None and left < 0 and not (_ends(thought, line) and _is_lost_on_time(line)):
            yield time_codes.overtime(thought.line, thought.column, thought.ply, side, -left)
    line.left = (left_to[Side.FIRST], left_to[Side.SECOND])


def _with_time_left(
    control: TimeControl, thoughts: Sequence[Thought], line: GrowingLine
) -> Iterator[tuple[Thought, int | None]]:
    """Yield each time with the seconds that its side then had left, below 0 if it was over its time.

    After a move without a time, and after its time was up, a side's time left is unknown (None).
    """
    budgets: dict[Side, int | None] = dict.fromkeys(Side, control.budget_seconds)
    for thought in thoughts:
        budget = budgets[thought.side]
        if thought.seconds is None and _ends(thought, line):
            continue
        if budget is None or thought.seconds is None:
            budgets[thought.side] = None
            yield thought, None
            continue
        left = budget + (control.byoyomi_seconds or 0) - thought.seconds
        yield thought, left
        over = left < 0 and control.byoyomi_seconds is None
        budgets[thought.side] = None if over else max(0, budget - thought.seconds) + control.increment_seconds


def _ends(thought: Thought, line: GrowingLine) -> bool:
    return line.special is not None and thought.ply == line.special.ply


def _is_lost_on_time(line: GrowingLine) -> bool:
    """Return whether the record says below its moves that a side lost on time."""
    word = None if line.special is None else SPECIALS.get(line.special.word)
    said = (word and word.termination, line.closing and line.closing.termination)
    return Termination.TIME in said


def _none(value: str) -> bool:
    return value.strip() in {"", *NO_LIMIT}
