"""Who played what in a dataset, and with what results: counted as :mod:`analysis.corpus.stats` counts games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.intervals import wilson

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Seat(NamedTuple):
    """A player's games on one side of the board."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    unfinished: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    def __add__(self, other: object) -> Seat:
        """Return the games of both."""
        if not isinstance(other, Seat):
            return NotImplemented
        return Seat(*(one + another for one, another in zip(self, other, strict=True)))


class Player(NamedTuple):
    """The games of one player in one game, against others; games against the same name tell nothing of who is better."""

    game: str
    name: str
    first: Seat
    """As 先手."""
    second: Seat
    alone: int
    """Games in which both sides have this name: in no other number here."""

    @property
    def both(self) -> Seat:
        """Return the games of both sides."""
        return self.first + self.second

    def share(self) -> tuple[float | None, float, float]:
        """Return the points of the finished games, draws as halves, by their number, and Wilson's 95 % interval.

        None, 0 to 1, where no game is finished.
        """
        wins, losses, draws, _ = self.both
        finished = wins + losses + draws
        low, high = wilson(wins + draws / 2, finished)
        return (wins + draws / 2) / finished if finished else None, float(low), float(high)


class Players(NamedTuple):
    """The players of a dataset, and what is missing from them."""

    players: list[Player]
    """By game; within one the most games first, then by name."""
    unnamed: dict[str, int]
    """By game, how many sides the records do not name."""


_GAMES = """
    SELECT game, first, second, winner, count(*) FROM games WHERE ? OR duplicate_of IS NULL GROUP BY ALL
"""
_SEATS = (
    {"first": Seat(wins=1), "second": Seat(losses=1), "draw": Seat(draws=1), None: Seat(unfinished=1)},
    {"first": Seat(losses=1), "second": Seat(wins=1), "draw": Seat(draws=1), None: Seat(unfinished=1)},
)
"""What a result is for 先手, and for 後手."""


def players(connection: DuckDBPyConnection, *, duplicates: bool = False) -> Players:
    """Return the players of an opened dataset, each as the records write the name.

    Games with the same moves count once, unless `duplicates` are to count as often as they stand there.
    """
    seats: tuple[dict[tuple[str, str], Seat], dict[tuple[str, str], Seat]] = ({}, {})
    alone: Counter[tuple[str, str]] = Counter()
    unnamed: Counter[str] = Counter()
    for game, first, second, winner, number in connection.execute(_GAMES, [duplicates]).fetchall():
        if first is not None and first == second:
            alone[game, first] += number
            continue
        for name, seat, meaning in zip((first, second), seats, _SEATS, strict=True):
            if name is None:
                unnamed[game] += number
            else:
                more = Seat(*(number * count for count in meaning[winner]))
                seat[game, name] = seat.get((game, name), Seat()) + more
    found = [
        Player(*key, seats[0].get(key, Seat()), seats[1].get(key, Seat()), alone[key])
        for key in {*seats[0], *seats[1], *alone}
    ]
    return Players(
        sorted(found, key=lambda one: (one.game, -one.both.games, -one.alone, one.name)), dict(sorted(unnamed.items()))
    )
