"""Statistics of a dataset, with confidence intervals: by game and rules, by player.

No game counts twice.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from analysis.tables.significance import unfinished_bounds, wilson_intervals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckdb import DuckDBPyConnection

Counted = TypeVar("Counted")
RESULTS = ("first", "second", "draw")


class CountShare(NamedTuple):
    """Share of a count, with its Wilson 95 % interval and bounds."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    share: float
    low: float
    high: float
    least: float
    """The share of all games if none of the unfinished ones had ended so."""
    most: float
    """The share of all games if every unfinished one had ended so."""


class GameLengths(NamedTuple):
    """The lengths of games in plies: extremes, quartiles and mean."""

    shortest: int
    quarter: float
    median: float
    three_quarters: float
    longest: int
    mean: float


class GameStats(NamedTuple):
    """Statistics of one game under equal rules and options.

    `results`, `lengths` and `ends` are about the counted games that have a result.
    """

    game: str | None
    """Its id; None for records that name no game."""
    rules: str | None
    """The rules that its records were judged by; None for records that name no game."""
    games: int
    """Rows of the table `games`; each game of a match is one."""
    rejects: int
    statuses: dict[str, int]
    """How many games and rejects have each status, duplicates included."""
    suspected: int
    """How many of the illegal ones a slip of the pen explains."""
    duplicates: int
    """Games with the same moves as an earlier one."""
    similar: int
    """Games that are the same as an earlier one only up to symmetry."""
    prefixes: int
    """Games, duplicates apart, that are the beginning of another."""
    counted: int
    """Games that the members below are about, with a result or not."""
    finished: int
    """Counted games with a result: a winner or a draw."""
    results: dict[str, CountShare]
    """The share of each of RESULTS among the finished games."""
    lengths: GameLengths | None
    ends: dict[tuple[str, str | None], int]
    """How many games ended by each termination and article; no article (None) belongs to an end off the board."""
    codes: dict[str | None, int]
    """How many rejects have each diagnostic code."""


class _GameKind(NamedTuple):
    """Games with equal values in all columns that are counted."""

    game: str | None
    rules: str | None
    status: str
    winner: str | None
    termination: str | None
    article: str | None
    plies: int
    duplicate: bool
    similar: bool
    prefix: bool
    number: int


_GAMES = """
    SELECT game, rules, status, winner, termination, article, plies, duplicate_of IS NOT NULL, similar_to IS NOT NULL,
        prefix_of IS NOT NULL, count(*)
    FROM games GROUP BY ALL
"""
_REJECTS = "SELECT game, rules, status, fault_code, count(*), count(slip) FROM rejects GROUP BY ALL"


def dataset_statistics(connection: DuckDBPyConnection, *, duplicates: bool = False) -> list[GameStats]:
    """Return the statistics of each game in an opened dataset, by rules.

    They are sorted by id, then by rules; records that name no game are last.

    Games with the same moves count once; with `duplicates`, each of them counts. Games that are equal only up to symmetry
    are different games.
    """
    kinds = [_GameKind(*row) for row in connection.execute(_GAMES).fetchall()]
    rejects = connection.execute(_REJECTS).fetchall()
    names = {(kind.game, kind.rules) for kind in kinds} | {(row[0], row[1]) for row in rejects}
    return [
        _game_statistics(
            name[0],
            name[1],
            [kind for kind in kinds if (kind.game, kind.rules) == name],
            [row[2:] for row in rejects if (row[0], row[1]) == name],
            duplicates=duplicates,
        )
        for name in sorted(names, key=lambda name: (name[0] is None, name[0] or "", name[1] or ""))
    ]


def _game_statistics(
    game: str | None,
    rules: str | None,
    kinds: list[_GameKind],
    rejects: list[tuple[str, str | None, int, int]],
    *,
    duplicates: bool,
) -> GameStats:
    """Return the statistics of one game under one set of rules."""
    statuses = _add_up_counts([(kind.status, kind.number) for kind in kinds] + [(row[0], row[2]) for row in rejects])
    counted = [kind for kind in kinds if duplicates or not kind.duplicate]
    finished = [kind for kind in counted if kind.winner is not None]
    winners = _add_up_counts([(kind.winner, kind.number) for kind in finished])
    total = sum(winners.values())
    unfinished = sum(kind.number for kind in counted) - total
    return GameStats(
        game,
        rules,
        games=sum(kind.number for kind in kinds),
        rejects=sum(row[2] for row in rejects),
        statuses=dict(sorted(statuses.items())),
        suspected=sum(row[3] for row in rejects),
        duplicates=sum(kind.number for kind in kinds if kind.duplicate),
        similar=sum(kind.number for kind in kinds if kind.similar and not kind.duplicate),
        prefixes=sum(kind.number for kind in kinds if kind.prefix and not kind.duplicate),
        counted=sum(kind.number for kind in counted),
        finished=total,
        results={side: _share_with_interval(winners[side], total, unfinished) for side in RESULTS} if total else {},
        lengths=_length_statistics(_add_up_counts([(kind.plies, kind.number) for kind in finished])) if total else None,
        ends=_most_frequent_first(
            _add_up_counts([((kind.termination or "", kind.article), kind.number) for kind in finished])
        ),
        codes=_most_frequent_first(_add_up_counts([(row[1], row[2]) for row in rejects])),
    )


def _add_up_counts(counted: Iterable[tuple[Counted, int]]) -> Counter[Counted]:
    counts: Counter[Counted] = Counter()
    for thing, number in counted:
        counts[thing] += number
    return counts


def _most_frequent_first(counts: Counter[Counted]) -> dict[Counted, int]:
    """Sort by number, the most frequent first, then by name."""
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], str(pair[0]))))


def _share_with_interval(count: int, total: int, unfinished: int) -> CountShare:
    low, high = wilson_intervals(count, total)
    return CountShare(count, count / total, float(low), float(high), *unfinished_bounds(count, total, unfinished))


def _length_statistics(counts: Counter[int]) -> GameLengths:
    ordered = sorted(counts.items())
    total = counts.total()
    quarter, median, three_quarters = (_quantile(ordered, total, share) for share in (0.25, 0.5, 0.75))
    mean = sum(plies * number for plies, number in ordered) / total
    return GameLengths(ordered[0][0], quarter, median, three_quarters, ordered[-1][0], mean)


def _quantile(sorted_counts: list[tuple[int, int]], total: int, share: float) -> float:
    """Return an interpolated quantile of sorted (number, count) pairs."""
    place = share * (total - 1)
    below, part = int(place), place % 1
    ends = [number for number, _ in sorted_counts]
    upto = list(accumulate(times for _, times in sorted_counts))
    low = ends[bisect_right(upto, below)]
    high = ends[min(bisect_right(upto, below + 1), len(ends) - 1)]
    return low + part * (high - low)


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
    def games_of_both_sides(self) -> SideResults:
        """Return the games of both sides."""
        return self.first + self.second

    def points_share_and_interval(self) -> tuple[float | None, float, float]:
        """Return the share of points in finished games, with Wilson's interval.

        A draw is ½.

        It is (None, 0, 1) if no game is finished.
        """
        wins, losses, draws, _ = self.games_of_both_sides
        finished = wins + losses + draws
        low, high = wilson_intervals(wins + draws / 2, finished)
        return (wins + draws / 2) / finished if finished else None, float(low), float(high)

    def points_share_bounds(self) -> tuple[float, float]:
        """Return the share's bounds: unfinished games all lost, or all won."""
        wins, losses, draws, unfinished = self.games_of_both_sides
        return unfinished_bounds(wins + draws / 2, wins + losses + draws, unfinished)


class Players(NamedTuple):
    """Players of a dataset, and the number of unnamed sides."""

    players: list[PlayerResults]
    """Sorted by game, then by number of games (the most first), then by name."""
    unnamed: dict[str, int]
    """How many sides have no name in the records, by game."""


_GAMES_OF_PLAYERS = """
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


def player_statistics(connection: DuckDBPyConnection, *, duplicates: bool = False) -> Players:
    """Return the players of an opened dataset, by exact spelling.

    Games with the same moves count once; with `duplicates`, each of them counts.
    """
    seats: tuple[dict[tuple[str, str], SideResults], dict[tuple[str, str], SideResults]] = ({}, {})
    alone: Counter[tuple[str, str]] = Counter()
    unnamed: Counter[str] = Counter()
    for game, first, second, winner, number in connection.execute(_GAMES_OF_PLAYERS, [duplicates]).fetchall():
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
        sorted(rows, key=lambda row: (row.game, -row.games_of_both_sides.games, -row.alone, row.name)),
        dict(sorted(unnamed.items())),
    )
