"""The basis of a verdict: the ground of its deciding article, and the reconstructed data that it was judged by."""

from each import each
from helpers import HEAD, verdict
from small_records import SETUP

import kifu
from kifu.core import games
from kifu.core.game.options import VariantFile
from kifu.reconcile.python_api import with_notebook_view
from notation.formats.kif_head_reader import RulesSource
from notation.reading import read

NEXT_TO_AN_ENEMY = HEAD + "1 四04占\n2 一01領\n3 二02武\n"
"""先手 places a 武 beside 後手's 領 only, which six.4 forbids by a ruling."""
NEXT_TO_NONE = HEAD + "1 四04占\n2 一01領\n3 七07武\n"
DECLINED = """\
棋種：ユニオンキング
局面図
一 二 三 四 五 六 七
・・ ・・ ・・ ・・ ・・ ・・ ・・ 01
・・ 丸'丸' ・・ ・・ ・・ ・・ v八・ 02
・・ ・・ 三'三' ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ 四'四' ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ 五'五' ・・ ・・ 05
・・ ・・ ・・ ・・ ・・ 六'六' ・・ 06
・・ ・・ ・・ ・・ ・・ ・・ ・・ 07
手番：黒
1 パス
"""
"""White's five pairs on points of eight lines are 105 points; black declines the last move."""


def of(text, rules=None):
    """Return the basis of the verdict on a record as JSON has it."""
    return (kifu.verify(read("game.kif", text.encode(), rules))[0] if rules else verdict(text)).to_json()["basis"]


@each(
    "text",
    [HEAD + "1 四04占\n", HEAD + "1 四04占\n投了\n", HEAD + "1 八08占\n", "", HEAD + "1 四04占\n千日手\n"],
    ids=["unfinished", "declared", "unreadable", "empty", "agreed"],
)
def test_none_without_a_deciding_article(text):
    """A verdict that no article decides has no basis."""
    assert of(text) is None


def test_a_sentence_of_the_page():
    """The last 占 is beaten: the page says who has lost (six.14)."""
    assert of(SETUP + "1 四03-五03武\n") == {"article": "six.14", "kind": "source", "data": []}


def test_a_ruling_decides_where_another_reading_allows_the_move():
    """Next to an enemy 占 only: near=any would allow it. Next to none: no reading allows it."""
    assert of(NEXT_TO_AN_ENEMY) == {"article": "six.4", "kind": "ruling", "data": []}
    assert of(NEXT_TO_NONE) == {"article": "six.4", "kind": "source", "data": []}


def test_a_foul_has_the_basis_of_its_article():
    """A record that ends in 反則 right after its illegal move is decided by the article of the move."""
    assert of(NEXT_TO_NONE + "反則負け\n") == {"article": "six.4", "kind": "source", "data": []}


def test_the_data_of_a_union_game():
    """The board, the backs and the table were judged by; a record with a diagram of its own does not use the start."""
    assert of(DECLINED) == {"article": "king.2", "kind": "source", "data": ["board", "back", "score"]}
    illegal = of("棋種：ユニオンキング\n1 パス\n")
    assert illegal == {"article": "union.1", "kind": "source", "data": ["board", "start", "back", "score"]}


def test_data_of_the_real_set():
    """Data of a variant file with a provenance of its own are not reconstructed."""
    provenance = "\n".join(f'{key} = "the box"' for key in ("board", "start", "back", "score"))
    file = VariantFile("mine.toml", f'game = "king"\n[provenance]\n{provenance}\n')
    assert of("棋種：ユニオンキング\n1 パス\n", RulesSource(given=file)) == {
        "article": "union.1",
        "kind": "source",
        "data": [],
    }


def test_what_is_reconstructed():
    """Each game names its reconstructed data; those of a page that is whole have none."""
    named = {game_id: tuple(games.load(game_id).reconstructed) for game_id in ("six", "ace", "king", "master")}
    assert named == {
        "six": (),
        "ace": ("board", "start", "back"),
        "king": ("board", "start", "back", "score"),
        "master": ("board", "back"),
    }
    rengo = games.load("rengo")
    boards = {board: tuple(rengo.configure(None, {"盤": board}).reconstructed) for board in ("将棋盤", "碁盤9路")}
    assert boards == {"将棋盤": ("board",), "碁盤9路": ()}


def test_html_names_it():
    """The HTML of a notebook has the article with its ground."""
    assert "six.4 ⚖ 裁定 / six.4 ⚖ ruling" in with_notebook_view(verdict(NEXT_TO_AN_ENEMY))._repr_html_()


def test_a_value_does_not_judge():
    """The basis is made with the verdict: its JSON tells what the verdict holds, and nothing is judged for it."""
    found = verdict(NEXT_TO_AN_ENEMY)
    assert found.basis is not None
    assert found.to_json()["basis"] == found.basis.to_json()
    assert found._replace(basis=None).to_json()["basis"] is None
