"""Study settings: kinds and numbers of games."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from kifu.engine.adjudicate import NODES, Adjudication
from kifu.engine.selfplay import NOISE, STALE


class AnySettings(Protocol):
    """What the settings of every study have: they are named tuples."""

    @property
    def game(self) -> str:
        """Id of a game with opening sets."""

    @property
    def seed(self) -> int:
        """The seed that everything drawn depends on."""

    @property
    def _field_defaults(self) -> dict[str, Any]: ...

    def _asdict(self) -> dict[str, Any]: ...


class Settings(NamedTuple):
    """All that determines a study: equal settings give equal results."""

    game: str
    """Id of a game with opening sets."""
    sizes: tuple[int, ...] = (7, 8)
    """The sizes of the sets that are searched. Answers are sought to the strongest set of the first size."""
    grid: tuple[int, ...] = (7, 8)
    """The sizes of random sets that play each other."""
    nodes: int = 200
    """The positions that a side may look at for a move."""
    others: tuple[int, ...] = (600, 2000)
    """Other numbers of nodes with which the main results are played again, to see whether they depend on it."""
    seed: int = 1
    noise: int = NOISE
    stale: int = STALE
    """The cost of coming back to a position, in units of evaluation."""
    plies: int = 150
    """A game is broken off after this number of plies."""
    cell_games: int = 1200
    """Games between random sets for each pair among `sizes`; the same number is played with both sides free."""
    grid_games: int = 128
    """Games between random sets for each other pair of `grid`."""
    pool: int = 96
    """The number of sets that a search starts from."""
    games: int = 8
    """Games of each set in the first round; each later round has twice as many."""
    finalists: int = 6
    """A search ends when no more than this number of sets are left."""
    phases: int = 2
    """The number of searches one after the other; all but the first start from finalists and their neighbours."""
    shown: int = 3
    """The number of finalists, and of answers, of each size that are confirmed."""
    confirm_games: int = 400
    """Fresh games of each confirmation."""
    other_games: int = 256
    """Fresh games of each confirmation and cell with each of the `others`."""
    start: tuple[int, ...] = ()
    """The set that a chain of replies starts from (:mod:`analysis.tournaments.reply_chain`); empty: there is no chain."""
    rounds: int = 0
    """The replies of the chain, at most."""
    adjudicate: int | None = None
    """The ply from which on the solver is asked, as in :class:`kifu.engine.adjudicate.Adjudication`; None: it is not asked."""
    proof_nodes: int = NODES
    """The positions that the solver searches for each position."""

    @property
    def adjudication(self) -> Adjudication | None:
        """How the solver decides games; None: it is not asked."""
        return None if self.adjudicate is None else Adjudication(self.adjudicate, self.proof_nodes)

    def scaled(self, factor: float) -> Settings:
        """Return the same study with `factor` times the games, at least two of each kind and always an even number."""
        names = ("cell_games", "grid_games", "games", "confirm_games", "other_games")
        return self._replace(**{name: max(2, 2 * round(getattr(self, name) * factor / 2)) for name in names})
