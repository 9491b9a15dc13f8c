"""Charts of a study: sets on boards, shares with intervals, and their text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.colors import Normalize

from analysis.plots.boards_page import new_boards_page
from analysis.plots.numbers_on_board import (
    BoardWord,
    Discs,
    Scale,
    contrasting_colour,
    draw_colour_bar,
    draw_empty_board,
    draw_numbers_on_board,
    label_with_hatching_note,
    signed_scale,
    square_centre,
    write_board_title,
    write_row_name,
    write_square_names_and_frame,
    write_words,
)
from analysis.plots.picture_style import (
    DIVERGING,
    GRID,
    INK,
    PALE,
    PENS,
    draw_title,
    fix_layout,
    matplotlib_settings,
    new_figure,
    page_of_one_figure,
)
from analysis.tournaments.share_rows import match_shares, size_cell_share, square_worths
from analysis.tournaments.study_matches import ANSWER, STRENGTH, TARGET
from kifu.core import games
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from analysis.plots.picture_style import PicturePage
    from analysis.tournaments.share_rows import ShareEstimate as Share
    from analysis.tournaments.strongest_sets_and_replies import StudyResults
    from analysis.tournaments.study_matches import StudyMatch
    from kifu.core.game.game import Game
    from kifu.core.message import Language


CELL = 0.2
"""Inches of a square on a board of sets."""
STONE = 0.4
"""The radius of a unit of a set, in squares."""
ROW, LABELS, PLOT = 0.24, 4.4, 4.0
"""The height of a line on a page of intervals, the width of its label, and the width of the plot, in inches."""
EDGES = 1.5
"""Inches above and below the lines, together."""
ENTRY = 0.95
"""Inches of an entry of a table."""
MAX_COLOUR_DIFFERENCE = 0.25
"""The difference from one half that has the strongest colour in a table."""


class SetBoard(NamedTuple):
    """A board with one set, or with two."""

    label: str
    first: Sequence[int]
    second: Sequence[int] = ()


class ShareEntry(NamedTuple):
    """Table entry: share (None: no game ended), interval, game count."""

    share: float | None
    low: float
    high: float
    games: int


class IntervalLine(NamedTuple):
    """Line on a page of intervals; a heading without entry."""

    label: str
    entry: ShareEntry | None = None
    side: Side | None = None
    """The side whose pen draws the line; None: black ink."""


def draw_sets(game: Game, title: str, rows: Mapping[str, Sequence[SetBoard]]) -> Figure:
    """Draw sets on boards, a row for each name.

    The axes of the figure are the boards, row by row.

    Units of the first set of a board are discs in 先手's colour; units of the second are rings in 後手's.
    """
    shown = {name: boards for name, boards in rows.items() if boards}
    with matplotlib_settings():
        sheet = new_boards_page(title, game.board, [len(boards) for boards in shown.values()], cell=CELL)
        for row, (name, boards) in zip(sheet.rows, shown.items(), strict=True):
            write_row_name(row[0], name)
            for axes, drawn in zip(row, boards, strict=True):
                _draw_set_board(axes, game, drawn)
        return sheet.figure


def _draw_set_board(axes: Axes, game: Game, drawn: SetBoard) -> None:
    """Draw two opening sets on a board."""
    board = game.board
    draw_empty_board(axes, game)
    for side, squares in zip(Side, (drawn.first, drawn.second), strict=True):
        pen = PENS[side]
        places = [square_centre(*divmod(square, board.columns)) for square in squares]
        if places:
            discs = Discs(axes, places, STONE, facecolor=pen.fill, edgecolor=pen.colour, linewidth=1.6, zorder=2)
            axes.add_collection(discs, autolim=False)
    write_square_names_and_frame(axes, game)
    axes.set_title(drawn.label, fontsize=7, y=1.0, pad=10, linespacing=1.1)


def draw_difference_grids(game: Game, title: str, label: str, worths: Mapping[str, NDArray[np.float64]]) -> Figure:
    """Draw grids of differences in one scale, with the colour bar."""
    scale = signed_scale(worths.values())
    with matplotlib_settings():
        sheet = new_boards_page(title, game.board, [len(worths)], [(0, len(worths))])
        for axes, (name, grid) in zip(sheet.rows[0], worths.items(), strict=True):
            drawn = draw_numbers_on_board(axes, grid, scale, game)
            write_board_title(axes, name)
        draw_colour_bar(sheet.figure, sheet.bars[0], drawn, scale, label)
        return sheet.figure


def draw_share_table(title: str, across: str, down: str, table: Mapping[tuple[int, int], ShareEntry]) -> Figure:
    """Draw a table of shares with intervals and n, coloured by difference.

    The difference is that from one half.

    `across` is the label of the columns, `down` that of the rows. An entry whose interval holds one half is grey.
    """
    rows = sorted({row for row, _ in table})
    columns = sorted({column for _, column in table})
    scale = Scale(DIVERGING, Normalize(-MAX_COLOUR_DIFFERENCE, MAX_COLOUR_DIFFERENCE), signed=True, whole=False)
    colours = mpl.colormaps.get_cmap(scale.colours)
    with matplotlib_settings():
        figure = new_figure(1.3 + ENTRY * len(columns), 1.3 + ENTRY * len(rows) * 0.72)
        draw_title(figure, title)
        axes = figure.add_subplot()
        words: list[BoardWord] = []
        painted = np.ones((len(rows), len(columns), 4))
        for (row, column), entry in table.items():
            y, x = rows.index(row), columns.index(column)
            ink = INK
            if entry.share is not None and not entry.low <= 0.5 <= entry.high:  # noqa: PLR2004 - one half
                painted[y, x] = colours(scale.norm(entry.share - 0.5))
                ink = contrasting_colour(painted[y, x])
            elif entry.share is not None:
                painted[y, x] = mpl.colors.to_rgba(GRID)
            words.append(BoardWord(_percent(entry.share), x, y - 0.2, 11.0, ink))
            words.append(BoardWord(f"{100 * entry.low:.0f}–{100 * entry.high:.0f}", x, y + 0.1, 7.5, ink))
            words.append(BoardWord(f"n={entry.games}", x, y + 0.34, 6.5, ink))
        axes.imshow(painted, aspect="auto")
        axes.set_xticks(range(len(columns)), [str(column) for column in columns])
        axes.set_yticks(range(len(rows)), [str(row) for row in rows])
        axes.set_xlabel(across)
        axes.set_ylabel(down)
        axes.tick_params(length=0)
        fix_layout(figure)
        write_words(axes, words)
        return figure


def draw_intervals(title: str, label: str, lines: Sequence[IntervalLine]) -> Figure:
    """Draw shares with intervals below each other, with a half line.

    Headings are larger and grey.
    """
    with matplotlib_settings():
        figure = new_figure(LABELS + PLOT, EDGES + ROW * len(lines))
        draw_title(figure, title)
        axes = figure.add_subplot()
        axes.axvline(0.5, color=PALE, linewidth=0.8)
        for place, line in enumerate(lines):
            entry = line.entry
            if entry is None or entry.share is None:
                continue
            colour = INK if line.side is None else PENS[line.side].colour
            fill = colour if line.side is None else PENS[line.side].fill
            marker = "D" if line.side is None else PENS[line.side].marker
            axes.plot([entry.low, entry.high], [place, place], color=colour, linewidth=1.4)
            axes.plot([entry.share], [place], marker, color=colour, markerfacecolor=fill, markersize=4.5)
        axes.set_xlim(0, 1)
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.set_xticks(np.arange(0, 1.01, 0.1), [f"{percent}%" for percent in range(0, 101, 10)])
        axes.grid(visible=True, axis="x", color=GRID, linewidth=0.5)
        axes.set_axisbelow(True)
        axes.set_yticks(range(len(lines)), [line.label for line in lines], fontsize=8)
        for text, line in zip(axes.get_yticklabels(), lines, strict=True):
            if line.entry is None:
                text.set_fontsize(9.5)
                text.set_color(PALE)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(label)
        return fix_layout(figure)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"


PER_CENT = 100
NO_GAMES = Message("終わった局がない", "no game has ended")
NO_SETS = Message("見つかった組がない", "no sets were found")
NO_MATCHES = Message("確かめの対局がない", "no matches were played")
SEATS = {
    "all": Message("両側", "both seats"),
    "a_first": Message("先手のとき", "as 先手"),
    "a_second": Message("後手のとき", "as 後手"),
}
SIDES = {"all": None, "a_first": Side.FIRST, "a_second": Side.SECOND}


def study_figures(findings: StudyResults, language: Language) -> Iterator[PicturePage]:
    """Yield a study's figures: sizes, squares, strongest sets, confirmations."""
    if any(cell.sizes for cell in findings.cells):
        yield page_of_one_figure("sizes", partial(draw_shares_by_size, findings, language), NO_GAMES)
    placed = any(worth.share is not None for size in findings.settings.sizes for worth in square_worths(findings, size))
    yield page_of_one_figure("squares", partial(draw_gains_by_square, findings, language), NO_GAMES, wanted=placed)
    finalists = any(findings.finalists.values())
    yield page_of_one_figure("strongest", partial(draw_finalists, findings, language), NO_SETS, wanted=finalists)
    answers = any(_is_answer(findings, match) for match in findings.matches)
    yield page_of_one_figure("answers", partial(draw_responses, findings, language), NO_MATCHES, wanted=answers)
    yield page_of_one_figure(
        "confirmed", partial(draw_holdout_shares, findings, language), NO_MATCHES, wanted=bool(findings.matches)
    )


def _is_answer(findings: StudyResults, match: StudyMatch) -> bool:
    return match.kind == ANSWER and match.nodes == findings.settings.nodes and match.b is not None


def _page_title(findings: StudyResults, title: Message, language: Language) -> str:
    """Return a title with nodes and seed below."""
    nodes, seed = findings.settings.nodes, findings.settings.seed
    played = Message(f"一手 {nodes} 局面、種 {seed}", f"{nodes} nodes a move, seed {seed}")
    return f"{title.in_language(language)}\n{played.in_language(language)}"


def draw_shares_by_size(findings: StudyResults, language: Language) -> Figure:
    """Draw 先手's share for each pair of sizes, with random sets."""
    nodes = findings.settings.nodes
    table = {
        cell.sizes: share_entry(size_cell_share(cell)) for cell in findings.cells if cell.sizes and cell.nodes == nodes
    }
    title = Message(
        "無作為の組どうし: 先手の勝率と95%区間 (灰色は区間が 50% を含むもの)",
        "Random sets: 先手's share, 95 % interval (grey: the interval holds 50 %)",
    )
    return draw_share_table(
        _page_title(findings, title, language),
        Message("後手の個数", "size of 後手's set").in_language(language),
        Message("先手の個数", "size of 先手's set").in_language(language),
        table,
    )


def draw_gains_by_square(findings: StudyResults, language: Language) -> Figure:
    """Draw each square's gain for random sets, in percent points.

    Images count as one.
    """
    settings = findings.settings
    game = games.load(settings.game)
    boards = {}
    for size in settings.sizes:
        grid = np.zeros(game.board.rows * game.board.columns)
        played = [worth for worth in square_worths(findings, size) if worth.share is not None]
        occupied = sum(worth.games for worth in played)
        mean = sum((worth.share or 0.0) * worth.games for worth in played) / occupied if occupied else 0.0
        for worth in played:
            grid[worth.square] = PER_CENT * ((worth.share or 0.0) - mean)
        name = Message(f"{size} 個の組", f"sets of {size}").in_language(language)
        boards[name] = grid.reshape(game.board.rows, game.board.columns)
    title = Message(
        "そのマスを含む無作為の組の勝率 (平均との差)", "Share of random sets with that square, from the mean"
    )
    label = label_with_hatching_note(Message("ポイント", "percent points").in_language(language), language)
    return draw_difference_grids(game, _page_title(findings, title, language), label, boards)


def draw_finalists(findings: StudyResults, language: Language) -> Figure:
    """Draw each size's finalists, confirmed ones with their shares."""
    settings = findings.settings
    confirmed_of = {
        (len(match.a), match.rank, match.size): next(match_shares(settings, match))
        for match in findings.matches
        if match.kind == STRENGTH
    }
    rows = {}
    for size, standings in findings.finalists.items():
        boards = []
        for rank, standing in enumerate(standings, 1):
            shares = [confirmed_of.get((size, rank, rival)) for rival in settings.sizes]
            parts = [
                f"{rival}: {_share_text(share)}" for rival, share in zip(settings.sizes, shares, strict=True) if share
            ]
            boards.append(SetBoard(f"{rank}) " + "\n".join(parts), standing.squares))
        rows[Message(f"{size} 個", f"{size}").in_language(language)] = boards
    sizes = "、".join(map(str, settings.sizes))
    title = Message(
        f"探索で残った組。確かめたものは新しい局での勝率 (無作為の {sizes} 個の組を相手に)",
        "Finalists of the search; those confirmed with their share against random sets of each size",
    )
    return draw_sets(games.load(settings.game), _page_title(findings, title, language), rows)


def draw_responses(findings: StudyResults, language: Language) -> Figure:
    """Draw each confirmed response with its target and share."""
    settings = findings.settings
    rows: dict[str, list[SetBoard]] = {}
    for match in findings.matches:
        if match.b is not None and _is_answer(findings, match):
            name = Message(f"答え {match.size} 個", f"answers of {match.size}").in_language(language)
            share = next(match_shares(settings, match))
            rows.setdefault(name, []).append(SetBoard(f"{match.rank}) {_share_text(share)}", match.a, match.b))
    title = Message(
        f"最強の {settings.sizes[0]} 個 (塗り) と、それへの答え (輪)。塗りの側の勝率",
        f"The strongest set of {settings.sizes[0]} (discs) and answers to it (rings); share of the discs",
    )
    return draw_sets(games.load(settings.game), _page_title(findings, title, language), rows)


def draw_holdout_shares(findings: StudyResults, language: Language) -> Figure:
    """Draw A's share in every holdout match, also by seat."""
    lines = []
    for match in findings.matches:
        shares = list(match_shares(findings.settings, match))
        name = _match_name(match, language)
        if match.kind == STRENGTH:
            lines.append(_interval_line(f"{name}  ", shares[0], language))
            continue
        lines.append(IntervalLine(name))
        lines += [_interval_line(f"{SEATS[share.seat].in_language(language)}  ", share, language) for share in shares]
    title = Message("新しい種の対局で確かめた勝率", "Confirmed in games with fresh seeds")
    seed = Message(f"種 {findings.settings.seed}", f"seed {findings.settings.seed}").in_language(language)
    axis = Message("A の勝率 (中断を除く) と95%区間", "share of A of the games that ended, 95 % interval")
    return draw_intervals(f"{title.in_language(language)} ({seed})", axis.in_language(language), lines)


def _interval_line(label: str, share: Share, language: Language) -> IntervalLine:
    broken = Message(f"中断 {share.tally.unfinished}", f"{share.tally.unfinished} broken off").in_language(language)
    return IntervalLine(f"{label}n={share.tally.finished} ({broken})", share_entry(share), SIDES[share.seat])


def share_entry(share: Share) -> ShareEntry:
    """Return a share as an entry of a picture."""
    low, high = share.interval()
    return ShareEntry(share.share, low, high, share.tally.finished)


def _match_name(match: StudyMatch, language: Language) -> str:
    """Return a match's name: both sets' sizes, ranks, nodes."""
    size = len(match.a)
    names = {
        ANSWER: Message(
            f"最強の {size} 個 対 答え {match.size} 個の {match.rank} 位",
            f"strongest of {size} v answer of {match.size}, no. {match.rank}",
        ),
        TARGET: Message(
            f"最強の {size} 個 対 {match.size} 個の上位", f"strongest of {size} v finalist of {match.size}"
        ),
        STRENGTH: Message(
            f"{size} 個の {match.rank} 位 対 無作為の {match.size} 個",
            f"no. {match.rank} of {size} v random sets of {match.size}",
        ),
    }
    nodes = Message(f"{match.nodes} 局面", f"{match.nodes} nodes")
    return f"{names[match.kind].in_language(language)} ({nodes.in_language(language)})"


def _share_text(share: Share) -> str:
    low, high = share.interval()
    return "-" if share.share is None else f"{share.share:.0%} [{100 * low:.0f}–{100 * high:.0f}]"
