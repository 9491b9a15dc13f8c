"""Best responses of each size to one opening set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.tournaments.game_tasks import Task, seed_of, seeded_random
from analysis.tournaments.set_search import add_neighbours, search_by_halving
from analysis.tournaments.square_sets import distinct, images, points_of, random_sets, stabiliser, turns_of, without
from kifu import games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from analysis.tournaments.game_tasks import Plan, Settings
    from analysis.tournaments.set_search import GameOf, Standing
    from analysis.tournaments.square_sets import Squares


def answers(
    settings: Settings, target: Squares, finalists: dict[int, list[Standing]]
) -> Plan[dict[int, list[Standing]]]:
    """Return the best responses of each size, with last-phase games.

    An answer shares no square with the target. Two answers are the same if a symmetry that keeps the target turns one
    into the other. The first phase halves random sets and those images of the search's `finalists` that can stand beside
    the target. Each later phase halves the finalists of the phase before it, their neighbours, and random sets.
    """
    turns = turns_of(games.load(settings.game))
    best: dict[int, list[Standing]] = {}
    for size in settings.sizes:
        strong = [image for standing in finalists[size] for image in images(standing.squares, turns)]
        best[size] = yield from answers_of(settings, target, size, strong, f"answers-{size}")
    return best


def answers_of(
    settings: Settings, target: Squares, size: int, strong: Iterable[Squares], title: str
) -> Plan[list[Standing]]:
    """Return the best responses of one size; `title` begins batch names.

    Of the `strong` sets, those that can stand beside the target are among the first candidates.
    """
    game = games.load(settings.game)
    free, turns = without(points_of(game), target), turns_of(game)
    kept = stabiliser(target, turns)
    standings: list[Standing] = []
    for phase in range(1, settings.phases + 1):
        name = f"{title}-phase{phase}"
        draw = seeded_random(settings, name)
        if phase == 1:
            fitting = [min(images(squares, kept)) for squares in strong if not set(squares) & set(target)]
            candidates = distinct(fitting, settings.pool // 2)
        else:
            candidates = add_neighbours(draw, [standing.squares for standing in standings], settings.pool, free, kept)
        more = random_sets(draw, free, size, kept)
        candidates += distinct(more, settings.pool - len(candidates), candidates)
        standings = yield from search_by_halving(name, candidates, games_with(settings, name, target), settings)
    return standings


def games_with(settings: Settings, name: str, target: Squares) -> GameOf:
    """Return the game maker against the target, sides in turn."""
    seed = seed_of(settings, name)

    def game_of(squares: Squares, number: int) -> Task:
        return Task(squares, target, settings.nodes, seed, number)

    return game_of
