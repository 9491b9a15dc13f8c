"""The rules and a naive second generator, side by side through thousands of positions."""

import importlib.util
import random
from pathlib import Path

import pytest

from kifu import games

POSITIONS = 10_000
LONGEST = 160

_spec = importlib.util.spec_from_file_location("naive", Path(__file__).with_name("naive.py"))
naive = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(naive)


def chosen(draw, game, position, moves):
    """Return a move: often one that unites or scores most, so that games come to an end, else any."""
    if draw.random() < 0.3 or len(moves) == 1:
        return draw.choice(moves)
    uniting = [move for move in moves if game.spell(move).endswith("合")]
    side = game.turn(position)
    breaking = [mark.kind == "breaking" for move in moves for mark in game.trace(position, move)]
    best = max(uniting, key=lambda move: game.score(game.play(position, move))[side], default=None)
    if best is not None and game.score(game.play(position, best))[side] > game.score(position)[side]:
        return best
    keeping = [move for move in moves if not any(mark.kind == "breaking" for mark in game.trace(position, move))]
    return draw.choice(keeping or moves) if any(breaking) else draw.choice(moves)


@pytest.mark.parametrize("kind", ["ace", "king", "master"])
def test_a_naive_generator_agrees(kind):
    """Legal moves, scores, the end and the winner are the same on 10 000 positions, and every kind of end occurs."""
    game = games.load(kind)
    draw = random.Random(f"naive {kind}")
    seen = ends = passes = mixed = 0
    while seen < POSITIONS:
        plain, position = naive.Game(kind), game.start()
        for _ in range(LONGEST):
            seen += 1
            moves = list(game.legal_moves(position))
            texts = {game.spell(move): move for move in moves}
            theirs = plain.moves()
            assert sorted(texts) == sorted(theirs), game.spell_diagram(position)
            assert game.score(position) == (plain.points("白"), plain.points("黒")), game.spell_diagram(position)
            ending = game.outcome(position)
            assert (ending is not None) == plain.over(), game.spell_diagram(position)
            passes += "パス" in texts
            if ending is not None:
                assert ending.outcome.value == plain.winner(), game.spell_diagram(position)
                ends += 1
                break
            move = chosen(draw, game, position, moves)
            mixed += kind == "master" and game.spell(move).endswith("合")
            plain.play(theirs[game.spell(move)])
            position = game.play(position, move)
    assert ends > 20
    assert passes > 5
