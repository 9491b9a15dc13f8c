"""Holds the kernels that prove moves legal to the rules: the same positions, the same moves, the same counts."""

import random

import numpy as np
import pytest
from effort import effort
from test_second_computation import random_position

from kifu.games.rengo import rules
from kifu.games.rengo.diagrams import spell_diagram
from kifu.games.rengo.game import Rengo
from kifu.games.rengo.position import DROP_PROMOTED, GOING, SQUARES_FROM, decode, encode
from kifu.games.rengo.sure import layout
from kifu.games.rengo.sure.door import pack, prover_of, unpack
from kifu.kernels import proofs

pytestmark = pytest.mark.no_cover  # watching this number of positions is slow

SEEDS = effort(3, 400)
POSITIONS = 6
LONGEST_CODE = 62
"""The bits of a code."""


def drawn_positions(seed):
    """Yield random positions, crowded and open, each with either side to move, and two positions that follow each."""
    draw = random.Random(f"sure {seed}")
    for number in range(POSITIONS):
        position = random_position(draw, draw.choice([0.1, 0.2, 0.3, 0.5]))._replace(turn=number % 2)
        for _ in range(3):
            yield draw, position
            moves = list(rules.legal_moves(position)) or list(rules.sound(position))
            if not moves or position.ended != GOING:
                break
            position = rules.play(position, draw.choice(moves))


def proven(position, move):
    """Return the position after a move that the kernels prove legal, else None."""
    prover = prover_of(position.laws)
    return proofs.last_of(prover, position, np.array([move], dtype=np.int64), lambda *_: None)


def near(draw, moves):
    """Yield moves that differ a little from sound ones, and パス."""
    yield 0
    for move in draw.sample(moves, min(len(moves), 6)):
        kind, places, suffix = decode(move)
        yield encode(kind, places, draw.randrange(DROP_PROMOTED + 1))
        yield encode(draw.randrange(1, 60), places, suffix)
        yield encode(kind, (places[0], draw.choice(places) + draw.randrange(-33, 34)), suffix)
        yield encode(kind, (places[0] + draw.randrange(-33, 34), *places[1:]), suffix)
        yield encode(kind, (*places, places[0]), suffix)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_proven_move_is_legal(seed):
    """The rules call each proven move legal, and play it to the same position; most legal moves are proven."""
    legal = counted = 0
    for draw, position in drawn_positions(seed):
        sound = [*rules.sound(position), *rules.leaps(position)]
        moves = draw.sample(sound, min(len(sound), 30))
        for move in (*moves, *near(draw, moves)):
            if not 0 <= move < 1 << LONGEST_CODE or (move and not move >> SQUARES_FROM):
                continue
            after = proven(position, move)
            article, expected = rules.judged(position, move)
            legal += not article
            if after is not None:
                counted += 1
                assert not article, (article, decode(move), spell_diagram(position))
                assert tuple(after) == tuple(expected), (decode(move), spell_diagram(position))
    assert 2 * counted > legal


@pytest.mark.parametrize("seed", range(SEEDS))
def test_counts_are_those_of_the_rules(seed):
    """The legal moves that the kernels and the rules count together are those that the rules list."""
    for _, position in drawn_positions(seed):
        expected = len(list(rules.legal_moves(position)))
        assert proofs.perft(Rengo(position.laws), position, 1) == expected, spell_diagram(position)


@pytest.mark.parametrize("seed", range(effort(2, 40)))
def test_a_packed_position_is_unpacked(seed):
    """A position that is packed and unpacked is the same in all parts."""
    for _, position in drawn_positions(seed):
        assert tuple(unpack(position.laws, pack(position))) == tuple(position._replace(fresh=False))
        assert len(pack(position)) == layout.BOARD + position.laws.geometry.size
