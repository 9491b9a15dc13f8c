"""Connection limits per role and address: which connection is closed for a new one."""

import pytest

pytest.importorskip("starlette")

from kifu.recording.submit_and_replay_events import Role
from kifu.web.server.connection_and_rate_limits import (
    MAX_CONNECTIONS,
    RESERVED_FDS,
    Connection,
    ConnectionPool,
    Quotas,
    client_network,
    quotas_by_role,
    raise_limit_and_return_max_connections,
)
from kifu.web.server.credentials import Device
from kifu.web.server.screen_routes_and_event_streams import MAX_STREAMS_PER_DEVICE, Streams


class Pool:
    """A pool with three places for each role, and the connections that it closed."""

    def __init__(self):
        self.pool, self.gone = ConnectionPool(Quotas(3, 3, 3)), []

    def connection(self, name, host, role=None, *, busy=False):
        """Let a connection in."""
        connection = Connection(self.pool, host)
        connection.end, connection.busy = lambda: self.gone.append(name), lambda: busy
        self.pool.add(connection)
        if role is not None:
            connection.assign_role(role)
        return connection


def test_the_address_with_most_gives_way():
    """Of the address that has most connections the oldest is cut off, and none that waits for an answer if another does not."""
    room = Pool()
    for number in range(5):
        room.connection(f"b{number}", "10.0.0.2", busy=not number)
    for number in range(4):
        room.connection(f"a{number}", "10.0.0.1")
    assert room.gone == []
    room.connection("c0", "10.0.0.3")
    room.connection("c1", "10.0.0.3")
    room.connection("c2", "10.0.0.3")
    assert room.gone == ["b1", "b2", "a0"]


def test_a_crowd_takes_no_place_that_is_kept_for_others():
    """A crowd of any kind has the places that are free; those who come later get what is kept for them, from the crowd."""
    for crowd in (None, Role.SPECTATOR, Role.RECORDER):
        room = Pool()
        for number in range(30):
            room.connection(f"crowd{number}", "10.0.0.1", crowd)
        assert len(room.gone) == 21, crowd
        for other in {None, Role.SPECTATOR, Role.RECORDER} - {crowd}:
            for number in range(3):
                room.connection(f"{other}{number}", "10.0.0.1", other)
        for number in range(30):
            room.connection(f"crowd{number}", "10.0.0.1", crowd)
        assert not [name for name in room.gone if name.startswith("recorder")], crowd
        assert sum(name.startswith("spectator") for name in room.gone) <= 1, crowd
    one = room.connection("one", "10.0.0.1")
    one.release()
    one.release()
    before = list(room.gone)
    room.connection("two", "10.0.0.1")
    assert room.gone == before


def test_places_are_what_the_system_allows():
    """The descriptors that are kept for files are left out, and each kind has its share."""
    assert 0 < raise_limit_and_return_max_connections() <= MAX_CONNECTIONS
    assert quotas_by_role(256 - RESERVED_FDS) == (32, 96, 32)
    assert quotas_by_role(MAX_CONNECTIONS) == (1000, 3000, 1000)


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("x", "x"),
    ],
)
def test_what_stands_for_an_address(host, found):
    """A device has as many IPv6 addresses as it likes; its network counts."""
    assert client_network(host) == found


def test_streams_of_devices_and_addresses():
    """A device has three streams; where all are taken, the address with most gives way to one that has fewer by two."""
    streams = Streams(12)

    def enter(name, host, role=Role.SPECTATOR):
        return streams.subscribe("game", Device(name, role), host)

    many = [enter(f"a{number // 3}", "a") for number in range(9)]
    assert enter("a0", "a") is None
    few = [enter("b", "b") for _ in range(3)]
    assert None not in many + few
    assert enter("a9", "a") is None
    assert enter("c", "c") is not None
    assert [follower.ended for follower in many] == [True] + [False] * 8
    recorders = [enter("r", "a", Role.RECORDER) for _ in range(3)]
    assert [follower is None for follower in recorders] == [False, False, True]
    streams.unsubscribe(few[0])
    streams.unsubscribe(few[0])
    assert enter("a9", "a") is not None
    assert MAX_STREAMS_PER_DEVICE[Role.RECORDER] == 50
