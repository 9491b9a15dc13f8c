"""What the evaluations of all games have in common: networks of integers; and how unions are ranked."""

import random
from itertools import pairwise

import pytest
from each import each
from helpers import SIX

from kifu.core import games
from kifu.core.compiled.bind_and_compile import bind, bound_tables
from kifu.core.compiled.network_kernel import FILE, NEURONS, WORDS
from kifu.core.lazy_imports_extras_and_package_files import package_text
from kifu.engine.bind_engine import interpreted_search_kernels, search_kernels
from kifu.games.union import evaluation as of_union
from kifu.games.union.position import UNITED

UNION = [games.load(name) for name in ("ace", "king", "master")]


def reached(game, seed, plies):
    """Return a position of a random game: one of the engine against itself would be compiled for each game."""
    draw, position = random.Random(seed), game.start()
    for _ in range(plies):
        after = game.play_legal(position, draw.choice(list(game.legal_moves(position))))
        if game.outcome(after) is not None:
            break
        position = after
    return position


@pytest.mark.parametrize("game", [SIX, *UNION], ids=lambda game: game.id)
@pytest.mark.parametrize("plies", [1, 8, 40])
def test_machine_code_gives_the_same_value(game, plies):
    """The evaluation compiled to machine integers agrees with Python's own integers."""
    interpreted, compiled = interpreted_search_kernels(game)["evaluate"], search_kernels(game)["evaluate"]
    values = set()
    for seed in range(6):
        position = reached(game, seed, plies)
        values.add(int(interpreted(position)))
        assert compiled(position) == interpreted(position)
    assert len(values) > 1 or plies == 1


@each(("game", "row"), list(zip(UNION, (0, 1, 2), strict=True)), ids=lambda each: getattr(each, "id", ""))
def test_each_union_game_has_its_network(game, row):
    """The networks of the other games change nothing."""
    position = reached(game, 3, 20)
    size, outputs = of_union.ROWS * WORDS, 2 * NEURONS + 1
    layer, output = ([0] * len(table) for table in (of_union.LAYER, of_union.OUTPUT))
    layer[row * size : (row + 1) * size] = of_union.LAYER[row * size : (row + 1) * size]
    output[row * outputs : (row + 1) * outputs] = of_union.OUTPUT[row * outputs : (row + 1) * outputs]
    rules = game.kernel_modules().rules
    names = {**vars(rules), **bound_tables(rules), "LAYER": tuple(layer), "OUTPUT": tuple(output)}
    alone = bind(of_union.__name__, f"{game.id}_alone", names, jit=False).evaluate
    assert alone(position) == search_kernels(game)["evaluate"](position)
    assert alone(position) != 0


@pytest.mark.parametrize("game", UNION, ids=lambda game: game.id)
def test_sums_of_a_union_network_stay_within_their_lanes(game):
    """The largest weights of all the features that a position can have at once do not carry into the next lane."""
    text = package_text(f"kifu.games.{game.id}", FILE).split("\n\n")[0]
    rows = [[abs(int(weight)) for weight in line.split()] for line in text.splitlines()]
    assert len(rows) == of_union.ROWS

    def largest(neuron, first, last):
        return max(weights[neuron] for weights in rows[first:last])

    # A side has at most 14 pieces, seven 内コマ that can unite, and one row of each other kind.
    kinds = [(0, 14), (of_union.GAIN, 1), (of_union.GAINS, 7), (of_union.READY, 1), (of_union.POINTS_LEFT, 1)]
    kinds += [(of_union.AFTER, 1), (of_union.COUNT, 1), (of_union.LEFT, 1), (of_union.VIEW, 0)]
    for neuron in range(NEURONS):
        sums = sum(
            times * largest(neuron, side + first, side + last)
            for side in (0, of_union.VIEW)
            for (first, times), (last, _) in pairwise(kinds)
        )
        assert sums + rows[-1][neuron] < 1 << 15


@pytest.mark.parametrize("game", UNION, ids=lambda game: game.id)
def test_turns_of_the_board_keep_the_value(game):
    """Points are told apart by their lines alone, so a turn of the board that keeps the lines keeps the value."""
    position = reached(game, 5, 30)
    module = game.kernel_modules().symmetry
    value = search_kernels(game)["evaluate"](position)
    assert {
        int(search_kernels(game)["evaluate"](module.image(position, turn))) for turn in range(module.SYMMETRIES)
    } == {value}


@pytest.mark.parametrize("game", UNION, ids=lambda game: game.id)
def test_a_union_is_ranked_by_the_points_that_it_gains(game):
    """`uniting_moves` are the legal moves that unite; `gained` is what the score changes by, and ranks them."""
    bound, draw, seen = search_kernels(game), random.Random(5), 0
    for seed in range(12):
        position = reached(game, seed, draw.randrange(30, 60))
        uniting = [move for move in game.legal_moves(position) if move > 0 and move & UNITED]
        assert sorted(game.kernel_modules().rules.uniting_moves(position)) == sorted(uniting)
        for move in uniting:
            lead = [white - black for white, black in map(game.score, (position, game.play_legal(position, move)))]
            gain = (lead[1] - lead[0]) * (-1 if position.turn else 1)
            assert bound["points_gained"](position, move) == gain
            assert bound["urgency"](position, move) == 1 + max(0, gain)
            seen += 1
    assert seen > 20
