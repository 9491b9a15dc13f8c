"""Which pictures a review holds, and what their files are called. Nothing is drawn until a page's `draw` is called."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from analysis.charts.comparison import Names, compare_heatmaps
from analysis.charts.count import final_count
from analysis.charts.course import compare_timelines
from analysis.charts.heatmap import heatmap
from analysis.charts.timeline import timeline
from analysis.charts.wording import game_name, title
from analysis.judged import replayed
from analysis.metrics import by_kin, grids, mean
from kifu.game import shares
from kifu.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.judged import Judged
    from analysis.metrics import Grids, Kin
    from kifu.message import Language


class Page(NamedTuple):
    """A picture to be drawn: the name of its file without the ending, and what draws it."""

    name: str
    draw: Callable[[], Figure]


class Group(NamedTuple):
    """Records that are looked at together, under a name."""

    name: str
    judged: Sequence[Judged]


def record_pages(
    judged: Judged, stem: str, language: Language, chances: Sequence[float] | None = None
) -> Iterator[Page]:
    """Yield the timeline of a record, its final score if that has parts, and a heatmap for each kind of trace.

    `chances` are the winning chances that the timeline shows too. Raises ValueError without a replay.
    """
    game, replay = replayed(judged.verdict)
    yield Page(f"{stem}-timeline", partial(timeline, judged, language, chances))
    if shares(game, replay.positions[-1]) is not None:
        yield Page(f"{stem}-count", partial(final_count, judged, language))
    counted = cache(partial(grids, judged.verdict))
    for kind in game.traces:
        yield Page(f"{stem}-heatmap-{kind}", partial(_heatmap, counted, kind, title(judged, language), language))


def group_pages(group: Group, language: Language) -> Iterator[Page]:
    """Yield the heatmaps of the means of a group: a set for each game and board of which it has several records."""
    sorted_out = by_kin(group.judged)
    labels = _labels(sorted_out)
    for kin, judged in sorted_out.items():
        if len(judged) == 1:
            continue
        game, _ = replayed(judged[0].verdict)
        records = Message(f"{len(judged)} 局の平均", f"mean of {len(judged)} records").in_language(language)
        subject = f"{game_name(game, language)}　{group.name} ({records})"
        counted = cache(partial(_mean, judged))
        for kind in game.traces:
            yield Page(f"group-{labels[kin]}-heatmap-{kind}", partial(_heatmap, counted, kind, subject, language))


def comparison_pages(first: Group, second: Group, language: Language) -> Iterator[Page]:
    """Yield the pictures of A, B and A − B: a set for each game and board that both have; none where there is none."""
    of_first, of_second = by_kin(first.judged), by_kin(second.judged)
    labels = _labels([*of_first, *(kin for kin in of_second if kin not in of_first)])
    for kin, ours in of_first.items():
        theirs = of_second.get(kin)
        if theirs is None:
            continue
        game, _ = replayed(ours[0].verdict)
        names = Names(_name(first.name, ours, language), _name(second.name, theirs, language))
        stem = f"comparison-{labels[kin]}"
        yield Page(f"{stem}-timeline", partial(compare_timelines, ours, theirs, names, language))
        counted = cache(partial(_mean, ours)), cache(partial(_mean, theirs))
        for kind in game.traces:
            yield Page(f"{stem}-heatmap-{kind}", partial(_compare, counted, kind, names, language))


def _heatmap(counted: Callable[[], Grids], kind: str, subject: str, language: Language) -> Figure:
    return heatmap(counted(), kind, subject, language)


def _compare(
    counted: tuple[Callable[[], Grids], Callable[[], Grids]], kind: str, names: Names, language: Language
) -> Figure:
    first, second = counted
    return compare_heatmaps(first(), second(), kind, names, language)


def _mean(judged: Sequence[Judged]) -> Grids:
    return mean(grids(one.verdict) for one in judged)


def _name(name: str, judged: Sequence[Judged], language: Language) -> str:
    """Return a single record's title, a group's name."""
    return title(judged[0], language) if len(judged) == 1 else name


def _labels(kins: Iterable[Kin]) -> dict[Kin, str]:
    """Return how files name a game: by its id, where that is not enough by its board too, at last by a number."""
    found = list(kins)
    times = Counter(kin.game for kin in found)
    labels: dict[Kin, str] = {}
    for kin in found:
        label = kin.game if times[kin.game] == 1 else f"{kin.game}-{kin.size[0]}x{kin.size[1]}"
        same = sum(other.game == kin.game and other.size == kin.size for other in labels)
        labels[kin] = f"{label}-{same + 1}" if same else label
    return labels
