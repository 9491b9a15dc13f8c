"""The openings of the games of a dataset: each side's as a set of moves, turned so that equal ones are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from analysis.tables.judged import SIDES
from kifu.model.errors import KifuError
from kifu.model.opening import opening_plies, openings, places_units
from kifu.model.outcome import Side
from notation.diagram import split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from duckdb import DuckDBPyConnection

    from kifu.model.game import Game, Position
    from kifu.model.opening import Opening

BATCH = 20_000
"""Games that are fetched at a time."""
Moves = tuple[int, ...]
"""A set of moves, in rising order."""


class PassedOver(NamedTuple):
    """How many games the openings are not of, and why."""

    duplicates: int
    """Their moves, or those of an image, are another game's."""
    other_rules: int
    other_start: int
    incomplete: int
    """They ended, or their record does, before both openings were complete."""
    too_long: int
    """A move of the opening is too long for the dataset's column of integers."""


class Collected(NamedTuple):
    """The openings of a game's records."""

    game: Game
    start: Position
    plies: int
    turns: tuple[int, ...]
    """The symmetries under which openings count as the same: those that keep the start and the sides."""
    table: pd.DataFrame
    """A row for each game with both openings complete: `record`, `winner` (first, second, draw; missing: unfinished),
    `first_number` and `second_number` (how many moves), `first` and `second` (number in `sets`), `pair` (in `pairs`)."""
    sets: tuple[Moves, ...]
    """The openings of a side."""
    pairs: tuple[tuple[Moves, Moves], ...]
    """The openings of both sides together, turned together."""
    sequences: tuple[tuple[int, ...], ...]
    """The first moves in the order in which they were played (column `sequence`), of games whose opening they are."""
    passed_over: PassedOver


def collect(connection: DuckDBPyConnection, game: Game, plies: int | None = None) -> Collected:
    """Return the openings of the games of a dataset under the rules of `game`, from its own start.

    Where no game has that start (a game without a standard one), they are those from the start most games have. Games
    that are the same, or the same up to symmetry, count once. `plies` is how many plies the opening of a game lasts that
    does not say itself what it is (:mod:`kifu.model.opening`).
    """
    start, diagrams = _start(connection, game)
    turns = tuple(
        number
        for number, turn in enumerate(game.symmetries)
        if not turn.exchanges and game.image(start, number) == start
    )
    catalogue = _Catalogue(game, turns)
    rows, incomplete, too_long = [], 0, 0
    last = opening_plies(game, plies)
    for record, winner, ended, codes, sides in _games(connection, game, diagrams, last):
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
    names = ["record", "winner", "first_number", "second_number", "first", "second", "pair", "sequence"]
    counted = _passed_over(connection, game, diagrams)._replace(incomplete=incomplete, too_long=too_long)
    return Collected(
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
    """Numbers sets of moves in the order in which they come, images alike."""

    def __init__(self, game: Game, turns: Sequence[int]) -> None:
        self.game = game
        self.turns = turns
        self.sets: dict[Moves, int] = {}
        self.pairs: dict[tuple[Moves, Moves], int] = {}
        self.sequences: dict[tuple[int, ...], int] = {}
        self._images: dict[int, tuple[int, ...]] = {}
        self._known: dict[tuple[frozenset[int], frozenset[int]], tuple[int, int, int]] = {}

    def numbers(self, first: Opening, second: Opening) -> tuple[int, int, int]:
        """Return the numbers of 先手's set, of 後手's, and of both together."""
        asked = frozenset(first.moves), frozenset(second.moves)
        found = self._known.get(asked)
        if found is None:
            of_first, of_second = (self._turned(moves) for moves in asked)
            found = (
                self.sets.setdefault(min(of_first), len(self.sets)),
                self.sets.setdefault(min(of_second), len(self.sets)),
                self.pairs.setdefault(min(zip(of_first, of_second, strict=True)), len(self.pairs)),
            )
            self._known[asked] = found
        return found

    def sequence(self, moves: Sequence[int]) -> int:
        """Return the number of moves in the order in which they were played."""
        images = [self._images_of(move) for move in moves]
        turned = min(tuple(one[place] for one in images) for place in range(len(self.turns)))
        return self.sequences.setdefault(turned, len(self.sequences))

    def _turned(self, moves: frozenset[int]) -> list[Moves]:
        images = [self._images_of(move) for move in moves]
        return [tuple(sorted(turned[place] for turned in images)) for place in range(len(self.turns))]

    def _images_of(self, move: int) -> tuple[int, ...]:
        found = self._images.get(move)
        if found is None:
            found = self._images[move] = tuple(self.game.image_of_move(move, number) for number in self.turns)
        return found


def _start(connection: DuckDBPyConnection, game: Game) -> tuple[Position, list[str | None]]:
    """Return the start whose openings are looked at, and how the dataset writes it."""
    rows = connection.execute(
        "SELECT start, count(*) FROM games WHERE game = ? AND rules = ? GROUP BY start ORDER BY count(*) DESC, start",
        [game.id, game.rules],
    ).fetchall()
    written = [start for start, _ in rows]
    own = game.start()
    diagram = game.spell_diagram(own)
    if not written or None in written or diagram in written:
        return own, [None, diagram]
    for start in written:
        try:
            return game.read_diagram(split(1, enumerate(start.splitlines(), start=1))), [start]
        except KifuError:  # of another board
            continue
    return own, [None, diagram]


_SAME_START = "(start IN (SELECT unnest(?)) OR (start IS NULL AND ?))"


def _games(
    connection: DuckDBPyConnection, game: Game, diagrams: Sequence[str | None], last: int
) -> Iterator[tuple[int, str | None, bool, list[int | None], list[str]]]:
    """Yield record, winner, whether the rules ended it within the opening, the moves of the opening and who made them."""
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE looked_at AS SELECT record, winner, "  # noqa: S608 - a condition of ours
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


def _passed_over(connection: DuckDBPyConnection, game: Game, diagrams: Sequence[str | None]) -> PassedOver:
    found = connection.execute(
        "SELECT count(*) FILTER (rules = ? AND similar_to IS NOT NULL), count(*) FILTER (rules <> ?), "  # noqa: S608 - as above
        f"count(*) FILTER (rules = ? AND similar_to IS NULL AND NOT {_SAME_START}) FROM games WHERE game = ?",
        [*[game.rules] * 3, [diagram for diagram in diagrams if diagram], None in diagrams, game.id],
    ).fetchall()
    ((duplicates, other_rules, other_start),) = found
    return PassedOver(duplicates, other_rules, other_start, 0, 0)
