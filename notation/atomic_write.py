"""Writes the bytes of a file, whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int | None) -> None:
    """Write a temporary file in the folder of `path`, then rename it to `path`.

    `mode` is the permissions of the file that it replaces; None stands for those of a new file. Raises OSError, and
    ValueError for a NUL in the path. Whatever is raised, nothing is left behind and `path` is as it was.
    """
    temporary = path.with_name(f".{path.name[:40]}.{os.urandom(8).hex()}")
    opened = temporary.open("xb")
    try:
        with opened as file:
            if mode is not None:
                temporary.chmod(mode)
            file.write(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
