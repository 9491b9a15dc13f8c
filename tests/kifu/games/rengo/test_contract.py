"""Holds 続・連合将棋 to the contract of all games, over random walks on every board.

Of the leap sequences the move space holds only those that must be played, for the written ones have no limit.
"""

import ast
import inspect
import random
from functools import cache

import pytest
from drawn import drawn, position_of
from each import each
from test_second_computation import random_position

from kifu.core import rulebook
from kifu.games.rengo import rules
from kifu.games.rengo.boards_and_unit_movements import BOARDS, FRESH
from kifu.games.rengo.diagrams_and_drawing import spell_diagram
from kifu.games.rengo.game import GAME, Rengo
from kifu.games.rengo.measures_and_marks import marks_of_move, measure_values, standing_marks

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

WALKS, PLIES = 3, 60
SMALL = 100
"""Squares up to which the whole move space is run through."""


@cache
def legal_at(position):
    """Return the legal moves of a position in their order; every test of this module asks for the same ones."""
    return tuple(rules.legal_moves(position))


@cache
def walk_positions():
    """Return positions of random walks from the example armies and from random crowded boards."""
    positions = {}
    for number in range(WALKS + 70):
        draw = random.Random(f"walk {number}")
        position = GAME.start() if number < WALKS else random_position(draw)
        for _ in range(PLIES if number < WALKS else 6):
            positions[position] = None
            moves = legal_at(position)
            if not moves:
                break
            position = rules.play(position, draw.choice(moves))
        positions[position] = None
    return tuple(positions)


def small(number, seed):
    """Return `number` positions on boards whose move space is not too large."""
    positions = [position for position in walk_positions() if position.context.geometry.size <= SMALL]
    return random.Random(seed).sample(positions, number)


def test_all_boards_and_ends_are_met():
    """The walks meet every board, and games that are over."""
    assert {position.context.board for position in walk_positions()} >= set(BOARDS) - {"碁盤19路"}
    assert sum(Rengo(position.context).outcome(position) is not None for position in walk_positions()) > 5


def test_moves_are_unique_ordered_and_legal():
    """Each legal move comes once, in the same order each time, and `explain` returns None for it."""
    for position in walk_positions():
        moves = legal_at(position)
        assert len(set(moves)) == len(moves)
        assert tuple(rules.legal_moves(position)) == moves
        for move in moves:
            assert rules.first_breach(position, move) == 0, (GAME.spell(move), spell_diagram(position))


def test_nothing_else_is_legal():
    """Of the whole move space, `fault` passes exactly the generated moves; sampled on large boards."""
    for position in small(8, 5):
        legal = set(legal_at(position))
        space = GAME.move_space(position)
        step = random.Random(len(legal)).randint(150, 400)
        for number, move in enumerate(space):
            if number % step == 0 or move in legal:
                assert (rules.first_breach(position, move) == 0) == (move in legal), (
                    GAME.spell(move),
                    spell_diagram(position),
                )


def test_whole_space_of_two_positions():
    """On two boards every single move that can be written is judged."""
    lines = (
        "オセロ盤 | 先: 玉五08 兵四07,七02 平三03 | 後: 玉一01 兵五05 碁四02 翻二02 | 台先: 翻 碁 歩 | 番: 先",
        "チェス盤 | 先: 王五08 歩四02 貝七04 包一05 桂三03 香八02 | 後: 玉一01 銀五05 | 台先: 桂 珠 | 番: 先",
    )
    for line in lines:
        position = position_of(line)
        passed = [move for move in GAME.move_space(position) if rules.first_breach(position, move) == 0]
        assert sorted(passed) == sorted(legal_at(position))
        assert len(passed) > 5 or rules.capture_obligation(position).most


def test_every_breach_is_explained():
    """Every illegal action has an article of this game and a sentence in both languages."""
    for position in small(5, 6):
        for number, move in enumerate(GAME.move_space(position)):
            if number % 997 == 0:
                breach = GAME.explain(position, move)
                if breach is not None:
                    assert breach.article.startswith("rengo.")
                    assert breach.message.ja
                    assert breach.message.en


def test_play_is_pure():
    """Playing leaves the position as it was, gives the same each time, and gives another one."""
    for position in walk_positions():
        before, hashed = repr(position), hash(position)
        for move in legal_at(position):
            after = rules.play(position, move)
            assert after == rules.play(position, move)
            assert after != position
        assert (repr(position), hash(position)) == (before, hashed)


def test_written_moves_read_back():
    """Spelling and reading are inverse over the move space, and spellings are distinct."""
    for position in small(3, 8):
        game = Rengo(position.context)
        texts = {}
        for number, move in enumerate(game.move_space(position)):
            if number % 13 == 0:
                text = game.spell(move)
                assert texts.setdefault(text, move) == move
                assert game.resolve(position, game.read(text)) == move, text
        for move in legal_at(position):
            assert game.resolve(position, game.read(game.spell(move))) == move


def test_legal_moves_lie_in_the_space():
    """Every legal move is one that the move space yields, where none stands twice."""
    for position in small(2, 9):
        space = list(GAME.move_space(position))
        assert len(set(space)) == len(space)
        assert set(legal_at(position)) <= set(space)


def test_diagrams_read_back():
    """A diagram reads back without a difference and is spelled the same again."""
    for position in walk_positions():
        if min(position.kings) >= 0 and not position.ended:
            text = spell_diagram(position)
            again = drawn(position.context, text)
            assert GAME.differences(position, again) == ()
            assert spell_diagram(again) == text
            unseen = position.en_passant >= 0 or position.ko >= 0 or any(unit % 64 == FRESH for unit in position.board)
            assert unseen or again == position or "兵" in text


def test_no_moves_after_the_end():
    """A position with an outcome has no legal move, and one without has some."""
    for position in walk_positions():
        over = Rengo(position.context).outcome(position) is not None
        assert over == (not legal_at(position)), spell_diagram(position)


def test_moves_after_the_end_cite_what_ended_it():
    """An action after the end breaks the article that ended the game."""
    over = [position for position in walk_positions() if Rengo(position.context).outcome(position) is not None]
    for position in over:
        ending = Rengo(position.context).outcome(position)
        assert GAME.explain(position, 0).article == ending.article


def test_measures_and_traces():
    """Measures are pairs, one for each label; traces name known kinds, units and squares of the board."""
    for position in small(20, 7):
        pairs = measure_values(position)
        assert len(pairs) == len(GAME.measures)
        assert all(len(pair) == 2 for pair in pairs)
        marks = [mark for move in legal_at(position) for mark in marks_of_move(position, move)] + list(
            standing_marks(position)
        )
        for mark in marks:
            assert mark.kind in GAME.traces
            assert mark.unit in GAME.units
            assert 0 <= mark.square < position.context.geometry.size


@each("field", range(3))
def test_a_position_cannot_be_changed(field):
    """Neither items nor attributes of a position can be set."""
    position = GAME.start()
    with pytest.raises(TypeError):
        position[field] = None
    with pytest.raises(AttributeError):
        setattr(position, position._fields[field], None)


def test_the_numbers_of_the_ends_are_articles():
    """Each article that ends a game by number, or that is broken by one, stands in the rulebook."""
    articles = {article.number for article in rulebook.load_rulebook(GAME).articles}
    tree = ast.parse(inspect.getsource(rules))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    judging = [
        node for node in functions if node.name in {"pass_breach", "_breach_and_next_unless_over", "end_of_game"}
    ]
    returned = [node.value for whole in judging for node in ast.walk(whole) if isinstance(node, ast.Return)]
    constants = {node.value for value in returned for node in ast.walk(value) if isinstance(node, ast.Constant)}
    numbers = {number for number in constants if type(number) is int and number} | rules.TERMINATIONS.keys()
    assert {35, 42, 45, 46, 49, 50, 55} <= numbers
    assert {f"rengo.{number}" for number in numbers} <= articles
