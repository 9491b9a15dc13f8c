"""A chain of replies, in games that corners decide."""

import pytest
from each import each
from studies import SMALL, corners, decided

from analysis.study.replies import improves, replies
from analysis.study.tasks import Result, run
from kifu.engine.duel import DuelTally

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


@each(
    ("now", "before", "expected"),
    [
        (DuelTally(150, 50), DuelTally(120, 80), True),  # 75 % where the set before had 40 %
        (DuelTally(90, 110), DuelTally(120, 80), False),  # 45 % and 40 %: within the error
        (DuelTally(60, 140), DuelTally(120, 80), False),
        (
            DuelTally(75, 25, unfinished=900),
            DuelTally(60, 40, unfinished=900),
            True,
        ),  # games broken off count on neither side
        (DuelTally(unfinished=9), DuelTally(9, 0), False),
    ],
)
def test_a_reply_improves(now, before, expected):
    """A reply improves if its share is shown to be above that of the set which its target has answered."""
    assert improves(now, before) is expected


def test_a_chain_ends_when_neither_side_improves():
    """With `until_still` two replies that are not shown to do better end the chain; without it all are sought."""
    settings = SMALL._replace(start=START, rounds=5, others=())

    def even(batch):
        return [Result("ab"[task.number // 2 % 2], 40, (7, 7)) for task in batch.tasks]

    assert [reply.improves for reply in run(replies(settings), even)] == [True, False, False, False, False]
    still = run(replies(settings._replace(until_still=True)), even)
    assert [reply.improves for reply in still] == [True, False, False]
