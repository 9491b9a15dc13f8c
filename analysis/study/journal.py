"""Writes and reads played games as lines of CSV, in the order of their batch. A run that was broken off can go on."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from analysis.study.tasks import Result, spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.study.settings import Settings
    from analysis.study.tasks import Batch, Task

COLUMNS = ("a", "b", "nodes", "seed", "game", "a_first", "winner", "plies", "a_placed", "b_placed")
"""The columns of a game as a row of text: the task first, then the result."""
GIVEN = COLUMNS.index("winner")
"""How many columns hold the task."""
UNFINISHED = "unfinished"


def read_results(settings: Settings, batch: Batch, text: str) -> list[Result]:
    """Return the results of the first games of a batch from their lines, head included.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    rows = list(csv.reader(io.StringIO(text)))
    if not rows:
        return []
    head, *rows = rows
    expected = [given_row(settings, task) for task in batch.tasks[: len(rows)]]
    if tuple(head) != COLUMNS or expected != [tuple(row[:GIVEN]) for row in rows]:
        raise ValueError(batch.name)
    return [read_result(row) for row in rows]


def as_line(cells: Sequence[str]) -> str:
    """Return a row, or the head :data:`COLUMNS`, as a line of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def as_row(settings: Settings, task: Task, result: Result) -> tuple[str, ...]:
    """Return a game as text, by :data:`COLUMNS`."""
    ended = (result.winner or UNFINISHED, result.plies, *result.placed)
    return (*given_row(settings, task), *map(str, ended))


def given_row(settings: Settings, task: Task) -> tuple[str, ...]:
    """Return a task as text: the first :data:`GIVEN` of :data:`COLUMNS`."""
    sets = (spelled(settings, task.a), spelled(settings, task.b))
    return (*sets, str(task.nodes), str(task.seed), str(task.number), str(int(not task.exchanged)))


def read_result(row: Sequence[str]) -> Result:
    """Return the result of a game from its row. Raises ValueError for anything that is not the row of a game."""
    if len(row) != len(COLUMNS):
        raise ValueError(row)
    winner, plies, a_placed, b_placed = row[GIVEN:]
    if winner not in {"a", "b", "draw", UNFINISHED}:
        raise ValueError(row)
    return Result(None if winner == UNFINISHED else winner, int(plies), (int(a_placed), int(b_placed)))
