"""Tests of results that stand beside the players of a head."""

import pytest

import kifu
from notation.reading import read_documents

MOVES = "1 三06-三05丸内\n2 三01-三03四外反\n"


def _judged(text):
    (document,) = read_documents("a.txt", f"ユニオンエース\n{text}\n{MOVES}".encode())
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return (record.header("先手"), record.header("後手")), verdict


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("白 岩田　○\n黒 池田　×", "first"),
        ("白 岩田　×\n黒 池田　○", "second"),
        ("黒 池田　○\n白 岩田　×", "second"),
        ("白 岩田 ○　黒 池田 ×", "first"),
        ("先手 岩田 負　後手 池田 勝", "second"),
        ("先手：岩田（勝ち）\n後手：池田（負け）", "first"),
        ("負け：後手 池田\n勝ち：先手 岩田", "first"),
        ("× 先手 岩田\n○ 後手 池田", "second"),
    ],
)
def test_marks_of_both_players_tell_the_result(text, winner):
    """The mark is no part of the name, and the one who has that of a winner has won."""
    players, verdict = _judged(text)
    assert players == ("岩田", "池田")
    assert verdict.outcome.outcome.value == winner


@pytest.mark.parametrize(
    ("claim", "status"),
    [("勝ち：池田", "DECLARED"), ("岩田 40 - 51 池田", "CONTRADICTED"), ("岩田 2 - 1 池田", "UNREADABLE")],
)
def test_players_below_the_moves(claim, status):
    """A winner is known without the house in brackets; a score stands in the order of the names beside it."""
    (document,) = read_documents("a.txt", f"ユニオンエース\n先手：岩田\n後手：池田(北高)\n{MOVES}\n{claim}\n".encode())
    (verdict,) = kifu.verify(document)
    assert verdict.status.name == status, [str(one.message) for one in verdict.diagnostics]


@pytest.mark.parametrize(
    "text", ["白 岩田 ○\n黒 池田 ●", "○先手 岩田\n●後手 池田", "白 岩田 ○\n黒 池田 ○", "先手：勝田\n後手：負野"]
)
def test_signs_that_are_no_results(text):
    """Discs may be those of the sides, two equal marks tell nobody's win, and a name may begin like a word of a result."""
    _, verdict = _judged(text)
    assert (verdict.status.name, verdict.outcome) == ("UNFINISHED", None)
