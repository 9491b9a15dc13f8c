"""Sequences that share a prefix: plies of branches are kept once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


class Joined(Sequence[T]):
    """The first `shared` items of the sequence `before`, then its `own`.

    It is immutable, and equals a tuple of its items.
    """

    __slots__ = ("before", "own", "shared")

    def __init__(self, before: Sequence[T], shared: int, own: Sequence[T]) -> None:
        self.before, self.shared, self.own = before, shared, own

    def __len__(self) -> int:
        return self.shared + len(self.own)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        """Return an item, or the items of a slice as a tuple.

        Raises IndexError.
        """
        if isinstance(at, slice):
            return tuple(self)[at]
        place = range(len(self))[at]
        part: Sequence[T] = self
        while isinstance(part, Joined) and place < part.shared:
            part = part.before
        item: T = part.own[place - part.shared] if isinstance(part, Joined) else part[place]
        return item

    def __iter__(self) -> Iterator[T]:
        pieces: list[Sequence[T]] = []
        part: Sequence[T] = self
        wanted = len(self)
        while isinstance(part, Joined):
            pieces.append(part.own[: max(0, wanted - part.shared)])
            wanted = min(wanted, part.shared)
            part = part.before
        return chain(islice(part, wanted), *reversed(pieces))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joined | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
