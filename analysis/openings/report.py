"""One page of HTML with the whole atlas: tables, pictures, links to the games; in both languages, nothing fetched."""

from __future__ import annotations

import base64
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import jinja2

from analysis.openings import wording
from analysis.openings.pages import moves_in_order, moves_of, moves_of_pair
from analysis.openings.results import rows_of
from analysis.tables.judged import SIDES
from kifu.model.message import Message
from kifu.model.opening import places_units
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from analysis.openings.pages import Atlas
    from kifu.model.message import Language

TEMPLATE = "openings.html"
EXAMPLES = 5
"""Games that are named for each opening."""
LANGUAGES: tuple[Language, ...] = ("ja", "en")


class Link(NamedTuple):
    """A game: what it is called, where it lies (None: nowhere that a page can lead to), and who played."""

    text: str
    address: str | None
    players: str


class Picture(NamedTuple):
    """A picture of the page, as PNG in both languages."""

    name: str
    data: Mapping[Language, bytes]


def examples(made: Atlas) -> dict[str, dict[int, list[int]]]:
    """Return the records of the first games of each opening that the page shows, by table and number."""
    table = made.collected.table
    found: dict[str, dict[int, list[int]]] = {}
    shown = {SIDES[0]: made.sets[0]["set"], SIDES[1]: made.sets[1]["set"], "pair": made.pairs["pair"]}
    if made.sequences is not None:
        shown["sequence"] = made.sequences["sequence"]
    for name, numbers in shown.items():
        wanted = table[table[name].isin(numbers.head(made.top))]
        first = wanted.groupby(name)["record"].apply(lambda records: [int(record) for record in records[:EXAMPLES]])
        found[name] = {int(str(number)): records for number, records in first.items()}
    return found


def page(
    made: Atlas, dataset: str, pictures: Sequence[Picture], link: Callable[[int], Link], language: Language
) -> str:
    """Return the page. `link` gives the game of a record; `language` is the one that is shown first."""
    game = made.collected.game
    compared = int((made.numbers["finished"] >= made.small).sum())
    named = examples(made)
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
        games=len(made.collected.table),
        small=made.small,
        definition=wording.definition(made.collected),
        sameness=wording.sameness(made.collected),
        passed_over=wording.passed_over(made.collected),
        cautions=wording.cautions(compared, made.small),
        placing=places_units(game),
        numbers=rows_of(made.numbers),
        tables=[
            *(_table(made, side, named[SIDES[side]], link) for side in Side),
            {
                "heading": wording.both_heading(game),
                "rows": [
                    _row(moves_of_pair(made, row["pair"]), row, named["pair"], row["pair"], link)
                    for row in rows_of(made.pairs.head(made.top))
                ],
                "sets": len(made.pairs),
            },
            *_sequences(made, named, link),
        ],
        pictures=[
            {"name": one.name, "data": {key: base64.b64encode(data).decode() for key, data in one.data.items()}}
            for one in pictures
        ],
    )


def _table(made: Atlas, side: Side, named: Mapping[int, list[int]], link: Callable[[int], Link]) -> dict[str, Any]:
    rows = rows_of(made.sets[side].head(made.top))
    return {
        "heading": wording.sets_heading(made.collected.game, side),
        "rows": [_row(moves_of(made, side, row["set"]), row, named, row["set"], link) for row in rows],
        "sets": len(made.sets[side]),
    }


def _sequences(
    made: Atlas, named: Mapping[str, Mapping[int, list[int]]], link: Callable[[int], Link]
) -> Iterator[dict[str, Any]]:
    """Yield the table of the most frequent openings in the order in which they were played, where that is kept."""
    if made.sequences is not None:
        rows = rows_of(made.sequences.head(made.top))
        told = [
            _row(moves_in_order(made, row["sequence"]), row, named["sequence"], row["sequence"], link) for row in rows
        ]
        yield {"heading": wording.order_heading(made.collected.game), "rows": told, "sets": len(made.sequences)}


def _row(
    moves: Sequence[tuple[Side, str]],
    row: Mapping[str, Any],
    named: Mapping[int, list[int]],
    number: int,
    link: Callable[[int], Link],
) -> dict[str, Any]:
    text = " ".join(side.mark + move for side, move in moves)
    return {"moves": text, **row, "links": [link(record) for record in named[number]]}
