"""`kifu study contests`: matches between openings, with controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.arguments.game_and_rules_options import GameWordCommand, game_option
from kifu.cli.arguments.shared_options import (
    fixed_seed_option,
    force_option,
    numbers_option,
    players_option,
    plies_option,
    stale_option,
    study_results_folder_option,
)
from kifu.cli.command_definition import CommandOptions, flag_option, number_option, option, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, rows_as_csv
from kifu.cli.printing.language_and_usage_errors import say
from kifu.cli.read_and_write_files import write_file
from kifu.cli.study_store import open_study_folder, refuse_overwriting
from kifu.core.errors import InvalidMove
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kifu.core.game.game import Game

NODES = "1000"
MAX_PLIES = 300
STALE = 200
FILES = ("shares.csv", "controls.csv", "games.csv")


class _Options(CommandOptions):
    game: Game = game_option
    output: Path = study_results_folder_option()
    sides: tuple[str, ...] = option("--side", multiple=True, required=True, metavar="SIDE").help(
        "比べる側。何度でも: 7、free、random:7、apart:7、touching:7、四04,三03。A side to compare; may be repeated."
    )
    rivals: tuple[str, ...] = option("--rival", multiple=True, metavar="SIDE").help(
        "その相手。何度でも (なければ側どうし)。What each of them plays; may be repeated; default: each other."
    )
    paired: bool = flag_option().help("側は同じ順番の相手とだけ。Each side plays only the rival of its own place.")
    nodes: tuple[int, ...] = numbers_option(NODES).help("一手に調べる局面の数。Positions looked at for a move.")
    games: int = number_option(minimum=1, default=400).help("一つの取り合わせの局数。Games of each contest.")
    control: bool = option("--control/--no-control", default=True, show_default=True).help(
        "対照も指す。Play the controls too."
    )
    plies: int = plies_option(MAX_PLIES)
    stale: int = stale_option(STALE)
    seed: int = fixed_seed_option
    workers: int = players_option
    force: bool = force_option


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """布陣の仕方の違う側を、対照とともに戦わせる。Let sides that open in different ways play each other, with controls.

    側は、7 (占をちょうど七つ置くまで占だけを置き、マスは相手の占を見ながら探索が選ぶ)、free (何をいくつ置くかも自由)、random:7
    (一局ごとに引き直す無作為の組)、apart:7 と touching:7 (そのうち接する対のない組、五つ以上ある組)、またはマスの並び。先後は一局ごとに
    替わる。各側の対照は同じ個数の random で、同じ席、同じ相手、同じ種で指す。DIR に shares.csv (側ごとの勝率)、controls.csv
    (対照との差、その 95% 区間、Holm の補正)、games.csv (一局一行) を書く。止めても同じ指定で続きから始まる。

    A side is 7 (it must place seven 占 and nothing else before, and none after; the squares it finds by search, turn by turn,
    and sees what the other side has placed), free (what and how many, too), random:7 (a random set, drawn anew for each game),
    apart:7 or touching:7 (of these, a set without a touching pair, or with five or more), or squares. Seats are exchanged
    after every game. The control of a side is random sets of its size, in the same seats against the same rival with the same
    seeds. DIR gets shares.csv (each side's share), controls.csv (its difference from the control, with its 95 % interval and
    Holm's correction) and games.csv (a row a game). The same options and seed give the same files with any number of --workers.
    Each game is kept in DIR/games as soon as it is over; broken off, the same command goes on.
    """
    from analysis.tournaments.opening_policy_contests import (  # noqa: PLC0415 - loads numpy
        CONTESTS,
        CONTROLS,
        GAMES,
        SHARE_COLUMNS,
        ContestSettings,
        control_rows,
        game_rows,
        plan_contests,
        play_contests,
        share_rows,
    )

    if options.paired and len(options.sides) != len(options.rivals):
        raise click.UsageError(say(_unpaired_message(len(options.sides), len(options.rivals))))
    refuse_overwriting(options.output, FILES, force=options.force)
    settings = ContestSettings(
        options.game.id,
        options.sides,
        options.rivals,
        options.paired,
        options.nodes,
        options.games,
        options.control,
        options.seed,
        options.plies,
        stale=options.stale,
    )
    try:
        for _ in plan_contests(settings):  # what cannot be drawn is said before any game
            pass
    except InvalidMove as invalid:
        raise click.UsageError(say(invalid.message)) from None
    with open_study_folder(options.output, settings, options.workers, CONTESTS, FILES) as place:
        played = play_contests(settings, place.play_batch)
    shares, controls = tuple(share_rows(settings, played)), tuple(control_rows(played))
    tables = ((SHARE_COLUMNS, shares), (CONTROLS, controls), (GAMES, tuple(game_rows(settings, played))))
    for name, (columns, rows) in zip(FILES, tables, strict=True):
        write_file(options.output / name, rows_as_csv(columns, rows).encode(), force=options.force)
    click.echo(_result_tables(shares, controls), nl=False)
    shown = visible(str(options.output))
    click.echo(say(Message(f"{shown} に書きました", f"written to {shown}")), err=True)


def _unpaired_message(sides: int, rivals: int) -> Message:
    return Message(
        f"--paired には側と同じ数の相手が要ります (側 {sides}、相手 {rivals})",
        f"--paired needs as many rivals as sides, not {rivals} for {sides}",
    )


HEAD = (
    Message("局面/手", "nodes"),
    Message("側", "side"),
    Message("相手", "rival"),
    Message("局数", "games"),
    Message("中断", "broken off"),
    Message("勝率", "share"),
    Message("95%区間", "95 %"),
)
CONTROL_HEAD = (
    *HEAD[:3],
    Message("勝率", "share"),
    Message("対照", "control"),
    Message("差", "difference"),
    HEAD[-1],
    Message("p (Holm)", "p (Holm)"),
)


def _result_tables(shares: Sequence[dict[str, object]], controls: Sequence[dict[str, object]]) -> str:
    """Return the shares, and their differences from controls, as tables."""
    table = [[say(word) for word in HEAD]]
    for row in shares:
        if row["seat"] == "all":
            share = _percent(row["share"]) if row["share"] else "-"
            names = [str(row[name]) for name in ("nodes", "side", "rival", "games", "unfinished")]
            table.append([*names, share, f"{_percent(row['low'])}-{_percent(row['high'])}"])
    lines = list(align_columns(table, (0, 3, 4, 5, 6)))
    if controls:
        beside = [[say(word) for word in CONTROL_HEAD]]
        for row in controls:
            names = [str(row[name]) for name in ("nodes", "side", "rival")]
            shown = [_percent(row[name]) for name in ("share", "control_share", "difference")]
            ends = f"{_percent(row['low'])} .. {_percent(row['high'])}"
            beside.append([*names, *shown, ends, f"{float(str(row['holm'])):.3f}"])
        lines += ["", *align_columns(beside, (0, 3, 4, 5, 6, 7))]
    return "".join(f"{line}\n" for line in lines)


def _percent(share: object) -> str:
    return f"{float(str(share)):.1%}"
