"""The longest trails where every leap leads to one square only: a web of squares joined by the units between them.

For a 平, and for a 冠 between units that stand close, a sequence of leaps is a trail in a graph: no edge twice, squares as
often as one likes. Which edges a trail can use depends neither on their order nor on the way round: those, and only those,
that hang together with the start and meet every square an even number of times, except the start and the end. So the
edges are gone through one by one, each used or not, and of what was decided only the squares that still have edges to come
matter: whether each was met an odd number of times and which of them hang together. How many edges parity alone will still
cost is known for each such state, so that hardly any state is kept that leads nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.leaps import Ways

STATES = 25_000
"""States of one search; no full board needs a tenth of it."""
START = 1
"""The label of what hangs together with the start; 0: not met yet."""

Codes = tuple[int, ...]
"""For each open square its label × 2 + whether it was met an odd number of times."""
State = tuple[Codes, bool, int]
"""Codes, whether the end has been passed, edges left out."""
Layer = dict[State, list[tuple[State, bool]]]
"""States after one edge, each with those it came from and whether the edge was used."""


class Stage(NamedTuple):
    """One edge: which squares open and close with it."""

    victim: int
    """Its bit."""
    opening: Codes
    """Codes of the squares that open here."""
    ends: tuple[int, int]
    """Their places among the open squares."""
    closing: tuple[tuple[int, bool], ...]
    """Places of the squares that have no edge to come, the last place first, and whether a trail may end there."""


class TooManyStates(Exception):
    """A web that is not understood within STATES."""


class Web:
    """The edges of a web in order, and the squares they join."""

    def __init__(self, origin: int, edges: dict[int, tuple[int, int]], ends: frozenset[int] | None = None) -> None:
        self.origin = origin
        self.ends = ends
        self.edges = sorted(edges.items(), key=lambda edge: edge[1])
        self.stages = tuple(self._stages())
        self.begun = next(at for at, (_, ends) in enumerate(self.edges) if origin in ends)
        """The first edge at the start."""
        self._floors: dict[tuple[int, Codes, bool], int] = {}

    def _stages(self) -> Iterator[Stage]:
        last = {square: at for at, (_, ends) in enumerate(self.edges) for square in ends}
        open_squares: list[int] = []
        for at, (victim, ends) in enumerate(self.edges):
            new = [square for square in ends if square not in open_squares]
            open_squares += new
            places = (open_squares.index(ends[0]), open_squares.index(ends[1]))
            closed = sorted((open_squares.index(square) for square in ends if last[square] == at), reverse=True)
            closing = tuple((place, self.ends is None or open_squares[place] in self.ends) for place in closed)
            yield Stage(victim, tuple(2 * START + 1 if one == self.origin else 0 for one in new), places, closing)
            for place in closed:
                del open_squares[place]

    def floor(self, at: int, odd: Codes, ended: bool) -> int:  # noqa: FBT001 - part of a state
        """Return how many edges from stage `at` on parity alone leaves out; a number beyond all if it cannot be met."""
        if at == len(self.stages):
            return 0
        key = (at, odd, ended)
        found = self._floors.get(key)
        if found is None:
            stage = self.stages[at]
            found = len(self.stages) + 1
            for used in (True, False):
                after = [*odd, *(code & 1 for code in stage.opening)]
                if used:
                    for place in stage.ends:
                        after[place] ^= 1
                over, possible = ended, True
                for place, may_end in stage.closing:
                    if after.pop(place):
                        possible, over = possible and may_end and not over, True
                if possible:
                    found = min(found, (not used) + self.floor(at + 1, tuple(after), over))
            self._floors[key] = found
        return found


def web_of(ways: Ways, origin: int) -> Web | None:
    """Return the web of the leaps from `origin`; None if some unit can be leapt between more than one pair of squares."""
    edges: dict[int, tuple[int, int]] = {}
    seen = {origin}
    pending = [origin]
    for square in pending:
        for victim, to in ways.of(square):
            ends = (min(square, to), max(square, to))
            if edges.setdefault(victim, ends) != ends:
                return None
            if to not in seen:
                seen.add(to)
                pending.append(to)
    return Web(origin, edges)


def trails(web: Web, least: int, ends: frozenset[int] | None = None) -> Iterator[tuple[int, int]]:
    """Yield (number taken, state) of each set of units that can be taken, the largest sets first, none below `least`.

    A state is the end square, one of `ends` if they are given, and the bits of the units. Raises TooManyStates.
    """
    if ends is not None:
        web = Web(web.origin, dict(web.edges), ends)
    left = STATES
    for lost in range(web.floor(0, (), False), len(web.stages) - least + 1):  # noqa: FBT003 - no end yet
        layers, whole = _of_loss(web, lost, left)
        left -= sum(map(len, layers))
        for at, state, used in whole:
            for found in _ways_back(web, layers, at, state, web.edges[at][0] if used else 0):
                yield len(web.stages) - lost, found


def _of_loss(web: Web, lost: int, states: int) -> tuple[list[Layer], list[tuple[int, State, bool]]]:
    """Return the layers of states, and where the trails end that leave out exactly so many edges."""
    layer: Layer = {((), False, 0): []}
    layers = [layer]
    whole: list[tuple[int, State, bool]] = []
    total = 0
    for at, stage in enumerate(web.stages):
        after: Layer = {}
        for state in layer:
            for used in (True, False):
                found = _through(stage, state, used=used)
                if found is None:
                    continue
                codes, ended, left_out = found
                if at >= web.begun and START not in {code >> 1 for code in codes}:
                    if not any(codes) and left_out + len(web.stages) - at - 1 == lost:
                        whole.append((at, state, used))
                elif left_out + web.floor(at + 1, tuple(code & 1 for code in codes), ended) <= lost:
                    after.setdefault(found, []).append((state, used))
        total += len(after)
        if total > states:
            raise TooManyStates
        layers.append(after)
        layer = after
    return layers, whole


def _through(stage: Stage, state: State, *, used: bool) -> State | None:
    """Return the state after one edge, used or not; None if it can be none of a trail."""
    before, ended, left_out = state
    codes = [*before, *stage.opening]
    if used:
        one, other = stage.ends
        labels = sorted({codes[one] >> 1, codes[other] >> 1} - {0})
        label = labels[0] if labels else START + 1 + max((code >> 1 for code in codes), default=START)
        codes[one] = 2 * label + (codes[one] & 1 ^ 1)
        codes[other] = 2 * label + (codes[other] & 1 ^ 1)
        if len(labels) > 1:
            codes = [2 * label + (code & 1) if code >> 1 == labels[1] else code for code in codes]
    for place, may_end in stage.closing:
        code = codes.pop(place)
        if code & 1:
            if ended or not may_end:
                return None
            ended = True
        label = code >> 1
        if label > START and all(other >> 1 != label for other in codes):
            return None
    names: dict[int, int] = {0: 0, START: START}
    plain = tuple(2 * names.setdefault(code >> 1, len(names)) + (code & 1) for code in codes)
    return plain, ended, left_out + (not used)


def _ways_back(web: Web, layers: list[Layer], at: int, state: State, taken: int) -> Iterator[int]:
    if at == 0:
        yield taken | _end(web, taken)
        return
    for before, used in layers[at][state]:
        yield from _ways_back(web, layers, at - 1, before, taken | (web.edges[at - 1][0] if used else 0))


def _end(web: Web, taken: int) -> int:
    """Return where a trail over the units `taken` ends: the square met an odd number of times besides the start."""
    odd = {web.origin}
    for victim, ends in web.edges:
        if taken & victim:
            odd ^= set(ends)
    (end,) = odd
    return end
