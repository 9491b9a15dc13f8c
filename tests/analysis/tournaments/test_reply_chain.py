"""A chain of replies, in games that corners decide."""

import pytest
from studies import SMALL, corners, decided

from analysis.tournaments.game_tasks import run
from analysis.tournaments.reply_chain import control_rows, replies

START = (1, 2, 3, 8, 9, 10, 11)


@pytest.fixture(scope="module")
def chain():
    """Return a chain of three replies, and its batches."""
    batches = []

    def play(batch):
        batches.append(batch)
        return [decided(task) for task in batch.tasks]

    return run(replies(SMALL._replace(start=START, rounds=3, others=(30, 60))), play), batches


def test_each_reply_answers_the_one_before(chain):
    """Sizes take turns; a reply shares no square with what it answers; the first finds corners."""
    found, _ = chain
    targets = [reply.target for reply in found]
    answers = [reply.standing.squares for reply in found]
    assert targets == [START, *answers[:-1]]
    assert [len(answer) for answer in answers] == [8, 7, 8]
    assert all(not set(target) & set(answer) for target, answer in zip(targets, answers, strict=True))
    assert corners(answers[0]) > 1


def test_every_strength_has_the_same_number_of_fresh_games(chain):
    """Matches have the same number of games with each number of nodes, and seeds that no search has used."""
    found, batches = chain
    searched = {task.seed for batch in batches if batch.name.startswith("replies") for task in batch.tasks}
    for number, reply in enumerate(found, 1):
        assert [(match.nodes, len(match.tasks), match.rank) for match in reply.matches] == [
            (200, 16, number),
            (30, 16, number),
            (60, 16, number),
        ]
        assert not searched & {match.seed for match in reply.matches}
        assert all(sum(match.tally()) == 16 for match in reply.matches)
    assert len({batch.name for batch in batches}) == len(batches)


def test_each_reply_has_a_control(chain):
    """Random sets of the reply's size play the same games in its place: the target, the seats and the seeds are the same."""
    found, _ = chain
    for reply in found:
        for match, control in zip(reply.matches, reply.controls, strict=True):
            assert [task._replace(a=None) for task in control.tasks] == [task._replace(a=None) for task in match.tasks]
            sets = {task.a for task in control.tasks}
            assert len(sets) > 10
            assert all(len(squares) == len(match.a) and not {*squares} & {*reply.target} for squares in sets)
    rows = list(control_rows(found))
    assert [(row["reply"], row["nodes"]) for row in rows] == [(n, nodes) for n in (1, 2, 3) for nodes in (200, 30, 60)]
    first = rows[0]
    assert float(first["difference"]) == pytest.approx(float(first["share"]) - float(first["control_share"]), abs=1e-4)
    assert float(first["difference"]) > 0  # it has more corners than a random set
