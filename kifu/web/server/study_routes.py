"""Routes of analysis: searches of positions, and the chances of a game."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.win_chances import EvaluatedMove, no_chances, swings_of
from kifu.core.extras import need
from kifu.recording.errors import Rejected
from kifu.recording.game_setup import setup_json
from kifu.recording.journal import canonical
from kifu.recording.session_json import is_silent
from kifu.recording.variations import played_lines, read_variation
from kifu.recording.viewer_json import boards
from kifu.web.server import worker_calls as calls
from kifu.web.server.search_worker import SEARCH_NODES, SearchBusy, SearchWorker
from kifu.web.service.journal_store import Work
from kifu.web.service.messages import json_response
from kifu.web.service.router import Route

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.tables.win_chances import Estimate
    from kifu.core.game.game import Game
    from kifu.recording.state import State
    from kifu.web.service.journal_store import Executor, StoredSession
    from kifu.web.service.messages import Request, Response


class StudyRoutes(NamedTuple):
    """Routes of analysis: the `searcher` of positions, and the `executor` that reads moves."""

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
        line = await self.executor.run(Work.PARSE, calls.variation_line, state, request.value, silent=silent)
        await self.executor.run(Work.COMPUTE, _require_chances, state.game)
        opening = canonical(setup_json(state.opening))
        await self.searcher.search(opening, [line])
        found = self.searcher.lookup(opening, line)
        if found is None:
            raise SearchBusy
        return json_response({"chance": found.estimate.chance, "line": list(found.line)})

    async def chances(self, request: Request, session: StoredSession) -> Response:
        """Return the chances of the first side after each ply; null for those that have not been searched yet."""
        state = session.state
        silent = is_silent(state, arbiter=session.name in request.client.arbiter)
        read_variation(state, {"ply": 0, "moves": []}, silent=silent)
        await self.executor.run(Work.COMPUTE, _require_chances, state.game)
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
    around = zip(islice(boards(state), 1, None), chances, chances[1:], strict=False)
    for ply, (board, before, after) in enumerate(around, start=1):
        if board.move is not None and board.before is not None and before is not None and after is not None:
            yield EvaluatedMove(ply, board.before, board.move, before, after)


def _require_chances(game: Game) -> None:
    """Raise MissingExtra or Rejected where a search gives no chances."""
    need("fast")
    why = no_chances(game, SEARCH_NODES)
    if why is not None:
        raise Rejected("no-chances", why)
