"""StudyResults as rows of figures: each with its number of games, those broken off apart, and its intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analysis.study.placing import by_count, by_neighbours
from analysis.study.tasks import FREE, spelled
from analysis.tables.intervals import CONFIDENCE, wilson

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from analysis.study.cells import Cell
    from analysis.study.course import StudyResults
    from analysis.study.matches import Match
    from analysis.study.settings import Settings
    from kifu.engine.duel import Tally

FIGURES = (
    "part", "a_size", "b_size", "rank", "seat", "nodes", "games", "a_won", "b_won", "drawn", "unfinished", "share",
    "low", "high", "low_all", "high_all", "seed", "a", "b", "reproduce",
)  # fmt: skip
SEATS: Mapping[str, bool | None] = {"all": None, "a_first": False, "a_second": True}
RANDOM = "random"


class Figure(NamedTuple):
    """One share: of A, among the games that ended, a draw as half."""

    part: str
    """``cell``, ``placed`` (free games by what was placed), ``neighbours``, or the kind of a match."""
    a_size: int | str
    b_size: int | str
    rank: int | None
    seat: str
    """``all``, ``a_first``, ``a_second``."""
    nodes: int
    tally: Tally
    seed: int
    a: str = RANDOM
    b: str = RANDOM
    reproduce: str = ""
    """A command that plays the same games; empty where `kifu study placements` itself must."""

    @property
    def points(self) -> float:
        """Of A."""
        return self.tally.a + self.tally.draw / 2

    @property
    def share(self) -> float | None:
        """None where no game ended."""
        return self.points / self.tally.finished if self.tally.finished else None

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return the ends of Wilson's interval of the share."""
        low, high = wilson(self.points, self.tally.finished, confidence)
        return float(low), float(high)


def figures(findings: StudyResults) -> tuple[Figure, ...]:
    """Return all figures of a study, in a fixed order."""
    found: list[Figure] = []
    for cell in findings.cells:
        found.append(cell_figure(cell))
        if cell.sizes is None:
            found += placed(cell)
    found += neighbours(findings)
    for match in findings.matches:
        found += match_figures(findings.settings, match)
    return tuple(found)


def cell_figure(cell: Cell) -> Figure:
    """Return 先手's share of a cell."""
    a_size, b_size = cell.sizes or (FREE, FREE)
    sets = (FREE, FREE) if cell.sizes is None else (RANDOM, RANDOM)
    return Figure("cell", a_size, b_size, None, "a_first", cell.nodes, cell.tally, cell.seed, *sets)


def placed(cell: Cell) -> Iterator[Figure]:
    """Yield 先手's share of free games by how many units each side came to place."""
    for (first, second), tally in by_count(cell).items():
        yield Figure("placed", first, second, None, "a_first", cell.nodes, tally, cell.seed, FREE, FREE)


def neighbours(findings: StudyResults) -> Iterator[Figure]:
    """Yield the share of random sets by how many pairs of their squares touch, whichever side placed them."""
    for size in findings.settings.sizes:
        for pairs, tally in by_neighbours(findings, size).items():
            yield Figure("neighbours", size, "", pairs, "all", findings.settings.nodes, tally, findings.settings.seed)


def match_figures(settings: Settings, match: Match) -> Iterator[Figure]:
    """Yield A's share of a match: of all games, and by seat."""
    b = RANDOM if match.b is None else spelled(settings, match.b)
    for seat, exchanged in SEATS.items():
        tally = match.tally(exchanged=exchanged)
        yield Figure(
            match.kind,
            len(match.a),
            match.size,
            match.rank,
            seat,
            match.nodes,
            tally,
            match.seed,
            spelled(settings, match.a),
            b,
            command_of(settings, match),
        )


def command_of(settings: Settings, match: Match) -> str:
    """Return the `kifu study duel` that plays a match again; empty against random sets."""
    if match.b is None:
        return ""
    sets = [",".join(spelled(settings, squares).split()) for squares in (match.a, match.b)]
    return (
        f"kifu study duel --game {settings.game} --first {sets[0]} --second {sets[1]} --games {len(match.tasks)} "
        f"--nodes {match.nodes} --plies {settings.plies} --stale {settings.stale} --seed {match.seed}"
    )


def as_rows(found: Sequence[Figure]) -> Iterator[dict[str, object]]:
    """Yield figures as rows of :data:`FIGURES`; shares and ends of intervals as texts of four decimals.

    ``low_all`` and ``high_all`` are the interval that holds for all figures of the table at once (Bonferroni): the one
    to go by after looking for the most striking of them.
    """
    together = 1 - (1 - CONFIDENCE) / max(1, len(found))
    for one in found:
        low, high = one.interval()
        low_all, high_all = one.interval(together)
        tally = one.tally
        yield {
            **one._asdict(),
            "rank": "" if one.rank is None else one.rank,
            "games": tally.finished + tally.unfinished,
            "a_won": tally.a,
            "b_won": tally.b,
            "drawn": tally.draw,
            "unfinished": tally.unfinished,
            "share": "" if one.share is None else f"{one.share:.4f}",
            "low": f"{low:.4f}",
            "high": f"{high:.4f}",
            "low_all": f"{low_all:.4f}",
            "high_all": f"{high_all:.4f}",
        }


FINALISTS = ("searched", "size", "rank", "games", "score", "squares")


def finalist_rows(findings: StudyResults) -> Iterator[dict[str, object]]:
    """Yield the finalists of every search as rows of :data:`FINALISTS`.

    ``score`` flatters: it is of the games that chose them (broken off as half). ``searched`` is ``strength``, or
    ``answer`` for those against the target.
    """
    for searched, standings in (("strength", findings.finalists), ("answer", findings.answers)):
        for size, found in standings.items():
            for rank, one in enumerate(found, 1):
                games = one.tally.finished + one.tally.unfinished
                yield {
                    "searched": searched,
                    "size": size,
                    "rank": rank,
                    "games": games,
                    "score": f"{one.score:.4f}",
                    "squares": spelled(findings.settings, one.squares),
                }
