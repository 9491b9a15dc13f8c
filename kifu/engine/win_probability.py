"""Win probability by curves fitted to games of the engine.

A game that has one keeps it in ``calibration.toml`` of its folder, which `benchmarks/calibrate.py` writes. It holds for the
game under its default rules.
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kifu.core import games
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.core.packages import package_text

if TYPE_CHECKING:
    from kifu.core.game.game import Game

FILE = "calibration.toml"


class ProbabilityCurve(NamedTuple):
    """Win probability of 先手 by search value, draws one half."""

    least: int
    most: int
    slope: float
    """What a thousand units of evaluation add to the logarithm of the odds, in a search of a thousand nodes."""
    growth: float = 0.0
    """What is added to the slope where the nodes are multiplied by e."""
    turn: float = 0.0
    """What the move adds to the logarithm of the odds of the side that has it."""
    seat: float = 0.0
    """What 先手 has in the logarithm of the odds beyond what the search sees: below 0 where 後手 wins most games."""

    def chance(self, value: int, nodes: int, side: Side) -> float:
        """Return the chance of the side to move, from 0 to 1.

        `value` is for that side.
        """
        slope = self.slope + self.growth * math.log(nodes / 1000)
        seat = self.seat if side is Side.FIRST else -self.seat
        return 1 / (1 + math.exp(-slope * value / 1000 - self.turn - seat))


def probability_curve(game: Game, nodes: int) -> ProbabilityCurve | Message:
    """Curve for searches of `nodes` nodes, or why there is none."""
    name, fitted = game.name, _curve_of_package(game.package)
    if fitted is None:
        return Message(
            f"勝率は示しません: {name.ja}の評価は、まだ対局の結果に合わせてありません",
            f"no winning chances: the evaluation of {name.en} has not been fitted to results of games yet",
        )
    if game.rules != games.load(game.id).rules:
        return Message(
            f"勝率は示しません: {name.ja}の勝率は、もとの規則の対局で確かめてあります。ここの規則は {game.rules} です",
            f"no winning chances: those of {name.en} were tested in games under its default rules; these are {game.rules}",
        )
    if not fitted.least <= nodes <= fitted.most:
        return Message(
            f"勝率は示しません: {name.ja}の勝率は {fitted.least:,} から {fitted.most:,} 局面までの探索で確かめてあります。"
            f"{nodes:,} 局面では分かりません",
            f"no winning chances: those of {name.en} were tested for searches of {fitted.least:,} to {fitted.most:,} "
            f"positions, not of {nodes:,}",
        )
    return fitted


def brier_gain_text(game: Game, nodes: int) -> Message | None:
    """Brier gain of the chances over a constant, in words.

    It is that of games from free openings; None where it was not measured. The games that a curve was fitted to may
    begin with openings that decide much, so its scores there promise too much. It was measured with fewer nodes than
    :data:`ProbabilityCurve.most`; the nearest strength that is not above `nodes` is named.
    """
    measured = [row for row in _read_calibration(game.package).get("free_openings", ()) if row["nodes"] <= nodes]
    if not measured or isinstance(probability_curve(game, nodes), Message):
        return None
    row = max(measured, key=lambda each: int(each["nodes"]))
    gain = f"{row['gain']:.3f} [{row['low']:.3f}, {row['high']:.3f}]".replace("-", "−")
    return Message(
        f"双方が自由に組んだ序盤からの対局では粗い目安です: {row['nodes']:,} 局面の探索で、Brier 得点は定数の予想より {gain} 低いだけでした",
        f"in games from free openings they are rough: with {row['nodes']:,} positions their Brier score was only {gain} below "
        f"that of a constant",
    )


def _curve_of_package(package: str) -> ProbabilityCurve | None:
    """Return the curve of the game in that package.

    None if it has none.
    """
    found = _read_calibration(package)
    return ProbabilityCurve(**found["curve"]) if found else None


@cache
def _read_calibration(package: str) -> dict[str, Any]:
    """Return the calibration of the game in that package.

    Empty if it has none.
    """
    try:
        return tomllib.loads(package_text(package, FILE))
    except FileNotFoundError:
        return {}
