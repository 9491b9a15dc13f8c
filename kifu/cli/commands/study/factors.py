"""Defines `kifu study factors`, which plays pairs of random sets and asks what decides the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.files import write
from kifu.cli.arguments.games_option import game_option
from kifu.cli.arguments.shared_options import force_option, nodes_option, players_option, plies_option, results_option
from kifu.cli.printing.aligned_columns import aligned
from kifu.cli.printing.csv_cells import as_csv
from kifu.cli.printing.language import language_option, say
from kifu.cli.study_games import refuse_others, study_folder
from kifu.model.errors import InvalidMove
from kifu.model.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from analysis.study.pair_figures import Coefficient, CourseFigure
    from analysis.study.pairs import PairGame, PairSettings
    from kifu.contract.game import Game

NODES = 1000
LONGEST = 300
FILES = ("games.csv", "regression.csv", "course.csv")


@click.command()
@game_option
@results_option
@click.option("--size", type=click.IntRange(min=1), default=7, show_default=True, help="組の個数。Size of the sets.")
@click.option(
    "--rival",
    type=click.IntRange(min=1),
    help="二つめの組の個数 (なければ同じ)。Size of the second set of each pair; default: the same.",
)
@click.option(
    "--pairs",
    type=click.IntRange(min=2),
    default=400,
    show_default=True,
    help="組の対の数。一対が先後を替えて二局指す。Pairs of sets; each pair plays two games, the sides exchanged.",
)
@nodes_option(NODES)
@plies_option(LONGEST)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="乱数の種。Seed.")
@players_option
@force_option
@language_option
def command(  # noqa: PLR0913, PLR0917 - each option is a parameter
    game: Game,
    output: Path,
    size: int,
    rival: int | None,
    pairs: int,
    nodes: int,
    plies: int,
    seed: int,
    workers: int,
    *,
    force: bool,
) -> None:
    """無作為の組どうしの勝敗を決めるものを調べる。Ask what decides games between random sets.

    無作為の組を二つずつ選び、先後を替えて二局指す。先手の勝ちのオッズを、接する対、隅、辺、中央、入口のマスの数の差と先後で
    ロジスティック回帰する。一局は一度だけ数え、一対の二局は一つのまとまりとし、標準誤差はそれに頑健。DIR に games.csv (一局一行)、
    regression.csv (係数)、course.csv (手数、終わり方、怨と指せる手) を書く。同じ指定と種は同じファイルになる。局は終わるごとに DIR/games に
    書かれ、止めても同じ指定で続きから始まる。

    Draws pairs of random sets, and plays two games with each, the sides exchanged. The odds of 先手 are fitted
    by logistic regression on the seat and on the differences in touching pairs, corners, edges, centre and entry squares.
    Each game counts once; the two games of a pair are one cluster, and standard errors are robust by cluster. DIR gets
    games.csv (a row a game), regression.csv (the coefficients) and course.csv (plies, endings, 怨 and moves). The same
    options and seed give the same files with any number of --workers. Each game is kept in DIR/games as soon as it is over;
    broken off, the same command goes on.
    """
    from analysis.study.pair_figures import (  # noqa: PLC0415 - loads numpy
        COURSE,
        GAMES,
        MOVES,
        REGRESSION,
        coefficients,
        course,
        course_rows,
        game_rows,
        regression_rows,
        told_apart,
    )
    from analysis.study.pairs import PairSettings  # noqa: PLC0415 - loads numpy

    _check(game, size, rival or size)
    refuse_others(output, FILES, force=force)
    settings = PairSettings(game.id, size, pairs, nodes, seed, plies, rival=rival)
    if not told_apart(settings):
        raise click.UsageError(say(_too_few(pairs)))
    played = _played(output, settings, workers)
    readings = tuple(course(played))
    try:
        found = tuple(coefficients(settings, played))
    except ValueError:
        raise click.UsageError(say(_too_few(pairs))) from None
    tables = (
        as_csv(GAMES, game_rows(played)),
        as_csv(REGRESSION, regression_rows(found)),
        as_csv(COURSE, course_rows(readings)),
    )
    for name, text in zip(FILES, tables, strict=True):
        write(output / name, text.encode(), force=force)
    click.echo(_summary(found, readings), nl=False)
    if not any(reading.figure == MOVES for reading in readings):
        click.echo(say(_NO_MOBILITY), err=True)
    shown = visible(str(output))
    click.echo(say(Message(f"{shown} に書きました", f"written to {shown}")), err=True)


def _check(game: Game, size: int, rival: int) -> None:
    """Check that the game has opening sets, and that two fit on its board. Raises click.UsageError."""
    from analysis.study.sets import points_of  # noqa: PLC0415 - loads numpy

    try:
        room = len(points_of(game)) if game.opening_unit is not None else 0
    except InvalidMove:
        room = 0
    if not room:
        raise click.UsageError(
            say(Message(f"{game.name.ja}には序盤の組がありません", f"{game.name.en} has no opening sets"))
        )
    if size + rival > room:
        raise click.UsageError(
            say(
                Message(
                    f"{room} マスの盤に、{size} 個と {rival} 個の組が並びません。--size か --rival を小さくしてください",
                    f"sets of {size} and {rival} do not fit on the {room} squares; lower --size or --rival",
                )
            )
        )


def _played(folder: Path, settings: PairSettings, workers: int) -> list[PairGame]:
    """Return the games of a study, those that the folder keeps and the others played; each is written when it is over."""
    from analysis.study.pair_journal import PAIRS  # noqa: PLC0415 - loads numpy
    from analysis.study.pairs import batch_of  # noqa: PLC0415 - loads numpy

    with study_folder(folder, settings, workers, PAIRS, FILES) as place:
        return place.play(batch_of(settings))


def _too_few(pairs: int) -> Message:
    return Message(
        f"{pairs} 対では回帰が決まりません (区別できない要因がある)。--pairs を増やすか、--size と --rival を変えてください",
        f"{pairs} pairs do not settle the regression (some factors cannot be told apart); give more --pairs, or other --size "
        "and --rival",
    )


_NO_MOBILITY = Message(
    "局の中での指せる手の回帰は決まりません (区別できない要因がある)。course.csv にはありません",
    "the games do not settle the regression of the moves within games (some factors cannot be told apart); course.csv has none",
)


HEAD = (
    Message("モデル", "model"),
    Message("中断", "broken off"),
    Message("要因", "factor"),
    Message("局数", "games"),
    Message("係数", "coefficient"),
    Message("95%区間", "95 %"),
)
RIGHT = (3, 4, 5)


def _summary(found: Sequence[Coefficient], readings: Sequence[CourseFigure]) -> str:
    """Return the coefficients and the course of the games as two tables."""
    rows = [[say(word) for word in HEAD]]
    for one in found:
        ends = f"{one.low:+.3f} .. {one.high:+.3f}"
        rows.append([one.model, one.broken_off, one.factor, str(one.games), f"{one.coefficient:+.3f}", ends])
    others = [
        [
            reading.figure,
            reading.of,
            f"n={reading.n}",
            f"{reading.value:.3f}",
            f"{reading.low:.3f} .. {reading.high:.3f}",
        ]
        for reading in readings
    ]
    return "".join(f"{line}\n" for line in (*aligned(rows, RIGHT), "", *aligned(others, (2, 3, 4))))
