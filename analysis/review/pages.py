"""Which pictures a review holds, and what their files are called. Nothing is drawn until a page's `draw` is called."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from analysis.drawing.page import Page, single
from analysis.review.charts.comparison import Names, comparisons
from analysis.review.charts.count import final_count
from analysis.review.charts.course import compare_timelines
from analysis.review.charts.heatmap import heatmaps
from analysis.review.charts.timeline import timeline
from analysis.review.charts.times import time_chart, times_of
from analysis.review.charts.wording import file_name, game_name, title
from analysis.tables.judged import replayed
from analysis.tables.metrics import by_kin, grids, mean
from kifu.model.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.tables.chances import Estimate
    from analysis.tables.judged import JudgedRecord
    from analysis.tables.metrics import Grids, Kin
    from kifu.model.message import Language
    from kifu.referee.verdict import Verdict


PLACE = 40
"""Characters of a path that are shown, from its end."""
NO_PLIES = Message("一手もない", "there are no moves")
NO_SCORE = Message("得点になったものがない", "nothing has scored")


def absent(what: Message) -> Message:
    """Say that there is nothing of a kind."""
    return Message(f"「{what.ja}」が一つもない", f"there is nothing to count for '{what.en}'")


class Group(NamedTuple):
    """Records that are looked at together, under a name."""

    name: str
    judged: Sequence[JudgedRecord]


def record_pages(
    judged: JudgedRecord, stem: str, language: Language, estimates: Sequence[Estimate] | None = None
) -> Iterator[Page]:
    """Yield the timeline of a record, its times if it has any, its final score if that has parts, and its heatmaps.

    There is a heatmap for each kind of trace. The timeline shows the chances of `estimates` too. Raises ValueError
    without a replay.
    """
    game, replay = replayed(judged.verdict)
    yield single(
        f"{stem}-timeline", partial(timeline, judged, language, estimates), NO_PLIES, wanted=bool(replay.moves)
    )
    if any(times_of(judged.verdict)):
        yield single(f"{stem}-times", partial(time_chart, judged, language), NO_PLIES)
    parts = game.shares(replay.positions[-1])
    if parts is not None:
        yield single(f"{stem}-count", partial(final_count, judged, language), NO_SCORE, wanted=bool(parts))
    counted = cache(partial(grids, judged.verdict))
    for kind, label in game.traces.items():
        drawn = partial(_heatmaps, counted, kind, title(judged, language), language)
        yield Page(f"{stem}-heatmap-{kind}", drawn, absent(label))


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
        for kind, label in game.traces.items():
            drawn = partial(_heatmaps, counted, kind, subject, language)
            yield Page(f"group-{labels[kin]}-heatmap-{kind}", drawn, absent(label))


def comparison_pages(first: Group, second: Group, language: Language) -> Iterator[Page]:
    """Yield the pictures of A, B and A − B: a set for each game and board that both have; none where there is none."""
    of_first, of_second = by_kin(first.judged), by_kin(second.judged)
    labels = _labels([*of_first, *(kin for kin in of_second if kin not in of_first)])
    for kin, ours in of_first.items():
        theirs = of_second.get(kin)
        if theirs is None:
            continue
        game, _ = replayed(ours[0].verdict)
        names = _names((first.name, ours), (second.name, theirs), language)
        stem = f"comparison-{labels[kin]}"
        played = any(replayed(one.verdict)[1].moves for one in (*ours, *theirs))
        course = partial(compare_timelines, ours, theirs, names, language)
        yield single(f"{stem}-timeline", course, NO_PLIES, wanted=played)
        counted = cache(partial(_mean, ours)), cache(partial(_mean, theirs))
        for kind, label in game.traces.items():
            drawn = partial(_comparisons, counted, kind, names, language)
            yield Page(f"{stem}-heatmap-{kind}", drawn, absent(label))


def _heatmaps(counted: Callable[[], Grids], kind: str, subject: str, language: Language) -> Sequence[Figure]:
    return heatmaps(counted(), kind, subject, language)


def _comparisons(
    counted: tuple[Callable[[], Grids], Callable[[], Grids]], kind: str, names: Names, language: Language
) -> Sequence[Figure]:
    first, second = counted
    return comparisons(first(), second(), kind, names, language)


def _mean(judged: Sequence[JudgedRecord]) -> Grids:
    return mean(grids(one.verdict) for one in judged)


def _names(
    first: tuple[str, Sequence[JudgedRecord]], second: tuple[str, Sequence[JudgedRecord]], language: Language
) -> Names:
    """Return what A and B are called: a single record by its title, a group by its name.

    Before two of one name stands the file (of a group, the first), before those of one file's name where that lies: at
    the front, where a long title is not cut.
    """
    found = [title(judged[0], language) if len(judged) == 1 else name for name, judged in (first, second)]
    verdicts = [judged[0].verdict for _, judged in (first, second)]
    for told in (file_name, _place):
        apart = [told(verdict) for verdict in verdicts]
        if found[0] == found[1] and apart[0] != apart[1]:
            found = [f"{file}　{name}" for name, file in zip(found, apart, strict=True)]
    return Names(*found)


def _place(verdict: Verdict) -> str:
    """Return the end of a file's path, which is where two of one name differ, and the record's number within it."""
    path = verdict.file
    return f"{path if len(path) <= PLACE else '…' + path[-PLACE:]} [{verdict.index + 1}]"


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
