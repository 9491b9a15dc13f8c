"""The queue of scans: who is before one, how long it takes, and when too many wait."""

import pytest

pytest.importorskip("starlette")

from kifu.web.server.pdf_scan_search_and_explorer_routes import MAX_WAITING, ScanQueue
from kifu.web.service.requests_responses_and_ports import RequestFailed


def test_a_scan_knows_its_place_and_its_seconds(monkeypatch):
    """Those who wait are told how many are before them; the seconds are those that photographs took before."""
    now = [100.0]
    monkeypatch.setattr("kifu.web.server.pdf_scan_search_and_explorer_routes.time.monotonic", lambda: now[0])
    queue = ScanQueue()
    with queue.hold_place("a", 2):
        assert queue.waiting_json("a") == {"before": 0, "seconds": 10}
        with queue.hold_place("b", 4):
            assert queue.waiting_json("b") == {"before": 1, "seconds": 30}
            now[0] += 4
            assert queue.waiting_json("b") == {"before": 1, "seconds": 26}
            assert queue.waiting_json("else") == {"before": None, "seconds": None}
    assert queue.waiting_json("a") == {"before": None, "seconds": None}
    with queue.hold_place("c", 1):
        now[0] += 15
    with queue.hold_place("d", 1):
        assert 10 < queue.waiting_json("d")["seconds"] < 15


def test_too_many_scans_are_told_when_to_come_again():
    """The refusal says how many wait and in how many seconds a place is likely to be free."""
    queue = ScanQueue()
    places = [queue.hold_place(str(number), 1) for number in range(MAX_WAITING)]
    for place in places:
        place.__enter__()
    with pytest.raises(RequestFailed) as caught, queue.hold_place("more", 1):
        pass
    assert (caught.value.status, caught.value.headers) == (429, (("Retry-After", "5"),))
    assert "8" in caught.value.message.en
    assert "5 seconds" in caught.value.message.en
    for place in places:
        place.__exit__(None, None, None)
    with queue.hold_place("more", 1):
        assert queue.waiting_json("more")["before"] == 0
