"""Sequences that share their beginning, and games that are the beginning of another, against a naive search."""

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from kifu.core.shared_prefixes_of_lines import MoveLine, SharedSequence, longest_continuations

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


LINES = st.lists(
    st.builds(
        MoveLine,
        st.sampled_from("ab"),
        st.sampled_from("x"),
        st.lists(st.integers(0, 2), max_size=5).map(tuple),
        st.just(0),
    ),
    max_size=24,
)


def naive(lines):
    """Return for each line the longest line that goes on, of several the one with the lowest record."""
    found = {}
    for line in lines:
        longer = [
            other
            for other in lines
            if line.moves
            and other[:2] == line[:2]
            and len(other.moves) > len(line.moves)
            and other.moves[: len(line.moves)] == line.moves
        ]
        if longer:
            found[line.record] = min(longer, key=lambda other: (-len(other.moves), other.record)).record
    return found


@given(LINES)
def test_against_a_naive_search(lines):
    """The same games begin the same other games, in any order of the lines."""
    numbered = [line._replace(record=number) for number, line in enumerate(lines)]
    assert longest_continuations(numbered) == longest_continuations(reversed(numbered)) == naive(numbered)


def test_moves_of_any_size():
    """Codes beyond 64 bits are moves too; a game without moves begins none."""
    lines = [MoveLine("s", "", (), 0), MoveLine("s", "", (1 << 90,), 1), MoveLine("s", "", (1 << 90, 5), 2)]
    assert longest_continuations(lines) == {1: 2}
