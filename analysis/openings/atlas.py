"""Opening atlas: what it counts, its figures, and its CSV tables.

A figure is drawn when a page's `draw` is called.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from analysis.openings.atlas_text import frequent_openings_heading, games_count_text, pairs_heading
from analysis.openings.opening_charts import (
    DrawnOpening,
    draw_frequent_sets,
    draw_results_by_size,
    draw_square_maps,
    map_rows,
)
from analysis.openings.opening_sets import (
    Families,
    opening_families,
    results_by_pair,
    results_by_sequence,
    results_by_set,
    results_by_sizes,
    square_maps,
    table_row_dicts,
)
from analysis.plots.picture_style import page_of_one_figure
from analysis.tables.verdict_access import SIDES
from kifu.core.game.opening_sets import places_units
from kifu.core.message import Message
from kifu.core.outcome import Side
from kifu.core.untrusted_text import safe_csv_cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analysis.explorer.dataset_search import SourceGame
    from analysis.openings.opening_sets import OpeningRecords
    from analysis.plots.picture_style import PicturePage
    from kifu.core.message import Language

NONE = Message("データに序盤がない", "the dataset holds no openings")

ONCE = Message("二局以上にある序盤がない", "no opening stands in more than one game")


class Atlas(NamedTuple):
    """The counted openings of a dataset."""

    collected: OpeningRecords
    numbers: pd.DataFrame
    sets: tuple[pd.DataFrame, pd.DataFrame]
    """The results by opening, of 先手 and of 後手."""
    pairs: pd.DataFrame
    sequences: pd.DataFrame | None
    """The results by the order of the first moves; None for a game whose openings are placements."""
    small: int
    top: int
    """How many openings are shown: the most frequent."""
    near: tuple[Families, Families]
    """Openings that differ in one move, of 先手 and of 後手."""


def frequent_rows(table: pd.DataFrame, top: int) -> pd.DataFrame:
    """Return the first `top` rows that occur in several games."""
    return table[table["games"] > 1].head(top)


def make_atlas(collected: OpeningRecords, min_games: int, shown_openings: int) -> Atlas:
    """Count the openings; `min_games` greys shares, `shown_openings` limits openings shown.

    Shares from fewer finished games than `min_games` will be grey.
    """
    sets = results_by_set(collected, Side.FIRST, min_games), results_by_set(collected, Side.SECOND, min_games)
    near = (
        opening_families(collected, Side.FIRST, min_games, shown_openings),
        opening_families(collected, Side.SECOND, min_games, shown_openings),
    )
    sequences = results_by_sequence(collected, min_games) if collected.sequences else None
    return Atlas(
        collected,
        results_by_sizes(collected, min_games),
        sets,
        results_by_pair(collected, min_games),
        sequences,
        min_games,
        shown_openings,
        near,
    )


def atlas_figures(atlas: Atlas, language: Language) -> Iterator[PicturePage]:
    """Yield the figures: results by size, square maps, frequent openings."""
    collected, small = atlas.collected, atlas.small
    game = collected.game
    games = len(collected.table)
    if places_units(game):  # in any other game all openings have the same number of moves
        subject = f"{game.name.in_language(language)}　{games_count_text(games).in_language(language)}"
        drawn = partial(draw_results_by_size, atlas.numbers, game, small, subject, language)
        yield page_of_one_figure("results", drawn, NONE, wanted=not atlas.numbers.empty)
    maps_by_side = square_maps(collected)
    numbers = sorted({number for _, number in maps_by_side})
    length = map_rows(game)
    for place in range(0, len(numbers), length):
        rows = numbers[place : place + length]
        drawn = partial(draw_square_maps, maps_by_side, game, rows, small, language)
        yield page_of_one_figure(f"squares-{rows[0]:02d}-{rows[-1]:02d}", drawn, NONE)
    for side in Side:
        drawn_sets = [
            DrawnOpening(opening_moves(atlas, side, row["set"]), row)
            for row in table_row_dicts(frequent_rows(atlas.sets[side], atlas.top))
        ]
        heading = frequent_openings_heading(game, side).in_language(language)
        drawn = partial(draw_frequent_sets, drawn_sets, game, heading, small, language)
        yield page_of_one_figure(f"sets-{SIDES[side]}", drawn, ONCE, wanted=bool(drawn_sets))
    both = [
        DrawnOpening(pair_moves(atlas, row["pair"]), row)
        for row in table_row_dicts(frequent_rows(atlas.pairs, atlas.top))
    ]
    drawn = partial(draw_frequent_sets, both, game, pairs_heading(game).in_language(language), small, language)
    yield page_of_one_figure("sets-both", drawn, ONCE, wanted=bool(both))


def opening_moves(atlas: Atlas, side: Side, number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of an opening in `sets` as (side, text)."""
    game = atlas.collected.game
    return tuple((side, game.spell(move)) for move in atlas.collected.sets[number])


def family_moves(atlas: Atlas, side: Side, number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves shared by a family, as (side, text)."""
    game = atlas.collected.game
    return tuple((side, game.spell(move)) for move in atlas.near[side].cores[number])


def pair_moves(atlas: Atlas, number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of both openings of a pair as (side, text)."""
    game = atlas.collected.game
    return tuple((side, game.spell(move)) for side in Side for move in atlas.collected.pairs[number][side])


def sequence_moves(atlas: Atlas, number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of a sequence in order, as (side, text)."""
    game = atlas.collected.game
    position, moves = atlas.collected.start, []
    for move in atlas.collected.sequences[number]:
        moves.append((game.turn(position), game.spell(move)))
        position = game.play_legal(position, move)
    return tuple(moves)


def atlas_tables(atlas: Atlas, sources: Mapping[int, SourceGame]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each table's name and contents.

    They are: results, sets, pairs, near, sequences (if any), squares, games.

    `sources` maps the records of the atlas to their games. A column named `…_all` is an end of an interval that holds
    for all rows together.
    """
    yield "results", atlas.numbers
    sides = [atlas.sets[side].assign(side=SIDES[side]) for side in Side]
    sets = pd.concat(sides, ignore_index=True)
    sets["moves"] = [
        " ".join(text for _, text in opening_moves(atlas, Side(SIDES.index(side)), number))
        for side, number in zip(sets["side"], sets["set"], strict=True)
    ]
    yield "sets", _columns_first(sets, ["side", "set", "number", "moves"])
    pairs = atlas.pairs.copy()
    pairs["moves"] = [
        " ".join(side.mark + text for side, text in pair_moves(atlas, number)) for number in pairs["pair"]
    ]
    yield "pairs", _columns_first(pairs, ["pair", "first_number", "second_number", "moves"])
    near = [atlas.near[side].table.assign(side=SIDES[side]) for side in Side]
    families = pd.concat(near, ignore_index=True)
    families["moves"] = [
        " ".join(text for _, text in family_moves(atlas, Side(SIDES.index(side)), number))
        for side, number in zip(families["side"], families["core"], strict=True)
    ]
    yield "near", _columns_first(families, ["side", "core", "number", "sets", "moves"])
    if atlas.sequences is not None:
        sequences = atlas.sequences.copy()
        sequences["moves"] = [
            " ".join(side.mark + text for side, text in sequence_moves(atlas, number))
            for number in sequences["sequence"]
        ]
        yield "sequences", _columns_first(sequences, ["sequence", "moves"])
    yield "squares", _squares_table(atlas)
    games = atlas.collected.table.copy()
    games.insert(1, "game", [sources[record].link for record in games["record"]])
    if atlas.sequences is None:
        games = games.drop(columns="sequence")
    yield "games", games


def table_csv(table: pd.DataFrame, *, raw: bool = False) -> bytes:
    """Return a table as CSV in UTF-8 with LF.

    Shares have six decimals, and missing values are empty.

    Spreadsheets do not run its text as formulas (:mod:`kifu.core.untrusted_text`), unless it is `raw`.
    """
    if not raw:
        text = [name for name, kind in table.dtypes.items() if not pd.api.types.is_numeric_dtype(kind)]
        table = table.assign(**{str(name): table[name].map(safe_csv_cell) for name in text})
    return table.to_csv(index=False, lineterminator="\n", float_format="%.6f").encode()


def _squares_table(atlas: Atlas) -> pd.DataFrame:
    board = atlas.collected.game.board
    rows = [
        (SIDES[side], number, board.spell(row * board.columns + column), one_map.games, share)
        for (side, number), one_map in sorted(square_maps(atlas.collected).items())
        for row, shares in enumerate(one_map.grid)
        for column, share in enumerate(shares)
    ]
    return pd.DataFrame(rows, columns=["side", "number", "square", "games", "share"])


def _columns_first(table: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    return table[[*names, *(name for name in table.columns if name not in names)]]
