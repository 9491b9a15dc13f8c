"""HTML page of the opening atlas in both languages, self-contained."""

from __future__ import annotations

import base64
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import jinja2

from analysis.openings import atlas_text
from analysis.openings.atlas import family_moves, frequent_rows, opening_moves, pair_moves, sequence_moves
from analysis.openings.opening_sets import table_row_dicts
from analysis.tables.verdict_access import SIDES
from kifu.core.game.opening_sets import places_units
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import pandas as pd

    from analysis.openings.atlas import Atlas
    from kifu.core.message import Language

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
    tables = {f"{SIDES[side]}_set": (atlas.sets[side], "set") for side in Side} | {"pair": (atlas.pairs, "pair")}
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
            *(_opening_table(atlas, side, named[f"{SIDES[side]}_set"], link) for side in Side),
            {
                "heading": atlas_text.pairs_heading(game),
                "rows": [
                    _opening_row(atlas, pair_moves(atlas, row["pair"]), row, named["pair"], row["pair"], link)
                    for row in table_row_dicts(frequent_rows(atlas.pairs, atlas.top))
                ],
                **_left_out(atlas.pairs),
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
    atlas: Atlas, side: Side, named: Mapping[int, list[int]], link: Callable[[int], Link]
) -> dict[str, Any]:
    rows = table_row_dicts(frequent_rows(atlas.sets[side], atlas.top))
    return {
        "heading": atlas_text.frequent_openings_heading(atlas.collected.game, side),
        "rows": [
            _opening_row(atlas, opening_moves(atlas, side, row["set"]), row, named, row["set"], link) for row in rows
        ],
        **_left_out(atlas.sets[side]),
    }


def _families_table(atlas: Atlas, side: Side) -> dict[str, Any]:
    """Return the table of a side's families of near openings."""
    game, family = atlas.collected.game, atlas.near[side]
    rows = []
    for row in table_row_dicts(family.table):
        text = " ".join(game.sides[side].mark + move for side, move in family_moves(atlas, side, row["core"]))
        rows.append({"moves": f"{text} ＋1 ({row['sets']})", **row, "links": []})
    return {"heading": atlas_text.families_heading(game, side), "rows": rows, "sets": len(rows), "once": None}


def _left_out(table: pd.DataFrame) -> dict[str, Any]:
    """Return a table's number of openings, and the note on singletons."""
    single = int((table["games"] == 1).sum())
    return {"sets": len(table) - single, "once": atlas_text.omitted_singletons_note(single) if single else None}


def _sequences_table(
    atlas: Atlas, named: Mapping[str, Mapping[int, list[int]]], link: Callable[[int], Link]
) -> Iterator[dict[str, Any]]:
    """Yield the table of frequent move sequences, if there are any."""
    if atlas.sequences is not None:
        rows = table_row_dicts(frequent_rows(atlas.sequences, atlas.top))
        listed = [
            _opening_row(atlas, sequence_moves(atlas, row["sequence"]), row, named["sequence"], row["sequence"], link)
            for row in rows
        ]
        yield {
            "heading": atlas_text.sequences_heading(atlas.collected.game),
            "rows": listed,
            **_left_out(atlas.sequences),
        }


def _opening_row(  # noqa: PLR0913, PLR0917 - all that a row shows
    atlas: Atlas,
    moves: Sequence[tuple[Side, str]],
    row: Mapping[str, Any],
    named: Mapping[int, list[int]],
    number: int,
    link: Callable[[int], Link],
) -> dict[str, Any]:
    sides = atlas.collected.game.sides
    text = " ".join(sides[side].mark + move for side, move in moves)
    return {"moves": text, **row, "links": [link(record) for record in named[number]]}
