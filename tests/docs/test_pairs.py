"""Pairs of random sets, what is seen of their games, and the lines that keep them."""

import pytest
from each import each
from helpers import SIX
from pairs import (
    PAIR_COLUMNS,
    PairGame,
    PairLook,
    PairSettings,
    as_pair_row,
    batch_of,
    looked_at,
    play_pair_game,
    read_pair,
    read_pairs,
    sets_of,
)

from analysis.tournaments.game_tasks_and_journal import csv_line
from kifu.core.outcome import Side

SMALL = PairSettings("six", 3, 4, 30, 1, 120)


def test_sets_of_a_pair():
    """The sets of a pair share no square; they depend on seed and size, not on the number of pairs or the nodes."""
    pairs = [sets_of(SMALL, pair) for pair in range(4)]
    assert len(set(pairs)) == 4
    for first, second in pairs:
        assert (len(first), len(second), set(first) & set(second)) == (3, 3, set())
    assert [sets_of(SMALL._replace(pairs=9, nodes=7), pair) for pair in range(4)] == pairs
    assert sets_of(SMALL._replace(seed=2), 0) != pairs[0]


def test_sets_of_two_sizes():
    """The second set of a pair may have a size of its own; the same size given twice changes nothing."""
    assert [tuple(map(len, sets_of(SMALL._replace(rival=5), pair))) for pair in range(3)] == [(3, 5)] * 3
    assert sets_of(SMALL._replace(rival=3), 1) == sets_of(SMALL, 1)


def test_the_sides_are_exchanged():
    """The two games of a pair have both seats, and the same settings give the same games."""
    played = [play_pair_game(SMALL, number) for number in range(4)]
    assert [(game.pair, game.exchanged) for game in played] == [(0, False), (0, True), (1, False), (1, True)]
    assert [play_pair_game(SMALL, number) for number in range(4)] == played
    for game in played:
        assert (game.winner is None) == (not game.ending)
        assert game.plies <= SMALL.plies


def codes(*words):
    """Return the moves that words name, played from the start."""
    position, moves = SIX.start(), []
    for word in words:
        moves.append(SIX.resolve(position, SIX.read(word)))
        position = SIX.play_legal(position, moves[-1])
    return tuple(moves)


def test_a_game_that_ends_by_elimination():
    """先手's last 占 is beaten: 後手 has won, and 先手 had moves to spare. With dice in hand nothing is looked at."""
    moves = codes("四04占", "三03領", "四05武", "三04士", "三05武", "三04-四04士")
    game = looked_at(SIX, 5, moves, exchanged=True)
    assert (game.pair, game.exchanged, game.winner, game.ending, game.plies) == (5, True, Side.SECOND, "elimination", 6)
    assert game.last_moves > 5
    assert game.looks == ()


def test_a_game_that_is_broken_off():
    """A game without an end has no winner, no ending and no loser."""
    game = looked_at(SIX, 0, codes("四04占", "三03領"), exchanged=False)
    assert game[:6] == (0, False, None, "", 2, None)


def test_looks_are_taken_with_empty_hands():
    """In long games positions without dice in hand are seen: every die is then on the board or beaten."""
    looks = [look for number in range(40) for look in play_pair_game(SMALL._replace(plies=300), number).looks]
    assert looks
    for look in looks:
        assert look.moves > 0
        assert 0 <= look.own_ghosts + look.own_fighters <= 15
        assert 0 <= look.rival_ghosts <= 15


TWO = PairSettings("six", 2, 2, 30, 1, 120, rival=3)
BATCH = batch_of(TWO)
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
    map(csv_line, (PAIR_COLUMNS, *(as_pair_row(TWO, *both) for both in zip(BATCH.tasks, GAMES, strict=False))))
)


def test_the_batch_has_two_games_of_each_pair():
    """The sets of a pair play both seats; the first set has the size of the study, the second that of its rival."""
    assert [(task.number, task.exchanged) for task in BATCH.tasks] == [(0, False), (1, True), (2, False), (3, True)]
    assert [(len(task.a), len(task.b)) for task in BATCH.tasks] == [(2, 3)] * 4
    assert BATCH.tasks[0].a == BATCH.tasks[1].a != BATCH.tasks[2].a


def test_round_trip():
    """Lines are read back with what was seen on the way: all games, only the first, or none."""
    assert read_pairs(TWO, BATCH, TEXT) == GAMES
    assert read_pairs(TWO, BATCH, "".join(TEXT.splitlines(keepends=True)[:2])) == GAMES[:1]
    assert read_pairs(TWO, BATCH, "") == []


def test_other_games_are_refused():
    """Lines of another study, or in another order, are refused."""
    with pytest.raises(ValueError, match="pairs"):
        read_pairs(TWO._replace(seed=2), batch_of(TWO._replace(seed=2)), TEXT)
    head, first, second, third = TEXT.splitlines(keepends=True)
    with pytest.raises(ValueError, match="pairs"):
        read_pairs(TWO, BATCH, head + second + first + third)


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
