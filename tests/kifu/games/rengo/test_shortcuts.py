"""Holds the shortcuts of 続・連合将棋 to the rules that they spare: ways of units, leaps, actions that leave the king safe."""

import random
from itertools import product

import pytest
from hypothesis_profile import examples
from test_second_computation import random_position

from kifu.games.rengo import jump_moves, mandatory_capture, pseudo_legal, rules
from kifu.games.rengo.apply_move import decode_move, has_five, pseudo_legal_effect
from kifu.games.rengo.boards_and_unit_movements import BOARDS, CROWN, FRESH, MAN, PEARL, SIDE
from kifu.games.rengo.check_detection_and_effect_breaches import article_violated_by_effect
from kifu.games.rengo.diagrams_and_drawing import spell_diagram
from kifu.games.rengo.geometry import geometry
from kifu.games.rengo.position import DROP
from kifu.games.rengo.provably_legal_moves import FastLegality

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow, and other tests run the same lines

SEEDS = examples(12, 120)
POSITIONS = 12


def drawn_positions(seed):
    """Yield random positions, crowded and open, each with either side to move, and positions that follow them."""
    draw = random.Random(f"shortcuts {seed}")
    for number in range(POSITIONS):
        position = random_position(draw, draw.choice([0.1, 0.2, 0.3, 0.5]))._replace(turn=number % 2)
        yield position
        moves = list(rules.pseudo_legal_actions(position))
        if moves:
            yield rules.play(position, draw.choice(moves))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_calm_action_is_legal(seed):
    """After an action that counts as calm neither 34 nor 45 nor 打ち歩詰め objects; most actions count as calm."""
    calm_ones = others = 0
    for position in drawn_positions(seed):
        calm, tables = FastLegality(position), position.context.geometry
        for move in rules.pseudo_legal_actions(position):
            kind, squares, suffix = decode_move(tables, move)
            kind = position.board[squares[0]] % SIDE or kind
            spared = calm.proves_drop(kind, squares[0]) if suffix == DROP else calm.proves_move(kind, *squares)
            deed = pseudo_legal_effect(position, move)
            if spared:
                assert not article_violated_by_effect(position, deed), (move, squares, spell_diagram(position))
                assert not rules.mates_by_pawn_drop(position, move, deed), (move, squares, spell_diagram(position))
            calm_ones += spared
            others += not spared
    assert calm_ones > 300
    assert others > 300


@pytest.mark.parametrize("board", [name for name, board in BOARDS.items() if board.columns < 15])
def test_a_unit_has_one_way_to_a_square(board):
    """No unit has two ways to a square, so one answer tells whether it may go there."""
    tables = geometry(board)
    for square, kind, side in product(range(tables.size), range(1, FRESH + 1), (0, 1)):
        plan = tables.reach_plan(kind + SIDE * side, square)
        along = [to for line, _ in plan.rays for to in line]
        stepped = [*plan.steps, *(to for to, _, _ in plan.lame)]
        assert len(set(along + stepped)) == len(along + stepped), (kind, square)
        assert plan.aimed.keys() == set(stepped)


@pytest.mark.parametrize("board", BOARDS)
def test_a_ray_is_cut_out_of_a_board(board):
    """The slice of a ray takes the same squares in the same order; `between` is its beginning."""
    tables = geometry(board)
    numbered = list(range(tables.size))
    for square, number in product(range(tables.size), range(8)):
        line = tables.rays[number][square]
        assert tuple(numbered[tables.outward[number][square].cut]) == line
        assert all(tables.between(square, to) == line[:distance] for distance, to in enumerate(line))
        assert all(tables.lines_through(square)[to][0] == number for to in line)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_unit_reaches_its_targets(seed):
    """One square is judged as the list of all targets says."""
    for position in drawn_positions(seed):
        for square, unit in enumerate(position.board):
            if unit and unit // SIDE == position.turn:
                reached = {to for to in range(len(position.board)) if pseudo_legal.can_unit_reach(position, square, to)}
                assert reached == set(pseudo_legal.unit_destinations(position, square)), (
                    square,
                    spell_diagram(position),
                )


@pytest.mark.parametrize("seed", range(SEEDS))
def test_leaps_are_known_at_a_glance(seed):
    """Whether any leap exists, and whether leaps could come over a unit, is what the leaps themselves say."""
    for position in drawn_positions(seed):
        tables, board = position.context.geometry, position.board
        for side in (0, 1):
            men = jump_moves.leaping_pieces(board, side)
            assert jump_moves.has_leap(tables, board, side) == any(jump_moves.can_leap(tables, board, at) for at in men)
            for origin in men:
                ways = jump_moves.leaps_of_piece(tables, board, origin)
                within = jump_moves.units_leaps_may_take(ways, origin)
                for king in position.kings:
                    wanted = 1 << king + jump_moves.VICTIM_SHIFT
                    assert jump_moves.can_pass_over(ways, origin, wanted) == bool(within & wanted)
                    assert not within & wanted or jump_moves.does_parity_allow_taking(
                        tables, board[origin] % SIDE, origin, king
                    )


@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_leaps_take_is_seen_at_a_glance(seed):
    """What is seen at a glance is at least the duty, which is then proven; mostly a glance is enough, and gives the duty."""
    seen = exact = 0
    for position in drawn_positions(seed):
        most, compelled = mandatory_capture.max_capture_bound(position), mandatory_capture.capture_obligation(position)
        if most >= 0:
            assert compelled.most <= most, spell_diagram(position)
            assert compelled.proven
            seen += 1
            exact += compelled.most == most
    assert seen > POSITIONS
    assert exact > seen / 2


def test_only_squares_of_a_leaper_count():
    """A 平 comes next to one king square in four, a 冠 next to one in two."""
    tables = geometry("碁盤9路")
    for kind, expected in ((MAN, {(0, 0)}), (CROWN, {(0, 0), (1, 1)})):
        near = {king for king in range(tables.size) if jump_moves.does_parity_allow_taking(tables, kind, 10, king)}
        assert {(tables.row_of[king] % 2, tables.column_of[king] % 2) for king in near} == expected


@pytest.mark.parametrize("board", BOARDS)
def test_five_in_every_line(board):
    """Five 珠 in a row are seen wherever they stand, and no line goes on over the edge."""
    tables = geometry(board)
    for side, square, number in product((0, 1), range(tables.size), range(4)):
        line = (square, *tables.rays[number][square])[:5]
        units = bytearray(tables.size)
        for at in line:
            units[at] = PEARL + SIDE * side
        assert has_five(tables, units, side) == (len(line) == 5)
        assert not has_five(tables, units, 1 - side)
        wrapped = bytearray(tables.size)
        step = tables.rays[number][square][:1]
        for distance in range(5 if step else 0):
            at = square + distance * (step[0] - square)
            if 0 <= at < tables.size:
                wrapped[at] = PEARL + SIDE * side
        assert has_five(tables, wrapped, side) == (len(line) == 5)
