"""Files in and out: every path is tried, writes are atomic, nothing is overwritten unasked."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.options import STANDARD_STREAM
from kifu.cli.arguments.rules_option import rules_of
from kifu.cli.printing.guard import print_bytes
from kifu.cli.printing.language import say
from kifu.cli.printing.usage import Failed
from kifu.model.diagnostic import Diagnostic, error
from kifu.model.message import Message, visible
from notation.limits import LIMITS, file_too_large
from notation.reading import ENDINGS, Document, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

UNREADABLE = 3
"""The exit code for what cannot be read."""


class Unreadable(Failed):
    """A file a command needs cannot be read: exit code 3."""

    exit_code = UNREADABLE


class Found(NamedTuple):
    """The record files that the paths of a command name, and how many other files lay beside them."""

    paths: tuple[str, ...]
    others: int


def find(paths: Sequence[str]) -> Found:
    """Walk the directories among `paths`, sorted; files are taken as they are named.

    A folder that cannot be looked into is found as if it were a file: reading it says why.
    """
    found: list[str] = []
    others = 0
    for path in paths:
        if path != STANDARD_STREAM and os.path.isdir(path):  # noqa: PTH112 - pathlib's raises for a name too long
            closed, inside = _walk(path)
            records = [file for file in inside if _may_be_record(file)]
            others += len(inside) - len(records)
            found += map(str, sorted([*closed, *records])) if closed or records else [path]
        else:
            found.append(path)
    return Found(tuple(found), others)


def _walk(folder: str) -> tuple[list[Path], list[Path]]:
    """Return the folders within a folder that cannot be looked into, and all files of the others."""
    failures: list[OSError] = []
    files = [
        Path(place, name)
        for place, _, names in os.walk(folder, onerror=failures.append)  # pathlib's passes over what is closed
        for name in names
    ]
    return [Path(failed.filename) for failed in failures], files


def _may_be_record(file: Path) -> bool:
    """By its name; what cannot be looked at, as a link to nowhere, is tried and reported; a pipe would never end."""
    if not file.name.lower().endswith(ENDINGS):
        return False
    try:
        return stat.S_ISREG(file.stat().st_mode)
    except OSError:
        return True


def mention_others(others: int) -> None:
    """Say on standard error how many files of the folders were passed over."""
    if others:
        click.echo(
            say(
                Message(
                    f"フォルダーの中の棋譜でないファイル {others} 個は見ていません",
                    f"{others} other file(s) in the folders were not looked at",
                )
            ),
            err=True,
        )


def load(path: str, rules: str | None = None) -> Document:
    """Read one file of records; a path that cannot be read is a document that says why.

    `rules` is the variant file to judge by; None: those that the records name, beside them.
    """
    try:
        data = contents(path)
    except (OSError, ValueError) as failed:
        return Document(path, "", None, (), (_unopened(visible(path), failed),))
    if len(data) > LIMITS.file:
        return Document(path, "", None, (), (file_too_large(),))
    return read(path, data, rules_of(path, rules))


def contents(path: str) -> bytes:
    """Return the bytes of a file, or of standard input (-); of one that is too large, so many that it shows.

    Raises OSError, and ValueError for a NUL in the path.
    """
    if path != STANDARD_STREAM:
        with Path(path).open("rb") as file:
            return file.read(LIMITS.file + 1)
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read(LIMITS.file + 1)


def load_one(path: str, rules: str | None = None) -> Document:
    """Read a file that must hold at least one record, as :func:`load` does. Raises Unreadable."""
    document = load(path, rules)
    if not document.records:
        raise Unreadable(f"{visible(path)}: {say(document.diagnostics[-1].message)}")
    return document


def write_output(output: str, data: bytes, *, force: bool) -> None:
    """Write data to a file as :func:`write` does, or to standard output (-), whatever the locale: a program reads it."""
    if output == STANDARD_STREAM:
        print_bytes(data)
    else:
        write(Path(output), data, force=force)


def write(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file whole or not at all; an existing one only when forced, and then with the permissions it has.

    Raises click.UsageError; also for what is no file, such as a device, and for a link, wherever it leads.
    """
    shown = visible(str(path))
    try:
        mode = _mode_of(path, force=force)
        path.parent.mkdir(parents=True, exist_ok=True)
        with _beside(path) as (descriptor, temporary):
            with os.fdopen(descriptor, "wb") as file:
                if mode is not None:
                    temporary.chmod(mode)
                file.write(data)
            temporary.replace(path)
    except (OSError, ValueError) as failed:  # ValueError: a NUL in the path
        reason = getattr(failed, "strerror", None) or failed
        raise click.UsageError(
            say(Message(f"{shown} に書けません ({reason})", f"cannot write {shown}: {reason}"))
        ) from None


def _mode_of(path: Path, *, force: bool) -> int | None:
    """Return the permissions of a file that is to be replaced; None where there is none.

    Raises click.UsageError where it is not to be replaced, and OSError.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return None
    shown = visible(str(path))
    if stat.S_ISLNK(mode):
        target = visible(str(path.readlink()))
        message = Message(
            f"{shown} は {target} へのリンクです。書きたいファイルそのものを指定するか、リンクを消してください",
            f"{shown} is a link to {target}; name the file itself, or remove the link",
        )
    elif not stat.S_ISREG(mode):
        message = Message(
            f"{shown} はふつうのファイルではないので、上書きできません。別の名前にするか、標準出力 (-) を使ってください",
            f"{shown} is no regular file, and cannot be replaced; choose another name, or standard output (-)",
        )
    elif not force:
        message = Message(
            f"{shown} はすでにあります。上書きするなら --force を付けてください",
            f"{shown} exists; overwrite it with --force",
        )
    else:
        return stat.S_IMODE(mode) & 0o777
    raise click.UsageError(say(message))


@contextlib.contextmanager
def _beside(path: Path) -> Iterator[tuple[int, Path]]:
    """Open a new file beside another, with the permissions that new files have here."""
    temporary = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        yield descriptor, temporary
    finally:
        temporary.unlink(missing_ok=True)


def _unopened(shown: str, failed: OSError | ValueError) -> Diagnostic:
    endings = " ".join(ENDINGS)
    directory = Message(
        f"{shown} はフォルダーで、中に棋譜 ({endings}) がありません",
        f"{shown} is a directory without any record ({endings})",
    )
    return unopened(failed, shown, directory)


def unopened(failed: OSError | ValueError, path: str | None, directory: Message) -> Diagnostic:
    """Return what is wrong with a path that cannot be opened; `directory` is what is said if it is a folder.

    The path is part of the message, unless it is None. A ValueError is a NUL in the path: no file has such a name.
    """
    before, of, at, it = (f"{path} ", f"{path} を", f"{path} が", path) if path else ("ファイル", "", "", "it")
    if isinstance(failed, (FileNotFoundError, ValueError)):
        return error(
            "no-such-file", Message(f"{before}がありません", f"no such file: {path}" if path else "no such file")
        )
    if isinstance(failed, IsADirectoryError):
        return error("directory", directory)
    if isinstance(failed, PermissionError):
        return error("no-permission", Message(f"{of}読む権限がありません", f"no permission to read {it}"))
    reason = failed.strerror
    return error("cannot-open", Message(f"{at}開けません ({reason})", f"cannot open {it}: {reason}"))
