"""Opening sets of a dataset, up to symmetry, and their results."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.tables.significance import CONFIDENCE, wilson_intervals
from kifu.core.errors import KifuError
from kifu.core.game.counting import opening_plies, openings, places_units
from kifu.core.game.text import diagram_of_text
from kifu.core.outcome import SIDE_IDS, Side
from kifu.core.squares import SQUARE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from kifu.core.game.counting import SideOpening
    from kifu.core.game.game import Game, Position


BATCH = 20_000
"""How many games are fetched at a time."""
Moves = tuple[int, ...]
"""A set of moves, in rising order."""


class SkippedGames(NamedTuple):
    """Number of games left out, by reason."""

    duplicates: int
    """Games with the moves of another game, perhaps turned by a symmetry."""
    other_rules: int
    other_start: int
    incomplete: int
    """Games that end, or whose record ends, before both openings are complete."""
    too_long: int
    """Games in whose opening a move does not fit the dataset's column of integers."""


class OpeningRecords(NamedTuple):
    """The openings of a game's records."""

    game: Game
    start: Position
    plies: int
    turns: tuple[int, ...]
    """The numbers of the symmetries that keep the start and the sides: openings are counted up to these."""
    table: pd.DataFrame
    """A row for each game with both openings complete: `record`, `winner` (first, second, draw; missing: unfinished),
    `first_number` and `second_number` (how many moves), and the indices `first` and `second` (in `sets`), `pair` (in
    `pairs`), `sequence` (in `sequences`; missing in games that place units)."""
    sets: tuple[Moves, ...]
    """The openings of a side."""
    pairs: tuple[tuple[Moves, Moves], ...]
    """The openings of both sides of a game, both turned by the same symmetry."""
    sequences: tuple[tuple[int, ...], ...]
    """The first moves in the order in which they were played, for a game whose openings are its first moves."""
    passed_over: SkippedGames


def collect_openings(connection: DuckDBPyConnection, game: Game, plies: int | None = None) -> OpeningRecords:
    """Collect the openings of a dataset's games under `game`'s rules.

    Only games from the game's own start count.

    If no record begins with that start, which is so for a game without a standard start, the most frequent start is
    taken. Games that are the same, or the same up to symmetry, count once. `plies` is the length of the opening, in
    plies, for a game that does not define its opening itself (:mod:`kifu.core.game.counting`).
    """
    start, diagrams = _most_frequent_start_and_texts(connection, game)
    turns = tuple(
        number
        for number, turn in enumerate(game.symmetries)
        if not turn.exchanges and game.image(start, number) == start
    )
    catalogue = _Catalogue(game, turns)
    rows, incomplete, too_long = [], 0, 0
    last = opening_plies(game, plies)
    for record, winner, ended, codes, sides in _games_with_openings(connection, game, diagrams, last):
        moves = [code for code in codes if code is not None]
        if len(moves) < len(codes):
            too_long += 1
            continue
        movers = [Side(SIDE_IDS.index(side)) for side in sides]
        first, second = openings(game, moves, movers, over=ended, plies=plies)
        if not (first.complete and second.complete):
            incomplete += 1
            continue
        numbers = catalogue.first_second_and_pair_numbers(first, second)
        sequence = None if places_units(game) else catalogue.sequence_number(moves)
        rows.append((record, winner, len(first.moves), len(second.moves), *numbers, sequence))
    names = ["record", "winner", "first_number", "second_number", "first_set", "second_set", "pair", "sequence"]
    counted = _skipped_games(connection, game, diagrams)._replace(incomplete=incomplete, too_long=too_long)
    return OpeningRecords(
        game,
        start,
        last,
        turns,
        pd.DataFrame(rows, columns=names),
        tuple(catalogue.sets),
        tuple(catalogue.pairs),
        tuple(catalogue.sequences),
        counted,
    )


class _Catalogue:
    """Numbering of move sets in order of appearance, up to symmetry."""

    def __init__(self, game: Game, turns: Sequence[int]) -> None:
        self.game = game
        self.turns = turns
        self.sets: dict[Moves, int] = {}
        self.pairs: dict[tuple[Moves, Moves], int] = {}
        self.sequences: dict[tuple[int, ...], int] = {}
        self._images: dict[int, tuple[int, ...]] = {}
        self._known: dict[tuple[frozenset[int], frozenset[int]], tuple[int, int, int]] = {}

    def first_second_and_pair_numbers(
        self, first_opening: SideOpening, second_opening: SideOpening
    ) -> tuple[int, int, int]:
        """Return the numbers of 先手's set, of 後手's, and of both together."""
        sets = frozenset(first_opening.moves), frozenset(second_opening.moves)
        numbers = self._known.get(sets)
        if numbers is None:
            of_first, of_second = (self._turn_set(moves) for moves in sets)
            numbers = (
                self.sets.setdefault(min(of_first), len(self.sets)),
                self.sets.setdefault(min(of_second), len(self.sets)),
                self.pairs.setdefault(min(zip(of_first, of_second, strict=True)), len(self.pairs)),
            )
            self._known[sets] = numbers
        return numbers

    def sequence_number(self, moves: Sequence[int]) -> int:
        """Return the number of moves as an ordered sequence."""
        images = [self._images_of_move(move) for move in moves]
        turned = min(tuple(of_move[place] for of_move in images) for place in range(len(self.turns)))
        return self.sequences.setdefault(turned, len(self.sequences))

    def _turn_set(self, moves: frozenset[int]) -> list[Moves]:
        images = [self._images_of_move(move) for move in moves]
        return [tuple(sorted(turned[place] for turned in images)) for place in range(len(self.turns))]

    def _images_of_move(self, move: int) -> tuple[int, ...]:
        images = self._images.get(move)
        if images is None:
            images = self._images[move] = tuple(self.game.image_of_move(move, number) for number in self.turns)
        return images


def _most_frequent_start_and_texts(connection: DuckDBPyConnection, game: Game) -> tuple[Position, list[str | None]]:
    """Return the collected start, and its texts in column `start`."""
    rows = connection.execute(
        "SELECT start, count(*) FROM games WHERE game = ? AND rules = ? GROUP BY start ORDER BY count(*) DESC, start",
        [game.id, game.rules],
    ).fetchall()
    starts = [start for start, _ in rows]
    own = game.start()
    diagram = game.spell_diagram(own)
    if not starts or None in starts or diagram in starts:
        return own, [None, diagram]
    for start in starts:
        try:
            return game.read_diagram(diagram_of_text(start)), [start]
        except KifuError:  # a diagram of another board
            continue
    return own, [None, diagram]


_SAME_START = "(start IN (SELECT unnest(?)) OR (start IS NULL AND ?))"


def _games_with_openings(
    connection: DuckDBPyConnection, game: Game, diagrams: Sequence[str | None], plies: int
) -> Iterator[tuple[int, str | None, bool, list[int | None], list[str]]]:
    """Yield record, winner, early end, moves and sides of openings."""
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE looked_at AS SELECT record, winner, "  # noqa: S608 - the condition inserted is our own text
        "coalesce(article IS NOT NULL AND status = 'CONFIRMED' AND plies <= ?, false) AS ended FROM games "
        f"WHERE game = ? AND rules = ? AND similar_to IS NULL AND {_SAME_START}",
        [plies, game.id, game.rules, [diagram for diagram in diagrams if diagram], None in diagrams],
    )
    order = [record for (record,) in connection.execute("SELECT record FROM looked_at ORDER BY record").fetchall()]
    for place in range(0, len(order), BATCH):
        portion = order[place : place + BATCH]
        yield from connection.execute(
            "SELECT record, any_value(winner), any_value(ended), "
            "coalesce(list(code ORDER BY ply) FILTER (ply > 0), []), coalesce(list(side ORDER BY ply) FILTER (ply > 0), []) "
            "FROM looked_at JOIN plies USING (record) WHERE record BETWEEN ? AND ? AND ply <= ? "
            "GROUP BY record ORDER BY record",
            [portion[0], portion[-1], plies],
        ).fetchall()


def _skipped_games(connection: DuckDBPyConnection, game: Game, diagrams: Sequence[str | None]) -> SkippedGames:
    rows = connection.execute(
        "SELECT count(*) FILTER (rules = ? AND similar_to IS NOT NULL), count(*) FILTER (rules <> ?), "  # noqa: S608 - the condition inserted is our own text
        f"count(*) FILTER (rules = ? AND similar_to IS NULL AND NOT {_SAME_START}) FROM games WHERE game = ?",
        [*[game.rules] * 3, [diagram for diagram in diagrams if diagram], None in diagrams, game.id],
    ).fetchall()
    ((duplicates, other_rules, other_start),) = rows
    return SkippedGames(duplicates, other_rules, other_start, 0, 0)


COUNTS = ["games", "first_wins", "second_wins", "draws", "unfinished", "finished"]
"""Numbers of games: all, won by each side, drawn, without a result, with a result."""
SHARE_COLUMNS = ["share", "low", "high", "low_all", "high_all"]
"""A share of points, from 0 to 1, and the ends of its two intervals; see :func:`add_share_columns`."""
SMALL = 30
"""Shares of fewer finished games are shown in grey."""


def results_by_sizes(opening_records: OpeningRecords, min_games: int = SMALL) -> pd.DataFrame:
    """Return results by the opening sizes of 先手 and 後手.

    There is one row for each pair of numbers that occurred, with the columns `first_number`, `second_number`, COUNTS,
    and SHARE_COLUMNS of 先手.
    """
    keys = ["first_number", "second_number"]
    return add_share_columns(_count_results(opening_records.table, keys), 0, min_games).reset_index()


def results_by_set(opening_records: OpeningRecords, side: int, min_games: int = SMALL) -> pd.DataFrame:
    """Return results by one side's opening, most frequent first.

    Columns: `set` (number in the collected sets), `number` (of moves), COUNTS, then SHARE_COLUMNS of that side.
    """
    table = opening_records.table.rename(columns={f"{SIDE_IDS[side]}_set": "set", f"{SIDE_IDS[side]}_number": "number"})
    # An opening may use a square twice, so one set can occur with several numbers of moves.
    counted = add_share_columns(_count_results(table, ["set", "number"]), side, min_games).reset_index()
    return _most_frequent_first(counted, ["set", "number"])


def results_by_pair(opening_records: OpeningRecords, min_games: int = SMALL) -> pd.DataFrame:
    """Return results by both sides' openings, most frequent pair first.

    Columns: `pair` (number in the collected pairs), `first_number`, `second_number`, COUNTS, then SHARE_COLUMNS of 先手.
    """
    keys = ["pair", "first_number", "second_number"]
    return _most_frequent_first(
        add_share_columns(_count_results(opening_records.table, keys), 0, min_games).reset_index(), keys
    )


def results_by_sequence(opening_records: OpeningRecords, min_games: int = SMALL) -> pd.DataFrame:
    """Return results by the order of first moves, most frequent first.

    Columns: `sequence` (number in the collected sequences), COUNTS, then SHARE_COLUMNS of 先手.
    """
    counted = add_share_columns(_count_results(opening_records.table, ["sequence"]), 0, min_games).reset_index()
    return _most_frequent_first(counted, ["sequence"])


def add_share_columns(counted: pd.DataFrame, side: int, min_games: int = SMALL) -> pd.DataFrame:
    """Add SHARE_COLUMNS of a side to a table of COUNTS.

    Its points in the finished games, where a draw is half a point.

    `low` and `high` are the ends of Wilson's 95 % interval of a single share. `low_all` and `high_all` are the ends of
    wider intervals (Bonferroni): with 95 % confidence *all* rows of `min_games` finished games or more lie within theirs.
    Use these for a row that was picked out of the table. A row without a finished game has no share, and its intervals
    go from 0 to 1.
    """
    points = counted[f"{SIDE_IDS[side]}_wins"] + counted["draws"] / 2
    finished = counted["finished"]
    share = np.where(finished > 0, points / finished.clip(lower=1), np.nan)
    rows = max(1, int((finished >= min_games).sum()))
    low, high = wilson_intervals(points, finished)
    low_all, high_all = wilson_intervals(points, finished, 1 - (1 - CONFIDENCE) / rows)
    return counted.assign(share=share, low=low, high=high, low_all=low_all, high_all=high_all)


def _count_results(table: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Count the games of each group by result, unfinished ones apart."""
    ended = pd.DataFrame(
        {
            "games": 1,
            "first_wins": table["winner"] == "first",
            "second_wins": table["winner"] == "second",
            "draws": table["winner"] == "draw",
            "unfinished": table["winner"].isna(),
            "finished": table["winner"].notna(),
        }
    ).astype("int64")
    return ended.groupby([table[key] for key in keys]).sum()


def _most_frequent_first(table: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    ascending = [False, *[True] * len(keys)]
    return table.sort_values(["games", *keys], ascending=ascending, ignore_index=True)


def table_row_dicts(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table, each as a dict by column."""
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]


def expected_misses(interval_count: int) -> float:
    """Return the expected number of `interval_count` 95 % intervals that miss."""
    return interval_count * (1 - CONFIDENCE)


class Families(NamedTuple):
    """The families of one side's openings."""

    cores: tuple[Moves, ...]
    """The moves that all sets of a family have, as turned by one of the symmetries."""
    table: pd.DataFrame
    """A row for each family shown: `core` (number in `cores`), `number` (of moves of its sets), `sets` (how many different ones),
    COUNTS, and SHARE_COLUMNS of that side; the family of the most games first."""


def opening_families(opening_records: OpeningRecords, side: int, min_games: int, max_families: int) -> Families:
    """Return the `max_families` largest families of two or more sets.

    A family counts if at least half of its sets are in no family before it.
    """
    counted = results_by_set(opening_records, side, min_games).groupby("set")[COUNTS].sum()
    members: defaultdict[Moves, set[int]] = defaultdict(set)
    for number in counted.index:
        for core in _canonical_subsets_less_one(opening_records, opening_records.sets[number]):
            members[core].add(int(number))
    played = counted["games"].to_dict()
    wide = [(core, sets) for core, sets in members.items() if len(sets) > 1]
    wide.sort(key=lambda each: (-sum(played[number] for number in each[1]), each[0]))
    shown: list[tuple[Moves, set[int]]] = []
    covered: set[int] = set()
    for core, sets in wide:
        if len(shown) < max_families and 2 * len(sets - covered) >= len(sets):
            shown.append((core, sets))
            covered |= sets
    rows = [
        {"core": place, "number": len(core) + 1, "sets": len(sets), **counted.loc[sorted(sets)].sum().to_dict()}
        for place, (core, sets) in enumerate(shown)
    ]
    table = pd.DataFrame(rows, columns=["core", "number", "sets", *COUNTS]).astype("int64")
    return Families(tuple(core for core, _ in shown), add_share_columns(table, side, min_games))


def _canonical_subsets_less_one(opening_records: OpeningRecords, moves: Moves) -> set[Moves]:
    """Return a set's canonical subsets without one move."""
    images = [[opening_records.game.image_of_move(move, turn) for move in moves] for turn in opening_records.turns]
    return {
        min(tuple(sorted(image[:place] + image[place + 1 :])) for image in images)
        for place in range(len(moves))
        if len(moves) > 1
    }


_SQUARE = re.compile(SQUARE)


class SquareShares(NamedTuple):
    """The openings of one side that have one number of moves."""

    side: int
    number: int
    games: int
    grid: NDArray[np.float64]
    """Shares of games (rows × columns): the mean over the symmetries up to which openings are counted."""
    turns: int = 1
    """The number of these symmetries."""


def destination_square(game: Game, move: int) -> int | None:
    """Return the destination of a move's text; None for パス."""
    named = _SQUARE.findall(game.spell(move))
    return game.board.parse(named[-1]) if named else None


def destination_squares(game: Game, moves: Iterable[int]) -> set[int]:
    """Return the squares where moves end, each once."""
    return {square for move in moves if (square := destination_square(game, move)) is not None}


def square_share_grids(opening_records: OpeningRecords) -> dict[tuple[int, int], SquareShares]:
    """Return square maps by (side, number)."""
    game = opening_records.game
    turned = [game.symmetries[number].squares for number in opening_records.turns]
    squares = [destination_squares(game, moves) for moves in opening_records.sets]
    result: dict[tuple[int, int], SquareShares] = {}
    for side, name in enumerate(SIDE_IDS):
        for number, rows in opening_records.table.groupby(f"{name}_number"):
            counts: Counter[int] = Counter()
            for place, games in rows[f"{name}_set"].value_counts().items():
                for square in squares[int(str(place))]:
                    counts[square] += int(games)
            grid = np.zeros(game.board.rows * game.board.columns)
            for square, games in counts.items():
                for places in turned:
                    grid[places[square]] += games / len(turned) / len(rows)
            shape = (game.board.rows, game.board.columns)
            key = side, int(str(number))
            result[key] = SquareShares(*key, len(rows), grid.reshape(shape), len(turned))
    return result
