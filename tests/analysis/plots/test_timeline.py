"""The timeline: its panels have the numbers of the table, beatings are marked, the ending is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each

import analysis
import kifu
from analysis.plots.picture_style import PENS, figure_bytes
from analysis.plots.timeline import draw_timeline, find_beatings
from analysis.tables.dataframes import measures_table
from analysis.tables.verdict_access import marks_by_ply, verdicts_of_replayed_games
from kifu.core import games
from kifu.core.outcome import Side
from kifu.reconcile.slip_or_foul import with_slip_headline

SAMPLES = Path(__file__).parents[3] / "samples"
MEASURES = ("territories", "fighters", "ghosts", "hand", "mobility")


def points(collection):
    """Return the places of the marks of a collection."""
    return [tuple(point) for point in collection.get_offsets().tolist()]


def test_each_measure_has_a_panel(beaten):
    """Below the strip of beatings each measure has a panel with its Japanese name."""
    figure = draw_timeline(beaten, "ja")
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == [
        "倒された駒 (取られた側)　◆ 占領 (点線はその手)",
        "盤上の占",
        "戦う駒 (武騎弓巫)",
        "怨",
        "持駒",
        "指せる手 (手番だとして)",
    ]
    assert figure.axes[-1].get_xlabel() == "手数"


def test_english_keeps_the_game_terms(beaten):
    """The English labels keep the game's own terms."""
    figure = draw_timeline(beaten, "en")
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles[0] == "beaten (by the side that lost it)　◆ 占 (territory) (dotted: its ply)"
    assert titles[1:4] == ["占 standing", "fighting dice (武騎弓巫)", "怨"]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["▲ first (先手)", "△ second (後手)"]


def test_lines_are_the_table(long_game):
    """Each panel's two lines are the rows of the table for its measure, in the pens of their sides."""
    figure, table = draw_timeline(long_game), measures_table([long_game])
    assert sorted(table["measure"].unique()) == sorted(MEASURES)
    for axes, key in zip(figure.axes[1:], MEASURES, strict=True):
        for side, name in ((Side.FIRST, "first"), (Side.SECOND, "second")):
            line = axes.get_lines()[side]
            rows = table[(table["measure"] == key) & (table["side"] == name)]
            assert len(rows) == long_game.plies + 1
            assert list(line.get_xdata()) == rows["ply"].to_list()
            assert list(line.get_ydata()) == rows["value"].to_list()
            assert line.get_linestyle() == PENS[side].dashes
            assert line.get_drawstyle() == "steps-post"


def test_plies_are_whole_numbers(beaten):
    """The ticks of the x axis are plies: integers within the game."""
    axes = draw_timeline(beaten).axes[-1]
    assert [tick for tick in axes.get_xticks() if 0 <= tick <= 7] == list(range(8))


def test_beatings_stand_in_the_lane_of_the_loser(beaten):
    """後手 loses a 士 at ply 5 (weak mark) and the 領 at ply 7 (strong mark); 先手 loses nothing."""
    strip = draw_timeline(beaten).axes[0]
    assert [points(marks) for marks in strip.collections] == [[], [], [(5, 0)], [(7, 0)]]
    weak, strong = (strip.collections[number].get_sizes()[0] for number in (2, 3))
    assert strong > 2 * weak


def test_a_beating_is_grave_when_it_costs_points(beaten):
    """The loss of a 占 lowers the score; the loss of a 士 does not."""
    assert [(beating.ply, beating.side, beating.unit, beating.grave) for beating in find_beatings(beaten)] == [
        (5, Side.SECOND, "warrior", False),
        (7, Side.SECOND, "territory", True),
    ]


def test_first_can_lose_gravely_too(judge):
    """A 占 of 先手 beaten by 後手 is as grave."""
    (verdict,) = judge("棋種：6面体\n1 四04占\n2 四06領\n3 三03武\n4 四05士\n5 三03-三02武\n6 四05-四04士\n")
    assert [(beating.side, beating.grave) for beating in find_beatings(verdict)] == [(Side.FIRST, True)]
    assert verdict.outcome.article == "six.14"


@pytest.mark.parametrize(
    ("language", "head", "end"),
    [
        ("ja", "6面体　▲山田 太郎 対 △佐藤 花子　2013/05/01 14:00", "7 手で先手の勝ち (全滅) [six.14]"),
        (
            "en",
            "6面体 (six)　▲山田 太郎 vs △佐藤 花子　2013/05/01 14:00",
            "7 plies: first (先手) wins (elimination) [six.14]",
        ),
    ],
)
def test_players_and_end_are_named(beaten, language, head, end):
    """The head has game, players and date; the line at the right the winner, the reason and the article."""
    figure = draw_timeline(beaten, language)
    assert figure.get_suptitle() == head
    assert figure.axes[0].get_title(loc="right") == end


def test_a_fault_is_named(illegal):
    """The picture of an illegal record names ply, move, article and reason; without players it names the file."""
    figure = draw_timeline(illegal, "ja")
    head, fault = figure.get_suptitle().splitlines()
    assert head == "6面体　illegal.kif"
    assert fault.startswith("3 手目 一01武 [six.4]: ")
    assert figure.axes[0].get_title(loc="right") == "2 手まで (規則に合わない)"
    sought = draw_timeline(with_slip_headline(illegal), "ja")  # it was looked for a slip of the pen, and there is none
    assert sought.axes[0].get_title(loc="right") == "2 手まで (反則)"


def test_a_remark_is_the_last_line_of_the_head(illegal):
    """What other readings of the rules say stands below the fault, and the panels keep their size."""
    plain, figure = (
        draw_timeline(illegal, "ja"),
        draw_timeline(illegal, "ja", remark="読み方: near=any なら 3 手目は合法"),
    )
    assert figure.get_suptitle() == f"{plain.get_suptitle()}\n読み方: near=any なら 3 手目は合法"
    heights = [drawn.axes[0].get_position().height * drawn.get_size_inches()[1] for drawn in (plain, figure)]
    assert heights[1] == pytest.approx(heights[0], abs=0.05)


def test_names_from_files_are_only_text(judge):
    """A dollar sign is no formula, a control character is visible, an unknown glyph is replaced, without a warning."""
    (verdict,) = judge("棋種：6面体\n先手：$x^2$ \\frac{\n後手：\x1b[31m𠮷\n1 四04占\n")
    figure = draw_timeline(verdict)
    assert figure.get_suptitle() == "6面体　▲$x^2$ \\frac{ 対 △<U+001B>[31m〓"
    assert not figure._suptitle.get_parse_math()
    assert figure_bytes(figure, "png")
    assert figure_bytes(figure, "svg") == figure_bytes(draw_timeline(verdict), "svg")


def test_a_record_without_moves_is_drawn(setup_only):
    """A diagram alone is one point."""
    figure = draw_timeline(setup_only)
    assert list(figure.axes[1].get_lines()[0].get_ydata()) == [1]
    assert figure_bytes(figure, "png")


def test_another_game_needs_no_edit(other_game):
    """A game without beatings has no strip, only the panels of its measures."""
    (axes,) = draw_timeline(other_game).axes
    assert axes.get_title(loc="left") == "石の数"
    assert axes.get_title(loc="right") == "3 手まで (未了)"
    assert list(axes.get_lines()[0].get_ydata()) == [0.0, 0.5, 1.0, 1.5]


def test_nothing_replayed_is_refused(unreadable):
    """A verdict without positions cannot be drawn."""
    with pytest.raises(ValueError, match=r"none\.kif"):
        draw_timeline(unreadable)


def guides(axes):
    """Return the horizontal lines of a panel that are labelled as a target."""
    return [line for line in axes.get_lines() if line.get_label() == "target"]


def test_the_target_is_drawn_on_its_measure(match):
    """The 100 points that end a King game are a named line in the panel of the points, and in no other."""
    figure = draw_timeline(verdicts_of_replayed_games(match)[1], "ja")
    strip, score, *others = figure.axes
    assert strip.get_title(loc="left") == "■ 合体した点　× 合体を解いた点"
    assert [list(line.get_ydata()) for line in guides(score)] == [[100, 100]]
    assert [text.get_text() for text in score.texts] == ["目標 100"]
    assert score.get_ylim()[1] > 100
    assert not any(guides(axes) for axes in others)


def test_a_target_in_pairs_crosses_the_pairs(judge):
    """Master ends at five pairs: the line is in their panel, not in that of the points."""
    (verdict,) = judge((SAMPLES / "master/last-move-taken.kif").read_text(encoding="utf-8"))
    _, score, pairs, *_ = draw_timeline(verdict, "en").axes
    assert guides(score) == []
    assert [list(line.get_ydata()) for line in guides(pairs)] == [[5, 5]]
    assert pairs.texts[0].get_text() == "target 5"


@pytest.mark.parametrize(
    ("name", "ja"),
    [
        ("last-move-taken", "最終手: 40 手目 "),
        ("last-move-declined", "最終手: 40 手目 パス"),
        ("closed-before-the-last-move", "最終手: 指さず"),
        ("black-reaches-the-target", ""),
    ],
)
def test_the_last_move_is_named(judge, name, ja):
    """The panel with the target tells black's last move, or that it was declined; nothing if there was none."""
    (verdict,) = judge((SAMPLES / f"master/{name}.kif").read_text(encoding="utf-8"))
    replay = verdict.replay
    if name == "last-move-taken":
        ja = f"最終手: {len(replay.moves)} 手目 {verdict.game.spell(replay.moves[-1])}"
    assert draw_timeline(verdict, "ja").axes[2].get_title(loc="right") == ja


def test_the_last_move_that_is_still_to_come_is_not_named(judge):
    """A record that stops before the last move has no such line."""
    text = (SAMPLES / "master/closed-before-the-last-move.kif").read_text(encoding="utf-8")
    (verdict,) = judge("".join(line for line in text.splitlines(keepends=True) if not line.startswith("まで")))
    assert draw_timeline(verdict, "en").axes[2].get_title(loc="right") == ""


def test_a_game_without_target_has_no_line(beaten):
    """No number ends 6面体, so no panel has a target."""
    assert not any(guides(axes) for axes in draw_timeline(beaten).axes)


def test_pairs_made_and_broken_are_marked(match):
    """Each side's lane has its unions a little above the middle, and its breakings below."""
    verdict = verdicts_of_replayed_games(match)[0]
    marks = list(marks_by_ply(verdict))
    lanes = [points(collection) for collection in draw_timeline(verdict).axes[0].collections]
    expected = [
        [(mark.ply, 1 - side + above) for mark in marks if mark.trace.kind == kind and mark.trace.side is side]
        for side in Side
        for kind, above in (("union", 0.22), ("breaking", -0.22))
    ]
    assert lanes == expected
    assert all(expected)


def test_games_of_a_match_are_records_of_their_own(match):
    """Each game is named with the players of the match, who change sides, and its place in the match."""
    heads = [draw_timeline(verdict, "ja").get_suptitle() for verdict in verdicts_of_replayed_games(match)]
    assert heads == [
        "ユニオンキング　○プログラム甲 対 ●プログラム乙　前半",
        "ユニオンキング　○プログラム乙 対 ●プログラム甲　後半",
    ]


@pytest.mark.parametrize(
    ("language", "lanes", "legend", "end"),
    [
        ("ja", ["白", "黒"], ["○ 白", "● 黒"], "44 手で白の勝ち (目標到達) [king.2]"),
        (
            "en",
            ["white (白)", "black (黒)"],
            ["○ white (白)", "● black (黒)"],
            "44 plies: white (白) wins (target reached) [king.2]",
        ),
    ],
)
def test_the_sides_of_a_union_game_are_white_and_black(match, language, lanes, legend, end):
    """Lanes, legend and end call them 白 and 黒, with ○ and ●: ▲ is dark and would stand for white."""
    figure = draw_timeline(verdicts_of_replayed_games(match)[0], language)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == lanes
    assert [text.get_text() for text in figure.legends[0].get_texts()] == legend
    assert figure.axes[0].get_title(loc="right") == end


def test_a_marker_is_filled_where_the_mark_is_dark(beaten, judge):
    """先手 ▲ has a filled marker, 白 ○ a hollow one."""
    (master,) = judge((SAMPLES / "master/last-move-taken.kif").read_text(encoding="utf-8"))
    fills = [
        [line.get_markerfacecolor() for line in draw_timeline(verdict).axes[1].get_lines()[:2]]
        for verdict in (beaten, master)
    ]
    assert fills == [["#0072B2", "white"], ["white", "#E69F00"]]


def test_the_points_panel_shows_the_score(match):
    """The lines of the points are the score after each ply, up to the 103 to 98 of the record."""
    verdict = verdicts_of_replayed_games(match)[0]
    score = draw_timeline(verdict).axes[1]
    for side in Side:
        assert list(score.get_lines()[side].get_ydata()) == [pair[side] for pair in verdict.scores()]
    assert verdict.scores()[-1] == (105, 99)


@each("name", games.ids())
def test_measures_and_traces_have_names_of_their_own(name):
    """Both are columns of one table, so a trace must not have the name of a measure."""
    game = games.load(name)
    assert not {measure.key for measure in game.measures} & set(game.traces)


@each(
    ("name", "missing"),
    [
        ("rengo/game-go9", ["いま数えた地 0 - 0"]),
        ("rengo/hundred-shogi", ["盤上の翻 0 - 0", "いま数えた地 0 - 0", "珠の最長の並び 0 - 0"]),
        ("six/resigned", []),
    ],
)
def test_what_never_changes_is_named_and_not_drawn(name, missing):
    """A measure that has one value all through has no panel; the foot of the page names it with its values."""
    (verdict,) = kifu.verify(kifu.read(SAMPLES / f"{name}.kif"))
    figure = draw_timeline(verdict)
    drawn = {axes.get_title(loc="left") for axes in figure.axes}
    counted = zip(*map(verdict.game.measure, verdict.replay.positions), strict=True)
    for measure, values in zip(verdict.game.measures, counted, strict=True):
        assert (measure.label.ja in drawn) is (len(set(values)) > 1)
    assert figure.get_supxlabel() == ("変わらないので省いた: " + "、".join(missing) if missing else "")


def test_a_record_in_which_nothing_changes_keeps_its_panels(other_game):
    """Where no measure changes all have a panel: a page without any would say nothing."""
    short = other_game._replace(replay=other_game.replay._replace(moves=(), positions=other_game.replay.positions[:1]))
    assert [axes.get_title(loc="left") for axes in draw_timeline(short).axes] == ["石の数"]


def test_several_records_share_a_figure():
    """A row for each measure, a line for each record and their mean; the last row counts the records that go on."""
    verdicts = [kifu.verify(SAMPLES / f"six/{name}.kif")[0] for name in ("elimination", "resigned")]
    figure = analysis.timeline(verdicts, language="en")
    rows = len(figure.axes) // 2
    assert [axes.get_title(loc="left") for axes in figure.axes[:2]] == [
        "占 standing　▲ first (先手)",
        "占 standing　△ second (後手)",
    ]
    for place, verdict in enumerate(verdicts):
        table = measures_table([verdict]).query("measure == 'territories' and side == 'second'")
        assert figure.axes[1].get_lines()[place].get_ydata().tolist() == table["value"].tolist()
    first, second = (line.get_ydata() for line in figure.axes[0].get_lines()[:2])
    both = min(len(first), len(second))
    assert figure.axes[0].get_lines()[2].get_ydata()[:both] == pytest.approx((first[:both] + second[:both]) / 2)
    going_on = figure.axes[2 * rows - 1].get_lines()[0].get_ydata().tolist()
    assert going_on == [2] * both + [1] * (max(len(first), len(second)) - both)
    assert len(figure.legends[0].get_texts()) == len(verdicts) + 1


def test_many_records_have_no_names():
    """Nine records are grey lines: the legend has their mean alone."""
    (verdict,) = kifu.verify(SAMPLES / "six/elimination.kif")
    figure = analysis.timeline([verdict] * 9)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["その手数まで続いた局の平均"]


def test_records_of_several_games_share_no_figure():
    """Records of several games, or none that was replayed, are refused."""
    six, rengo = (kifu.verify(SAMPLES / path)[0] for path in ("six/elimination.kif", "rengo/mate.kif"))
    for verdicts in ([six, rengo], [], kifu.verify(b"\x00")):
        with pytest.raises(ValueError, match="one game and board"):
            analysis.timeline(verdicts)
    with pytest.raises(kifu.WrongArgument):
        analysis.timeline([six, 3])
