"""Defines `kifu corpus build`, which makes a dataset of records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.shared_options import folder_option
from kifu.cli.command_definition import (
    CommandOptions,
    files_argument,
    flag_option,
    number_option,
    option,
    with_options,
)
from kifu.cli.judge_files import available_cores
from kifu.cli.printing.guarded_output_and_progress import progress_bar
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import report_skipped_files
from kifu.core.errors import KifuError
from kifu.core.lazy_imports_extras_and_package_files import require_extra
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from analysis.corpus import BuildProgress
    from analysis.corpus.build import BuildResult


class _Options(CommandOptions):
    inputs: tuple[str, ...] = files_argument("INPUT...")
    output: str = folder_option(required=True).help("データを作るフォルダー。Folder of the dataset.")
    workers: int | None = number_option(minimum=0).help(
        "計算するプロセスの数 (なければコアの数。0 はこのプロセスだけ)。Processes that do the work; default: the cores of this machine; 0: this one alone."
    )
    scheduler: str | None = option(metavar="URL").help(
        "Dask クラスター (tcp://…)。A Dask cluster, tcp://…, that does the work instead."
    )
    force: bool = flag_option().help("あれば作りなおす。Replace a dataset that is there.")


@click.command()
@with_options(_Options)
def command(options: _Options) -> None:
    """棋譜を集めて一つのデータ (Parquet) にする。

    INPUT は棋譜、フォルダー、書庫 (.zip、.tar.gz など)、またはそれらの URL (s3://…、https://…、zip://*.kif::games.zip) で、fsspec の
    開けるもの。DIR には games、plies、rejects の三つの表ができる。途中で止めたものは、もう一度動かせば続きから作る。

    Make one dataset (Parquet) of many records. INPUT is a record, a folder, an archive (.zip, .tar.gz, …) or a URL of
    these (s3://…, https://…, zip://*.kif::games.zip): whatever fsspec opens. DIR gets three tables: games, plies and
    rejects. An interrupted build goes on when it is started again.
    """
    require_extra("corpus")
    from analysis.corpus.build import build_dataset  # noqa: PLC0415 - loads numpy and Arrow

    workers = available_cores() if options.workers is None else options.workers
    with progress_bar(200, say(Message("作っています", "building"))) as shown:  # half is for reading, half for writing

        def watch(progress: BuildProgress) -> None:
            done = 100 * progress.done // max(progress.total, 1) + 100 * progress.writing
            shown.update(max(0, done - shown.pos))

        try:
            built = build_dataset(
                options.inputs,
                Path(options.output),
                workers=workers,
                scheduler=options.scheduler,
                force=options.force,
                report_progress=watch,
            )
        except KifuError as wrong:
            raise click.UsageError(f"{say(wrong.message)} [{wrong.code}]") from None
        except OSError as failed:
            raise usage_error(
                f"{visible(options.output)} に書けません ({failed.strerror}) [cannot-write]",
                f"cannot write {visible(options.output)}: {failed.strerror} [cannot-write]",
            ) from None
    report_skipped_files(built.others)
    click.echo(_build_summary(built, options.output))
    sys.exit(0)


def _build_summary(built: BuildResult, output: str) -> str:
    """Return what a build made, or found made before, in words."""
    counts, shown = built.manifest.counts, visible(output)
    games, plies, rejects = counts["games"], counts["plies"] - counts["games"], counts["rejects"]
    counted = Message(
        f"{shown}: {games} 局 ({plies} 手)、採らなかった棋譜 {rejects}、ファイル {built.manifest.files}",
        f"{shown}: {games} games ({plies} plies), {rejects} rejects, from {built.manifest.files} file(s)",
    )
    if not built.anew:
        return say(
            Message(
                f"{counted.ja}。同じ棋譜からもうできています",
                f"{counted.en}; it was built from the same records already",
            )
        )
    if built.damaged:
        parts = visible(" ".join(built.damaged))
        return say(
            Message(
                f"{counted.ja}。壊れていたファイルがあったので作りなおしました: {parts}",
                f"{counted.en}; built anew, because files of it were damaged: {parts}",
            )
        )
    if built.known:
        return say(
            Message(f"{counted.ja}。前回の続きから作りました", f"{counted.en}; an interrupted build was taken up again")
        )
    return say(counted)
