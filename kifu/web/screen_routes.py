"""The addresses of the screens: their files, and what they are drawn from. The server's contract has no need of them."""

from __future__ import annotations

import secrets
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from analysis.dossier.zipped import inputs_of, zipped_dossier
from kifu.model.extras import MissingExtra, need
from kifu.model.message import Message
from kifu.table.catalogue import blank_json, catalogue_json
from kifu.table.compare import compared
from kifu.table.game_json import look_json
from kifu.table.hall import board_json
from kifu.table.heat import heat_json
from kifu.table.kept import of_table
from kifu.table.taking import Role
from kifu.table.to_correct import to_correct_json
from kifu.table.view import is_silent
from kifu.web.answers import as_json, error, failed, no_game, too_often
from kifu.web.loose import RECORD, identity_of
from kifu.web.openings import taken_in, variant_files
from kifu.web.screens import assets, screen
from kifu.web.tables import unsaved
from notation.atomic_write import write_whole

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from analysis.dossier.zipped import Zipped
    from kifu.table.kept import Kept
    from kifu.web.documents import Documents
    from kifu.web.keys import Device
    from kifu.web.rates import Rate
    from kifu.web.tables import Table, Tables

NO_FILE = Message("そのファイルはありません", "there is no such file")
BUSY = Message("ほかの比較が終わるまで待ってください", "another comparison is under way; wait until it has ended")
SPECTATORS = Message("これは記録係だけができます", "only recorders can do this")
Made = TypeVar("Made")
_AT_WORK = threading.Lock()
"""One thread at a time compares: recorders share the machine."""


class Screens(NamedTuple):
    """The screens of a site: its `tables`, how often a device may `ask`, what reads the JSON `body` of a request."""

    tables: Tables
    asked: Rate
    body: Callable[[Request], Awaitable[object | Response]]
    documents: Documents

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
        found = await self._work(request, _compared)
        return found if isinstance(found, Response) else as_json(found)

    async def dossier(self, request: Request) -> Response:
        """Make the dossier of a game, or of two sheets, as a ZIP file."""
        try:
            made = await self._work(request, _dossier)
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
            found = await self._work(request, _scanned)
        except MissingExtra as missing:
            return failed(missing, 501)
        return found if isinstance(found, Response) else as_json(found)

    async def scan_board(self, request: Request) -> Response:
        """Return the board behind the plies of a draft."""
        found = await self._work(request, _scan_board)
        return found if isinstance(found, Response) else as_json(found)

    async def scan_record(self, request: Request) -> Response:
        """Put the record of a draft into the folder, as a person leaves it."""
        try:
            found = await self._work(request, _scan_record)
        except OSError as unwritten:
            return failed(unsaved(unwritten), 507)
        return found if isinstance(found, Response) else as_json(found, 201)

    async def _work(self, request: Request, work: Callable[[Tables, Device, object], Made]) -> Made | Response:
        """Return what `work` makes of the JSON of a request, or why it is not done. Only recorders may ask for it."""
        device: Device = request.scope["device"]
        if device.role is not Role.RECORDER:
            return error(403, "spectator", SPECTATORS)
        if not self.asked.take(device.key):
            return too_often()
        value = await self.body(request)
        if isinstance(value, Response):
            return value
        return await run_in_threadpool(self._alone, partial(work, self.tables, device, value))

    def _alone(self, work: Callable[[], Made]) -> Made | Response:
        if not _AT_WORK.acquire(blocking=False):
            return error(429, "busy", BUSY)
        try:
            return work()
        finally:
            _AT_WORK.release()

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
        return as_json(await run_in_threadpool(lambda: blank_json(taken_in(self.tables.folder, value))))

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


def _compared(tables: Tables, device: Device, request: object) -> dict[str, Any]:
    return compared(request, partial(_sheet, tables, device))


def _scanned(_tables: Tables, _device: Device, request: object) -> dict[str, Any]:
    need("scan")
    from analysis.scan.desk import scanned  # noqa: PLC0415 - an extra

    return scanned(request)


def _scan_board(_tables: Tables, _device: Device, request: object) -> dict[str, Any]:
    from analysis.scan.desk import shown  # noqa: PLC0415

    return shown(request)


def _scan_record(tables: Tables, _device: Device, request: object) -> dict[str, Any]:
    """Write a record into the folder under a new name. Raises Refused and OSError."""
    from analysis.scan.desk import kept  # noqa: PLC0415

    name = f"scan-{secrets.token_hex(4)}{RECORD}"
    write_whole(tables.folder / name, kept(request), None)
    tables.loose()  # it is listed, so that it can be looked at
    return {"id": identity_of(name), "file": name}


def _dossier(tables: Tables, device: Device, request: object) -> Zipped:
    """Return a dossier. Raises Refused, MissingExtra and OSError."""
    need("paper")

    def journal(name: str) -> bytes | None:
        table = tables.find(name)
        return None if table is None else table.journal()

    return zipped_dossier(inputs_of(request, partial(_sheet, tables, device), journal))


def _sheet(tables: Tables, device: Device, name: str) -> Kept | None:
    table = tables.find(name)
    if table is None:
        return tables.kept(name, device.arbiter)
    return of_table(name, table.state, arbiter=name in device.arbiter)
