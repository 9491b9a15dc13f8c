"""Table rows of many records, from the arrays of the fast path.

Records that are not plain are done one by one.
"""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from analysis.batch import Batch, PlainVerdict
from analysis.batch.compiled_replay import Wanted
from analysis.batch.file_splitting import pieces as cut
from analysis.batch.file_splitting import survey
from analysis.corpus.record_rows import rows_of, tables
from analysis.corpus.schema import FOUND_GAMES, FOUND_PLIES, REJECTS, ArrowTables, concatenate_tables
from analysis.tables import digests
from analysis.tables.table_rows import judgement_row
from analysis.tables.verdict_access import SIDES
from kifu.core.compiled.replay_kernel import FIRST, SECOND, TO_MOVE
from kifu.core.squares import BLANKS
from kifu.referee.verdict import Verdict
from notation.scanner import split_header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.batch import BatchItem, FilePiece
    from analysis.corpus.partitions import InputPiece
    from analysis.tables.table_rows import Row
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record
    from notation.formats.kif_head import Rules

ALL = Wanted(scores=True, marks=True)
SMALL = 1 << 14
"""Bytes of records up to which they are read one by one, because loading machine code would take longer."""


class _Common(NamedTuple):
    """The values that all rows of a game share."""

    setting: bytes
    """See :func:`analysis.corpus.digests.of_setting`."""
    start: str
    """The diagram of the start."""


def tables_of(file_pieces: Sequence[InputPiece], rules: Rules, *, small: int = SMALL) -> ArrowTables:
    """Return the rows of pieces; records may name variants of `rules`.

    The order of games means nothing.

    The rows are those of :func:`analysis.corpus.record_rows.tables`. Up to `small` bytes, records are read one by one.
    """
    pieces: list[FilePiece] = []
    parts: list[ArrowTables] = []
    batched = sum(len(file_piece.data) for file_piece in file_pieces) > small
    for file_piece in file_pieces:
        if file_piece.cut is not None:
            pieces.append(file_piece.cut._replace(data=file_piece.data))
        elif batched and (surveyed := survey(file_piece.name, partial(io.BytesIO, file_piece.data))):
            pieces += cut(surveyed)
        else:
            parts.append(tables(file_piece.name, file_piece.data, rules))
    if pieces:
        plain_pairs: dict[tuple[Game, Position], list[tuple[BatchItem, PlainVerdict]]] = {}
        careful_pairs: list[tuple[Record | None, Verdict]] = []
        for item in Batch(pieces, rules, ALL):
            verdict = item.judgement
            if isinstance(verdict, PlainVerdict):
                plain_pairs.setdefault((verdict.game, verdict.start), []).append((item, verdict))
            elif isinstance(verdict, Verdict):
                careful_pairs.append((item.record, verdict))
        parts += [_plain_tables(*of, pairs) for of, pairs in plain_pairs.items()]
        parts.append(rows_of(careful_pairs))
    return concatenate_tables(parts)


def _plain_tables(game: Game, start: Position, pairs: Sequence[tuple[BatchItem, PlainVerdict]]) -> ArrowTables:
    """Return the rows of plain records of one game from one start."""
    common = _Common(digests.of_setting(game, None), game.spell_diagram(start))
    verdicts = [verdict for _, verdict in pairs]
    codes = np.concatenate([verdict.moves for verdict in verdicts])
    different, numbers = np.unique(codes, return_inverse=True)
    spelled = [game.spell(code) for code in different.tolist()]
    ends = np.cumsum([verdict.plies for verdict in verdicts])
    games = [
        _game(common, *pair, [spelled[number] for number in move_numbers.tolist()])
        for pair, move_numbers in zip(pairs, np.split(numbers, ends[:-1]), strict=True)
    ]
    return ArrowTables(
        pa.Table.from_pylist(games, schema=FOUND_GAMES),
        _plies(verdicts, codes, pa.array(spelled, pa.string()).take(pa.array(numbers))),
        REJECTS.empty_table(),
    )


def _game(common: _Common, item: BatchItem, verdict: PlainVerdict, moves: list[str]) -> Row:
    text = item.piece.data[item.start : item.stop].decode().replace("\r\n", "\n")
    head = _head(text)
    first_score, second_score, _ = verdict.course[-1].tolist()
    return judgement_row(verdict, head) | {
        "file": verdict.file,
        "index": verdict.index,
        "sha256": verdict.sha256,
        "digest": digests.of_text(text),
        "branches": 0,
        "start": common.start if verdict.set_up else None,
        "first_score": first_score,
        "second_score": second_score,
        "setting": digests.of_bytes(common.setting),
        "moves_digest": digests.of_moves(common.setting, common.start, moves),
        "symmetric_digest": digests.of_images(common.setting, verdict.marks.T),
    }


def _head(text: str) -> dict[str, str]:
    """Return the header lines of a plain record.

    They end before its first move, or before the 手数---- line above it.
    """
    headers: dict[str, str] = {}
    for line in text.split("\n"):
        if line.startswith(("手数", "まで")) or line.lstrip()[:1].isdigit():
            break
        parts = None if line.startswith(("*", "#", "&")) else split_header(line, 1)
        if parts is not None:
            headers.setdefault(parts[0], parts[1].rstrip(BLANKS))
    return headers


def _plies(verdicts: Sequence[PlainVerdict], codes: np.ndarray, moves: pa.Array) -> pa.Table:
    """Return ply rows of plain records, each start included.

    `codes` and `moves` are the moves of all records, one after the other.
    """
    lengths = np.array([verdict.plies + 1 for verdict in verdicts])
    tops = np.cumsum(lengths) - lengths
    course = np.concatenate([verdict.course for verdict in verdicts])
    marks = np.concatenate([verdict.marks for verdict in verdicts])
    start = np.zeros(len(course), dtype=bool)
    start[tops] = True
    # The rows that are no start are the plies, in order. A start has neither move nor side.
    place = np.cumsum(~start) - 1
    place[start] = 0
    sides = np.roll(course[:, TO_MOVE], 1)
    times = np.full(len(course), -1, np.int64)
    if len(codes):
        times = np.concatenate([verdict.times for verdict in verdicts])[place]
    columns = {
        "ply": pa.array(np.arange(len(course)) - np.repeat(tops, lengths)),
        "side": pa.array(list(SIDES)).take(pa.array(sides, mask=start)),
        "move": moves.take(pa.array(place, mask=start)),
        "code": pa.array(codes[place], mask=start) if len(codes) else pa.nulls(len(course), pa.int64()),
        "first_score": pa.array(course[:, FIRST].astype(np.float64)),
        "second_score": pa.array(course[:, SECOND].astype(np.float64)),
        "seconds": pa.array(times.astype(np.int64), mask=start | (times < 0)),
        "key": pa.array(marks[:, 0]),
        "symmetric": pa.array(marks.min(axis=1)),
    }
    return pa.Table.from_arrays([columns[name] for name in FOUND_PLIES.names], schema=FOUND_PLIES)
