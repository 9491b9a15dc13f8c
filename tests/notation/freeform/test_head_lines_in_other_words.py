"""Tests of points whose sides stand before both of them, or in Latin letters."""

import pytest

import kifu
from kifu.core.outcome import PLAYERS
from kifu.referee.status_fault_and_basis import Status
from notation.freeform.head_lines_in_other_words import points_behind_their_sides

MOVES = "ユニオンキング\n1：三06-三05六内\n2：六01-六02八外合\n3：六07-六06三外合\n"
"""The points are 16 and 16 then."""


def _player(word):
    return {"white": PLAYERS[0], "白": PLAYERS[0], "black": PLAYERS[1], "黒": PLAYERS[1]}.get(word, word)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("White-Black: 56-110", "先手56 後手110"),
        ("(B-W) 37-46", "後手37 先手46"),
        ("黒対白 37対46。", "後手37 先手46"),
        ("White 46, Black 37.", "先手46 後手37"),
        ("White-White: 56-110", "White-White: 56-110"),
        ("Ann 46, Ben 37", "Ann 46, Ben 37"),
        ("White-Black: 56", "White-Black: 56"),
    ],
)
def test_each_point_behind_its_side(text, points):
    """The order is that of the words; what does not name both sides once stands as it is."""
    assert points_behind_their_sides(text, _player) == points


@pytest.mark.parametrize(
    "told",
    [
        "Final score, White-Black: 16-{}",
        "Score: White 16, Black {}",
        "Final score (Black-White): {}-16",
        "score so far, White-Black: 16-{}",
    ],
)
def test_points_are_compared(told):
    """Points that the board does not show are false, whichever way their sides are told."""
    found = [kifu.verify(kifu.read(f"{MOVES}{told.format(one)}\n".encode()))[0].status for one in (16, 18)]
    assert found == [Status.UNFINISHED, Status.CONTRADICTED]


def test_games_won_are_no_points():
    """A pair behind the sides that nothing calls a score may be of several games."""
    (verdict,) = kifu.verify(kifu.read(f"{MOVES}White-Black: 3-2\n".encode()))
    assert verdict.status is not Status.CONTRADICTED


@pytest.mark.parametrize(
    "head", ["白さん：ゆうこ\n黒さん：しげる", "白さん ゆうこ　黒さん しげる", "白：ゆうこ\n黒：しげる"]
)
def test_colours_that_are_spoken_to(head):
    """A colour with さん is the key of its player."""
    (verdict,) = kifu.verify(
        kifu.read(f"{MOVES.replace('ユニオンキング', f'ユニオンキング{chr(10)}{head}')}しげるの勝ち\n".encode())
    )
    assert (verdict.status, verdict.outcome.outcome.value) == (Status.DECLARED, "second")
