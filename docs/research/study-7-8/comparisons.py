"""Makes the comparisons that were stated before the games, from the folders here: python docs/research/study-7-8/comparisons.py.

Writes comparisons.csv beside this file. Holm's correction is over all comparisons of a question, at all strengths.
"""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analysis.tables.significance import BESIDE, comparison_rows
from kifu.cli.printing.guarded_output_and_progress import rows_as_csv
from kifu.engine.opening_match_and_adjudication import MatchScore

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
COLUMNS = ("question", "nodes", "rival", "seat", "side", "less", *BESIDE)
SIZES = [str(size) for size in range(2, 11)]
SEVEN, EIGHT = "7", "8"
BEST_SEVEN = "一01,六01,四02,三03,四06,三07,五07"
"""The best seven of the first study."""
BOTH, SECOND = "all", "a_second"


class Cell(NamedTuple):
    """What a share is of: a side against a rival with a number of nodes, in both seats or in one."""

    nodes: int
    side: str
    rival: str
    seat: str = BOTH


def shares(here: Path = HERE) -> dict[Cell, MatchScore]:
    """Return the results of all contests of the study.

    Two folders may hold one contest: the games of the shorter are the first games of the longer, which counts.
    """
    found: dict[Cell, MatchScore] = {}
    for path in sorted(here.glob("*/shares.csv")):
        for row in csv.DictReader(path.read_text("utf-8").splitlines()):
            cell = Cell(int(row["nodes"]), row["side"], row["rival"], row["seat"])
            tally = MatchScore(*(int(row[name]) for name in ("a_won", "b_won", "drawn", "unfinished")))
            found[cell] = max(found.get(cell, MatchScore()), tally, key=sum)
    return found


def questions(strengths: list[int], replies: list[tuple[str, str]]) -> Iterator[tuple[str, Cell, Cell]]:
    """Yield every comparison: the part of its question, what is compared, and with what."""
    for nodes in strengths:
        for rival in ("free", SEVEN):
            for fewer, more in pairwise(SIZES):
                yield "1a", Cell(nodes, more, rival), Cell(nodes, fewer, rival)
            for size in SIZES:
                yield "1b", Cell(nodes, size, rival), Cell(nodes, f"random:{size}", rival)
        for how in ("apart", "touching"):
            yield "2", Cell(nodes, f"{how}:7", SEVEN), Cell(nodes, "random:7", SEVEN)
        for size in SIZES:
            if size != EIGHT:
                yield "3a", Cell(nodes, size, SEVEN, SECOND), Cell(nodes, EIGHT, SEVEN, SECOND)
        yield "3b", Cell(nodes, EIGHT, SEVEN, SECOND), Cell(nodes, "random:8", SEVEN, SECOND)
        yield "4", Cell(nodes, BEST_SEVEN, "free"), Cell(nodes, "random:7", "free")
        yield "4", Cell(nodes, "random:5", BEST_SEVEN), Cell(nodes, "random:7", BEST_SEVEN)
        for reply, target in replies:
            yield "4", Cell(nodes, reply, target), Cell(nodes, f"random:{reply.count(',') + 1}", target)


def rows(found: dict[Cell, MatchScore]) -> Iterator[dict[str, object]]:
    """Yield the comparisons whose games were played, question by question, as rows of :data:`COLUMNS`."""
    strengths = sorted({cell.nodes for cell in found})
    replies = [
        (cell.side, cell.rival) for cell in found if "," in cell.side and "," in cell.rival and cell.seat == BOTH
    ]
    by_question: dict[str, list[tuple[dict[str, object], MatchScore, MatchScore]]] = {}
    for part, cell, other in questions(strengths, replies):
        if cell in found and other in found:
            names = {"question": part, **cell._asdict(), "less": other.side}
            by_question.setdefault(part[0], []).append((names, found[cell], found[other]))
    for compared in by_question.values():
        yield from comparison_rows(compared)


def main() -> None:
    """Write comparisons.csv."""
    text = rows_as_csv(COLUMNS, rows(shares()))
    (HERE / "comparisons.csv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
