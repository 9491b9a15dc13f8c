"""The engine: a player that searches, and a solver of late positions.

Both use the game's own rules. A module is loaded when it is used: ``engine.solver``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from kifu.engine import (
        best_move_and_win_chance,
        bind_engine,
        opening_match_and_adjudication,
        play_engine_games,
        puzzles,
        solver,
        tablebase,
        tablebase_file_and_cache,
    )

__all__ = [
    "best_move_and_win_chance",
    "bind_engine",
    "opening_match_and_adjudication",
    "play_engine_games",
    "puzzles",
    "solver",
    "tablebase",
    "tablebase_file_and_cache",
]

__getattr__ = lazy_getattr(__name__, {}, __all__)
