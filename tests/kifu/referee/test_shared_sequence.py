"""Sequences that share their beginning read as tuples."""

import pytest
from each import each

from kifu.referee.replay import SharedSequence

ONE = SharedSequence((0, 1, 2, 3), 2, ("a", "b"))
TWO = SharedSequence(ONE, 3, ("c",))
NOTHING = SharedSequence(TWO, 1, ())
WHOLE = [
    (ONE, (0, 1, "a", "b")),
    (TWO, (0, 1, "a", "c")),
    (NOTHING, (0,)),
    (SharedSequence(TWO, 4, ("d",)), (0, 1, "a", "c", "d")),
]


@each(("joined", "expected"), WHOLE)
def test_it_reads_as_the_tuple(joined, expected):
    """Length, items from either end, slices, order, search and equality."""
    assert (len(joined), tuple(joined), joined, hash(joined)) == (len(expected), expected, expected, hash(expected))
    assert [joined[at] for at in range(-len(expected), len(expected))] == list(expected * 2)
    assert joined[1:] == expected[1:]
    assert [joined.index(item) for item in expected] == list(range(len(expected)))
    for beyond in (len(expected), -len(expected) - 1):
        with pytest.raises(IndexError):
            joined[beyond]


def test_it_equals_no_list_and_no_other_items():
    """An index outside of the sequence raises IndexError, as in a tuple."""
    assert list(ONE) != ONE
    assert ONE != TWO
    assert ONE != (0, 1, "a")


def test_a_long_chain():
    """A chain of thousands of sequences that share their beginnings is read without recursion."""
    chain = SharedSequence((), 0, (0,))
    for number in range(1, 20_000):
        chain = SharedSequence(chain, number, (number,))
    assert (chain[0], chain[-1], sum(1 for _ in chain)) == (0, 19_999, 20_000)
