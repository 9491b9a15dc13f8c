"""Provides the naive search of all moves that tests hold the solvers to."""

from kifu.core.outcome import Outcome


def wins_within(game, position, side, plies):
    """Tell whether a side can force a win within `plies` plies: try all moves."""
    ending = game.outcome(position)
    if ending is not None:
        return ending.outcome == Outcome.win(side)
    if plies == 0:
        return False
    after = (game.play_legal(position, move) for move in game.legal_moves(position))
    wins = (wins_within(game, following, side, plies - 1) for following in after)
    return any(wins) if game.turn(position) == side else all(wins)
