"""Who gives way when all places are taken: strangers, spectators and recorders have their own, and each address its share."""

import pytest

pytest.importorskip("starlette")

from kifu.table.taking import Role
from kifu.web.crowd import MOST, RESERVED, Crowd, Guest, Places, affordable, origin, shared
from kifu.web.keys import Device
from kifu.web.streams import ON_A_DEVICE, Streams


class Room:
    """A crowd with three places for each kind, and who was cut off."""

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
    for number in range(5):
        room.guest(f"b{number}", "10.0.0.2", busy=not number)
    for number in range(4):
        room.guest(f"a{number}", "10.0.0.1")
    assert room.gone == []
    room.guest("c0", "10.0.0.3")
    room.guest("c1", "10.0.0.3")
    room.guest("c2", "10.0.0.3")
    assert room.gone == ["b1", "b2", "a0"]


def test_a_crowd_takes_no_place_that_is_kept_for_others():
    """A crowd of any kind has the places that are free; those who come later get what is kept for them, from the crowd."""
    for crowd in (None, Role.SPECTATOR, Role.RECORDER):
        room = Room()
        for number in range(30):
            room.guest(f"crowd{number}", "10.0.0.1", crowd)
        assert len(room.gone) == 21, crowd
        for other in {None, Role.SPECTATOR, Role.RECORDER} - {crowd}:
            for number in range(3):
                room.guest(f"{other}{number}", "10.0.0.1", other)
        for number in range(30):
            room.guest(f"crowd{number}", "10.0.0.1", crowd)
        assert not [name for name in room.gone if name.startswith("recorder")], crowd
        assert sum(name.startswith("spectator") for name in room.gone) <= 1, crowd
    one = room.guest("one", "10.0.0.1")
    one.leave()
    one.leave()
    before = list(room.gone)
    room.guest("two", "10.0.0.1")
    assert room.gone == before


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
