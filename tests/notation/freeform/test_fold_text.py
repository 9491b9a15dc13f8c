"""Tests of characters that are folded before a line is read."""

import pytest

import kifu
from notation.freeform.fold_text import fold_line


@pytest.mark.parametrize(
    ("text", "folded"),
    [("12手めの手", "12手目の手"), ("三手め", "三手目"), ("手めくり", "手めくり"), ("2手めぐり", "2手めぐり")],
)
def test_the_kana_behind_the_number_of_a_ply(text, folded):
    """It is 目 behind a number and nowhere else, at the same place."""
    assert fold_line(text, 1).text == folded


def test_plies_numbered_by_children():
    """Plies with よこ and たて before their figures are read, the speaker behind the number."""
    rows = "1手め はな　よこ2・たて6→よこ1・たて5　三内　反\n2手め ゆうま　よこ4・たて2→よこ3・たて3　十内　反\n"
    text = f"ユニオンエース\n白・先手　はなさん（２組）　　黒・後手　ゆうまさん（１組）\n{rows}"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.name, len(verdict.replay.moves)) == ("UNFINISHED", 2)
