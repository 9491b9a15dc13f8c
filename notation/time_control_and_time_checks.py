"""The time control of a record, 持ち時間 and 秒読み as people write them, and the times of its moves checked against it.

A text has to be understood to its last word. Half a rule (考慮時間, unequal times) would give a wrong clock, so such a text is not read at all. The lines of play check the totals themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from kifu.core.diagnostic import Diagnostic, note, warning
from kifu.core.message import Message, quoted
from kifu.core.outcome import SPECIALS, Side, Termination
from kifu.core.squares import BLANKS
from kifu.referee.record import ClockLeft, Header
from notation.line_kinds import KANJI, parse_numeral

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from notation.formats.line_and_diagram_builders import LineBuilder


BUDGET_KEY = "持ち時間"
BYOYOMI_KEY = "秒読み"
MAX_TIME_CONTROL_CHARACTERS = 60
"""The most characters of a time control."""
_NUMBER = rf"\d{{1,4}}|[{KANJI}十百]{{1,6}}"
_CLOCK = r"\d{1,3}:[0-5]\d:[0-5]\d|[1-9]\d{1,2}:[0-5]\d|00?:00"
_HOURS = rf"(?:{_NUMBER})時間半?"
_MINUTES = rf"(?:{_NUMBER})分"
_SECONDS = rf"(?:{_NUMBER})秒"
NO_LIMIT = ("なし", "無し", "無")
"""The words for no time limit."""
_NONE = "|".join(NO_LIMIT)
_BUDGET = rf"{_CLOCK}|{_HOURS}(?:{_MINUTES})?|{_MINUTES}|{_SECONDS}|{_NONE}"
_BYOYOMI = rf"{_MINUTES}(?:{_SECONDS})?|{_SECONDS}"
_EACH = "各自?|双方|両者|それぞれ"
_PER_MOVE = "秒読み?|[1一]手(?:に(?:つき)?)?"
_AFTER = "使い切ったら|切れたら|切れ後|以後|以降|その後"
_WITHIN = "未満|以内"
_CLOCKS = r"[,、]?(?:チェスクロック|ストップウォッチ)(?:使用|方式|制)?"
_CONTROL = (
    rf"(?:持ち?時間[は:]?)?(?:{_EACH})?(?:(?P<budget>{_BUDGET})(?:ずつ)?)?"
    rf"(?:(?:[+/,、]|{_AFTER}|{_PER_MOVE}|は|:)+(?P<byoyomi>{_BYOYOMI})(?:の?秒読み?)?(?:{_WITHIN})?"
    rf"|[,、+]?[1一]手(?:ごと|毎|につき)に?(?P<increment>{_BYOYOMI})(?:ずつ)?(?:加算|追加)"
    rf"|[,、]?(?:秒読み?(?:なし|無し)|(?:時間)?切れ(?:たら)?負け?))?(?:{_CLOCKS})?。?"
)
_OWN_BYOYOMI = rf"(?:{_PER_MOVE})?(?P<byoyomi>{_BYOYOMI})(?:{_WITHIN})?。?|{_NONE}"
_PART = rf"({_NUMBER})(時間|分|秒)(半?)"
_UNITS = {"時間": 3600, "分": 60, "秒": 1}
_NO_BLANKS = str.maketrans({**dict.fromkeys(BLANKS, ""), "(": ",", ")": ""})


class TimeControl(NamedTuple):
    """How long each side may think."""

    budget_seconds: int
    """The time for all moves together, in seconds; 0 if there is only 秒読み."""
    byoyomi_seconds: int | None
    """The time for each move after the budget is used up, in seconds; None if the side then loses."""
    increment_seconds: int = 0
    """The time that each move adds to the budget after it (Fischer), in seconds."""


NO_CONTROL = TimeControl(0, None)


def time_control_of(head: Mapping[str, str]) -> TimeControl | None:
    """Return the time control in the headers 持ち時間 and 秒読み; None for no limit (なし), and if one is not understood.

    持ち時間 is read as 「30分」, 「持ち時間10分、秒読み30秒」, 「10分、一手ごとに5秒加算」, 「10:00」. `30分+30秒` is a budget and 秒読み. A bare `30秒` is the
    time for all moves. `10分30秒` is not read, because it may mean either. `0:30` and `1:30` are not read, because they may be hours and
    minutes.
    """
    control = _parse_control(head[BUDGET_KEY]) if BUDGET_KEY in head else NO_CONTROL
    if control is not None and BYOYOMI_KEY in head:
        match = re.fullmatch(_OWN_BYOYOMI, _half_width(head[BYOYOMI_KEY]))
        if match is None:
            return None
        own = _parse_seconds(match["byoyomi"] or "") or None
        if control.byoyomi_seconds not in {None, own} or (own and control.increment_seconds):
            return None
        control = control._replace(byoyomi_seconds=own)
    return None if control == NO_CONTROL else control


def _parse_control(text: str) -> TimeControl | None:
    """Return the time control in a 持ち時間. No limit is a budget of 0 without 秒読み."""
    match = re.fullmatch(_CONTROL, _half_width(text))
    if match is None or not (match["budget"] or match["byoyomi"]):
        return None
    budget, byoyomi, increment = (_parse_seconds(match[part] or "") for part in ("budget", "byoyomi", "increment"))
    if increment and not budget:  # each move would add to no time at all
        return None
    return TimeControl(budget, byoyomi or None, increment)


def _half_width(text: str) -> str:
    """Return `text` in half-width figures and without blanks. A comma replaces each opening parenthesis."""
    return normalize("NFKC", text).translate(_NO_BLANKS) if len(text) <= MAX_TIME_CONTROL_CHARACTERS else ""


def _parse_seconds(text: str) -> int:
    if ":" in text:
        hours, minutes, seconds = map(int, f"0:{text}".split(":")[-3:])
        return hours * 3600 + minutes * 60 + seconds
    return sum(
        parse_numeral(written) * _UNITS[unit] + (_UNITS[unit] // 2 if half else 0)
        for written, unit, half in re.findall(_PART, text)
    )


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
    if control is not None or not named or all(_says_no_limit(header.value) for header in named.values()):
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
        if (
            left is not None
            and left < 0
            and not (_is_time_of_end(thought, line_of_play) and _is_lost_on_time(line_of_play))
        ):
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
        if thought.seconds is None and _is_time_of_end(thought, line_of_play):
            continue
        if budget is None or thought.seconds is None:
            budgets[thought.side] = None
            yield thought, None
            continue
        left = budget + (control.byoyomi_seconds or 0) - thought.seconds
        yield thought, left
        over = left < 0 and control.byoyomi_seconds is None
        budgets[thought.side] = None if over else max(0, budget - thought.seconds) + control.increment_seconds


def _is_time_of_end(thought: TimedPly, line: LineBuilder) -> bool:
    return line.special is not None and thought.ply == line.special.ply


def _is_lost_on_time(line_of_play: LineBuilder) -> bool:
    """Return whether the record says below its moves that a side lost on time."""
    word = None if line_of_play.special is None else SPECIALS.get(line_of_play.special.word)
    said = (word and word.termination, line_of_play.closing and line_of_play.closing.termination)
    return Termination.TIME in said


def _says_no_limit(value: str) -> bool:
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
