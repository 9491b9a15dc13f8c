"""Checks the times of a record against 持ち時間 and 秒読み. The lines of play check the totals themselves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kifu.model.diagnostic import Diagnostic
from kifu.model.outcome import Outcome, Side, Termination
from kifu.model.record import Header
from kifu.model.specials import SPECIALS, Winner
from notation import time_codes
from notation.formats.kif_parts import Line
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


def overtime(control: TimeControl, thoughts: Sequence[Thought], line: Line) -> Iterator[Diagnostic]:
    """Yield the diagnostics for a side that is over its time, and for 時間切れ of a side that has time left.

    `thoughts` are the times of the line's plies and of the special word that ends it. After a move without a time, the
    time left of its side is unknown and no longer checked.
    """
    left: dict[Side, int | None] = dict.fromkeys(Side, control.budget_seconds)
    late = _lost_on_time(thoughts, line)
    for thought in thoughts:
        remaining = left[thought.side]
        if remaining is None:
            continue
        if thought.seconds is None:
            left[thought.side] = None
            continue
        most = remaining + (control.byoyomi_seconds or 0)
        last = line.special is not None and thought.ply == line.special.ply
        if thought.seconds > most and not (last and late is thought.side):
            yield time_codes.overtime(thought.line, thought.column, thought.ply, thought.side, thought.seconds - most)
            return
        if last and late is thought.side and thought.seconds < most:
            yield time_codes.time_left(thought.line, thought.column, thought.ply, thought.side, most - thought.seconds)
        left[thought.side] = max(0, remaining - thought.seconds) + control.increment_seconds


def _lost_on_time(thoughts: Sequence[Thought], line: Line) -> Side | None:
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
