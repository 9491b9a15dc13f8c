"""Shares helpers among the tests of corpora: good and bad records, and readers of the datasets built from them."""

from pathlib import Path

import pyarrow.parquet as pq

from analysis.corpus import build
from kifu.core import games
from notation.random_record import random_game_as_kif

PIECES, PORTIONS = build.input_pieces, build.partition_inputs
SIX = games.load("six")
BAD = {
    "illegal": "棋種：6面体\n   1 四04占\n   2 四04領\nまで2手で中断\n",
    "contradicted": "棋種：6面体\n   1 四04占\nまで5手で中断\n",
    "unreadable": "棋種：6面体\n   1 四99占\n",
    "unknown": "棋種：ない\n   1 四04占\n",
}
RENAMED = str.maketrans("一二三四五六七", "七六五四三二一")
"""A board's columns in a mirror."""


def game(seed, plies=30):
    """Return the text of a random game of 6面体."""
    return random_game_as_kif(SIX, seed, plies)


def in_order(tables):
    """Return the rows of tables in the order of the records: each game with its plies, then the rejects."""
    rows, plies, rejects = (table.to_pylist() for table in tables)
    at, games = 0, []
    for row in rows:
        games.append((row, plies[at : at + row["plies"] + 1]))
        at += row["plies"] + 1
    assert at == len(plies)

    def place(row):
        return row["file"], row["index"], row["match"] or 0

    return sorted(games, key=lambda pair: place(pair[0])), sorted(rejects, key=place)


def mirrored(text):
    """Return a record of 6面体 with the columns of all its moves in a mirror."""
    head, table, moves = text.partition("手数----")
    return head + table + moves.translate(RENAMED)


def two_dozen():
    """Return the texts of two dozen records: good ones, bad ones, the same ones twice, mirrored ones."""
    good = [game(seed) for seed in range(16)]
    copies = [game(3).replace("一様乱数", "別人"), mirrored(game(5)), game(5).replace("備考", "場所")]
    return [*good, *copies, *BAD.values()]


def contents(folder):
    """Return the files of a dataset."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def table(folder, name):
    """Return the rows of a table."""
    return pq.read_table(Path(folder) / name).to_pylist()


def small(monkeypatch, size=700):
    """Cut the inputs finely."""
    monkeypatch.setattr(build, "input_pieces", lambda *rest: PIECES(*rest, size))
    monkeypatch.setattr(build, "partition_inputs", lambda pieces, program: PORTIONS(pieces, program, size))
