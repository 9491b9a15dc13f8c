"""Tests of the marks of the sides: ○ and × of the head, marks exchanged on some lines, labels W1, B1, W2 before moves."""

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


WRITTEN = ("d7-d6 五外合", "a1-c3 丸外", "g6-g7 丸内合", "f1-f2 八外合", "d6-e5 五外", "e2-e1 六内合")
LABELLED_MOVES = [
    "四07-四06五外合",
    "一01-三03丸外",
    "七06-七07丸内合",
    "六01-六02八外合",
    "四06-五05五外",
    "五02-五01六内合",
]
BY_ROUND = ("{0}1", "{1}1", "{0}2", "{1}2", "{0}3", "{1}3")


def _judged(rows):
    text = f"ユニオンキング\nWhite: Marek   Black: 千代田\n\n{rows}"
    (record,) = kifu.read(text.encode()).records
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    moves = [record.game.spell(move) for move in verdict.replay.moves] if verdict.replay else []
    return verdict.status.name, moves


def _rows(labels, behind=" "):
    return "".join(f"{label}{behind}{move}\n" for label, move in zip(labels, WRITTEN, strict=True))


@pytest.mark.parametrize(
    "labels",
    [
        [label.format("W", "B") for label in BY_ROUND],
        [label.format("w", "b") for label in BY_ROUND],
        [label.format("S", "G") for label in BY_ROUND],
        [label.format("W-", "B-") for label in BY_ROUND],
        [label.format("(W", "(B") + ")" for label in BY_ROUND],
        ["W1", "B2", "W3", "B4", "W5", "B6"],
    ],
)
@pytest.mark.parametrize("behind", [" ", ". ", ": "])
def test_labels_that_alternate(labels, behind):
    """B1 before a move is 黒 and the round or the ply, and not the square b1."""
    assert _judged(_rows(labels, behind)) == ("UNFINISHED", LABELLED_MOVES)


def test_labels_of_both_sides_on_a_line():
    """The second of them stands before the move of the other side."""
    rows = "".join(f"W{at + 1} {WRITTEN[2 * at]}  B{at + 1} {WRITTEN[2 * at + 1]}\n" for at in range(3))
    assert _judged(rows) == ("UNFINISHED", LABELLED_MOVES)


def test_a_remark_between_labels():
    """A line that begins with a label and holds no move is no label, unless it is the next."""
    rows = _rows([label.format("W", "B") for label in BY_ROUND])
    assert _judged(rows.replace("W3", "-- adjourned, 20:30 --\nW3") + "W4 resigns\n") == ("DECLARED", LABELLED_MOVES)


@pytest.mark.parametrize(
    "labels",
    [
        ["W1", "B1", "W2", "W3", "B2", "B3"],
        ["W1", "B1", "W2", "B2", "W4", "B4"],
        ["W1", "B1", "W3", "B3", "W2", "B2"],
    ],
)
def test_labels_that_do_not_alternate(labels):
    """A record whose letters or numbers do not go on is asked about: B1 may be the square b1."""
    assert _judged(_rows(labels))[0] == "UNREADABLE"


def test_squares_in_capitals():
    """B1 is a square where no label of the other side alternates with it."""
    text = "6面体\n先手：山田　後手：鈴木\nB1 占\nF6 領\nB2 占\nF7 領\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert (verdict.status.name, len(verdict.replay.moves)) == ("UNFINISHED", 4)


_SPOKEN_PLIES = [
    "６の一 占",
    "６の三 領",
    "５の一 巫",
    "６の七 領",
    "７の一 騎",
    "７の五 領",
    "７の一から６の三 騎",
    "５の七 馬",
    "６の三から５の五 騎",
    "６の五 馬",
    "５の五から４の三 騎",
]
_PLIES = [
    "六01占",
    "六03領",
    "五01巫",
    "六07領",
    "七01騎",
    "七05領",
    "七01-六03騎",
    "五07馬",
    "六03-五05騎",
    "六05馬",
    "五05-四03騎",
]


def _several_on_a_line(first, second, numbers=range(1, 12), behind=" "):
    plies = [
        f"{(second, first)[number % 2]}{number}{behind}{ply}"
        for number, ply in zip(numbers, _SPOKEN_PLIES, strict=True)
    ]
    return (
        "6面体\n先手：山田　後手：鈴木\n（横が算用数字、縦が漢数字）\n\n"
        + "\n".join("、".join(plies[at : at + 4]) for at in range(0, 11, 4))
        + "\n"
    )


@pytest.mark.parametrize("sides", [("黒", "白"), ("先", "後"), ("先手", "後手")])
@pytest.mark.parametrize("behind", [" ", "\u3000", ": "])
def test_plies_behind_their_sides_and_numbers(sides, behind):
    """Several plies on a line, each behind its side and its number, are parted: 黒11 ５の五から４の三 has two squares."""
    (document,) = read_documents("a.txt", _several_on_a_line(*sides, behind=behind).encode())
    (verdict,) = kifu.verify(document)
    (record,) = document.records
    assert (verdict.status.name, [record.game.spell(one) for one in verdict.replay.moves]) == ("UNFINISHED", _PLIES)


@pytest.mark.parametrize("numbers", [(1, 2, 3, 4, *range(7, 14)), range(3, 14)])
def test_plies_whose_numbers_leave_some_out(numbers):
    """Numbers that leave several plies out, or begin later, are not taken for those of one ply after the other."""
    (document,) = read_documents("a.txt", _several_on_a_line("黒", "白", numbers).encode())
    (verdict,) = kifu.verify(document)
    assert "wrong-ply-number" in {one.code for one in verdict.diagnostics} or verdict.status.name == "UNREADABLE"
