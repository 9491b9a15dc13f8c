"""A file's one game as the events of a closed table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.errors import InvalidSetup
from kifu.core.message import Message
from kifu.core.outcome import PLAYERS, Outcome, Side
from kifu.recording.clock import Instant
from kifu.recording.events import BoardEvent, BranchEvent, CloseEvent, CommentEvent, FoulEvent, MoveEvent, SpecialEvent
from kifu.recording.game_setup import GAME_KEY, RULES_KEY, GameSetup
from kifu.recording.journal import unmarked_bytes
from kifu.recording.json_fields import Rejected
from kifu.recording.record_writer import verified_text
from kifu.recording.reducer import EventMeta, initial_state, reduce_event
from kifu.referee.verify import verify
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game
    from kifu.recording.events import Event
    from kifu.recording.state import State
    from kifu.referee.record import Record, Variation
    from kifu.referee.verdict import Verdict

BY = "file"
"""By whom the moves of a file are: it does not say."""
_FOUL = "反則負け"


def import_as_closed_state(name: str, data: bytes, file_time: str) -> State:
    """Return the closed state of a file's one game.

    `file_time` is when the file was written, in UTC, ISO 8601. Raises Rejected for a file that does not hold exactly one game, and
    for a game that would not have the same verdict at the table.
    """
    document = read(name, data)
    if len(document.records) != 1 or document.records[0].games:
        raise Rejected("not-one-game", Message("一局だけの棋譜ではありません", "it does not hold exactly one game"))
    record = document.records[0]
    if record.game is None or record.refused is not None or record.variant is not None:
        raise _unlike()
    verdict = verify(record, document.sha256)
    try:
        state = initial_state(_setup_of_record(record, record.game), EventMeta(BY, file_time, Instant("", 0), 1))
        for number, event in enumerate(_events_of_record(record, verdict), start=2):
            state = reduce_event(state, str(number), event, EventMeta(BY, file_time, Instant("", 0), number))
    except InvalidSetup as wrong:  # of the diagram it begins from, or of one within it
        raise Rejected(wrong.code, wrong.message, wrong.article) from None
    there = read(name, unmarked_bytes(verified_text(state)))
    if _claim(verify(there.records[0], there.sha256)) != _claim(verdict):
        raise _unlike()
    return state


def _unlike() -> Rejected:
    return Rejected("not-a-table", Message("ファイルのままで読んでください", "it can be read as a file alone"))


def _claim(verdict: Verdict) -> tuple[object, ...]:
    fault = verdict.fault
    return (verdict.status, verdict.outcome, verdict.plies, None if fault is None else (fault.ply, fault.article))


def _setup_of_record(record: Record, game: Game) -> GameSetup:
    start = None if record.setup is None else game.read_diagram(record.setup)
    first, second = (record.header(key) or "" for key in PLAYERS)
    own = {GAME_KEY, RULES_KEY, *PLAYERS, *game.required_head}
    head = tuple((header.key, header.value) for header in record.headers if header.key not in own)
    setup = None if start is None else game.spell_diagram(start)
    return GameSetup(game, start or game.start(), "record", (first, second), head, setup, None)


def _events_of_record(record: Record, verdict: Verdict) -> Iterator[Event]:
    """Yield the events that would give a record; may raise Rejected."""
    main, game = record.main, verdict.game
    if game is None:
        raise _unlike()
    # Before a fault a diagram repeats the board; from a fault on play goes on from it.
    fault = len(main.entries) + 1 if verdict.fault is None else verdict.fault.ply
    boards = {
        checkpoint.ply: game.spell_diagram(game.read_diagram(checkpoint.diagram))
        for checkpoint in main.checkpoints
        if checkpoint.ply >= fault
    }
    for entry in main.entries:
        yield MoveEvent(entry.ply, entry.text, entry.seconds)
        if entry.ply in boards:
            yield BoardEvent(boards[entry.ply])
    yield from _remarks(main)
    for line in record.lines[1:]:
        if line.parent != 0:
            raise _unlike()
        yield BranchEvent(line.start, tuple(entry.text for entry in line.entries), tuple(_texts(line)))
    yield from _end_events(main)
    yield CloseEvent()


def _remarks(line: Variation) -> Iterator[Event]:
    for comment in line.comments:
        yield CommentEvent(comment.ply, (comment.text,), comment.kind == "bookmark")


def _texts(line: Variation) -> Iterator[str]:
    for comment in line.comments:
        yield comment.text


def _end_events(line: Variation) -> Iterator[Event]:
    special, closing = line.special, line.closing
    if special is not None:
        yield SpecialEvent(special.word, special.text, special.side)
    elif closing is not None and closing.text.endswith(_FOUL) and closing.outcome is not None:
        yield FoulEvent(Side.SECOND if closing.outcome is Outcome.FIRST else Side.FIRST)
