"""Reads the records of a file from its bytes. The content of the file decides its format, not its name."""

from typing import NamedTuple

from kifu.model.diagnostic import Diagnostic, error, note
from kifu.model.errors import UnreadableFile
from kifu.model.message import Message
from kifu.model.squares import BLANKS
from kifu.referee.record import Record, Source
from notation import limits
from notation.encoding import NAMES, decode
from notation.formats import kif
from notation.formats.kif_head import Rules

ENDINGS = (".kif", ".kifu", ".json", ".txt")
"""The endings of the files that are read as records when a folder is given."""


class Document(NamedTuple):
    """A file with its records, and the diagnostics for the file as a whole."""

    name: str
    sha256: str
    """The SHA-256 of the file's bytes, in hexadecimal; empty if nobody asked for it."""
    source: Source | None
    """The text of the file; None if it has none, or could not be read."""
    records: tuple[Record, ...]
    diagnostics: tuple[Diagnostic, ...]


def read(name: str, data: bytes, rules: Rules | None = None, *, hashed: bool = True) -> Document:
    """Read a file of records. Never raises for its content: what is wrong is in the diagnostics.

    `rules` opens the variant files that records name. Without it, no other file is opened. `hashed` asks for the SHA-256.
    """
    sha256 = _sha256(data) if hashed else ""
    if (refused := limits.of_file(data) or _of_a_document(data)) is not None:
        return Document(name, sha256, None, (), (refused,))
    try:
        source = decode(name, data)
        if _is_json(source):
            from notation.formats.json import to_text  # noqa: PLC0415 - the schema checker is needed for JSON alone

            source = to_text(source)
    except UnreadableFile as unreadable:
        return Document(name, sha256, None, (), (_of_file(unreadable),))
    if not any(line.strip(BLANKS) for line in source.lines):
        return Document(name, sha256, source, (), (_empty(),))
    records = kif.read(source, rules)
    notes = encoding_notes(source.encoding, bom=source.bom)
    if not records:
        from notation import foreign_files  # noqa: PLC0415 - only what is no record needs it

        notes = (*notes, foreign_files.of_lines(source.lines) or _no_record())
    return Document(name, sha256, source, records, notes)


def _of_a_document(data: bytes) -> Diagnostic | None:
    """Return the error for a document or a picture; None for any other file, which a look at its first byte mostly tells."""
    if data[:1] not in {b"P", b"%", b"{", b"\xd0", b"\x89", b"\xff"}:
        return None
    from notation import foreign_files  # noqa: PLC0415 - only what may be no record needs it

    return foreign_files.of_bytes(data)


def _sha256(data: bytes) -> str:
    import hashlib  # noqa: PLC0415 - loads a library of the system, which a verdict in words does without

    return hashlib.sha256(data).hexdigest()


def _is_json(source: Source) -> bool:
    """Return whether a file is JSON: it begins with a brace and has no 棋種 line of the KIF family."""
    first = next((line for line in source.lines if line.strip()), "")
    return first.lstrip().startswith("{") and not any(map(kif.begins_record, source.lines))


def _of_file(unreadable: UnreadableFile) -> Diagnostic:
    column = None if unreadable.line is None else unreadable.offset + 1
    return error(unreadable.code, unreadable.message, unreadable.line, column)


def _empty() -> Diagnostic:
    return error("empty-file", Message("ファイルが空です", "the file is empty"))


def _no_record() -> Diagnostic:
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
    name = NAMES[encoding] + (" (BOM)" if bom else "")
    return (note("encoding", Message(f"{name} として読みました", f"read as {name}")),)
