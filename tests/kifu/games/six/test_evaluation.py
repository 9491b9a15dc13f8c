"""The evaluation of 6面体: turns of the board and the sides are alike, and what is good is worth more."""

from each import each
from helpers import SIX

from kifu.core.compiled.network_kernel import NEURONS
from kifu.games.six.evaluation import KIND_OF_SQUARE, LAYER, OUTPUT, VIEW, activate, evaluate
from kifu.games.six.symmetry import SYMMETRIES, TURNS, image


def placed(first, second, rights=3):
    """Return the position after `first` and `second` 占, placed by rows from opposite ends; 先手 is to move."""
    position = SIX.start()
    left = [list(range(first)), list(range(48, 48 - second, -1))]
    for side in (0, 1):
        for square in left[side]:
            move = next(move for move in SIX.legal_moves(position._replace(turn=side)) if move >> 4 & 63 == square)
            position = SIX.play_legal(position._replace(turn=side), move)
    return position._replace(turn=0, rights=rights)


@each("count", [1, 7, 9, 12])
@each("symmetry", range(SYMMETRIES))
def test_symmetries_keep_the_value(count, symmetry):
    """A turn of the board keeps the value; an exchange of the sides turns its sign."""
    position = placed(count, count // 2 + 1)
    assert evaluate(image(position, symmetry)) == evaluate(position) * (-1 if symmetry >= TURNS else 1)


def test_each_feature_has_a_row():
    """The layer has a row for each feature of both sides, and one of constants; all rows that positions use are there."""
    words = NEURONS // 4
    assert len(LAYER) == (2 * VIEW + 1) * words
    assert len(OUTPUT) == 2 * NEURONS + 1
    assert sorted(set(KIND_OF_SQUARE)) == list(range(10))


def test_many_against_one():
    """A side with seven 占 against one that has one and may place no more is ahead."""
    assert evaluate(placed(7, 1, rights=0)) > 100
    assert evaluate(placed(1, 7, rights=0)) < -100


def test_sums_stay_within_their_lanes():
    """No position can carry a lane of the packed sums into its neighbour: the largest weights of all rows are too small."""
    rows = [LAYER[at : at + 4] for at in range(0, len(LAYER), 4)]

    def lanes(word):
        """Unpack a word into its four signed numbers."""
        found = []
        for _ in range(4):
            low = (word + 0x8000 & 0xFFFF) - 0x8000
            found.append(low)
            word = word - low >> 16
        return found

    largest = max(abs(lane) for row in rows for word in row for lane in lanes(word))
    assert (30 + 12 + 1) * largest < 1 << 15
    first, second = activate(placed(7, 7), (rows[-1], rows[-1]))
    assert all(abs(lane) < 1 << 15 for word in (*first, *second) for lane in lanes(word))
