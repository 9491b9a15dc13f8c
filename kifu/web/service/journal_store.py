"""Storage protocol of journals: the browser implements it, and so do tests."""

from __future__ import annotations

from typing import Protocol


class JournalStore(Protocol):
    """Journals by the ids of their games. What a method has written is safe when it returns; it raises OSError if not."""

    async def sizes(self) -> dict[str, int]:
        """Return the bytes that each journal has."""
        ...

    async def size(self, name: str) -> int:
        """Return the bytes that a journal has; 0 if there is none."""
        ...

    async def read(self, name: str) -> bytes:
        """Return a journal."""
        ...

    async def append(self, name: str, at: int, data: bytes) -> None:
        """Add `data` to a journal that has `at` bytes; one of none is begun. Raises OSError also if it has another size."""
        ...

    async def cut(self, name: str, at: int, torn: bytes) -> None:
        """Cut a journal off at `at` bytes. What stood behind them, `torn`, is kept under another name."""
        ...
