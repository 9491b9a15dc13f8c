"""Tests the counts that each game's perft.txt promises, by kifu.testing, and those under options of the rules.

Counts under options stand in tests/data/perft/, one file a game.
"""

from pathlib import Path

import pytest

from kifu.core import games
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.compiled.perft_and_expected_counts import (
    PerftBlock,
    is_compiled_faster,
    parse_perft_blocks,
    perft,
    perft_of_each_move,
    read_perft_blocks,
)
from kifu.testing import cases
from kifu.testing.test_perft import *  # noqa: F403 - the tests

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

UNDER_OPTIONS = Path(__file__).parent / "data" / "perft"


def under_options(game_id):
    """Return the blocks of a game under options of its rules."""
    file = UNDER_OPTIONS / f"{game_id}.txt"
    return parse_perft_blocks(file.read_text("utf-8")) if file.exists() else ()


def pytest_generate_tests(metafunc):
    """Give the tests of counts those under options, too."""
    if "counts" not in metafunc.fixturenames:
        cases.pytest_generate_tests(metafunc)
        return
    every = map(games.load, games.ids())
    cases.parametrize_perft(
        metafunc, ((game, counts) for game in every for counts in (*read_perft_blocks(game), *under_options(game.id)))
    )


@pytest.mark.parametrize("game_id", [game_id for game_id in games.ids() if under_options(game_id)])
def test_counts_under_options(game_id):
    """A file of counts under options has, for each option of the game with named values, the start to depth 4."""
    blocks = under_options(game_id)
    assert len({counts.id for counts in blocks}) == len(blocks)
    game = games.load(game_id)
    others = {
        game.under(option.name, value).rules
        for option in game.options
        for value in option.values
        if value != option.default
    }
    deep = {
        counts.rules for counts in blocks if not counts.diagram and [depth for depth, _ in counts.nodes] == [1, 2, 3, 4]
    }
    assert others <= deep
    assert all(counts.rules == game.configure(counts.rules, {}).rules for counts in blocks)


def test_the_start_of_six():
    """perft.txt promises the counts from the start that the specification gives."""
    (start,) = [counts for counts in read_perft_blocks(games.load("six")) if not counts.diagram]
    assert start.nodes == ((1, 49), (2, 2352), (3, 169200), (4, 11912160), (5, 808172800))


def test_depth_zero():
    """Depth 0 is the one sequence of no moves, at the start and when the game is over; divided it is an error."""
    game = games.load("six")
    assert perft(game, game.start(), 0) == 1
    assert perft(game, game.start(), 0, compiled=True) == 1
    with pytest.raises(ValueError, match="0"):
        perft_of_each_move(game, game.start(), 0)


def test_negative_depth():
    """A negative depth is an error."""
    game = games.load("six")
    with pytest.raises(ValueError, match="-1"):
        perft(game, game.start(), -1)


def test_compiling_is_chosen_where_it_pays():
    """Small counts run interpreted, large counts compiled."""
    game = games.load("six")
    assert [is_compiled_faster(game, game.start(), depth) for depth in (0, 1, 3, 4, 5)] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_a_game_that_does_not_compile():
    """Compiled counting of a game without kernels is an error that names it."""

    class Plain:
        id = "plain"
        legal_moves = staticmethod(range)
        play_legal = staticmethod(lambda _position, move: move)
        package = "kifu"

    assert not rules_compile(Plain())
    assert perft(Plain(), 4, 2) == 6
    assert not is_compiled_faster(Plain(), 100, 9)
    with pytest.raises(ValueError, match="plain"):
        perft(Plain(), 4, 2, compiled=True)
    assert read_perft_blocks(Plain()) == ()


def test_the_file_format():
    """A block is an id, perhaps rules, perhaps a diagram, and counts; comments and blank lines are ignored."""
    text = "# a comment\n\nid start\nperft 1 3\n# another\nperft 2 9\n\nid later\n  ○×01\n手番：先手\nperft 1 0\n"
    text += "id other\nrules six/1 near=any\nperft 1 4\n"
    assert parse_perft_blocks(text) == (
        PerftBlock("start", 3, (), ((1, 3), (2, 9))),
        PerftBlock("later", 8, ((9, "  ○×01"), (10, "手番：先手")), ((1, 0),)),
        PerftBlock("other", 12, (), ((1, 4),), "six/1 near=any"),
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [("perft 1 3\n", 1), ("id start\nperft 1 3\nperft two 9\n", 3), ("id a\nperft 1 2\n○○01\n", 3), ("○○01\n", 1)],
)
def test_a_bad_line(text, line):
    """A line that belongs to no block is an error that names it."""
    with pytest.raises(ValueError, match=f"line {line}:"):
        parse_perft_blocks(text)
