"""Review pages and their file names, drawn when `draw` is called."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from analysis.plots.comparisons import Names, compare_timelines, draw_comparison_pages
from analysis.plots.heatmaps import draw_final_count, draw_heatmap_pages
from analysis.plots.picture_style import PicturePage, page_of_one_figure
from analysis.plots.time_chart import draw_time_chart, seconds_by_ply
from analysis.plots.timeline import draw_timeline
from analysis.plots.titles import file_name, game_name, readings_line, record_title
from analysis.tables.square_counts import count_squares, group_by_key, mean_counts
from analysis.tables.verdict_access import require_replay
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from matplotlib.figure import Figure

    from analysis.tables.square_counts import GroupKey, SquareCounts
    from analysis.tables.win_chances import Estimate, RecordProofs
    from kifu.core.message import Language
    from kifu.referee.rule_readings import Readings
    from kifu.referee.verdict import Verdict


PLACE = 40
"""How many characters of a path are shown, counted from its end."""
NO_PLIES = Message("一手もない", "there are no moves")
NO_SCORE = Message("得点になったものがない", "nothing has scored")


def no_trace_message(kind: Message) -> Message:
    """Say that a record has no trace of a kind."""
    return Message(f"「{kind.ja}」が一つもない", f"there is nothing to count for '{kind.en}'")


class Group(NamedTuple):
    """A group of records under one name."""

    name: str
    verdicts: Sequence[Verdict]


def record_pages(  # noqa: PLR0913 - each is a part of the pictures
    verdict: Verdict,
    stem: str,
    language: Language,
    estimates: Sequence[Estimate] | Message | None = None,
    readings: Readings[Verdict] | None = None,
    *,
    proofs: RecordProofs | None = None,
) -> Iterator[PicturePage]:
    """Yield a record's timeline, times, final score and heatmaps, if any.

    The names of all files begin with `stem`. There is a heatmap for each kind of trace. The timeline shows the chances
    of `estimates` (or why there are none) and the wins of `proofs` too, and which of the `readings` of the record differ. Raises ValueError if the verdict has no replay.
    """
    game, replay = require_replay(verdict)
    remark = "" if readings is None else readings_line(readings, language)
    if isinstance(estimates, Message):
        remark = "\n".join(filter(None, (remark, estimates.in_language(language))))
        estimates = None
    course = partial(draw_timeline, verdict, language, estimates, remark, proofs=proofs)
    yield page_of_one_figure(f"{stem}-timeline", course, NO_PLIES, wanted=bool(replay.moves))
    if any(seconds_by_ply(verdict)):
        yield page_of_one_figure(f"{stem}-times", partial(draw_time_chart, verdict, language), NO_PLIES)
    parts = game.shares(replay.positions[-1])
    if parts is not None:
        yield page_of_one_figure(
            f"{stem}-count", partial(draw_final_count, verdict, language), NO_SCORE, wanted=bool(parts)
        )
    counted = cache(partial(count_squares, verdict))
    for kind, label in game.traces.items():
        drawn = partial(_heatmaps, counted, kind, record_title(verdict, language), language)
        yield PicturePage(f"{stem}-heatmap-{kind}", drawn, no_trace_message(label))


def group_pages(group: Group, language: Language) -> Iterator[PicturePage]:
    """Yield mean heatmaps for each game and board with several records."""
    by_game = group_by_key(group.verdicts)
    labels = _file_labels(by_game)
    for kin, verdicts in by_game.items():
        if len(verdicts) == 1:
            continue
        game, _ = require_replay(verdicts[0])
        records = Message(f"{len(verdicts)} 局の平均", f"mean of {len(verdicts)} records").in_language(language)
        subject = f"{game_name(game, language)}　{group.name} ({records})"
        counted = cache(partial(_mean, verdicts))
        for kind, label in game.traces.items():
            drawn = partial(_heatmaps, counted, kind, subject, language)
            yield PicturePage(f"group-{labels[kin]}-heatmap-{kind}", drawn, no_trace_message(label))


def comparison_pages(first: Group, second: Group, language: Language) -> Iterator[PicturePage]:
    """Yield comparisons for each game and board of both groups."""
    of_first, of_second = group_by_key(first.verdicts), group_by_key(second.verdicts)
    labels = _file_labels([*of_first, *(kin for kin in of_second if kin not in of_first)])
    for kin, ours in of_first.items():
        theirs = of_second.get(kin)
        if theirs is None:
            continue
        game, _ = require_replay(ours[0])
        names = _group_names((first.name, ours), (second.name, theirs), language)
        stem = f"comparison-{labels[kin]}"
        played = any(require_replay(verdict)[1].moves for verdict in (*ours, *theirs))
        course = partial(compare_timelines, ours, theirs, names, language)
        yield page_of_one_figure(f"{stem}-timeline", course, NO_PLIES, wanted=played)
        counted = cache(partial(_mean, ours)), cache(partial(_mean, theirs))
        for kind, label in game.traces.items():
            drawn = partial(_comparisons, counted, kind, names, language)
            yield PicturePage(f"{stem}-heatmap-{kind}", drawn, no_trace_message(label))


def _heatmaps(counted: Callable[[], SquareCounts], kind: str, subject: str, language: Language) -> Sequence[Figure]:
    return draw_heatmap_pages(counted(), kind, subject, language)


def _comparisons(
    counted: tuple[Callable[[], SquareCounts], Callable[[], SquareCounts]], kind: str, names: Names, language: Language
) -> Sequence[Figure]:
    first, second = counted
    return draw_comparison_pages(first(), second(), kind, names, language)


def _mean(verdicts: Sequence[Verdict]) -> SquareCounts:
    return mean_counts(count_squares(verdict) for verdict in verdicts)


def _group_names(
    first: tuple[str, Sequence[Verdict]], second: tuple[str, Sequence[Verdict]], language: Language
) -> Names:
    """Return the names of A and B: record title or group name.

    If both names are equal, the name of the file goes before each (for a group, that of its first record); if those are
    equal too, the end of the path. It goes to the front, because a long title is cut at its end.
    """
    names = [record_title(verdicts[0], language) if len(verdicts) == 1 else name for name, verdicts in (first, second)]
    heads = [verdicts[0] for _, verdicts in (first, second)]
    for file_of in (file_name, _place):
        files = [file_of(verdict) for verdict in heads]
        if names[0] == names[1] and files[0] != files[1]:
            names = [f"{file}　{name}" for name, file in zip(names, files, strict=True)]
    return Names(*names)


def _place(verdict: Verdict) -> str:
    """Return the distinguishing end of a file's path, and record number."""
    path = verdict.file
    return f"{path if len(path) <= PLACE else '…' + path[-PLACE:]} [{verdict.index + 1}]"


def _file_labels(kins: Iterable[GroupKey]) -> dict[GroupKey, str]:
    """Return file name labels of game kinds: id, board, number.

    The board if the id is not unique, then a number.
    """
    kins = list(kins)
    times = Counter(kin.game for kin in kins)
    labels: dict[GroupKey, str] = {}
    for kin in kins:
        label = kin.game if times[kin.game] == 1 else f"{kin.game}-{kin.size[0]}x{kin.size[1]}"
        same = sum(other.game == kin.game and other.size == kin.size for other in labels)
        labels[kin] = f"{label}-{same + 1}" if same else label
    return labels
