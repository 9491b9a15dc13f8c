"""Errors of written moves give the place of the mistake, a suggestion, and an example of the game."""

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from kifu.core import games
from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.escapes_confusables_and_text_width import confusable_spellings
from kifu.core.squares import BoardSize, likely_squares


def refused(game, text):
    """Return the code, the characters that are meant, and the Japanese message for a text that is no move."""
    with pytest.raises(InvalidMove) as caught:
        games.load(game).read(text)
    wrong = caught.value
    return wrong.code, text[wrong.offset : wrong.offset + wrong.width], wrong.message.ja


@each(
    ("game", "text", "code", "meant", "hint"),
    [
        ("six", "五05/六05武", "unknown-separator", "/", "三04-四04武"),
        ("six", "五05 と 六05武", "unknown-separator", "と", "三04-四04武"),
        ("six", "六O2占", "unknown-square", "六O2", "もしかして「六02」"),
        ("six", "五05-六O2武", "unknown-square", "六O2", "もしかして「六02」"),
        ("six", "六二占", "unknown-square", "六二占", "もしかして「六02」"),
        ("six", "2六占", "unknown-square", "2六占", "もしかして「六02」か「二06」ですか"),
        ("six", "４三占", "unknown-square", "４三占", "もしかして「三04」か「四03」ですか"),
        ("six", "4四占", "unknown-square", "4四占", "もしかして「四04」ですか"),
        ("rengo", "７六歩", "unknown-square", "７六歩", "もしかして「六07」か「七06」ですか"),
        ("six", "62占", "unknown-square", "62占", "もしかして「六02」"),
        ("six", "八01占", "square-off-board", "八01", "一01 から 七07"),
        ("six", "35占", "unknown-square", "35", "もしかして「三05」か「五03」"),
        ("six", "四04土", "unknown-unit", "土", "もしかして「士」"),
        ("six", "四04古", "unknown-unit", "古", "もしかして「占」"),
        ("six", "四04将", "unknown-unit", "将", "T W H A M G"),
        ("six", "四04", "unknown-unit", "", "例: 四04占"),
        ("six", "あ", "not-a-move", "あ", "四04占"),
        ("king", "三02-四03九内", "unknown-unit", "九内", "もしかして「丸内」"),
        ("king", "三02-四03将内", "unknown-unit", "将内", "c4-d4oi~&"),
        ("master", "四04将", "unknown-unit", "将", "d4wAi"),
        ("six", "四04頷", "unknown-unit", "頷", "ありません。もしかして「領」ですか。例"),
        ("rengo", "三06-三05ぬ", "unknown-unit", "ぬ", "「ぬ」という駒はありません。例: 三06-三05歩"),
        ("rengo", "三06-三05步", "unknown-unit", "步", "もしかして「歩」"),
        ("rengo", "いろは", "not-a-move", "いろは", "三06-三05歩"),
    ],
)
def test_what_is_wrong(game, text, code, meant, hint):
    """The error has its code, its place, and a suggestion, the letters or an example."""
    error_code, characters, message = refused(game, text)
    assert error_code == code
    assert characters.startswith(meant) or meant.startswith(characters)
    assert hint in message


@each("text", ["", "零99", "六", "O2", "四44444", "一"])
def test_squares_that_nothing_resembles(text):
    """A text that resembles no move gets no suggestion."""
    assert likely_squares(text, BoardSize(7, 7)) == ()


def test_look_alikes():
    """A spelling may differ in one character, and only by a character that looks like it."""
    assert confusable_spellings("巫土", ["武士", "士", "巫士"]) == ("巫士",)
    assert confusable_spellings("土", ["占", "士"]) == ("士",)
    assert confusable_spellings("馬", ["車", "傌", "鳥", "烏"]) == ("傌", "鳥", "烏")
    assert confusable_spellings("武", ["占", "士"]) == ()
    assert confusable_spellings("", ["占"]) == ()


def test_a_board_that_is_nearly_one():
    """An unknown board gets the suggestion of a similar name."""
    with pytest.raises(InvalidSetup) as caught:
        games.load("rengo").configure(None, {"棋種": "rengo", "盤": "碁盤9"})
    assert "もしかして「碁盤9路」" in caught.value.message.ja


@pytest.mark.parametrize("name", ["six", "ace", "king", "master", "rengo"])
@given(data=st.data())
def test_brackets_change_nothing(name, data):
    """Any move of any game means the same in brackets of either width, with its mark outside or inside."""
    game = games.load(name)
    if name == "rengo":
        game = game.configure(None, {"盤": "碁盤9路"})
    square, other = (game.board.spell(data.draw(st.integers(0, 48))) for _ in range(2))
    unit = {"six": "武", "ace": "三内反", "king": "三外合", "master": "C内", "rengo": "飛"}[name]
    try:
        plain = game.read(f"▲{square}-{other}{unit}")
    except InvalidMove:
        return
    for text in ("▲({})", "（▲{}）", "▲（ {} ）", "▲(▲{})"):
        assert game.read(text.format(f"{square}-{other}{unit}")) == plain


@each("name", ["ace", "king", "master", "rengo"])
def test_only_six_has_directions(name):
    """A game whose page writes no directions refuses them as before."""
    unit = {"rengo": "飛", "master": "A内"}.get(name, "三内")
    assert refused(name, f"{unit}→右上")[0] == "not-a-move"
