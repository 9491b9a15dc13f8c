"""A field of two sheets: result, reason, counts, points, head, times."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import PLAYERS
from kifu.reconcile.alignment_rows import CLASSES
from notation.formats.kif_head import GAME, RESULT_KEYS, RULES
from notation.time_control import BUDGET_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RESULT, REASON, COUNT, POINTS, TIME, DIAGRAM = "result", "reason", "count", "points", "time", "diagram"
"""The fields that are no lines of the head."""
OF_THE_END = frozenset({RESULT, REASON, COUNT, POINTS})
"""The fields that a sheet has about the end of a game."""
CONFLICTS = frozenset({"both-differ", "slip-a", "slip-b"})
"""The classes of fields in which both sheets say something, and not the same."""
_IN_ENGLISH = {
    GAME: "game",
    RULES: "rules",
    PLAYERS[0]: "first player",
    PLAYERS[1]: "second player",
    "開始日時": "date",
    "終了日時": "end",
    "場所": "place",
    "棋戦": "event",
    BUDGET_KEY: "time control",
    "備考": "remarks",
    "盤": "board",
}
_LABELS = {
    RESULT: Message("勝者", "winner"),
    REASON: Message("終局の理由", "reason"),
    COUNT: Message("手数", "count"),
    POINTS: Message("得点", "points"),
    TIME: Message("消費時間", "time spent"),
    DIAGRAM: Message("局面図", "diagram"),
}
_DIFFER = Message("食い違い", "they differ")


class SheetField(NamedTuple):
    """A field of two sheets, with what each has in it."""

    field: str
    """One of the fields named here, or the key of a line of the head."""
    a: str | None
    """The text of A; None if it has none."""
    b: str | None
    kind: str
    """One of :data:`kifu.reconcile.alignment_rows.CLASSES`."""
    joint: str | None
    """What both together say; None where nothing decides it."""
    part: int | None = None
    """The number of the game within a match, from 1; None for the whole."""
    ply: int | None = None
    """The ply, for the time of a move and the diagram after it; 0 for the diagram of the start."""
    means: tuple[object, object] = (None, None)
    """Who won by A and by B, or why the game ended; None for other fields."""
    said: tuple[Message | None, Message | None, Message | None] = (None, None, None)
    """The same in words, and what the joint reading has."""

    @property
    def label(self) -> Message:
        """The name of the field, with its place."""
        if self.field in RESULT_KEYS:
            name = Message(f"見出しの{self.field}", f"{self.field} in the head")
        else:
            english = _IN_ENGLISH.get(self.field)
            own = Message(self.field, self.field if english is None else f"{english} ({self.field})")
            name = _LABELS.get(self.field, own)
        if self.ply == 0:
            name = Message("開始局面", "the set-up")
        elif self.ply is not None:
            name = Message(f"{self.ply} 手目の{name.ja}", f"{name.en} of ply {self.ply}")
        return name if self.part is None else Message(f"対局 {self.part} の{name.ja}", f"game {self.part}, {name.en}")

    @property
    def class_label(self) -> Message:
        """The class in words."""
        return field_class_text(self.kind, self.joint)

    @property
    def texts(self) -> tuple[Message | None, Message | None]:
        """The texts of A and B for people."""
        alike = self.a == self.b and self.kind in CONFLICTS
        return field_text(self.a, self.said[0], alike=alike), field_text(self.b, self.said[1], alike=alike)

    @property
    def disputed(self) -> bool:
        """True if the sheets' winners or reasons differ and nothing decides."""
        return self.field in {RESULT, REASON} and self.kind in CONFLICTS and self.joint is None

    def to_json(self) -> dict[str, object]:
        """Return the field as a JSON object."""
        members: dict[str, object] = {
            "field": self.field,
            "a": self.a,
            "b": self.b,
            "class": self.kind,
            "joint": self.joint,
            "label": {"ja": self.label.ja, "en": self.label.en},
        }
        if self.field in {RESULT, REASON}:
            members |= {"means_a": self.means[0], "means_b": self.means[1]}
            said = [None if one is None else {"ja": one.ja, "en": one.en} for one in self.said[:2]]
            members |= {"says_a": said[0], "says_b": said[1]}
        if self.ply is not None:
            members["ply"] = self.ply
        return members if self.part is None else members | {"part": self.part}


def field_class_text(kind: str, joint: str | None) -> Message:
    """Return the class of a field in words."""
    return _DIFFER if kind == "both-differ" and joint is None else CLASSES[kind]


def field_text(text: str | None, said: Message | None, *, alike: bool) -> Message | None:
    """Return a sheet's text of a field for people.

    Of two texts that are written `alike` and mean different things also its meaning.
    """
    if text is None or said is None or not alike:
        return None if text is None else Message(text, text)
    return Message(f"{text} ({said.ja})", f"{text} ({said.en})")


def contested_winner_sentences(fields: Sequence[SheetField]) -> Iterator[Message]:
    """Yield a sentence for each game with contested winners or reasons.

    It says what each sheet says, and what decides.
    """
    reasons = {field.part: field for field in fields if field.field == REASON}
    told = {field.part for field in fields if field.field == RESULT and field.kind in CONFLICTS}
    for field in fields:
        if field.field not in {RESULT, REASON} or field.kind not in CONFLICTS:
            continue
        if field.field == REASON and field.part in told:
            continue
        because = reasons.get(field.part) if field.field == RESULT else None
        a, b = (
            _with_reason(said, None if because is None else because.said[number])
            for number, said in enumerate(field.said[:2])
        )
        decided, about = field.said[2], field.label
        last = Message("規則からは決まりません", "nothing decides which")
        if decided is not None:
            last = Message(f"読み合わせでは「{decided.ja}」", f"in the joint reading: {decided.en}")
        yield Message(
            f"{about.ja}が食い違います: A は「{a.ja}」、B は「{b.ja}」。{last.ja}",
            f"the sheets differ in the {about.en}: A says {a.en}, B says {b.en}; {last.en}",
        )


def _with_reason(said: Message | None, reason: Message | None) -> Message:
    said = said or Message("(なし)", "nothing")
    return said if reason is None else Message(f"{said.ja} ({reason.ja})", f"{said.en} ({reason.en})")
