"""Tests of sides before the moves: colours in Latin letters."""

import pytest

import kifu


def _judged(rows, head="6men-tai / 6面体\nblack (first): あやちゃん    white (second): Erik\n"):
    (record,) = kifu.read(f"{head}{rows}".encode()).records
    (verdict,) = kifu.verify(kifu.read(f"{head}{rows}".encode()))
    moves = [record.game.spell(move) for move in verdict.replay.moves] if verdict.replay else []
    return verdict.status.name, moves


@pytest.mark.parametrize("sides", [("black", "white"), ("Black", "White"), ("sente", "gote"), ("black:", "white:")])
@pytest.mark.parametrize("number", [" {} ", "{}. ", "{}) "])
@pytest.mark.parametrize("order", ["{0} {1}", "{1} {0}"])
def test_colours_in_small_letters(sides, number, order):
    """A colour before the name of a unit in Latin letters is the side, whichever of unit and square stands first."""
    moves = ("Senryo b1", "Senryo a7", "Senryo g7", "Senryo e3", "Miko f6", "Yumiya a6")
    rows = "".join(
        f"{number.format(at + 1)} {sides[at % 2]} {order.format(*move.split())}\n" for at, move in enumerate(moves)
    )
    found = _judged(rows)
    assert found == ("UNFINISHED", ["二01占", "一07領", "七07占", "五03領", "六06巫", "一06矢"])


def test_a_colour_that_does_not_fit():
    """It is no foul, for the letters are nobody's notation; it is asked about."""
    assert _judged("1 black Senryo b1\n2 black Senryo a7\n")[0] == "UNREADABLE"


def test_a_foul_behind_a_colour():
    """A unit away from every 占 is one."""
    assert _judged("1 black Senryo b1\n2 white Senryo a7\n3 black Miko f7\n") == ("ILLEGAL", ["二01占", "一07領"])


@pytest.mark.parametrize("names", [("Pieter", "Mrs. Oda"), ("Ann Lee", "Bob Ray"), ("Dr Ito", "Aunt May")])
@pytest.mark.parametrize("head", ["6面体\nFirst: {}\nSecond: {}\n", "6面体\n"])
def test_names_of_several_words(names, head):
    """A name with a blank, or a title, stands before the moves with a colon."""
    moves = ("二01占", "一07領", "七07占", "五03領")
    rows = "".join(f"{at + 1}. {names[at % 2]}: {move}\n" for at, move in enumerate(moves))
    assert _judged(rows, head.format(*names)) == ("UNFINISHED", list(moves))


@pytest.mark.parametrize("behind", [" ", "\u3000"])
def test_enclosed_numbers_before_players(behind):
    """A number in a circle before a blank is that of the ply, and the player behind it is no remark."""
    head = "6面体\n先手(白) わたし　後手(黒) お兄ちゃん\n"
    moves = ("二01占", "一07領", "七07占", "五03領")
    rows = "".join(f"{'①②③④'[at]}{behind}{('わたし', 'お兄ちゃん')[at % 2]}　{move}\n" for at, move in enumerate(moves))
    assert _judged(f"{rows}\n4手でわたしの勝ち。\n", head) == ("DECLARED", list(moves))
    assert _judged(rows.replace("お兄ちゃん　五03", "わたし　五03"), head)[0] == "UNREADABLE"


@pytest.mark.parametrize(
    ("head", "end"),
    [
        ("先手(白) わたし　後手(黒) 甲田", "わたしの勝ち。"),
        ("先手（白）：わたし　後手（黒）：甲田", "私の勝ち。"),
        ("先手(白) 甲田　後手(黒) わたし", "わたしの負け。"),
    ],
)
def test_the_writer_behind_a_side_with_its_colour(head, end):
    """The word for the writer is that of the side before it, not of the next one."""
    text = f"ユニオンエース\n{head}\n\n1 一07-三05十外反\n2 七01-五03十外反\n\n{end}\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.name, verdict.outcome.outcome.value) == ("DECLARED", "first")


def test_a_unit_behind_its_square_is_no_remark():
    """What に names behind a square is the unit that is placed there, however many plies the end tells."""
    head = "6面体\n先手 お兄ちゃん　後手 わたし\nマスは(よこ,たて)。左上が(1,1)\n"
    moves = [("(2,1)", "占", "二01占"), ("(1,7)", "領", "一07領"), ("(7,7)", "占", "七07占"), ("(2,7)", "馬", "二07馬")]
    rows = "".join(
        f"{'①②③④'[at]} {('お兄ちゃん', 'わたし')[at % 2]}　{square}に{unit}\n"
        for at, (square, unit, _) in enumerate(moves)
    )
    assert _judged(f"{rows}\nごはんなのでやめた。4手まで。\n", head) == ("UNFINISHED", [move for *_, move in moves])
