"""Box classifier: small convolutional net in numpy.

weights.md says what it was made of.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[Any]

SIDE = 32
"""The side of what the net sees, in pixels."""
MARGIN = 0.6
"""How much beyond the edges of a box it sees, in millimetres."""
TICKED = "✓"
"""What the net says of a box with the mark of somebody who ticks a word."""
AT_ONCE = 128
"""The boxes that go through the net together."""
MIN_PROBABILITY = 1e-4
"""No chance is smaller than this: the net has not seen everything."""


class Net(NamedTuple):
    """Network weights by layer, and the symbols of the last layer."""

    symbols: tuple[str, ...]
    layers: dict[str, Array]
    heat: float
    """What the scores are divided by, so that chances are as often right as they say."""

    def features(self, boxes: NDArray[Any]) -> Array:
        """Return the last layer's input for boxes of SIDE × SIDE bytes."""
        parts = [self._last_layer_input(boxes[first : first + AT_ONCE]) for first in range(0, len(boxes), AT_ONCE)]
        return np.concatenate(parts) if parts else np.zeros((0, self.layers["last"].shape[0]), np.float32)

    def _last_layer_input(self, boxes: NDArray[Any]) -> Array:
        seen = boxes[..., None].astype(np.float32) / 255
        for name in ("conv1", "conv2", "conv3"):
            seen = _max_pool(np.maximum(_convolve(seen, self.layers[name]) + self.layers[f"{name}_bias"], 0))
        flat = seen.reshape(len(seen), -1) @ self.layers["dense"] + self.layers["dense_bias"]
        return np.maximum(flat, 0, dtype=np.float32)

    def symbol_probabilities(self, boxes: NDArray[Any], allowed: Sequence[Sequence[str]] | None) -> Array:
        """Return symbol probabilities of each box, limited to its `allowed` symbols.

        A symbol that the net does not know gets no chance but the least.
        """
        scores = (self.features(boxes) @ self.layers["last"] + self.layers["last_bias"]) / self.heat
        if allowed is not None:
            place = {symbol: number for number, symbol in enumerate(self.symbols)}
            barred = np.ones(scores.shape, bool)
            for row, symbols in zip(barred, allowed, strict=True):
                row[[place[symbol] for symbol in symbols if symbol in place]] = False
            scores[barred] = -np.inf
        shares = np.exp(scores - scores.max(1, keepdims=True))
        return np.asarray(shares / shares.sum(1, keepdims=True), np.float32)


@cache
def load_net() -> Net:
    """Return the net of this package."""
    with np.load(Path(__file__).with_name("weights.npz")) as packed:
        layers = {name: packed[name].astype(np.float32) for name in packed.files if name not in {"symbols", "heat"}}
        return Net(tuple(map(str, packed["symbols"])), layers, float(packed["heat"]))


def _convolve(layer_input: Array, kernel: Array) -> Array:
    side = kernel.shape[0]
    edge = side // 2
    padded = np.pad(layer_input, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))
    columns = windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, side * side * layer_input.shape[-1])
    return np.asarray(columns @ kernel.reshape(-1, kernel.shape[-1])).reshape(*layer_input.shape[:3], kernel.shape[-1])


def _max_pool(layer_input: Array) -> Array:
    boxes, height, width, depth = layer_input.shape
    pooled: Array = layer_input.reshape(boxes, height // 2, 2, width // 2, 2, depth).max((2, 4))
    return pooled
