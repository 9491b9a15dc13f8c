"""Events of a game as frozen values, read from clients' JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS
from kifu.recording import untrusted_json_fields
from kifu.recording.state_and_clock import MAX_BUDGET_SECONDS, SECOND
from kifu.recording.untrusted_json_fields import Rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kifu.core.outcome import Side

MAX_PLIES = 2_000
MAX_MOVE_SECONDS = 100 * 3600
MAX_MILLISECONDS = MAX_BUDGET_SECONDS * SECOND


class MoveEvent(NamedTuple):
    """A move as written, legal or not.

    `seconds` is its time if the clock of the table does not give it.
    """

    ply: int
    text: str
    seconds: int | None = None
    device_ms: int | None = None
    """The time of the move by the device's own clock, in milliseconds."""


class UndoEvent(NamedTuple):
    """Undo of the last end, corrected board or move.

    `ply` has to be the last ply.
    """

    ply: int | None = None


class CorrectEvent(NamedTuple):
    """Correction of the text at a ply.

    What stood there stays in view, and the record names the correction.
    An empty `was` puts a missing line in as `ply`; an empty `text` takes line `ply` out.
    """

    ply: int
    was: str
    text: str


class FoulEvent(NamedTuple):
    """反則: the game ends, and `side` has lost."""

    side: Side
    ply: int | None = None
    """The ply of the foul, if it is said."""


class BoardEvent(NamedTuple):
    """A corrected board after the last ply, as a diagram.

    Play goes on from it.
    """

    diagram: str


class SpecialEvent(NamedTuple):
    """A special word that ends the game.

    `side` is the side that it is about, None: the side to move.
    """

    word: str
    detail: str = ""
    side: Side | None = None


class ClockEvent(NamedTuple):
    """A clock operation: start, press, stop or set."""

    action: str
    side: Side | None = None
    left: tuple[int, int] | None = None
    """For `set`: the milliseconds that each side has left."""


class CommentEvent(NamedTuple):
    """A comment or a bookmark on the position after `ply` plies."""

    ply: int
    lines: tuple[str, ...]
    bookmark: bool = False


class BranchEvent(NamedTuple):
    """A line of play that replaces move `ply`; its moves are texts."""

    ply: int
    moves: tuple[str, ...]
    lines: tuple[str, ...] = ()


class HeaderEvent(NamedTuple):
    """A line of the head that is added or replaced."""

    key: str
    value: str


class PersonEvent(NamedTuple):
    """Somebody joins or leaves the table; `kind` is join or leave."""

    kind: str
    name: str


class NoteEvent(NamedTuple):
    """A remark that stands in the journal, and in no record."""

    lines: tuple[str, ...]


class AgreeEvent(NamedTuple):
    """A second recorder has written the same move."""

    ply: int
    text: str


class SignEvent(NamedTuple):
    """Somebody signs the record as it stands."""

    name: str


class CloseEvent(NamedTuple):
    """The game is closed: nothing is recorded on it any more."""


Event = (
    MoveEvent
    | UndoEvent
    | CorrectEvent
    | FoulEvent
    | BoardEvent
    | SpecialEvent
    | ClockEvent
    | CommentEvent
    | BranchEvent
    | HeaderEvent
    | PersonEvent
    | NoteEvent
    | AgreeEvent
    | SignEvent
    | CloseEvent
)


def read_event_id_and_event(event_json: object) -> tuple[str, Event]:
    """Return the id and event of a client's JSON; may raise Rejected."""
    kind = event_json.get("kind") if isinstance(event_json, dict) else None
    if not isinstance(event_json, dict) or not isinstance(kind, str) or kind not in _READERS:
        names = " ".join(_READERS)
        raise Rejected("unknown-kind", Message(f"kind は {names} のどれかです", f"kind has to be one of {names}"))
    names_of_members, reader = _READERS[kind]
    members = untrusted_json_fields.object_field(event_json, ("id", "kind", *names_of_members.split()), kind)
    return untrusted_json_fields.event_id_field(members.get("id")), reader(members)


def _optional_ply(members: Mapping[str, Any]) -> int | None:
    return None if members.get("ply") is None else _ply(members, 1)


def _ply(members: Mapping[str, Any], least: int) -> int:
    return untrusted_json_fields.integer_field(members.get("ply"), "ply", MAX_PLIES, least)


def _optional(members: Mapping[str, Any], key: str, most: int) -> int | None:
    value = members.get(key)
    return None if value is None else untrusted_json_fields.integer_field(value, key, most)


def _optional_side(members: Mapping[str, Any]) -> Side | None:
    return None if members.get("side") is None else untrusted_json_fields.side_field(members["side"])


def _parse_move(members: Mapping[str, Any]) -> MoveEvent:
    return MoveEvent(
        _ply(members, 1),
        untrusted_json_fields.one_line_field(members.get("text"), "text"),
        _optional(members, "seconds", MAX_MOVE_SECONDS),
        _optional(members, "device_ms", MAX_MOVE_SECONDS * SECOND),
    )


def _parse_correction(members: Mapping[str, Any]) -> CorrectEvent:
    was, text = (
        untrusted_json_fields.one_line_field(members.get(key), key, may_be_empty=True) for key in ("was", "text")
    )
    if was == text:
        raise untrusted_json_fields.field_rejection("text", Message("was と違うものです", "it has to differ from was"))
    return CorrectEvent(_ply(members, 1), was, text)


def _parse_board(members: Mapping[str, Any]) -> BoardEvent:
    return BoardEvent(
        "\n".join(
            line for line in untrusted_json_fields.text_lines_field(members.get("diagram"), "diagram") if line.strip()
        )
    )


def _special(members: Mapping[str, Any]) -> SpecialEvent:
    detail = untrusted_json_fields.one_line_field(members.get("detail", ""), "detail", may_be_empty=True)
    return SpecialEvent(
        untrusted_json_fields.one_line_field(members.get("word"), "word"), detail, _optional_side(members)
    )


def _parse_clock(members: Mapping[str, Any]) -> ClockEvent:
    """Return the event of the clock's members; may raise Rejected."""
    action = untrusted_json_fields.choice_field(members.get("action"), ("start", "press", "stop", "set"), "action")
    left = None
    if action == "set":
        given = untrusted_json_fields.object_field(members.get("left"), SIDE_IDS, "left")
        first, second = (
            untrusted_json_fields.integer_field(given.get(name), f"left.{name}", MAX_MILLISECONDS) for name in SIDE_IDS
        )
        left = (first, second)
    return ClockEvent(action, _optional_side(members), left)


def _parse_comment(members: Mapping[str, Any]) -> CommentEvent:
    bookmark = members.get("bookmark", False)
    if not isinstance(bookmark, bool):
        raise untrusted_json_fields.field_rejection(
            "bookmark", Message("true か false です", "it has to be true or false")
        )
    return CommentEvent(_ply(members, 0), untrusted_json_fields.text_lines_field(members.get("text"), "text"), bookmark)


def _parse_branch(members: Mapping[str, Any]) -> BranchEvent:
    moves = members.get("moves")
    if not isinstance(moves, list) or not 0 < len(moves) <= MAX_PLIES:
        raise untrusted_json_fields.field_rejection(
            "moves", Message("手の文字列の配列です", "it has to be an array of moves")
        )
    text = members.get("text")
    lines = () if text is None else untrusted_json_fields.text_lines_field(text, "text")
    return BranchEvent(
        _ply(members, 1), tuple(untrusted_json_fields.one_line_field(move, "moves") for move in moves), lines
    )


_READERS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Event]]] = {
    "move": ("ply text seconds device_ms", _parse_move),
    "undo": ("ply", lambda members: UndoEvent(_optional_ply(members))),
    "correct": ("ply was text", _parse_correction),
    "foul": (
        "side ply",
        lambda members: FoulEvent(untrusted_json_fields.side_field(members.get("side")), _optional_ply(members)),
    ),
    "board": ("diagram", _parse_board),
    "special": ("word detail side", _special),
    "clock": ("action side left", _parse_clock),
    "comment": ("ply text bookmark", _parse_comment),
    "branch": ("ply moves text", _parse_branch),
    "header": (
        "key value",
        lambda members: HeaderEvent(
            *(untrusted_json_fields.one_line_field(members.get(key), key) for key in ("key", "value"))
        ),
    ),
    "join": (
        "name",
        lambda members: PersonEvent(
            "join", untrusted_json_fields.one_line_field(members.get("name", ""), "name", may_be_empty=True)
        ),
    ),
    "leave": (
        "name",
        lambda members: PersonEvent(
            "leave", untrusted_json_fields.one_line_field(members.get("name", ""), "name", may_be_empty=True)
        ),
    ),
    "note": ("text", lambda members: NoteEvent(untrusted_json_fields.text_lines_field(members.get("text"), "text"))),
    "agree": (
        "ply text",
        lambda members: AgreeEvent(_ply(members, 1), untrusted_json_fields.one_line_field(members.get("text"), "text")),
    ),
    "sign": ("name", lambda members: SignEvent(untrusted_json_fields.one_line_field(members.get("name"), "name"))),
    "close": ("", lambda _members: CloseEvent()),
}
"""The members of each kind of an event, and how they are read."""
KINDS = ("open", *_READERS)
"""Every kind of an event in a journal."""
