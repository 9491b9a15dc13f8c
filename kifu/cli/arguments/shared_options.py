"""Options that several commands share.

`--game`, `--rules`, `--corpus` and `--output` have modules of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import say
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

STANDARD_STREAM = "-"
"""The file name that means standard input for a file that is read, and standard output for a file that is written."""


MAX_COUNT = 1_000_000_000
"""The largest number of positions, games or units that an option takes: machine code counts in 64 bits."""
MAX_PLIES = 100_000
"""The most plies of a game that is played."""
MAX_WORKERS = 1_000
"""The most processes that play at once."""


def _number(name: str, least: int, default: int, words: str, most: int = MAX_COUNT) -> Decorator:
    return click.option(name, type=click.IntRange(least, most), default=default, show_default=True, help=words)


AUTO = -1
"""The value of `--adjudicate auto`, as :data:`kifu.engine.adjudicate.AUTO`."""
PROOF_NODES = 20_000
"""The value of :data:`kifu.engine.adjudicate.NODES`, which is slow to import."""


def _a_ply_or_auto(_context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    """Return the ply of a text, or AUTO; raises click.BadParameter."""
    if value is None:
        return None
    if value == "auto":
        return AUTO
    if not (value.isascii() and value.isdigit() and len(value) <= DIGITS):
        message = Message(f"{value} は手数でも auto でもありません", f"{value} is neither a ply nor auto")
        raise click.BadParameter(say(message), param=parameter)
    return int(value)


DIGITS = 6
"""The digits of a ply, at most."""
adjudicate_option: Decorator = click.option(
    "--adjudicate",
    metavar="PLY|auto",
    callback=_a_ply_or_auto,
    help="この手数から先は一局面ごとに必勝を証明で調べる。auto は各局の最後の 30 手。Ask the solver from this ply on who can force a "
    "win; auto: in the last 30 plies of each game.",
)
proof_nodes_option: Decorator = _number(
    "--proof-nodes",
    1,
    PROOF_NODES,
    "--adjudicate が一局面に調べる局面の数。Positions that --adjudicate looks at for each position.",
)
engine_nodes_option: Decorator = _number(
    "--nodes", 1, 10_000, "--engine が一局面に調べる局面の数。Positions that --engine looks at for each position."
)
force_option: Decorator = click.option("--force", is_flag=True, help="あれば上書き。Overwrite.")
raw_csv_option: Decorator = click.option(
    "--raw-csv",
    is_flag=True,
    help="CSV の = + - @ で始まる文字にも ' を付けない。No ' before CSV text that begins with = + - @: spreadsheets may run it.",
)
seed_option: Decorator = click.option(
    "--seed", type=click.IntRange(0, 1 << 62), help="乱数の種 (なければ選んで記す)。Seed; chosen and noted if left out."
)
players_option: Decorator = _number("--workers", 1, 1, "並行して指す数。Processes that play at once.", MAX_WORKERS)
picture_option: Decorator = click.option(
    "--format",
    "forms",
    type=click.Choice(["png", "svg"]),
    multiple=True,
    default=("png", "svg"),
    help="図の形式 (なければ両方)。Format of the pictures; default: both.",
)


jobs_option: Decorator = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="多くの棋譜を同時に判定する働き手の数 (なければコアの数)。Workers for many records; else one a core.",
)


def form_option(*forms: str, words: str = "出力の形式。Form of the output.") -> Decorator:
    """Return the option `--format`, by default the first of `forms`."""
    return click.option("--format", "form", type=click.Choice(forms), default=forms[0], show_default=True, help=words)


def plies_option(longest: int) -> Decorator:
    """Return the option `--plies`, by default `longest`."""
    return _number("--plies", 1, longest, "この手数で中断。Break off after this number of plies.", MAX_PLIES)


def nodes_option(nodes: int) -> Decorator:
    """Return the option `--nodes`, positions searched; 0 is random.

    `nodes` is the default.
    """
    words = "一手に調べる局面の数 (0 は一様乱数)。Positions looked at for a move; 0 plays at random."
    return _number("--nodes", 0, nodes, words)


def stale_option(units: int) -> Decorator:
    """Return the option `--stale`, the evaluation cost of repetition.

    `units` is the default.
    """
    words = "前の局面に戻るのを嫌う度合い (評価値の単位)。What coming back to a position costs, in units of evaluation."
    return _number("--stale", 0, units, words)


def numbers(_context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Return the distinct numbers of a comma-separated text.

    Raises click.BadParameter below 1 and above MAX_COUNT.
    """
    try:
        numbers = tuple(dict.fromkeys(int(word) for word in (value or "").split(",") if word.strip()))
    except ValueError:
        numbers = (0,)
    if any(not 1 <= number <= MAX_COUNT for number in numbers):
        raise click.BadParameter(
            say(
                Message(f"{value} は 7,8 のような数の並びではありません", f"{value} is no list of numbers such as 7,8")
            ),
            param=parameter,
        )
    return numbers
