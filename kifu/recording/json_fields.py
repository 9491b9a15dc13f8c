"""Reads the members of JSON objects that strangers send: each has a type and a limit, or the object is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kifu.model.message import CONTROL, Message, quoted
from kifu.model.outcome import Side
from kifu.model.squares import BLANKS
from kifu.recording.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST_LINE = 200
"""The most characters of a text that stands on one line of a record."""
LONGEST_TEXT = 10_000
"""The most characters of a text of several lines."""
LONGEST_ID = 200
"""The most characters of the id of an event, which clients draw at random. It stands in the journal alone."""
_HALF = re.compile("[\ud800-\udfff]")
"""A lone surrogate: JSON can name it, and no encoding has it."""
SIDES = {"first": Side.FIRST, "second": Side.SECOND}
SIDE_NAMES = ("first", "second")


def members(value: object, known: Sequence[str], what: str) -> Mapping[str, Any]:
    """Return a JSON object that has no other members than those of `known`. Raises Refused."""
    if not isinstance(value, dict):
        raise wrong(what, Message("オブジェクトで書いてください", "it has to be an object"))
    for key in value:
        if key not in known:
            raise wrong(str(key), Message(f"{what} にはありません", f"{what} has no such member"))
    return value


def line(value: object, what: str, *, empty: bool = False) -> str:
    """Return a text that can stand on one line of a record, without the blanks around it. Raises Refused."""
    if not isinstance(value, str):
        raise wrong(what, Message("文字列で書いてください", "it has to be a string"))
    if len(value) > LONGEST_LINE:
        raise wrong(what, Message(f"{LONGEST_LINE} 文字までです", f"it may have {LONGEST_LINE} characters"))
    if "\n" in value or "\t" in value or re.search(CONTROL, value):
        raise wrong(what, Message("改行や制御文字は使えません", "it may have no line ends and no control characters"))
    text = value.strip(BLANKS)
    if not text and not empty:
        raise wrong(what, Message("空です", "it is empty"))
    return text


def text_lines(value: object, what: str) -> tuple[str, ...]:
    """Return the lines of a text, each fit for one line of a record; blanks at the ends of lines are left out.

    Raises Refused.
    """
    if not isinstance(value, str):
        raise wrong(what, Message("文字列で書いてください", "it has to be a string"))
    if len(value) > LONGEST_TEXT:
        raise wrong(what, Message(f"{LONGEST_TEXT} 文字までです", f"it may have {LONGEST_TEXT} characters"))
    lines = tuple(part.rstrip(BLANKS) for part in value.split("\n"))
    for part in lines:
        if "\t" in part or re.search(CONTROL, part) or len(part) > LONGEST_LINE:
            raise wrong(
                what,
                Message(
                    f"一行は {LONGEST_LINE} 文字まで、制御文字は使えません",
                    f"a line may have {LONGEST_LINE} characters, none of them a control character",
                ),
            )
    return lines


def number(value: object, what: str, most: int, least: int = 0) -> int:
    """Return an integer from `least` to `most`. Raises Refused."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise wrong(what, Message(f"{least} から {most} までの整数です", f"it has to be an integer, {least} to {most}"))
    return value


def side(value: object, what: str) -> Side:
    """Return the side that ``first`` or ``second`` names. Raises Refused."""
    if not isinstance(value, str) or value not in SIDES:
        raise wrong(what, Message("first か second です", "it has to be first or second"))
    return SIDES[value]


def choice(value: object, known: Sequence[str], what: str) -> str:
    """Return a text that is one of `known`. Raises Refused."""
    if not isinstance(value, str) or value not in known:
        names = " ".join(known)
        raise wrong(what, Message(f"{names} のどれかです", f"it has to be one of {names}"))
    return value


def identity(value: object) -> str:
    """Return the id of an event. Raises Refused."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_ID or _HALF.search(value):
        raise wrong(
            "id",
            Message(
                f"1 から {LONGEST_ID} 文字までの文字列です", f"it has to be a string of 1 to {LONGEST_ID} characters"
            ),
        )
    return value


def wrong(what: str, message: Message) -> Refused:
    """Return the refusal of a member, by its name."""
    shown = quoted(what)
    return Refused("bad-member", Message(f"{shown}: {message.ja}", f"{shown}: {message.en}"))
