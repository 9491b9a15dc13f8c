"""The ending of the page, rebuilt (samples/six/ending-rebuilt.kif): each sentence of its last paragraph holds there.

The page's figure is lost, so the squares are made up. What the sentences say of the position is tested; nothing else is claimed.
"""

from pathlib import Path

import pytest

import kifu
from kifu.core.outcome import Side
from kifu.engine.puzzles import forced_win_question
from kifu.engine.solver import does_line_prove_solution, solve
from kifu.games.six.rules import KNIGHT

pytestmark = pytest.mark.no_cover  # coverage makes these tests slow, and other tests run the same lines

SAMPLE = Path(__file__).parents[4] / "samples/six/ending-rebuilt.kif"
UP, UP_RIGHT, DOWN_RIGHT = (0, -1), (1, -1), (1, 1)
PLIES = 6


@pytest.fixture(scope="module", name="verdict")
def _verdict():
    (verdict,) = kifu.verify(kifu.read(SAMPLE))
    return verdict


@pytest.fixture(scope="module", name="wins")
def _wins(verdict):
    return forced_win_question(verdict.game)


def named(game, position):
    """Return each legal move with its unit and its direction (columns right, rows down)."""
    for move in game.legal_moves(position):
        to, origin = move >> 4 & 63, move >> 10 & 63
        across, down = to % 7 - origin % 7, to // 7 - origin // 7
        yield move, game.spell(move)[-1], ((across > 0) - (across < 0), (down > 0) - (down < 0))


def flights(game, position, way):
    """Return the moves of the 女 in a direction."""
    return [move for move, unit, there in named(game, position) if unit == "女" and there == way]


def winning(game, position, plies, wins):
    """Return the moves after which 後手 forces a win in the plies left."""
    return [
        move for move in game.legal_moves(position) if wins(game.play_legal(position, move), plies - 1, Side.SECOND)
    ]


def test_it_is_confirmed_and_says_that_it_is_rebuilt(verdict):
    """White wins; the comment, the title and SOURCES.md call it a reconstruction."""
    assert verdict.status.value == "CONFIRMED"
    assert verdict.outcome.outcome.value == "second"
    assert "復元" in SAMPLE.read_text("utf-8").splitlines()[0]
    (row,) = [line for line in (SAMPLE.parent / "SOURCES.md").read_text("utf-8").splitlines() if SAMPLE.name in line]
    assert "reconstruction" in row


def test_black_can_hardly_move(verdict):
    """黒番、「黒は身動きが取れません」: only 弓 and 武 can move at all."""
    game, start = verdict.game, verdict.replay.positions[0]
    assert game.turn(start) is Side.FIRST
    assert sorted(unit for _, unit, _ in named(game, start)) == ["弓", "弓", "弓", "武"]


def test_white_wins(verdict):
    """「白の勝ちとなります」, by the solver, whatever black plays."""
    game, start = verdict.game, verdict.replay.positions[0]
    solution = solve(game, start)
    assert (solution.winner, solution.plies, solution.proven) == (Side.SECOND, PLIES, True)
    assert does_line_prove_solution(game, start, solution)


def test_results_one_and_two(verdict, wins):
    """結果1 after each move of 弓, 結果2 after each of 武: the 女 goes there and then 右下, whatever black answers.

    After a move of 弓 nothing else wins as early. 「白の巫女を止めることも…出来ず」.
    """
    game, start = verdict.game, verdict.replay.positions[0]
    for move, unit, _ in named(game, start):
        position = game.play_legal(start, move)
        first = winning(game, position, PLIES - 1, wins)
        meant = [move for move in flights(game, position, UP_RIGHT if unit == "弓" else UP) if move in first]
        assert len(meant) == 1
        if unit == "弓":
            assert first == meant
        position = game.play_legal(position, meant[0])
        for answer in game.legal_moves(position):
            after = game.play_legal(position, answer)
            assert set(flights(game, after, DOWN_RIGHT)) & set(winning(game, after, PLIES - 3, wins))


def test_the_horse_guards_the_maiden(verdict):
    """「白の騎馬の守り」: the 馬 covers the square that the 女 goes to in 結果1, and no move of black beats it."""
    game = verdict.game
    start, _, position = verdict.replay.positions[:3]
    (horse,) = [die.square for die in game.tokens(start) if die.text == "馬"]
    (maiden,) = [die.square for die in game.tokens(position) if die.text == "女"]
    assert KNIGHT[horse] >> maiden & 1
    for move in game.legal_moves(start):
        assert any(die.square == horse and die.text == "馬" for die in game.tokens(game.play_legal(start, move)))
