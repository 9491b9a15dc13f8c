"""Tests that a move in other words is read as all that it may mean, and as nothing else."""

from kifu.core.games import load
from notation.freeform.hypothesis import Situation
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.move_readings import moves_meant_by_ink


def test_a_square_of_the_notation_is_never_two():
    """On a wide board 十一11 is one square, also where its move lacks a mark: no reading takes it for 十 一 and 1 1."""
    game = load("rengo").configure(None, {"盤": "碁盤19路"})
    for square in range(game.board.columns * game.board.rows):
        written = f"{game.board.spell(square)}碁"
        patterns = ink_moves_by_end(game, written, 0).get(len(written), ())
        assert moves_meant_by_ink(game, written, patterns, Situation()) == (), written
