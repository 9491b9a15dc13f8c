"""The rules and a naive second generator, side by side through thousands of positions."""

import importlib.util
import random
from functools import partial
from pathlib import Path

import pytest
from effort import effort, mostly_slow

from kifu import games
from kifu.kernels.perft import read_counts

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

POSITIONS = effort(3_000, 10_000)
LONGEST = 160
COUNTED = 5_000
"""The greatest number of positions whose moves the naive generator counts."""

_spec = importlib.util.spec_from_file_location("naive", Path(__file__).with_name("naive.py"))
naive = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(naive)


def chosen(draw, game, position, moves):
    """Return a move: often one that unites or scores most, so that games come to an end, else any."""
    if draw.random() < 0.3 or len(moves) == 1:
        return draw.choice(moves)
    uniting = [move for move in moves if game.spell(move).endswith("合")]
    side = game.turn(position)
    best = max(uniting, key=lambda move: game.score(game.play(position, move))[side], default=None)
    if best is not None and game.score(game.play(position, best))[side] > game.score(position)[side]:
        return best
    keeping = [move for move in moves if not any(mark.kind == "breaking" for mark in game.trace(position, move))]
    return draw.choice(keeping or moves)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ace", "king", "master"])
def test_a_naive_generator_agrees(kind):
    """Legal moves, scores, the end and the winner are the same on thousands of positions, and every kind of end occurs."""
    ends, passes = side_by_side(games.load(kind), lambda: naive.Game(kind), POSITIONS)
    assert ends > POSITIONS // 500
    assert passes > POSITIONS // 2000


def side_by_side(game, begin, positions):
    """Play games until `positions` positions have been compared; return the number of ended games, and of games with パス."""
    draw = random.Random(f"naive {game.id}")
    seen = ends = passes = 0
    while seen < positions:
        naive_game, position = begin(), game.start()
        for _ in range(LONGEST):
            seen += 1
            moves = list(game.legal_moves(position))
            texts = {game.spell(move): move for move in moves}
            theirs = naive_game.moves()
            assert sorted(texts) == sorted(theirs), game.spell_diagram(position)
            assert game.score(position) == (naive_game.points("白"), naive_game.points("黒")), game.spell_diagram(
                position
            )
            ending = game.outcome(position)
            assert (ending is not None) == naive_game.over(), game.spell_diagram(position)
            passes += "パス" in texts
            if ending is not None:
                assert ending.outcome.value == naive_game.winner(), game.spell_diagram(position)
                ends += 1
                break
            move = chosen(draw, game, position, moves)
            naive_game.play(theirs[game.spell(move)])
            position = game.play(position, move)
    return ends, passes


def counted(naive_game, depth):
    """Return the number of sequences of `depth` moves that the naive generator finds."""
    moves = naive_game.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for what in moves.values():
        standing, white_to_move = (
            [(piece.place, piece.flipped) for piece in naive_game.pieces],
            naive_game.white_to_move,
        )
        naive_game.play(what)
        total += counted(naive_game, depth - 1)
        naive_game.white_to_move = white_to_move
        for piece, (place, flipped) in zip(naive_game.pieces, standing, strict=True):
            piece.place, piece.flipped = place, flipped
    return total


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ace", "king", "master"])
def test_the_naive_generator_counts_the_same(kind):
    """The counts from the start in perft.txt are the naive generator's too, as deep as it gets in a moment."""
    (start,) = [counts for counts in read_counts(games.load(kind)) if counts.id == "start"]
    before = dict(start.nodes) | {0: 1}
    promised = {depth: nodes for depth, nodes in start.nodes if before[depth - 1] <= COUNTED}
    assert len(promised) >= 2
    assert {depth: counted(naive.Game(kind), depth) for depth in promised} == promised


def drawn(columns, rows, slopes, there=lambda _column, _row: True):
    """Return the lines of a board: its rows, its columns unless `slopes` are all, and every diagonal of a slope."""
    ways = [(1, 0), *([(0, 1)] if len(slopes) < 2 else []), *((1, slope) for slope in slopes)]
    points = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1) if there(column, row)]
    lines = []
    for x, y in ways:
        for column, row in points:
            if (column - x, row - y) in points:
                continue
            line = []
            while (column, row) in points:
                line.append(naive.name((column, row)))
                column, row = column + x, row + y  # noqa: PLW2901 - on along the line
            if len(line) > 1:
                lines.append(line)
    return lines


SHAPES = {
    "oblong": ("king", drawn(8, 5, [1]), {"bottom": 5, "right": 8, "target": 30}),
    "more than 63 points": ("ace", drawn(9, 9, [-1]), {"bottom": 9, "right": 9, "target": 20}),
    "eight corners, no columns": (
        "master",
        drawn(9, 7, [1, -1], lambda column, row: abs(column - 5) + abs(row - 4) <= 5),
        {"target": 2},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", mostly_slow(SHAPES, len(SHAPES)))
def test_a_naive_generator_agrees_on_other_boards(shape):
    """The same on boards that are not 7×7, with other lines, other layouts and another target, from a variant file."""
    kind, lines, rules = SHAPES[shape]
    points = sorted({point for line in lines for point in line})
    text = f"game = {kind!r}\n[board]\npoints = {points}\nlines = {lines}\n[score]\ntarget = {rules['target']}\n"
    if kind != "master":
        standing = naive.Game(kind, bottom=rules["bottom"], right=rules["right"]).pieces
        text += "[start]\n"
        for side, colour in (("white", "白"), ("black", "黒")):
            units = [f"'{naive.name(it.place)}' = '{it.part}{it.front}'" for it in standing if it.colour == colour]
            text += f"{side} = {{ {', '.join(units)} }}\n"
    game = games.load(kind).variant("my.toml", text)
    begin = partial(naive.Game, kind, naive.roads_along(lines), **rules)
    ends, _ = side_by_side(game, begin, 600)
    assert ends > 3
