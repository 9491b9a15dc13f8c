"""Games that are the beginning of another, against a naive search."""

from hypothesis import given
from hypothesis import strategies as st

from kifu.core.longest_continuations import MoveLine, longest_continuations

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
