"""Router: finds the handler of a method and path, and turns errors into responses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kifu import games
from kifu.games import rulebook, rulebook_json
from kifu.model.errors import KifuError
from kifu.model.message import Message
from kifu.table.clock import Instant
from kifu.table.failure import BAD_JSON, NO_GAME, failure
from kifu.table.kept import as_json as record_json
from kifu.table.kept import of_table
from kifu.table.pages import record_page, silent_page
from kifu.table.strict import strict
from kifu.web.service import file_commands
from kifu.web.service.game_service import GameService, storage_error
from kifu.web.service.game_views import VIEWS, GameView
from kifu.web.service.messages import HTML, JSON, PLAIN, ZIP, Request, Response, error_response, json_response
from kifu.web.standalone.explorer_import import ExplorerImport
from kifu.web.standalone.puzzles import puzzles

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kifu.table.kept import Kept
    from kifu.table.state import State
    from kifu.web.service.journal_store import JournalStore

MAX_OPEN_FILES = 16
"""The most files that the viewer may show at a time."""
TYPES = {"kif": PLAIN, "journal": PLAIN, "json": JSON, "html": HTML}
NO_PATH = Message("そのアドレスはありません", "there is no such address")
NO_PIN = Message(
    "この端末には審判の暗証番号がありません。閉じると判定が見えます",
    "this device has no arbiter's PIN; close the game to see the verdict",
)
NO_PAPER = Message(
    "この画面は PDF を作りません。HTML を開いて印刷するか、棋譜を渡して kifu sheet で作ってください",
    "this page makes no PDF; open the HTML and print it, or hand the record on and make it with kifu sheet",
)
TOO_LARGE = Message("大きすぎて扱えません", "it is too large for this page")
_GAME, _BOOK = "([A-Za-z0-9_-]{1,64})", "([a-z0-9_-]{1,64})"


class Router:
    """Router of the page: its game service, and the files that were opened last."""

    def __init__(self, store: JournalStore) -> None:
        service = self._service = GameService(store)
        self._open_files: dict[str, State] = {}
        gathering = ExplorerImport()
        self._handlers: dict[str, Callable[..., Response | Awaitable[Response]]] = {
            "POST /api/verify": file_commands.verdicts,
            "POST /api/repair": file_commands.repairs,
            "POST /api/readings": file_commands.readings,
            "POST /api/reconcile": file_commands.joint_reading,
            "POST /api/page": file_commands.export_page,
            "POST /api/doubts": file_commands.doubts,
            "POST /api/file": self._open_file,
            "POST /api/explorer/take": gathering.take,
            "POST /api/explorer/judge": gathering.judge,
            "POST /api/explorer/clear": gathering.clear,
            "GET /api/explorer": gathering.graphs,
            "POST /api/puzzles": puzzles,
            "POST /api/compare": lambda request: service.compare(request.value),
            "POST /api/dossier": lambda request: self._dossier(request.value),
            "POST /api/games": lambda request: service.open(request.value),
            "POST /api/setup": lambda request: service.setup(request.value),
            "GET /api/games": lambda _request: service.games(),
            "GET /api/hall": lambda _request: service.hall(),
            "GET /api/catalogue": lambda _request: service.catalogue(),
            f"GET /api/rules/{_BOOK}": lambda _request, game: json_response(rulebook_of(game)),
            f"(?:GET|POST) /api/g/{_GAME}/({'|'.join(VIEWS)})": self._game_view,
            f"POST /api/g/{_GAME}/events": lambda request, name: service.events(name, request.value),
            f"POST /api/g/{_GAME}/pin": lambda _request, _name: error_response(403, "wrong-pin", NO_PIN),
            rf"GET /g/{_GAME}\.(kif|json|html|journal|pdf)(?:\?.*)?": lambda _request, name, ending: self._file(
                name, ending
            ),
        }

    async def handle(self, method: str, path: str, text: str = "", data: bytes | None = None) -> Response:
        """Answer a request; `text` is the JSON of its body, `data` a file that goes with it. Nothing is raised."""
        try:
            value = strict(text) if text else {}
        except (ValueError, RecursionError):
            return error_response(422, "bad-json", BAD_JSON)
        try:
            return await self._dispatch(Request(method, path, value, data))
        except KifuError as wrong:
            return json_response(failure(wrong), 507 if wrong.code in {"damaged-journal", "cannot-open"} else 422)
        except OSError as failed:
            return json_response(failure(storage_error(failed)), 507)
        except (RecursionError, MemoryError):
            return error_response(413, "too-large", TOO_LARGE)

    async def _dispatch(self, request: Request) -> Response:
        for path, handler in self._handlers.items():
            found = re.fullmatch(path, f"{request.method} {request.path}")
            if found is not None:
                made = handler(request, *found.groups())
                return made if isinstance(made, Response) else await made
        return error_response(404, "no-path", NO_PATH)

    async def _game_view(self, request: Request, name: str, what: str) -> Response:
        shown = self._open_files.get(name)
        seen = await self._service.view(name) if shown is None else GameView(shown, Instant("", 0), {"id": name})
        return (
            error_response(404, "no-game", NO_GAME) if seen is None else json_response(seen.render(what, request.value))
        )

    def _open_file(self, request: Request) -> Response:
        found, seen = file_commands.view_file(request)
        for name, state in seen.items():
            self._open_files.pop(name, None)
            self._open_files[name] = state
            if len(self._open_files) > MAX_OPEN_FILES:
                del self._open_files[next(iter(self._open_files))]
        return found

    async def _file(self, name: str, ending: str) -> Response:
        shown = self._open_files.get(name)
        kept = of_table(name, shown) if shown is not None else await self._service.stored_game(name)
        if kept is None:
            return error_response(404, "no-game", NO_GAME)
        if ending == "pdf":
            return error_response(501, "no-paper", NO_PAPER)
        if ending == "html":
            data = _html(kept).encode()
        elif ending == "journal":
            data = await self._service.journal(name)
        else:
            data = kept.data if ending == "kif" else record_json(kept) or b""
        return Response(200, data=data, type=TYPES[ending], name=f"{name}.{ending}")

    async def _dossier(self, value: object) -> Response:
        from analysis.dossier.dossier_files import inputs_of, zipped_dossier  # noqa: PLC0415 - few ask for one

        kept = await self._service.sheets(value)
        journals = {name: await self._service.journal(name) for name in kept}
        made = zipped_dossier(inputs_of(value, kept.get, journals.get), paper=False)
        return Response(200, data=made.data, type=ZIP, name=made.name)


def _html(kept: Kept) -> str:
    if kept.silent and kept.state is not None:
        return silent_page(kept.state)
    return record_page(kept.name, kept.data, kept.rules, "ja")


def rulebook_of(game_id: str) -> dict[str, object]:
    """Return a rulebook, as `kifu rules --format json`. Raises KifuError."""
    game = games.find(game_id)
    return rulebook_json.book(rulebook.load(game), game.entries())
