"""The addresses of the explorer: what the games of the folder played, as one graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from analysis.explorer.build_graph import Gathered
from analysis.explorer.graph_json import explorer_json
from kifu.table.kept import Kept, of_table
from kifu.table.refusal import Refused
from kifu.table.view import is_over
from kifu.web.answers import too_often
from kifu.web.loose import Loose, refuse_unread
from kifu.web.reader_calls import played_games
from kifu.web.readers import PAGE_SECONDS
from kifu.web.screens import screen
from kifu.web.watched import MadeDocument, WatchedDocument

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from analysis.explorer.played_game import PlayedGame
    from kifu.table.state import State
    from kifu.web.loose import LooseReading
    from kifu.web.rates import Rate
    from kifu.web.readers import Readers
    from kifu.web.tables import Tables

Games = tuple["PlayedGame | None", ...]


class _Counted(NamedTuple):
    """What a document was made from: the games of each record, and the record as it was."""

    of: object
    games: Games


class Explorer:
    """The graph of the games of `tables` that are over, and of the `files` beside them, which `readers` read.

    A device asks at the rate `asked`.
    """

    def __init__(self, tables: Tables, asked: Rate, files: LooseReading, readers: Readers) -> None:
        self._tables = tables
        self._files = files
        self._readers = readers
        self._asked = asked
        self._loose: dict[str, Loose] = {}
        self._document = WatchedDocument(self._stamp, self._make, lambda: 0)

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/explorer", self.screen), Route("/api/explorer", self.answer)]

    async def screen(self, request: Request) -> Response:
        """Show the explorer."""
        return HTMLResponse(screen("explorer", "kifu", request.scope["device"]))

    async def answer(self, request: Request) -> Response:
        """Return the graph."""
        if not self._asked.take(request.scope["device"].key):
            return too_often()
        self._loose = await self._files.all()
        return Response(await self._document.whole(), media_type="application/json")

    def _stamp(self) -> object:
        return {name: id(of) if isinstance(of, Loose) else of.head for name, of in self._records().items()}

    def _records(self) -> Mapping[str, State | Loose]:
        """Return what is counted, by id. A game that goes on is not, and an official one is not judged before it is closed."""
        tables = {name: table.state for name, table in [*self._tables.all.items()] if is_over(table.state)}
        return {**tables, **self._loose}

    def _make(self, earlier: MadeDocument | None) -> MadeDocument:
        """Make the graph. Records that have not changed are not judged again."""
        known: dict[str, _Counted] = {} if earlier is None else earlier.basis
        counted = {}
        for name, of in self._records().items():
            kept = known.get(name)
            counted[name] = kept if kept is not None and kept.of is of else _Counted(of, self._games(name, of))
        gathered = Gathered()
        for game in (game for each in counted.values() for game in each.games):
            gathered.add(game)
        return MadeDocument(explorer_json(gathered.graphs(), gathered.rejected), lambda: None, counted)

    def _games(self, name: str, of: State | Loose) -> Games:
        """Return the games of a record; a record that cannot be read counts as one that is left out."""
        kept = Kept(of.name, of.data) if isinstance(of, Loose) else of_table(name, of)
        try:
            if isinstance(of, Loose):
                refuse_unread(of)
            return self._readers.read(PAGE_SECONDS, played_games, kept, f"/g/{name}/view")
        except Refused:
            return (None,)
