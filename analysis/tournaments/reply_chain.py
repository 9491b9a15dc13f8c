"""Reply chain: alternate best responses of two set sizes.

Each reply sees the whole set that it answers, and is sought against that set alone. So a chain shows whether a size has an
answer to each set of the other size that was met, as far as the search finds it; it shows nothing about sets not met.

Beside its fresh games every reply has a control: random sets of its size against the same target, in the same seats and with the
same seeds. A reply improves if it does better than that; nearly any set does better than one that was chosen because it loses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.best_responses import answers_of
from analysis.tournaments.control_groups import BESIDE, beside
from analysis.tournaments.holdout_matches import control_of, match, play_match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.tournaments.game_tasks import Plan, Settings
    from analysis.tournaments.holdout_matches import Match
    from analysis.tournaments.set_search import Standing
    from analysis.tournaments.square_sets import Squares

REPLY = "reply"
"""The kind of the matches of a reply (A) against the set that it answers."""
CONTROLS = ("reply", "size", "nodes", *BESIDE)


class Reply(NamedTuple):
    """One link of a chain."""

    target: Squares
    standing: Standing
    """The reply, with the games that chose it."""
    matches: tuple[Match, ...]
    """Fresh games of the reply against the target: the same number with each number of nodes."""
    controls: tuple[Match, ...]
    """The control of each of these matches."""


def control_rows(chain: Sequence[Reply]) -> Iterator[dict[str, object]]:
    """Yield replies beside their controls, as rows of :data:`CONTROLS`."""
    yield from beside(
        [
            ({"reply": match.rank, "size": len(match.a), "nodes": match.nodes}, match.tally(), control.tally())
            for reply in chain
            for match, control in zip(reply.matches, reply.controls, strict=True)
        ]
    )


def replies(settings: Settings) -> Plan[tuple[Reply, ...]]:
    """Play a chain of `settings.rounds` replies from `settings.start`.

    Each is of the size that its target does not have.

    The sizes are the first two of `settings.sizes`. The rank of a match is the number of its reply, from 1.
    """
    target = settings.start
    chain: list[Reply] = []
    for number in range(1, settings.rounds + 1):
        size = settings.sizes[1] if len(target) == settings.sizes[0] else settings.sizes[0]
        known = [reply.standing.squares for reply in chain if len(reply.standing.squares) == size]
        standings = yield from answers_of(settings, target, size, known, f"replies-{number}-{size}")
        best = standings[0]
        matches, controls = [], []
        for nodes in (settings.nodes, *settings.others):
            planned = match(settings, REPLY, best.squares, target, number, nodes=nodes, wanted=settings.confirm_games)
            matches.append((yield from play_match(planned)))
            controls.append((yield from play_match(control_of(settings, planned))))
        chain.append(Reply(target, best, tuple(matches), tuple(controls)))
        target = best.squares
    return tuple(chain)
