"""Review pages of one record or of two compared, drawn when asked."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from analysis.plots.boards_page import cell_that_fits_screen, new_boards_page, readable_row_count, split_evenly
from analysis.plots.heatmaps_and_final_score import draw_final_count, draw_heatmap_pages, scale_label, unit_label
from analysis.plots.numbers_on_board import (
    counting_scale,
    draw_colour_bar,
    draw_numbers_on_board,
    label_with_hatching_note,
    panel_units,
    signed_scale,
    write_board_title,
    write_row_name,
)
from analysis.plots.picture_style import (
    PALE,
    PicturePage,
    draw_title,
    fix_layout,
    matplotlib_settings,
    new_figure,
    page_of_one_figure,
    safe_line,
    side_label,
)
from analysis.plots.timeline import RECORDS, draw_timeline
from analysis.plots.timeline_panels_and_time_chart import (
    axis_limits,
    draw_legend,
    draw_side_lines,
    draw_time_chart,
    draw_winning_value,
    indices_of_changing_measures,
    seconds_by_ply_and_ending,
    style_panel,
    style_ply_axis,
    winning_value,
    write_constant_measures,
)
from analysis.plots.titles import differing_readings_line, game_name, numbered_file_name, record_title
from analysis.tables.square_counts_and_courses import (
    SquareCounts,
    average_course,
    count_difference,
    count_squares,
    group_replayed_by_key,
    mean_counts,
)
from analysis.tables.verdict_access import game_and_replay
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from analysis.tables.square_counts_and_courses import AverageCourse, GroupKey
    from analysis.tables.win_chances_and_proofs import Estimate, RecordProofs
    from kifu.core.game.counting import Measure
    from kifu.core.game.game import Game
    from kifu.core.message import Language
    from kifu.referee.rule_readings import Readings
    from kifu.referee.verdict import Verdict


NAME_WIDTH = 90
"""The width of the name of A or B, in half-width columns."""
LETTERS = ("A", "B")
GAP = "A − B"
LINES = 3
"""The lines of the title."""


class ComparedNames(NamedTuple):
    """Names of A and B: record titles, or group names."""

    first: str = ""
    second: str = ""


UNNAMED = ComparedNames()


def draw_comparison_pages(
    first: SquareCounts,
    second: SquareCounts,
    trace_kind: str,
    names: ComparedNames = UNNAMED,
    language: Language = "ja",
) -> tuple[Figure, ...]:
    """Draw one trace kind with :func:`draw_compared_heatmaps` on pages, if counted."""
    if not first.counts_per_record(trace_kind).any() and not second.counts_per_record(trace_kind).any():
        return ()
    units = panel_units([first, second], trace_kind)
    most = readable_row_count(first.game.board, 2 * len((*LETTERS, GAP)), len(units), LINES)
    return tuple(
        draw_compared_heatmaps(first, second, trace_kind, names, language, page) for page in split_evenly(units, most)
    )


def draw_compared_heatmaps(  # noqa: PLR0913, PLR0917 - both groups, the kind of trace, and the options of the page
    first: SquareCounts,
    second: SquareCounts,
    trace_kind: str,
    names: ComparedNames = UNNAMED,
    language: Language = "ja",
    page: Sequence[str | None] | None = None,
) -> Figure:
    """Draw heatmaps of A (`first`), B and A − B by unit.

    A row for all units, then a row for each unit.

    A row holds six boards: A, B, A − B for 先手, then for 後手; the axes of the figure are the boards, row by row, then
    the two colour bars. `page` are the units of this page, all by default. Counts of A and B share one scale for all
    units; the differences share another, symmetrical around 0, and negative squares are hatched. Numbers are per record,
    so groups of different size can be compared. Raises ValueError for counts of different games or boards, KeyError for a kind
    that the game does not have.
    """
    gap = SquareCounts(first.game, max(first.records, second.records), count_difference(first, second))
    board, units = first.game.board, panel_units([first, second], trace_kind)
    counting = counting_scale(
        part.counts_per_record(trace_kind, side, unit) for part in (first, second) for side in Side for unit in units
    )
    signed = signed_scale(gap.counts_per_record(trace_kind, side, unit) for side in Side for unit in units)
    columns = [
        (side, letter, part, scale)
        for side in Side
        for letter, part, scale in zip((*LETTERS, GAP), (first, second, gap), (counting, counting, signed), strict=True)
    ]
    page = units if page is None else page
    with matplotlib_settings():
        label = first.game.traces[trace_kind].in_language(language)
        title = f"{label}\n{names_and_sizes_of_groups_text((first.records, second.records), names, language)}"
        halves = [(0, len(columns) // 2), (len(columns) // 2, len(columns))]
        cell = cell_that_fits_screen(board, len(columns), len(page), LINES)
        sheet = new_boards_page(title, board, [len(columns)] * len(page), halves, cell=cell)
        drawn = {}
        for row, unit in zip(sheet.rows, page, strict=True):
            write_row_name(row[0], unit_label(first, unit, language))
            for axes, (side, letter, part, scale) in zip(row, columns, strict=True):
                drawn[scale.signed] = draw_numbers_on_board(
                    axes, part.counts_per_record(trace_kind, side, unit), scale, first.game
                )
                write_board_title(axes, f"{side_label(first.game, side, language)}　{letter}")
        draw_colour_bar(sheet.figure, sheet.bars[0], drawn[False], counting, scale_label(gap, trace_kind, language))
        draw_colour_bar(sheet.figure, sheet.bars[1], drawn[True], signed, label_with_hatching_note(GAP, language))
        return sheet.figure


def names_and_sizes_of_groups_text(sizes: tuple[int, int], names: ComparedNames, language: Language) -> str:
    """Return lines for A and B: name and number of records."""
    parts = []
    for letter, name, size in zip(LETTERS, names, sizes, strict=True):
        records = Message(f"{size} 局", f"{size} record{'s' if size > 1 else ''}").in_language(language)
        shown = safe_line(name, NAME_WIDTH)
        parts.append(f"{letter}: {shown} ({records})" if shown else f"{letter}: {records}")
    return "\n".join(parts)


WIDTH, HEAD, PANEL = 13.0, 1.3, 1.35
"""The width of the page, the height of its head and of a panel, in inches."""
MEANS = Message("線は、その手数まで続いた局の平均", "lines are means over the records that last to that ply")


def draw_compared_timelines(
    first: Sequence[Verdict], second: Sequence[Verdict], names: ComparedNames = UNNAMED, language: Language = "ja"
) -> Figure:
    """Draw measures of A (`first`), B, A − B: a row each.

    A row for each measure that changes, three panels a row.

    A group's line is the mean over its records that last to the ply; if a group has several records, a last row shows
    how many still go on. A and B share the y axis of their row, on which the target of a measure is drawn. The
    difference ends with the shorter of the two, and its axis is symmetrical around 0. In each panel 先手 is the first
    line and 後手 the second. Raises ValueError if the records are of several games, or if a verdict has no replay.
    """
    courses = average_course(first), average_course(second)
    game, rival = (game_and_replay(verdicts[0])[0] for verdicts in (first, second))
    if game.id != rival.id:
        raise ValueError(f"cannot compare {game.id} with {rival.id}")
    ours, theirs = (part.means for part in courses)
    both = min(ours.shape[-1], theirs.shape[-1])
    parts = (ours, theirs, ours[..., :both] - theirs[..., :both])
    counted = max(len(first), len(second)) > 1
    shown = indices_of_changing_measures(ours, theirs)
    rows = len(shown) + counted
    with matplotlib_settings():
        figure = new_figure(WIDTH, HEAD + PANEL * rows)
        head = names_and_sizes_of_groups_text((len(first), len(second)), names, language)
        draw_title(figure, f"{head}\n{MEANS.in_language(language)}" if counted else head)
        panels = figure.subplots(rows, len(parts), sharex=True, squeeze=False)
        for row, number in zip(panels, shown, strict=False):
            measure = game.measures[number]
            _draw_compared_measure(row, [part[number] for part in parts], (game, rival), measure, language)
            for axes, played in zip(row, (game, rival), strict=False):  # A − B has no target
                draw_winning_value(axes, played, measure, language)
        if counted:
            _draw_average_courses(panels[-1], courses, language)
        for axes in panels[-1]:
            style_ply_axis(axes, max(len(part.records) for part in courses) - 1, language, tick_count=8)
        draw_legend(figure, panels[0, 0], game, language)
        write_constant_measures(figure, game, ours, shown, language)
        return fix_layout(figure)


def _draw_compared_measure(
    row: Sequence[Axes],
    compared_values: Sequence[NDArray[np.float64]],
    games: tuple[Game, Game],
    measure: Measure,
    language: Language,
) -> None:
    """Draw one measure of A, of B and of A − B.

    Each of `compared_values` is an array (side, ply).
    """
    pairs = [part.tolist() for part in compared_values]
    for axes, part, pair, letter in zip(row, compared_values, pairs, (*LETTERS, GAP), strict=True):
        draw_side_lines(axes, range(part.shape[-1]), pair, games[0])
        style_panel(axes, f"{measure.label.in_language(language)}　{letter}")
    targets = [value for game in games for value in winning_value(game, measure)]
    shared = axis_limits([*targets, *(value for pair in pairs[:2] for values in pair for value in values)])
    for axes in row[:2]:
        axes.set_ylim(*shared)
    highest = max((abs(value) for values in pairs[2] for value in values), default=0.0)
    row[2].set_ylim(*axis_limits([-max(1.0, highest), highest]))
    row[2].axhline(0, color=PALE, linewidth=0.9, zorder=1)


def _draw_average_courses(row: Sequence[Axes], courses: Sequence[AverageCourse], language: Language) -> None:
    for axes, part, letter in zip(row, courses, LETTERS, strict=False):
        axes.plot(range(len(part.records)), part.records.tolist(), color=PALE, drawstyle="steps-post", linewidth=1.7)
        axes.set_ylim(*axis_limits([float(part.records.max())]))
        style_panel(axes, f"{RECORDS.in_language(language)}　{letter}")
    row[2].yaxis.set_visible(False)
    row[2].spines[["top", "right", "left"]].set_visible(False)


PLACE = 40
"""How many characters of a path are shown, counted from its end."""
NO_PLIES = Message("一手もない", "there are no moves")
NO_SCORE = Message("得点になったものがない", "nothing has scored")


def no_trace_message(kind: Message) -> Message:
    """Say that a record has no trace of a kind."""
    return Message(f"「{kind.ja}」が一つもない", f"there is nothing to count for '{kind.en}'")


class RecordGroup(NamedTuple):
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
    game, replay = game_and_replay(verdict)
    remark = "" if readings is None else differing_readings_line(readings, language)
    if isinstance(estimates, Message):
        remark = "\n".join(filter(None, (remark, estimates.in_language(language))))
        estimates = None
    course = partial(draw_timeline, verdict, language, estimates, remark, proofs=proofs)
    yield page_of_one_figure(f"{stem}-timeline", course, NO_PLIES, wanted=bool(replay.moves))
    if any(seconds_by_ply_and_ending(verdict)):
        yield page_of_one_figure(f"{stem}-times", partial(draw_time_chart, verdict, language), NO_PLIES)
    parts = game.shares(replay.positions[-1])
    if parts is not None:
        yield page_of_one_figure(
            f"{stem}-count", partial(draw_final_count, verdict, language), NO_SCORE, wanted=bool(parts)
        )
    counted = cache(partial(count_squares, verdict))
    for kind, label in game.traces.items():
        drawn = partial(_draw_counted_heatmaps, counted, kind, record_title(verdict, language), language)
        yield PicturePage(f"{stem}-heatmap-{kind}", drawn, no_trace_message(label))


def group_pages(group: RecordGroup, language: Language) -> Iterator[PicturePage]:
    """Yield mean heatmaps for each game and board with several records."""
    by_game = group_replayed_by_key(group.verdicts)
    labels = _file_name_labels_of_groups(by_game)
    for kin, verdicts in by_game.items():
        if len(verdicts) == 1:
            continue
        game, _ = game_and_replay(verdicts[0])
        records = Message(f"{len(verdicts)} 局の平均", f"mean of {len(verdicts)} records").in_language(language)
        subject = f"{game_name(game, language)}　{group.name} ({records})"
        counted = cache(partial(_mean_square_counts, verdicts))
        for kind, label in game.traces.items():
            drawn = partial(_draw_counted_heatmaps, counted, kind, subject, language)
            yield PicturePage(f"group-{labels[kin]}-heatmap-{kind}", drawn, no_trace_message(label))


def comparison_pages(first: RecordGroup, second: RecordGroup, language: Language) -> Iterator[PicturePage]:
    """Yield comparisons for each game and board of both groups."""
    of_first, of_second = group_replayed_by_key(first.verdicts), group_replayed_by_key(second.verdicts)
    labels = _file_name_labels_of_groups([*of_first, *(kin for kin in of_second if kin not in of_first)])
    for kin, ours in of_first.items():
        theirs = of_second.get(kin)
        if theirs is None:
            continue
        game, _ = game_and_replay(ours[0])
        names = _group_names((first.name, ours), (second.name, theirs), language)
        stem = f"comparison-{labels[kin]}"
        played = any(game_and_replay(verdict)[1].moves for verdict in (*ours, *theirs))
        course = partial(draw_compared_timelines, ours, theirs, names, language)
        yield page_of_one_figure(f"{stem}-timeline", course, NO_PLIES, wanted=played)
        counted = cache(partial(_mean_square_counts, ours)), cache(partial(_mean_square_counts, theirs))
        for kind, label in game.traces.items():
            drawn = partial(_comparison_figures, counted, kind, names, language)
            yield PicturePage(f"{stem}-heatmap-{kind}", drawn, no_trace_message(label))


def _draw_counted_heatmaps(
    counted: Callable[[], SquareCounts], kind: str, subject: str, language: Language
) -> Sequence[Figure]:
    return draw_heatmap_pages(counted(), kind, subject, language)


def _comparison_figures(
    count_groups: tuple[Callable[[], SquareCounts], Callable[[], SquareCounts]],
    trace_kind: str,
    names: ComparedNames,
    language: Language,
) -> Sequence[Figure]:
    first, second = count_groups
    return draw_comparison_pages(first(), second(), trace_kind, names, language)


def _mean_square_counts(verdicts: Sequence[Verdict]) -> SquareCounts:
    return mean_counts(count_squares(verdict) for verdict in verdicts)


def _group_names(
    first: tuple[str, Sequence[Verdict]], second: tuple[str, Sequence[Verdict]], language: Language
) -> ComparedNames:
    """Return the names of A and B: record title or group name.

    If both names are equal, the name of the file goes before each (for a group, that of its first record); if those are
    equal too, the end of the path. It goes to the front, because a long title is cut at its end.
    """
    names = [record_title(verdicts[0], language) if len(verdicts) == 1 else name for name, verdicts in (first, second)]
    heads = [verdicts[0] for _, verdicts in (first, second)]
    for file_of in (numbered_file_name, _distinguishing_file_name):
        files = [file_of(verdict) for verdict in heads]
        if names[0] == names[1] and files[0] != files[1]:
            names = [f"{file}　{name}" for name, file in zip(names, files, strict=True)]
    return ComparedNames(*names)


def _distinguishing_file_name(verdict: Verdict) -> str:
    """Return the distinguishing end of a file's path, and record number."""
    path = verdict.file
    return f"{path if len(path) <= PLACE else '…' + path[-PLACE:]} [{verdict.index + 1}]"


def _file_name_labels_of_groups(groups: Iterable[GroupKey]) -> dict[GroupKey, str]:
    """Return file name labels of game kinds: id, board, number.

    The board if the id is not unique, then a number.
    """
    groups = list(groups)
    times = Counter(kin.game for kin in groups)
    labels: dict[GroupKey, str] = {}
    for kin in groups:
        label = kin.game if times[kin.game] == 1 else f"{kin.game}-{kin.size[0]}x{kin.size[1]}"
        same = sum(other.game == kin.game and other.size == kin.size for other in labels)
        labels[kin] = f"{label}-{same + 1}" if same else label
    return labels
