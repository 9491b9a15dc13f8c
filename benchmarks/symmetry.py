"""Measures the image, the key and the canonical key of a position: compiled in ns, interpreted as a ratio to that."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import click
from numba import njit
from peer import best_of, machine

from kifu.core import games
from kifu.core.compiled import position_hash
from kifu.core.compiled.bind_and_compile import compiled_rule_kernels, rules_compile

if TYPE_CHECKING:
    from collections.abc import Callable

MIDDLE = 40
"""Plies of random play before the position that is measured."""


@njit
def images(turned: Callable[[Any, int], Any], position: Any, times: int, symmetry: int) -> Any:  # noqa: ANN401
    """Turn a position `times` times, each time the result of the last turn."""
    for _ in range(times):
        position = turned(position, symmetry)
    return position


@njit
def numbers(turned: Callable[[Any, int], Any], number: Callable[[Any], int], position: Any, times: int) -> int:  # noqa: ANN401
    """Turn a position `times` times, and combine the numbers of all results."""
    combined = 0
    for _ in range(times):
        position = turned(position, 1)
        combined ^= number(position)
    return combined


@click.command()
@click.option("--times", default=200_000, show_default=True)
def main(times: int) -> None:
    """Measure each game that compiles, in the middle of a random game; the best of five."""
    print(machine())
    for name in games.ids():
        game = games.load(name)
        if not rules_compile(game):
            continue
        kernels, draw, position = compiled_rule_kernels(game), random.Random(7), game.start()
        for _ in range(MIDDLE):
            position = game.play_legal(position, draw.choice(list(game.legal_moves(position))))
        last = len(game.symmetries) - 1
        parts = {
            "image": lambda turned=kernels["image"], at=position, last=last: images(turned, at, times, last),
            "image and key": lambda k=kernels, at=position: numbers(k["image"], k["key"], at, times),
            "image and canonical key": lambda k=kernels, at=position: numbers(
                k["image"], k["canonical_key"], at, times
            ),
        }
        slow = {
            "image": lambda game=game, at=position, last=last: game.image(at, last),
            "image and key": lambda game=game, at=position: position_hash.position_key(game, game.image(at, 1)),
            "image and canonical key": lambda game=game, at=position: position_hash.canonical_key(
                game, game.image(at, 1)
            ),
        }
        for part, run in parts.items():
            run()
            compiled = best_of(5, run) / times
            interpreted = best_of(5, lambda act=slow[part]: [act() for _ in range(100)]) / 100
            print(f"{name:7} {part:24} {compiled * 1e9:8.0f} ns, interpreted {interpreted / compiled:6.0f} × that")


if __name__ == "__main__":
    main()
