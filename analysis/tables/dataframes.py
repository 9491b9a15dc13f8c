"""DataFrames of verdicts: records, plies, measures, marks.

The columns and their dtypes are those of :mod:`analysis.tables.columns`, whatever games there are: what only some games have is a
row, not a column. A dataset has them under the same names, with the same types.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from analysis.tables.columns import DTYPES, MARKS, MEASURES, OPENING_SETS, PLIES, RECORDS
from analysis.tables.table_rows_and_digests import (
    Cell,
    Row,
    digest_of_moves,
    digest_of_setting,
    game_setting_bytes,
    image_hashes,
    ply_rows,
    verdict_row,
)
from analysis.tables.verdict_access import GOOD, marks_by_ply, standing_marks
from kifu.core.diagnostic import Severity
from kifu.core.game.counting import opening_plies, openings, places_units
from kifu.core.longest_continuations import MoveLine, longest_continuations
from kifu.core.outcome import SIDE_IDS
from kifu.core.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pandas.api.extensions import ExtensionArray

    from analysis.tables.columns import ColumnType, TableColumns
    from kifu.core.game.game import Game
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict


def records_table(verdicts: Iterable[Verdict]) -> pd.DataFrame:
    """Return a row for each verdict in order, matches included.

    Its columns are always those that :data:`analysis.tables.columns.RECORDS` has in memory, whatever the games are. `plies` of a
    match are those of its games, and its scores are their sums. `duplicate_of` and `prefix_of` are about the rows of this
    table that are good games: CONFIRMED, DECLARED or UNFINISHED, and no match. The events of a record are counted from
    :func:`marks_table`.
    """
    verdicts = list(verdicts)
    rows = [_record_row(number, verdict) for number, verdict in enumerate(verdicts)]
    _mark_duplicates_and_prefixes(rows, verdicts)
    return _dataframe_of_rows(rows, RECORDS)


def plies_table(verdicts: Iterable[Verdict], *, keys: bool = True) -> pd.DataFrame:
    """Return a row for each legal ply, starts as ply 0.

    A record that could not be replayed gives no row; a match gives the rows of its games, `match` counts them. `record` is
    that of :func:`records_table` for the same verdicts. Without `keys`, the columns `key` and `symmetric` are empty:
    computing them takes longer than all the other columns. The columns are :data:`analysis.tables.columns.PLIES`.
    """
    return _dataframe_of_rows((row for game in _replayed_games(verdicts) for row in _ply_rows(game, keys=keys)), PLIES)


def measures_table(verdicts: Iterable[Verdict]) -> pd.DataFrame:
    """Return a row for each measure, side and ply, from the start.

    What is measured depends on the game: in 6面体 territories, fighters, ghosts (dice on the board), hand (dice) and mobility
    (moves available, were it that side's turn). The columns are :data:`analysis.tables.columns.MEASURES` for every game.
    """
    return _dataframe_of_rows((row for game in _replayed_games(verdicts) for row in _measure_rows(game)), MEASURES)


def marks_table(verdicts: Iterable[Verdict], *, standing: bool = False) -> pd.DataFrame:
    """Return a row for each mark of a ply, in order.

    With `standing`, each unit that stands on the board after a ply gives a row of kind ``stood`` too. These rows follow
    the events of their record; their number is that of the plies times that of the units. The columns are
    :data:`analysis.tables.columns.MARKS`.
    """
    return _dataframe_of_rows(
        (row for game in _replayed_games(verdicts) for row in _mark_rows(game, standing=standing)), MARKS
    )


def opening_sets_table(verdicts: Iterable[Verdict], plies: int | None = None) -> pd.DataFrame:
    """Return a row for the opening of each side of each game.

    `plies` is its length for a game that does not say what its opening is (:mod:`kifu.core.game.counting`). A game that
    places units and does not begin from its own start has no opening: its cells are missing. The columns are
    :data:`analysis.tables.columns.OPENING_SETS`.
    """
    return _dataframe_of_rows(
        (row for game in _replayed_games(verdicts) for row in _opening_rows(game, plies)), OPENING_SETS
    )


def typed_column(values: Iterable[object], kind: ColumnType) -> ExtensionArray:
    """Return a column in its type's dtype, without loss of digits."""
    return pd.array(list(values), dtype=DTYPES[kind])  # type: ignore[call-overload, no-any-return]


class _ReplayedGame(NamedTuple):
    """Replayed game: a record, or a game of a match."""

    place: Row
    """Its cells `game`, `record` and `match`."""
    verdict: Verdict
    game: Game
    replay: Replay


def _replayed_games(verdicts: Iterable[Verdict]) -> Iterator[_ReplayedGame]:
    for record, verdict in enumerate(verdicts):
        parts: Sequence[tuple[int | None, Verdict]] = list(enumerate(verdict.games, start=1)) or [(None, verdict)]
        for match, judged in parts:
            if judged.game is not None and judged.replay is not None:
                place: Row = {"game": judged.game.id, "record": record, "match": match}
                yield _ReplayedGame(place, judged, judged.game, judged.replay)


def _dataframe_of_rows(rows: Iterable[Row], table: TableColumns) -> pd.DataFrame:
    rows = list(rows)
    return pd.DataFrame(
        {column.name: typed_column((row.get(column.name) for row in rows), column.kind) for column in table.in_memory}
    )


def _mark_duplicates_and_prefixes(rows: Sequence[Row], verdicts: Sequence[Verdict]) -> None:
    """Fill in `duplicate_of` and `prefix_of` of the good games."""
    firsts: dict[Cell, Cell] = {}
    lines = []
    for number, (row, verdict) in enumerate(zip(rows, verdicts, strict=True)):
        if verdict.status not in GOOD or verdict.replay is None or not verdict.replay.moves:
            continue
        first = firsts.setdefault(row["moves_digest"], number)
        row["duplicate_of"] = None if first == number else first
        start = verdict.game.spell_diagram(verdict.replay.positions[0]) if verdict.game else ""
        lines.append(MoveLine(str(row["setting"]), start, tuple(verdict.replay.moves), number))
    for number, longest in longest_continuations(lines).items():
        rows[number]["prefix_of"] = longest


def _record_row(record_number: int, verdict: Verdict) -> Row:
    """Return the row of a record."""
    fault = verdict.fault
    severities = Counter(diagnostic.severity for diagnostic in verdict.diagnostics)
    row = verdict_row(verdict, verdict.record.head if verdict.record else {}) | {
        "record": record_number,
        "file": verdict.file,
        "index": verdict.index,
        "sha256": verdict.sha256 or None,
        "errors": severities[Severity.ERROR],
        "warnings": severities[Severity.WARNING],
        "fault_ply": fault.ply if fault else None,
        "fault_article": fault.article if fault else None,
        "fault_code": fault.code if fault else None,
    }
    if verdict.game is not None and verdict.replay is not None:
        setting = game_setting_bytes(verdict.game, verdict.record)
        start = verdict.game.spell_diagram(verdict.replay.positions[0])
        moves = [verdict.game.spell(move) for move in verdict.replay.moves]
        row |= {"setting": digest_of_setting(setting), "moves_digest": digest_of_moves(setting, start, moves)}
    return row


def _ply_rows(played: _ReplayedGame, *, keys: bool) -> Iterator[Row]:
    positions = played.replay.positions
    for row in ply_rows(played.verdict, image_hashes(played.game, positions) if keys else None):
        yield played.place | row


def _measure_rows(played: _ReplayedGame) -> Iterator[Row]:
    game = played.game
    for ply, position in enumerate(played.replay.positions):
        for measure, pair in zip(game.measures, game.measure(position), strict=True):
            for side, value in zip(SIDE_IDS, pair, strict=True):
                yield played.place | {"ply": ply, "measure": measure.key, "side": side, "value": value}


def _mark_rows(played: _ReplayedGame, *, standing: bool) -> Iterator[Row]:
    """Yield a row for each trace of a game."""
    game, verdict = played.game, played.verdict
    for ply, trace in (*marks_by_ply(verdict), *(standing_marks(verdict) if standing else ())):
        row, column = divmod(trace.square, game.board.columns)
        yield played.place | {
            "ply": ply,
            "kind": trace.kind,
            "square": game.board.spell(trace.square),
            "column": column + 1,
            "column_name": COLUMNS[column],
            "row": row + 1,
            "side": SIDE_IDS[trace.side],
            "unit": trace.unit,
        }


def _opening_rows(played: _ReplayedGame, plies: int | None) -> Iterator[Row]:
    """Yield a row for each side's opening set."""
    game, replay, outcome = played.game, played.replay, played.verdict.outcome
    start = replay.positions[0]
    winner = None if outcome is None else outcome.winner
    if places_units(game) and start != game.start():
        yield from (played.place | {"side": side, "complete": 0, "winner": winner} for side in SIDE_IDS)
        return
    last = opening_plies(game, plies)
    over = outcome is not None and outcome.article is not None and len(replay.moves) <= last
    movers = [game.turn(position) for position in replay.positions[:last]]
    turns = [
        number
        for number, turn in enumerate(game.symmetries)
        if not turn.exchanges and game.image(start, number) == start
    ]
    for side, opening in zip(
        SIDE_IDS, openings(game, replay.moves[:last], movers, over=over, plies=plies), strict=True
    ):
        images = (sorted({game.image_of_move(move, number) for move in opening.moves}) for number in turns)
        yield played.place | {
            "side": side,
            "number": len(opening.moves),
            "moves": " ".join(map(game.spell, opening.moves)),
            "opening": " ".join(map(game.spell, min(images))),
            "complete": int(opening.complete),
            "winner": winner,
        }
