"""Replay kernel for a batch of lines of play.

The kernel fits each game whose position is a NamedTuple of integers with a `turn`; :mod:`kifu.core.compiled.bind_and_compile` binds the
names below to the rules of a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy import int8, int32, int64
    from numpy.typing import NDArray

    from kifu.core.game.game import Position

    Ints = NDArray[int64]
    Ids = NDArray[int32]
    Flags = NDArray[int8]

play: Callable[[Any, int], Any]
breach: Callable[[Any, int], int]
score: Callable[[Any], tuple[int, int]]
key: Callable[[Any], int]
image_keys: Callable[[Any, Any], None]
ending: Callable[[Any], int]
"""0 while the game goes on, else a number: positions with the same number and turn have the same `outcome`."""
ending_if_closed: Callable[[Any], int]
"""The same number for the end that :meth:`kifu.core.game.game.Game.closed` gives; 0 if it gives none."""

# The values in `kinds`: the kind of a word.
NO_MOVE, MOVE, WORD = 0, 1, 2
NOBODY = -1
"""The side of a move that is written without a side mark; also the closing word of a line without one."""

# Columns of `ends`.
LEGAL, MOVES, ENDED_BY, TURN, ENDING, CLOSED, FAULT = 0, 1, 2, 3, 4, 5, 6
COLUMNS = 7
# Columns of `scores`: the scores of 先手 and 後手, and the side to move.
FIRST, SECOND, TO_MOVE = 0, 1, 2
SCORE_COLUMNS = 3

SLOTS = 4096
"""The size of the table that counts how often positions occur. Lines of play longer than a quarter of it are left out."""
MAX_REPLAY_POSITIONS = SLOTS // 4


@kernel
def count_occurrence(key_code: int, line_stamp: int, keys: Ints, stamps: Ids, times: Ids) -> int:
    """Count an occurrence of the key `key_code` in line `line_stamp`; return them."""
    slot = key_code & (SLOTS - 1)
    while stamps[slot] == line_stamp and keys[slot] != key_code:
        slot = (slot + 1) & (SLOTS - 1)
    if stamps[slot] != line_stamp:
        stamps[slot] = line_stamp
        keys[slot] = key_code
        times[slot] = 0
    times[slot] += 1
    return int(times[slot])


@kernel
def replay(
    start: Position,
    first_words: Ints,
    word_counts: Ints,
    first_rows: Ints,
    words: Ids,
    kinds: Flags,
    moves: Ints,
    sides: Flags,
    max_occurrences: int,
    keys: Ints,
    stamps: Ids,
    times: Ids,
    ends: Ids,
    finals: Ints,
    scores: Ids,
    marks: Ints,
) -> None:
    """Replay each line of play from `start`.

    Input: line n has the `word_counts[n]` words from `words[firsts[n]]` on. Word w has the kind `kinds[w]`; if it is a move, it
    is `moves[w]` by the side `sides[w]`. `keys`, `stamps` and `times` are tables of SLOTS entries for counting positions.

    Output: row n of `ends` tells whether the line is legal (each word is a legal move; the last may be a special word), the
    number of moves, the word that closes it (-1: none), the turn after it, and the numbers of its end. A line is cut at its
    first illegal move; FAULT is then the number of the article that this move breaks
    (:meth:`kifu.core.game.game.Game.article_of` names it), and 0 for every other line. Row n of `finals` is the last position of
    a legal line. A line in which a position occurs `max_occurrences` times is not marked as legal, because the game's `history` may end
    it. Row `first_rows[n]` + m of `scores` holds the score of line n after m plies and the turn, row `first_rows[n]` + m of `marks` the
    keys of the position's images. An empty array is not filled.
    """
    for line in range(len(first_words)):
        row = ends[line]
        row[ENDED_BY] = NOBODY
        first = first_words[line]
        count = word_counts[line]
        if count > MAX_REPLAY_POSITIONS:
            continue
        position = start
        code = key(position)
        legal = count_occurrence(code, line + 1, keys, stamps, times) < max_occurrences
        played = 0
        top = first_rows[line]
        if len(scores):
            scores[top, FIRST], scores[top, SECOND] = score(position)
            scores[top, TO_MOVE] = position.turn
        if len(marks):
            image_keys(position, marks[top])
        while legal and played < count:
            word = words[first + played]
            if kinds[word] == WORD and played == count - 1:
                row[ENDED_BY] = word
                break
            move = moves[word]
            if kinds[word] != MOVE or (sides[word] >= 0 and sides[word] != position.turn):
                legal = False
                break
            fault = breach(position, move)
            if fault:
                row[FAULT] = fault
                legal = False
                break
            position = play(position, move)
            played += 1
            code = key(position)
            if len(scores):
                scores[top + played, FIRST], scores[top + played, SECOND] = score(position)
                scores[top + played, TO_MOVE] = position.turn
            if len(marks):
                image_keys(position, marks[top + played])
            legal = count_occurrence(code, line + 1, keys, stamps, times) < max_occurrences
        row[LEGAL] = legal
        row[MOVES] = played
        if legal:
            row[TURN] = position.turn
            row[ENDING] = ending(position)
            row[CLOSED] = ending_if_closed(position)
            for part in range(len(position)):
                finals[line, part] = position[part]
