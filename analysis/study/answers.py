"""The strongest answers of each size to one set."""

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

    An answer shares no square with the target; two answers are the same if a symmetry that keeps the target turns one
    into the other. The first phase halves the finalists of the search, in every position beside the target, and random
    sets; each other one the finalists of the phase before it and their neighbours.
    """
    game = games.load(settings.game)
    free, turns = without(points_of(game), target), turns_of(game)
    kept = fixing(target, turns)
    best: dict[int, list[Standing]] = {}
    for size in settings.sizes:
        found: list[Standing] = []
        for phase in range(1, settings.phases + 1):
            name = f"answers-{size}-phase{phase}"
            draw = drawn(settings, name)
            if phase == 1:
                strong = [
                    min(images(image, kept))
                    for one in finalists[size]
                    for image in images(one.squares, turns)
                    if not set(image) & set(target)
                ]
                candidates = distinct(strong, settings.pool // 2)
            else:
                candidates = widened(draw, [one.squares for one in found], settings.pool, free, kept)
            more = random_sets(draw, free, size, kept)
            candidates += distinct(more, settings.pool - len(candidates), candidates)
            found = yield from halving(name, candidates, games_with(settings, name, target), settings)
        best[size] = found
    return best


def games_with(settings: Settings, name: str, target: Squares) -> GameOf:
    """Return the games of a search for answers: always against the target, the sides in turn."""
    seed = seed_of(settings, name)

    def game_of(squares: Squares, number: int) -> Task:
        return Task(squares, target, settings.nodes, seed, number)

    return game_of
