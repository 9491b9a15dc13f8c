"""Pairs of random sets, and what is seen of their games."""

from helpers import SIX

from analysis.study.pairs import PairSettings, looked_at, play_pair_game, sets_of
from kifu.model.outcome import Side

SMALL = PairSettings("six", 3, 4, 30, 1, 120)


def test_sets_of_a_pair():
    """The sets of a pair share no square; they depend on seed and size, not on the number of pairs or the nodes."""
    pairs = [sets_of(SMALL, pair) for pair in range(4)]
    assert len(set(pairs)) == 4
    for first, second in pairs:
        assert (len(first), len(second), set(first) & set(second)) == (3, 3, set())
    assert [sets_of(SMALL._replace(pairs=9, nodes=7), pair) for pair in range(4)] == pairs
    assert sets_of(SMALL._replace(seed=2), 0) != pairs[0]


def test_sets_of_two_sizes():
    """The second set of a pair may have a size of its own; the same size given twice changes nothing."""
    assert [tuple(map(len, sets_of(SMALL._replace(rival=5), pair))) for pair in range(3)] == [(3, 5)] * 3
    assert sets_of(SMALL._replace(rival=3), 1) == sets_of(SMALL, 1)


def test_the_sides_are_exchanged():
    """The two games of a pair have both seats, and the same settings give the same games."""
    played = [play_pair_game(SMALL, number) for number in range(4)]
    assert [(game.pair, game.exchanged) for game in played] == [(0, False), (0, True), (1, False), (1, True)]
    assert [play_pair_game(SMALL, number) for number in range(4)] == played
    for game in played:
        assert (game.winner is None) == (not game.ending)
        assert game.plies <= SMALL.plies


def codes(*words):
    """Return the moves that words name, played from the start."""
    position, moves = SIX.start(), []
    for word in words:
        moves.append(SIX.resolve(position, SIX.read(word)))
        position = SIX.play(position, moves[-1])
    return tuple(moves)


def test_a_game_that_ends_by_elimination():
    """先手's last 占 is beaten: 後手 has won, and 先手 had moves to spare. With dice in hand nothing is looked at."""
    moves = codes("四04占", "三03領", "四05武", "三04士", "三05武", "三04-四04士")
    game = looked_at(SIX, 5, moves, exchanged=True)
    assert (game.pair, game.exchanged, game.winner, game.ending, game.plies) == (5, True, Side.SECOND, "elimination", 6)
    assert game.last_moves > 5
    assert game.looks == ()


def test_a_game_that_is_broken_off():
    """A game without an end has no winner, no ending and no loser."""
    game = looked_at(SIX, 0, codes("四04占", "三03領"), exchanged=False)
    assert game[:6] == (0, False, None, "", 2, None)


def test_looks_are_taken_with_empty_hands():
    """In long games positions without dice in hand are seen: every die is then on the board or beaten."""
    looks = [look for number in range(40) for look in play_pair_game(SMALL._replace(plies=300), number).looks]
    assert looks
    for look in looks:
        assert look.moves > 0
        assert 0 <= look.own_ghosts + look.own_fighters <= 15
        assert 0 <= look.rival_ghosts <= 15
