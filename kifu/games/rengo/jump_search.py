"""Searches of all jump sequences of one piece, and legal ends.

Landings with the same leaps count as one state: the landing of a 冠 matters only for its next leaps.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.apply_move import MoveEffect, has_five, move_effect
from kifu.games.rengo.boards_and_unit_movements import GO, JUMPER, LEAPER, MAN, SIDE
from kifu.games.rengo.check_detection_and_effect_breaches import article_violated_by_effect, attackers
from kifu.games.rengo.jump_moves import (
    SQUARE,
    VICTIM_SHIFT,
    board_without_unit,
    squares_captured_by_state,
    units_leaps_may_take,
)
from kifu.games.rengo.position import NO_SUFFIX, PROMOTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kifu.games.rengo.jump_moves import JumpState, LeapWays
    from kifu.games.rengo.position import Position


STATES = 25_000
"""The limit of states that are walked for all pieces together."""

Level = set[int]
"""States with the same number of taken units; the first of the squares with the same leaps represents all of them."""


@lru_cache(maxsize=4)
def breadth_first_levels(leap_ways: LeapWays, origin: int, states: int = STATES) -> tuple[Level, ...] | None:
    """Breadth-first levels of jump states from `origin`, by captures.

    The first level has one capture. Return None if there are more than `states` states.
    """
    levels: list[Level] = []
    total = 0
    level = {origin}
    merged = leap_ways.merged_leaps_from
    while True:
        further: Level = set()
        add = further.add
        for state in level:
            square = state & SQUARE
            for victim, to in merged(square):
                if not state & victim:
                    add((state ^ square) | victim | to)
            if len(further) + total > states:
                return None
        if not further:
            return tuple(levels)
        total += len(further)
        levels.append(further)
        level = further


def next_states(leap_ways: LeapWays, state: JumpState) -> list[int]:
    """Return the states that one more leap leads to."""
    square = state & SQUARE
    return [(state ^ square) | victim | to for victim, to in leap_ways.merged_leaps_from(square) if not state & victim]


def expand_landings(leap_ways: LeapWays, level: Iterable[int]) -> Iterator[int]:
    """Yield each state of a level with every landing that it represents."""
    for state in level:
        square = state & SQUARE
        for to in leap_ways.squares_with_same_leaps(square):
            yield (state ^ square) | to


def sequences_through(
    leap_ways: LeapWays, levels: Sequence[Level], origin: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Last state and squares of sequences through all levels, in order."""
    useful = [levels[-1]]
    for level in reversed(levels[:-1]):
        useful.append({state for state in level if any(later in useful[-1] for later in next_states(leap_ways, state))})
    useful.reverse()
    yield from _sequences_from(leap_ways, useful, origin, (origin,))


def _sequences_from(
    leap_ways: LeapWays, levels: Sequence[Level], state: JumpState, squares_so_far: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Last state and squares of each sequence going on from `squares_so_far`."""
    if len(squares_so_far) > len(levels):
        yield state, squares_so_far
        return
    square = state & SQUARE
    for victim, to in leap_ways.leaps_from(square):
        stem = (state ^ square) | victim
        if not state & victim and stem | leap_ways.squares_with_same_leaps(to)[0] in levels[len(squares_so_far) - 1]:
            yield from _sequences_from(leap_ways, levels, stem | to, (*squares_so_far, to))


RUNS, WIDTH = 4, 600
"""The number of searches for all pieces together, and the number of states of a level that each search keeps."""


class LongestSequence(NamedTuple):
    """The longest sequence of a search.

    `sure` tells whether it is proven that none is longer.
    """

    most: int
    sure: bool
    squares: tuple[int, ...] = ()


def max_captures_bound(leap_ways: LeapWays, origin: int) -> int:
    """Upper bound of the captures of a sequence from `origin`.

    A unit beyond which no leap leads on can only be the last one taken, so all such units count as one.
    """
    through, within = 0, 0
    seen = {origin}
    pending = [origin]
    for square in pending:
        for victim, to in leap_ways.leaps_from(square):
            within |= victim
            if leap_ways.takes_another_unit(to, victim) and (
                square == origin or leap_ways.takes_another_unit(square, victim)
            ):
                through |= victim
            if to not in seen:
                seen.add(to)
                pending.append(to)
    return through.bit_count() + (within != through)


def longest_legal_sequence(
    leap_ways: LeapWays, origin: int, captures_to_exceed: int, beam_runs: int, may_end: LegalEndTest
) -> LongestSequence:
    """Return the longest legal sequence from `origin` that a search can find.

    Its count is 0 if none exceeds `captures_to_exceed`. Each of the `beam_runs` walks the levels of states and keeps WIDTH states of each
    level, drawn by lot. Keeping the states that look best at first is no better.
    """
    most = max_captures_bound(leap_ways, origin)
    longest = LongestSequence(0, sure=False)
    for run in range(beam_runs):
        levels = _beam_levels(leap_ways, origin, run, may_end.attackers_to_capture)
        for count in range(len(levels), max(captures_to_exceed, longest.most), -1):
            state = next(
                (
                    candidate
                    for candidate in expand_landings(leap_ways, levels[count - 1])
                    if may_end.is_exhausted or may_end(candidate)
                ),
                0,
            )
            if may_end.is_exhausted:
                return longest
            if state:
                last = state & ~SQUARE | leap_ways.squares_with_same_leaps(state & SQUARE)[0]
                ends = sequences_through(leap_ways, (*levels[: count - 1], {last}), origin)
                squares = next(squares for end, squares in ends if may_end(end))
                longest = LongestSequence(count, count == most, squares)
                break
        if longest.sure:
            break
    return longest


def _beam_levels(leap_ways: LeapWays, origin: int, run: int, captures: int) -> list[Level]:
    """Beam search: levels of at most WIDTH states from `origin`.

    States that have taken more of the units `captures` stay first; the lot decides between equal ones.
    """

    def lot(state: int) -> tuple[int, int]:
        return -(state & captures).bit_count(), (state + run) * 2654435761 % 1000003

    levels: list[Level] = []
    level = {origin}
    while level := {later for state in level for later in next_states(leap_ways, state)}:
        if len(level) > WIDTH:
            level = set(nsmallest(WIDTH, level, key=lot))
        levels.append(level)
    return levels


def capture_orders(leap_ways: LeapWays, origin: int, state: JumpState) -> Iterator[tuple[int, ...]]:
    """Sequences from `origin` that capture exactly the units of `state`.

    They end on the square of `state`. In a web of squares (:mod:`.webs`) no step leads to a dead end: the units left
    stay connected, so a way through them exists.
    """
    end = state & SQUARE
    pending: list[tuple[int, tuple[int, ...]]] = [(state ^ end, (origin,))]
    while pending:
        left, way = pending.pop()
        if not left:
            if way[-1] == end:
                yield way
            continue
        for victim, to in reversed(leap_ways.leaps_from(way[-1])):
            rest = left & ~victim
            if left & victim and units_leaps_may_take(leap_ways, ~rest & ~SQUARE | to) & rest == rest:
                pending.append((rest, (*way, to)))


def sequences_with_captures(leap_ways: LeapWays, origin: int, captures: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Sequences of `captures` captures: last state and squares, in fixed order."""
    pending: list[tuple[int, tuple[int, ...]]] = [(origin, (origin,))]
    while pending:
        state, way = pending.pop()
        if len(way) > captures:
            yield state, way
        elif len(way) - 1 + units_leaps_may_take(leap_ways, state).bit_count() >= captures:
            square = state & SQUARE
            pending += [
                ((state ^ square) | victim | to, (*way, to))
                for victim, to in reversed(leap_ways.leaps_from(square))
                if not state & victim
            ]


MAX_POSITIONS = 4000
"""The number of positions of one piece that are looked at before the search gives up."""


class LegalEndTest:
    """Tell which states of one piece are legal ends.

    The duty to take is not judged. `looks` counts examined positions.
    """

    def __init__(self, position: Position, origin: int) -> None:
        self._position, self._origin = position, origin
        self._king = 1 << max(0, position.kings[1 - position.turn]) + VICTIM_SHIFT
        self._attacks = _attacks_on_king_with_piece_lifted(position, origin)
        self.looks = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether it has looked at too many positions."""
        return self.looks > MAX_POSITIONS

    @property
    def attackers_to_capture(self) -> int:
        """Attackers that a sequence must capture, for lack of other defences."""
        victims = 0
        for opened, helping, blocks in self._attacks:
            if not opened and not blocks:
                victims |= helping
        return victims

    def legal_ends(self, squares: Iterable[int], capturable: int) -> frozenset[int]:
        """Return the squares among `squares` where a sequence may end.

        It takes some of the units `capturable`. The test looks only at the ko ban and at checks, so it may return a square
        that is no legal end.
        """
        if capturable & self._king:
            return frozenset(squares)
        attacks = [(attacker, blocks) for opened, attacker, blocks in self._attacks if not opened]
        return frozenset(
            square
            for square in squares
            if square != self._position.ko
            and all(capturable & attacker or square in blocks for attacker, blocks in attacks)
        )

    def __call__(self, state: int) -> bool:
        """Tell whether a sequence may end in `state`."""
        to = state & SQUARE
        if to == self._position.ko:
            return False
        if not state & self._king and any(
            state & opened == opened and not state & attacker and to not in blocks
            for opened, attacker, blocks in self._attacks
        ):
            return False
        self.looks += 1
        return not article_violated_by_effect(self._position, sequence_effect(self._position, self._origin, state))


def _attacks_on_king_with_piece_lifted(position: Position, origin: int) -> tuple[tuple[int, int, frozenset[int]], ...]:
    """Attacks on the mover's king once the piece on `origin` is lifted.

    They exist before, or open then. An attack is the bit of the unit that shields the king from it (0 if none does),
    the bits of the attacker and its screens, and the squares between. A sequence that takes the shield must take the
    attacker or a screen, or end between. The result is empty if another article may decide: 着手禁止 may protect the king,
    or five 珠 stand.
    """
    side, geometry = position.turn, position.context.geometry
    king = position.kings[side]
    kept = GO + SIDE * side in position.board and position.context.options.kinshi != "nonking"
    if king < 0 or kept or has_five(geometry, position.board, side):
        return ()
    legs: dict[int, set[int]] = {}
    for square, units, past in geometry.attack_table(king, 1 - side).lame:
        if position.board[square] in units:
            legs.setdefault(square, set()).update(past)
    board = board_without_unit(position.board, origin)
    shields = {next((at for at in rays[king] if board[at]), -1) for rays in geometry.rays}.union(*legs.values())
    attacks: list[tuple[int, int, frozenset[int]]] = []
    known: set[int] = set()
    for shield in (-1, *sorted(shields)):
        if shield >= 0 and (not board[shield] or board[shield] // SIDE == side):
            continue
        opened = board_without_unit(board, shield) if shield >= 0 else board
        for square in attackers(position._replace(board=opened), king, 1 - side):
            if square not in known:
                between = geometry.between(square, king) or ()
                screens = [at for at in between if opened[at]] if opened[square] % SIDE in {LEAPER, JUMPER} else []
                helping = sum(1 << at + VICTIM_SHIFT for at in (square, *screens))
                blocks = frozenset(between) | frozenset(legs.get(square, ()))
                attacks.append((1 << shield + VICTIM_SHIFT if shield >= 0 else 0, helping, blocks))
                known |= {square} if shield < 0 else set()
    return tuple(attacks)


def sequence_effect(position: Position, origin: int, state: JumpState) -> MoveEffect:
    """Return the effect of a sequence from `origin` that ends in `state`."""
    to = state & SQUARE
    return move_effect(position, origin, to, squares_captured_by_state(state), promotion_suffix(position, origin, to))


def promotion_suffix(position: Position, origin: int, destination: int) -> int:
    """Suffix 成 for a 平 ending on the last row (rengo.43)."""
    crowned = position.board[origin] % SIDE == MAN and position.context.geometry.depth[position.turn][destination] == 1
    return PROMOTED if crowned else NO_SUFFIX
