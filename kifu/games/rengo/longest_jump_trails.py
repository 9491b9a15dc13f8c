"""Longest trails of jumps in a web of squares joined by units.

The leaps of a 平 make a web, and also those of a 冠 between units that stand close: each leap over a unit has only one
landing. A sequence of leaps is a trail: it uses no edge twice, but may visit a square any number of times. A set of edges
is a trail exactly if it is connected with the start, and meets every square except start and end an even number of times.

It is a frontier search, as Knuth's Simpath: it decides edge by edge, used or not. A state keeps only the open squares, which still have edges to come:
whether each was met an odd number of times, and which of them are connected. For each state the search knows how many
more edges parity will exclude at least, so it drops almost every state that cannot lead to a result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.jump_moves import LeapWays

    UnitCountAndState = tuple[int, int]
    """How many units are taken, and the state: the end square and the bits of the units."""


STATES = 25_000
"""The limit of states of one search; no full board needs a tenth of it."""
START = 1
"""The label of the squares that are connected with the start; a square that is not met yet has 0."""

Codes = tuple[int, ...]
"""For each open square its label × 2, + 1 if it was met an odd number of times."""
State = tuple[Codes, bool, int]
"""The codes, whether the end has been passed, and the number of edges left out."""
Layer = dict[State, list[tuple[State, bool]]]
"""The states after one edge, each with the states before it and whether the edge was used."""


class EdgeStage(NamedTuple):
    """One edge, with the squares that open and close with it."""

    opening: Codes
    """The codes of the squares that open here."""
    ends: tuple[int, int]
    """The places of the two ends of the edge among the open squares."""
    closing: tuple[tuple[int, bool], ...]
    """The place of each square that has no edge to come, the last place first, and whether a trail may end there."""


class TooManyStates(Exception):
    """The search of a web needs more than STATES states."""


class JumpGraph:
    """Graph of jumps: its edges in order, and their squares."""

    def __init__(self, origin: int, edges: dict[int, tuple[int, int]], ends: frozenset[int] | None = None) -> None:
        self.origin = origin
        self.ends = ends
        self.edges = sorted(edges.items(), key=lambda edge: edge[1])
        self.stages = tuple(self._stages())
        self.begun = next(at for at, (_, ends) in enumerate(self.edges) if origin in ends)
        """The index of the first edge at the start."""
        self._floors: dict[tuple[int, Codes, bool], int] = {}

    def _stages(self) -> Iterator[EdgeStage]:
        """Yield for each edge the squares that open and close at it."""
        last = {square: at for at, (_, ends) in enumerate(self.edges) for square in ends}
        open_squares: list[int] = []
        for at, (_, ends) in enumerate(self.edges):
            new = [square for square in ends if square not in open_squares]
            open_squares += new
            places = (open_squares.index(ends[0]), open_squares.index(ends[1]))
            closed = sorted((open_squares.index(square) for square in ends if last[square] == at), reverse=True)
            closing = tuple((place, self.ends is None or open_squares[place] in self.ends) for place in closed)
            opening = tuple(2 * START + 1 if square == self.origin else 0 for square in new)
            yield EdgeStage(opening, places, closing)
            for place in closed:
                del open_squares[place]

    def min_excluded_edges(self, stage_number: int, odd_vertices: Codes, ended: bool) -> int:  # noqa: FBT001 - part of a state
        """Lower bound of edges excluded by parity from stage `stage_number` on.

        It is more than all if the parity is impossible.
        """
        if stage_number == len(self.stages):
            return 0
        key = (stage_number, odd_vertices, ended)
        least = self._floors.get(key)
        if least is None:
            stage = self.stages[stage_number]
            least = len(self.stages) + 1
            for used in (True, False):
                after = [*odd_vertices, *(code & 1 for code in stage.opening)]
                if used:
                    for place in stage.ends:
                        after[place] ^= 1
                over, possible = ended, True
                for place, may_end in stage.closing:
                    if after.pop(place):
                        possible, over = possible and may_end and not over, True
                if possible:
                    least = min(least, (not used) + self.min_excluded_edges(stage_number + 1, tuple(after), over))
            self._floors[key] = least
        return least


def jump_graph(leap_ways: LeapWays, origin: int) -> JumpGraph | None:
    """Return the web of the leaps from `origin`.

    None if a unit can be leapt between more than one pair of squares.
    """
    edges: dict[int, tuple[int, int]] = {}
    seen = {origin}
    pending = [origin]
    for square in pending:
        for victim, to in leap_ways.leaps_from(square):
            ends = (min(square, to), max(square, to))
            if edges.setdefault(victim, ends) != ends:
                return None
            if to not in seen:
                seen.add(to)
                pending.append(to)
    return JumpGraph(origin, edges)


def capturable_sets(
    graph: JumpGraph, min_units: int, ends: frozenset[int] | None = None
) -> Iterator[UnitCountAndState]:
    """Capturable sets of at least `min_units` units, largest first.

    Each comes as (number of units, state). A state is the end square (one of `ends`, if given) and the bits of the
    units. Raises TooManyStates.
    """
    if ends is not None:
        graph = JumpGraph(graph.origin, dict(graph.edges), ends)
    left = STATES
    for lost in range(graph.min_excluded_edges(0, (), False), len(graph.stages) - min_units + 1):  # noqa: FBT003 - no end yet
        layers, whole = _layers_and_ends_leaving_out(graph, lost, left)
        left -= sum(map(len, layers))
        for at, state, used in whole:
            for state_at_end in _end_states_behind(graph, layers, at, state, graph.edges[at][0] if used else 0):
                yield len(graph.stages) - lost, state_at_end


def _layers_and_ends_leaving_out(
    graph: JumpGraph, lost_edges: int, states: int
) -> tuple[list[Layer], list[tuple[int, State, bool]]]:
    """State layers and trail ends that leave out exactly `lost_edges` edges.

    Raises TooManyStates if there are more than `states` states.
    """
    layer: Layer = {((), False, 0): []}
    layers = [layer]
    whole: list[tuple[int, State, bool]] = []
    total = 0
    for at, stage in enumerate(graph.stages):
        after: Layer = {}
        for state in layer:
            for used in (True, False):
                next_state = _state_after_edge(stage, state, used=used)
                if next_state is None:
                    continue
                codes, ended, left_out = next_state
                if at >= graph.begun and START not in {code >> 1 for code in codes}:
                    if not any(codes) and left_out + len(graph.stages) - at - 1 == lost_edges:
                        whole.append((at, state, used))
                elif (
                    left_out + graph.min_excluded_edges(at + 1, tuple(code & 1 for code in codes), ended) <= lost_edges
                ):
                    after.setdefault(next_state, []).append((state, used))
        total += len(after)
        if total > states:
            raise TooManyStates
        layers.append(after)
        layer = after
    return layers, whole


def _state_after_edge(stage: EdgeStage, state: State, *, used: bool) -> State | None:
    """Return the state after one edge, used or not.

    None if no trail has this state. A used edge flips the parity of its ends and merges their labels. A square that
    closes may be odd only as the end of the trail, and its part must reach another open square. Labels are renumbered
    by first appearance: equal states are equal values.
    """
    before, ended, left_out = state
    codes = [*before, *stage.opening]
    if used:
        start, end = stage.ends
        labels = sorted({codes[start] >> 1, codes[end] >> 1} - {0})
        label = labels[0] if labels else START + 1 + max((code >> 1 for code in codes), default=START)
        codes[start] = 2 * label + (codes[start] & 1 ^ 1)
        codes[end] = 2 * label + (codes[end] & 1 ^ 1)
        if len(labels) > 1:
            codes = [2 * label + (code & 1) if code >> 1 == labels[1] else code for code in codes]
    for place, may_end in stage.closing:
        code = codes.pop(place)
        if code & 1:
            if ended or not may_end:
                return None
            ended = True
        label = code >> 1
        if label > START and all(open_code >> 1 != label for open_code in codes):
            return None
    names: dict[int, int] = {0: 0, START: START}
    renamed = tuple(2 * names.setdefault(code >> 1, len(names)) + (code & 1) for code in codes)
    return renamed, ended, left_out + (not used)


def _end_states_behind(graph: JumpGraph, layers: list[Layer], stage: int, state: State, captured: int) -> Iterator[int]:
    if stage == 0:
        yield captured | _trail_end(graph, captured)
        return
    for before, used in layers[stage][state]:
        yield from _end_states_behind(
            graph, layers, stage - 1, before, captured | (graph.edges[stage - 1][0] if used else 0)
        )


def _trail_end(graph: JumpGraph, taken: int) -> int:
    """End of a trail over `taken`: the other odd vertex."""
    odd = {graph.origin}
    for victim, ends in graph.edges:
        if taken & victim:
            odd ^= set(ends)
    (end,) = odd
    return end
