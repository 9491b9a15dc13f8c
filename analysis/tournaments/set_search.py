"""Search the strongest opening sets of each size."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.game_tasks import Task, TaskBatch, count_results, seed_of, seeded_random
from analysis.tournaments.square_sets import (
    disjoint,
    distinct_sets,
    neighbours,
    points_of,
    random_set,
    random_sets,
    turns_of,
    untaken_points,
)
from kifu import games
from kifu.engine.opening_match import MatchScore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from analysis.tournaments.game_tasks import Plan, Settings
    from analysis.tournaments.square_sets import Squares, Turns

    GameOf = Callable[[Squares, int], Task]
    """Gives the game of a set, which is A in it, with a number from 0."""


def search(settings: Settings) -> Plan[dict[int, list[Standing]]]:
    """Return each size's finalists, with the games of the last phase.

    The first phase plays random sets against random sets and halves them. Each later phase plays the finalists of the
    phase before it and their neighbours against the finalists of all sizes. Every set meets the same opponents, once as
    先手 and once as 後手, unless an opponent shares a square with it.
    """
    game = games.load(settings.game)
    points, turns = points_of(game), turns_of(game)
    best: dict[int, list[Standing]] = {}
    for phase in range(1, settings.phases + 1):
        standings = {}
        for size in settings.sizes:
            name = f"search-{size}-phase{phase}"
            draw = seeded_random(settings, name)
            known = [standing.squares for standing in best.get(size, [])]
            candidates = add_neighbours(draw, known, settings.pool, points, turns)
            if len(candidates) < settings.pool:
                more = random_sets(draw, points, size, turns)
                candidates += distinct_sets(more, settings.pool - len(candidates), candidates)
            opponents = {rival: [standing.squares for standing in ranked] for rival, ranked in best.items()}
            standings[size] = yield from search_by_halving(
                name, candidates, games_against(settings, name, opponents), settings
            )
        best = standings
    return best


def add_neighbours(
    draw: Random, known: Iterable[Squares], pool: int, points: Squares, turns: Turns
) -> tuple[Squares, ...]:
    """Return known sets with neighbours of each, at most `pool`."""
    chosen = distinct_sets(known, pool)
    each = (pool - len(chosen)) // len(chosen) if chosen else 0
    for squares in chosen:  # the known sets only: the loop does not see the neighbours that it adds
        chosen += distinct_sets(neighbours(draw, squares, points, turns), each, chosen)
    return chosen


def games_against(settings: Settings, name: str, opponents: dict[int, list[Squares]]) -> GameOf:
    """Return the function that gives the games of a search.

    The opponents have all sizes in turn. They are drawn from `opponents`; if none of that size fits, at random.
    """
    game = games.load(settings.game)
    points, turns, seed = points_of(game), turns_of(game), seed_of(settings, name)

    def game_of(squares: Squares, number: int) -> Task:
        pair = number // 2
        size = settings.sizes[pair % len(settings.sizes)]
        draw = seeded_random(settings, name, "opponent", pair)
        rival = disjoint(draw, squares, opponents.get(size, ()), turns)
        if rival is None:
            rival = random_set(draw, untaken_points(points, squares), size)
        return Task(squares, rival, settings.nodes, seed, number)

    return game_of


class Standing(NamedTuple):
    """Set with its games in a search, a biased sample.

    These games chose the set, so they flatter it: confirm it by other games.
    """

    squares: Squares
    tally: MatchScore

    @property
    def score(self) -> float:
        """Share of points; a broken-off game counts as half."""
        games = self.tally.finished + self.tally.unfinished
        return (self.tally.a + (self.tally.draw + self.tally.unfinished) / 2) / games if games else 0.5


def search_by_halving(
    name: str, candidates: Iterable[Squares], game_of: GameOf, settings: Settings
) -> Plan[list[Standing]]:
    """Search the strongest `candidates`; return finalists, best first, with their games.

    In each round every set left plays its next games, which `game_of` gives. Then the better half stays, but no fewer
    than `settings.finalists`. Sets of the same score keep the order of their squares.
    """
    alive = [Standing(squares, MatchScore()) for squares in candidates]
    played, games, turn = 0, settings.games, 1
    while True:
        tasks = [[game_of(standing.squares, number) for number in range(played, played + games)] for standing in alive]
        results = yield TaskBatch(f"{name}-round{turn}", tuple(task for own in tasks for task in own))
        grown = []
        for place, (standing, own) in enumerate(zip(alive, tasks, strict=True)):
            more = count_results(own, results[place * games : (place + 1) * games])
            grown.append(Standing(standing.squares, MatchScore(*map(sum, zip(standing.tally, more, strict=True)))))
        grown.sort(key=lambda standing: (-standing.score, standing.squares))
        alive = grown[: max(settings.finalists, len(grown) // 2)]
        if len(alive) <= settings.finalists:
            return alive
        played, games, turn = played + games, 2 * games, turn + 1
