"""Tests that the name of an end is known by what ties it to a side, and by nothing less."""

import pytest
from each import each
from helpers import verdict

from kifu.core import games
from kifu.core.outcome import Side
from notation.freeform.clean_lines import clean_lines
from notation.freeform.sides_of_names_in_texts import sides_of_names_beside_end_words
from notation.freeform.spans_line_context_and_sides import SideContext

SIX = games.load("six")


def names_in(game, *texts):
    """Return the names that lines of text tie to sides."""
    return dict(sides_of_names_beside_end_words(SideContext(game, {}, {}), clean_lines(texts, 1)))


@each(
    ("tie", "end", "name", "side"),
    [
        ("先手ムラタ=兵一7、兵二7", "ムラタさん投了、フジさん勝ち", "ムラタ", Side.FIRST),
        ("後手（イレーネ）の陣：三1城", "イレーネさんが降参して終わりました。", "イレーネ", Side.SECOND),
        ("えーと始めます先手私後手は菅野さんです", "菅野さん投了です", "菅野", Side.SECOND),
        ("さいとう先、もり後", "もりさん投了。", "もり", Side.SECOND),
        ("おれ先手(▲) 木下後手(△) 石なし", "13手で木下時間切れ、おれの勝ち", "木下", Side.SECOND),
        ("野々村(後)と対局", "野々村の勝ち", "野々村", Side.SECOND),
        ("sente=mia gote=gen", "gen resigned", "gen", Side.SECOND),
        ("| 回 | 先手 花岡 | 後手 フジ |", "花岡さんの勝ち", "花岡", Side.FIRST),
        ("回,先手 花岡,後手 フジ", "フジさん投了", "フジ", Side.SECOND),
    ],
)
def test_a_name_is_tied_to_a_side(tie, end, name, side):
    """A word for a side right before or behind the name of an end says whose name it is."""
    assert names_in(SIX, tie, end)[name] is side


def test_a_disc_is_that_of_the_other_side():
    """Where a disc has no side of its own, the name behind the other disc tells it."""
    assert names_in(SIX, "○さいとう ●もり", "さいとう先", "もりさん投了") == {"もり": Side.SECOND}
    assert names_in(SIX, "○さいとう ●もり", "もりさん投了") == {}


@each(
    "tie",
    [
        "先手ムラタ、後手ムラタ",  # both are called so
        "先手の隣のムラタ",
        "先手ムラタニ",  # another name
        "| 先手 ムラタ 後手 | フジ |",
        "ムラタ先生と対局",
        "ムラタ 先手 フジ 後手",  # the word before a name may be that of the other
    ],
)
def test_no_more_is_taken_for_a_tie(tie):
    """What ties a name to both sides, or stands only near it, ties it to none."""
    assert "ムラタ" not in names_in(SIX, tie, "ムラタの勝ち")


def test_the_speaker_of_a_quotation_is_no_name():
    """俺 is the writer where he says that he is 白, and another one in a quotation."""
    assert names_in(SIX, "俺=先手", "課長「今日は俺の負けでいいよ」") == {}


def test_a_resignation_is_that_of_the_name():
    """The end of a record names the winner by such a name; with the same name at neither side it is asked."""
    head = "ユニオンキング\n窓ぎわの席が後手（フジ）の席でした。\n"
    moves = "三07-三05六外\n五02-五03六内\nフジさん投了です\n"
    judged = verdict(head + moves)
    assert (judged.status, judged.outcome.outcome.value) == ("DECLARED", "first")
    assert verdict(head.replace("フジ", "サトウ", 1) + moves).status == "UNREADABLE"


MOVES_OF_SIX = ["二02占", "三06領", "三02占", "七05領", "四03占", "二06馬"]
"""The first moves of a game of 6面体."""


def _status_with_line_between(line, at, head="先手 田中　後手 鈴木"):
    """Return the status of a record with a line behind its move `at`, and its winner."""
    moves = [f"{number}. {move}" for number, move in enumerate(MOVES_OF_SIX, start=1)]
    found = verdict("\n".join(("6面体", head, "", *moves[:at], line, *moves[at:], "鈴木の勝ち\n")))
    return found.status.name, found.outcome and found.outcome.outcome.value


@pytest.mark.parametrize("at", [1, 2, 3, 6])
@pytest.mark.parametrize(
    "line",
    ["黒：鈴木", "先手：鈴木", "先番：鈴木", "白：田中", "後手：田中", "後手は田中です", "鈴木が先手", "Black: 鈴木"],
)
def test_name_given_to_the_other_side_below_the_head_is_asked_about(line, at):
    """The sides are those of the head, or nobody knows whose they are."""
    assert _status_with_line_between(line, at) == ("UNREADABLE", None)


@pytest.mark.parametrize("at", [1, 2, 3])
@pytest.mark.parametrize("line", ["先手：田中", "黒：田中", "白：鈴木", "後手は鈴木です", "鈴木が後手"])
def test_name_given_to_its_own_side_below_the_head_is_a_remark(line, at):
    """It says once more what the head says."""
    assert _status_with_line_between(line, at) == ("DECLARED", "second")


def test_name_that_would_replace_that_of_the_head_is_asked_about():
    """A third name below the first move takes no other's place."""
    assert _status_with_line_between("先手：佐藤", 1) == ("UNREADABLE", None)


def test_colours_of_the_head_are_those_of_the_record():
    """Where the head gives its sides colours, a line with a colour is about these."""
    head = "先手(白) 田中　後手(黒) 鈴木"
    assert _status_with_line_between("白：田中", 2, head) == ("DECLARED", "second")


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("さいしょは相手のこまを置くルールなので、わたしが白、お父さんが黒を置く", "UNFINISHED"),
        ("最初は相手の駒を置きます。わたしが白、お父さんが黒。", "UNREADABLE"),
        ("わたしが白でした", "UNREADABLE"),
    ],
)
def test_the_colour_that_a_player_places_is_not_the_player_s(said, status):
    """In a game that begins with the units of the other side, the colour that is placed tells no side."""
    head = f"ユニオンマスター\n先手(白) お父さん　後手(黒) わたし\n{said}\n\n"
    moves = "1 わたし　七03白D内\n2 お父さん　五04黒F内\n3 わたし　一06白E内\n"
    assert verdict(head + moves).status == status
