"""Tests of the counts in every game's perft.txt, interpreted and compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.compiled.perft_and_expected_counts import (
    missing_perft_advice,
    perft,
    perft_of_each_move,
    read_perft_blocks,
)
from kifu.core.lazy_imports_extras_and_package_files import is_installed
from kifu.testing.cases import compiled_kernels, pytest_generate_tests, start_of_perft_block  # noqa: F401 - pytest finds its hook in this module

if TYPE_CHECKING:
    from kifu.core.compiled.perft_and_expected_counts import PerftBlock
    from kifu.core.game.game import Game

INTERPRETED = 200_000
"""The greatest number of nodes that a test counts interpreted."""


def test_every_game_promises_counts(default: Game) -> None:
    """Each perft.txt has gapless depths, distinct ids and no ended position."""
    missing = missing_perft_advice(default)
    assert missing is None, missing
    blocks = read_perft_blocks(default)
    assert blocks
    assert len({counts.id for counts in blocks}) == len(blocks)
    for counts in blocks:
        assert [depth for depth, _ in counts.nodes] == list(range(1, len(counts.nodes) + 1)), counts.id
        assert len(counts.nodes) >= 2, counts.id
        assert default.outcome(start_of_perft_block(default, counts)) is None, counts.id


def test_interpreted(game: Game, counts: PerftBlock) -> None:
    """The interpreted rules give the counts."""
    position = start_of_perft_block(game, counts)
    promised = {depth: nodes for depth, nodes in counts.nodes if nodes <= INTERPRETED}
    assert promised
    assert {depth: perft(game, position, depth, compiled=False) for depth in promised} == promised


def test_compiled(game: Game, counts: PerftBlock) -> None:
    """The compiled rules give the counts, to the full depth."""
    compiled_kernels(game)
    position = start_of_perft_block(game, counts)
    assert [(depth, perft(game, position, depth, compiled=True)) for depth, _ in counts.nodes] == list(counts.nodes)


def test_divide(game: Game, counts: PerftBlock) -> None:
    """Counts divided by the first move add up, either way."""
    position = start_of_perft_block(game, counts)
    divided = perft_of_each_move(game, position, 2, compiled=False)
    assert [move for move, _ in divided] == list(game.legal_moves(position))
    assert sum(nodes for _, nodes in divided) == dict(counts.nodes)[2]
    if rules_compile(game) and is_installed("fast"):
        assert perft_of_each_move(game, position, 2, compiled=True) == divided
