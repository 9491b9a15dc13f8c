"""Game service: requests about recorded games, over a journal store."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core.errors import KifuError
from kifu.recording.game_drawing_and_catalogue_json import catalogue_json, drawing_json
from kifu.recording.journal_and_record_mark import canonical_json_text
from kifu.recording.reducer import correction_board_json
from kifu.recording.session_json import are_judgements_withheld
from kifu.recording.submit_and_replay_events import EventStatus
from kifu.recording.untrusted_json_fields import STALE
from kifu.recording.viewer_json import heatmaps_json, public_board_json
from kifu.web.service import executor_functions as calls
from kifu.web.service.executor_functions import PAGE_POLICY, unjudged_page
from kifu.web.service.requests_responses_and_ports import (
    HTML,
    JSON,
    PLAIN,
    ZIP,
    Response,
    TaskKind,
    json_response,
    rate_limit_error,
    unknown_game_error,
)
from kifu.web.service.router import RECORDERS, WRITERS, Route
from notation.encoding import ESCAPE, is_line_utf8

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kifu.recording.state_and_clock import State
    from kifu.recording.state_record_conversion import StoredGame
    from kifu.web.service.requests_responses_and_ports import (
        Client,
        Documents,
        Executor,
        JournalStore,
        Request,
        StoredSession,
    )
    from kifu.web.service.router import RateLimits

ENDINGS = frozenset({"kif", "json", "html"})


class GameView(NamedTuple):
    """Game as a client sees it; `arbiter` after its PIN."""

    state: State
    arbiter: bool = False

    @property
    def silent(self) -> bool:
        """Whether the judgement of the rules is hidden."""
        return are_judgements_withheld(self.state, arbiter=self.arbiter)


VIEWS: dict[str, Callable[[GameView], dict[str, Any]]] = {
    "look": lambda view: drawing_json(view.state.game),
    "heat": lambda view: {"seq": view.state.seq, "heat": [] if view.silent else heatmaps_json(view.state)},
    "board": lambda view: public_board_json(view.state),
    "to-correct": lambda view: correction_board_json(view.state, silent=view.silent),
}
"""The views of a game that are made anew for each request."""


class GameService:
    """Game service of a store. `paper` tells whether dossiers hold a PDF."""

    def __init__(
        self, store: JournalStore, documents: Documents, executor: Executor, limits: RateLimits, *, paper: bool
    ) -> None:
        self._store = store
        self._documents = documents
        self._executor = executor
        self._limits = limits
        self._paper = paper

    def routes(self) -> list[Route]:
        """Return the routes of the service."""
        return [
            Route("GET", "/api/games", self.list_games),
            Route("POST", "/api/games", self.open_game, recorder=WRITERS, limits=("ask", "open"), body=True),
            Route("GET", "/api/hall", self.lobby),
            Route("GET", "/api/catalogue", self.catalogue),
            Route("POST", "/api/setup", self.setup_board, limits=("ask",), body=True),
            Route("POST", "/api/compare", self.compare, recorder=RECORDERS, limits=("ask",), body=True),
            Route("POST", "/api/dossier", self.dossier, recorder=RECORDERS, limits=("ask",), body=True),
            Route("GET", "/api/g/{name}/state", self.state, session=True),
            Route("GET", "/api/g/{name}/course", self.course, session=True),
            *(
                Route("GET", f"/api/g/{{name}}/{view}", self._view_handler(view), session=True, limits=("ask",))
                for view in VIEWS
            ),
            Route("POST", "/api/g/{name}/try", self.try_moves, session=True, limits=("try",), body=True),
            Route(
                "POST",
                "/api/g/{name}/events",
                self.submit_event,
                session=True,
                recorder=WRITERS,
                limits=("ask", "submit"),
                refund="submit",
                body=True,
            ),
        ]

    async def list_games(self, _request: Request) -> Response:
        """List the games. Those whose journal is damaged say so."""
        return await self._documents.games()

    async def lobby(self, _request: Request) -> Response:
        """Return the cards of all games."""
        return await self._documents.lobby()

    async def catalogue(self, _request: Request) -> Response:
        """List the games that can be opened."""
        files = await self._store.variant_files()
        return json_response({"games": await self._executor.run(TaskKind.COMPUTE, catalogue_json), "files": files})

    async def setup_board(self, request: Request) -> Response:
        """Return a board to set up, a given set-up judged."""
        given = await self._store.with_variant_text(request.value)
        return json_response(await self._executor.run(TaskKind.PARSE, calls.blank_board, given))

    async def open_game(self, request: Request) -> Response:
        """Open a game."""
        name = await self._store.create(request.value, request.client)
        return json_response({"id": name}, 201, changed=name)

    async def state(self, request: Request, session: StoredSession) -> Response:
        """Return the state of a game."""
        return await self._documents.state(session, arbiter=session.name in request.client.arbiter)

    async def course(self, request: Request, session: StoredSession) -> Response:
        """Return a game ply by ply, for the viewer."""
        return await self._documents.course(session, arbiter=session.name in request.client.arbiter)

    def _view_handler(self, view: str) -> Callable[[Request, StoredSession], Awaitable[Response]]:
        """Return the handler of one of the VIEWS."""

        async def handler(request: Request, session: StoredSession) -> Response:
            return json_response(await self._executor.run(TaskKind.COMPUTE, VIEWS[view], _view_of(request, session)))

        return handler

    async def try_moves(self, request: Request, session: StoredSession) -> Response:
        """Play moves behind a ply, and list those that may follow.

        Nothing is kept.
        """
        shown = _view_of(request, session)
        return json_response(
            await self._executor.run(TaskKind.PARSE, calls.try_moves, shown.state, request.value, silent=shown.silent)
        )

    async def submit_event(self, request: Request, session: StoredSession) -> Response:
        """Submit an event. It is in the store before this returns."""
        found = await self._store.submit(session, request)
        if found.status is EventStatus.STALE:
            shown = (await self.state(request, session)).body
            # The members of the state stand beside it too. It is put in as it is: two recorders may be stale often.
            body = b'{"error":"stale","message":%b,"state":%b,%b' % (
                canonical_json_text(STALE.to_json()).encode(),
                shown,
                shown[1:],
            )
            return Response(409, body.decode())
        told = {"seq": found.seq, "head": found.head, "status": found.status.value}
        return json_response(told, changed=session.name if found.state is not None else "")

    async def compare(self, request: Request) -> Response:
        """Compare two sheets: games of the store, or files."""
        sheets = await self._requested_sheets(request.value, request.client)
        return json_response(await self._executor.run(TaskKind.JOB, calls.compare_sheets, request.value, sheets))

    async def dossier(self, request: Request) -> Response:
        """Make a dossier of one or two sheets as a ZIP file."""
        sheets = await self._requested_sheets(request.value, request.client)
        found = {name: await self._store.journal(name) for name in sheets}
        journals = {name: journal for name, journal in found.items() if journal is not None}
        made = await self._executor.run(
            TaskKind.JOB, calls.make_dossier, request.value, sheets, journals, paper=self._paper
        )
        headers = (
            ("Content-Disposition", f'attachment; filename="{made.name}"'),
            ("Kifu-Fingerprint", made.fingerprint),
        )
        return Response(200, data=made.data, type=ZIP, name=made.name, headers=headers)

    async def record(self, request: Request, game_id: str, ending: str) -> Response:
        """Return a game's record as file, JSON or page without scripts.

        The ending is one of ENDINGS.
        """
        if ending not in ENDINGS:
            raise unknown_game_error()
        kept = await self.stored_game(request, game_id)
        if ending == "kif":
            return Response(200, data=kept.data, type=await self._media_type(kept), name=f"{game_id}.kif")
        await self._store.require_readable(game_id)
        if ending == "json":
            data = await self._executor.run(record_task_kind(kept), calls.record_json, kept)
            if data is None:
                raise unknown_game_error()
            return Response(200, data=data, type=JSON, name=f"{game_id}.json")
        if kept.silent and kept.state is not None:
            return Response(200, data=unjudged_page(kept.state).encode(), type=HTML, name=f"{game_id}.html")
        if not self._limits.take("ask", request.client):
            raise rate_limit_error()
        html = await self._executor.run(record_task_kind(kept), calls.records_page_html, kept, request.language)
        policy = (("Content-Security-Policy", PAGE_POLICY),)
        return Response(200, data=html.encode(), type=HTML, name=f"{game_id}.html", headers=policy)

    async def stored_game(self, request: Request, game_id: str) -> StoredGame:
        """Return the record of a game as its client may see it.

        Raises Failed.
        """
        kept = await self._store.stored_game(game_id, request.client.arbiter)
        if kept is None:
            raise unknown_game_error()
        return kept

    async def _media_type(self, stored: StoredGame) -> str:
        """Return the media type of a record, with its encoding.

        UTF-8 where it cannot be told.
        """
        if ESCAPE in stored.data or not is_line_utf8(stored.data):
            with suppress(KifuError):
                charset = await self._executor.run(TaskKind.CHARSET, calls.record_charset, stored.name, stored.data)
                return f"text/plain; charset={charset}"
        return PLAIN

    async def _requested_sheets(self, request_json: Any, client: Client) -> dict[str, StoredGame]:  # noqa: ANN401 - any JSON
        """Return the games that a request names, as its client sees them."""
        given = (
            [one.get("id") for one in request_json.values() if isinstance(one, dict)]
            if isinstance(request_json, dict)
            else []
        )
        names = [name for name in given if isinstance(name, str)]
        found = {name: await self._store.stored_game(name, client.arbiter) for name in names}
        return {name: kept for name, kept in found.items() if kept is not None}


def _view_of(request: Request, session: StoredSession) -> GameView:
    return GameView(session.state, arbiter=session.name in request.client.arbiter)


def record_task_kind(stored: StoredGame) -> TaskKind:
    """Return the work of reading a record.

    Files without a session hold up no session.
    """
    return TaskKind.FILE if stored.state is None else TaskKind.RECORD
