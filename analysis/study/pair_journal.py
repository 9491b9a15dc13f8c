"""Writes and reads the games of pairs as lines of CSV, as :mod:`analysis.study.games_journal` does those of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.study.games_journal import COLUMNS, GIVEN, GamesJournal, given_row, rows_of
from analysis.study.pairs import GAMES_OF_A_PAIR, PairGame, PairLook, play_pair_game
from kifu.model.outcome import Side, Termination

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.study.pairs import PairSettings
    from analysis.study.tasks import Task, TaskBatch

PAIR_COLUMNS = (*COLUMNS[:GIVEN], "winner", "ending", "plies", "last_moves", "looks")
"""The task, then what came of the game. A look is its four numbers joined by dots, looks are joined by blanks."""
SIDES = {"": None, **{side.name.lower(): side for side in Side}}
ENDINGS = {"", *map(str, Termination)}


def as_pair_row(settings: PairSettings, task: Task, game: PairGame) -> tuple[str, ...]:
    """Return a game as text, by :data:`PAIR_COLUMNS`."""
    winner = "" if game.winner is None else game.winner.name.lower()
    last = "" if game.last_moves is None else str(game.last_moves)
    looks = " ".join(".".join(map(str, look)) for look in game.looks)
    return (*given_row(settings, task), winner, game.ending, str(game.plies), last, looks)


def read_pairs(settings: PairSettings, batch: TaskBatch, text: str) -> list[PairGame]:
    """Return the first games of a batch from their lines, head included.

    Raises ValueError for lines that are not those of the games of the batch, in its order.
    """
    rows = rows_of(settings, batch, text, PAIR_COLUMNS)
    return [read_pair(task, row[GIVEN:]) for task, row in zip(batch.tasks, rows, strict=False)]


def read_pair(task: Task, cells: Sequence[str]) -> PairGame:
    """Return what came of a game from the cells after its task. Raises ValueError for any other cells."""
    winner, ending, plies, last, looks = cells
    if winner not in SIDES or ending not in ENDINGS:
        raise ValueError(cells)
    seen = tuple(_look(word) for word in looks.split())
    moves = int(last) if last else None
    return PairGame(task.number // GAMES_OF_A_PAIR, task.exchanged, SIDES[winner], ending, int(plies), moves, seen)


def _look(word: str) -> PairLook:
    moves, rival, own, fighters = map(int, word.split("."))
    return PairLook(moves, rival, own, fighters)


def _play(settings: PairSettings, task: Task) -> PairGame:
    return play_pair_game(settings, task.number)


PAIRS = GamesJournal(_play, lambda _: PAIR_COLUMNS, as_pair_row, read_pairs)
"""The journal of pairs. Results are of the type :class:`analysis.study.pairs.PairGame`."""
