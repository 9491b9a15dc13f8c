"""Reply chain: alternate best responses of two set sizes.

Each reply sees the whole set that it answers, and is sought against that set alone. So a chain shows whether a size has an
answer to each set of the other size that was met, as far as the search finds it; it shows nothing about sets not met.

Beside its fresh games every reply has a control: random sets of its size against the same target, in the same seats and with the
same seeds. A reply improves if it does better than that; nearly any set does better than one that was chosen because it loses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.game_tasks import Task, seed_of, seeded_random
from analysis.tournaments.hypothesis_tests import BESIDE, comparison_rows
from analysis.tournaments.set_search import add_neighbours, search_by_halving
from analysis.tournaments.square_sets import (
    distinct_sets,
    images,
    points_of,
    random_sets,
    stabiliser,
    turns_of,
    untaken_points,
)
from analysis.tournaments.study_matches import control_of, match, play_match
from kifu import games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from analysis.tournaments.game_tasks import Plan, Settings
    from analysis.tournaments.set_search import GameOf, Standing
    from analysis.tournaments.square_sets import Squares
    from analysis.tournaments.study_matches import Match


def answers(
    settings: Settings, target: Squares, finalists: dict[int, list[Standing]]
) -> Plan[dict[int, list[Standing]]]:
    """Return the best responses of each size, with last-phase games.

    An answer shares no square with the target. Two answers are the same if a symmetry that keeps the target turns one
    into the other. The first phase halves random sets and those images of the search's `finalists` that can stand beside
    the target. Each later phase halves the finalists of the phase before it, their neighbours, and random sets.
    """
    turns = turns_of(games.load(settings.game))
    best: dict[int, list[Standing]] = {}
    for size in settings.sizes:
        strong = [image for standing in finalists[size] for image in images(standing.squares, turns)]
        best[size] = yield from answers_of(settings, target, size, strong, f"answers-{size}")
    return best


def answers_of(
    settings: Settings, target: Squares, size: int, strong: Iterable[Squares], title: str
) -> Plan[list[Standing]]:
    """Return the best responses of one size; `title` begins batch names.

    Of the `strong` sets, those that can stand beside the target are among the first candidates.
    """
    game = games.load(settings.game)
    free, turns = untaken_points(points_of(game), target), turns_of(game)
    kept = stabiliser(target, turns)
    standings: list[Standing] = []
    for phase in range(1, settings.phases + 1):
        name = f"{title}-phase{phase}"
        draw = seeded_random(settings, name)
        if phase == 1:
            fitting = [min(images(squares, kept)) for squares in strong if not set(squares) & set(target)]
            candidates = distinct_sets(fitting, settings.pool // 2)
        else:
            candidates = add_neighbours(draw, [standing.squares for standing in standings], settings.pool, free, kept)
        more = random_sets(draw, free, size, kept)
        candidates += distinct_sets(more, settings.pool - len(candidates), candidates)
        standings = yield from search_by_halving(name, candidates, games_with(settings, name, target), settings)
    return standings


def games_with(settings: Settings, name: str, target: Squares) -> GameOf:
    """Return the game maker against the target, sides in turn."""
    seed = seed_of(settings, name)

    def game_of(squares: Squares, number: int) -> Task:
        return Task(squares, target, settings.nodes, seed, number)

    return game_of


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
    yield from comparison_rows(
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
