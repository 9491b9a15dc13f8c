"""Tests the opening placement of 6面体: the 占 that belong to it, and when it is complete."""

from kifu.core import games
from kifu.games.six.game import OPENING_PLIES, opening_placements

SIX = games.load("six")


def played(*texts):
    """Return moves played from the empty board; each must be legal."""
    position, moves = SIX.start(), []
    for text in texts:
        moves.append(SIX.resolve(position, SIX.read(text)))
        assert SIX.explain(position, moves[-1]) is None, text
        position = SIX.play_legal(position, moves[-1])
    return moves


def told(moves, *, over=False):
    """Return each side's placement as texts, and whether it is complete."""
    return [([SIX.spell(move) for move in one.moves], one.complete) for one in opening_placements(moves, over=over)]


def test_it_ends_with_the_first_other_die():
    """先手 ends its placement with 武; 後手 goes on with 領, and has not ended its own."""
    moves = played("四04占", "一01領", "四05占", "一02領", "五05武", "二02領")
    assert told(moves) == [(["四04占", "四05占"], True), (["一01領", "一02領", "二02領"], False)]


def test_a_record_that_breaks_off_leaves_it_open():
    """Nobody has placed another die: both placements may still grow."""
    assert told(played("四04占", "一01領")) == [(["四04占"], False), (["一01領"], False)]


def test_the_end_of_the_game_completes_it():
    """Where the rules have ended the game with the last of the moves, nothing can be added."""
    moves = played("四04占", "四06領", "四05武", "一01領", "四05-四06武")
    assert told(moves)[1] == (["四06領", "一01領"], False)
    assert told(moves, over=True)[1] == (["四06領", "一01領"], True)


def test_a_beaten_territory_belongs_to_it():
    """後手's 領 on 四06 is beaten while 後手 is still placing; it was placed all the same."""
    moves = played("四04占", "四06領", "四05武", "一01領", "四05-四06武", "二01領", "四06-五06武", "二02士")
    assert told(moves)[1] == (["四06領", "一01領", "二01領"], True)


def test_an_empty_hand_completes_it():
    """Fifteen 占 are all there are."""
    squares = [f"{column}{row:02d}" for row in range(1, 8) for column in "一二三四五六七"]
    texts = [f"{squares[ply]}{'占領'[ply % 2]}" for ply in range(30)]
    placements = opening_placements(played(*texts), over=False)
    assert [(len(placement.moves), placement.complete) for placement in placements] == [(15, True), (15, True)]
    assert OPENING_PLIES >= 30
