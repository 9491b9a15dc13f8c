"""A game as something to keep: its record as a file, one page without scripts, or a score sheet."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from kifu.model.errors import KifuError
from kifu.model.extras import MissingExtra
from kifu.table.pages import POLICY, silent_page
from kifu.web import reader_calls as calls
from kifu.web.answers import failed, no_game, too_often
from kifu.web.loose import refuse_unread
from kifu.web.rates import Rate
from kifu.web.readers import PAGE_SECONDS, RECORD_SECONDS

if TYPE_CHECKING:
    from starlette.requests import Request

    from kifu.table.kept import Kept
    from kifu.web.keys import Device
    from kifu.web.readers import Lanes, Readers
    from kifu.web.tables import Tables

ENDINGS = frozenset({"kif", "json", "html", "pdf"})
CHARSETS = {"cp932": "shift_jis", "euc_jp": "euc-jp", "cp51932": "euc-jp", "cp50221": "iso-2022-jp"}
"""How a browser names the encodings of records that are not UTF-8."""


class Records:
    """The records of the games of a folder, which processes of `lanes` read. A device asks for pages at the rate `asked`."""

    def __init__(self, tables: Tables, asked: Rate, lanes: Lanes) -> None:
        self._tables = tables
        self._lanes = lanes
        self._asked = asked
        self._printed = Rate(1, 5)
        self._paper = asyncio.Lock()

    async def answer(self, request: Request, name: str, ending: str) -> Response:
        """Return the record of a game in one of the ENDINGS."""
        device: Device = request.scope["device"]
        kept = await run_in_threadpool(self._tables.kept, name, device.arbiter) if ending in ENDINGS else None
        if kept is None:
            return no_game()
        if ending == "kif":
            return await self._file(kept)
        loose = self._tables.file(name)
        if loose is not None:
            refuse_unread(loose)
        if ending == "pdf":
            return await self._print(request, kept)
        if ending == "json":
            data = await self._readers(kept).ask(PAGE_SECONDS, calls.record_json, kept)
            return no_game() if data is None else Response(data, media_type="application/json")
        if kept.silent and kept.state is not None:
            return HTMLResponse(silent_page(kept.state))
        return await self._page(request, kept)

    def _readers(self, kept: Kept) -> Readers:
        """Return what reads a record: files that anybody may have put there hold up no table."""
        return self._lanes.files if kept.state is None else self._lanes.requests

    async def _page(self, request: Request, kept: Kept) -> Response:
        """Return the records of a file as a page, in the language that the browser asks for."""
        if not self._asked.take(request.scope["device"].key):
            return too_often()
        asked = request.headers.get("accept-language", "ja")
        made = await self._readers(kept).ask(PAGE_SECONDS, calls.page, kept, "ja" if asked.startswith("ja") else "en")
        return HTMLResponse(made, headers={"Content-Security-Policy": POLICY})

    async def _print(self, request: Request, kept: Kept) -> Response:
        """Return the record of a game on a score sheet as PDF; ?size=, ?side= and ?lang= choose the paper."""
        if not self._printed.take(request.scope["device"].key):
            return too_often()
        try:
            async with self._paper:  # a long record takes seconds, and the recorders come first
                printed = await self._readers(kept).ask(PAGE_SECONDS, calls.pdf, kept, dict(request.query_params))
        except MissingExtra as missing:
            return failed(missing, 501)
        except KifuError as wrong:
            return failed(wrong, 422)
        return Response(printed, media_type="application/pdf")

    async def _file(self, kept: Kept) -> Response:
        """Return the file itself, which may be had even if nobody can read its records."""
        charset = "utf-8"
        try:
            kept.data.decode()
        except UnicodeDecodeError:
            with suppress(KifuError):
                charset = await self._readers(kept).ask(RECORD_SECONDS, calls.charset, kept.name, kept.data)
        return Response(kept.data, media_type=f"text/plain; charset={charset}")
