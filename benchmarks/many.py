"""Compares whole processes on a large file: `kifu verify --quiet`, `pgn-extract -r`, and a PGN reader in Rust.

pgn-extract checks that every move is legal; the Rust reader's Python binding (rust-pgn-reader-python-binding) computes
the moves and the positions. A peer that is not installed is left out. Records and games are made once at random and
repeated up to the size. CPU seconds are printed too: on a busy machine only they can be compared.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import numpy as np
from peer import environment, machine, random_pgn

from analysis.batch.file_pieces_and_temporary_copies import record_offsets
from analysis.batch.scan_and_replay import WantedOutputs, double_turn_ply, parse_texts, replay_lines, scan_records
from analysis.batch.scanner_layout_and_text_kernel import FIRST, PLIES
from kifu.core import games
from kifu.core.compiled.replay_kernel import MOVES
from notation.random_record import random_game_as_kif

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kifu.core.game.game import Game

EXTRACT, RUST = "pgn-extract -r", "Rust PGN reader from Python"
"""The names of the peers."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
READER = """
import sys
import pyarrow
from rust_pgn_reader_python_binding import parse_games
text = open(sys.argv[1]).read()
games = ["[Event " + game for game in text.split("[Event ")[1:]]
parsed = parse_games(pyarrow.chunked_array([pyarrow.array(games)]), num_threads=1)
assert parsed.num_games == len(games)
"""


class Cost(NamedTuple):
    """The time that a process took, in seconds."""

    wall: float
    cpu: float


class Peer(NamedTuple):
    """A program to compare with."""

    name: str
    arguments: Sequence[str]
    plies: int


@click.command()
@click.option("--records", default=20_000, show_default=True)
@click.option("--distinct", default=2_000, show_default=True, help="Different ones among them.")
@click.option("--plies", default=60, show_default=True)
@click.option("--runs", default=3, show_default=True)
@click.option("--game", "game_id", default="six", show_default=True, type=click.Choice(games.ids()))
def main(records: int, distinct: int, plies: int, runs: int, game_id: str) -> None:
    """Judge the records with one core and with all; let the peers read the same number of plies."""
    game = games.load(game_id)
    with tempfile.TemporaryDirectory() as folder:
        file, ours = written(Path(folder), game, records, distinct, plies)
        print(machine())
        print(f"{records:,} records of {game_id}, {ours:,} plies, {file.stat().st_size / 1e6:.0f} MB")
        first, second = first_use(file, Path(folder), CORES)
        print(f"first use: {first.wall:.1f} s (CPU {first.cpu:.1f}); again: {second.wall:.1f} s ({second.cpu:.1f})")
        single = best(runs, verify(file, 1))
        _say("kifu verify, one process", ours, single)
        parallel = best(runs, verify(file, CORES))
        _say(f"kifu verify, {CORES} processes", ours, parallel)
        print(f"{'':34} {single.wall / parallel.wall:.2f} times as fast as one, by the clock")
        _replay_alone(file, game, runs)
        for peer in peers(Path(folder), ours, plies):
            cost = best(runs, peer.arguments)
            _say(peer.name, peer.plies, cost)
            ratio = faster(single, ours, cost, peer.plies)
            print(f"{'':34} one process of kifu is {ratio.wall:.2f} times as fast a ply, by CPU {ratio.cpu:.2f}")


def _replay_alone(file: Path, game: Game, runs: int) -> None:
    """Measure the replay alone, of lines of play whose moves are integers already."""
    data = file.read_bytes()
    starts = record_offsets(data)
    bounds = np.column_stack(([0, *starts[1:]], [*starts[1:], len(data)])).astype(np.int64)
    scanned = scan_records(data, bounds, double_turn_ply(game, game.start()))
    firsts, plies = (scanned.found[:, column].copy() for column in (FIRST, PLIES))
    words = parse_texts(game, scanned.texts)
    costs = []
    for _ in range(runs + 1):  # the first loads the machine code
        start = time.process_time()
        played = replay_lines(
            game,
            firsts,
            plies,
            scanned.words,
            words,
            start=game.start(),
            legal_occurrences=4,
            wanted_outputs=WantedOutputs(),
        )
        costs.append(time.process_time() - start)
    moves = int(played.ends[:, MOVES].sum())
    print(f"{'replay alone, moves as integers':34} {moves / min(costs[1:]):>10,.0f} plies/s of CPU ({moves:,} plies)")


def faster(ours: Cost, plies: int, theirs: Cost, their_plies: int) -> Cost:
    """Return how many times as fast a ply is to us as to a peer, by the clock and by CPU."""
    return Cost(theirs.wall / their_plies * plies / ours.wall, theirs.cpu / their_plies * plies / ours.cpu)


def written(folder: Path, game: Game, records: int, distinct: int, plies: int) -> tuple[Path, int]:
    """Write a file of `records` random records, `distinct` different ones among them. Return the file and the number of its plies."""
    texts = [random_game_as_kif(game, seed, plies) for seed in range(distinct)]
    file = folder / f"{records}.kif"
    file.write_text("".join(texts) * (records // distinct), encoding="utf-8")
    return file, sum(_plies(text) for text in texts) * (records // distinct)


def _plies(text: str) -> int:
    return int(text.rsplit("まで", 1)[1].split("手", 1)[0])


def verify(file: Path, jobs: int) -> Sequence[str]:
    """Return the command that judges a file with `jobs` workers."""
    return [sys.executable, "-m", "kifu", "verify", "--quiet", "--jobs", str(jobs), str(file)]


def first_use(file: Path, folder: Path, jobs: int) -> tuple[Cost, Cost]:
    """Return the cost of the first use with `jobs` workers, which compiles, and of the second, which does not."""
    cached = {"NUMBA_CACHE_DIR": str(folder / f"cache-{jobs}")}
    return _cost(verify(file, jobs), cached), _cost(verify(file, jobs), cached)


def peers(folder: Path, plies: int, length: int) -> list[Peer]:
    """Return the peers that are installed, each with games of about `plies` plies together, `length` plies a game."""
    tenth = max(plies // 10, 1)
    pgn, held = random_pgn(tenth // length, length, seed=1)
    file = folder / "chess.pgn"
    file.write_text(pgn * 10)
    installed = []
    extract = shutil.which("pgn-extract", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if extract:
        installed.append(Peer(EXTRACT, [extract, "-r", "-s", str(file)], held * 10))
    try:
        import rust_pgn_reader_python_binding  # noqa: F401, PLC0415 - imported only to see whether it is installed
    except ImportError:
        pass
    else:
        installed.append(Peer(RUST, [sys.executable, "-c", READER, str(file)], held * 10))
    return installed


def best(runs: int, arguments: Sequence[str]) -> Cost:
    """Return the lowest cost of several runs of a process."""
    return min(_cost(arguments) for _ in range(runs))


def _cost(arguments: Sequence[str], more: Mapping[str, str] | None = None) -> Cost:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(arguments, check=True, capture_output=True, env={**environment(), **(more or {})})
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _say(name: str, plies: int, cost: Cost) -> None:
    print(f"{name:34} {plies / cost.wall:>10,.0f} plies/s ({cost.wall:.2f} s, CPU {cost.cpu:.2f})")


if __name__ == "__main__":
    main()
