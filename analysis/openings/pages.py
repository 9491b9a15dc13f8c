"""Which pictures an atlas of openings holds. Nothing is drawn until a page's `draw` is called."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from analysis.charts.openings import Drawn, frequent_sets, placement_maps, results_table
from analysis.judged import SIDES
from analysis.openings.maps import maps
from analysis.openings.results import by_numbers, by_pair, by_sequence, by_set, rows_of
from analysis.openings.wording import BOTH, count_of, sets_heading
from analysis.pages import Page
from kifu.opening import places_units
from kifu.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from analysis.openings.collect import Collected
    from kifu.message import Language

ROWS = 5
"""Numbers on one page of maps."""


class Atlas(NamedTuple):
    """The openings of a dataset, counted."""

    collected: Collected
    numbers: pd.DataFrame
    sets: tuple[pd.DataFrame, pd.DataFrame]
    """Of 先手 and of 後手."""
    pairs: pd.DataFrame
    sequences: pd.DataFrame | None
    """Of games whose opening is their first moves: in the order in which they were played."""
    small: int
    top: int
    """How many of the most frequent openings are shown."""


def atlas(collected: Collected, small: int, top: int) -> Atlas:
    """Count the openings: shares of fewer finished games than `small` are grey."""
    sets = by_set(collected, Side.FIRST, small), by_set(collected, Side.SECOND, small)
    sequences = by_sequence(collected, small) if collected.sequences else None
    return Atlas(collected, by_numbers(collected, small), sets, by_pair(collected, small), sequences, small, top)


def pages(made: Atlas, language: Language) -> Iterator[Page]:
    """Yield the pictures: results by numbers, maps, the most frequent openings of each side and of both."""
    collected, small = made.collected, made.small
    game = collected.game
    games = len(collected.table)
    if places_units(game):  # in any other all openings have the same number
        subject = f"{game.name.in_language(language)}　{count_of(games).in_language(language)}"
        yield Page("results", partial(results_table, made.numbers, small, subject, language))
    found = maps(collected)
    numbers = sorted({number for _, number in found})
    for place in range(0, len(numbers), ROWS):
        rows = numbers[place : place + ROWS]
        yield Page(f"squares-{rows[0]:02d}-{rows[-1]:02d}", partial(placement_maps, found, game, rows, small, language))
    for side in Side:
        shown = [Drawn(moves_of(made, side, row["set"]), row) for row in rows_of(made.sets[side].head(made.top))]
        heading = sets_heading(game, side).in_language(language)
        yield Page(f"sets-{SIDES[side]}", partial(frequent_sets, shown, game, heading, small, language))
    both = [Drawn(moves_of_pair(made, row["pair"]), row) for row in rows_of(made.pairs.head(made.top))]
    yield Page("sets-both", partial(frequent_sets, both, game, BOTH.in_language(language), small, language))


def moves_of(made: Atlas, side: Side, number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of one opening of a side, as written, with the side."""
    game = made.collected.game
    return tuple((side, game.spell(move)) for move in made.collected.sets[number])


def moves_of_pair(made: Atlas, number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of the openings of both sides, as written, with the side."""
    game = made.collected.game
    return tuple((side, game.spell(move)) for side in Side for move in made.collected.pairs[number][side])


def moves_in_order(made: Atlas, number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of one opening in the order in which they were played, as written, with the side."""
    game = made.collected.game
    position, found = made.collected.start, []
    for move in made.collected.sequences[number]:
        found.append((game.turn(position), game.spell(move)))
        position = game.play(position, move)
    return tuple(found)
