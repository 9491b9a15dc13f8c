"""Measures burdensome files of several sizes, each read by a process: time, peak memory, and their growth."""

from __future__ import annotations

import shutil
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click
from measured import run
from peer import machine

from kifu.core import games
from notation.random_record import random_game_as_kif

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZES = 3
"""How many sizes are measured; each is twice the one before it."""


def _one_game(size: int) -> Iterator[str]:
    """Yield the same game again and again: all copies share one digest in a dataset."""
    game = random_game_as_kif(games.load("six"), 1, 60)
    return (game for _ in range(size))


def _one_line(size: int) -> Iterator[str]:
    """Yield a line that names variant files again and again."""
    yield "棋種：6面体\n"
    yield from ("規則：x" for _ in range(size))
    yield ".toml\n"


def _one_object(size: int) -> Iterator[str]:
    """Yield a JSON object whose last member stands twice."""
    yield "{"
    yield from (f'"{number}":1,' for number in range(size))
    yield f'"{size - 1}":1}}'


CASES: tuple[tuple[str, Callable[[int], Iterator[str]], float, tuple[str, ...]], ...] = (
    ("verify, one game", _one_game, 1, ("verify", "FILE")),
    ("verify --format json, one game", _one_game, 1, ("verify", "--format", "json", "FILE")),
    ("corpus build, one game", _one_game, 1, ("corpus", "build", "FILE", "-o", "OUT")),
    ("corpus build, a line of 規則", _one_line, 1, ("corpus", "build", "FILE", "-o", "OUT", "--workers", "0")),
    ("verify, a JSON object", _one_object, 10, ("verify", "FILE")),
)
"""The name of each case, its file, the factor of its size, and its command."""


@click.command()
@click.option("--records", default=80_000, show_default=True, help="The largest size; the others are halves of it.")
@click.option("--only", default="", help="Cases whose name holds this.")
def main(records: int, only: str) -> None:
    """Write the files of each case, read them, and compare."""
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder, "file.kif"), Path(folder, "out")
        for name, lines, times, command in CASES:
            if only not in name:
                continue
            runs = []
            for size in [int(times * records) >> halving for halving in reversed(range(SIZES))]:
                with file.open("w", encoding="utf-8") as stream:
                    stream.writelines(lines(size))
                places = {"FILE": str(file), "OUT": str(out)}
                runs.append(run([sys.executable, "-m", "kifu", *(places.get(word, word) for word in command)]))
                print(
                    f"{name:<32} {size:>9,} {runs[-1].seconds:>8.1f} s {runs[-1].peak / 1e6:>8,.0f} MB at most",
                    flush=True,
                )
                shutil.rmtree(out, ignore_errors=True)
            for before, after in pairwise(runs):
                longer, larger = after.seconds / before.seconds, after.peak / before.peak
                print(f"{name:<32} twice the size: {longer:.2f} times the time, {larger:.2f} times the memory")


if __name__ == "__main__":
    main()
