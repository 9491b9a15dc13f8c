"""Tests of options: under each value a game is another reading."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kifu.core import games, rulebook
from kifu.core.compiled import position_hash
from kifu.core.errors import InvalidSetup
from kifu.testing.cases import (  # noqa: F401 - pytest finds its hook in this module
    compiled_kernels,
    move_space_and_breached_articles,
    pytest_generate_tests,
    read_diagram,
    seeded_random,
    unfinished_positions,
    walk_positions,
)

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position

SAMPLED = 12
"""Positions at which everything is tried."""
SPACES = 4
"""Positions at which the whole move space is judged."""
STRANGE = 300
"""Moves of the move space that are explained, at each position."""


@cache
def default_rule_positions(game: Game, number: int) -> list[Position]:
    """Return some positions of a game under its rules."""
    positions = walk_positions(game)
    return seeded_random(game.rules).sample(positions, min(number, len(positions)))


def test_its_own_rules_are_the_game_itself(game: Game) -> None:
    """A record that names the default rules gets the default game.

    So it is judged compiled.
    """
    if not game.required_head:
        assert game.configure(game.rules, {}) is game
        by_default = games.load(game.id)
        assert game.configure(None, {}) is by_default.configure(None, {}) is by_default


def test_the_rulebook_explains_the_options(default: Game) -> None:
    """The rulebook has the game's options and values, at their articles.

    No others, and in the same order.
    """
    told = {option.name: option for option in rulebook.rulebook_options(rulebook.load_rulebook(default))}
    assert told.keys() == {option.name for option in default.options}
    for option in default.options:
        values = tuple(value.value for value in told[option.name].values)
        assert told[option.name].article == option.article
        assert values[0] == option.default
        assert option.number or values == option.values


def test_what_is_no_option(default: Game) -> None:
    """Unknown options and values are errors; first values are the defaults."""
    assert default.chosen == {option.name: option.default for option in default.options}
    for option, value in [("no", "such"), *((option.name, "no such") for option in default.options)]:
        with pytest.raises(ValueError, match=value):
            default.under(option, value)
        with pytest.raises(InvalidSetup) as refused:
            default.configure(f"{default.rules} {option}={value}", {})
        assert refused.value.code == "unknown-option"
        assert refused.value.offset == len(default.rules) + 1


def test_a_game_under_an_option(default: Game, option: str, value: str) -> None:
    """Chosen options are spelled in the rules, and read back.

    Its positions are no positions of the default.
    """
    under = default.under(option, value)
    assert under.id == default.id
    assert under.options == default.options
    assert under.chosen == {**default.chosen, option: value}
    assert under.rules == f"{default.rules} {option}={value}"
    assert under.likeness() != default.likeness()
    assert under.start() != default.start()
    assert position_hash.position_key(under, under.start()) != position_hash.position_key(default, default.start())
    assert default.configure(under.rules, {}).rules == under.rules
    assert under.under(option, value) is under
    back = under.under(option, default.chosen[option])
    assert (back.rules, back.start()) == (default.rules, default.start())
    if not default.required_head:
        assert default.configure(under.rules, {}) is under is default.under(option, value)
        assert under.configure(None, {}) is back is default
        assert under.kernel_modules() == default.kernel_modules()  # one compiled kernel judges by every reading


def test_diagrams_keep_the_reading(default: Game, option: str, value: str) -> None:
    """Another value gives another key; diagrams are read under the game's."""
    game = default.under(option, value)
    key = compiled_kernels(game)["key"]
    assert key(default.start()) != key(game.start())
    for position in unfinished_positions(game, default_rule_positions(game, SAMPLED)):
        assert read_diagram(game, game.spell_diagram(position)) == position


def test_legal_exactly_when_generated(default: Game, option: str, value: str) -> None:
    """A move breaks no article exactly if generated, under each value.

    The article is that of the words.
    """
    game = default.under(option, value)
    breach = compiled_kernels(game)["breach"]
    for position in default_rule_positions(game, SPACES):
        space, articles = move_space_and_breached_articles(game, breach, position)
        legal = sorted(game.legal_moves(position))
        assert sorted(space[articles == 0].tolist()) == legal, game.spell_diagram(position)
        strange = seeded_random(game.spell_diagram(position)).sample(range(len(space)), min(STRANGE, len(space)))
        for at in [*strange, *np.flatnonzero(articles == 0)[:STRANGE]]:
            why = game.explain(position, int(space[at]))
            assert (why and why.article) == (game.article_of(int(articles[at])) if articles[at] else None)


def test_interpreted_and_compiled_agree(default: Game, option: str, value: str) -> None:
    """Moves, positions after them, ends and scores are equal interpreted and compiled."""
    game = default.under(option, value)
    kernels = compiled_kernels(game)
    for position in default_rule_positions(game, SAMPLED):
        moves = list(game.legal_moves(position))
        assert list(kernels["legal_moves"](position)) == moves
        assert kernels["mobility"](position) == len(moves)
        assert bool(kernels["ending"](position)) == (game.outcome(position) is not None)
        assert kernels["score"](position) == game.score(position)
        for move in moves:
            assert tuple(kernels["play"](position, move)) == tuple(game.play_legal(position, move))


def test_symmetries_keep_the_reading(default: Game, option: str, value: str) -> None:
    """The image of a position keeps the reading, moves and key."""
    game = default.under(option, value)
    kernels = compiled_kernels(game)
    for position in default_rule_positions(game, SAMPLED):
        moves = list(game.legal_moves(position))
        for number in range(len(game.symmetries)):
            turned = game.image(position, number)
            assert sorted(game.legal_moves(turned)) == sorted(game.image_of_move(move, number) for move in moves)
            assert tuple(kernels["image"](position, number)) == tuple(turned)
            assert kernels["key"](turned) == position_hash.position_key(game, turned)
