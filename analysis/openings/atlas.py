"""Opening atlas: what it counts, its figures, CSV tables and HTML page.

A figure is drawn when a page's `draw` is called.
"""

from __future__ import annotations

import base64
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import jinja2
import pandas as pd

from analysis.openings import atlas_text
from analysis.openings.atlas_text import frequent_openings_heading, games_count_text, pairs_heading
from analysis.openings.opening_charts import (
    DrawnOpening,
    draw_frequent_sets,
    draw_results_by_size,
    draw_square_shares,
    map_rows,
)
from analysis.openings.opening_sets import (
    Families,
    opening_families,
    results_by_pair,
    results_by_sequence,
    results_by_set,
    results_by_sizes,
    square_share_grids,
    table_row_dicts,
)
from analysis.plots.picture_style import page_of_one_figure
from kifu.core.escapes_confusables_and_text_width import safe_csv_cell
from kifu.core.game.counting import places_units
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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


def frequent_rows(table: pd.DataFrame, max_rows: int) -> pd.DataFrame:
    """Return the first `max_rows` rows that occur in several games."""
    return table[table["games"] > 1].head(max_rows)


def make_atlas(opening_records: OpeningRecords, min_games: int, shown_openings: int) -> Atlas:
    """Count the openings; `min_games` greys shares, `shown_openings` limits openings shown.

    Shares from fewer finished games than `min_games` will be grey.
    """
    sets = (
        results_by_set(opening_records, Side.FIRST, min_games),
        results_by_set(opening_records, Side.SECOND, min_games),
    )
    near = (
        opening_families(opening_records, Side.FIRST, min_games, shown_openings),
        opening_families(opening_records, Side.SECOND, min_games, shown_openings),
    )
    sequences = results_by_sequence(opening_records, min_games) if opening_records.sequences else None
    return Atlas(
        opening_records,
        results_by_sizes(opening_records, min_games),
        sets,
        results_by_pair(opening_records, min_games),
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
    maps_by_side = square_share_grids(collected)
    numbers = sorted({number for _, number in maps_by_side})
    length = map_rows(game)
    for place in range(0, len(numbers), length):
        rows = numbers[place : place + length]
        drawn = partial(draw_square_shares, maps_by_side, game, rows, small, language)
        yield page_of_one_figure(f"squares-{rows[0]:02d}-{rows[-1]:02d}", drawn, NONE)
    for side in Side:
        drawn_sets = [
            DrawnOpening(opening_moves(atlas, side, row["set"]), row)
            for row in table_row_dicts(frequent_rows(atlas.sets[side], atlas.top))
        ]
        heading = frequent_openings_heading(game, side).in_language(language)
        drawn = partial(draw_frequent_sets, drawn_sets, game, heading, small, language)
        yield page_of_one_figure(f"sets-{SIDE_IDS[side]}", drawn, ONCE, wanted=bool(drawn_sets))
    both = [
        DrawnOpening(pair_moves(atlas, row["pair"]), row)
        for row in table_row_dicts(frequent_rows(atlas.pairs, atlas.top))
    ]
    drawn = partial(draw_frequent_sets, both, game, pairs_heading(game).in_language(language), small, language)
    yield page_of_one_figure("sets-both", drawn, ONCE, wanted=bool(both))


def opening_moves(atlas: Atlas, side: Side, opening_number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of an opening in `sets` as (side, text)."""
    game = atlas.collected.game
    return tuple((side, game.spell(move)) for move in atlas.collected.sets[opening_number])


def family_moves(atlas: Atlas, side: Side, family_number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves shared by a family, as (side, text)."""
    game = atlas.collected.game
    return tuple((side, game.spell(move)) for move in atlas.near[side].cores[family_number])


def pair_moves(atlas: Atlas, pair_number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of both openings of a pair as (side, text)."""
    game = atlas.collected.game
    return tuple((side, game.spell(move)) for side in Side for move in atlas.collected.pairs[pair_number][side])


def sequence_moves(atlas: Atlas, sequence_number: int) -> tuple[tuple[Side, str], ...]:
    """Return the moves of a sequence in order, as (side, text)."""
    game = atlas.collected.game
    position, moves = atlas.collected.start, []
    for move in atlas.collected.sequences[sequence_number]:
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
    sides = [atlas.sets[side].assign(side=SIDE_IDS[side]) for side in Side]
    sets = pd.concat(sides, ignore_index=True)
    sets["moves"] = [
        " ".join(text for _, text in opening_moves(atlas, Side(SIDE_IDS.index(side)), number))
        for side, number in zip(sets["side"], sets["set"], strict=True)
    ]
    yield "sets", _move_columns_first(sets, ["side", "set", "number", "moves"])
    pairs = atlas.pairs.copy()
    pairs["moves"] = [
        " ".join(side.mark + text for side, text in pair_moves(atlas, number)) for number in pairs["pair"]
    ]
    yield "pairs", _move_columns_first(pairs, ["pair", "first_number", "second_number", "moves"])
    near = [atlas.near[side].table.assign(side=SIDE_IDS[side]) for side in Side]
    families = pd.concat(near, ignore_index=True)
    families["moves"] = [
        " ".join(text for _, text in family_moves(atlas, Side(SIDE_IDS.index(side)), number))
        for side, number in zip(families["side"], families["core"], strict=True)
    ]
    yield "near", _move_columns_first(families, ["side", "core", "number", "sets", "moves"])
    if atlas.sequences is not None:
        sequences = atlas.sequences.copy()
        sequences["moves"] = [
            " ".join(side.mark + text for side, text in sequence_moves(atlas, number))
            for number in sequences["sequence"]
        ]
        yield "sequences", _move_columns_first(sequences, ["sequence", "moves"])
    yield "squares", _square_shares_table(atlas)
    games = atlas.collected.table.copy()
    games.insert(1, "game", [sources[record].link for record in games["record"]])
    if atlas.sequences is None:
        games = games.drop(columns="sequence")
    yield "games", games


def table_csv(table: pd.DataFrame, *, raw: bool = False) -> bytes:
    """Return a table as CSV in UTF-8 with LF.

    Shares have six decimals, and missing values are empty.

    Spreadsheets do not run its text as formulas (:mod:`kifu.core.escapes_confusables_and_text_width`), unless it is `raw`.
    """
    if not raw:
        text = [name for name, kind in table.dtypes.items() if not pd.api.types.is_numeric_dtype(kind)]
        table = table.assign(**{str(name): table[name].map(safe_csv_cell) for name in text})
    return table.to_csv(index=False, lineterminator="\n", float_format="%.6f").encode()


def _square_shares_table(atlas: Atlas) -> pd.DataFrame:
    board = atlas.collected.game.board
    rows = [
        (SIDE_IDS[side], number, board.spell(row * board.columns + column), one_map.games, share)
        for (side, number), one_map in sorted(square_share_grids(atlas.collected).items())
        for row, shares in enumerate(one_map.grid)
        for column, share in enumerate(shares)
    ]
    return pd.DataFrame(rows, columns=["side", "number", "square", "games", "share"])


def _move_columns_first(table: pd.DataFrame, column_names: list[str]) -> pd.DataFrame:
    return table[[*column_names, *(name for name in table.columns if name not in column_names)]]


TEMPLATE = "openings.html"
EXAMPLES = 5
"""How many games are named for each opening."""
LANGUAGES: tuple[Language, ...] = ("ja", "en")


class Link(NamedTuple):
    """Link to a game: text, address if linkable, players."""

    text: str
    address: str | None
    players: str


class Picture(NamedTuple):
    """A picture of the page: a PNG for each language."""

    name: str
    data: Mapping[Language, bytes]


def example_games(atlas: Atlas) -> dict[str, dict[int, list[int]]]:
    """Return the first EXAMPLES games of each opening shown, by table."""
    table = atlas.collected.table
    result: dict[str, dict[int, list[int]]] = {}
    tables = {f"{SIDE_IDS[side]}_set": (atlas.sets[side], "set") for side in Side} | {"pair": (atlas.pairs, "pair")}
    if atlas.sequences is not None:
        tables["sequence"] = (atlas.sequences, "sequence")
    for name, (counted, column) in tables.items():
        wanted = table[table[name].isin(frequent_rows(counted, atlas.top)[column])]
        first = wanted.groupby(name)["record"].apply(lambda records: [int(record) for record in records[:EXAMPLES]])
        result[name] = {int(str(number)): records for number, records in first.items()}
    return result


def atlas_page(
    atlas: Atlas, dataset: str, pictures: Sequence[Picture], link: Callable[[int], Link], language: Language
) -> str:
    """Return the HTML page in `language`; `link` links a record's game."""
    game = atlas.collected.game
    compared = int((atlas.numbers["finished"] >= atlas.small).sum())
    named = example_games(atlas)
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.filters["percent"] = lambda share: "—" if share != share else f"{share:.1%}"  # noqa: PLR0124 - NaN
    text = resources.files(__package__ or "").joinpath(TEMPLATE).read_text(encoding="utf-8")
    return environment.from_string(text).render(
        language=language,
        languages=LANGUAGES,
        title=Message(f"{game.name.ja} 序盤の地図", f"{game.name.en}: atlas of openings"),
        dataset=dataset,
        games=len(atlas.collected.table),
        small=atlas.small,
        definition=atlas_text.opening_definition(atlas.collected),
        sameness=atlas_text.equivalence_note(atlas.collected),
        passed_over=atlas_text.skipped_games_notes(atlas.collected),
        cautions=atlas_text.sample_size_cautions(compared, atlas.small),
        placing=places_units(game),
        numbers=table_row_dicts(atlas.numbers),
        tables=[
            *(_opening_table(atlas, side, named[f"{SIDE_IDS[side]}_set"], link) for side in Side),
            {
                "heading": atlas_text.pairs_heading(game),
                "rows": [
                    _opening_row(atlas, pair_moves(atlas, row["pair"]), row, named["pair"], row["pair"], link)
                    for row in table_row_dicts(frequent_rows(atlas.pairs, atlas.top))
                ],
                **_size_and_singletons_note(atlas.pairs),
            },
            *(_families_table(atlas, side) for side in Side),
            *_sequences_table(atlas, named, link),
        ],
        pictures=[
            {"name": picture.name, "data": {key: base64.b64encode(data).decode() for key, data in picture.data.items()}}
            for picture in pictures
        ],
    )


def _opening_table(
    atlas: Atlas, side: Side, examples: Mapping[int, list[int]], link: Callable[[int], Link]
) -> dict[str, Any]:
    rows = table_row_dicts(frequent_rows(atlas.sets[side], atlas.top))
    return {
        "heading": atlas_text.frequent_openings_heading(atlas.collected.game, side),
        "rows": [
            _opening_row(atlas, opening_moves(atlas, side, row["set"]), row, examples, row["set"], link) for row in rows
        ],
        **_size_and_singletons_note(atlas.sets[side]),
    }


def _families_table(atlas: Atlas, side: Side) -> dict[str, Any]:
    """Return the table of a side's families of near openings."""
    game, family = atlas.collected.game, atlas.near[side]
    rows = []
    for row in table_row_dicts(family.table):
        text = " ".join(game.sides[side].mark + move for side, move in family_moves(atlas, side, row["core"]))
        rows.append({"moves": f"{text} ＋1 ({row['sets']})", **row, "links": []})
    return {"heading": atlas_text.families_heading(game, side), "rows": rows, "sets": len(rows), "once": None}


def _size_and_singletons_note(table: pd.DataFrame) -> dict[str, Any]:
    """Return a table's number of openings, and the note on singletons."""
    single = int((table["games"] == 1).sum())
    return {"sets": len(table) - single, "once": atlas_text.omitted_singletons_note(single) if single else None}


def _sequences_table(
    atlas: Atlas, examples: Mapping[str, Mapping[int, list[int]]], link: Callable[[int], Link]
) -> Iterator[dict[str, Any]]:
    """Yield the table of frequent move sequences, if there are any."""
    if atlas.sequences is not None:
        rows = table_row_dicts(frequent_rows(atlas.sequences, atlas.top))
        listed = [
            _opening_row(
                atlas, sequence_moves(atlas, row["sequence"]), row, examples["sequence"], row["sequence"], link
            )
            for row in rows
        ]
        yield {
            "heading": atlas_text.sequences_heading(atlas.collected.game),
            "rows": listed,
            **_size_and_singletons_note(atlas.sequences),
        }


def _opening_row(  # noqa: PLR0913, PLR0917 - all that a row shows
    atlas: Atlas,
    moves: Sequence[tuple[Side, str]],
    row: Mapping[str, Any],
    examples: Mapping[int, list[int]],
    opening_number: int,
    link: Callable[[int], Link],
) -> dict[str, Any]:
    sides = atlas.collected.game.sides
    text = " ".join(sides[side].mark + move for side, move in moves)
    return {"moves": text, **row, "links": [link(record) for record in examples[opening_number]]}
