"""Store of study games on disk; an interrupted run resumes."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kifu import engine
from kifu.cli.printing.guarded_output_and_progress import show_progress
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.core import games
from kifu.core.child_processes import process_pool
from kifu.core.message import Message, visible
from kifu.core.regular_files import open_regular

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from concurrent.futures import ProcessPoolExecutor
    from pathlib import Path

    from analysis.tournaments.game_tasks_and_journal import AnySettings, GamesJournal, TaskBatch

SETTINGS = "settings.json"
GAMES = "games"
CHUNK = 16
"""The number of games that a worker gets at a time."""


class StudyFolder(NamedTuple):
    """Plays the games of a study and keeps them in a folder."""

    folder: Path
    settings: AnySettings
    same_program: bool
    """Whether the games in the folder were played by this version of the program."""
    pool: ProcessPoolExecutor | None
    journal: GamesJournal
    """How its games are played, written and read."""

    def play_batch(self, batch: TaskBatch) -> list[Any]:
        """Return the results of a batch, in the order of its tasks.

        Results on disk are read; the other games are played, and each is written as soon as it is over. Raises
        click.UsageError if the games on disk belong to another study, or cannot be read or written.
        """
        path = self.folder / GAMES / f"{batch.name}.csv"
        try:
            results = self._load_results(path, batch)
            if len(results) < len(batch.tasks):
                if not self.same_program:
                    raise click.UsageError(say(_other_program_message(self.folder)))
                results += self._play_remaining(path, batch, len(results))
        except OSError as failed:
            raise click.UsageError(say(_unusable_folder_error(path, failed))) from None
        return results

    def _load_results(self, path: Path, batch: TaskBatch) -> list[Any]:
        """Return the results on disk, an incomplete last line removed."""
        if not path.exists():
            return []
        with open_regular(path) as file:
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        try:
            results = self.journal.read(self.settings, batch, whole.decode())
        except ValueError:
            raise click.UsageError(say(_other_games_message(path))) from None
        if whole != data:
            path.write_bytes(whole)
        return results

    def _play_remaining(self, path: Path, batch: TaskBatch, done_count: int) -> list[Any]:
        """Play a batch's missing games, each written when it is over."""
        from analysis.tournaments.game_tasks_and_journal import csv_line  # noqa: PLC0415 - loads numpy

        rest = batch.tasks[done_count:]
        results = []
        path.parent.mkdir(parents=True, exist_ok=True)
        play_one = partial(self.journal.play, self.settings)
        played = self.pool.map(play_one, rest, chunksize=CHUNK) if self.pool else map(play_one, rest)
        with path.open("a", encoding="utf-8", newline="") as file:
            if not file.tell():
                file.write(csv_line(self.journal.columns(self.settings)))
            for task, result in zip(show_progress(rest, batch.name), played, strict=True):
                file.write(csv_line(self.journal.row(self.settings, task, result)))
                file.flush()
                results.append(result)
        return results


@contextmanager
def open_study_folder(
    folder: Path,
    settings: AnySettings,
    workers: int,
    journal: GamesJournal | None = None,
    allowed_files: Collection[str] = (),
) -> Iterator[StudyFolder]:
    """Open a folder of study games, played by `workers` processes.

    The folder is new or empty, or holds a study that was begun with the same settings; files named in `allowed_files` may stand
    in a new one. Raises click.UsageError if it does not, or if it cannot be used. Without a `journal` the games are those
    of matches and searches.
    """
    from analysis.tournaments.game_tasks_and_journal import STUDY  # noqa: PLC0415 - loads numpy

    wanted_settings = json.loads(json.dumps(settings._asdict()))
    program = program_digest(settings)
    path = folder / SETTINGS
    try:
        if path.exists():
            with open_regular(path) as file:
                begun = json.load(file)
            # A study of an older version lacks the settings that came later; it was played with their defaults.
            if {**settings._field_defaults, **begun.get("settings", {})} != wanted_settings:
                raise click.UsageError(say(_other_settings_message(folder)))
            program_there = begun.get("program")
        else:
            if folder.exists() and any(path.name not in allowed_files for path in folder.iterdir()):
                raise click.UsageError(say(_not_empty_message(folder)))
            folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"settings": wanted_settings, "program": program}, ensure_ascii=False, indent=1)
            path.write_text(text + "\n", encoding="utf-8")
            program_there = program
    except (OSError, ValueError, AttributeError, TypeError, RecursionError) as failed:
        raise click.UsageError(say(_unusable_folder_error(folder, failed))) from None
    with ExitStack() as stack:
        # Games that have not ended when a run is broken off are played by the next run.
        pool = stack.enter_context(process_pool(workers)) if workers > 1 else None
        yield StudyFolder(folder, settings, program == program_there, pool, journal or STUDY)


def refuse_overwriting(folder: Path, file_names: Collection[str], *, force: bool) -> None:
    """Raise click.UsageError early if a file would be overwritten."""
    for name in file_names:
        if not force and (folder / name).exists():
            shown = visible(str(folder / name))
            raise usage_error(
                f"{shown} があります。上書きするなら --force を付けてください",
                f"{shown} exists; overwrite it with --force",
            )


def program_digest(settings: AnySettings) -> str:
    """Return the digest of the sources that decide moves."""
    return engine.bind_engine.engine_digest(games.load(settings.game))


def _other_settings_message(folder: Path) -> Message:
    shown = visible(str(folder))
    return Message(
        f"{shown} には別の設定の研究があります。同じ設定で続けるか、別のフォルダーを指定してください",
        f"{shown} holds a study with other settings; give the same ones to go on, or another folder",
    )


def _other_program_message(folder: Path) -> Message:
    shown = visible(str(folder))
    return Message(
        f"{shown} の対局は別の版のエンジンによるものです。混ぜないために、別のフォルダーで始めてください",
        f"the games in {shown} were played by another version of the engine; start anew in another folder, "
        "or they would be mixed",
    )


def _other_games_message(path: Path) -> Message:
    shown = visible(str(path))
    return Message(
        f"{shown} はこの研究の対局ではありません。消すか、別のフォルダーを指定してください",
        f"{shown} does not hold the games of this study; delete it, or name another folder",
    )


def _not_empty_message(folder: Path) -> Message:
    shown = visible(str(folder))
    return Message(
        f"{shown} は空でなく、研究の続きでもありません ({SETTINGS} がない)。空のフォルダーを指定してください",
        f"{shown} is neither empty nor a study begun (it has no {SETTINGS}); name an empty folder",
    )


def _unusable_folder_error(folder: Path, failed: Exception) -> Message:
    shown = visible(str(folder))
    reason = getattr(failed, "strerror", None) or f"{SETTINGS}: {failed}"
    return Message(f"{shown} が使えません ({reason})", f"cannot use {shown}: {reason}")
