"""How the games of openings ended: by how many each side placed, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from analysis.tables.intervals import CONFIDENCE, wilson
from analysis.tables.judged import SIDES

if TYPE_CHECKING:
    from analysis.openings.collect import Collected

COUNTS = ["games", "first", "second", "draws", "unfinished", "finished"]
SHARES = ["share", "low", "high", "low_all", "high_all"]
SMALL = 30
"""Shares of fewer finished games are shown, and shown to be little."""


def by_numbers(collected: Collected, small: int = SMALL) -> pd.DataFrame:
    """Return how games ended by how many moves the openings of 先手 and 後手 have.

    One row for each pair that occurred, by `first_number` and `second_number`: COUNTS, then SHARES of 先手.
    """
    keys = ["first_number", "second_number"]
    return with_shares(_counted(collected.table, keys), 0, small).reset_index()


def by_set(collected: Collected, side: int, small: int = SMALL) -> pd.DataFrame:
    """Return how games ended by the opening of one side, the most frequent first.

    Columns: `set` (number in the collected sets), `number` (of moves), COUNTS, then SHARES of that side.
    """
    table = collected.table.rename(columns={SIDES[side]: "set", f"{SIDES[side]}_number": "number"})
    # A square may be used twice in one opening: the same set, of another number.
    counted = with_shares(_counted(table, ["set", "number"]), side, small).reset_index()
    return _most_frequent_first(counted, ["set", "number"])


def by_pair(collected: Collected, small: int = SMALL) -> pd.DataFrame:
    """Return the same by the openings of both sides together: `pair`, `first_number`, `second_number`; SHARES of 先手."""
    keys = ["pair", "first_number", "second_number"]
    return _most_frequent_first(with_shares(_counted(collected.table, keys), 0, small).reset_index(), keys)


def by_sequence(collected: Collected, small: int = SMALL) -> pd.DataFrame:
    """Return the same by the first moves in the order in which they were played: `sequence`; SHARES of 先手."""
    counted = with_shares(_counted(collected.table, ["sequence"]), 0, small).reset_index()
    return _most_frequent_first(counted, ["sequence"])


def with_shares(counted: pd.DataFrame, side: int, small: int = SMALL) -> pd.DataFrame:
    """Add to COUNTS the share of the points that a side has of the finished games, a draw being half a point.

    `low` and `high` are the ends of Wilson's 95 % interval of each share by itself; `low_all` and `high_all` those of
    intervals so wide that with 95 % those of *all* rows of `small` finished games or more hold theirs (Bonferroni): what
    a row that was picked out has to pass.
    No finished game: no share, and intervals from 0 to 1.
    """
    points = counted[SIDES[side]] + counted["draws"] / 2
    finished = counted["finished"]
    share = np.where(finished > 0, points / finished.clip(lower=1), np.nan)
    rows = max(1, int((finished >= small).sum()))
    low, high = wilson(points, finished)
    low_all, high_all = wilson(points, finished, 1 - (1 - CONFIDENCE) / rows)
    return counted.assign(share=share, low=low, high=high, low_all=low_all, high_all=high_all)


def _counted(table: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Count the games of each group by how they ended; those without a result are unfinished, not drawn."""
    ended = pd.DataFrame(
        {
            "games": 1,
            "first": table["winner"] == "first",
            "second": table["winner"] == "second",
            "draws": table["winner"] == "draw",
            "unfinished": table["winner"].isna(),
            "finished": table["winner"].notna(),
        }
    ).astype("int64")
    return ended.groupby([table[key] for key in keys]).sum()


def _most_frequent_first(table: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    ascending = [False, *[True] * len(keys)]
    return table.sort_values(["games", *keys], ascending=ascending, ignore_index=True)


def rows_of(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table by column."""
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]


def expected_misses(rows: int) -> float:
    """Return how many of so many 95 % intervals miss the truth on the average."""
    return rows * (1 - CONFIDENCE)
