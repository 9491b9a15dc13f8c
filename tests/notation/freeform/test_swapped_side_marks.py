"""Tests of sentences by which the marks of both sides were exchanged on some lines."""

import pytest

import kifu
from notation.reading import read_documents

MOVES = ["二02占", "三06領", "三02占", "七05領", "四03占", "二06馬", "四04武"]


def _status(said, marks="▲△△▲△△▲"):
    lines = [f"{at}　{mark}{move}" for at, (mark, move) in enumerate(zip(marks, MOVES, strict=True), start=1)]
    text = "\n".join(["6面体　先手=大庭（▲）　後手=三浦（△）", *lines, said, ""])
    (document,) = read_documents("a.txt", text.encode())
    (verdict,) = kifu.verify(document)
    return [entry.text.lstrip("▲△") for entry in verdict.record.main.entries], verdict.status.name


@pytest.mark.parametrize(
    "said",
    [
        "3手目から5手目までは▲と△を逆に書いてしまった。手の順番はこのとおりで合っている。",
        "※3手目から5手目までは▲△の印があべこべでした",
        "訂正：3〜5手目は△と▲を逆に書きました。",
    ],
)
def test_marks_that_were_exchanged(said):
    """The plies are read as if the marks stood in turn."""
    assert _status(said) == (MOVES, "UNFINISHED")


@pytest.mark.parametrize(
    ("said", "marks"),
    [
        ("3手目から4手目までは▲と△を逆に書いてしまった。", "▲△△▲△△▲"),
        ("3手目から5手目までは▲と△を逆に書いたかも。", "▲△△▲△△▲"),
        ("3手目から5手目までは▲と△を逆に書いてしまった。", "▲△▲△▲△▲"),
        ("3手目から9手目までは▲と△を逆に書いてしまった。", "▲△△▲△▲△"),
    ],
)
def test_marks_that_are_not_in_turn_then(said, marks):
    """Where they are not, where it is not sure, or where plies are missing, the sentence is asked about."""
    assert _status(said, marks)[1] in {"UNREADABLE", "ILLEGAL"}
