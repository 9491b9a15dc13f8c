"""The second room of the referee: lines of play replayed through the rules, each with its legal prefix and its first fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.model.answers import Breach, Notice
from kifu.model.errors import InvalidMove
from kifu.model.joined import Joined
from kifu.model.message import Message
from kifu.referee.fault import Fault, fault_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.model.diagnostic import Diagnostic
    from kifu.model.game import Game, Position
    from kifu.model.outcome import Ending, Side
    from kifu.model.record import Entry, Record, Variation
    from kifu.referee.settle import Settled


class Replay(NamedTuple):
    """What the rules make of a line of play."""

    positions: Sequence[Position]
    """Before the first ply and after each legal one."""
    moves: Sequence[int]
    fault: Fault | None
    ending: Ending | None
    """How the rules end the game at the last position, if they do."""
    notices: tuple[tuple[int, Notice], ...] = ()
    """Ply and remark."""


class Course:
    """A line of play as it is being played: where it has come by, and how often it has been at each position."""

    def __init__(self, before: Replay) -> None:
        self.positions = list(before.positions)
        self.moves = list(before.moves)
        self.seen: dict[Position, int] = {}
        for position in self.positions:
            self.seen[position] = self.seen.get(position, 0) + 1

    def back_to(self, plies: int) -> None:
        """Take back all but the first so many plies."""
        for position in self.positions[plies + 1 :]:
            self.seen[position] -= 1
        del self.positions[plies + 1 :], self.moves[plies:]


def replay(game: Game, entries: Sequence[Entry], before: Replay) -> Replay:
    """Play `entries` on from the end of `before`, stopping at the first that cannot be read or is illegal.

    `before` holds the positions from the start (for a game from its own start, just that one): repetition looks back
    over them.
    """
    return _replay_from(game, entries, Course(before), before.ending)


def replay_lines(game: Game, lines: Sequence[Variation], start: Position) -> list[Replay | None]:
    """Replay a game and its branches; None for a branch whose starting position is not known.

    Branches are played from the end of the line they leave to its beginning, each with its own branches: so every ply is
    played once and taken back once, and what branches share is kept once.
    """
    before = Replay((start,), (), None, game.outcome(start))
    course = Course(before)
    found: list[Replay | None] = [None] * len(lines)
    found[0] = _replay_from(game, lines[0].entries, course, before.ending)
    leaving: dict[int | None, list[int]] = {}
    for number in sorted(range(1, len(lines)), key=lambda number: lines[number].start):
        leaving.setdefault(lines[number].parent, []).append(number)
    pending = [(0, branch) for branch in leaving.get(0, ())]
    while pending:
        above, number = pending.pop()
        line, parent = lines[number], found[above]
        plies = line.start - 1
        if parent is None or plies > len(parent.moves):
            continue
        course.back_to(plies)
        over = parent.ending if plies == len(parent.moves) else None
        played = _replay_from(game, line.entries, course, over, since=plies)
        found[number] = played._replace(
            positions=Joined(parent.positions, plies + 1, played.positions[1:]),
            moves=Joined(parent.moves, plies, played.moves),
        )
        pending += [(number, branch) for branch in leaving.get(number, ())]
    return found


def replay_record(settled: Settled, record: Record) -> tuple[Replay, tuple[Replay | None, ...]]:
    """Replay the game of a record and its branches, each up to the first thing on it that could not be read.

    None stands for a branch whose starting position is not known.
    """
    played = replay_lines(settled.game, record.lines, settled.start)
    main, *branches = (
        None if one is None else until(one, next(iter(line.unread), None))
        for line, one in zip(record.lines, played, strict=True)
    )
    assert main is not None  # noqa: S101 - only a branch can leave a position that is not there
    return main, tuple(branches)


def _replay_from(game: Game, entries: Sequence[Entry], course: Course, ending: Ending | None, since: int = 0) -> Replay:
    """Play `entries` on along a course, which `ending` has ended if it is any; return what it is since so many plies."""
    positions, moves, seen = course.positions, course.moves, course.seen
    notices: list[tuple[int, Notice]] = []
    position = positions[-1]
    fault = None
    read, resolve, explain, play, history = game.read, game.resolve, game.explain, game.play, game.history
    for entry in entries:
        try:
            reading = read(entry.text)
        except InvalidMove as unread:
            fault = unreadable(entry, unread)
            break
        move = reading.move
        if move is None:
            move = resolve(position, reading)
        breach = None if ending is None else after_the_end(ending)
        if breach is None:
            if reading.side is not None and reading.side != game.turn(position):
                breach = out_of_turn(game, position, reading.side)
            else:
                breach = explain(position, move)
        if breach is not None:
            article, message = breach
            fault = Fault(
                ply=entry.ply,
                code="illegal-move",
                message=message,
                move=entry.text,
                line=entry.line,
                column=entry.column,
                article=article,
                width=len(entry.text),
            )
            break
        position = play(position, move)
        positions.append(position)
        moves.append(move)
        times = seen[position] = seen.get(position, 0) + 1
        found = history(positions, moves, times)
        if isinstance(found, Notice):
            notices.append((len(moves), found))
        elif found is not None:
            ending = found
    return Replay(
        tuple(positions[since:]), tuple(moves[since:]), fault, ending or game.outcome(position), tuple(notices)
    )


def until(played: Replay, unread: Diagnostic | None) -> Replay:
    """Return what was played before something that could not be read, which is then its fault; all of it for None."""
    if unread is None:
        return played
    ply = unread.ply or 0
    if played.fault is not None and played.fault.ply < ply:
        return played
    plies = max(0, ply - 1)
    notices = tuple(said for said in played.notices if said[0] <= plies)
    return Replay(played.positions[: plies + 1], played.moves[:plies], fault_of(unread), None, notices)


def unreadable(entry: Entry, unread: InvalidMove) -> Fault:
    """Return the fault of a move that cannot be read, at the place in it that is meant."""
    return Fault(
        ply=entry.ply,
        code=unread.code,
        message=unread.message,
        move=entry.text,
        line=entry.line,
        column=entry.column + unread.offset,
        width=unread.width,
    )


def after_the_end(ending: Ending) -> Breach:
    """Return the breach of a move that is written although `ending` had ended the game."""
    label = ending.termination.label
    return Breach(
        ending.article or "",
        Message(f"その前に終局しています ({label.ja})", f"the game was already over ({label.en})"),
    )


def out_of_turn(game: Game, position: Position, side: Side) -> Breach:
    """Return the breach of a move marked for the side whose turn it is not."""
    ending = game.outcome(position)
    if ending is not None:
        return after_the_end(ending)
    turn = game.turn(position)
    return Breach(
        game.turn_article,
        Message(
            f"{side.mark} ({side.label.ja}) と書かれていますが、{turn.label.ja}の番です",
            f"it is marked {side.mark} ({side.label.en}), but it is the turn of {turn.label.en}",
        ),
    )
