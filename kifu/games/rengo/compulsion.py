"""The compulsion to leap and to take the most (rengo.42).

A sequence is judged by its state alone: where the piece is and which units it has taken. Leapt units stay until the end,
so the ways on from a square never change; only which units are left to take does. States are packed into one integer,
the square in the low bits and one bit for each unit above.

How many can be taken is found in the first of three ways that will do: by walking all states (:mod:`.walks`), by the
parity of a web of squares (:mod:`.webs`), or by diving for as many as could possibly be taken (:mod:`.dives`). The first
two are exact. A dive is where it finds that many; where it gives up it says so: then so many can be taken, perhaps not
that no more can. An action that takes fewer is refused all the same, none that takes as many or more is.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo import dives, walks, webs
from kifu.games.rengo.action import Deed, settle
from kifu.games.rengo.consequences import objection
from kifu.games.rengo.data import DISC, GO, HAND_DISC, HAND_GO, MAN, SIDE
from kifu.games.rengo.leaps import SQUARE, VICTIM_SHIFT, Ways, can_leap, leapers, ways_on
from kifu.games.rengo.options import Options
from kifu.games.rengo.position import NO_SUFFIX, PROMOTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.games.rengo.position import Position

TRIED = 2000
"""States whose legality is asked before a piece is given up."""

LONGER = 3
"""How much further a piece is walked that makes no web."""


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
    """Return the position under only those options that may change what has to be taken, so that it is found once."""
    laws = position.laws
    units = {unit % SIDE for unit in position.board}
    kept = Options(
        kinshi=laws.options.kinshi if GO in units or _in_hand(position, HAND_GO) else "all",
        hasami=laws.options.hasami if DISC in units or _in_hand(position, HAND_DISC) else "take",
    )
    return position._replace(laws=laws.under(kept))


def _in_hand(position: Position, place: int) -> bool:
    return any(stand[place] for stand in position.stands)


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
            found.append((dives.bound(ways, origin), origin, ways))
    return tuple(sorted(found, key=lambda piece: (-piece[0], piece[1])))


def _greatest(position: Position, ways: Ways, origin: int, least: int, pieces: int) -> Find:
    """Return what one of `pieces` pieces can take at most if that is more than `least`, else a count of 0."""
    levels, web = _explored(ways, origin, pieces)
    if levels is not None:
        return _walked(position, ways, origin, levels[least:], least)
    found = _of_web(position, ways, web, least) if web is not None else None
    if found is not None:
        return found
    best = dives.deepest(ways, origin, least, dives.STEPS // pieces, lambda state: permitted(position, origin, state))
    return Find(best.most, best.sure, best.squares)


def _explored(ways: Ways, origin: int, pieces: int) -> tuple[tuple[walks.Level, ...] | None, webs.Web | None]:
    """Return the levels of one of `pieces` pieces if they can be walked, else its web if it has one."""
    web = webs.web_of(ways, origin)
    states = walks.STATES // pieces
    return walks.levels_of(ways, origin, states if web else LONGER * states), web


def _walked(position: Position, ways: Ways, origin: int, levels: Sequence[walks.Level], least: int) -> Find:
    """Return what can be taken by the states of `levels`, the first of which have taken one more than `least`."""
    sure = True
    for above, level in zip(range(len(levels), 0, -1), reversed(levels), strict=True):
        states = walks.spread(ways, level)
        if any(permitted(position, origin, state) for state in islice(states, TRIED)):
            return Find(least + above, sure)
        sure = sure and next(states, None) is None
    return Find(0, sure)


def _of_web(position: Position, ways: Ways, web: webs.Web, least: int) -> Find | None:
    """Return what can be taken over a web; None if that takes too long to tell."""
    try:
        for tried, (count, state) in enumerate(webs.trails(web, least + 1)):
            if permitted(position, web.origin, state):
                return Find(count, sure=True, example=next(dives.orders(ways, web.origin, state)))
            if tried == TRIED:
                return None
    except webs.TooManyStates:
        return None
    return Find(0, sure=True)


def permitted(position: Position, origin: int, state: int) -> bool:
    """Tell whether a sequence may end in `state`, compulsion apart (rengo.34, 35, 45)."""
    return state & SQUARE != position.ko and not objection(position, ended_in(position, origin, state))


def ended_in(position: Position, origin: int, state: int) -> Deed:
    """Return what a sequence that ends in `state` has done."""
    to, taken = state & SQUARE, state >> VICTIM_SHIFT
    victims = tuple(square for square in range(position.laws.geometry.size) if taken >> square & 1)
    return settle(position, origin, to, victims, suffix_of(position, origin, to))


def suffix_of(position: Position, origin: int, to: int) -> int:
    """Return 成 for a 平 that ends on the last row (rengo.43)."""
    crowned = position.board[origin] % SIDE == MAN and position.laws.geometry.depth[position.turn][to] == 1
    return PROMOTED if crowned else NO_SUFFIX


def longest(position: Position, found: Duty) -> Iterator[tuple[int, ...]]:
    """Yield each sequence that must be played as its squares, in a pinned order, each text once."""
    if found.example:
        yield found.example
    position = _plain(position)
    pieces = _pieces(position)
    for bound, origin, ways in sorted(pieces, key=lambda piece: piece[1]):
        if bound < found.most:
            continue
        legal: dict[int, bool] = {}
        for state, squares in _sequences(ways, origin, found.most, len(pieces)):
            if state not in legal:
                legal[state] = permitted(position, origin, state)
            if legal[state] and squares != found.example:
                yield squares


def _sequences(ways: Ways, origin: int, most: int, pieces: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each sequence of one piece that takes `most` units, as its last state and its squares."""
    levels, web = _explored(ways, origin, pieces)
    if levels is not None:
        if len(levels) >= most:
            yield from walks.paths(ways, levels[:most], origin)
        return
    if web is None:
        yield from dives.paths(ways, origin, most)
        return
    try:
        for count, state in webs.trails(web, most):
            if count == most:
                yield from ((state, squares) for squares in dives.orders(ways, origin, state))
    except webs.TooManyStates:
        yield from dives.paths(ways, origin, most)
