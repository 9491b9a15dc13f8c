"""`kifu verify`: judge every record of every file."""

from __future__ import annotations

import codecs
import json
import sys
from typing import TYPE_CHECKING

import click

from kifu.cli.files import find, load, mention_others
from kifu.cli.judging import judge
from kifu.cli.language import language, language_option, say
from kifu.cli.progress import progress
from kifu.cli.report import describe
from kifu.cli.variants import rules_option
from kifu.message import CONTROL, Message

if TYPE_CHECKING:
    from kifu.verdict import Verdict


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="json は一行に一棋譜。json: one object a line, one line a record.",
)
@rules_option
@language_option
def command(files: tuple[str, ...], form: str, rules: str | None) -> None:
    """棋譜を規則で確かめる。

    Verify records: every move legal? who won, and by which article? FILES are records, folders of records, or - for
    standard input. The exit code is 0 when all is well, 1 when a record is ILLEGAL or CONTRADICTED, 3 when one is
    UNREADABLE.
    """
    found = find(files)
    mention_others(found.others)
    worst = 0
    for path in progress(found.paths, say(Message("確認中", "verifying"))):
        document = load(path, rules)
        for verdict in judge(document):
            worst = max(worst, verdict.status.exit_code)
            sys.stdout.write(_json_line(verdict) if form == "json" else describe(verdict, document, language()))
    sys.stdout.flush()
    sys.exit(worst)


def _json_line(verdict: Verdict) -> str:
    """Return a verdict as one line of JSON; what a terminal would obey, or its encoding may lack, is escaped."""
    unicode = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    text = json.dumps(verdict.to_json(), ensure_ascii=not unicode)
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"
