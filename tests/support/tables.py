"""Shares a recorder among the tests of the table: it opens a game, sends events, and folds what it has sent."""

import copy

from kifu.recording.game_setup import read_setup
from kifu.recording.journal_and_record_mark import decode_journal, encode_line
from kifu.recording.session_json import state_json
from kifu.recording.state_and_clock import Instant
from kifu.recording.submit_and_replay_events import (
    EventStatus,
    Sender,
    initial_state_and_line,
    replay_journal,
    state_and_line_of_event,
    submit,
)
from kifu.recording.viewer_json import viewer_course

GAMES = ("six", "ace", "king", "master", "rengo")


def boards_of(steps, before=None):
    """Return the boards that steps lead to, as a client makes them; `before` is the board before the first."""
    boards = [before or {"tokens": []}]
    for step in steps:
        gone = set(step.get("gone", ()))
        stays = [token for number, token in enumerate(boards[-1]["tokens"]) if number not in gone]
        kept = {key: value for key, value in boards[-1].items() if key not in {"last", "changed"}}
        told = {key: value for key, value in step.items() if key not in {"gone", "came"}}
        boards.append({**kept, **told, "tokens": stays + step.get("came", [])})
    return boards[1:]


def patched(document, changes):
    """Make the changes in a copy of a document, as a client does."""
    document = copy.deepcopy(document)
    for path, *change in changes:
        holder = document
        for step in path[:-1]:
            holder = holder[step]
        if not change:
            del holder[path[-1]]
        elif len(change) == 1:
            holder[path[-1]] = change[0]
        else:
            start, count, items = change
            holder[path[-1]][start : start + count] = items
    return document


class Recorder:
    """Records one game in memory. Each event comes `step` milliseconds after the one before, unless it says otherwise."""

    def __init__(self, game="six", mode="record", step=1000, **more):
        self.step, self.ms, self.run, self.arbiter = step, 0, "run", False
        self.state, line = initial_state_and_line(read_setup({"game": game, "mode": mode, **more}), self.sender())
        self.lines = [line]

    def sender(self):
        """Return the sender at this instant."""
        return Sender("recorder:test", "2026-11-22T00:00:00.000+00:00", Instant(self.run, self.ms), self.arbiter)

    def send(self, kind, base=None, identity=None, **members):
        """Send an event; return the answer. What is taken is kept."""
        self.ms += self.step
        identity = identity or f"e{len(self.lines)}"
        request = {
            "base": self.state.seq if base is None else base,
            "event": {"id": identity, "kind": kind, **members},
        }
        sender = self.sender()
        found = submit(self.state, request, sender)
        if found.state is not None:
            self.state, line = state_and_line_of_event(found, sender, self.state.head)
            self.lines.append(line)
        return found

    def move(self, *texts):
        """Send moves, each as the next ply."""
        for text in texts:
            assert self.send("move", ply=self.state.ply + 1, text=text).status is EventStatus.TAKEN
        return self

    def view(self, **more):
        """Return the state as JSON."""
        return state_json(self.state, Instant(self.run, self.ms), **more)

    def course(self, **more):
        """Return the table as a viewer sees it, as JSON; its steps as ``boards``, each with all that stands on it."""
        shown = viewer_course(self.state, Instant(self.run, self.ms), **more).json
        return {**shown, "boards": boards_of(shown["steps"])}

    def data(self):
        """Return the bytes of the journal."""
        return b"".join(map(encode_line, self.lines))

    def replay(self):
        """Return the state that the journal folds to."""
        return replay_journal(decode_journal(self.data()).lines)
