"""Fast path: scan, replay and judge the plain records of one game.

Records under each reading of their rules form a group.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from analysis.batch import scan_and_replay
from analysis.batch import scanner_layout_and_text_kernel as layout
from analysis.batch.clock_check_kernel import EXACT, OVERTIME
from analysis.batch.file_pieces_and_temporary_copies import PLAIN_HEAD
from analysis.batch.plain_heads_and_cached_verdicts import (
    EndKey,
    EndVerdict,
    EndVerdicts,
    PlainHead,
    PlainVerdict,
    parse_plain_head,
)
from kifu.core import games
from kifu.core.compiled.replay_kernel import CLOSED, ENDED_BY, ENDING, LEGAL, MOVES, TURN
from kifu.referee import match_of_two_games
from kifu.referee.status_fault_and_basis import basis_of
from kifu.referee.verdict import Verdict
from notation.formats.kif_head_reader import GAME, HALVES, MATCH, RulesSource
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.batch.file_pieces_and_temporary_copies import FilePiece
    from analysis.batch.scan_and_replay import Meanings, ReplayedLines, Scanned
    from kifu.core.game.game import Game, Position
    from kifu.referee.status_fault_and_basis import Status

    Example = Callable[[int], Verdict]
    from kifu.referee.record import Record

MAX_END_KEY = 1 << 62
"""The largest key of an end."""
OFTEN, FEW = 4, 64
"""Records that a head is read for, unless there are only so few heads."""
UNSCORED, WRONG, RIGHT = -1, 0, 1
"""What is known of the 得点 line of a record: it has none, or the points there are, or are not, those on the board."""


class PlainGroup(NamedTuple):
    """Plain records of one game, start and reading, a line each.

    All arrays but `scanned`, `meanings` and `played` have one element a line.
    """

    game: Game
    start: Position
    """The position before their first ply."""
    set_up: bool
    """Whether the records set up their start."""
    rows: NDArray[np.int64]
    """The row of each line's record in the `bounds` that were scanned."""
    scanned: Scanned
    found: NDArray[np.int64]
    """(line, column): what the scanner has found of each line; :mod:`analysis.batch.scanner_layout_and_text_kernel` names the columns."""
    meanings: Meanings
    played: ReplayedLines
    firsts: NDArray[np.int64]
    """Where the words of each line begin in `scanned.words`."""
    end_numbers: NDArray[np.int32]
    """The index of each line's verdict in `end_verdicts`; -1: the record is not plain."""
    end_verdicts: tuple[EndVerdict, ...]

    def plain_lines(self) -> NDArray[np.int64]:
        """Return the lines of the records that are plain."""
        return np.flatnonzero(self.end_numbers >= 0)

    def statuses(self) -> Counter[Status]:
        """Return how many plain records have each status."""
        counts: Counter[Status] = Counter()
        numbers = self.end_numbers[self.end_numbers >= 0]
        for number, count in enumerate(np.bincount(numbers, minlength=len(self.end_verdicts)).tolist()):
            counts[self.end_verdicts[number].status] += count
        return counts

    def verdict_of_line(self, line: int, piece: FilePiece, record_index: int) -> PlainVerdict:
        """Return the verdict of a line, record `record_index` of `piece`'s file."""
        end_verdict = self.end_verdicts[self.end_numbers[line]]
        first, moves, top = int(self.firsts[line]), int(self.played.ends[line, MOVES]), int(self.played.tops[line])
        times = self.scanned.times
        return PlainVerdict(
            piece.name,
            record_index,
            piece.sha256,
            end_verdict.status,
            self.game,
            end_verdict.outcome,
            end_verdict.recorded,
            (*piece.notes, *end_verdict.diagnostics),
            _final_position(self.game, self.played, line),
            self.meanings.moves[self.scanned.words[first : first + moves]],
            self.played.scores[top : top + moves + 1],
            self.played.marks[top : top + moves + 1],
            self.start,
            self.set_up,
            times[first : first + moves],
            int(times[first + moves]) if self.played.ends[line, ENDED_BY] >= 0 else -1,
        )


def judge_plain_records(
    data: bytes,
    record_bounds: NDArray[np.int64],
    judge_example: Example,
    *,
    outputs: scan_and_replay.WantedOutputs,
    rules: RulesSource | None = None,
) -> Iterator[PlainGroup]:
    """Scan, replay and judge records; yield groups of game, start, reading.

    `record_bounds` (record, begin and end) tells where each record stands, in bytes. `judge_example` returns the careful verdict on the
    record of a row of `record_bounds`. `outputs` tells what is computed for each position. `rules` are those that the records are
    read by.
    """
    scanned = scan_and_replay.scan_records(data, record_bounds, scan_and_replay.UNREACHED_PLY)
    for heads in _group_heads_by_start(scanned, rules or RulesSource()):
        rows, found = np.flatnonzero(np.isin(scanned.found[:, layout.HEAD], list(heads))), scanned
        first = next(iter(heads.values()))
        double_turn_after = scan_and_replay.double_turn_ply(first.game, first.start)
        if double_turn_after != scan_and_replay.UNREACHED_PLY:  # the scanner has added up the times of the wrong sides
            found = scan_and_replay.scan_records(data, record_bounds[rows], double_turn_after)
        seen = scanned.found[rows] if found is scanned else found.found
        plain = seen[:, layout.PLAIN] == 1
        yield _replay_and_judge_group(heads, rows[plain], found, seen[plain], judge_example, outputs)


def _group_heads_by_start(scanned: Scanned, rules: RulesSource) -> list[dict[int, PlainHead]]:
    """Return the understood heads by text number, grouped by start.

    Among many heads, those of very few records are left out: to learn what they mean would cost more than it spares.
    """
    known = scanned.vocabulary.heads
    given = rules.given if isinstance(rules.given, str) else None
    found: dict[tuple[str, Position, bool], dict[int, PlainHead]] = {}
    counts = Counter(scanned.found[:, layout.HEAD].tolist())
    del counts[layout.NOTHING]
    for number, count in counts.items():
        if count < OFTEN and len(counts) > FEW:
            continue
        if (number, given) not in known:
            known[number, given] = parse_plain_head(scanned.texts[number], rules)
        head = known[number, given]
        if head is not None:
            found.setdefault((head.game.rules, head.start, head.set_up), {})[number] = head
    return list(found.values())


def _replay_and_judge_group(  # noqa: PLR0913, PLR0917 - a step of groups_of
    heads: dict[int, PlainHead],
    record_numbers: NDArray[np.int64],
    scanned: Scanned,
    scanned_rows: NDArray[np.int64],
    judge_example: Example,
    outputs: scan_and_replay.WantedOutputs,
) -> PlainGroup:
    """Replay and judge records with one start under one reading.

    `heads` are their heads.

    `scanned_rows` has the scanned row of each record, `record_numbers` its row in the `bounds` that were given.
    """
    game, start, set_up, _ = next(iter(heads.values()))
    meanings = scanned.vocabulary.meanings(game)
    firsts, plies = scanned_rows[:, layout.FIRST].copy(), scanned_rows[:, layout.PLIES].copy()
    quiet = game.quiet_until or 0
    played = scan_and_replay.replay_lines(
        game, firsts, plies, scanned.words, meanings, start=start, legal_occurrences=quiet, wanted_outputs=outputs
    )
    learned = scanned.vocabulary.end_verdicts.setdefault((game.rules, start), EndVerdicts(game, start, scanned.texts))
    columns = line_end_columns(
        game, scanned_rows, played, scanned.texts, _clock_status_of_lines(heads, scanned_rows, scanned, played)
    )
    numbers, verdicts = _end_numbers_and_verdicts(
        game, scanned_rows, learned, played, columns, lambda line: judge_example(int(record_numbers[line]))
    )
    return PlainGroup(
        game, start, set_up, record_numbers, scanned, scanned_rows, meanings, played, firsts, numbers, verdicts
    )


def _clock_status_of_lines(
    heads: dict[int, PlainHead], scanned_rows: NDArray[np.int64], scanned: Scanned, replayed: ReplayedLines
) -> NDArray[np.int64]:
    """Return the clock check of each line; EXACT without time limits."""
    told = np.full(len(scanned_rows), EXACT, dtype=np.int64)
    for number, head in heads.items():
        if head.control is not None:
            lines = np.flatnonzero(scanned_rows[:, layout.HEAD] == number)
            moves, words = replayed.ends[lines, MOVES], scanned_rows[lines, layout.PLIES]
            double_turn_after = scan_and_replay.double_turn_ply(head.game, head.start)
            told[lines] = scan_and_replay.clock_status_of_lines(
                scanned_rows[lines, layout.FIRST], moves, words, scanned.times, head.control, double_turn_after
            )
    return told


def _end_numbers_and_verdicts(  # noqa: PLR0913, PLR0917 - a step of groups_of
    game: Game,
    scanned_rows: NDArray[np.int64],
    end_verdicts: EndVerdicts,
    replayed: ReplayedLines,
    ends: Sequence[NDArray[np.int64]],
    judge_example: Example,
) -> tuple[NDArray[np.int32], tuple[EndVerdict, ...]]:
    """Return the end verdict number of each line, and the verdicts.

    -1: the record is not plain.

    Two lines have the same end verdict if all their moves are legal, their counts are right and they end the same way.
    """
    end_numbers = np.full(len(scanned_rows), -1, dtype=np.int32)
    moves, count = replayed.ends[:, MOVES], scanned_rows[:, layout.COUNT]
    good = (replayed.ends[:, LEGAL] == 1) & (moves > 0) & ((count < 0) | (count == moves))
    *_, scored, told = ends
    numbers: dict[EndVerdict, int] = {}
    for lines in group_lines_by_end(ends, np.flatnonzero(good & (scored != WRONG) & (told != OVERTIME))):
        end = end_key_of_line(game, replayed, ends, int(lines[0]))
        end_verdict = end_verdicts.get(end) or end_verdicts.judge_and_cache(end, partial(judge_example, int(lines[0])))
        if end_verdict.shared:
            end_numbers[lines] = numbers.setdefault(end_verdict, len(numbers))
    return end_numbers, tuple(numbers)


def line_end_columns(
    game: Game,
    scanned_rows: NDArray[np.int64],
    replayed: ReplayedLines,
    texts: Sequence[bytes],
    clock_statuses: NDArray[np.int64],
) -> tuple[NDArray[np.int64], ...]:
    """Return arrays of line ends: last words, turn, outcome, score, clock.

    `clock_statuses` is what is known of their times.
    """
    scored = np.full(len(scanned_rows), UNSCORED, dtype=np.int64)
    for line in np.flatnonzero((scanned_rows[:, layout.SCORE] >= 0) & (replayed.ends[:, LEGAL] == 1)).tolist():
        points = scan_and_replay.parse_points_line(game, texts[scanned_rows[line, layout.SCORE]])
        scored[line] = RIGHT if points == game.score(_final_position(game, replayed, line)) else WRONG
    ends = (replayed.ends[:, column].astype(np.int64) for column in (ENDED_BY, TURN, ENDING, CLOSED))
    return (
        scanned_rows[:, layout.CLOSING],
        (scanned_rows[:, layout.COUNT] >= 0).astype(np.int64),
        *ends,
        scored,
        clock_statuses,
    )


def group_lines_by_end(ends: Sequence[NDArray[np.int64]], lines: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield groups of lines with equal values in all `ends`."""
    keys = np.zeros(len(lines), dtype=np.int64)
    values = 1  # the keys are below it
    for column in [every[lines] for every in ends] if len(lines) else ():
        lowest = int(column.min())
        width = int(column.max()) - lowest + 1
        if values * width > MAX_END_KEY:
            keys = np.unique(keys, return_inverse=True)[1]
            values = len(keys)
        keys = keys * width + (column - lowest)
        values *= width
    order = np.argsort(keys, kind="stable")
    if len(order):
        breaks = np.flatnonzero(np.diff(keys[order])) + 1
        yield from np.split(lines[order], breaks)


def end_key_of_line(game: Game, replayed: ReplayedLines, ends: Sequence[NDArray[np.int64]], line: int) -> EndKey:
    """Return how a legal line ends; `ends` are those of :func:`line_end_columns`."""
    position = _final_position(game, replayed, line)
    closing, counted, word, turn, ending_number, _, scored, told = (int(column[line]) for column in ends)
    ending = game.outcome(position) if ending_number else None
    by_closing = game.closed(position) if ending is None and closing >= 0 and word < 0 else None
    return EndKey(word, closing, bool(counted), turn, ending, by_closing, scored, told)


def _final_position(game: Game, played: ReplayedLines, line: int) -> Position:
    return type(game.start())._make(played.finals[line].tolist())


GAMES = len(HALVES)
WORD = MATCH.encode()
FIRST, SECOND = (f"\n{MATCH}：{half}\n".encode() for half in HALVES)


def split_plain_match(data: bytes) -> tuple[bytes, bytes] | None:
    """Return the two records of a plain match, else None.

    Each has the head of the match.

    `data` is one record. 対局 may stand nowhere but above its two games.
    """
    if data.count(WORD) != GAMES or not data.startswith(PLAIN_HEAD):
        return None
    head, first, both = data.replace(b"\r\n", b"\n").partition(FIRST)
    one, second, two = both.partition(SECOND)
    return (b"%b\n%b\n" % (head, one), b"%b\n%b\n" % (head, two)) if first and second else None


def plain_match_verdict(
    game_verdicts: tuple[PlainVerdict, PlainVerdict], piece: FilePiece, record_index: int
) -> Verdict:
    """Return the verdict on a plain match, record `record_index` of the file."""
    parts = tuple(
        part._replace(file=piece.name, index=number, sha256=piece.sha256) for number, part in enumerate(game_verdicts)
    )
    verdicts = cast("tuple[Verdict, ...]", parts)  # they have the members that a match asks for
    game = game_verdicts[0].game
    decision = match_of_two_games.decide_match(
        match_of_two_games.compare_match(game, _match_record_without_claims(game.id), verdicts)
    )
    return Verdict(
        file=piece.name,
        index=record_index,
        sha256=piece.sha256,
        status=decision.status,
        game=game,
        outcome=decision.outcome,
        fault=decision.fault,
        diagnostics=(*piece.notes, *decision.diagnostics),
        games=verdicts,
        basis=basis_of(game, decision.outcome, decision.fault, set_up=all(part.set_up for part in game_verdicts)),
    )


@cache
def _match_record_without_claims(game_id: str) -> Record:
    """Return a record that says nothing about a match of a game."""
    return read("", f"{GAME}：{games.load(game_id).name.ja}\n".encode()).records[0]
