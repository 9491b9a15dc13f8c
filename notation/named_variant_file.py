"""Opens the variant file that a record names. The file lies in the record's folder or below it.

A record may come from a stranger, and so may the name in it. So the name opens only a regular file of limited size,
never a link that leads out of the folder, a pipe or a device.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import ExitStack
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

from kifu.core.errors import UnreadableFile
from kifu.core.message import CONTROL, PATH, Message, quoted
from kifu.core.regular_files import NO_LINK, READ

if TYPE_CHECKING:
    from pathlib import PurePath

MAX_VARIANT_BYTES = 1_000_000
"""The largest size of a variant file, in bytes; the largest board with all its lines takes a tenth of it."""
_FOLDER = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_BY_STEPS = os.open in os.supports_dir_fd
"""Whether a file can be opened folder by folder, so that no link put there in between is followed."""


def require_name_in_folder(name: str) -> None:
    """Raise UnreadableFile for a name that does not stay in the folder of the record, on whichever system."""
    windows = PureWindowsPath(name)
    if windows.drive or windows.root or "\\" in name or name.startswith("~") or ".." in PurePosixPath(name).parts:
        raise _refused_error(
            name,
            "は棋譜のフォルダーの外を指しています。棋譜と同じフォルダーかその下に置き、「my-rules.toml」や「rules/my.toml」のように書いてください",
            "leads out of the record's folder; put it beside the record or below, and name it like my-rules.toml or rules/my.toml",
        )
    if re.search(CONTROL, name) or "\n" in name:
        raise _refused_error(name, "に制御文字があります", "has control characters in its name")


def read_variant_in_folder(folder: Path, name: str) -> str:
    """Return the text of the variant file `name` of a record in `folder`.

    Raises UnreadableFile where the name leads out of the folder, and where the file cannot be read.
    """
    name = name.strip()
    require_name_in_folder(name)
    try:
        root = folder.resolve()
        path = (root / name).resolve()
        if not path.is_relative_to(root):
            raise _refused_error(
                name,
                "は棋譜のフォルダーの外へのリンクです。ファイルそのものを棋譜のそばに置いてください",
                "is a link that leads out of the record's folder; put the file itself beside the record",
            )
        return variant_file_text(name, _read_inside(name, root, path.relative_to(root)))
    except (OSError, ValueError, RuntimeError) as failed:  # the path holds a NUL, or its links form a circle
        raise _cannot_open(
            name,
            failed,
            Message(
                "棋譜と同じフォルダーに置くか、--rules で指定してください",
                "put it beside the record, or name it with --rules",
            ),
        ) from None


def read_given_variant(path: str) -> str:
    """Return the text of a variant file that the user names; it may lie in any folder.

    Raises UnreadableFile where the file cannot be read.
    """
    try:
        resolved = Path(path).resolve()
        return variant_file_text(path, _read_inside(path, resolved.parent, resolved.relative_to(resolved.parent)))
    except (OSError, ValueError, RuntimeError) as failed:
        raise _cannot_open(
            path,
            failed,
            Message("--rules my-rules.toml のように指定してください", "name it like --rules my-rules.toml"),
        ) from None


def variant_file_text(name: str, data: bytes) -> str:
    """Return the text of a variant file with LF line ends.

    Raises UnreadableFile if `data` has more than MAX_VARIANT_BYTES bytes or is not UTF-8.
    """
    if len(data) > MAX_VARIANT_BYTES:
        raise _refused_error(
            name,
            f"が大きすぎます。{MAX_VARIANT_BYTES:,} バイトまでです",
            f"is too large; a variant file has {MAX_VARIANT_BYTES:,} bytes at most",
        )
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise _refused_error(
            name, "は UTF-8 ではありません。UTF-8 で保存してください", "is not UTF-8; save it as UTF-8"
        ) from None


def _read_inside(name: str, root: Path, inside: PurePath) -> bytes:
    """Return the first MAX_VARIANT_BYTES + 1 bytes of the regular file `inside` below `root`; the path holds no link.

    Raises OSError where the file cannot be opened, UnreadableFile where it is no regular file.
    """
    if not stat.S_ISREG((root / inside).stat().st_mode):
        raise _not_regular(name)  # opening a device can have an effect, so it is not even opened
    with ExitStack() as opened:
        if _BY_STEPS:
            at = os.open(root, _FOLDER)
            opened.callback(os.close, at)
            for part in inside.parts[:-1]:
                at = os.open(part, _FOLDER | NO_LINK, dir_fd=at)
                opened.callback(os.close, at)
            descriptor = os.open(inside.name, READ | NO_LINK, dir_fd=at)
        else:
            descriptor = os.open(root / inside, READ | NO_LINK)
        file = opened.enter_context(os.fdopen(descriptor, "rb"))
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise _not_regular(name)
        return file.read(MAX_VARIANT_BYTES + 1)


def _not_regular(name: str) -> UnreadableFile:
    return _refused_error(name, "はふつうのファイルではありません", "is no regular file")


def _refused_error(name: str, ja: str, en: str) -> UnreadableFile:
    shown = quoted(name, PATH)
    return UnreadableFile(
        "variant-file",
        Message(f"規則のファイル {shown} {ja}", f"the variant file {shown} {en}"),
        width=max(1, len(name)),
    )


def _cannot_open(name: str, failed: Exception, advice: Message) -> UnreadableFile:
    reason = quoted(str(getattr(failed, "strerror", None) or failed))
    return _refused_error(name, f"が開けません ({reason})。{advice.ja}", f"cannot be opened ({reason}); {advice.en}")
