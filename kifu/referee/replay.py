"""Second step of the referee: replay lines up to their first fault.

An illegal move that was really played is never played on the board here. If the record draws the board as it stood after it,
the moves below that diagram are a stretch: they are replayed from the diagram. The verdict stays that of the first fault.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import NamedTuple, TypeVar, overload

from kifu.core.diagnostic import Diagnostic
from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.game.game import Game, Position
from kifu.core.game.rules import Breach, Notice
from kifu.core.message import Message
from kifu.core.outcome import Ending, Side
from kifu.referee.record import Checkpoint, Entry, Record, Variation
from kifu.referee.resolve import Resolved
from kifu.referee.status_fault_and_basis import Fault, fault_of_move, reader_fault

T = TypeVar("T")


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


class Stretch(NamedTuple):
    """A part of a game that begins at a diagram.

    `line` and `replay` count their plies from that diagram on.
    """

    before: int
    """The number of plies before it, also of those that were not played on the board."""
    at: int | None
    """The line of its diagram in the file, from 1."""
    line: Variation
    replay: Replay


class RecordReplay(NamedTuple):
    """Replays of all lines of play of a record."""

    game: Game
    lines: Sequence[Variation]
    """The game and its branches."""
    main: Replay
    branches: tuple[Replay | None, ...]
    """None for a branch whose starting position is not known."""
    stretches: tuple[Stretch, ...]


class GrowingReplay:
    """Replay in progress: positions, moves, and occurrences of each position."""

    def __init__(self, before: Replay) -> None:
        self.positions = list(before.positions)
        self.moves = list(before.moves)
        self.seen: dict[Position, int] = {}
        for position in self.positions:
            self.seen[position] = self.seen.get(position, 0) + 1

    def take_back_to(self, plies: int) -> None:
        """Take back all plies after the first `plies`."""
        for position in self.positions[plies + 1 :]:
            self.seen[position] -= 1
        del self.positions[plies + 1 :], self.moves[plies:]


def replay_entries(game: Game, entries: Sequence[Entry], earlier_replay: Replay) -> Replay:
    """Play `entries` after `earlier_replay`, up to the first unreadable or illegal.

    `earlier_replay` holds all positions from the start, because the rules count repetitions over them.
    """
    return _continue_replay(game, entries, GrowingReplay(earlier_replay), earlier_replay.ending)


def replay_from(game: Game, start_position: Position, entries: Sequence[Entry]) -> Replay:
    """Replay of `entries` from a position without a past."""
    return replay_entries(game, entries, Replay((start_position,), (), None, game.outcome(start_position)))


def replay_texts(game: Game, start_position: Position, texts: Iterable[str]) -> Replay:
    """Replay of written moves from a position without a past."""
    return replay_from(game, start_position, [Entry(ply, text, 0, 1) for ply, text in enumerate(texts, start=1)])


def replay_lines(game: Game, lines: Sequence[Variation], start_position: Position) -> list[Replay | None]:
    """Replay a game and its branches.

    None for a branch whose starting position is not known. The branches of a line are played from its end to its
    beginning, each with its own branches. So each ply is played once and taken back once, and the plies that branches
    share are kept once.
    """
    before = Replay((start_position,), (), None, game.outcome(start_position))
    course = GrowingReplay(before)
    replays: list[Replay | None] = [None] * len(lines)
    replays[0] = _continue_replay(game, lines[0].entries, course, before.ending)
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
        course.take_back_to(plies)
        over = parent.ending if plies == len(parent.moves) else None
        played = _continue_replay(game, line.entries, course, over, since=plies)
        replays[number] = played._replace(
            positions=SharedSequence(parent.positions, plies + 1, played.positions[1:]),
            moves=SharedSequence(parent.moves, plies, played.moves),
        )
        pending += [(number, branch) for branch in leaving.get(number, ())]
    return replays


def replay_record(resolved: Resolved, record: Record) -> RecordReplay:
    """Replay a record's game, branches and stretches to their unread texts."""
    game = resolved.game
    main, *branches = (
        None if played is None else replay_before_unread_text(played, next(iter(line.unread), None))
        for line, played in zip(record.lines, replay_lines(game, record.lines, resolved.start), strict=True)
    )
    assert main is not None  # noqa: S101 - only a branch may have an unknown starting position
    return RecordReplay(game, record.lines, main, tuple(branches), replay_stretches(game, record.main, main))


def replay_stretches(game: Game, line: Variation, replay: Replay) -> tuple[Stretch, ...]:
    """Return the stretches after the first fault of a game, in order.

    A stretch begins at a diagram that can be read and has moves below it. `replay` is the replay of `line` up to its first fault. Only a move at fault begins the search; a diagram stands at the
    ply of that move or later. What cannot be read after the fault (`line.unread`) ends the stretch that it stands in.
    """
    found: list[Stretch] = []
    before, fault = 0, replay.fault
    while fault is not None and fault.move is not None:
        start = _next_diagram_and_position(game, line, before + fault.ply)
        if start is None:
            break
        checkpoint, position = start
        before = checkpoint.ply
        own = _rest_of_line(line, before)
        going = replay_from(game, position, own.entries)
        found.append(
            Stretch(
                before, checkpoint.diagram.line, own, replay_before_unread_text(going, next(iter(own.unread), None))
            )
        )
        fault = going.fault
    # Each stretch ends where the next one begins.
    for number, (stretch, following) in enumerate(pairwise(found)):
        found[number] = stretch._replace(line=_line_until(stretch.line, following.before - stretch.before))
    return tuple(found)


def _continue_replay(
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
            fault = _unreadable_fault(game, position, ending, entry, unread)
            break
        breach = None if ending is None else move_after_end_breach(ending)
        if breach is None:
            if reading.side is not None and reading.side != game.turn(position):
                breach = out_of_turn_breach(game, position, reading.side)
            else:
                breach, position = advance(position, move)
        if breach is not None:
            fault = _illegal_fault(entry, breach)
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


def _unreadable_fault(
    game: Game, position: Position, ending: Ending | None, entry: Entry, unread: InvalidMove
) -> Fault:
    """Fault of a move that is unreadable, or ambiguous in `position`.

    A text that the game can read, but that no position allows any more or that is marked with the wrong side, is illegal.
    """
    try:
        side = game.read(entry.text).side
    except InvalidMove:
        return fault_of_move(entry, unread)
    over = ending or game.outcome(position)
    if over is not None:
        return _illegal_fault(entry, move_after_end_breach(over))
    if side is not None and side != game.turn(position):
        return _illegal_fault(entry, out_of_turn_breach(game, position, side))
    return fault_of_move(entry, unread)._replace(width=len(entry.text))


def _illegal_fault(entry: Entry, breach: Breach) -> Fault:
    """Fault of an illegal move, with its article."""
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


def replay_before_unread_text(replay: Replay, unread: Diagnostic | None) -> Replay:
    """Replay before an unread text, with that error as its fault."""
    if unread is None:
        return replay
    ply = unread.ply or 0
    if replay.fault is not None and replay.fault.ply < ply:
        return replay
    plies = max(0, ply - 1)
    notices = tuple(notice for notice in replay.notices if notice[0] <= plies)
    return Replay(replay.positions[: plies + 1], replay.moves[:plies], reader_fault(unread), None, notices)


def move_after_end_breach(ending: Ending) -> Breach:
    """Breach of a move after the end of the game."""
    label = ending.termination.label
    return Breach(
        ending.article or "",
        Message(f"その前に終局しています ({label.ja})", f"the game was already over ({label.en})"),
    )


def out_of_turn_breach(game: Game, position: Position, side: Side) -> Breach:
    """Breach of a move marked for `side`, which is not to move."""
    ending = game.outcome(position)
    if ending is not None:
        return move_after_end_breach(ending)
    turn = game.turn(position)
    return Breach(
        game.turn_article,
        Message(
            f"{side.mark} ({side.label.ja}) と書かれていますが、{turn.label.ja}の番です",
            f"it is marked {side.mark} ({side.label.en}), but it is the turn of {turn.label.en}",
        ),
    )


def _next_diagram_and_position(game: Game, line: Variation, ply: int) -> tuple[Checkpoint, Position] | None:
    """First readable diagram from `ply` with moves below, and its position."""
    for checkpoint in line.checkpoints:
        if ply <= checkpoint.ply < line.start - 1 + len(line.entries):
            try:
                return checkpoint, game.read_diagram(checkpoint.diagram)
            except InvalidSetup:
                continue
    return None


def _rest_of_line(line: Variation, plies_before: int) -> Variation:
    """Rest of a line of play after `plies_before` plies, renumbered."""
    return line._replace(
        start=1,
        parent=None,
        entries=tuple(entry._replace(ply=entry.ply - plies_before) for entry in line.entries[plies_before:]),
        special=None if line.special is None else line.special._replace(ply=line.special.ply - plies_before),
        # The count of a closing line is about the whole game.
        closing=None if line.closing is None else line.closing._replace(count=None),
        checkpoints=tuple(
            checkpoint._replace(ply=checkpoint.ply - plies_before)
            for checkpoint in line.checkpoints
            if checkpoint.ply > plies_before
        ),
        comments=(),
        claims=(),
        clocks=(None, None),
        unread=tuple(
            unread._replace(ply=unread.ply - plies_before)
            for unread in line.unread
            if unread.ply is not None and unread.ply > plies_before
        ),
    )


def _line_until(line: Variation, until_ply: int) -> Variation:
    """First `until_ply` plies of a line of play, without its end."""
    return line._replace(
        entries=line.entries[:until_ply],
        special=None,
        closing=None,
        scores=(),
        checkpoints=tuple(checkpoint for checkpoint in line.checkpoints if checkpoint.ply < until_ply),
        unread=tuple(unread for unread in line.unread if unread.ply is not None and unread.ply <= until_ply),
    )


class SharedSequence(Sequence[T]):
    """The first `shared` items of the sequence `before`, then its `own`.

    It is immutable, and equals a tuple of its items.
    """

    __slots__ = ("before", "own", "shared")

    def __init__(self, before: Sequence[T], shared: int, own: Sequence[T]) -> None:
        self.before, self.shared, self.own = before, shared, own

    def __len__(self) -> int:
        return self.shared + len(self.own)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        """Return an item, or the items of a slice as a tuple.

        Raises IndexError.
        """
        if isinstance(at, slice):
            return tuple(self)[at]
        place = range(len(self))[at]
        part: Sequence[T] = self
        while isinstance(part, SharedSequence) and place < part.shared:
            part = part.before
        item: T = part.own[place - part.shared] if isinstance(part, SharedSequence) else part[place]
        return item

    def __iter__(self) -> Iterator[T]:
        pieces: list[Sequence[T]] = []
        part: Sequence[T] = self
        wanted = len(self)
        while isinstance(part, SharedSequence):
            pieces.append(part.own[: max(0, wanted - part.shared)])
            wanted = min(wanted, part.shared)
            part = part.before
        return chain(islice(part, wanted), *reversed(pieces))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SharedSequence | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
