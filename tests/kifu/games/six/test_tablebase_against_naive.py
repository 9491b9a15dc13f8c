"""A whole slice of the tablebase against the naive rules of 6面体, without symmetry, layer after layer."""

import pytest
from built_tablebase import build_tablebase
from helpers import SIX

from kifu.core.game.text import split_diagram
from kifu.engine import tablebase
from kifu.games.six import tablebase_index

pytestmark = [pytest.mark.no_cover]


def key(state):
    """Return what a position is: units and side to move."""
    return frozenset(state.board.items()), state.turn


def all_that_follow(naive, first):
    """Return by key each state that can follow from some states, with its loser and the keys after its moves."""
    found = {}
    waiting = list(first)
    while waiting:
        state = waiting.pop()
        if key(state) in found:
            continue
        legal = naive.moves(state)
        over = naive.outcome(state, legal)
        after = [] if over else [naive.play(state, text) for text in legal]
        found[key(state)] = (state, over and over[0], [key(each) for each in after])
        waiting += after
    return found


def values(found):
    """Return the value of each state: 1 more than the plies of a win, 0 where neither side wins."""
    known = {each: 1 for each, (_, loser, _) in found.items() if loser is not None}
    plies = 0
    while True:
        plies += 1
        layer = {}
        for each, (_, loser, after) in found.items():
            if each in known or loser is not None:
                continue
            # An odd value is lost for the side to move there. A beaten side is to move where the game is over.
            if any(known.get(one, 0) % 2 for one in after) or all(one in known for one in after):
                layer[each] = plies + 1
        if not layer:
            return known
        known |= layer


@pytest.mark.parametrize("units", ["武馬", "騎矢"])
def test_a_whole_slice(naive, units):
    """Each position with these two dice, on all squares and for both sides to move, has the value of the naive rules."""
    states = [
        naive.State({one: units[0], other: units[1]}, (0, 0), (False, False), turn)
        for one in naive.SQUARES
        for other in naive.SQUARES
        if one != other
        for turn in (0, 1)
    ]
    found = all_that_follow(naive, states)
    expected = values(found)
    table = build_tablebase(SIX, 2)
    compared = 0
    for each in states:
        drawn = naive.draw(each).splitlines()
        position = SIX.read_diagram(split_diagram(1, enumerate(drawn, start=1)))
        assert tablebase_index.slice_of(position) >= 0
        assert tablebase.tablebase_value(SIX, table, position) == expected.get(key(each), 0)
        compared += 1
    assert compared == 2 * 49 * 48
