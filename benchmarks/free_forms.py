"""Measures how long records in free forms are read, in ms per 60 plies: random games in a person's spelling, and what people typed.

Each is read once, in a process that has read others, beside python-chess's `read_game` on as many plies. Then the first record of
a process of its own, as `kifu verify` reads it: with an empty cache, and with what the run before has kept there.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click
from peer import machine, random_pgn, read_pgn, work_of

from kifu.core import games
from notation.random_record import random_game_as_kif
from notation.reading import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.core.game.game import Game

TYPED = Path(__file__).resolve().parents[1] / "tests/data/typed"
FORMS = {"six": "{ply}手目 {move}", "ace": "▲{move}", "rengo": "{ply}. {move}"}
"""How a move is written in the random games of each game; ▲ is △ where 後手 moves."""
BETWEEN = {"six": "-", "ace": "→", "rengo": "-"}
"""What parts the squares of a move."""
PLIES = 60


@click.command()
@click.option("--records", default=10, show_default=True, help="Random games of each game.")
@click.option("--typed", default=["ah", "f"], show_default=True, multiple=True, help="A folder of tests/data/typed/.")
def main(records: int, typed: Sequence[str]) -> None:
    """Read the records, and the same number of plies of chess with the peer, in one process."""
    pgn, chess_plies = random_pgn(20, PLIES, seed=1)
    theirs = work_of(3, lambda: read_pgn(pgn)) / chess_plies
    print(machine())
    print(f"{'python-chess':<14}{1000 * PLIES * theirs:>8.1f} ms / {PLIES} plies")
    for game_id in FORMS:
        game = games.load(game_id)
        _measure(game_id, [_free_form(game, seed) for seed in range(records + 1)], theirs)
    for folder in typed:
        files = sorted(one for one in (TYPED / folder).iterdir() if one.suffix not in {".json", ".md"})
        _measure(f"typed/{folder}", [one.read_bytes() for one in files], theirs)
    with tempfile.TemporaryDirectory() as cache:
        record = Path(cache) / "record.txt"
        record.write_bytes(_free_form(games.load("six"), 1))
        verify = [sys.executable, "-m", "kifu", "verify", str(record)]
        peer = [
            sys.executable,
            "-c",
            f"import chess.pgn, io; chess.pgn.read_game(io.StringIO({random_pgn(1, PLIES, seed=1)[0]!r}))",
        ]
        chess = min(_process_seconds(peer, cache) for _ in range(3))
        for name in ("nothing kept", "kept", "kept"):
            ours = _process_seconds(verify, cache)
            print(
                f"a process, {name:<13}{1000 * ours:>8.0f} ms {ours / chess:>6.1f} × python-chess ({1000 * chess:.0f} ms)"
            )


def _process_seconds(command: Sequence[str], cache: str) -> float:
    """Return the processor time of a process whose cache is a folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env={**os.environ, "XDG_CACHE_HOME": cache}, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _measure(name: str, texts: Sequence[bytes], theirs: float) -> None:
    """Print what reading some texts costs; the first one warms the process, and is not counted."""
    read(name, texts[0])
    plies: list[int] = []
    work = work_of(1, lambda: plies.extend(map(_read_plies, texts[1:])))
    each = work / max(1, sum(plies))
    print(
        f"{name:<14}{1000 * PLIES * each:>8.1f} ms / {PLIES} plies {1000 * work / len(plies):>8.1f} ms / record"
        f" {each / theirs:>6.1f} × python-chess ({len(plies)} records, {sum(plies)} plies)"
    )


def _read_plies(text: bytes) -> int:
    """Read a file, and return how many plies its records have."""
    return sum(
        len(one.plain.main.entries) for record in read("benchmark", text).records for one in (record, *record.games)
    )


def _free_form(game: Game, seed: int) -> bytes:
    """Return a random game as a person writes it: its name alone, both players on a line, and rows in one figure."""
    (record,) = read("benchmark", random_game_as_kif(game, seed, PLIES).encode()).records
    setup = record.setup
    board = [] if setup is None else record.source.lines[setup.line - 1 : setup.fields[-1].line]
    head = [f"{header.key}：{header.value}" for header in record.headers if header.key in game.required_head]
    moves = [
        FORMS[game.id].replace("▲", "△▲"[ply % 2]).format(ply=ply, move=_spelled(game, entry.text))
        for ply, entry in enumerate(record.main.entries, start=1)
    ]
    return "\n".join([game.name.ja, "先手 山田太郎 後手 鈴木花子", *head, *board, *moves, ""]).encode()


def _spelled(game: Game, text: str) -> str:
    """Return a move with its rows in one figure, and what a person writes between squares; a pass as it stands."""
    written = game.read(text).written
    squares = (game.board.spell(square) for square in written.squares)
    spelled = BETWEEN[game.id].join(f"{name[:-2]}{int(name[-2:])}" for name in squares)
    return f"{spelled}{written.unit}{''.join(written.suffixes)}" or text


if __name__ == "__main__":
    main()
