"""Tests of remarks that may tell something: true ones cost nothing, false ones are asked about."""

import random

import pytest

import kifu
from kifu.core import games
from kifu.core.outcome import Side

WON = "6面体\n先手 大貫\n後手 三輪\n"
PLIES = 18


def _moves(game_id, plies, seed):
    """Return random moves of a game, as they are written."""
    game, draw = games.load(game_id), random.Random(seed)
    position, moves = game.start(), []
    for _ in range(plies):
        move = draw.choice(list(game.legal_moves(position)))
        moves.append(game.spell(move))
        position = game.play_legal(position, move)
    return moves, game.score(position)


SIX = _moves("six", PLIES, 3)[0]
KING, POINTS = _moves("king", 24, 5)


def _status(text):
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    return verdict.status.name


def _free(sentence, place, end="三輪が投了\n"):
    """Return a record of six in a person's hand, won by 大貫, with a sentence above, between or below the moves."""
    rows = [f"{ply}. {move}\n" for ply, move in enumerate(SIX, start=1)]
    rows.insert({"head": 0, "between": 8, "behind": PLIES}[place], "" if place == "behind" else f"{sentence}\n")
    return f"{WON}{'' if place == 'head' else chr(10)}{''.join(rows)}\n{end}{sentence if place == 'behind' else ''}\n"


def _plain(sentence, place):
    """Return the same in the notation."""
    rows = [f"{ply} {move}\n" for ply, move in enumerate(SIX, start=1)]
    head, below = (f"{sentence}\n" if place == "head" else ""), (f"{sentence}\n" if place == "behind" else "")
    lines = "".join(rows)
    return f"棋種：6面体\n先手：大貫\n後手：三輪\n{head}手数----指手---------消費時間--\n{lines}まで{PLIES}手で先手の勝ち\n{below}"


WINNERS = (
    "勝った人は{0}さん",
    "負けた人 {1}",
    "敗因は{1}の見落とし",
    "{0}さん、おめでとう！",
    "{0}がとどめをさした",
    "{0}が{1}を下した",
    "{0}は{1}に勝った",
    "{1}は{0}に負けた",
    "{1}は及ばなかった",
    "{0}が勝負を決めた",
    "{1} was beaten by {0}",
    "Congratulations to {0}",
    "{0} came out on top",
)


@pytest.mark.parametrize("sentence", WINNERS)
@pytest.mark.parametrize("form", [_free, _plain])
def test_a_winner_in_weak_words(sentence, form):
    """It is a remark if it is the winner of the record, and asked about if it is the other one."""
    assert _status(form(sentence.format("大貫", "三輪"), "head")) == "DECLARED"
    assert _status(form(sentence.format("三輪", "大貫"), "head")) in {"UNREADABLE", "CONTRADICTED"}


@pytest.mark.parametrize(
    "sentence",
    [
        "手数は{}手",
        "手数は{}でした",
        "最終手数{}",
        "最後は{}手目",
        "{}手目が最後の手",
        "二人で{}手指した",
        "The game took {} moves",
        "Last move: {}",
        "Number of moves: {}",
    ],
)
def test_plies_in_weak_words(sentence):
    """They are those of the record, or asked about."""
    assert _status(_free(sentence.format(PLIES), "head")) == "DECLARED"
    assert _status(_free(sentence.format(PLIES + 4), "head")) in {"UNREADABLE", "CONTRADICTED"}


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("大貫が先手だった。", "三輪が先手だった。"),
        ("三輪さんが後手でした", "大貫さんが後手でした"),
        ("先に指したのは大貫", "先に指したのは三輪"),
        ("初手は大貫さん", "初手は三輪さん"),
        ("6手目を指したのは三輪", "6手目を指したのは大貫"),
        ("先手の大貫さんが長考した", "先手の三輪さんが長考した"),
        ("大貫 moved first.", "三輪 moved first."),
    ],
)
@pytest.mark.parametrize("place", ["head", "between"])
def test_a_side_in_weak_words(true, false, place):
    """It is the side that the head gives the player, or asked about."""
    assert _status(_free(true, place)) == "DECLARED"
    assert _status(_free(false, place)) == "UNREADABLE"


@pytest.mark.parametrize(
    "sentence",
    [
        "前回は三輪が勝った。",
        "三輪が勝つと思った。",
        "じゃんけんは三輪が勝った",
        "三輪 won the toss",
        "三輪が勝っていたら面白かった",
        "大貫の3手目が良かった",
        "あと5手で終わりだった",
    ],
)
@pytest.mark.parametrize("place", ["head"])
def test_what_tells_nothing_of_this_game(sentence, place):
    """Another game, what might be, and a part of the game are no statements."""
    assert _status(_free(sentence, place)) == "DECLARED"


@pytest.mark.parametrize("sentence", ["決着はつかず", "勝負はつかなかった", "途中までの記録", "まだ終わっていない"])
def test_a_game_that_is_not_over(sentence):
    """It is asked about where somebody has won."""
    assert _status(_free(sentence, "head")) == "UNREADABLE"
    assert _status(_free(sentence, "head", end="")) == "UNFINISHED"


@pytest.mark.parametrize("sentence", ["手合割：角落ち", "特別ルールあり", "Custom start"])
def test_a_handicap(sentence):
    """It is asked about: the record would be judged by other rules than those it was played by."""
    assert _status(_free(sentence, "head")) == "UNREADABLE"


@pytest.mark.parametrize("sentence", ["手合割：平手", "ハンデ：後手は占を4つまで", "特別ルールなし"])
def test_no_handicap(sentence):
    """It is a remark."""
    assert _status(_free(sentence, "head")) == "DECLARED"


@pytest.mark.parametrize(
    "sentence", ["先手は{0}点", "後手の得点は{1}点", "{0}対{1}で終わった", "点差は{2}点", "The margin was {2} points."]
)
def test_points_in_weak_words(sentence):
    """They are those of the last position, or asked about."""
    moves = "".join(f"{ply}. {move}\n" for ply, move in enumerate(KING, start=1))
    record = f"ユニオンキング\n先手 大貫\n後手 三輪\n\n{moves}\n三輪が投了\n"
    one, two = (POINTS[side] for side in Side)
    true = sentence.format(one, two, abs(one - two))
    false = sentence.format(one + 7, two + 9, abs(one - two) + 3)
    assert _status(f"{record}{true}\n") == "DECLARED"
    assert _status(f"{record}{false}\n") in {"UNREADABLE", "CONTRADICTED"}


@pytest.mark.parametrize(
    ("sentence", "status"),
    [
        ("suzuki was beaten by tanaka", "DECLARED"),
        ("TANAKA was beaten by SUZUKI", "UNREADABLE"),
        ("SUZUKI MOVED FIRST", "UNREADABLE"),
        ("Tanaka started; we had udon and sushi", "DECLARED"),
        ("Suzuki moved first", "UNREADABLE"),
        ("congratulations to tanaka", "DECLARED"),
        ("Congratulations to Suzuki", "UNREADABLE"),
    ],
)
def test_names_in_letters_of_either_case(sentence, status):
    """A name may stand otherwise than in the head."""
    record = _free(sentence, "head").replace("大貫", "Tanaka").replace("三輪", "Suzuki")
    assert _status(record) == status


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("今は大貫の番", "今は三輪の番"),
        ("大貫待ち", "三輪待ち"),
        ("Sente to move", "Gote to move"),
        ("Tanaka's turn", "Suzuki's turn"),
        ("TANAKA to play", "SUZUKI to play"),
    ],
)
def test_who_moves_next_in_weak_words(true, false):
    """It is the side to move where the game is broken off, or asked about, however its name is spelt."""
    names = (("大貫", "Tanaka"), ("三輪", "Suzuki")) if "大貫" not in true else ()
    records = [_free(sentence, "behind", end="中断\n") for sentence in (true, false)]
    for old, new in names:
        records = [record.replace(old, new) for record in records]
    assert _status(records[0]) == "UNFINISHED"
    assert _status(records[1]) in {"UNREADABLE", "CONTRADICTED"}


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("大貫さんが19手目を考えているあいだに三輪さんが投了。", "三輪さんが19手目を考えているあいだに投了。"),
        ("18手目を置いた三輪さんが投了しました。", "18手目を置いたばかりの大貫さんの勝ち。"),
        ("三輪さんの18手目のあと、三輪さんが投了。", "大貫さんの18手目のあと、三輪さんが投了。"),
        ("大貫さんの9手目がよく、三輪さんが投了。", "大貫さんの18手目がよく、三輪さんが投了。"),
        ("後手の三輪さんが投了しました。", "先手の三輪さんが投了しました。"),
    ],
)
def test_a_mover_or_a_side_beside_an_end(true, false):
    """A ply or a side of the other player is asked about; a ply that may be counted of one side is not."""
    assert [_status(_free("", "behind", f"{end}\n")) for end in (true, false)] == ["DECLARED", "UNREADABLE"]


def test_a_unit_that_falls_at_a_ply():
    """The ply at which a unit of a side falls is not told to be of that side."""
    assert _status(_free("", "behind", "18手目に大貫の占が倒れ、三輪さんが投了。\n")) == "DECLARED"
    assert _status(_free("", "behind", "18手目は大貫の一手で、三輪さんが投了。\n")) in {"UNREADABLE", "CONTRADICTED"}


def test_a_name_of_one_character():
    """With its title it names a player; without one it may be a piece of another word."""
    record = _free("", "behind", "{}の西さんが勝ちました。\n").replace("大貫", "西")
    assert [_status(record.format(side)) for side in ("先手", "後手")] == ["DECLARED", "UNREADABLE"]


def test_the_unit_of_the_last_blow():
    """It is one of the last ply, or is asked about."""
    record = _free("", "behind", "最後は{}で占をしとめ、三輪の投了。\n")
    last = next(unit for unit in "占領武巫弓馬女矢" if unit in SIX[-1])
    other = next(unit for unit in "武巫弓馬女矢" if unit not in SIX[-1])
    assert [_status(record.format(unit)) for unit in (last, other)] == ["DECLARED", "UNREADABLE"]


@pytest.mark.parametrize("end", ["先手が三輪さんに勝ちました。", "先手、三輪を下す。"])
def test_a_side_beside_the_player_whom_it_has_beaten(end):
    """A side that stands before the other player is not called by that name."""
    assert _status(_free("", "behind", f"{end}\n")) == "DECLARED"
