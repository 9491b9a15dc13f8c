"""The opening of a game that does not define it: the first plies of each side."""

import random

from each import each

from kifu.core import games
from kifu.core.game.counting import opening_plies, openings, places_units
from kifu.core.outcome import Side


def walk(game, plies, seed=1):
    """Return the moves of a random game and the side of each."""
    draw, position, moves, sides = random.Random(seed), game.start(), [], []
    for _ in range(plies):
        moves.append(draw.choice(list(game.legal_moves(position))))
        sides.append(game.turn(position))
        position = game.play_legal(position, moves[-1])
    return moves, sides


@each(("name", "plies"), [("ace", 8), ("king", 8), ("master", 28), ("rengo", 8), ("six", 32)])
def test_how_long_openings_last(name, plies):
    """The opening has eight plies, up to the double turn, or those of 6面体; `plies` counts only without a definition."""
    game = games.load(name)
    assert opening_plies(game) == plies
    assert opening_plies(game, 5) == (plies if places_units(game) else 5)


@each("name", ["ace", "master", "rengo"])
def test_the_first_plies_by_side(name):
    """An opening has the side's moves among the first plies in order; a short game is complete only if it is over."""
    game = games.load(name)
    moves, sides = walk(game, 7)
    first, second = openings(game, moves, sides, over=False, plies=5)
    assert (first.complete, second.complete) == (True, True)
    assert list(first.moves) == [move for move, side in zip(moves[:5], sides, strict=False) if side is Side.FIRST]
    assert list(second.moves) == [move for move, side in zip(moves[:5], sides, strict=False) if side is Side.SECOND]
    assert not openings(game, moves[:4], sides[:4], over=False, plies=5)[0].complete
    assert openings(game, moves[:4], sides[:4], over=True, plies=5)[0].complete
