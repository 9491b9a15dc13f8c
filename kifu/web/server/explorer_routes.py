"""Routes of the explorer: the moves that the games of a folder played, as one graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.recording.errors import Rejected
from kifu.recording.session_json import is_over
from kifu.recording.stored_game import StoredGame, stored_game
from kifu.web.server.plain_records import PlainRecord, refuse_unread
from kifu.web.server.versioned_document import Snapshot, VersionedDocument
from kifu.web.server.worker_calls import played_games
from kifu.web.server.worker_process import PAGE_SECONDS
from kifu.web.service.messages import Response
from kifu.web.service.router import Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analysis.explorer.played_game import PlayedGame
    from kifu.recording.state import State
    from kifu.web.server.plain_records import PlainRecordLoader
    from kifu.web.server.sessions import Sessions
    from kifu.web.server.worker_process import WorkerProcess
    from kifu.web.service.messages import Request

Games = tuple["PlayedGame | None", ...]


class _CountedRecord(NamedTuple):
    """Games of a record, and the record that they were read from."""

    of: object
    games: Games


class ExplorerRoutes:
    """Graph of finished sessions and of `files`, which `worker` reads."""

    def __init__(self, sessions: Sessions, files: PlainRecordLoader, worker: WorkerProcess) -> None:
        self._sessions = sessions
        self._files = files
        self._worker = worker
        self._plain: dict[str, PlainRecord] = {}
        self._document = VersionedDocument(self._stamp, self._make, lambda: 0)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("GET", "/api/explorer", self.answer, limits=("ask",))]

    async def answer(self, _request: Request) -> Response:
        """Return the graph."""
        self._plain = await self._files.all()
        return Response(200, data=await self._document.whole())

    def _stamp(self) -> object:
        return {name: id(of) if isinstance(of, PlainRecord) else of.head for name, of in self._records().items()}

    def _records(self) -> Mapping[str, State | PlainRecord]:
        """Return the records that are counted, by id. A game that goes on is not, and an official one is not judged before it is closed."""
        sessions = {name: session.state for name, session in [*self._sessions.all.items()] if is_over(session.state)}
        return {**sessions, **self._plain}

    def _make(self, earlier: Snapshot | None) -> Snapshot:
        """Make the graph. Records that have not changed are not judged again."""
        from analysis.explorer.build_graph import Gathered  # noqa: PLC0415 - the server runs without this satellite
        from analysis.explorer.graph_json import explorer_json  # noqa: PLC0415 - as above

        known: dict[str, _CountedRecord] = {} if earlier is None else earlier.basis
        counted = {}
        for name, of in self._records().items():
            kept = known.get(name)
            counted[name] = kept if kept is not None and kept.of is of else _CountedRecord(of, self._games(name, of))
        gathered = Gathered()
        for game in (game for each in counted.values() for game in each.games):
            gathered.add(game)
        return Snapshot(explorer_json(gathered.graphs(), gathered.rejected), lambda: None, counted)

    def _games(self, name: str, of: State | PlainRecord) -> Games:
        """Return the games of a record; a record that cannot be read counts as one that is left out."""
        kept = StoredGame(of.name, of.data) if isinstance(of, PlainRecord) else stored_game(name, of)
        try:
            if isinstance(of, PlainRecord):
                refuse_unread(of)
            return self._worker.call_blocking(PAGE_SECONDS, played_games, kept, f"/g/{name}/view")
        except Rejected:
            return (None,)
