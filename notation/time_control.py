"""Reads the time control of a record: 持ち時間 and 秒読み, as people write them.

A text has to be understood to its last word. Half a rule (考慮時間, unequal times) would give a wrong clock, so such a text is not read at all.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import normalize

from kifu.core.squares import BLANKS
from notation.line_kinds import KANJI, parse_numeral

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
