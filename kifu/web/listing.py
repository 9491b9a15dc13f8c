"""The list of games of a folder: it is made once for all who ask, until something in the folder has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.table.game_json import words
from kifu.table.view import summary_json
from kifu.web.watched import MadeDocument, WatchedDocument

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.web.loose import Loose, LooseReading
    from kifu.web.tables import Table, Tables


class GameList:
    """The list of the games of `tables` and of the `files` beside them; `more` returns what the folder knows of a table besides its state."""

    def __init__(self, tables: Tables, files: LooseReading, more: Callable[[Table], dict[str, object]]) -> None:
        self._tables = tables
        self._files = files
        self._more = more
        self._loose: dict[str, Loose] = {}
        self._document = WatchedDocument(self._stamp, self._make, lambda: 0)

    async def json(self) -> bytes:
        """Return ``{"games"}`` as JSON. Tables whose journal is damaged say so, and so do records without a journal."""
        self._loose = await self._files.all()
        return await self._document.whole()

    def _stamp(self) -> object:
        heads = {name: (table.state.head, self._more(table)) for name, table in list(self._tables.all.items())}
        return heads, list(self._tables.damaged), self._loose

    def _make(self, earlier: MadeDocument | None) -> MadeDocument:
        """Make the list. Rows of tables that have not changed are those of the list before."""
        kept: dict[str, tuple[object, dict[str, Any]]] = {} if earlier is None else earlier.basis
        rows = {}
        for name, table in list(self._tables.all.items()):
            state, more = table.state, self._more(table)
            known = kept.get(name)
            summary = known[1] if known is not None and known[0] is state else summary_json(state)
            rows[name] = (state, summary, {"id": name, **summary, **more})
        damaged = [
            {"id": name, "error": wrong.code, "line": wrong.line, "message": words(wrong.message)}
            for name, wrong in self._tables.damaged.items()
        ]
        loose = [_loose_json(name, each) for name, each in self._loose.items()]
        games = [*(row for _, _, row in rows.values()), *damaged, *loose]
        return MadeDocument(
            {"games": games}, lambda: None, {name: (state, summary) for name, (state, summary, _) in rows.items()}
        )


def _loose_json(name: str, loose: Loose) -> dict[str, object]:
    """Return what the list of games shows of a record without a journal."""
    shown: dict[str, object] = {"id": name, "file": loose.name.encode(errors="replace").decode(), "readonly": True}
    if loose.wrong is not None:
        return {**shown, "error": loose.wrong.code, "line": None, "message": words(loose.wrong.message)}
    return shown if loose.state is None else {**summary_json(loose.state), **shown}
