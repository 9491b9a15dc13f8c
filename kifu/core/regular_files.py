"""Opening of regular files only, no pipe and no device; writing of whole files.

A pipe might never begin or never end, and opening a device can have an effect.
Pipes that the shell hands to a command (``<(…)``, /dev/fd/3, /dev/stdin) are meant to be read, and are.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, BinaryIO

from kifu.core.message import Message

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path


def file_system_path(*parts: str) -> Path:
    """Return a path of the file system; small commands need none."""
    from pathlib import Path  # noqa: PLC0415 - takes as long to load as all the rest of a small command

    return Path(*parts)


READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""The flags that open a file. If it is a pipe, opening does not wait for a writer."""
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""The flag that opens no link."""
_HANDED = ("/dev/fd/", "/proc/self/fd/")
_PIPE = Message("名前付きパイプ", "a named pipe")
_SOCKET = Message("ソケット", "a socket")
_DEVICE = Message("装置", "a device")
_LINK = Message("リンク", "a link")


class NotRegular(OSError):
    """A path is no regular file."""

    def __init__(self, kind: Message, path: object = None) -> None:
        super().__init__(errno.EINVAL, f"it is {kind.en}, not a regular file", path)
        self.kind = kind

    def message_about(self, path_name: str | None = None) -> Message:
        """Message about a path that is no regular file, named if known."""
        ja, en = ("", "it") if path_name is None else (f"{path_name} は", path_name)
        return Message(
            f"{ja}{self.kind.ja}で、ふつうのファイルではありません", f"{en} is {self.kind.en}, not a regular file"
        )


def is_shell_stream(path: str | PathLike[str]) -> bool:
    """Tell whether a path is a stream from the shell."""
    name = os.path.normpath(path)
    return name == "/dev/stdin" or name.startswith(_HANDED)


def open_regular(path: str | PathLike[str], flags: int = 0) -> BinaryIO:
    """Open a regular file or shell stream to read, without blocking.

    Raises NotRegular, other OSErrors, and ValueError for a NUL in the path.
    """
    if is_shell_stream(path):
        return open(path, "rb")  # noqa: PTH123 - the caller closes it
    before = os.lstat(path) if flags & NO_LINK else os.stat(path)  # noqa: PTH116 - a name may be too long for pathlib
    if not stat.S_ISDIR(before.st_mode):  # a folder that is closed is refused for that
        require_regular(before, path)
    descriptor = os.open(path, READ | flags)
    try:
        require_regular(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def require_regular(file_status: os.stat_result, path: object = None) -> None:
    """Raise NotRegular or IsADirectoryError unless a state is regular."""
    mode = file_status.st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(mode):
        kinds = ((stat.S_ISFIFO, _PIPE), (stat.S_ISSOCK, _SOCKET), (stat.S_ISLNK, _LINK))
        raise NotRegular(next((kind for is_it, kind in kinds if is_it(mode)), _DEVICE), path)


def write_file_whole(path: Path, data: bytes, mode: int | None) -> None:
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
