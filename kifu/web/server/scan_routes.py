"""Routes of scans: photographs of score sheets become drafts, and drafts records of the folder."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from kifu.web.server import worker_calls as calls
from kifu.web.server.plain_records import RECORD, plain_record_id
from kifu.web.service.journal_store import Work
from kifu.web.service.messages import json_response, unsaved_error
from kifu.web.service.router import RECORDERS, Route
from notation.atomic_write import write_whole

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kifu.web.server.folder_store import WorkerExecutor
    from kifu.web.server.sessions import Sessions
    from kifu.web.service.messages import Request, Response


class ScanRoutes:
    """Routes of scans into the folder of `sessions`."""

    def __init__(self, sessions: Sessions, executor: WorkerExecutor) -> None:
        self._sessions = sessions
        self._executor = executor

    def routes(self) -> list[Route]:
        """Return the routes."""
        handlers: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/api/scan": self.scan,
            "/api/scan/board": self.board,
            "/api/scan/record": self.record,
        }
        return [
            Route("POST", path, handler, recorder=RECORDERS, limits=("ask",), body=True)
            for path, handler in handlers.items()
        ]

    async def scan(self, request: Request) -> Response:
        """Read photographs of score sheets. Nothing of them is kept."""
        found = await self._executor.run(Work.PHOTOGRAPHS, calls.read_photographs, request.value)
        return json_response(found)

    async def board(self, request: Request) -> Response:
        """Return the board behind the plies of a draft."""
        found = await self._executor.run(Work.PHOTOGRAPHS, calls.scan_board, request.value)
        return json_response(found)

    async def record(self, request: Request) -> Response:
        """Write the confirmed record of a draft into the folder. Raises Unsaved."""
        made = await self._executor.run(Work.PHOTOGRAPHS, calls.scan_record, request.value)
        name = f"scan-{secrets.token_hex(4)}{RECORD}"
        try:
            await run_in_threadpool(write_whole, self._sessions.folder / name, made, None)
            await run_in_threadpool(self._sessions.list_plain_records)  # so that it can be looked at
        except OSError as unwritten:
            raise unsaved_error(unwritten) from unwritten
        return json_response({"id": plain_record_id(name), "file": name}, 201)
