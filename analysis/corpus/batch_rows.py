"""The rows of many records at once: of plain ones from the arrays they were judged in, of others one by one."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from analysis.bulk.files import pieces as cut
from analysis.bulk.files import survey
from analysis.bulk.judge import Batch
from analysis.bulk.plain_verdict import PlainVerdict
from analysis.bulk.plays import Wanted
from analysis.corpus import digests
from analysis.corpus.rows import rows_of, tables
from analysis.corpus.schema import FOUND_GAMES, FOUND_PLIES, REJECTS, Tables, joined
from analysis.tables.judged import SIDES
from analysis.tables.rows import judgement_row
from kifu.model.squares import BLANKS
from kifu.referee.verdict import Verdict
from notation.scanner import split_header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.bulk.judge import BatchItem
    from analysis.bulk.pieces import Piece
    from analysis.corpus.cutting import Piece as Cut
    from analysis.tables.rows import Row
    from kifu.model.game import Game
    from kifu.model.record import Record
    from notation.formats.kif_head import Rules

ALL = Wanted(scores=True, marks=True)
SMALL = 1 << 14
"""Bytes of records up to which they are read one by one: machine code takes longer to load."""


class _Game(NamedTuple):
    """What all rows of a game have in common."""

    game: Game
    setting: bytes
    start: str


def tables_of(cuts: Sequence[Cut], rules: Rules, *, small: int = SMALL) -> Tables:
    """Return the rows of pieces that may name the variant files of `rules`, in no order that means anything.

    They are those of :func:`analysis.corpus.rows.tables`, whichever way each record is judged.
    """
    pieces: list[Piece] = []
    found: list[Tables] = []
    many = sum(len(one.data) for one in cuts) > small
    for one in cuts:
        if one.cut is not None:
            pieces.append(one.cut._replace(data=one.data))
        elif many and (looked := survey(one.name, partial(io.BytesIO, one.data))):
            pieces += cut(looked)
        else:
            found.append(tables(one.name, one.data, rules))
    if pieces:
        batch = Batch(pieces, rules, ALL)
        by_game: dict[Game, list[tuple[BatchItem, PlainVerdict]]] = {}
        others: list[tuple[Record | None, Verdict]] = []
        for judged in batch:
            verdict = judged.judgement
            if isinstance(verdict, PlainVerdict):
                by_game.setdefault(verdict.game, []).append((judged, verdict))
            elif isinstance(verdict, Verdict):
                others.append((judged.record, verdict))
        found += [_plain(game, own) for game, own in by_game.items()]
        found.append(rows_of(others))
    return joined(found)


def _plain(game: Game, judged: Sequence[tuple[BatchItem, PlainVerdict]]) -> Tables:
    """Return the rows of plain records of one game."""
    common = _Game(game, digests.of_setting(game, None), game.spell_diagram(game.start()))
    plain = [verdict for _, verdict in judged]
    codes = np.concatenate([one.moves for one in plain])
    different, numbers = np.unique(codes, return_inverse=True)
    spelled = [game.spell(code) for code in different.tolist()]
    ends = np.cumsum([one.plies for one in plain])
    texts = np.split(numbers, ends[:-1])
    games = [
        _game(common, *one, [spelled[text] for text in of.tolist()]) for one, of in zip(judged, texts, strict=True)
    ]
    return Tables(
        pa.Table.from_pylist(games, schema=FOUND_GAMES),
        _plies(plain, codes, pa.array(spelled, pa.string()).take(pa.array(numbers))),
        REJECTS.empty_table(),
    )


def _game(common: _Game, judged: BatchItem, verdict: PlainVerdict, texts: list[str]) -> Row:
    text = judged.piece.data[judged.start : judged.stop].decode().replace("\r\n", "\n")
    head = _head(text)
    first_score, second_score, _ = verdict.course[-1].tolist()
    return judgement_row(verdict, head) | {
        "file": verdict.file,
        "index": verdict.index,
        "sha256": verdict.sha256,
        "digest": digests.of_text(text),
        "branches": 0,
        "first_score": first_score,
        "second_score": second_score,
        "moves_digest": digests.of_moves(common.setting, common.start, texts),
        "symmetric_digest": digests.of_images(common.setting, verdict.marks.T),
    }


def _head(text: str) -> dict[str, str]:
    """Return the header lines of a plain record: they end where its moves, or the line above them, begin."""
    found = {}
    for line in text.split("\n"):
        if line[:1] in {"", "*", "#", "&"}:
            continue
        parts = split_header(line, 1)
        if parts is None or line.startswith(("手数", "まで")) or line.lstrip()[0].isdigit():
            break
        found[parts[0]] = parts[1].rstrip(BLANKS)
    return found


def _plies(plain: Sequence[PlainVerdict], codes: np.ndarray, moves: pa.Array) -> pa.Table:
    """Return the rows of the plies of plain records, that of each start included."""
    lengths = np.array([one.plies + 1 for one in plain])
    tops = np.cumsum(lengths) - lengths
    course = np.concatenate([one.course for one in plain])
    marks = np.concatenate([one.marks for one in plain])
    start = np.zeros(len(course), dtype=bool)
    start[tops] = True
    # Rows that are no start, in order, are the plies; a start has no move, and nobody who made it.
    place = np.cumsum(~start) - 1
    place[start] = 0
    sides = np.roll(course[:, 2], 1)
    times = np.concatenate([one.times for one in plain])[place] if len(codes) else np.full(len(course), -1, np.int32)
    return pa.Table.from_arrays(
        [
            pa.array((np.arange(len(course)) - np.repeat(tops, lengths)).astype(np.int32)),
            pa.array(list(SIDES)).take(pa.array(sides, mask=start)),
            moves.take(pa.array(place, mask=start)),
            pa.array(codes[place], mask=start) if len(codes) else pa.nulls(len(course), pa.int64()),
            pa.array(course[:, 0].astype(np.float64)),
            pa.array(course[:, 1].astype(np.float64)),
            pa.array(times, mask=start | (times < 0)),
            pa.array(marks[:, 0]),
            pa.array(marks.min(axis=1)),
        ],
        schema=FOUND_PLIES,
    )
