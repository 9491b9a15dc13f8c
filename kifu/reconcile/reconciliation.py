"""The result of reconciling two sheets: verdicts, rows, games, fields."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.reconcile.alignment_rows import EQUAL
from kifu.reconcile.fields import CONFLICTS, REASON, RESULT

if TYPE_CHECKING:
    from kifu.reconcile.alignment import AlignedStep
    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.reconcile.fields import SheetField
    from kifu.reconcile.sheet_distance import FirstDifference
    from kifu.referee.verdict import Verdict


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
            "notes": [{"ja": note.ja, "en": note.en} for note in self.notes],
        } | ({} if self.c is None else {"c": self.c.to_json(), "like_c": list(self.like_c)})
