"""Winning chances: by the curve of a game, only where it was tested, and a reason where it was not."""

import math
import re
from pathlib import Path

from kifu.core import games
from kifu.core.outcome import Side
from kifu.engine.best_move_and_win_chance import (
    WON,
    ProbabilityCurve,
    brier_gain_text,
    chance_of_value,
    find_best_move,
    probability_curve,
)

SIX = games.load("six")


def test_the_chance_by_a_curve():
    """It rises with the value, and more steeply with the nodes; what the seat of 先手 adds, 後手 lacks."""
    fitted = ProbabilityCurve(300, 20_000, slope=8.0, growth=1.0, turn=-0.2)
    values = [-2000, -100, 0, 100, 2000]
    chances = [fitted.chance(value, 1000, Side.FIRST) for value in values]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1
    assert math.isclose(chances[2], 1 / (1 + math.exp(0.2)))
    assert math.isclose(math.log(chances[3] / (1 - chances[3])), 0.8 - 0.2)
    more = fitted.chance(100, round(1000 * math.e**2), Side.FIRST)
    assert math.isclose(math.log(more / (1 - more)), 1.0 - 0.2, rel_tol=1e-3)
    seated = fitted._replace(turn=0.0, seat=-1.0)
    assert math.isclose(seated.chance(100, 1000, Side.FIRST) + seated.chance(-100, 1000, Side.SECOND), 1)
    assert seated.chance(0, 1000, Side.FIRST) < 0.3


def test_a_chance_that_was_not_tested_is_not_given():
    """Fewer or more nodes, other rules, a game without a curve: the reason is said in both languages."""
    fitted = probability_curve(SIX, 1000)
    assert isinstance(fitted, ProbabilityCurve)
    other = SIX.configure("six/1 near=any", {})
    for game, nodes, ja, en in (
        (SIX, fitted.least - 1, "局面では分かりません", "positions, not of 299"),
        (SIX, fitted.most + 1, "局面では分かりません", "positions, not of"),
        (other, 1000, "six/1 near=any です", "these are six/1 near=any"),
        (games.load("rengo"), 1000, "まだ対局の結果に合わせてありません", "has not been fitted"),
    ):
        why = probability_curve(game, nodes)
        assert (ja in why.ja, en in why.en) == (True, True), why
        assert chance_of_value(game, Side.FIRST, 100, nodes) is None


def test_an_end_that_was_seen_is_no_estimate():
    """Its chance is 0 or 1 whatever was tested; the choice of a search has the chance of its value."""
    assert [chance_of_value(SIX, Side.FIRST, value, 1) for value in (7 - WON, WON - 7)] == [0, 1]
    choice = find_best_move(SIX, SIX.start(), 300)
    assert choice.chance == probability_curve(SIX, 300).chance(choice.value, 300, Side.FIRST)
    assert find_best_move(SIX, SIX.start(), 10).chance is None


def test_how_sharp_chances_are_is_said_as_it_was_measured():
    """The strength that is named is the nearest one not above that of the search; its numbers stand in docs/engine.md."""
    six = games.load("six")
    page = (Path(__file__).parents[3] / "docs/engine.md").read_text("utf-8")
    for nodes, named in ((300, "300"), (1999, "300"), (2000, "2,000"), (10_000, "10,000"), (20_000, "10,000")):
        said = brier_gain_text(six, nodes)
        (gain,) = re.findall(r"\d\.\d{3} \[−?\d\.\d{3}, \d\.\d{3}\]", said.en)
        assert gain in said.ja
        assert f"with {named} positions" in said.en
        (row,) = [line for line in page.splitlines() if line.startswith("| free: ") and f" | {named} | " in line]
        assert f" | {gain} | " in row


def test_what_was_not_measured_is_not_said():
    """A game without such games, and a strength or rules without chances, have no sharpness."""
    assert brier_gain_text(games.load("king"), 10_000) is None
    assert brier_gain_text(games.load("ace"), 10_000) is None
    assert brier_gain_text(games.load("six"), 299) is None
    assert brier_gain_text(games.load("six"), 20_001) is None
