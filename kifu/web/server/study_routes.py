"""Routes of analysis: moves that are tried, searches of positions, chances of a game."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from analysis.tables.win_chances import EvaluatedMove, no_chances, swings_of
from kifu.model.extras import MissingExtra, need
from kifu.model.message import Message
from kifu.table.journal import canonical
from kifu.table.opening import opening_json
from kifu.table.refusal import Refused
from kifu.table.tried import lines, read_tried
from kifu.table.view import is_silent
from kifu.table.viewer_json import boards
from kifu.web.server import worker_calls as calls
from kifu.web.server.responses import error_response, failure_response, json_response, no_game, rate_limited
from kifu.web.server.search_worker import SEARCH_NODES, SearchBusy, SearchWorker
from kifu.web.server.worker_process import RECORD_SECONDS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from starlette.requests import Request

    from analysis.tables.win_chances import Estimate
    from kifu.contract.game import Game
    from kifu.table.state import State
    from kifu.web.server.rate_limit import TokenBucket
    from kifu.web.server.sessions import Sessions
    from kifu.web.server.worker_process import WorkerProcess

BUSY = Message("ほかの探索が終わるまで待ってください", "other searches are under way; wait until they have ended")


class StudyRoutes(NamedTuple):
    """The studies of a site: its `tables`, what reads the JSON `body` of a request and the moves in it, and what searches.

    A device may try moves at the rate `tries`.
    """

    sessions: Sessions
    body: Callable[[Request], Awaitable[object | Response]]
    searcher: SearchWorker
    tries: TokenBucket
    worker: WorkerProcess

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/g/{name}/try", self.try_moves, methods=["POST"]),
            Route("/api/g/{name}/search", self.search, methods=["POST"]),
            Route("/api/g/{name}/chances", self.chances),
        ]

    async def try_moves(self, request: Request) -> Response:
        """Play moves behind a ply, and list those that may follow. Nothing is kept."""
        return await self._answer(request, self._try_moves)

    async def search(self, request: Request) -> Response:
        """Say how a position looks: behind a ply of a game, and moves that are tried after it."""
        return await self._answer(request, self._search)

    async def chances(self, request: Request) -> Response:
        """Return the chances of the first side after each ply; null for those that have not been searched yet."""
        return await self._answer(request, self._chances)

    async def _answer(
        self, request: Request, work: Callable[[State, object, bool], Awaitable[dict[str, object]]]
    ) -> Response:
        device = request.scope["device"]
        session = self.sessions.find(request.path_params["name"])
        if session is None:
            return no_game()
        if not self.tries.take(device.key):
            return rate_limited()
        value = await self.body(request) if request.method == "POST" else None
        if isinstance(value, Response):
            return value
        try:
            silent = is_silent(session.state, arbiter=session.name in device.arbiter)
            return json_response(await work(session.state, value, silent))
        except SearchBusy:
            return error_response(429, "busy", BUSY)
        except MissingExtra as missing:
            return failure_response(missing, 501)

    async def _try_moves(self, state: State, value: object, silent: bool) -> dict[str, object]:  # noqa: FBT001
        return await self.worker.call(RECORD_SECONDS, calls.try_moves, state, value, silent=silent)

    async def _search(self, state: State, value: object, silent: bool) -> dict[str, object]:  # noqa: FBT001
        line = await self.worker.call(RECORD_SECONDS, calls.variation_line, state, value, silent=silent)
        await run_in_threadpool(_require_chances, state.game)
        opening = canonical(opening_json(state.opening))
        await self.searcher.search(opening, [line])
        found = self.searcher.lookup(opening, line)
        if found is None:
            raise SearchBusy
        return {"chance": found.estimate.chance, "line": list(found.line)}

    async def _chances(self, state: State, _value: object, silent: bool) -> dict[str, object]:  # noqa: FBT001
        read_tried(state, {"ply": 0, "moves": []}, silent=silent)
        await run_in_threadpool(_require_chances, state.game)
        opening = canonical(opening_json(state.opening))
        ways = list(lines(state))
        await self.searcher.search_some(opening, ways)
        known = [self.searcher.lookup(opening, line) for line in ways]
        chances = [None if found is None else found.estimate for found in known]
        return {
            "seq": state.seq,
            "chances": [None if each is None else each.chance for each in chances],
            "lost": None
            if None in chances
            else [swing.to_json() for swing in swings_of(state.game, _evaluated_moves(state, chances))],
        }


def _evaluated_moves(state: State, chances: Sequence[Estimate | None]) -> Iterator[EvaluatedMove]:
    """Yield the played moves with the estimates around them."""
    around = zip(islice(boards(state), 1, None), chances, chances[1:], strict=False)
    for ply, (board, before, after) in enumerate(around, start=1):
        if board.move is not None and board.before is not None and before is not None and after is not None:
            yield EvaluatedMove(ply, board.before, board.move, before, after)


def _require_chances(game: Game) -> None:
    """Raise MissingExtra or Refused where a search gives no chances."""
    need("fast")
    why = no_chances(game, SEARCH_NODES)
    if why is not None:
        raise Refused("no-chances", why)
