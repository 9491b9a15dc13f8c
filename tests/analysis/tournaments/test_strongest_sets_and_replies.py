"""A chain of replies, in games that corners decide."""

from collections import Counter

import pytest
from studies import SMALL, corners, decided, played

from analysis.tournaments.game_tasks_and_journal import GameTask, run_plan
from analysis.tournaments.square_sets_up_to_symmetry import canonical_set, side_keeping_symmetries, stabiliser
from analysis.tournaments.strongest_sets_and_replies import play_replies, reply_control_rows, search_by_halving
from analysis.tournaments.study_matches import ANSWER, STRENGTH, TARGET, ScoredSet, planned_matches
from kifu.core import games
from kifu.engine.opening_match_and_adjudication import MatchScore

START = (1, 2, 3, 8, 9, 10, 11)


@pytest.fixture(scope="module")
def chain():
    """Return a chain of three replies, and its batches."""
    batches = []

    def play(batch):
        batches.append(batch)
        return [decided(task) for task in batch.tasks]

    return run_plan(play_replies(SMALL._replace(start=START, rounds=3, others=(30, 60))), play), batches


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
    rows = list(reply_control_rows(found))
    assert [(row["reply"], row["nodes"]) for row in rows] == [(n, nodes) for n in (1, 2, 3) for nodes in (200, 30, 60)]
    first = rows[0]
    assert float(first["difference"]) == pytest.approx(float(first["share"]) - float(first["control_share"]), abs=1e-4)
    assert float(first["difference"]) > 0  # it has more corners than a random set


TURNS = side_keeping_symmetries(games.load("six"))


@pytest.fixture(scope="module")
def study():
    """Return the results and the batches of the small study."""
    return played()


def test_it_finds_what_wins(study):
    """Corners decide these games: the strongest sets have two or more, random sets 0.6 on average."""
    findings, _ = study
    for standings in findings.finalists.values():
        assert corners(standings[0].squares) >= 2
    for standings in (*findings.finalists.values(), *findings.answers.values()):
        scores = [standing.score for standing in standings]
        assert scores == sorted(scores, reverse=True)


def test_no_game_of_a_search_counts(study):
    """Every batch has its own seeds, so the confirmations share no game with the searches."""
    findings, batches = study
    seeds = Counter(seed for batch in batches for seed in {task.seed for task in batch.tasks})
    chosen_by = {task for batch in batches if "confirm" not in batch.name for task in batch.tasks}
    reported = [task for match in findings.matches for task in match.tasks]
    assert not chosen_by.intersection(reported)
    assert len(set(reported)) == len(reported)
    confirming = {match.seed for match in findings.matches}
    assert len(confirming) == len(findings.matches)
    assert {seeds[seed] for seed in confirming} == {1}


def test_batches_have_names_of_their_own(study):
    """The names of batches are file names, so no two are equal."""
    _, batches = study
    names = [batch.name for batch in batches]
    assert len(set(names)) == len(names)


def test_sets_of_a_game_share_no_square(study):
    """The sets of a game share no square and repeat none; every set of a cell has its size."""
    findings, batches = study
    for batch in batches:
        for task in batch.tasks:
            squares = [*(task.a or ()), *(task.b or ())]
            assert len(set(squares)) == len(squares)
    for cell in findings.cells:
        sizes = {task.a and (len(task.a), len(task.b)) for task in cell.tasks}
        assert sizes == {cell.sizes}


def test_sides_are_balanced(study):
    """In every search and match each set is as often 先手 as 後手; in the cells A is 先手."""
    findings, batches = study
    for batch in batches:
        seats = Counter((task.a, task.exchanged) for task in batch.tasks)
        if batch.name.startswith("cells"):
            assert not any(task.exchanged for task in batch.tasks)
        else:
            assert all(seats[squares, True] == seats[squares, False] for squares, _ in seats)
    for match in findings.matches:
        assert sum(match.tally(exchanged=True)) == sum(match.tally(exchanged=False)) == len(match.tasks) / 2


def test_candidates_are_distinct_up_to_symmetry(study):
    """A search plays no two images of a set; a search for answers no two that the target's symmetries make equal."""
    findings, batches = study
    kept = stabiliser(findings.target, TURNS)
    for batch in batches:
        if batch.name.startswith(("search", "answers")):
            turns = TURNS if batch.name.startswith("search") else kept
            sets = {task.a for task in batch.tasks}
            assert len({canonical_set(squares, turns) for squares in sets}) == len(sets)
        if batch.name.startswith("answers"):
            assert {task.b for task in batch.tasks} == {findings.target}


def test_all_candidates_of_a_search_meet_the_same_tests(study):
    """All sets of a search have the same number of games, and meet opponents of each size equally often."""
    _, batches = study
    for batch in batches:
        if batch.name.startswith("search"):
            met = {}
            for task in batch.tasks:
                met.setdefault(task.a, Counter())[len(task.b)] += 1
            assert all(counts[7] == counts[8] for counts in met.values())
            assert len({sum(counts.values()) for counts in met.values()}) == 1


def test_what_is_confirmed(study):
    """The matches are answers with all nodes, the target against the other finalists, and the strength of those shown."""
    findings, _ = study
    kinds = Counter((match.kind, match.nodes) for match in findings.matches)
    rivals = kinds.pop((TARGET, 200), 0)  # one for each size, unless none of the finalists can stand beside the target
    assert rivals <= 2
    assert kinds == {(ANSWER, 200): 4, (ANSWER, 30): 2, (STRENGTH, 200): 8}
    for match in findings.matches:
        assert len(match.tasks) == (16 if match.nodes == 200 else 8)
        if match.kind != STRENGTH:
            assert match.a == findings.target


def test_cells(study):
    """The study's own nodes play all pairs of sizes, other nodes only its own sizes; its own sizes have more games."""
    findings, _ = study
    own = {cell.sizes: len(cell.tasks) for cell in findings.cells if cell.nodes == 200}
    assert len(own) == 10
    assert (own[7, 8], own[6, 7], own[None]) == (40, 6, 40)
    assert {cell.sizes for cell in findings.cells if cell.nodes == 30} == {(7, 7), (7, 8), (8, 7), (8, 8), None}


def test_the_seed_decides(study):
    """A study gives the same results twice; another seed gives others."""
    findings, batches = study
    again, batches_again = played()
    assert again == findings
    assert batches_again == batches
    assert played(SMALL._replace(seed=2))[0].finalists != findings.finalists


def test_scaled():
    """Ten times the games are ten times; counts stay even and above zero."""
    assert (
        SMALL.with_scaled_games(10).games,
        SMALL.with_scaled_games(10).confirm_games,
        SMALL.with_scaled_games(10).pool,
    ) == (40, 160, 24)
    small = SMALL.with_scaled_games(0.01)
    assert (small.games, small.confirm_games, small.cell_games) == (2, 2, 2)


def test_the_target_meets_the_first_finalist_that_fits():
    """The first has a square in common with it in every position, so it is the second, in one that has none."""
    target, whole_middle = (24,), (17, 24, 31)
    standings = [ScoredSet(squares, MatchScore()) for squares in (whole_middle, (0, 1, 24), (0, 1, 2))]
    finalists = {1: [ScoredSet(target, MatchScore())], 3: standings}
    settings = SMALL._replace(sizes=(1, 3))
    (rival,) = [one for one in planned_matches(settings, finalists, {1: [], 3: []}) if one.kind == TARGET]
    assert rival.rank == 3
    assert canonical_set(rival.b, TURNS) == canonical_set((0, 1, 2), TURNS)


SETS = [(square, square + 1) for square in range(24)]


def search(sets):
    """Halve sets against two squares in the middle of the board; return the finalists and the batches."""
    batches = []

    def play(batch):
        batches.append(batch)
        return [decided(task) for task in batch.tasks]

    plan = search_by_halving("trial", sets, lambda squares, number: GameTask(squares, (30, 31), 1, 9, number), SMALL)
    return run_plan(plan, play), batches


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
    assert ScoredSet((), MatchScore(1, 1, 0, 2)).score == 0.5
    assert ScoredSet((), MatchScore(3, 0, 0, 1)).score == 0.875
    assert ScoredSet((), MatchScore()).score == 0.5
