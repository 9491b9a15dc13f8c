"""`kifu study replies`: an opening set's best reply, and so on."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from kifu import engine
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
from kifu.cli.command_definition import CommandOptions, number_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, rows_as_csv
from kifu.cli.printing.language_and_usage_errors import say, usage_error
from kifu.cli.read_and_write_files import write_file
from kifu.cli.study_store import open_study_folder
from kifu.core.errors import InvalidMove
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from analysis.tournaments.share_rows import ShareEstimate
    from kifu.core.game.game import Game

NODES = 200
OTHERS = "1000,5000"
SIZES = "7,8"
STALE = 200


class _Options(CommandOptions):
    game: Game = game_option
    output: Path = study_results_folder_option()
    start: str = option(required=True, metavar="SET").help(
        "はじめの組、例 四04,三03。The set to answer first, such as 四04,三03."
    )
    sizes: tuple[int, ...] = numbers_option(SIZES).help("交互に答える二つの個数。The two sizes in turn.")
    rounds: int = number_option(minimum=1, default=4).help("答えの数。How many replies to seek.")
    nodes: int = nodes_option(NODES)
    others: tuple[int, ...] = numbers_option(OTHERS).help(
        "見つけた答えを確かめるときのそれ。The same, to confirm each reply."
    )
    games: int = number_option(minimum=2, default=400).help(
        "局面の数ごとの確かめの局数。Fresh games of each reply with each of them."
    )
    seed: int = fixed_seed_option
    stale: int = stale_option(STALE)
    adjudicate: int | None = adjudicate_option
    proof_nodes: int = proof_nodes_option
    pool: int | None = pool_option
    workers: int = players_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """布陣に答え、その答えに答える。Answer an opening set, then the answer, and so on.

    --start の組のマスをすべて見たうえで最も強い答えを、もう一方の個数の組から半減法で探し、次はその答えへの答えを、と交互に続ける。
    見つけた答えは、局面の数を変えて同じ局数の新しい対局で確かめる。報告する勝率に、探すのに使った対局は含まれない。答えには対照が付く:
    同じ個数の無作為の組が、同じ席、同じ相手、同じ種で指す。DIR に replies.csv (答えの勝率) と controls.csv (対照との差、その 95% 区間、Holm の
    補正) を書く。止めても同じ指定で続きから始まる。--adjudicate なら、必勝が証明された局はそこで勝ちとする。

    Seeks the strongest answer to --start among sets of the other of --sizes, by successive halving; the answer sees all
    squares of the set. Then it seeks the strongest answer to that answer, and so on. Each is confirmed in the same number
    of fresh games with each number of nodes. No game of a search counts in the shares that are reported. A reply has a
    control: random sets of the same size, on the same seat, against the same opponent, with the same seeds. Writes
    replies.csv (the shares of the replies) and controls.csv (the difference from the control, its 95 % interval, Holm's
    correction) to DIR. Broken off, the same command goes on. With --adjudicate a game is won where a win is proven.
    """
    from analysis import tournaments  # noqa: PLC0415 - satellites, loaded when they are used

    try:
        squares = tuple(sorted(engine.opening_match_and_adjudication.parse_squares(options.game, options.start)))
    except InvalidMove as invalid:
        raise click.UsageError(f"--start: {say(invalid.message)}") from None
    _require_fitting_sizes(
        len(tournaments.square_sets_up_to_symmetry.opening_points(options.game)), squares, options.sizes
    )
    others = tuple(budget for budget in options.others if budget != options.nodes)
    settings = tournaments.game_tasks_and_journal.Settings(
        options.game.id,
        options.sizes,
        (),
        options.nodes,
        others,
        options.seed,
        stale=options.stale,
        confirm_games=options.games,
        start=squares,
        rounds=options.rounds,
    )
    if options.pool is not None:
        settings = settings._replace(pool=options.pool)
    if options.adjudicate is not None:
        require_solvable_game(options.game)
        settings = settings._replace(adjudicate=options.adjudicate, proof_nodes=options.proof_nodes)
    with (
        open_study_folder(options.output, settings, options.workers) as place,
        closing(tournaments.strongest_sets_and_replies.play_replies(settings)) as plan,
    ):
        chain = tournaments.game_tasks_and_journal.run_plan(plan, place.play_batch)
    figures = [
        figure
        for reply in chain
        for match in reply.matches
        for figure in tournaments.share_rows.match_shares(settings, match)
    ]
    write_file(
        options.output / "replies.csv",
        rows_as_csv(tournaments.share_rows.FIGURES, tournaments.share_rows.estimate_rows(figures)).encode(),
        force=True,
    )
    controls = tuple(tournaments.strongest_sets_and_replies.reply_control_rows(chain))
    write_file(
        options.output / "controls.csv",
        rows_as_csv(tournaments.strongest_sets_and_replies.CONTROLS, controls).encode(),
        force=True,
    )
    click.echo(_replies_table(figures, controls), nl=False)
    if options.adjudicate is not None:
        matches = [match for reply in chain for match in (*reply.matches, *reply.controls)]
        results = [result for match in matches for result in match.results]
        click.echo(say(adjudication_text(tournaments.game_tasks_and_journal.count_proofs(results), len(results))))
    shown = visible(str(options.output))
    click.echo(say(Message(f"{shown} に書きました", f"written to {shown}")), err=True)


def _require_fitting_sizes(square_count: int, start_sizes: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    """Require two set sizes that fit on `square_count` squares; raises click.UsageError."""
    shown = ",".join(map(str, sizes))
    if len(sizes) != 2:  # noqa: PLR2004 - two sizes take turns
        raise usage_error(f"--sizes は二つの個数です ({shown})", f"--sizes takes two sizes, not {shown}")
    if len(start_sizes) not in sizes:
        raise usage_error(
            f"--start の組は {len(start_sizes)} 個です。--sizes ({shown}) のどちらかにしてください",
            f"the set of --start has {len(start_sizes)} squares; --sizes names {shown}",
        )
    if sum(sizes) > square_count:
        raise usage_error(
            f"{square_count} マスの盤に、両方の組が並びません。--sizes を小さくしてください",
            f"two such sets do not fit on the {square_count} squares; lower --sizes",
        )


HEAD = (
    Message("答え", "reply"),
    Message("個数", "size"),
    Message("マス", "squares"),
    Message("局面/手", "nodes"),
    Message("局数", "games"),
    Message("中断", "broken off"),
    Message("答えの勝率", "its share"),
    Message("95%区間", "95 %"),
    Message("対照との差", "less control"),
    Message("p (Holm)", "p (Holm)"),
)
RIGHT = (0, 1, 3, 4, 5, 6, 7, 8, 9)


def _replies_table(figures: Sequence[ShareEstimate], controls: Sequence[dict[str, object]]) -> str:
    """Return a table of replies and controls, both seats together."""
    gaps = {
        (row["reply"], row["nodes"]): (f"{float(str(row['difference'])):+.1%}", f"{float(str(row['holm'])):.3f}")
        for row in controls
    }
    rows = [[say(word) for word in HEAD]]
    for figure in figures:
        if figure.seat == "all":
            low, high = figure.interval()
            rows.append(
                [
                    str(figure.rank),
                    str(figure.a_size),
                    figure.a,
                    str(figure.nodes),
                    str(figure.tally.finished + figure.tally.unfinished),
                    str(figure.tally.unfinished),
                    "-" if figure.share is None else f"{figure.share:.1%}",
                    f"{low:.1%}-{high:.1%}",
                    *gaps.get((figure.rank, figure.nodes), ("-", "-")),
                ]
            )
    return "".join(f"{line}\n" for line in align_columns(rows, RIGHT))
