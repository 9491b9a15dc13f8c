"""Timeline of a journal: events, withdrawals, double entries, damage."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.message import Message
from kifu.recording.game_setup import setup_json
from kifu.recording.journal_and_record_mark import decode_journal
from kifu.recording.state_and_clock import CorrectedBoard, PlayedMove, TableEnd
from kifu.recording.state_record_conversion import record_text
from kifu.recording.submit_and_replay_events import MAX_CLOSING_EVENTS, MAX_EVENTS, replay_states
from kifu.recording.untrusted_json_fields import Rejected

if TYPE_CHECKING:
    from kifu.recording.journal_and_record_mark import Journal, JournalLine
    from kifu.recording.state_and_clock import State, UndoneStep

MAX_JOURNAL_LINES = MAX_EVENTS + MAX_CLOSING_EVENTS
"""The most lines of a journal that are followed; no table takes more events."""


class JournalTimeline(NamedTuple):
    """A journal, read as far as it is whole."""

    file: str
    journal: Journal
    data: bytes
    events: tuple[dict[str, Any], ...]
    state: State | None
    """What its events add up to; None if not even the first can be read."""
    stopped: Message | None
    """Why its lines were not followed to their end; None if they were."""

    @property
    def record(self) -> str | None:
        """The record that it adds up to, as text."""
        return None if self.state is None else record_text(self.state)

    @property
    def mode(self) -> str | None:
        """The mode in which the game was recorded."""
        return None if self.state is None else self.state.opening.mode

    @property
    def whole(self) -> bool:
        """True if all lines are intact and understood."""
        return self.stopped is None and not self.journal.torn and not self.journal.unended

    def to_json(self) -> dict[str, Any]:
        """Return the time line as a JSON object."""
        record = self.record
        return {
            "file": self.file,
            "whole": self.whole,
            "head": self.journal.head,
            "lines": len(self.journal.lines),
            "mode": self.mode,
            "opening": None if self.state is None else setup_json(self.state.opening),
            "events": list(self.events),
            "conflicts": contradictory_plies(self.events),
            "torn": self._torn_line(),
            "unended": self.journal.unended,
            "damage": self._damage_json(),
            "stopped": None if self.stopped is None else self.stopped.to_json(),
            "record": record,
            "record_sha256": None if record is None else hashlib.sha256(record.encode()).hexdigest(),
        }

    def _torn_line(self) -> dict[str, Any] | None:
        torn = self.journal.torn
        return {"offset": self.journal.size, "bytes": len(torn), **_text_or_base64(torn)} if torn else None

    def _damage_json(self) -> dict[str, Any] | None:
        """Return where a journal is damaged, as JSON."""
        damage = self.journal.damage
        if damage is None:
            return None
        rest = self.data[damage.offset :]
        return {
            "line": damage.line,
            "offset": damage.offset,
            "unread": len(rest),
            "message": damage.message.to_json(),
            **_text_or_base64(rest.split(b"\n", 1)[0]),
        }


def read_timeline(file: str, data: bytes) -> JournalTimeline:
    """Read a journal. Nothing raises: what cannot be read is said."""
    journal = decode_journal(data)
    events: list[dict[str, Any]] = []
    state: State | None = None
    stopped = journal.damage.message if journal.damage is not None else None
    try:
        lines = journal.lines[:MAX_JOURNAL_LINES]
        if len(journal.lines) > MAX_JOURNAL_LINES:
            stopped = Message(
                f"{MAX_JOURNAL_LINES} 行より先は見ていません", f"lines beyond {MAX_JOURNAL_LINES} were not looked at"
            )
        for line, after in zip(lines, replay_states(lines), strict=True):
            events.append(_timeline_event(line, state, after))
            state = after
    except Rejected as wrong:
        stopped = wrong.message
    if state is None and stopped is None:
        stopped = (
            Message("記録簿に完全な行が一つもありません", "the journal has no whole line")
            if data
            else Message("記録簿が空です", "the journal is empty")
        )
    return JournalTimeline(file, journal, data, _number_withdrawn_events(events), state, stopped)


def contradictory_plies(events: tuple[dict[str, Any], ...]) -> list[dict[str, Any]]:
    """Return plies with contradictory texts, each with event and withdrawal.

    A write that the table refused as stale stands in no journal; what people decided about it does.
    """
    plies: dict[int, list[dict[str, Any]]] = {}
    for event in events:
        rewritten = event["kind"] == "correct" and event["was"] and event["text"]
        if event["kind"] in {"move", "agree"} or rewritten:
            written = {key: event[key] for key in ("seq", "time", "by", "kind", "text")}
            plies.setdefault(event["ply"], []).append(written | {"taken_back_by": event.get("taken_back_by")})
    return [
        {"ply": ply, "written": written}
        for ply, written in sorted(plies.items())
        if len({one["text"] for one in written}) > 1
    ]


def _timeline_event(line: JournalLine, state_before: State | None, state_after: State) -> dict[str, Any]:
    """Return a journal line as a timeline event."""
    body = line.body
    sent = dict(body["event"]) if isinstance(body["event"], dict) else {}
    identity = sent.pop("id", None)
    event = {
        **sent,
        "kind": sent.get("kind", ""),
        "id": identity,
        "seq": body["seq"],
        "time": body["time"],
        "by": body["by"],
        "run": body["run"],
        "ms": body["ms"],
        "hash": line.hash,
    }
    if event["kind"] == "move":
        event |= _last_move_verdict_json(state_after)
    elif (
        event["kind"] in {"undo", "correct"}
        and state_before is not None
        and len(state_after.undone) > len(state_before.undone)
    ):
        event["took_back"] = _undone_json(state_after.undone[-1])
    elif event["kind"] in {"foul", "special"} and state_after.end is not None:
        event["after_ply"] = state_after.ply
    return event


def _last_move_verdict_json(state: State) -> dict[str, Any]:
    """Return the rules' verdict on the last move; null after a fault."""
    move, last = state.moves[-1], state.stretches[-1]
    fault = last.replay.fault
    seconds: dict[str, Any] = {} if move.seconds is None else {"seconds": move.seconds}
    if fault is None:
        return {"legal": True, **seconds}
    if last.before + len(last.replay.moves) + 1 != move.ply:
        return {"legal": None, **seconds}
    said = {"article": fault.article, "message": fault.message.to_json()}
    return {"legal": False, **said, **seconds}


def _undone_json(undone: UndoneStep) -> dict[str, Any]:
    what = undone.what
    match what:
        case PlayedMove():
            shown: dict[str, Any] = {"kind": "move", "ply": what.ply, "text": what.text}
        case CorrectedBoard():
            shown = {"kind": "board", "ply": what.ply}
        case TableEnd():
            shown = {"kind": "foul" if what.word is None else "special", "text": what.word}
    return {**shown, "seq": what.origin.seq}


def _number_withdrawn_events(events: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Return the events, withdrawn ones with the withdrawing event's number."""
    undone = {event["took_back"]["seq"]: event["seq"] for event in events if "took_back" in event}
    return tuple(
        {**event, "taken_back_by": undone[event["seq"]]} if event["seq"] in undone else event for event in events
    )


def _text_or_base64(data: bytes) -> dict[str, Any]:
    """Return bytes as text, or in base64 if they are none."""
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"text": None, "base64": base64.b64encode(data).decode("ascii")}
