"""Follows a game move by move: whether a king is safe is judged by what has changed since it was safe.

This is a shortcut for the replay of a record. It only proves that an action harms nobody (rengo.34, 45); the rules judge an
action that it cannot prove, and every position that does not follow the one before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo import consequences
from kifu.games.rengo.data import GO, SIDE
from kifu.games.rengo.position import GOING
from kifu.games.rengo.stones import any_enclosed, has_room
from kifu.games.rengo.threat import attackers, by_leaps, by_stones, facing_generals, opened, runs_of

if TYPE_CHECKING:
    from kifu.games.rengo.action import Deed
    from kifu.games.rengo.position import Position


class Watch:
    """What is known about the kings at the last position: the squares that show that they are safe."""

    def __init__(self) -> None:
        self._last: Position | None = None
        self._changed: list[tuple[int, ...] | None] = [None, None]
        """For each side the squares that have changed since nothing attacked its king; None if that is not known."""
        self._free: list[frozenset[int] | None] = [None, None]
        """For each side squares that showed then that no stone leads to 碁 round its king; None if that is not known."""
        self._runs: list[frozenset[int] | None] = [None, None]
        """For each side squares that showed then that no 翻 turns over its king; None if that is not known."""

    def objection(self, position: Position, deed: Deed) -> int:
        """Return what :func:`kifu.games.rengo.consequences.objection` returns, and remember the position after the action."""
        if position is not self._last:
            self._changed = [None, None]
        after, touched, taken, _, _, origin = deed
        side = 1 - after.turn
        self._last = after
        changed = (origin, *touched, *taken)
        before, others = self._changed[side], self._changed[1 - side]
        if others is not None:
            self._changed[1 - side] = others + changed
        king = after.kings[side]
        since = None if before is None or king in changed else before + changed
        at_rest = king >= 0 and after.ended == GOING and _is_at_rest(after, king, since)
        self._changed[side] = () if at_rest else None
        if at_rest and self._is_safe(after, king, since) and _stays_open(after, touched):
            return 0
        return consequences.objection(position, deed)

    def _is_safe(self, after: Position, king: int, since: tuple[int, ...] | None) -> bool:
        """Tell whether a king that nobody could move onto is safe (rengo.44); False also if that is not known."""
        enemy = after.turn
        return (
            (self._is_left_by_stones(after, king, since) or not by_stones(after, king, enemy, after.ko))
            and not by_leaps(after, king, enemy, after.ko)
            and not facing_generals(after, king)
        )

    def _is_left_by_stones(self, after: Position, king: int, since: tuple[int, ...] | None) -> bool:
        """Tell whether squares show that no stone takes the king; those that are still as they were need no new look."""
        side = 1 - after.turn
        free, runs = self._free[side], self._runs[side]
        if free is None or since is None or not free.isdisjoint(since):
            found = _kept_free(after, king)
            free = self._free[side] = None if found is None else frozenset(found)
        if runs is None or since is None or not runs.isdisjoint(since):
            found = runs_of(after, king, after.turn)
            runs = self._runs[side] = None if found is None else frozenset(found)
        return free is not None and runs is not None


def _is_at_rest(after: Position, king: int, since: tuple[int, ...] | None) -> bool:
    """Tell whether no enemy could move onto the king.

    `since` are the squares of the units that have changed since nothing attacked the king on this square, if that is known.
    """
    if since is None:
        return not attackers(after, king, after.turn)
    board, enemy = after.board, after.turn
    touches = after.laws.geometry.touches(king, enemy)
    for at in since:
        touch = touches.get(at)
        if touch is not None and opened(touch, at, board, king, enemy):
            return False
    return True


def _kept_free(after: Position, king: int) -> list[int] | None:
    """Return squares that show that no one stone leads to 碁 round the king, if it is not turned over; None if it might.

    From the king the search goes over its units that are no 碁. It is enough that an enemy that is no 碁 stands next to them,
    or that there are two gaps: one stone fills one gap, and the first unit on the way that it turns over is such an enemy.
    """
    board, enemy = after.board, after.turn
    neighbours = after.laws.geometry.neighbours
    fence, stone = GO + SIDE * enemy, GO + SIDE * (1 - enemy)
    came_from = {king: king}
    ways = [king]
    gap = -1
    shown: list[int] = []
    for at in ways:
        for to in neighbours[at]:
            there = board[to]
            if there and there // SIDE != enemy:
                if there != stone and to not in came_from:
                    came_from[to] = at
                    ways.append(to)
            elif there != fence and to != gap:
                shown.append(to)
                way = at
                while way != king:
                    shown.append(way)
                    way = came_from[way]
                if there or gap >= 0:
                    return shown
                gap = to
    return None


def _stays_open(after: Position, touched: tuple[int, ...]) -> bool:
    """Tell whether no new unit of the mover is enclosed (rengo.34)."""
    geometry, board = after.laws.geometry, after.board
    for at in touched:
        if not has_room(geometry, board, at):
            return not any_enclosed(geometry, board, touched, 1 - after.turn)
    return True
