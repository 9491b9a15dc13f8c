"""CSV tables of the opening atlas for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from analysis.openings.atlas_pages import moves_in_order, moves_of, moves_of_core, moves_of_pair
from analysis.openings.opening_results import square_maps
from analysis.tables.verdict_access import SIDES
from kifu.core.outcome import Side
from kifu.core.untrusted_text import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analysis.explorer.position_search import SourceGame
    from analysis.openings.atlas_pages import Atlas


def tables(atlas: Atlas, sources: Mapping[int, SourceGame]) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each table's name and contents.

    They are: results, sets, pairs, near, sequences (if any), squares, games.

    `sources` maps the records of the atlas to their games. A column named `…_all` is an end of an interval that holds
    for all rows together.
    """
    yield "results", atlas.numbers
    sides = [atlas.sets[side].assign(side=SIDES[side]) for side in Side]
    sets = pd.concat(sides, ignore_index=True)
    sets["moves"] = [
        " ".join(text for _, text in moves_of(atlas, Side(SIDES.index(side)), number))
        for side, number in zip(sets["side"], sets["set"], strict=True)
    ]
    yield "sets", _columns_first(sets, ["side", "set", "number", "moves"])
    pairs = atlas.pairs.copy()
    pairs["moves"] = [
        " ".join(side.mark + text for side, text in moves_of_pair(atlas, number)) for number in pairs["pair"]
    ]
    yield "pairs", _columns_first(pairs, ["pair", "first_number", "second_number", "moves"])
    near = [atlas.near[side].table.assign(side=SIDES[side]) for side in Side]
    families = pd.concat(near, ignore_index=True)
    families["moves"] = [
        " ".join(text for _, text in moves_of_core(atlas, Side(SIDES.index(side)), number))
        for side, number in zip(families["side"], families["core"], strict=True)
    ]
    yield "near", _columns_first(families, ["side", "core", "number", "sets", "moves"])
    if atlas.sequences is not None:
        sequences = atlas.sequences.copy()
        sequences["moves"] = [
            " ".join(side.mark + text for side, text in moves_in_order(atlas, number))
            for number in sequences["sequence"]
        ]
        yield "sequences", _columns_first(sequences, ["sequence", "moves"])
    yield "squares", _squares(atlas)
    games = atlas.collected.table.copy()
    games.insert(1, "game", [sources[record].link for record in games["record"]])
    if atlas.sequences is None:
        games = games.drop(columns="sequence")
    yield "games", games


def as_csv(table: pd.DataFrame, *, raw: bool = False) -> bytes:
    """Return a table as CSV in UTF-8 with LF.

    Shares have six decimals, and missing values are empty.

    Spreadsheets do not run its text as formulas (:mod:`kifu.core.untrusted_text`), unless it is `raw`.
    """
    if not raw:
        text = [name for name, kind in table.dtypes.items() if not pd.api.types.is_numeric_dtype(kind)]
        table = table.assign(**{str(name): table[name].map(harmless) for name in text})
    return table.to_csv(index=False, lineterminator="\n", float_format="%.6f").encode()


def _squares(atlas: Atlas) -> pd.DataFrame:
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
