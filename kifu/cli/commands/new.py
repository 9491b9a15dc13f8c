"""`kifu new`: an empty record to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import (
    GameWordCommand,
    game_option,
    game_under_rules,
    rules_option,
    rules_source,
)
from kifu.cli.arguments.shared_options import (
    KIF,
    STANDARD_STREAM,
    RecordHeading,
    force_option,
    format_by_ending,
    heading_options,
    output_option,
)
from kifu.cli.command_definition import CommandOptions, choice_option, option, with_options
from kifu.cli.printing.language_and_usage_errors import chosen_language, say, usage_error
from kifu.cli.read_and_write_files import copy_variant_beside, variant_named_from_output, write_output
from kifu.core.diagnostic import Severity
from kifu.core.errors import InvalidSetup, UnreadableFile
from kifu.core.game.options import names_a_file
from kifu.core.message import quoted
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import verify_document
from notation.encoding import ALIASES, encode
from notation.formats.kif_empty_record import empty_record
from notation.reading import read
from notation.writing import NEWLINES

if TYPE_CHECKING:
    from kifu.core.game.game import Game


class _Options(CommandOptions):
    game: Game = game_option
    rules: str | None = rules_option
    heading: RecordHeading = heading_options
    encoding: str = option(
        type=click.Choice(sorted(ALIASES), case_sensitive=False), default="utf-8", show_default=True
    ).help("文字コード。Encoding.")
    newline: str = choice_option(sorted(NEWLINES), default="lf").help("改行。Line ends.")
    output: str = output_option(None, default=STANDARD_STREAM)
    force: bool = force_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """手で書き込むための、空の棋譜 (用紙) を作る。

    見出しと、指し手の書き方を例で示す注釈 (# の行) が入る。注釈は日本語で、--lang en なら英語。書き込む前のファイルも
    kifu verify で読め、未了になる。

    Write an empty record to fill in by hand: its head, and comments (lines with #) that show by examples how moves are
    written. The comments are in Japanese, with --lang en in English. kifu verify reads the file as it is: UNFINISHED.
    """
    if options.output.lower().endswith(".json"):
        raise usage_error(
            "用紙は KIF です。OUT を .kif にしてください。JSON には kifu convert で変えられます",
            "an empty record is a KIF file: name it .kif; kifu convert makes JSON of it",
        )
    format_by_ending(options.output, KIF)
    head = options.heading.headers
    if options.rules is not None and names_a_file(options.rules):
        named = variant_named_from_output(
            options.output, game_under_rules(options.game, options.rules), options.rules, None, force=options.force
        )
    else:
        named = variant_named_from_output(
            options.output, game_under_rules(options.game, options.rules, head=head), None, None, force=options.force
        )
    text = _compose_record(named.game, head)
    data = _encode_record(text, options.encoding, NEWLINES[options.newline])
    _require_reads_back_empty(data, options.output, options.rules)
    write_output(options.output, data, force=options.force)
    copy_variant_beside(named, options.output)


def _compose_record(game: Game, head: dict[str, str]) -> str:
    """Return the record's text; raises click.UsageError without a start."""
    try:
        return empty_record(game, head, chosen_language() or "ja")
    except InvalidSetup as wrong:
        raise click.UsageError(say(wrong.message)) from None


def _encode_record(record_text: str, encoding: str, newline: str) -> bytes:
    """Return the record's bytes; raises click.UsageError for missing characters."""
    codec = ALIASES[encoding.lower()]
    lines = record_text.splitlines()
    try:
        return encode(lines, [newline] * len(lines), codec.removesuffix("-sig"), bom=codec == "utf-8-sig")
    except UnreadableFile as lacking:
        raise click.UsageError(say(lacking.message)) from None


def _require_reads_back_empty(data: bytes, output: str, rules: str | None) -> None:
    """Raise click.UsageError unless the new record reads back empty.

    Notes without a line are about the encoding or the rules, not about the options of the command; they are ignored.
    """
    given = rules if rules is not None and names_a_file(rules) else None
    document = read(output, data, rules_source(output, given))
    verdicts = verify_document(document)
    of_verdicts = (diagnostic for verdict in verdicts for diagnostic in verdict.diagnostics)
    diagnostics = [
        diagnostic
        for diagnostic in (*document.diagnostics, *of_verdicts)
        if diagnostic.severity is not Severity.NOTE or diagnostic.line is not None
    ]
    if len(verdicts) == 1 and verdicts[0].status is Status.UNFINISHED and not diagnostics:
        return
    reason = say(diagnostics[0].message) if diagnostics else say(verdicts[0].status.label)
    if diagnostics and diagnostics[0].line is not None and document.source is not None:
        reason += f" ({quoted(document.source.lines[diagnostics[0].line - 1])})"
    raise usage_error(
        f"このままでは棋譜として読めません: {reason}", f"it would not be read as an empty record: {reason}"
    )
