"""`kifu site`: the page that judges and records without installation."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.shared_options import HTML, STANDARD_STREAM, force_option, output_folder
from kifu.cli.command_definition import CommandOptions, option, with_options
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import write_file, write_output
from kifu.core.errors import KifuError
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from kifu.web.standalone.build import BuiltPage

MEBI = 1 << 20


class _Options(CommandOptions):
    output: str = option(
        "-o",
        "--output",
        metavar="OUT",
        required=True,
        callback=lambda context, parameter, value: (
            value if _is_one_file(value) else output_folder(context, parameter, value)
        ),
    ).help(
        "書き出すフォルダー、または一つのファイル (….html、- は標準出力)。Folder to write, or one file (….html; - is standard output)."
    )
    runtime: Path | None = option(metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path)).help(
        "展開した pyodide のフォルダー。なければ npm で取り寄せる。Folder of an unpacked pyodide; else npm fetches it."
    )
    force: bool = force_option


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """インストールの要らない一枚のページを作る。

    判定、記録、二枚の読み合わせ、規則、手引、用紙を、ブラウザーだけで、サーバーもネットワークもなしに使えるページにする。OUT がフォルダーなら、どの
    サーバーにも置けるファイル一式で、一度開けば電波がなくても動く。….html なら一つのファイルで、USB メモリーやメールで渡して開ける。中で動くのは
    このプログラムそのもので、判定は kifu verify と同じ。

    Make the page that needs no installation: judge, record, compare two sheets, rules, guide and score sheets in a browser
    alone, without a server or a network. A folder OUT holds files for any host, and works offline after one visit. With
    ….html it is one file that opens from a stick or a mail. What runs in it is this program itself, and its verdicts are
    those of kifu verify.
    """
    from kifu.web.standalone import build, third_parties  # noqa: PLC0415 - only this command packs

    single = _is_one_file(options.output)
    if not single:
        _require_empty_folder(Path(options.output), force=options.force)
    try:
        with tempfile.TemporaryDirectory() as work:
            made = build.build_page_files(third_parties.runtime_folder(options.runtime, Path(work)), Path(work))
    except KifuError as wrong:
        raise click.UsageError(f"{say(wrong.message)} [{wrong.code}]") from None
    _report_missing_parts(made)
    if single:
        data = build.single_html(made)
        write_output(options.output, data, force=options.force)
        _report_size(1, len(data), options.output)
        return
    files = build.folder_files(made)
    for name, data in files.items():
        write_file(Path(options.output) / name, data, force=options.force, packed=True)
    _report_size(len(files), sum(map(len, files.values())), options.output)


def _is_one_file(output: str) -> bool:
    """Tell whether a name means one file, or standard output."""
    return output == STANDARD_STREAM or output.lower().endswith(tuple(HTML))


def _require_empty_folder(folder: Path, *, force: bool) -> None:
    """Refuse a non-empty folder without force; raises click.UsageError."""
    if not force and folder.is_dir() and any(folder.iterdir()):
        name = visible(str(folder))
        raise usage_error(
            f"{name} は空のフォルダーではありません。上書きするなら --force を付けてください",
            f"the folder {name} is not empty; write over it with --force",
        )


def _report_missing_parts(page: BuiltPage) -> None:
    """Say on standard error what the page lacks."""
    if not page.compiled:
        message = Message(
            "部品を翻訳せずに入れました (node がないか、動きません)。開くのが少し遅くなります",
            "the modules are packed as source (node is not there, or failed); the page starts a little later",
        )
        click.echo(say(message), err=True)
    if not any(name.endswith(".pdf") for name in page.files):
        message = Message(
            '用紙は入っていません (pip install ".[paper]" で入ります)',
            'it carries no score sheets (pip install ".[paper]" brings them)',
        )
        click.echo(say(message), err=True)


def _report_size(file_count: int, byte_count: int, output: str) -> None:
    if output != STANDARD_STREAM:
        name, mebis = visible(output), f"{byte_count / MEBI:.1f}"
        click.echo(
            say(Message(f"{name}: ファイル {file_count} 個、{mebis} MiB", f"{name}: {file_count} file(s), {mebis} MiB"))
        )
    sys.stdout.flush()
