"""Sets of squares: turned, counted up to symmetries, drawn and changed."""

import random
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from analysis.study.sets import (
    canonical,
    disjoint,
    distinct,
    fixing,
    images,
    neighbours,
    orbit,
    points_of,
    random_set,
    random_sets,
    turns_of,
    without,
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
    """The set that stands for all images does not depend on which of them is given."""
    turned = tuple(sorted(TURNS[number][square] for square in squares))
    assert canonical(turned, TURNS) == canonical(squares, TURNS)
    assert images(turned, TURNS) == images(squares, TURNS)


@given(SETS)
def test_images_and_what_keeps_a_set(squares):
    """A set has as many images as the symmetries that do not keep it leave: orbit and stabiliser."""
    assert len(images(squares, TURNS)) * len(fixing(squares, TURNS)) == 8


def test_classes_of_small_sets():
    """Ten kinds of squares; pairs of squares fall into as many classes as Burnside's lemma says."""
    assert len({orbit(square, TURNS) for square in POINTS}) == 10
    pairs = {canonical((one, other), TURNS) for one in POINTS for other in POINTS if one < other}
    burnside = sum(
        sum({turn[one], turn[other]} == {one, other} for one in POINTS for other in POINTS if one < other)
        for turn in TURNS
    )
    assert len(pairs) == burnside // 8


def test_neighbours_differ_in_one_square():
    """Each neighbour is one square away from an image of the set; none is the set itself; all are distinct."""
    squares = (0, 10, 24)
    found = neighbours(random.Random(1), squares, POINTS, TURNS)
    assert len(set(found)) == len(found)
    assert squares not in found
    for one in found:
        assert max(len(set(image) & set(squares)) for image in images(one, TURNS)) == 2


def test_random_sets_are_drawn_evenly():
    """Every square is drawn about as often, and a seed gives the same sets."""
    draw = random.Random(3)
    counts = dict.fromkeys(POINTS, 0)
    for _ in range(2000):
        for square in random_set(draw, POINTS, 7):
            counts[square] += 1
    assert all(200 < count < 380 for count in counts.values())
    twice = [list(islice(random_sets(random.Random(4), POINTS, 7, TURNS), 5)) for _ in range(2)]
    assert twice[0] == twice[1]


def test_distinct_gives_up_where_there_are_no_more():
    """Single squares have ten classes; known ones are left out."""
    found = distinct(random_sets(random.Random(5), POINTS, 1, TURNS), 30)
    assert len(found) == 10
    assert len(distinct(random_sets(random.Random(5), POINTS, 1, TURNS), 30, found[:4])) == 6


@given(SETS, SETS, st.integers(0, 99))
def test_disjoint_images(squares, other, seed):
    """What is found is an image of the other set without a common square; None only where every image has one."""
    found = disjoint(random.Random(seed), squares, [other], TURNS)
    fitting = [image for image in images(other, TURNS) if not set(image) & set(squares)]
    assert found in fitting or (found is None and not fitting)


def test_without():
    """The points that are not taken, in order."""
    assert without((1, 4, 7), {4}) == (1, 7)
