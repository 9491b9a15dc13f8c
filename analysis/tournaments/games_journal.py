"""Journal of played games as CSV; an interrupted run continues."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.tournaments.game_tasks import Result, play_task, set_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from analysis.tournaments.game_tasks import AnySettings, Settings, Task, TaskBatch

COLUMNS = ("a", "b", "nodes", "seed", "game", "a_first", "winner", "plies", "a_placed", "b_placed")
"""The columns of a game as a row of text: the task first, then the result."""
PROOF = ("proof", "played_winner")
"""The further columns of a study in which the solver decides games."""
DECIDED, NEITHER, NOTHING = "decided", "neither", ""
"""The values of the column ``proof``."""
GIVEN = COLUMNS.index("winner")
"""How many columns hold the task."""
UNFINISHED = "unfinished"
WINNERS = frozenset({"a", "b", "draw", UNFINISHED})


class GamesJournal(NamedTuple):
    """Functions to play, write and read a study's games."""

    play: Callable[[Any, Task], Any]
    """Settings and task -> result."""
    columns: Callable[[Any], tuple[str, ...]]
    row: Callable[[Any, Task, Any], tuple[str, ...]]
    """Settings, task and result -> the game as text, by the columns."""
    read: Callable[[Any, TaskBatch, str], list[Any]]
    """Settings, batch and lines -> the results of its first games. Raises ValueError for other lines."""


def read_results(settings: Settings, batch: TaskBatch, text: str) -> list[Result]:
    """Return the results of a batch's first games from lines.

    The head is one of them.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    return [read_result(row) for row in rows_of(settings, batch, text, columns_of(settings))]


def rows_of(settings: AnySettings, batch: TaskBatch, text: str, columns: tuple[str, ...]) -> list[list[str]]:
    """Return lines of a batch's first games as rows, without head.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    rows = list(csv.reader(io.StringIO(text)))
    if not rows:
        return []
    head, *rows = rows
    expected = [given_row(settings, task) for task in batch.tasks[: len(rows)]]
    if tuple(head) != columns or expected != [tuple(row[:GIVEN]) for row in rows]:
        raise ValueError(batch.name)
    return rows


def columns_of(settings: Settings) -> tuple[str, ...]:
    """Return the columns of the games of a study."""
    return COLUMNS if settings.adjudicate is None else COLUMNS + PROOF


def as_line(cells: Sequence[str]) -> str:
    """Return a row, or the head :func:`columns_of`, as a line of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def as_row(settings: Settings, task: Task, result: Result) -> tuple[str, ...]:
    """Return a game as text, by :func:`columns_of`."""
    ended = (result.winner or UNFINISHED, result.plies, *result.placed)
    row = (*given_row(settings, task), *map(str, ended))
    if settings.adjudicate is None:
        return row
    proof = DECIDED if result.decided else NEITHER if result.neither else NOTHING
    return (*row, proof, (result.played_winner or UNFINISHED) if result.decided else NOTHING)


def given_row(settings: AnySettings, task: Task) -> tuple[str, ...]:
    """Return a task as text: the first :data:`GIVEN` of :data:`COLUMNS`."""
    sets = (set_text(settings, task.a), set_text(settings, task.b))
    return (*sets, str(task.nodes), str(task.seed), str(task.number), str(int(not task.exchanged)))


def read_result(row: Sequence[str]) -> Result:
    """Parse the result of a game. Raises ValueError."""
    if len(row) not in {len(COLUMNS), len(COLUMNS + PROOF)}:
        raise ValueError(row)
    winner, plies, a_placed, b_placed, proof, played = (*row[GIVEN:], NOTHING, NOTHING)[: len(COLUMNS + PROOF) - GIVEN]
    if winner not in WINNERS or proof not in {DECIDED, NEITHER, NOTHING}:
        raise ValueError(row)
    if (played in WINNERS) is not (proof == DECIDED):
        raise ValueError(row)
    placed = (int(a_placed), int(b_placed))
    return Result(_winner(winner), int(plies), placed, proof == DECIDED, proof == NEITHER, _winner(played))


def _winner(text: str) -> str | None:
    return None if text in {UNFINISHED, NOTHING} else text


STUDY = GamesJournal(play_task, columns_of, as_row, read_results)
"""The journal of matches and searches. Results are of the type :class:`analysis.tournaments.game_tasks.Result`."""
