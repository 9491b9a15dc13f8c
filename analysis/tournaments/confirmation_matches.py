"""Confirmation matches: holdout games that confirm the searches of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.tournaments.game_tasks import seeded_random
from analysis.tournaments.holdout_matches import match, play_match
from analysis.tournaments.square_sets import disjoint, turns_of
from kifu import games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.tournaments.game_tasks import Plan, Settings
    from analysis.tournaments.holdout_matches import Match
    from analysis.tournaments.set_search import Standing

ANSWER = "answer"
"""The target against an answer to it."""
TARGET = "target"
"""The target against the best finalist of the search that can stand beside it. No search chose that one against the
target."""
STRENGTH = "strength"
"""A finalist of the search against random sets."""


def confirm(
    settings: Settings, finalists: dict[int, list[Standing]], answers: dict[int, list[Standing]]
) -> Plan[tuple[Match, ...]]:
    """Play all matches of fresh games."""
    done: tuple[Match, ...] = ()
    for planned in planned_matches(settings, finalists, answers):
        done = (*done, (yield from play_match(planned)))
    return done


def planned_matches(
    settings: Settings, finalists: dict[int, list[Standing]], answers: dict[int, list[Standing]]
) -> Iterator[Match]:
    """Yield the planned matches: answers (all nodes), target, strength."""
    target = finalists[settings.sizes[0]][0].squares
    for nodes in (settings.nodes, *settings.others):
        usual = nodes == settings.nodes
        number = settings.confirm_games if usual else settings.other_games
        for size in settings.sizes:
            for rank, answer in enumerate(answers[size][: settings.shown if usual else 1], 1):
                yield match(settings, ANSWER, target, answer.squares, rank, nodes=nodes, wanted=number)
    turns = turns_of(games.load(settings.game))
    for size in settings.sizes:
        for rank, finalist in enumerate(finalists[size], 1):
            rival = disjoint(seeded_random(settings, TARGET, size), target, [finalist.squares], turns)
            if finalist.squares != target and rival is not None:
                yield match(settings, TARGET, target, rival, rank, nodes=settings.nodes, wanted=settings.confirm_games)
                break
    for size in settings.sizes:
        for rank, finalist in enumerate(finalists[size][: settings.shown], 1):
            for against in settings.sizes:
                yield match(
                    settings,
                    STRENGTH,
                    finalist.squares,
                    against,
                    rank,
                    nodes=settings.nodes,
                    wanted=settings.confirm_games,
                )
