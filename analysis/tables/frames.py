"""DataFrames of judged records: one row a record, one row a ply, one row a mark on the board.

Missing values are `<NA>` in every column. Columns that a game gives (its measures, its kinds of trace) follow the fixed
ones, in the game's own order; a table over several games holds the columns of all, `<NA>` where a game has no such.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pandas as pd

from analysis.tables.judged import SIDES, STARTED, event_kinds, events, seconds_of, standings
from kifu.model.diagnostic import Severity
from kifu.model.outcome import Side
from kifu.model.squares import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from analysis.tables.judged import Judged, Mark
    from kifu.model.game import Game
    from kifu.model.outcome import Ending
    from kifu.referee.verdict import Verdict

Cell = str | int | float | None
Row = dict[str, Cell]

TEXT, COUNT, NUMBER = "string", "Int64", "Float64"
"""The dtypes used: nullable, so that a missing value needs no stand-in and counts stay whole numbers."""

KEY = {"file": TEXT, "index": COUNT}
RECORD_COLUMNS = {
    **KEY,
    "game": TEXT,
    "rules": TEXT,
    "status": TEXT,
    "plies": COUNT,
    "winner": TEXT,
    "termination": TEXT,
    "article": TEXT,
    "recorded_winner": TEXT,
    "recorded_termination": TEXT,
    "fault_ply": COUNT,
    "fault_article": TEXT,
    "fault_code": TEXT,
    "player_first": TEXT,
    "player_second": TEXT,
    "started": TEXT,
    "errors": COUNT,
    "warnings": COUNT,
    "sha256": TEXT,
    "score_first": NUMBER,
    "score_second": NUMBER,
}
PLY_COLUMNS = {
    **KEY,
    "ply": COUNT,
    "move": TEXT,
    "side": TEXT,
    "seconds": COUNT,
    "score_first": NUMBER,
    "score_second": NUMBER,
}
MARK_COLUMNS = {
    **KEY,
    "ply": COUNT,
    "kind": TEXT,
    "square": TEXT,
    "column": COUNT,
    "column_name": TEXT,
    "row": COUNT,
    "side": TEXT,
    "unit": TEXT,
}


def records_table(judged: Iterable[Judged]) -> pd.DataFrame:
    """Return one row for each record, in the order given.

    ======================  =======  ==================================================================
    column                  dtype    meaning (unit)
    ======================  =======  ==================================================================
    file                    string   name of the file, as it was given
    index                   Int64    number of the record within its file, from 0
    game, rules             string   id of the game; rule set it was judged by
    status                  string   a :class:`kifu.referee.verdict.Status`
    plies                   Int64    length of the legal prefix (plies)
    winner                  string   ``first``, ``second`` or ``draw``
    termination, article    string   why it ended; the article that ended it
    recorded_winner         string   what the record itself claims
    recorded_termination    string   likewise
    fault_ply               Int64    where the first fault is (ply; 0: the set-up)
    fault_article           string   the article it breaks
    fault_code              string   the code of the fault
    player_first, …_second  string   names of the players, as written
    started                 string   the header 開始日時, as written
    errors, warnings        Int64    diagnostics of that severity (count)
    sha256                  string   of the file's bytes, in hexadecimal
    score_first, …_second   Float64  score after the last legal ply (the game's points or tally)
    <kind>_first, …_second  Int64    marks of each kind of event over the legal prefix (count); for
                                     6面体: placement, landing (by the side that moves), beating (of
                                     the side that loses)
    ======================  =======  ==================================================================
    """
    judged = list(judged)
    kinds = _event_columns(judged)
    return _frame((_record_row(one) for one in judged), RECORD_COLUMNS | kinds)


def plies_table(judged: Iterable[Judged]) -> pd.DataFrame:
    """Return one row for each ply of each legal prefix, and a row 0 for the position it starts from.

    A record of which nothing was replayed gives no row.

    =========================  =======  ===============================================================
    column                     dtype    meaning (unit)
    =========================  =======  ===============================================================
    file, index                         as in :func:`records_table`
    ply                        Int64    0: the start; then plies
    move                       string   the move in its canonical spelling; row 0: missing
    side                       string   who made it, ``first`` or ``second``; row 0: missing
    seconds                    Int64    time it took as written (seconds); missing where none is
    score_first, …_second      Float64  score after the ply (the game's points or tally)
    <measure>_first, …_second  Float64  each of the game's measures after the ply; for 6面体:
                                        territories, fighters, ghosts (dice on the board), hand (dice),
                                        mobility (moves available, were it that side's turn)
    <kind>_first, …_second     Int64    marks of each kind of event that the ply left, by the side they
                                        belong to (count); row 0: 0
    =========================  =======  ===============================================================
    """
    judged = list(judged)
    measures = {
        f"{measure.key}_{side}": NUMBER for game in _games(judged) for measure in game.measures for side in SIDES
    }
    columns = PLY_COLUMNS | measures | _event_columns(judged)
    return _frame((row for one in judged for row in _ply_rows(one)), columns)


def marks_table(judged: Iterable[Judged], *, standing: bool = False) -> pd.DataFrame:
    """Return one row for each mark that a ply leaves on the board, in order.

    With `standing`, each unit that stands on the board after a ply gives a row of kind ``stood`` too, after the events
    of its record: that is as many rows as there are plies times units.

    ===========  ======  ==========================================================================
    column       dtype   meaning (unit)
    ===========  ======  ==========================================================================
    file, index          as in :func:`records_table`
    ply          Int64   the ply that left it, from 1
    kind         string  one of the game's kinds of trace
    square       string  the square in its canonical spelling, such as 四04
    column, row  Int64   its place, both from 1, from the left and from the top
    column_name  string  its column as diagrams print it, such as 四
    side         string  ``first`` or ``second``
    unit         string  one of the game's kinds of unit
    ===========  ======  ==========================================================================
    """
    return _frame((row for one in judged for row in _mark_rows(one.verdict, standing=standing)), MARK_COLUMNS)


def _frame(rows: Iterable[Row], columns: Mapping[str, str]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=list(columns)).astype(dict(columns))


def _games(judged: Sequence[Judged]) -> tuple[Game, ...]:
    """Return each game among the records once, in order."""
    found = {one.verdict.game.id: one.verdict.game for one in judged if one.verdict.game}
    return tuple(found.values())


def _event_columns(judged: Sequence[Judged]) -> dict[str, str]:
    return {f"{kind}_{side}": COUNT for game in _games(judged) for kind in event_kinds(game) for side in SIDES}


def _key(verdict: Verdict) -> Row:
    return {"file": verdict.file, "index": verdict.index}


def _record_row(one: Judged) -> Row:
    verdict, game, fault = one.verdict, one.verdict.game, one.verdict.fault
    severities = Counter(found.severity for found in verdict.diagnostics)
    row = _key(verdict) | {
        "game": game.id if game else None,
        "rules": game.rules if game else None,
        "status": verdict.status.value,
        "plies": verdict.plies,
        "fault_ply": fault.ply if fault else None,
        "fault_article": fault.article if fault else None,
        "fault_code": fault.code if fault else None,
        "player_first": one.player(Side.FIRST),
        "player_second": one.player(Side.SECOND),
        "started": one.header(STARTED),
        "errors": severities[Severity.ERROR],
        "warnings": severities[Severity.WARNING],
        "sha256": verdict.sha256,
    }
    row |= _ending_cells(verdict.outcome, "") | _ending_cells(verdict.recorded, "recorded_")
    if game is not None and verdict.replay is not None:
        row |= _pair("score", game.score(verdict.replay.positions[-1]))
        row |= _counts(game, list(events(verdict)))
    return row


def _ending_cells(ending: Ending | None, prefix: str) -> Row:
    if ending is None:
        return {}
    return {
        f"{prefix}winner": ending.outcome.value if ending.outcome else None,
        f"{prefix}termination": ending.termination.value,
        f"{prefix}article": ending.article,
    }


def _ply_rows(one: Judged) -> Iterator[Row]:
    verdict, game, replay = one.verdict, one.verdict.game, one.verdict.replay
    if game is None or replay is None:
        return
    seconds = seconds_of(one)
    marks: dict[int, list[Mark]] = {}
    for mark in events(verdict):
        marks.setdefault(mark.ply, []).append(mark)
    for ply, position in enumerate(replay.positions):
        row = _key(verdict) | {"ply": ply} | _pair("score", game.score(position))
        for measure, pair in zip(game.measures, game.measure(position), strict=True):
            row |= _pair(measure.key, pair)
        if ply:
            row["move"] = game.spell(replay.moves[ply - 1])
            row["side"] = SIDES[game.turn(replay.positions[ply - 1])]
            row["seconds"] = seconds[ply - 1]
        yield row | _counts(game, marks.get(ply, []))


def _mark_rows(verdict: Verdict, *, standing: bool) -> Iterator[Row]:
    game = verdict.game
    if game is None:
        return
    found = [*events(verdict), *(standings(verdict) if standing else ())]
    for ply, trace in found:
        row, column = divmod(trace.square, game.board.columns)
        yield _key(verdict) | {
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


def _counts(game: Game, marks: Sequence[Mark]) -> Row:
    found = Counter((mark.trace.kind, mark.trace.side) for mark in marks)
    return {
        f"{kind}_{name}": found[kind, side]
        for kind in event_kinds(game)
        for side, name in zip(Side, SIDES, strict=True)
    }
