"""Table rows of a verdict, shared by DataFrames and datasets.

A row is a dict from column names (:mod:`analysis.tables.columns`) to values. A name that the row lacks is a missing
value, and so is None.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING

from analysis.tables.verdict_access import SIDES, STARTED
from kifu.core.outcome import PLAYERS
from kifu.core.written_values import read_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy import int64
    from numpy.typing import NDArray

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.outcome import Ending
    from kifu.referee.verdict import Verdict
    from kifu.referee.verdict_text import VerdictLike

Cell = str | int | float | dt.date | None
Row = dict[str, Cell]

EVENT = "棋戦"
_MAX_INT64 = (1 << 63) - 1
_ENCODER = json.JSONEncoder(ensure_ascii=False)
"""One encoder for all records: building one takes longer than encoding the usual empty list."""


def judgement_row(judgement: VerdictLike, head: Mapping[str, str]) -> Row:
    """Return the cells of any verdict; `head` has the record's headers.

    The cells that tell its place (`file`, `index`, …), its score and its start are not among them.
    """
    game = judgement.game
    return {
        "game": game.id if game else None,
        "rules": game.rules if game else None,
        "status": judgement.status.value,
        "plies": judgement.plies,
        **ending_cells(judgement.outcome, ""),
        **ending_cells(judgement.recorded, "recorded_"),
        "first_name": head.get(PLAYERS[0]) or None,
        "second_name": head.get(PLAYERS[1]) or None,
        **date_cells(head.get(STARTED)),
        "event": head.get(EVENT) or None,
        "end_seconds": judgement.end_seconds,
        "diagnostics": as_json(judgement.diagnostics),
    }


def verdict_row(verdict: Verdict, head: Mapping[str, str]) -> Row:
    """Return the cells of a verdict, with branches, start and score.

    The score of a match is the sum of its games; `first_score` is the sum of the player who was 先手 in the first game.
    """
    row = judgement_row(verdict, head)
    game, replay, record = verdict.game, verdict.replay, verdict.record
    row["branches"] = len(record.lines) - 1 if record else 0
    if game is not None and replay is not None:
        if record is not None and record.setup is not None:
            row["start"] = game.spell_diagram(replay.positions[0])
        row["first_score"], row["second_score"] = game.score(replay.positions[-1])
    elif scores := verdict.scores():
        row["first_score"], row["second_score"] = scores[-1]
    return row


def ply_rows(verdict: Verdict, keys: NDArray[int64] | None = None) -> list[Row]:
    """Return rows of the start and each ply; none without replay.

    `keys` are the keys of the positions' images, as :func:`analysis.tables.digests.keys_of` returns them. Without `keys`
    the rows lack the cells `key` and `symmetric`.
    """
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return []
    sides = [None, *(SIDES[game.turn(position)] for position in replay.positions[:-1])]
    moves = [None, *(game.spell(move) for move in replay.moves)]
    codes = [None, *(move if -_MAX_INT64 <= move <= _MAX_INT64 else None for move in replay.moves)]
    seconds = [None, *verdict.seconds]
    scores = map(game.score, replay.positions)
    columns = zip(sides, moves, codes, scores, seconds, strict=True)
    rows: list[Row] = [
        {
            "ply": ply,
            "side": side,
            "move": move,
            "code": code,
            "first_score": first,
            "second_score": second,
            "seconds": spent,
        }
        for ply, (side, move, code, (first, second), spent) in enumerate(columns)
    ]
    if keys is not None:
        for row, key, lowest in zip(rows, keys[0].tolist(), keys.min(axis=0).tolist(), strict=True):
            row["key"], row["symmetric"] = key, lowest
    return rows


def ending_cells(ending: Ending | None, prefix: str) -> Row:
    """Return the ending's cells, named after a `prefix`, if any."""
    if ending is None:
        return {}
    row: Row = {
        f"{prefix}winner": ending.outcome.value if ending.outcome else None,
        f"{prefix}termination": ending.termination.value,
    }
    return row if prefix else row | {"article": ending.article}


def date_cells(written: str | None) -> Row:
    """Return the date's cells; `written` is the header's text."""
    date = read_date(written) if written else None
    return {
        "date_written": written or None,
        "date": date.whole if date else None,
        "date_known": str(date) if date else None,
    }


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return diagnostics as JSON list, as `kifu verify --format json` does."""
    return _ENCODER.encode(
        [
            {
                "code": diagnostic.code,
                "severity": diagnostic.severity.value,
                "line": diagnostic.line,
                "column": diagnostic.column,
                "ply": diagnostic.ply,
                "message": diagnostic.message._asdict(),
            }
            for diagnostic in diagnostics
        ]
    )
