"""Measures every ratio that has an aim, with the peers beside it, in one run; the farthest from its aim comes first.

The other scripts here measure; this one asks them and prints a table. A peer that is not installed is named. Ratios are
by the clock, so the machine has to be quiet; those of single processes are also given by CPU.
"""

from __future__ import annotations

import tempfile
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import many
import rengo
import start
from peer import machine

from kifu.core import games
from notation.diagnostic_rendering import display_width

if TYPE_CHECKING:
    from collections.abc import Iterator

START = 3.0
"""Times `python -c pass` that `kifu verify` of one record takes at most."""
FIRST_USE = 5.0
"""Seconds that the first use takes at most."""
PEER = 1.0
"""Times as fast as a peer that a ply, or a node, has to be at least."""
SIZES = (20_000, 200_000)
"""Records in a file."""
LARGE = 4.0
"""The same for pgn-extract and a large file: from the last of SIZES on."""
DISTINCT, PLIES, RENGO_GAMES, RENGO_PLIES = 2000, 60, 12, 120


class Ratio(NamedTuple):
    """One measured ratio and its aim."""

    what: str
    ours: str
    peer: str
    """The peer and its figure."""
    ratio: float
    aim: float
    why: str
    """What the ratio is made of: the sentence that is printed if it is the farthest from its aim."""
    most: bool = False
    """Whether the aim is the most that the ratio may be, not the least."""
    by_cpu: float | None = None

    @property
    def share(self) -> float:
        """The share of the aim that is reached; 1 or more: it is reached."""
        return self.aim / self.ratio if self.most else self.ratio / self.aim


@click.command()
@click.option("--runs", default=5, show_default=True)
@click.option("--sizes", multiple=True, type=int, default=SIZES, show_default=True, help="Records in a file.")
def main(runs: int, sizes: tuple[int, ...]) -> None:
    """Measure all, and print a table."""
    print(machine())
    rows = [*_start(runs), *_many(runs, sizes), *_rengo(runs)]
    rows.sort(key=lambda row: row.share)
    shown = [("what", "ours", "peer", "ratio", "aim", "by CPU", "reached"), *map(_cells, rows)]
    widths = [max(map(display_width, column)) for column in zip(*shown, strict=True)]
    for cells in shown:
        padded = (" " * (width - display_width(cell)) for cell, width in zip(cells, widths, strict=True))
        first, *others = zip(cells, padded, strict=True)
        print("  ".join(["".join(first), *(blanks + cell for cell, blanks in others)]))
    if rows[0].share < 1:
        print(f"farthest from its aim: {rows[0].what}: {rows[0].why}")
    for absent in _absent():
        print(f"not installed, so not measured: {absent}")


def _cells(row: Ratio) -> tuple[str, ...]:
    aim = f"{'≤' if row.most else '≥'} {row.aim:g}"
    by_cpu = "" if row.by_cpu is None else f"{row.by_cpu:.2f}"
    return (
        row.what,
        row.ours,
        row.peer,
        f"{row.ratio:.2f}",
        aim,
        by_cpu,
        "yes" if row.share >= 1 else f"{row.share:.0%}",
    )


def _start(runs: int) -> Iterator[Ratio]:
    ours, nothing, library = start.times(runs * 3)
    yield Ratio(
        "start: kifu verify of one record ÷ python -c pass",
        f"{ours * 1000:.0f} ms",
        f"{nothing * 1000:.0f} ms",
        ours / nothing,
        START,
        f"click, which reads the command line, has {(library - nothing) * 1000:.0f} ms of it; the rest is our modules",
        most=True,
    )


def _many(runs: int, sizes: tuple[int, ...]) -> Iterator[Ratio]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in sizes:
            file, plies = many.written(folder, games.load("six"), size, min(DISTINCT, size), PLIES)
            if size == sizes[0]:
                yield _first_use(file, folder)
            yield from _of_size(file, size, plies, runs)
            file.unlink()


def _first_use(file: Path, folder: Path) -> Ratio:
    first, second = many.first_use(file, folder, many.CORES)
    why = "numba and LLVM make the machine code of the kernels that this command needs"
    title = "first use in seconds, and the second one"
    return Ratio(title, f"{first.wall:.1f} s", f"{second.wall:.1f} s", first.wall, FIRST_USE, why, most=True)


def _of_size(file: Path, size: int, plies: int, runs: int) -> Iterator[Ratio]:
    title = f"{size:,} records"
    single = many.best(runs, many.verify(file, 1))
    for peer in many.peers(file.parent, plies, PLIES):
        theirs = many.best(runs, peer.arguments)
        ratio = many.faster(single, plies, theirs, peer.plies)
        rates = f"{plies / single.wall / 1e6:.2f} M plies/s", f"{peer.plies / theirs.wall / 1e6:.2f}"
        why = "most of a small file's time is the start; a large file's is scanning and replaying"
        aim = LARGE if peer.name == many.EXTRACT and size >= SIZES[-1] else PEER
        yield Ratio(f"{title}, one worker ÷ {peer.name}", *rates, ratio.wall, aim, why, by_cpu=ratio.cpu)


def _rengo(runs: int) -> Iterator[Ratio]:
    why = "one record at a time is judged as Python, because boards and units are read from tables that a game chooses"
    for board in rengo.BOARDS:
        data = "".join(rengo.game(board, seed, RENGO_PLIES) for seed in range(RENGO_GAMES)).encode()
        judged = rengo.judging(board, data, RENGO_PLIES, runs)
        yield _rates("rengo judged", "plies/s", judged, why)
    for counted in rengo.counting(runs):
        yield _rates(f"rengo perft {rengo.DEPTH}", "nodes/s", counted, "its rules run as Python")


def _rates(what: str, unit: str, rates: rengo.Rates, why: str) -> Ratio:
    ratio = rates.ours / rates.theirs
    theirs = f"{rates.theirs:,.0f}"
    return Ratio(
        f"{what} on {rates.board} ÷ {rates.peer}", f"{rates.ours:,.0f} {unit}", theirs, ratio, PEER, why, by_cpu=ratio
    )


def _absent() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        installed = {peer.name for peer in many.peers(Path(folder), PLIES * 10, PLIES)}
    yield from sorted({many.EXTRACT, many.RUST} - installed)
    if util.find_spec("pyffish") is None:
        yield "pyffish"


if __name__ == "__main__":
    main()
