"""Engine matches between opening sets, with their statistics.

Does: find the strongest opening sets of a game by games of the engine, confirm them by holdout games, and play contests
between opening policies, each beside its control group. Games depend on their task alone; a broken-off run goes on.
Door: `strongest_sets_and_replies` plans a study of sets or of best responses, `opening_policy_contests` one of policies; `game_tasks_and_journal` holds settings,
plays games and keeps them; `square_sets_up_to_symmetry`, `share_rows` and `study_charts` report.
Needs: the engine; tables (significance), plots (figures).
Without it: no `kifu study placements`, `study replies` or `study contests`. Nothing else asks for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.lazy_imports_extras_and_package_files import lazy_getattr

if TYPE_CHECKING:
    from analysis.tournaments import (
        game_tasks_and_journal,
        opening_policy_contests,
        share_rows,
        square_sets_up_to_symmetry,
        strongest_sets_and_replies,
        study_charts,
    )

__all__ = [
    "game_tasks_and_journal",
    "opening_policy_contests",
    "share_rows",
    "square_sets_up_to_symmetry",
    "strongest_sets_and_replies",
    "study_charts",
]

__getattr__ = lazy_getattr(__name__, {}, __all__)
