"""Run a study: search, best responses, confirmation, in batches of games.

1. Cells: random sets of each pair of sizes against each other, and games in which both sides are free.
2. Search: the strongest sets of each size against all kinds of sets, by successive halving, in several phases.
3. Answers: the strongest sets of each size against the best set of the first size, by the same halving.
4. Confirmation: the sets of 2 and 3 play again with fresh seeds; no game of 2 or 3 counts here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.reply_chain import answers
from analysis.tournaments.set_search import search
from analysis.tournaments.study_matches import play_confirmation, play_size_pairs

if TYPE_CHECKING:
    from analysis.tournaments.game_tasks import Plan, Settings
    from analysis.tournaments.set_search import Standing
    from analysis.tournaments.square_sets import Squares
    from analysis.tournaments.study_matches import Match, SizeCell


class StudyResults(NamedTuple):
    """The results of a study."""

    settings: Settings
    cells: tuple[SizeCell, ...]
    finalists: dict[int, list[Standing]]
    """By size: the strongest sets against all kinds of sets, best first, with the games of the last phase."""
    answers: dict[int, list[Standing]]
    """By size: the strongest sets against `target`, best first, with the games of the last phase."""
    matches: tuple[Match, ...]
    """The matches of fresh games that confirm the searches."""

    @property
    def target(self) -> Squares:
        """Target of the responses: the first finalist of the first size."""
        return self.finalists[self.settings.sizes[0]][0].squares


def study(settings: Settings) -> Plan[StudyResults]:
    """Play a study. Raises ValueError for sizes that do not fit."""
    filled = yield from play_size_pairs(settings, settings.nodes)
    finalists = yield from search(settings)
    target = finalists[settings.sizes[0]][0].squares
    replies = yield from answers(settings, target, finalists)
    matches = yield from play_confirmation(settings, finalists, replies)
    for nodes in settings.others:
        filled = (*filled, *(yield from play_size_pairs(settings, nodes)))
    return StudyResults(settings, filled, finalists, replies, matches)
