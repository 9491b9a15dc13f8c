"""Searches the strongest answers of each size to one set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.study.halving import halving
from analysis.study.search import widened
from analysis.study.sets import distinct, fixing, images, points_of, random_sets, turns_of, without
from analysis.study.tasks import Task, drawn, seed_of
from kifu import games

if TYPE_CHECKING:
    from analysis.study.halving import GameOf, Standing
    from analysis.study.sets import Squares
    from analysis.study.settings import Settings
    from analysis.study.tasks import Plan


def answers(
    settings: Settings, target: Squares, finalists: dict[int, list[Standing]]
) -> Plan[dict[int, list[Standing]]]:
    """Return the strongest sets of each size against `target`, with the games of the last phase.

    An answer shares no square with the target. Two answers are the same if a symmetry that keeps the target turns one
    into the other. The first phase halves random sets and those images of the search's `finalists` that can stand beside
    the target. Each later phase halves the finalists of the phase before it, their neighbours, and random sets.
    """
    game = games.load(settings.game)
    free, turns = without(points_of(game), target), turns_of(game)
    kept = fixing(target, turns)
    best: dict[int, list[Standing]] = {}
    for size in settings.sizes:
        standings: list[Standing] = []
        for phase in range(1, settings.phases + 1):
            name = f"answers-{size}-phase{phase}"
            draw = drawn(settings, name)
            if phase == 1:
                strong = [
                    min(images(image, kept))
                    for standing in finalists[size]
                    for image in images(standing.squares, turns)
                    if not set(image) & set(target)
                ]
                candidates = distinct(strong, settings.pool // 2)
            else:
                candidates = widened(draw, [standing.squares for standing in standings], settings.pool, free, kept)
            more = random_sets(draw, free, size, kept)
            candidates += distinct(more, settings.pool - len(candidates), candidates)
            standings = yield from halving(name, candidates, games_with(settings, name, target), settings)
        best[size] = standings
    return best


def games_with(settings: Settings, name: str, target: Squares) -> GameOf:
    """Return the function that gives the games of a search for answers: all against the target, the sides in turn."""
    seed = seed_of(settings, name)

    def game_of(squares: Squares, number: int) -> Task:
        return Task(squares, target, settings.nodes, seed, number)

    return game_of
