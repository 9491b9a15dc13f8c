"""Searches positions for those who study a game: in one process beside the server, of limited length and number."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.win_chances import search_estimate
from kifu.table.opening import read_opening
from kifu.table.tried import played_on

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from analysis.tables.win_chances import Estimate
    from kifu.contract.game import Game, Position
    from kifu.table.opening import Opening
    from kifu.table.tried import PlayedLine

NODES = 10_000
"""The positions that a search looks at, as in `kifu review --engine`."""
WAITING = 8
"""The most searches that wait; who asks for more is told to come again."""
PIECE = 16
"""The positions of a game that are searched at once."""
KEPT = 5_000
"""The positions whose values are kept."""
LINE = 6
"""The moves that are shown of the line that a search expects."""


class SearchBusy(Exception):
    """Too many searches wait."""


class SearchFound(NamedTuple):
    """What a search says of a position."""

    estimate: Estimate
    line: tuple[str, ...]
    """The moves that it expects; none where the game is over."""


class PositionSearcher:
    """Searches, and remembers what was found. The process is begun by the first search and ended by :meth:`close`."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0
        self._found: OrderedDict[tuple[str, PlayedLine], SearchFound] = OrderedDict()

    def known(self, opening: str, line: PlayedLine) -> SearchFound | None:
        """Return what was found of the position behind a line; `opening` is the JSON of the opening of its table."""
        return self._found.get((opening, line))

    async def search(self, opening: str, lines: list[PlayedLine]) -> None:
        """Search positions of a game; :meth:`known` knows them then. Raises SearchBusy."""
        missing = [line for line in lines if (opening, line) not in self._found]
        if not missing:
            return
        if self._waiting >= WAITING:
            raise SearchBusy
        self._waiting += 1
        try:
            work = asyncio.get_running_loop().run_in_executor(self._process(), found_in, opening, missing, NODES)
            for line, found in zip(missing, await work, strict=True):
                self._found[opening, line] = found
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        except BrokenExecutor:  # the system has ended the process; the next search begins another
            self._pool = None
            raise SearchBusy from None
        finally:
            self._waiting -= 1

    async def search_some(self, opening: str, lines: list[PlayedLine]) -> None:
        """Search the first PIECE positions that are not known yet. Raises SearchBusy, also where anything else waits."""
        missing = [line for line in dict.fromkeys(lines) if (opening, line) not in self._found][:PIECE]
        if missing and self._waiting:
            raise SearchBusy
        await self.search(opening, missing)

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._pool is not None:
            from kifu.model.processes import kill_children  # noqa: PLC0415 - see below

            kill_children()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only a search needs processes

            from kifu.model.processes import ChildContext  # noqa: PLC0415

            self._pool = ProcessPoolExecutor(1, ChildContext())
        return self._pool


def found_in(opening: str, lines: list[PlayedLine], nodes: int) -> list[SearchFound]:
    """Return what searches of `nodes` positions say of the position behind each line. This is done in the other process."""
    read = _opening(opening)
    return [_found(read.game, played_on(read, line), nodes) for line in lines]


@lru_cache(maxsize=4)
def _opening(text: str) -> Opening:
    return read_opening(json.loads(text))


def _found(game: Game, position: Position, nodes: int) -> SearchFound:
    estimate, line = search_estimate(game, position, nodes)
    return SearchFound(estimate, tuple(game.spell(move) for move in line[:LINE]))
