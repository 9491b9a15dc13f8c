"""How each unit moves (rengo.16-22), as data: rays, steps and steps past squares that must be empty.

Everything is written for 先手, whose forward is row - 1, and mirrored for 後手.
"""

from __future__ import annotations

from typing import NamedTuple

from kifu.games.rengo.data import KINDS, UNITS, Unit

MOVE, TAKE, BOTH = 1, 2, 3
"""Whether a step may end on an empty square, on an enemy, or on either."""

Vector = tuple[int, int]
"""Rows down, columns to the right."""

DIRECTIONS: tuple[Vector, ...] = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight directions, forward first, clockwise; the opposite of number n is n ^ 4."""
ORTHOGONAL, DIAGONAL = (0, 2, 4, 6), (1, 3, 5, 7)
FORWARD = (0,)
FORWARD_DIAGONAL = (1, 7)


class Step(NamedTuple):
    """One step: where to, past which squares that must be empty, and what it may do there."""

    to: Vector
    past: tuple[Vector, ...] = ()
    mode: int = BOTH


class Ways(NamedTuple):
    """How one kind moves, away from any palace or river."""

    rays: tuple[int, ...] = ()
    """Directions in which it goes any distance."""
    steps: tuple[Step, ...] = ()


def _steps(*groups: tuple[int, ...], mode: int = BOTH) -> tuple[Step, ...]:
    return tuple(Step(DIRECTIONS[number], (), mode) for group in groups for number in group)


def _lame(diagonals: int) -> tuple[Step, ...]:
    """One orthogonal step, then so many diagonal ones onward; every square but the last must be empty."""
    found = []
    for number in ORTHOGONAL:
        down, right = DIRECTIONS[number]
        for turn in (number + 1) % 8, (number - 1) % 8:
            d, r = DIRECTIONS[turn]
            squares = [(down + d * count, right + r * count) for count in range(diagonals + 1)]
            found.append(Step(squares[-1], tuple(squares[:-1])))
    return tuple(found)


KNIGHT = tuple(Step((d, r)) for d, r in ((-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)))
GOLD = Ways((), _steps(ORTHOGONAL, FORWARD_DIAGONAL))
SILVER = Ways((), _steps(FORWARD, DIAGONAL))
ROOK, BISHOP = Ways(ORTHOGONAL), Ways(DIAGONAL)
HORSE = Ways((), _lame(1))
PAWN_STEPS = (*_steps(FORWARD, mode=MOVE), *_steps(FORWARD_DIAGONAL, mode=TAKE))
DOUBLE = Step((-2, 0), ((-1, 0),), MOVE)
"""The first move of 兵 (rengo.18)."""

WAYS_BY_NAME = {
    "king": Ways((), _steps(ORTHOGONAL, DIAGONAL)),
    "orthogonal step": Ways((), _steps(ORTHOGONAL)),
    "rook": ROOK,
    "bishop": BISHOP,
    "lance": Ways(FORWARD),
    "forward step": Ways((), _steps(FORWARD)),
    "shogi knight": Ways((), (Step((-2, -1)), Step((-2, 1)))),
    "gold": GOLD,
    "silver": SILVER,
    "dragon": Ways(ORTHOGONAL, _steps(DIAGONAL)),
    "horse": Ways(DIAGONAL, _steps(ORTHOGONAL)),
    "queen": Ways((*ORTHOGONAL, *DIAGONAL)),
    "knight": Ways((), KNIGHT),
    "pawn": Ways((), PAWN_STEPS),
    "lame knight": HORSE,
    "janggi elephant": Ways((), _lame(2)),
    "elephant": Ways((), tuple(Step((2 * d, 2 * r), ((d, r),)) for d, r in (DIRECTIONS[n] for n in DIAGONAL))),
    "diagonal step": Ways((), _steps(DIAGONAL)),
    "janggi soldier": Ways((), _steps(FORWARD, (2, 6))),
    "own": Ways(),
}
"""The ways that ``moves`` of units.toml names. "own": cannons, draughts pieces and stones have rules of their own."""


def ways_of(unit: Unit) -> Ways:
    """Return how a unit moves. Raises ValueError if its data name no way."""
    if unit.moves not in WAYS_BY_NAME:
        raise ValueError(f"units.toml: {unit.name} moves like no unit: {unit.moves!r}")
    return WAYS_BY_NAME[unit.moves]


WAYS = (Ways(), *map(ways_of, UNITS))
"""By kind; kind 0 is an empty square. A fresh 兵 is a 兵 that has DOUBLE too."""
SIDEWAYS = _steps((2, 6))
"""What 卒 gains on its line (rengo.19)."""

BOUND = frozenset(KINDS[name] for name in "帥仕楚士")
"""They stay in the palace on the boards that have one (rengo.16, 19, 20)."""
LINED = frozenset(KINDS[name] for name in "楚士")
"""They go along the palace's diagonals too."""
ELEPHANT, SOLDIER, CHARIOT, LEAPER, JUMPER, FOOT = (KINDS[name] for name in "相卒车炮包卆")
GENERAL, JANGGI = KINDS["帥"], KINDS["楚"]
"""The two kings with rules of their own (rengo.47, 48)."""
