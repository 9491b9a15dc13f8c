"""Study pages: figures of a study and their text."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from analysis.plots.board_plot import signed_label
from analysis.plots.picture_style import page_of_one_figure
from analysis.tournaments.share_rows import cell_figure, match_figures, square_worths
from analysis.tournaments.study_charts import (
    IntervalLine,
    SetBoard,
    ShareEntry,
    draw_intervals,
    draw_sets,
    draw_table,
    draw_worths,
)
from analysis.tournaments.study_matches import ANSWER, STRENGTH, TARGET
from kifu.core import games
from kifu.core.message import Message
from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure

    from analysis.plots.picture_style import PicturePage
    from analysis.tournaments.share_rows import ShareEstimate as Share
    from analysis.tournaments.study_matches import StudyMatch
    from analysis.tournaments.study_run import StudyResults
    from kifu.core.message import Language

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
    yield page_of_one_figure("squares", partial(gains_by_square_figure, findings, language), NO_GAMES, wanted=placed)
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
    table = {cell.sizes: entry_of(cell_figure(cell)) for cell in findings.cells if cell.sizes and cell.nodes == nodes}
    title = Message(
        "無作為の組どうし: 先手の勝率と95%区間 (灰色は区間が 50% を含むもの)",
        "Random sets: 先手's share, 95 % interval (grey: the interval holds 50 %)",
    )
    return draw_table(
        _page_title(findings, title, language),
        Message("後手の個数", "size of 後手's set").in_language(language),
        Message("先手の個数", "size of 先手's set").in_language(language),
        table,
    )


def gains_by_square_figure(findings: StudyResults, language: Language) -> Figure:
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
    label = signed_label(Message("ポイント", "percent points").in_language(language), language)
    return draw_worths(game, _page_title(findings, title, language), label, boards)


def draw_finalists(findings: StudyResults, language: Language) -> Figure:
    """Draw each size's finalists, confirmed ones with their shares."""
    settings = findings.settings
    confirmed_of = {
        (len(match.a), match.rank, match.size): next(match_figures(settings, match))
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
            share = next(match_figures(settings, match))
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
        shares = list(match_figures(findings.settings, match))
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


def _interval_line(name: str, share: Share, language: Language) -> IntervalLine:
    broken = Message(f"中断 {share.tally.unfinished}", f"{share.tally.unfinished} broken off").in_language(language)
    return IntervalLine(f"{name}n={share.tally.finished} ({broken})", entry_of(share), SIDES[share.seat])


def entry_of(share: Share) -> ShareEntry:
    """Return a share as an entry of a picture."""
    low, high = share.interval()
    return ShareEntry(share.share, low, high, share.tally.finished)


def _match_name(match: StudyMatch, language: Language) -> str:
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
