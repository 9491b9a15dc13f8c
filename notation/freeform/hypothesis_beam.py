"""Beam of hypotheses: the cheapest after a line, of several that know the same only one."""

from __future__ import annotations

from heapq import nsmallest
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from notation.freeform.hypothesis import Hypothesis

BEAM_WIDTH = 10
LENT_WIDTH = 4
"""How many hypotheses are kept besides that would be cheap if the next number shows that no move is missing."""
MARGIN = 0.9
"""How much dearer a second reading of a record has to be, so that the cheapest is believed."""
COST_RANGE = 6.0
"""How much a hypothesis may cost beyond the cheapest one."""


class Beam:
    """The cheapest hypotheses so far; of several that know the same only one.

    `reach` is how much a hypothesis may cost beyond the cheapest one, `unnamed` the cost of not having begun.
    """

    def __init__(self, reach: float, unnamed: float = 0.0) -> None:
        self._reach, self._unnamed = reach, unnamed
        self._near = reach < COST_RANGE
        self._known: dict[_ContentKey, Hypothesis] = {}

    def add(self, hypotheses: Iterable[Hypothesis]) -> None:
        """Add hypotheses that are not dearer than those that are known."""
        for one in hypotheses:
            named = one if one.started or not self._unnamed else one._replace(cost=one.cost + self._unnamed)
            key = _content_key(named, near=self._near)
            known = self._known.get(key)
            if known is None or named.cost < known.cost:
                self._known.pop(key, None)
                self._known[key] = named

    @property
    def limit(self) -> float:
        """The cost beyond which a hypothesis is not among the cheapest."""
        costs = sorted(one.cost for one in self._known.values())
        if not costs or self._unnamed:
            return inf
        return min(costs[0] + self._reach, costs[BEAM_WIDTH - 1] if len(costs) >= BEAM_WIDTH else inf)

    def cheapest(self, width: int = BEAM_WIDTH) -> list[Hypothesis]:
        """Return the cheapest hypotheses in the order of their costs, then those that would be cheap if paid back."""
        cheapest = _without_dominated(self._known)
        lent = nsmallest(LENT_WIDTH, (one for one in cheapest[width:] if one.lent), lambda one: one.cost - one.lent)
        return [one for one in (*cheapest[:width], *lent) if one.cost - one.lent <= cheapest[0].cost + self._reach]


def cheapest_of(hypotheses: Iterable[Hypothesis], reach: float) -> list[Hypothesis]:
    """Return the cheapest hypotheses; of several that know the same only one."""
    beam = Beam(reach)
    beam.add(hypotheses)
    return beam.cheapest()


def _without_dominated(hypothesis_by_content: Mapping[_ContentKey, Hypothesis]) -> list[Hypothesis]:
    """Return hypotheses, the cheapest first, without those of the same play whose heads say no more than those of a cheaper one."""
    kept: dict[object, list[Hypothesis]] = {}
    for key, one in sorted(hypothesis_by_content.items(), key=lambda item: item[1].cost):
        same = kept.setdefault(key.play, [])
        if not any(_is_never_better(one, other) for other in same):
            same.append(one)
    return sorted((one for same in kept.values() for one in same), key=lambda one: one.cost)


def _is_never_better(dearer: Hypothesis, cheaper: Hypothesis) -> bool:
    """Return whether a hypothesis can never be better than a cheaper one of the same play.

    Below the first move a head tells no more than the names of the players.
    """
    if cheaper.cost - cheaper.lent > dearer.cost - dearer.lent:
        return False
    begun = dearer.moving and cheaper.moving and dearer.started == cheaper.started
    return set(dearer.head) <= set(cheaper.head) or (begun and dearer.sides_of_players() == cheaper.sides_of_players())


class _ContentKey(NamedTuple):
    """What two hypotheses have in common that read the same."""

    lent: float
    head: object
    play: tuple[object, ...]
    """The texts of the last items, and the state."""


def _content_key(hypothesis: Hypothesis, *, near: bool) -> _ContentKey:
    """Return what two hypotheses have in common that read the same.

    Near the cheapest one the position tells the moves; times and remarks do not part two hypotheses.
    """
    items = (item for item, _ in zip(hypothesis.items_from_last(), range(4), strict=False) if item.kind != "comment")
    told = near and hypothesis.position is not None
    play = (
        () if told else tuple(line.text for item in items for line in item.lines),
        hypothesis.plies.position,
        hypothesis.plies.ply,
        hypothesis.number,
        hypothesis.over,
        hypothesis.order,
        hypothesis.colour,
        len(hypothesis.pending),
        hypothesis.pending[-1:],
        hypothesis.label,
        hypothesis.row,
        hypothesis.taken_back,
        hypothesis.slipped,
    )
    return _ContentKey(hypothesis.lent if near else 0.0, hypothesis.head, play)
