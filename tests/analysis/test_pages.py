"""Which pages a review has, and what their files are called."""

from __future__ import annotations

from analysis.judged import Judged
from analysis.pages import Group, comparison_pages, group_pages, record_pages
from kifu.record import VariantFile
from kifu.referee import verify
from notation.formats.kif_head import Rules
from notation.reading import read

KINDS = ("placement", "landing", "beating", "stood")


def names(pages):
    """Return what the files of pages are called."""
    return [page.name for page in pages]


def test_a_record_has_a_timeline_and_a_heatmap_a_kind(beaten):
    """The names begin with the record's; drawing one gives its picture."""
    pages = list(record_pages(beaten, "game-2", "ja"))
    assert names(pages) == ["game-2-timeline", *(f"game-2-heatmap-{kind}" for kind in KINDS)]
    assert pages[0].draw().axes[1].get_title(loc="left") == "盤上の占"
    assert pages[3].draw().get_suptitle().startswith("倒されたマス　6面体　▲山田 太郎")


def test_only_several_records_are_a_group(beaten, illegal, other_game, unreadable):
    """A game with one record has no mean; the page of two says how many they are."""
    assert names(group_pages(Group("x", [beaten, other_game, unreadable]), "ja")) == []
    pages = list(group_pages(Group("x", [beaten, other_game, illegal]), "ja"))
    assert names(pages) == [f"group-six-heatmap-{kind}" for kind in KINDS]
    assert pages[0].draw().get_suptitle() == "置いたマス　6面体　x (2 局の平均)"


def test_games_that_both_have_are_compared(beaten, illegal, other_game):
    """A game that only one of the two has is left out."""
    pages = list(comparison_pages(Group("a", [beaten, other_game]), Group("b", [illegal, beaten]), "en"))
    assert names(pages) == ["comparison-six-timeline", *(f"comparison-six-heatmap-{kind}" for kind in KINDS)]
    assert pages[1].draw().get_suptitle().splitlines()[1:] == [
        "A: 6面体 (six)　▲山田 太郎 vs △佐藤 花子　2013/05/01 14:00 (1 record)",
        "B: b (2 records)",
    ]
    assert pages[0].draw().get_suptitle().endswith("lines are means over the records that last to that ply")
    assert names(comparison_pages(Group("a", [beaten]), Group("b", [other_game]), "en")) == []


def test_boards_of_one_game_are_told_apart(other_game):
    """Where a game occurs with two boards, the names carry the board."""
    game = type(other_game.verdict.game)()
    game.board = game.board._replace(rows=3)
    larger = other_game._replace(verdict=other_game.verdict._replace(game=game))
    pages = list(group_pages(Group("x", [other_game, larger, other_game, larger]), "ja"))
    assert names(pages) == [f"group-stones-3x{rows}-heatmap-{kind}" for rows in (2, 3) for kind in ("drop", "stood")]


def judged(rules):
    """Return a judged record of king under a variant file."""
    text = "棋種：ユニオンキング\n1 一06-一05四内\n"
    document = read("a.kif", text.encode(), Rules(given=VariantFile(*rules)))
    return Judged(document.records[0], verify(document.records[0], document.sha256))


def test_variant_files_on_boards_of_one_size_are_told_apart():
    """Other data, other pages, numbered; the same data under another name are counted together; titles name the file."""
    low, high = (f'game = "king"\n[score]\ntarget = {target}\n' for target in (50, 200))
    given = [("low.toml", low), ("high.toml", high), ("x/low2.toml", low), ("high.toml", high)]
    pages = list(group_pages(Group("x", [judged(rules) for rules in given]), "ja"))
    kinds = ("landing", "union", "breaking", "earned", "stood")
    assert names(pages) == [f"group-{label}-heatmap-{kind}" for label in ("king-7x7", "king-7x7-2") for kind in kinds]
    assert pages[0].draw().get_suptitle() == "動いた先　ユニオンキング [low.toml]　x (2 局の平均)"
    other = Group("y", [judged(("third.toml", low)), judged(("default.toml", 'game = "king"\n'))])
    compared = names(comparison_pages(Group("x", [judged(rules) for rules in given]), other, "ja"))
    assert {name.partition("-heatmap")[0] for name in compared} == {
        "comparison-king-7x7-timeline",
        "comparison-king-7x7",
    }
