"""Where compiled code is kept between runs: in folders of the user's own, for whoever writes there runs code as the user."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

GIVEN = "NUMBA_CACHE_DIR"
"""The variable that names another folder, here as to the compiler."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def folder() -> Path | None:
    """Return the folder in which compiled code is kept; None where there is none that can be written and trusted.

    It is the one that NUMBA_CACHE_DIR names, else one beside the program, else one in the user's cache.
    """
    return next((path for path in _candidates() if _made(path) and trusted(path.lstat())), None)


def compilers_folder() -> Path | None:
    """Return the folder in which the compiler itself keeps what it likes; None as above.

    Nobody else may even enter it: whatever permissions the compiler gives its files, nobody else can write them.
    """
    above = folder()
    path = None if above is None else above / "compiler"
    return path if path is not None and _made(path) and trusted(path.lstat(), FOR_OTHERS) else None


def trusted(state: os.stat_result, forbidden: int = OTHERS_WRITE) -> bool:
    """Tell whether a file or folder is the user's own, and `forbidden` to others what it has to be.

    A link is nobody's own. Windows has no such permissions: there the user's folders are closed to others as they are.
    """
    if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
        return False
    return sys.platform == "win32" or (state.st_uid == os.geteuid() and not state.st_mode & forbidden)


def _candidates() -> Iterator[Path]:
    given = os.environ.get(GIVEN)
    if given:
        yield Path(given)
        return
    yield Path(__file__).parent / "__pycache__" / "compiled"
    with suppress(RuntimeError):  # nobody knows where the user is at home
        local = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
        yield (Path(local) if local else Path.home() / ".cache") / "kifu"


def _made(path: Path) -> bool:
    """Make a folder that others cannot enter, if it is not there; tell whether it is there and can be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=stat.S_IRWXU, exist_ok=True)
    except (OSError, ValueError):
        return False
    return os.access(path, os.W_OK | os.X_OK)
