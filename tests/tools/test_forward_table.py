"""The tablebase of 6面体 against values found by looking forward, which share nothing with it but the rules."""

import numpy as np
import pytest
from built_tablebase import build_tablebase
from forward_table import SIX, whole

pytestmark = pytest.mark.no_cover  # coverage makes these tests slow, and other tests run the same lines


def compared(table):
    """Return by name how many positions of each slice of two dice were compared, and how many differ."""
    return {name: (positions, wrong) for name, positions, wrong in whole(table, 2)}


def test_each_position_with_two_dice():
    """No position on any squares, with either side to move, has another value; one changed value is found."""
    table = build_tablebase(SIX, 2)
    found = compared(table)
    assert len(found) == 10
    assert set(found.values()) == {(2 * 49 * 48, 0)}
    values = table.values.copy()
    (won,) = np.flatnonzero(values == 4)[:1]
    values[won] = 2
    wrong = [count for _, count in compared(table._replace(values=values)).values() if count]
    assert len(wrong) == 1
    assert wrong[0] in {4, 8, 16}  # the images of one position, those with the sides exchanged among them


def test_a_slice_and_those_that_it_leads_to():
    """Three dice: each position of 武-士馬, on all squares, and of the slices with one of its dice beaten."""
    found = list(whole(build_tablebase(SIX, 3), 3, only="武-士馬"))
    assert found == [("武-士+怨", 221_088, 0), ("武-馬+怨", 221_088, 0), ("武-士馬", 221_088, 0)]
