"""Routes of the server alone: printed records, scans, searches, chances, explorer."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.concurrency import run_in_threadpool

from analysis.tables.win_chances_and_proofs import EvaluatedMove, largest_swings, missing_chances_reason
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message
from kifu.core.regular_files import write_file_whole
from kifu.recording.game_setup import setup_json
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.recording.session_json import are_judgements_withheld, is_over_and_public
from kifu.recording.state_record_conversion import StoredGame, stored_game
from kifu.recording.untrusted_json_fields import Rejected
from kifu.recording.viewer_json import boards_by_ply, played_lines_by_ply, read_analysis_line
from kifu.web.server import worker_functions as calls
from kifu.web.server.connection_and_rate_limits import TokenBucket
from kifu.web.server.live_documents import Snapshot, VersionedDocument
from kifu.web.server.plain_records import RECORD, PlainRecord, plain_record_id, refuse_unread_record
from kifu.web.server.search_worker import SEARCH_NODES, SearchBusy, SearchWorker
from kifu.web.server.worker_functions import played_games
from kifu.web.server.worker_process import PAGE_SECONDS
from kifu.web.service.game_service import record_task_kind
from kifu.web.service.requests_responses_and_ports import (
    RequestFailed,
    Response,
    TaskKind,
    json_response,
    rate_limit_error,
    unsaved_error,
)
from kifu.web.service.router import RECORDERS, Route

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from analysis.explorer.played_game import PlayedGame
    from analysis.tables.win_chances_and_proofs import Estimate
    from kifu.core.game.game import Game
    from kifu.recording.state_and_clock import State
    from kifu.web.server.folder_store import FolderStore
    from kifu.web.server.plain_records import PlainRecordLoader
    from kifu.web.server.sessions import Sessions
    from kifu.web.server.worker_process import WorkerExecutor, WorkerProcess
    from kifu.web.service.game_service import GameService
    from kifu.web.service.requests_responses_and_ports import Executor, Request, StoredSession


class RecordRoutes:
    """Records of the games of `store`, as `service` returns them, and printed."""

    def __init__(self, service: GameService, store: FolderStore, executor: WorkerExecutor) -> None:
        self._service = service
        self._store = store
        self._executor = executor
        self._printed = TokenBucket(1, 5)
        self._paper = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Return the route of all endings."""
        return [Route("GET", "/g/{name}.{ending}", self.record)]

    async def record(self, request: Request, game_id: str, ending: str) -> Response:
        """Return a record as a file, JSON, a page, or a PDF."""
        if ending == "pdf":
            return await self._score_sheet_pdf(request, game_id)
        return await self._service.record(request, game_id, ending)

    async def _score_sheet_pdf(self, request: Request, game_id: str) -> Response:
        """Return a game's score sheet as PDF.

        ?size=, ?side= and ?lang= choose the paper.
        """
        kept = await self._service.stored_game(request, game_id)
        await self._store.require_readable(game_id)
        if not self._printed.take(request.client.key):
            raise rate_limit_error()
        async with self._paper:  # a long record takes seconds, and the recorders come first
            printed = await self._executor.run(record_task_kind(kept), calls.stored_game_pdf, kept, dict(request.query))
        return Response(200, data=printed, type="application/pdf")


MAX_WAITING = 8
"""The scans that are read or wait; the photographs of each stay in memory."""
PHOTOGRAPH_GUESS_S = 5.0
"""The seconds that a photograph takes, until one has been measured."""
HANDWRITINGS = "handwritings"
"""The folder of the players' handwritings, in the folder of the sessions."""
MEMORY = 0.7
"""How much the last measured time counts for beside earlier ones."""


class _Waiting(NamedTuple):
    ticket: str
    photographs: int


class ScanQueue:
    """Scans in their order of arrival, and how long they are likely to take."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._began = time.monotonic()
        self._each = PHOTOGRAPH_GUESS_S

    @contextmanager
    def hold_place(self, ticket: str, photographs: int) -> Iterator[None]:
        """Hold a place until the scan has been read. Raises Failed where too many wait, with the seconds to wait."""
        if len(self._waiting) >= MAX_WAITING:
            seconds = max(1, round(self._seconds(self._waiting[:1])))
            raise RequestFailed(
                429,
                "busy",
                Message(
                    f"{len(self._waiting)} 件の写真が待っています。約 {seconds} 秒後にもう一度読んでください",
                    f"{len(self._waiting)} scans are waiting; try again in about {seconds} seconds",
                ),
                (("Retry-After", str(seconds)),),
            )
        own = _Waiting(ticket, photographs)
        if not self._waiting:
            self._began = time.monotonic()
        self._waiting.append(own)
        try:
            yield
            if self._waiting[0] is own:
                taken = (time.monotonic() - self._began) / max(1, photographs)
                self._each = MEMORY * taken + (1 - MEMORY) * self._each
        finally:
            self._waiting = [one for one in self._waiting if one is not own]
            self._began = time.monotonic()

    def waiting_json(self, ticket: str) -> dict[str, object]:
        """Return how many stand before a scan, and the seconds that are left; null for one that is not waiting."""
        before = next((at for at, one in enumerate(self._waiting) if one.ticket == ticket), None)
        if before is None:
            return {"before": None, "seconds": None}
        return {"before": before, "seconds": round(self._seconds(self._waiting[: before + 1]))}

    def _seconds(self, waiting: list[_Waiting]) -> float:
        passed = time.monotonic() - self._began
        first = max(1.0, waiting[0].photographs * self._each - passed)
        return first + sum(one.photographs for one in waiting[1:]) * self._each


class ScanRoutes:
    """Routes of scans into the folder of `sessions`."""

    def __init__(self, sessions: Sessions, executor: WorkerExecutor) -> None:
        self._sessions = sessions
        self._executor = executor
        self._queue = ScanQueue()
        self._hands = sessions.folder / HANDWRITINGS

    def routes(self) -> list[Route]:
        """Return the routes."""
        handlers = {
            "/api/scan": self.scan,
            "/api/scan/board": self.board,
            "/api/scan/record": self.write_record,
            "/api/scan/handwriting": self.learn_handwriting,
            "/api/scan/forget": self.forget_handwriting,
        }
        posts = [
            Route("POST", path, handler, recorder=RECORDERS, limits=("ask",), body=True)
            for path, handler in handlers.items()
        ]
        gets = {"/api/scan/queue": self.queue, "/api/scan/handwritings": self.handwritings}
        return [
            *posts,
            *(Route("GET", path, handler, recorder=RECORDERS, limits=("ask",)) for path, handler in gets.items()),
        ]

    async def scan(self, request: Request) -> Response:
        """Read photographs of score sheets. Nothing of them is kept."""
        return await self._call_in_turn(request, calls.read_photographs)

    async def learn_handwriting(self, request: Request) -> Response:
        """Keep the handwriting of confirmed sheets: numbers, nothing of the photographs. Raises Unsaved."""
        try:
            return await self._call_in_turn(request, calls.learn_handwriting)
        except OSError as unwritten:
            raise unsaved_error(unwritten) from unwritten

    async def forget_handwriting(self, request: Request) -> Response:
        """Forget a player's handwriting. Raises Unsaved."""
        try:
            return json_response(
                await self._executor.run(TaskKind.RECORD, calls.forget_handwriting, request.value, self._hands)
            )
        except OSError as unwritten:
            raise unsaved_error(unwritten) from unwritten

    async def handwritings(self, _request: Request) -> Response:
        """Return the names of the players whose handwriting is kept."""
        return json_response({"players": sorted(path.stem for path in self._hands.glob("*.npz"))})

    async def _call_in_turn(self, request: Request, call: Callable[[object, Path], dict[str, Any]]) -> Response:
        """Call what reads photographs when its turn has come."""
        given = request.value if isinstance(request.value, dict) else {}
        sheets = [sheet for sheet in given.get("sheets") or () if isinstance(sheet, list)]
        with self._queue.hold_place(request.query.get("ticket", ""), sum(map(len, sheets))):
            found = await self._executor.run(TaskKind.PHOTOGRAPHS, call, request.value, self._hands)
        return json_response(found)

    async def queue(self, request: Request) -> Response:
        """Tell the place of a scan that waits."""
        return json_response(self._queue.waiting_json(request.query.get("ticket", "")))

    async def board(self, request: Request) -> Response:
        """Return the board behind the plies of a draft."""
        found = await self._executor.run(TaskKind.RECORD, calls.draft_board_json, request.value)
        return json_response(found)

    async def write_record(self, request: Request) -> Response:
        """Write the confirmed record of a draft into the folder. Raises Unsaved."""
        made = await self._executor.run(TaskKind.RECORD, calls.record_of_draft, request.value)
        name = f"scan-{secrets.token_hex(4)}{RECORD}"
        try:
            await run_in_threadpool(write_file_whole, self._sessions.folder / name, made, None)
            await run_in_threadpool(self._sessions.list_plain_records)
            await run_in_threadpool(self._sessions.files.load, plain_record_id(name))  # so that it can be looked at
        except OSError as unwritten:
            raise unsaved_error(unwritten) from unwritten
        return json_response({"id": plain_record_id(name), "file": name}, 201)


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
        silent = are_judgements_withheld(state, arbiter=session.name in request.client.arbiter)
        line = await self.executor.run(TaskKind.PARSE, calls.variation_line, state, request.value, silent=silent)
        await self.executor.run(TaskKind.COMPUTE, _require_searchable_game, state.game)
        opening = canonical_json_text(setup_json(state.opening))
        await self.searcher.search(opening, [line])
        found = self.searcher.known_result(opening, line)
        if found is None:
            raise SearchBusy
        return json_response({"chance": found.estimate.chance, "line": list(found.line)})

    async def chances(self, request: Request, session: StoredSession) -> Response:
        """Return the first side's chances by ply; null where unsearched."""
        state = session.state
        silent = are_judgements_withheld(state, arbiter=session.name in request.client.arbiter)
        read_analysis_line(state, {"ply": 0, "moves": []}, silent=silent)
        await self.executor.run(TaskKind.COMPUTE, _require_searchable_game, state.game)
        opening = canonical_json_text(setup_json(state.opening))
        ways = list(played_lines_by_ply(state))
        await self.searcher.search_first_unknown(opening, ways)
        known = [self.searcher.known_result(opening, line) for line in ways]
        chances = [None if found is None else found.estimate for found in known]
        return json_response(
            {
                "seq": state.seq,
                "chances": [None if each is None else each.chance for each in chances],
                "lost": None
                if None in chances
                else [swing.to_json() for swing in largest_swings(state.game, _evaluated_moves(state, chances))],
            }
        )


def _evaluated_moves(state: State, chances: Sequence[Estimate | None]) -> Iterator[EvaluatedMove]:
    """Yield the played moves with the estimates around them."""
    around = zip(islice(boards_by_ply(state), 1, None), chances, chances[1:], strict=False)
    for ply, (board, before, after) in enumerate(around, start=1):
        if board.move is not None and board.before is not None and before is not None and after is not None:
            yield EvaluatedMove(ply, board.before, board.move, before, after)


def _require_searchable_game(game: Game) -> None:
    """Raise MissingExtra or Rejected where a search gives no chances."""
    require_extra("fast")
    why = missing_chances_reason(game, SEARCH_NODES)
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
        self._document = VersionedDocument(self._stamp, self._make_graph, lambda: 0)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("GET", "/api/explorer", self.graph_response, limits=("ask",))]

    async def graph_response(self, _request: Request) -> Response:
        """Return the graph."""
        self._plain = await self._files.all()
        return Response(200, data=await self._document.whole_json())

    def _stamp(self) -> object:
        return {
            name: id(of) if isinstance(of, PlainRecord) else of.head for name, of in self._counted_records().items()
        }

    def _counted_records(self) -> Mapping[str, State | PlainRecord]:
        """Return the records that are counted, by id.

        A game that goes on is not, and an official one is not judged before it is closed.
        """
        sessions = {
            name: session.state for name, session in [*self._sessions.all.items()] if is_over_and_public(session.state)
        }
        return {**sessions, **self._plain}

    def _make_graph(self, earlier: Snapshot | None) -> Snapshot:
        """Make the graph. Records that have not changed are not judged again."""
        from analysis import explorer  # noqa: PLC0415 - the server runs without this satellite

        known: dict[str, _CountedRecord] = {} if earlier is None else earlier.basis
        counted = {}
        for name, of in self._counted_records().items():
            kept = known.get(name)
            counted[name] = (
                kept if kept is not None and kept.of is of else _CountedRecord(of, self._games_of_record(name, of))
            )
        gathered = explorer.position_graph.GraphCollector()
        for game in (game for each in counted.values() for game in each.games):
            gathered.add_game(game)
        return Snapshot(explorer.graph_json.explorer_json(gathered.graphs(), gathered.rejected), lambda: None, counted)

    def _games_of_record(self, record_id: str, record: State | PlainRecord) -> Games:
        """Return the games of a record; unreadable ones are left out."""
        kept = (
            StoredGame(record.name, record.data) if isinstance(record, PlainRecord) else stored_game(record_id, record)
        )
        try:
            if isinstance(record, PlainRecord):
                refuse_unread_record(record)
            return self._worker.call_blocking(PAGE_SECONDS, played_games, kept, f"/g/{record_id}/view")
        except Rejected:
            return (None,)
