"""The tables of an atlas of openings, as they are written for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from analysis.openings.maps import maps
from analysis.openings.pages import moves_in_order, moves_of, moves_of_pair
from analysis.tables.cells import harmless
from analysis.tables.judged import SIDES
from kifu.model.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analysis.corpus.explorer.finding import Source
    from analysis.openings.pages import Atlas


def tables(made: Atlas, sources: Mapping[int, Source]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield name and contents of each table: results, sets, pairs, squares, games.

    `sources` are the games of the atlas by record. A column named `…_all` belongs to intervals that hold together.
    """
    yield "results", made.numbers
    sides = [made.sets[side].assign(side=SIDES[side]) for side in Side]
    sets = pd.concat(sides, ignore_index=True)
    sets["moves"] = [
        " ".join(text for _, text in moves_of(made, Side(SIDES.index(side)), number))
        for side, number in zip(sets["side"], sets["set"], strict=True)
    ]
    yield "sets", _front(sets, ["side", "set", "number", "moves"])
    pairs = made.pairs.copy()
    pairs["moves"] = [
        " ".join(side.mark + text for side, text in moves_of_pair(made, number)) for number in pairs["pair"]
    ]
    yield "pairs", _front(pairs, ["pair", "first_number", "second_number", "moves"])
    if made.sequences is not None:
        sequences = made.sequences.copy()
        sequences["moves"] = [
            " ".join(side.mark + text for side, text in moves_in_order(made, number))
            for number in sequences["sequence"]
        ]
        yield "sequences", _front(sequences, ["sequence", "moves"])
    yield "squares", _squares(made)
    games = made.collected.table.copy()
    games.insert(1, "game", [sources[record].link for record in games["record"]])
    if made.sequences is None:
        games = games.drop(columns="sequence")
    yield "games", games.rename(columns={"first": "first_set", "second": "second_set"})


def as_csv(table: pd.DataFrame, *, raw: bool = False) -> bytes:
    """Return a table as CSV in UTF-8, lines ended by LF; shares in six decimals, what is missing empty.

    Text is kept from being run by spreadsheets (:mod:`analysis.tables.cells`), unless it is to be `raw`.
    """
    if not raw:
        text = [name for name, kind in table.dtypes.items() if not pd.api.types.is_numeric_dtype(kind)]
        table = table.assign(**{str(name): table[name].map(harmless) for name in text})
    return table.to_csv(index=False, lineterminator="\n", float_format="%.6f").encode()


def _squares(made: Atlas) -> pd.DataFrame:
    board = made.collected.game.board
    rows = [
        (SIDES[side], number, board.spell(row * board.columns + column), found.games, share)
        for (side, number), found in sorted(maps(made.collected).items())
        for row, shares in enumerate(found.grid)
        for column, share in enumerate(shares)
    ]
    return pd.DataFrame(rows, columns=["side", "number", "square", "games", "share"])


def _front(table: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    return table[[*names, *(name for name in table.columns if name not in names)]]
