"""Matches of a study: by size, between random sets, and fresh games that confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.tournaments.game_tasks_and_journal import (
    GameResult,
    GameTask,
    TaskBatch,
    count_results,
    duel_seed,
    seeded_random,
)
from analysis.tournaments.square_sets_up_to_symmetry import (
    disjoint_image,
    opening_points,
    random_set,
    side_keeping_symmetries,
    untaken_points,
)
from kifu.core import games
from kifu.engine.opening_match_and_adjudication import MatchScore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.tournaments.game_tasks_and_journal import Plan, Settings
    from analysis.tournaments.square_sets_up_to_symmetry import Squares
    from kifu.engine.opening_match_and_adjudication import MatchScore


class ScoredSet(NamedTuple):
    """Set with its games in a search, a biased sample.

    These games chose the set, so they flatter it: confirm it by other games.
    """

    squares: Squares
    tally: MatchScore

    @property
    def score(self) -> float:
        """Share of points; a broken-off game counts as half."""
        games = self.tally.finished + self.tally.unfinished
        return (self.tally.a + (self.tally.draw + self.tally.unfinished) / 2) / games if games else 0.5


CONTROL = "control"
"""The kind of the control of a match."""


class StudyMatch(NamedTuple):
    """Games of set A against set B or random sets.

    A is 後手 in every second game.

    In the control of a match, random sets of its size play in the place of A, a new one in every game.
    """

    kind: str
    """The purpose: ``target``, ``answer``, ``strength``, ``reply`` or ``control``."""
    a: Squares
    rank: int
    """The rank among the finalists, from 1, of the set that the match is about: A in ``strength``, else B."""
    b: Squares | None
    """None: a random set of `size`, a new one for every two games."""
    size: int
    """The size of B."""
    nodes: int
    seed: int
    tasks: tuple[GameTask, ...]
    results: tuple[GameResult, ...] = ()

    @property
    def name(self) -> str:
        """The name of the batch of its games."""
        rival = "random" if self.b is None else f"rank{self.rank}"
        return f"confirm-{self.kind}-{len(self.a)}-rank{self.rank}-v-{self.size}-{rival}-nodes{self.nodes}"

    def tally(self, *, exchanged: bool | None = None) -> MatchScore:
        """Return the tally of all games, or by A's seat (`exchanged`)."""
        return count_results(self.tasks, self.results, exchanged=exchanged)


def plan_match(  # noqa: PLR0913 - a match depends on all of them
    settings: Settings,
    kind: str,
    own_set: Squares,
    opposing_set_or_size: Squares | int,
    rank: int,
    *,
    nodes: int,
    game_count: int,
) -> StudyMatch:
    """Return a planned match of `game_count` games against `opposing_set_or_size`.

    `opposing_set_or_size` is a set, or the size of random sets.

    Its seed depends on the study's seed, the kind, rank, sizes and nodes. No search has used this seed.
    """
    size = opposing_set_or_size if isinstance(opposing_set_or_size, int) else len(opposing_set_or_size)
    words = ("confirm", kind, len(own_set), rank, size, nodes)
    seed = duel_seed(settings, *words)
    if not isinstance(opposing_set_or_size, int):
        tasks = tuple(GameTask(own_set, opposing_set_or_size, nodes, seed, number) for number in range(game_count))
        return StudyMatch(kind, own_set, rank, opposing_set_or_size, size, nodes, seed, tasks)
    draw = seeded_random(settings, *words, "opponents")
    free = untaken_points(opening_points(games.load(settings.game)), own_set)
    others = [random_set(draw, free, size) for _ in range(0, game_count, 2)]
    tasks = tuple(GameTask(own_set, others[number // 2], nodes, seed, number) for number in range(game_count))
    return StudyMatch(kind, own_set, rank, None, size, nodes, seed, tasks)


def plan_control(settings: Settings, planned: StudyMatch) -> StudyMatch:
    """Return the planned control of a match: random sets for A."""
    draw = seeded_random(settings, CONTROL, planned.name)
    free = untaken_points(opening_points(games.load(settings.game)), planned.b or ())
    tasks = tuple(task._replace(a=random_set(draw, free, len(planned.a))) for task in planned.tasks)
    return planned._replace(kind=CONTROL, tasks=tasks, results=())


def play_match(planned: StudyMatch) -> Plan[StudyMatch]:
    """Play a match; return it with its results."""
    results = yield TaskBatch(planned.name, planned.tasks)
    return planned._replace(results=tuple(results))


Sizes = tuple[int, int] | None
"""The sizes of 先手's set and of 後手's; None: both sides are free to place as they like."""


class SizeCell(NamedTuple):
    """The games of one pair of sizes; A is always 先手."""

    sizes: Sizes
    nodes: int
    seed: int
    tasks: tuple[GameTask, ...]
    results: tuple[GameResult, ...]

    @property
    def tally(self) -> MatchScore:
        """The results of the games, counted."""
        return count_results(self.tasks, self.results)


def play_size_pairs(settings: Settings, nodes: int) -> Plan[tuple[SizeCell, ...]]:
    """Play every pair of sizes with random sets, and free games.

    With other `nodes` than the study's own, only the pairs among its `sizes` are played, with fewer games.
    """
    done = []
    for sizes in size_pairs(settings, nodes):
        tasks = size_pair_tasks(settings, sizes, nodes)
        results = yield TaskBatch(f"cells-{size_pair_name(sizes)}-nodes{nodes}", tasks)
        done.append(SizeCell(sizes, nodes, tasks[0].seed, tasks, tuple(results)))
    return tuple(done)


def size_pairs(settings: Settings, nodes: int) -> Iterator[Sizes]:
    """Yield the pairs of sizes at `nodes`; None (free) is last."""
    sizes = settings.sizes
    if nodes == settings.nodes:
        sizes = tuple(sorted({*settings.sizes, *settings.grid}))
    yield from ((first, second) for first in sizes for second in sizes)
    yield None


def size_pair_tasks(settings: Settings, sizes: Sizes, nodes: int) -> tuple[GameTask, ...]:
    """Return a size pair's games, with disjoint sets drawn uniformly."""
    words = ("cells", size_pair_name(sizes), nodes)
    if nodes != settings.nodes:
        games_wanted = settings.other_games
    elif sizes is None or set(sizes) <= set(settings.sizes):
        games_wanted = settings.cell_games
    else:
        games_wanted = settings.grid_games
    points = opening_points(games.load(settings.game))
    draw, seed = seeded_random(settings, *words), duel_seed(settings, *words)
    tasks = []
    for number in range(games_wanted):
        first = second = None
        if sizes is not None:
            first = random_set(draw, points, sizes[0])
            second = random_set(draw, untaken_points(points, first), sizes[1])
        tasks.append(GameTask(first, second, nodes, seed, number, exchange=False))
    return tuple(tasks)


def size_pair_name(sizes: Sizes) -> str:
    """Return a short name: 7v8, or free."""
    return "free" if sizes is None else f"{sizes[0]}v{sizes[1]}"


ANSWER = "answer"
"""The target against an answer to it."""
TARGET = "target"
"""The target against the best finalist of the search that can stand beside it. No search chose that one against the
target."""
STRENGTH = "strength"
"""A finalist of the search against random sets."""


def play_confirmation(
    settings: Settings, finalists: dict[int, list[ScoredSet]], answers: dict[int, list[ScoredSet]]
) -> Plan[tuple[StudyMatch, ...]]:
    """Play all matches of fresh games."""
    done: tuple[StudyMatch, ...] = ()
    for planned in planned_matches(settings, finalists, answers):
        done = (*done, (yield from play_match(planned)))
    return done


def planned_matches(
    settings: Settings, finalists: dict[int, list[ScoredSet]], answers: dict[int, list[ScoredSet]]
) -> Iterator[StudyMatch]:
    """Yield the planned matches: answers (all nodes), target, strength."""
    target = finalists[settings.sizes[0]][0].squares
    for nodes in (settings.nodes, *settings.others):
        usual = nodes == settings.nodes
        number = settings.confirm_games if usual else settings.other_games
        for size in settings.sizes:
            for rank, answer in enumerate(answers[size][: settings.shown if usual else 1], 1):
                yield plan_match(settings, ANSWER, target, answer.squares, rank, nodes=nodes, game_count=number)
    turns = side_keeping_symmetries(games.load(settings.game))
    for size in settings.sizes:
        for rank, finalist in enumerate(finalists[size], 1):
            rival = disjoint_image(seeded_random(settings, TARGET, size), target, [finalist.squares], turns)
            if finalist.squares != target and rival is not None:
                yield plan_match(
                    settings, TARGET, target, rival, rank, nodes=settings.nodes, game_count=settings.confirm_games
                )
                break
    for size in settings.sizes:
        for rank, finalist in enumerate(finalists[size][: settings.shown], 1):
            for against in settings.sizes:
                yield plan_match(
                    settings,
                    STRENGTH,
                    finalist.squares,
                    against,
                    rank,
                    nodes=settings.nodes,
                    game_count=settings.confirm_games,
                )
