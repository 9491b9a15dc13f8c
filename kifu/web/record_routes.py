"""A game as something to keep: its record as a file, one page without scripts, or a score sheet."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from kifu.model.errors import KifuError
from kifu.model.extras import MissingExtra
from kifu.table.kept import as_json
from kifu.table.pages import POLICY, record_page, silent_page
from kifu.web.answers import failed, no_game, too_often
from kifu.web.printing import as_pdf
from kifu.web.rates import Rate
from notation.reading import read

if TYPE_CHECKING:
    from starlette.requests import Request

    from kifu.table.kept import Kept
    from kifu.web.keys import Device
    from kifu.web.tables import Tables

ENDINGS = frozenset({"kif", "json", "html", "pdf"})
CHARSETS = {"cp932": "shift_jis", "euc_jp": "euc-jp", "cp51932": "euc-jp", "cp50221": "iso-2022-jp"}
"""How a browser names the encodings of records that are not UTF-8."""


class Records:
    """The records of the games of a folder. A device asks for pages at the rate `asked`."""

    def __init__(self, tables: Tables, asked: Rate) -> None:
        self._tables = tables
        self._asked = asked
        self._printed = Rate(1, 5)
        self._paper = asyncio.Lock()

    async def answer(self, request: Request, name: str, ending: str) -> Response:
        """Return the record of a game in one of the ENDINGS."""
        device: Device = request.scope["device"]
        kept = await run_in_threadpool(self._tables.kept, name, device.arbiter) if ending in ENDINGS else None
        if kept is None:
            return no_game()
        if ending == "pdf":
            return await self._print(request, kept)
        if ending != "html":
            return _as_file(kept, ending)
        if kept.silent and kept.state is not None:
            return HTMLResponse(silent_page(kept.state))
        return await self._page(request, kept)

    async def _page(self, request: Request, kept: Kept) -> Response:
        """Return the records of a file as a page, in the language that the browser asks for."""
        if not self._asked.take(request.scope["device"].key):
            return too_often()
        asked = request.headers.get("accept-language", "ja")
        made = partial(record_page, kept.name, kept.data, kept.rules, "ja" if asked.startswith("ja") else "en")
        return HTMLResponse(await run_in_threadpool(made), headers={"Content-Security-Policy": POLICY})

    async def _print(self, request: Request, kept: Kept) -> Response:
        """Return the record of a game on a score sheet as PDF; ?size=, ?side= and ?lang= choose the paper."""
        if not self._printed.take(request.scope["device"].key):
            return too_often()
        made = partial(as_pdf, kept.name, kept.data, kept.rules, request.query_params, silent=kept.silent)
        try:
            async with self._paper:  # a long record takes seconds, and the recorders come first
                printed = await run_in_threadpool(made)
        except MissingExtra as missing:
            return failed(missing, 501)
        except KifuError as wrong:
            return failed(wrong, 422)
        return Response(printed, media_type="application/pdf")


def _as_file(kept: Kept, ending: str) -> Response:
    if ending == "kif":
        document = read(kept.name, kept.data, kept.rules)
        charset = "utf-8" if document.source is None else CHARSETS.get(document.source.encoding, "utf-8")
        return Response(kept.data, media_type=f"text/plain; charset={charset}")
    data = as_json(kept)
    return no_game() if data is None else Response(data, media_type="application/json")
