"""`kifu study tablebase`: all positions with little material, decided."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu import engine
from kifu.cli.arguments.game_and_rules_options import GameWordCommand, game_option
from kifu.cli.arguments.shared_options import STANDARD_STREAM, TABLEBASE, force_option, form_option, output_option
from kifu.cli.command_definition import CommandOptions, flag_option, number_option, with_options
from kifu.cli.printing.guarded_output_and_progress import align_columns, print_json, show_progress
from kifu.cli.printing.language_and_usage_errors import UnusablePart, say, usage_error
from kifu.cli.read_and_write_files import cannot_write_error, write_file
from kifu.core.message import Message, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game
    from kifu.engine.tablebase import Slice, Tablebase

DICE = 3
MAX_DICE = 4
"""The dice of a tablebase, at most: one more would take a hundred times as much room."""
MIN_DICE = 2


class _Options(CommandOptions):
    game: Game = game_option
    dice: int = number_option(minimum=MIN_DICE, maximum=MAX_DICE, default=DICE).help(
        "盤上の駒の数、ここまで。Dice on the board, up to this number: 3 takes seconds and 3 MB, 4 some ten minutes and 430 MB."
    )
    check: bool = flag_option().help(
        "すでにある表の全局面を、一手先の局面と照らし合わせる。Compare each position of the file that is there with those after each of its moves."
    )
    output: str | None = output_option(TABLEBASE).help(
        "表のファイル (なければ利用者のキャッシュ)。File of the tablebase; default: in the user's cache."
    )
    force: bool = force_option
    form: str = form_option("text", "json").help("結果の形式。Format of the result.")


@click.command(cls=GameWordCommand)
@with_options(_Options)
def command(options: _Options) -> None:
    """駒の少ない局面の勝ち負けをすべて求める。Decide all positions with few dice.

    手駒がなく、盤上の駒が --dice 個までの局面すべてについて、どちらが何手で必ず勝てるか、どちらにも必勝がないかを、終局から逆に求め、対称形
    を除いてファイルに書く。表があれば kifu solve、--adjudicate、kifu review --engine、kifu play --engine が用いる (なくてもよい)。別
    の場所のファイルは環境変数 KIFU_TABLEBASE で示す (空なら用いない)。既定の規則の表であり、line、beat、four のほかの読み方の局面には用い
    ない。6面体だけにある。局面の種類ごとに、局面の数、手番の側の勝ち、負け、どちらでもないもの、最も長い勝ちの手数を示す。

    Decides every position without dice in hand and with up to --dice dice on the board, backwards from the ends of the
    game: who can force a win and in how many plies, or that neither side can. The result, up to symmetry, is written to
    a file. Where it is present, `kifu solve`, --adjudicate, `kifu review --engine` and `kifu play --engine` use it;
    none of them needs it. The environment variable KIFU_TABLEBASE names a file elsewhere (empty: none is used). It is
    of the default rules, and is not used under other readings of line, beat and four. Only 6面体 has one. For each
    material it says how many positions there are, how many the side to move wins and loses, in how many neither side
    can force a win, and the plies of the longest win.
    """
    if not engine.tablebase.has_slices(options.game):
        raise usage_error(
            f"{options.game.name.ja}の表は作れません (6面体だけ)",
            f"there is no tablebase of {options.game.name.en}, only of six",
        )
    path = _tablebase_path(options.game, options.output)
    if options.check:
        _check_tablebase(options.game, path, options.form)
        return
    if os.path.lexists(path) and not options.force:  # Path.exists raises if the name is too long
        shown = visible(str(path))
        raise usage_error(
            f"{shown} はすでにあります。作り直すなら --force、確かめるなら --check を付けてください",
            f"{shown} exists; build it again with --force, or check it with --check",
        )
    slices = _build_tablebase(
        options.game, options.dice, path, force=options.force, in_user_cache=options.output is None
    )
    _print_slices(options.game, path, slices, options.form)


def _tablebase_path(game: Game, output: str | None) -> Path:
    """Return the tablebase file; raises click.UsageError without one."""
    if output == STANDARD_STREAM:
        raise usage_error("- は標準出力です。ファイルの名を書いてください", "- is standard output; name a file")
    path = engine.tablebase_file_and_cache.cache_path(game) if output is None else Path(output)
    if path is None:
        raise usage_error(
            "キャッシュのフォルダーがありません。-o でファイルを指定してください",
            "there is no cache folder; name a file with -o",
        )
    return path


def _build_tablebase(game: Game, dice: int, path: Path, *, force: bool, in_user_cache: bool) -> list[Slice]:
    """Decide all slices and write them.

    A file in the user's cache (`in_user_cache`) is closed to others: else it is not trusted.
    """
    import numpy as np  # noqa: PLC0415 - slow to import

    _make_folder(path, private=in_user_cache)  # said before the work, not after it
    codes = [code for count in range(MIN_DICE, dice + 1) for code in engine.tablebase.slices_in_order(game, count)]
    size_of = engine.tablebase.slice_kernels(game)["size_of"]
    values = np.zeros(sum(int(size_of(code)) for code in codes), np.uint8)
    built = zip(
        show_progress(range(len(codes)), say(Message("求めています", "deciding"))),
        engine.tablebase.decide_slices(game, codes, values),
        strict=True,
    )
    slices = [each for _, each in built]
    write_file(path, engine.tablebase_file_and_cache.file_head(game, dice, slices) + values.tobytes(), force=force)
    if in_user_cache:
        path.chmod(stat.S_IRUSR | stat.S_IWUSR)
    return slices


def _make_folder(path: Path, *, private: bool) -> None:
    """Make the folder of a file; raises click.UsageError on failure."""
    mode = stat.S_IRWXU if private else stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO
    try:
        path.parent.mkdir(mode=mode, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except (OSError, ValueError) as failed:  # ValueError: a NUL in the path
        raise cannot_write_error(visible(str(path)), failed) from None


def _check_tablebase(game: Game, path: Path, form: str) -> None:
    """Compare all values of a file; raises Unusable if wrong."""
    table = _read_tablebase(game, path)
    checked = zip(
        show_progress(range(len(table.slices)), say(Message("確認中", "checking"))),
        engine.tablebase.check_slices(game, table),
        strict=True,
    )
    counts = [(looked_at, wrong) for _, (_, looked_at, wrong) in checked]
    positions, wrong = (sum(numbers) for numbers in zip(*counts, strict=True)) if counts else (0, 0)
    if form == "json":
        print_json({"game": game.id, "file": str(path), "positions": positions, "wrong": wrong})
    else:
        click.echo(
            say(
                Message(
                    f"確かめた局面 {positions:,}、誤り {wrong:,}", f"positions checked: {positions:,}, wrong: {wrong:,}"
                )
            )
        )
    if wrong:
        raise UnusablePart(
            say(
                Message(
                    "表に誤りがあります。--force で作り直してください",
                    "the tablebase is wrong; build it again with --force",
                )
            )
        )


def _read_tablebase(game: Game, path: Path) -> Tablebase:

    try:
        return engine.tablebase_file_and_cache.read_tablebase(path, game)
    except engine.tablebase_file_and_cache.UnusableTablebase as unusable:
        raise UnusablePart(f"{visible(str(path))}: {say(unusable.message)}") from None


HEAD = (
    Message("駒", "dice"),
    Message("局面", "positions"),
    Message("手番の勝ち", "won"),
    Message("手番の負け", "lost"),
    Message("どちらでもない", "neither"),
    Message("最長", "longest"),
)
RIGHT = range(1, 6)
"""The columns of numbers, from 0; they end flush."""


def _print_slices(game: Game, path: Path, slices: Sequence[Slice], form: str) -> None:
    """Print the slices of a tablebase: positions, wins, longest win."""
    if form == "json":
        rows: list[dict[str, Any]] = [
            {
                "dice": each.name,
                "positions": each.positions,
                "won": each.won,
                "lost": each.lost,
                "neither": each.neither,
                "longest": each.longest,
            }
            for each in slices
        ]
        print_json({"game": game.id, "rules": game.rules, "file": str(path), "slices": rows})
        return
    rows_of_text = [[say(word) for word in HEAD]]
    for each in slices:
        numbers = (each.positions, each.won, each.lost, each.neither, each.longest)
        rows_of_text.append([each.name, *(f"{number:,}" for number in numbers)])
    click.echo("".join(f"{line}\n" for line in align_columns(rows_of_text, RIGHT)), nl=False)
    click.echo(visible(str(path)))
