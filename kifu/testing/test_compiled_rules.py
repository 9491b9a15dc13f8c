"""Tests of machine code: it says what the interpreted rules say."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from kifu.core.compiled import position_hash
from kifu.core.compiled.bind_and_compile import compiled_rule_kernels, rules_compile
from kifu.testing import cases
from kifu.testing.cases import (  # noqa: F401 - pytest finds its hook in this module
    cached_legal_moves,
    compiled_kernels,
    ended_positions,
    move_space_and_breached_articles,
    pytest_generate_tests,
    sample_move_space,
    sample_positions,
    seeded_random,
    walk_positions,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kifu.core.game.game import Game

FULL_SPACES = 5
"""Positions at which the whole move space is judged."""


def test_a_game_that_does_not_compile_says_so(game: Game) -> None:
    """Compiled rules, or an error that names the game without them."""
    if rules_compile(game):
        assert "legal_moves" in compiled_kernels(game)
        return
    with pytest.raises(ValueError, match=game.id):
        compiled_rule_kernels(game)


def test_as_many_as_are_generated_are_counted(game: Game) -> None:
    """Compiled rules count as many legal moves as they list."""
    mobility = compiled_kernels(game)["mobility"]
    for position in walk_positions(game):
        assert mobility(position) == len(cached_legal_moves(game, position)), game.spell_diagram(position)


def test_legal_exactly_when_generated_over_the_whole_space(game: Game) -> None:
    """A move breaks no article exactly if it is generated."""
    breach = compiled_kernels(game)["breach"]
    for position in [*sample_positions(game, FULL_SPACES), *ended_positions(game)[:1]]:
        space, articles = move_space_and_breached_articles(game, breach, position)
        legal = space[articles == 0].tolist()
        assert sorted(map(game.spell, legal)) == sorted(map(game.spell, cached_legal_moves(game, position)))


def test_interpreted_and_compiled_agree(game: Game) -> None:
    """Kernels of positions and moves give equal results, interpreted and compiled."""
    kernels = compiled_kernels(game)
    modules = (game.kernel_modules() or ())[:2]
    interpreted = {name: getattr(module, name) for name in kernels for module in modules if hasattr(module, name)}
    of_a_position = [name for name in interpreted if parameters(interpreted[name]) == ["position"]]
    of_a_move = [name for name in interpreted if parameters(interpreted[name]) == ["position", "move"]]
    assert {"legal_moves", "score"} <= set(of_a_position)
    assert {"play", "breach"} <= set(of_a_move)
    whole = sample_positions(game, cases.SPACES_SAMPLED)
    for position in dict.fromkeys([*whole, *sample_positions(game, cases.SAMPLED)]):
        for name in of_a_position:
            results = listed(kernels[name](position)), listed(interpreted[name](position))
            assert results[0] == results[1], (name, game.spell_diagram(position))
        legal = cached_legal_moves(game, position)
        strange = sample_move_space(game, position, cases.MOVES) if position in whole else ()
        for name in of_a_move:
            for move in legal if name == "play" else [*legal, *strange]:
                results = kernels[name](position, move), interpreted[name](position, move)
                assert results[0] == results[1], (name, game.spell(move), game.spell_diagram(position))


def listed(value: Any) -> Any:
    """Return a kernel's result with generators run to their end."""
    return list(value) if isinstance(value, Iterator) else value


def parameters(function: Callable[..., Any]) -> list[str]:
    """Return the names of a function's parameters."""
    return list(inspect.signature(function).parameters)


def test_outcomes_agree_with_the_compiled_end(game: Game) -> None:
    """The kernel of the end reports one exactly where an outcome is.

    The kernel is `loser` or `ended`.
    """
    kernels = compiled_kernels(game)
    end = kernels["loser"] if "loser" in kernels else kernels["ended"]
    for position in walk_positions(game):
        assert bool(end(position)) == (game.outcome(position) is not None), game.spell_diagram(position)


def test_compiled_images_and_keys_agree(game: Game) -> None:
    """Images, keys and canonical keys are equal interpreted and compiled."""
    kernels = compiled_kernels(game)
    moves = sample_move_space(game, game.start(), cases.MOVES)
    for position in sample_positions(game, cases.SPACES_SAMPLED):
        for number in range(len(game.symmetries)):
            turned = game.image(position, number)
            assert kernels["image"](position, number) == turned
            assert kernels["key"](turned) == position_hash.position_key(game, turned)
            for move in seeded_random(number).sample(moves, min(cases.SAMPLED, len(moves))):
                assert kernels["image_of_move"](move, number) == game.image_of_move(move, number)
        assert kernels["canonical_key"](position) == position_hash.canonical_key(game, position)
