"""Live documents of a folder in versions, sent as differences.

The state and course of each session, and the lobby.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from difflib import SequenceMatcher
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.concurrency import run_in_threadpool

from kifu.core.message import escape_json
from kifu.recording import state_and_clock as clocks
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.recording.session_json import state_json
from kifu.recording.viewer_json import game_card_json, lobby_order, viewer_course

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kifu.recording.state_and_clock import Instant, State
    from kifu.web.server.sessions import Session, Sessions

ATOMIC_MEMBERS = frozenset({"clock"})
"""Members that are set as a whole: what a reader has of them may be newer than what he is told."""
MAX_DIFF_ITEMS = 200
"""Where two lists differ by more items, all of them are replaced: looking for equal ones would take long."""


def json_diff(old: dict[str, Any], new: dict[str, Any]) -> list[list[Any]]:
    """Return the changes that make `new` of `old`.

    Parts that are the same object are not looked into.
    Values count as the same if Python calls them equal, so no member may change from 0 to false.
    """
    return list(_diff_objects((), old, new))


def _diff_objects(path: tuple[str | int, ...], old: dict[str, Any], new: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the changes from one object to another, by paths."""
    for name in old:
        if name not in new:
            yield [[*path, name]]
    for name, value in new.items():
        here = (*path, name)
        if name not in old:
            yield [list(here), value]
        elif old[name] is not value and old[name] != value:
            yield from _diff_members(here, old[name], value)


def _diff_members(path: tuple[str | int, ...], old: object, new: object) -> Iterator[list[Any]]:
    if path[-1] not in ATOMIC_MEMBERS and isinstance(old, dict) and isinstance(new, dict):
        yield from _diff_objects(path, old, new)
    elif path[-1] not in ATOMIC_MEMBERS and isinstance(old, list) and isinstance(new, list):
        yield from _diff_lists(path, old, new)
    else:
        yield [list(path), new]


def _diff_lists(path: tuple[str | int, ...], old: Sequence[Any], new: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield the changes between two lists: one stretch replaced, or members."""
    least = min(len(old), len(new))
    start = next((number for number in range(least) if not _same(old[number], new[number])), least)
    end = next(
        (number for number in range(least - start) if not _same(old[-1 - number], new[-1 - number])), least - start
    )
    gone, come = old[start : len(old) - end], new[start : len(new) - end]
    if not gone or not come or max(len(gone), len(come)) > MAX_DIFF_ITEMS:
        yield [list(path), start, len(gone), list(come)]
        return
    match = SequenceMatcher(
        None, list(map(canonical_json_text, gone)), list(map(canonical_json_text, come)), autojunk=False
    )
    for kind, first, last, begin, close in reversed(
        match.get_opcodes()
    ):  # from behind: the numbers before stay as they are
        if kind != "equal":
            yield [list(path), start + first, last - first, list(come[begin:close])]


def _same(one: object, other: object) -> bool:
    return one is other or one == other


MAX_DELTAS = 16
"""The differences that are kept for subscribers that missed some; beyond them the whole document is sent."""
MAX_CLOCK_AGE_MS = 100
"""The milliseconds for which a document with a running clock is good enough for another device."""


class Snapshot(NamedTuple):
    """Snapshot of a document at one moment."""

    json: dict[str, Any]
    fresh: Callable[[], dict[str, Any] | None]
    """The same with its clocks as they are when this is called; None if no clock runs."""
    basis: Any = None
    """What the next document is made from, if that is more than its JSON."""


class VersionedDocument:
    """Document in its versions.

    Each has a name, by which a client says which one it has.
    """

    def __init__(
        self,
        stamp: Callable[[], object],
        make_snapshot: Callable[[Snapshot | None], Snapshot],
        now_ms: Callable[[], int],
    ) -> None:
        """Make a document of stamp, snapshot and milliseconds, each a function.

        The stamp changes with the document.
        """
        self._get_stamp = stamp
        self._make = make_snapshot
        self._now = now_ms
        self._run = secrets.token_hex(4)
        self._number = 0
        self._stamp: object = None
        self._made: Snapshot | None = None
        self._changes: deque[bytes] = deque(maxlen=MAX_DELTAS)
        self._followed = False
        self._whole: tuple[int, int | None, bytes] | None = None
        self._lock = asyncio.Lock()

    async def whole_json(self) -> bytes:
        """Return the document as one line of JSON, its version as ``version``."""
        made = await self._update()
        kept, now = self._whole, self._now()
        # A clock that runs changes the document without any event.
        if kept is not None and kept[0] == self._number and (kept[1] is None or now - kept[1] < MAX_CLOCK_AGE_MS):
            return kept[2]
        fresh = made.fresh()
        data = escape_json(canonical_json_text({**(fresh or made.json), "version": self._name})).encode()
        self._whole = (self._number, None if fresh is None else now, data)
        return data

    async def events_and_version_since(self, version: str | None) -> tuple[bytes, str]:
        """Return the events after a version, and the present version.

        An event ``delta`` holds a difference (:mod:`kifu.web.server.live_documents`). Where the version is not known, or has been left behind
        too far, there is one event ``state`` with the whole document.
        """
        self._followed = True
        await self._update()
        missed = self._missed_differences(version)
        if missed is None:
            events = [b"event: state\ndata: " + await self.whole_json()]
        else:
            events = [b"event: delta\ndata: " + change for change in list(self._changes)[len(self._changes) - missed :]]
        name = self._name
        return b"".join(event + b"\nid: " + name.encode() + b"\n\n" for event in events) or b": \n\n", name

    @property
    def _name(self) -> str:
        return f"{self._run}-{self._number}"

    def _missed_differences(self, version: str | None) -> int | None:
        """Return the number of differences after a version, or None.

        None if they are not all there.
        """
        run, _, number = (version or "").partition("-")
        if run != self._run or not number.isascii() or not number.isdigit() or len(number) > len(str(self._number)):
            return None
        missed = self._number - int(number)
        return missed if 0 <= missed <= len(self._changes) else None

    async def _update(self) -> Snapshot:
        """Return the present version.

        One of the tasks that wait for a new one makes it, in a thread.
        """
        if self._made is not None and self._get_stamp() == self._stamp:
            return self._made
        async with self._lock:
            stamp = self._get_stamp()
            if self._made is not None and stamp == self._stamp:
                return self._made
            made, change = await run_in_threadpool(self._next_version_and_difference)
            if self._made is not None:
                self._number += 1
            if change is None:
                self._changes.clear()
            else:
                self._changes.append(change)
            self._made, self._stamp = made, stamp
            return made

    def _next_version_and_difference(self) -> tuple[Snapshot, bytes | None]:
        """Return the next version and its difference; None without subscribers."""
        made = self._make(self._made)
        if self._made is None or not self._followed:
            return made, None
        return made, escape_json(canonical_json_text(json_diff(self._made.json, made.json))).encode()


MAX_DOCUMENTS = 256
"""The most documents that are kept; the one that was asked for least recently is made anew when it is needed."""


class LiveDocuments:
    """Versioned documents of `sessions`; `now` returns this instant."""

    def __init__(self, sessions: Sessions, now: Callable[[], Instant]) -> None:
        self._sessions = sessions
        self._now = now
        self._kept: dict[tuple[str, ...], VersionedDocument] = {}
        self._lobby = VersionedDocument(self._all, self._make_lobby, lambda: now().ms)

    def state(self, session: Session, *, arbiter: bool) -> VersionedDocument:
        """Return a session's state; the arbiter's devices see more."""
        return self._session_document("state", session, arbiter, self._state)

    def course(self, session: Session, *, arbiter: bool) -> VersionedDocument:
        """Return the course of a session, as a viewer shows it."""
        return self._session_document("course", session, arbiter, self._make_course)

    def lobby(self) -> VersionedDocument:
        """Return the cards of all sessions, as spectators see them."""
        return self._lobby

    def _session_document(
        self,
        kind: str,
        session: Session,
        arbiter: bool,  # noqa: FBT001 - a part of the key
        make: Callable[..., Snapshot],
    ) -> VersionedDocument:
        """Return a session's document of a kind; it is made if missing."""
        key = (kind, session.name, str(arbiter))
        kept = self._kept.pop(key, None)
        if kept is None:
            kept = VersionedDocument(
                lambda: self._stamp(self._session_now(session)),
                lambda earlier: make(self._session_now(session), earlier, arbiter=arbiter),
                lambda: self._now().ms,
            )
        self._kept[key] = kept
        if len(self._kept) > MAX_DOCUMENTS:
            del self._kept[next(iter(self._kept))]
        return kept

    def _session_now(self, session: Session) -> Session:
        """Return a session as it is now.

        A record without a journal is another one when its file has changed.
        """
        return self._sessions.find(session.name) or session

    def _stamp(self, session: Session) -> object:
        return session.state.head, id(session.state), self._sessions.extra_members(session)

    def _state(self, session: Session, _earlier: Snapshot | None, *, arbiter: bool) -> Snapshot:
        state, more = session.state, self._sessions.extra_members(session)
        shown = {"id": session.name, **more, **state_json(state, self._now(), arbiter=arbiter)}
        return Snapshot(shown, partial(self._fresh, state, shown))

    def _make_course(self, session: Session, earlier: Snapshot | None, *, arbiter: bool) -> Snapshot:
        state, more = session.state, self._sessions.extra_members(session)
        made = viewer_course(
            state, self._now(), arbiter=arbiter, earlier_course=None if earlier is None else earlier.basis
        )
        shown = {"id": session.name, **more, **made.json}
        return Snapshot(shown, partial(self._fresh, state, shown), made)

    def _fresh(self, state: State, shown: dict[str, Any]) -> dict[str, Any] | None:
        return None if state.clock.running is None else {**shown, "clock": self._clock(state)}

    def _clock(self, state: State) -> dict[str, object]:
        return clocks.clock_json(clocks.clock_advanced_to(state.clock, self._now()))

    def _all(self) -> dict[str, str]:
        return {name: session.state.head for name, session in list(self._sessions.all.items())}

    def _make_lobby(self, earlier: Snapshot | None) -> Snapshot:
        """Make the lobby.

        Cards of sessions that have not changed are those of the lobby before.
        """
        kept: dict[str, tuple[State, dict[str, Any]]] = {} if earlier is None else earlier.basis
        states = {name: session.state for name, session in list(self._sessions.all.items())}
        cards = {}
        for name in lobby_order(states.items()):
            state = states[name]
            same = name in kept and kept[name][0] is state
            cards[name] = kept[name] if same else (state, game_card_json(state, self._now()))

        def fresh() -> dict[str, Any] | None:
            running = {name: state for name, (state, _) in cards.items() if state.clock.running is not None}
            clocked = {name: {**cards[name][1], "clock": self._clock(state)} for name, state in running.items()}
            return {**shown, "games": {**shown["games"], **clocked}} if running else None

        shown: dict[str, Any] = {"order": list(cards), "games": {name: card for name, (_, card) in cards.items()}}
        return Snapshot(shown, fresh, cards)
