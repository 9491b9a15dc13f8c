"""Compares the rules of 6面体 under each option, and under each pair of options, with the naive reading of naive.py."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis_profile import examples
from six_walks import Referee, choose, draws, ended, random_diagram, written

from kifu.core import games
from kifu.core.compiled.bind_and_compile import compiled_rule_kernels
from kifu.core.game.text import split_diagram

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

OPTIONS = ("near=any", "line=blocked", "beat=any", "four=draw")
CHOICES = [*combinations(OPTIONS, 1), *combinations(OPTIONS, 2), OPTIONS]
QUICK = 60
"""Positions of the quick comparison, which judges moves, articles, and positions after moves."""
POSITIONS = examples(2_000, 10_000)
"""Positions of the slow comparison, which judges moves interpreted and compiled, and articles compiled."""
PLIES = 80
WRITTEN = 2
"""How many moves of each position are written at random."""
COMPARED = 10
"""One position in this number is also compared with the reading without each option."""
CHANGED = {"near=any": 0.1, "line=blocked": 0.1, "beat=any": 0.03, "four=draw": 0}
"""The part of the compared positions, at least, at which an option changes the legal moves."""

choices = pytest.mark.parametrize("chosen", CHOICES, ids=" ".join)


def under(chosen):
    """Return the game under options."""
    return games.load("six").configure(f"six/1 {' '.join(chosen)}", {})


def read(game, text):
    """Return the position of a diagram."""
    return game.read_diagram(split_diagram(1, enumerate(text.splitlines(), start=1)))


def pairs(game, naive, chosen, draw):
    """Yield positions as both readings have them: games that both play, and between them as many diagrams."""
    while True:
        position, state = game.start(), naive.State(options=frozenset(chosen))
        territories = (draw.randint(1, 8), draw.randint(1, 8))
        for _ in range(PLIES):
            yield position, state
            text = random_diagram(naive, draw)
            yield read(game, text), naive.parse(text, chosen)
            named = {game.spell(move): move for move in game.legal_moves(position)}
            if not named:
                break
            text = choose(naive, state, sorted(named), draw, territories[state.turn])
            position, state = game.play_legal(position, named[text]), naive.play(state, text)


@choices
def test_in_every_respect(naive, chosen):
    """Moves, outcomes, positions after moves, and the articles of illegal moves agree under the options."""
    game, draw = under(chosen), draws(" ".join(chosen))
    referee = Referee(game, naive)
    for _, (position, state) in zip(range(QUICK), pairs(game, naive, chosen, draw), strict=False):
        referee.compare(position, state, draw)
    referee.require({"legal": 100, "six.1": 1000, "six.4": 20, "six.6": 500, "six.12": 20, "six.13": 20})


@choices
def test_moves_interpreted_and_compiled(naive, chosen):
    """Interpreted and compiled rules have the naive reading's moves, ends and articles at many positions."""
    game, draw = under(chosen), draws(f"many {' '.join(chosen)}")
    kernels, seen = compiled_rule_kernels(game), Counter()
    for number, (position, state) in zip(range(POSITIONS), pairs(game, naive, chosen, draw), strict=False):
        board = naive.draw(state)
        legal = naive.moves(state)
        moves = list(game.legal_moves(position))
        assert (sorted(map(game.spell, moves)), board) == (sorted(legal), board)
        assert (list(kernels["legal_moves"](position)), board) == (moves, board)
        assert (kernels["mobility"](position), board) == (len(legal), board)
        assert (ended(game, position), board) == (naive.outcome(state, legal), board)
        assert (kernels["loser"](position) > 0, board) == (naive.outcome(state, legal) is not None, board)
        for text in written(naive, state, draw, WRITTEN):
            broken = kernels["breach"](position, game.resolve(position, game.read(text)))
            article = game.article_of(broken) if broken else None
            assert (text, article, board) == (text, naive.article(state, text, legal), board)
        if number % COMPARED == 0:
            others = {option: naive.moves(replace(state, options=state.options - {option})) for option in chosen}
            seen.update(option for option in chosen if others[option] != legal)
    assert {option for option in chosen if seen[option] < CHANGED[option] * POSITIONS / COMPARED} == set(), seen
