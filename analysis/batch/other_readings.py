"""Verdicts of a batch under every other reading of the rules.

Plain records are scanned once and replayed for each reading.

A plain record is legal to its end by its own reading, its closing count is right, and it claims no foul. So there are
three cases under another reading. A move breaks an article: the record is illegal there, whatever it claims. All moves
are legal: what the reading says depends on the end alone, and is learned from one example of each end. Neither is known
(a position occurs too often, a side mark is wrong): the careful referee judges the record.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.batch import compiled_replay
from analysis.batch import scanner_layout as layout
from analysis.batch.clock_check_kernel import EXACT
from analysis.batch.fast_path import WRONG, end_columns, group_by_end, line_end
from analysis.batch.fast_path_verdict import is_impersonal
from kifu.core.compiled.bind import compiles
from kifu.core.compiled.replay_kernel import FAULT, LEGAL, MOVES
from kifu.core.game.options import other_values
from kifu.referee.rule_readings import Gist, OtherReading, Readings, gist_under, judge_readings
from kifu.referee.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from analysis.batch.compiled_replay import ReplayedLines
    from analysis.batch.fast_path import PlainGroup
    from analysis.batch.judge_pieces import Batch, BatchItem
    from kifu.core.game.game import Game
    from kifu.core.game.options import RuleOption
    from kifu.referee.record import Record
    from kifu.referee.verdict_text import VerdictLike

UNKNOWN = -1
"""The end of a record that the careful referee has to judge."""


class Replayed(NamedTuple):
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

    def gist(self, at: int, careful: Callable[[], Record]) -> Gist:
        """Return what the reading says of record `at`; `careful` reads that record."""
        plies, end = int(self.moves[at]), int(self.ends[at])
        if end >= 0:
            known = self.gists[end]
            return known._replace(plies=plies, fault_ply=None if known.fault_ply is None else plies)
        if self.faults[at]:
            return Gist(Status.ILLEGAL, None, plies, plies + 1, self.game.article_of(int(self.faults[at])))
        return gist_under(careful(), self.option, self.value)


def readings_of(batch: Batch) -> Iterator[tuple[BatchItem, Readings[VerdictLike]]]:
    """Yield each record of a batch with its readings, in order."""
    replayed = [list(_replay_groups(batch, number)) for number in range(len(batch.groups))]
    at = np.zeros(len(batch), dtype=np.int64)  # the place of each plain record among those of its group
    for group in range(len(batch.groups)):
        numbers, _ = batch.plain_records(group)
        at[numbers] = np.arange(len(numbers))
    for number, item in enumerate(batch):
        place = batch.place(number)
        if place is None:
            assert item.record is not None  # noqa: S101 - a record is plain, or it has been read
            yield item, judge_readings(item.record, item.judgement, item.piece.notes)
            continue
        record = _cached_record_reader(partial(batch.record, number))
        others = (
            OtherReading(under.option, under.value, under.gist(int(at[number]), record)) for under in replayed[place[0]]
        )
        yield item, Readings(item.judgement, tuple(others))


def _replay_groups(batch: Batch, number: int) -> Iterator[Replayed]:
    """Yield the plain records of a group under each other reading."""
    group = batch.groups[number]
    numbers, lines = batch.plain_records(number)
    found, firsts = group.found[lines], group.firsts[lines]
    for option, value in other_values(group.game):
        game = group.game.under(option.name, value)
        moves, faults = np.zeros(len(lines), dtype=np.int32), np.zeros(len(lines), dtype=np.int32)
        ends = np.full(len(lines), UNKNOWN, dtype=np.int64)
        gists: tuple[Gist, ...] = ()
        if compiles(game) and game.quiet_until is not None and not group.set_up:
            played = compiled_replay.replay_lines(
                game,
                firsts,
                found[:, layout.PLIES].copy(),
                group.scanned.words,
                group.scanned.vocabulary.meanings(game),
                start=game.start(),
                quiet=game.quiet_until,
                wanted=compiled_replay.ReplayOutputs(),
            )
            moves, faults = played.ends[:, MOVES], played.ends[:, FAULT]

            def example(at: int, option: RuleOption = option, value: str = value) -> Gist:
                return gist_under(batch.record(int(numbers[at])), option, value)

            ends, gists = _learn_ends(game, group, found, played, example)
        yield Replayed(game, option, value, moves, faults, ends, gists)


def _learn_ends(
    game: Game, group: PlainGroup, found: NDArray[np.int64], played: ReplayedLines, example: Callable[[int], Gist]
) -> tuple[NDArray[np.int64], tuple[Gist, ...]]:
    """Return end numbers of records, and the verdict on each end.

    `example` judges one record.
    """
    ends = np.full(len(found), UNKNOWN, dtype=np.int64)
    gists: list[Gist] = []
    columns = end_columns(game, found, played, group.scanned.texts, np.full(len(found), EXACT, dtype=np.int64))
    for lines in group_by_end(columns, np.flatnonzero((played.ends[:, LEGAL] == 1) & (columns[-2] != WRONG))):
        at = int(lines[0])
        if is_impersonal(line_end(game, played, columns, at), group.scanned.texts):
            said = example(at)
            if said.plies == played.ends[at, MOVES] and said.fault_ply in {None, said.plies}:
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
