"""The covers of a line: its k cheapest paths of spans from the first character to the last."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

from kifu.games import named_in
from notation.freeform.heads import game_in
from notation.freeform.spans import MAX_LINE_CHARACTERS, edges_of, spans_from

if TYPE_CHECKING:
    from notation.freeform.spans import Context, Span

MAX_COVERS = 6
"""The most covers of a line."""
MAX_PATHS = 4
"""The most paths that are kept at a place for each kind of span that ends there."""
COST_RANGE = 4.5
"""How much a cover may cost beyond the cheapest one of its line."""
MAX_SPANS_OF_A_LINE = 40_000
"""The most spans of a line that are looked at; a line of 4 000 characters that is a game has some 20 000."""
SPANS_OF_A_PLACE = 3
"""How many spans weigh as much as looking for those of a place."""
_INK = frozenset({"move", "word", "end", "hole", "time", "num", "side", "struck"})
_BEHIND_A_NUMBER = {
    "move": 0.0,
    "side": 0.0,
    "word": 0.0,
    "end": 0.1,
    "hole": 0.0,
    "time": 0.2,
    "struck": 0.0,
    "remark": 1.0,
    "": 0.3,
}
_BEHIND_A_SIDE = {
    "move": 0.0,
    "num": 0.1,
    "word": 0.0,
    "end": 0.6,
    "hole": 0.2,
    "time": 0.3,
    "struck": 0.0,
    "": 0.5,
    "remark": 0.8,
}
_FIRST = {
    "move": 0.0,
    "num": 0.0,
    "side": 0.0,
    "time": 0.8,
    "head": 0.0,
    "end": 0.0,
    "num-behind": 3.0,
    "side-behind": 3.0,
}


class Cover(NamedTuple):
    """A path of spans over a whole line, and its cost."""

    cost: float
    spans: tuple[Span, ...]


class _Path(NamedTuple):
    cost: float
    kind: str
    span: Span | None
    before: _Path | None


def counted_covers(context: Context, text: str, most: int = MAX_SPANS_OF_A_LINE) -> tuple[tuple[Cover, ...], int]:
    """Return the cheapest covers of a folded line, the cheapest first, and how many spans were looked at.

    There are none if the line is too long, or would need a look at more than `most` spans.
    """
    size, looked_at = len(text), 0
    if not size or size > MAX_LINE_CHARACTERS:
        return (), 0
    edges = edges_of(text)
    context = context._replace(names_game=bool(named_in(text)) or game_in(text) is not None)
    at: list[dict[str, list[_Path]]] = [{} for _ in range(size + 1)]
    at[0][""] = [_Path(0.0, "", None, None)]
    for place in range(size):
        here = at[place]
        if not here:
            continue
        best = min(paths[0].cost for paths in here.values())
        for kind, paths in here.items():
            if paths[0].cost > best + COST_RANGE:
                continue
            looked_at += SPANS_OF_A_PLACE
            if looked_at > most:
                return (), looked_at
            for span in spans_from(context, text, place, kind, edges):
                looked_at += 1
                step = span.cost + _transition(kind, span.kind)
                after = kind if span.kind == "blank" else span.kind
                known = at[span.end].setdefault(after, [])
                for path in paths:
                    cost = path.cost + step
                    if len(known) == MAX_PATHS and cost >= known[-1].cost:
                        break
                    known.append(_Path(cost, after, span, path))
                    known.sort(key=lambda one: one.cost)
                    del known[MAX_PATHS:]
        at[place] = {}
    whole = [path._replace(cost=path.cost + _ending(path.kind)) for paths in at[size].values() for path in paths]
    cheapest = heapq.nsmallest(MAX_COVERS, whole, key=lambda path: path.cost)
    found = (Cover(path.cost, tuple(_spans(path))) for path in cheapest if path.cost <= cheapest[0].cost + COST_RANGE)
    return tuple(found), looked_at


def _spans(path: _Path | None) -> list[Span]:
    found: list[Span] = []
    while path is not None and path.span is not None:
        if path.span.kind != "blank":
            found.append(path.span)
        path = path.before
    return found[::-1]


def _transition(before: str, kind: str) -> float:  # noqa: C901, PLR0911 - a row for each pair of kinds
    """Return what it costs that a span of one kind follows one of another."""
    if kind in {"blank", "sep", "rule", "furniture", "or"}:
        return 0.3 if kind == "sep" and before in {"num", "side"} else 0.0
    if before == "":
        return _FIRST.get(kind, 0.0)
    if before == "num":
        return _BEHIND_A_NUMBER.get(kind, 4.0)
    if before == "side":
        return _BEHIND_A_SIDE.get(kind, 1.5)
    if before == "or":
        return 0.0 if kind == "move" else 3.0
    if kind in {"num-behind", "side-behind"}:
        return 0.0 if before in {"move", "time", "num-behind", "side-behind"} else 3.0
    if kind == "time":
        return 0.0 if before in {"move", "num-behind", "side-behind", "word", "remark"} else 1.0
    if kind == "move" and before in {"end", "word"}:
        return 1.5
    if kind == "prose":
        return 0.4 if before in _INK else 0.2 if before == "prose" else 0.1
    if kind in {"num", "side"} and before in {"head", "prose", "remark"}:
        return 0.1
    if before == "head" and kind == "move":
        return 1.2
    if before == "prose" and kind == "head":
        return 0.1
    return 0.0


def _ending(kind: str) -> float:
    return 3.0 if kind == "or" else 0.6 if kind == "num" else 0.7 if kind == "side" else 0.0
