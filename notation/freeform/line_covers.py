"""The covers of a line: its cheapest paths of spans, each with what it says, found once for all hypotheses and records."""

from __future__ import annotations

import heapq
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from notation.formats.kif_moves_of_line import is_move
from notation.freeform.all_spans_at_a_place import FreeSpans, spans_at
from notation.freeform.apply_move import ORDER_AGAIN
from notation.freeform.apply_turns_labels_and_reopening import NEW_SPEAKER_AGAIN
from notation.freeform.hypothesis import special_words_by_text
from notation.freeform.spans_line_context_and_sides import (
    MAX_LINE_CHARACTERS,
    LineContext,
    SideContext,
    free_text_edges,
    without_spacing,
)
from notation.freeform.statements_of_covers import Statement, statements_of
from notation.freeform.tokens_of_result_words import OF_RESULTS
from notation.lazy_pattern import kept_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from kifu.core.outcome import Side
    from notation.freeform.spans_line_context_and_sides import Span


MAX_COVERS = 6
"""The most covers of a line."""
MAX_PATHS = 4
"""The most paths that are kept at a place for each kind of span that ends there."""
COST_RANGE = 4.5
"""How much a cover may cost beyond the cheapest one of its line."""
MAX_SPANS_OF_A_LINE = 40_000
"""The most spans of a line that are looked at; a line of 4 000 characters that is a game has some 20 000."""
_ONLY_A_SIDE = kept_pattern(r"[\s/|・,、:.)]{0,8}(?:先手?|後手?|白|黒|[▲△☗☖○●])?番?[\s/|・,、:.]{0,8}")
NUMBER_APART = 2.5
"""The cost of a number that is taken from the move behind it."""
SPANS_OF_A_PLACE = 3
"""How many spans weigh as much as looking for those of a place."""
_cost = attrgetter("cost")
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


class LineSpans:
    """The spans of a folded line, each found once for all that is asked of the line."""

    def __init__(self, context: LineContext, text: str) -> None:
        self.text, self.edges = text, free_text_edges(text)
        self.context = context._replace(
            line=text,
            of_results=OF_RESULTS.search(without_spacing(text)) is not None,
        )
        self.free = FreeSpans(self.context, text, self.edges)
        """The heads, ends and free texts."""
        self._others: dict[tuple[int, str], list[Span]] = {}

    def spans_but_free_text_at(self, at: int, kind_before: str) -> list[Span]:
        """Return the other spans that begin at a place; `kind_before` is the kind of the span that ends there."""
        if (at, kind_before) not in self._others:
            self._others[at, kind_before] = list(spans_at(self.context, self.text, at, kind_before, self.edges))
        return self._others[at, kind_before]

    @cached_property
    def alone(self) -> float:
        """The cost of the cheapest cover by one head, end or free text, infinite if there is none."""
        return min((one.cost + _transition_cost("", one.kind) for one in self.free.spans_of_whole_line()), default=inf)

    @cached_property
    def cost_without_free_text(self) -> float:
        """The cost of the cheapest cover without a head, an end or free text, infinite if there is none."""
        cheapest: list[tuple[float, int, str]] = [(0.0, 0, "")]
        reached: set[tuple[int, str]] = set()
        while cheapest:
            cost, place, kind = heapq.heappop(cheapest)
            if place > len(self.text):
                return cost
            if (place, kind) in reached:
                continue
            reached.add((place, kind))
            if place == len(self.text):
                heapq.heappush(cheapest, (cost + _ending(kind), place + 1, kind))
                continue
            for span in self.spans_but_free_text_at(place, kind):
                after = kind if span.kind == "blank" else span.kind
                heapq.heappush(cheapest, (cost + span.cost + _transition_cost(kind, span.kind), span.end, after))
        return inf


def cheapest_covers_and_count(
    line: LineSpans, max_spans: int = MAX_SPANS_OF_A_LINE, reach: float = COST_RANGE, *, moves_only: bool = False
) -> tuple[tuple[Cover, ...], int]:
    """Return the cheapest covers of a line, the cheapest first, and how many spans were looked at.

    There are none if the line is too long, or would need a look at more than `max_spans` spans. `reach` is how much a cover may cost
    beyond the cheapest one. With `moves_only` the covers have no head, end or free text; a line that may have an end has none.
    """
    size, looked_at = len(line.text), 0
    if not size or size > MAX_LINE_CHARACTERS or (moves_only and line.context.of_results):
        return (), 0
    limit = reach + (line.cost_without_free_text if moves_only else min(line.alone, line.cost_without_free_text))
    if moves_only and limit == inf:
        return (), 0
    at: list[dict[str, list[_Path]]] = [{} for _ in range(size + 1)]
    at[0][""] = [_Path(0.0, "", None, None)]
    for place in range(size):
        here = at[place]
        if not here:
            continue
        best = min(paths[0].cost for paths in here.values())
        for kind, paths in here.items():
            if paths[0].cost > min(best + COST_RANGE, limit):
                continue
            looked_at += SPANS_OF_A_PLACE
            if looked_at > max_spans:
                return (), looked_at
            dearest = limit - paths[0].cost
            free = () if moves_only else line.free.spans_beginning_at(place, kind, dearest)
            for span in chain(line.spans_but_free_text_at(place, kind), free):
                looked_at += 1
                if span.cost <= dearest:
                    _extend_paths(at[span.end], paths, span)
        at[place] = {}
    whole = [path._replace(cost=path.cost + _ending(path.kind)) for paths in at[size].values() for path in paths]
    cheapest = heapq.nsmallest(MAX_COVERS, whole, key=_cost)
    found = (
        Cover(path.cost, tuple(_spans_of_line(path))) for path in cheapest if path.cost <= cheapest[0].cost + reach
    )
    return tuple(found), looked_at


def _extend_paths(ends: dict[str, list[_Path]], paths: list[_Path], span: Span) -> None:
    """Add the paths with one more span to those that end where it ends, as far as they are among the cheapest."""
    before = paths[0].kind
    step = span.cost + _transition_cost(before, span.kind)
    after = before if span.kind == "blank" else span.kind
    cheapest = ends.setdefault(after, [])
    for path in paths:
        cost = path.cost + step
        if len(cheapest) == MAX_PATHS and cost >= cheapest[-1].cost:
            break
        cheapest.append(_Path(cost, after, span, path))
        cheapest.sort(key=_cost)
        del cheapest[MAX_PATHS:]


def _spans_of_line(path: _Path | None) -> list[Span]:
    found: list[Span] = []
    while path is not None and path.span is not None:
        if path.span.kind != "blank":
            found.append(path.span)
        path = path.before
    return found[::-1]


def _transition_cost(kind_before: str, kind: str) -> float:  # noqa: C901, PLR0911 - a row for each pair of kinds
    """Return what it costs that a span of one kind follows one of another."""
    if kind in {"blank", "sep", "rule", "furniture", "or"}:
        return 0.3 if kind == "sep" and kind_before in {"num", "side"} else 0.0
    if kind_before == "":
        return _FIRST.get(kind, 0.0)
    if kind_before == "num":
        return _BEHIND_A_NUMBER.get(kind, 4.0)
    if kind_before == "side":
        return _BEHIND_A_SIDE.get(kind, 1.5)
    if kind_before == "or":
        return 0.0 if kind == "move" else 3.0
    if kind in {"num-behind", "side-behind"}:
        return 0.0 if kind_before in {"move", "time", "num-behind", "side-behind"} else 3.0
    if kind == "time":
        return 0.0 if kind_before in {"move", "num-behind", "side-behind", "word", "remark"} else 1.0
    if kind == "move" and kind_before in {"end", "word"}:
        return 1.5
    if kind == "prose":
        return 0.4 if kind_before in _INK else 0.2 if kind_before == "prose" else 0.1
    if kind in {"num", "side"} and kind_before in {"head", "prose", "remark"}:
        return 0.1
    if kind_before == "head" and kind == "move":
        return 1.2
    if kind_before == "prose" and kind == "head":
        return 0.1
    return 0.0


def _ending(kind: str) -> float:
    return 3.0 if kind == "or" else 0.6 if kind == "num" else 0.7 if kind == "side" else 0.0


MAX_KNOWN_LINES = 4096
"""The most lines whose covers are kept: those of a record are asked for again where some of its signs may be confused."""

MAX_LINES_IN_HAND = 128
"""The most lines whose spans are kept: a record is read again where a line of it costs much."""


class LineKey(NamedTuple):
    """What the covers of a line depend on: its text, and what it is read with."""

    game: Game
    text: str
    players: tuple[tuple[str, Side], ...]
    """Those whose names stand in it."""
    first: str
    order: str
    owner: Side | None
    reach: float
    moving: bool
    titled: bool
    scored: bool
    quoted: bool
    moves_only: bool = False
    """Whether only moves with what stands round them are asked for."""


class LineReading(NamedTuple):
    """A cover of a line with what it says, and what it adds to the cost of a hypothesis besides its own."""

    cost: float
    statements: Sequence[Statement]
    again: float
    """What its moves cost less where the record has told which axis stands first."""
    least: float
    """The least that it can cost: if its order and its speakers are known, and what is lent is paid back."""
    lowered: float
    """What its own cost is lowered by if its speakers are known, and what is lent is paid back."""


@lru_cache(maxsize=MAX_KNOWN_LINES)
def line_readings(line: LineKey) -> tuple[Sequence[LineReading], int]:
    """Return the ways to read a line, the cheapest first, and how many spans were looked at."""
    spans = _spans_of(line._replace(reach=0.0, moves_only=False))
    covers, looked_at = cheapest_covers_and_count(spans, reach=line.reach, moves_only=line.moves_only)
    ways: dict[object, LineReading] = {}
    for cover in covers:  # the cheapest first
        statements = statements_of(cover)
        ways.setdefault(_statement_key(line, statements), _make_line_reading(line.text, cover, statements))
    return tuple(ways.values()), looked_at


@lru_cache(maxsize=MAX_LINES_IN_HAND)
def _spans_of(line: LineKey) -> LineSpans:
    around = SideContext(
        line.game, special_words_by_text(line.game), dict(line.players), first=line.first, order=line.order
    )
    context = LineContext(around, line.moving, line.titled, scored=line.scored, quoted=line.quoted, owner=line.owner)
    return LineSpans(context, line.text)


def _statement_key(line: LineKey, statements: Sequence[Statement]) -> object:
    """Return what two covers have in common that say the same: in one a stop belongs to a move, in another it stands behind it."""
    return tuple(
        one._replace(
            start=0,
            end=0,
            core=(0, is_move(line.game, line.text[slice(*one.core)])),
            others=tuple((0, 0, moves) for _, _, moves in one.others),
        )
        if one.kind == "turn" and one.what == "move"
        else one
        for one in statements
    )


def _make_line_reading(text: str, cover: Cover, statements: Sequence[Statement]) -> LineReading:
    moves = [span.value for span in cover.spans if span.kind == "move"]
    ordered = sum(any(move.order for move in of_one) for of_one in moves)
    speakers = sum(span.kind == "side" and isinstance(span.value, str) for span in cover.spans)  # cheaper if known
    lent = sum(span.value or 0.0 for span in cover.spans if span.kind == "prose")
    lowered = NEW_SPEAKER_AGAIN * speakers - lent
    cost = cover.cost + NUMBER_APART * _stands_number_apart(text, statements)
    return LineReading(cost, statements, ORDER_AGAIN * len(moves), cost + ORDER_AGAIN * ordered + lowered, lowered)


def _stands_number_apart(text: str, statements: Sequence[Statement]) -> bool:
    """Return whether only a side stands between a number without its move and a move without a number: 21 / 白 / 六06-四06六内."""
    return any(
        (one.kind, two.kind, one.number is None, two.number is None) == ("label", "turn", False, True)
        and _ONLY_A_SIDE.fullmatch(text, one.end, two.start) is not None
        for one, two in pairwise(one for one in statements if one.kind != "prose")
    )
