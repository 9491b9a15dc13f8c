"""Tests which sheets cannot be of one game: another game, too few lines in common."""

import pytest
import slip_makers
from helpers import HEAD

import kifu
from kifu.reconcile.distance_and_first_difference import NotOneGame
from kifu.reconcile.make_reconciliation import reconcile
from notation.random_record import random_game_as_kif

KING = "棋種：ユニオンキング\n   1 一06-一05四内\n"
ONE = f"{HEAD}   1 四04占\n"
REFUSED = {
    "another game": (ONE, KING, "different-games"),
    "a match": (KING, f"{KING}対局：前半\n   1 一06-一05四内\n対局：後半\n   1 一06-一05四内\n", "different-games"),
}


def record(text):
    """Return the one record of a text."""
    (one,) = kifu.read(text.encode()).records
    return one


def test_what_is_refused():
    """Nothing is compared; the message says in both languages what was found and what to do, in either order."""
    for case, (one, other, code) in REFUSED.items():
        for pair in ((one, other), (other, one)):
            with pytest.raises(NotOneGame) as refused:
                reconcile(*map(record, pair))
            assert refused.value.code == code, case
            assert "ください" in refused.value.message.ja, case
            assert "give" in refused.value.message.en, case


@pytest.mark.parametrize("name", ["six", "ace", "king", "master", "rengo"])
def test_games_with_little_in_common(name):
    """Two random games are refused, a whole game and half of it are not, nor is one with a slip in every second line."""
    game = kifu.load_game(name)
    (head, moves, _), (_, other, _) = (slip_makers.parts_of(random_game_as_kif(game, seed, 30)) for seed in (1, 2))
    sheet = record(slip_makers.sheet(head, moves, None))
    with pytest.raises(NotOneGame, match="give two sheets of one game"):
        reconcile(sheet, record(slip_makers.sheet(head, other, None)))
    half = [move if ply % 2 else mine for ply, (move, mine) in enumerate(zip(moves, other, strict=True))]
    for texts in (moves[15:], half, ["〓"] * 30):
        assert reconcile(sheet, record(slip_makers.sheet(head, texts, None)), max_plies_played=200).rows
