"""The fit of winning chances: a small part of its games made again, its sums on numbers that are known."""

import importlib
import math
import tomllib
from pathlib import Path

import numpy as np
import pytest

from kifu.core import games
from kifu.engine.best_move_and_win_chance import FILE, ProbabilityCurve, probability_curve

ROOT = Path(__file__).parents[2]
FIRST = (
    (1.0, True, ((1, -492), (1, -182), (0, 166), (0, 432), (1, -68), (0, 379), (0, 391), (1, -487), (1, -303), (0, 295), (0, 293), (1, -218))),
)  # fmt: skip
"""The first game of 6面体 of the fit, as docs/engine.md tells how it is made: 300 nodes, seed 1."""


@pytest.fixture
def tools(monkeypatch):
    """Return the programs, which stand outside the packages."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return importlib.import_module("calibrate"), importlib.import_module("reliability")


@pytest.mark.nightly  # it compiles the engine of a game where no machine code is kept
@pytest.mark.slow
def test_a_part_of_the_fit_is_made_again(tools):
    """The same seed gives the same game, with the same values of its positions."""
    for number, (points, proven, cases) in enumerate(FIRST):
        played = tools[0].one("six", 1, 300, number)
        assert (played.points, played.proven, tuple(played.cases)) == (points, proven, cases)


@pytest.mark.nightly  # it compiles the engine of four games where no machine code is kept
@pytest.mark.slow
def test_each_curve_is_that_of_the_engine_as_it_is(tools):
    """A game whose search or evaluation plays otherwise needs a new curve: `python benchmarks/calibrate.py --game ID`."""
    found = []
    for name in games.ids():
        file = ROOT / "kifu/games" / name / FILE
        if file.exists():
            kept = tomllib.loads(file.read_text("utf-8"))
            assert kept["bench"] == tools[0].bench(games.load(name)), name
            assert probability_curve(games.load(name), kept["curve"]["most"]) == ProbabilityCurve(**kept["curve"])
            found.append(name)
    assert "six" in found


@pytest.mark.parametrize("kind", ["free", "sets of 7 to 9", "the mixture of the fit"])
def test_games_of_each_kind_of_opening(tools, kind):
    """A few games of a kind are made, with the row of their scores; the mixture is that of the fit, game by game."""
    by_opening = importlib.import_module("chances_by_opening")
    openings = by_opening.KINDS[kind]
    found = by_opening.sample(openings, 3, 300, 6)
    assert found.broken_off + len(set(found.games)) == 6
    cells = by_opening.row(kind, probability_curve(games.load("six"), 300), found, 300).split(" | ")
    assert (cells[0], cells[1], len(cells)) == (f"| {kind}", "300", 8)
    if kind == "the mixture of the fit":
        assert tools[0].one("six", 1, 300, 0, openings) == tools[0].one("six", 1, 300, 0)


def drawn(reliability, curve, nodes, games, seed):
    """Return a sample whose results follow a curve: six positions of each game, which share its result by the last value."""
    draw = np.random.default_rng(seed)
    values = np.repeat(draw.normal(0, 200, games), 6)
    turns = np.tile([1.0, -1.0], len(values) // 2)
    odds = (curve.slope + curve.growth * math.log(nodes / 1000)) * values / 1000 + curve.turn * turns + curve.seat
    points = (draw.random(len(values)) < 1 / (1 + np.exp(-odds))).astype(float)
    return reliability.Sample(values, turns, points, np.repeat(np.arange(games), 6), 0, 0, (0, 0))


def test_the_fit_finds_the_curve(tools):
    """Results drawn by a curve give it back, pass the test on other games, and a curve twice as steep does not pass."""
    _, reliability = tools
    true = ProbabilityCurve(300, 20_000, 9.0, 1.5, -0.3, -1.2)
    trained = {nodes: drawn(reliability, true, nodes, 1500, nodes) for nodes in (300, 20_000)}
    held = {nodes: drawn(reliability, true, nodes, 500, nodes + 1) for nodes in trained}
    fit = reliability.fitted(trained)
    assert np.allclose(fit.curve[2:], true[2:], atol=4 * fit.errors)
    assert (fit.curve.least, fit.curve.most) == (300, 20_000)
    lines, passed = reliability.report(fit, {nodes: (trained[nodes], held[nodes]) for nodes in held})
    assert passed
    assert lines.count("\n") == 3
    steep = fit._replace(curve=fit.curve._replace(slope=2 * fit.curve.slope, growth=2 * fit.curve.growth))
    assert not reliability.report(steep, {nodes: (trained[nodes], held[nodes]) for nodes in held})[1]
    assert tomllib.loads(fit.toml("x"))["curve"]["slope"] == round(fit.curve.slope, 3)


def test_a_seat_that_may_be_even_is_left_out(tools):
    """Where 先手 has nothing beyond what the search sees, the curve has no number for the seat, and its report none."""
    _, reliability = tools
    even = ProbabilityCurve(300, 300, 9.0, 0.0, -0.3)
    sample = drawn(reliability, even, 300, 600, 5)
    fit = reliability.fitted({300: sample})
    assert (fit.curve.seat, len(fit.errors)) == (0.0, 3)
    assert "seat" not in reliability.report(fit, {300: (sample, sample)})[0]


def test_scores_by_hand(tools):
    """Brier score, log loss, the interval by game, and the rising steps, each on a few numbers."""
    _, reliability = tools
    guesses, points = np.array([0.5, 0.9]), np.array([1.0, 0.5])
    assert np.allclose(reliability.brier(guesses, points), [0.25, 0.16])
    assert np.allclose(reliability.log_loss(guesses, points), [math.log(2), -0.5 * math.log(0.09)])
    alone = reliability.mean(np.array([0.0, 1.0, 0.0, 1.0]), np.arange(4.0))
    pairs = reliability.mean(np.array([0.0, 0.0, 1.0, 1.0]), np.array([1.0, 1.0, 2.0, 2.0]))
    assert alone.mean == pairs.mean == 0.5
    assert math.isclose(alone.half, 1.95996 * math.sqrt(1 / 4 / 3), rel_tol=1e-4)
    assert math.isclose(pairs.half, 1.95996 * math.sqrt(1 / 4), rel_tol=1e-4)
    nothing = np.zeros(4)
    sample = reliability.Sample(
        np.array([1.0, 2.0, 3.0, 4.0]), nothing, np.array([0.0, 1.0, 0.0, 1.0]), nothing, 0, 0, (0, 0)
    )
    steps = reliability.isotonic(sample)
    assert steps(np.array([0.0, 1.0, 2.0, 3.5, 9.0])).tolist() == [0.0, 0.0, 0.5, 0.5, 1.0]
