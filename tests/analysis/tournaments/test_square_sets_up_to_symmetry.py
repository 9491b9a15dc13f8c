"""Sets of squares: turned, counted up to symmetries, drawn at random and changed."""

import random
from itertools import islice

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from studies import CORNERS, SMALL, played

from analysis.tournaments.game_tasks_and_journal import GameResult, GameTask
from analysis.tournaments.share_rows import (
    MAX_TOUCHING_PAIRS,
    results_by_touching_squares,
    results_by_unit_counts,
    square_worths,
    worth_rows,
)
from analysis.tournaments.square_sets_up_to_symmetry import (
    canonical_set,
    disjoint_image,
    distinct_sets,
    do_squares_touch,
    neighbouring_sets,
    opening_points,
    random_set,
    random_sets,
    set_images,
    side_keeping_symmetries,
    square_orbit,
    stabiliser,
    untaken_points,
)
from analysis.tournaments.study_matches import SizeCell
from kifu.core import games

SIX = games.load("six")
TURNS = side_keeping_symmetries(SIX)
POINTS = opening_points(SIX)
SETS = st.sets(st.integers(0, 48), min_size=1, max_size=9).map(lambda squares: tuple(sorted(squares)))


def test_a_side_may_open_anywhere():
    """占 may stand on any of the 49 squares, and the board has eight symmetries that leave the sides alone."""
    assert opening_points(SIX) == tuple(range(49))
    assert len(TURNS) == 8


@given(SETS, st.integers(0, 7))
def test_a_turned_set_is_the_same(squares, number):
    """All images of a set have one canonical image."""
    turned = tuple(sorted(TURNS[number][square] for square in squares))
    assert canonical_set(turned, TURNS) == canonical_set(squares, TURNS)
    assert set_images(turned, TURNS) == set_images(squares, TURNS)


@given(SETS)
def test_images_and_what_keeps_a_set(squares):
    """The number of images times the number of symmetries that keep the set is 8 (orbit and stabiliser)."""
    assert len(set_images(squares, TURNS)) * len(stabiliser(squares, TURNS)) == 8


def test_classes_of_small_sets():
    """There are ten classes of squares; the classes of pairs are as many as Burnside's lemma gives."""
    assert len({square_orbit(square, TURNS) for square in POINTS}) == 10
    pairs = {canonical_set((low, high), TURNS) for low in POINTS for high in POINTS if low < high}
    burnside = sum(
        sum({turn[low], turn[high]} == {low, high} for low in POINTS for high in POINTS if low < high) for turn in TURNS
    )
    assert len(pairs) == burnside // 8


def test_neighbours_differ_in_one_square():
    """Each neighbour is one square away from an image of the set; all are distinct, and none is the set itself."""
    squares = (0, 10, 24)
    changed = neighbouring_sets(random.Random(1), squares, POINTS, TURNS)
    assert len(set(changed)) == len(changed)
    assert squares not in changed
    for neighbour in changed:
        assert max(len(set(image) & set(squares)) for image in set_images(neighbour, TURNS)) == 2


def test_random_sets_are_drawn_evenly():
    """Every square is drawn about equally often, and a seed gives the same sets."""
    draw = random.Random(3)
    counts = dict.fromkeys(POINTS, 0)
    for _ in range(2000):
        for square in random_set(draw, POINTS, 7):
            counts[square] += 1
    assert all(200 < count < 380 for count in counts.values())
    twice = [list(islice(random_sets(random.Random(4), POINTS, 7, TURNS), 5)) for _ in range(2)]
    assert twice[0] == twice[1]


def test_distinct_gives_up_where_there_are_no_more():
    """Single squares have ten classes, so no more are given; known ones are left out."""
    classes = distinct_sets(random_sets(random.Random(5), POINTS, 1, TURNS), 30)
    assert len(classes) == 10
    assert len(distinct_sets(random_sets(random.Random(5), POINTS, 1, TURNS), 30, classes[:4])) == 6


@given(SETS, SETS, st.integers(0, 99))
def test_disjoint_images(squares, other, seed):
    """The result is an image of the other set without a common square; it is None only if there is no such image."""
    image_or_none = disjoint_image(random.Random(seed), squares, [other], TURNS)
    fitting = [image for image in set_images(other, TURNS) if not set(image) & set(squares)]
    assert image_or_none in fitting or (image_or_none is None and not fitting)


def test_without():
    """The result is the points that are not taken, in order."""
    assert untaken_points((1, 4, 7), {4}) == (1, 7)


FREE = GameResult("a", 30, (9, 10))


@pytest.fixture(scope="module")
def findings():
    """Return the results of the small study."""
    return played()[0]


def test_corners_are_worth_most(findings):
    """In games that corners decide, a corner has the highest share; its four images have the same worth."""
    by_square = {worth.square: worth for worth in square_worths(findings, 7)}
    assert len(by_square) == 49
    assert {by_square[corner] for corner in CORNERS} == {by_square[0]._replace(square=corner) for corner in CORNERS}
    assert max(by_square.values(), key=lambda worth: worth.share or 0).square in CORNERS
    low, high = by_square[0].interval()
    assert low < by_square[0].share < high


def test_a_square_is_counted_by_games():
    """Two corners in a set count twice in the share, but as one game in the interval; games broken off do not count."""
    pairs = [((0, 6), (20, 21), "a"), ((0, 20), (22, 23), "b"), ((0, 20), (22, 23), None)]
    tasks = tuple(GameTask(a, b, 200, 1, number, exchange=False) for number, (a, b, _) in enumerate(pairs))
    results = tuple(GameResult(winner, 30, (2, 2)) for _, _, winner in pairs)
    settings = SMALL._replace(sizes=(2,))
    findings = played()[0]._replace(settings=settings, cells=(SizeCell((2, 2), 200, 1, tasks, results),))
    corner = next(worth for worth in square_worths(findings, 2) if worth.square == 0)
    assert (corner.games, corner.share, corner.orbit) == (2, 2 / 3, 4)
    row = next(row for row in worth_rows(findings) if row["square"] == "一01")
    assert (row["orbit"], row["games"], row["share"]) == ("一01 七01 一07 七07", 2, "0.6667")
    touching = results_by_touching_squares(findings, 2)
    assert {pairs: sum(tally) for pairs, tally in touching.items()} == {0: 4, 1: 2}  # 七03 and 一04 do not touch


def test_rows_name_each_kind_once(findings):
    """Each size has ten rows, one for each orbit of squares."""
    assert len(list(worth_rows(findings))) == 20


@each(("first", "second", "expected"), [(0, 1, True), (0, 8, True), (6, 7, False), (0, 2, False), (48, 40, True)])
def test_touch(first, second, expected):
    """Squares touch side by side or corner to corner, but not from the end of a row to the start of the next."""
    assert do_squares_touch(first, second, 7) is expected


def test_neighbours_are_counted_once_a_set(findings):
    """Every set of the cells between the study's own sizes is counted once, up to the last class."""
    counts = results_by_touching_squares(findings, 7)
    assert sum(map(sum, counts.values())) == 4 * 40
    assert max(counts) <= MAX_TOUCHING_PAIRS


def test_by_count():
    """Free games are counted by the numbers of units that the sides placed."""
    tasks = tuple(GameTask(None, None, 200, 1, number, exchange=False) for number in range(3))
    tallies = results_by_unit_counts(
        SizeCell(None, 200, 1, tasks, (FREE, FREE._replace(winner=None), FREE._replace(placed=(3, 4))))
    )
    assert {sizes: tuple(tally) for sizes, tally in tallies.items()} == {(9, 10): (1, 0, 0, 1), (3, 4): (1, 0, 0, 0)}
