"""Replays many lines of play, compiled: which are legal to their end, and where they end.

Written once for every game whose position is a NamedTuple of integers with a `turn`; :mod:`kifu.kernels.bind` binds the
names below to one game's rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.kernels.mark import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy import int8, int32, int64
    from numpy.typing import NDArray

    Ints = NDArray[int64]
    Ids = NDArray[int32]
    Flags = NDArray[int8]

play: Callable[[Any, int], Any]
breach: Callable[[Any, int], int]
score: Callable[[Any], tuple[int, int]]
key: Callable[[Any], int]
image_keys: Callable[[Any, Any], None]
ending: Callable[[Any], int]
"""0 while the game goes on, else a number: positions of the same number and turn have the same `outcome`."""
ending_if_closed: Callable[[Any], int]
"""The same for what :meth:`kifu.model.game.Game.closed` says; 0 where that is nothing."""

# What a word is, in `kinds`.
NO_MOVE, MOVE, WORD = 0, 1, 2
NOBODY = -1
"""The side of a move that is written without one."""

# Columns of `ends`.
LEGAL, MOVES, ENDED_BY, TURN, ENDING, CLOSED = 0, 1, 2, 3, 4, 5
COLUMNS = 6

SLOTS = 4096
"""Of the table that counts how often a position occurs; longer lines of play than a quarter of it are left out."""
LONGEST = SLOTS // 4


@kernel
def occurrences(found: int, stamp: int, keys: Ints, stamps: Ids, times: Ids) -> int:
    """Count one more occurrence of the key `found` in the line of play numbered `stamp`, and return how many there are."""
    slot = found & (SLOTS - 1)
    while stamps[slot] == stamp and keys[slot] != found:
        slot = (slot + 1) & (SLOTS - 1)
    if stamps[slot] != stamp:
        stamps[slot] = stamp
        keys[slot] = found
        times[slot] = 0
    times[slot] += 1
    return int(times[slot])


@kernel
def replay(
    start: Any,  # noqa: ANN401
    firsts: Ints,
    plies: Ints,
    tops: Ints,
    words: Ids,
    kinds: Flags,
    moves: Ints,
    sides: Flags,
    quiet: int,
    keys: Ints,
    stamps: Ids,
    times: Ids,
    ends: Ids,
    finals: Ints,
    scores: Ids,
    marks: Ints,
) -> None:
    """Replay each line of play from `start`.

    Line n is the `plies[n]` words from `words[firsts[n]]` on; word w is of `kinds[w]` and, if it is a move, `moves[w]`
    by `sides[w]`. Row n of `ends` says whether every word is a legal move (only the last may be another word), how
    many moves that is, which word closes it (-1: none), whose turn it is then, and the numbers of the game's end; row n
    of `finals` is the position there. A line in which a position occurs `quiet` times is not said to be legal: its history may
    have something to say. Row `tops[n]` + m of `scores` is the score of line n after m plies and whose turn it is, that
    of `marks` the keys of the position's images; an empty array asks for none.
    """
    for line in range(len(firsts)):
        row = ends[line]
        row[ENDED_BY] = NOBODY
        first = firsts[line]
        count = plies[line]
        if count > LONGEST:
            continue
        position = start
        found = key(position)
        legal = occurrences(found, line + 1, keys, stamps, times) < quiet
        played = 0
        top = tops[line]
        if len(scores):
            scores[top, 0], scores[top, 1] = score(position)
            scores[top, 2] = position.turn
        if len(marks):
            image_keys(position, marks[top])
        while legal and played < count:
            word = words[first + played]
            if kinds[word] == WORD and played == count - 1:
                row[ENDED_BY] = word
                break
            move = moves[word]
            if kinds[word] != MOVE or (sides[word] >= 0 and sides[word] != position.turn) or breach(position, move):
                legal = False
                break
            position = play(position, move)
            played += 1
            found = key(position)
            if len(scores):
                scores[top + played, 0], scores[top + played, 1] = score(position)
                scores[top + played, 2] = position.turn
            if len(marks):
                image_keys(position, marks[top + played])
            legal = occurrences(found, line + 1, keys, stamps, times) < quiet
        row[LEGAL] = legal
        row[MOVES] = played
        if legal:
            row[TURN] = position.turn
            row[ENDING] = ending(position)
            row[CLOSED] = ending_if_closed(position)
            for part in range(len(position)):
                finals[line, part] = position[part]
