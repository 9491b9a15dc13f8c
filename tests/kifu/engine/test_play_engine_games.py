"""Whole games of the engine are legal and reproducible, and a search beats random moves."""

import pytest
from each import each
from helpers import SIX

from kifu.core import games
from kifu.core.outcome import Side
from kifu.engine import play_engine_games
from kifu.engine.best_move_and_win_chance import MAX_DEPTH, SIZES, SURE, WON
from kifu.engine.bind_engine import search_kernels
from kifu.engine.play_engine_games import Player, play_engine_game


def replayed(game, played):
    """Return the positions of a game, each move checked."""
    positions = [game.start()]
    for move in played.moves:
        assert game.explain(positions[-1], move) is None
        positions.append(game.play_legal(positions[-1], move))
    return positions


@each("name", ["six", "ace"])
@each("seed", range(3))
def test_a_game_is_legal_and_reproducible(name, seed):
    """Every move is legal, the result is the rules' own, and the seed gives the same game again."""
    game = games.load(name)
    players = (Player(120), Player(0))
    played = play_engine_game(game, players, seed, plies=80)
    ending = game.outcome(replayed(game, played)[-1])
    assert played.outcome == (ending and ending.outcome)
    assert len(played.moves) == len(played.values) <= 80
    assert play_engine_game(game, players, seed, plies=80) == played
    assert play_engine_game(game, players, seed + 1, plies=80) != played


def test_random_games_are_uniform_enough():
    """Random players of 6面体 begin on every square."""
    starts = {play_engine_game(SIX, (Player(0), Player(0)), seed, plies=1).moves[0] for seed in range(500)}
    assert len(starts) == 49


def test_a_search_beats_chance():
    """A search wins most games against random moves, as 先手 and as 後手."""
    for side in Side:
        players = (Player(400), Player(0)) if side is Side.FIRST else (Player(0), Player(400))
        won = sum(play_engine_game(SIX, players, seed).outcome == ("first", "second")[side] for seed in range(10))
        assert won >= 8


def territories(squares, side):
    """Return the moves that place 占 of a side on squares."""
    return tuple(6 * side | square << 4 | 63 << 10 | 63 << 16 for square in squares)


def test_opening_sets_are_placed_and_nothing_is_added():
    """Both sides place their sets first. A side that has placed its set adds no 占, and squares of a set stay free."""
    sets = (territories([24, 10], 0), territories([3, 4, 30, 31, 17], 1))
    for seed in range(4):
        played = play_engine_game(SIX, (Player(200, sets[0]), Player(200, sets[1])), seed, plies=60)
        replayed(SIX, played)
        placed = [[move for move in played.moves if move >> 10 & 63 == 63 and move & 15 == 6 * side] for side in Side]
        assert [tuple(moves) for moves in placed] == list(sets)
        assert list(played.moves[1:10:2]) == list(sets[1])


@pytest.mark.nightly  # it compiles the engine of two games where no machine code is kept
@pytest.mark.slow
@each("name", ["six", "king"])
def test_move_by_move_the_game_is_the_same(name):
    """Without proofs, a game played step by step is that of the kernel; sets, settled sides and repetitions included."""
    game = games.load(name)
    sets = (territories([24, 10], 0), territories([3, 4, 30], 1)) if name == "six" else (None, None)
    for seed in range(2):
        players = (Player(60, sets[0], proofs=False), Player(90, sets[1], proofs=False))
        assert play_engine_game(game, players, seed, plies=60) == play_engine_games._play_move_by_move(
            game, players, seed, game.start(), play_engine_games.NOISE, 60, play_engine_games.STALE
        )


def test_a_proven_win_is_played_to_its_end():
    """Whoever has a win that the share of its nodes proves wins, in the plies that were proven."""
    game, seen = games.load("king"), 0
    for seed in range(4):
        played = play_engine_game(game, (Player(400), Player(400)), seed)
        proofs = [(ply, WON - value) for ply, value in enumerate(played.values) if value > SURE]
        for ply, plies in proofs[:1]:
            seen += 1
            assert played.outcome == ("first", "second")[game.turn(replayed(game, played)[ply])]
            assert len(played.moves) <= ply + plies
    assert seen > 1


def test_a_set_that_cannot_be_placed_is_left_out():
    """A move that is not legal in its turn is skipped, not played."""
    both = territories([24], 0), territories([24, 25], 1)
    played = play_engine_game(SIX, (Player(50, both[0]), Player(50, both[1])), 1, plies=6)
    replayed(SIX, played)
    assert both[1][0] not in played.moves
    assert both[1][1] in played.moves


def test_a_side_places_what_it_owes():
    """A side that owes units places nothing else before, and none after; the other side is free, or owes its own number."""
    for seed, (sizes, nodes) in enumerate([((4, 0), 200), ((9, 2), 60), ((3, 5), 0), ((1, 12), 200)]):
        played = play_engine_game(SIX, tuple(Player(nodes, size=size) for size in sizes), seed, plies=60)
        replayed(SIX, played)
        for side, size in enumerate(sizes):
            own = [move % 16 == 6 * side and move >> 10 & 63 == 63 for move in played.moves[side::2]]
            assert size == 0 or (all(own[:size]) and not any(own[size:])), (sizes, side)


def test_the_search_knows_what_is_owed():
    """With one 占 each, the opponent's next move is no 占: the principal variation of the search places fighters."""
    bound = search_kernels(SIX)
    sizes = 1 | 1 << 8
    state = bound["make_search_state"](12000, 1, 0)
    state.counters[SIZES] = sizes
    bound["choose"](SIX.start(), state)
    line = [int(move) for move in state.line[MAX_DEPTH + 1][1 : state.line[MAX_DEPTH + 1][0] + 1]]
    assert len(line) > 2
    assert [bool(bound["places"](move)) for move in line] == [True, True] + [False] * (len(line) - 2)
