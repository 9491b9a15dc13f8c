"""Documents of callers and the variant files that records name: paths, bytes and open files, read within their folder."""

from __future__ import annotations

import os
import re
import stat
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, TYPE_CHECKING, Any

from kifu.core.errors import UnreadableFile, require_kind
from kifu.core.game.options import VariantFile, named_file
from kifu.core.message import CONTROL, PATH, Message, quoted
from kifu.core.regular_files import NO_LINK, READ, open_regular
from notation.formats.kif_head_reader import RulesSource
from notation.limits import LIMITS, file_too_large
from notation.reading import Document, read, read_records_of_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import PurePath

    AnyPath = str | os.PathLike[str]

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


_NAMELESS = "<bytes>"
"""The name of a source without a path."""
_SOURCE = (
    "棋譜のファイルのパス、ファイルの bytes、開いたファイル",
    "the path of a file of records, its bytes, or an open file",
)
_DOCUMENT = (f"kifu.read の返したもの、または{_SOURCE[0]}", f"what kifu.read returned, or {_SOURCE[1]}")
_RULES = (
    "規則 (「rengo/1 saki=five」など) か規則のファイルのパス",
    "a rule set, such as 'rengo/1 saki=five', or a variant file",
)


def open_document(source: AnyPath | bytes | IO[bytes] | IO[str], name: str | None = None) -> Document:
    """Read a file of records as :func:`kifu.read` does."""
    if name is not None:
        require_kind("name", name, str, ("文字", "a str"))
    limit = LIMITS.file + 1  # one byte above the limit shows that the file is too large
    path: Path | None = None
    if isinstance(source, (bytes, bytearray, memoryview)):
        data, source_name = bytes(source), _NAMELESS
    elif hasattr(source, "read"):
        data, source_name = _read_at_most(source, limit), str(getattr(source, "name", _NAMELESS))
        path = Path(source_name) if isinstance(getattr(source, "name", None), str) else None
    else:
        path = Path(path_text("source", source, _SOURCE))
        source_name = str(path)
        with _hint_at_record_text(path), open_regular(path) as file:
            data = file.read(limit)
    shown_name = source_name if name is None else name
    if len(data) > LIMITS.file:  # the digest of the whole file is not known
        return Document(shown_name, "", None, (), (file_too_large(),))
    rules = RulesSource() if path is None else RulesSource(lambda named: read_variant_in_folder(path.parent, named))
    return read(shown_name, data, rules)


def as_document(document_or_source: Document | AnyPath | bytes, rules: AnyPath | None = None) -> Document:
    """Return a document, read if it is not yet.

    Its records are under `rules` if these are given: a rule set, or the path of a variant file. Raises WrongArgument,
    UnreadableFile for a variant file, and whatever :func:`open_document` raises.
    """
    if isinstance(document_or_source, Document):
        document = document_or_source
    else:
        readable = isinstance(document_or_source, (str, os.PathLike, bytes, bytearray, memoryview)) or hasattr(
            document_or_source, "read"
        )
        require_kind("document", document_or_source, object, _DOCUMENT, fits=readable)
        document = open_document(document_or_source)
    if rules is None or document.source is None or not document.records:
        return document
    return document._replace(records=read_records_of_text(document.source, _rules_for_all_records(rules)))


def path_text(argument_name: str, path: AnyPath, wanted: tuple[str, str]) -> str:
    """Return a path as text. Raises WrongArgument; the text of a record is no path either."""
    require_kind(argument_name, path, (str, os.PathLike), wanted)
    return os.fsdecode(path)


def _rules_for_all_records(rules: AnyPath) -> RulesSource:
    """Return rules that hold for all records. Raises UnreadableFile if `rules` is a variant file that cannot be read."""
    text = path_text("rules", rules, _RULES)
    file = named_file(text)
    return RulesSource(
        given=text if file is None else VariantFile(file.name, read_given_variant(file.name), file.options)
    )


@contextmanager
def _hint_at_record_text(path: Path) -> Iterator[None]:
    """Say of a path of several lines that is not there that it looks like the text of a record."""
    try:
        yield
    except OSError as error:
        if "\n" not in str(path):
            raise
        hint = "文字そのものは text.encode() で渡します / the text of a record is given as text.encode()"
        raise FileNotFoundError(error.errno, f"{error.strerror} ({hint})", quoted(str(path))) from None


def _read_at_most(file: Any, limit: int) -> bytes:  # noqa: ANN401 - any object with a method `read`
    """Return at most `limit` bytes of an open file. A file that is open as text gives the bytes that it decodes."""
    try:
        data = getattr(file, "buffer", file).read(limit)
    except (AttributeError, TypeError):  # it has a method `read` for something else
        data = None
    require_kind("source", file, object, _SOURCE, fits=isinstance(data, (str, bytes, bytearray, memoryview)))
    # io.StringIO has text only. A lone surrogate in it is bad content, which must not raise.
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
