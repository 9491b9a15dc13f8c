"""The pages of a review, and the names of their files."""

from __future__ import annotations

import pytest
from each import each

from analysis.plots.picture_style import PicturePage
from analysis.plots.review_pages import RecordGroup, comparison_pages, group_pages, record_pages
from kifu.core.game.options import VariantFile
from kifu.core.message import Message
from kifu.referee.verify import verify
from notation.formats.kif_head_reader import RulesSource
from notation.reading import read

KINDS = ("placement", "landing", "beating", "stood")


def names(pages):
    """Return the names of pages."""
    return [page.name for page in pages]


def test_a_record_has_a_timeline_and_a_heatmap_a_kind(beaten):
    """The names begin with the stem of the record, and drawing a page gives its picture."""
    pages = list(record_pages(beaten, "game-2", "ja"))
    assert names(pages) == ["game-2-timeline", *(f"game-2-heatmap-{kind}" for kind in KINDS)]
    assert pages[0].draw()[0].axes[1].get_title(loc="left") == "盤上の占"
    assert pages[3].draw()[0].get_suptitle().startswith("倒されたマス　6面体　▲山田 太郎")


def test_empty_pictures_are_none(setup_only):
    """A record without moves has no timeline and no heatmap; each page gives the reason."""
    pages = {page.name: (page.draw(), page.empty) for page in record_pages(setup_only, "a", "ja")}
    assert {figures for figures, _ in pages.values()} == {()}
    assert pages["a-timeline"][1].ja == "一手もない"
    assert pages["a-heatmap-beating"][1] == (
        "「倒されたマス」が一つもない",
        "there is nothing to count for 'beatings'",
    )


def test_a_nought_to_nought_has_no_picture(judge):
    """A Union game in which nothing has scored has no picture of its final score."""
    (verdict,) = judge("棋種：ユニオンキング\n1 一06-一05十内\n")
    (count,) = (page for page in record_pages(verdict, "a", "ja") if page.name == "a-count")
    assert (count.draw(), count.empty.en) == ((), "nothing has scored")


def test_several_figures_of_a_page_are_numbered():
    """The first figure has the page's own name."""
    figures = ["one", "two", "three"]
    page = PicturePage("a", lambda: figures, Message("無", "none"))
    assert list(page.named_figures()) == [("a", "one"), ("a-2", "two"), ("a-3", "three")]


@each(("spent", "names_of_times"), [("(0:05)", ["a-times"]), ("(0:00)", []), ("", [])])
def test_times_have_a_page_where_there_are_any(judge, spent, names_of_times):
    """A record with times has a picture of them; a record without times, or with zeros only, has none."""
    (verdict,) = judge(f"棋種：6面体\n1 四04占 {spent}\n2 四06領\n")
    assert [name for name in names(record_pages(verdict, "a", "ja")) if name.endswith("times")] == names_of_times


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("a.kif", "b.kif"), ("a.kif", "b.kif")),
        (("x/a.kif", "y/a.kif"), ("x/a.kif [1]", "y/a.kif [1]")),
        (("x/" * 30 + "a.kif", "y/a.kif"), ("…" + ("x/" * 30 + "a.kif")[-40:] + " [1]", "y/a.kif [1]")),
        (("a.kif", "a.kif"), ("6面体", "6面体")),
    ],
)
def test_two_of_one_name_are_told_apart_by_file(judge, files, expected):
    """Records of the same players have their file names in the title, and the end of the path if those are equal."""
    text = "棋種：6面体\n先手：太郎\n後手：花子\n1 四04占\n"
    groups = [RecordGroup("g", judge(text, name)) for name in files]
    figure = next(comparison_pages(*groups, "ja")).draw()[0]
    lines = figure.get_suptitle().splitlines()
    assert [line[3:].partition("　")[0] for line in lines] == list(expected)
    assert len({line[1:] for line in lines}) == len(set(files))


def test_groups_of_one_name_are_told_apart_by_file(judge):
    """Groups of one name have the name of their first file before it, or the end of its path."""
    text = "棋種：6面体\n先手：太郎\n後手：花子\n1 四04占\n"
    groups = [RecordGroup("games", [*judge(text, f"{place}/1.kif"), *judge(text, f"{place}/2.kif")]) for place in "xy"]
    lines = next(comparison_pages(*groups, "en")).draw()[0].get_suptitle().splitlines()
    assert lines[:2] == ["A: x/1.kif [1]　games (2 records)", "B: y/1.kif [1]　games (2 records)"]


def test_only_several_records_are_a_group(beaten, illegal, other_game, unreadable):
    """A game with one record has no mean; the page of two records gives their number."""
    assert names(group_pages(RecordGroup("x", [beaten, other_game, unreadable]), "ja")) == []
    pages = list(group_pages(RecordGroup("x", [beaten, other_game, illegal]), "ja"))
    assert names(pages) == [f"group-six-heatmap-{kind}" for kind in KINDS]
    assert pages[0].draw()[0].get_suptitle() == "置いたマス　6面体　x (2 局の平均)"


def test_games_that_both_have_are_compared(beaten, illegal, other_game):
    """A game that only one of the groups has is left out."""
    pages = list(comparison_pages(RecordGroup("a", [beaten, other_game]), RecordGroup("b", [illegal, beaten]), "en"))
    assert names(pages) == ["comparison-six-timeline", *(f"comparison-six-heatmap-{kind}" for kind in KINDS)]
    assert pages[1].draw()[0].get_suptitle().splitlines()[1:] == [
        "A: 6面体 (six)　▲山田 太郎 vs △佐藤 花子　2013/05/01 14:00 (1 record)",
        "B: b (2 records)",
    ]
    assert pages[0].draw()[0].get_suptitle().endswith("lines are means over the records that last to that ply")
    assert names(comparison_pages(RecordGroup("a", [beaten]), RecordGroup("b", [other_game]), "en")) == []


def test_boards_of_one_game_are_told_apart(other_game):
    """If a game occurs with two boards, the names have the size of the board."""
    game = type(other_game.game)()
    game.board = game.board._replace(rows=3)
    larger = other_game._replace(game=game)
    pages = list(group_pages(RecordGroup("x", [other_game, larger, other_game, larger]), "ja"))
    assert names(pages) == [f"group-stones-3x{rows}-heatmap-{kind}" for rows in (2, 3) for kind in ("drop", "stood")]


def verdict_under(rules):
    """Return the verdict on a record of king under a variant file."""
    text = "棋種：ユニオンキング\n1 一06-一05十内\n"
    document = read("a.kif", text.encode(), RulesSource(given=VariantFile(*rules)))
    return verify(document.records[0], document.sha256)


def test_variant_files_on_boards_of_one_size_are_told_apart():
    """Other data have other pages, numbered; equal data under another name count together; titles name the file."""
    low, high = (f'game = "king"\n[score]\ntarget = {target}\n' for target in (50, 200))
    given = [("low.toml", low), ("high.toml", high), ("x/low2.toml", low), ("high.toml", high)]
    pages = list(group_pages(RecordGroup("x", [verdict_under(rules) for rules in given]), "ja"))
    kinds = ("landing", "union", "breaking", "earned", "stood")
    assert names(pages) == [f"group-{label}-heatmap-{kind}" for label in ("king-7x7", "king-7x7-2") for kind in kinds]
    assert pages[0].draw()[0].get_suptitle() == "動いた先　ユニオンキング [low.toml]　x (2 局の平均)"
    other = RecordGroup("y", [verdict_under(("third.toml", low)), verdict_under(("default.toml", 'game = "king"\n'))])
    compared = names(comparison_pages(RecordGroup("x", [verdict_under(rules) for rules in given]), other, "ja"))
    assert {name.partition("-heatmap")[0] for name in compared} == {
        "comparison-king-7x7-timeline",
        "comparison-king-7x7",
    }
