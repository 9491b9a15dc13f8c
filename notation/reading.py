"""Reads the records of a file from its bytes. The content of the file decides its format, not its name.

A file without a record is told apart: a document of Word or Excel, a record of shogi, chess or go.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.diagnostic import Diagnostic, error, note
from kifu.core.errors import UnreadableFile
from kifu.core.message import Message
from kifu.core.squares import BLANKS
from notation import limits
from notation.encoding import NAMES, decode, encoding_of_line
from notation.formats import kif

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kifu.referee.record import Record, Source
    from notation.formats.kif_head_reader import RulesSource
    from notation.unpacking import ArchiveMember

ENDINGS = (".kif", ".kifu", ".json", ".txt")
"""The endings of the files that are read as records when a folder is given."""
PACKED_ENDINGS = tuple(ending + packed for ending in ENDINGS for packed in (".gz", ".bz2", ".xz"))
"""The endings of such files when they are packed."""
_PACKED = frozenset({b"\x1f\x8b", b"BZ", b"\xfd7", b"PK"})
"""The first two bytes that a packed file may have."""


class Document(NamedTuple):
    """A file with its records, and the diagnostics for the file as a whole."""

    name: str
    sha256: str
    """The SHA-256 of the file's bytes, in hexadecimal; empty if nobody asked for it."""
    source: Source | None
    """The text of the file; None if it has none, or could not be read."""
    records: tuple[Record, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def text(self) -> str:
        """The text of the file with LF line ends; empty if it has none."""
        return "".join(f"{line}\n" for line in self.source.lines) if self.source is not None else ""


def read(name: str, data: bytes, rules: RulesSource | None = None, *, hashed: bool = True) -> Document:
    """Read a file of records, also a packed one. Never raises for its content: what is wrong is in the diagnostics.

    `rules` opens the variant files that records name. Without it, no other file is opened. `hashed` asks for the SHA-256.
    An archive with several files of records is refused here; :func:`read_documents` reads each of them.
    """
    first, *more = islice(read_documents(name, data, rules, hashed=hashed), 2)
    return Document(name, first.sha256, None, (), (_several_files_note(),)) if more else first


def read_documents(
    name: str, data: bytes, rules: RulesSource | None = None, *, hashed: bool = True
) -> Iterator[Document]:
    """Yield a file of records as :func:`read` does; of a ZIP archive each member, as a document ``archive!member``.

    The SHA-256 is that of the file as it is, packed or not; that of a member is of its unpacked bytes.
    """
    if data[:2] not in _PACKED:
        yield _read_unpacked(name, data, rules, hashed=hashed)
        return
    sha256 = _sha256(data) if hashed else ""
    refused = limits.file_limit_diagnostic(data) if len(data) > limits.LIMITS.file else _document_file_error(data)
    if refused is not None:
        yield Document(name, sha256, None, (), (refused,))
        return
    from notation import unpacking  # noqa: PLC0415 - loads libraries of the system, and few files are packed

    if data.startswith(b"PK"):
        try:
            members, others = unpacking.archive_members_and_other_count(data, ENDINGS)
        except UnreadableFile as unreadable:
            yield Document(name, sha256, None, (), (_of_file(unreadable),))
            return
        notes = (_other_files_note(others),) if others else ()
        documents = _read_members(name, members, rules, hashed=hashed)
        first = next(documents, Document(name, sha256, None, (), (_no_record_in_archive_error(),)))
        yield first._replace(diagnostics=(*notes, *first.diagnostics))
        yield from documents
    elif unpacking.is_packed(data):
        found = unpacking.unpack_file(data)
        if isinstance(found, bytes):
            yield _read_unpacked(name, found, rules, hashed=False)._replace(sha256=sha256)
        else:
            yield Document(name, sha256, None, (), (found,))
    else:
        yield _read_unpacked(name, data, rules, hashed=hashed)


def _read_members(
    name: str, members: Iterator[ArchiveMember], rules: RulesSource | None, *, hashed: bool
) -> Iterator[Document]:
    """Yield the documents of the members of an archive, each with what is wrong with it."""
    for member in members:
        shown = f"{name}!{member.name}"
        if member.failed is None:
            inside = rules._replace(load=member.load) if rules is not None and rules.given is None else rules
            yield _read_unpacked(shown, member.data, inside, hashed=hashed)
        else:
            yield Document(shown, "", None, (), (member.failed,))


def _read_unpacked(name: str, data: bytes, rules: RulesSource | None, *, hashed: bool) -> Document:
    """Return the document of an unpacked file, text or JSON, with what is wrong with the file."""
    sha256 = _sha256(data) if hashed else ""
    if (refused := limits.file_limit_diagnostic(data) or _document_file_error(data)) is not None:
        return Document(name, sha256, None, (), (refused,))
    records: tuple[Record, ...] = ()
    try:
        source = decode(name, data)
        if _is_json(source):
            from notation.formats.json import to_text  # noqa: PLC0415 - the schema checker is needed for JSON alone

            try:
                source = to_text(source)
            except UnreadableFile:
                records = () if _claims_house_format(source) else read_records_of_text(source, rules)
                if not records:
                    raise
    except UnreadableFile as unreadable:
        return Document(name, sha256, None, (), (_of_file(unreadable),))
    if not any(line.strip(BLANKS) for line in source.lines):
        return Document(name, sha256, source, (), (_empty(),))
    records = records or read_records_of_text(source, rules)
    notes = () if source.sections else encoding_notes(source.encoding, bom=source.bom)
    if not records:
        notes = (*notes, foreign_record_error(source.lines) or _no_record_error())
    return Document(name, sha256, source, records, notes)


def read_records_of_text(source: Source, rules: RulesSource | None) -> tuple[Record, ...]:
    """Return the records of a text. In a file of several encodings each has its own, and a note on it."""
    records = kif.read(source, rules)
    return tuple(_reread_in_its_encoding(record, source) for record in records) if source.sections else records


def _reread_in_its_encoding(record: Record, source: Source) -> Record:
    """Return a record of a file of several encodings with its own encoding, and a note on it."""
    encoding = encoding_of_line(source, record.span.first)
    bom = source.bom and record.index == 0 and encoding == "utf-8"
    own = source._replace(encoding=encoding, bom=bom)
    return record._replace(
        source=own,
        diagnostics=(encoding_note(encoding, bom=bom)._replace(line=record.span.first, column=1), *record.diagnostics),
        games=tuple(game._replace(source=own) for game in record.games),
        copies=tuple(
            copy._replace(source=copy.source._replace(encoding=encoding, bom=bom, sections=()))
            for copy in record.copies
        ),
    )


def _document_file_error(data: bytes) -> Diagnostic | None:
    """Return the error for a document or a picture; None for any other file, which a look at its first byte mostly tells."""
    if data[:1] not in {b"P", b"%", b"{", b"\xd0", b"\x89", b"\xff"}:
        return None
    return foreign_file_error(data)


def _sha256(data: bytes) -> str:
    import hashlib  # noqa: PLC0415 - loads a library of the system, which a verdict in words does without

    return hashlib.sha256(data).hexdigest()


def _is_json(source: Source) -> bool:
    """Return whether a file is JSON: it begins with a brace and has no 棋種 line of the KIF family."""
    first = next((line for line in source.lines if line.strip()), "")
    return first.lstrip().startswith("{") and not any(map(kif.is_game_line, source.lines))


def _claims_house_format(source: Source) -> bool:
    """Return whether a JSON text says that it has the form of this house, however broken it is."""
    text = "".join(source.lines)
    return '"kifu/' in text or ('"records"' in text and '"lines"' in text)


def _of_file(unreadable: UnreadableFile) -> Diagnostic:
    column = None if unreadable.line is None else unreadable.offset + 1
    return error(unreadable.code, unreadable.message, unreadable.line, column)


def _empty() -> Diagnostic:
    return error("empty-file", Message("ファイルが空です", "the file is empty"))


def _no_record_error() -> Diagnostic:
    return error(
        "no-record",
        Message(
            "棋譜がありません。「棋種：6面体」のような行で始めてください",
            "there is no record; begin it with a line like 棋種：6面体",
        ),
    )


def encoding_notes(encoding: str, *, bom: bool) -> tuple[Diagnostic, ...]:
    """Return the note on the encoding of a file; none for UTF-8 without a byte order mark."""
    if encoding == "utf-8" and not bom:
        return ()
    return (encoding_note(encoding, bom=bom),)


def encoding_note(encoding: str, *, bom: bool) -> Diagnostic:
    """Return the note that names the encoding of a file, or of a record."""
    name = NAMES[encoding] + (" (BOM)" if bom else "")
    return note("encoding", Message(f"{name} として読みました", f"read as {name}"))


def _several_files_note() -> Diagnostic:
    return error(
        "several-files",
        Message(
            "書庫に棋譜のファイルがいくつもあります。展開して一つを指定してください。kifu verify はこのまま読みます",
            "the archive holds several files of records; unpack it, and name one. kifu verify reads it as it is",
        ),
    )


def _other_files_note(number: int) -> Diagnostic:
    return note(
        "other-members",
        Message(
            f"書庫の中の棋譜でないファイル {number} 個は見ていません",
            f"{number} other file(s) in the archive were not looked at",
        ),
    )


def _no_record_in_archive_error() -> Diagnostic:
    endings = " ".join(ENDINGS)
    return error(
        "no-record", Message(f"書庫の中に棋譜 ({endings}) がありません", f"the archive holds no record ({endings})")
    )


_AS_TEXT = Message("中の文字をテキストとして保存しなおしてください", "save its words as plain text")
_WITHIN_ARCHIVES = (
    (b"word/document.xml", "Word の文書 (.docx)", "a Word document (.docx)"),
    (b"xl/workbook.xml", "Excel の表 (.xlsx)", "an Excel sheet (.xlsx)"),
    (b"xl/workbook.bin", "Excel の表 (.xlsb)", "an Excel sheet (.xlsb)"),
    (b"ppt/presentation.xml", "PowerPoint の文書 (.pptx)", "a PowerPoint document (.pptx)"),
    (b"mimetypeapplication/", "OpenDocument などの文書", "a document (OpenDocument or EPUB)"),
)
"""A name within a ZIP file that tells which document it is."""
_BEGINNINGS = (
    (b"%PDF-", "PDF の文書", "a PDF document"),
    (b"{\\rtf", "リッチテキスト (.rtf)", "a rich text document (.rtf)"),
    (b"\xd0\xcf\x11\xe0", "古い形式の Word か Excel のファイル", "an old Word or Excel file"),
    (b"\x89PNG", "画像 (PNG)", "a picture (PNG)"),
    (b"\xff\xd8\xff", "画像 (JPEG)", "a picture (JPEG)"),
)
_OTHER_GAMES = (
    (r"\s*\(;", "SGF の棋譜 (囲碁など)", "an SGF record (of go, for example)"),
    (r'\[(?:Event|Site|White|Black) "', "PGN の棋譜 (チェス)", "a PGN record (of chess)"),
    (r"(?:V2(?:\.\d)?|PI|P1.*|[+-]\d{4}[A-Z]{2}(?:,.*)?)\s*$", "将棋の CSA 形式の棋譜", "a shogi record (CSA)"),
    (
        r"手合割|.*[1-9１-９][一二三四五六七八九][玉飛角金銀桂香歩と龍竜馬](?:[成打]|不成)?\(\d\d\)|.*[▲△☗☖][1-9１-９][一二三四五六七八九]",
        "将棋の棋譜 (KIF・KI2)",
        "a shogi record (KIF, KI2)",
    ),
)
"""The beginning of a line of other records, and what they are in both languages."""
_LOOKED_AT = 60
"""The lines of a file that are looked at."""


def foreign_file_error(data: bytes) -> Diagnostic | None:
    """Return the error for a document or a picture; None for any other file."""
    if data.startswith(b"PK"):
        found = next((kind for kind in _WITHIN_ARCHIVES if kind[0] in data), None)
    else:
        found = next((kind for kind in _BEGINNINGS if data.startswith(kind[0])), None)
    return None if found is None else _other(Message(*found[1:]), _AS_TEXT)


def foreign_record_error(lines: Sequence[str]) -> Diagnostic | None:
    """Return the error for a text that is the record of another game; None for any other text."""
    advice = Message(
        "kifu で読む棋譜なら、「棋種：6面体」のような行で始めてください",
        "a record for kifu begins with a line like 棋種：6面体",
    )
    found = (Message(ja, en) for line in lines[:_LOOKED_AT] for start, ja, en in _OTHER_GAMES if re.match(start, line))
    name = next(found, None)
    return None if name is None else _other(name, advice)


def _other(name: Message, advice: Message) -> Diagnostic:
    return error("other-kind", Message(f"{name.ja}です。{advice.ja}", f"this is {name.en}; {advice.en}"))
