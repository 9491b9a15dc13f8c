"""Patterns as constraints on squares, and their matcher for positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kifu.core.outcome import Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kifu.core.game.game import Game, Position

Unit = tuple[Side, str]
"""A kind of unit (a key of the game's `units`) with its owner."""


class Clause(NamedTuple):
    """Between `least` and `most` of some units stand on some squares."""

    units: frozenset[Unit] | None
    """The units that count; None: the empty squares count."""
    squares: frozenset[int]
    least: int
    most: int | None
    """None: any number."""


class Pattern(NamedTuple):
    """Pattern of clauses; squares that none names may hold anything."""

    clauses: tuple[Clause, ...]
    turned: bool = False
    """Whether the board may be turned by the symmetries of the game that keep the sides."""
    exchanged: bool = False
    """Whether the sides may be exchanged too, in a game whose symmetries do so."""
    near: int = 0
    """The greatest distance: how many units, or empty squares, may be missing or too many in all."""


class Match(NamedTuple):
    """Match of a position with a pattern."""

    distance: int
    """How many units or empty squares are missing or too many; 0: the pattern holds exactly."""
    symmetry: int
    """The number of the symmetry that turns the position so that the pattern lies on it as it is written."""


Contents = dict[Unit | None, int]
"""The squares of each kind of unit as the bits of a number; under None those with any unit."""


class Matcher:
    """A pattern made ready for many positions of one game."""

    def __init__(self, game: Game, pattern: Pattern) -> None:
        self.game = game
        self.pattern = pattern
        self._images: dict[tuple[_ClauseBits, ...], int] = {}
        for number in searched_symmetries(game, pattern):
            # A pattern that is symmetric itself has fewer images than the board.
            self._images.setdefault(
                tuple(_clause_before_symmetry(game, clause, number) for clause in pattern.clauses), number
            )

    def match(self, position: Position) -> Match | None:
        """Return the nearest match of a position, if there is one."""
        return self.nearest_match(squares_by_unit(self.game, position))

    def nearest_match(self, unit_squares: Contents) -> Match | None:
        """Return the nearest match of contents counted by :func:`squares_by_unit`.

        Of equal distances the first symmetry counts.
        """
        nearest = self.pattern.near + 1
        found = None
        for clauses, number in self._images.items():
            distance = 0
            for clause in clauses:
                distance += _count_units_off(unit_squares, clause)
                if distance >= nearest:
                    break
            else:
                nearest, found = distance, number
                if not distance:
                    break
        return None if found is None else Match(nearest, found)


def searched_symmetries(game: Game, pattern: Pattern) -> list[int]:
    """Return the symmetries under which a pattern is searched, identity first.

    Exchanged sides without a turned board are the symmetries that move no square.
    """
    still = game.symmetries[0].squares
    return [
        number
        for number, symmetry in enumerate(game.symmetries)
        if (pattern.turned or symmetry.squares == still) and (pattern.exchanged or not symmetry.exchanges)
    ]


def squares_by_unit(game: Game, position: Position) -> Contents:
    """Return the squares of each kind of unit in a position."""
    held: Contents = {None: 0}
    for stood in game.standing(position):
        bit = 1 << stood.square
        unit = (stood.side, stood.unit)
        held[unit] = held.get(unit, 0) | bit
        held[None] |= bit
    return held


def board_squares(game: Game) -> frozenset[int]:
    """Return the squares of a board, which may be no rectangle."""
    return frozenset(square for square in game.symmetries[0].squares if square >= 0)


class _ClauseBits(NamedTuple):
    """A clause as bits."""

    units: tuple[Unit, ...] | None
    squares: int
    least: int
    most: int | None


def _clause_before_symmetry(game: Game, clause: Clause, symmetry_number: int) -> _ClauseBits:
    """Return the clause that a position must satisfy before a symmetry."""
    symmetry = game.symmetries[symmetry_number]
    squares = _bitmask_of_squares(square for square, place in enumerate(symmetry.squares) if place in clause.squares)
    if clause.units is None:
        return _ClauseBits(None, squares, clause.least, clause.most)
    units = sorted((Side(side ^ symmetry.exchanges), unit) for side, unit in clause.units)
    return _ClauseBits(tuple(units), squares, clause.least, clause.most)


def _count_units_off(contents: Mapping[Unit | None, int], clause: _ClauseBits) -> int:
    """Return how many units a clause has too few or too many."""
    if clause.units is None:
        number = (clause.squares & ~contents[None]).bit_count()
    else:
        number = sum((contents.get(unit, 0) & clause.squares).bit_count() for unit in clause.units)
    if number < clause.least:
        return clause.least - number
    return 0 if clause.most is None or number <= clause.most else number - clause.most


def _bitmask_of_squares(squares: Iterable[int]) -> int:
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits
