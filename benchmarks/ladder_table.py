"""The results of a ladder: a line for each match, and the ratings of all players of a game."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from regression import fit_logistic

from analysis.tables.significance import normal_quantile, wilson_intervals

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ANCHOR = "greedy"
"""The player with 0 Elo."""
ELO = 400 / math.log(10)
"""Elo of a factor e in the odds."""
POINTS = {"won": 1.0, "lost": 0.0}
"""Points of a game; one that was drawn or broken off is a half."""


@dataclass
class Match:
    """The games of two players; results are those of `a`."""

    game: str
    a: str
    b: str
    games: list[dict] = field(default_factory=list)
    value: float | None = None
    """The logarithm of the likelihood ratio at the last look; None: no test."""
    decision: str = ""

    @property
    def points(self) -> list[float]:
        """The points of each game."""
        return [POINTS.get(game["result"], 0.5) for game in self.games]

    @property
    def pairs(self) -> list[float]:
        """The points of each pair, from 0 to 1."""
        points = self.points
        return [(one + other) / 2 for one, other in zip(points[::2], points[1::2], strict=True)]

    def count(self, result: str) -> int:
        """Return the number of games with that result."""
        return sum(game["result"] == result for game in self.games)

    @property
    def share(self) -> tuple[float, float, float]:
        """The share of points and its interval: Wilson's, which is too wide where pairs spread less than single games."""
        low, high = wilson_intervals(sum(self.points), len(self.games))
        return sum(self.points) / len(self.games), float(low), float(high)

    @property
    def ms(self) -> tuple[float, float]:
        """The mean milliseconds of the processor that a move took both players, by games."""
        return tuple(float(np.mean([game["ms"][side] for game in self.games])) for side in (0, 1))  # type: ignore[return-value]


def match_line(match: Match) -> str:
    """Return the line of a match."""
    share, low, high = match.share
    ends = ", ".join(f"{result} {match.count(result)}" for result in ("won", "lost", "drawn", "broken off"))
    if judged := sum(game.get("adjudged", False) for game in match.games):
        ends += f" ({judged} adjudged)"
    test = "" if match.value is None else f"; log likelihood ratio {match.value:+.2f}: {match.decision}"
    return (
        f"{match.game:6} {match.a:12} against {match.b:12} n {len(match.games):4}: {ends}; {share:.1%} [{low:.1%}, {high:.1%}]"
        f"{test}; ms a move {match.ms[0]:.2f}, {match.ms[1]:.2f}"
    )


class Rating(NamedTuple):
    """The rating of a player in a game, with its interval of 95 %."""

    game: str
    player: str
    elo: float
    half: float
    games: int

    @property
    def told(self) -> str:
        """The rating as a line."""
        return f"{self.game:6} {self.player:12} {self.elo:+6.0f} ± {self.half:.0f} Elo ({self.games} games)"


def ratings(matches: Sequence[Match]) -> list[Rating]:
    """Rate the players of one game by a Bradley-Terry model of all games, the best first; greedy has 0.

    Players that no chain of matches connects with greedy (without it, with the first player by name) are left out. A
    drawn game is added to each match, so that a player who always wins has a finite rating. The standard error is the larger
    of two: by the openings, which all matches share, and by the curvature of the likelihood, as if games were independent.
    The first does not see what a match leaves open that one side always wins.
    """
    everybody = sorted({name for match in matches for name in (match.a, match.b)})
    anchor = ANCHOR if ANCHOR in everybody else everybody[0]
    matches = _connected(matches, anchor)
    names = [name for name in everybody if any(name in {match.a, match.b} for match in matches)]
    free = [name for name in names if name != anchor]
    rows, points, openings = [], [], []
    for number, match in enumerate(matches, start=1):
        row = [float(name == match.a) - float(name == match.b) for name in free]
        rows += [row] * (len(match.games) + 1)
        points += [*match.points, 0.5]
        openings += [*(game["pair"] for game in match.games), -number]
    fit = fit_logistic(rows, points, openings)
    x = np.array(rows)
    chances = 1 / (1 + np.exp(-x @ fit.coefficients))
    plain = np.sqrt(np.diag(np.linalg.inv((x * (chances * (1 - chances))[:, None]).T @ x)))
    half = normal_quantile(0.95) * ELO * np.maximum(plain, fit.errors)
    counts = {name: sum(len(match.games) for match in matches if name in {match.a, match.b}) for name in names}
    rated = [
        Rating(matches[0].game, name, ELO * value, error, counts[name])
        for name, value, error in zip(free, fit.coefficients, half, strict=True)
    ]
    rated.append(Rating(matches[0].game, anchor, 0.0, 0.0, counts[anchor]))
    return sorted(rated, key=lambda rating: -rating.elo)


def _connected(matches: Sequence[Match], anchor: str) -> list[Match]:
    """Return the matches of the players that a chain of matches connects with `anchor`; others cannot be compared."""
    known, before = {anchor}, 0
    while len(known) > before:
        before = len(known)
        known |= {name for match in matches if known & {match.a, match.b} for name in (match.a, match.b)}
    return [match for match in matches if match.a in known]


COLUMNS = (
    "game", "a", "b", "games", "won", "lost", "drawn", "broken_off", "share", "low", "high", "log_likelihood_ratio", "decision",
    "ms_a", "ms_b", "elo", "elo_low", "elo_high",
)  # fmt: skip


def write_csv(path: Path, matches: Sequence[Match]) -> None:
    """Write a row for each match, and for each player of a game a row with its rating and no `b`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, COLUMNS, restval="")
        rows.writeheader()
        for match in matches:
            counts = {
                result.replace(" ", "_"): match.count(result) for result in ("won", "lost", "drawn", "broken off")
            }
            names = {"game": match.game, "a": match.a, "b": match.b, "games": len(match.games)}
            shares = dict(zip(("share", "low", "high"), match.share, strict=True))
            test = {"log_likelihood_ratio": match.value, "decision": match.decision}
            rows.writerow(names | counts | shares | test | dict(zip(("ms_a", "ms_b"), match.ms, strict=True)))
        for _, group in groupby(matches, key=lambda match: match.game):
            for one in ratings(list(group)):
                ends = {"elo": one.elo, "elo_low": one.elo - one.half, "elo_high": one.elo + one.half}
                rows.writerow({"game": one.game, "a": one.player, "games": one.games} | ends)
