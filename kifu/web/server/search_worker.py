"""Search worker: position searches in one limited process beside the server."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.win_chances_and_proofs import search_estimate_and_line
from kifu.core.child_processes import ChildContext, kill_children
from kifu.core.message import Message
from kifu.recording.game_setup import read_setup
from kifu.recording.viewer_json import position_after_line
from kifu.web.service.requests_responses_and_ports import RequestFailed

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from analysis.tables.win_chances_and_proofs import Estimate
    from kifu.core.game.game import Game, Position
    from kifu.recording.game_setup import GameSetup
    from kifu.recording.viewer_json import PlayedLine

BUSY = Message("ほかの探索が終わるまで待ってください", "other searches are under way; wait until they have ended")
SEARCH_NODES = 10_000
"""The positions that a search looks at, as in `kifu review --engine`."""
MAX_WAITING = 8
"""The most searches that wait; further requests are refused for now."""
MAX_BATCH_POSITIONS = 16
"""The positions of a game that are searched at once."""
CACHE_SIZE = 5_000
"""The positions whose values are kept."""
MAX_LINE_MOVES = 6
"""The moves that are shown of the line that a search expects."""


class SearchBusy(RequestFailed):
    """Too many searches wait."""

    def __init__(self) -> None:
        super().__init__(429, "busy", BUSY)


class SearchResult(NamedTuple):
    """Result of a search: the estimate of a position, and a line."""

    estimate: Estimate
    line: tuple[str, ...]
    """The moves that it expects; none where the game is over."""


class SearchWorker:
    """Search worker with a cache of results.

    The process is begun by the first search and ended by :meth:`close`.
    """

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._found: OrderedDict[tuple[str, PlayedLine], SearchResult] = OrderedDict()

    def known_result(self, opening: str, line: PlayedLine) -> SearchResult | None:
        """Return the result of the position behind a line.

        `opening` is the JSON of the opening of its table.
        """
        return self._found.get((opening, line))

    async def search(self, opening: str, lines: list[PlayedLine]) -> None:
        """Search positions of a game; :meth:`known_result` knows them then. Raises SearchBusy."""
        missing = [line for line in lines if (opening, line) not in self._found]
        if not missing:
            return
        if self._waiting >= MAX_WAITING:
            raise SearchBusy
        self._waiting += 1
        try:
            work = asyncio.get_running_loop().run_in_executor(
                self._running_process(), search_positions, opening, missing, SEARCH_NODES
            )
            for line, found in zip(missing, await work, strict=True):
                self._found[opening, line] = found
            while len(self._found) > CACHE_SIZE:
                self._found.popitem(last=False)
        except BrokenExecutor:  # the system has ended the process; the next search begins another
            self._pool = None
            raise SearchBusy from None
        finally:
            self._waiting -= 1

    async def search_first_unknown(self, opening: str, lines: list[PlayedLine]) -> None:
        """Search the first MAX_BATCH_POSITIONS that are not known yet.

        Raises SearchBusy, also where anything else waits.
        """
        missing = [line for line in dict.fromkeys(lines) if (opening, line) not in self._found][:MAX_BATCH_POSITIONS]
        if missing and self._waiting:
            raise SearchBusy
        await self.search(opening, missing)

    def close(self) -> None:
        """Kill the process."""
        if self._pool is not None:
            kill_children()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _running_process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only a search needs processes

            self._pool = ProcessPoolExecutor(1, ChildContext())
        return self._pool


def search_positions(opening: str, lines: list[PlayedLine], nodes: int) -> list[SearchResult]:
    """Search the position behind each line with `nodes` positions.

    This is done in the other process.
    """
    read = _opening(opening)
    return [_search_position(read.game, position_after_line(read, line), nodes) for line in lines]


@lru_cache(maxsize=4)
def _opening(text: str) -> GameSetup:
    return read_setup(json.loads(text))


def _search_position(game: Game, position: Position, nodes: int) -> SearchResult:
    estimate, line = search_estimate_and_line(game, position, nodes)
    return SearchResult(estimate, tuple(game.spell(move) for move in line[:MAX_LINE_MOVES]))
