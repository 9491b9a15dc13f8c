"""Provides the timing of all benchmarks, and a PGN of random chess games for the public peer."""

from __future__ import annotations

import io
import os
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
    return min(_time(time.perf_counter, action) for _ in range(runs))


def work_of(runs: int, action: Callable[[], object]) -> float:
    """Return the least processor time of `runs` runs of `action`, in seconds. It must all run in this process."""
    return min(_time(time.process_time, action) for _ in range(runs))


def _time(clock: Callable[[], float], action: Callable[[], object]) -> float:
    start = clock()
    action()
    return clock() - start


def chess_perft(board: chess.Board, depth: int) -> int:
    """Return the perft of a chess position by python-chess; the moves of the last ply are counted, not played."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_perft(board, depth - 1)
        board.pop()
    return nodes


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


def environment() -> dict[str, str]:
    """Return the environment of a measured process: it keeps bytecode, as an installed program does."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def machine() -> str:
    """Return the interpreter and the platform, for the first line of a report."""
    return f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}"
