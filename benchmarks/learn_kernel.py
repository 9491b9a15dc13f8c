"""The kernels that train a network, bound to a game like those of its search.

`add_row` stands below the game's evaluation in place of the network's own: it writes the row down, so that `activate` of the
evaluation tells the features of a position. The other kernels stand above it. Rows count modulo those
of the layer that is trained, because the networks of several games may stand in one table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba.np.unsafe.ndarray import to_fixed_tuple

from kifu.core.compiled.kernel_primitives import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

Position: type
FIELDS: int
"""The type of a position, and the number of its integers."""
activate: Callable[[Any, Any], Any]
side: Callable[[Any], int]

MAX_ROWS = 64
"""The largest number of features of a position."""
MOMENTUM, SPREAD = 0.9, 0.999
"""How slowly the means of the gradients and of their squares change (Adam)."""


@kernel
def add_row(rows: Any, layer: Any, row: int) -> Any:  # noqa: ANN401, ARG001 - an array; the arguments are those of the network
    """Write a feature down: `rows` has their number, then their rows."""
    rows[0] += 1
    rows[rows[0]] = row
    return rows


@kernel
def sum_view(rows: Any, layer: Any, sums: Any) -> None:  # noqa: ANN401 - arrays
    """Sum the rows of one view; the last row of the layer is its constants."""
    for neuron in range(len(sums)):
        sums[neuron] = layer[-1, neuron]
    for place in range(rows[0]):
        row = rows[place + 1] % len(layer)
        for neuron in range(len(sums)):
            sums[neuron] += layer[row, neuron]


@kernel
def pull_view(rows: Any, sums: Any, output: Any, at: int, pull: float, to_layer: Any, to_output: Any) -> None:  # noqa: ANN401 - arrays
    """Add the gradients of one view, `pull` being that of the sum of the second layer."""
    for neuron in range(len(sums)):
        clamped = min(max(sums[neuron], np.float32(0)), np.float32(1))
        to_output[at + neuron] += pull * clamped * clamped
        sums[neuron] = pull * 2 * clamped * output[at + neuron] if 0 < sums[neuron] < 1 else np.float32(0)
        to_layer[-1, neuron] += sums[neuron]
    for place in range(rows[0]):
        row = rows[place + 1] % len(to_layer)
        for neuron in range(len(sums)):
            to_layer[row, neuron] += sums[neuron]


@kernel
def network_odds(own: Any, enemy: Any, output: Any) -> float:  # noqa: ANN401 - arrays
    """Return the logarithm of the odds of the side to move, from both sums."""
    odds = output[-1]
    for neuron in range(len(own)):
        clamped = min(max(own[neuron], np.float32(0)), np.float32(1))
        odds += clamped * clamped * output[neuron]
        clamped = min(max(enemy[neuron], np.float32(0)), np.float32(1))
        odds += clamped * clamped * output[len(own) + neuron]
    return odds


@kernel
def pass_over(
    positions: Any,  # noqa: ANN401
    labels: Any,  # noqa: ANN401
    layer: Any,  # noqa: ANN401
    output: Any,  # noqa: ANN401
    to_layer: Any,  # noqa: ANN401
    to_output: Any,  # noqa: ANN401
    learns: bool,  # noqa: FBT001
) -> float:
    """Return the sum of the log losses of positions, a row each.

    If it `learns`, the gradients are added to `to_layer` and `to_output`.
    """
    white, black = np.empty(MAX_ROWS + 1, np.int64), np.empty(MAX_ROWS + 1, np.int64)
    own, enemy = np.empty(layer.shape[1], np.float32), np.empty(layer.shape[1], np.float32)
    loss = 0.0
    for place in range(len(positions)):
        position = Position(*to_fixed_tuple(positions[place], FIELDS))
        white[0] = black[0] = 0
        activate(position, (white, black))
        first, second = (black, white) if side(position) else (white, black)
        sum_view(first, layer, own)
        sum_view(second, layer, enemy)
        chance = 1 / (1 + np.exp(-network_odds(own, enemy, output)))
        label = labels[place]
        loss -= label * np.log(chance + 1e-9) + (1 - label) * np.log(1 - chance + 1e-9)
        if learns:
            pull = np.float32(chance - label)
            to_output[-1] += pull
            pull_view(first, own, output, 0, pull, to_layer, to_output)
            pull_view(second, enemy, output, len(own), pull, to_layer, to_output)
    return loss


@kernel
def step(weights: Any, gradients: Any, means: Any, squares: Any, rate: float, number: int) -> None:  # noqa: ANN401 - arrays
    """Change flat weights by a step of Adam, the `number`-th, and clear the gradients."""
    for place in range(len(weights)):
        gradient = gradients[place]
        means[place] = MOMENTUM * means[place] + (1 - MOMENTUM) * gradient
        squares[place] = SPREAD * squares[place] + (1 - SPREAD) * gradient * gradient
        mean = means[place] / (1 - MOMENTUM**number)
        spread = np.sqrt(squares[place] / (1 - SPREAD**number))
        weights[place] -= rate * mean / (spread + 1e-8)
        gradients[place] = 0
