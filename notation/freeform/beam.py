"""Beam of hypotheses: the cheapest after a line, of several that know the same only one."""

from __future__ import annotations

from heapq import nsmallest
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from notation.freeform.state import Hypothesis

BEAM_WIDTH = 10
LENT_WIDTH = 4
"""How many hypotheses are kept besides that would be cheap if the next number shows that no move is missing."""
COST_RANGE = 6.0
"""How much a hypothesis may cost beyond the cheapest one."""


class Beam:
    """The cheapest hypotheses so far; of several that know the same only one. `unnamed` is the cost of not having begun."""

    def __init__(self, unnamed: float = 0.0) -> None:
        self._unnamed = unnamed
        self._known: dict[object, Hypothesis] = {}

    def add(self, found: Iterable[Hypothesis]) -> None:
        """Add hypotheses that are not dearer than those that are known."""
        for one in found:
            named = one if one.started or not self._unnamed else one._replace(cost=one.cost + self._unnamed)
            content = _content(named)
            known = self._known.get(content)
            if known is None or named.cost < known.cost:
                self._known.pop(content, None)
                self._known[content] = named

    @property
    def limit(self) -> float:
        """The cost beyond which a hypothesis is not among the cheapest."""
        costs = sorted(one.cost for one in self._known.values())
        if not costs or self._unnamed:
            return inf
        return min(costs[0] + COST_RANGE, costs[BEAM_WIDTH - 1] if len(costs) >= BEAM_WIDTH else inf)

    def cheapest(self, width: int = BEAM_WIDTH) -> list[Hypothesis]:
        """Return the cheapest hypotheses in the order of their costs, then those that would be cheap if paid back."""
        cheapest = sorted(self._known.values(), key=lambda one: one.cost)
        lent = nsmallest(LENT_WIDTH, (one for one in cheapest[width:] if one.lent), lambda one: one.cost - one.lent)
        return [one for one in (*cheapest[:width], *lent) if one.cost - one.lent <= cheapest[0].cost + COST_RANGE]


def cheapest_of(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return the cheapest hypotheses; of several that know the same only one."""
    beam = Beam()
    beam.add(found)
    return beam.cheapest()


def _content(found: Hypothesis) -> object:
    """Return what two hypotheses have in common that read the same: the texts of the last items, and the state."""
    items = (item for item, _ in zip(found.items(), range(4), strict=False) if item.kind != "comment")
    last = tuple(line.text for item in items for line in item.lines)
    return (
        last,
        found.plies.position,
        found.plies.ply,
        found.number,
        found.over,
        found.order,
        found.colour,
        len(found.pending),
        found.pending[-1:],
        found.label,
        found.head,
        found.row,
        found.taken_back,
        found.slipped,
    )
