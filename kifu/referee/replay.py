"""Second step of the referee: replay lines up to their first fault."""

from collections.abc import Sequence
from typing import NamedTuple

from kifu.core.diagnostic import Diagnostic
from kifu.core.errors import InvalidMove
from kifu.core.game.game import Game, Position
from kifu.core.game.referee_hooks import Notice
from kifu.core.game.rules import Breach
from kifu.core.message import Message
from kifu.core.outcome import Ending, Side
from kifu.core.shared_prefix import Joined
from kifu.referee.fault import Fault, fault_of
from kifu.referee.record import Entry, Record, Variation
from kifu.referee.resolve import Resolved


class Replay(NamedTuple):
    """A line of play as the rules allow it."""

    positions: Sequence[Position]
    """The position before the first ply, and the position after each legal ply."""
    moves: Sequence[int]
    fault: Fault | None
    ending: Ending | None
    """How the rules end the game at the last position; None if it goes on."""
    notices: tuple[tuple[int, Notice], ...] = ()
    """Pairs (ply, notice) in order of ply."""


class GrowingReplay:
    """Replay in progress: positions, moves, and occurrences of each position."""

    def __init__(self, before: Replay) -> None:
        self.positions = list(before.positions)
        self.moves = list(before.moves)
        self.seen: dict[Position, int] = {}
        for position in self.positions:
            self.seen[position] = self.seen.get(position, 0) + 1

    def back_to(self, plies: int) -> None:
        """Take back all plies after the first `plies`."""
        for position in self.positions[plies + 1 :]:
            self.seen[position] -= 1
        del self.positions[plies + 1 :], self.moves[plies:]


def replay(game: Game, entries: Sequence[Entry], before: Replay) -> Replay:
    """Play `entries` after `before`, up to the first unreadable or illegal.

    `before` holds all positions from the start, because the rules count repetitions over them.
    """
    return _replay_from(game, entries, GrowingReplay(before), before.ending)


def replay_lines(game: Game, lines: Sequence[Variation], start: Position) -> list[Replay | None]:
    """Replay a game and its branches.

    None for a branch whose starting position is not known. The branches of a line are played from its end to its
    beginning, each with its own branches. So each ply is played once and taken back once, and the plies that branches
    share are kept once.
    """
    before = Replay((start,), (), None, game.outcome(start))
    course = GrowingReplay(before)
    replays: list[Replay | None] = [None] * len(lines)
    replays[0] = _replay_from(game, lines[0].entries, course, before.ending)
    leaving: dict[int | None, list[int]] = {}
    for number in sorted(range(1, len(lines)), key=lambda number: lines[number].start):
        leaving.setdefault(lines[number].parent, []).append(number)
    pending = [(0, branch) for branch in leaving.get(0, ())]
    while pending:
        above, number = pending.pop()
        line, parent = lines[number], replays[above]
        plies = line.start - 1
        if parent is None or plies > len(parent.moves):
            continue
        course.back_to(plies)
        over = parent.ending if plies == len(parent.moves) else None
        played = _replay_from(game, line.entries, course, over, since=plies)
        replays[number] = played._replace(
            positions=Joined(parent.positions, plies + 1, played.positions[1:]),
            moves=Joined(parent.moves, plies, played.moves),
        )
        pending += [(number, branch) for branch in leaving.get(number, ())]
    return replays


def replay_record(settled: Resolved, record: Record) -> tuple[Replay, tuple[Replay | None, ...]]:
    """Replay a record's game and branches, each to its first unread text.

    None stands for a branch whose starting position is not known.
    """
    played = replay_lines(settled.game, record.lines, settled.start)
    main, *branches = (
        None if line_replay is None else cut_at_unread(line_replay, next(iter(line.unread), None))
        for line, line_replay in zip(record.lines, played, strict=True)
    )
    assert main is not None  # noqa: S101 - only a branch may have an unknown starting position
    return main, tuple(branches)


def _replay_from(
    game: Game, entries: Sequence[Entry], course: GrowingReplay, ending: Ending | None, since: int = 0
) -> Replay:
    """Play `entries` from the end of a course.

    Return the replay after its first `since` plies. `ending` is the end of the game before the first of `entries`; None
    if the game goes on.
    """
    positions, moves, seen = course.positions, course.moves, course.seen
    notices: list[tuple[int, Notice]] = []
    position = positions[-1]
    fault = None
    read, resolve, advance, history = game.read, game.resolve, game.advance, game.history
    for entry in entries:
        try:
            reading = read(entry.text)
            move = reading.move
            if move is None:
                move = resolve(position, reading)
        except InvalidMove as unread:
            fault = _unread(game, position, ending, entry, unread)
            break
        breach = None if ending is None else after_the_end(ending)
        if breach is None:
            if reading.side is not None and reading.side != game.turn(position):
                breach = out_of_turn(game, position, reading.side)
            else:
                breach, position = advance(position, move)
        if breach is not None:
            fault = _illegal(entry, breach)
            break
        positions.append(position)
        moves.append(move)
        times = seen[position] = seen.get(position, 0) + 1
        event = history(positions, moves, times)
        if isinstance(event, Notice):
            notices.append((len(moves), event))
        elif event is not None:
            ending = event
    return Replay(
        tuple(positions[since:]), tuple(moves[since:]), fault, ending or game.outcome(position), tuple(notices)
    )


def _unread(game: Game, position: Position, ending: Ending | None, entry: Entry, unread: InvalidMove) -> Fault:
    """Fault of a move that is unreadable, or ambiguous in `position`.

    A text that the game can read, but that no position allows any more or that is marked with the wrong side, is illegal.
    """
    try:
        side = game.read(entry.text).side
    except InvalidMove:
        return unreadable(entry, unread)
    over = ending or game.outcome(position)
    if over is not None:
        return _illegal(entry, after_the_end(over))
    if side is not None and side != game.turn(position):
        return _illegal(entry, out_of_turn(game, position, side))
    return unreadable(entry, unread)._replace(width=len(entry.text))


def _illegal(entry: Entry, breach: Breach) -> Fault:
    article, message = breach
    return Fault(
        ply=entry.ply,
        code="illegal-move",
        message=message,
        move=entry.text,
        line=entry.line,
        column=entry.column,
        article=article,
        width=len(entry.text),
    )


def cut_at_unread(played: Replay, unread: Diagnostic | None) -> Replay:
    """Replay before an unread text, with that error as its fault."""
    if unread is None:
        return played
    ply = unread.ply or 0
    if played.fault is not None and played.fault.ply < ply:
        return played
    plies = max(0, ply - 1)
    notices = tuple(notice for notice in played.notices if notice[0] <= plies)
    return Replay(played.positions[: plies + 1], played.moves[:plies], fault_of(unread), None, notices)


def unreadable(entry: Entry, unread: InvalidMove) -> Fault:
    """Fault of an unreadable move, at its wrong characters."""
    if entry.unread is not None:
        unread = InvalidMove(entry.unread.code, entry.unread.message, width=max(1, len(entry.text)))
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
    """Breach of a move after the end of the game."""
    label = ending.termination.label
    return Breach(
        ending.article or "",
        Message(f"その前に終局しています ({label.ja})", f"the game was already over ({label.en})"),
    )


def out_of_turn(game: Game, position: Position, side: Side) -> Breach:
    """Breach of a move marked for `side`, which is not to move."""
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
