"""What an archive may unpack to: a few bytes can stand for any number of others, which nobody has asked for."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from kifu.model.message import Message
from notation.limits import MEBI

if TYPE_CHECKING:
    from typing import IO

FREE = 256 * MEBI
"""Bytes that anything may unpack to."""
TOGETHER = 4 * FREE
"""Likewise all of an archive."""
TIMES = 100
"""What is more may be so many times as large as it is packed; records of games are about ten times."""
BLOCK = 1 << 12
"""Bytes that are unpacked at a time: where nothing else limits it, that many of the packed ones."""


class UnpacksTooLarge(OSError):
    """More comes out of an archive than it may hold."""

    def __init__(self, most: int) -> None:
        mebis = most // MEBI
        self.message = Message(
            f"展開すると {mebis} MiB を超えます (圧縮されたものの {TIMES} 倍まで)。展開してから指定してください",
            f"it unpacks to more than {mebis} MiB ({TIMES} times what is packed); unpack it yourself, and name the files",
        )
        super().__init__(self.message.en)


class Allowance:
    """How many bytes may still be unpacked of what is `packed` in so many: `free`, and TIMES as many as that."""

    def __init__(self, packed: int, free: int = FREE) -> None:
        self.most = self.left = free + TIMES * packed

    def take(self, size: int) -> None:
        """Take note of bytes that were unpacked. Raises UnpacksTooLarge."""
        self.left -= size
        if self.left < 0:
            raise UnpacksTooLarge(self.most)


class Counted(io.RawIOBase):
    """A stream that unpacks no more at a time than is needed, and no more at all than `allowances` have left.

    It gives what there is before it raises: UnpacksTooLarge, and what reading `stream` raises.
    """

    def __init__(self, stream: IO[bytes], *allowances: Allowance) -> None:
        self._read = getattr(stream, "read1", stream.read)
        self._allowances = allowances

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - whatever has bytes
        """Fill a buffer, as far as there is anything at hand."""
        data = self._read(min(len(buffer), BLOCK))
        for allowance in self._allowances:
            allowance.take(len(data))
        buffer[: len(data)] = data
        return len(data)


def counted(stream: IO[bytes], *allowances: Allowance) -> IO[bytes]:
    """Return that stream as one that reads as much as it is asked to."""
    return io.BufferedReader(Counted(stream, *allowances), BLOCK)
