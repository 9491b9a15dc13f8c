"""Provides the timing of all benchmarks, and a PGN of random chess games for the public peer."""

from __future__ import annotations

import io
import platform
import random
import time
from typing import TYPE_CHECKING

import chess
import chess.pgn

if TYPE_CHECKING:
    from collections.abc import Callable


def best_of(runs: int, action: Callable[[], object]) -> float:
    """Return the shortest of `runs` wall times of `action`, in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def random_pgn(games: int, plies: int, seed: int) -> tuple[str, int]:
    """Return a PGN of random chess games, and the number of its plies."""
    draw = random.Random(seed)
    text = io.StringIO()
    total = 0
    for _ in range(games):
        board = chess.Board()
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while board.ply() < plies and not board.is_game_over():
            move = draw.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        total += board.ply()
        print(game, file=text, end="\n\n")
    return text.getvalue(), total


def read_pgn(text: str) -> int:
    """Read every game of a PGN with python-chess, which checks the moves; return the number of games."""
    stream = io.StringIO(text)
    games = 0
    while chess.pgn.read_game(stream) is not None:
        games += 1
    return games


def machine() -> str:
    """Return the interpreter and the platform, for the first line of a report."""
    return f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}"
