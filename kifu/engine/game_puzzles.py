"""Puzzles from self-play: late positions with one winning move.

They need no tablebase. That one move alone wins is proven by trying each defence (:mod:`kifu.engine.prove_kernel`).
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Protocol

from kifu.core.outcome import Side
from kifu.engine.prove_kernel import BUDGET, NODES, PROBES, STOPPED
from kifu.engine.puzzles import Puzzle
from kifu.engine.selfplay import Player, play
from kifu.engine.solver import proof_kernels, solves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game, Position

STRENGTH = 1000
"""The positions that the engine visits for a move of a game."""
QUESTION = 2_000_000
"""The positions that a question may take: a position is left out if more are needed."""
REMEMBERED = 1 << 18
"""The slots of the transposition table of a proof."""
BEYOND = 4
"""The plies before the last ones of a game that are searched too."""
IDLE = 60
"""The games in which no further puzzle is found before the search ends."""
MAX_PUZZLE_PLIES = 7
"""The plies of a puzzle, at most: in whole games a longer one would take too many positions."""


class Question(Protocol):
    """Protocol: forced win within a number of plies, None if undecided."""

    def __call__(self, position: Position, plies: int, side: Side, /) -> bool | None:
        """Answer it."""


def game_puzzles(game: Game, plies: int, seed: int) -> Iterator[Puzzle]:
    """Puzzles from games won in `plies` plies, at most one each.

    The number is odd. Exactly one move of the side to move forces a win in that number of plies, and none in fewer. The
    same arguments give the same puzzles. It ends when IDLE games after each other have given none. Raises ValueError
    for a game without solver.
    """
    if not solves(game):
        raise ValueError(game.id)
    wins = questions(game)
    found: set[Position] = set()
    idle = 0
    for number in count(seed):
        idle += 1
        puzzle = _of_game(game, plies, number, wins)
        if puzzle is not None and puzzle.position not in found:
            found.add(puzzle.position)
            idle = 0
            yield puzzle
        if idle == IDLE:
            return


def _of_game(game: Game, plies: int, seed: int, wins: Question) -> Puzzle | None:
    """Return a puzzle of the game with this seed.

    None if it has none. Late positions come first.
    """
    positions = [game.start()]
    for move in play(game, (Player(STRENGTH, proofs=False), Player(STRENGTH, proofs=False)), seed).moves:
        positions.append(game.play_legal(positions[-1], move))
    last = len(positions) - 1
    for ply in range(last - 1, max(-1, last - plies - BEYOND - 1), -1):
        if only_win(game, positions[ply], plies, wins) is None:
            continue
        solution = _best_play(game, positions[ply], plies, wins)
        if solution is not None:
            return Puzzle(positions[ply], solution, f"種 {seed} の対局、{ply} 手のあと")
    return None


def only_win(game: Game, position: Position, plies: int, wins: Question) -> int | None:
    """Only move that forces a win in exactly these plies, or None.

    If a question takes too long, nothing is proven, and there is none either.
    """
    mover = Side(game.turn(position))
    if wins(position, plies - 1, mover) is not False or wins(position, plies, mover) is not True:
        return None
    only = None
    for move in game.legal_moves(position):
        answer = wins(game.play_legal(position, move), plies - 1, mover)
        if answer is None or (answer and only is not None):
            return None
        if answer:
            only = move
    return only


def _best_play(game: Game, position: Position, plies: int, wins: Question) -> tuple[int, ...] | None:
    """Best play from a position won in these plies.

    None if a question takes too long. The winner wins as early as possible; the loser defends as long as possible.
    """
    winner = Side(game.turn(position))
    moves: list[int] = []
    while game.outcome(position) is None:
        after = {move: game.play_legal(position, move) for move in game.legal_moves(position)}
        left = {move: _plies_to(following, plies - 1, winner, wins) for move, following in after.items()}
        if None in left.values():
            return None
        known = {move: number for move, number in left.items() if number is not None}
        choose = min if game.turn(position) == winner else max
        moves.append(choose(known, key=lambda move: known[move]))
        plies = known[moves[-1]]
        position = after[moves[-1]]
    return tuple(moves)


def _plies_to(position: Position, most: int, winner: Side, wins: Question) -> int | None:
    """Plies of a forced win, or most + 1 for later.

    None if a question takes too long.
    """
    for plies in range(most + 1):
        answer = wins(position, plies, winner)
        if answer is not False:
            return plies if answer else None
    return most + 1


def questions(game: Game, budget: int = QUESTION) -> Question:
    """Return the questions about the positions of a game.

    Each may take a `budget` of positions.
    """
    bound = proof_kernels(game)
    tables = [bound["make_proofs"](len(game.start()), REMEMBERED, budget) for _ in Side]

    def wins(position: Position, plies: int, side: Side) -> bool | None:
        counters = tables[side].counters
        counters[NODES], counters[PROBES], counters[BUDGET], counters[STOPPED] = 0, 0, budget, 0
        proven = bool(bound["prove"](position, plies, int(side), tables[side]))
        return None if counters[STOPPED] else proven

    return wins
