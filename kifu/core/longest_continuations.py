"""Longest continuations: of each game that begins another, the longest such game."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


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
