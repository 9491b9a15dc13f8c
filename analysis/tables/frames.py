"""Builds DataFrames of verdicts: a row for each record, for each ply, or for each mark on the board.

Missing values are `<NA>` in every column. Columns that a game gives (its measures, its kinds of trace) follow the fixed
ones, in the game's own order. A table over several games holds the columns of all of them, `<NA>` where a game lacks
the column. :mod:`analysis.tables.columns` lists the fixed columns, which a dataset has under the same names.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from analysis.tables.columns import MARKS, PLIES, RECORDS, ColumnType
from analysis.tables.judged_records import SIDES, event_kinds, events, standings
from analysis.tables.key_columns import keys_of
from analysis.tables.table_rows import Row, ply_rows, verdict_row
from kifu.model.diagnostic import Severity
from kifu.model.outcome import Side
from kifu.model.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from analysis.tables.columns import Column
    from analysis.tables.judged_records import PlyTrace
    from kifu.contract.game import Game
    from kifu.referee.replay import Replay
    from kifu.referee.verdict import Verdict

DTYPES = {ColumnType.TEXT: "string", ColumnType.COUNT: "Int64", ColumnType.WIDE: "Int64", ColumnType.REAL: "Float64"}
"""The dtype of each kind. All are nullable: a missing value needs no stand-in, and counts stay whole numbers."""
COUNT, NUMBER = DTYPES[ColumnType.COUNT], DTYPES[ColumnType.REAL]


def records_table(verdicts: Iterable[Verdict]) -> pd.DataFrame:
    """Return one row for each verdict, in the order given. A match has one row too.

    ==============================  =======  ==========================================================
    column                          dtype    meaning (unit)
    ==============================  =======  ==========================================================
    record                          Int64    number of the row, from 0
    file                            string   name of the file, as it was given
    index                           Int64    number of the record within its file, from 0
    sha256                          string   of the file's bytes, in hexadecimal
    game, rules                     string   id of the game; rule set it was judged by
    status                          string   a :class:`kifu.referee.status.Status`
    plies                           Int64    length of the legal prefix (plies); of a match, of its games
    branches                        Int64    number of its branches (変化)
    winner                          string   ``first``, ``second`` or ``draw``
    termination, article            string   why it ended; the article that ended it
    recorded_winner                 string   the winner that the record itself claims
    recorded_termination            string   the end that it claims
    first, second                   string   names of 先手 and 後手, as written
    date, event                     string   the headers 開始日時 and 棋戦, as written
    start                           string   the position of its 局面図; missing where it has none
    first_score, second_score       Float64  score after the last legal ply (the game's points or
                                             tally); of a match, the sum of its games
    end_seconds                     Int64    time before the word that ends it, 投了 or another
                                             (seconds)
    diagnostics                     string   all diagnostics, as JSON
    errors, warnings                Int64    diagnostics of that severity (count)
    fault_ply                       Int64    where the first fault is (ply; 0: the set-up)
    fault_article                   string   the article it breaks
    fault_code                      string   the code of the fault
    <kind>_first, <kind>_second     Int64    marks of each kind of event over the legal prefix (count);
                                             for 6面体: placement, landing (by the side that moves),
                                             beating (of the side that loses); missing for a match
    ==============================  =======  ==========================================================
    """
    verdicts = list(verdicts)
    return _frame(map(_record_row, count(), verdicts), _dtypes(RECORDS.in_memory) | _event_columns(verdicts))


def plies_table(verdicts: Iterable[Verdict], *, keys: bool = True) -> pd.DataFrame:
    """Return one row for each ply of each legal prefix, and a row 0 for the position it starts from.

    A record that could not be replayed gives no row; a match gives the rows of its games. Without `keys`, the columns
    `key` and `symmetric` are missing: computing them takes longer than all the other columns.

    ==============================  =======  ==========================================================
    column                          dtype    meaning (unit)
    ==============================  =======  ==========================================================
    game                            string   id of the game
    record                          Int64    that of :func:`records_table` for the same verdicts
    match                           Int64    which game of a match, from 1; missing for others
    ply                             Int64    0: the start; then plies
    side                            string   who made it, ``first`` or ``second``; row 0: missing
    move                            string   the move in its canonical spelling; row 0: missing
    code                            Int64    the move as the game counts it; missing beyond 64 bits
    first, second                   Float64  score after the ply (the game's points or tally)
    seconds                         Int64    time it took as written (seconds); may be missing
    key                             Int64    the position as a number (:mod:`kifu.kernels.position_keys`)
    symmetric                       Int64    the lowest number of its images under the symmetries
    <measure>_first, …_second       Float64  each of the game's measures after the ply; for 6面体:
                                             territories, fighters, ghosts (dice on the board), hand
                                             (dice), mobility (moves available, were it that side's turn)
    <kind>_first, <kind>_second     Int64    marks of each kind of event that the ply left, by the side
                                             they belong to (count); row 0: 0
    ==============================  =======  ==========================================================
    """
    verdicts = list(verdicts)
    measures = {
        f"{measure.key}_{side}": NUMBER for game in _games(verdicts) for measure in game.measures for side in SIDES
    }
    columns = _dtypes(PLIES.in_memory) | measures | _event_columns(verdicts)
    return _frame((row for game in _played(verdicts) for row in _ply_rows(game, keys=keys)), columns)


def marks_table(verdicts: Iterable[Verdict], *, standing: bool = False) -> pd.DataFrame:
    """Return one row for each mark that a ply leaves on the board, in order.

    With `standing`, each unit that stands on the board after a ply gives a row of kind ``stood`` too. These rows follow
    the events of their record; their number is that of the plies times that of the units.

    ===================  ======  ==================================================================
    column               dtype   meaning (unit)
    ===================  ======  ==================================================================
    game, record, match          as in :func:`plies_table`
    ply                  Int64   the ply that left it, from 1
    kind                 string  one of the game's kinds of trace
    square               string  the square in its canonical spelling, such as 四04
    column, row          Int64   its place, both from 1, from the left and from the top
    column_name          string  its column as diagrams print it, such as 四
    side                 string  ``first`` or ``second``
    unit                 string  one of the game's kinds of unit
    ===================  ======  ==================================================================
    """
    rows = (row for game in _played(verdicts) for row in _mark_rows(game, standing=standing))
    return _frame(rows, _dtypes(MARKS.in_memory))


class _Played(NamedTuple):
    """A game that was replayed: a record, or a game of a match."""

    place: Row
    """Its cells `game`, `record` and `match`."""
    verdict: Verdict
    game: Game
    replay: Replay


def _played(verdicts: Iterable[Verdict]) -> Iterator[_Played]:
    for record, verdict in enumerate(verdicts):
        parts: Sequence[tuple[int | None, Verdict]] = list(enumerate(verdict.games, start=1)) or [(None, verdict)]
        for match, judged in parts:
            if judged.game is not None and judged.replay is not None:
                place: Row = {"game": judged.game.id, "record": record, "match": match}
                yield _Played(place, judged, judged.game, judged.replay)


def _dtypes(columns: Iterable[Column]) -> dict[str, str]:
    return {column.name: DTYPES[column.kind] for column in columns}


def _frame(rows: Iterable[Row], columns: Mapping[str, str]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=list(columns)).astype(dict(columns))


def _games(verdicts: Sequence[Verdict]) -> tuple[Game, ...]:
    """Return each game among the records once, in order."""
    games = {verdict.game.id: verdict.game for verdict in verdicts if verdict.game}
    return tuple(games.values())


def _event_columns(verdicts: Sequence[Verdict]) -> dict[str, str]:
    return {f"{kind}_{side}": COUNT for game in _games(verdicts) for kind in event_kinds(game) for side in SIDES}


def _record_row(number: int, verdict: Verdict) -> Row:
    fault = verdict.fault
    severities = Counter(diagnostic.severity for diagnostic in verdict.diagnostics)
    row = verdict_row(verdict, verdict.record.head if verdict.record else {}) | {
        "record": number,
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
        row |= _counts(verdict.game, list(events(verdict)))
    return row


def _ply_rows(played: _Played, *, keys: bool) -> Iterator[Row]:
    game, positions = played.game, played.replay.positions
    marks: dict[int, list[PlyTrace]] = {}
    for mark in events(played.verdict):
        marks.setdefault(mark.ply, []).append(mark)
    rows = ply_rows(played.verdict, keys_of(game, positions) if keys else None)
    for ply, (row, position) in enumerate(zip(rows, positions, strict=True)):
        measured: Row = {}
        for measure, pair in zip(game.measures, game.measure(position), strict=True):
            measured |= _pair(measure.key, pair)
        yield played.place | row | measured | _counts(game, marks.get(ply, []))


def _mark_rows(played: _Played, *, standing: bool) -> Iterator[Row]:
    game, verdict = played.game, played.verdict
    for ply, trace in (*events(verdict), *(standings(verdict) if standing else ())):
        row, column = divmod(trace.square, game.board.columns)
        yield played.place | {
            "ply": ply,
            "kind": trace.kind,
            "square": game.board.spell(trace.square),
            "column": column + 1,
            "column_name": COLUMNS[column],
            "row": row + 1,
            "side": SIDES[trace.side],
            "unit": trace.unit,
        }


def _pair(name: str, pair: tuple[float, float]) -> Row:
    return {f"{name}_{side}": number for side, number in zip(SIDES, pair, strict=True)}


def _counts(game: Game, marks: Sequence[PlyTrace]) -> Row:
    counts = Counter((mark.trace.kind, mark.trace.side) for mark in marks)
    return {
        f"{kind}_{name}": counts[kind, side]
        for kind in event_kinds(game)
        for side, name in zip(Side, SIDES, strict=True)
    }
