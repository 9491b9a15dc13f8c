"""Judge pieces of files, also under every other reading of the rules.

Plain records are judged together by compiled code, the others one by one.

Plain records are scanned once and replayed for each reading.

A plain record is legal to its end by its own reading, its closing count is right, and it claims no foul. So there are
three cases under another reading. A move breaks an article: the record is illegal there, whatever it claims. All moves
are legal: what the reading says depends on the end alone, and is learned from one example of each end. Neither is known
(a position occurs too often, a side mark is wrong): the careful referee judges the record.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.batch import fast_path, scan_and_replay
from analysis.batch import file_pieces_and_temporary_copies as cutting
from analysis.batch import scanner_layout_and_text_kernel as layout
from analysis.batch.clock_check_kernel import EXACT
from analysis.batch.fast_path import WRONG, end_key_of_line, group_lines_by_end, line_end_columns
from analysis.batch.plain_heads_and_cached_verdicts import is_end_independent_of_names
from analysis.batch.scan_and_replay import WantedOutputs
from kifu.core import games
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.compiled.replay_kernel import FAULT, LEGAL, MOVES
from kifu.core.errors import UnknownGame
from kifu.core.game.options import VariantFile, unchosen_option_values
from kifu.core.lazy_imports_extras_and_package_files import is_installed
from kifu.referee.rule_readings import Gist, OtherReading, Readings, gist_under_option, judge_readings
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.batch.fast_path import PlainGroup
    from analysis.batch.file_pieces_and_temporary_copies import FilePiece
    from analysis.batch.plain_heads_and_cached_verdicts import PlainVerdict
    from analysis.batch.scan_and_replay import ReplayedLines
    from kifu.core.game.game import Game
    from kifu.core.game.options import RuleOption
    from kifu.referee.record import Record
    from kifu.referee.verdict import Verdict
    from kifu.referee.verdict_text import VerdictLike
    from notation.formats.kif_head_reader import RulesSource


SCORES = WantedOutputs(scores=True)


class BatchItem(NamedTuple):
    """One record of a batch with its verdict."""

    judgement: VerdictLike
    """The verdict on the record."""
    piece: FilePiece
    """The piece that the record stands in."""
    record: Record | None
    """The record as the careful reader has read it; None: the record is plain."""
    start: int
    """Where the record begins in the data of its piece, in bytes."""
    stop: int
    """Where the record ends there."""


class Batch:
    """The records of some pieces with their verdicts.

    `rules` opens variant files, as for :func:`notation.reading.read`. `wanted_outputs` tells what is computed for the positions
    of plain records. If `rules` gives a variant file to judge by, or the compiler is not installed, no record is plain;
    if it gives rules in words, records are plain under these. `matches` tells whether a match of two plain games is plain
    too; it is in no group.
    """

    def __init__(
        self,
        pieces: Sequence[FilePiece],
        rules: RulesSource | None = None,
        wanted_outputs: WantedOutputs = SCORES,
        *,
        matches: bool = False,
    ) -> None:
        self.pieces = pieces
        self.rules = rules
        starts = [_offsets_with_leading_lines(cutting.record_offsets(piece.data, tidy=piece.tidy)) for piece in pieces]
        stops = [np.append(begun[1:], len(piece.data)) for piece, begun in zip(pieces, starts, strict=True)]
        sizes = list(map(len, starts))
        # One element a record: its piece, its number in the piece, and where it begins and ends there.
        self._piece = np.repeat(np.arange(len(pieces)), sizes)
        self._number = _concatenate_columns([np.arange(size) for size in sizes])
        self._start, self._stop = _concatenate_columns(starts), _concatenate_columns(stops)
        # One element a record: the group of a plain record (-1: it is not plain), and its line there.
        self._group = np.full(len(self._piece), -1, dtype=np.int64)
        self._line = np.zeros(len(self._piece), dtype=np.int64)
        self._groups: list[PlainGroup] = []
        self._matches: dict[int, Verdict] = {}
        if is_installed("fast") and not (rules and isinstance(rules.given, VariantFile)):
            self._judge_plain_records(wanted_outputs)
            if matches:
                self._judge_plain_matches()

    def __len__(self) -> int:
        """Return how many records there are."""
        return len(self._piece)

    def __iter__(self) -> Iterator[BatchItem]:
        """Yield each record with its verdict, in order."""
        return self._batch_items(range(len(self)))

    def records_not_plain(self) -> Iterator[BatchItem]:
        """Yield the records that are not plain with their verdicts, in order."""
        return self._batch_items(
            number for number in np.flatnonzero(self._group < 0).tolist() if number not in self._matches
        )

    def plain_statuses(self) -> Counter[Status]:
        """Return the number of plain records by status; none is faulty."""
        counts = Counter(verdict.status for verdict in self._matches.values())
        for group in self._groups:
            counts.update(group.statuses())
        return counts

    @property
    def groups(self) -> Sequence[PlainGroup]:
        """Groups of records by game and reading, with plain lines."""
        return self._groups

    def group_and_line(self, record_number: int) -> tuple[int, int] | None:
        """Return group number and line of a plain record, else None."""
        group = int(self._group[record_number])
        return None if group < 0 else (group, int(self._line[record_number]))

    def plain_records_and_lines(self, group: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the plain records of a group, with their lines."""
        numbers = np.flatnonzero(self._group == group)
        return numbers, self._line[numbers]

    def record(self, record_number: int) -> Record:
        """Read one record carefully, with lines counted from its first."""
        return self._read_record(self.pieces[self._piece[record_number]], record_number, 0)

    def _judge_plain_records(self, outputs: WantedOutputs) -> None:
        """Judge the plain records of all pieces; keep groups and lines."""
        data, offsets = self._joined_data_and_offsets()
        numbers = np.flatnonzero(
            [_may_begin_plain_record(data[at : data.find(cutting.LF, at)]) for at in (self._start + offsets).tolist()]
        )
        numbers = numbers[[not self.pieces[piece].large for piece in self._piece[numbers].tolist()]]
        bounds = np.column_stack((self._start[numbers], self._stop[numbers])) + offsets[numbers, None]
        example = partial(self._careful_verdict, numbers)
        for group in (
            fast_path.judge_plain_records(data, bounds, example, outputs=outputs, rules=self.rules)
            if len(numbers)
            else ()
        ):
            lines = group.plain_lines()
            records = numbers[group.rows[lines]]
            self._group[records] = len(self._groups)
            self._line[records] = lines
            self._groups.append(group)

    def _judge_plain_matches(self) -> None:
        """Judge the games of matches in a batch of their own."""
        found: dict[int, tuple[bytes, bytes]] = {}
        for number in np.flatnonzero(self._group < 0).tolist():
            data = self.pieces[self._piece[number]].data[self._start[number] : self._stop[number]]
            if (halves := fast_path.split_plain_match(data)) is not None:
                found[number] = halves
        if not found:
            return
        data = b"".join(half for halves in found.values() for half in halves)
        parts = Batch([cutting.FilePiece("", "", data)], self.rules)
        for at, number in enumerate(found if len(parts) == fast_path.GAMES * len(found) else ()):
            first, second = (parts.plain_verdict(fast_path.GAMES * at + half) for half in range(fast_path.GAMES))
            if first and second and first.game.match_article:
                piece = self.pieces[self._piece[number]]
                index = piece.first + int(self._number[number])
                self._matches[number] = fast_path.plain_match_verdict((first, second), piece, index)

    def plain_verdict(self, record_number: int) -> PlainVerdict | None:
        """Return the verdict on a plain record; None for any other."""
        if self._group[record_number] < 0:
            return None
        piece = self.pieces[self._piece[record_number]]
        index = piece.first + int(self._number[record_number])
        return self._groups[int(self._group[record_number])].verdict_of_line(
            int(self._line[record_number]), piece, index
        )

    def _joined_data_and_offsets(self) -> tuple[bytes, NDArray[np.int64]]:
        """Return the data of all pieces, and record offsets there."""
        data = self.pieces[0].data if len(self.pieces) == 1 else b"".join(piece.data for piece in self.pieces)
        offsets = np.cumsum([0, *(len(piece.data) for piece in self.pieces)])[self._piece]
        return data, offsets

    def _batch_items(self, record_numbers: Iterable[int]) -> Iterator[BatchItem]:
        """Yield a batch item of each record, plain or judged with care."""
        above = _LineCounter()
        for number in record_numbers:
            piece = self.pieces[self._piece[number]]
            span = int(self._start[number]), int(self._stop[number])
            plain = self._matches.get(number) or self.plain_verdict(number)
            if plain is not None:
                yield BatchItem(plain, piece, None, *span)
            else:
                lines = above.lines_above(piece, span[0])
                record, verdict = self._record_and_verdict(piece, number, lines)
                yield BatchItem(verdict, piece, record, *span)

    def _careful_verdict(self, record_numbers: NDArray[np.int64], row: int) -> Verdict:
        """Return the careful verdict on record `record_numbers[row]`, without file diagnostics."""
        number = int(record_numbers[row])
        return self._record_and_verdict(self.pieces[self._piece[number]]._replace(notes=()), number, 0)[1]

    def _record_and_verdict(self, piece: FilePiece, record_number: int, lines_above: int) -> tuple[Record, Verdict]:
        record = self._read_record(piece, record_number, lines_above)
        return record, verify(record, piece.sha256, piece.notes)

    def _read_record(self, piece: FilePiece, record_number: int, lines_above: int) -> Record:
        extract = cutting.RecordExtract(
            int(self._start[record_number]),
            int(self._stop[record_number]),
            int(self._number[record_number]),
            lines_above,
        )
        return cutting.read_record_of_piece(piece, extract, self.rules)


class _LineCounter:
    """Counter of the lines above each record, in record order."""

    def __init__(self) -> None:
        self._piece: FilePiece | None = None
        self._at = self._lines = 0

    def lines_above(self, piece: FilePiece, start: int) -> int:
        if piece is not self._piece:
            self._piece, self._at, self._lines = piece, 0, 0
        self._lines += piece.data.count(cutting.LF, self._at, start)
        self._at = start
        return self._lines


def _offsets_with_leading_lines(heads: list[int]) -> NDArray[np.int64]:
    """Return record offsets; lines above the first belong to it."""
    return np.array([0, *heads[1:]], dtype=np.int64)


def _concatenate_columns(columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.concatenate(columns) if columns else np.empty(0, dtype=np.int64)


@cache
def _may_begin_plain_record(first_line: bytes) -> bool:
    """Tell whether records that begin with `first_line` may be plain.

    The scanner is spared those of games that do not compile.
    """
    try:
        game = games.game_by_name(first_line.removeprefix(cutting.PLAIN_HEAD).decode())
    except (UnknownGame, UnicodeDecodeError):
        return not first_line.startswith(cutting.PLAIN_HEAD)
    return rules_compile(game) and not game.required_head


UNKNOWN = -1
"""The end of a record that the careful referee has to judge."""


class RecordsUnderReading(NamedTuple):
    """Plain records of a group under another option value.

    The arrays have one element a record.
    """

    game: Game
    """The game under that value."""
    option: RuleOption
    value: str
    moves: NDArray[np.int32]
    """The number of legal plies."""
    faults: NDArray[np.int32]
    """The number of the article that the next ply breaks; 0: it is not known that it breaks one."""
    ends: NDArray[np.int64]
    """The index in `gists` of a legal record; UNKNOWN for any other."""
    gists: tuple[Gist, ...]
    """What the reading says at each end, of a record of 0 plies."""

    def gist_of_record(self, row: int, read_record: Callable[[], Record]) -> Gist:
        """Return what the reading says of record `row`; `read_record` reads that record."""
        plies, end = int(self.moves[row]), int(self.ends[row])
        if end >= 0:
            known = self.gists[end]
            return known._replace(plies=plies, fault_ply=None if known.fault_ply is None else plies)
        if self.faults[row]:
            return Gist(Status.ILLEGAL, None, plies, plies + 1, self.game.article_of(int(self.faults[row])))
        return gist_under_option(read_record(), self.option, self.value)


def batch_readings(batch: Batch) -> Iterator[tuple[BatchItem, Readings[VerdictLike]]]:
    """Yield each record of a batch with its readings, in order."""
    replayed = [list(_replay_under_other_readings(batch, number)) for number in range(len(batch.groups))]
    at = np.zeros(len(batch), dtype=np.int64)  # the place of each plain record among those of its group
    for group in range(len(batch.groups)):
        numbers, _ = batch.plain_records_and_lines(group)
        at[numbers] = np.arange(len(numbers))
    for number, item in enumerate(batch):
        place = batch.group_and_line(number)
        if place is None:
            assert item.record is not None  # noqa: S101 - a record is plain, or it has been read
            yield item, judge_readings(item.record, item.judgement, item.piece.notes)
            continue
        record = _cached_record_reader(partial(batch.record, number))
        others = (
            OtherReading(under.option, under.value, under.gist_of_record(int(at[number]), record))
            for under in replayed[place[0]]
        )
        yield item, Readings(item.judgement, tuple(others))


def _replay_under_other_readings(batch: Batch, group_number: int) -> Iterator[RecordsUnderReading]:
    """Yield the plain records of a group under each other reading."""
    group = batch.groups[group_number]
    numbers, lines = batch.plain_records_and_lines(group_number)
    found, firsts = group.found[lines], group.firsts[lines]
    for option, value in unchosen_option_values(group.game):
        game = group.game.under(option.name, value)
        moves, faults = np.zeros(len(lines), dtype=np.int32), np.zeros(len(lines), dtype=np.int32)
        ends = np.full(len(lines), UNKNOWN, dtype=np.int64)
        gists: tuple[Gist, ...] = ()
        if rules_compile(game) and game.quiet_until is not None and not group.set_up:
            played = scan_and_replay.replay_lines(
                game,
                firsts,
                found[:, layout.PLIES].copy(),
                group.scanned.words,
                group.scanned.vocabulary.meanings(game),
                start=game.start(),
                legal_occurrences=game.quiet_until,
                wanted_outputs=scan_and_replay.WantedOutputs(),
            )
            moves, faults = played.ends[:, MOVES], played.ends[:, FAULT]

            def example(at: int, option: RuleOption = option, value: str = value) -> Gist:
                return gist_under_option(batch.record(int(numbers[at])), option, value)

            ends, gists = _end_numbers_and_gists(game, group, found, played, example)
        yield RecordsUnderReading(game, option, value, moves, faults, ends, gists)


def _end_numbers_and_gists(
    game: Game,
    group: PlainGroup,
    scanned_rows: NDArray[np.int64],
    replayed: ReplayedLines,
    judge_example: Callable[[int], Gist],
) -> tuple[NDArray[np.int64], tuple[Gist, ...]]:
    """Return end numbers of records, and the verdict on each end.

    `judge_example` judges one record.
    """
    ends = np.full(len(scanned_rows), UNKNOWN, dtype=np.int64)
    gists: list[Gist] = []
    columns = line_end_columns(
        game, scanned_rows, replayed, group.scanned.texts, np.full(len(scanned_rows), EXACT, dtype=np.int64)
    )
    for lines in group_lines_by_end(columns, np.flatnonzero((replayed.ends[:, LEGAL] == 1) & (columns[-2] != WRONG))):
        at = int(lines[0])
        if is_end_independent_of_names(end_key_of_line(game, replayed, columns, at), group.scanned.texts):
            said = judge_example(at)
            if said.plies == replayed.ends[at, MOVES] and said.fault_ply in {None, said.plies}:
                ends[lines] = len(gists)
                gists.append(said)
    return ends, tuple(gists)


def _cached_record_reader(read: Callable[[], Record]) -> Callable[[], Record]:
    """Return a function that reads a record once and caches it."""
    held: list[Record] = []

    def record() -> Record:
        if not held:
            held.append(read())
        return held[0]

    return record
