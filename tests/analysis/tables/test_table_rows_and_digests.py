"""The keys of plies are those of kifu.core.compiled.position_hash, interpreted or compiled."""

import random

import pytest

from analysis.tables import table_rows_and_digests
from kifu.core import games
from kifu.core.compiled.position_hash import canonical_key, position_key


@pytest.mark.parametrize("limit", [0, 10**9])
@pytest.mark.parametrize("game_id", games.ids())
def test_keys(game_id, limit, monkeypatch):
    """Every position of a random game has its own key and the lowest key of its images."""
    monkeypatch.setattr(table_rows_and_digests, "COMPILED_FROM", limit)
    game = games.load(game_id)
    draw = random.Random(game_id)
    positions = [game.start()]
    while len(positions) < 20 and game.outcome(positions[-1]) is None:
        positions.append(game.play_legal(positions[-1], draw.choice(list(game.legal_moves(positions[-1])))))
    image_keys = table_rows_and_digests.image_hashes(game, positions)
    assert image_keys[0].tolist() == [position_key(game, position) for position in positions]
    assert image_keys.min(axis=0).tolist() == [canonical_key(game, position) for position in positions]
