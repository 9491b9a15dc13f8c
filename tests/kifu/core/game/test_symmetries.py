"""Symmetries of boards: the eight turns, the images of sets of squares, and the turns that a board's lines allow."""

from __future__ import annotations

import random
from itertools import product

from each import each

from kifu.core import games
from kifu.core.compiled.symmetry_kernel import chunk_count, map_set, subset_image_table
from kifu.core.game.symmetries import board_turns

SHAPES = {
    # name: (points and their lines, how many symmetries)
    "square without diagonals": (
        ["一01 二01 三01", "一02 二02 三02", "一03 二03 三03", "一01 一02 一03", "二01 二02 二03", "三01 三02 三03"],
        8,
    ),
    "one diagonal": (["一01 二01", "一02 二02", "一01 一02", "二01 二02", "一01 二02"], 4),
    "rectangle": (["一01 二01 三01", "一02 二02 三02", "一01 一02", "二01 二02", "三01 三02"], 4),
    "an arrow": (["一02 二01 ", "二01 三02", "二01 二02 二03"], 2),
    "lopsided, away from the corner": (["四04 五04 六04", "四04 四05"], 1),
    "a line drawn in two": (["一01 二01", "二01 三01", "一02 二02 三02"], 2),
}


def test_turns_of_a_square_and_of_a_rectangle():
    """A square has eight turns, a rectangle four. Each is a permutation, and together they are a group."""
    for columns, rows, number in ((7, 7, 8), (9, 10, 4), (1, 1, 8)):
        permutations = [turn.squares for turn in board_turns(columns, rows)]
        assert len(permutations) == number
        assert all(sorted(squares) == list(range(columns * rows)) for squares in permutations)
        pairs = product(permutations, repeat=2)
        assert {tuple(second[place] for place in first) for first, second in pairs} == set(permutations)


def test_the_turns_do_what_they_are_called():
    """Each turn moves the corner 一01 and its neighbour 二01 of a 3 × 3 board as its name says."""
    landed = {turn.name.en: (turn.squares[0], turn.squares[1]) for turn in board_turns(3, 3)}
    assert landed == {
        "as it is": (0, 1),
        "left and right": (2, 1),
        "top and bottom": (6, 7),
        "half a turn": (8, 7),
        "main diagonal": (0, 3),
        "a quarter to the right": (2, 5),
        "a quarter to the left": (6, 3),
        "other diagonal": (8, 5),
    }


@each("size", [1, 6, 7, 8, 49, 63, 90])
def test_sets_are_turned_square_by_square(size):
    """The image of a set by the table is the set of the images of its squares, on boards of all sizes."""
    draw = random.Random(size)
    permutations = [draw.sample(range(size), size) for _ in range(3)]
    table = subset_image_table(permutations)
    for number, places in enumerate(permutations):
        for _ in range(50):
            squares = draw.getrandbits(size)
            turned = sum(1 << place for square, place in enumerate(places) if squares >> square & 1)
            assert map_set(table, squares, number * chunk_count(size)) == turned


@each("name", SHAPES)
def test_the_lines_decide(name):
    """A board of a variant file has exactly the turns that keep each drawn line."""
    lines, number = SHAPES[name]
    drawn = [line.split() for line in lines]
    points = sorted({point for line in drawn for point in line})
    # These two pieces fit each shape.
    text = (
        f'game = "ace"\n[board]\npoints = {points}\nlines = {drawn}\n'
        f'[start]\nwhite = {{ "{points[0]}" = "内丸" }}\nblack = {{ "{points[1]}" = "外丸" }}\n'
    ).replace("'", '"')
    game = games.load("ace").variant("shape.toml", text)
    assert len(game.symmetries) == number
    assert game.image(game.start(), 0) == game.start()


def test_the_games_and_their_symmetries():
    """6面体 has sixteen, half of them exchanging the sides; the Union boards eight turns, 続・連合将棋 left and right."""
    symmetries = {game: games.load(game).symmetries for game in games.ids()}
    assert {game: len(of_game) for game, of_game in symmetries.items()} == {
        "ace": 8,
        "king": 8,
        "master": 8,
        "rengo": 2,
        "six": 16,
    }
    exchanging = {game for game, of_game in symmetries.items() if any(symmetry.exchanges for symmetry in of_game)}
    assert exchanging == {"six"}


def test_the_sides_of_a_union_game_differ():
    """The sides cannot be exchanged: white at the target leaves black a last move, black at the target ends the game."""
    game = games.load("ace").variant("low.toml", 'game = "ace"\n[score]\ntarget = 1\n')
    turn, inner_white, inner_black, outer_white, outer_black, *rest = game.start()
    point = 1 << 24
    united = type(game.start())(1, point, inner_black, point, outer_black, *rest)
    exchanged = type(game.start())(0, inner_black, point, outer_black, point, *rest)
    assert (turn, inner_white & point, outer_white & point) == (0, 0, 0)
    assert game.outcome(united) is None
    assert game.outcome(exchanged) is not None
