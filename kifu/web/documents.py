"""The documents of a folder that people watch: the state and the course of each table, and the hall of all of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kifu.table import clock as clocks
from kifu.table.game_json import words
from kifu.table.hall import card_json, in_the_hall
from kifu.table.view import state_json
from kifu.table.viewer_json import course
from kifu.web.watched import MadeDocument, WatchedDocument

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.table.clock import Instant
    from kifu.table.state import State
    from kifu.web.tables import Table, Tables

MOST = 256
"""The most documents that are kept; the one that was asked for least recently is made anew when it is needed."""


class Documents:
    """The documents of the folder of `tables`; `now` returns this instant."""

    def __init__(self, tables: Tables, now: Callable[[], Instant]) -> None:
        self._tables = tables
        self._now = now
        self._kept: dict[tuple[str, ...], WatchedDocument] = {}
        self._hall = WatchedDocument(self._all, self._cards, lambda: now().ms)

    def state(self, table: Table, *, arbiter: bool) -> WatchedDocument:
        """Return the state of a table; the arbiter's devices see more of it."""
        return self._of("state", table, arbiter, self._state)

    def course(self, table: Table, *, arbiter: bool) -> WatchedDocument:
        """Return a table as a viewer shows it."""
        return self._of("course", table, arbiter, self._course)

    def hall(self) -> WatchedDocument:
        """Return the cards of all tables, as anybody may see them."""
        return self._hall

    def more(self, table: Table) -> dict[str, object]:
        """Return what the folder knows of a table: the match that it belongs to, and records that were found in its place."""
        match = self._tables.match_of(table.name)
        kept = [{"file": name, "message": words(why)} for name, why in table.kept.items()]
        return {**match, "kept": kept} if kept else match

    def _of(self, kind: str, table: Table, arbiter: bool, make: Callable[..., MadeDocument]) -> WatchedDocument:  # noqa: FBT001
        key = (kind, table.name, str(arbiter))
        kept = self._kept.pop(key, None)
        if kept is None:
            kept = WatchedDocument(
                lambda: self._stamp(self._present(table)),
                lambda earlier: make(self._present(table), earlier, arbiter=arbiter),
                lambda: self._now().ms,
            )
        self._kept[key] = kept
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return kept

    def _present(self, table: Table) -> Table:
        """Return a table as it is now: a record without a journal is another one when its file has changed."""
        return self._tables.find(table.name) or table

    def _stamp(self, table: Table) -> object:
        return table.state.head, id(table.state), self.more(table)

    def _state(self, table: Table, _earlier: MadeDocument | None, *, arbiter: bool) -> MadeDocument:
        state, more = table.state, self.more(table)
        shown = {"id": table.name, **more, **state_json(state, self._now(), arbiter=arbiter)}
        return MadeDocument(shown, partial(self._fresh, state, shown))

    def _course(self, table: Table, earlier: MadeDocument | None, *, arbiter: bool) -> MadeDocument:
        state, more = table.state, self.more(table)
        made = course(state, self._now(), arbiter=arbiter, earlier=None if earlier is None else earlier.basis)
        shown = {"id": table.name, **more, **made.json}
        return MadeDocument(shown, partial(self._fresh, state, shown), made)

    def _fresh(self, state: State, shown: dict[str, Any]) -> dict[str, Any] | None:
        return None if state.clock.running is None else {**shown, "clock": self._clock(state)}

    def _clock(self, state: State) -> dict[str, object]:
        return clocks.clock_json(clocks.at(state.clock, self._now()))

    def _all(self) -> dict[str, str]:
        return {name: table.state.head for name, table in list(self._tables.all.items())}

    def _cards(self, earlier: MadeDocument | None) -> MadeDocument:
        """Make the hall. Cards of tables that have not changed are those of the hall before."""
        kept: dict[str, tuple[State, dict[str, Any]]] = {} if earlier is None else earlier.basis
        states = {name: table.state for name, table in list(self._tables.all.items())}
        cards = {}
        for name in in_the_hall(states.items()):
            state = states[name]
            same = name in kept and kept[name][0] is state
            cards[name] = kept[name] if same else (state, card_json(state, self._now()))

        def fresh() -> dict[str, Any] | None:
            running = {name: state for name, (state, _) in cards.items() if state.clock.running is not None}
            clocked = {name: {**cards[name][1], "clock": self._clock(state)} for name, state in running.items()}
            return {**shown, "games": {**shown["games"], **clocked}} if running else None

        shown: dict[str, Any] = {"order": list(cards), "games": {name: card for name, (_, card) in cards.items()}}
        return MadeDocument(shown, fresh, cards)
