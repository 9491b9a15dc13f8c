"""The evaluation of 6面体: every 占 counts, and neither side is favoured."""

from each import each
from helpers import SIX

from kifu.games.six.evaluation import KEPT, SPENT, assets, evaluate
from kifu.games.six.position import DICE
from kifu.games.six.symmetry import SYMMETRIES, TURNS, image


def placed(count):
    """Return the position after `count` 占 of each side, placed by rows."""
    position = SIX.start()
    for square in range(2 * count):
        position = SIX.play_legal(
            position, next(move for move in SIX.legal_moves(position) if move >> 4 & 63 == square)
        )
    return position


def test_there_is_a_worth_for_each_number():
    """The tables have a number for none to fifteen 占; it is greatest at seven."""
    assert len(KEPT) == len(SPENT) == DICE + 1
    assert max(KEPT) == KEPT[7]
    assert max(SPENT) == SPENT[7]


@each("count", range(1, DICE))
def test_each_further_territory_counts(count):
    """One more 占 changes the value of a side by its step of the table and by the die that has left the hand."""
    before, after = placed(count), placed(count + 1)
    hand = DICE - count
    step = KEPT[count + 1] - KEPT[count] - 10 + 3 + 103 * (min(hand - 1, 2) - min(hand, 2))
    assert assets(after, 0) - assets(before, 0) == step


@each("count", [1, 7, 9, 12])
@each("symmetry", range(SYMMETRIES))
def test_symmetries_keep_the_value(count, symmetry):
    """A turn of the board keeps the value; an exchange of the sides turns its sign."""
    position = placed(count)
    assert evaluate(image(position, symmetry)) == evaluate(position) * (-1 if symmetry >= TURNS else 1)
