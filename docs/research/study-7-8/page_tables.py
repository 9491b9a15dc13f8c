"""Spells the tables of the pages from the folders here: python docs/research/study-7-8/page_tables.py prints their lines.

They are the same on both pages, but for their heads. A cell is a share in per cent with its interval; ` / ` parts it from that of
the control, random sets of the same size in the same seats.
"""

from __future__ import annotations

import csv
from collections import Counter
from typing import TYPE_CHECKING

from comparisons import BEST_SEVEN, HERE, SECOND, SEVEN, SIZES, Cell, rows, shares

from analysis.tables.significance import points_with_draws, wilson_intervals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.engine.opening_match_and_adjudication import MatchScore

STRENGTHS = (200, 1000, 8000, 30000)


def spelled(tally: MatchScore | None, *, whole: bool = True) -> str:
    """Return a share of the games that ended in per cent, with Wilson's interval if `whole`; a dash if there is none."""
    if tally is None or not tally.finished:
        return "–"
    share = f"{100 * points_with_draws(tally) / tally.finished:.0f}"
    low, high = (100 * float(end) for end in wilson_intervals(points_with_draws(tally), tally.finished))
    return f"{share} [{low:.0f}, {high:.0f}]" if whole else share


def by_size(found: dict[Cell, MatchScore], rival: str, seat: str = "all") -> Iterator[str]:
    """Yield a line for each size: its share against a rival at every strength, beside its control."""
    for size in SIZES:
        cells = []
        for nodes in STRENGTHS:
            own = spelled(found.get(Cell(nodes, size, rival, seat)))
            control = spelled(found.get(Cell(nodes, f"random:{size}", rival, seat)), whole=False)
            cells.append(f"{own} / {control}")
        yield f"| {size} | {' | '.join(cells)} |"


def compared(found: Iterable[dict[str, object]], question: str) -> Iterator[str]:
    """Yield a line for each comparison of a question: shares, difference, and p after Holm's correction."""
    for row in found:
        if row["question"] == question:
            share, other, gap, low, high = (
                100 * float(str(row[name])) for name in ("share", "control_share", "difference", "low", "high")
            )
            names = " | ".join(str(row[name]) for name in ("side", "less", "rival", "nodes"))
            counts = f"{row['games']} + {row['control_games']}"
            yield (
                f"| {names} | {counts} | {share:.1f} | {other:.1f} | {gap:+.1f} [{low:+.1f}, {high:+.1f}] "
                f"| {'< 0.001' if (level := float(str(row['holm']))) < 0.001 else f'{level:.3f}'} |"  # noqa: PLR2004
            ).replace(BEST_SEVEN, "best seven")


def kept(pattern: str) -> Iterator[dict[str, str]]:
    """Yield the rows of the files that a pattern names, in the order of their paths."""
    for path in sorted(HERE.glob(pattern)):
        yield from csv.DictReader(path.read_text("utf-8").splitlines())


def free_sizes() -> Iterator[str]:
    """Yield a line for each strength: in how many of the sides of free games each number of 占 was placed."""
    for nodes in STRENGTHS:
        count: Counter[int] = Counter()
        for row in kept("placing-*/games.csv"):
            if row["nodes"] == str(nodes) and row["side"] == row["rival"] == "free":
                count.update((int(row["placed"]), int(row["rival_placed"])))
        if count:
            yield f"| {nodes} | {' | '.join(str(count[size]) for size in range(1, 8))} |"


def touching_pairs() -> Iterator[str]:
    """Yield a line for each strength: the touching pairs of seeing 7 and of its control, against seeing 7."""
    means = {
        (row["nodes"], row["side"]): row["touching"]
        for row in kept("*/shares.csv")
        if (row["rival"], row["seat"]) == (SEVEN, "all")
    }
    for nodes in STRENGTHS:
        if (str(nodes), SEVEN) in means:
            yield f"| {nodes} | {means[str(nodes), SEVEN]} | {means[str(nodes), 'random:7']} |"


def tables() -> Iterator[tuple[str, list[str]]]:
    """Yield every table of the pages: its name, and its lines without the head."""
    found = shares()
    stated = tuple(rows(found))
    yield "against seeing 7", list(by_size(found, SEVEN))
    yield "against free", list(by_size(found, "free"))
    yield "as 後手 against seeing 7", list(by_size(found, SEVEN, SECOND))
    yield "free", list(free_sizes())
    yield "apart", list(compared(stated, "2"))
    yield "touching", list(touching_pairs())
    yield "published", list(compared(stated, "4"))


if __name__ == "__main__":
    for name, lines in tables():
        print(f"\n{name}\n", *lines, sep="\n")  # noqa: T201 - a script that prints
