"""Control groups: difference of shares, significance with Holm's correction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.tables.confidence_intervals import CONFIDENCE
from analysis.tournaments.hypothesis_tests import difference, holm

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from analysis.tournaments.hypothesis_tests import Difference
    from kifu.engine.opening_match import MatchScore

BESIDE = (
    "games", "control_games", "share", "control_share", "difference", "low", "high", "p", "holm", "shown",
    "half_difference", "half_low", "half_high",
)  # fmt: skip
"""What :func:`beside` adds to the names of a comparison."""
ABOVE, BELOW = "above", "below"


def beside(
    compared: Sequence[tuple[Mapping[str, object], MatchScore, MatchScore]],
) -> Iterator[dict[str, object]]:
    """Yield comparison rows: names, A's share and control's by :data:`BESIDE`.

    ``holm`` is ``p`` adjusted for all rows together; ``shown`` is ``above`` or ``below`` if it is below 0.05. Games broken
    off are left out; in the columns ``half_…`` they count as half a point. A comparison without a game that ended is left out.
    """
    found = [(names, own, control, gap) for names, own, control in compared if (gap := less(own, control))]
    for (names, own, control, gap), level in zip(found, holm([gap.p for *_, gap in found]), strict=True):
        half = less(own, control, half=True)
        yield {
            **names,
            "games": sum(own),
            "control_games": sum(control),
            "share": f"{points(own) / own.finished:.4f}",
            "control_share": f"{points(control) / control.finished:.4f}",
            **_cells(gap, "difference", "low", "high"),
            "p": f"{gap.p:.4g}",
            "holm": f"{level:.4g}",
            "shown": (ABOVE if gap.value > 0 else BELOW) if level < 1 - CONFIDENCE else "",
            **_cells(half or gap, "half_difference", "half_low", "half_high"),
        }


def points(tally: MatchScore, *, half: bool = False) -> float:
    """Return A's points, ½ for a draw; `half` counts broken-off games."""
    return tally.a + (tally.draw + half * tally.unfinished) / 2


def less(tally: MatchScore, other: MatchScore, *, half: bool = False) -> Difference | None:
    """Return the difference of A's shares in `tally` and `other`.

    Of the games that ended; with `half`, of all.
    """
    of, other_of = (sum(each) if half else each.finished for each in (tally, other))
    return difference(points(tally, half=half), of, points(other, half=half), other_of)


def _cells(gap: Difference, *names: str) -> dict[str, object]:
    return {name: f"{number:.4f}" for name, number in zip(names, gap, strict=False)}
