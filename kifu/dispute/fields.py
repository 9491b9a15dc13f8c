"""The fields of two sheets beside each other: result, reason, counts, points, head and times, as rows like those of moves."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kifu.dispute.row_words import CLASSES
from kifu.model.errors import InvalidSetup
from kifu.model.message import Message
from kifu.model.outcome import PLAYERS, SIDE_NAMES, Ending, Outcome, Termination
from kifu.referee.claims import Stated, of_a_closing, stated
from notation.formats.kif_claims import RESULT_KEYS
from notation.formats.kif_head import GAME, MATCH, RULES
from notation.formats.kif_match import MATCH_SCORE, SCORE
from notation.timecontrol import BUDGET_KEY, BYOYOMI_KEY, time_control_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.contract.game import Game
    from kifu.dispute.rows import Row
    from kifu.referee.record import Record, Variation
    from kifu.referee.replay import Replay

RESULT, REASON, COUNT, POINTS, TIME, DIAGRAM = "result", "reason", "count", "points", "time", "diagram"
"""The fields that are no lines of the head."""
CONFLICTS = frozenset({"both-differ", "slip-a", "slip-b"})
"""The classes of fields in which both sheets say something, and not the same."""
_KEYS = {"対局日": "開始日時", "開始日": "開始日時", "終了日": "終了日時"}
_DATES = frozenset({"開始日時", "終了日時"})
_FIRST = (GAME, RULES, *PLAYERS, "開始日時", "終了日時", "場所", "棋戦", BUDGET_KEY)
_LAST = (TIME, DIAGRAM, *sorted(RESULT_KEYS), RESULT, REASON, COUNT, POINTS)
_ELSEWHERE = frozenset({MATCH, SCORE, MATCH_SCORE})
"""The keys of the head that are no fields of their own: points are read as :data:`POINTS`."""
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
_NO_REASON = frozenset({None, Termination.DECLARED, Termination.AGREEMENT})
"""What a statement has for a reason if it gives a result alone; 引き分け is also the result of equal totals."""
_DATE = re.compile(r"[\d/.:\-年月日時分秒 TZ()曜月火水木金土日頃]+")
_MINUTE = 60
_DIFFER = Message("食い違い", "they differ")


class Field(NamedTuple):
    """A field of two sheets, with what each has in it."""

    field: str
    """One of the fields named here, or the key of a line of the head."""
    a: str | None
    """The text of A; None if it has none."""
    b: str | None
    kind: str
    """One of :data:`kifu.dispute.row_words.CLASSES`."""
    joint: str | None
    """What both together say; None where nothing decides it."""
    part: int | None = None
    """The number of the game within a match, from 1; None for the whole."""
    ply: int | None = None
    """The ply, for the time of a move and the diagram after it."""
    means_a: object = None
    """Who won by A, or why; None for other fields."""
    means_b: object = None

    @property
    def label(self) -> Message:
        """The name of the field, with its place."""
        english = _IN_ENGLISH.get(self.field)
        name = _LABELS.get(self.field) or Message(
            self.field, self.field if english is None else f"{english} ({self.field})"
        )
        if self.ply is not None:
            name = Message(f"{self.ply} 手目の{name.ja}", f"{name.en} of ply {self.ply}")
        return name if self.part is None else Message(f"対局 {self.part} の{name.ja}", f"game {self.part}, {name.en}")

    @property
    def class_label(self) -> Message:
        """The class in words. Where nothing decides, neither sheet is called wrong."""
        return _DIFFER if self.kind == "both-differ" and self.joint is None else CLASSES[self.kind]

    @property
    def disputed(self) -> bool:
        """Whether the sheets name different winners, or reasons, and nothing decides between them."""
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
            members |= {"means_a": self.means_a, "means_b": self.means_b}
        if self.ply is not None:
            members["ply"] = self.ply
        return members if self.part is None else members | {"part": self.part}


class JointEnd(NamedTuple):
    """How the joint game of one game of two sheets ends, and what the sheets state about that."""

    game: Game
    told: tuple[Variation, Variation]
    """What each sheet states, as lines about the joint game."""
    played: Replay | None
    """The joint game; None for the sum of a match."""
    ending: Ending | None
    """The end by the rules."""
    refuted: tuple[bool, bool]
    """Whether the rules, or a sheet itself, contradict what it states about winner and reason."""


class FieldText(NamedTuple):
    """What a sheet has in a field."""

    text: str
    means: object
    """What equals if two texts say the same."""


class _Key(NamedTuple):
    part: int | None
    field: str
    ply: int | None = None

    @property
    def order(self) -> tuple[int, int, str, int]:
        first = _FIRST.index(self.field) if self.field in _FIRST else len(_FIRST)
        place = len(_FIRST) + 1 + _LAST.index(self.field) if self.field in _LAST else first
        return self.part or 0, place, self.field, self.ply or 0


_Texts = dict[_Key, FieldText]


def fields_of(
    sheets: tuple[Record, Record],
    replays: Sequence[tuple[Replay | None, Replay | None]],
    rows: Sequence[Row],
    ends: Sequence[JointEnd | None],
) -> tuple[Field, ...]:
    """Return the fields of two sheets of one game, in an order that does not depend on the order of the sheets.

    `replays` are those of both sheets for each of their games, and `ends` how the joint game of each ends, None where there
    is none; of a match the last item of both is about its sum.
    """
    texts: tuple[_Texts, _Texts] = ({}, {})
    games = sheets[0].games
    parts: list[tuple[int | None, tuple[Record, Record]]] = [(None, sheets)]
    if games:
        parts = [*enumerate(zip(*(sheet.games for sheet in sheets), strict=True), start=1), (None, sheets)]
    by_key: dict[tuple[int | None, str], JointEnd | None] = {}
    for (part, both), played, end in zip(parts, replays, ends, strict=True):
        by_key |= {(part, field): end for field in (RESULT, REASON, COUNT, POINTS, DIAGRAM)}
        for number, record in enumerate(both):
            texts[number].update({_Key(part, key): text for key, text in _of_the_head(record)})
            main, replay = (record.main, played[number]) if end is None else (end.told[number], end.played)
            game = end.game if end is not None else record.game
            if game is not None:
                texts[number].update({_Key(part, key): text for key, text in _of_the_end(game, main, replay)})
                texts[number].update({_Key(part, DIAGRAM, ply): text for ply, text in _diagrams(game, main, replay)})
        if part is not None or not games:
            for number, found in enumerate(_times(both, [row for row in rows if row.part == part])):
                texts[number].update({_Key(part, TIME, ply): text for ply, text in found.items()})
    keys = sorted({*texts[0], *texts[1]}, key=lambda key: key.order)
    given = sheets[0].rules if sheets[0].rules == sheets[1].rules else None
    rules = None if given is None else FieldText(given, sheets[0].game and sheets[0].game.rules)
    found_fields = (
        _field(
            key,
            [text.get(key) for text in texts],
            by_key.get((key.part, key.field)),
            rules if key.field == RULES else None,
        )
        for key in keys
    )
    return tuple(field for field in found_fields if field is not None)


def field_key(key: str) -> str:
    """Return the field of a line of the head by its key: ▲ is 先手, and 対局日 is 開始日時."""
    if key in SIDE_NAMES:
        return PLAYERS[SIDE_NAMES[key]]
    return BUDGET_KEY if key == BYOYOMI_KEY else _KEYS.get(key, key)


def _of_the_head(record: Record) -> Iterator[tuple[str, FieldText]]:
    """Yield the lines of a head by their keys; of two with one key the first."""
    head = record.head
    claims = {claim.line: claim for claim in (record.main.closing, *record.main.claims) if claim is not None}
    for key, value in head.items():
        name = field_key(key)
        if key in _ELSEWHERE or (key == BYOYOMI_KEY and BUDGET_KEY in head):
            continue
        if key in {BUDGET_KEY, BYOYOMI_KEY}:
            text = "、".join(head[one] for one in (BUDGET_KEY, BYOYOMI_KEY) if one in head)
            control = time_control_of(head)
            yield BUDGET_KEY, FieldText(text, _plain(text) if control is None else control)
        elif key in RESULT_KEYS and record.game is not None:
            line = next(header.line for header in record.headers if header.key == key)
            means: object = _plain(value)
            if line in claims:
                said = of_a_closing(record.game, claims[line])
                means = (said.outcomes, said.reason, said.count)
            yield key, FieldText(value, means)
        else:
            yield name, FieldText(value, _meaning(record, name, value))


def _meaning(record: Record, key: str, value: str) -> object:
    if key == GAME and record.game is not None:
        return record.game.id
    if key == RULES and record.game is not None and record.rules == value:
        return record.game.rules
    plain = unicodedata.normalize("NFKC", value)
    if key in _DATES and _DATE.fullmatch(plain):
        return tuple(map(int, re.findall(r"\d+", plain)))
    return _plain(value)


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _of_the_end(game: Game, main: Variation, played: Replay | None) -> Iterator[tuple[str, FieldText]]:
    """Yield what a sheet states about the end of a game: winner, reason, number of plies, points."""
    if played is not None:
        said = stated(game, main, played)
    else:
        closing = None if main.closing is None else of_a_closing(game, main.closing)
        said = Stated(None, closing, tuple(of_a_closing(game, claim) for claim in main.claims))
    below = [one for one in (said.closing, said.word) if one is not None]
    winners = [one for one in (*below, *said.head) if len(one.outcomes) == 1]
    if winners:
        yield RESULT, FieldText(winners[0].text, winners[0].outcome or "none")
    reasons = [one for one in (*below[::-1], *said.head) if one.reason not in _NO_REASON]
    if reasons:
        yield REASON, FieldText(reasons[0].text, reasons[0].reason)
    counts = [one.count for one in (*below, *said.head) if one.count is not None]
    if counts:
        yield COUNT, FieldText(_counted(counts[0]), counts[0])
    if main.score is not None:
        points = (main.score.first, main.score.second)
        yield POINTS, FieldText(_points(points), points)


def _diagrams(game: Game, main: Variation, played: Replay | None) -> Iterator[tuple[int, FieldText]]:
    """Yield the diagrams between the moves, each with the position that it shows as its meaning."""
    for ply, diagram in main.checkpoints:
        rows = [row.cells for row in diagram.rows] + [f"{field.key}：{field.value}" for field in diagram.fields]
        means: object = tuple(rows)
        if played is not None and ply < len(played.positions):
            with suppress(InvalidSetup):
                means = game.spell_diagram(game.read_diagram(diagram, played.positions[ply]))
        yield ply, FieldText(" / ".join(rows), means)


def _counted(plies: int) -> str:
    return f"まで{plies}手"


def _points(points: tuple[float, float]) -> str:
    return f"先手{points[0]:g} 後手{points[1]:g}"


def _times(both: tuple[Record, Record], rows: Sequence[Row]) -> tuple[dict[int | None, FieldText], ...]:
    """Return the times of the moves of both sheets by ply; by None if one sheet times its moves, and the other does not."""
    seconds = [
        {entry.ply: entry.seconds for entry in record.main.entries if entry.seconds is not None} for record in both
    ]
    if not all(seconds):
        return tuple({None: FieldText(f"{len(one)} 手", len(one))} if one else {} for one in seconds)
    found: tuple[dict[int | None, FieldText], dict[int | None, FieldText]] = ({}, {})
    for row in rows:
        if row.ply_a is not None and row.ply_b is not None:
            for one, ply, own in zip(found, (row.ply_a, row.ply_b), seconds, strict=True):
                if ply in own:
                    one.setdefault(row.ply, FieldText(spent(own[ply]), own[ply]))
    for one, record in zip(found, both, strict=True):
        special = record.main.special
        if special is not None and special.seconds is not None:
            one.setdefault(
                1 + max((row.ply for row in rows), default=0), FieldText(spent(special.seconds), special.seconds)
            )
    return found


def spent(seconds: int) -> str:
    """Return a time of a move as it is written: 1:05."""
    return f"{seconds // _MINUTE}:{seconds % _MINUTE:02d}"


def _field(key: _Key, texts: Sequence[FieldText | None], end: JointEnd | None, given: FieldText | None) -> Field | None:
    """Return one field; None for a line of the head about the result that one sheet lacks: the result is a field itself.

    `given` is what both sheets are judged by, whatever they say: the rules that a command gives.
    """
    a, b = texts
    made = Field(key.field, a and a.text, b and b.text, "same", None, key.part, key.ply)
    if key.field in {RESULT, REASON}:
        made = made._replace(means_a=a and a.means, means_b=b and b.means)
    if a is None or b is None:
        one = a or b
        assert one is not None  # noqa: S101 - the key is one of a text
        if key.field in RESULT_KEYS:
            return None
        right = given or _right(key, texts, end)
        if (end is not None or given is not None) and (
            right is None or right.means != one.means
        ):  # it does not follow from the joint game
            return made._replace(kind="slip-b" if a is None else "slip-a", joint=right and right.text)
        return made._replace(kind="missing-a" if a is None else "missing-b", joint=right and right.text)
    if a.means == b.means:
        same = a.text == b.text
        shorter = min(a.text, b.text, key=lambda text: (len(text), text))
        return made._replace(kind="same" if same else "same-meaning", joint=shorter)
    right = given or _right(key, texts, end)
    if right is None or right.means not in {a.means, b.means}:
        return made._replace(kind="both-differ", joint=right and right.text)
    return made._replace(kind="slip-b" if right.means == a.means else "slip-a", joint=right.text)


def _right(key: _Key, texts: Sequence[FieldText | None], end: JointEnd | None) -> FieldText | None:
    """Return what a field has to say where two sheets do not say the same; None where nothing decides it.

    The rules decide winner, reason, count and points of a joint game that they end. A winner or reason that is refuted
    gives way to that of the other sheet. What one sheet lacks, it is taken to leave to the other.
    """
    said = [text for text in texts if text is not None]
    alone = said[0] if len(said) == 1 else None
    if end is None:
        return None if key.field in {RESULT, REASON, COUNT, POINTS, DIAGRAM} else alone
    by_the_rules = _by_the_rules(key, end)
    if by_the_rules is not None:
        return next((text for text in said if text.means == by_the_rules.means), by_the_rules)
    if key.field in {RESULT, REASON}:
        kept = [text for text, refuted in zip(texts, end.refuted, strict=True) if text is not None and not refuted]
        return kept[0] if len(kept) == 1 else None
    return alone


def _by_the_rules(key: _Key, end: JointEnd) -> FieldText | None:
    field = key.field
    if field == DIAGRAM and end.played is not None and key.ply is not None and key.ply < len(end.played.positions):
        diagram = end.game.spell_diagram(end.played.positions[key.ply])
        return FieldText(" / ".join(diagram.split("\n")), diagram)
    if end.played is not None and field == COUNT:
        plies = len(end.played.moves)
        return FieldText(_counted(plies), plies)
    if end.played is not None and field == POINTS:
        points = end.game.score(end.played.positions[-1])
        return FieldText(_points(points), points)
    if end.ending is None or field not in {RESULT, REASON}:
        return None
    if field == REASON:
        return FieldText(end.ending.termination.label.ja, end.ending.termination)
    winner = end.ending.outcome
    return FieldText("勝敗なし" if winner is None else end.game.outcome_label(winner).ja, winner or "none")


def who_won(fields: Sequence[Field], game: Game | None) -> Iterator[Message]:
    """Yield a sentence for each game whose sheets name different winners or reasons: what each says, and what decides."""
    by_key = {(field.part, field.field): field for field in fields}
    for field in fields:
        if field.field not in {RESULT, REASON} or field.kind not in CONFLICTS:
            continue
        other = by_key.get((field.part, REASON if field.field == RESULT else RESULT))
        if field.field == REASON and other is not None and other.kind in CONFLICTS:
            continue  # said with the winner
        reason = other if field.field == RESULT else None
        a, b = (
            _said(game, means, None if reason is None else because)
            for means, because in zip(
                (field.means_a, field.means_b),
                (None, None) if reason is None else (reason.means_a, reason.means_b),
                strict=True,
            )
        )
        about = field.label
        decided = Message("どちらかは規則からは決まりません", "the rules do not decide which")
        if field.joint is not None:
            decided = Message(f"読み合わせでは {field.joint}", f"in the joint reading: {field.joint}")
        yield Message(
            f"{about.ja}が食い違います: A は「{a.ja}」、B は「{b.ja}」。{decided.ja}",
            f"the sheets differ in the {about.en}: A says {a.en}, B says {b.en}; {decided.en}",
        )


def _said(game: Game | None, means: object, reason: object) -> Message:
    if isinstance(means, Termination):
        return means.label
    if not isinstance(means, Outcome):
        label = Message("勝敗なし", "nobody wins")
    else:
        label = means.label if game is None else game.outcome_label(means)
    if isinstance(reason, Termination):
        return Message(f"{label.ja} ({reason.label.ja})", f"{label.en} ({reason.label.en})")
    return label
