"""Documents of callers: paths, bytes and open files, read; rules given for all records."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kifu.core.errors import require_kind
from kifu.core.game.options import VariantFile, named_file
from kifu.core.message import quoted
from kifu.core.regular_files import open_regular
from notation.formats.kif_head_reader import RulesSource
from notation.limits import LIMITS, file_too_large
from notation.named_variant_file import read_given_variant, read_variant_in_folder
from notation.reading import Document, read, read_records_of_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    AnyPath = str | os.PathLike[str]

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
