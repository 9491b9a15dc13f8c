"""Opening sets of a dataset: each side's moves, up to symmetry."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from analysis.tables.verdict_access import SIDES
from kifu.core.errors import KifuError
from kifu.core.game.opening_sets import opening_plies, openings, places_units
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from duckdb import DuckDBPyConnection

    from kifu.core.game.game import Game, Position
    from kifu.core.game.opening_sets import SideOpening

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


def collect(connection: DuckDBPyConnection, game: Game, plies: int | None = None) -> OpeningRecords:
    """Collect the openings of a dataset's games under `game`'s rules.

    Only games from the game's own start count.

    If no record begins with that start, which is so for a game without a standard start, the most frequent start is
    taken. Games that are the same, or the same up to symmetry, count once. `plies` is the length of the opening, in
    plies, for a game that does not define its opening itself (:mod:`kifu.core.game.opening_sets`).
    """
    start, diagrams = _collected_start(connection, game)
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
        movers = [Side(SIDES.index(side)) for side in sides]
        first, second = openings(game, moves, movers, over=ended, plies=plies)
        if not (first.complete and second.complete):
            incomplete += 1
            continue
        numbers = catalogue.numbers(first, second)
        sequence = None if places_units(game) else catalogue.sequence(moves)
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

    def numbers(self, first: SideOpening, second: SideOpening) -> tuple[int, int, int]:
        """Return the numbers of 先手's set, of 後手's, and of both together."""
        sets = frozenset(first.moves), frozenset(second.moves)
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

    def sequence(self, moves: Sequence[int]) -> int:
        """Return the number of moves as an ordered sequence."""
        images = [self._images_of(move) for move in moves]
        turned = min(tuple(of_move[place] for of_move in images) for place in range(len(self.turns)))
        return self.sequences.setdefault(turned, len(self.sequences))

    def _turn_set(self, moves: frozenset[int]) -> list[Moves]:
        images = [self._images_of(move) for move in moves]
        return [tuple(sorted(turned[place] for turned in images)) for place in range(len(self.turns))]

    def _images_of(self, move: int) -> tuple[int, ...]:
        images = self._images.get(move)
        if images is None:
            images = self._images[move] = tuple(self.game.image_of_move(move, number) for number in self.turns)
        return images


def _collected_start(connection: DuckDBPyConnection, game: Game) -> tuple[Position, list[str | None]]:
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
            return game.read_diagram(split_diagram(1, enumerate(start.splitlines(), start=1))), [start]
        except KifuError:  # a diagram of another board
            continue
    return own, [None, diagram]


_SAME_START = "(start IN (SELECT unnest(?)) OR (start IS NULL AND ?))"


def _games_with_openings(
    connection: DuckDBPyConnection, game: Game, diagrams: Sequence[str | None], last: int
) -> Iterator[tuple[int, str | None, bool, list[int | None], list[str]]]:
    """Yield record, winner, early end, moves and sides of openings."""
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE looked_at AS SELECT record, winner, "  # noqa: S608 - the condition inserted is our own text
        "coalesce(article IS NOT NULL AND status = 'CONFIRMED' AND plies <= ?, false) AS ended FROM games "
        f"WHERE game = ? AND rules = ? AND similar_to IS NULL AND {_SAME_START}",
        [last, game.id, game.rules, [diagram for diagram in diagrams if diagram], None in diagrams],
    )
    order = [record for (record,) in connection.execute("SELECT record FROM looked_at ORDER BY record").fetchall()]
    for place in range(0, len(order), BATCH):
        portion = order[place : place + BATCH]
        yield from connection.execute(
            "SELECT record, any_value(winner), any_value(ended), "
            "coalesce(list(code ORDER BY ply) FILTER (ply > 0), []), coalesce(list(side ORDER BY ply) FILTER (ply > 0), []) "
            "FROM looked_at JOIN plies USING (record) WHERE record BETWEEN ? AND ? AND ply <= ? "
            "GROUP BY record ORDER BY record",
            [portion[0], portion[-1], last],
        ).fetchall()


def _skipped_games(connection: DuckDBPyConnection, game: Game, diagrams: Sequence[str | None]) -> SkippedGames:
    rows = connection.execute(
        "SELECT count(*) FILTER (rules = ? AND similar_to IS NOT NULL), count(*) FILTER (rules <> ?), "  # noqa: S608 - the condition inserted is our own text
        f"count(*) FILTER (rules = ? AND similar_to IS NULL AND NOT {_SAME_START}) FROM games WHERE game = ?",
        [*[game.rules] * 3, [diagram for diagram in diagrams if diagram], None in diagrams, game.id],
    ).fetchall()
    ((duplicates, other_rules, other_start),) = rows
    return SkippedGames(duplicates, other_rules, other_start, 0, 0)
