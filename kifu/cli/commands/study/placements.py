"""`kifu study placements`: strongest opening sets and their best answers."""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import GameWordCommand, game_option
from kifu.cli.arguments.shared_options import (
    adjudicate_option,
    fixed_seed_option,
    nodes_option,
    numbers_option,
    players_option,
    pool_option,
    proof_nodes_option,
    stale_option,
    study_results_folder_option,
)
from kifu.cli.chances_and_proofs import adjudication_text, require_solvable_game
from kifu.cli.command_definition import CommandOptions, option, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, rows_as_csv
from kifu.cli.printing.language_and_usage_errors import language, say, usage_error
from kifu.cli.printing.pictures import drawn_figures_by_file_name, report_left_out_pictures
from kifu.cli.read_and_write_files import write_file
from kifu.cli.study_store import open_study_folder
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from analysis.plots.picture_style import PicturePage
    from analysis.tournaments.game_tasks_and_journal import GameResult, Settings, TaskBatch
    from analysis.tournaments.share_rows import ShareEstimate
    from analysis.tournaments.strongest_sets_and_replies import StudyResults
    from kifu.cli.study_store import StudyFolder
    from kifu.core.game.game import Game

NODES = 200
OTHERS = "600,2000"
SIZES = "7,8"
STALE = 200


class _Options(CommandOptions):
    game: Game = game_option
    output: Path = study_results_folder_option()
    sizes: tuple[int, ...] = numbers_option(SIZES).help(
        "強い組を探す個数。最初のものの最強の組に対する答えを探す。Sizes whose strongest sets are searched; answers are sought to the strongest of the first."
    )
    grid: tuple[int, ...] = numbers_option().help(
        "ほかに無作為の組どうしで戦わせる個数。Further sizes to play against each other with random sets."
    )
    nodes: int = nodes_option(NODES)
    others: tuple[int, ...] = numbers_option(OTHERS).help(
        "主な結果を確かめ直すときのそれ。The same, to play the main results again."
    )
    seed: int = fixed_seed_option
    scale: float = option(type=click.FloatRange(min=0, min_open=True), default=1, show_default=True).help(
        "局数を何倍にするか。Times as many games."
    )
    stale: int = stale_option(STALE)
    pool: int | None = pool_option
    adjudicate: int | None = adjudicate_option
    proof_nodes: int = proof_nodes_option
    workers: int = players_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """強い布陣を探し、確かめる。Find the strongest opening sets, and confirm them.

    無作為の組どうしを戦わせ (個数ごとの勝率)、--sizes の個数ごとに最も強い組を対称形を除いて半減法で探し、その最初の個数の最強の
    組に対する最も強い答えを個数ごとに探す。最後に、見つけたものを新しい種の対局で確かめる。報告する勝率に、探すのに使った対局は含ま
    れない。先後は同数、中断した局は別に数える。--adjudicate なら、必勝が証明された局はそこで勝ちとし、その数を示す。局は一つずつ書かれ、止めても同じ指定で続きから始まる。同じ指定と種は、--workers が
    いくつでも同じ結果になる。

    Plays random sets against each other (shares by size); searches the strongest sets of each of --sizes, counted up to
    the board's symmetries, by successive halving; searches the strongest answers of each size to the best set of the
    first size; then confirms what it found in games with fresh seeds. No game of a search counts in the shares that are
    reported. Sides are balanced; games broken off are counted by themselves. With --adjudicate a game is won where a
    win is proven, and it is said how many were. Each game is written as it ends: broken
    off, the same command goes on. The same options and seed give the same files with any number of --workers.
    """
    from analysis import tournaments  # noqa: PLC0415 - satellites, loaded when they are used

    others = tuple(budget for budget in options.others if budget != options.nodes)
    settings = tournaments.game_tasks_and_journal.Settings(
        options.game.id, options.sizes, options.grid, options.nodes, others, options.seed, stale=options.stale
    ).with_scaled_games(options.scale)
    if options.adjudicate is not None:
        require_solvable_game(options.game)
        settings = settings._replace(adjudicate=options.adjudicate, proof_nodes=options.proof_nodes)
    if options.pool is not None:
        settings = settings._replace(pool=options.pool)
    _require_fitting_sets(options.game, settings)
    started = time.monotonic(), time.process_time()
    with (
        open_study_folder(options.output, settings, options.workers) as place,
        closing(tournaments.strongest_sets_and_replies.play_study(settings)) as plan,
    ):
        played: list[GameResult] = []
        findings = tournaments.game_tasks_and_journal.run_plan(plan, partial(_play_and_collect_batch, place, played))
    left_out: list[PicturePage] = []
    for name, data in _study_files(findings, left_out):
        write_file(options.output / name, data, force=True)
    report_left_out_pictures(left_out)
    target = tournaments.game_tasks_and_journal.opening_set_text(findings.settings, findings.target)
    size = findings.settings.sizes[0]
    strongest = Message(f"最強の {size} 個の組: {target}", f"strongest set of {size}: {target}")
    click.echo(_study_summary(tournaments.share_rows.all_share_estimates(findings), strongest), nl=False)
    if options.adjudicate is not None:
        click.echo(say(adjudication_text(tournaments.game_tasks_and_journal.count_proofs(played), len(played))))
    spent = f"{time.monotonic() - started[0]:.0f} s, {time.process_time() - started[1]:.0f} s CPU"
    click.echo(
        say(Message(f"{options.output} に書きました ({spent})", f"written to {options.output} ({spent})")), err=True
    )


def _play_and_collect_batch(
    study_folder: StudyFolder, all_results: list[GameResult], batch: TaskBatch
) -> list[GameResult]:
    """Play a batch, and add its results to those `all_results`."""
    results = study_folder.play_batch(batch)
    all_results += results
    return results


def _require_fitting_sets(game: Game, settings: Settings) -> None:
    """Require two opening sets that fit; raises click.UsageError."""
    from analysis.tournaments.square_sets_up_to_symmetry import opening_points  # noqa: PLC0415 - loads numpy

    if game.opening_unit is None:
        raise usage_error(f"{game.name.ja}には序盤の組がありません", f"{game.name.en} has no opening sets")
    if not settings.sizes:
        raise usage_error("--sizes に個数がありません", "--sizes names no size")
    room = len(opening_points(game))
    if 2 * max((*settings.sizes, *settings.grid)) > room:
        raise usage_error(
            f"{room} マスの盤に、両方の組が並びません。--sizes と --grid を小さくしてください",
            f"two such sets do not fit on the {room} squares; lower --sizes and --grid",
        )


def _study_files(findings: StudyResults, left_out: list[PicturePage]) -> Iterator[tuple[str, bytes]]:
    """Yield the tables and pictures of a study, by file name."""
    from analysis import plots, tournaments  # noqa: PLC0415 - satellites, loaded when they are used

    yield (
        "figures.csv",
        rows_as_csv(
            tournaments.share_rows.FIGURES,
            tournaments.share_rows.estimate_rows(tournaments.share_rows.all_share_estimates(findings)),
        ).encode(),
    )
    yield (
        "finalists.csv",
        rows_as_csv(tournaments.share_rows.FINALISTS, tournaments.share_rows.finalist_rows(findings)).encode(),
    )
    yield (
        "squares.csv",
        rows_as_csv(tournaments.share_rows.SQUARES, tournaments.share_rows.worth_rows(findings)).encode(),
    )
    for name, figure in drawn_figures_by_file_name(
        tournaments.study_charts.study_figures(findings, language()), left_out
    ):
        for form in plots.picture_style.FORMATS:
            yield f"{name}.{form}", plots.picture_style.figure_bytes(figure, form)


HEAD = (
    Message("何を", "what"),
    Message("A", "A"),
    Message("B", "B"),
    Message("順位", "rank"),
    Message("局面/手", "nodes"),
    Message("A 勝", "A won"),
    Message("B 勝", "B won"),
    Message("引分", "drawn"),
    Message("中断", "broken off"),
    Message("A の勝率", "A's share"),
    Message("95%区間", "95 %"),
)
KINDS = {
    "cell": Message("無作為 (A が先手)", "random sets (A is 先手)"),
    "answer": Message("最強の組 対 答え", "strongest v answer"),
    "target": Message("最強の組 対 上位", "strongest v finalist"),
    "strength": Message("上位 対 無作為", "finalist v random sets"),
}
RIGHT = range(1, 11)
"""The columns of numbers, from 0; they end flush."""


def _study_summary(figures: Iterable[ShareEstimate], strongest: Message) -> str:
    """Return the main figures: cells, and confirmations of both seats."""
    rows = [[say(word) for word in HEAD]]
    for figure in figures:
        if figure.part not in KINDS or (figure.part != "cell" and figure.seat != "all"):
            continue
        low, high = figure.interval()
        rows.append(
            [
                say(KINDS[figure.part]),
                str(figure.a_size),
                str(figure.b_size),
                str(figure.rank or ""),
                str(figure.nodes),
                *map(str, figure.tally),
                "-" if figure.share is None else f"{figure.share:.1%}",
                f"{low:.1%}-{high:.1%}",
            ]
        )
    return "".join(f"{line}\n" for line in (*align_columns(rows, RIGHT), say(strongest)))
