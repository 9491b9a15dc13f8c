"""Writes records as the bytes of a file: unchanged, in another encoding, with other line ends, in canonical form, or as JSON."""

from __future__ import annotations

from functools import cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from kifu.core.errors import UnreadableFile
from kifu.core.message import Message, quoted
from kifu.referee.verify import verify
from notation import formats
from notation.encoding import ALIASES, bytes_with_new_lines, encode, require_one_encoding
from notation.formats import kif
from notation.formats.kif_canonical_writer import canonical_lines
from notation.formats.kif_head_reader import RulesSource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Position
    from kifu.referee.record import Record, Source
    from kifu.referee.verdict import Verdict
    from notation.reading import Document

NEWLINES = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
"""The line end for each name that a user may give."""


def document_bytes(
    document: Document,
    form: str = formats.TEXT,
    *,
    encoding: str | None = None,
    newline: str | None = None,
    canonical: bool = False,
) -> bytes:
    """Return the bytes of a file of records.

    `form` is one of :func:`notation.formats.format_names`, `encoding` a key of :data:`notation.encoding.ALIASES`, and
    `newline` a key of :data:`NEWLINES`. Without encoding, newline and `canonical`, no byte of the text changes. Raises
    UnreadableFile for a document without a text (``no-text``), for characters that the encoding lacks (``unencodable``) and
    for a record that would be read otherwise in canonical form (``canonical-changes``), and KeyError for an unknown name.
    """
    source = document.source
    if source is None:
        raise UnreadableFile(
            "no-text",
            Message(
                f"「{quoted(document.name)}」はテキストとして読めなかったので、書き出せません",
                f"'{quoted(document.name)}' was not read as text: there is nothing to write",
            ),
        )
    if encoding is None and newline is None and not canonical:
        return formats.load_format(form).write(source, lambda: document.records)
    rewritten = _rewrite_document(document, source, encoding, newline, canonical=canonical)
    reread = cache(lambda: kif.read(rewritten, _rules_to_reread(document)))
    if canonical and document.records:
        _check_canonical_form(document, document._replace(source=rewritten, records=reread()))
    return formats.load_format(form).write(rewritten, reread)


def packed_output_error() -> UnreadableFile:
    """Return the error for a path of a packed file: nothing packed is written."""
    return UnreadableFile(
        "packed-output",
        Message(
            "圧縮したファイルには書きません。展開したファイルの名前を指定してください",
            "kifu writes no packed files; name an unpacked one",
        ),
    )


def _rules_to_reread(document: Document) -> RulesSource:
    """Return the rules for reading a document again: they give back the variant files from the first reading."""
    texts = {file.name: file.text for record in document.records if (file := record.variant) is not None}

    def load(name: str) -> str:
        if name not in texts:
            shown = quoted(name)
            raise UnreadableFile(
                "variant-file",
                Message(f"規則のファイル {shown} は読まれていません", f"the variant file {shown} has not been read"),
            )
        return texts[name]

    return RulesSource(load)


def _rewrite_document(
    document: Document, source: Source, encoding: str | None, newline: str | None, *, canonical: bool
) -> Source:
    """Return the source of a document in another encoding, with other line ends or in canonical form."""
    lines, ends = source.lines, source.ends
    if canonical and document.records:
        lines = tuple(_canonical_lines(document))
        ends = (max(NEWLINES.values(), key=ends.count),) * len(lines)
    if newline is not None:
        ends = tuple(NEWLINES[newline] if end else "" for end in ends)
    codec = ALIASES[encoding.lower()] if encoding else source.encoding
    require_one_encoding(codec)
    bom = codec == "utf-8-sig" or (encoding is None and source.bom)
    codec = codec.removesuffix("-sig")
    data = (
        bytes_with_new_lines(source, lines, ends)
        if codec == source.encoding and bom == source.bom
        else encode(lines, ends, codec, bom=bom)
    )
    return source._replace(data=data, encoding=codec, bom=bom, lines=lines, ends=ends, sections=())


def _check_canonical_form(document: Document, reread: Document) -> None:
    """Raise UnreadableFile for a record whose canonical form says something else, or is another one when written again."""
    said, again = (
        [
            (_record_meaning(record.plain), lines)
            for record, lines in zip(one.records, _lines_of_records(one), strict=True)
        ]
        for one in (document, reread)
    )
    changed = next((at for at, (one, two) in enumerate(zip_longest(said, again)) if one != two), None)
    if changed is not None:
        raise UnreadableFile(
            "canonical-changes",
            Message(
                f"記録 {changed + 1} は、整えると読み方が変わるので書きません。`kifu verify` が示す行を直してからやり直してください",
                f"record {changed + 1} would be read otherwise in canonical form, so nothing is written; "
                "mend the lines that `kifu verify` names, then try again",
            ),
        )


def _record_meaning(record: Record) -> tuple[object, ...]:
    """Return what a record says, without the places where it says it."""
    verdict = verify(record, "")
    notes = [(one.kind, one.text.strip(), one.ply) for line in record.lines for one in line.comments]
    heads = [(one.key, one.value) for one in record.headers]
    plies = [(line.start, line.parent, len(line.entries), len(line.unread)) for line in record.lines]
    return (
        verdict.status,
        verdict.fault and verdict.fault.code,
        verdict.outcome,
        verdict.recorded,
        verdict.scores(),
        verdict.final,
        plies,
        notes,
        heads,
        [_record_meaning(game) for game in record.games],
    )


def _canonical_lines(document: Document) -> list[str]:
    return list(chain.from_iterable(_lines_of_records(document)))


def _lines_of_records(document: Document) -> Iterator[list[str]]:
    """Yield the canonical lines of each record."""
    for record in (record.plain for record in document.records):
        verdict = verify(record, document.sha256)
        before = _position_before_each_move(record, verdict)
        for game, game_verdict in zip(record.games, verdict.games, strict=True):
            before |= _position_before_each_move(game, game_verdict)
        yield canonical_lines(record, before)


def _position_before_each_move(record: Record, verdict: Verdict) -> dict[tuple[int, int], Position]:
    """Return the position before each move that was replayed; its key is the line and column of the move."""
    return {
        (entry.line, entry.column): played.positions[entry.ply - 1]
        for line, played in zip(record.lines, [verdict.replay, *verdict.branches], strict=False)
        if played is not None
        for entry in line.entries
        if entry.ply <= len(played.positions)
    }
