"""Who gives way when all places are taken: strangers, spectators and recorders have their own, and each address its share."""

import pytest

pytest.importorskip("starlette")

from kifu.table.taking import Role
from kifu.web.crowd import MOST, RESERVED, Crowd, Guest, Places, affordable, origin, shared
from kifu.web.keys import Device
from kifu.web.streams import ON_A_DEVICE, Streams


class Room:
    """A crowd with three places of each kind, and who was cut off."""

    def __init__(self):
        self.crowd, self.gone = Crowd(Places(3, 3, 3)), []

    def guest(self, name, host, role=None, *, busy=False):
        """Let a connection in."""
        guest = Guest(self.crowd, host)
        guest.end, guest.busy = lambda: self.gone.append(name), lambda: busy
        self.crowd.enter(guest)
        if role is not None:
            guest.known(role)
        return guest


def test_the_address_with_most_gives_way():
    """Of the address that has most connections the oldest is cut off, and none that waits for an answer if another does not."""
    room = Room()
    room.guest("a1", "10.0.0.1")
    room.guest("b1", "10.0.0.2", busy=True)
    room.guest("b2", "10.0.0.2")
    room.guest("b3", "10.0.0.2")
    assert room.gone == ["b2"]
    room.guest("c1", "10.0.0.3")
    assert room.gone == ["b2", "b3"]
    room.guest("c2", "10.0.0.3")
    assert room.gone == ["b2", "b3", "a1"]


def test_a_crowd_takes_no_place_of_another_kind():
    """Strangers cut strangers off, spectators spectators; a connection that shows a cookie gives its first place back."""
    room = Room()
    for number in range(3):
        room.guest(f"r{number}", "10.0.0.1", Role.RECORDER)
    for number in range(20):
        room.guest(f"s{number}", "10.0.0.1")
        room.guest(f"v{number}", "10.0.0.1", Role.SPECTATOR)
    own = room.guest("r3", "10.0.0.1", Role.RECORDER)
    own.leave()
    own.leave()
    room.guest("r4", "10.0.0.1", Role.RECORDER)
    assert [name for name in room.gone if name.startswith("r")] == ["r0"]
    assert [name for name in room.gone if name.startswith("v")] == [f"v{number}" for number in range(17)]


def test_places_are_what_the_system_allows():
    """The descriptors that are kept for files are left out, and each kind has its share."""
    assert 0 < affordable() <= MOST
    assert shared(256 - RESERVED) == (32, 96, 32)
    assert shared(MOST) == (1000, 3000, 1000)


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
    assert origin(host) == found


def test_streams_of_devices_and_addresses():
    """A device has three streams; where all are taken, the address with most gives way to one that has fewer by two."""
    streams = Streams(12)

    def enter(name, host, role=Role.SPECTATOR):
        return streams.enter("game", Device(name, role), host)

    many = [enter(f"a{number // 3}", "a") for number in range(9)]
    assert enter("a0", "a") is None
    few = [enter("b", "b") for _ in range(3)]
    assert None not in many + few
    assert enter("a9", "a") is None
    assert enter("c", "c") is not None
    assert [follower.ended for follower in many] == [True] + [False] * 8
    recorders = [enter("r", "a", Role.RECORDER) for _ in range(3)]
    assert [follower is None for follower in recorders] == [False, False, True]
    streams.leave(few[0])
    streams.leave(few[0])
    assert enter("a9", "a") is not None
    assert ON_A_DEVICE[Role.RECORDER] == 50
