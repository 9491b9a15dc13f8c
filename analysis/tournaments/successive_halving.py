"""Successive halving: keep the better half, double its games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.game_tasks import TaskBatch, count_results
from kifu.engine.duel import DuelTally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from analysis.tournaments.game_tasks import Plan, Task
    from analysis.tournaments.square_sets import Squares
    from analysis.tournaments.study_settings import Settings

    GameOf = Callable[[Squares, int], Task]
    """Gives the game of a set, which is A in it, with a number from 0."""


class Standing(NamedTuple):
    """A set and its games in a search. These games chose the set, so they flatter it: confirm it by other games."""

    squares: Squares
    tally: DuelTally

    @property
    def score(self) -> float:
        """The share of the points; a game broken off counts as half, for it was neither won nor lost."""
        games = self.tally.finished + self.tally.unfinished
        return (self.tally.a + (self.tally.draw + self.tally.unfinished) / 2) / games if games else 0.5


def search_by_halving(
    name: str, candidates: Iterable[Squares], game_of: GameOf, settings: Settings
) -> Plan[list[Standing]]:
    """Search the strongest of `candidates`; return the finalists, best first, with all their games of the search.

    In each round every set left plays its next games, which `game_of` gives. Then the better half stays, but no fewer
    than `settings.finalists`. Sets of the same score keep the order of their squares.
    """
    alive = [Standing(squares, DuelTally()) for squares in candidates]
    played, games, turn = 0, settings.games, 1
    while True:
        tasks = [[game_of(standing.squares, number) for number in range(played, played + games)] for standing in alive]
        results = yield TaskBatch(f"{name}-round{turn}", tuple(task for own in tasks for task in own))
        grown = []
        for place, (standing, own) in enumerate(zip(alive, tasks, strict=True)):
            more = count_results(own, results[place * games : (place + 1) * games])
            grown.append(Standing(standing.squares, DuelTally(*map(sum, zip(standing.tally, more, strict=True)))))
        grown.sort(key=lambda standing: (-standing.score, standing.squares))
        alive = grown[: max(settings.finalists, len(grown) // 2)]
        if len(alive) <= settings.finalists:
            return alive
        played, games, turn = played + games, 2 * games, turn + 1
