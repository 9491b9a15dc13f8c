"""Tests of symmetries and keys: turned positions, and distinct keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled import position_hash
from kifu.core.outcome import Outcome
from kifu.testing import cases
from kifu.testing.cases import (
    cached_legal_moves,
    ended_positions,
    pytest_generate_tests,  # noqa: F401 - pytest finds its hook in this module
    read_diagram,
    sample_positions,
    seeded_random,
    walk_positions,
)

if TYPE_CHECKING:
    from kifu.core.game.game import Game
    from kifu.core.game.symmetries import Symmetry
    from kifu.core.outcome import Ending


def test_symmetries_are_distinct_permutations(game: Game) -> None:
    """The first symmetry is the identity; each permutes the squares."""
    symmetries = game.symmetries
    squares = range(game.board.columns * game.board.rows)
    points = [square for square in squares if symmetries[0].squares[square] >= 0]
    assert symmetries[0].squares == tuple(square if square in points else -1 for square in squares)
    assert not symmetries[0].exchanges
    assert all(sorted(square for square in symmetry.squares if square >= 0) == points for symmetry in symmetries)
    assert len({(symmetry.squares, symmetry.exchanges) for symmetry in symmetries}) == len(symmetries)


def test_symmetries_keep_the_game(game: Game) -> None:
    """The image has the images of moves, score, outcome and turn."""
    for position in [*sample_positions(game, cases.SAMPLED), *ended_positions(game)[:3]]:
        for number, symmetry in enumerate(game.symmetries):
            turned = game.image(position, number)
            moves = [game.image_of_move(move, number) for move in cached_legal_moves(game, position)]
            assert sorted(game.legal_moves(turned)) == sorted(moves), (symmetry.name, game.spell_diagram(position))
            way = -1 if symmetry.exchanges else 1
            assert game.score(turned) == game.score(position)[::way]
            assert game.turn(turned) == (game.turn(position).other if symmetry.exchanges else game.turn(position))
            assert game.outcome(turned) == ending_under_symmetry(game.outcome(position), symmetry)


def ending_under_symmetry(ending: Ending | None, symmetry: Symmetry) -> Ending | None:
    """Return an ending under a symmetry, which may exchange the sides."""
    if ending is None or ending.outcome is None or ending.outcome is Outcome.DRAW or not symmetry.exchanges:
        return ending
    return ending._replace(outcome=Outcome.FIRST if ending.outcome is Outcome.SECOND else Outcome.SECOND)


def test_playing_and_turning_go_in_any_order(game: Game) -> None:
    """A symmetry and a move commute."""
    for position in sample_positions(game, cases.SAMPLED):
        moves = cached_legal_moves(game, position)
        for move in seeded_random(7).sample(moves, min(5, len(moves))):
            for number in range(len(game.symmetries)):
                turned = game.play_legal(game.image(position, number), game.image_of_move(move, number))
                assert turned == game.image(game.play_legal(position, move), number)


def test_units_stand_as_layers_and_stock_say(game: Game) -> None:
    """One unit a layer and square, and no more than stock."""
    layers = game.layers or (frozenset(game.units),)
    for position in walk_positions(game):
        stood = list(game.standing(position))
        places = [(unit.square, layer) for unit in stood for layer in layers if unit.unit in layer]
        assert len(places) == len({*places}) == len(stood), game.spell_diagram(position)
        for units, most in game.stock:
            assert sum((unit.side, unit.unit) in units for unit in stood) <= most, game.spell_diagram(position)


def test_what_stands_on_a_square_stands_on_its_image(game: Game) -> None:
    """A symmetry that keeps sides maps the squares' texts to images."""
    for position in sample_positions(game, cases.SPACES_SAMPLED):
        for number, symmetry in enumerate(game.symmetries):
            if not symmetry.exchanges:
                turned = game.image(position, number)
                for square, place in enumerate(symmetry.squares):
                    if place >= 0:
                        assert game.cell(turned, place) == game.cell(position, square)


def test_keys_tell_positions_apart(game: Game) -> None:
    """Equal keys mean equal positions; all images share the canonical key."""
    positions = walk_positions(game)
    assert len({position_hash.position_key(game, position) for position in positions}) == len(positions)
    for position in sample_positions(game, cases.SAMPLED):
        if game.outcome(position) is None:
            again = read_diagram(game, game.spell_diagram(position))
            assert position_hash.position_key(game, again) == position_hash.position_key(game, position)
        canonical = position_hash.canonical_key(game, position)
        for number in range(len(game.symmetries)):
            assert position_hash.canonical_key(game, game.image(position, number)) == canonical
        assert -(1 << 63) <= canonical <= position_hash.position_key(game, position) < 1 << 63
