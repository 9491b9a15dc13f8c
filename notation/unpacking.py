"""Unpacks records: .gz, .bz2, .xz, and the members of ZIP archives. What a few bytes unpack to has a limit."""

from __future__ import annotations

import bz2
import lzma
import posixpath
import struct
import zipfile
import zlib
from copy import copy
from functools import partial
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from kifu.core.diagnostic import Diagnostic, error
from kifu.core.errors import UnreadableFile
from kifu.core.message import PATH, Message, quoted, visible
from notation.documents_and_variant_files import MAX_VARIANT_BYTES, require_name_in_folder, variant_file_text
from notation.limits import LIMITS, MEBI, UnpackAllowance, UnpacksTooLarge, counting_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BROKEN = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,  # an encrypted member, or one packed in a way that zipfile does not know
    MemoryError,
    LookupError,  # damage that zipfile does not look for
    struct.error,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
)
"""The exceptions that opening or reading a packed file may raise."""
MAX_MEMBERS = 10_000
"""Members of a ZIP archive that are looked at."""
_MEMORY = 128 << 20
"""Bytes that unpacking .xz may need; the highest level of compression needs half of them."""
_BLOCK = 1 << 12
_UNPACKERS: dict[bytes, Callable[[], Any]] = {
    b"\x1f\x8b": lambda: zlib.decompressobj(wbits=31),
    b"BZh": bz2.BZ2Decompressor,
    b"\xfd7zXZ\x00": lambda: lzma.LZMADecompressor(memlimit=_MEMORY),
}
_ARCHIVE_ENDINGS = (".gz", ".bz2", ".xz", ".zip", ".tar", ".tgz", ".7z", ".lzh", ".rar")
_ENTRY = b"PK\x01\x02"


class ArchiveMember(NamedTuple):
    """A file of records in an archive."""

    name: str
    data: bytes
    failed: Diagnostic | None
    """Why it cannot be unpacked."""
    load: Callable[[str], str]
    """Returns the text of a variant file beside it. Raises UnreadableFile."""


def unpack_file(data: bytes) -> bytes | Diagnostic:
    """Return what a file of .gz, .bz2 or .xz unpacks to, also one of several streams; or why it cannot be unpacked."""
    out = bytearray()
    at, stream = 0, None
    try:
        while at < len(data) or stream is not None:
            if stream is None:
                at += len(data[at : at + _BLOCK]) - len(data[at : at + _BLOCK].lstrip(b"\0")) if at else 0
                if at == len(data):
                    break
                stream = _unpacker_of_file(data[at : at + 6])
            block = data[at : at + _BLOCK]
            if not block:
                raise EOFError("the end is missing")
            out += stream.decompress(block, LIMITS.file + 1 - len(out))
            if len(out) > LIMITS.file:
                return _too_large_error()
            at += len(block)
            if stream.eof:
                at -= len(stream.unused_data)
                stream = None
    except BROKEN as failed:
        return _unpacking_error(failed)
    return _nested_archive_error() if is_packed(out) else bytes(out)


def _unpacker_of_file(first_bytes: bytes) -> Any:  # noqa: ANN401 - the decompressor objects of three modules
    for sign, unpacker in _UNPACKERS.items():
        if first_bytes.startswith(sign):
            return unpacker()
    raise ValueError("other bytes stand behind the packed ones")


def archive_members_and_other_count(data: bytes, endings: tuple[str, ...]) -> tuple[Iterator[ArchiveMember], int]:
    """Return the members of a ZIP archive that have one of `endings` or are packed themselves, and the number of the others.

    Raises UnreadableFile for an archive that is broken or has too many members.
    """
    if data.count(_ENTRY) > MAX_MEMBERS:
        raise UnreadableFile(
            "too-many-members",
            Message(
                f"書庫の中のファイルが多すぎます ({MAX_MEMBERS} 個まで)。展開してから指定してください",
                f"the archive has more than {MAX_MEMBERS} members; unpack it, and name the files",
            ),
        )
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except BROKEN as failed:
        why = _unpacking_error(failed)
        raise UnreadableFile(why.code, why.message) from None
    files = [(info, _member_name(info)) for info in archive.infolist() if not info.filename.endswith("/")]
    wanted = [(info, name) for info, name in files if _is_wanted(name, (*endings, *_ARCHIVE_ENDINGS))]
    return _unpacked_members(archive, wanted, endings, UnpackAllowance(len(data))), len(files) - len(wanted)


def _is_wanted(member_name: str, endings: tuple[str, ...]) -> bool:
    """Tell whether a member may hold records. A Mac puts a file ._NAME beside each file, which is none."""
    last = member_name.rpartition("/")[2].lower()
    return last.endswith(endings) and not last.startswith("._")


def _unpacked_members(
    archive: zipfile.ZipFile,
    wanted: list[tuple[zipfile.ZipInfo, str]],
    endings: tuple[str, ...],
    allowance: UnpackAllowance,
) -> Iterator[ArchiveMember]:
    """Yield the wanted members of an archive, each unpacked or with the error that it is not."""
    for info, name in wanted:
        found = _read_member(archive, info, allowance) if name.lower().endswith(endings) else _nested_archive_error()
        load = partial(_read_variant, archive, info)
        yield (
            ArchiveMember(name, found, None, load)
            if isinstance(found, bytes)
            else ArchiveMember(name, b"", found, load)
        )


def open_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> IO[bytes]:
    """Open a member of an archive. Reading may raise one of BROKEN."""
    if member.compress_type != zipfile.ZIP_BZIP2:
        return archive.open(member)
    # zipfile would unpack all that a few bytes of bzip2 hold, even gigabytes. BZ2File can be asked for less at a time.
    packed = copy(member)
    packed.compress_type, packed.file_size = zipfile.ZIP_STORED, member.compress_size
    del packed.CRC  # the checksum of the unpacked data; bzip2 has its own
    return bz2.BZ2File(archive.open(packed))


def is_packed(data: bytes | bytearray) -> bool:
    """Tell by its first bytes whether a file is packed."""
    return data.startswith((*_UNPACKERS, b"PK\x03\x04", b"PK\x05\x06"))


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, allowance: UnpackAllowance) -> bytes | Diagnostic:
    """Return the bytes of a member, or the error for one that is broken, packed itself or too large."""
    try:
        with open_member(archive, info) as packed:
            data = counting_reader(packed, allowance).read(LIMITS.file + 1)
    except UnpacksTooLarge as failed:
        return error("unpacks-too-large", failed.message)
    except BROKEN as failed:
        return _unpacking_error(failed)
    if is_packed(data):
        return _nested_archive_error()
    return _too_large_error() if len(data) > LIMITS.file else data


def _read_variant(archive: zipfile.ZipFile, info: zipfile.ZipInfo, variant_name: str) -> str:
    """Return the text of a variant file that lies beside a member, or below. Raises UnreadableFile."""
    variant_name = variant_name.strip()
    require_name_in_folder(variant_name)
    try:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(info.filename), variant_name))
        with open_member(archive, archive.getinfo(path)) as packed:
            data = counting_reader(packed, UnpackAllowance(MAX_VARIANT_BYTES)).read(MAX_VARIANT_BYTES + 1)
    except BROKEN:
        shown = quoted(variant_name, PATH)
        message = Message(
            f"規則のファイル {shown} が書庫の中の棋譜のそばにありません",
            f"the variant file {shown} is not beside the record in the archive",
        )
        raise UnreadableFile("variant-file", message, width=max(1, len(variant_name))) from None
    return variant_file_text(variant_name, data)


def _member_name(info: zipfile.ZipInfo) -> str:
    """Return the name of a member as text. Many programs write UTF-8 or Shift_JIS without a sign of it, read as CP437."""
    if not info.flag_bits & 0x800:
        for encoding in ("utf-8", "cp932"):
            try:
                return info.filename.encode("cp437").decode(encoding)
            except UnicodeError:
                continue
    return info.filename.encode("utf-8", "backslashreplace").decode()


def _too_large_error() -> Diagnostic:
    most = LIMITS.file // MEBI
    return error(
        "unpacks-too-large",
        Message(
            f"展開すると {most} MiB を超えます。展開してから指定してください。展開したものは大きくても読めます",
            f"it unpacks to more than {most} MiB; unpack it yourself, for what is not packed is read at any size",
        ),
    )


def _nested_archive_error() -> Diagnostic:
    return error(
        "nested-archive",
        Message(
            "圧縮されたものの中に、また圧縮されたファイルがあります。展開してから指定してください",
            "a packed file within a packed one; unpack it, and name the files",
        ),
    )


def _unpacking_error(failed: BaseException) -> Diagnostic:
    reason = visible(str(failed) or type(failed).__name__)
    return error(
        "cannot-unpack",
        Message(
            f"展開できません。壊れているか、暗号化されています ({reason})。元のファイルから写しなおすか、展開してから指定してください",
            f"it cannot be unpacked: it is broken or encrypted ({reason}); copy it again, or unpack it yourself",
        ),
    )
