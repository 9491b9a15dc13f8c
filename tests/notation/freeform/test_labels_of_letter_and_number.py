"""Tests of labels of a side's letter and a number before each move: W1, B1, W2."""

import pytest

import kifu

WRITTEN = ("d7-d6 五外合", "a1-c3 丸外", "g6-g7 丸内合", "f1-f2 八外合", "d6-e5 五外", "e2-e1 六内合")
MOVES = ["四07-四06五外合", "一01-三03丸外", "七06-七07丸内合", "六01-六02八外合", "四06-五05五外", "五02-五01六内合"]
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
    assert _judged(_rows(labels, behind)) == ("UNFINISHED", MOVES)


def test_labels_of_both_sides_on_a_line():
    """The second of them stands before the move of the other side."""
    rows = "".join(f"W{at + 1} {WRITTEN[2 * at]}  B{at + 1} {WRITTEN[2 * at + 1]}\n" for at in range(3))
    assert _judged(rows) == ("UNFINISHED", MOVES)


def test_a_remark_between_labels():
    """A line that begins with a label and holds no move is no label, unless it is the next."""
    rows = _rows([label.format("W", "B") for label in BY_ROUND])
    assert _judged(rows.replace("W3", "-- adjourned, 20:30 --\nW3") + "W4 resigns\n") == ("DECLARED", MOVES)


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
