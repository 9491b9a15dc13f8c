"""Successive halving: the sets that stay, and the number of games."""

from studies import SMALL, corners, decided

from analysis.tournaments.game_tasks import Task, run
from analysis.tournaments.set_search import Standing, search_by_halving
from kifu.engine.opening_match import MatchScore

SETS = [(square, square + 1) for square in range(24)]


def search(sets):
    """Halve sets against two squares in the middle of the board; return the finalists and the batches."""
    batches = []

    def play(batch):
        batches.append(batch)
        return [decided(task) for task in batch.tasks]

    plan = search_by_halving("trial", sets, lambda squares, number: Task(squares, (30, 31), 1, 9, number), SMALL)
    return run(plan, play), batches


def test_the_better_half_stays():
    """The sets with a corner win all their games, so they are finalists, in the order of their squares."""
    finalists, _ = search(SETS)
    assert [finalist.squares for finalist in finalists][:2] == [(0, 1), (5, 6)]
    assert [finalist.score for finalist in finalists][:2] == [1.0, 1.0]
    assert len(finalists) == SMALL.finalists


def test_rounds():
    """24, 12 and 6 sets play 4, 8 and 16 games: always the next numbers, so no game is played twice."""
    finalists, batches = search(SETS)
    assert [batch.name for batch in batches] == ["trial-round1", "trial-round2", "trial-round3"]
    assert [len(batch.tasks) for batch in batches] == [96, 96, 96]
    assert {sum(finalist.tally) for finalist in finalists} == {4 + 8 + 16}
    tasks = [task for batch in batches for task in batch.tasks]
    assert len(set(tasks)) == len(tasks)


def test_few_sets_play_one_round():
    """If there are no more sets than finalists, one round puts them in order."""
    finalists, batches = search([(20, 21), (5, 6)])
    assert len(batches) == 1
    assert [corners(finalist.squares) for finalist in finalists] == [1, 0]


def test_a_game_broken_off_counts_as_half():
    """Such a game was neither won nor lost; a set without games has one half too."""
    assert Standing((), MatchScore(1, 1, 0, 2)).score == 0.5
    assert Standing((), MatchScore(3, 0, 0, 1)).score == 0.875
    assert Standing((), MatchScore()).score == 0.5
