"""Search of the strongest opening sets, best replies, confirmation; the whole study.

1. Cells: random sets of each pair of sizes against each other, and games in which both sides are free.
2. Search: the strongest sets of each size against all kinds of sets, by successive halving, in several phases.
3. Answers: the strongest sets of each size against the best set of the first size, by the same halving.
4. Confirmation: the sets of 2 and 3 play again with fresh seeds; no game of 2 or 3 counts here.

A chain of replies is a study of its own: alternate best responses of two set sizes. Each reply sees the whole set that it
answers, and is sought against that set alone. So a chain shows whether a size has an answer to each set of the other size that
was met, as far as the search finds it; it shows nothing about sets not met. Beside its fresh games every reply has a control:
random sets of its size against the same target, in the same seats and with the same seeds. A reply improves if it does better
than that; nearly any set does better than one that was chosen because it loses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.significance import BESIDE, comparison_rows
from analysis.tournaments.game_tasks_and_journal import GameTask, TaskBatch, count_results, duel_seed, seeded_random
from analysis.tournaments.square_sets_up_to_symmetry import (
    disjoint_image,
    distinct_sets,
    neighbouring_sets,
    opening_points,
    random_set,
    random_sets,
    set_images,
    side_keeping_symmetries,
    stabiliser,
    untaken_points,
)
from analysis.tournaments.study_matches import (
    ScoredSet,
    plan_control,
    plan_match,
    play_confirmation,
    play_match,
    play_size_pairs,
)
from kifu.core import games
from kifu.engine.opening_match_and_adjudication import MatchScore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random

    from analysis.tournaments.game_tasks_and_journal import Plan, Settings
    from analysis.tournaments.square_sets_up_to_symmetry import Squares, Turns
    from analysis.tournaments.study_matches import SizeCell, StudyMatch

    GameOf = Callable[[Squares, int], GameTask]
    """Gives the game of a set, which is A in it, with a number from 0."""


def search_strongest_sets(settings: Settings) -> Plan[dict[int, list[ScoredSet]]]:
    """Return each size's finalists, with the games of the last phase.

    The first phase plays random sets against random sets and halves them. Each later phase plays the finalists of the
    phase before it and their neighbours against the finalists of all sizes. Every set meets the same opponents, once as
    先手 and once as 後手, unless an opponent shares a square with it.
    """
    game = games.load(settings.game)
    points, turns = opening_points(game), side_keeping_symmetries(game)
    best: dict[int, list[ScoredSet]] = {}
    for phase in range(1, settings.phases + 1):
        standings = {}
        for size in settings.sizes:
            name = f"search-{size}-phase{phase}"
            draw = seeded_random(settings, name)
            known = [standing.squares for standing in best.get(size, [])]
            candidates = sets_with_neighbours(draw, known, settings.pool, points, turns)
            if len(candidates) < settings.pool:
                more = random_sets(draw, points, size, turns)
                candidates += distinct_sets(more, settings.pool - len(candidates), candidates)
            opponents = {rival: [standing.squares for standing in ranked] for rival, ranked in best.items()}
            standings[size] = yield from search_by_halving(
                name, candidates, game_maker_against(settings, name, opponents), settings
            )
        best = standings
    return best


def sets_with_neighbours(
    random_source: Random, sets: Iterable[Squares], max_sets: int, points: Squares, turns: Turns
) -> tuple[Squares, ...]:
    """Return known sets with neighbours of each, at most `max_sets`."""
    chosen = distinct_sets(sets, max_sets)
    each = (max_sets - len(chosen)) // len(chosen) if chosen else 0
    for squares in chosen:  # the known sets only: the loop does not see the neighbours that it adds
        chosen += distinct_sets(neighbouring_sets(random_source, squares, points, turns), each, chosen)
    return chosen


def game_maker_against(settings: Settings, search_name: str, opponents: dict[int, list[Squares]]) -> GameOf:
    """Return the function that gives the games of a search.

    The opponents have all sizes in turn. They are drawn from `opponents`; if none of that size fits, at random.
    """
    game = games.load(settings.game)
    points, turns, seed = opening_points(game), side_keeping_symmetries(game), duel_seed(settings, search_name)

    def game_of(squares: Squares, number: int) -> GameTask:
        pair = number // 2
        size = settings.sizes[pair % len(settings.sizes)]
        draw = seeded_random(settings, search_name, "opponent", pair)
        rival = disjoint_image(draw, squares, opponents.get(size, ()), turns)
        if rival is None:
            rival = random_set(draw, untaken_points(points, squares), size)
        return GameTask(squares, rival, settings.nodes, seed, number)

    return game_of


def search_by_halving(
    search_name: str, candidates: Iterable[Squares], make_game: GameOf, settings: Settings
) -> Plan[list[ScoredSet]]:
    """Search the strongest `candidates`; return finalists, best first, with their games.

    In each round every set left plays its next games, which `make_game` gives. Then the better half stays, but no fewer
    than `settings.finalists`. Sets of the same score keep the order of their squares.
    """
    alive = [ScoredSet(squares, MatchScore()) for squares in candidates]
    played, games, turn = 0, settings.games, 1
    while True:
        tasks = [
            [make_game(standing.squares, number) for number in range(played, played + games)] for standing in alive
        ]
        results = yield TaskBatch(f"{search_name}-round{turn}", tuple(task for own in tasks for task in own))
        grown = []
        for place, (standing, own) in enumerate(zip(alive, tasks, strict=True)):
            more = count_results(own, results[place * games : (place + 1) * games])
            grown.append(ScoredSet(standing.squares, MatchScore(*map(sum, zip(standing.tally, more, strict=True)))))
        grown.sort(key=lambda standing: (-standing.score, standing.squares))
        alive = grown[: max(settings.finalists, len(grown) // 2)]
        if len(alive) <= settings.finalists:
            return alive
        played, games, turn = played + games, 2 * games, turn + 1


def find_best_responses(
    settings: Settings, target: Squares, finalists: dict[int, list[ScoredSet]]
) -> Plan[dict[int, list[ScoredSet]]]:
    """Return the best responses of each size, with last-phase games.

    An answer shares no square with the target. Two answers are the same if a symmetry that keeps the target turns one
    into the other. The first phase halves random sets and those images of the search's `finalists` that can stand beside
    the target. Each later phase halves the finalists of the phase before it, their neighbours, and random sets.
    """
    turns = side_keeping_symmetries(games.load(settings.game))
    best: dict[int, list[ScoredSet]] = {}
    for size in settings.sizes:
        strong = [image for standing in finalists[size] for image in set_images(standing.squares, turns)]
        best[size] = yield from find_responses_of_size(settings, target, size, strong, f"answers-{size}")
    return best


def find_responses_of_size(
    settings: Settings, target: Squares, size: int, strong_sets: Iterable[Squares], batch_title: str
) -> Plan[list[ScoredSet]]:
    """Return the best responses of one size; `batch_title` begins batch names.

    Of the `strong_sets` sets, those that can stand beside the target are among the first candidates.
    """
    game = games.load(settings.game)
    free, turns = untaken_points(opening_points(game), target), side_keeping_symmetries(game)
    kept = stabiliser(target, turns)
    standings: list[ScoredSet] = []
    for phase in range(1, settings.phases + 1):
        name = f"{batch_title}-phase{phase}"
        draw = seeded_random(settings, name)
        if phase == 1:
            fitting = [min(set_images(squares, kept)) for squares in strong_sets if not set(squares) & set(target)]
            candidates = distinct_sets(fitting, settings.pool // 2)
        else:
            candidates = sets_with_neighbours(
                draw, [standing.squares for standing in standings], settings.pool, free, kept
            )
        more = random_sets(draw, free, size, kept)
        candidates += distinct_sets(more, settings.pool - len(candidates), candidates)
        standings = yield from search_by_halving(
            name, candidates, game_maker_against_target(settings, name, target), settings
        )
    return standings


def game_maker_against_target(settings: Settings, search_name: str, target: Squares) -> GameOf:
    """Return the game maker against the target, sides in turn."""
    seed = duel_seed(settings, search_name)

    def game_of(squares: Squares, number: int) -> GameTask:
        return GameTask(squares, target, settings.nodes, seed, number)

    return game_of


REPLY = "reply"
"""The kind of the matches of a reply (A) against the set that it answers."""
CONTROLS = ("reply", "size", "nodes", *BESIDE)


class ReplyLink(NamedTuple):
    """One link of a chain."""

    target: Squares
    standing: ScoredSet
    """The reply, with the games that chose it."""
    matches: tuple[StudyMatch, ...]
    """Fresh games of the reply against the target: the same number with each number of nodes."""
    controls: tuple[StudyMatch, ...]
    """The control of each of these matches."""


def reply_control_rows(chain: Sequence[ReplyLink]) -> Iterator[dict[str, object]]:
    """Yield replies beside their controls, as rows of :data:`CONTROLS`."""
    yield from comparison_rows(
        [
            ({"reply": match.rank, "size": len(match.a), "nodes": match.nodes}, match.tally(), control.tally())
            for reply in chain
            for match, control in zip(reply.matches, reply.controls, strict=True)
        ]
    )


def play_replies(settings: Settings) -> Plan[tuple[ReplyLink, ...]]:
    """Play a chain of `settings.rounds` replies from `settings.start`.

    Each is of the size that its target does not have.

    The sizes are the first two of `settings.sizes`. The rank of a match is the number of its reply, from 1.
    """
    target = settings.start
    chain: list[ReplyLink] = []
    for number in range(1, settings.rounds + 1):
        size = settings.sizes[1] if len(target) == settings.sizes[0] else settings.sizes[0]
        known = [reply.standing.squares for reply in chain if len(reply.standing.squares) == size]
        standings = yield from find_responses_of_size(settings, target, size, known, f"replies-{number}-{size}")
        best = standings[0]
        matches, controls = [], []
        for nodes in (settings.nodes, *settings.others):
            planned = plan_match(
                settings, REPLY, best.squares, target, number, nodes=nodes, game_count=settings.confirm_games
            )
            matches.append((yield from play_match(planned)))
            controls.append((yield from play_match(plan_control(settings, planned))))
        chain.append(ReplyLink(target, best, tuple(matches), tuple(controls)))
        target = best.squares
    return tuple(chain)


class StudyResults(NamedTuple):
    """The results of a study."""

    settings: Settings
    cells: tuple[SizeCell, ...]
    finalists: dict[int, list[ScoredSet]]
    """By size: the strongest sets against all kinds of sets, best first, with the games of the last phase."""
    answers: dict[int, list[ScoredSet]]
    """By size: the strongest sets against `target`, best first, with the games of the last phase."""
    matches: tuple[StudyMatch, ...]
    """The matches of fresh games that confirm the searches."""

    @property
    def target(self) -> Squares:
        """Target of the responses: the first finalist of the first size."""
        return self.finalists[self.settings.sizes[0]][0].squares


def play_study(settings: Settings) -> Plan[StudyResults]:
    """Play a study. Raises ValueError for sizes that do not fit."""
    filled = yield from play_size_pairs(settings, settings.nodes)
    finalists = yield from search_strongest_sets(settings)
    target = finalists[settings.sizes[0]][0].squares
    replies = yield from find_best_responses(settings, target, finalists)
    matches = yield from play_confirmation(settings, finalists, replies)
    for nodes in settings.others:
        filled = (*filled, *(yield from play_size_pairs(settings, nodes)))
    return StudyResults(settings, filled, finalists, replies, matches)
