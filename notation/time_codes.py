"""The diagnostics for the times of a record. Each function returns one, with its code and its sentence in two languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.diagnostic import Diagnostic, note, warning
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from kifu.core.outcome import Side


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


def total_of_the_other(line: int, column: int, ply: int, side: Side, total: int) -> Diagnostic:
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


def time_runs_back(line: int, column: int, ply: int, written: int, before: int) -> Diagnostic:
    """Return the diagnostic for a cumulative time (in seconds) that is less than the one before it of the same side."""
    shown, last = _spell_total(written), _spell_total(before)
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


def overtime(line: int, column: int, ply: int, side: Side, seconds: int) -> Diagnostic:
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
