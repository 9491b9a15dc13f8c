"""Limits what an archive may unpack to, because a few packed bytes can stand for gigabytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from kifu.core.message import Message
from notation.limits import MEBI

if TYPE_CHECKING:
    from typing import IO

FREE = 256 * MEBI
"""Bytes that any file or member may unpack to."""
TOGETHER = 4 * FREE
"""Bytes that all members of an archive may unpack to together."""
TIMES = 100
"""Beyond these bytes, the unpacked size may be this many times the packed one; for records it is about ten times."""
BLOCK = 1 << 12
"""Bytes that are unpacked at a time. Some unpackers cannot be limited; then it is packed bytes that are read at a time."""


class UnpacksTooLarge(OSError):
    """An archive unpacks to more than its allowance. `message` says it in both languages."""

    def __init__(self, most: int) -> None:
        mebis = most // MEBI
        self.message = Message(
            f"展開すると {mebis} MiB を超えます (圧縮されたものの {TIMES} 倍まで)。展開してから指定してください",
            f"it unpacks to more than {mebis} MiB ({TIMES} times what is packed); unpack it yourself, and name the files",
        )
        super().__init__(self.message.en)


class Allowance:
    """Counts the bytes that may still be unpacked: at first `free`, and TIMES as many as the `packed` bytes."""

    def __init__(self, packed: int, free: int = FREE) -> None:
        self.most = self.left = free + TIMES * packed

    def take(self, size: int) -> None:
        """Subtract `size` unpacked bytes. Raises UnpacksTooLarge if that is more than is left."""
        self.left -= size
        if self.left < 0:
            raise UnpacksTooLarge(self.most)


class Counted(io.RawIOBase):
    """A stream that unpacks at most BLOCK bytes at a time, and no more in all than `allowances` have left.

    It returns the bytes before a fault first. Then it raises UnpacksTooLarge, or what reading `stream` raises.
    """

    def __init__(self, stream: IO[bytes], *allowances: Allowance) -> None:
        self._read = getattr(stream, "read1", stream.read)
        self._allowances = allowances

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - any writable buffer
        """Put the next bytes into a buffer and return their number; 0 at the end. Raises what the class says."""
        data = self._read(min(len(buffer), BLOCK))
        for allowance in self._allowances:
            allowance.take(len(data))
        buffer[: len(data)] = data
        return len(data)


def counting_reader(stream: IO[bytes], *allowances: Allowance) -> IO[bytes]:
    """Return :class:`Counted` with a buffer, so that a read returns as many bytes as it asks for."""
    return io.BufferedReader(Counted(stream, *allowances), BLOCK)
