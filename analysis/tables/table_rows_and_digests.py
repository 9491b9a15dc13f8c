"""Table rows of a verdict, and digests of records and positions.

A row is a dict from column names (:mod:`analysis.tables.columns`) to values. A name that the row lacks is a missing
value, and so is None. Digests tell equal moves, and moves that are equal up to symmetry. DataFrames and datasets share both.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from analysis.tables.verdict_access import STARTED
from kifu.core.compiled.bind_and_compile import compiled_rule_kernels, rules_compile
from kifu.core.compiled.position_hash import position_key
from kifu.core.lazy_imports_extras_and_package_files import is_installed
from kifu.core.outcome import PLAYERS, SIDE_IDS
from kifu.core.written_dates_and_points import read_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy import int64
    from numpy.typing import NDArray

    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Ending
    from kifu.referee.record import Record
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
        "diagnostics": diagnostics_json(judgement.diagnostics),
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

    `keys` are the keys of the positions' images, as :func:`analysis.tables.table_rows_and_digests.image_hashes` returns them. Without `keys`
    the rows lack the cells `key` and `symmetric`.
    """
    game, replay = verdict.game, verdict.replay
    if game is None or replay is None:
        return []
    sides = [None, *(SIDE_IDS[game.turn(position)] for position in replay.positions[:-1])]
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
        f"{prefix}winner": ending.winner,
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


def diagnostics_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return diagnostics as JSON list, as `kifu verify --format json` does."""
    return _ENCODER.encode([diagnostic.to_json() for diagnostic in diagnostics])


def digest_of_record_lines(record: Record) -> str:
    """Return the SHA-256 (hexadecimal) of a record's own lines.

    They are taken in UTF-8, each ended by LF, without blank ones at the end.

    So the digest does not depend on the file's encoding, its line ends and the place of the record in it.
    """
    first, last = record.span
    return digest_of_joined_lines("\n".join(record.source.lines[first - 1 : last]))


def digest_of_joined_lines(text: str) -> str:
    """Return :func:`digest_of_record_lines` of lines joined by LF."""
    text = text.rstrip("\n \u3000\t")
    return hashlib.sha256(text.encode("utf-8", "surrogatepass") + b"\n").hexdigest()


def game_setting_bytes(game: Game, record: Record | None) -> bytes:
    """Return a game's setting as bytes: id, rules, board, variant file.

    Only moves of games with the same setting can be compared. `record` is None for one that names no variant file.
    """
    file = record.variant if record else None
    return json.dumps(
        [game.id, game.rules, dict(game.required_head), file.text if file else None], ensure_ascii=True, sort_keys=True
    ).encode()


def digest_of_setting(setting: bytes) -> str:
    """Return the SHA-256 (hexadecimal) of a setting."""
    return hashlib.sha256(setting).hexdigest()


def digest_of_moves(setting: bytes, start: str, moves: Sequence[str]) -> str:
    """Return the SHA-256 (hexadecimal) of canonical setup and moves."""
    return hashlib.sha256(b"\n".join([setting, start.encode(), *(move.encode() for move in moves)])).hexdigest()


def symmetric_digest_of_positions(setting: bytes, keys: NDArray[np.int64]) -> str:
    """Return the SHA-256 (hexadecimal) of positions, equal for all images.

    `keys` (symmetry, position) holds the keys of the positions turned by each symmetry.
    """
    lines = sorted(line.astype("<i8").tobytes() for line in keys)
    return hashlib.sha256(setting + lines[0]).hexdigest()


COMPILED_FROM = 1000
"""The number of positions of a game from which on machine code is worth the time that loading it takes."""
_seen: Counter[str] = Counter()
"""How many positions this process has seen, by rules. The keys do not depend on it."""


def image_hashes(game: Game, positions: Sequence[Position]) -> NDArray[np.int64]:
    """Return the hashes of all images: array (symmetry of the game, position).

    Row 0 holds the keys of the positions themselves. The lowest key of a column is the one that
    :func:`kifu.core.compiled.position_hash.canonical_key` returns.
    """
    keys = np.empty((len(positions), len(game.symmetries)), dtype=np.int64)
    _seen[game.rules] += len(positions)
    if _seen[game.rules] > COMPILED_FROM and rules_compile(game) and is_installed("fast"):
        image_keys = compiled_rule_kernels(game)["image_keys"]
        for row, position in zip(keys, positions, strict=True):
            image_keys(position, row)
    else:
        for row, position in zip(keys, positions, strict=True):
            row[:] = [position_key(game, game.image(position, number)) for number in range(len(row))]
    return keys.T
