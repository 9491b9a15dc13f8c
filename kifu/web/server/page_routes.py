"""Routes of the screens: their HTML, their files, and the JSON that they are drawn from."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from kifu.model.extras import MissingExtra
from kifu.model.message import Message
from kifu.table.catalogue import catalogue_json
from kifu.table.game_json import look_json
from kifu.table.hall import board_json
from kifu.table.heat import heat_json
from kifu.table.kept import of_table
from kifu.table.taking import Role
from kifu.table.to_correct import to_correct_json
from kifu.table.view import is_silent
from kifu.web.server import worker_calls as calls
from kifu.web.server.html_shell import assets, page_html
from kifu.web.server.new_game import variant_files, with_variant_text
from kifu.web.server.plain_records import RECORD, plain_record_id
from kifu.web.server.responses import error_response, failure_response, json_response, no_game, rate_limited
from kifu.web.server.sessions import unsaved_error
from kifu.web.server.worker_process import PAGE_SECONDS, PHOTOGRAPH_SECONDS, RECORD_SECONDS, WorkersBusy
from notation.atomic_write import write_whole

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from starlette.requests import Request

    from kifu.table.kept import Kept
    from kifu.web.server.credentials import Device
    from kifu.web.server.live_documents import LiveDocuments
    from kifu.web.server.rate_limit import TokenBucket
    from kifu.web.server.sessions import Session, Sessions
    from kifu.web.server.worker_process import WorkerLanes

NO_FILE = Message("そのファイルはありません", "there is no such file")
BUSY = Message("ほかの比較が終わるまで待ってください", "another comparison is under way; wait until it has ended")
SPECTATORS = Message("これは記録係だけができます", "only recorders can do this")
Made = TypeVar("Made")
P = ParamSpec("P")


class PageRoutes(NamedTuple):
    """The screens of a site: its `tables`, how often a device may `ask`, what reads the JSON `body` of a request and what is in it."""

    sessions: Sessions
    asked: TokenBucket
    body: Callable[[Request], Awaitable[object | Response]]
    documents: LiveDocuments
    lanes: WorkerLanes

    def routes(self) -> list[Route]:
        """Return the routes of the screens."""
        return [
            Route("/", self.home_page),
            Route("/static/{name}", self.asset),
            Route("/api/catalogue", self.catalogue),
            Route("/api/setup", self.setup, methods=["POST"]),
            Route("/api/g/{name}/look", self.look),
            Route("/api/g/{name}/course", self.course),
            Route("/api/g/{name}/heat", self.heat),
            Route("/api/g/{name}/board", self.board),
            Route("/api/g/{name}/to-correct", self.to_correct),
            Route("/hall", self.lobby_page),
            Route("/g/{name}/view", self.viewer_page),
            Route("/compare", self.comparison_page),
            Route("/api/compare", self.compare, methods=["POST"]),
            Route("/api/dossier", self.dossier, methods=["POST"]),
            Route("/scan", self.scan_page),
            Route("/api/scan", self.scan, methods=["POST"]),
            Route("/api/scan/board", self.scan_board, methods=["POST"]),
            Route("/api/scan/record", self.scan_record, methods=["POST"]),
        ]

    async def home_page(self, request: Request) -> Response:
        """Show the games of the folder."""
        return HTMLResponse(page_html("home", "kifu", request.scope["device"]))

    async def viewer_page(self, request: Request) -> Response:
        """Show the viewer of a game."""
        return self.game_page("view", request)

    def game_page(self, kind: str, request: Request) -> Response:
        """Return the screen of a game."""
        name = request.path_params["name"]
        session = self.sessions.find(name)
        if session is None:
            return no_game()
        return HTMLResponse(page_html(kind, session.state.game.name.ja, request.scope["device"], name))

    async def comparison_page(self, request: Request) -> Response:
        """Show the screen that compares two sheets."""
        return HTMLResponse(page_html("compare", "kifu", request.scope["device"]))

    async def compare(self, request: Request) -> Response:
        """Compare two sheets."""
        value = await self._recorder_json(request)
        if isinstance(value, Response):
            return value
        sheets = await run_in_threadpool(self._sheets, request.scope["device"], value)
        found = await self._run_call(PAGE_SECONDS, calls.compare, value, sheets)
        return found if isinstance(found, Response) else json_response(found)

    async def dossier(self, request: Request) -> Response:
        """Make a dossier of one or two sheets as a ZIP file."""
        try:
            value = await self._recorder_json(request)
            if isinstance(value, Response):
                return value
            sheets = await run_in_threadpool(self._sheets, request.scope["device"], value)
            journals = await run_in_threadpool(self._journals, sheets)
            made = await self._run_call(PAGE_SECONDS, calls.dossier, value, sheets, journals)
        except MissingExtra as missing:
            return failure_response(missing, 501)
        except OSError as unread:
            return failure_response(unsaved_error(unread), 507)
        if isinstance(made, Response):
            return made
        headers = {"Content-Disposition": f'attachment; filename="{made.name}"', "Kifu-Fingerprint": made.fingerprint}
        return Response(made.data, media_type="application/zip", headers=headers)

    async def scan_page(self, request: Request) -> Response:
        """Show the screen on which photographs of score sheets are read."""
        return HTMLResponse(page_html("scan", "kifu", request.scope["device"]))

    async def scan(self, request: Request) -> Response:
        """Read photographs of score sheets. Nothing of them is kept."""
        try:
            found = await self._run_scan(request, calls.read_photographs)
        except MissingExtra as missing:
            return failure_response(missing, 501)
        return found if isinstance(found, Response) else json_response(found)

    async def scan_board(self, request: Request) -> Response:
        """Return the board behind the plies of a draft."""
        found = await self._run_scan(request, calls.scan_board)
        return found if isinstance(found, Response) else json_response(found)

    async def scan_record(self, request: Request) -> Response:
        """Write the confirmed record of a draft into the folder."""
        made = await self._run_scan(request, calls.scan_record)
        if isinstance(made, Response):
            return made
        name = f"scan-{secrets.token_hex(4)}{RECORD}"
        try:
            await run_in_threadpool(write_whole, self.sessions.folder / name, made, None)
            await run_in_threadpool(self.sessions.list_plain_records)  # so that it can be looked at
        except OSError as unwritten:
            return failure_response(unsaved_error(unwritten), 507)
        return json_response({"id": plain_record_id(name), "file": name}, 201)

    async def _recorder_json(self, request: Request) -> object | Response:
        """Return the JSON of a request, or why nothing is done. Only recorders may ask for it."""
        device: Device = request.scope["device"]
        if device.role is not Role.RECORDER:
            return error_response(403, "spectator", SPECTATORS)
        if not self.asked.take(device.key):
            return rate_limited()
        return await self.body(request)

    async def _run_scan(self, request: Request, work: Callable[[object], Made]) -> Made | Response:
        """Return the result of `work` on a request, or the response of a refusal."""
        value = await self._recorder_json(request)
        return value if isinstance(value, Response) else await self._run_call(PHOTOGRAPH_SECONDS, work, value)

    async def _run_call(
        self, seconds: float, work: Callable[P, Made], *given: P.args, **named: P.kwargs
    ) -> Made | Response:
        try:
            return await self.lanes.jobs.call(seconds, work, *given, **named)
        except WorkersBusy:
            return error_response(429, "busy", BUSY)

    def _sheets(self, device: Device, request: object) -> dict[str, Kept]:
        """Return the games that a request names, as the device may see them."""
        given = (
            [one.get("id") for one in request.values() if isinstance(one, dict)] if isinstance(request, dict) else []
        )
        found = {name: _sheet(self.sessions, device, name) for name in given if isinstance(name, str)}
        return {name: kept for name, kept in found.items() if kept is not None}

    def _journals(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return the journals of games, by id. Raises OSError."""
        sessions = {name: self.sessions.find(name) for name in names}
        found = {name: session.journal() for name, session in sessions.items() if session is not None}
        return {name: journal for name, journal in found.items() if journal is not None}

    async def asset(self, request: Request) -> Response:
        """Return a file of the screens."""
        found = assets().get(request.path_params["name"])
        if found is None:
            return error_response(404, "no-file", NO_FILE)
        headers = {"ETag": found.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        return Response(found.data, media_type=found.type, headers=headers)

    async def catalogue(self, _request: Request) -> Response:
        """List the games that can be opened."""
        files = await run_in_threadpool(variant_files, self.sessions.folder)
        return json_response({"games": await run_in_threadpool(catalogue_json), "files": files})

    async def setup(self, request: Request) -> Response:
        """Return a board to set up; a set-up that is given is judged."""
        device: Device = request.scope["device"]
        if not self.asked.take(device.key):
            return rate_limited()
        value = await self.body(request)
        if isinstance(value, Response):
            return value
        given = await run_in_threadpool(with_variant_text, self.sessions.folder, value)
        return json_response(await self.lanes.requests.call(RECORD_SECONDS, calls.setup, given))

    async def look(self, request: Request) -> Response:
        """Return the drawing data of a game."""
        return await self._of_session(request, lambda session, _silent: look_json(session.state.game))

    async def course(self, request: Request) -> Response:
        """Return a game ply by ply, for the viewer."""
        session = self.sessions.find(request.path_params["name"])
        if session is None:
            return no_game()
        arbiter = session.name in request.scope["device"].arbiter
        return Response(await self.documents.course(session, arbiter=arbiter).whole(), media_type="application/json")

    async def heat(self, request: Request) -> Response:
        """Return the heatmaps of a game."""
        return await self._of_session(
            request,
            lambda session, silent: {"seq": session.state.seq, "heat": [] if silent else heat_json(session.state)},
        )

    async def board(self, request: Request) -> Response:
        """Return the last board of a game for lists."""
        return await self._of_session(request, lambda session, _silent: board_json(session.state))

    async def to_correct(self, request: Request) -> Response:
        """Return the board of a game for correction."""
        return await self._of_session(request, lambda session, silent: to_correct_json(session.state, silent=silent))

    async def lobby_page(self, request: Request) -> Response:
        """Show all tables."""
        return HTMLResponse(page_html("lobby", "kifu", request.scope["device"]))

    async def _of_session(self, request: Request, made: Callable[[Session, bool], dict[str, Any]]) -> Response:
        device: Device = request.scope["device"]
        session = self.sessions.find(request.path_params["name"])
        if session is None:
            return no_game()
        if not self.asked.take(device.key):
            return rate_limited()
        silent = is_silent(session.state, arbiter=session.name in device.arbiter)
        return json_response(await run_in_threadpool(made, session, silent))


def _sheet(sessions: Sessions, device: Device, name: str) -> Kept | None:
    session = sessions.find(name)
    if session is None:
        return sessions.stored_game(name, device.arbiter)
    return of_table(name, session.state, arbiter=name in device.arbiter)
