"""Values of a reconciliation of two sheets: status, fields, joint games, JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.core.outcome import PLAYERS
from kifu.reconcile.alignment_rows import CLASSES, EQUAL
from notation.formats.kif_head_reader import GAME, RESULT_KEYS, RULES
from notation.time_control_and_time_checks import BUDGET_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.reconcile.alignment import AlignedStep
    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.reconcile.distance_and_first_difference import FirstDifference
    from kifu.referee.verdict import Verdict


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
_FIELD_LABELS = {
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
            name = _FIELD_LABELS.get(self.field, own)
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
        return field_text_for_people(self.a, self.said[0], alike=alike), field_text_for_people(
            self.b, self.said[1], alike=alike
        )

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
            "label": self.label.to_json(),
        }
        if self.field in {RESULT, REASON}:
            members |= {"means_a": self.means[0], "means_b": self.means[1]}
            said = [None if one is None else one.to_json() for one in self.said[:2]]
            members |= {"says_a": said[0], "says_b": said[1]}
        if self.ply is not None:
            members["ply"] = self.ply
        return members if self.part is None else members | {"part": self.part}


def field_class_text(kind: str, joint: str | None) -> Message:
    """Return the class of a field in words."""
    return _DIFFER if kind == "both-differ" and joint is None else CLASSES[kind]


def field_text_for_people(written_text: str | None, meaning: Message | None, *, alike: bool) -> Message | None:
    """Return a sheet's text of a field for people.

    Of two texts that are written `alike` and mean different things also its meaning.
    """
    if written_text is None or meaning is None or not alike:
        return None if written_text is None else Message(written_text, written_text)
    return Message(f"{written_text} ({meaning.ja})", f"{written_text} ({meaning.en})")


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


class ReconciliationStatus(StrEnum):
    """The verdicts on two sheets: a closed set."""

    IDENTICAL = "identical"
    SAME_GAME = "same-game"
    ONE_LEGAL = "one-legal"
    BOTH_LEGAL_DIFFERENT = "both-legal-different"
    UNDECIDED = "undecided"

    @property
    def label(self) -> Message:
        """The verdict in words."""
        return _LABELS[self]


_LABELS = {
    ReconciliationStatus.IDENTICAL: Message(
        "同じ棋譜です", "the sheets are equal, move by move, and in result and head"
    ),
    ReconciliationStatus.SAME_GAME: Message("一つの対局として読めます", "both sheets are slips of one game"),
    ReconciliationStatus.ONE_LEGAL: Message(
        "一方だけが最後まで正しく、それが唯一の最も近い対局です",
        "only one sheet is legal to its end, and it is the only cheapest game",
    ),
    ReconciliationStatus.BOTH_LEGAL_DIFFERENT: Message(
        "どちらも最後まで正しく、違う対局です。どちらが正しいかは決めません",
        "each sheet is legal to its end, and they differ; this program does not choose",
    ),
    ReconciliationStatus.UNDECIDED: Message("一つに決まりません", "no joint game, or several"),
}


_ONE_GAME = frozenset({ReconciliationStatus.IDENTICAL, ReconciliationStatus.SAME_GAME, ReconciliationStatus.ONE_LEGAL})


class JointGame(NamedTuple):
    """A joint game of the whole record: moves, and steps by part.

    A match has two parts.
    """

    moves: tuple[str, ...]
    steps: tuple[tuple[AlignedStep, ...], ...]
    lines: tuple[int, ...]


class Reconciliation(NamedTuple):
    """The reconciliation of two sheets."""

    word: ReconciliationStatus
    rows: tuple[AlignmentRow, ...]
    games: tuple[tuple[str, ...], ...]
    """The canonical moves of every cheapest joint game; of both sheets for both-legal-different."""
    difference: FirstDifference | None
    """The first place where the sheets do not say the same; None if they are identical, or nothing was compared."""
    a: Verdict
    b: Verdict
    cost: int | None
    """The number of slips of a cheapest game; None if there is none, or none was searched for."""
    complete: bool
    """Whether the search came to its end; False if a limit ended it."""
    notes: tuple[Message, ...] = ()
    """What else is to be said: a limit, claims that differ."""
    joint: JointGame | None = None
    """The single cheapest game with its steps; None if there is none, or several."""
    c: Verdict | None = None
    """The verdict on the arbiter's sheet."""
    fields: tuple[SheetField, ...] = ()
    """What the sheets say besides their moves: result, head, times."""
    equal: bool = False
    """Whether the moves of both are equal by meaning."""
    like_c: tuple[bool, ...] = ()
    """For each of `games`, whether the arbiter's sheet says the same; empty without one."""

    @property
    def label(self) -> Message:
        """The verdict in words.

        It says what differs if the moves do not, and that the winners do.
        """
        differing = [field for field in self.fields if field.kind not in EQUAL]
        labels = list(dict.fromkeys(field._replace(ply=None).label for field in differing))
        names = Message("、".join(label.ja for label in labels), ", ".join(label.en for label in labels))
        disputed = [field.field for field in differing if field.field in {RESULT, REASON} and field.kind in CONFLICTS]
        what = Message("勝者", "winner") if RESULT in disputed else Message("終局の理由", "reason of the end")
        if (
            self.difference is not None
            and self.difference.rules
            and self.word is ReconciliationStatus.BOTH_LEGAL_DIFFERENT
        ):
            return Message(
                "規則が違い、それぞれの規則ではどちらも最後まで正しい。どちらが正しいかは決めません",
                "the rules differ, and each sheet is legal to its end by its own; this program does not choose",
            )
        if self.equal and self.word is ReconciliationStatus.BOTH_LEGAL_DIFFERENT:
            return Message(
                f"指し手は同じですが、{what.ja}が食い違います。どちらが正しいかは決めません",
                f"the moves are equal, but the sheets differ in the {what.en}; this program does not choose",
            )
        if self.equal and self.word is ReconciliationStatus.SAME_GAME:
            if not self.conflicts:
                return Message(
                    f"指し手は同じで、一方にだけ書いてある欄があります: {names.ja}",
                    f"the moves are equal, and one sheet has what the other lacks: {names.en}",
                )
            return Message(
                f"指し手は同じですが、違う欄があります: {names.ja}",
                f"the moves are equal, but these fields differ: {names.en}",
            )
        said = self._legal_sheet_text or self.word.label
        return (
            said
            if not disputed
            else Message(f"{said.ja}。{what.ja}も食い違います", f"{said.en}; they differ in the {what.en} too")
        )

    @property
    def _legal_sheet_text(self) -> Message | None:
        """The legal sheet, and the slips between it and the other.

        None where not one alone is legal.
        """
        legal = [not verdict.status.exit_code for verdict in (self.a, self.b)]
        if self.word is not ReconciliationStatus.ONE_LEGAL or sum(legal) != 1 or not self.cost:
            return None
        own, other = ("A", "B") if legal[0] else ("B", "A")
        slips = "a slip of the pen" if self.cost == 1 else f"{self.cost} slips of the pen"
        return Message(
            f"{own} は最後まで規則どおり。{other} は {self.cost} か所の書き違いで {own} になる",
            f"{own} is legal to its end; {other} is {own} but for {slips}",
        )

    @property
    def conflicts(self) -> tuple[SheetField, ...]:
        """The fields in which both sheets say something, and not the same."""
        return tuple(field for field in self.fields if field.kind in CONFLICTS)

    @property
    def agreed(self) -> bool:
        """True if one game is found and nothing is contradicted or unread.

        No field of one sheet contradicts the other, and no line is left that is not understood.
        """
        records = [verdict.record for verdict in (self.a, self.b) if verdict.record is not None]
        unread = any(part.main.unread for record in records for part in (record, *record.games))
        return self.word in _ONE_GAME and bool(self.games) and not self.conflicts and not unread

    @property
    def first_difference(self) -> int | None:
        """The ply of the first difference."""
        return None if self.difference is None else self.difference.ply

    def to_json(self) -> dict[str, object]:
        """Return the reading as a JSON object."""
        return {
            "verdict": self.word.value,
            "first_difference": self.first_difference,
            "difference": None if self.difference is None else self.difference.to_json(),
            "games": [list(game) for game in self.games],
            "rows": [row.to_json() for row in self.rows],
            "fields": [field.to_json() for field in self.fields],
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "cost": self.cost,
            "complete": self.complete,
            "notes": [note.to_json() for note in self.notes],
        } | ({} if self.c is None else {"c": self.c.to_json(), "like_c": list(self.like_c)})
