"""Sides by their words, and contests between them: controls, seeds, and what is written and read."""

import pytest
from each import each
from helpers import SIX

from analysis.tournaments.game_tasks_and_journal import TaskBatch, csv_line
from analysis.tournaments.opening_policy_contests import (
    CONTEST_COLUMNS,
    ContestSettings,
    contest_cells,
    control_rows,
    game_rows,
    parse_contest_games,
    parse_entrant,
    plan_contests,
    play_contest,
    play_contests,
    share_rows,
)
from analysis.tournaments.square_sets_up_to_symmetry import touching_pairs
from kifu.core.errors import InvalidMove

SMALL = ContestSettings(
    "six", ("3", "touching:7", "三03,四04", "free"), ("random:2", "apart:4"), paired=False, nodes=(20,), games=4
)


@each(
    ("word", "how", "size", "control"),
    [
        (" 7", "seeing", 7, "random:7"),
        ("random:07", "random", 7, ""),
        ("apart:7", "apart", 7, "random:7"),
        ("free", "free", 0, ""),
        ("四04 三03", "given", 2, "random:2"),
    ],
)
def test_words(word, how, size, control):
    """A word names how a side opens; random sets of its size are its control."""
    side = parse_entrant(SIX, word)
    assert (side.how, side.size, side.control) == (how, size, control)
    assert parse_entrant(SIX, side.word) == side


@each("word", ["", "0", "50", "random:", "apart:四04", "seven", "八08", "random:²"])
def test_words_that_name_no_side(word):
    """Anything else is refused."""
    with pytest.raises(InvalidMove):
        parse_entrant(SIX, word)


def test_sets_and_seeds_of_controls():
    """A control has the seeds and the rival's sets of its side; drawn sets are apart, or touch, and stand beside the rival's."""
    found = {(contest.side.word, contest.rival.word): contest for contest in plan_contests(SMALL)}
    assert len(found) == (4 + 3) * 2
    assert not {
        task.seed for _, contest in found.items() if contest.rival.word == "random:2" for task in contest.tasks
    } & {task.seed for _, contest in found.items() if contest.rival.word == "apart:4" for task in contest.tasks}
    for (side, rival), contest in found.items():
        free = found["free", rival].tasks
        assert [(task.seed, task.number) for task in contest.tasks] == [(task.seed, task.number) for task in free]
        for task in contest.tasks:
            pairs = touching_pairs(task.b, 7)
            assert pairs == 0 or rival == "random:2"
            if side == "touching:7":
                assert touching_pairs(task.a, 7) >= 5
            if isinstance(task.a, tuple):
                assert not {*task.a} & {*task.b}
        if side in {"3", "random:3", "random:7"}:
            assert [task.b for task in contest.tasks] == [task.b for task in free]
    with pytest.raises(InvalidMove, match="no set was found"):
        list(plan_contests(SMALL._replace(sides=("apart:20",))))
    with pytest.raises(InvalidMove, match="both sets have 四04"):
        list(plan_contests(SMALL._replace(sides=("三03,四04",), rivals=("四04,一01",))))


def test_pairs_and_all_against_all():
    """Without rivals each two sides play; paired, each side plays the rival of its place."""
    words = ("2", "3", "free")
    every = plan_contests(SMALL._replace(sides=words, rivals=(), controls=False))
    assert [(each.side.word, each.rival.word) for each in every] == [("2", "3"), ("2", "free"), ("3", "free")]
    paired = plan_contests(SMALL._replace(sides=words, rivals=words[::-1], paired=True))
    names = [(each.side.word, each.rival.word) for each in paired]
    assert names == [("2", "free"), ("3", "3"), ("free", "2"), ("random:2", "free"), ("random:3", "3")]


def test_games_are_played_written_and_read():
    """A side that owes three units places three; what is written is what is read; the figures add up."""
    settings = SMALL._replace(sides=("3",), rivals=("free",))
    texts = []

    def play(batch):
        found = [play_contest(settings, task) for task in batch.tasks]
        rows = (contest_cells(settings, task, game) for task, game in zip(batch.tasks, found, strict=True))
        text = "".join(map(csv_line, (CONTEST_COLUMNS, *rows)))
        texts.append((batch, text))
        assert parse_contest_games(settings, batch, text) == found
        return found

    played = play_contests(settings, play)
    assert [contest.side.word for contest in played] == ["3", "random:3"]
    for contest in played:
        assert all(len(game.a_placed) == 3 for game in contest.results)
    for task, game in list(zip(played[1].tasks, played[1].results, strict=True))[
        :2
    ]:  # the others are images of their sets
        assert sorted(game.a_placed) == sorted(task.a)
    whole = [row for row in share_rows(settings, played) if row["seat"] == "all"]
    assert [row["placed"] for row in whole] == ["3.00", "3.00"]
    assert all(row["games"] == row["a_won"] + row["b_won"] + row["drawn"] + row["unfinished"] == 4 for row in whole)
    (beside,) = control_rows(played)
    assert (beside["side"], beside["control"], beside["games"]) == ("3", "random:3", 4)
    assert len(list(game_rows(settings, played))) == 8
    batch, text = texts[0]
    for broken in (text.replace(",free,", ",7,", 1), text.replace("winner", "x"), text.rsplit(",", 1)[0] + "\n"):
        with pytest.raises(ValueError, match=r"."):
            parse_contest_games(settings, batch, broken)


def test_batches_have_different_names():
    """Two given sets of one size play under different names."""
    names = []

    def play(batch: TaskBatch):
        names.append(batch.name)
        return []

    settings = SMALL._replace(sides=("四04,三03", "一01,七07"), rivals=("free",), games=0)
    play_contests(settings, play)
    assert len(set(names)) == len(names) == 3
