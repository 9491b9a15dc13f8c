"""Shared prefixes: plies of branches kept once, games that begin alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")


class SharedSequence(Sequence[T]):
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
        while isinstance(part, SharedSequence) and place < part.shared:
            part = part.before
        item: T = part.own[place - part.shared] if isinstance(part, SharedSequence) else part[place]
        return item

    def __iter__(self) -> Iterator[T]:
        pieces: list[Sequence[T]] = []
        part: Sequence[T] = self
        wanted = len(self)
        while isinstance(part, SharedSequence):
            pieces.append(part.own[: max(0, wanted - part.shared)])
            wanted = min(wanted, part.shared)
            part = part.before
        return chain(islice(part, wanted), *reversed(pieces))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SharedSequence | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class MoveLine(NamedTuple):
    """The moves of one game.

    Only games of one setting (game, rules, board) and start are compared.
    """

    setting: str
    start: str
    moves: tuple[int, ...]
    record: int


def longest_continuations(lines: Iterable[MoveLine]) -> dict[int, int]:
    """Return for each game that begins another the longest such game.

    Of several the one with the lowest record. A game without moves begins none, and neither does one with the same
    moves.
    """
    found: dict[int, int] = {}
    open_groups: list[tuple[MoveLine, list[int], MoveLine]] = []  # a beginning, its records, the longest that goes on

    def close_last_group() -> None:
        beginning, records, longest = open_groups.pop()
        if len(longest.moves) > len(beginning.moves):
            found.update(dict.fromkeys(records, longest.record))
        if open_groups and _is_longer(longest, open_groups[-1][2]):
            open_groups[-1] = (*open_groups[-1][:2], longest)

    # In this order all games that begin with some moves follow the game of just these moves.
    in_order = sorted(line for line in lines if line.moves)
    for _, same in groupby(in_order, key=lambda line: line[:3]):
        group = list(same)
        while open_groups and not _continues(group[0], open_groups[-1][0]):
            close_last_group()
        open_groups.append((group[0], [line.record for line in group], group[0]))
    while open_groups:
        close_last_group()
    return found


def _continues(line: MoveLine, beginning: MoveLine) -> bool:
    return line[:2] == beginning[:2] and line.moves[: len(beginning.moves)] == beginning.moves


def _is_longer(line: MoveLine, other: MoveLine) -> bool:
    return (-len(line.moves), line.record) < (-len(other.moves), other.record)
