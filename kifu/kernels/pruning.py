"""Removes kept machine code that nothing has used for some time, such as that of rules which have changed since.

A changed rule has machine code of another name, and what had the old name stays behind. Another copy of the program may
still use it: so age decides, and not the name. What is used is marked, at most once a day.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

DAY = 24 * 60 * 60
"""Seconds."""
KEPT = 30 * DAY
"""How long machine code is kept after it was last used, in seconds."""
MARK = "used"
"""The file of a folder whose time says when the folder was last used."""


def use(path: Path) -> None:
    """Mark a file, or a folder of files, as used now. Raises OSError if that cannot be written."""
    marked = path / MARK if path.is_dir() else path
    if not marked.exists():
        marked.touch()
    elif time.time() - marked.stat().st_mtime > DAY:
        os.utime(marked)


def prune_files(folder: Path, pattern: str) -> None:
    """Remove the files of `folder` that match `pattern` and were not used for 30 days.

    Another process may be doing the same, or be reading one: then it has read it, or makes it again.
    """
    for file in _old(folder.glob(pattern)):
        with suppress(OSError):
            file.unlink()


def prune_folders(folder: Path) -> None:
    """Remove the folders within `folder` that were not used for 30 days; they are gone at once, or not at all."""
    for unused in _old(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()):
        going = folder / f".{unused.name}.{os.getpid()}"
        with suppress(OSError):
            unused.rename(going)
            shutil.rmtree(going, ignore_errors=True)


def _old(paths: Iterable[Path]) -> list[Path]:
    """Return those of `paths` that were not used for 30 days; what is gone meanwhile is not among them."""
    found = []
    with suppress(OSError):
        for path in paths:
            with suppress(OSError):
                mark = path / MARK
                if time.time() - (mark if mark.is_file() else path).lstat().st_mtime > KEPT:
                    found.append(path)
    return found
