"""Comparison of two sheets' fields: head, result, times, diagrams."""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.errors import InvalidSetup
from kifu.core.message import Message
from kifu.core.outcome import PLAYERS, SIDE_NAMES, Ending, Outcome
from kifu.reconcile.reconciliation import COUNT, DIAGRAM, OF_THE_END, POINTS, REASON, RESULT, TIME, SheetField
from kifu.referee.compare_end_claims import NO_REASON
from kifu.referee.record import Checkpoint
from kifu.referee.recorded_end_statements import EndStatements, read_end_statements, statement_of_closing_line
from notation.formats.kif_head_reader import GAME, MATCH, MATCH_SCORE, RESULT_KEYS, RULES, SCORE
from notation.time_control_and_time_checks import BUDGET_KEY, BYOYOMI_KEY, time_control_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.core.game.game import Game
    from kifu.reconcile.alignment_rows import AlignmentRow
    from kifu.referee.record import Header, Record, Variation
    from kifu.referee.recorded_end_statements import EndStatement
    from kifu.referee.replay import Replay

_KEYS = {"対局日": "開始日時", "開始日": "開始日時", "終了日": "終了日時"}
_DATES = frozenset({"開始日時", "終了日時"})
_FIRST = (GAME, RULES, *PLAYERS, "開始日時", "終了日時", "場所", "棋戦", BUDGET_KEY)
_LAST = (TIME, DIAGRAM, *sorted(RESULT_KEYS), RESULT, REASON, COUNT, POINTS)
_ELSEWHERE = frozenset({MATCH, SCORE, MATCH_SCORE})
"""The keys of the head that are no fields of their own: points are read as POINTS."""
_DATE = re.compile(r"[\d/.:\-年月日時分秒 TZ()曜月火水木金土日頃]+")
_MINUTE = 60
_NOBODY = "none"
"""The meaning of a result without a winner, such as 中断."""


class JointEnd(NamedTuple):
    """The end of a joint game, and the sheets' claims about it."""

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
    """A sheet's text of a field, and its meaning."""

    text: str
    means: object
    """What equals if two texts say the same."""
    said: Message | None = None
    """The same in words, of a winner and of a reason."""


class _Key(NamedTuple):
    part: int | None
    field: str
    ply: int | None = None

    @property
    def sort_key(self) -> tuple[int, int, str, int]:
        first = _FIRST.index(self.field) if self.field in _FIRST else len(_FIRST)
        place = len(_FIRST) + 1 + _LAST.index(self.field) if self.field in _LAST else first
        return self.part or 0, place, self.field, self.ply or 0


_Texts = dict[_Key, FieldText]


def compare_fields(
    sheets: tuple[Record, Record],
    replays: Sequence[tuple[Replay | None, Replay | None]],
    rows: Sequence[AlignmentRow],
    joint_ends: Sequence[JointEnd | None],
) -> tuple[SheetField, ...]:
    """Return the fields of two sheets, independent of their order.

    `replays` are those of both sheets for each of their games, and `joint_ends` how the joint game of each ends, None where there
    is none; of a match the last item of both is about its sum.
    """
    texts: tuple[_Texts, _Texts] = ({}, {})
    games = sheets[0].games
    parts: list[tuple[int | None, tuple[Record, Record]]] = [(None, sheets)]
    if games:
        parts = [*enumerate(zip(*(sheet.games for sheet in sheets), strict=True), start=1), (None, sheets)]
    by_key: dict[tuple[int | None, str], JointEnd | None] = {}
    for (part, both), played, end in zip(parts, replays, joint_ends, strict=True):
        by_key |= {(part, field): end for field in OF_THE_END | {DIAGRAM}}
        for number, record in enumerate(both):
            texts[number].update({_Key(part, key): text for key, text in _head_fields(record)})
            main, replay = (record.main, played[number]) if end is None else (end.told[number], end.played)
            game = end.game if end is not None else record.game
            if game is not None:
                texts[number].update({_Key(part, key): text for key, text in _end_fields(game, main, replay)})
                shown = main.checkpoints
                if record.setup is not None and (part is not None or not games):
                    shown = (Checkpoint(0, record.setup), *shown)
                texts[number].update(
                    {_Key(part, DIAGRAM, ply): text for ply, text in _diagram_fields(game, shown, replay)}
                )
        if part is not None or not games:
            for number, found in enumerate(_time_fields(both, [row for row in rows if row.part == part])):
                texts[number].update({_Key(part, TIME, ply): text for ply, text in found.items()})
    keys = sorted({*texts[0], *texts[1]}, key=lambda key: key.sort_key)
    given = sheets[0].rules if sheets[0].rules == sheets[1].rules else None
    rules = None if given is None else FieldText(given, (sheets[0].game and sheets[0].game.rules,))
    found_fields = (
        _compare_field(
            key,
            [text.get(key) for text in texts],
            by_key.get((key.part, key.field)),
            rules if key.field == RULES else None,
        )
        for key in keys
    )
    games_differ = len({sheet.game.rules for sheet in sheets if sheet.game is not None}) > 1
    return tuple(
        # Where one sheet names no rules, its own are the default ones.
        field._replace(kind="both-differ", joint=None) if field.field == RULES and games_differ else field
        for field in found_fields
        if field is not None
    )


def canonical_field_key(key: str) -> str:
    """Return the field of a header: ▲ is 先手, 対局日 is 開始日時."""
    if key in SIDE_NAMES:
        return PLAYERS[SIDE_NAMES[key]]
    return BUDGET_KEY if key == BYOYOMI_KEY else _KEYS.get(key, key)


def _head_fields(record: Record) -> Iterator[tuple[str, FieldText]]:
    """Yield the lines of a head by field, equal keys joined."""
    head = record.head
    claims = {claim.line: claim for claim in (record.main.closing, *record.main.claims) if claim is not None}
    lines: dict[str, list[Header]] = {}
    for header in record.headers:
        if header.key not in _ELSEWHERE:
            lines.setdefault(canonical_field_key(header.key), []).append(header)
    for field, headers in lines.items():
        values = tuple(dict.fromkeys(header.value for header in headers))
        means: object = tuple(dict.fromkeys(_header_meaning(record, field, value) for value in values))
        if field == BUDGET_KEY:
            means = time_control_of(head) or means
        elif field in RESULT_KEYS and record.game is not None and all(header.line in claims for header in headers):
            said = [statement_of_closing_line(record.game, claims[header.line]) for header in headers]
            means = frozenset((one.outcomes, one.reason, one.count) for one in said)
        yield field, FieldText("、".join(values), means)


def _header_meaning(record: Record, key: str, value: str) -> object:
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


def _end_fields(game: Game, main: Variation, replay: Replay | None) -> Iterator[tuple[str, FieldText]]:
    """Yield a sheet's claims about the end: winner, reason, plies, points."""
    if replay is not None:
        said = read_end_statements(game, main, replay)
    else:
        closing = None if main.closing is None else statement_of_closing_line(game, main.closing)
        said = EndStatements(None, closing, tuple(statement_of_closing_line(game, claim) for claim in main.claims))
    below = [one for one in (said.closing, said.word) if one is not None]
    winners = [one for one in (*below, *said.head) if len(one.outcomes) == 1]
    if winners:
        outcome = winners[0].outcome
        yield RESULT, FieldText(_all(winners), outcome or _NOBODY, _winner(game, outcome))
    reasons = [one for one in (*below[::-1], *said.head) if one.reason not in NO_REASON]
    if reasons:
        reason = reasons[0].reason
        yield REASON, FieldText(_all(reasons), reason, None if reason is None else reason.label)
    counts = [one.count for one in (*below, *said.head) if one.count is not None]
    if counts:
        yield COUNT, FieldText(_plies_text(counts[0]), counts[0])
    if main.score is not None:
        points = (main.score.first, main.score.second)
        yield POINTS, FieldText(_points(points), points)


def _diagram_fields(
    game: Game, checkpoints: Sequence[Checkpoint], replay: Replay | None
) -> Iterator[tuple[int, FieldText]]:
    """Yield diagrams, each with the position that it shows as its meaning."""
    for ply, diagram in checkpoints:
        rows = [row.cells for row in diagram.rows] + [f"{field.key}：{field.value}" for field in diagram.fields]
        means: object = tuple(rows)
        if replay is not None and ply < len(replay.positions):
            with suppress(InvalidSetup):
                means = game.spell_diagram(game.read_diagram(diagram, replay.positions[ply]))
        yield ply, FieldText(" / ".join(rows), means)


def _all(statements: Sequence[EndStatement]) -> str:
    return "、".join(dict.fromkeys(statement.text for statement in statements))


def _winner(game: Game, outcome: Outcome | None) -> Message:
    return Message("勝敗なし", "nobody wins") if outcome is None else game.outcome_label(outcome)


def _plies_text(plies: int) -> str:
    return f"まで{plies}手"


def _points(points: tuple[float, float]) -> str:
    return f"先手{points[0]:g} 後手{points[1]:g}"


def _time_fields(
    sheets: tuple[Record, Record], rows: Sequence[AlignmentRow]
) -> tuple[dict[int | None, FieldText], ...]:
    """Return both sheets' move times by ply; None: one has none."""
    seconds = [
        {entry.ply: entry.seconds for entry in record.main.entries if entry.seconds is not None} for record in sheets
    ]
    if not all(seconds):
        return tuple({None: FieldText(f"{len(one)} 手", len(one))} if one else {} for one in seconds)
    found: tuple[dict[int | None, FieldText], dict[int | None, FieldText]] = ({}, {})
    for row in rows:
        if row.ply_a is not None and row.ply_b is not None:
            for one, ply, own in zip(found, (row.ply_a, row.ply_b), seconds, strict=True):
                if ply in own:
                    one.setdefault(row.ply, FieldText(clock_text(own[ply]), own[ply]))
    for one, record in zip(found, sheets, strict=True):
        special = record.main.special
        if special is not None and special.seconds is not None:
            one.setdefault(
                1 + max((row.ply for row in rows), default=0), FieldText(clock_text(special.seconds), special.seconds)
            )
    return found


def clock_text(seconds: int) -> str:
    """Return a time of a move as it is written: 1:05."""
    return f"{seconds // _MINUTE}:{seconds % _MINUTE:02d}"


def _compare_field(
    key: _Key, texts: Sequence[FieldText | None], joint_end: JointEnd | None, agreed: FieldText | None
) -> SheetField | None:
    """Return one field; None if the result has its own.

    That is so for a line of the head about the result which one sheet lacks.
    `agreed` is what both sheets are judged by, whatever they say: the rules that a command gives.
    """
    a, b = texts
    found = [text for text in texts if text is not None]
    if len(found) == 1 and isinstance(found[0].means, frozenset):
        return None
    if a is not None and b is not None and a.means == b.means:
        right: FieldText | None = min(found, key=lambda text: (len(text.text), text.text))
        kind = "same" if a.text == b.text else "same-meaning"
    else:
        right = agreed or _decided_value(key, texts, joint_end)
        kind = _field_class(texts, right, open_=key.field == REASON or (joint_end is None and agreed is None))
    return SheetField(
        key.field,
        a and a.text,
        b and b.text,
        kind,
        right and right.text,
        key.part,
        key.ply,
        (a and a.means, b and b.means) if key.field in {RESULT, REASON} else (None, None),
        (a and a.said, b and b.said, right and right.said),
    )


def _field_class(texts: Sequence[FieldText | None], decided: FieldText | None, *, open_: bool) -> str:
    """Return the class of a field in which the sheets differ.

    `decided` is what it has to say.
    What one sheet lacks is no slip if the text of the other is `open_`: nothing says that it is wrong.
    """
    a, b = texts
    follows = [decided is not None and text is not None and text.means == decided.means for text in texts]
    if a is None or b is None:
        missing = "missing-a" if a is None else "missing-b"
        return missing if any(follows) or open_ else "slip-b" if a is None else "slip-a"
    return {(True, False): "slip-b", (False, True): "slip-a"}.get((follows[0], follows[1]), "both-differ")


def _decided_value(key: _Key, texts: Sequence[FieldText | None], joint_end: JointEnd | None) -> FieldText | None:
    """Return what a differing field should say; None if undecided.

    The rules decide winner, reason, count and points of a joint game that they end. A winner or reason that is refuted
    gives way to that of the other sheet. What one sheet lacks, it is taken to leave to the other.
    """
    said = [text for text in texts if text is not None]
    alone = said[0] if len(said) == 1 else None
    if joint_end is None:
        return None if key.field in OF_THE_END | {DIAGRAM} else alone
    by_the_rules = _value_by_rules(key, joint_end)
    if by_the_rules is not None:
        follows = next((text for text in said if text.means == by_the_rules.means), None)
        refuted = any(joint_end.refuted)
        if key.field == REASON and alone is not None and follows is None and not refuted:
            return alone  # a lost game may be resigned
        return follows or by_the_rules
    if key.field in {RESULT, REASON}:
        kept = [
            text for text, refuted in zip(texts, joint_end.refuted, strict=True) if text is not None and not refuted
        ]
        return kept[0] if len(kept) == 1 else None
    return alone


def _value_by_rules(key: _Key, joint_end: JointEnd) -> FieldText | None:
    """Return a field's value by the joint game, or None."""
    field = key.field
    if (
        field == DIAGRAM
        and joint_end.played is not None
        and key.ply is not None
        and key.ply < len(joint_end.played.positions)
    ):
        diagram = joint_end.game.spell_diagram(joint_end.played.positions[key.ply])
        return FieldText(" / ".join(diagram.split("\n")), diagram)
    if joint_end.played is not None and field == COUNT:
        plies = len(joint_end.played.moves)
        return FieldText(_plies_text(plies), plies)
    if joint_end.played is not None and field == POINTS:
        points = joint_end.game.score(joint_end.played.positions[-1])
        return FieldText(_points(points), points)
    if joint_end.ending is None or field not in {RESULT, REASON}:
        return None
    if field == REASON:
        reason = joint_end.ending.termination
        return FieldText(reason.label.ja, reason, reason.label)
    said = _winner(joint_end.game, joint_end.ending.outcome)
    return FieldText(said.ja, joint_end.ending.outcome or _NOBODY, said)
