"""Two sheets of one game: what each says line by line, and the least number of slips that any joint reading needs."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from kifu.reconcile.move_tokens import may_be_short
from kifu.reconcile.slip_rules import slip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.reconcile.line_replay import Course

CELLS = 400_000
"""The most pairs of lines that are compared. Longer sheets are compared only near the same ply."""
BAND = 8
"""The number of plies by which two lines may be apart, beyond the difference of their lengths, when few slips are looked
for. A game in which two lines are farther apart needs more slips than this."""
_TWO_SLIPS = 2
_WINDOWS = tuple((s, t) for s in range(1, 6) for t in range(1, 6) if abs(s - t) <= 1)
"""The numbers of lines of the two sheets that two slips may mix up together."""
NEVER = 1 << 30
"""The cost of what no slips explain."""


class TooLong(Exception):
    """Two sheets are too long, and their lengths too different, to be compared."""


class Bounds:
    """The least number of slips between the rest of two sheets, whatever the rules say.

    `of(i, j)` is never more than what a legal joint game costs from line `i` of the one and line `j` of the other. Only
    lines at most BAND plies apart are compared unless `wide` is set; it is not heeded for sheets that are too long.
    `whole` tells whether all pairs are compared. Raises TooLong if even those near each other are too many.
    """

    def __init__(self, course: Course, a: Sequence[str], b: Sequence[str], *, wide: bool = False) -> None:
        self._course = course
        self._texts = (a, b)
        self._costs: dict[tuple[str, str], int] = {}
        longest, apart = max(len(a), len(b)), abs(len(a) - len(b))
        pairs = (len(a) + 1) * (len(b) + 1)
        self.band = longest if wide and pairs <= CELLS else min(longest, apart + BAND)
        self.whole = self.band == longest
        if min(pairs, (2 * self.band + 1) * (min(len(a), len(b)) + 1)) > CELLS:
            raise TooLong
        self._rows: list[tuple[int, list[int]]] = [(0, [])] * (len(a) + 1)
        for i in range(len(a), -1, -1):
            start, end = max(0, i - self.band), min(len(b), i + self.band)
            self._rows[i] = (start, [NEVER] * (end - start + 1))
            for j in range(end, start - 1, -1):
                self._rows[i][1][j - start] = self._least(i, j)

    def of(self, i: int, j: int) -> int:
        """Return the bound for the lines from `i` and `j` on; NEVER outside of what is compared."""
        if i >= len(self._rows):
            return NEVER
        start, row = self._rows[i]
        at = j - start
        return row[at] if 0 <= at < len(row) else NEVER

    def _least(self, i: int, j: int) -> int:
        a, b = self._texts
        if i == len(a) and j == len(b):
            return 0
        best = min(total for total, _, _ in self._ways(i, j))
        return best if best <= _TWO_SLIPS else min(best, *(total for total, _, _ in self._mixed_up(i, j)))

    def _ways(self, i: int, j: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ways on from a pair of lines: what the rest costs, and how many lines of each sheet are read together."""
        a, b = self._texts
        if i < len(a) and j < len(b):
            yield self.cost(a[i], b[j]) + self.of(i + 1, j + 1), 1, 1
            for apart in (1, 2):
                if i + apart < len(a) and j + apart < len(b):
                    exchanged = 1 + self.cost(a[i + apart], b[j]) + self.cost(a[i], b[j + apart])
                    yield exchanged + self.of(i + apart + 1, j + apart + 1), apart + 1, apart + 1
        yield 1 + self.of(i + 1, j), 1, 0
        yield 1 + self.of(i, j + 1), 0, 1

    def _mixed_up(self, i: int, j: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ways with two slips within each other, such as exchanged lines, and one there that the other sheet lacks."""
        for s, t in _WINDOWS:
            yield _TWO_SLIPS + self.of(i + s, j + t), s, t

    def pairs(self) -> Iterator[tuple[int | None, int | None]]:
        """Yield the indices of lines that stand beside each other in a cheapest reading; both sheets keep their order."""
        a, b = self._texts
        i = j = 0
        while i < len(a) or j < len(b):
            least = self.of(i, j)
            ways = chain(self._ways(i, j), self._mixed_up(i, j))
            s, t = next((s, t) for total, s, t in ways if total == least)
            for place in range(max(s, t)):
                yield i + place if place < s else None, j + place if place < t else None
            i, j = i + s, j + t

    def cost(self, one: str, other: str) -> int:
        """Return the least number of slips by which two lines say one move."""
        if one == other:
            return 2 * self._course.signs.of_text(one).unread
        key = (one, other)
        cost = self._costs.get(key)
        if cost is None:
            cost = self._costs[key] = self._of_two(one, other)
        return cost

    def _of_two(self, one: str, other: str) -> int:
        signs = self._course.signs.of_text(one), self._course.signs.of_text(other)
        unread = signs[0].unread + signs[1].unread
        if unread:
            return unread
        if may_be_same(self._course, one, other) or may_be_short(*signs) or may_be_short(*signs[::-1]):
            return 0
        return 1 if slip(*signs, self._course.size) is not None else 2


def may_be_same(course: Course, one: str, other: str) -> bool:
    """Tell whether two lines say the same move, or may say it in some position; a text that is no move equals itself."""
    if one == other:
        return True
    readings = course.reading(one), course.reading(other)
    if readings[0] is None or readings[1] is None:
        return False
    moves = readings[0].move, readings[1].move
    if None not in moves:
        return moves[0] == moves[1]
    signs = course.signs.of_text(one), course.signs.of_text(other)
    return signs[0].squares == signs[1].squares and not signs[0].units.isdisjoint(signs[1].units)
