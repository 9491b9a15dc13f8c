"""The addresses of the screens: their files, and what they are drawn from. The server's contract has no need of them."""

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
from kifu.web import reader_calls as calls
from kifu.web.answers import as_json, error, failed, no_game, too_often
from kifu.web.loose import RECORD, identity_of
from kifu.web.openings import taken_in, variant_files
from kifu.web.readers import PAGE_SECONDS, PHOTOGRAPH_SECONDS, RECORD_SECONDS, ReadersBusy
from kifu.web.screens import assets, screen
from kifu.web.tables import unsaved
from notation.atomic_write import write_whole

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from starlette.requests import Request

    from kifu.table.kept import Kept
    from kifu.web.documents import Documents
    from kifu.web.keys import Device
    from kifu.web.rates import Rate
    from kifu.web.readers import Lanes
    from kifu.web.tables import Table, Tables

NO_FILE = Message("そのファイルはありません", "there is no such file")
BUSY = Message("ほかの比較が終わるまで待ってください", "another comparison is under way; wait until it has ended")
SPECTATORS = Message("これは記録係だけができます", "only recorders can do this")
Made = TypeVar("Made")
P = ParamSpec("P")


class Screens(NamedTuple):
    """The screens of a site: its `tables`, how often a device may `ask`, what reads the JSON `body` of a request and what is in it."""

    tables: Tables
    asked: Rate
    body: Callable[[Request], Awaitable[object | Response]]
    documents: Documents
    lanes: Lanes

    def routes(self) -> list[Route]:
        """Return the routes of the screens."""
        return [
            Route("/", self.home),
            Route("/static/{name}", self.asset),
            Route("/api/catalogue", self.catalogue),
            Route("/api/setup", self.setup, methods=["POST"]),
            Route("/api/g/{name}/look", self.look),
            Route("/api/g/{name}/course", self.course),
            Route("/api/g/{name}/heat", self.heat),
            Route("/api/g/{name}/board", self.board),
            Route("/api/g/{name}/to-correct", self.to_correct),
            Route("/hall", self.hall),
            Route("/g/{name}/view", self.view),
            Route("/compare", self.comparison),
            Route("/api/compare", self.compare, methods=["POST"]),
            Route("/api/dossier", self.dossier, methods=["POST"]),
            Route("/scan", self.scanning),
            Route("/api/scan", self.scan, methods=["POST"]),
            Route("/api/scan/board", self.scan_board, methods=["POST"]),
            Route("/api/scan/record", self.scan_record, methods=["POST"]),
        ]

    async def home(self, request: Request) -> Response:
        """Show the games of the folder."""
        return HTMLResponse(screen("home", "kifu", request.scope["device"]))

    async def view(self, request: Request) -> Response:
        """Show the viewer of a game."""
        return self.page("view", request)

    def page(self, kind: str, request: Request) -> Response:
        """Return the screen of a game."""
        name = request.path_params["name"]
        table = self.tables.find(name)
        if table is None:
            return no_game()
        return HTMLResponse(screen(kind, table.state.game.name.ja, request.scope["device"], name))

    async def comparison(self, request: Request) -> Response:
        """Show the screen that compares two sheets."""
        return HTMLResponse(screen("compare", "kifu", request.scope["device"]))

    async def compare(self, request: Request) -> Response:
        """Compare two sheets."""
        value = await self._asked(request)
        if isinstance(value, Response):
            return value
        sheets = await run_in_threadpool(self._sheets, request.scope["device"], value)
        found = await self._made(PAGE_SECONDS, calls.compare, value, sheets)
        return found if isinstance(found, Response) else as_json(found)

    async def dossier(self, request: Request) -> Response:
        """Make the dossier of a game, or of two sheets, as a ZIP file."""
        try:
            value = await self._asked(request)
            if isinstance(value, Response):
                return value
            sheets = await run_in_threadpool(self._sheets, request.scope["device"], value)
            journals = await run_in_threadpool(self._journals, sheets)
            made = await self._made(PAGE_SECONDS, calls.dossier, value, sheets, journals)
        except MissingExtra as missing:
            return failed(missing, 501)
        except OSError as unread:
            return failed(unsaved(unread), 507)
        if isinstance(made, Response):
            return made
        headers = {"Content-Disposition": f'attachment; filename="{made.name}"', "Kifu-Fingerprint": made.fingerprint}
        return Response(made.data, media_type="application/zip", headers=headers)

    async def scanning(self, request: Request) -> Response:
        """Show the screen on which photographs of score sheets are read."""
        return HTMLResponse(screen("scan", "kifu", request.scope["device"]))

    async def scan(self, request: Request) -> Response:
        """Read photographs of score sheets. Nothing of them is kept."""
        try:
            found = await self._at_desk(request, calls.scanned)
        except MissingExtra as missing:
            return failed(missing, 501)
        return found if isinstance(found, Response) else as_json(found)

    async def scan_board(self, request: Request) -> Response:
        """Return the board behind the plies of a draft."""
        found = await self._at_desk(request, calls.scan_board)
        return found if isinstance(found, Response) else as_json(found)

    async def scan_record(self, request: Request) -> Response:
        """Put the record of a draft into the folder, as a person leaves it."""
        made = await self._at_desk(request, calls.scan_record)
        if isinstance(made, Response):
            return made
        name = f"scan-{secrets.token_hex(4)}{RECORD}"
        try:
            await run_in_threadpool(write_whole, self.tables.folder / name, made, None)
            await run_in_threadpool(self.tables.list_loose)  # so that it can be looked at
        except OSError as unwritten:
            return failed(unsaved(unwritten), 507)
        return as_json({"id": identity_of(name), "file": name}, 201)

    async def _asked(self, request: Request) -> object | Response:
        """Return the JSON of a request, or why nothing is done. Only recorders may ask for it."""
        device: Device = request.scope["device"]
        if device.role is not Role.RECORDER:
            return error(403, "spectator", SPECTATORS)
        if not self.asked.take(device.key):
            return too_often()
        return await self.body(request)

    async def _at_desk(self, request: Request, work: Callable[[object], Made]) -> Made | Response:
        """Return what `work` makes of the JSON of a request, or why it is not done."""
        value = await self._asked(request)
        return value if isinstance(value, Response) else await self._made(PHOTOGRAPH_SECONDS, work, value)

    async def _made(
        self, seconds: float, work: Callable[P, Made], *given: P.args, **named: P.kwargs
    ) -> Made | Response:
        try:
            return await self.lanes.desk.ask(seconds, work, *given, **named)
        except ReadersBusy:
            return error(429, "busy", BUSY)

    def _sheets(self, device: Device, request: object) -> dict[str, Kept]:
        """Return the games that a request names by their ids, as a device may see them."""
        given = (
            [one.get("id") for one in request.values() if isinstance(one, dict)] if isinstance(request, dict) else []
        )
        found = {name: _sheet(self.tables, device, name) for name in given if isinstance(name, str)}
        return {name: kept for name, kept in found.items() if kept is not None}

    def _journals(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return the journals of games, by id. Raises OSError."""
        tables = {name: self.tables.find(name) for name in names}
        found = {name: table.journal() for name, table in tables.items() if table is not None}
        return {name: journal for name, journal in found.items() if journal is not None}

    async def asset(self, request: Request) -> Response:
        """Return a file of the screens."""
        found = assets().get(request.path_params["name"])
        if found is None:
            return error(404, "no-file", NO_FILE)
        headers = {"ETag": found.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        return Response(found.data, media_type=found.type, headers=headers)

    async def catalogue(self, _request: Request) -> Response:
        """List the games that can be opened."""
        files = await run_in_threadpool(variant_files, self.tables.folder)
        return as_json({"games": await run_in_threadpool(catalogue_json), "files": files})

    async def setup(self, request: Request) -> Response:
        """Return a board to set up; a set-up that is given is judged."""
        device: Device = request.scope["device"]
        if not self.asked.take(device.key):
            return too_often()
        value = await self.body(request)
        if isinstance(value, Response):
            return value
        given = await run_in_threadpool(taken_in, self.tables.folder, value)
        return as_json(await self.lanes.requests.ask(RECORD_SECONDS, calls.setup, given))

    async def look(self, request: Request) -> Response:
        """Return what a game is drawn with."""
        return await self._of_table(request, lambda table, _silent: look_json(table.state.game))

    async def course(self, request: Request) -> Response:
        """Return a game ply by ply, for the viewer."""
        table = self.tables.find(request.path_params["name"])
        if table is None:
            return no_game()
        arbiter = table.name in request.scope["device"].arbiter
        return Response(await self.documents.course(table, arbiter=arbiter).whole(), media_type="application/json")

    async def heat(self, request: Request) -> Response:
        """Return the heatmaps of a game."""
        return await self._of_table(
            request, lambda table, silent: {"seq": table.state.seq, "heat": [] if silent else heat_json(table.state)}
        )

    async def board(self, request: Request) -> Response:
        """Return the last board of a game as anybody may see it, for the list."""
        return await self._of_table(request, lambda table, _silent: board_json(table.state))

    async def to_correct(self, request: Request) -> Response:
        """Return the board of a game for somebody who corrects it."""
        return await self._of_table(request, lambda table, silent: to_correct_json(table.state, silent=silent))

    async def hall(self, request: Request) -> Response:
        """Show all tables."""
        return HTMLResponse(screen("hall", "kifu", request.scope["device"]))

    async def _of_table(self, request: Request, made: Callable[[Table, bool], dict[str, Any]]) -> Response:
        device: Device = request.scope["device"]
        table = self.tables.find(request.path_params["name"])
        if table is None:
            return no_game()
        if not self.asked.take(device.key):
            return too_often()
        silent = is_silent(table.state, arbiter=table.name in device.arbiter)
        return as_json(await run_in_threadpool(made, table, silent))


def _sheet(tables: Tables, device: Device, name: str) -> Kept | None:
    table = tables.find(name)
    if table is None:
        return tables.kept(name, device.arbiter)
    return of_table(name, table.state, arbiter=name in device.arbiter)
