"""The joint reading of two sheets of one game: the verdict on both, row by row, and every cheapest legal joint game."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from kifu.dispute.candidate import canonical_moves
from kifu.dispute.course import ILLEGAL, Course
from kifu.dispute.difference import Difference, first_difference
from kifu.dispute.joint import Joint, joint_games
from kifu.dispute.one_game import paired, require_one_game
from kifu.dispute.reconciliation import JointGame, Reconciliation, Word
from kifu.dispute.rows import rows_of
from kifu.dispute.sheets import TooLong
from kifu.model.message import Message
from kifu.referee.compare import compare
from kifu.referee.record import Entry
from kifu.referee.settle import Settled, settle
from kifu.referee.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kifu.dispute.joint import Step
    from kifu.referee.record import Record, Variation
    from kifu.referee.verdict import Verdict

LIMIT = 20_000
"""The plies that a search plays at most, by default."""
_COUNT = "wrong-count"


class _Part(NamedTuple):
    """One game of both sheets."""

    course: Course
    a: Record
    b: Record
    note: Message | None = None
    """Why the two have no line of play in common: their set-ups."""

    def first_difference(self) -> tuple[Difference | None, int]:
        """Return the first difference, and the line of play before it (see :func:`kifu.dispute.difference.first_difference`)."""
        if self.note is not None:
            return Difference(0, None, None, self.course.game, None), ILLEGAL
        return first_difference(self.course, self.a.main, self.b.main)


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
    Raises :class:`kifu.dispute.one_game.NotOneGame` for sheets of different games.
    """
    judged = verdicts or (verify(a, ""), verify(b, ""))
    parts = [_part(*pair) for pair in paired(a, b)]
    require_one_game([(part.course, part.a, part.b) for part in parts])
    notes: list[Message] = []
    if not parts:
        notes.append(
            Message(
                "棋種か規則がわからないので比べられません",
                "a game or its rules are not known: nothing can be compared",
            )
        )
    sound = [
        [_is_sound(verdict.games[n] if verdict.games else verdict) for verdict in judged] for n in range(len(parts))
    ]
    found = [part.first_difference() for part in parts]
    joints: list[Joint] = []
    for part, legal, (place, line) in zip(parts, sound, found, strict=True):
        joint, note = _joint_games(part, legal, limit, progress, common=None if place is not None else line)
        joints.append(joint)
        notes += [] if note is None or note in notes else [note]
    equal = bool(parts) and all(place is None for place, _ in found)
    games = _games(parts, joints) if parts else []
    complete = all(joint.complete for joint in joints)
    word = _word(judged, games, equal=equal, complete=complete)
    several = len(parts) > 1
    rows = tuple(
        row
        for number, (part, legal) in enumerate(zip(parts, sound, strict=True))
        for row in rows_of(
            part.course,
            part.a,
            part.b,
            [game.steps[number] for game in games],
            number + 1 if several else None,
            by_ply=all(legal),
        )
    )
    differences = [
        place._replace(part=number if several else None) for number, (place, _) in enumerate(found, start=1) if place
    ]
    if equal and not _same_result(*judged):
        notes.append(
            Message("指し手は同じですが、結果の記録が違います", "the moves are equal, but the recorded results differ")
        )
    arbiter = None if c is None else verify(c, "")
    listed = _listed(word, judged, games)
    costs = [joint.cost for joint in joints]
    return Reconciliation(
        word=word,
        rows=rows,
        games=listed,
        difference=differences[0] if differences else None,
        a=judged[0],
        b=judged[1],
        cost=None if not costs or None in costs else sum(cost for cost in costs if cost is not None),
        complete=complete,
        notes=tuple(notes),
        joint=games[0] if len(games) == 1 else None,
        c=arbiter,
        like_c=() if arbiter is None else tuple(game == canonical_moves(arbiter) for game in listed),
    )


def _listed(word: Word, judged: tuple[Verdict, Verdict], games: Sequence[JointGame]) -> tuple[tuple[str, ...], ...]:
    """Return the canonical moves of the games that a verdict is about."""
    legal = [canonical_moves(verdict) for verdict in judged if _is_sound(verdict)]
    if word is Word.BOTH_LEGAL_DIFFERENT:
        return tuple(sorted(legal))
    if word is Word.IDENTICAL and legal:
        return (legal[0],)
    return tuple(game.moves for game in games)


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


def _part(a: Record, b: Record) -> _Part:
    """Return one game of both sheets, whose game is known."""
    assert a.game is not None  # noqa: S101 - paired has checked it
    assert b.game is not None  # noqa: S101
    settled = [found for found in (settle(a, a.game), settle(b, b.game)) if isinstance(found, Settled)]
    if not settled:
        note = Message("どちらの局面図も読めません", "the set-up of neither sheet can be read")
        return _Part(Course(a.game, a.game.blank_start()), a, b, note)
    course = Course(settled[0].game, settled[0].start)
    if len(settled) > 1 and settled[0].start != settled[1].start:
        return _Part(course, a, b, Message("開始局面が違います", "the sheets start from different positions"))
    return _Part(course, a, b)


def _joint_games(
    part: _Part, sound: Sequence[bool], limit: int, progress: Callable[[int], None] | None, *, common: int | None
) -> tuple[Joint, Message | None]:
    """Return the joint games of one game of both sheets, and a remark about the search.

    `common` is the line of play that the sheets share to their end; None if they differ.
    """
    nothing = Joint(None, (), complete=True)
    # Two sound games that differ are not chosen between. What two sheets say alike and is no legal game has no joint
    # reading: nothing tells where both would be wrong.
    if part.note is not None or (all(sound) and common is None) or (not any(sound) and common == ILLEGAL):
        return nothing, part.note
    try:
        joint = _joint(part.course, (part.a.main, part.b.main), limit, progress)
    except TooLong:
        return nothing._replace(complete=False), Message(
            "長すぎて比べられません", "the sheets are too long, and too different in length, to be compared"
        )
    if not any(sound) and common is not None and joint.cost:
        return nothing, None  # a wrong claim that both make has none either
    if not joint.complete:
        note = Message(f"{limit} 手を試して打ち切りました", f"the search was broken off after {limit} plies")
        return joint._replace(cost=None, games=()), note
    return joint, None


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


def _games(parts: Sequence[_Part], joints: Sequence[Joint]) -> list[JointGame]:
    """Return the cheapest games of the whole: every choice of one cheapest game for each part."""
    choices = product(*(joint.games for joint in joints))
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
