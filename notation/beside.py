"""The variant file that a record names: beside the record or below, a regular file, of a size that one can read.

Whoever wrote the record chose the name. It must open nothing else of the machine, whatever links and pipes lie there.
"""

from __future__ import annotations

import os
import stat
from contextlib import ExitStack
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from kifu.model.errors import UnreadableFile
from kifu.model.message import CONTROL, PATH, Message, quoted

if TYPE_CHECKING:
    from pathlib import PurePath

MOST = 1_000_000
"""Bytes of a variant file at most; the largest board with all its lines takes a tenth."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""How a file is opened that may turn out to be a pipe: without waiting for who writes to it."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_BY_STEPS = os.open in os.supports_dir_fd
"""Whether a file can be opened folder by folder, so that no link put there in between is followed."""


def require_beside(name: str) -> None:
    """Raise UnreadableFile for a name that does not stay in the folder of the record, on whichever system."""
    windows = PureWindowsPath(name)
    if windows.drive or windows.root or "\\" in name or name.startswith("~") or ".." in PurePosixPath(name).parts:
        raise _refused(
            name,
            "は棋譜のフォルダーの外を指しています。棋譜と同じフォルダーかその下に置き、「my-rules.toml」や「rules/my.toml」のように書いてください",
            "leads out of the record's folder; put it beside the record or below, and name it like my-rules.toml or rules/my.toml",
        )
    if CONTROL.search(name) or "\n" in name:
        raise _refused(name, "に制御文字があります", "has control characters in its name")


def read_beside(folder: Path, name: str) -> str:
    """Return the text of the variant file that a record in `folder` names. Raises UnreadableFile."""
    name = name.strip()
    require_beside(name)
    try:
        root = folder.resolve()
        found = (root / name).resolve()
        if not found.is_relative_to(root):
            raise _refused(
                name,
                "は棋譜のフォルダーの外へのリンクです。ファイルそのものを棋譜のそばに置いてください",
                "is a link that leads out of the record's folder; put the file itself beside the record",
            )
        return text_of(name, _read(name, root, found.relative_to(root)))
    except (OSError, ValueError, RuntimeError) as failed:  # a NUL in the path, links that go round
        raise _cannot_open(
            name,
            failed,
            Message(
                "棋譜と同じフォルダーに置くか、--rules で指定してください",
                "put it beside the record, or name it with --rules",
            ),
        ) from None


def read_given(path: str) -> str:
    """Return the text of a variant file that the user names, wherever it lies. Raises UnreadableFile."""
    try:
        found = Path(path).resolve()
        return text_of(path, _read(path, found.parent, found.relative_to(found.parent)))
    except (OSError, ValueError, RuntimeError) as failed:
        raise _cannot_open(
            path,
            failed,
            Message("--rules my-rules.toml のように指定してください", "name it like --rules my-rules.toml"),
        ) from None


def text_of(name: str, data: bytes) -> str:
    """Return the text of a variant file, lines ended by LF. Raises UnreadableFile for more than MOST bytes or no UTF-8."""
    if len(data) > MOST:
        raise _refused(
            name, f"が大きすぎます。{MOST:,} バイトまでです", f"is too large; a variant file has {MOST:,} bytes at most"
        )
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise _refused(
            name, "は UTF-8 ではありません。UTF-8 で保存してください", "is not UTF-8; save it as UTF-8"
        ) from None


def _read(name: str, root: Path, inside: PurePath) -> bytes:
    """Return MOST + 1 bytes at most of a regular file below `root`, whose path has no links left. Raises OSError."""
    if not stat.S_ISREG((root / inside).stat().st_mode):
        raise _not_regular(name)  # opening it would already do something
    with ExitStack() as opened:
        if _BY_STEPS:
            at = os.open(root, _FOLDER)
            opened.callback(os.close, at)
            for part in inside.parts[:-1]:
                at = os.open(part, _FOLDER | _NO_LINK, dir_fd=at)
                opened.callback(os.close, at)
            descriptor = os.open(inside.name, _READ | _NO_LINK, dir_fd=at)
        else:
            descriptor = os.open(root / inside, _READ | _NO_LINK)
        file = opened.enter_context(os.fdopen(descriptor, "rb"))
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise _not_regular(name)
        return file.read(MOST + 1)


def _not_regular(name: str) -> UnreadableFile:
    return _refused(name, "はふつうのファイルではありません", "is no regular file")


def _refused(name: str, ja: str, en: str) -> UnreadableFile:
    shown = quoted(name, PATH)
    return UnreadableFile(
        "variant-file",
        Message(f"規則のファイル {shown} {ja}", f"the variant file {shown} {en}"),
        width=max(1, len(name)),
    )


def _cannot_open(name: str, failed: Exception, advice: Message) -> UnreadableFile:
    reason = quoted(str(getattr(failed, "strerror", None) or failed))
    return _refused(name, f"が開けません ({reason})。{advice.ja}", f"cannot be opened ({reason}); {advice.en}")
