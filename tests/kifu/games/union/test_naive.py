"""The rules and a naive second generator, side by side through thousands of positions."""

import importlib.util
import random
from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis_profile import examples

from kifu.core import games
from kifu.core.compiled.perft_and_expected_counts import read_perft_blocks
from kifu.core.outcome import Ending

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

POSITIONS = examples(3_000, 10_000)
MANY = examples(2_000, 10_000)
"""Positions that are compared under each option; under each pair of options it is a fifth."""
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
    best = max(uniting, key=lambda move: game.score(game.play_legal(position, move))[side], default=None)
    if best is not None and game.score(game.play_legal(position, best))[side] > game.score(position)[side]:
        return best
    keeping = [move for move in moves if not any(mark.kind == "breaking" for mark in game.trace(position, move))]
    return draw.choice(keeping or moves)


@pytest.mark.parametrize("kind", ["ace", "king", "master"])
def test_a_naive_generator_agrees(kind):
    """Legal moves, scores, the end and the winner are the same on thousands of positions, and every kind of end occurs."""
    ends, passes = side_by_side(games.load(kind), lambda: naive.Game(kind), POSITIONS)
    assert ends >= POSITIONS // 500
    assert passes > POSITIONS // 2000


OTHERS = {
    kind: [f"{option.name}={option.values[1]}" for option in games.load(kind).options]
    for kind in ("ace", "king", "master")
}
"""For each game its options with the value that is not the default."""
ALONE = [(kind, (other,)) for kind, others in OTHERS.items() for other in others]
IN_PAIRS = [(kind, pair) for kind, others in OTHERS.items() for pair in combinations(others, 2)]


def reading(kind, others):
    """Return a game under these options."""
    game = games.load(kind)
    for other in others:
        game = game.under(*other.split("="))
    return game


@pytest.mark.parametrize(("kind", "others"), [*ALONE, *IN_PAIRS])
def test_a_naive_generator_agrees_under_options(kind, others):
    """The same under each option and each pair of options, on a few positions of each."""
    side_by_side(reading(kind, others), partial(naive.Game, kind, readings=others), 60)


@pytest.mark.parametrize(
    ("kind", "others", "positions"),
    [*((*case, MANY) for case in ALONE), *((*case, MANY // 5) for case in IN_PAIRS)],
)
def test_a_naive_generator_agrees_on_many_positions_under_options(kind, others, positions):
    """The same on many positions under each option, and on a fifth of them under each pair."""
    ends, passes = side_by_side(reading(kind, others), partial(naive.Game, kind, readings=others), positions)
    assert ends > positions // 1000
    if positions == MANY:  # under last=must there is hardly a パス
        assert ("last=must" in others) == (passes == 0)


def side_by_side(game, begin, positions):
    """Play games until `positions` positions have been compared; return the number of ended games, and of games with パス.

    Every second game under four=draw moves to and fro, so that positions come again.
    """
    draw = random.Random(f"naive {game.rules}")
    seen = ends = passes = played = 0
    while seen < positions:
        naive_game, position = begin(), game.start()
        played += 1
        shuffling = naive_game.four_draw and played % 2
        line, counts, moved = [], Counter(), []
        for _ in range(LONGEST):
            seen += 1
            line.append(position)
            counts[position] += 1
            found = game.history(line, moved, counts[position])
            fourth = naive_game.look()
            assert isinstance(found, Ending) == (fourth and naive_game.four_draw and not naive_game.over())
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
            assert (game.closed(position) is not None) == naive_game.may_decline(), game.spell_diagram(position)
            if isinstance(found, Ending):
                assert (found.outcome.value, found.article) == ("draw", "union.11")
                ends += 1
                break
            if ending is not None:
                assert ending.outcome.value == naive_game.winner(), game.spell_diagram(position)
                ends += 1
                break
            move = undoing(game, texts, moved) if shuffling else None
            if move is None or draw.random() < 0.05:
                move = chosen(draw, game, position, moves)
            moved.append(move)
            naive_game.play(theirs[game.spell(move)])
            position = game.play_legal(position, move)
    return ends, passes


def undoing(game, texts, moved):
    """Return the move that takes back what the mover did last, None if there is none."""
    if len(moved) < 2:
        return None
    origin, _, landing = game.spell(moved[-2]).partition("-")
    wanted = f"{landing[:3]}-{origin}{landing[3:5]}"
    return texts.get(wanted, texts.get(wanted + "反"))


@pytest.mark.parametrize("kind", ["ace", "king", "master"])
def test_the_naive_generator_counts_the_same(kind):
    """The counts from the start in perft.txt are the naive generator's too, as deep as it gets in a moment."""
    (start,) = [counts for counts in read_perft_blocks(games.load(kind)) if counts.id == "start"]
    before = dict(start.nodes) | {0: 1}
    promised = {depth: nodes for depth, nodes in start.nodes if before[depth - 1] <= COUNTED}
    assert len(promised) >= 2
    assert {depth: naive.count(naive.Game(kind), depth) for depth in promised} == promised


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


@pytest.mark.parametrize("shape", SHAPES)
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
