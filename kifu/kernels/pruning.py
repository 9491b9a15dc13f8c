"""Removes kept machine code that was not used for some time, such as that of rules that have changed since.

The machine code of a changed rule has a new name, and the files of the old name remain. Another copy of the program may
still use them, so their age decides, and not their name. Used files are marked, at most once a day.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

DAY = 24 * 60 * 60
"""A day in seconds."""
KEPT = 30 * DAY
"""The time that machine code is kept after its last use, in seconds."""
MARK = "used"
"""The name of the file in a folder whose time is the last use of the folder."""


def use(path: Path) -> None:
    """Mark a file, or a folder of files, as used now. Raises OSError if its time cannot be set."""
    marked = path / MARK if path.is_dir() else path
    if not marked.exists():
        marked.touch()
    elif time.time() - marked.stat().st_mtime > DAY:
        os.utime(marked)


def prune_files(folder: Path, pattern: str) -> None:
    """Remove the files of `folder` that match `pattern` and were not used for 30 days.

    Another process may remove the same files. A process that needs a removed file compiles the code again.
    """
    for file in _old(folder.glob(pattern)):
        with suppress(OSError):
            file.unlink()


def prune_folders(folder: Path) -> None:
    """Remove the folders within `folder` that were not used for 30 days. Each is renamed first, so it goes as a whole."""
    import shutil  # noqa: PLC0415 - needed only where code is made

    for unused in _old(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()):
        going = folder / f".{unused.name}.{os.getpid()}"
        with suppress(OSError):
            unused.rename(going)
            shutil.rmtree(going, ignore_errors=True)


def _old(paths: Iterable[Path]) -> list[Path]:
    """Return those of `paths` that were not used for 30 days, without those that another process has removed."""
    unused = []
    with suppress(OSError):
        for path in paths:
            with suppress(OSError):
                mark = path / MARK
                if time.time() - (mark if mark.is_file() else path).lstat().st_mtime > KEPT:
                    unused.append(path)
    return unused
