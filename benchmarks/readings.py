"""Compares `kifu readings` with `kifu verify` in the same run: one record interpreted, and many records compiled.

The many records are made at random, so most of them have a move that some reading forbids. CPU seconds are printed too:
on a busy machine only they can be compared.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click
from many import Cost, best
from peer import machine

from kifu.core import games
from kifu.core.game.options import unchosen_option_values
from notation.random_record import random_game_as_kif

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command()
@click.option("--records", default=20_000, show_default=True)
@click.option("--distinct", default=2_000, show_default=True, help="Different ones among them.")
@click.option("--plies", default=60, show_default=True)
@click.option("--runs", default=3, show_default=True)
@click.option("--game", "game_id", default="six", show_default=True, type=click.Choice(games.ids()))
def main(records: int, distinct: int, plies: int, runs: int, game_id: str) -> None:
    """Judge one record by one process, then many by one process, with both commands."""
    game = games.load(game_id)
    others = len(list(unchosen_option_values(game)))
    texts = [random_game_as_kif(game, seed, plies) for seed in range(distinct)]
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one.kif", Path(folder) / "many.kif"
        one.write_text(max(texts, key=len), encoding="utf-8")
        many.write_text("".join(texts) * (records // distinct), encoding="utf-8")
        print(f"one record of {game_id} of {plies} plies, interpreted, {others} other readings")
        verified, read = _both(one, (), runs)
        print(f"{'':24} limit: twice that and 0.2 s: {2 * verified.wall + 0.2:.2f} s; taken {read.wall:.2f} s")
        print(f"{records:,} records of {game_id}, one process, compiled")
        for more in (("--quiet",), ("--format", "json")):
            verified, read = _both(many, ("--jobs", "1", *more), runs)
            print(
                f"{'':24} {read.wall / verified.wall:.2f} times as long, by CPU {read.cpu / verified.cpu:.2f}; "
                f"limit: {1 + others}"
            )


def _both(file: Path, options: Sequence[str], runs: int) -> tuple[Cost, Cost]:
    """Measure both commands on a file."""
    costs = []
    for command in ("verify", "readings"):
        arguments = [sys.executable, "-m", "kifu", command, *options, str(file)]
        best(1, arguments)  # the first run compiles
        costs.append(best(runs, arguments))
        print(f"kifu {command:19} {costs[-1].wall:.2f} s, CPU {costs[-1].cpu:.2f}  {' '.join(options)}")
    return costs[0], costs[1]


if __name__ == "__main__":
    main()
