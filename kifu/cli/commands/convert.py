"""`kifu convert`: lossless change of format or encoding."""

from __future__ import annotations

import click

from kifu.cli.arguments.shared_options import force_option, format_by_ending, output_option
from kifu.cli.command_definition import (
    CommandOptions,
    argument,
    choice_option,
    flag_option,
    option,
    with_options,
)
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import Unreadable, load_document_with_records, write_output
from kifu.core.errors import UnreadableFile
from kifu.core.message import visible
from notation import formats
from notation.encoding import ALIASES
from notation.writing import NEWLINES, document_bytes, packed_output_error


class _Options(CommandOptions):
    file: str = argument()
    output: str = output_option(None, required=True)
    form: str | None = choice_option(formats.format_names(), "--to").help(
        "形式 (なければ OUT の拡張子)。Format; default: by OUT's ending."
    )
    encoding: str | None = option(type=click.Choice(sorted(ALIASES), case_sensitive=False)).help(
        "文字コード。Encoding; default: as it is."
    )
    newline: str | None = choice_option(sorted(NEWLINES)).help("改行。Line ends; default: as they are.")
    tidy: bool = flag_option("--canonical").help("標準の書き方に整える。Rewrite in canonical form.")
    force: bool = force_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """棋譜の形式や文字コードを変える。

    --encoding も --newline も --canonical もなければ、JSON を経て戻しても、文字は 1 バイトも変わらない。

    Convert a file of records. Without --encoding, --newline or --canonical not a byte of the text changes, also by way
    of JSON and back.
    """
    form = format_by_ending(options.output, formats.formats_by_ending(), options.form)
    if form is None:
        known = " ".join(formats.formats_by_ending())
        raise usage_error(
            f"--to か、OUT の拡張子 ({known}) で形式を示してください", f"give --to, or an OUT ending in {known}"
        )
    if options.output.lower().endswith(".zip"):  # other commands write this kind
        raise click.UsageError(f"{visible(options.output)}: {say(packed_output_error().message)}")
    document = load_document_with_records(options.file)
    try:
        data = document_bytes(
            document, form, encoding=options.encoding, newline=options.newline, canonical=options.tidy
        )
    except UnreadableFile as failed:
        raise Unreadable(f"{visible(options.file)}: {say(failed.message)}") from None
    write_output(options.output, data, force=options.force)
