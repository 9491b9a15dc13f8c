"""Record sources: files, folders, archives, URLs (s3://, …), variant files beside them.

Files are opened one after the other, so that an archive is read once from front to back. A record names a variant file by a
line such as 規則：my-king.toml; it is looked for in the record's folder, and read before the workers start.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import posixpath
import re
import tarfile
import zipfile
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import fsspec
from fsspec.implementations.local import LocalFileSystem

from kifu.core.errors import UnreadableFile
from kifu.core.game.options import VARIANT_ENDING, named_file
from kifu.core.message import PATH, Message, quoted, visible
from kifu.core.regular_files import NotRegular, require_regular
from notation import unpacking
from notation.documents_and_variant_files import (
    MAX_VARIANT_BYTES,
    read_variant_in_folder,
    require_name_in_folder,
    variant_file_text,
)
from notation.encoding import ENCODINGS
from notation.formats.kif_head_reader import RULES, RulesSource
from notation.limits import LIMITS, TOGETHER, CountedStream, UnpackAllowance, UnpacksTooLarge, counting_reader
from notation.reading import ENDINGS, PACKED_ENDINGS
from notation.unpacking import open_member

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from fsspec import AbstractFileSystem

ZIPS = (".zip",)
TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
ARCHIVES = ZIPS + TARS
UNPACKERS: dict[bytes, Callable[[IO[bytes]], Any]] = {
    b"\x1f\x8b": lambda stream: gzip.GzipFile(fileobj=stream),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
    b"\x5d\x00\x00\x80": lzma.LZMAFile,
}
"""The unpacker of a stream, by the bytes that the stream begins with."""
BROKEN = (*unpacking.BROKEN, tarfile.TarError)
"""The exceptions that opening or reading a file, or a member of an archive, may raise."""


class InputSource(NamedTuple):
    """Named file or archive, local or remote."""

    name: str
    """Its name in the dataset."""
    system: AbstractFileSystem
    path: str
    size: int
    """In bytes, still packed."""


class SourceFile(NamedTuple):
    """Open file of records, or member of an archive."""

    name: str
    stream: IO[bytes] | None
    """None: it cannot be opened."""
    failed: Exception | None
    position: Callable[[], int]
    """How many bytes of its source have been read."""
    beside: Callable[[str], bytes]
    """Reads another file of its folder by its checked name. Raises one of BROKEN, KeyError or UnreadableFile."""


class SourceList(NamedTuple):
    """The sources that the paths of a command name."""

    sources: tuple[InputSource, ...]
    others: int
    """How many files in their folders are no sources."""

    @property
    def size(self) -> int:
        """Bytes of all sources, still packed."""
        return sum(source.size for source in self.sources)


def list_sources(arguments: Sequence[str], excluded: Path | None = None) -> SourceList:
    """Return the sources of paths and URLs, distinct and sorted.

    Raises UnreadableFile.

    The sources in a folder are the files whose names end like those of records or archives. A file that is named itself is
    a source with any name. Files in the folder `excluded` (that of the dataset itself) are no sources.
    """
    by_path: dict[tuple[object, str], InputSource] = {}
    others = 0
    own = None if excluded is None else f"{excluded.absolute()}/"
    for argument in arguments:
        sources, ignored = _sources_and_ignored_count(argument)
        others += ignored
        for source in sources:
            if own is None or not isinstance(source.system, LocalFileSystem) or not source.path.startswith(own):
                by_path.setdefault((source.system, source.path), source)
    return SourceList(tuple(sorted(by_path.values(), key=lambda source: source.name)), others)


def files_of_source(source: InputSource) -> Iterator[SourceFile]:
    """Yield the files of a source, one open at a time.

    A file that cannot be opened carries the reason (`failed`).
    """
    lower = source.path.lower()
    try:
        _require_regular_file(source.system, source.path)
        with source.system.open(source.path, "rb") as stream:
            if lower.endswith(ZIPS):
                yield from _files_of_zip(source, stream)
            elif lower.endswith(TARS):
                yield from _files_of_tar(source, stream)
            else:
                beside = partial(_read_variant_beside, source.system, source.path)
                yield SourceFile(source.name, stream, None, stream.tell, beside)
    except BROKEN as failed:
        yield SourceFile(
            source.name,
            None,
            failed,
            partial(int, source.size),
            partial(_read_variant_beside, source.system, source.path),
        )


def unreadable_reason(exception: Exception) -> Message:
    """Return the message on an unreadable or truncated file."""
    if isinstance(exception, FileNotFoundError):
        return Message("ファイルがありません", "no such file")
    if isinstance(exception, PermissionError):
        return Message("読む権限がありません", "no permission to read it")
    if isinstance(exception, UnpacksTooLarge):
        return exception.message
    if isinstance(exception, NotRegular):
        return exception.message_about()
    text = visible(str(getattr(exception, "strerror", None) or repr(exception)))
    return Message(f"開けないか、途中で壊れています ({text})", f"it cannot be opened, or breaks off: {text}")


def _files_of_zip(source: InputSource, stream: IO[bytes]) -> Iterator[SourceFile]:
    """Yield the record files of a ZIP archive, each opened."""
    archive_allowance = UnpackAllowance(source.size, TOGETHER)
    with zipfile.ZipFile(stream) as archive:
        position = 0
        for member in archive.infolist():
            position += member.compress_size
            if member.is_dir() or not _has_record_ending(member.filename):
                continue
            name = _escape_invalid_utf8(f"{source.name}/{member.filename}")
            with _stream_or_error(partial(open_member, archive, member)) as (opened, failed):
                beside = partial(
                    _read_beside_member,
                    lambda path: open_member(archive, archive.getinfo(path)).read(MAX_VARIANT_BYTES + 1),
                    member.filename,
                )
                unpacked = (
                    None
                    if opened is None
                    else counting_reader(opened, archive_allowance, UnpackAllowance(member.compress_size))
                )
                yield SourceFile(name, unpacked, failed, partial(int, position), beside)


def _files_of_tar(source: InputSource, stream: IO[bytes]) -> Iterator[SourceFile]:
    variants = cache(partial(_variants_in_tar, source))
    with _open_tar(source, stream) as archive:
        for member in archive:
            if not member.isfile() or not _has_record_ending(member.name):
                continue
            name = _escape_invalid_utf8(f"{source.name}/{member.name}")
            with _stream_or_error(partial(archive.extractfile, member)) as (opened, failed):
                beside = partial(_read_beside_member, lambda path: variants()[path], member.name)
                yield SourceFile(name, opened, failed, stream.tell, beside)


@contextmanager
def _open_tar(source: InputSource, stream: IO[bytes]) -> Iterator[tarfile.TarFile]:
    """Open an archive for one pass, unpacked up to its allowance."""
    start = stream.read(max(map(len, UNPACKERS)))
    stream.seek(0)
    unpack = next((unpack for sign, unpack in UNPACKERS.items() if start.startswith(sign)), None)
    allowance = UnpackAllowance(source.size, TOGETHER)
    with (
        nullcontext(stream) if unpack is None else unpack(stream) as unpacked,
        tarfile.open(fileobj=CountedStream(unpacked, allowance), mode="r|") as archive,
    ):
        yield archive


def _read_variant_beside(system: AbstractFileSystem, path: str, variant_name: str) -> bytes:
    if isinstance(system, LocalFileSystem):
        return read_variant_in_folder(Path(path).parent, variant_name).encode()
    with system.open(posixpath.join(posixpath.dirname(path), variant_name), "rb") as stream:
        return stream.read(MAX_VARIANT_BYTES + 1)  # type: ignore[no-any-return]


def _read_beside_member(read: Callable[[str], bytes], path: str, variant_name: str) -> bytes:
    return read(posixpath.normpath(posixpath.join(posixpath.dirname(path), variant_name)))


def _variants_in_tar(source: InputSource) -> dict[str, bytes]:
    """Return the variant files of an archive by path.

    It is read a second time, because few records name such a file.
    """
    texts = {}
    left = LIMITS.file
    with source.system.open(source.path, "rb") as stream, _open_tar(source, stream) as archive:
        for member in archive:
            is_variant = member.isfile() and member.name.lower().endswith(VARIANT_ENDING) and member.size <= left
            if is_variant and (opened := archive.extractfile(member)) is not None:
                left -= member.size
                texts[posixpath.normpath(member.name)] = opened.read(MAX_VARIANT_BYTES + 1)
    return texts


@contextmanager
def _stream_or_error(
    opening: Callable[[], IO[bytes] | None],
) -> Iterator[tuple[IO[bytes] | None, Exception | None]]:
    """Yield an opened stream, or why it cannot be opened."""
    try:
        stream = opening()
    except BROKEN as failed:
        yield None, failed
        return
    if stream is None:
        yield None, OSError("no regular file")
        return
    with stream:
        yield stream, None


def _sources_and_ignored_count(argument: str) -> tuple[list[InputSource], int]:
    """Return one argument's sources, and the number of ignored files.

    Raises UnreadableFile.
    """
    try:
        system, root = fsspec.core.url_to_fs(argument)
        if system.isdir(root):
            return _sources_in_folder_and_ignored_count(argument, system, root)
        if "*" in argument and not system.exists(root):
            paths = sorted(system.glob(root))
            if paths:
                return [_source_of_file(_name_below_argument(argument, root, path), system, path) for path in paths], 0
        return [_source_of_file(argument, system, root)], 0
    except FileNotFoundError:
        raise _input_error("no-such-file", argument, Message("ありません", "there is no such file")) from None
    except (OSError, ValueError, ImportError, RuntimeError) as failed:  # ValueError also for an unknown protocol
        raise _input_error("cannot-open", argument, unreadable_reason(failed)) from None


def _sources_in_folder_and_ignored_count(
    argument: str, system: AbstractFileSystem, root: str
) -> tuple[list[InputSource], int]:
    """Return the record files in a folder, and the number of others."""
    if isinstance(system, LocalFileSystem):
        _require_listable(root)
    inside = system.find(root, detail=True)
    chosen = [
        InputSource(_name_below_argument(argument, root, path), system, path, info["size"] or 0)
        for path, info in inside.items()
        if (info["type"] == "file" or info.get("islink"))
        and path.lower().endswith((*ENDINGS, *PACKED_ENDINGS, *ARCHIVES))
    ]
    if not chosen:
        endings = " ".join((*ENDINGS, *ARCHIVES))
        message = Message(f"フォルダーの中に {endings} がありません", f"the folder holds no {endings}")
        raise _input_error("directory", argument, message)
    return chosen, len(inside) - len(chosen)


def _require_listable(root: str) -> None:
    """Raise UnreadableFile for folders below `root` that cannot be listed.

    fsspec skips those.
    """
    failures: list[OSError] = []
    for _ in os.walk(root, onerror=failures.append):
        pass
    if failures:
        raise _input_error("cannot-open", failures[0].filename, unreadable_reason(failures[0]))


def _source_of_file(name: str, system: AbstractFileSystem, path: str) -> InputSource:
    _require_regular_file(system, path)
    return InputSource(_escape_invalid_utf8(name), system, path, system.info(path)["size"] or 0)


def _require_regular_file(system: AbstractFileSystem, path: str) -> None:
    """Raise OSError for a pipe, socket or device.

    It might be read for ever.
    """
    if isinstance(system, LocalFileSystem):
        require_regular(os.stat(path))  # noqa: PTH116 - a name may be too long for pathlib


def _name_below_argument(argument: str, root: str, path: str) -> str:
    """Return a file's name below an argument, such as zip://a.kif::games.zip."""
    if "*" in argument:
        head = argument.partition("://")[0] + "://" if "://" in argument else ""
        return _escape_invalid_utf8(f"{head}{path}" + "".join(argument.partition("::")[1:]))
    below = path.removeprefix(root).lstrip("/")
    first, chained, rest = argument.partition("::")
    joint = "" if first.endswith("/") else "/"
    return _escape_invalid_utf8(f"{first}{joint}{below}{chained}{rest}")


def _has_record_ending(file_name: str) -> bool:
    return file_name.lower().endswith((*ENDINGS, *PACKED_ENDINGS))


def _escape_invalid_utf8(file_name: str) -> str:
    """Return a file name as text, with invalid UTF-8 escaped."""
    return file_name.encode("utf-8", "backslashreplace").decode()


def _input_error(code: str, argument: str, message: Message) -> UnreadableFile:
    shown = visible(_escape_invalid_utf8(argument))
    return UnreadableFile(code, Message(f"{shown}: {message.ja}", f"{shown}: {message.en}"))


Variants = tuple[tuple[str, str | Message], ...]
"""Names of variant files, each with its text, or with the message if it cannot be read."""
_SIGN = VARIANT_ENDING.encode()
_IN_JSON = re.compile(r'"value"\s*:\s*"([^"\r\n]*)"')
_LINES = re.compile(r"[^\r\n\"]+")
"""A line of text. A string of JSON counts as a line, for JSON has the lines of a record in strings."""
_COLON = re.compile("[：:]")
MAX_NAMES = 256
"""Names that are looked up for one piece at most."""
MAX_NAME_LENGTH = 1 << 10
"""Characters of the longest such name."""


def read_named_variants(data: bytes, read_beside_record: Callable[[str], bytes]) -> Variants:
    """Return the variant files that records in `data` may name.

    `read_beside_record` reads a file of their folder.
    """
    if _SIGN not in data.lower():
        return ()
    texts = (data.decode(encoding, "replace") for encoding in ENCODINGS)
    names = sorted({name for text in texts for name in _variant_names_in_text(text) if len(name) <= MAX_NAME_LENGTH})
    return tuple((name, _read_variant_text(name, read_beside_record)) for name in names[:MAX_NAMES])


def _variant_names_in_text(text: str) -> Iterator[str]:
    """Yield variant file names of a text: record heads, or JSON.

    Each line is read once.
    """
    lines = (line for line in _LINES.findall(text) if RULES in line)
    heads = ((line, _COLON.search(line, line.find(RULES))) for line in lines)
    values = [line[colon.end() :] for line, colon in heads if colon is not None]
    yield from (file.name for value in (*_IN_JSON.findall(text), *values) if (file := named_file(value)) is not None)


def rules_of_variants(variants: Variants) -> RulesSource:
    """Return the rules that open these variant files and no others."""
    texts = dict(variants)

    def load(name: str) -> str:
        text = texts.get(name.strip()) or _missing_file_error(name)
        if isinstance(text, Message):
            raise UnreadableFile("variant-file", text, width=max(1, len(name)))
        return text

    return RulesSource(load)


def _read_variant_text(variant_name: str, read_beside_record: Callable[[str], bytes]) -> str | Message:
    try:
        require_name_in_folder(variant_name)
        return variant_file_text(variant_name, read_beside_record(variant_name))
    except UnreadableFile as refused:
        return refused.message
    except (*BROKEN, KeyError):
        return _missing_file_error(variant_name)


def _missing_file_error(variant_name: str) -> Message:
    shown = quoted(variant_name, PATH)
    return Message(
        f"規則のファイル {shown} が棋譜と同じフォルダーにありません",
        f"the variant file {shown} is not beside the record",
    )
