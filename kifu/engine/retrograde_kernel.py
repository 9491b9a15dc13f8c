"""Retrograde analysis of all positions reachable from one, bound like the search.

By default a repetition ends none of the games here. So who can force a win depends on the position only. The positions in
which a side can force a win are the attractor of the positions in which it has won. In all other positions nobody can.

Under four=draw the fourth occurrence of a position ends the game, and this module does not see it. The result holds
nevertheless if no position has occurred before: each move of a forced win comes nearer to the end, so that no position
comes twice on its way, and a draw gives nobody a win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kifu.core.game.game import Position

    WinnerPliesLineLengthAndPositions = tuple[int, int, int, int]
    """Who can force a win, in how many plies, the length of the line, and the positions looked at."""

legal_moves: Callable[[Any], Iterator[int]]
play: Callable[[Any, int], Any]
side: Callable[[Any], int]
result: Callable[[Any], int]
key_of: Callable[[Any], int]

DRAWN = 3


@kernel
def slot_of_position(position: Position, states: Any, slots: Any) -> int:  # noqa: ANN401 - a list and an array
    """Slot of a position by linear probing, or its empty slot."""
    last = len(slots) - 1
    slot = key_of(position) & last
    while slots[slot] >= 0 and states[slots[slot]] != position:
        slot = slot + 1 & last
    return slot


@kernel
def retrograde(edges: Any, starts: Any, turns: Any, ends: Any, winners: Any, distances: Any) -> None:  # noqa: ANN401
    """Write each position's forced winner and distance to `winners`, `distances`.

    The winners are 1 and 2, and 0 for nobody; distances count plies. It goes backwards from the ends, breadth first:
    the winner takes the shortest way, the loser the longest. `edges` from starts[i] to starts[i + 1] are the children
    of position i. `turns` holds the side to move, `ends` the result, 0 if the game goes on.
    """
    count = len(turns)
    into = np.zeros(count + 1, np.int64)
    for edge in edges:
        into[edge + 1] += 1
    for state in range(count):
        into[state + 1] += into[state]
    filled = into.copy()
    before = np.zeros(len(edges), np.int64)
    open_moves = np.zeros(count, np.int64)
    queue = np.zeros(count, np.int64)
    for state in range(count):
        open_moves[state] = starts[state + 1] - starts[state]
        for place in range(starts[state], starts[state + 1]):
            before[filled[edges[place]]] = state
            filled[edges[place]] += 1
    tail = 0
    for state in range(count):
        if ends[state] and ends[state] != DRAWN:
            winners[state] = ends[state]
            queue[tail] = state
            tail += 1
    head = 0
    while head < tail:
        state = queue[head]
        head += 1
        for place in range(into[state], into[state + 1]):
            earlier = before[place]
            if winners[earlier]:
                continue
            open_moves[earlier] -= 1
            if turns[earlier] + 1 == winners[state] or open_moves[earlier] == 0:
                winners[earlier] = winners[state]
                distances[earlier] = distances[state] + 1
                queue[tail] = earlier
                tail += 1


@kernel
def solve_graph(start: Position, max_positions: int, line: Any) -> WinnerPliesLineLengthAndPositions:  # noqa: ANN401
    """Return (winner, plies, length of the line, positions) for `start`.

    Winner 0: nobody can force a win. Winner -1: more than `max_positions` positions can follow. Best play is written to `line`: to
    the end for a win, else until a position is repeated, the game is drawn, or the line is full.
    """
    size = 1024
    while size < 2 * max_positions:
        size *= 2
    slots = np.full(size, -1, np.int64)
    states = [start]
    slots[slot_of_position(start, states, slots)] = 0
    edges = [0]
    moves = [0]
    starts = np.zeros(max_positions + 1, np.int64)
    turns = np.zeros(max_positions, np.int64)
    ends = np.zeros(max_positions, np.int64)
    edges.pop()
    moves.pop()
    done = 0
    while done < len(states):
        position = states[done]
        turns[done] = side(position)
        ends[done] = result(position)
        if ends[done] == 0:
            for move in legal_moves(position):
                after = play(position, move)
                slot = slot_of_position(after, states, slots)
                if slots[slot] < 0:
                    if len(states) == max_positions:
                        return -1, 0, 0, max_positions
                    slots[slot] = len(states)
                    states.append(after)
                edges.append(slots[slot])
                moves.append(move)
        done += 1
        starts[done] = len(edges)
    winners = np.zeros(done, np.int64)
    distances = np.zeros(done, np.int64)
    retrograde(np.array(edges), starts, turns[:done], ends, winners, distances)
    return winners[0], distances[0], write_best_line(edges, moves, starts, turns, winners, distances, line), done


@kernel
def write_best_line(edges: Any, moves: Any, starts: Any, turns: Any, winners: Any, distances: Any, line: Any) -> int:  # noqa: ANN401
    """Write the principal variation from the first position to `line`.

    Return its length in plies.
    """
    seen = np.zeros(len(winners), np.int64)
    state = 0
    length = 0
    while starts[state + 1] > starts[state] and not seen[state] and length < len(line):
        seen[state] = 1
        best = -1
        for place in range(starts[state], starts[state + 1]):
            after = edges[place]
            if winners[after] != winners[state]:
                continue
            if best < 0 or (
                winners[state]
                and is_better_distance(turns[state], winners[state], distances[after], distances[edges[best]])
            ):
                best = place
        line[length] = moves[best]
        length += 1
        state = edges[best]
    return length


@kernel
def is_better_distance(turn: int, winner: int, distance: int, other_distance: int) -> bool:
    """Compare distances: shorter is better for the winner, longer for the loser."""
    return distance < other_distance if turn + 1 == winner else distance > other_distance
