"""Opening explorer: the graph of the positions of many games.

Does: merge many games into one graph of positions, up to symmetry and transposition, for the page that clicks through
them; and ask a dataset about one position: games that came to it, moves played there, results.
Door: `played_game` takes games from verdicts, `position_graph` merges them, `graph_json` writes the graph. These three need
nothing but the rules: the page without a server holds them too. `dataset_search` and `move_tree` ask a
dataset.
Needs: the games; corpus and tables for a dataset only.
Without it: no `kifu study explorer`, `study tree`, `corpus find` or `kifu site`, no openings. No record is judged or recorded otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.explorer import dataset_search, graph_json, move_tree, played_game, position_graph

__all__ = ["dataset_search", "graph_json", "move_tree", "played_game", "position_graph"]

__getattr__ = lazy_getattr(__name__, {}, __all__)
