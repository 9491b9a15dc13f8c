"""The addresses of those who study a game: moves that are tried, and what a search says of a position."""

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
from kifu.web import reader_calls as calls
from kifu.web.answers import as_json, error, failed, no_game, too_often
from kifu.web.readers import RECORD_SECONDS
from kifu.web.searcher import NODES, PositionSearcher, SearchBusy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from starlette.requests import Request

    from analysis.tables.win_chances import Estimate
    from kifu.contract.game import Game
    from kifu.table.state import State
    from kifu.web.rates import Rate
    from kifu.web.readers import Readers
    from kifu.web.tables import Tables

BUSY = Message("ほかの探索が終わるまで待ってください", "other searches are under way; wait until they have ended")


class Studies(NamedTuple):
    """The studies of a site: its `tables`, what reads the JSON `body` of a request and the moves in it, and what searches.

    A device may try moves at the rate `tries`.
    """

    tables: Tables
    body: Callable[[Request], Awaitable[object | Response]]
    searcher: PositionSearcher
    tries: Rate
    readers: Readers

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/g/{name}/try", self.tried, methods=["POST"]),
            Route("/api/g/{name}/search", self.search, methods=["POST"]),
            Route("/api/g/{name}/chances", self.chances),
        ]

    async def tried(self, request: Request) -> Response:
        """Play moves behind a ply of a game, and say what may follow. Nothing is kept."""
        return await self._studied(request, self._tried)

    async def search(self, request: Request) -> Response:
        """Say how a position looks: behind a ply of a game, and moves that are tried after it."""
        return await self._studied(request, self._searched)

    async def chances(self, request: Request) -> Response:
        """Return the chances of the first side after each ply; null for those that have not been searched yet."""
        return await self._studied(request, self._measured)

    async def _studied(
        self, request: Request, work: Callable[[State, object, bool], Awaitable[dict[str, object]]]
    ) -> Response:
        device = request.scope["device"]
        table = self.tables.find(request.path_params["name"])
        if table is None:
            return no_game()
        if not self.tries.take(device.key):
            return too_often()
        value = await self.body(request) if request.method == "POST" else None
        if isinstance(value, Response):
            return value
        try:
            silent = is_silent(table.state, arbiter=table.name in device.arbiter)
            return as_json(await work(table.state, value, silent))
        except SearchBusy:
            return error(429, "busy", BUSY)
        except MissingExtra as missing:
            return failed(missing, 501)

    async def _tried(self, state: State, value: object, silent: bool) -> dict[str, object]:  # noqa: FBT001
        return await self.readers.ask(RECORD_SECONDS, calls.tried, state, value, silent=silent)

    async def _searched(self, state: State, value: object, silent: bool) -> dict[str, object]:  # noqa: FBT001
        line = await self.readers.ask(RECORD_SECONDS, calls.tried_line, state, value, silent=silent)
        await run_in_threadpool(_require_chances, state.game)
        opening = canonical(opening_json(state.opening))
        await self.searcher.search(opening, [line])
        found = self.searcher.known(opening, line)
        if found is None:
            raise SearchBusy
        return {"chance": found.estimate.chance, "line": list(found.line)}

    async def _measured(self, state: State, _value: object, silent: bool) -> dict[str, object]:  # noqa: FBT001
        read_tried(state, {"ply": 0, "moves": []}, silent=silent)
        await run_in_threadpool(_require_chances, state.game)
        opening = canonical(opening_json(state.opening))
        ways = list(lines(state))
        await self.searcher.search_some(opening, ways)
        known = [self.searcher.known(opening, line) for line in ways]
        chances = [None if found is None else found.estimate for found in known]
        return {
            "seq": state.seq,
            "chances": [None if each is None else each.chance for each in chances],
            "lost": None
            if None in chances
            else [swing.to_json() for swing in swings_of(state.game, _played(state, chances))],
        }


def _played(state: State, chances: Sequence[Estimate | None]) -> Iterator[EvaluatedMove]:
    """Yield the moves that were played on the board, with the estimates around them."""
    around = zip(islice(boards(state), 1, None), chances, chances[1:], strict=False)
    for ply, (board, before, after) in enumerate(around, start=1):
        if board.move is not None and board.before is not None and before is not None and after is not None:
            yield EvaluatedMove(ply, board.before, board.move, before, after)


def _require_chances(game: Game) -> None:
    """Raise MissingExtra or Refused where a search gives no chances."""
    need("fast")
    why = no_chances(game, NODES)
    if why is not None:
        raise Refused("no-chances", why)
