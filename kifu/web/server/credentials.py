"""Credentials of a folder: tokens, the arbiter's PIN, cookies of devices.

They outlive a restart.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import threading
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.message import Message
from kifu.recording.submit_and_replay_events import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable
    from pathlib import Path

CREDENTIALS_FILE = ".kifu-table.keys"
TOKEN_BYTES = 16
"""The bytes of a token and of a cookie: 128 bits."""
MAX_DEVICES = 2_000
"""The most devices of a role that are remembered; the one that was unused longest is forgotten."""
MAX_FILE_BYTES = 1 << 24
"""The most bytes of the file."""
PIN_DIGITS = 8


class Device(NamedTuple):
    """Browser that has shown a token.

    `name` is public: it stands beside what the device has written.
    """

    key: str
    """The SHA-256 of its cookie."""
    role: Role
    arbiter: frozenset[str] = frozenset()
    """The games for which it has given the PIN."""

    @property
    def name(self) -> str:
        """The role, and eight digits that tell devices apart."""
        return f"{self.role.value}:{self.key[:8]}"


class TooManyDevices(Exception):
    """Error of a full role: none of its devices can be forgotten.

    All are connected, or an arbiter's.
    """


class Credentials:
    """Tokens, PIN and devices of a folder, in a private file."""

    def __init__(self, folder: Path, report: Callable[[Message], None] = lambda _said: None) -> None:
        """Read them, or draw new ones.

        Raises OSError, and ValueError for a file that is damaged.
        A file that is another user's, or that others may read or write, is set aside, and `report` is called with a word.
        """
        self._path = folder / CREDENTIALS_FILE
        self._lock = threading.Lock()
        self._devices: dict[str, Device] = {}
        self._last_use: dict[str, int] = {}
        """When a device was used last, as a number that grows; 0 for one that has come in and asked for nothing since."""
        self._uses = 0
        self._network_of: dict[str, str] = {}
        if not self._read_if_trusted(report):
            self.tokens = {role: secrets.token_urlsafe(TOKEN_BYTES) for role in Role}
            self.pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
            self.salt = secrets.token_hex(4)
            self._write()

    @property
    def cookie(self) -> str:
        """The name of the cookie.

        Servers of other folders on this machine use other names.
        """
        return f"kifu-{self.salt}"

    def role(self, token: str) -> Role | None:
        """Return the role that a token gives; None for a wrong token."""
        return next((role for role, own in self.tokens.items() if _same(own, token)), None)

    def cookie_for_token(
        self, token: str, former_cookie: str | None = None, network: str = "", connected: Container[str] = ()
    ) -> str | None:
        """Return a cookie for a token; None for a wrong token.

        Raises OSError and TooManyDevices.
        `former_cookie` is the cookie that the browser has. If it holds for the same role, the browser keeps it. `network` is the
        address of the device; `connected` holds the keys of devices that are not to be forgotten.
        """
        role = self.role(token)
        if role is None:
            return None
        known = self.device_of_cookie(former_cookie)
        if known is not None and known.role is role:
            return former_cookie
        cookie = secrets.token_urlsafe(TOKEN_BYTES)
        with self._lock:
            self._store_device(Device(_key(cookie), role), network, connected)
        return cookie

    def device_of_cookie(self, cookie: str | None) -> Device | None:
        """Return the device of a cookie; None for a wrong one."""
        found = None if cookie is None else self.by_key(_key(cookie))
        if found is not None:
            self._uses += 1
            self._last_use[found.key] = self._uses
        return found

    def by_key(self, key: str) -> Device | None:
        """Return the device with a key; None if it is forgotten."""
        return self._devices.get(key)

    def grant_arbiter(self, device: Device, game_id: str, pin: str) -> Device | None:
        """Return the device as arbiter of a game. Raises OSError.

        None stands for a wrong PIN.
        """
        if not _same(self.pin, pin):
            return None
        with self._lock:
            trusted = device._replace(arbiter=device.arbiter | {game_id})
            self._store_device(trusted, self._network_of.get(device.key, ""))
        return trusted

    def _store_device(self, device: Device, network: str, connected: Container[str] = ()) -> None:
        """Store a device; a full role drops one. Raises TooManyDevices and OSError."""
        before = self._devices
        others = {key: other for key, other in before.items() if key != device.key}
        same = [key for key, other in others.items() if other.role is device.role]
        if len(same) >= MAX_DEVICES:
            away = self._least_recently_used(same, connected)
            if away is None:
                raise TooManyDevices
            del others[away]
        self._devices = {**others, device.key: device}
        self._network_of[device.key] = network
        try:
            self._write()
        except OSError:
            self._devices = before
            raise
        finally:
            for kept in (self._last_use, self._network_of):
                for key in kept.keys() - self._devices.keys():
                    del kept[key]

    def _least_recently_used(self, keys: Iterable[str], connected: Container[str]) -> str | None:
        """Return the fullest address's least recently used device, or None.

        A client that comes in again and again pushes out what came in from there before.
        """
        idle = [key for key in keys if key not in connected and not self._devices[key].arbiter]
        many = Counter(self._network_of.get(key, "") for key in idle)
        most = max(many.values(), default=0)
        fullest = (key for key in idle if many[self._network_of.get(key, "")] == most)
        return min(fullest, key=lambda key: self._last_use.get(key, 0), default=None)

    def _read_if_trusted(self, report: Callable[[Message], None]) -> bool:
        """Read the file. Return whether there is one that can be trusted."""
        try:
            # Anything else than a file of its own, like a pipe, would hold the server up or lead out of the folder.
            if not stat.S_ISREG(self._path.lstat().st_mode):
                raise ValueError(f"{self._path} is no file")
            flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
            with open(os.open(self._path, flags), "rb") as file:  # noqa: PTH123 - a descriptor has no path
                private, data = _is_private(os.fstat(file.fileno())), file.read(MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return False
        if not private:
            aside = self._path.with_name(f"{CREDENTIALS_FILE}.refused-{secrets.token_hex(4)}")
            self._path.rename(aside)
            report(
                Message(
                    f"{CREDENTIALS_FILE} は、ほかの人のものか、ほかの人が読み書きできるものでした。使わずに {aside.name} とし、"
                    "アドレスと暗証番号を新しくしました",
                    f"{CREDENTIALS_FILE} was another user's, or others could read or write it. It is not used and now named {aside.name}; "
                    "addresses and PIN are new",
                )
            )
            return False
        if len(data) > MAX_FILE_BYTES:
            raise ValueError(f"{self._path} is too large")
        try:
            value = json.loads(data.decode())
        except RecursionError:
            raise ValueError(f"{self._path} is damaged") from None
        try:
            self.tokens = {role: str(value[role.value]) for role in Role}
            self.pin, self.salt = str(value["pin"]), str(value["salt"])
            for key, device in value["devices"].items():
                self._devices[key] = Device(key, Role(device["role"]), frozenset(device["arbiter"]))
                if device.get("used"):
                    self._uses += 1
                    self._last_use[key] = self._uses
        except (KeyError, TypeError, AttributeError) as wrong:
            raise ValueError(f"{self._path} is damaged") from wrong
        return True

    def _write(self) -> None:
        """Write the file whole or not at all. Raises OSError."""
        value = {
            **{role.value: token for role, token in self.tokens.items()},
            "pin": self.pin,
            "salt": self.salt,
            "devices": {
                key: {
                    "role": device.role.value,
                    "arbiter": sorted(device.arbiter),
                    **({"used": True} if self._last_use.get(key) else {}),
                }
                for key, device in sorted(
                    self._devices.items(), key=lambda kept: self._last_use.get(kept[0], 0)
                )  # the reader numbers them anew
            },
        }
        temporary = self._path.with_name(f"{CREDENTIALS_FILE}.{secrets.token_hex(4)}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(value, file)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self._path)
        finally:
            temporary.unlink(missing_ok=True)


def _is_private(file_status: os.stat_result) -> bool:
    """Tell whether a file is this user's and closed to others.

    Windows has other means for that.
    """
    if os.name == "nt":
        return True
    return file_status.st_uid == os.geteuid() and not stat.S_IMODE(file_status.st_mode) & 0o077


def _key(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()


def _same(own: str, given: str) -> bool:
    return hmac.compare_digest(own.encode(), given.encode("utf-8", "surrogatepass"))
