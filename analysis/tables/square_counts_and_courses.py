"""Square counts for heatmaps, and average courses of measures, by groups of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analysis.tables.verdict_access import game_and_replay, marks_by_ply, standing_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from kifu.core.game.game import Game
    from kifu.core.outcome import Side
    from kifu.referee.verdict import Verdict


class SquareCounts(NamedTuple):
    """Square counts of a record or a group, by trace kind.

    `counts` maps each kind of trace to one.

    Sides are in the order of :class:`kifu.core.outcome.Side`, units in the order of the game's `units`, rows from the
    top and columns from the left, as diagrams print them. All numbers are marks per record: whole numbers for one record,
    means for a group, so that groups of different size can be compared.
    """

    game: Game
    records: int
    """The size of the group: the numbers are means over these records."""
    counts: Mapping[str, NDArray[np.float64]]

    def counts_per_record(
        self, trace_kind: str, side: Side | None = None, unit: str | None = None
    ) -> NDArray[np.float64]:
        """Return one trace kind's counts per record (rows × columns).

        None for `side` sums over both sides, None for `unit` over all units.

        Raises KeyError for a kind or a unit that the game does not have.
        """
        counts = self.counts[trace_kind]
        of_sides = counts.sum(axis=0) if side is None else counts[side]
        if unit is None:
            return np.asarray(of_sides.sum(axis=0))
        numbers = {name: number for number, name in enumerate(self.game.units)}
        return np.asarray(of_sides[numbers[unit]])


class AverageCourse(NamedTuple):
    """Average course of a group, to the longest record's end."""

    records: NDArray[np.int64]
    """How many records last to each ply."""
    means: NDArray[np.float64]
    """The mean over the records that last to the ply: an array (measure, side, ply), measures in the order of the game."""


class GroupKey(NamedTuple):
    """Grouping key of records: game, board size, options, variant data."""

    game: str
    size: tuple[int, int]
    """Columns and rows."""
    data: object


def count_squares(verdict: Verdict) -> SquareCounts:
    """Return the counts of a legal prefix. Raises ValueError without replay."""
    game, _ = game_and_replay(verdict)
    shape = (2, len(game.units), game.board.rows, game.board.columns)
    counts = {kind: np.zeros(shape) for kind in game.traces}
    units = {unit: number for number, unit in enumerate(game.units)}
    for marks in (marks_by_ply(verdict), standing_marks(verdict)):
        for _, trace in marks:
            row, column = divmod(trace.square, game.board.columns)
            counts[trace.kind][trace.side, units[trace.unit], row, column] += 1
    return SquareCounts(game, 1, counts)


def mean_counts(square_counts: Iterable[SquareCounts]) -> SquareCounts:
    """Return the mean per record of counts, weighted by records.

    Raises ValueError for an empty group, and for counts of different games or boards.
    """
    square_counts = list(square_counts)
    if not square_counts:
        raise ValueError("no records to count")
    first = square_counts[0]
    records = sum(part.records for part in square_counts)
    totals = {kind: np.zeros_like(counts) for kind, counts in first.counts.items()}
    for part in square_counts:
        _require_same_group_key(first, part)
        for kind, counts in part.counts.items():
            totals[kind] += counts * part.records
    return SquareCounts(first.game, records, {kind: total / records for kind, total in totals.items()})


def count_difference(first: SquareCounts, second: SquareCounts) -> dict[str, NDArray[np.float64]]:
    """Return `first` − `second` by trace kind, per record.

    Raises ValueError for counts of different games or boards.
    """
    _require_same_group_key(first, second)
    return {kind: counts - second.counts[kind] for kind, counts in first.counts.items()}


def measures_by_ply(verdict: Verdict) -> NDArray[np.float64]:
    """Return a record's measures: array (measure, side, ply).

    Raises ValueError if the verdict has no replay.
    """
    game, replay = game_and_replay(verdict)
    values = np.array([game.measure(position) for position in replay.positions], dtype=np.float64)
    return values.reshape(len(replay.positions), len(game.measures), 2).transpose(1, 2, 0)


def average_course(verdicts: Sequence[Verdict]) -> AverageCourse:
    """Return the average course of a group's measures.

    Raises ValueError for an empty group, for a verdict that has no replay, and for records of several games.
    """
    games = {game_and_replay(verdict)[0].id for verdict in verdicts}
    if len(games) != 1:
        raise ValueError(f"one game is needed, not {sorted(games)}")
    parts = [measures_by_ply(verdict) for verdict in verdicts]
    plies = max(part.shape[-1] for part in parts)
    records = np.zeros(plies, dtype=np.int64)
    sums = np.zeros((*parts[0].shape[:-1], plies))
    for part in parts:
        records[: part.shape[-1]] += 1
        sums[..., : part.shape[-1]] += part
    return AverageCourse(records, sums / records)


def group_replayed_by_key(verdicts: Sequence[Verdict]) -> dict[GroupKey, list[Verdict]]:
    """Group replayed verdicts by key, in order of appearance."""
    groups: dict[GroupKey, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.game is not None and verdict.replay is not None:
            groups.setdefault(shared_properties(verdict.game), []).append(verdict)
    return groups


def shared_properties(game: Game) -> GroupKey:
    """Return the properties that records of `game` share."""
    return GroupKey(game.id, (game.board.columns, game.board.rows), game.likeness())


def _require_same_group_key(first: SquareCounts, second: SquareCounts) -> None:
    if shared_properties(first.game) != shared_properties(second.game):
        names = [f"{game.id} ({game.rules})" for game in (first.game, second.game)]
        raise ValueError(f"cannot compare {names[0]} with {names[1]}")
