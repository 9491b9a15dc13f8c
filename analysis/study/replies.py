"""Answers a set, then the answer, and so on: a chain of replies of two sizes in turn.

Each reply sees the whole set that it answers, and is sought against that set alone. So a chain shows whether a size has an
answer to each set of the other size that was met, as far as the search finds it; it shows nothing about sets not met.

A reply improves if its fresh games show that it does better against its target than the set that the target answered:
that set is of the same size, and may stand beside the target too. Two replies in a row that do not improve leave neither
side a better set, as far as the search finds one.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from analysis.study.answering_sets import answers_of
from analysis.study.fresh_matches import match, played
from analysis.tables.intervals import CONFIDENCE, deviations

if TYPE_CHECKING:
    from analysis.study.fresh_matches import Match
    from analysis.study.sets import Squares
    from analysis.study.settings import Settings
    from analysis.study.successive_halving import Standing
    from analysis.study.tasks import Plan
    from kifu.engine.duel import DuelTally

REPLY = "reply"
"""The kind of the matches of a reply (A) against the set that it answers."""


class Reply(NamedTuple):
    """One link of a chain."""

    target: Squares
    standing: Standing
    """The reply, with the games that chose it."""
    matches: tuple[Match, ...]
    """Fresh games of the reply against the target: the same number with each number of nodes."""
    improves: bool
    """Whether its games with the study's nodes show that it does better than the set before its target."""


def improves(now: DuelTally, before: DuelTally) -> bool:
    """Tell whether A of `now` has a greater share than B of `before`, by the 95 % interval of the difference.

    Games broken off are left out, a draw is half a win. Without a decided game on each side nothing is shown.
    """
    if not (now.finished and before.finished):
        return False
    share, other = (now.a + now.draw / 2) / now.finished, (before.b + before.draw / 2) / before.finished
    error = sqrt(share * (1 - share) / now.finished + other * (1 - other) / before.finished)
    return share - other > deviations(CONFIDENCE) * error


def replies(settings: Settings) -> Plan[tuple[Reply, ...]]:
    """Play a chain from `settings.start`: `settings.rounds` replies, each of the size that its target does not have.

    The sizes are the first two of `settings.sizes`. The rank of a match is the number of its reply, from 1. The first
    reply has no set to do better than, and counts as improving. With `settings.until_still` the chain ends before, as
    soon as two replies in a row do not improve.
    """
    target = settings.start
    chain: list[Reply] = []
    for number in range(1, settings.rounds + 1):
        size = settings.sizes[1] if len(target) == settings.sizes[0] else settings.sizes[0]
        known = [reply.standing.squares for reply in chain if len(reply.standing.squares) == size]
        standings = yield from answers_of(settings, target, size, known, f"replies-{number}-{size}")
        best = standings[0]
        matches = []
        for nodes in (settings.nodes, *settings.others):
            planned = match(settings, REPLY, best.squares, target, number, nodes=nodes, wanted=settings.confirm_games)
            matches.append((yield from played(planned)))
        better = not chain or improves(matches[0].tally(), chain[-1].matches[0].tally())
        chain.append(Reply(target, best, tuple(matches), better))
        target = best.squares
        if settings.until_still and not any(reply.improves for reply in chain[-2:]):
            break
    return tuple(chain)
