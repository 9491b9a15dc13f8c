"""Holds every game with options to the contract under each of their values. The tests know no game by name."""

import random
from contextlib import suppress
from functools import cache

import numba
import numpy as np
import pytest

from kifu import games
from kifu.kernels import keys
from kifu.kernels.bind import compiles, rules_of
from kifu.kernels.perft import read_counts
from kifu.model.errors import InvalidSetup
from notation.diagram import split

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

WALKS = 2
PLIES = 60
SAMPLED = 12
"""Positions at which everything is tried."""
SPACES = 4
"""Positions at which the whole move space is judged."""
STRANGE = 300
"""Moves of the move space that are explained, at each position."""

READINGS = [
    (game_id, option.name, value)
    for game_id in games.ids()
    if compiles(games.load(game_id))
    for option in games.load(game_id).options
    for value in option.values
    if value != option.default
]

readings = pytest.mark.parametrize(("game_id", "name", "value"), READINGS)


def draws(seed):
    """Return a source of random draws with a fixed seed."""
    return random.Random(seed)


@cache
def positions_of(game):
    """Return positions of a game under its rules: of walks from its start, and from the diagrams of its perft.txt."""
    starts = [game.start()] * WALKS
    for counts in read_counts(game):
        if counts.diagram:
            with suppress(InvalidSetup):  # an option can make a diagram impossible
                starts.append(game.read_diagram(split(counts.line, counts.diagram)))
    positions = {}
    for number, position in enumerate(starts):
        draw = draws(f"{game.rules} {number}")
        for _ in range(PLIES):
            positions[position] = None
            moves = list(game.legal_moves(position))
            if not moves:
                break
            position = game.play(position, draw.choice(moves))  # noqa: PLW2901 - the walk goes on
    return tuple(positions)


def some(game, number):
    """Return some positions of a game under its rules."""
    return draws(game.rules).sample(positions_of(game), number)


@numba.njit
def numbers(breach, position, moves):  # pragma: no cover - runs as machine code
    """Return for each move the number of the article that it breaks; 0 for a legal move."""
    broken = np.empty(len(moves), np.int64)
    for index, move in enumerate(moves):
        broken[index] = breach(position, move)
    return broken


@readings
def test_an_option_is_chosen_and_spelled(game_id, name, value):
    """The game under another value names it in its rules, is the same game each time, and its default can be chosen again."""
    default = games.load(game_id)
    game = default.under(name, value)
    assert game.chosen == {**default.chosen, name: value}
    assert game.rules == f"{default.rules} {name}={value}"
    assert game.configure(game.rules, {}) is game is default.under(name, value)
    assert game.under(name, default.chosen[name]) is default
    assert game.id == default.id


@readings
def test_positions_of_two_readings_differ(game_id, name, value):
    """The start under another value is another position, with another key, and its moves stay under that value."""
    default = games.load(game_id)
    game = default.under(name, value)
    starts = default.start(), game.start()
    assert starts[0] != starts[1]
    assert keys.key(default, starts[0]) != keys.key(game, starts[1])
    kernels = rules_of(game)
    assert kernels["key"](starts[0]) != kernels["key"](starts[1])
    for position in some(game, SAMPLED):
        if game.outcome(position) is None:
            drawn = game.spell_diagram(position).splitlines()
            assert game.read_diagram(split(1, list(enumerate(drawn, start=1)))) == position


@readings
def test_legal_exactly_when_generated(game_id, name, value):
    """Over the whole move space, a move breaks no article exactly if it is generated; the article is that of the words."""
    game = games.load(game_id).under(name, value)
    breach = rules_of(game)["breach"]
    for position in some(game, SPACES):
        space = np.fromiter(game.move_space(position), dtype=np.int64)
        broken = numbers(breach, position, space)
        legal = sorted(game.legal_moves(position))
        assert sorted(space[broken == 0].tolist()) == legal, game.spell_diagram(position)
        strange = draws(game.spell_diagram(position)).sample(range(len(space)), STRANGE)
        for at in [*strange, *np.flatnonzero(broken == 0)[:STRANGE]]:
            why = game.explain(position, int(space[at]))
            assert (why and why.article) == (game.article_of(int(broken[at])) if broken[at] else None)


@readings
def test_interpreted_and_compiled_agree(game_id, name, value):
    """Moves, positions after them, ends and scores are equal interpreted and compiled."""
    game = games.load(game_id).under(name, value)
    kernels = rules_of(game)
    for position in some(game, SAMPLED):
        moves = list(game.legal_moves(position))
        assert list(kernels["legal_moves"](position)) == moves
        assert kernels["mobility"](position) == len(moves)
        assert bool(kernels["ending"](position)) == (game.outcome(position) is not None)
        assert kernels["score"](position) == game.score(position)
        for move in moves:
            assert tuple(kernels["play"](position, move)) == tuple(game.play(position, move))


@readings
def test_symmetries_keep_the_reading(game_id, name, value):
    """The image of a position is one of the same reading: its moves are the images of the moves, and its key is its own."""
    default = games.load(game_id)
    game = default.under(name, value)
    kernels = rules_of(game)
    for position in some(game, SAMPLED):
        moves = list(game.legal_moves(position))
        for number in range(len(game.symmetries)):
            turned = game.image(position, number)
            assert sorted(game.legal_moves(turned)) == sorted(game.image_of_move(move, number) for move in moves)
            assert tuple(kernels["image"](position, number)) == tuple(turned)
            assert kernels["key"](turned) == keys.key(game, turned)
