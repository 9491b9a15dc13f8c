"""Tests of the points of both sides as people write them."""

from hypothesis import given
from hypothesis import strategies as st

from kifu.core.outcome import Side
from kifu.core.score_text import COLOURS, MAX_SCORE_CHARS, read_points

UNION = {"白": Side.FIRST, "黒": Side.SECOND}
READ = {
    "先手105 後手98": (105, 98),
    "先手：105点、後手：98点": (105, 98),
    "後手98 先手105": (105, 98),
    "▲105 △98": (105, 98),
    "１０５対９８": (105, 98),
    "105-98": (105, 98),
    "105 98.5": (105, 98.5),
    "先手は27目半、後手は35目": (27.5, 35),
    "先手 0 後手 6.5": (0, 6.5),
}
UNREAD = [
    "",
    "先手",
    "105",
    "先手105",
    "先手105 先手98",
    "甲105 乙98",
    "105 先手98",
    "先手105 後手98 1",
    "先手1点 後手2円",
    "-1 2",
]
SPELLINGS = st.sampled_from(["先手{} 後手{}", "{}対{}", "先手：{}、後手：{}", "黒{} 白{}"])


def test_what_is_read():
    """Names, order, units and width differ; the numbers are those of 先手 and 後手."""
    for text, points in READ.items():
        assert read_points(text, COLOURS) == points, text


def test_what_is_not_read():
    """One number, one side twice, an unknown name or unit, and a text that is too long, are no points of both sides."""
    for text in [*UNREAD, "先手1 後手2" + " " * MAX_SCORE_CHARS]:
        assert read_points(text, COLOURS) is None, text


def test_colours_are_those_of_the_game():
    """Black moves first with stones, white in the Union games."""
    assert read_points("黒27 白35.5", COLOURS) == (27, 35.5)
    assert read_points("黒27 白35.5", COLOURS | UNION) == (35.5, 27)


@given(st.integers(0, 999999), st.integers(0, 999999), st.booleans(), SPELLINGS)
def test_numbers_come_back(first, second, half, spelling):
    """A whole number is an int; half a point is written as a figure or as 半."""
    more = 0.5 * half
    for tail in ("目半", "半", ".5") if half else ("", "目", "点"):
        assert read_points(spelling.format(f"{first}{tail}", second), COLOURS) == (first + more, second)
    assert isinstance(read_points(spelling.format(first, second), COLOURS)[0], int)
