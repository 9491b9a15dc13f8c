"""What a study plays, and how much of it."""

from __future__ import annotations

from typing import NamedTuple

from kifu.engine.selfplay import NOISE, STALE


class Settings(NamedTuple):
    """All that a study is a function of."""

    game: str
    """Id of a game with opening sets."""
    sizes: tuple[int, ...] = (7, 8)
    """Sizes among which the strongest sets are searched. The strongest of the first size is what answers are sought to."""
    grid: tuple[int, ...] = (7, 8)
    """Sizes that are played against each other with random sets."""
    nodes: int = 200
    """Positions that a side may look at for a move."""
    others: tuple[int, ...] = (600, 2000)
    """Nodes with which the main results are played again, to see whether they depend on it."""
    seed: int = 1
    noise: int = NOISE
    stale: int = STALE
    """Units of evaluation that coming back to a position costs."""
    plies: int = 150
    """A game is broken off after so many."""
    cell_games: int = 1200
    """Games between random sets, for each pair among `sizes`, and as many in which both sides are free."""
    grid_games: int = 128
    """Likewise for each other pair of `grid`."""
    pool: int = 96
    """Sets that a search starts from."""
    games: int = 8
    """Games of each in the first round; twice as many in each round after it."""
    finalists: int = 6
    """A search ends when no more are left."""
    phases: int = 2
    """Searches one after the other: all but the first start from finalists and their neighbours."""
    shown: int = 3
    """Finalists of each size that are confirmed; of the answers too."""
    confirm_games: int = 400
    """Fresh games for each confirmation."""
    other_games: int = 256
    """Fresh games with each of the `others`."""

    def scaled(self, factor: float) -> Settings:
        """Return the same study with so many times the games; counts of pairs of games stay even."""
        names = ("cell_games", "grid_games", "games", "confirm_games", "other_games")
        return self._replace(**{name: max(2, 2 * round(getattr(self, name) * factor / 2)) for name in names})
