"""The evaluation of random sets: by square, and by squares that touch."""

import pytest
from each import each
from studies import CORNERS, SMALL, played

from analysis.tournaments.game_tasks import Result, Task
from analysis.tournaments.square_values import MAX_TOUCHING_PAIRS, by_count, by_neighbours, touch, worth_rows, worths
from analysis.tournaments.study_matches import SizeCell

FREE = Result("a", 30, (9, 10))


@pytest.fixture(scope="module")
def findings():
    """Return the results of the small study."""
    return played()[0]


def test_corners_are_worth_most(findings):
    """In games that corners decide, a corner has the highest share; its four images have the same worth."""
    by_square = {worth.square: worth for worth in worths(findings, 7)}
    assert len(by_square) == 49
    assert {by_square[corner] for corner in CORNERS} == {by_square[0]._replace(square=corner) for corner in CORNERS}
    assert max(by_square.values(), key=lambda worth: worth.share or 0).square in CORNERS
    low, high = by_square[0].interval()
    assert low < by_square[0].share < high


def test_a_square_is_counted_by_games():
    """Two corners in a set count twice in the share, but as one game in the interval; games broken off do not count."""
    pairs = [((0, 6), (20, 21), "a"), ((0, 20), (22, 23), "b"), ((0, 20), (22, 23), None)]
    tasks = tuple(Task(a, b, 200, 1, number, exchange=False) for number, (a, b, _) in enumerate(pairs))
    results = tuple(Result(winner, 30, (2, 2)) for _, _, winner in pairs)
    settings = SMALL._replace(sizes=(2,))
    findings = played()[0]._replace(settings=settings, cells=(SizeCell((2, 2), 200, 1, tasks, results),))
    corner = next(worth for worth in worths(findings, 2) if worth.square == 0)
    assert (corner.games, corner.share, corner.orbit) == (2, 2 / 3, 4)
    row = next(row for row in worth_rows(findings) if row["square"] == "一01")
    assert (row["orbit"], row["games"], row["share"]) == ("一01 七01 一07 七07", 2, "0.6667")
    touching = by_neighbours(findings, 2)
    assert {pairs: sum(tally) for pairs, tally in touching.items()} == {0: 4, 1: 2}  # 七03 and 一04 do not touch


def test_rows_name_each_kind_once(findings):
    """Each size has ten rows, one for each orbit of squares."""
    assert len(list(worth_rows(findings))) == 20


@each(("first", "second", "expected"), [(0, 1, True), (0, 8, True), (6, 7, False), (0, 2, False), (48, 40, True)])
def test_touch(first, second, expected):
    """Squares touch side by side or corner to corner, but not from the end of a row to the start of the next."""
    assert touch(first, second, 7) is expected


def test_neighbours_are_counted_once_a_set(findings):
    """Every set of the cells between the study's own sizes is counted once, up to the last class."""
    counts = by_neighbours(findings, 7)
    assert sum(map(sum, counts.values())) == 4 * 40
    assert max(counts) <= MAX_TOUCHING_PAIRS


def test_by_count():
    """Free games are counted by the numbers of units that the sides placed."""
    tasks = tuple(Task(None, None, 200, 1, number, exchange=False) for number in range(3))
    tallies = by_count(SizeCell(None, 200, 1, tasks, (FREE, FREE._replace(winner=None), FREE._replace(placed=(3, 4)))))
    assert {sizes: tuple(tally) for sizes, tally in tallies.items()} == {(9, 10): (1, 0, 0, 1), (3, 4): (1, 0, 0, 0)}
