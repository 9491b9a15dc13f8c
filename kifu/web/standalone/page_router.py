"""Router of the standalone page: game service, and requests about files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kifu import games
from kifu.core.message import Message
from kifu.games import rulebook
from kifu.recording.errors import BAD_JSON
from kifu.recording.json_fields import parse_strict
from kifu.web.service import file_commands
from kifu.web.service.game_service import GameService
from kifu.web.service.journal_store import DirectExecutor
from kifu.web.service.messages import (
    PLAIN,
    Failed,
    Request,
    Response,
    error_response,
    failure_response,
    json_response,
)
from kifu.web.service.router import NoLimits, Route, Router
from kifu.web.standalone import record_sharing
from kifu.web.standalone.browser_store import BrowserDocuments, BrowserStore, storage_error
from kifu.web.standalone.explorer_import import ExplorerImport
from kifu.web.standalone.puzzles import puzzles

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kifu.web.standalone.browser_store import BrowserSession, JournalFiles

NO_PIN = Message(
    "この端末には審判の暗証番号がありません。閉じると判定が見えます",
    "this device has no arbiter's PIN; close the game to see the verdict",
)
NO_ENGINE = Message(
    "この画面は探索をしません。パソコンの kifu serve で使えます",
    "this page does not search; kifu serve on a computer does",
)
NO_PAPER = Message(
    "この画面は PDF を作りません。HTML を開いて印刷するか、棋譜を渡して kifu sheet で作ってください",
    "this page makes no PDF; open the HTML and print it, or hand the record on and make it with kifu sheet",
)


class PageRouter:
    """Router over the `journals` of a device."""

    def __init__(self, journals: JournalFiles) -> None:
        self.store = BrowserStore(journals)
        self._service = GameService(self.store, BrowserDocuments(self.store), DirectExecutor(), NoLimits(), paper=False)
        explorer = ExplorerImport()
        own = [
            Route("POST", "/api/verify", _at_once(file_commands.verdicts)),
            Route("POST", "/api/repair", _at_once(file_commands.repairs)),
            Route("POST", "/api/readings", _at_once(file_commands.readings)),
            Route("POST", "/api/reconcile", _at_once(file_commands.joint_reading)),
            Route("POST", "/api/page", _at_once(file_commands.export_page)),
            Route("POST", "/api/doubts", _at_once(file_commands.doubts)),
            Route("POST", "/api/file", _at_once(self._open_file)),
            Route("POST", "/api/explorer/take", _at_once(explorer.take)),
            Route("POST", "/api/explorer/judge", _at_once(explorer.judge)),
            Route("POST", "/api/explorer/clear", _at_once(explorer.clear)),
            Route("GET", "/api/explorer", _at_once(explorer.graphs)),
            Route("POST", "/api/puzzles", _at_once(puzzles)),
            Route("POST", "/api/link", _at_once(record_sharing.link)),
            Route("POST", "/api/link/record", _at_once(record_sharing.linked_record)),
            Route("POST", "/api/link/code", _at_once(record_sharing.qr_code)),
            Route("POST", "/api/share", _at_once(record_sharing.shared_forms)),
            Route("GET", "/api/rules/{game}", _at_once(lambda _request, game: json_response(rulebook_of(game)))),
            Route("POST", "/api/g/{name}/search", partial(_refuse, 422, "no-chances", NO_ENGINE), session=True),
            Route("GET", "/api/g/{name}/chances", partial(_refuse, 422, "no-chances", NO_ENGINE), session=True),
            Route("POST", "/api/g/{name}/pin", partial(_refuse, 403, "wrong-pin", NO_PIN)),
            Route("GET", "/g/{name}.{ending}", self._file, session=True),
        ]
        self._router = Router([*self._service.routes(), *own], self.store, NoLimits())
        self.routes = self._router.routes

    async def handle(self, method: str, path: str, text: str = "", data: bytes | None = None) -> Response:
        """Answer a request; nothing is raised.

        `text` is the JSON of its body, `data` a file that goes with it.
        """
        try:
            value = parse_strict(text) if text else {}
        except (ValueError, RecursionError):
            return error_response(422, "bad-json", BAD_JSON)
        try:
            return await self._router.handle(Request(method, path, value, data))
        except OSError as failed:
            return failure_response(storage_error(failed))

    def _open_file(self, request: Request) -> Response:
        """Open a file in the viewer."""
        response, files = file_commands.view_file(request)
        self.store.open_files(files)
        return response

    async def _file(self, request: Request, session: BrowserSession, ending: str) -> Response:
        """Return the record of a game, or its journal."""
        if ending == "pdf":
            raise Failed(501, "no-paper", NO_PAPER)
        if ending == "journal":
            data = await self.store.journal(session.name)
            return Response(200, data=data or b"", type=PLAIN, name=f"{session.name}.journal")
        return await self._service.record(request, session.name, ending)


def rulebook_of(game_id: str) -> dict[str, object]:
    """Return a rulebook, as `kifu rules --format json`. Raises KifuError."""
    game = games.find(game_id)
    return rulebook.book_json(rulebook.load(game), game.entries())


def _at_once(function: Callable[..., Response]) -> Callable[..., Awaitable[Response]]:
    """Return a handler that calls a function."""

    async def handler(*given: Any) -> Response:  # noqa: ANN401 - as the function has it
        return function(*given)

    return handler


async def _refuse(status: int, code: str, message: Message, *_given: object) -> Response:
    """Refuse a request that the page cannot answer."""
    raise Failed(status, code, message)
