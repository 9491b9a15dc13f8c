"""Measures `kifu corpus build` as a process, for three sizes: time, peak memory of all its processes, and their growth."""

from __future__ import annotations

import shutil
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from measured import Run, run
from peer import machine

from kifu.core import games
from notation.random_record import random_game_as_kif

if TYPE_CHECKING:
    from collections.abc import Iterator

LENGTHS = range(51, 71)
"""A random game gives one record for each of these plies that it reaches, broken off there: all records differ."""
HALVINGS = 2
"""How often the largest size is halved for the smallest one."""


class Build(NamedTuple):
    """The size of a build, and its cost."""

    records: int
    took: Run


@click.command()
@click.option("--records", default=200_000, show_default=True, help="The largest size; the others are halves of it.")
@click.option("--workers", default=2, show_default=True)
def main(records: int, workers: int) -> None:
    """Generate the records, build from a quarter, a half and all of them, and compare."""
    with tempfile.TemporaryDirectory() as folder:
        sizes = [records >> halving for halving in range(HALVINGS, -1, -1)]
        runs = [_run(Path(folder), size, workers) for size in sizes]
    print(machine())
    for size, took in runs:
        pace = size / took.seconds
        print(
            f"{size:>9,} records {took.seconds:>8.1f} s {took.working:>8.1f} s of processors {pace:>8,.0f} records/s "
            f"{took.peak / 1e6:>8,.0f} MB at most"
        )
    for (smaller, before), (larger, after) in pairwise(runs):
        print(
            f"{larger / smaller:.2f} times the records: {after.seconds / before.seconds:.2f} times the time, "
            f"{after.working / before.working:.2f} times the work, {after.peak / before.peak:.2f} times the memory"
        )


def _run(folder: Path, size: int, workers: int) -> Build:
    file, out = folder / "records.kif", folder / "out"
    with file.open("w", encoding="utf-8") as stream:
        for number, text in enumerate(_records()):
            if number == size:
                break
            stream.write(text)
    command = [sys.executable, "-m", "kifu", "corpus", "build", str(file), "-o", str(out), "--workers", str(workers)]
    took = run(command)
    shutil.rmtree(out)
    if took.status:
        raise SystemExit(took.status)
    return Build(size, took)


def _records() -> Iterator[str]:
    game = games.load("six")
    seed = 0
    while True:
        head, table, moves = random_game_as_kif(game, seed, max(LENGTHS)).partition("手数----指手---------消費時間--\n")
        lines = moves.splitlines(keepends=True)[:-1]
        for plies in LENGTHS:
            if plies <= len(lines):
                yield f"{head}{table}{''.join(lines[:plies])}まで{plies}手で中断\n"
        seed += 1


if __name__ == "__main__":
    main()
