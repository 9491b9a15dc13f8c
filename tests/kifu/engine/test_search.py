"""The search: it finds wins, the same arguments give the same choice, and it runs interpreted too."""

import random

import pytest
from each import each
from helpers import SIX

from kifu.core import games
from kifu.core.game.text import split_diagram
from kifu.engine.best_move_and_win_chance import MAX_DEPTH, find_best_move
from kifu.engine.bind_engine import interpreted_search_kernels, search_kernels

ACE = games.load("ace")


def drawn(game, text):
    """Return the position of a diagram."""
    return game.read_diagram(split_diagram(1, enumerate(text.strip().splitlines(), start=1)))


BEATS_AT_ONCE = """
一二三四五六七
○○○○○○○01
○○○○○○○02
○○○領○○○03
○○○武○○○04
○○○○○○○05
○占○○○○○06
○○○○○○○07
先手の持駒：3 占不可
後手の持駒：3 占不可
手番：先手
"""

BEATS_IN_THREE = """
一二三四五六七
領○○○○○○01
○○○○○○○02
○○騎○○○○03
○○○○○○○04
○○○○占○○05
○○○○○○○06
○○○○○○○07
先手の持駒：0 占不可
後手の持駒：0 占不可
手番：先手
"""


def random_position(game, seed, plies):
    """Return a position after random moves in which the game goes on."""
    draw = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        after = game.play_legal(position, draw.choice(list(game.legal_moves(position))))
        if game.outcome(after):
            break
        position = after
    return position


def test_it_beats_the_last_territory():
    """The search sees a win in one ply, and its chance is 1."""
    choice = find_best_move(SIX, drawn(SIX, BEATS_AT_ONCE), 500)
    assert SIX.spell(choice.move) == "四04-四03武"
    assert (choice.chance, choice.value, choice.line) == (1.0, 1_000_000 - 1, (choice.move,))
    assert (choice.text, choice.plies) == ("四04-四03武", 1)


def test_it_sees_the_standstill():
    """後手 has only a 占 and cannot move: a move that keeps it so wins by six.15."""
    choice = find_best_move(SIX, drawn(SIX, BEATS_IN_THREE), 2000)
    after = SIX.play_legal(drawn(SIX, BEATS_IN_THREE), choice.move)
    assert SIX.outcome(after).outcome == "first"


@each("game", [SIX, ACE], ids=lambda game: game.id)
@each("seed", range(6))
def test_the_same_arguments_give_the_same_choice(game, seed):
    """A choice and its line are legal, it depends on its arguments only, and it keeps the budget."""
    position = random_position(game, seed, 5 * seed)
    choice = find_best_move(game, position, 700, seed, noise=5)
    assert find_best_move(game, position, 700, seed, noise=5) == choice
    assert choice.nodes <= 1401  # search and solver have 700 each
    assert choice.line[0] == choice.move
    seen = 1 if choice.chance == 1 else None
    assert (choice.text, choice.plies, choice.proven) == (game.spell(choice.move), seen, seen is not None)
    for move in choice.line:
        assert game.explain(position, move) is None
        position = game.play_legal(position, move)


@each("game", [SIX, ACE], ids=lambda game: game.id)
@each("seed", range(3))
def test_interpreted_and_compiled_agree(game, seed):
    """The same source, run both ways, visits the same nodes and chooses the same move."""
    position = random_position(game, seed, 8)
    choices = []
    for bound in (search_kernels(game), interpreted_search_kernels(game)):
        names = {**bound, "key_of": bound["key_of"]}
        state = names["make_search_state"](120, 0, 0)
        move, value = names["choose"](position, state)
        choices.append((int(move), int(value), [int(expected) for expected in state.line[MAX_DEPTH + 1, :4]]))
    assert choices[0] == choices[1]


def test_a_game_that_does_not_compile():
    """続・連合将棋 is searched by its rules and its score alone, interpreted."""
    rengo = games.load("rengo")
    position = rengo.start()
    choice = find_best_move(rengo, position, 20)
    assert rengo.explain(position, choice.move) is None
    assert find_best_move(rengo, position, 20) == choice


def test_positions_that_came_before_are_avoided():
    """A move back to an earlier position of the game counts as no progress."""
    position = random_position(SIX, 3, 40)
    choice = find_best_move(SIX, position, 1500)
    again = find_best_move(SIX, position, 1500, before=(SIX.play_legal(position, choice.move),))
    assert again.move != choice.move or again.value <= max(0, choice.value)


def test_nothing_to_choose():
    """A game that is over, and a budget of 0 nodes, raise ValueError."""
    over = SIX.play_legal(drawn(SIX, BEATS_AT_ONCE), find_best_move(SIX, drawn(SIX, BEATS_AT_ONCE), 500).move)
    with pytest.raises(ValueError, match="over"):
        find_best_move(SIX, over)
    with pytest.raises(ValueError, match="0"):
        find_best_move(SIX, SIX.start(), 0)
