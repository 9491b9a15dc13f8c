"""Statistics of players, counted as :mod:`analysis.corpus.game_statistics` does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.confidence_intervals import bounds, wilson

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class SideResults(NamedTuple):
    """A player's games on one side of the board."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    unfinished: int = 0

    @property
    def games(self) -> int:
        """The number of all these games."""
        return sum(self)

    def __add__(self, other: object) -> SideResults:
        """Return the sums of both seats."""
        if not isinstance(other, SideResults):
            return NotImplemented
        return SideResults(*(mine + more for mine, more in zip(self, other, strict=True)))


class PlayerResults(NamedTuple):
    """Games of one player against other names, in one game.

    Games against the same name do not show who is better.
    """

    game: str
    name: str
    first: SideResults
    """As 先手."""
    second: SideResults
    """As 後手."""
    alone: int
    """Games in which both sides have this name; no other number here counts them."""

    @property
    def both(self) -> SideResults:
        """Return the games of both sides."""
        return self.first + self.second

    def share(self) -> tuple[float | None, float, float]:
        """Return the share of points in finished games, with Wilson's interval.

        A draw is ½.

        It is (None, 0, 1) if no game is finished.
        """
        wins, losses, draws, _ = self.both
        finished = wins + losses + draws
        low, high = wilson(wins + draws / 2, finished)
        return (wins + draws / 2) / finished if finished else None, float(low), float(high)

    def possible(self) -> tuple[float, float]:
        """Return the share's bounds: unfinished games all lost, or all won."""
        wins, losses, draws, unfinished = self.both
        return bounds(wins + draws / 2, wins + losses + draws, unfinished)


class Players(NamedTuple):
    """Players of a dataset, and the number of unnamed sides."""

    players: list[PlayerResults]
    """Sorted by game, then by number of games (the most first), then by name."""
    unnamed: dict[str, int]
    """How many sides have no name in the records, by game."""


_GAMES = """
    SELECT game, first_name, second_name, winner, count(*) FROM games WHERE ? OR duplicate_of IS NULL GROUP BY ALL
"""
_SEATS = (
    {
        "first": SideResults(wins=1),
        "second": SideResults(losses=1),
        "draw": SideResults(draws=1),
        None: SideResults(unfinished=1),
    },
    {
        "first": SideResults(losses=1),
        "second": SideResults(wins=1),
        "draw": SideResults(draws=1),
        None: SideResults(unfinished=1),
    },
)
"""What each result means for 先手, and for 後手."""


def players(connection: DuckDBPyConnection, *, duplicates: bool = False) -> Players:
    """Return the players of an opened dataset, by exact spelling.

    Games with the same moves count once; with `duplicates`, each of them counts.
    """
    seats: tuple[dict[tuple[str, str], SideResults], dict[tuple[str, str], SideResults]] = ({}, {})
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
                more = SideResults(*(number * count for count in meaning[winner]))
                seat[game, name] = seat.get((game, name), SideResults()) + more
    rows = [
        PlayerResults(*key, seats[0].get(key, SideResults()), seats[1].get(key, SideResults()), alone[key])
        for key in {*seats[0], *seats[1], *alone}
    ]
    return Players(
        sorted(rows, key=lambda row: (row.game, -row.both.games, -row.alone, row.name)), dict(sorted(unnamed.items()))
    )
