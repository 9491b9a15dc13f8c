"""List of the games of a folder, cached until the folder changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.recording.errors import failure
from kifu.recording.session_json import summary_json
from kifu.web.server.versioned_document import Snapshot, VersionedDocument

if TYPE_CHECKING:
    from kifu.web.server.plain_records import PlainRecord, PlainRecordLoader
    from kifu.web.server.sessions import Sessions


class GameList:
    """List of the sessions and plain records of a folder."""

    def __init__(self, sessions: Sessions, files: PlainRecordLoader) -> None:
        self._sessions = sessions
        self._files = files
        self._plain: dict[str, PlainRecord] = {}
        self._document = VersionedDocument(self._stamp, self._make, lambda: 0)

    async def json(self) -> bytes:
        """Return ``{"games"}`` as JSON. Tables whose journal is damaged say so, and so do records without a journal."""
        self._plain = await self._files.all()
        return await self._document.whole()

    def _stamp(self) -> object:
        heads = {
            name: (session.state.head, self._sessions.extra_members(session))
            for name, session in list(self._sessions.all.items())
        }
        return heads, list(self._sessions.damaged), self._plain

    def _make(self, earlier: Snapshot | None) -> Snapshot:
        """Make the list. Rows of tables that have not changed are those of the list before."""
        kept: dict[str, tuple[object, dict[str, Any]]] = {} if earlier is None else earlier.basis
        rows = {}
        for name, session in list(self._sessions.all.items()):
            state, more = session.state, self._sessions.extra_members(session)
            known = kept.get(name)
            summary = known[1] if known is not None and known[0] is state else summary_json(state)
            rows[name] = (state, summary, {"id": name, **summary, **more})
        damaged = [{"id": name, "line": None, **failure(wrong)} for name, wrong in self._sessions.damaged.items()]
        plain = [_plain_record_json(name, each) for name, each in self._plain.items()]
        games = [*(row for _, _, row in rows.values()), *damaged, *plain]
        return Snapshot(
            {"games": games}, lambda: None, {name: (state, summary) for name, (state, summary, _) in rows.items()}
        )


def _plain_record_json(name: str, plain: PlainRecord) -> dict[str, object]:
    """Return the row of a record without a journal."""
    shown: dict[str, object] = {"id": name, "file": plain.name.encode(errors="replace").decode(), "readonly": True}
    if plain.wrong is not None:
        return {**shown, "line": None, **failure(plain.wrong)}
    return shown if plain.state is None else {**summary_json(plain.state), **shown}
