"""Games of pairs are written as lines, and read back."""

import pytest
from each import each

from analysis.study.games_journal import as_line
from analysis.study.pair_journal import PAIR_COLUMNS, as_pair_row, read_pair, read_pairs
from analysis.study.pairs import PairGame, PairLook, PairSettings, batch_of
from kifu.model.outcome import Side

SMALL = PairSettings("six", 2, 2, 30, 1, 120, rival=3)
BATCH = batch_of(SMALL)
GAMES = [
    PairGame(
        pair=number // 2,
        exchanged=number % 2 == 1,
        winner=winner,
        ending=ending,
        plies=plies,
        last_moves=moves,
        looks=looks,
    )
    for number, (winner, ending, plies, moves, looks) in enumerate(
        (
            (Side.FIRST, "standstill", 60, 3, (PairLook(4, 1, 0, 5), PairLook(7, 0, 2, 4))),
            (None, "", 120, None, ()),
            (Side.SECOND, "elimination", 41, 12, (PairLook(9, 3, 3, 3),)),
        )
    )
]
TEXT = "".join(
    map(as_line, (PAIR_COLUMNS, *(as_pair_row(SMALL, *both) for both in zip(BATCH.tasks, GAMES, strict=False))))
)


def test_the_batch_has_two_games_of_each_pair():
    """The sets of a pair play both seats; the first set has the size of the study, the second that of its rival."""
    assert [(task.number, task.exchanged) for task in BATCH.tasks] == [(0, False), (1, True), (2, False), (3, True)]
    assert [(len(task.a), len(task.b)) for task in BATCH.tasks] == [(2, 3)] * 4
    assert BATCH.tasks[0].a == BATCH.tasks[1].a != BATCH.tasks[2].a


def test_round_trip():
    """Lines are read back with what was seen on the way: all games, only the first, or none."""
    assert read_pairs(SMALL, BATCH, TEXT) == GAMES
    assert read_pairs(SMALL, BATCH, "".join(TEXT.splitlines(keepends=True)[:2])) == GAMES[:1]
    assert read_pairs(SMALL, BATCH, "") == []


def test_other_games_are_refused():
    """Lines of another study, or in another order, are refused."""
    with pytest.raises(ValueError, match="pairs"):
        read_pairs(SMALL._replace(seed=2), batch_of(SMALL._replace(seed=2)), TEXT)
    head, first, second, third = TEXT.splitlines(keepends=True)
    with pytest.raises(ValueError, match="pairs"):
        read_pairs(SMALL, BATCH, head + second + first + third)


@each(
    "cells",
    [
        ("third", "standstill", "60", "3", ""),
        ("first", "perhaps", "60", "3", ""),
        ("first", "standstill", "sixty", "3", ""),
        ("first", "standstill", "60", "x", ""),
        ("first", "standstill", "60", "3", "1.2.3"),
        ("first", "standstill", "60", "3", "1.2.3.4.5"),
        ("first", "standstill", "60", "3"),
    ],
)
def test_no_game(cells):
    """An unknown winner or ending, no number, and too few or too many cells are refused."""
    with pytest.raises(ValueError, match=r".*"):
        read_pair(BATCH.tasks[0], cells)
