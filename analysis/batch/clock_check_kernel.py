"""Clock check of many games; their diagnostics are left to the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from numpy import int8, int32, int64
    from numpy.typing import NDArray

    Ints = NDArray[int64]

BUDGET, BYOYOMI, INCREMENT = 0, 1, 2
"""The places of `seconds`."""
EARLY, EXACT, LATE, OVERTIME = 0, 1, 2, 3
"""What is told of a line: its last word came with time left, at the last second (or nothing is known), too late; or a move did.

EARLY also stands for a word without a time, or no word, where time is left to a side whose times are known.
"""


@kernel
def check_clocks(
    firsts: Ints,
    moves: Ints,
    word_plies: Ints,
    times: NDArray[int32],
    control_seconds: Ints,
    double_turn_after: int,
    statuses: NDArray[int8],
) -> None:
    """Check the clocks of each line, as :func:`notation.time_control_and_time_checks.check_overtime` does.

    Line n has `moves[n]` moves and, if `word_plies[n]` is larger, a special word; their seconds stand in `times` from
    `firsts[n]` on, -1 where there are none. After ply `double_turn_after` the same side moves again.
    """
    for line in range(len(firsts)):
        mine = theirs = control_seconds[
            BUDGET
        ]  # what is left to the side of the ply, and to the other; -1: it is not known
        statuses[line] = EXACT
        for ply in range(1, word_plies[line] + 1):
            if ply != double_turn_after + 1:
                mine, theirs = theirs, mine
            spent = times[firsts[line] + ply - 1]
            if mine < 0 or spent < 0:
                if mine >= 0 and ply > moves[line]:
                    statuses[line] = EARLY
                mine = -1
                continue
            left = mine + control_seconds[BYOYOMI] - spent
            if ply > moves[line]:
                statuses[line] = EARLY if left > 0 else EXACT if left == 0 else LATE
            elif left < 0:
                statuses[line] = OVERTIME
                break
            mine = max(mine - spent, 0) + control_seconds[INCREMENT]
        if word_plies[line] == moves[line] and statuses[line] == EXACT and (mine >= 0 or theirs >= 0):
            statuses[line] = EARLY
