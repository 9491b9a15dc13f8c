"""Makes the boards of the samples for the tests that draw them."""

from functools import cache
from pathlib import Path

import kifu
from kifu.render.board import Board
from notation.reading import read

SAMPLES = Path(__file__).parents[2] / "samples"
FIRST_PLIES = (0, 1, 2, 7, -1)
"""Plies after which a sample is drawn; -1 is the last."""


@cache
def lines_of_play(name):
    """Judge a sample and return each game of it with what was played: (game, replay)."""
    path = SAMPLES / f"{name}.kif"
    verdicts = kifu.verify(read(path.name, path.read_bytes()))
    games = [game for verdict in verdicts for game in (verdict.games or (verdict,))]
    return [(verdict.game, verdict.replay) for verdict in games if verdict.replay is not None]


def boards_of(name, plies):
    """Return the boards of all games of a sample after the given plies, if a game has them."""
    return [
        Board.at(game, played.positions, played.moves, len(played.moves) if ply < 0 else ply)
        for game, played in lines_of_play(name)
        for ply in plies
        if ply <= len(played.moves)
    ]


def board_of(name, ply=-1, look=None):
    """Return the board of a sample's first game after some plies; -1 is the last."""
    game, played = lines_of_play(name)[0]
    return Board.at(game, played.positions, played.moves, len(played.moves) if ply < 0 else ply, look)
