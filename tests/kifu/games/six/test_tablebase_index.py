"""Slices of 6面体: positions with the same material are numbered, up to the symmetries, and moves only add 怨."""

import random

import pytest
from helpers import SIX
from hypothesis import given
from hypothesis import strategies as st

from kifu.games.six import tablebase_index
from kifu.games.six.position import BEAT_ANY, FOUR_DRAW, LINE_BLOCKED, NEAR_ANY, START

CODES = [code for dice in (2, 3, 4) for code in tablebase_index.materials(dice)]
places = st.integers(0, 10**9)


def drawn(seed):
    """Return a slice, a number in it, and its position."""
    draw = random.Random(seed)
    code = draw.choice(CODES)
    number = draw.randrange(tablebase_index.size_of(code))
    return code, number, tablebase_index.position_at(code, number)


@given(places)
def test_a_position_has_one_number(seed):
    """Each image of a position has its number, whoever owns the 怨; the number leads back to an image of it."""
    code, number, position = drawn(seed)
    index = tablebase_index.index_of(position)
    assert tablebase_index.slice_of(position) == code
    assert index <= number
    assert tablebase_index.index_of(tablebase_index.position_at(code, index)) == index
    owned = position._replace(first=position.first & ~position.ghosts, second=position.second | position.ghosts)
    for symmetry in range(len(SIX.symmetries)):
        assert tablebase_index.index_of(SIX.image(position, symmetry)) == index
        assert tablebase_index.index_of(SIX.image(owned, symmetry)) == index


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["武-士", "武-馬", "占武-矢", "武-馬+怨", "武-士士"])
def test_different_positions_have_different_numbers(name):
    """The numbers of a slice stand for as many positions as there are up to the symmetries: each is counted once."""
    code = next(code for code in CODES if tablebase_index.spelled(code) == name)
    used = [
        n
        for n in range(tablebase_index.size_of(code))
        if tablebase_index.index_of(tablebase_index.position_at(code, n)) == n
    ]
    orbits = set()
    for number in used:
        position = tablebase_index.position_at(code, number)
        images = (SIX.image(position, symmetry) for symmetry in range(len(SIX.symmetries)))
        orbits.add(
            min(
                image._replace(first=image.first & ~image.ghosts, second=image.second & ~image.ghosts)
                for image in images
            )
        )
    assert len(orbits) == len(used)


@given(places)
def test_moves_stay_or_add_a_ghost(seed):
    """A move leads to the same slice, or to one with one more 怨 that stands before it, or it decides the game at once."""
    code, _, position = drawn(seed)
    if SIX.outcome(position) is not None:
        return
    for move in SIX.legal_moves(position):
        after = SIX.play_legal(position, move)
        there = tablebase_index.slice_of(after)
        if there == code or SIX.outcome(after) is not None:
            continue
        assert (after.first | after.second).bit_count() == (position.first | position.second).bit_count()
        assert there >> 3 * (tablebase_index.GROUPS - 1) == (code >> 3 * (tablebase_index.GROUPS - 1)) + 1
        assert CODES.index(there) < CODES.index(code)


def test_ranks():
    """The sets of two squares are numbered without a gap, also where squares are taken."""
    taken = 0b1011
    sets = [tablebase_index.squares_of_rank(number, 2, taken) for number in range(46 * 45 // 2)]
    assert [tablebase_index.rank_of_squares(squares, taken) for squares in sets] == list(range(46 * 45 // 2))
    assert not any(squares & taken for squares in sets)


def test_what_no_slice_holds():
    """Dice in hand, too many dice, and the options line, beat and four; near does not matter without dice in hand."""
    _, _, position = drawn(3)
    assert tablebase_index.slice_of(START) == -1
    assert tablebase_index.slice_of(position._replace(hands=1)) == -1
    assert tablebase_index.slice_of(position._replace(first=63, second=0)) == -1
    for option in (LINE_BLOCKED, BEAT_ANY, FOUR_DRAW):
        assert tablebase_index.slice_of(position._replace(options=option)) == -1
    assert tablebase_index.slice_of(position._replace(options=NEAR_ANY)) == tablebase_index.slice_of(position)


def test_spelled():
    """A material is spelled with the dice of both sides and the 怨; there are as many slices as docs/tablebase.md says."""
    assert [len(tablebase_index.materials(dice)) for dice in (2, 3, 4)] == [10, 66, 307]
    assert {tablebase_index.spelled(code) for code in tablebase_index.materials(2)} >= {"武-士", "巫-女"}
    assert "武-士+怨怨" in {tablebase_index.spelled(code) for code in tablebase_index.materials(4)}
