"""A table and its journal: an opening or an answer becomes a line, and the lines of a journal fold to a state again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.model.message import Message
from kifu.recording import journal, json_fields
from kifu.recording.clock import Instant
from kifu.recording.events import read_event
from kifu.recording.game_setup import opening_json, read_opening
from kifu.recording.record_writer import proved
from kifu.recording.reducer import Stamp, after, opened, written
from kifu.recording.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.recording.game_setup import Opening
    from kifu.recording.state import State
    from kifu.recording.submit import Answer, Sender

FORMAT = "kifu-table/1"


def begun(opening: Opening, sender: Sender) -> tuple[State, journal.Line]:
    """Return the state of a new game and the first line of its journal. Raises Refused if its head cannot be written."""
    event = {"kind": "open", "format": FORMAT, **opening_json(opening)}
    line = journal.chained(_body(sender, 1, event), journal.START)
    state = opened(opening, Stamp(sender.by, sender.time, sender.now, 1, line.hash))
    proved(state)
    return state, line


def continued(answer: Answer, sender: Sender, before: str) -> tuple[State, journal.Line]:
    """Return the state after an event that was taken, and its line. `before` is the hash of the line before it."""
    assert answer.state is not None  # noqa: S101 - only an event that was taken is written
    line = journal.chained(_body(sender, answer.seq, answer.event), before)
    return written(answer.state, answer.identity, line.hash), line


def folded(lines: Sequence[journal.Line]) -> State:
    """Return the state that the lines of a journal add up to.

    Raises Refused, with the number of the line, for a line that no program of this format has written.
    """
    state: State | None = None
    for state in states(lines):  # noqa: B007 - the last one counts
        pass
    if state is None:
        raise Refused("empty-journal", Message("記録簿が空です", "the journal is empty"))
    return state


def states(lines: Iterable[journal.Line]) -> Iterator[State]:
    """Yield the state after each line of a journal.

    Raises Refused, with the number of the line, for a line that no program of this format has written.
    """
    state: State | None = None
    for number, line in enumerate(lines, start=1):
        try:
            state = _folded_line(state, line)
        except Refused as wrong:
            raise Refused(
                wrong.code,
                Message(
                    f"記録簿の {number} 行目: {wrong.message.ja}", f"line {number} of the journal: {wrong.message.en}"
                ),
            ) from None
        yield state


def _folded_line(state: State | None, line: journal.Line) -> State:
    body = json_fields.members(line.body, ("seq", "time", "run", "ms", "by", "event"), "journal")
    now = Instant(_text(body.get("run"), "run"), json_fields.number(body.get("ms"), "ms", 1 << 53))
    by, time = _text(body.get("by"), "by"), _text(body.get("time"), "time")
    seq, event = json_fields.number(body.get("seq"), "seq", 1 << 53, 1), body.get("event")
    stamp = Stamp(by, time, now, seq, line.hash)
    if state is not None:
        identity, value = read_event(event)
        return after(state, identity, value, stamp)
    if not isinstance(event, dict) or event.get("kind") != "open" or event.get("format") != FORMAT:
        raise Refused("unknown-format", Message("はじめの行が open ではありません", "its first line is no opening"))
    members = {key: value for key, value in event.items() if key not in {"kind", "format"}}
    return opened(read_opening(members), stamp)


def _text(value: object, what: str) -> str:
    return json_fields.line(value, what, empty=True)


def _body(sender: Sender, seq: int, event: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "seq": seq,
        "time": sender.time,
        "run": sender.now.run,
        "ms": sender.now.ms,
        "by": sender.by,
        "event": event,
    }
