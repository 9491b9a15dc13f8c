"""`kifu convert`: lossless change of format or encoding."""

from __future__ import annotations

import click

from kifu.cli.arguments.files import Unreadable, load_one, write_output
from kifu.cli.arguments.output_options import form_of, output_option
from kifu.cli.arguments.shared_options import force_option
from kifu.cli.printing.language import language_option, say, usage_error
from kifu.core.errors import UnreadableFile
from kifu.core.message import visible
from notation import formats
from notation.encoding import ALIASES
from notation.writing import NEWLINES, packed_output, to_bytes


@click.command()
@click.argument("file")
@output_option(None, required=True)
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
def command(  # noqa: PLR0913 - each option is a parameter
    file: str, output: str, form: str | None, encoding: str | None, newline: str | None, *, tidy: bool, force: bool
) -> None:
    """棋譜の形式や文字コードを変える。

    --encoding も --newline も --canonical もなければ、JSON を経て戻しても、文字は 1 バイトも変わらない。

    Convert a file of records. Without --encoding, --newline or --canonical not a byte of the text changes, also by way
    of JSON and back.
    """
    form = form_of(output, formats.endings(), form)
    if form is None:
        known = " ".join(formats.endings())
        raise usage_error(
            f"--to か、OUT の拡張子 ({known}) で形式を示してください", f"give --to, or an OUT ending in {known}"
        )
    if output.lower().endswith(".zip"):  # other commands write this kind
        raise click.UsageError(f"{visible(output)}: {say(packed_output().message)}")
    document = load_one(file)
    try:
        data = to_bytes(document, form, encoding=encoding, newline=newline, canonical=tidy)
    except UnreadableFile as failed:
        raise Unreadable(f"{visible(file)}: {say(failed.message)}") from None
    write_output(output, data, force=force)
