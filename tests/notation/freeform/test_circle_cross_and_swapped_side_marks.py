"""Tests of the marks of the sides: ○ and × of the head, and sentences by which marks were exchanged on some lines."""

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


_MARKED = "○　二02　占\n×　三06　領\n○　三02　占\n×　七05　領\n"


def _verdict_behind(head, moves=_MARKED, behind=""):
    (document,) = read_documents("a.txt", f"6面体\n{head}\n{moves}{behind}\n".encode())
    (verdict,) = kifu.verify(document)
    return verdict


@pytest.mark.parametrize(
    "head",
    [
        "○：2年3組 中村（せんて）\n×：1年1組 江口（ごて）",
        "先手○　2年3組 中村　　後手×　1年1組 江口",
        "先手（○）中村　後手（×）江口",
        "○先手 中村　×後手 江口",
        "○は先手の中村、×は後手の江口",
        "○＝先手　×＝後手",
        "○中村（先手） ×江口（後手）",
        "先手：○ 中村\n後手：× 江口",
    ],
)
def test_circles_and_crosses_that_the_head_gives_to_the_sides(head):
    """They are the marks of the sides before the moves; a foul stays one."""
    found = _verdict_behind(head)
    assert (found.status.name, found.plies) == ("UNFINISHED", 4)
    assert _verdict_behind(head, _MARKED + "○　二02　武\n×　六06　領\n").status.name in {"ILLEGAL", "UNREADABLE"}
    assert _verdict_behind(head, behind="×の降参。○の勝ち！").outcome.outcome.value == "first"


@pytest.mark.parametrize(
    "head", ["○：中村（後手）\n×：江口（先手）", "○と×で書いています", "○：中村（先手）\n×：江口（先手）"]
)
def test_circles_and_crosses_of_no_known_side(head):
    """Where the head gives them otherwise, or not at all, the record is asked about."""
    assert _verdict_behind(head).status.name == "UNREADABLE"


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        ("×江口さんの降参。○の勝ち！", "first"),
        ("×江口くんが「負けました」と言いました。\n3組の勝ち", "first"),
        ("3組の勝ち", "first"),
        ("2年3組の負け", "second"),
        ("○の負け", "second"),
        ("○江口さんの負け", "first"),
        ("江口さんの投了\n1組の勝ち", None),
        ("江口さんの投了\n5組の勝ち", "first"),
    ],
)
def test_the_marks_and_the_classes_of_players_in_an_end(said, winner):
    """A mark, or the class of the head, names its player; an end of the other side on the next line contradicts the first."""
    outcome = _verdict_behind("○：2年3組 中村（せんて）\n×：1年1組 江口（ごて）", behind=said).outcome
    assert (None if outcome is None else outcome.outcome.value) == winner


def test_a_cross_at_a_move_that_is_struck_out():
    """Where the head gives the marks to nobody, × is no side, and where it does, only a mark before a move is one."""
    head = "○：中村（先手）\n×：江口（後手）"
    found = _verdict_behind(head, "○　二02　占\n×　三06　領　←まちがい。正しくは　三05　領\n○　三02　占\n×　七05　領\n")
    assert [entry.text for entry in found.record.main.entries][1].replace(" ", "").lstrip("△") == "三05領"
