"""A game as something to keep: its record as a file, one page without scripts, or a score sheet."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response

from kifu.model.errors import KifuError
from kifu.model.extras import MissingExtra
from kifu.table.table_record import file_of
from kifu.table.table_variant import rules_of
from kifu.table.view import is_silent
from kifu.web.answers import failed, no_game, too_often
from kifu.web.pages import POLICY, record_page, silent_page
from kifu.web.printing import as_pdf
from kifu.web.rates import Rate
from notation.formats.json import to_json
from notation.reading import read

if TYPE_CHECKING:
    from starlette.requests import Request

    from kifu.table.state import State
    from kifu.web.keys import Device
    from kifu.web.tables import Tables
    from notation.formats.kif_head import Rules

ENDINGS = frozenset({"kif", "json", "html", "pdf"})
CHARSETS = {"cp932": "shift_jis", "euc_jp": "euc-jp"}
"""How a browser names the encodings of records that are not UTF-8."""


class Kept(NamedTuple):
    """The record of a game: the bytes of its file, and what opens the variant file that it names."""

    name: str
    data: bytes
    rules: Rules | None = None
    state: State | None = None
    """The table of the record; None for a file without a journal."""


class Records:
    """The records of the games of a folder. A device asks for pages at the rate `asked`."""

    def __init__(self, tables: Tables, asked: Rate) -> None:
        self._tables = tables
        self._asked = asked
        self._printed = Rate(1, 5)
        self._paper = asyncio.Lock()

    async def answer(self, request: Request, name: str, ending: str) -> Response:
        """Return the record of a game in one of the ENDINGS."""
        kept = await run_in_threadpool(self._find, name) if ending in ENDINGS else None
        if kept is None:
            return no_game()
        device: Device = request.scope["device"]
        silent = kept.state is not None and is_silent(kept.state, arbiter=name in device.arbiter)
        if ending == "pdf":
            return await self._print(request, kept, silent=silent)
        if ending != "html":
            return _as_file(kept, ending)
        if silent and kept.state is not None:
            return HTMLResponse(silent_page(kept.state))
        return await self._page(request, kept)

    def _find(self, name: str) -> Kept | None:
        loose = self._tables.file(name)
        if loose is not None:
            return Kept(loose.name, loose.data)
        table = self._tables.find(name)
        if table is None:
            return None
        state = table.state
        return Kept(f"{name}.kif", file_of(state), rules_of(state.opening.variant), state)

    async def _page(self, request: Request, kept: Kept) -> Response:
        """Return the records of a file as a page, in the language that the browser asks for."""
        if not self._asked.take(request.scope["device"].key):
            return too_often()
        asked = request.headers.get("accept-language", "ja")
        made = partial(record_page, kept.name, kept.data, kept.rules, "ja" if asked.startswith("ja") else "en")
        return HTMLResponse(await run_in_threadpool(made), headers={"Content-Security-Policy": POLICY})

    async def _print(self, request: Request, kept: Kept, *, silent: bool) -> Response:
        """Return the record of a game on a score sheet as PDF; ?size=, ?side= and ?lang= choose the paper."""
        if not self._printed.take(request.scope["device"].key):
            return too_often()
        made = partial(as_pdf, kept.name, kept.data, kept.rules, request.query_params, silent=silent)
        try:
            async with self._paper:  # a long record takes seconds, and the recorders come first
                printed = await run_in_threadpool(made)
        except MissingExtra as missing:
            return failed(missing, 501)
        except KifuError as wrong:
            return failed(wrong, 422)
        return Response(printed, media_type="application/pdf")


def _as_file(kept: Kept, ending: str) -> Response:
    document = read(kept.name, kept.data, kept.rules)
    if ending == "kif":
        charset = "utf-8" if document.source is None else CHARSETS.get(document.source.encoding, "utf-8")
        return Response(kept.data, media_type=f"text/plain; charset={charset}")
    if document.source is None or not document.records:
        return no_game()
    return Response(to_json(document.source, document.records), media_type="application/json")
