"""The panel of winning chances below a timeline, and the chart of the time used per move."""

from __future__ import annotations

from math import isnan

import pytest
from drawn_words import explains_hatching, hatched
from each import each

from analysis.plots.picture_style import DOTS_PER_INCH, PENS, figure_bytes
from analysis.plots.timeline import draw_timeline
from analysis.plots.timeline_panels_and_time_chart import draw_time_chart, seconds_left_of_both
from analysis.tables.verdict_access import game_and_replay, verdicts_of_replayed_games
from analysis.tables.win_chances_and_proofs import Estimate
from kifu.core.outcome import Side
from notation.time_control_and_time_checks import TimeControl

CHANCES = [0.5, 0.3, 0.9, 0.9, 0.95, 0.2, 0.2, 1.0]


def named(verdict, chances, best=None):
    """Return estimates in which another move, `best` if it is given, keeps the chance of each position."""
    game, replay = game_and_replay(verdict)
    others = [
        next(move for move in game.legal_moves(position) if move != played) if best is None else best
        for position, played in zip(replay.positions, replay.moves, strict=False)
    ]
    return [Estimate(*each) for each in zip(chances, [*others, None], [*chances[:-1], None], strict=True)]


@pytest.mark.parametrize(("language", "title"), [("ja", "先手の勝率"), ("en", "winning chance of first")])
def test_chances_add_a_panel(beaten, language, title):
    """The panel is the last one, in per cent, and names the moves that lost most."""
    without, figure = draw_timeline(beaten, language), draw_timeline(beaten, language, named(beaten, CHANCES))
    assert len(figure.axes) == len(without.axes) + 1
    panel = figure.axes[-1]
    assert panel.get_title(loc="left").startswith(title)
    (line,) = [line for line in panel.get_lines() if line.get_label() == "chance_first"]
    assert list(line.get_ydata()) == [100 * chance for chance in CHANCES]
    names = [text.get_text().split(" → ")[0] for text in panel.texts]
    assert names == ["5 ▲四05-五05武", "2 △四06領", "1 ▲四04占"]


def test_without_swings_there_is_no_key(beaten):
    """A game in which no move lost much has no names and no key."""
    panel = draw_timeline(beaten, "en", [Estimate(0.5)] * 8).axes[-1]
    assert not panel.texts
    assert "▼" not in panel.get_title(loc="left")


@pytest.mark.parametrize(("language", "best"), [("ja", "最善"), ("en", "best")])
def test_the_better_move_is_named(beaten, language, best):
    """Beside a move that lost most stands the move that the search would have played."""
    game, replay = game_and_replay(beaten)
    better = next(move for move in game.legal_moves(replay.positions[4]) if move != replay.moves[4])
    chances = [Estimate(0.9)] * 4 + [Estimate(0.9, better, 0.9)] + [Estimate(0.1)] * 3
    (name,) = draw_timeline(beaten, language, chances).axes[-1].texts
    assert name.get_text() == f"5 ▲四05-五05武 → {best} {game.spell(better)}"


@pytest.mark.parametrize(
    "chances", [CHANCES, [0.9, 0.1, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1], [0.5, 0.5, 0.5, 0.5, 0.9, 0.1, 0.9, 0.1]]
)
def test_names_do_not_overprint(beaten, chances):
    """Names of moves next to each other, at either end of the game, neither overlap nor leave the panel."""
    game, replay = game_and_replay(beaten)
    longest = max(game.legal_moves(replay.positions[4]), key=lambda move: len(game.spell(move)))
    figure = draw_timeline(beaten, "ja", named(beaten, chances, longest))
    panel = figure.axes[-1]
    boxes = [text.get_window_extent() for text in panel.texts]
    assert len(boxes) == 3
    assert not any(box.overlaps(before) for place, box in enumerate(boxes) for before in boxes[:place])
    inside = panel.get_window_extent()
    assert all(inside.y0 < box.y0 and box.y1 < inside.y1 for box in boxes)
    assert all(box.x0 > 0 and box.x1 < figure.get_figwidth() * DOTS_PER_INCH for box in boxes)
    curve = panel.transData.transform((0, 100))[1]
    assert all(curve < box.y0 for box in boxes)


def test_the_chance_is_that_of_white(judge):
    """In a Union game the panel shows the chance of 白."""
    (verdict,) = judge("棋種：ユニオンキング\n1 一06-一05十内\n")
    panel = draw_timeline(verdict, "ja", [Estimate(0.5)] * 2).axes[-1]
    assert panel.get_title(loc="left").startswith("白の勝率")


HEAD = "棋種：6面体\n先手：山田\n後手：佐藤\n"
MOVES = """1 四04占 ( 0:05/00:00:05)
2 四06領 ( 1:10/00:01:10)
3 四05武
4 五05士 ( 6:00/00:07:10)
5 四05-五05武 ( 0:42/00:00:47)
"""
CLOCK = "持ち時間：10分、秒読み30秒\n"


@pytest.fixture
def timed(judge):
    """Return the verdict on a record with time controls, and with times for all plies but one."""
    return judge(HEAD + CLOCK + MOVES)[0]


def bars(axes, side):
    """Return the ply and the height of each bar of a side."""
    patches = axes.containers[side].patches
    return {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in patches}


def test_the_seconds_of_each_ply(timed, illegal, unreadable):
    """The seconds are those of the legal prefix; None for a ply without a time."""
    assert timed.seconds == (5, 70, None, 360, 42)
    assert illegal.seconds == (None, None)
    assert unreadable.seconds == ()


def test_a_bar_for_each_ply(timed):
    """先手's bars go up, 後手's go down and are hatched, which shows on grey paper too; a ply without a time has none."""
    axes, _ = draw_time_chart(timed).axes
    assert bars(axes, Side.FIRST) == {1: 5, 5: 42}
    assert bars(axes, Side.SECOND) == {2: -70, 4: -360}
    hatched = [{bar.get_hatch() for bar in bars_of_side.patches} for bars_of_side in axes.containers]
    assert hatched == [{None}, {"////"}]


@pytest.mark.parametrize(
    ("language", "titles", "sides", "ply"),
    [
        (
            "ja",
            ["一手に使った時間 (分:秒)", "残り時間 (持ち時間 10:00、秒読み 0:30)"],
            ["▲ 先手", "△ 後手 (斜線)"],
            "手数",
        ),
        (
            "en",
            ["time used per move (minutes:seconds)", "time left on the clock (10:00 a side, then 0:30 a move)"],
            ["▲ first (先手)", "△ second (後手) (hatched)"],
            "ply",
        ),
    ],
)
def test_the_words(timed, language, titles, sides, ply):
    """Panels, sides and axes are named in both languages; times are written as clocks show them."""
    figure = draw_time_chart(timed, language)
    assert [axes.get_title(loc="left") for axes in figure.axes] == titles
    assert [text.get_text() for text in figure.axes[0].texts] == sides
    assert figure.axes[-1].get_xlabel() == ply
    assert hatched(figure)
    assert explains_hatching(figure)
    ticks = [figure.axes[0].yaxis.get_major_formatter()(tick) for tick in (-360, -120, 0, 60)]
    assert ticks == ["6:00", "2:00", "0:00", "1:00"]
    assert figure_bytes(figure, "svg") == figure_bytes(draw_time_chart(timed, language), "svg")


def test_the_clocks(timed):
    """Each side has a line in its pen, of the time left, up to the first move without a time."""
    first, second = draw_time_chart(timed).axes[1].get_lines()
    assert list(first.get_ydata())[:3] == [600, 595, 595]
    assert all(isnan(value) for value in list(first.get_ydata())[3:])
    assert list(second.get_ydata()) == [600, 600, 530, 530, 170, 170]
    assert (first.get_linestyle(), second.get_color()) == (PENS[0].dashes, PENS[1].colour)


def test_the_time_before_the_last_word(judge):
    """The time before 時間切れ has a bar too, after the last ply, and the clock counts it."""
    (verdict,) = judge(HEAD + "持ち時間：2分\n1 四04占 (0:05)\n2 四06領 (1:10)\n3 四05武 (0:10)\n4 時間切れ (0:50)\n")
    axes, clocks = draw_time_chart(verdict).axes
    assert bars(axes, Side.FIRST) == {1: 5, 3: 10}
    assert bars(axes, Side.SECOND) == {2: -70, 4: -50}
    assert [list(line.get_ydata())[-1] for line in clocks.get_lines()[:2]] == [105, 0]


@each("head", ["", "持ち時間：なし\n", "持ち時間：0分、秒読み30秒\n", "持ち時間：自由\n"])
def test_no_clocks_without_a_budget(judge, head):
    """If the record gives no budget, or none that can be read, there is only the panel of bars."""
    (verdict,) = judge(HEAD + head + MOVES)
    assert len(draw_time_chart(verdict).axes) == 1


def test_a_budget_runs_out():
    """A clock stops at zero: the time beyond the budget is 秒読み."""
    sides = [Side.FIRST, Side.SECOND, Side.FIRST]
    assert seconds_left_of_both([50, 10, 30], sides, TimeControl(60, 30)) == ([60, 10, 10, 0], [60, 60, 50, 50])


def test_a_clock_that_gains():
    """With a Fischer clock each move adds its time after it, also above the budget and after the budget was used up."""
    sides = [Side.FIRST, Side.SECOND, Side.FIRST]
    assert seconds_left_of_both([2, 10, 90], sides, TimeControl(60, None, 5)) == ([60, 63, 63, 5], [60, 60, 55, 55])


def test_a_match_has_its_times_by_game(judge):
    """The clocks of a game of a match have the budget of the match."""
    text = f"棋種：ユニオンキング\n先手：甲\n後手：乙\n{CLOCK}対局：前半\n1 一06-一05十内 (0:09)\n対局：後半\n1 一06-一05十内 (0:07)\n"
    games = verdicts_of_replayed_games(judge(text)[0])
    assert [game.seconds for game in games] == [(9,), (7,)]
    assert [len(draw_time_chart(game).axes) for game in games] == [2, 2]
    assert [text.get_text() for text in draw_time_chart(games[0]).axes[0].texts] == ["○ 白", "● 黒 (斜線)"]
