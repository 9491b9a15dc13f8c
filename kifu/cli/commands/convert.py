"""`kifu convert`: between formats and encodings, losing nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.files import Unreadable, load_one, write_output
from kifu.cli.arguments.options import force_option
from kifu.cli.arguments.rules_option import rules_of
from kifu.cli.judging import judge
from kifu.cli.printing.language import language_option, say
from kifu.model.errors import UnreadableFile
from kifu.model.message import Message, visible
from notation import formats
from notation.encoding import ALIASES, encode, rewrite
from notation.formats.kif_writer import canonical
from notation.reading import read

if TYPE_CHECKING:
    from kifu.model.game import Position
    from kifu.model.record import Record, Source
    from kifu.referee.verdict import Verdict
    from notation.reading import Document

NEWLINES = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


@click.command()
@click.argument("file")
@click.option(
    "-o", "--output", required=True, help="書き出すファイル (- は標準出力)。File to write; - is standard output."
)
@click.option(
    "--to",
    "form",
    type=click.Choice(formats.names()),
    help="形式 (なければ OUT の拡張子)。Format; default: by OUT's ending.",
)
@click.option(
    "--encoding",
    type=click.Choice(sorted(ALIASES), case_sensitive=False),
    help="文字コード。Encoding; default: as it is.",
)
@click.option("--newline", type=click.Choice(sorted(NEWLINES)), help="改行。Line ends; default: as they are.")
@click.option("--canonical", "tidy", is_flag=True, help="標準の書き方に整える。Rewrite in canonical form.")
@force_option
@language_option
def command(  # noqa: PLR0913 - one parameter an option
    file: str, output: str, form: str | None, encoding: str | None, newline: str | None, *, tidy: bool, force: bool
) -> None:
    """棋譜の形式や文字コードを変える。

    --encoding も --newline も --canonical もなければ、JSON を経て戻しても、文字は 1 バイトも変わらない。

    Convert a file of records. Without --encoding, --newline or --canonical not a byte of the text changes, also by way
    of JSON and back.
    """
    form = form or formats.endings().get(Path(output).suffix.lower())
    if form is None:
        known = " ".join(formats.endings())
        raise click.UsageError(
            say(
                Message(
                    f"--to か、OUT の拡張子 ({known}) で形式を示してください", f"give --to, or an OUT ending in {known}"
                )
            )
        )
    document = load_one(file)
    try:
        data = _converted(document, form, encoding, newline, tidy=tidy)
    except UnreadableFile as failed:
        raise Unreadable(f"{visible(file)}: {say(failed.message)}") from None
    write_output(output, data, force=force)


def _converted(document: Document, form: str, encoding: str | None, newline: str | None, *, tidy: bool) -> bytes:
    source = document.source
    assert source is not None  # noqa: S101 - a file with records is a text
    if encoding is not None or newline is not None or tidy:
        source = _rewritten(document, source, encoding, newline, tidy=tidy)
    return formats.load(form).write(source, lambda: read(source.name, source.data, rules_of(source.name)).records)


def _rewritten(document: Document, source: Source, encoding: str | None, newline: str | None, *, tidy: bool) -> Source:
    lines, ends = source.lines, source.ends
    if tidy:
        lines = tuple(_canonical_lines(document))
        ends = (max(NEWLINES.values(), key=ends.count),) * len(lines)
    if newline is not None:
        ends = tuple(NEWLINES[newline] if end else "" for end in ends)
    codec = ALIASES[encoding.lower()] if encoding else source.encoding
    bom = codec == "utf-8-sig" or (encoding is None and source.bom)
    codec = codec.removesuffix("-sig")
    data = (
        rewrite(source, lines, ends)
        if codec == source.encoding and bom == source.bom
        else encode(lines, ends, codec, bom=bom)
    )
    return source._replace(data=data, encoding=codec, bom=bom, lines=lines, ends=ends)


def _canonical_lines(document: Document) -> list[str]:
    lines: list[str] = []
    for record, verdict in zip(document.records, judge(document), strict=True):
        before = _positions_before(record, verdict)
        for game, judged in zip(record.games, verdict.games, strict=True):
            before |= _positions_before(game, judged)
        lines += canonical(record, before)
    return lines


def _positions_before(record: Record, verdict: Verdict) -> dict[tuple[int, int], Position]:
    """Return the position before each move that could be judged, by line and column."""
    return {
        (entry.line, entry.column): played.positions[entry.ply - 1]
        for line, played in zip(record.lines, [verdict.replay, *verdict.branches], strict=False)
        if played is not None
        for entry in line.entries
        if entry.ply <= len(played.positions)
    }
