"""The folders that keep compiled code between runs.

Only the user may write there: anyone who could write a file there could run code as the user.
"""

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
"""The environment variable that names another folder. The compiler reads the same one."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def folder() -> Path | None:
    """Return the folder that keeps compiled code; None if no folder can be written and trusted.

    It is the folder that NUMBA_CACHE_DIR names. Without that variable it is a folder beside the program or, if that one
    cannot be used, a folder in the user's cache.
    """
    return next((path for path in _candidates() if _writable(path) and trusted(path.lstat())), None)


def compilers_folder() -> Path | None:
    """Return the folder for the compiler's own files; None if no folder can be written and trusted.

    Only the user may enter it. So nobody else can write the compiler's files, also if their permissions would allow it.
    """
    above = folder()
    path = None if above is None else above / "compiler"
    return path if path is not None and _writable(path) and trusted(path.lstat(), FOR_OTHERS) else None


def trusted(state: os.stat_result, forbidden: int = OTHERS_WRITE) -> bool:
    """Tell whether a file or folder belongs to the user, and others have none of the permissions `forbidden`.

    A link is never trusted. Windows has no such permissions, but it closes the user's folders to others.
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
    own = users_folder()
    if own is not None:
        yield own


def users_folder() -> Path | None:
    """Return the program's folder in the user's cache, which may not exist; None if the user has no home folder."""
    with suppress(RuntimeError):
        local = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
        return (Path(local) if local else Path.home() / ".cache") / "kifu"
    return None


def _writable(path: Path) -> bool:
    """Tell whether a folder can be written. If it does not exist, make it, closed to others."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=stat.S_IRWXU, exist_ok=True)
    except (OSError, ValueError):
        return False
    return os.access(path, os.W_OK | os.X_OK)
