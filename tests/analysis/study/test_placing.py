"""What random sets tell of squares, and of squares that touch."""

import pytest
from studies import CORNERS, SMALL, played

from analysis.study.cells import Cell
from analysis.study.placing import MOST_PAIRS, by_count, by_neighbours, touch, worth_rows, worths
from analysis.study.tasks import Result, Task

FREE = Result("a", 30, (9, 10))


@pytest.fixture(scope="module")
def findings():
    """Return the findings of the small study."""
    return played()[0]


def test_corners_are_worth_most(findings):
    """In games that corners decide, sets with a corner fare best; its four images are one kind."""
    found = {one.square: one for one in worths(findings, 7)}
    assert len(found) == 49
    assert {found[corner] for corner in CORNERS} == {found[0]._replace(square=corner) for corner in CORNERS}
    assert max(found.values(), key=lambda one: one.share or 0).square in CORNERS
    low, high = found[0].interval()
    assert low < found[0].share < high


def test_a_square_is_counted_by_games():
    """Two corners in one set weigh twice in the share, but are one game of the interval; games broken off do not count."""
    pairs = [((0, 6), (20, 21), "a"), ((0, 20), (22, 23), "b"), ((0, 20), (22, 23), None)]
    tasks = tuple(Task(a, b, 200, 1, number, exchange=False) for number, (a, b, _) in enumerate(pairs))
    results = tuple(Result(winner, 30, (2, 2)) for _, _, winner in pairs)
    settings = SMALL._replace(sizes=(2,))
    findings = played()[0]._replace(settings=settings, cells=(Cell((2, 2), 200, 1, tasks, results),))
    corner = next(one for one in worths(findings, 2) if one.square == 0)
    assert (corner.games, corner.share, corner.orbit) == (2, 2 / 3, 4)
    row = next(row for row in worth_rows(findings) if row["square"] == "一01")
    assert (row["orbit"], row["games"], row["share"]) == ("一01 七01 一07 七07", 2, "0.6667")
    touching = by_neighbours(findings, 2)
    assert {pairs: sum(tally) for pairs, tally in touching.items()} == {0: 4, 1: 2}  # 七03 and 一04 do not touch


def test_rows_name_each_kind_once(findings):
    """Ten kinds of squares for each size."""
    assert len(list(worth_rows(findings))) == 20


@pytest.mark.parametrize(
    ("one", "other", "expected"), [(0, 1, True), (0, 8, True), (6, 7, False), (0, 2, False), (48, 40, True)]
)
def test_touch(one, other, expected):
    """Side by side or corner to corner, not from the end of a row to the start of the next."""
    assert touch(one, other, 7) is expected


def test_neighbours_are_counted_once_a_set(findings):
    """Every set of the cells between the study's own sizes, up to the last class."""
    counts = by_neighbours(findings, 7)
    assert sum(map(sum, counts.values())) == 4 * 40
    assert max(counts) <= MOST_PAIRS


def test_by_count():
    """Free games by how many each side placed."""
    tasks = tuple(Task(None, None, 200, 1, number, exchange=False) for number in range(3))
    found = by_count(Cell(None, 200, 1, tasks, (FREE, FREE._replace(winner=None), FREE._replace(placed=(3, 4)))))
    assert {sizes: tuple(tally) for sizes, tally in found.items()} == {(9, 10): (1, 0, 0, 1), (3, 4): (1, 0, 0, 0)}
