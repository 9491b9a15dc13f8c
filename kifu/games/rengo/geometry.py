"""Computes the tables of one board: its lines and palaces, and where each unit goes. All positions on it share them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from kifu.games.rengo.data import BOARDS, FRESH, PAWN, SIDE, Board
from kifu.games.rengo.moves import (
    BOTH,
    BOUND,
    CHARIOT,
    DIAGONAL,
    DIRECTIONS,
    DOUBLE,
    ELEPHANT,
    FOOT,
    JUMPER,
    LINED,
    ORTHOGONAL,
    SIDEWAYS,
    SOLDIER,
    WAYS,
    Step,
    Vector,
)

Line = tuple[int, ...]
"""The squares of a line in order."""


class Plan(NamedTuple):
    """The squares where a unit may go from a square of an empty board."""

    rays: tuple[Line, ...]
    steps: tuple[int, ...]
    """Targets of the steps that need no empty square on the way, and that may take or not."""
    lame: tuple[tuple[int, Line, int], ...]
    """The other steps: the target, the squares that must be empty, the mode."""
    jumps: tuple[tuple[int, int], ...]
    """The jumps of 包 along the palace's diagonals: the screen and the landing."""


class Attack(NamedTuple):
    """The units of one side that could take on a square by moving onto it."""

    steps: tuple[tuple[int, frozenset[int]], ...]
    """The square of each step, and the units that have the step."""
    lame: tuple[tuple[int, frozenset[int], Line], ...]
    rays: tuple[tuple[Line, frozenset[int], bool], ...]
    """Each ray outward, the units that come along it, and whether cannons do."""
    jumps: tuple[tuple[int, int], ...]
    """The square from which a 包 jumps along a palace diagonal, and the square that it jumps over."""


class Geometry:
    """The tables of one board. They are computed once and never change."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.columns, self.rows = board.columns, board.rows
        self.size = self.columns * self.rows
        squares = range(self.size)
        self.rays = tuple(tuple(self._ray(square, vector) for square in squares) for vector in DIRECTIONS)
        self.ahead = tuple(tuple(ray[0] if ray else -1 for ray in rays) for rays in self.rays)
        """The next square in each direction, -1 off the board."""
        self.neighbours = tuple(
            tuple(self.ahead[number][square] for number in ORTHOGONAL if self.ahead[number][square] >= 0)
            for square in squares
        )
        self.row_of = tuple(square // self.columns for square in squares)
        self.column_of = tuple(square % self.columns for square in squares)
        self.depth = tuple(tuple((row + 1, self.rows - row)[side] for row in self.row_of) for side in (0, 1))
        """depth[side][square]: the row of a square counted from that side's last row, which is 1."""
        self.palace = tuple(self._palace(row, column) for row, column in map(self._place, squares))
        self.drawn = self._drawn()
        self._plans: dict[int, Plan] = {}
        self._attacks: dict[int, Attack] = {}

    def plan(self, unit: int, square: int) -> Plan:
        """Return where `unit` (kind + SIDE × owner) may go from `square`."""
        key = unit * self.size + square
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._plan(unit, square)
        return plan

    def attack(self, square: int, side: int) -> Attack:
        """Return the units of `side` that could take on `square` by moving there."""
        key = 2 * square + side
        attack = self._attacks.get(key)
        if attack is None:
            attack = self._attacks[key] = self._attack(square, side)
        return attack

    def between(self, start: int, end: int) -> Line | None:
        """Return the squares between two squares on a line, None if they share no row, column or diagonal."""
        down, right = (
            self.row_of[end] - self.row_of[start],
            self.column_of[end] - self.column_of[start],
        )
        if start == end or (down and right and abs(down) != abs(right)):
            return None
        number = DIRECTIONS.index(((down > 0) - (down < 0), (right > 0) - (right < 0)))
        return self.rays[number][start][: max(abs(down), abs(right)) - 1]

    def _place(self, square: int) -> Vector:
        return divmod(square, self.columns)

    def _at(self, row: int, column: int) -> int:
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else -1

    def _step(self, square: int, vector: Vector, side: int) -> int:
        row, column = self._place(square)
        return self._at(row + (-vector[0] if side else vector[0]), column + vector[1])

    def _ray(self, square: int, vector: Vector) -> Line:
        row, column = self._place(square)
        squares = []
        while (at := self._at(row := row + vector[0], column := column + vector[1])) >= 0:
            squares.append(at)
        return tuple(squares)

    def _palace(self, row: int, column: int) -> int:
        """Return 1 in 後手's palace, 2 in 先手's, 0 elsewhere (rengo.4)."""
        if not self.board.palace or not 3 <= column <= 5:  # noqa: PLR2004 - columns 四 to 六
            return 0
        return 1 if row < 3 else 2 if row >= self.rows - 3 else 0  # noqa: PLR2004 - three rows each

    def _drawn(self) -> dict[int, Line]:
        """Return, for each square on a palace's diagonals, the squares next to it along them."""
        drawn: dict[int, Line] = {}
        for centre in (self._at(1, 4), self._at(self.rows - 2, 4)) if self.board.palace else ():
            corners = tuple(self.ahead[number][centre] for number in DIAGONAL)
            drawn[centre] = corners
            drawn |= dict.fromkeys(corners, (centre,))
        return drawn

    def _plan(self, unit: int, square: int) -> Plan:
        side, kind = divmod(unit, SIDE)
        ways = WAYS[PAWN if kind == FRESH else kind]
        rays = [self.rays[self._turned(number, side)][square] for number in ways.rays]
        steps = list(ways.steps)
        if kind == FRESH:
            steps.append(DOUBLE)
        if kind == SOLDIER and self.depth[side][square] <= self.board.line:
            steps += SIDEWAYS
        aimed = [self._aimed(step, square, side) for step in steps]
        aimed = [step for step in aimed if step[0] >= 0 and self._allows(kind, square, step[0])]
        jumps = []
        for middle in self.drawn.get(square, ()):
            if (
                kind in LINED
                or kind == CHARIOT
                or (kind == FOOT and self.depth[side][middle] < self.depth[side][square])
            ):
                aimed.append((middle, (), BOTH))
            beyond = self._beyond(square, middle)
            if beyond >= 0 and kind == CHARIOT:
                aimed.append((beyond, (middle,), BOTH))
            if beyond >= 0 and kind == JUMPER:
                jumps.append((middle, beyond))
        free = tuple(to for to, past, mode in aimed if not past and mode == BOTH)
        lame = tuple(step for step in aimed if step[1] or step[2] != BOTH)
        return Plan(tuple(filter(None, rays)), free, lame, tuple(jumps))

    def _turned(self, number: int, side: int) -> int:
        """Return a direction as `side` sees it: for 後手 up and down change places."""
        return (4 - number) % 8 if side else number

    def _aimed(self, step: Step, square: int, side: int) -> tuple[int, Line, int]:
        return (
            self._step(square, step.to, side),
            tuple(self._step(square, vector, side) for vector in step.past),
            step.mode,
        )

    def _allows(self, kind: int, square: int, to: int) -> bool:
        """Tell whether palace and river (rengo.4) let `kind` go from `square` to `to`."""
        if self.board.river and kind == ELEPHANT:
            half = self.rows // 2
            return (self.row_of[square] < half) == (self.row_of[to] < half)
        if not self.board.palace or kind not in BOUND:
            return True
        if not self.palace[to]:
            return False
        diagonal = self.row_of[square] != self.row_of[to] and self.column_of[square] != self.column_of[to]
        return not diagonal or to in self.drawn.get(square, ())

    def _beyond(self, square: int, middle: int) -> int:
        """Return the square opposite `square` beyond `middle` on a drawn line, -1 if the line ends at `middle`."""
        beyond = 2 * middle - square
        return beyond if beyond in self.drawn.get(middle, ()) else -1

    def _attack(self, square: int, side: int) -> Attack:
        steps: dict[int, set[int]] = {}
        lame: dict[tuple[int, Line], set[int]] = {}
        jumps = []
        for vector, kinds in reachers(self.board.palace).items():
            origin = self._step(square, (-vector[0], -vector[1]), side)
            for kind in kinds if origin >= 0 else ():
                unit = kind + SIDE * side
                plan = self._plan(unit, origin)
                if square in plan.steps:
                    steps.setdefault(origin, set()).add(unit)
                for to, past, mode in plan.lame:
                    if to == square and mode != 1:
                        if past:
                            lame.setdefault((origin, past), set()).add(unit)
                        else:
                            steps.setdefault(origin, set()).add(unit)
                jumps += [(origin, screen) for screen, to in plan.jumps if to == square]
        rays = []
        for number in range(8):
            ray = self.rays[number][square]
            units = frozenset(
                kind + SIDE * side
                for kind in range(1, FRESH)
                if any(self._turned(way, side) == number ^ 4 for way in WAYS[kind].rays)
            )
            if ray:
                rays.append((ray, units, number in ORTHOGONAL))
        return Attack(
            tuple((origin, frozenset(units)) for origin, units in steps.items()),
            tuple((origin, frozenset(units), past) for (origin, past), units in lame.items()),
            tuple(rays),
            tuple(jumps),
        )


@cache
def reachers(palace: bool) -> dict[Vector, tuple[int, ...]]:  # noqa: FBT001 - a property of the board
    """Return for each step the kinds that may have it; with `palace` also the steps along the palace's lines."""
    reaching: dict[Vector, set[int]] = {}
    diagonals = [DIRECTIONS[number] for number in DIAGONAL]
    for kind in range(1, FRESH + 1):
        vectors = [step.to for step in WAYS[PAWN if kind == FRESH else kind].steps]
        if kind == SOLDIER:
            vectors += [step.to for step in SIDEWAYS]
        if palace and (kind in LINED or kind in {CHARIOT, FOOT}):
            vectors += diagonals
        if palace and kind in {CHARIOT, JUMPER}:
            vectors += [(2 * down, 2 * right) for down, right in diagonals]
        for vector in vectors:
            reaching.setdefault(vector, set()).add(kind)
    return {vector: tuple(sorted(kinds)) for vector, kinds in reaching.items()}


@cache
def geometry(name: str) -> Geometry:
    """Return the tables of the board of that name."""
    return Geometry(BOARDS[name])
