"""Movement table of the units (rengo.16-22): rays and steps.

The data are for 先手, whose forward is row - 1; :mod:`kifu.games.rengo.geometry` mirrors them for 後手.
"""

from __future__ import annotations

from typing import NamedTuple

from kifu.games.rengo.data import KINDS, UNITS, Unit

MOVE, TAKE, BOTH = 1, 2, 3
"""The modes of a step: it may end on an empty square, on an enemy, or on both."""

Vector = tuple[int, int]
"""Rows down, then columns to the right."""

DIRECTIONS: tuple[Vector, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight directions, forward first, clockwise; the opposite of number n is n ^ 4."""
ORTHOGONAL, DIAGONAL = (0, 2, 4, 6), (1, 3, 5, 7)
FORWARD = (0,)
FORWARD_DIAGONAL = (1, 7)


class StepRule(NamedTuple):
    """Step: vector, vectors of squares to be empty, mode."""

    to: Vector
    past: tuple[Vector, ...] = ()
    mode: int = BOTH


class Ways(NamedTuple):
    """The way of one kind, apart from palace and river."""

    rays: tuple[int, ...] = ()
    """The numbers of the directions in which it goes any distance."""
    steps: tuple[StepRule, ...] = ()


def _steps(*groups: tuple[int, ...], mode: int = BOTH) -> tuple[StepRule, ...]:
    return tuple(StepRule(DIRECTIONS[number], (), mode) for group in groups for number in group)


def _lame(diagonals: int) -> tuple[StepRule, ...]:
    """Return the steps made of one orthogonal and then `diagonals` diagonal steps.

    All squares but the last must be empty.
    """
    steps = []
    for number in ORTHOGONAL:
        down, right = DIRECTIONS[number]
        for turn in (number + 1) % 8, (number - 1) % 8:
            d, r = DIRECTIONS[turn]
            squares = [(down + d * count, right + r * count) for count in range(diagonals + 1)]
            steps.append(StepRule(squares[-1], tuple(squares[:-1])))
    return tuple(steps)


KNIGHT = tuple(StepRule((d, r)) for d, r in ((-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)))
GOLD = Ways((), _steps(ORTHOGONAL, FORWARD_DIAGONAL))
SILVER = Ways((), _steps(FORWARD, DIAGONAL))
ROOK, BISHOP = Ways(ORTHOGONAL), Ways(DIAGONAL)
HORSE = Ways((), _lame(1))
PAWN_STEPS = (*_steps(FORWARD, mode=MOVE), *_steps(FORWARD_DIAGONAL, mode=TAKE))
DOUBLE = StepRule((-2, 0), ((-1, 0),), MOVE)
"""The first move of 兵 (rengo.18)."""

WAYS_BY_NAME = {
    "king": Ways((), _steps(ORTHOGONAL, DIAGONAL)),
    "orthogonal step": Ways((), _steps(ORTHOGONAL)),
    "rook": ROOK,
    "bishop": BISHOP,
    "lance": Ways(FORWARD),
    "forward step": Ways((), _steps(FORWARD)),
    "shogi knight": Ways((), (StepRule((-2, -1)), StepRule((-2, 1)))),
    "gold": GOLD,
    "silver": SILVER,
    "dragon": Ways(ORTHOGONAL, _steps(DIAGONAL)),
    "horse": Ways(DIAGONAL, _steps(ORTHOGONAL)),
    "queen": Ways((*ORTHOGONAL, *DIAGONAL)),
    "knight": Ways((), KNIGHT),
    "pawn": Ways((), PAWN_STEPS),
    "lame knight": HORSE,
    "janggi elephant": Ways((), _lame(2)),
    "elephant": Ways((), tuple(StepRule((2 * d, 2 * r), ((d, r),)) for d, r in (DIRECTIONS[n] for n in DIAGONAL))),
    "diagonal step": Ways((), _steps(DIAGONAL)),
    "janggi soldier": Ways((), _steps(FORWARD, (2, 6))),
    "own": Ways(),
}
"""The ways by their names in ``moves`` of units.toml. "own" is for cannons, draughts men and stones: code moves them."""


def ways_of(unit: Unit) -> Ways:
    """Return the way of a unit.

    Raises ValueError if its data name an unknown way.
    """
    if unit.moves not in WAYS_BY_NAME:
        raise ValueError(f"units.toml: {unit.name} moves like no unit: {unit.moves!r}")
    return WAYS_BY_NAME[unit.moves]


WAYS = (Ways(), *map(ways_of, UNITS))
"""The ways by kind; kind 0 is an empty square. A fresh 兵 has the way of 兵, and DOUBLE too."""
SIDEWAYS = _steps((2, 6))
"""The steps that 卒 gains on its line (rengo.19)."""

BOUND = frozenset(KINDS[name] for name in "帥仕楚士")
"""The kinds that stay in the palace on boards with palaces (rengo.16, 19, 20)."""
LINED = frozenset(KINDS[name] for name in "楚士")
"""The kinds that also go along the palace's diagonals."""
ELEPHANT, SOLDIER, CHARIOT, LEAPER, JUMPER, FOOT = (KINDS[name] for name in "相卒车炮包卆")
GENERAL, JANGGI = KINDS["帥"], KINDS["楚"]
"""The two kings with rules of their own (rengo.47, 48)."""
