"""Duels: opening sets are read, and sides and symmetries are balanced."""

import pytest
from helpers import SIX

from kifu.core import games
from kifu.core.errors import InvalidMove
from kifu.core.outcome import Side
from kifu.engine.opening_match_and_adjudication import (
    MatchScore,
    MatchSettings,
    parse_squares,
    placement_moves,
    play_match_game,
    score_match,
)

CONTEST = MatchSettings(
    "six", (parse_squares(SIX, "四04,三03"), parse_squares(SIX, "六06 五05、二02")), (60, 60), 5, plies=40
)


@pytest.fixture(scope="module")
def bouts():
    """Return the games of a whole round: each symmetry with both sides."""
    return [play_match_game(CONTEST, number) for number in range(16)]


def test_sides_and_symmetries_are_balanced(bouts):
    """A round has each symmetry once with A as 先手 and once with A as 後手."""
    assert {(game.symmetry, game.exchanged) for game in bouts} == {(s, e) for s in range(8) for e in (False, True)}


def test_the_sets_are_placed_turned(bouts):
    """The 占 of each game are an image of the two sets, on the right sides."""
    shapes = set()
    for game in bouts:
        placed = [
            frozenset(move >> 4 & 63 for move in game.played.moves if move >> 10 & 63 == 63 and move & 15 == 6 * side)
            for side in Side
        ]
        assert [len(squares) for squares in placed] == ([3, 2] if game.exchanged else [2, 3])
        shapes.add(placed[game.exchanged])
    assert shapes == {
        frozenset(map(SIX.board.parse, pair))
        for pair in (("四04", "三03"), ("四04", "五03"), ("四04", "三05"), ("四04", "五05"))
    }


def test_reproducible(bouts):
    """The same contest and number give the same game; without exchange A stays 先手."""
    assert play_match_game(CONTEST, 3) == bouts[3]
    assert not any(play_match_game(CONTEST._replace(exchange=False), number).exchanged for number in range(2))


def test_counted(bouts):
    """A tally counts each half or the whole; a game that was broken off is no draw."""
    halves = [score_match(bouts, exchanged=exchanged) for exchanged in (False, True)]
    whole = score_match(bouts)
    assert whole == MatchScore(*(sum(pair) for pair in zip(*halves, strict=True)))
    assert whole.finished + whole.unfinished == 16
    assert whole.unfinished == sum(game.played.outcome is None for game in bouts)
    for game in bouts:
        if game.winner in {"a", "b"}:
            first_won = game.played.outcome == "first"
            assert (game.winner == "a") == (first_won != game.exchanged)


@pytest.mark.parametrize(("text", "code"), [("四04,十01", "no-such-square"), ("四04 d4", "square-twice")])
def test_sets_that_cannot_be_read(text, code):
    """A square off the board, or named twice, is refused with its code."""
    with pytest.raises(InvalidMove) as caught:
        parse_squares(SIX, text)
    assert caught.value.code == code


def test_games_without_opening_sets():
    """The Union games have no opening sets: reading one raises InvalidMove."""
    with pytest.raises(InvalidMove, match="opening sets"):
        parse_squares(games.load("ace"), "四04")


def test_placements():
    """Each side places its own 占."""
    moves = [SIX.spell(placement_moves(SIX, (24,), side)[0]) for side in Side]
    assert moves == ["四04占", "四04領"]
