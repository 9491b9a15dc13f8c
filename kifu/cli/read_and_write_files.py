"""Files that commands find, read and write, and copies of variant files.

Every path is tried. A file is written whole or not at all, and an existing file is replaced only with `--force`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import click

from kifu.cli.arguments.game_and_rules_options import game_under_rules, is_spooled, rules_source
from kifu.cli.arguments.shared_options import STANDARD_STREAM
from kifu.cli.printing.guarded_output_and_progress import print_bytes
from kifu.cli.printing.language_and_usage_errors import CommandFailed, say, usage_error
from kifu.core.diagnostic import Diagnostic, error
from kifu.core.errors import UnreadableFile
from kifu.core.game.options import named_file
from kifu.core.message import Message, visible
from kifu.core.regular_files import NotRegular, file_system_path, open_regular, write_file_whole
from notation.limits import LIMITS, file_too_large
from notation.reading import ENDINGS, PACKED_ENDINGS, Document, read, read_documents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from kifu.core.game.game import Game


UNREADABLE = 3
"""The exit code for a file that cannot be read."""


PACKED_OUTPUT = (".gz", ".bz2", ".xz")
"""The endings of packed files, which no command writes."""


class Unreadable(CommandFailed):
    """A needed file cannot be read: exit code 3."""

    exit_code = UNREADABLE


class RecordFiles(NamedTuple):
    """The record files that the arguments of a command name."""

    paths: tuple[str, ...]
    others: int
    """How many files of the folders are no record files."""


def find_record_files(paths: Sequence[str]) -> RecordFiles:
    """Return the files, and the folders' record files, sorted.

    A folder that cannot be listed is returned as if it were a file, so that reading it gives the diagnostic. A folder
    without record files is returned too, for the same reason.
    """
    files: list[str] = []
    others = 0
    for path in paths:
        if path != STANDARD_STREAM and os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises if the name is too long
            closed, inside = _unlisted_folders_and_files(path)
            records = [file for file in inside if _may_be_record(file)]
            others += len(inside) - len(records)
            files += map(str, sorted([*closed, *records])) if closed or records else [path]
        else:
            files.append(path)
    return RecordFiles(tuple(files), others)


def _unlisted_folders_and_files(folder: str) -> tuple[list[Path], list[Path]]:
    """Return an unlistable folder's subfolders, and files below others."""
    failures: list[OSError] = []
    files = [
        file_system_path(place, name)
        for place, _, names in os.walk(
            folder, onerror=failures.append
        )  # Path.rglob skips folders that cannot be listed
        for name in names
    ]
    return [file_system_path(failed.filename) for failed in failures], files


def _may_be_record(file: Path) -> bool:
    """Tell by its name whether a file may be a record.

    A broken link may be one: reading it reports the error. A pipe is none, because reading it might never end.
    """
    if not file.name.lower().endswith((*ENDINGS, *PACKED_ENDINGS)):
        return False
    try:
        return stat.S_ISREG(file.stat().st_mode)
    except OSError:
        return True


def report_skipped_files(skipped_count: int) -> None:
    """Report the number of other files in folders on standard error."""
    if skipped_count:
        click.echo(
            say(
                Message(
                    f"フォルダーの中の棋譜でないファイル {skipped_count} 個は見ていません",
                    f"{skipped_count} other file(s) in the folders were not looked at",
                )
            ),
            err=True,
        )


def load_document(path: str, rules: str | None = None) -> Document:
    """Read one file of records; an unreadable one gives a diagnostic.

    `rules` is the value of the option `--rules`; None stands for the rules that each record names.
    """
    data = _read_bytes_or_error_document(path)
    return data if isinstance(data, Document) else read(path, data, rules_source(path, rules))


def load_documents(path: str, rules: str | None = None, *, hashed: bool = True) -> Iterator[Document]:
    """Yield the documents of one file, or of an archive's files.

    Each is read as :func:`load_document` does.
    `hashed` asks for the SHA-256 of the file.
    """
    data = _read_bytes_or_error_document(path)
    if isinstance(data, Document):
        yield data
    else:
        yield from read_documents(path, data, rules_source(path, rules), hashed=hashed)


def _read_bytes_or_error_document(path: str) -> bytes | Document:
    """Return a file's bytes, or a document with the error."""
    try:
        data = read_bytes(path)
    except (OSError, ValueError) as failed:
        return Document(path, "", None, (), (_cannot_open_error(visible(path), failed),))
    return Document(path, "", None, (), (file_too_large(),)) if len(data) > LIMITS.file else data


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file, or of standard input (-).

    A file that is larger than the limit gives one byte more than the limit, which shows that it is too large. Raises
    NotRegular for a pipe that is not handed over by the shell, a socket or a device, other OSErrors, and ValueError for a NUL in the path.
    """
    if path != STANDARD_STREAM:
        with open_regular(path) as file:
            return file.read(LIMITS.file + 1)
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read(LIMITS.file + 1)


def load_document_with_records(path: str, rules: str | None = None) -> Document:
    """Read a file with at least one record.

    Raises Unreadable, also for a folder.
    """
    if path != STANDARD_STREAM and os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises if the name is too long
        raise Unreadable(say(folder_given_error(path)))
    document = load_document(path, rules)
    if not document.records:
        raise Unreadable(f"{visible(path)}: {say(document.diagnostics[-1].message)}")
    return document


def folder_given_error(path: str) -> Message:
    """Return the error about a folder in a file's place.

    It names the first record that lies there.
    """
    shown = visible(path)
    try:
        records = sorted(
            each.path for each in os.scandir(path) if each.name.lower().endswith(ENDINGS) and each.is_file()
        )
    except OSError:
        records = []
    ja, en = (f" ({visible(records[0])} など)", f", such as {visible(records[0])}") if records else ("", "")
    return Message(
        f"{shown} はフォルダーです。ファイルを一つ指定してください{ja}", f"{shown} is a folder; name one file{en}"
    )


def write_output(output: str, data: bytes, *, force: bool) -> None:
    """Write bytes to a file or, unchanged, to standard output (-)."""
    if output == STANDARD_STREAM:
        print_bytes(data)
    else:
        write_file(file_system_path(output), data, force=force)


def refuse_existing_output(output: str | None, *, force: bool) -> None:
    """Refuse a file not to be replaced, early; raises click.UsageError."""
    if output is not None and output != STANDARD_STREAM:
        with suppress(OSError, ValueError):  # what cannot be opened is said where it is written
            _permissions_to_keep(file_system_path(output), force=force)


def write_file(path: Path, data: bytes, *, force: bool, packed: bool = False) -> None:
    """Write a file whole or not at all, replacing with `force`.

    A replaced file keeps its permissions.
    A name that ends like a packed file is refused, unless the program itself gave it (`packed`).
    Raises click.UsageError if the file cannot be written, and for any path that is no regular file, such as a device or
    a link.
    """
    shown = visible(str(path))
    if not packed and path.name.lower().endswith(PACKED_OUTPUT):
        from notation.writing import packed_output_error  # noqa: PLC0415 - no command writes such a file

        raise click.UsageError(f"{shown}: {say(packed_output_error().message)}")
    try:
        mode = _permissions_to_keep(path, force=force)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file_whole(path, data, mode)
    except (OSError, ValueError) as failed:  # ValueError: a NUL in the path
        raise cannot_write_error(shown, failed) from None


def cannot_write_error(shown: str, failed: OSError | ValueError) -> click.UsageError:
    """Return the error about a file that cannot be written."""
    reason = getattr(failed, "strerror", None) or failed
    return usage_error(f"{shown} に書けません ({reason})", f"cannot write {shown}: {reason}")


def _permissions_to_keep(path: Path, *, force: bool) -> int | None:
    """Return the permissions of a file to replace, or None.

    Raises click.UsageError if the file must not be replaced, and OSError.
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


def _cannot_open_error(shown_path: str, open_error: OSError | ValueError) -> Diagnostic:
    endings = " ".join(ENDINGS)
    directory = Message(
        f"{shown_path} はフォルダーで、中に棋譜 ({endings}) がありません",
        f"{shown_path} is a directory without any record ({endings})",
    )
    return cannot_open_diagnostic(open_error, shown_path, directory)


def cannot_open_diagnostic(open_error: OSError | ValueError, path: str | None, folder_message: Message) -> Diagnostic:
    """Return the diagnostic for a path that cannot be opened.

    `folder_message` is its message if the path is a folder.
    The message names the path unless it is None. A ValueError means a NUL in the path: no file has such a name.
    """
    before, of, at, it = (f"{path} ", f"{path} を", f"{path} が", path) if path else ("ファイル", "", "", "it")
    if isinstance(open_error, (FileNotFoundError, ValueError)):
        return error(
            "no-such-file", Message(f"{before}がありません", f"no such file: {path}" if path else "no such file")
        )
    if isinstance(open_error, IsADirectoryError):
        return error("directory", folder_message)
    if isinstance(open_error, PermissionError):
        return error("no-permission", Message(f"{of}読む権限がありません", f"no permission to read {it}"))
    if isinstance(open_error, NotRegular):
        return error("cannot-open", open_error.message_about(path))
    reason = open_error.strerror
    return error("cannot-open", Message(f"{at}開けません ({reason})", f"cannot open {it}: {reason}"))


class NamedVariant(NamedTuple):
    """A game whose rules are named as its new record names them."""

    game: Game
    file: Path | None = None
    """The path that the variant file is to have; None if it has none."""
    text: str = ""
    """The text of the variant file."""
    remark: Message | None = None
    """The message about a variant file that is not in its place yet; None if nothing is to be done."""


def variant_named_from_output(
    output: str, game: Game, rules: str | None, diagram: str | None, *, force: bool
) -> NamedVariant:
    """Return the game with its variant file named from `output`.

    A record can name only a file in its own folder or below; any other file is to be copied into that folder. `rules` is
    the value of `--rules`; without it the game names its file relative to the folder of `diagram`. Raises
    click.UsageError if another file has that name and `force` is not set, and for a name that a record cannot use.
    """
    named_by_game = named_file(game.rules)
    if named_by_game is None:
        return NamedVariant(game)
    from pathlib import Path  # noqa: PLC0415 - it takes long to load, and only a variant file needs it

    from notation.documents_and_variant_files import read_given_variant, require_name_in_folder  # noqa: PLC0415 - the same

    given_file = named_file(rules)
    if given_file is not None and is_spooled(given_file.name):
        raise usage_error(
            "棋譜は規則のファイルを名指すので、- (標準入力) は使えません。ファイルに書いてください",
            "a record names its variant file: that cannot be - (standard input); write it to a file",
        )
    given = str(Path(diagram or "").parent / named_by_game.name) if given_file is None else given_file.name
    given_rules = given + named_by_game.options
    folder = Path() if output == STANDARD_STREAM else Path(output).parent
    try:
        text = read_given_variant(given)
        with contextlib.suppress(ValueError):  # a file on another drive has no relative path
            name = Path(os.path.relpath(given, folder)).as_posix()
            if _holds_variant_file(folder, name, text):
                return NamedVariant(game_under_rules(game, given_rules, name))
        name = Path(given).name
        require_name_in_folder(name)
    except UnreadableFile as wrong:
        raise click.UsageError(say(wrong.message)) from None
    file = folder / name
    named = NamedVariant(game_under_rules(game, given_rules, name), file, text)
    if _holds_variant_file(folder, name, text):
        return named
    shown, there = visible(name), visible(str(file))
    if output == STANDARD_STREAM:
        remark = Message(
            f"棋譜の名指す {shown} を、棋譜と同じフォルダーに置いてください",
            f"the record names {shown}: put that file beside it",
        )
        return named._replace(remark=remark)
    if os.path.lexists(file) and not force:
        raise usage_error(
            f"{there} は別の規則のファイルです。上書きするなら --force を付けてください",
            f"{there} is another variant file; overwrite it with --force",
        )
    remark = Message(
        f"規則のファイルを棋譜のそばに写しました: {there}", f"copied the variant file beside the record: {there}"
    )
    return named._replace(remark=remark)


def copy_variant_beside(named: NamedVariant, output: str) -> None:
    """Copy the variant file beside the record, with a remark.

    For standard output nothing is copied; the remark asks the user to do it. Raises click.UsageError.
    """
    if named.remark is None or named.file is None:
        return
    if output != STANDARD_STREAM:
        write_file(named.file, named.text.encode(), force=True)
    click.echo(say(named.remark), err=True)


def _holds_variant_file(folder: Path, file_name: str, variant_text: str) -> bool:
    """Tell whether `folder` has variant file `file_name` with rules `variant_text`."""
    from notation.documents_and_variant_files import read_variant_in_folder  # noqa: PLC0415 - only a variant file needs it

    try:
        return read_variant_in_folder(folder, file_name) == variant_text
    except UnreadableFile:
        return False
