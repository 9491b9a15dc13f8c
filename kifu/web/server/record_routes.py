"""Routes of records: a file, a page without scripts, or a score sheet."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from kifu.model.errors import KifuError
from kifu.model.extras import MissingExtra
from kifu.table.pages import POLICY, silent_page
from kifu.web.server import worker_calls as calls
from kifu.web.server.plain_records import refuse_unread
from kifu.web.server.rate_limit import TokenBucket
from kifu.web.server.responses import failure_response, no_game, rate_limited
from kifu.web.server.worker_process import PAGE_SECONDS, RECORD_SECONDS

if TYPE_CHECKING:
    from starlette.requests import Request

    from kifu.table.kept import Kept
    from kifu.web.server.credentials import Device
    from kifu.web.server.sessions import Sessions
    from kifu.web.server.worker_process import WorkerLanes, WorkerProcess

ENDINGS = frozenset({"kif", "json", "html", "pdf"})
CHARSETS = {"cp932": "shift_jis", "euc_jp": "euc-jp", "cp51932": "euc-jp", "cp50221": "iso-2022-jp"}
"""How a browser names the encodings of records that are not UTF-8."""


class RecordRoutes:
    """Records of the games of a folder, read in worker processes. A device asks for pages at the rate `asked`."""

    def __init__(self, sessions: Sessions, asked: TokenBucket, lanes: WorkerLanes) -> None:
        self._sessions = sessions
        self._lanes = lanes
        self._asked = asked
        self._printed = TokenBucket(1, 5)
        self._paper = asyncio.Lock()

    async def answer(self, request: Request, name: str, ending: str) -> Response:
        """Return the record of a game in one of the ENDINGS."""
        device: Device = request.scope["device"]
        kept = await run_in_threadpool(self._sessions.stored_game, name, device.arbiter) if ending in ENDINGS else None
        if kept is None:
            return no_game()
        if ending == "kif":
            return await self._file(kept)
        plain = self._sessions.plain_record(name)
        if plain is not None:
            refuse_unread(plain)
        if ending == "pdf":
            return await self._print(request, kept)
        if ending == "json":
            data = await self._worker(kept).call(PAGE_SECONDS, calls.record_json, kept)
            return no_game() if data is None else Response(data, media_type="application/json")
        if kept.silent and kept.state is not None:
            return HTMLResponse(silent_page(kept.state))
        return await self._page(request, kept)

    def _worker(self, kept: Kept) -> WorkerProcess:
        """Return the worker of a record: files without a journal hold up no session."""
        return self._lanes.files if kept.state is None else self._lanes.requests

    async def _page(self, request: Request, kept: Kept) -> Response:
        """Return the records as a page in the browser's language."""
        if not self._asked.take(request.scope["device"].key):
            return rate_limited()
        asked = request.headers.get("accept-language", "ja")
        made = await self._worker(kept).call(PAGE_SECONDS, calls.page, kept, "ja" if asked.startswith("ja") else "en")
        return HTMLResponse(made, headers={"Content-Security-Policy": POLICY})

    async def _print(self, request: Request, kept: Kept) -> Response:
        """Return the record of a game on a score sheet as PDF; ?size=, ?side= and ?lang= choose the paper."""
        if not self._printed.take(request.scope["device"].key):
            return rate_limited()
        try:
            async with self._paper:  # a long record takes seconds, and the recorders come first
                printed = await self._worker(kept).call(PAGE_SECONDS, calls.pdf, kept, dict(request.query_params))
        except MissingExtra as missing:
            return failure_response(missing, 501)
        except KifuError as wrong:
            return failure_response(wrong, 422)
        return Response(printed, media_type="application/pdf")

    async def _file(self, kept: Kept) -> Response:
        """Return the file itself, even if its records cannot be read."""
        charset = "utf-8"
        try:
            kept.data.decode()
        except UnicodeDecodeError:
            with suppress(KifuError):
                charset = await self._worker(kept).call(RECORD_SECONDS, calls.charset, kept.name, kept.data)
        return Response(kept.data, media_type=f"text/plain; charset={charset}")
