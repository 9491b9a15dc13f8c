"""Successive halving: the better half of the sets plays on, twice as many games, until few are left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.study.tasks import Batch, counted
from kifu.engine.duel import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from analysis.study.sets import Squares
    from analysis.study.settings import Settings
    from analysis.study.tasks import Plan, Task

    GameOf = Callable[[Squares, int], Task]
    """The game of a number, from 0, of a set, who is A in it."""


class Standing(NamedTuple):
    """A set and the games that a search gave it. They chose it, so they flatter it: confirm it by others."""

    squares: Squares
    tally: Tally

    @property
    def score(self) -> float:
        """Share of the points; a game broken off counts as half, having been neither won nor lost."""
        games = self.tally.finished + self.tally.unfinished
        return (self.tally.a + (self.tally.draw + self.tally.unfinished) / 2) / games if games else 0.5


def halving(name: str, candidates: Iterable[Squares], game_of: GameOf, settings: Settings) -> Plan[list[Standing]]:
    """Search the strongest of some sets; return the finalists, best first, with all the games of the search.

    In each round every set left plays `game_of` its next numbers; then the better half stays, but not fewer than the
    finalists wanted. Sets of the same score keep the order of their squares.
    """
    alive = [Standing(squares, Tally()) for squares in candidates]
    played, games, turn = 0, settings.games, 1
    while True:
        tasks = [[game_of(one.squares, number) for number in range(played, played + games)] for one in alive]
        results = yield Batch(f"{name}-round{turn}", tuple(task for own in tasks for task in own))
        grown = []
        for place, (one, own) in enumerate(zip(alive, tasks, strict=True)):
            more = counted(own, results[place * games : (place + 1) * games])
            grown.append(Standing(one.squares, Tally(*map(sum, zip(one.tally, more, strict=True)))))
        grown.sort(key=lambda one: (-one.score, one.squares))
        alive = grown[: max(settings.finalists, len(grown) // 2)]
        if len(alive) <= settings.finalists:
            return alive
        played, games, turn = played + games, 2 * games, turn + 1
