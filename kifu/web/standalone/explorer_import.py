"""Explorer import: verify games of files in steps, with progress."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from analysis.explorer.build_graph import Gathered
from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import games_of_verdict
from kifu.core.message import Message
from kifu.recording import json_fields
from kifu.recording.errors import Rejected
from kifu.referee.verify import verify
from kifu.web.service.file_commands import document_of
from kifu.web.service.messages import Response, json_response

if TYPE_CHECKING:
    from kifu.referee.record import Record
    from kifu.web.service.messages import Request

MAX_BATCH_RECORDS = 40
"""The records that are judged before the page is told how far it is."""
MAX_GAMES = 10_000
"""The most games that are gathered."""
TOO_MANY_GAMES = Message(
    f"{MAX_GAMES} 局までです。それより多い棋譜は kifu study explorer で見られます",
    f"{MAX_GAMES} games at most; kifu study explorer shows more",
)


class ExplorerImport:
    """Import of games: those verified, and the records that wait."""

    def __init__(self) -> None:
        self._empty()

    def _empty(self) -> None:
        self._gathered = Gathered()
        self._waiting: deque[tuple[Record, str, str]] = deque()

    def take(self, request: Request) -> Response:
        """Read a file; ``address`` is that of a screen that shows it.

        Raises Rejected.
        """
        document, address = document_of(request.value, request.data, "address"), request.value.get("address", "")
        address = json_fields.line(address, "address") if address else ""
        if self._gathered.games + len(self._waiting) + len(document.records) > MAX_GAMES:
            raise Rejected("too-many-games", TOO_MANY_GAMES)
        if not document.records:
            self._gathered.add(None)
        self._waiting.extend((record, document.sha256, address) for record in document.records)
        return self.judge(request)

    def judge(self, _request: Request) -> Response:
        """Verify some of the records that wait, and count the rest."""
        for _ in range(min(MAX_BATCH_RECORDS, len(self._waiting))):
            record, sha256, address = self._waiting.popleft()
            for game in games_of_verdict(verify(record, sha256), address):
                self._gathered.add(game)
        return json_response({"games": self._gathered.games, "left": len(self._waiting)})

    def clear(self, request: Request) -> Response:
        """Forget all games."""
        self._empty()
        return self.judge(request)

    def graphs(self, _request: Request) -> Response:
        """Return the graphs of the verified games."""
        return json_response(explorer_json(self._gathered.graphs(), self._gathered.rejected))
