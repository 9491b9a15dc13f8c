"""Who may come in, how often, and where the gate sends strangers away."""

import os
import stat

import pytest
from each import each

pytest.importorskip("starlette")

from kifu.recording.submit_and_replay_events import Role
from kifu.web.server import credentials
from kifu.web.server.access_checks_and_asgi_adapter import _only_host_name
from kifu.web.server.connection_and_rate_limits import MAX_BUCKETS, TokenBucket
from kifu.web.server.credentials import MAX_DEVICES, Credentials, TooManyDevices
from kifu.web.server.credentials import _key as keys_of


def test_a_token_is_exchanged_for_cookies(tmp_path):
    """Each device has its own cookie and the role of its token; a wrong token gives none."""
    credentials = Credentials(tmp_path)
    one, two = (
        credentials.cookie_for_token(credentials.tokens[Role.RECORDER]),
        credentials.cookie_for_token(credentials.tokens[Role.RECORDER]),
    )
    looker = credentials.cookie_for_token(credentials.tokens[Role.SPECTATOR])
    assert len({one, two, looker}) == 3
    assert [credentials.device_of_cookie(cookie).role for cookie in (one, two, looker)] == [
        "recorder",
        "recorder",
        "spectator",
    ]
    assert [
        credentials.cookie_for_token(token)
        for token in ("", credentials.pin, credentials.tokens[Role.RECORDER] + "x", "\ud800")
    ] == [None] * 4
    assert [
        credentials.device_of_cookie(cookie) for cookie in (None, "", "x", credentials.tokens[Role.RECORDER], "\ud800")
    ] == [None] * 5


def test_the_pin_is_for_one_game_and_one_device(tmp_path):
    """A device that gives the PIN is the arbiter's for that game, also after a restart."""
    credentials = Credentials(tmp_path)
    cookie = credentials.cookie_for_token(credentials.tokens[Role.SPECTATOR])
    assert credentials.grant_arbiter(credentials.device_of_cookie(cookie), "a", credentials.pin + "0") is None
    credentials.grant_arbiter(credentials.device_of_cookie(cookie), "a", credentials.pin)
    assert Credentials(tmp_path).device_of_cookie(cookie).arbiter == {"a"}


def test_the_oldest_device_is_forgotten(tmp_path, monkeypatch):
    """The number of devices is limited."""
    monkeypatch.setattr("kifu.web.server.credentials.MAX_DEVICES", 3)
    credentials = Credentials(tmp_path)
    cookies = [credentials.cookie_for_token(credentials.tokens[Role.SPECTATOR]) for _ in range(4)]
    assert [credentials.device_of_cookie(cookie) is not None for cookie in cookies] == [False, True, True, True]
    assert MAX_DEVICES > 100


def test_who_uses_a_device_keeps_it(tmp_path, monkeypatch):
    """One device that comes in again and again throws out none that is used, connected, an arbiter's, or of another address."""
    monkeypatch.setattr("kifu.web.server.credentials.MAX_DEVICES", 5)
    credentials = Credentials(tmp_path)
    token = credentials.tokens[Role.RECORDER]
    elsewhere, connected, arbiter, used = (
        credentials.cookie_for_token(token, None, whence) for whence in ("there", *["here"] * 3)
    )
    device = credentials.device_of_cookie(connected)
    credentials.grant_arbiter(credentials.device_of_cookie(arbiter), "a", credentials.pin)
    for _ in range(20):
        assert credentials.device_of_cookie(used) is not None
        last = credentials.cookie_for_token(token, None, "here", {device.key})
    kept = (elsewhere, connected, arbiter, used, last)
    assert [credentials.by_key(keys_of(cookie)) is not None for cookie in kept] == [True] * 5
    again = Credentials(tmp_path)  # a restart knows who was used
    again.cookie_for_token(token, None, "", {device.key})
    assert [again.by_key(keys_of(cookie)) is not None for cookie in kept[1:4]] == [True] * 3


def test_nobody_comes_in_for_those_who_stay(tmp_path, monkeypatch):
    """If all devices of a role are connected or an arbiter's, another one has to wait; those of the other role do not."""
    monkeypatch.setattr("kifu.web.server.credentials.MAX_DEVICES", 2)
    credentials = Credentials(tmp_path)
    arbiter, one = (credentials.cookie_for_token(credentials.tokens[Role.RECORDER]) for _ in range(2))
    credentials.grant_arbiter(credentials.device_of_cookie(arbiter), "a", credentials.pin)
    connected = {credentials.device_of_cookie(one).key}
    with pytest.raises(TooManyDevices):
        credentials.cookie_for_token(credentials.tokens[Role.RECORDER], None, "", connected)
    assert credentials.cookie_for_token(credentials.tokens[Role.RECORDER], one, "", connected) == one
    assert credentials.cookie_for_token(credentials.tokens[Role.SPECTATOR], None, "", connected) is not None
    assert credentials.cookie_for_token(credentials.tokens[Role.RECORDER]) is not None
    assert [credentials.device_of_cookie(cookie) is not None for cookie in (arbiter, one)] == [True, False]


def test_a_bucket_fills_up_again():
    """A burst, then two a second; what was not done is given back; keys are apart."""
    now = [0.0]
    rate = TokenBucket(2, 3, lambda: now[0])
    assert [rate.take("a") for _ in range(4)] == [True, True, True, False]
    assert rate.take("b")
    rate.give_back("a")
    assert [rate.take("a") for _ in range(2)] == [True, False]
    now[0] = 0.5
    assert [rate.take("a") for _ in range(2)] == [True, False]
    now[0] = 1000.0
    assert [rate.take("a") for _ in range(4)] == [True, True, True, False]
    for number in range(MAX_BUCKETS + 10):
        rate.take(str(number))
    assert len(rate._buckets) == MAX_BUCKETS


@each(
    ("values", "name"),
    [
        (["127.0.0.1:80"], "127.0.0.1"),
        (["LOCALHOST"], "localhost"),
        (["[::1]:80"], "[::1]"),
        (["[::1]"], "[::1]"),
        (["a:b"], None),
        (["a", "a"], None),
        ([], None),
    ],
)
def test_the_name_of_a_host(values, name):
    """The host is its name without the port; a request with several is refused."""
    assert _only_host_name(values) == name


def test_a_crowd_of_spectators_pushes_no_recorder_out(tmp_path, monkeypatch):
    """The devices of a role are counted by themselves; a browser that comes in again is no new device."""
    monkeypatch.setattr(credentials, "MAX_DEVICES", 3)
    own = Credentials(tmp_path)
    recorder = own.cookie_for_token(own.tokens[Role.RECORDER])
    crowd = [own.cookie_for_token(own.tokens[Role.SPECTATOR]) for _ in range(5)]
    assert own.device_of_cookie(recorder) is not None
    assert [own.device_of_cookie(cookie) is None for cookie in crowd] == [True, True, False, False, False]
    assert own.cookie_for_token(own.tokens[Role.SPECTATOR], crowd[4]) == crowd[4]
    assert own.cookie_for_token(own.tokens[Role.RECORDER], crowd[4]) not in {*crowd, recorder}


def test_keys_that_are_no_file(tmp_path):
    """A link or a pipe in the place of the keys is not opened, nor one that is too large or nested too deeply."""
    path = tmp_path / credentials.CREDENTIALS_FILE
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ValueError, match="no file"):
        Credentials(tmp_path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ValueError, match="no file"):
        Credentials(tmp_path)
    path.unlink()
    for text, said in (("[" * 200_000, "damaged"), (" " * (credentials.MAX_FILE_BYTES + 1), "too large")):
        path.write_text(text)
        path.chmod(0o600)
        with pytest.raises(ValueError, match=said):
            Credentials(tmp_path)


@pytest.mark.parametrize("mode", [0o666, 0o644, 0o604, 0o660, None])
def test_keys_of_a_stranger(tmp_path, mode):
    """Keys that others could read or write, or that are another user's, let nobody in; new ones are drawn, with a word."""
    if mode is None and os.geteuid():
        pytest.skip("only root can give a file away")
    first = Credentials(tmp_path)
    path = tmp_path / credentials.CREDENTIALS_FILE
    cookie = first.cookie_for_token(first.tokens[Role.RECORDER])
    before = path.read_bytes()
    if mode is None:
        os.chown(path, 12345, 12345)
    else:
        path.chmod(mode)
    said = []
    second = Credentials(tmp_path, said.append)
    assert second.device_of_cookie(cookie) is None
    assert second.role(first.tokens[Role.RECORDER]) is None
    assert second.pin != first.pin
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (aside,) = tmp_path.glob("*.refused-*")
    assert aside.read_bytes() == before
    assert [aside.name in word.en for word in said] == [True]
    assert Credentials(tmp_path, said.append).tokens == second.tokens
    assert len(said) == 1
