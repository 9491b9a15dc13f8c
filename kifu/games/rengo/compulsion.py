"""The compulsion to leap and to take the most (rengo.42).

A sequence is judged by its state alone: where the piece is and which units it has taken. Leapt units stay until the end,
so the ways on from a square never change; only which units are left to take does. States are packed into one integer,
the square in the low bits and one bit for each unit above.

How many can be taken is found in the first of three ways that will do: by walking all states (:mod:`.walks`), by the
parity of a web of squares (:mod:`.webs`), or by searching for as many as could possibly be taken (:mod:`.searches`). The
first two are exact. A search is where it finds that many; where it does not it says so: then so many can be taken, perhaps
not that no more can. An action that takes fewer is refused all the same, none that takes as many or more is.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo import searches, walks, webs
from kifu.games.rengo.data import DISC, GO, SIDE
from kifu.games.rengo.leaps import Ways, can_leap, leapers, ways_on, web_around
from kifu.games.rengo.options import Options
from kifu.games.rengo.permits import Permit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.games.rengo.position import Position

SETS = 1500
"""Sets of units of a web that are tried before it is given up."""

LONGER = 6
"""How much further a piece is walked that makes no web."""
HOPELESS = 32
"""Units within reach from which on that is in vain."""


class Duty(NamedTuple):
    """What must be played: how many units must be taken, and whether it is proven that no more can be."""

    most: int
    proven: bool = True
    example: tuple[int, ...] = ()
    """The squares of one such sequence where it would take too long to list them in order, else nothing."""


class Find(NamedTuple):
    """What one piece can take at most, legally; `sure`: whether that is proven."""

    most: int
    sure: bool
    example: tuple[int, ...] = ()


NONE = Duty(0)


def duty(position: Position) -> Duty:
    """Return what rengo.42 compels the side to move to; most 0 if nothing."""
    geometry, board = position.laws.geometry, position.board
    if not any(can_leap(geometry, board, origin) for origin in leapers(board, position.turn)):
        return NONE
    return _duty(_plain(position))


def _plain(position: Position) -> Position:
    """Return the position under only those options that may change what has to be taken, so that it is found once.

    Stones that are only in hand change nothing: what they could do next needs others on the board to enclose or flank
    with.
    """
    laws = position.laws
    units = {unit % SIDE for unit in position.board}
    kept = Options(
        kinshi=laws.options.kinshi if GO in units else "all",
        hasami=laws.options.hasami if DISC in units else "take",
    )
    return position._replace(laws=laws.under(kept))


@lru_cache(maxsize=1 << 3)
def _duty(position: Position) -> Duty:
    best = Find(0, sure=True)
    proven = True
    pieces = _pieces(position)
    for bound, origin, ways in pieces:
        if bound <= best.most:
            break
        found = _greatest(position, ways, origin, best.most, len(pieces))
        proven = proven and found.sure
        best = found if found.most > best.most else best
    return Duty(best.most, proven, best.example)


@lru_cache(maxsize=1 << 3)
def _pieces(position: Position) -> tuple[tuple[int, int, Ways], ...]:
    """Return how many units each piece could take at best, its square and its ways, the greatest number first."""
    geometry, board = position.laws.geometry, position.board
    found = []
    for origin in leapers(board, position.turn):
        if can_leap(geometry, board, origin):
            ways = ways_on(geometry, board, origin)
            found.append((searches.bound(ways, origin), origin, ways))
    return tuple(sorted(found, key=lambda piece: (-piece[0], piece[1])))


def _greatest(position: Position, ways: Ways, origin: int, least: int, pieces: int) -> Find:
    """Return what one of `pieces` pieces can take at most if that is more than `least`, else a count of 0."""
    permit = Permit(position, origin)
    squares, within = web_around(ways, origin)
    ends = permit.ends({to for square in squares for to in ways.alike(square)}, within)
    if not ends:
        return Find(0, sure=True)
    levels, web = _explored(ways, origin, pieces)
    if levels is not None:
        return _walked(permit, ways, levels[least:], least)
    found = _of_web(permit, ways, web, ends, least) if web is not None else None
    if found is not None:
        return found
    best = searches.best(ways, origin, least, max(1, searches.RUNS // pieces), permit)
    return Find(best.most, best.sure, best.squares)


def _explored(ways: Ways, origin: int, pieces: int) -> tuple[tuple[walks.Level, ...] | None, webs.Web | None]:
    """Return the levels of one of `pieces` pieces if they can be walked, else its web if it has one."""
    web = webs.web_of(ways, origin)
    further = LONGER if web is None and searches.bound(ways, origin) <= HOPELESS else 1
    return walks.levels_of(ways, origin, further * walks.STATES // pieces), web


def _walked(permit: Permit, ways: Ways, levels: Sequence[walks.Level], least: int) -> Find:
    """Return what can be taken by the states of `levels`, the first of which have taken one more than `least`."""
    for above, level in zip(range(len(levels), 0, -1), reversed(levels), strict=True):
        for state in walks.spread(ways, level):
            if permit(state):
                return Find(least + above, sure=True)
            if permit.tired:
                return Find(0, sure=False)
    return Find(0, sure=True)


def _of_web(permit: Permit, ways: Ways, web: webs.Web, ends: frozenset[int], least: int) -> Find | None:
    """Return what can be taken over a web; None if that takes too long to tell."""
    try:
        for tried, (count, state) in enumerate(webs.trails(web, least + 1, ends)):
            if permit(state):
                return Find(count, sure=True, example=next(searches.orders(ways, web.origin, state)))
            if permit.tired or tried > SETS:
                return None
    except webs.TooManyStates:
        return None
    return Find(0, sure=True)


def longest(position: Position, found: Duty, *, patient: bool = True) -> Iterator[tuple[int, ...]]:
    """Yield each sequence that must be played as its squares, in a pinned order, each text once.

    Not `patient`: without those of pieces that would take too long to go through.
    """
    if found.example:
        yield found.example
    position = _plain(position)
    pieces = _pieces(position)
    for bound, origin, ways in sorted(pieces, key=lambda piece: piece[1]):
        if bound < found.most:
            continue
        legal: dict[int, bool] = {}
        permit = Permit(position, origin)
        for state, squares in _sequences(ways, origin, found.most, len(pieces), patient=patient):
            if state not in legal:
                legal[state] = permit(state)
            if legal[state] and squares != found.example:
                yield squares


def _sequences(
    ways: Ways, origin: int, most: int, pieces: int, *, patient: bool
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each sequence of one piece that takes `most` units, as its last state and its squares."""
    levels, web = _explored(ways, origin, pieces)
    if levels is not None:
        if len(levels) >= most:
            yield from walks.paths(ways, levels[:most], origin)
        return
    try:
        for count, state in webs.trails(web, most) if web is not None else ():
            if count == most:
                yield from ((state, squares) for squares in searches.orders(ways, origin, state))
    except webs.TooManyStates:
        web = None
    if web is None and patient:
        yield from searches.paths(ways, origin, most)
