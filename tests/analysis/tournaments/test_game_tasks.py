"""One game of a study, played by the engine."""

import random

from studies import SMALL

from analysis.tournaments.game_tasks import Task, count_results, play_task, seed_of, seeded_random, set_text
from kifu.engine.opening_match import MatchSettings, play_match_game

SETS = ((0, 10, 20), (3, 30, 40))


def test_a_game_is_that_of_a_duel():
    """Winner and plies are those of the duel of the sets; both sides placed their sets and nothing more."""
    for number in range(4):
        result = play_task(SMALL, Task(*SETS, 20, 5, number))
        game = play_match_game(
            MatchSettings("six", SETS, (20, 20), 5, plies=SMALL.plies, stale=SMALL.stale, proofs=False), number
        )
        assert (result.winner, result.plies) == (game.winner, len(game.played.moves))
        assert result.placed == (3, 3)


def test_who_placed_how_many():
    """The counts are A's and B's, also if A is 後手; a free side places as it likes."""
    assert play_task(SMALL, Task((0, 10, 20), (3,), 20, 5, 1)).placed == (3, 1)
    assert play_task(SMALL, Task((0, 10, 20), None, 20, 5, 0)).placed[0] == 3


def test_seeds():
    """Random numbers depend on the study's seed and the words; other seeds or words give others."""
    assert seed_of(SMALL, "a", 1) == seed_of(SMALL, "a", 1)
    assert len({seed_of(SMALL, "a", 1), seed_of(SMALL, "a", 2), seed_of(SMALL._replace(seed=2), "a", 1)}) == 3
    assert isinstance(seeded_random(SMALL, "a"), random.Random)
    assert (set_text(SMALL, (0, 10)), set_text(SMALL, None)) == ("一01 四02", "free")


def test_counted_by_seat():
    """A's games as 先手 and as 後手 add up to all of them."""
    tasks = [Task(*SETS, 20, 5, number) for number in range(6)]
    results = [play_task(SMALL, task) for task in tasks]
    first, second = count_results(tasks, results, exchanged=False), count_results(tasks, results, exchanged=True)
    assert sum(first) == sum(second) == 3
    assert tuple(count_results(tasks, results)) == tuple(map(sum, zip(first, second, strict=True)))
