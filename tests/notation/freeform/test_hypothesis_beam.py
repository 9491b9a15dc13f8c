"""Tests of the beam: which hypotheses about the lines so far are kept."""

import pytest

from kifu.core import games
from notation.freeform.hypothesis import Hypothesis
from notation.freeform.hypothesis_beam import COST_RANGE, MARGIN, Beam

SIX = games.load("six")
TITLED = (("棋種", "6面体"), ("表題", "十一月二日 於 緑町"))
PLACED = (("棋種", "6面体"), ("表題", "十一月二日"), ("場所", "緑町"))
NAMED = (*PLACED, ("先手", "山田"))


def kept(*heads, reach, moving):
    """Return the heads that are kept of hypotheses of one play, each dearer than the one before."""
    beam = Beam(reach)
    found = [Hypothesis(SIX, cost=0.1 * at, head=head, started=True, moving=moving) for at, head in enumerate(heads)]
    beam.add(found)
    return [one.head for one in beam.cheapest()]


@pytest.mark.parametrize("reach", [MARGIN, COST_RANGE])
def test_heads_of_the_same_players_are_one_below_the_first_move(reach):
    """Of two heads that name the same players the cheaper one is kept when moves have begun, and both above them."""
    assert kept(TITLED, PLACED, reach=reach, moving=True) == [TITLED]
    assert kept(TITLED, PLACED, reach=reach, moving=False) == [TITLED, PLACED]


def test_a_head_that_names_another_player_is_kept():
    """A name tells whose move a line is: the dearer head may be the better one."""
    assert kept(PLACED, NAMED, reach=COST_RANGE, moving=True) == [PLACED, NAMED]
