"""Who may come in: a token for each role, a PIN for the arbiter, and a cookie for each device. They outlive a restart."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
import threading
from typing import TYPE_CHECKING, NamedTuple

from kifu.table.taking import Role

if TYPE_CHECKING:
    from pathlib import Path

FILE = ".kifu-table.keys"
BYTES = 16
"""The bytes of a token and of a cookie: 128 bits."""
MOST_DEVICES = 2_000
"""The most devices of a role that are remembered; the oldest of the role is forgotten."""
_PIN = 10**6


class Device(NamedTuple):
    """A browser that has come in. `name` is public: it stands beside what the device has written."""

    key: str
    """The SHA-256 of its cookie."""
    role: Role
    arbiter: frozenset[str] = frozenset()
    """The games for which it has given the PIN."""

    @property
    def name(self) -> str:
        """The role, and eight digits that tell devices apart."""
        return f"{self.role.value}:{self.key[:8]}"


class Keys:
    """The tokens, the PIN and the devices of a folder, kept in a file that only its owner can read."""

    def __init__(self, folder: Path) -> None:
        """Read them, or draw new ones. Raises OSError, and ValueError for a file that is damaged."""
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._devices: dict[str, Device] = {}
        if os.path.lexists(self._path):
            self._read()
        else:
            self.tokens = {role: secrets.token_urlsafe(BYTES) for role in Role}
            self.pin = f"{secrets.randbelow(_PIN):06d}"
            self.salt = secrets.token_hex(4)
            self._write()

    @property
    def cookie(self) -> str:
        """The name of the cookie. Servers of other folders on this machine use other names."""
        return f"kifu-{self.salt}"

    def role(self, token: str) -> Role | None:
        """Return the role that a token gives; None for a wrong token."""
        return next((role for role, own in self.tokens.items() if _same(own, token)), None)

    def enter(self, token: str, before: str | None = None) -> str | None:
        """Return a cookie for whoever shows a token; None for a wrong token. Raises OSError.

        `before` is the cookie that the browser has. If it holds for the same role, the browser keeps it.
        """
        role = self.role(token)
        if role is None:
            return None
        known = self.device(before)
        if known is not None and known.role is role:
            return before
        cookie = secrets.token_urlsafe(BYTES)
        with self._lock:
            self._keep(Device(_key(cookie), role))
        return cookie

    def device(self, cookie: str | None) -> Device | None:
        """Return the device that a cookie belongs to; None for no cookie and for a wrong one."""
        return None if cookie is None else self.by_key(_key(cookie))

    def by_key(self, key: str) -> Device | None:
        """Return the device with a key as it is now; None if it is forgotten."""
        return self._devices.get(key)

    def arbitrate(self, device: Device, game: str, pin: str) -> Device | None:
        """Return the device as an arbiter's device for a game; None for a wrong PIN. Raises OSError."""
        if not _same(self.pin, pin):
            return None
        with self._lock:
            trusted = device._replace(arbiter=device.arbiter | {game})
            self._keep(trusted)
        return trusted

    def _keep(self, device: Device) -> None:
        before = dict(self._devices)
        self._devices[device.key] = device
        same = [key for key, other in self._devices.items() if other.role is device.role]
        for key in same[: max(0, len(same) - MOST_DEVICES)]:
            del self._devices[key]
        try:
            self._write()
        except OSError:
            self._devices = before
            raise

    def _read(self) -> None:
        # Anything else than a file of its own, like a pipe, would hold the server up or lead out of the folder.
        if not stat.S_ISREG(self._path.lstat().st_mode):
            raise ValueError(f"{self._path} is no file")
        self._path.chmod(0o600)
        value = json.loads(self._path.read_text("utf-8"))
        try:
            self.tokens = {role: str(value[role.value]) for role in Role}
            self.pin, self.salt = str(value["pin"]), str(value["salt"])
            for key, device in value["devices"].items():
                self._devices[key] = Device(key, Role(device["role"]), frozenset(device["arbiter"]))
        except (KeyError, TypeError, AttributeError) as wrong:
            raise ValueError(f"{self._path} is damaged") from wrong

    def _write(self) -> None:
        """Write the file whole or not at all. Raises OSError."""
        value = {
            **{role.value: token for role, token in self.tokens.items()},
            "pin": self.pin,
            "salt": self.salt,
            "devices": {
                key: {"role": device.role.value, "arbiter": sorted(device.arbiter)}
                for key, device in self._devices.items()
            },
        }
        temporary = self._path.with_name(f"{FILE}.{secrets.token_hex(4)}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(value, file)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(self._path)
        finally:
            temporary.unlink(missing_ok=True)


def _key(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogatepass")).hexdigest()


def _same(own: str, given: str) -> bool:
    return hmac.compare_digest(own.encode(), given.encode("utf-8", "surrogatepass"))
