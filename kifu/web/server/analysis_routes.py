"""Routes of analysis: searches of positions, and the chances of a game."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.win_chances import EvaluatedMove, no_chances, swings_of
from kifu.core.packages import require_extra
from kifu.recording.analysis_lines import played_lines, read_variation
from kifu.recording.game_setup import setup_json
from kifu.recording.journal import canonical
from kifu.recording.json_fields import Rejected
from kifu.recording.replay_json import boards_by_ply
from kifu.recording.session_json import is_over, is_silent
from kifu.recording.stored_game import StoredGame, stored_game
from kifu.web.server import worker_calls as calls
from kifu.web.server.live_documents import Snapshot, VersionedDocument
from kifu.web.server.plain_records import PlainRecord, refuse_unread
from kifu.web.server.search_worker import SEARCH_NODES, SearchBusy, SearchWorker
from kifu.web.server.worker_calls import played_games
from kifu.web.server.worker_process import PAGE_SECONDS
from kifu.web.service.journal_store import TaskKind
from kifu.web.service.request_response import Response, json_response
from kifu.web.service.router import Route

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from analysis.explorer.played_game import PlayedGame
    from analysis.tables.win_chances import Estimate
    from kifu.core.game.game import Game
    from kifu.recording.state import State
    from kifu.web.server.folder_store import PlainRecordLoader
    from kifu.web.server.sessions import Sessions
    from kifu.web.server.worker_process import WorkerProcess
    from kifu.web.service.journal_store import Executor, StoredSession
    from kifu.web.service.request_response import Request


class StudyRoutes(NamedTuple):
    """Routes of analysis, with the `searcher` and the `executor` of reading."""

    searcher: SearchWorker
    executor: Executor

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("POST", "/api/g/{name}/search", self.search, session=True, limits=("try",), body=True),
            Route("GET", "/api/g/{name}/chances", self.chances, session=True, limits=("try",)),
        ]

    async def search(self, request: Request, session: StoredSession) -> Response:
        """Search the position behind a ply and tried moves."""
        state = session.state
        silent = is_silent(state, arbiter=session.name in request.client.arbiter)
        line = await self.executor.run(TaskKind.PARSE, calls.variation_line, state, request.value, silent=silent)
        await self.executor.run(TaskKind.COMPUTE, _require_chances, state.game)
        opening = canonical(setup_json(state.opening))
        await self.searcher.search(opening, [line])
        found = self.searcher.lookup(opening, line)
        if found is None:
            raise SearchBusy
        return json_response({"chance": found.estimate.chance, "line": list(found.line)})

    async def chances(self, request: Request, session: StoredSession) -> Response:
        """Return the first side's chances by ply; null where unsearched."""
        state = session.state
        silent = is_silent(state, arbiter=session.name in request.client.arbiter)
        read_variation(state, {"ply": 0, "moves": []}, silent=silent)
        await self.executor.run(TaskKind.COMPUTE, _require_chances, state.game)
        opening = canonical(setup_json(state.opening))
        ways = list(played_lines(state))
        await self.searcher.search_some(opening, ways)
        known = [self.searcher.lookup(opening, line) for line in ways]
        chances = [None if found is None else found.estimate for found in known]
        return json_response(
            {
                "seq": state.seq,
                "chances": [None if each is None else each.chance for each in chances],
                "lost": None
                if None in chances
                else [swing.to_json() for swing in swings_of(state.game, _evaluated_moves(state, chances))],
            }
        )


def _evaluated_moves(state: State, chances: Sequence[Estimate | None]) -> Iterator[EvaluatedMove]:
    """Yield the played moves with the estimates around them."""
    around = zip(islice(boards_by_ply(state), 1, None), chances, chances[1:], strict=False)
    for ply, (board, before, after) in enumerate(around, start=1):
        if board.move is not None and board.before is not None and before is not None and after is not None:
            yield EvaluatedMove(ply, board.before, board.move, before, after)


def _require_chances(game: Game) -> None:
    """Raise MissingExtra or Rejected where a search gives no chances."""
    require_extra("fast")
    why = no_chances(game, SEARCH_NODES)
    if why is not None:
        raise Rejected("no-chances", why)


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
        """Return the records that are counted, by id.

        A game that goes on is not, and an official one is not judged before it is closed.
        """
        sessions = {name: session.state for name, session in [*self._sessions.all.items()] if is_over(session.state)}
        return {**sessions, **self._plain}

    def _make(self, earlier: Snapshot | None) -> Snapshot:
        """Make the graph. Records that have not changed are not judged again."""
        from analysis import explorer  # noqa: PLC0415 - the server runs without this satellite

        known: dict[str, _CountedRecord] = {} if earlier is None else earlier.basis
        counted = {}
        for name, of in self._records().items():
            kept = known.get(name)
            counted[name] = kept if kept is not None and kept.of is of else _CountedRecord(of, self._games(name, of))
        gathered = explorer.build_graph.Gathered()
        for game in (game for each in counted.values() for game in each.games):
            gathered.add(game)
        return Snapshot(explorer.graph_json.explorer_json(gathered.graphs(), gathered.rejected), lambda: None, counted)

    def _games(self, name: str, of: State | PlainRecord) -> Games:
        """Return the games of a record; unreadable ones are left out."""
        kept = StoredGame(of.name, of.data) if isinstance(of, PlainRecord) else stored_game(name, of)
        try:
            if isinstance(of, PlainRecord):
                refuse_unread(of)
            return self._worker.call_blocking(PAGE_SECONDS, played_games, kept, f"/g/{name}/view")
        except Rejected:
            return (None,)
