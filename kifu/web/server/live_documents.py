"""Live documents of a folder: state and course of each session, and the lobby."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kifu.recording import clock as clocks
from kifu.recording.lobby import card_json, lobby_order
from kifu.recording.session_json import state_json
from kifu.recording.viewer_json import course
from kifu.web.server.versioned_document import Snapshot, VersionedDocument

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.recording.clock import Instant
    from kifu.recording.state import State
    from kifu.web.server.sessions import Session, Sessions

MAX_DOCUMENTS = 256
"""The most documents that are kept; the one that was asked for least recently is made anew when it is needed."""


class LiveDocuments:
    """Versioned documents of `sessions`; `now` returns this instant."""

    def __init__(self, sessions: Sessions, now: Callable[[], Instant]) -> None:
        self._sessions = sessions
        self._now = now
        self._kept: dict[tuple[str, ...], VersionedDocument] = {}
        self._lobby = VersionedDocument(self._all, self._cards, lambda: now().ms)

    def state(self, session: Session, *, arbiter: bool) -> VersionedDocument:
        """Return the state of a session; the arbiter's devices see more of it."""
        return self._of("state", session, arbiter, self._state)

    def course(self, session: Session, *, arbiter: bool) -> VersionedDocument:
        """Return the course of a session, as a viewer shows it."""
        return self._of("course", session, arbiter, self._course)

    def lobby(self) -> VersionedDocument:
        """Return the cards of all sessions, as spectators see them."""
        return self._lobby

    def _of(self, kind: str, session: Session, arbiter: bool, make: Callable[..., Snapshot]) -> VersionedDocument:  # noqa: FBT001
        key = (kind, session.name, str(arbiter))
        kept = self._kept.pop(key, None)
        if kept is None:
            kept = VersionedDocument(
                lambda: self._stamp(self._present(session)),
                lambda earlier: make(self._present(session), earlier, arbiter=arbiter),
                lambda: self._now().ms,
            )
        self._kept[key] = kept
        if len(self._kept) > MAX_DOCUMENTS:
            del self._kept[next(iter(self._kept))]
        return kept

    def _present(self, session: Session) -> Session:
        """Return a session as it is now: a record without a journal is another one when its file has changed."""
        return self._sessions.find(session.name) or session

    def _stamp(self, session: Session) -> object:
        return session.state.head, id(session.state), self._sessions.extra_members(session)

    def _state(self, session: Session, _earlier: Snapshot | None, *, arbiter: bool) -> Snapshot:
        state, more = session.state, self._sessions.extra_members(session)
        shown = {"id": session.name, **more, **state_json(state, self._now(), arbiter=arbiter)}
        return Snapshot(shown, partial(self._fresh, state, shown))

    def _course(self, session: Session, earlier: Snapshot | None, *, arbiter: bool) -> Snapshot:
        state, more = session.state, self._sessions.extra_members(session)
        made = course(state, self._now(), arbiter=arbiter, earlier=None if earlier is None else earlier.basis)
        shown = {"id": session.name, **more, **made.json}
        return Snapshot(shown, partial(self._fresh, state, shown), made)

    def _fresh(self, state: State, shown: dict[str, Any]) -> dict[str, Any] | None:
        return None if state.clock.running is None else {**shown, "clock": self._clock(state)}

    def _clock(self, state: State) -> dict[str, object]:
        return clocks.clock_json(clocks.at(state.clock, self._now()))

    def _all(self) -> dict[str, str]:
        return {name: session.state.head for name, session in list(self._sessions.all.items())}

    def _cards(self, earlier: Snapshot | None) -> Snapshot:
        """Make the lobby. Cards of sessions that have not changed are those of the lobby before."""
        kept: dict[str, tuple[State, dict[str, Any]]] = {} if earlier is None else earlier.basis
        states = {name: session.state for name, session in list(self._sessions.all.items())}
        cards = {}
        for name in lobby_order(states.items()):
            state = states[name]
            same = name in kept and kept[name][0] is state
            cards[name] = kept[name] if same else (state, card_json(state, self._now()))

        def fresh() -> dict[str, Any] | None:
            running = {name: state for name, (state, _) in cards.items() if state.clock.running is not None}
            clocked = {name: {**cards[name][1], "clock": self._clock(state)} for name, state in running.items()}
            return {**shown, "games": {**shown["games"], **clocked}} if running else None

        shown: dict[str, Any] = {"order": list(cards), "games": {name: card for name, (_, card) in cards.items()}}
        return Snapshot(shown, fresh, cards)
