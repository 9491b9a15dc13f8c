"""The factors of opening sets, on boards that can be counted by hand."""

from each import each
from helpers import SIX

from analysis.study.factors import FACTORS, factors, place


def squares(text):
    """Return the squares that a text names."""
    return tuple(sorted(SIX.board.parse(word) for word in text.split()))


@each(
    ("own", "other", "expected"),
    [
        ("一01", "七07", (0, 1, 0, 0, 3)),
        ("一01", "二02", (0, 1, 0, 0, 2)),
        ("四04 五05", "一01", (1, 0, 0, 2, 12)),
        ("一01 四01 三03 二02", "七07", (2, 1, 1, 1, 13)),
        ("二02", "三03 一02", (0, 0, 0, 0, 6)),
    ],
)
def test_factors(own, other, expected):
    """Touching pairs, corners, edges, centre, and the squares beside the set that no set has."""
    assert dict(zip(FACTORS, factors(squares(own), squares(other), SIX.board), strict=True)) == dict(
        zip(FACTORS, expected, strict=True)
    )


def test_every_square_has_one_place():
    """There are 4 corners, 20 edges, 9 squares of the centre and 16 between."""
    names = [place(square, SIX.board) for square in range(49)]
    assert {name: names.count(name) for name in set(names)} == {"corners": 4, "edges": 20, "centre": 9, "ring": 16}
