"""Scans, replays and decides the plain records of one game together, those under each reading of its rules in a group."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.bulk import plays, scan
from analysis.bulk import scan_layout as layout
from analysis.bulk.end_verdicts import Ended, EndVerdict, EndVerdicts
from analysis.bulk.plain_verdict import PlainVerdict
from kifu.games.variants import configured
from kifu.kernels.bind import compiles
from kifu.kernels.replay_kernel import CLOSED, ENDED_BY, ENDING, LEGAL, MOVES, TURN
from kifu.model.errors import InvalidSetup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.bulk.pieces import Piece
    from analysis.bulk.plays import Plays
    from analysis.bulk.scan import Meanings, Scanned
    from kifu.contract.game import Game, Position
    from kifu.referee.status import Status
    from kifu.referee.verdict import Verdict

    Example = Callable[[int], Verdict]

LARGEST = 1 << 62
"""The largest key of an end."""


class Group(NamedTuple):
    """The records of one game, under one reading of its rules, that the scanner takes for plain, a line each.

    All arrays but `scanned`, `meanings` and `played` have one element a line.
    """

    game: Game
    rows: NDArray[np.int64]
    """The row of each line's record in the `bounds` that were scanned."""
    scanned: Scanned
    found: NDArray[np.int64]
    """(line, column): what the scanner has found of each line; :mod:`analysis.bulk.scan_layout` names the columns."""
    meanings: Meanings
    played: Plays
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

    def verdict(self, line: int, piece: Piece, index: int) -> PlainVerdict:
        """Return the verdict on the record of a plain line. It is record number `index` of the file of `piece`."""
        end_verdict = self.end_verdicts[self.end_numbers[line]]
        first, moves, top = int(self.firsts[line]), int(self.played.ends[line, MOVES]), int(self.played.tops[line])
        times = self.scanned.times
        return PlainVerdict(
            piece.name,
            index,
            piece.sha256,
            end_verdict.status,
            self.game,
            end_verdict.outcome,
            end_verdict.recorded,
            (*piece.notes, *end_verdict.diagnostics),
            _final(self.game, self.played, line),
            self.meanings.moves[self.scanned.words[first : first + moves]],
            self.played.scores[top : top + moves + 1],
            self.played.marks[top : top + moves + 1],
            times[first : first + moves],
            int(times[first + moves]) if self.played.ends[line, ENDED_BY] >= 0 else -1,
        )


def groups_of(  # noqa: PLR0913 - what to judge, and how
    game: Game,
    data: bytes,
    bounds: NDArray[np.int64],
    example: Example,
    *,
    wanted: plays.Wanted,
    rules: str | None = None,
) -> Iterator[Group]:
    """Scan, replay and decide records of `game` in `data`; yield a group for each reading of its rules that they name.

    `bounds` (record, begin and end) tells where each record stands, in bytes. `example` returns the careful verdict on the
    record of a row of `bounds`. `wanted` tells what is computed for each position. `rules` replaces the rules that records
    name.
    """
    scanned = scan.scan(data, bounds, game)
    named = scanned.found[:, layout.RULES]
    for reading, texts in _readings(game, named, scanned.texts, rules):
        rows = np.flatnonzero(np.isin(named, texts))
        if reading.double_turn(reading.start) == game.double_turn(game.start):
            yield _group_of(reading, rows, scanned, scanned.found[rows], example, wanted, rules)
        else:  # the scanner adds up the times of each side, so it has to know whose turn it is
            again = scan.scan(data, bounds[rows], reading)
            yield _group_of(reading, rows, again, again.found, example, wanted, rules)


def _group_of(  # noqa: PLR0913, PLR0917 - a step of groups_of
    game: Game,
    rows: NDArray[np.int64],
    scanned: Scanned,
    found: NDArray[np.int64],
    example: Example,
    wanted: plays.Wanted,
    rules: str | None,
) -> Group:
    """Replay and decide records under one reading of the rules.

    `found` has the scanned row of each record, `rows` its row in the `bounds` that were given. `rules` are those that
    replace the rules of the records.
    """
    plain = found[:, layout.PLAIN] == 1
    rows, scan_rows = rows[plain], found[plain]
    meanings = scanned.vocabulary.meanings(game)
    firsts, plies = scan_rows[:, layout.FIRST].copy(), scan_rows[:, layout.PLIES].copy()
    quiet = game.quiet_until or 0
    played = plays.replay(game, firsts, plies, scanned.words, meanings, quiet=quiet, wanted=wanted)
    known = scanned.vocabulary.end_verdicts
    learned = known.setdefault((game.rules, rules), EndVerdicts(game, scanned.texts))
    numbers, verdicts = _decide(game, scan_rows, learned, played, lambda line: example(int(rows[line])))
    return Group(game, rows, scanned, scan_rows, meanings, played, firsts, numbers, verdicts)


def _readings(
    game: Game, named: NDArray[np.int64], texts: Sequence[bytes], rules: str | None
) -> list[tuple[Game, list[int]]]:
    """Return `game` under each rule set that records name, with the numbers of the texts of 規則 that mean it.

    `named` has the number of the text of each record's 規則 line; -1, a record without one, means the game as it is. If
    `rules` are given, every text means them. Records whose rules are unknown, or do not compile, are in no group.
    """
    readings: dict[str, tuple[Game, list[int]]] = {}
    for text in sorted(set(named.tolist())):  # np.unique loads masked arrays, which take longer than this
        if rules is None and text < 0:
            reading: Game | None = game
        else:
            reading = _configured(game, _decoded(texts[text]) if rules is None else rules)
        if reading is not None:
            readings.setdefault(reading.rules, (reading, []))[1].append(text)
    return list(readings.values())


def _decide(
    game: Game, scan_rows: NDArray[np.int64], learned: EndVerdicts, played: Plays, example: Example
) -> tuple[NDArray[np.int32], tuple[EndVerdict, ...]]:
    """Return the number of each line's end verdict (-1: the record is not plain), and the end verdicts.

    Two lines have the same end verdict if all their moves are legal, their counts are right and they end the same way.
    """
    end_numbers = np.full(len(scan_rows), -1, dtype=np.int32)
    count = scan_rows[:, layout.COUNT]
    good = np.flatnonzero((played.ends[:, LEGAL] == 1) & ((count < 0) | (count == played.ends[:, MOVES])))
    numbers: dict[EndVerdict, int] = {}
    for lines in by_end(scan_rows, played, good):
        line = int(lines[0])
        end = ended(game, scan_rows, played, line)
        end_verdict = learned.get(end) or learned.learn(end, partial(example, line))
        if end_verdict.shared:
            end_numbers[lines] = numbers.setdefault(end_verdict, len(numbers))
    return end_numbers, tuple(numbers)


def by_end(scan_rows: NDArray[np.int64], played: Plays, lines: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield groups of lines with the same end: the same last words, the same turn, the same outcome by the rules."""
    ends = played.ends[lines].astype(np.int64)
    counted = (scan_rows[lines, layout.COUNT] >= 0).astype(np.int64)
    columns = (
        scan_rows[lines, layout.CLOSING],
        counted,
        *(ends[:, column] for column in (ENDED_BY, TURN, ENDING, CLOSED)),
    )
    keys = np.zeros(len(lines), dtype=np.int64)
    values = 1  # the keys are below it
    for column in columns if len(lines) else ():
        lowest = int(column.min())
        width = int(column.max()) - lowest + 1
        if values * width > LARGEST:
            keys = np.unique(keys, return_inverse=True)[1]
            values = len(keys)
        keys = keys * width + (column - lowest)
        values *= width
    order = np.argsort(keys, kind="stable")
    if len(order):
        breaks = np.flatnonzero(np.diff(keys[order])) + 1
        yield from np.split(lines[order], breaks)


def ended(game: Game, scan_rows: NDArray[np.int64], played: Plays, line: int) -> Ended:
    """Return how a legal line ends."""
    position = _final(game, played, line)
    word = int(played.ends[line, ENDED_BY])
    closing = int(scan_rows[line, layout.CLOSING])
    ending = game.outcome(position) if played.ends[line, ENDING] else None
    by_closing = game.closed(position) if ending is None and closing >= 0 and word < 0 else None
    return Ended(
        word, closing, bool(scan_rows[line, layout.COUNT] >= 0), int(played.ends[line, TURN]), ending, by_closing
    )


def _final(game: Game, played: Plays, line: int) -> Position:
    return type(game.start())._make(played.finals[line].tolist())


def _configured(game: Game, rules: str | None) -> Game | None:
    """Return the game under the value of a 規則 line; None if records under it cannot be plain."""
    if rules is None or rules != rules.strip():
        return None
    try:
        reading = configured(game, rules, {}, None)
    except InvalidSetup:
        return None
    return reading if reading is game or (compiles(reading) and reading.quiet_until is not None) else None


def _decoded(text: bytes) -> str | None:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return None
