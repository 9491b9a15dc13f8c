"""One game of a study, played by the engine."""

import random

import pytest
from each import each
from studies import SMALL, decided

from analysis.tournaments.game_tasks_and_journal import (
    COLUMNS,
    GameTask,
    TaskBatch,
    count_results,
    csv_line,
    duel_seed,
    game_cells,
    game_columns,
    opening_set_text,
    parse_result,
    parse_results_of_batch,
    play_task,
    seeded_random,
)
from kifu.engine.opening_match_and_adjudication import MatchSettings, play_match_game

SETS = ((0, 10, 20), (3, 30, 40))


def test_a_game_is_that_of_a_duel():
    """Winner and plies are those of the duel of the sets; both sides placed their sets and nothing more."""
    for number in range(4):
        result = play_task(SMALL, GameTask(*SETS, 20, 5, number))
        game = play_match_game(
            MatchSettings("six", SETS, (20, 20), 5, plies=SMALL.plies, stale=SMALL.stale, proofs=False), number
        )
        assert (result.winner, result.plies) == (game.winner, len(game.played.moves))
        assert result.placed == (3, 3)


def test_who_placed_how_many():
    """The counts are A's and B's, also if A is 後手; a free side places as it likes."""
    assert play_task(SMALL, GameTask((0, 10, 20), (3,), 20, 5, 1)).placed == (3, 1)
    assert play_task(SMALL, GameTask((0, 10, 20), None, 20, 5, 0)).placed[0] == 3


def test_seeds():
    """Random numbers depend on the study's seed and the words; other seeds or words give others."""
    assert duel_seed(SMALL, "a", 1) == duel_seed(SMALL, "a", 1)
    assert len({duel_seed(SMALL, "a", 1), duel_seed(SMALL, "a", 2), duel_seed(SMALL._replace(seed=2), "a", 1)}) == 3
    assert isinstance(seeded_random(SMALL, "a"), random.Random)
    assert (opening_set_text(SMALL, (0, 10)), opening_set_text(SMALL, None)) == ("一01 四02", "free")


def test_counted_by_seat():
    """A's games as 先手 and as 後手 add up to all of them."""
    tasks = [GameTask(*SETS, 20, 5, number) for number in range(6)]
    results = [play_task(SMALL, task) for task in tasks]
    first, second = count_results(tasks, results, exchanged=False), count_results(tasks, results, exchanged=True)
    assert sum(first) == sum(second) == 3
    assert tuple(count_results(tasks, results)) == tuple(map(sum, zip(first, second, strict=True)))


TASKS = (
    GameTask((0, 10), (3, 4), 200, 7, 0),
    GameTask((0, 10), None, 200, 7, 1),
    GameTask(None, None, 200, 7, 2, exchange=False),
)
BATCH = TaskBatch("trial", TASKS)
RESULTS = [decided(task) for task in TASKS]
ROWS = [game_cells(SMALL, task, result) for task, result in zip(TASKS, RESULTS, strict=True)]
TEXT = "".join(map(csv_line, (COLUMNS, *ROWS)))


def test_round_trip():
    """Lines are read back: all games, only the first, or none."""
    assert parse_results_of_batch(SMALL, BATCH, TEXT) == RESULTS
    assert parse_results_of_batch(SMALL, BATCH, "".join(TEXT.splitlines(keepends=True)[:2])) == RESULTS[:1]
    assert parse_results_of_batch(SMALL, BATCH, "") == []


def test_what_was_proven_is_read_back():
    """A study in which the solver decides games has two columns more; those of another study are refused."""
    asked = SMALL._replace(adjudicate=-1)
    results = [
        RESULTS[0]._replace(decided=True, played_winner=None),
        RESULTS[1]._replace(decided=True, played_winner="b"),
        RESULTS[2]._replace(winner=None, neither=True),
    ]
    rows = [game_cells(asked, task, result) for task, result in zip(TASKS, results, strict=True)]
    text = "".join(map(csv_line, (game_columns(asked), *rows)))
    assert parse_results_of_batch(asked, BATCH, text) == results
    with pytest.raises(ValueError, match=r".*"):
        parse_results_of_batch(SMALL, BATCH, text)


def test_squares_are_written_as_duel_takes_them():
    """Squares have the board's names, a free side is called free, and the seat of A is told."""
    assert ROWS[0][:6] == ("一01 四02", "四01 五01", "200", "7", "0", "1")
    assert ROWS[1][:6] == ("一01 四02", "free", "200", "7", "1", "0")
    assert ROWS[2][5] == "1"


@each(
    "text",
    [
        TEXT.replace("200,7,0", "200,8,0"),  # another seed
        TEXT.replace("winner", "won"),
        TEXT.replace("四02", "五02", 1),
        TEXT + TEXT.splitlines()[-1] + "\n",  # more games than there are
        "\n" + TEXT,
    ],
)
def test_other_games_are_refused(text):
    """Lines of another study, or in another order, are refused."""
    with pytest.raises(ValueError, match=r".*"):
        parse_results_of_batch(SMALL, BATCH, text)


@each(
    "end",
    [
        ("c", "3", "7", "7"),
        ("a", "x", "7", "7"),
        ("a", "3", "7"),
        ("a", "3", "7", "7", "9"),
        ("a", "3", "7", "7", "perhaps", "a"),
        ("a", "3", "7", "7", "", "a"),
        ("a", "3", "7", "7", "decided", ""),
    ],
)
def test_no_result(end):
    """An unknown winner, no number, and too few or too many columns are refused."""
    with pytest.raises(ValueError, match=r".*"):
        parse_result((*ROWS[0][:6], *end))
