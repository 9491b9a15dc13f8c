"""Gathers the games of files, a few at a time, for the explorer of the page: reading and judging are told as they go on."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from analysis.explorer.build_graph import Gathered
from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import games_of_verdict
from kifu.model.message import Message
from kifu.referee.verify import verify
from kifu.site.answer import Answer, as_json
from kifu.site.files import document_of
from kifu.table import fields
from kifu.table.refusal import Refused

if TYPE_CHECKING:
    from kifu.referee.record import Record
    from kifu.site.answer import Question

AT_ONCE = 40
"""The records that are judged before the page is told how far it is."""
MOST = 10_000
"""The most games that are gathered."""
FULL = Message(
    f"{MOST} 局までです。それより多い棋譜は kifu study explorer で見られます",
    f"{MOST} games at most; kifu study explorer shows more",
)


class Gathering:
    """The games that were gathered, and the records that are still to be judged."""

    def __init__(self) -> None:
        self._empty()

    def _empty(self) -> None:
        self._gathered = Gathered()
        self._waiting: deque[tuple[Record, str, str]] = deque()

    def take(self, asked: Question) -> Answer:
        """Read a file; ``address`` is that of a screen that shows it. Raises Refused."""
        document, address = document_of(asked.value, asked.data, "address"), asked.value.get("address", "")
        address = fields.line(address, "address") if address else ""
        if self._gathered.games + len(self._waiting) + len(document.records) > MOST:
            raise Refused("too-many-games", FULL)
        if not document.records:
            self._gathered.add(None)
        self._waiting.extend((record, document.sha256, address) for record in document.records)
        return self.judge(asked)

    def judge(self, _asked: Question) -> Answer:
        """Judge some of the records that wait, and tell how many are left."""
        for _ in range(min(AT_ONCE, len(self._waiting))):
            record, sha256, address = self._waiting.popleft()
            for game in games_of_verdict(verify(record, sha256), address):
                self._gathered.add(game)
        return as_json({"games": self._gathered.games, "left": len(self._waiting)})

    def clear(self, asked: Question) -> Answer:
        """Forget all games."""
        self._empty()
        return self.judge(asked)

    def graphs(self, _asked: Question) -> Answer:
        """Return the graphs of what was judged."""
        return as_json(explorer_json(self._gathered.graphs(), self._gathered.rejected))
