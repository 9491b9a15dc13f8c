"""Checks the times of a record against 持ち時間 and 秒読み. The lines of play check the totals themselves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kifu.model.diagnostic import Diagnostic
from kifu.model.outcome import Outcome, Side, Termination
from kifu.model.special_words import SPECIALS, Winner
from kifu.referee.record import Header
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
    """Yield the diagnostics for a side that is over its time, and for 時間切れ of a side that has time left.

    `thoughts` are the times of the line's plies and of the special word that ends it. Without 秒読み a side is over its time once.
    """
    late = _lost_on_time(thoughts, line)
    for thought, left in _with_time_left(control, thoughts):
        lost = thought.side is late and _ends(thought, line)
        if left < 0 and not lost:
            yield time_codes.overtime(thought.line, thought.column, thought.ply, thought.side, -left)
        if left > 0 and lost:
            yield time_codes.time_left(thought.line, thought.column, thought.ply, thought.side, left)


def _with_time_left(control: TimeControl, thoughts: Sequence[Thought]) -> Iterator[tuple[Thought, int]]:
    """Yield each time with the seconds that its side then had left, below 0 if it was over its time.

    After a move without a time, and after its time was up, a side's time left is unknown.
    """
    budgets: dict[Side, int | None] = dict.fromkeys(Side, control.budget_seconds)
    for thought in thoughts:
        budget = budgets[thought.side]
        if budget is None:
            continue
        if thought.seconds is None:
            budgets[thought.side] = None
            continue
        left = budget + (control.byoyomi_seconds or 0) - thought.seconds
        yield thought, left
        over = left < 0 and control.byoyomi_seconds is None
        budgets[thought.side] = None if over else max(0, budget - thought.seconds) + control.increment_seconds


def _ends(thought: Thought, line: GrowingLine) -> bool:
    return line.special is not None and thought.ply == line.special.ply


def _lost_on_time(thoughts: Sequence[Thought], line: GrowingLine) -> Side | None:
    """Return the side that lost on time according to the record, None if there is none."""
    special, closing = line.special, line.closing
    if special is not None and thoughts and _is_time(special.word):
        return thoughts[-1].side
    if closing is not None and closing.termination is Termination.TIME and closing.outcome in _LOSERS:
        return _LOSERS[closing.outcome]
    return None


_LOSERS: Mapping[Outcome | None, Side] = {Outcome.FIRST: Side.SECOND, Outcome.SECOND: Side.FIRST}


def _is_time(word: str) -> bool:
    meaning = SPECIALS.get(word)
    return meaning is not None and meaning.termination is Termination.TIME and meaning.winner is Winner.OTHER


def _none(value: str) -> bool:
    return value.strip() in {"", *NO_LIMIT}
