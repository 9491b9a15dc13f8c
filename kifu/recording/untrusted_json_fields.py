"""Validation of untrusted JSON objects: types, limits, and errors of recording."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from kifu.core.errors import KifuError
from kifu.core.message import CONTROL, Message, quoted
from kifu.core.outcome import SIDE_IDS, Side
from kifu.core.squares import BLANKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


NO_GAME = Message("その対局はありません", "there is no such game")
STALE = Message("ほかの記録が先に入りました", "another event was taken before it")
BAD_JSON = Message("JSON として読めません", "it is no JSON")


class Rejected(KifuError):
    """An event or request that is taken in no state."""

    def __init__(self, code: str, message: Message, article: str | None = None) -> None:
        super().__init__(code, message, article=article)


def unknown_ply_rejection() -> Rejected:
    """Return the rejection of a ply that is not there."""
    return Rejected("no-such-ply", Message("その手はまだありません", "there is no such ply yet"))


def error_json(wrong: KifuError) -> dict[str, object]:
    """Return an error as JSON, with its line if it has one."""
    body: dict[str, object] = {"error": wrong.code, "message": wrong.message.to_json()}
    return body if wrong.line is None else {**body, "line": wrong.line}


MAX_LINE_CHARACTERS = 200
"""The most characters of a text that stands on one line of a record."""
MAX_TEXT_CHARACTERS = 10_000
"""The most characters of a text of several lines."""
MAX_ID_CHARACTERS = 200
"""The most characters of the id of an event, which clients draw at random. It stands in the journal alone."""
_HALF = re.compile("[\ud800-\udfff]")
"""A lone surrogate: JSON can name it, and no encoding has it."""


def object_field(value: object, known_members: Sequence[str], field_name: str) -> Mapping[str, Any]:
    """Return a JSON object with known members only; may raise Rejected."""
    if not isinstance(value, dict):
        raise field_rejection(field_name, Message("オブジェクトで書いてください", "it has to be an object"))
    for key in value:
        if key not in known_members:
            raise field_rejection(str(key), Message(f"{field_name} にはありません", f"{field_name} has no such member"))
    return value


def one_line_field(value: object, field_name: str, *, may_be_empty: bool = False) -> str:
    """Return a stripped text of one line; may raise Rejected."""
    if not isinstance(value, str):
        raise field_rejection(field_name, Message("文字列で書いてください", "it has to be a string"))
    if len(value) > MAX_LINE_CHARACTERS:
        raise field_rejection(
            field_name, Message(f"{MAX_LINE_CHARACTERS} 文字までです", f"it may have {MAX_LINE_CHARACTERS} characters")
        )
    if "\n" in value or "\t" in value or re.search(CONTROL, value):
        raise field_rejection(
            field_name, Message("改行や制御文字は使えません", "it may have no line ends and no control characters")
        )
    text = value.strip(BLANKS)
    if not text and not may_be_empty:
        raise field_rejection(field_name, Message("空です", "it is empty"))
    return text


def text_lines_field(value: object, field_name: str) -> tuple[str, ...]:
    """Return the lines of a text, blanks at their ends removed.

    Raises Rejected.
    """
    if not isinstance(value, str):
        raise field_rejection(field_name, Message("文字列で書いてください", "it has to be a string"))
    if len(value) > MAX_TEXT_CHARACTERS:
        raise field_rejection(
            field_name, Message(f"{MAX_TEXT_CHARACTERS} 文字までです", f"it may have {MAX_TEXT_CHARACTERS} characters")
        )
    lines = tuple(part.rstrip(BLANKS) for part in value.split("\n"))
    for part in lines:
        if "\t" in part or re.search(CONTROL, part) or len(part) > MAX_LINE_CHARACTERS:
            raise field_rejection(
                field_name,
                Message(
                    f"一行は {MAX_LINE_CHARACTERS} 文字まで、制御文字は使えません",
                    f"a line may have {MAX_LINE_CHARACTERS} characters, none of them a control character",
                ),
            )
    return lines


def integer_field(value: object, field_name: str, maximum: int, minimum: int = 0) -> int:
    """Return an integer from `minimum` to `maximum`. Raises Rejected."""
    if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
        raise field_rejection(
            field_name,
            Message(f"{minimum} から {maximum} までの整数です", f"it has to be an integer, {minimum} to {maximum}"),
        )
    return value


def side_field(value: object) -> Side:
    """Return the side that ``first`` or ``second`` names. Raises Rejected."""
    if not isinstance(value, str) or value not in SIDE_IDS:
        raise field_rejection("side", Message("first か second です", "it has to be first or second"))
    return Side(SIDE_IDS.index(value))


def choice_field(value: object, choices: Sequence[str], field_name: str) -> str:
    """Return a text that is one of `choices`. Raises Rejected."""
    if not isinstance(value, str) or value not in choices:
        names = " ".join(choices)
        raise field_rejection(field_name, Message(f"{names} のどれかです", f"it has to be one of {names}"))
    return value


def event_id_field(value: object) -> str:
    """Return the id of an event. Raises Rejected."""
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ID_CHARACTERS or _HALF.search(value):
        raise field_rejection(
            "id",
            Message(
                f"1 から {MAX_ID_CHARACTERS} 文字までの文字列です",
                f"it has to be a string of 1 to {MAX_ID_CHARACTERS} characters",
            ),
        )
    return value


def field_rejection(what: str, message: Message) -> Rejected:
    """Return the refusal of a member, by its name."""
    shown = quoted(what)
    return Rejected("bad-member", Message(f"{shown}: {message.ja}", f"{shown}: {message.en}"))


def parse_strict_json(json_text: str) -> object:
    """Return the value of a JSON text.

    Raises ValueError also for what two readers may take for two values: the same member twice, NaN and infinities. Raises
    RecursionError for a value that is nested too deeply.
    """
    value: object = json.loads(json_text, object_pairs_hook=_object_without_repeats, parse_constant=_constant)
    return value


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a member stands twice")
    return value


def _constant(name: str) -> None:
    raise ValueError(name)
