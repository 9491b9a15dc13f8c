"""`kifu verify`: judge every record of every file."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from kifu.cli.files import find, load
from kifu.cli.judging import judge
from kifu.cli.language import language, language_option, say
from kifu.cli.progress import progress
from kifu.cli.report import describe
from kifu.message import Message

if TYPE_CHECKING:
    from kifu.cli.files import Found


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="json は一行に一棋譜。json: one object a line, one line a record.",
)
@click.option("--rules", metavar="FILE", help="この規則のファイルで判定する。Judge every record by this variant file.")
@language_option
def command(files: tuple[str, ...], form: str, rules: str | None) -> None:
    """棋譜を規則で確かめる。

    Verify records: every move legal? who won, and by which article? FILES are records, folders of records, or - for
    standard input. The exit code is 0 when all is well, 1 when a record is ILLEGAL or CONTRADICTED, 3 when one is
    UNREADABLE.
    """
    found = find(files)
    _mention_others(found)
    worst = 0
    for path in progress(found.paths, say(Message("確認中", "verifying"))):
        document = load(path, rules)
        for verdict in judge(document):
            worst = max(worst, verdict.status.exit_code)
            if form == "json":
                text = json.dumps(verdict.to_json(), ensure_ascii=False) + "\n"
            else:
                text = describe(verdict, document, language())
            sys.stdout.write(text)
    sys.stdout.flush()
    sys.exit(worst)


def _mention_others(found: Found) -> None:
    if found.others:
        click.echo(
            say(
                Message(
                    f"フォルダーの中の棋譜でないファイル {found.others} 個は見ていません",
                    f"{found.others} other file(s) in the folders were not looked at",
                )
            ),
            err=True,
        )
