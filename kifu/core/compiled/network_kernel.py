"""A small neural network that evaluates positions, in integers.

The first layer sums one row of weights for each feature of a position, once as 先手 sees it and once as 後手 does. The second
layer takes both sums, that of the side to move first: each of the 2 × NEURONS numbers is clamped between 0 and ONE, squared, and
weighed. A game's evaluation module lists the features; `benchmarks/learn.py` trains the weights.

Four neurons share an integer, so that a row is few additions: lane n of a word has the factor 2 to 16 × n. The lanes may be negative;
they stay below 2 to 15 in magnitude, which training sees to.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.core.compiled.kernel_primitives import kernel
from kifu.core.lazy_imports_extras_and_package_files import package_text

if TYPE_CHECKING:
    from collections.abc import Sequence

NEURONS = 16
LANES = 4
WORDS = NEURONS // LANES
LANE_BITS = 16
ONE_BITS = 10
ONE = 1 << ONE_BITS
"""The number that stands for 1 in the first layer."""
SHIFT = 2 * ONE_BITS + 4
"""The bits after the point in the sum of the second layer: those of two squared numbers, and four of its weights."""
HALF_LANES = sum(1 << LANE_BITS * lane + LANE_BITS - 1 for lane in range(LANES - 1))
"""Half the range of each lane but the last: added to a word, no lane borrows from the next."""
LANE_MASK = (1 << LANE_BITS) - 1
FILE = "network.txt"

Sums = tuple[int, int, int, int]
"""The sums of the first layer for one view, packed."""


class Network(NamedTuple):
    """The weights of a game's network."""

    layer: tuple[int, ...]
    """The rows of the first layer, WORDS words each; the last row is its constants."""
    output: tuple[int, ...]
    """The weights of the second layer: NEURONS of the side to move, NEURONS of the other, and the constant."""


@kernel
def row_of(layer: Sequence[int], row: int) -> Sums:
    """Return row `row` of the first layer."""
    at = row * WORDS
    return layer[at], layer[at + 1], layer[at + 2], layer[at + 3]


@kernel
def add_row(sums: Sums, layer: Sequence[int], row: int) -> Sums:
    """Return the sums with row `row` of the first layer added."""
    at = row * WORDS
    return sums[0] + layer[at], sums[1] + layer[at + 1], sums[2] + layer[at + 2], sums[3] + layer[at + 3]


@kernel
def sum_of_weighed_squares(sums: Sums, output_weights: Sequence[int], first_weight: int) -> int:
    """Return the weighed squares of one view's neurons."""
    value = 0
    for word in range(WORDS):
        lanes = sums[word] + HALF_LANES
        for _ in range(LANES - 1):
            neuron = min(max((lanes & LANE_MASK) - (LANE_MASK + 1) // 2, 0), ONE)
            value += neuron * neuron * output_weights[first_weight]
            lanes >>= LANE_BITS
            first_weight += 1
        neuron = min(max(lanes, 0), ONE)
        value += neuron * neuron * output_weights[first_weight]
        first_weight += 1
    return value


@kernel
def network_value(own: Sums, enemy: Sums, output_weights: Sequence[int], first_weight: int = 0) -> int:
    """Return the value for the side to move, whose view is `own`.

    The weights of the second layer begin at place `first_weight` of `output_weights`.
    """
    constant = output_weights[first_weight + 2 * NEURONS] << 2 * ONE_BITS
    return (
        sum_of_weighed_squares(own, output_weights, first_weight)
        + sum_of_weighed_squares(enemy, output_weights, first_weight + NEURONS)
        + constant
        >> SHIFT
    )


@cache
def read_network(package: str) -> Network:
    """Network of the game in `package`, from the file FILE of its folder.

    A line has the weights of a row of the first layer, the last that of its constants; a blank line is followed by the second layer.
    """
    layer, output = package_text(package, FILE).split("\n\n")
    weights = list(map(int, layer.split()))
    words = [
        sum(weight << LANE_BITS * lane for lane, weight in enumerate(weights[at : at + LANES]))
        for at in range(0, len(weights), LANES)
    ]
    return Network(tuple(words), tuple(map(int, output.split())))
