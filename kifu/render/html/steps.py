"""Steps of a record on a page: game, stretches, branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message, bilingual_pattern
from kifu.core.outcome import Side
from kifu.render.board import PLAIN, Board
from kifu.render.shapes import DrawingOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game
    from kifu.referee.record import Comment, Entry, Variation
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict


class Step(NamedTuple):
    """A ply of a line, or its start, with its board."""

    ply: int
    text: str
    """The move as written; empty for the start."""
    board: Board
    seconds: int | None = None
    legal: bool | None = True
    """Whether the rules allow the move; None for one that was not judged. One that they do not allow is not on the board."""
    note: Message | None = None
    """What there is to say about the move or the board."""
    comments: tuple[Comment, ...] = ()
    back: int | None = None
    """The number of the step before it, in its record."""
    side: Side = Side.FIRST
    """The side that moves; behind a fault the sides take turns."""


class Strand(NamedTuple):
    """Consecutive steps under one heading; the game has none."""

    heading: Message | None
    steps: tuple[Step, ...]
    comments: tuple[Comment, ...] = ()
    """The comments before its first step."""
    unplayed: tuple[str, ...] = ()
    """The moves of a branch that begins where no board is known."""


class _Part(NamedTuple):
    """A part of the game up to the ply `end`.

    It begins at its start, or at a diagram after a fault.
    """

    before: int
    replay: Replay
    end: int

    @property
    def last_ply(self) -> int:
        """The ply of its last legal move."""
        return self.before + len(self.replay.moves)


NOT_JUDGED = Message("誤りのあとなので、判定していません", "not judged, because it stands after a fault")
DIAGRAM = Message("記録の局面図", "the diagram of the record")


def record_strands(verdict: Verdict) -> tuple[Strand, ...]:
    """Return the steps of a replayed record, by strand."""
    found: list[Strand] = []
    places: dict[tuple[int, int], int] = {}
    count = 0
    for line, strand in _strands(verdict):
        steps = []
        for step in strand.steps:
            places[line, step.ply] = count
            steps.append(step._replace(back=_previous_step(verdict, places, line, step.ply)))
            count += 1
        found.append(strand._replace(steps=tuple(steps)))
    return tuple(found)


def _previous_step(verdict: Verdict, places: dict[tuple[int, int], int], line: int, ply: int) -> int | None:
    """Return the number of the step before a line's ply.

    It may stand in the line that it leaves.
    """
    lines = verdict.record.lines if verdict.record else ()
    at: int | None = line
    while at is not None:
        if (at, ply - 1) in places:
            return places[at, ply - 1]
        at = lines[at].parent
    return None


def _strands(verdict: Verdict) -> Iterator[tuple[int, Strand]]:
    record, replay, game = verdict.record, verdict.replay, verdict.game
    if record is None or replay is None or game is None:
        return
    main = record.main
    starts = [(0, replay), *((stretch.before, stretch.replay) for stretch in verdict.stretches)]
    ends = [before for before, _ in starts[1:]] + [len(main.entries)]
    parts = [_Part(before, played, end) for (before, played), end in zip(starts, ends, strict=True)]
    start = Step(0, "", Board(game, replay.positions[0], look=_drawing_options_at(verdict, 0)))
    comments = _comments_by_ply(main, 0, len(main.entries))
    for number, part in enumerate(parts):
        steps = [start._replace(comments=comments.get(0, ()))] if number == 0 else []
        for ply, entry in enumerate(main.entries[part.before : part.end], start=part.before + 1):
            after = parts[number + 1] if ply == part.end and number + 1 < len(parts) else None
            steps.append(_step_of_move(verdict, part, (ply, entry), after)._replace(comments=comments.get(ply, ())))
        yield 0, Strand(None if number == 0 else _heading_of_a_stretch(part), tuple(steps))
    for number, line in enumerate(record.lines[1:], start=1):
        yield number, _branch_strand(verdict, number, line)


def _step_of_move(verdict: Verdict, part: _Part, move: tuple[int, Entry], after: _Part | None) -> Step:
    """Return the step of a move.

    `after` is the part that begins with a diagram at its ply, if one does.
    """
    game, replay, (ply, entry) = verdict.game, part.replay, move
    assert game is not None  # noqa: S101 - the caller has checked it
    played = min(ply, part.last_ply)
    look = PLAIN if part.before else _drawing_options_at(verdict, ply)
    board = Board.at(game, replay.positions, replay.moves, played - part.before, look)
    legal, note = _judgement(ply, part.last_ply, replay)
    if legal is not True:
        board = Board(game, board.position, look=look)
    if legal is False and verdict.suspicion is not None and not part.before:
        note = bilingual_pattern("{} / {}", verdict.suspicion, note)
    if after is not None:
        board = Board(game, after.replay.positions[0])
        note = DIAGRAM if note is None else bilingual_pattern("{} ({})", note, DIAGRAM)
    return Step(ply, entry.text, board, entry.seconds, legal, note, side=_side(game, replay, ply - part.before))


def _drawing_options_at(verdict: Verdict, ply: int) -> DrawingOptions:
    """Return the look after a ply; past the last, the end.

    From the last legal ply on it shows how the game ended.
    """
    return DrawingOptions(ended=verdict.outcome) if ply >= verdict.plies else PLAIN


def _side(game: Game, replay: Replay, ply: int) -> Side:
    """Return the side to move at a replayed ply, from 1."""
    known = min(ply, len(replay.positions))
    return Side((game.turn(replay.positions[known - 1]) + ply - known) % 2)


def _judgement(ply: int, played: int, replay: Replay) -> tuple[bool | None, Message | None]:
    if ply <= played:
        return True, None
    if ply == played + 1 and replay.fault is not None:
        article = f" [{replay.fault.article}]" if replay.fault.article else ""
        message = replay.fault.message
        return False, Message(f"{message.ja}{article}", f"{message.en}{article}")
    return None, NOT_JUDGED


def _heading_of_a_stretch(part: _Part) -> Message:
    return Message(
        f"続き: {part.before} 手目のあとの局面図から", f"after the fault: from the diagram after ply {part.before}"
    )


def _branch_strand(verdict: Verdict, number: int, line: Variation) -> Strand:
    game, replay = verdict.game, verdict.branches[number - 1]
    of_ja, of_en = (f"変化 {line.parent} の ", f" of branch {line.parent}") if line.parent else ("", "")
    heading = Message(f"変化 {number} ({of_ja}{line.start} 手目から)", f"branch {number}, from ply {line.start}{of_en}")
    last = line.start + len(line.entries) - 1
    comments = _comments_by_ply(line, line.start - 1, last)
    before = comments.get(line.start - 1, ())
    if replay is None or game is None:
        texts = tuple(entry.text for entry in line.entries)
        return Strand(heading, (), tuple(line.comments), texts)
    steps = []
    for ply, entry in enumerate(line.entries, start=line.start):
        legal, note = _judgement(ply, len(replay.moves), replay)
        board = Board.at(game, replay.positions, replay.moves, min(ply, len(replay.moves)))
        if legal is not True:
            board = Board(game, board.position)
        side = _side(game, replay, ply)
        steps.append(Step(ply, entry.text, board, entry.seconds, legal, note, comments.get(ply, ()), side=side))
    return Strand(heading, tuple(steps), before)


def _comments_by_ply(line: Variation, first: int, last: int) -> dict[int, tuple[Comment, ...]]:
    """Return the comments by ply, or by the nearest ply."""
    found: dict[int, tuple[Comment, ...]] = {}
    for comment in line.comments:
        ply = min(max(comment.ply, first), last)
        found[ply] = (*found.get(ply, ()), comment)
    return found
