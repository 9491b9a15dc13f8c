"""A chain of replies, in games that corners decide."""

import pytest
from studies import SMALL, corners, decided

from analysis.study.replies import replies
from analysis.study.tasks import run

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
