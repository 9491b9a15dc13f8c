"""Routes of records: the service's, and a score sheet as PDF."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kifu.web.server import worker_calls as calls
from kifu.web.server.connection_limits import TokenBucket
from kifu.web.service.game_service import record_work
from kifu.web.service.messages import Response, rate_limited
from kifu.web.service.router import Route

if TYPE_CHECKING:
    from kifu.web.server.folder_store import FolderStore, WorkerExecutor
    from kifu.web.service.game_service import GameService
    from kifu.web.service.messages import Request


class RecordRoutes:
    """Records of the games of `store`, as `service` returns them, and printed."""

    def __init__(self, service: GameService, store: FolderStore, executor: WorkerExecutor) -> None:
        self._service = service
        self._store = store
        self._executor = executor
        self._printed = TokenBucket(1, 5)
        self._paper = asyncio.Lock()

    def routes(self) -> list[Route]:
        """Return the route of all endings."""
        return [Route("GET", "/g/{name}.{ending}", self.record)]

    async def record(self, request: Request, name: str, ending: str) -> Response:
        """Return a record as a file, JSON, a page, or a PDF."""
        if ending == "pdf":
            return await self._print(request, name)
        return await self._service.record(request, name, ending)

    async def _print(self, request: Request, name: str) -> Response:
        """Return a game's score sheet as PDF.

        ?size=, ?side= and ?lang= choose the paper.
        """
        kept = await self._service.stored_game(request, name)
        await self._store.require_readable(name)
        if not self._printed.take(request.client.key):
            raise rate_limited()
        async with self._paper:  # a long record takes seconds, and the recorders come first
            printed = await self._executor.run(record_work(kept), calls.pdf, kept, dict(request.query))
        return Response(200, data=printed, type="application/pdf")
