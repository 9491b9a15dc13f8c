"""Submitted setups and events checked, written as journal lines, and replayed.

An event on an old base is never put on the present state by itself: a person decides. The same move on an old base is the
confirmation of a second recorder.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.errors import InvalidMove
from kifu.core.message import Message
from kifu.recording import journal_and_record_mark, untrusted_json_fields
from kifu.recording.events import (
    AgreeEvent,
    CloseEvent,
    CorrectEvent,
    FoulEvent,
    MoveEvent,
    SignEvent,
    SpecialEvent,
    read_event_id_and_event,
)
from kifu.recording.game_setup import MEMBERS, read_setup, second_game_setup_json, setup_json
from kifu.recording.reducer import EventMeta, commit_event, initial_state, reduce_event
from kifu.recording.state_and_clock import Instant
from kifu.recording.state_record_conversion import record_text, record_text_proven_by_reading
from kifu.recording.untrusted_json_fields import Rejected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kifu.core.game.game import Game, Position
    from kifu.recording.events import Event
    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state_and_clock import State

MAX_EVENTS = 2_000
"""The most events of a game."""
FIRST_SEQ = 1
"""The number of the opening, the first event of a game. A client that has seen nothing of a new game sends 0 and means it."""
MAX_CLOSING_EVENTS = 20
"""The number of further events that are taken if they end, sign or close the game."""


class Role(StrEnum):
    """Role of a device."""

    RECORDER = "recorder"
    SPECTATOR = "spectator"


class EventStatus(StrEnum):
    """Status of a submitted event."""

    TAKEN = "taken"
    KNOWN = "known"
    AGREE = "agree"
    STALE = "stale"


class Sender(NamedTuple):
    """Sender of an event, with time and PIN status.

    `arbiter` says that the device has given the PIN of the game.
    """

    by: str
    time: str
    now: Instant
    arbiter: bool = False


class SubmitResult(NamedTuple):
    """Result of submitting an event, with what to write down.

    `state`, `event` and `text` are None where nothing was taken.
    """

    status: EventStatus
    seq: int
    head: str
    identity: str = ""
    state: State | None = None
    event: dict[str, object] | None = None
    """The event as it stands in the journal."""
    text: str | None = None
    """The record after the event."""


def submit(state: State, request: object, sender: Sender) -> SubmitResult:
    """Return the result of a request ``{"base", "event"}``.

    Raises Rejected for what no state would take.
    The hash of the new state is not known before its line is written: see :func:`kifu.recording.reducer.commit_event`.
    """
    given = untrusted_json_fields.object_field(request, ("base", "event"), "request")
    sent = given.get("event")
    identity, event = read_event_id_and_event(sent)
    if isinstance(event, AgreeEvent):
        raise Rejected("unknown-kind", Message("agree は送れません", "agree cannot be sent; send the move"))
    if isinstance(event, CorrectEvent) and state.closed is not None and not sender.arbiter:
        raise Rejected(
            "closed",
            Message(
                "閉じた対局の手を直せるのは、暗証番号を入れた審判だけです",
                "in a closed game only an arbiter who has given the PIN can correct a move",
            ),
        )
    if identity in state.ids:
        seq, head = state.ids[identity]
        return SubmitResult(EventStatus.KNOWN, seq, head)
    base = max(untrusted_json_fields.integer_field(given.get("base"), "base", 1 << 53), FIRST_SEQ)
    agreed = _confirmation_by_same_move(state, event) if base < state.seq else None
    if agreed is None and (base != state.seq or (isinstance(event, MoveEvent) and event.ply != state.ply + 1)):
        return SubmitResult(EventStatus.STALE, state.seq, state.head)
    more = MAX_CLOSING_EVENTS if isinstance(event, (CloseEvent, SignEvent, FoulEvent, SpecialEvent)) else 0
    if state.seq >= MAX_EVENTS + more:
        raise Rejected("full", Message(f"一局に {MAX_EVENTS} 件までです", f"a game has {MAX_EVENTS} events at most"))
    meta = EventMeta(sender.by, sender.time, sender.now, state.seq + 1)
    if agreed is not None:
        journaled: dict[str, object] = {"id": identity, "kind": "agree", "ply": agreed.ply, "text": agreed.text}
        new = reduce_event(state, identity, agreed, meta)
        return SubmitResult(
            EventStatus.AGREE, new.seq, "", identity, new, journaled, record_text_proven_by_reading(new)
        )
    new = reduce_event(state, identity, event, meta)
    assert isinstance(sent, dict)  # noqa: S101 - read_event has read it
    return SubmitResult(EventStatus.TAKEN, new.seq, "", identity, new, dict(sent), record_text_proven_by_reading(new))


def _confirmation_by_same_move(state: State, event: Event) -> AgreeEvent | None:
    """Return the confirmation by a move on an old base, if any."""
    if not isinstance(event, MoveEvent) or event.ply > state.ply:
        return None
    standing = state.moves[event.ply - 1].text
    same = is_same_move(state.game, _position_before(state, event.ply), standing, event.text)
    return AgreeEvent(event.ply, event.text) if same else None


def _position_before(state: State, ply: int) -> Position | None:
    """Return the position before a written ply; None behind a fault."""
    stretch = next(stretch for stretch in reversed(state.stretches) if stretch.before < ply)
    positions = stretch.replay.positions
    place = ply - 1 - stretch.before
    return positions[place] if place < len(positions) else None


def is_same_move(game: Game, position: Position | None, move_text: str, other_move_text: str) -> bool:
    """Tell whether two texts are one move, also spelled differently.

    `position` is the position before it, None if it is not known.
    """
    if move_text == other_move_text:
        return True
    try:
        left, right = game.read(move_text), game.read(other_move_text)
    except InvalidMove:
        return False
    sides = {reading.side for reading in (left, right)} - {None}
    moves = [
        game.resolve(position, reading) if reading.move is None and position is not None else reading.move
        for reading in (left, right)
    ]
    return moves[0] is not None and moves[0] == moves[1] and len(sides) <= 1


REQUEST_MEMBERS = (*(member for member in MEMBERS if member != "first"), "match")
"""The members of an opening that a client may send."""


def read_setup_request(request: object, find_first_game: Callable[[str], State | None]) -> GameSetup:
    """Return the setup that a client requests; may raise Rejected.

    `find_first_game` returns the table of a first game by its id.
    """
    return read_setup(setup_json_of_request(request, find_first_game))


def setup_json_of_request(
    request: object,
    find_first_game: Callable[[str], State | None],
    insert_variant: Callable[[object], object] = lambda given: given,
) -> object:
    """Return a request as :func:`kifu.recording.game_setup.read_setup` reads it.

    `find_first_game` returns the table of a first game by its id; `insert_variant` an opening with the text of the variant file that it names.
    """
    given = untrusted_json_fields.object_field(request, REQUEST_MEMBERS, "open")
    if given.get("match") is None:
        return insert_variant({key: given[key] for key in given if key != "match"})
    name = untrusted_json_fields.one_line_field(given["match"], "match")
    first = find_first_game(name)
    if first is None:
        raise untrusted_json_fields.field_rejection("match", Message("その対局はありません", "there is no such game"))
    return second_game_setup_json(first, name, record_text(first), given)


FORMAT = "kifu-table/1"


def initial_state_and_line(setup: GameSetup, sender: Sender) -> tuple[State, journal_and_record_mark.JournalLine]:
    """Return a new game's state and first journal line.

    Raises Rejected if its head cannot be written.
    """
    event = {"kind": "open", "format": FORMAT, **setup_json(setup)}
    line = journal_and_record_mark.chain_line(_line_body(sender, 1, event), journal_and_record_mark.START)
    state = initial_state(setup, EventMeta(sender.by, sender.time, sender.now, 1, line.hash))
    record_text_proven_by_reading(state)
    return state, line


def state_and_line_of_event(
    result: SubmitResult, sender: Sender, previous_hash: str
) -> tuple[State, journal_and_record_mark.JournalLine]:
    """Return the state and journal line of an accepted event.

    `previous_hash` is the hash of the line before it.
    """
    assert result.state is not None  # noqa: S101 - only an event that was taken is written
    line = journal_and_record_mark.chain_line(_line_body(sender, result.seq, result.event), previous_hash)
    return commit_event(result.state, result.identity, line.hash), line


def replay_journal(lines: Sequence[journal_and_record_mark.JournalLine]) -> State:
    """Return the state that the lines of a journal add up to.

    Raises Rejected, with the number of the line, for a line that no program of this format has written.
    """
    state: State | None = None
    for state in replay_states(lines):  # noqa: B007 - the last one counts
        pass
    if state is None:
        raise Rejected("empty-journal", Message("記録簿が空です", "the journal is empty"))
    return state


def replay_states(lines: Iterable[journal_and_record_mark.JournalLine]) -> Iterator[State]:
    """Yield the state after each line of a journal.

    Raises Rejected, with the number of the line, for a line that no program of this format has written.
    """
    state: State | None = None
    for number, line in enumerate(lines, start=1):
        try:
            state = _state_after_line(state, line)
        except Rejected as wrong:
            raise Rejected(
                wrong.code,
                Message(
                    f"記録簿の {number} 行目: {wrong.message.ja}", f"line {number} of the journal: {wrong.message.en}"
                ),
            ) from None
        yield state


def _state_after_line(state: State | None, line: journal_and_record_mark.JournalLine) -> State:
    """Return the state after a line of a journal; may raise Rejected."""
    body = untrusted_json_fields.object_field(line.body, ("seq", "time", "run", "ms", "by", "event"), "journal")
    now = Instant(_text(body.get("run"), "run"), untrusted_json_fields.integer_field(body.get("ms"), "ms", 1 << 53))
    by, time = _text(body.get("by"), "by"), _text(body.get("time"), "time")
    seq, event = untrusted_json_fields.integer_field(body.get("seq"), "seq", 1 << 53, 1), body.get("event")
    meta = EventMeta(by, time, now, seq, line.hash)
    if state is not None:
        identity, value = read_event_id_and_event(event)
        return reduce_event(state, identity, value, meta)
    if not isinstance(event, dict) or event.get("kind") != "open" or event.get("format") != FORMAT:
        raise Rejected("unknown-format", Message("はじめの行が open ではありません", "its first line is no opening"))
    members = {key: value for key, value in event.items() if key not in {"kind", "format"}}
    return initial_state(read_setup(members), meta)


def _text(value: object, what: str) -> str:
    return untrusted_json_fields.one_line_field(value, what, may_be_empty=True)


def _line_body(sender: Sender, seq: int, event: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "seq": seq,
        "time": sender.time,
        "run": sender.now.run,
        "ms": sender.now.ms,
        "by": sender.by,
        "event": event,
    }
