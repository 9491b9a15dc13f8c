"""Journal of a game opened, continued by events, and replayed to a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.message import Message
from kifu.recording import journal, json_fields
from kifu.recording.clock import Instant
from kifu.recording.events import read_event_id_and_event
from kifu.recording.game_setup import read_setup, setup_json
from kifu.recording.json_fields import Rejected
from kifu.recording.record_writer import verified_text
from kifu.recording.reducer import EventMeta, commit_event, initial_state, reduce_event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.recording.game_setup import GameSetup
    from kifu.recording.state import State
    from kifu.recording.submit import Sender, SubmitResult

FORMAT = "kifu-table/1"


def initial_state_and_line(setup: GameSetup, sender: Sender) -> tuple[State, journal.JournalLine]:
    """Return a new game's state and first journal line.

    Raises Rejected if its head cannot be written.
    """
    event = {"kind": "open", "format": FORMAT, **setup_json(setup)}
    line = journal.chain_line(_line_body(sender, 1, event), journal.START)
    state = initial_state(setup, EventMeta(sender.by, sender.time, sender.now, 1, line.hash))
    verified_text(state)
    return state, line


def state_and_line_of_event(
    result: SubmitResult, sender: Sender, previous_hash: str
) -> tuple[State, journal.JournalLine]:
    """Return the state and journal line of an accepted event.

    `previous_hash` is the hash of the line before it.
    """
    assert result.state is not None  # noqa: S101 - only an event that was taken is written
    line = journal.chain_line(_line_body(sender, result.seq, result.event), previous_hash)
    return commit_event(result.state, result.identity, line.hash), line


def replay_journal(lines: Sequence[journal.JournalLine]) -> State:
    """Return the state that the lines of a journal add up to.

    Raises Rejected, with the number of the line, for a line that no program of this format has written.
    """
    state: State | None = None
    for state in replay_states(lines):  # noqa: B007 - the last one counts
        pass
    if state is None:
        raise Rejected("empty-journal", Message("記録簿が空です", "the journal is empty"))
    return state


def replay_states(lines: Iterable[journal.JournalLine]) -> Iterator[State]:
    """Yield the state after each line of a journal.

    Raises Rejected, with the number of the line, for a line that no program of this format has written.
    """
    state: State | None = None
    for number, line in enumerate(lines, start=1):
        try:
            state = _apply_line(state, line)
        except Rejected as wrong:
            raise Rejected(
                wrong.code,
                Message(
                    f"記録簿の {number} 行目: {wrong.message.ja}", f"line {number} of the journal: {wrong.message.en}"
                ),
            ) from None
        yield state


def _apply_line(state: State | None, line: journal.JournalLine) -> State:
    body = json_fields.object_field(line.body, ("seq", "time", "run", "ms", "by", "event"), "journal")
    now = Instant(_text(body.get("run"), "run"), json_fields.integer_field(body.get("ms"), "ms", 1 << 53))
    by, time = _text(body.get("by"), "by"), _text(body.get("time"), "time")
    seq, event = json_fields.integer_field(body.get("seq"), "seq", 1 << 53, 1), body.get("event")
    meta = EventMeta(by, time, now, seq, line.hash)
    if state is not None:
        identity, value = read_event_id_and_event(event)
        return reduce_event(state, identity, value, meta)
    if not isinstance(event, dict) or event.get("kind") != "open" or event.get("format") != FORMAT:
        raise Rejected("unknown-format", Message("はじめの行が open ではありません", "its first line is no opening"))
    members = {key: value for key, value in event.items() if key not in {"kind", "format"}}
    return initial_state(read_setup(members), meta)


def _text(value: object, what: str) -> str:
    return json_fields.line_field(value, what, empty=True)


def _line_body(sender: Sender, seq: int, event: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "seq": seq,
        "time": sender.time,
        "run": sender.now.run,
        "ms": sender.now.ms,
        "by": sender.by,
        "event": event,
    }
