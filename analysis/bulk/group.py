"""Scans, replays and decides the plain records of one game together."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.bulk import plays, scan
from analysis.bulk import scan_layout as layout
from analysis.bulk.end_verdicts import Ended, EndVerdict, EndVerdicts
from analysis.bulk.plain_verdict import PlainVerdict
from kifu.kernels.replay_kernel import CLOSED, ENDED_BY, ENDING, LEGAL, MOVES, TURN
from kifu.model.errors import InvalidSetup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from analysis.bulk.pieces import Piece
    from analysis.bulk.plays import Plays
    from analysis.bulk.scan import Meanings, Scanned
    from kifu.model.game import Game, Position
    from kifu.referee.verdict import Status, Verdict

    Example = Callable[[int], Verdict]


class Group(NamedTuple):
    """The records of one game that the scanner takes for plain, a line each.

    All arrays but `scanned`, `meanings` and `played` have one element a line.
    """

    game: Game
    rows: NDArray[np.int64]
    """The row of each line's record in the `bounds` that were scanned."""
    scanned: Scanned
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


def group_of(game: Game, data: bytes, bounds: NDArray[np.int64], example: Example, *, wanted: plays.Wanted) -> Group:
    """Scan, replay and decide records of `game` in `data`.

    `bounds` (record, begin and end) tells where each record stands, in bytes. `example` returns the careful verdict on the
    record of a row of `bounds`. `wanted` tells what is computed for each position.
    """
    scanned = scan.scan(data, bounds, game)
    meanings = scan.meanings(game, scanned.texts)
    rules = scanned.found[:, layout.RULES]
    default = [text for text in set(rules.tolist()) if text >= 0 and _is_default(game, scanned.texts[text])]
    rows = np.flatnonzero((scanned.found[:, layout.PLAIN] == 1) & np.isin(rules, [-1, *default]))
    scan_rows = scanned.found[rows]
    firsts, plies = scan_rows[:, layout.FIRST].copy(), scan_rows[:, layout.PLIES].copy()
    quiet = game.quiet_until or 0
    played = plays.replay(game, firsts, plies, scanned.words, meanings, quiet=quiet, wanted=wanted)
    numbers, verdicts = _decide(game, scan_rows, scanned.texts, played, lambda line: example(int(rows[line])))
    return Group(game, rows, scanned, meanings, played, firsts, numbers, verdicts)


def _decide(
    game: Game, scan_rows: NDArray[np.int64], texts: Sequence[bytes], played: Plays, example: Example
) -> tuple[NDArray[np.int32], tuple[EndVerdict, ...]]:
    """Return the number of each line's end verdict (-1: the record is not plain), and the end verdicts.

    Two lines have the same end verdict if all their moves are legal, their counts are right and they end the same way.
    """
    end_numbers = np.full(len(scan_rows), -1, dtype=np.int32)
    count = scan_rows[:, layout.COUNT]
    good = np.flatnonzero((played.ends[:, LEGAL] == 1) & ((count < 0) | (count == played.ends[:, MOVES])))
    learned = EndVerdicts(game, texts)
    numbers: dict[EndVerdict, int] = {}
    for lines in _by_end(scan_rows, played, good):
        line = int(lines[0])
        end = _ended(game, scan_rows, played, line)
        end_verdict = learned.get(end) or learned.learn(end, partial(example, line))
        if end_verdict.shared:
            end_numbers[lines] = numbers.setdefault(end_verdict, len(numbers))
    return end_numbers, tuple(numbers)


def _by_end(scan_rows: NDArray[np.int64], played: Plays, lines: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield groups of lines with the same end: the same last words, the same turn, the same outcome by the rules."""
    ends = played.ends[lines]
    keys = np.column_stack(
        (
            scan_rows[lines, layout.CLOSING],
            scan_rows[lines, layout.COUNT] >= 0,
            ends[:, ENDED_BY],
            ends[:, TURN],
            ends[:, ENDING],
            ends[:, CLOSED],
        )
    )
    order = np.lexsort(keys.T)
    if len(order):
        breaks = np.flatnonzero((np.diff(keys[order], axis=0) != 0).any(axis=1)) + 1
        yield from np.split(lines[order], breaks)


def _ended(game: Game, scan_rows: NDArray[np.int64], played: Plays, line: int) -> Ended:
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


def _is_default(game: Game, text: bytes) -> bool:
    """Tell whether the value of a 規則 line means the default rules of the game."""
    try:
        rules = text.decode()
        return rules == rules.strip() and game.configure(rules, {}) is game
    except (InvalidSetup, UnicodeDecodeError):
        return False
