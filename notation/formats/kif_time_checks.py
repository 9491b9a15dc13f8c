"""Checks the times of a record against 持ち時間 and 秒読み, and words what is wrong with a time.

The lines of play check the totals themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import Diagnostic, note, warning
from kifu.core.message import Message, quoted
from kifu.core.outcome import SPECIALS, Side, Termination
from kifu.referee.record import ClockLeft, Header
from notation.time_control import BUDGET_KEY, BYOYOMI_KEY, NO_LIMIT, TimeControl, time_control_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from notation.formats.line_and_diagram_builders import LineBuilder


class TimedPly(NamedTuple):
    """The time of a side for one ply, and its place in the file."""

    ply: int
    side: Side
    seconds: int | None
    line: int
    column: int


def header_time_control_or_diagnostic(headers: Sequence[Header]) -> tuple[TimeControl | None, Diagnostic | None]:
    """Return the time control that the headers give, and the diagnostic for one that is not understood."""
    named = {header.key: header for header in reversed(headers) if header.key in {BUDGET_KEY, BYOYOMI_KEY}}
    control = time_control_of({key: header.value for key, header in named.items()})
    if control is not None or not named or all(_none(header.value) for header in named.values()):
        return control, None
    first = min(named.values(), key=lambda header: header.line)
    return None, unreadable_time_control(first.line, first.column, first.key, first.value)


def check_overtime(
    control: TimeControl, timed_plies: Sequence[TimedPly], line_of_play: LineBuilder
) -> Iterator[Diagnostic]:
    """Yield the diagnostics for a side that is over its time, and keep in `line_of_play` what is left to each side.

    `timed_plies` are the times of the line's plies and of the special word that ends it. Without 秒読み a side is over its time once.
    Who loses on time may be over it at the end.
    """
    left_to: dict[Side, ClockLeft | None] = dict.fromkeys(Side)
    timed = dict.fromkeys(Side, 0)
    for thought, left in _time_left_by_move(control, timed_plies, line_of_play):
        side = thought.side
        timed[side] += 1
        # Each time is cut to whole seconds.
        left_to[side] = (
            None if left is None else ClockLeft(left, exact=left > timed[side] and side not in line_of_play.doubted)
        )
        if left is not None and left < 0 and not (_ends(thought, line_of_play) and _is_lost_on_time(line_of_play)):
            yield overtime_error(thought.line, thought.column, thought.ply, side, -left)
    line_of_play.left = (left_to[Side.FIRST], left_to[Side.SECOND])


def _time_left_by_move(
    control: TimeControl, timed_plies: Sequence[TimedPly], line_of_play: LineBuilder
) -> Iterator[tuple[TimedPly, int | None]]:
    """Yield each time with the seconds that its side then had left, below 0 if it was over its time.

    After a move without a time, and after its time was up, a side's time left is unknown (None).
    """
    budgets: dict[Side, int | None] = dict.fromkeys(Side, control.budget_seconds)
    for thought in timed_plies:
        budget = budgets[thought.side]
        if thought.seconds is None and _ends(thought, line_of_play):
            continue
        if budget is None or thought.seconds is None:
            budgets[thought.side] = None
            yield thought, None
            continue
        left = budget + (control.byoyomi_seconds or 0) - thought.seconds
        yield thought, left
        over = left < 0 and control.byoyomi_seconds is None
        budgets[thought.side] = None if over else max(0, budget - thought.seconds) + control.increment_seconds


def _ends(thought: TimedPly, line: LineBuilder) -> bool:
    return line.special is not None and thought.ply == line.special.ply


def _is_lost_on_time(line_of_play: LineBuilder) -> bool:
    """Return whether the record says below its moves that a side lost on time."""
    word = None if line_of_play.special is None else SPECIALS.get(line_of_play.special.word)
    said = (word and word.termination, line_of_play.closing and line_of_play.closing.termination)
    return Termination.TIME in said


def _none(value: str) -> bool:
    return value.strip() in {"", *NO_LIMIT}


def unreadable_time(line: int, column: int, ply: int, text: str) -> Diagnostic:
    """Return the diagnostic for a time that is not understood."""
    return warning(
        "unreadable-time",
        Message(
            f"時間「{quoted(text)}」が読めません。( 0:05/00:00:05) のように書いてください",
            f"time '{quoted(text)}' is not understood; write it like ( 0:05/00:00:05)",
        ),
        line,
        column,
        ply=ply,
        width=len(text),
    )


def wrong_total(line: int, column: int, ply: int, written: int, total: int) -> Diagnostic:
    """Return the diagnostic for a cumulative time (in seconds) that is not the sum of its side's times."""
    shown, right = _spell_total(written), _spell_total(total)
    return warning(
        "wrong-total-time",
        Message(
            f"累計時間 {shown} は、合計すると {right} のはずです", f"the total time {shown} should be {right}, the sum"
        ),
        line,
        column,
        ply=ply,
    )


def total_of_other_side(line: int, column: int, ply: int, side: Side, total: int) -> Diagnostic:
    """Return the diagnostic for a cumulative time (in seconds) that is the other side's: a move is missing or doubled."""
    owner = side.other.label
    return warning(
        "wrong-total-time",
        Message(
            f"累計時間 {_spell_total(total)} は{owner.ja}のものです。この前の手が抜けているか、二度書かれていませんか",
            f"the total time {_spell_total(total)} is that of {owner.en}; is a move before this one missing, or there twice?",
        ),
        line,
        column,
        ply=ply,
    )


def time_runs_back(line: int, column: int, ply: int, written: int, previous: int) -> Diagnostic:
    """Return the diagnostic for a cumulative time (in seconds) that is less than the one before it of the same side."""
    shown, last = _spell_total(written), _spell_total(previous)
    return warning(
        "wrong-total-time",
        Message(
            f"累計時間 {shown} が前の {last} より減っています",
            f"the total time {shown} is less than {last}, the one before it",
        ),
        line,
        column,
        ply=ply,
    )


def unreadable_time_control(line: int, column: int, key: str, text: str) -> Diagnostic:
    """Return the note on 持ち時間 or 秒読み that is not understood, so that times cannot be checked against it."""
    return note(
        "unreadable-time-control",
        Message(
            f"{key}「{quoted(text)}」が読めないので、時間切れは確かめていません。「30分」「10分、秒読み30秒」のように書いてください",
            f"{key} '{quoted(text)}' is not understood, so no time is checked against it; write it like 30分 or 10分、秒読み30秒",
        ),
        line,
        column,
        width=max(1, len(text)),
    )


def overtime_error(line: int, column: int, ply: int, side: Side, seconds: int) -> Diagnostic:
    """Return the diagnostic for a move made `seconds` after its side's time was up."""
    return warning(
        "overtime",
        Message(
            f"{side.label.ja}は {ply} 手目で持ち時間を {_spell_total(seconds)} 過ぎています",
            f"{side.label.en} is {_spell_total(seconds)} over its time at move {ply}",
        ),
        line,
        column,
        ply=ply,
    )


def _spell_total(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
