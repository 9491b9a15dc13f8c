"""Mandatory capture: the side must take the most units (rengo.42).

The state of a sequence is the square of the piece and the set of units it has taken. Leapt units stay on the board until
the sequence ends, so the leaps from a square never change; only the units left to take change. A state is packed into one
integer: the square in the low bits, and above them one bit for each unit.

Three methods find the greatest number of units, and the first one that is feasible is used. :mod:`.walks` walks all
states, :mod:`.webs` uses the parity of a web of squares, and :mod:`.searches` searches up to an upper bound. The first two
are exact. A search is exact if it reaches the upper bound; otherwise its result is a lower bound, and a notice of the
verdict says so. An action that takes fewer units than a lower bound is illegal; an action that takes as many or more is
accepted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo import jump_search, longest_jump_trails
from kifu.games.rengo.boards_and_unit_movements import DISC, GO, SIDE
from kifu.games.rengo.check_detection_and_effect_breaches import article_violated_by_effect
from kifu.games.rengo.jump_moves import (
    SQUARE,
    VICTIM_SHIFT,
    LeapWays,
    can_leap,
    has_leap,
    leaping_pieces,
    leaps_of_piece,
    squares_and_units_in_reach,
)
from kifu.games.rengo.jump_search import LegalEndTest, sequence_effect
from kifu.games.rengo.position import RengoOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.games.rengo.geometry import Geometry
    from kifu.games.rengo.position import Position, RuleContext

MAX_WEB_SETS = 1500
"""The number of sets of units of a web that are tried before the method gives up."""

LONGER = 6
"""The factor for the limit of states of a piece whose leaps make no web."""
MAX_BOUND_STATES = 10
"""The states of a piece that are seen at a glance: with all squares that each of them may stand for they are fewer than
:data:`kifu.games.rengo.jump_search.MAX_POSITIONS`."""
HOPELESS = 32
"""The number of units within reach above which the factor does not help."""


class Obligation(NamedTuple):
    """Duty of capture: number of units, and whether proven maximal."""

    most: int
    proven: bool = True
    example: tuple[int, ...] = ()
    """The squares of one such sequence if listing all sequences would take too long, else empty."""


class MaxCapture(NamedTuple):
    """The greatest number of units that one piece can legally take.

    `sure` tells whether it is proven.
    """

    most: int
    sure: bool
    example: tuple[int, ...] = ()


NONE = Obligation(0)


def capture_obligation(position: Position) -> Obligation:
    """Return the duty of the side to move by rengo.42.

    `most` is 0 if it has none.
    """
    if not has_leap(position.context.geometry, position.board, position.turn):
        return NONE
    return _find_obligation(_position_as_cache_key(position))


def max_capture_bound(position: Position) -> int:
    """Upper bound of captures by leaps; -1 above the quick search's limit.

    If the result is not -1, the duty is proven: no search for it can give up.
    """
    geometry, board, turn = position.context.geometry, position.board, position.turn
    return _capture_bound_of_board(geometry, board, turn) if has_leap(geometry, board, turn) else 0


@lru_cache(maxsize=1 << 3)
def _capture_bound_of_board(geometry: Geometry, board: bytes, side: int) -> int:
    """Upper bound of captures by leaps of `side`; -1 above the limit."""
    most = 0
    for origin in leaping_pieces(board, side):
        if not can_leap(geometry, board, origin):
            continue
        ways = leaps_of_piece(geometry, board, origin)
        states = [origin]
        for state in states:
            square = state & SQUARE
            states += [(state ^ square) | victim | to for victim, to in ways.leaps_from(square) if not state & victim]
            if len(states) > MAX_BOUND_STATES:
                return -1
        most = max(most, (states[-1] >> VICTIM_SHIFT).bit_count())
    return most


def _position_as_cache_key(position: Position) -> Position:
    """Position under the options that affect the duty: the cache key.

    Stones that are only in hand change nothing: they enclose and flank only together with stones on the board.
    """
    context, board = position.context, position.board
    with_go, with_discs = GO in board or GO + SIDE in board, DISC in board or DISC + SIDE in board
    kept = _context_with_relevant_options(context, with_go, with_discs)
    return position if kept is context else position._replace(context=kept)


@lru_cache(maxsize=1 << 6)
def _context_with_relevant_options(context: RuleContext, with_go: bool, with_discs: bool) -> RuleContext:  # noqa: FBT001 - what stands on the board
    options = context.options
    return context.under(
        RengoOptions(kinshi=options.kinshi if with_go else "all", hasami=options.hasami if with_discs else "take")
    )


@lru_cache(maxsize=1 << 3)
def _find_obligation(position: Position) -> Obligation:
    """Find the most units that the side to move has to take."""
    best = MaxCapture(0, sure=True)
    proven = True
    pieces = _capturing_pieces(position)
    for bound, origin, ways in pieces:
        if bound <= best.most:
            break
        if bound == 1:
            return Obligation(
                int(any(_has_legal_leap(position, *piece[1:]) for piece in pieces if piece[0] == 1)), proven
            )
        catch = _max_capture_of(position, ways, origin, best.most, len(pieces))
        proven = proven and catch.sure
        best = catch if catch.most > best.most else best
    return Obligation(best.most, proven, best.example)


@lru_cache(maxsize=1 << 3)
def _capturing_pieces(position: Position) -> tuple[tuple[int, int, LeapWays], ...]:
    """Capturing pieces: upper bound, square and ways, greatest bound first."""
    geometry, board = position.context.geometry, position.board
    pieces = []
    for origin in leaping_pieces(board, position.turn):
        if can_leap(geometry, board, origin):
            ways = leaps_of_piece(geometry, board, origin)
            pieces.append((jump_search.max_captures_bound(ways, origin), origin, ways))
    return tuple(sorted(pieces, key=lambda piece: (-piece[0], piece[1])))


def _max_capture_of(
    position: Position, leap_ways: LeapWays, origin: int, captures_to_exceed: int, pieces: int
) -> MaxCapture:
    """Maximum captures of one piece of `pieces`, 0 unless above `captures_to_exceed`."""
    permit = LegalEndTest(position, origin)
    squares, within = squares_and_units_in_reach(leap_ways, origin)
    ends = permit.legal_ends({to for square in squares for to in leap_ways.squares_with_same_leaps(square)}, within)
    if not ends:
        return MaxCapture(0, sure=True)
    levels, web = _levels_or_graph(leap_ways, origin, pieces)
    if levels is not None:
        return _max_capture_of_levels(permit, leap_ways, levels[captures_to_exceed:], captures_to_exceed)
    catch = _max_capture_of_graph(permit, leap_ways, web, ends, captures_to_exceed) if web is not None else None
    if catch is not None:
        return catch
    best = jump_search.longest_legal_sequence(
        leap_ways, origin, captures_to_exceed, max(1, jump_search.RUNS // pieces), permit
    )
    return MaxCapture(best.most, best.sure, best.squares)


def _has_legal_leap(position: Position, origin: int, leap_ways: LeapWays) -> bool:
    """Tell whether a single leap of a piece is legal."""
    return any(
        to != position.ko and not article_violated_by_effect(position, sequence_effect(position, origin, victim | to))
        for victim, to in leap_ways.leaps_from(origin)
    )


def _levels_or_graph(
    leap_ways: LeapWays, origin: int, pieces: int
) -> tuple[tuple[jump_search.Level, ...] | None, longest_jump_trails.JumpGraph | None]:
    """Levels of a piece, or its web; None for what is missing.

    Levels that are too large are missing; `pieces` share the limit.
    """
    levels = jump_search.breadth_first_levels(leap_ways, origin, jump_search.STATES // pieces)
    if levels is not None:
        return levels, None
    web = longest_jump_trails.jump_graph(leap_ways, origin)
    further = LONGER if web is None and jump_search.max_captures_bound(leap_ways, origin) <= HOPELESS else 1
    return jump_search.breadth_first_levels(leap_ways, origin, further * jump_search.STATES // pieces), web


def _max_capture_of_levels(
    may_end: LegalEndTest, leap_ways: LeapWays, levels: Sequence[jump_search.Level], captures_to_exceed: int
) -> MaxCapture:
    """Return the most that the states of `levels` take.

    The states of the first level have taken `captures_to_exceed` + 1 units.
    """
    for above, level in zip(range(len(levels), 0, -1), reversed(levels), strict=True):
        for state in jump_search.expand_landings(leap_ways, level):
            if may_end(state):
                return MaxCapture(captures_to_exceed + above, sure=True)
            if may_end.is_exhausted:
                return MaxCapture(0, sure=False)
    return MaxCapture(0, sure=True)


def _max_capture_of_graph(
    may_end: LegalEndTest,
    leap_ways: LeapWays,
    graph: longest_jump_trails.JumpGraph,
    ends: frozenset[int],
    captures_to_exceed: int,
) -> MaxCapture | None:
    """Return the most that a web lets the piece take.

    None if finding it takes too long.
    """
    try:
        for tried, (count, state) in enumerate(
            longest_jump_trails.capturable_sets(graph, captures_to_exceed + 1, ends)
        ):
            if may_end(state):
                return MaxCapture(
                    count, sure=True, example=next(jump_search.capture_orders(leap_ways, graph.origin, state))
                )
            if may_end.is_exhausted or tried > MAX_WEB_SETS:
                return None
    except longest_jump_trails.TooManyStates:
        return None
    return MaxCapture(0, sure=True)


def longest_sequences(
    position: Position, obligation: Obligation, *, search_fully: bool = True
) -> Iterator[tuple[int, ...]]:
    """Sequences that fulfil the duty `obligation`, in fixed order.

    Each is a tuple of squares, and each text comes once. If not `search_fully`, pieces with too many sequences are left out.
    """
    if obligation.example:
        yield obligation.example
    position = _position_as_cache_key(position)
    pieces = _capturing_pieces(position)
    for bound, origin, ways in sorted(pieces, key=lambda piece: piece[1]):
        if bound < obligation.most:
            continue
        legal: dict[int, bool] = {}
        permit = LegalEndTest(position, origin)
        for state, squares in _sequences_of_piece(
            ways, origin, obligation.most, len(pieces), search_fully=search_fully
        ):
            if state not in legal:
                legal[state] = permit(state)
            if legal[state] and squares != obligation.example:
                yield squares


def _sequences_of_piece(
    leap_ways: LeapWays, origin: int, captures: int, pieces: int, *, search_fully: bool
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Sequences of one piece with `captures` captures: last state and squares."""
    levels, web = _levels_or_graph(leap_ways, origin, pieces)
    if levels is not None:
        if len(levels) >= captures:
            yield from jump_search.sequences_through(leap_ways, levels[:captures], origin)
        return
    try:
        for count, state in longest_jump_trails.capturable_sets(web, captures) if web is not None else ():
            if count == captures:
                yield from ((state, squares) for squares in jump_search.capture_orders(leap_ways, origin, state))
    except longest_jump_trails.TooManyStates:
        web = None
    if web is None and search_fully:
        yield from jump_search.sequences_with_captures(leap_ways, origin, captures)
