"""Conflict check of patterns: clauses that exclude each other, or are ambiguous.

No arrangement of the game's units on its squares satisfies all of them.

Squares that the same clauses name are alike, and so are units; so a pattern is a few numbers (how many units stand
on which squares) under sums with bounds. Whether there are such whole numbers is found by narrowing their bounds, and by
trying where that decides nothing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from analysis.openings.pattern_matcher import board_squares
from analysis.openings.pattern_vocabulary import PLACES, UNITS, TokenKind, word_error
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from analysis.openings.pattern_matcher import Clause
    from kifu.core.game.game import Game

    Bounds = list[tuple[int, int]]
    from analysis.openings.pattern_vocabulary import PatternWord

_Item = TypeVar("_Item")

MAX_STEPS = 1_000_000
"""The additions that are spent on one pattern; of clauses that are not refuted by then nothing is said."""


class _StepsLeft:
    """The additions that are left."""

    def __init__(self, left: int) -> None:
        self.left = left


class _WeightedSum(NamedTuple):
    """A sum of numbers, each with its factor, between two bounds."""

    terms: tuple[tuple[int, int], ...]
    """Pairs of the place of a number and its factor."""
    least: int
    most: int


def indices_of_minimal_conflict(game: Game, groups: Sequence[Sequence[Clause]], max_distance: int) -> list[int]:
    """Return a minimal set of conflicting clause groups; [] if none.

    Clauses exclude each other if no arrangement of units is within the distance `max_distance` of them all.
    """
    steps = _StepsLeft(MAX_STEPS)
    if _is_satisfiable(game, [clause for group in groups for clause in group], max_distance, steps):
        return []
    left = list(range(len(groups)))
    for place in range(len(groups)):
        fewer = [other for other in left if other != place]
        if not _is_satisfiable(game, [clause for other in fewer for clause in groups[other]], max_distance, steps):
            left = fewer
    return left


def _is_satisfiable(game: Game, clauses: Sequence[Clause], max_distance: int, steps: _StepsLeft) -> bool:
    """Tell whether some arrangement satisfies clauses within a distance; undecided: True."""
    steps.left -= len(clauses) * len(board_squares(game))
    if steps.left < 0:
        return True
    stock, layers = game.stock, game.layers or (frozenset(game.units),)
    squares = _group_by_key(board_squares(game), lambda square: tuple(square in clause.squares for clause in clauses))
    kinds = _group_by_key(
        ((side, unit) for side in Side for unit in game.units),
        lambda unit: (
            tuple(clause.units is not None and unit in clause.units for clause in clauses),
            tuple(unit in units for units, _ in stock),
            tuple(unit[1] in layer for layer in layers),
        ),
    )
    sizes = [len(group) for group in squares]
    width = len(kinds) + 1  # of each group of squares, the last number is how many are empty
    bounds: Bounds = [(0, size) for size in sizes for _ in range(width)]
    sums: list[_WeightedSum] = []
    for place, size in enumerate(sizes):
        first, empty = place * width, place * width + len(kinds)
        for layer in layers:
            on_layer = [first + number for number, kind in enumerate(kinds) if kind[0][1] in layer]
            sums.append(_WeightedSum(tuple((each, 1) for each in (*on_layer, empty)), 0, size))
        every = tuple((first + number, 1) for number in range(width))
        sums.append(_WeightedSum(every, size, size * len(layers)))
    for units, most in stock:
        held = [number for number, kind in enumerate(kinds) if kind[0] in units]
        sums.append(
            _WeightedSum(tuple((place * width + each, 1) for place in range(len(sizes)) for each in held), 0, most)
        )
    slack = len(bounds)
    for clause in clauses:
        counted = (
            [len(kinds)] if clause.units is None else [n for n, kind in enumerate(kinds) if kind[0] in clause.units]
        )
        within = [place for place, group in enumerate(squares) if group[0] in clause.squares]
        terms = [(place * width + each, 1) for place in within for each in counted]
        if max_distance:
            terms += [(len(bounds), 1), (len(bounds) + 1, -1)]
            bounds += [(0, max_distance)] * 2
        largest = sum(bounds[place][1] for place, _ in terms)
        sums.append(_WeightedSum(tuple(terms), clause.least, largest if clause.most is None else clause.most))
    if max_distance:
        sums.append(_WeightedSum(tuple((place, 1) for place in range(slack, len(bounds))), 0, max_distance))
    return _is_solvable(bounds, sums, steps)


def _group_by_key(items: Iterable[_Item], key: Callable[[_Item], Hashable]) -> list[list[_Item]]:
    """Return the things that have the same sign together."""
    groups: dict[Hashable, list[_Item]] = {}
    for thing in items:
        groups.setdefault(key(thing), []).append(thing)
    return list(groups.values())


def _is_solvable(bounds: Bounds, sums: Sequence[_WeightedSum], steps: _StepsLeft) -> bool:
    """Tell whether bounded integers satisfy the sums; out of steps: True."""
    cases = [bounds]
    while cases:
        narrowed = _propagate_bounds(cases.pop(), sums, steps)
        if steps.left < 0:
            return True
        if narrowed is None:
            continue
        open_places = [place for place, (low, high) in enumerate(narrowed) if low < high]
        if not open_places:
            return True
        place = min(open_places, key=lambda each: narrowed[each][1] - narrowed[each][0])
        low, high = narrowed[place]
        middle = (low + high) // 2
        halves = (low, middle), (middle + 1, high)
        cases += [[*narrowed[:place], half, *narrowed[place + 1 :]] for half in halves]
    return False


def _propagate_bounds(bounds: Bounds, sums: Sequence[_WeightedSum], steps: _StepsLeft) -> Bounds | None:
    """Propagate the sums to the bounds; None for an empty domain."""
    bounds = list(bounds)
    size = sum(len(each.terms) for each in sums)
    changed = True
    while changed and steps.left >= 0:
        steps.left -= size
        changed = False
        for terms, least, most in sums:
            ends = [_scaled_bounds(bounds[place], factor) for place, factor in terms]
            low, high = sum(end[0] for end in ends), sum(end[1] for end in ends)
            if low > most or high < least:
                return None
            for (place, factor), (own_low, own_high) in zip(terms, ends, strict=True):
                ends_left = max(own_low, least - (high - own_high)), min(own_high, most - (low - own_low))
                left = _scaled_bounds(ends_left, factor)
                if left[0] > left[1]:
                    return None
                if left != bounds[place]:
                    bounds[place] = left
                    changed = True
    return bounds


def _scaled_bounds(bounds: tuple[int, int], factor: int) -> tuple[int, int]:
    """Return the bounds of a number times 1 or -1."""
    return bounds if factor == 1 else (-bounds[1], -bounds[0])


_FLAGS = {TokenKind.TURNED, TokenKind.EXCHANGED}
_OTHER = ("ほか", "他", "そのほか", "その他")


def require_conjunctions(words: Sequence[PatternWord]) -> None:
    """Raise BadPattern for a misplaced or missing 'and' or 'or'.

    'and' and 'or' join squares and areas, or units, or owners. A clause has only one of them between its places, and none
    beside ELSEWHERE; beside an area it needs one. `words` are those of a clause, without fillers.
    """
    joints = {word.kind for before, word, behind in _consecutive_triples(words) if {before.kind, behind.kind} <= PLACES}
    for before, word, behind in _consecutive_triples(words):
        if word.kind in {TokenKind.AND, TokenKind.OR}:
            _require_same_conjunction(before, word, behind)
            if word.kind is TokenKind.OR and {TokenKind.AND, TokenKind.OR} <= joints and before.kind in PLACES:
                raise word_error(
                    "and-or",
                    word,
                    Message(
                        "「と」と「または」が混ざっています。読点で区切って別に書いてください",
                        "'and' and 'or' in one clause; write a clause for each, after a comma",
                    ),
                )
    if words[0].kind in {TokenKind.AND, TokenKind.OR} or words[-1].kind in {TokenKind.AND, TokenKind.OR}:
        at_the_edge = words[0] if words[0].kind in {TokenKind.AND, TokenKind.OR} else words[-1]
        raise word_error("joins-nothing", at_the_edge, _JOINS)
    for before, behind in pairwise(words):
        pair = {before.kind, behind.kind}
        if TokenKind.AREA in pair and pair <= {TokenKind.AREA, TokenKind.SQUARE}:
            raise word_error(
                "two-places",
                behind,
                Message(
                    "場所が二つ並んでいます。「と」か「または」でつないでください",
                    "a second place; join them by 'and' or 'or'",
                ),
            )
    owners = {word.value: word for word in words if word.kind is TokenKind.OWNER}
    if len(owners) > 1 and any(word.kind in UNITS for word in words):
        raise word_error(
            "two-owners",
            list(owners.values())[1],
            Message(
                "先手と後手の両方があります。読点で区切って別に書いてください",
                "both sides in one clause; write a clause for each, after a comma",
            ),
        )


_JOINS = Message(
    "「と」「または」は、マスや場所どうし、または駒どうしをつなぎます。別のことは読点で区切ってください",
    "'and' and 'or' join squares and areas, or units; part anything else by a comma",
)


def _require_same_conjunction(first: PatternWord, between: PatternWord, second: PatternWord) -> None:
    """Raise BadPattern unless `between` joins two words alike."""
    if TokenKind.ELSEWHERE in {first.kind, second.kind}:
        raise word_error(
            "elsewhere-and",
            between,
            Message(
                "「ほか」はほかの場所とつなげません。読点で区切って別に書いてください",
                "'elsewhere' is not joined to another place; write it as a clause of its own, after a comma",
            ),
        )
    alike = (PLACES, UNITS | {TokenKind.OWNER}, _FLAGS)
    if not any(first.kind in kinds and second.kind in kinds for kinds in alike):
        raise word_error("joins-nothing", between, _JOINS)


def refuse_ambiguous_except(words: Sequence[PatternWord]) -> None:
    """Raise BadPattern for the ambiguous 縁のほか.

    It may mean all but the rim, or the rest of the rim. `words` are those of a text.
    """
    for before, of, other in _consecutive_triples(words):
        if other.text in _OTHER and of.text == "の" and before.kind in {TokenKind.AREA, TokenKind.SQUARE}:
            raise word_error(
                "other-than",
                other,
                Message(
                    f"「{before.text}のほか」は二通りに読めます。その中の残りなら「ほかの{before.text}」、その外なら外の場所を書いてください",
                    f"it may mean the rest of {before.text}, or all but {before.text}; write 'ほかの{before.text}' for the "
                    "rest, or name what lies outside",
                ),
            )


def _consecutive_triples(words: Sequence[PatternWord]) -> list[tuple[PatternWord, PatternWord, PatternWord]]:
    return list(zip(words, words[1:], words[2:], strict=False))
