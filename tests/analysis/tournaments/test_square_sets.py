"""Sets of squares: turned, counted up to symmetries, drawn at random and changed."""

import random
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from analysis.tournaments.square_sets import (
    canonical,
    disjoint,
    distinct_sets,
    images,
    neighbours,
    orbit,
    points_of,
    random_set,
    random_sets,
    stabiliser,
    turns_of,
    untaken_points,
)
from kifu import games

SIX = games.load("six")
TURNS = turns_of(SIX)
POINTS = points_of(SIX)
SETS = st.sets(st.integers(0, 48), min_size=1, max_size=9).map(lambda squares: tuple(sorted(squares)))


def test_a_side_may_open_anywhere():
    """占 may stand on any of the 49 squares, and the board has eight symmetries that leave the sides alone."""
    assert points_of(SIX) == tuple(range(49))
    assert len(TURNS) == 8


@given(SETS, st.integers(0, 7))
def test_a_turned_set_is_the_same(squares, number):
    """All images of a set have one canonical image."""
    turned = tuple(sorted(TURNS[number][square] for square in squares))
    assert canonical(turned, TURNS) == canonical(squares, TURNS)
    assert images(turned, TURNS) == images(squares, TURNS)


@given(SETS)
def test_images_and_what_keeps_a_set(squares):
    """The number of images times the number of symmetries that keep the set is 8 (orbit and stabiliser)."""
    assert len(images(squares, TURNS)) * len(stabiliser(squares, TURNS)) == 8


def test_classes_of_small_sets():
    """There are ten classes of squares; the classes of pairs are as many as Burnside's lemma gives."""
    assert len({orbit(square, TURNS) for square in POINTS}) == 10
    pairs = {canonical((low, high), TURNS) for low in POINTS for high in POINTS if low < high}
    burnside = sum(
        sum({turn[low], turn[high]} == {low, high} for low in POINTS for high in POINTS if low < high) for turn in TURNS
    )
    assert len(pairs) == burnside // 8


def test_neighbours_differ_in_one_square():
    """Each neighbour is one square away from an image of the set; all are distinct, and none is the set itself."""
    squares = (0, 10, 24)
    changed = neighbours(random.Random(1), squares, POINTS, TURNS)
    assert len(set(changed)) == len(changed)
    assert squares not in changed
    for neighbour in changed:
        assert max(len(set(image) & set(squares)) for image in images(neighbour, TURNS)) == 2


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
    image_or_none = disjoint(random.Random(seed), squares, [other], TURNS)
    fitting = [image for image in images(other, TURNS) if not set(image) & set(squares)]
    assert image_or_none in fitting or (image_or_none is None and not fitting)


def test_without():
    """The result is the points that are not taken, in order."""
    assert untaken_points((1, 4, 7), {4}) == (1, 7)
