"""Games of the engine against itself or a weaker player, each played whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kifu.core.compiled.bind_and_compile import rules_compile
from kifu.core.outcome import Outcome
from kifu.engine.best_move_and_win_chance import find_best_move
from kifu.engine.bind_engine import search_kernels
from kifu.engine.tablebase import tablebase_value
from kifu.engine.tablebase_file_and_cache import cached_tablebase

if TYPE_CHECKING:
    from kifu.core.game.game import Game, Position

NOISE = 10
"""The units of evaluation that chance adds or takes away at most, so that different seeds give different games."""
STALE = 200
"""The units of evaluation that a repeated position costs. Repetition ends no game here, so it makes no progress."""
SIZE_BITS = 8
"""The size of an opening set is below 2 to this power."""
MAX_PLIES = 400
"""The plies after which a game is broken off."""

RESULTS = (None, Outcome.FIRST, Outcome.SECOND, Outcome.DRAW)


class Player(NamedTuple):
    """How one side plays."""

    nodes: int
    """The positions that it may visit for a move; 0: it draws its moves uniformly."""
    opening: tuple[int, ...] | None = None
    """The moves that it plays before any others, in this order. It adds no unit to this set. None: it opens freely."""
    size: int = 0
    """How many units of an opening set it must place before it does anything else, and then no more; where, it chooses. 0: as
    many as it likes. It has no `opening` then."""
    proofs: bool = True
    """Whether the solver looks for a win before each search, with a share of its nodes (:func:`kifu.engine.best_move_and_win_chance.find_best_move`).
    Where a side has a `size`, nobody asks it."""


class EngineGame(NamedTuple):
    """A game that the engine has played."""

    moves: tuple[int, ...]
    values: tuple[int, ...]
    """The value of each move for the side that made it; 0 for a move that was not searched."""
    outcome: Outcome | None
    """None: the game was broken off."""


def play_engine_game(  # noqa: PLR0913 - the game depends on all of them
    game: Game,
    players: tuple[Player, Player],
    seed: int,
    *,
    start: Position | None = None,
    noise: int = NOISE,
    plies: int = MAX_PLIES,
    stale: int = STALE,
) -> EngineGame:
    """Play one game. The first of `players` is 先手.

    The same arguments give the same game. No searched move ends on a square that an opening still needs, unless there
    is no other move. `start` is the first position; None: the game's own start. A repeated position has the value
    `stale` for the opponent. The moves of an opening must be moves of the game; one that is not legal in its turn is
    left out.
    """
    position = game.start() if start is None else start
    table = cached_tablebase(game)
    sizes = players[0].size | players[1].size << SIZE_BITS
    if (
        (any(player.proofs for player in players) and not sizes)
        or not rules_compile(game)
        or (table is not None and tablebase_value(game, table, position) >= 0)
    ):
        return _play_move_by_move(game, players, seed, position, noise, plies, stale)
    bound = search_kernels(game)
    cell = bound["CELL"]
    given = np.array([-1 if player.opening is None else len(player.opening) for player in players], cell)
    script = np.zeros((2, max(1, *given)), cell)
    for side, player in enumerate(players):
        for place, move in enumerate(player.opening or ()):
            script[side, place] = move
    budgets = np.array([player.nodes for player in players], cell)
    moves, values, past = (np.zeros(plies, cell) for _ in range(3))
    result, played = bound["play_game"](
        position, script, given, budgets, sizes, seed, noise, stale, moves, values, past
    )
    return EngineGame(
        tuple(int(move) for move in moves[:played]), tuple(int(value) for value in values[:played]), RESULTS[result]
    )


def _play_move_by_move(  # noqa: PLR0913, PLR0917 - as above
    game: Game, players: tuple[Player, Player], seed: int, position: Position, noise: int, plies: int, stale: int
) -> EngineGame:
    """Play a game move by move, with proofs or a tablebase.

    The steps are the same as the kernel's; see :func:`find_best_move`.
    """
    bound = search_kernels(game)
    scripts = [list(player.opening or ()) for player in players]
    before: list[Position] = []
    moves: list[int] = []
    values: list[int] = []
    while game.outcome(position) is None and len(moves) < plies:
        turn = game.turn(position)
        drawn = int(bound["random_number"](seed, len(moves)))
        worth = 0
        if scripts[turn]:
            move = scripts[turn].pop(0)
            if not bound["is_legal"](position, move):
                continue
        elif players[turn].nodes:
            view = position
            for owner, player in enumerate(players):
                if player.opening is not None and not scripts[owner]:
                    view = bound["settled"](view, owner)
            barred = 0
            for needed in (*scripts[0], *scripts[1]):
                barred |= 1 << bound["landing"](needed)
            nodes, proofs = players[turn].nodes, players[turn].proofs
            choice = find_best_move(
                game,
                view,
                nodes,
                drawn,
                noise=noise,
                before=before,
                cost_of_repeating=stale,
                barred_squares=barred,
                use_proofs=proofs,
            )
            move, worth = choice.move, choice.value
        else:
            move = int(bound["random_move"](position, seed, len(moves), 0))
        before.append(position)
        moves.append(move)
        values.append(worth)
        position = game.play_legal(position, move)
    ending = game.outcome(position)
    return EngineGame(tuple(moves), tuple(values), None if ending is None else ending.outcome)
