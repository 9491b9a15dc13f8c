"""Options that several commands have, each worded once; `--game`, `--rules` and `--corpus` have modules of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

force_option: Decorator = click.option("--force", is_flag=True, help="あれば上書き。Overwrite.")
seed_option: Decorator = click.option(
    "--seed", type=click.IntRange(min=0), help="乱数の種 (なければ選んで記す)。Seed; chosen and noted if left out."
)
players_option: Decorator = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="並行して指す数。Processes that play at once.",
)
picture_option: Decorator = click.option(
    "--format",
    "forms",
    type=click.Choice(["png", "svg"]),
    multiple=True,
    default=("png", "svg"),
    help="図の形式 (なければ両方)。Format of the pictures; default: both.",
)


def form_option(*forms: str, words: str = "出力の形式。Form of the output.") -> Decorator:
    """Return the option `--format`: one of `forms`, by default the first."""
    return click.option("--format", "form", type=click.Choice(forms), default=forms[0], show_default=True, help=words)


def plies_option(longest: int) -> Decorator:
    """Return the option `--plies` of games that are broken off."""
    return click.option(
        "--plies",
        type=click.IntRange(min=1),
        default=longest,
        show_default=True,
        help="この手数で中断。Break off after so many plies.",
    )


def nodes_option(nodes: int) -> Decorator:
    """Return the option `--nodes` of players that may also be random."""
    return click.option(
        "--nodes",
        type=click.IntRange(min=0),
        default=nodes,
        show_default=True,
        help="一手に調べる局面の数 (0 は一様乱数)。Positions looked at for a move; 0 plays at random.",
    )


def stale_option(units: int) -> Decorator:
    """Return the option `--stale`."""
    return click.option(
        "--stale",
        type=click.IntRange(min=0),
        default=units,
        show_default=True,
        help="前の局面に戻るのを嫌う度合い (評価値の単位)。What coming back to a position costs, in units of evaluation.",
    )
