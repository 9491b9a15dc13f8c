"""Measures plies per second from text to verdict, one record at a time and in batches.

They are also given as a ratio to python-chess's `read_game`, measured in the same run.
"""

from __future__ import annotations

import io

import click
from peer import best_of, machine, random_pgn, read_pgn

from analysis.batch import Batch
from analysis.batch.file_splitting import read_pieces, survey_file
from kifu.core import games
from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.referee.verify import verify
from notation.random_record import random_game_as_kif
from notation.reading import read


@click.command()
@click.option("--records", default=2000, show_default=True)
@click.option("--plies", default=60, show_default=True)
@click.option("--runs", default=3, show_default=True)
@click.option("--game", "game_id", default="six", show_default=True, type=click.Choice(games.ids()))
def main(records: int, plies: int, runs: int, game_id: str) -> None:
    """Read and judge the records, and the same number of plies of chess with the peer, in one process."""
    game = games.load(game_id)
    data = "".join(random_game_as_kif(game, seed, plies) for seed in range(records)).encode()
    judged = sum(verdict.plies for verdict in _judge(data))
    pgn, chess_plies = random_pgn(round(judged / plies), plies, seed=1)
    ours = judged / best_of(runs, lambda: _judge(data))
    theirs = chess_plies / best_of(runs, lambda: read_pgn(pgn))
    print(machine())
    print(f"kifu, interpreted    {ours:>10,.0f} plies/s ({judged:,} plies, {records:,} records)")
    print(f"python-chess         {theirs:>10,.0f} plies/s ({chess_plies:,} plies)")
    print(f"ratio                {ours / theirs:>10.2f}")
    if rules_compile(game):
        _judge_together(data)  # loads the machine code
        together = judged / best_of(runs, lambda: _judge_together(data))
        print(f"kifu, compiled       {together:>10,.0f} plies/s")
        print(f"ratio                {together / theirs:>10.2f}")


def _judge(data: bytes) -> list:
    document = read("benchmark", data)
    return [verify(record, document.sha256) for record in document.records]


def _judge_together(data: bytes) -> list:
    surveyed = survey_file("benchmark", lambda: io.BytesIO(data))
    return list(Batch(list(read_pieces(surveyed)))) if surveyed else []


if __name__ == "__main__":
    main()
