"""The joint reading of two sheets of one game: the verdict on both, row by row, and every cheapest legal joint game."""

from __future__ import annotations

from enum import StrEnum
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from kifu.dispute.course import ILLEGAL, START, Course
from kifu.dispute.joint import Joint, Step, joint_games
from kifu.dispute.repair import canonical_moves
from kifu.dispute.rows import Row, first_difference, rows_of
from kifu.dispute.sheets import TooLong, may_be_same
from kifu.model.message import Message
from kifu.model.record import Entry
from kifu.referee.compare import compare
from kifu.referee.settle import Settled, settle
from kifu.referee.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.model.record import Record, Variation
    from kifu.referee.verdict import Verdict

LIMIT = 20_000
"""The plies that a search plays at most, by default."""
_COUNT = "wrong-count"


class Word(StrEnum):
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
    Word.IDENTICAL: Message("同じ手順です", "the sheets are equal, move by move"),
    Word.SAME_GAME: Message("一つの対局として読めます", "both sheets are slips of one game"),
    Word.ONE_LEGAL: Message(
        "一方だけが最後まで正しく、それが唯一の最も近い対局です",
        "only one sheet is legal to its end, and it is the only cheapest game",
    ),
    Word.BOTH_LEGAL_DIFFERENT: Message(
        "どちらも最後まで正しく、違う対局です。どちらが正しいかは決めません",
        "each sheet is legal to its end, and they differ; this program does not choose",
    ),
    Word.UNDECIDED: Message("一つに決まりません", "no joint game, or several"),
}


class JointGame(NamedTuple):
    """A joint game of the whole record: the canonical moves, and the steps of each part (a match has two)."""

    moves: tuple[str, ...]
    steps: tuple[tuple[Step, ...], ...]
    lines: tuple[int, ...]


class Reconciliation(NamedTuple):
    """The joint reading of two sheets."""

    word: Word
    rows: tuple[Row, ...]
    games: tuple[tuple[str, ...], ...]
    """The canonical moves of every cheapest joint game; of both sheets for both-legal-different."""
    first_difference: int | None
    """The ply of the first row in which the sheets do not say the same; None if there is none."""
    a: Verdict
    b: Verdict
    cost: int | None
    """The number of slips of a cheapest game; None if there is none, or none was searched for."""
    complete: bool
    """Whether the search came to its end; False if a limit ended it."""
    notes: tuple[Message, ...] = ()
    """What else is to be said: another game, a limit, claims that differ."""
    joint: JointGame | None = None
    """The single cheapest game with its steps; None if there is none, or several."""
    c: Verdict | None = None
    """The verdict on the arbiter's sheet."""
    like_c: tuple[bool, ...] = ()
    """For each of `games`, whether the arbiter's sheet says the same; empty without one."""

    def to_json(self) -> dict[str, object]:
        """Return the reading as a JSON object."""
        return {
            "verdict": self.word.value,
            "first_difference": self.first_difference,
            "games": [list(game) for game in self.games],
            "rows": [row.to_json() for row in self.rows],
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "cost": self.cost,
            "complete": self.complete,
            "notes": [{"ja": note.ja, "en": note.en} for note in self.notes],
        } | ({} if self.c is None else {"c": self.c.to_json(), "like_c": list(self.like_c)})


class _Part(NamedTuple):
    """One game of both sheets."""

    course: Course
    a: Record
    b: Record
    joint: Joint


def reconcile(  # noqa: PLR0913 - each may be left out
    a: Record,
    b: Record,
    verdicts: tuple[Verdict, Verdict] | None = None,
    *,
    c: Record | None = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
) -> Reconciliation:
    """Return the joint reading of two records; `c` is an arbiter's sheet, which is compared with the games found.

    `verdicts` are the referee's on both, if the caller has them. `limit` is the number of plies that are played at most
    in each game. `progress` is told, while the search goes on, how many plies were played since it was last called.
    """
    judged = verdicts or (verify(a, ""), verify(b, ""))
    pairs, other = _paired(a, b)
    notes = [] if other is None else [other]
    parts: list[_Part] = []
    for number, (one, two) in enumerate(pairs):
        own = [verdict.games[number] if verdict.games else verdict for verdict in judged]
        part, note = _part(one, two, own, limit, progress)
        parts.append(part)
        if note is not None and note not in notes:
            notes.append(note)
    equal = other is None and all(map(_is_equal, parts))
    games = [] if other is not None else _games(parts)
    word = _word(judged, games, equal=equal, complete=all(part.joint.complete for part in parts))
    joint = games[0] if len(games) == 1 else None
    rows = tuple(
        row
        for number, part in enumerate(parts)
        for row in rows_of(
            part.course, part.a, part.b, [game.steps[number] for game in games], number + 1 if len(parts) > 1 else None
        )
    )
    listed = tuple(game.moves for game in games)
    if word is Word.BOTH_LEGAL_DIFFERENT:
        listed = tuple(sorted(map(canonical_moves, judged)))
    elif word is Word.IDENTICAL:
        listed = (canonical_moves(judged[0]),) if _is_sound(judged[0]) or _is_sound(judged[1]) else ()
    costs = [part.joint.cost for part in parts]
    if equal and not _same_result(*judged):
        notes.append(
            Message("指し手は同じですが、結果の記録が違います", "the moves are equal, but the recorded results differ")
        )
    arbiter = None if c is None else verify(c, "")
    return Reconciliation(
        word=word,
        rows=rows,
        games=listed,
        first_difference=first_difference(rows),
        a=judged[0],
        b=judged[1],
        cost=None if other is not None or None in costs else sum(cost for cost in costs if cost is not None),
        complete=all(part.joint.complete for part in parts),
        notes=tuple(notes),
        joint=joint,
        c=arbiter,
        like_c=() if arbiter is None else tuple(game == canonical_moves(arbiter) for game in listed),
    )


def _word(judged: tuple[Verdict, Verdict], games: Sequence[JointGame], *, equal: bool, complete: bool) -> Word:
    sound = [_is_sound(verdict) for verdict in judged]
    if equal:
        return Word.IDENTICAL
    if all(sound):
        return Word.BOTH_LEGAL_DIFFERENT
    if not complete or len(games) != 1:
        return Word.UNDECIDED
    alone = any(
        legal and games[0].moves == canonical_moves(verdict) for legal, verdict in zip(sound, judged, strict=True)
    )
    return Word.ONE_LEGAL if alone else Word.SAME_GAME


def _is_sound(verdict: Verdict) -> bool:
    """Tell whether a sheet alone is legal to its end, and everything that it claims follows."""
    return not verdict.status.exit_code and verdict.fault is None


def _same_result(a: Verdict, b: Verdict) -> bool:
    outcomes = [verdict.recorded.outcome if verdict.recorded else None for verdict in (a, b)]
    return None in outcomes or outcomes[0] == outcomes[1]


def _paired(a: Record, b: Record) -> tuple[list[tuple[Record, Record]], Message | None]:
    """Return the games of both sheets in pairs, and why they are not of one game, if they are not."""
    if a.game is None or b.game is None:
        return [], Message(
            "棋種か規則がわからないので比べられません", "a game or its rules are not known: nothing can be compared"
        )
    if len(a.games) != len(b.games) or a.game.id != b.game.id or a.game.rules != b.game.rules:
        return [], Message("棋種か規則が違います", "the sheets are of different games or rules")
    return list(zip(a.games, b.games, strict=True)) or [(a, b)], None


def _part(
    a: Record, b: Record, judged: Sequence[Verdict], limit: int, progress: Callable[[int], None] | None
) -> tuple[_Part, Message | None]:
    """Return one game of both sheets with its joint games, and a remark about the search."""
    nothing = Joint(None, (), complete=True)
    assert a.game is not None  # noqa: S101 - _paired has checked it
    assert b.game is not None  # noqa: S101
    settled = [found for found in (settle(a, a.game), settle(b, b.game)) if isinstance(found, Settled)]
    if not settled:
        course = Course(a.game, a.game.blank_start())
        return _Part(course, a, b, nothing), Message(
            "どちらの局面図も読めません", "the set-up of neither sheet can be read"
        )
    course = Course(settled[0].game, settled[0].start)
    part = _Part(course, a, b, nothing)
    if len(settled) > 1 and settled[0].start != settled[1].start:
        return part, Message("開始局面が違います", "the sheets start from different positions")
    sound = [_is_sound(verdict) for verdict in judged]
    if all(sound) != _is_equal(part) and all(sound) == any(sound):
        # Two sound games that differ are not chosen between. What two sheets say alike and is no legal game has no joint
        # reading: nothing tells where both would be wrong.
        return part, None
    try:
        joint = _joint(course, (a.main, b.main), limit, progress)
    except TooLong:
        return part._replace(joint=nothing._replace(complete=False)), Message(
            "長すぎて比べられません", "the sheets are too long, and too different in length, to be compared"
        )
    if not joint.complete:
        note = Message(f"{limit} 手を試して打ち切りました", f"the search was broken off after {limit} plies")
        return part._replace(joint=joint._replace(cost=None, games=())), note
    return part._replace(joint=joint), None


def _joint(
    course: Course, mains: tuple[Variation, Variation], limit: int, progress: Callable[[int], None] | None
) -> Joint:
    """Return the joint games of two sheets. They are read in an order of their own, so that A and B are treated alike."""
    texts = tuple([entry.text for entry in main.entries] for main in mains)
    swapped = texts[1] < texts[0]
    if swapped:
        mains, texts = mains[::-1], texts[::-1]
    found = joint_games(
        course, (texts[0], texts[1]), lambda line, steps: _wrong_claims(course, mains, line, steps), limit, progress
    )
    if not swapped:
        return found
    games = tuple(game._replace(steps=tuple(step.swapped for step in game.steps)) for game in found.games)
    return found._replace(games=games)


def _is_equal(part: _Part) -> bool:
    """Tell whether two sheets say the same moves, one by one: in their positions as far as they are legal.

    A text that cannot be read says nothing, so it equals none.
    """
    a, b = part.a.main.entries, part.b.main.entries
    if len(a) != len(b) or part.a.main.unread or part.b.main.unread:
        return False
    line = START
    for one, two in zip(a, b, strict=True):
        if line != ILLEGAL:
            moves = part.course.move(line, one.text), part.course.move(line, two.text)
            if None not in moves:
                if moves[0] != moves[1]:
                    return False
                line = part.course.after(line, moves[0] or 0)
                continue
            line = ILLEGAL
        if part.course.reading(one.text) is None or not may_be_same(part.course, one.text, two.text):
            return False
    return True


def _games(parts: Sequence[_Part]) -> list[JointGame]:
    """Return the cheapest games of the whole: every choice of one cheapest game for each part."""
    choices = product(*(part.joint.games for part in parts))
    games = [
        JointGame(
            tuple(text for part, game in zip(parts, choice, strict=True) for text in part.course.texts(game.line)),
            tuple(game.steps for game in choice),
            tuple(game.line for game in choice),
        )
        for choice in choices
    ]
    return sorted(games, key=lambda game: game.moves)


def _wrong_claims(course: Course, mains: tuple[Variation, Variation], line: int, steps: Sequence[Step]) -> int:
    """Return how many of two sheets make a claim that a joint game contradicts."""
    played = course.replay(line)
    wrong = 0
    for sheet, main in enumerate(mains):
        plies = _plies_after(steps, sheet)
        entries = tuple(Entry(ply, "", 0, 0) for ply in range(1, len(played.moves) + 1))
        told = main._replace(
            entries=entries,
            special=main.special and main.special._replace(ply=len(entries) + 1),
            checkpoints=tuple(point._replace(ply=plies[min(point.ply, len(plies) - 1)]) for point in main.checkpoints),
            unread=(),
        )
        findings = compare(course.game, told, played)
        own = len(main.entries)
        # A writer who left out a line counted one less: that count is no slip of its own.
        counted = {main.closing.count if main.closing else None, *(claim.count for claim in main.claims)} <= {
            None,
            own,
            len(entries),
        }
        claims = [claim for claim in findings.claims if not (claim.code == _COUNT and counted)]
        wrong += bool(claims or findings.checkpoint or findings.fault)
    return wrong


def _plies_after(steps: Sequence[Step], sheet: int) -> list[int]:
    """Return the number of plies of the joint game after each line of a sheet, that before the first line included."""
    plies, counts = 0, [0]
    for step in steps:
        plies += step.move is not None
        if (step.a, step.b)[sheet] is not None:
            counts.append(plies)
    return counts
