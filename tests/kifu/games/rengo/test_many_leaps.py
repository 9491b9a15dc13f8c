"""However many leap sequences there are, a position is judged in about a second."""

import random
import time

import pytest
from drawn import drawn

from kifu.games.rengo import rules
from kifu.games.rengo.position import DROP, decode, laws
from kifu.games.rengo.rules import duty

LIMIT = 3.0
"""Seconds; it takes less than one on a quiet machine."""


def lattice(board, unit, at, step=2):
    """Return a position with 歩 on every second square of every second row, and one 平 or 冠 among them."""
    chosen = laws(board)
    columns, rows = chosen.geometry.columns, chosen.geometry.rows
    cells = [["・・"] * columns for _ in range(rows)]
    for row in range(1, rows - 1, step):
        for column in range(1, columns - 1, step):
            cells[row][column] = "△歩"
    cells[at[0]][at[1]] = f"▲{unit}"
    cells[0][columns - 1], cells[rows - 1][0] = "△玉", "▲玉"
    return drawn(
        chosen, "\n".join(["".join(row) + f"{number:02d}" for number, row in enumerate(cells, 1)] + ["手番：先手"])
    )


@pytest.mark.parametrize("unit", "平冠")
@pytest.mark.parametrize("board", ["ドラフツ盤", "連珠盤", "碁盤19路"])
def test_a_lattice_is_judged_in_time(board, unit):
    """A board full of units to leap: the duty, one legal action, and the refusal of another all come in time."""
    position = lattice(board, unit, (8, 2))
    start = time.perf_counter()
    most = duty(position).most
    first = next(rules.legal_moves(position))
    assert rules.fault(position, first) == 0
    assert rules.fault(position, 0) in {42, 49}
    assert time.perf_counter() - start < LIMIT
    assert most > 10


def test_the_whole_lattice_of_the_draughts_board_is_exact():
    """On the draughts board the walk is exact: all sixteen units can be taken, and every listed sequence takes them."""
    position = lattice("ドラフツ盤", "平", (8, 2))
    moves = list(rules.legal_moves(position))
    assert duty(position).most == 16
    assert len(set(moves)) == len(moves) > 1
    assert {len(rules.carry_out(position, move).taken) for move in moves} == {16}


@pytest.mark.parametrize("unit", "平冠")
@pytest.mark.parametrize("seed", range(6))
def test_no_unit_is_leapt_twice(unit, seed):
    """Of every sequence that must be played, each leap takes a unit of its own: as many units as leaps."""
    draw = random.Random(f"twice {seed}")
    cells = [["・・"] * 9 for _ in range(9)]
    for at in draw.sample(range(81), 14):
        cells[at // 9][at % 9] = "△歩"
    cells[4][4], cells[0][0], cells[8][8] = f"▲{unit}", "△玉", "▲玉"
    rows = ["".join(row) + f"{number:02d}" for number, row in enumerate(cells, 1)]
    position = drawn(laws("碁盤9路"), "\n".join([*rows, "手番：先手"]))
    for move in rules.legal_moves(position):
        _, places, suffix = decode(move)
        if suffix != DROP and duty(position).most:
            taken = rules.carry_out(position, move).taken
            assert len(set(taken)) == len(taken) == len(places) - 1 == duty(position).most
