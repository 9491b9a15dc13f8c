"""The user's cache folder: what is kept there is used only if nobody but the user can have written it.

Whatever is a link, no regular file, or open to others counts as not kept. What was not used for 30 days is removed.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from kifu.core import regular_files

GIVEN = "NUMBA_CACHE_DIR"
"""The environment variable that names another folder for kept code. numba reads the same one."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
DAY = 24 * 60 * 60
CACHE_TTL_S = 30 * DAY
"""The seconds that code is kept after its last use."""


def user_cache_folder() -> Path | None:
    """Return the program's folder in the user's cache, which may not exist.

    None if the user has no home folder.
    """
    with suppress(RuntimeError):
        local = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
        return (Path(local) if local else Path.home() / ".cache") / "kifu"
    return None


def code_folder() -> Path | None:
    """Return the folder that keeps code.

    None if it cannot be made, written or trusted.
    """
    given = os.environ.get(GIVEN)
    path = Path(given) if given else user_cache_folder()
    return path if path is not None and is_usable_folder(path, OTHERS_WRITE) else None


def is_own_and_closed_to_others(file_status: os.stat_result, forbidden_permissions: int = OTHERS_WRITE) -> bool:
    """Ownership check: the user's own, without permissions `forbidden_permissions` to others.

    A link is never trusted. Windows has no such permissions, but it closes the user's folders to others.
    """
    if not (stat.S_ISREG(file_status.st_mode) or stat.S_ISDIR(file_status.st_mode)):
        return False
    return sys.platform == "win32" or (
        file_status.st_uid == os.geteuid() and not file_status.st_mode & forbidden_permissions
    )


def is_usable_folder(path: Path, forbidden: int) -> bool:
    """Tell whether a folder can be written and trusted.

    If it does not exist, make it, closed to others.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=stat.S_IRWXU, exist_ok=True)
        return is_own_and_closed_to_others(path.lstat(), forbidden) and os.access(path, os.W_OK | os.X_OK)
    except (OSError, ValueError):
        return False


def read_own_file(file: Path) -> bytes | None:
    """Return the bytes of a kept file.

    None if it is missing or no regular file, or if others may have written it.
    """
    try:
        with regular_files.open_regular(file, regular_files.NO_LINK) as opened:
            if not (
                is_own_and_closed_to_others(os.fstat(opened.fileno()))
                and is_own_and_closed_to_others(file.parent.lstat())
            ):
                return None
            data = opened.read()
    except (OSError, ValueError, MemoryError):
        return None
    mark_as_used(file)
    return data


def write_own_file(file: Path, data: bytes) -> None:
    """Write a file that only the user may open, and remove those of its kind that were not used for long.

    The file is whole or does not exist; a failure is no error.
    """
    import tempfile  # noqa: PLC0415 - needed only where code is made

    with suppress(OSError):
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.stem[:40]}.", suffix=file.suffix)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as opened:
                opened.write(data)
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
        remove_paths_unused_for_30_days(file.parent, f"*{file.suffix}")


def mark_as_used(path: Path) -> None:
    """Set a path's modification time to now, at most daily."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def remove_paths_unused_for_30_days(folder: Path, pattern: str) -> None:
    """Remove paths unused for 30 days, beside other processes doing so."""
    import shutil  # noqa: PLC0415 - needed only where code is made

    with suppress(OSError):
        for path in list(folder.glob(pattern)):
            with suppress(OSError):
                state = path.lstat()
                if time.time() - state.st_mtime <= CACHE_TTL_S:
                    continue
                if stat.S_ISDIR(state.st_mode):
                    going = path.rename(folder / f".{path.name}.{os.getpid()}")  # so it goes as a whole
                    shutil.rmtree(going, ignore_errors=True)
                else:
                    path.unlink()
