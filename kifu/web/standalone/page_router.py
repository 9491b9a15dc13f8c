"""Router of the standalone page: JavaScript to Python, requests to handlers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kifu.core import games, rulebook
from kifu.core.message import Message
from kifu.recording.untrusted_json_fields import BAD_JSON, parse_strict_json
from kifu.web.service import file_commands
from kifu.web.service.game_service import GameService
from kifu.web.service.requests_responses_and_ports import (
    PLAIN,
    DirectExecutor,
    Request,
    RequestFailed,
    Response,
    error_response,
    failure_response,
    json_response,
)
from kifu.web.service.router import NoLimits, Route, Router
from kifu.web.standalone import explorer_puzzle_and_share_requests
from kifu.web.standalone.browser_store import BrowserDocuments, BrowserStore, storage_error
from kifu.web.standalone.explorer_puzzle_and_share_requests import ExplorerImport, read_puzzles

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
        """Put together the routes of the service and of the page alone."""
        self.store = BrowserStore(journals)
        self._service = GameService(self.store, BrowserDocuments(self.store), DirectExecutor(), NoLimits(), paper=False)
        explorer = ExplorerImport()
        own = [
            Route("POST", "/api/verify", _handler_of_function(file_commands.verify_file)),
            Route("POST", "/api/repair", _handler_of_function(file_commands.repair_file)),
            Route("POST", "/api/readings", _handler_of_function(file_commands.readings_of_file)),
            Route("POST", "/api/reconcile", _handler_of_function(file_commands.reconcile_files)),
            Route("POST", "/api/page", _handler_of_function(file_commands.export_file_as_page)),
            Route("POST", "/api/doubts", _handler_of_function(file_commands.readings_and_slips)),
            Route("POST", "/api/file", _handler_of_function(self._open_file)),
            Route("POST", "/api/explorer/take", _handler_of_function(explorer.read_file)),
            Route("POST", "/api/explorer/judge", _handler_of_function(explorer.judge_waiting_records)),
            Route("POST", "/api/explorer/clear", _handler_of_function(explorer.clear)),
            Route("GET", "/api/explorer", _handler_of_function(explorer.graphs)),
            Route("POST", "/api/puzzles", _handler_of_function(read_puzzles)),
            Route("POST", "/api/link", _handler_of_function(explorer_puzzle_and_share_requests.record_link)),
            Route("POST", "/api/link/record", _handler_of_function(explorer_puzzle_and_share_requests.linked_record)),
            Route("POST", "/api/link/code", _handler_of_function(explorer_puzzle_and_share_requests.qr_code)),
            Route(
                "POST", "/api/share", _handler_of_function(explorer_puzzle_and_share_requests.text_and_picture_of_file)
            ),
            Route(
                "GET",
                "/api/rules/{game}",
                _handler_of_function(lambda _request, game: json_response(rulebook_as_json(game))),
            ),
            Route("POST", "/api/g/{name}/search", partial(_refuse, 422, "no-chances", NO_ENGINE), session=True),
            Route("GET", "/api/g/{name}/chances", partial(_refuse, 422, "no-chances", NO_ENGINE), session=True),
            Route("POST", "/api/g/{name}/pin", partial(_refuse, 403, "wrong-pin", NO_PIN)),
            Route("GET", "/g/{name}.{ending}", self._record_or_journal, session=True),
        ]
        self._router = Router([*self._service.routes(), *own], self.store, NoLimits())
        self.routes = self._router.routes

    async def handle(self, method: str, path: str, text: str = "", data: bytes | None = None) -> Response:
        """Answer a request; nothing is raised.

        `text` is the JSON of its body, `data` a file that goes with it.
        """
        try:
            value = parse_strict_json(text) if text else {}
        except (ValueError, RecursionError):
            return error_response(422, "bad-json", BAD_JSON)
        try:
            return await self._router.handle(Request(method, path, value, data))
        except OSError as failed:
            return failure_response(storage_error(failed))

    def _open_file(self, request: Request) -> Response:
        """Open a file in the viewer."""
        response, files = file_commands.verdicts_and_games_of_file(request)
        self.store.show_in_viewer(files)
        return response

    async def _record_or_journal(self, request: Request, session: BrowserSession, ending: str) -> Response:
        """Return the record of a game, or its journal."""
        if ending == "pdf":
            raise RequestFailed(501, "no-paper", NO_PAPER)
        if ending == "journal":
            data = await self.store.journal(session.name)
            return Response(200, data=data or b"", type=PLAIN, name=f"{session.name}.journal")
        return await self._service.record(request, session.name, ending)


def rulebook_as_json(game_id: str) -> dict[str, object]:
    """Return a rulebook, as `kifu rules --format json`. Raises KifuError."""
    game = games.game_by_name(game_id)
    return rulebook.rulebook_json(rulebook.load_rulebook(game), game.entries())


def _handler_of_function(function: Callable[..., Response]) -> Callable[..., Awaitable[Response]]:
    """Return a handler that calls a function."""

    async def handler(*given: Any) -> Response:  # noqa: ANN401 - as the function has it
        return function(*given)

    return handler


async def _refuse(status: int, code: str, message: Message, *_given: object) -> Response:
    """Refuse a request that the page cannot answer."""
    raise RequestFailed(status, code, message)


_REASONS = {
    "QuotaExceededError": Message(
        "端末の空きがありません。ほかのファイルを消して空きを作ってください",
        "this device has no space left; make room on it",
    ),
    "ChangedError": Message("別のタブが書きました", "another tab has written"),
    "SecurityError": Message("このブラウザーは記録を残させません", "this browser lets nothing be kept"),
}


class _JournalFiles:
    """Journal files of the browser, as promises.

    They are refused where something is wrong.
    """

    def __init__(self, store: Any) -> None:  # noqa: ANN401 - an object of JavaScript
        self._store = store

    async def sizes(self) -> dict[str, int]:
        return dict((await _await_promise(self._store.sizes())).to_py())

    async def size(self, name: str) -> int:
        return int(await _await_promise(self._store.size(name)))

    async def read(self, name: str) -> bytes:
        return bytes((await _await_promise(self._store.read(name))).to_bytes())

    async def append(self, name: str, size: int, data: bytes) -> None:
        await _await_promise(self._store.append(name, size, _js_bytes(data)))

    async def cut(self, name: str, size: int, torn: bytes) -> None:
        await _await_promise(self._store.cut(name, size, _js_bytes(torn)))


class Bridge:
    """Bridge over the `store` of the browser."""

    def __init__(self, store: Any) -> None:  # noqa: ANN401 - an object of JavaScript
        self._router = PageRouter(_JournalFiles(store))

    async def handle(self, method: str, path: str, text: str, data: Any = None) -> Response:  # noqa: ANN401 - bytes of JavaScript
        """Answer a request."""
        return await self._router.handle(method, path, text, None if data is None else bytes(data.to_bytes()))


async def _await_promise(promise: Awaitable[Any]) -> Any:  # noqa: ANN401 - a value of JavaScript
    """Wait for a promise.

    Raises OSError with a reason in both languages where it is refused.
    """
    from pyodide.ffi import JsException  # type: ignore[import-not-found] # noqa: PLC0415 - it stands in the browser alone

    try:
        return await promise
    except JsException as failed:
        reason = _REASONS.get(failed.name) or Message(
            f"ブラウザーが断りました ({failed.name})。端末の空きを確かめてください",
            f"the browser refuses ({failed.name}); see whether this device has space",
        )
        raise OSError(reason) from None


def _js_bytes(data: bytes) -> Any:  # noqa: ANN401 - bytes of JavaScript
    from pyodide.ffi import to_js  # noqa: PLC0415 - as above

    return to_js(data)
