"""Table rows of a dataset: of one record, and of many by the fast path.

The rows of one record are the reference for the faster way; records that are not plain are done one by one.
"""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from analysis.batch import Batch, PlainVerdict
from analysis.batch.file_splitting import read_pieces as cut
from analysis.batch.file_splitting import survey_file
from analysis.batch.scan_and_replay import WantedOutputs
from analysis.corpus.dataset_schemas_and_manifest import (
    FOUND_GAMES,
    FOUND_PLIES,
    REJECTS,
    ArrowTables,
    concatenate_tables,
)
from analysis.tables.table_rows_and_digests import (
    Row,
    diagnostics_json,
    digest_of_joined_lines,
    digest_of_moves,
    digest_of_record_lines,
    digest_of_setting,
    game_setting_bytes,
    image_hashes,
    judgement_row,
    ply_rows,
    symmetric_digest_of_positions,
    verdict_row,
)
from analysis.tables.verdict_access import GOOD
from kifu.core.compiled.replay_kernel import FIRST, SECOND, TO_MOVE
from kifu.core.game.text import split_header
from kifu.core.outcome import SIDE_IDS
from kifu.core.squares import BLANKS
from kifu.reconcile.slip_or_foul import with_slip_headline
from kifu.referee.match_of_two_games import BROKEN, split_match
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verdict import Verdict
from kifu.referee.verify import unreadable_file, verify
from notation.reading import Document, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from analysis.batch import BatchItem, FilePiece
    from analysis.corpus.record_sources_and_variant_files import Variants
    from kifu.core.diagnostic import Diagnostic
    from kifu.core.game.game import Game, Position
    from kifu.referee.record import Record
    from notation.formats.kif_head_reader import RulesSource


def tables_of_records_in_bytes(file_name: str, data: bytes, rules: RulesSource | None = None) -> ArrowTables:
    """Return the rows of records in `data`, bytes of file `file_name`.

    It never raises because of `data`: a record that cannot be read is a row of `rejects`.
    """
    return _tables_of_document(read(file_name, data, rules))


def reject_row(file_name: str, reason: Diagnostic) -> ArrowTables:
    """Return the `rejects` row of an unreadable file; `reason` tells."""
    return _tables_of_document(Document(file_name, "", None, (), (reason,)))


def _tables_of_document(document: Document) -> ArrowTables:
    return tables_of_verdicts(_judge_document(document))


def tables_of_verdicts(records_with_verdicts: Iterable[tuple[Record | None, Verdict]]) -> ArrowTables:
    """Return rows of records with verdicts; record None: file without any."""
    games: list[Row] = []
    plies: list[Row] = []
    rejects: list[Row] = []
    for record, verdict in records_with_verdicts:
        place: Row = {
            "file": verdict.file,
            "index": verdict.index,
            "sha256": verdict.sha256 or None,
            "digest": digest_of_record_lines(record) if record else verdict.sha256,
        }
        for part in games_of_record(record, verdict):
            key: Row = place | {"match": part.match}
            if part.good:
                game, rows = _game_row_and_ply_rows(part)
                games.append(key | game)
                plies += rows
            else:
                rejects.append(key | _rejected_game_row(part))
    return ArrowTables(
        pa.Table.from_pylist(games, schema=FOUND_GAMES),
        pa.Table.from_pylist(plies, schema=FOUND_PLIES),
        pa.Table.from_pylist(rejects, schema=REJECTS),
    )


def _judge_document(document: Document) -> Iterable[tuple[Record | None, Verdict]]:
    if not document.records:
        return [(None, unreadable_file(document.name, document.sha256, document.diagnostics))]
    return ((record, verify(record, document.sha256, document.diagnostics)) for record in document.records)


def _game_row_and_ply_rows(record_game: RecordGame) -> tuple[Row, list[Row]]:
    """Return the row of a good game, and its ply rows."""
    record, verdict, replay, game = (
        record_game.record,
        record_game.verdict,
        record_game.verdict.replay,
        record_game.verdict.game,
    )
    assert record is not None  # noqa: S101 - a good game has been read
    assert replay is not None  # noqa: S101 - a good game has been replayed
    assert game is not None  # noqa: S101 - a replay has a game
    keys = image_hashes(game, replay.positions)
    plies = ply_rows(verdict, keys)
    start = game.spell_diagram(replay.positions[0])
    setting = game_setting_bytes(game, record)
    row = verdict_row(verdict, record_game.head) | {
        "setting": digest_of_setting(setting),
        "moves_digest": digest_of_moves(setting, start, [str(ply["move"]) for ply in plies[1:]]),
        "symmetric_digest": symmetric_digest_of_positions(setting, keys),
    }
    if record_game.whole is not None:
        ending = record_game.whole.outcome
        row["match_status"] = record_game.whole.status.value
        row["match_winner"] = ending.winner if ending else None
    return row, plies


def _rejected_game_row(record_game: RecordGame) -> Row:
    """Return the row of a game that is not good."""
    verdict, fault = record_game.verdict, record_game.verdict.fault
    row: Row = {
        "game": verdict.game.id if verdict.game else None,
        "rules": verdict.game.rules if verdict.game else None,
        "status": verdict.status.value,
        "plies": verdict.plies,
        "diagnostics": diagnostics_json(verdict.diagnostics),
    }
    if fault is not None:
        row |= {
            "fault_code": fault.code,
            "fault_article": fault.article,
            "fault_line": fault.line,
            "fault_column": fault.column,
            "fault_ply": fault.ply,
            "fault_move": fault.move,
            "ja": fault.message.ja,
            "en": fault.message.en,
            "slip": _explaining_slip(record_game),
        }
    return row


def _explaining_slip(record_game: RecordGame) -> str | None:
    """Return the slip that explains a reject's illegal move, if any."""
    if record_game.verdict.status is not Status.ILLEGAL:
        return None
    verdict = with_slip_headline(record_game.verdict if record_game.whole is None else record_game.whole)
    shown = verdict if record_game.match is None else verdict.games[record_game.match - 1]
    return None if shown.suspicion is None else shown.suspicion.ja


class RecordGame(NamedTuple):
    """Game of a record, or a record rejected as a whole."""

    record: Record | None
    verdict: Verdict
    head: Mapping[str, str]
    """The headers of this game. A game of a match also has the headers of the match, with the players on their sides."""
    match: int | None = None
    """The number of the game in its match, from 1; None: the only game, or the match itself."""
    whole: Verdict | None = None
    """The verdict on the match that the game is part of; None: it is part of no match."""

    @property
    def good(self) -> bool:
        """True if all moves are legal and nothing contradicts the record."""
        return self.verdict.status in GOOD


def games_of_record(record: Record | None, verdict: Verdict) -> Iterator[RecordGame]:
    """Yield the games of a record, and a match at fault.

    Each game of a match counts by its own verdict: a good game stays good if the other one is not, or if the sum is wrong.
    A match is rejected as a whole only if its games cannot be told apart.
    """
    if record is None or not verdict.games:
        yield RecordGame(record, verdict, record.head if record else {})
        return
    fault = verdict.fault
    if fault is not None and fault.code in BROKEN:
        yield RecordGame(record, verdict, record.head)
        return
    for number, (game, game_verdict) in enumerate(zip(split_match(record), verdict.games, strict=True), start=1):
        yield RecordGame(game, game_verdict, game.head, number, verdict)
    if fault is not None and all(fault is not game_verdict.fault for game_verdict in verdict.games):
        yield RecordGame(record, verdict, record.head)


ALL = WantedOutputs(scores=True, marks=True)
SMALL = 1 << 14
"""Bytes of records up to which they are read one by one, because loading machine code would take longer."""


class InputPiece(NamedTuple):
    """A file, or whole records that were cut from one."""

    name: str
    data: bytes
    cut: FilePiece | None = None
    """The file and the place of `data` in it; then `data` is UTF-8. None: `data` is the whole file."""
    failed: Diagnostic | None = None
    """Why the file could not be read."""
    variants: Variants = ()
    """The variant files that its records may name."""


class _SharedValues(NamedTuple):
    """The values that all rows of a game share."""

    setting: bytes
    """See :func:`analysis.tables.table_rows_and_digests.game_setting_bytes`."""
    start: str
    """The diagram of the start."""


def tables_of_pieces(
    file_pieces: Sequence[InputPiece], rules: RulesSource, *, max_unbatched_bytes: int = SMALL
) -> ArrowTables:
    """Return the rows of pieces; records may name variants of `rules`.

    The order of games means nothing.

    The rows are those of :func:`analysis.corpus.judged_records_to_tables.tables_of_records_in_bytes`. Up to `max_unbatched_bytes` bytes, records are read one by one.
    """
    pieces: list[FilePiece] = []
    parts: list[ArrowTables] = []
    batched = sum(len(file_piece.data) for file_piece in file_pieces) > max_unbatched_bytes
    for file_piece in file_pieces:
        if file_piece.cut is not None:
            pieces.append(file_piece.cut._replace(data=file_piece.data))
        elif batched and (surveyed := survey_file(file_piece.name, partial(io.BytesIO, file_piece.data))):
            pieces += cut(surveyed)
        else:
            parts.append(tables_of_records_in_bytes(file_piece.name, file_piece.data, rules))
    if pieces:
        plain_pairs: dict[tuple[Game, Position], list[tuple[BatchItem, PlainVerdict]]] = {}
        careful_pairs: list[tuple[Record | None, Verdict]] = []
        for item in Batch(pieces, rules, ALL):
            verdict = item.judgement
            if isinstance(verdict, PlainVerdict):
                plain_pairs.setdefault((verdict.game, verdict.start), []).append((item, verdict))
            elif isinstance(verdict, Verdict):
                careful_pairs.append((item.record, verdict))
        parts += [_rows_of_plain_records(*of, pairs) for of, pairs in plain_pairs.items()]
        parts.append(tables_of_verdicts(careful_pairs))
    return concatenate_tables(parts)


def _rows_of_plain_records(
    game: Game, start: Position, items_with_verdicts: Sequence[tuple[BatchItem, PlainVerdict]]
) -> ArrowTables:
    """Return the rows of plain records of one game from one start."""
    common = _SharedValues(game_setting_bytes(game, None), game.spell_diagram(start))
    verdicts = [verdict for _, verdict in items_with_verdicts]
    codes = np.concatenate([verdict.moves for verdict in verdicts])
    different, numbers = np.unique(codes, return_inverse=True)
    spelled = [game.spell(code) for code in different.tolist()]
    ends = np.cumsum([verdict.plies for verdict in verdicts])
    games = [
        _plain_game_row(common, *pair, [spelled[number] for number in move_numbers.tolist()])
        for pair, move_numbers in zip(items_with_verdicts, np.split(numbers, ends[:-1]), strict=True)
    ]
    return ArrowTables(
        pa.Table.from_pylist(games, schema=FOUND_GAMES),
        _plain_ply_rows(verdicts, codes, pa.array(spelled, pa.string()).take(pa.array(numbers))),
        REJECTS.empty_table(),
    )


def _plain_game_row(shared_values: _SharedValues, item: BatchItem, verdict: PlainVerdict, moves: list[str]) -> Row:
    """Return the `games` row of a plain record."""
    text = item.piece.data[item.start : item.stop].decode().replace("\r\n", "\n")
    head = _plain_headers(text)
    first_score, second_score, _ = verdict.course[-1].tolist()
    return judgement_row(verdict, head) | {
        "file": verdict.file,
        "index": verdict.index,
        "sha256": verdict.sha256,
        "digest": digest_of_joined_lines(text),
        "branches": 0,
        "start": shared_values.start if verdict.set_up else None,
        "first_score": first_score,
        "second_score": second_score,
        "setting": digest_of_setting(shared_values.setting),
        "moves_digest": digest_of_moves(shared_values.setting, shared_values.start, moves),
        "symmetric_digest": symmetric_digest_of_positions(shared_values.setting, verdict.marks.T),
    }


def _plain_headers(text: str) -> dict[str, str]:
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


def _plain_ply_rows(verdicts: Sequence[PlainVerdict], codes: np.ndarray, moves: pa.Array) -> pa.Table:
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
        "side": pa.array(list(SIDE_IDS)).take(pa.array(sides, mask=start)),
        "move": moves.take(pa.array(place, mask=start)),
        "code": pa.array(codes[place], mask=start) if len(codes) else pa.nulls(len(course), pa.int64()),
        "first_score": pa.array(course[:, FIRST].astype(np.float64)),
        "second_score": pa.array(course[:, SECOND].astype(np.float64)),
        "seconds": pa.array(times.astype(np.int64), mask=start | (times < 0)),
        "key": pa.array(marks[:, 0]),
        "symmetric": pa.array(marks.min(axis=1)),
    }
    return pa.Table.from_arrays([columns[name] for name in FOUND_PLIES.names], schema=FOUND_PLIES)
