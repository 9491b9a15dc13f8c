"""Searches are of limited number, what was found is known, and a process that was ended is begun anew."""

import asyncio
import threading
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from served import served

pytest.importorskip("starlette")

from kifu.recording.viewer_json import PlayedLine
from kifu.web.server import search_worker
from kifu.web.server.search_worker import MAX_BATCH_POSITIONS, MAX_WAITING, SearchBusy, SearchResult, SearchWorker

LINES = [PlayedLine(None, (str(number),)) for number in range(MAX_BATCH_POSITIONS + 4)]


class Slow(SearchWorker):
    """A searcher whose searches wait until they may end, in a thread of this process."""

    def _running_process(self):
        return self.__dict__.setdefault("pool", ThreadPoolExecutor(MAX_WAITING + 1))


@pytest.fixture
def may_end(monkeypatch):
    """Let searches wait; return what lets them end."""
    event = threading.Event()

    def found(_opening, lines, _nodes):
        assert event.wait(10)
        if lines[0].moves == ("broken",):
            raise BrokenExecutor
        return [SearchResult(0.5, line.moves) for line in lines]

    monkeypatch.setattr(search_worker, "search_positions", found)
    return event


def test_whoever_asks_for_more_is_told_to_come_again(may_end):
    """Eight wait; a ninth is refused, and so is a search of a whole game; afterwards all is known."""

    async def asked():
        slow = Slow()
        waiting = [asyncio.create_task(slow.search("{}", [line])) for line in LINES[:MAX_WAITING]]
        await asyncio.sleep(0)
        with pytest.raises(SearchBusy):
            await slow.search("{}", [LINES[-1]])
        with pytest.raises(SearchBusy):
            await slow.search_first_unknown("{}", LINES)
        may_end.set()
        await asyncio.gather(*waiting)
        await slow.search("{}", LINES[:MAX_WAITING])
        await slow.search_first_unknown("{}", LINES)
        known = [slow.known_result("{}", line) is not None for line in LINES]
        assert known == [True] * len(LINES)
        assert slow.known_result("other", LINES[0]) is None

    asyncio.run(asked())


def test_a_process_that_was_ended_is_begun_anew(may_end):
    """The search that it was doing is refused, and the next one is done."""

    async def asked():
        may_end.set()
        slow = Slow()
        with pytest.raises(SearchBusy):
            await slow.search("{}", [PlayedLine(None, ("broken",))])
        await slow.search("{}", LINES[:1])
        assert slow.known_result("{}", LINES[0]) == SearchResult(0.5, ("0",))

    asyncio.run(asked())


@pytest.mark.skipif(not Path("/proc").exists(), reason="there is no list of processes here")
def test_a_server_that_is_killed_leaves_no_process(tmp_path):
    """The process that searches ends when the server cannot tell it to."""
    with served(tmp_path) as server:
        cookie = server.enter()
        game = server.new(cookie)
        found = server.request("POST", f"/api/g/{game}/search", {"ply": 0, "moves": []}, cookie)
        if found.status == 501:
            pytest.skip("the extra [fast] is not installed")
        assert found.status == 200, found.body
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert children
        server.kill()  # waits until no process has its output any more
