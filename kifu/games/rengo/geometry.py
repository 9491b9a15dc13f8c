"""Tables of one board, shared by all its positions."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kifu.games.rengo.boards_and_unit_movements import (
    BOARDS,
    BOTH,
    BOUND,
    CHARIOT,
    DIAGONAL,
    DIRECTIONS,
    DOUBLE,
    ELEPHANT,
    FOOT,
    FRESH,
    JUMPER,
    LEAPER,
    LINED,
    MOVE,
    ORTHOGONAL,
    PAWN,
    SIDE,
    SIDEWAYS,
    SOLDIER,
    WAYS,
    RengoBoard,
    StepRule,
    Vector,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

Line = tuple[int, ...]
"""The squares of a line in order."""


class Ray(NamedTuple):
    """The squares from a square outward to the edge."""

    line: Line
    cut: slice
    """Cuts the same squares out of a board, in the same order."""


class ReachPlan(NamedTuple):
    """Squares that a unit reaches from a square of an empty board."""

    rays: tuple[Ray, ...]
    steps: tuple[int, ...]
    """Targets of the steps that need no empty square on the way, and that may take or not."""
    lame: tuple[tuple[int, Line, int], ...]
    """The other steps: the target, the squares that must be empty, the mode."""
    jumps: tuple[tuple[int, int], ...]
    """The jumps of 包 along the palace's diagonals: the screen and the landing."""
    directions: tuple[int, ...]
    """The numbers of the directions of the rays."""
    aimed: dict[int, tuple[Line, int]]
    """For each square where a step ends the squares that must be empty, and the mode."""


class AttackTable(NamedTuple):
    """Units of one side that could capture on a square."""

    near: int
    """For each square of a step or jump the bit of its shape, in the byte of that square (see :func:`step_mask_table`)."""
    steps: tuple[tuple[int, frozenset[int]], ...]
    """The square of each step, and the units that have the step."""
    lame: tuple[tuple[int, frozenset[int], Line], ...]
    aims: int
    """For each square of a ray the bit of the ray's direction, in the byte of that square (see :func:`ray_mask_table`)."""
    rays: tuple[tuple[Line, frozenset[int], bool], ...]
    """The line of each ray outward, the units that come along it, and whether cannons do."""
    jumps: tuple[tuple[int, int], ...]
    """The square from which a 包 jumps along a palace diagonal, and the square that it jumps over."""


class Geometry:
    """The tables of one board. They are computed once and never change."""

    def __init__(self, board: RengoBoard) -> None:
        self.board = board
        self.columns, self.rows = board.columns, board.rows
        self.size = self.columns * self.rows
        squares = range(self.size)
        self.row_of = tuple(square // self.columns for square in squares)
        self.column_of = tuple(square % self.columns for square in squares)
        self.rays = tuple(tuple(self._ray_squares(square, vector) for square in squares) for vector in DIRECTIONS)
        self.outward = tuple(tuple(Ray(line, _ray_slice(line)) for line in rays) for rays in self.rays)
        self.ahead = tuple(tuple(ray[0] if ray else -1 for ray in rays) for rays in self.rays)
        """The next square in each direction, -1 off the board."""
        self.neighbours = tuple(
            tuple(self.ahead[number][square] for number in ORTHOGONAL if self.ahead[number][square] >= 0)
            for square in squares
        )
        self.depth = tuple(tuple((row + 1, self.rows - row)[side] for row in self.row_of) for side in (0, 1))
        """depth[side][square]: the row of a square counted from that side's last row, which is 1."""
        self.palace = tuple(self._palace_number(row, column) for row, column in map(self._place, squares))
        self.palace_lines = self._palace_diagonals()
        self.leaps = tuple(
            tuple(
                (self.ahead[number][square], self.ahead[number][self.ahead[number][square]])
                for number in DIAGONAL
                if len(self.rays[number][square]) > 1
            )
            for square in squares
        )
        """For each square the squares diagonally next to it that may be leapt over, with the squares behind them."""
        self.across = tuple(
            tuple(
                (self.ahead[number][square], self.ahead[number ^ 4][square])
                for number in DIAGONAL[:2]
                if self.ahead[number][square] >= 0 and self.ahead[number ^ 4][square] >= 0
            )
            for square in squares
        )
        """For each square the two squares on both sides of it along each diagonal, if both are on the board."""
        self.crossing = tuple(
            tuple(
                (self.rays[number][square], self.rays[number ^ 4][square])
                for number in range(4)
                if self.rays[number][square] and self.rays[number ^ 4][square]
            )
            for square in squares
        )
        """For each square the two rays of each line through it, if the line goes on to both sides."""
        self.fives = tuple(self._distance_and_starts_of_five(number) for number in range(4))
        """For the directions to the right and downward: its distance in squares, and a byte 1 where five may begin."""
        self.inner = sum(1 << 8 * square for square in squares if len(self.across[square]) == 2)  # noqa: PLR2004
        """A byte 1 for each square that is not on the edge."""
        self._plans: dict[int, ReachPlan] = {}
        self._attacks: dict[int, AttackTable] = {}
        self._lines: dict[int, dict[int, tuple[int, Line]]] = {}

    def reach_plan(self, unit: int, square: int) -> ReachPlan:
        """Return where `unit` (kind + SIDE × owner) may go from `square`."""
        key = unit * self.size + square
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self.compute_reach_plan(unit, square)
        return plan

    def compute_reach_plan(self, unit: int, square: int) -> ReachPlan:
        """Return what :meth:`reach_plan` does, without keeping it."""
        side, kind = divmod(unit, SIDE)
        numbers, paces = rays_and_steps(kind, side)
        if kind == SOLDIER and self.depth[side][square] <= self.board.line:
            paces += rays_and_steps(kind, side, SIDEWAYS)[1]
        rays = tuple(self.outward[number][square] for number in numbers if self.rays[number][square])
        row, column = self.row_of[square], self.column_of[square]
        columns, rows = self.columns, self.rows
        aimed = [
            (square + down * columns + right, tuple([square + d * columns + r for d, r in past]) if past else (), mode)
            for (down, right), past, mode in paces
            if 0 <= row + down < rows
            and 0 <= column + right < columns
            and (
                kind not in LIMITED or self._may_step_in_palace_and_river(kind, square, square + down * columns + right)
            )
        ]
        jumps = []
        for middle in self.palace_lines.get(square, ()):
            if (
                kind in LINED
                or kind == CHARIOT
                or (kind == FOOT and self.depth[side][middle] < self.depth[side][square])
            ):
                aimed.append((middle, (), BOTH))
            beyond = self._square_beyond(square, middle)
            if beyond >= 0 and kind == CHARIOT:
                aimed.append((beyond, (middle,), BOTH))
            if beyond >= 0 and kind == JUMPER:
                jumps.append((middle, beyond))
        free = tuple(to for to, past, mode in aimed if not past and mode == BOTH)
        lame = tuple(step for step in aimed if step[1] or step[2] != BOTH)
        return ReachPlan(rays, free, lame, tuple(jumps), numbers, {to: (past, mode) for to, past, mode in aimed})

    def attack_table(self, square: int, side: int) -> AttackTable:
        """Units of `side` that could capture on `square`, cached."""
        key = 2 * square + side
        attack = self._attacks.get(key)
        if attack is None:
            attack = self._attacks[key] = self._make_attack_table(square, side)
        return attack

    def lines_through(self, square: int) -> dict[int, tuple[int, Line]]:
        """Direction and squares between, for each square in line with `square`."""
        lines = self._lines.get(square)
        if lines is None:
            lines = self._lines[square] = {
                to: (number, rays[square][:distance])
                for number, rays in enumerate(self.rays)
                for distance, to in enumerate(rays[square])
            }
        return lines

    def between(self, start: int, end: int) -> Line | None:
        """Squares between two squares on a line; None if not aligned."""
        line = self.lines_through(start).get(end)
        return None if line is None else line[1]

    def _place(self, square: int) -> Vector:
        return divmod(square, self.columns)

    def _square_at(self, row: int, column: int) -> int:
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else -1

    def _step(self, square: int, vector: Vector) -> int:
        return self._square_at(self.row_of[square] + vector[0], self.column_of[square] + vector[1])

    def _ray_squares(self, square: int, vector: Vector) -> Line:
        row, column = self._place(square)
        squares = []
        while (at := self._square_at(row := row + vector[0], column := column + vector[1])) >= 0:
            squares.append(at)
        return tuple(squares)

    def _distance_and_starts_of_five(self, number: int) -> tuple[int, int]:
        """Distance in a direction, and a byte for squares that begin five."""
        down, right = DIRECTIONS[(number + 2) % 8]
        begins = (square for square in range(self.size) if len(self.rays[(number + 2) % 8][square]) > 3)  # noqa: PLR2004
        return down * self.columns + right, sum(1 << 8 * square for square in begins)

    def _palace_number(self, row: int, column: int) -> int:
        """Return 1 in 後手's palace, 2 in 先手's, 0 elsewhere (rengo.4)."""
        if not self.board.palace or not 3 <= column <= 5:  # noqa: PLR2004 - columns 四 to 六
            return 0
        return 1 if row < 3 else 2 if row >= self.rows - 3 else 0  # noqa: PLR2004 - three rows each

    def _palace_diagonals(self) -> dict[int, Line]:
        """Palace diagonals: neighbours of each square along them."""
        drawn: dict[int, Line] = {}
        for centre in (self._square_at(1, 4), self._square_at(self.rows - 2, 4)) if self.board.palace else ():
            corners = tuple(self.ahead[number][centre] for number in DIAGONAL)
            drawn[centre] = corners
            drawn |= dict.fromkeys(corners, (centre,))
        return drawn

    def _may_step_in_palace_and_river(self, kind: int, square: int, destination: int) -> bool:
        """Palace and river test (rengo.4) of a step of `kind`."""
        if self.board.river and kind == ELEPHANT:
            half = self.rows // 2
            return (self.row_of[square] < half) == (self.row_of[destination] < half)
        if not self.board.palace or kind not in BOUND:
            return True
        if not self.palace[destination]:
            return False
        diagonal = (
            self.row_of[square] != self.row_of[destination] and self.column_of[square] != self.column_of[destination]
        )
        return not diagonal or destination in self.palace_lines.get(square, ())

    def _square_beyond(self, square: int, middle: int) -> int:
        """Return the square opposite `square` beyond `middle` on a drawn line.

        -1 if the line ends at `middle`.
        """
        beyond = 2 * middle - square
        return beyond if beyond in self.palace_lines.get(middle, ()) else -1

    def _make_attack_table(self, square: int, side: int) -> AttackTable:
        """Table of the units of `side` that could capture on `square`."""
        steps: list[tuple[int, frozenset[int]]] = []
        lame: dict[tuple[int, Line], set[int]] = {}
        jumps = []
        for vector, free, bound in capturing_steps(self.board.palace, self.board.river, side):
            origin = self._step(square, (-vector[0], -vector[1]))
            if origin < 0:
                continue
            units: set[int] = set()
            for past, stepping in free:
                if past:
                    lame.setdefault((origin, tuple(self._step(origin, way) for way in past)), set()).update(stepping)
                else:
                    units |= stepping
            for line, unit in self._restricted_attackers(bound, origin, square):
                if line:
                    lame.setdefault((origin, line), set()).add(unit)
                else:
                    units.add(unit)
            jumps += [
                (origin, screen) for unit in bound for screen, to in self.reach_plan(unit, origin).jumps if to == square
            ]
            if units:
                steps.append((origin, frozenset(units)))
        rays = tuple(
            (line, attacking_units_along(number, side), number in ORTHOGONAL)
            for number in range(8)
            if (line := self.rays[number][square])
        )
        aims = sum(1 << 8 * at + number for number in range(8) for at in self.rays[number][square])
        near = {origin for origin, _ in (*steps, *lame, *jumps)}
        row, column = self._place(square)
        return AttackTable(
            sum(step_shape_bit((self.row_of[at] - row, self.column_of[at] - column)) << 8 * at for at in near),
            tuple(steps),
            tuple((origin, frozenset(units), past) for (origin, past), units in lame.items()),
            aims,
            rays,
            tuple(jumps),
        )

    def _restricted_attackers(self, units: tuple[int, ...], origin: int, square: int) -> Iterator[tuple[Line, int]]:
        """Units that may capture by a step, with squares to be empty.

        The step goes from `origin` to `square`; some of `units` may not take it.
        """
        for unit in units:
            past, mode = self.reach_plan(unit, origin).aimed.get(square, ((), MOVE))
            if mode != MOVE:
                yield past, unit


def _ray_slice(line: Line) -> slice:
    """Slice of a board for the squares of a ray."""
    if len(line) < 2:  # noqa: PLR2004 - a step needs two squares
        return slice(line[0], line[0] + 1) if line else slice(0)
    step = line[1] - line[0]
    stop = line[-1] + step
    return slice(line[0], stop if stop >= 0 else None, step)


LIMITED = BOUND | {ELEPHANT}
"""The kinds that a palace or a river may keep from a step."""


@cache
def rays_and_steps(
    kind: int, side: int, steps: tuple[StepRule, ...] = ()
) -> tuple[tuple[int, ...], tuple[tuple[Vector, tuple[Vector, ...], int], ...]]:
    """Ray directions and steps of a unit, as `side` sees them."""
    ways = WAYS[PAWN if kind == FRESH else kind]
    taken = steps or (*ways.steps, *((DOUBLE,) if kind == FRESH else ()))
    forward = -1 if side else 1
    return tuple((4 - number) % 8 if side else number for number in ways.rays), tuple(
        ((forward * step.to[0], step.to[1]), tuple((forward * down, right) for down, right in step.past), step.mode)
        for step in taken
    )


@cache
def attacking_units_along(number: int, side: int) -> frozenset[int]:
    """Units of `side` that reach a square along a ray direction."""
    return frozenset(kind + SIDE * side for kind in range(1, FRESH) if number ^ 4 in rays_and_steps(kind, side)[0])


@cache
def ray_mask_table(side: int) -> bytes:
    """Translation table from units of `side` to bits of their rays.

    It turns a board into one byte a square: a bit for each ray along which the unit comes. A 炮 or 包 comes along rows
    and columns.
    """
    cannons = {LEAPER + SIDE * side, JUMPER + SIDE * side}
    return bytes(
        sum(
            1 << number
            for number in range(8)
            if unit in attacking_units_along(number, side) or (unit in cannons and number in ORTHOGONAL)
        )
        for unit in range(256)
    )


SHAPES = ((0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (2, 3))
"""The distances of all steps and jumps along rows and columns, the shorter first: a bit for each."""


def step_shape_bit(step: Vector) -> int:
    """Return the bit of the shape of a step."""
    return 1 << SHAPES.index((min(map(abs, step)), max(map(abs, step))))


@cache
def step_mask_table(side: int) -> bytes:
    """Translation table from units of `side` to bits of their steps' shapes."""
    shapes = [0] * 256
    for vector, kinds in kinds_by_step(palace=True).items():
        for kind in kinds:
            shapes[kind + SIDE * side] |= step_shape_bit(vector)
    return bytes(shapes)


Past = tuple[Vector, ...]


@cache
def capturing_steps(
    palace: bool,  # noqa: FBT001 - a property of the board
    river: bool,  # noqa: FBT001
    side: int,
) -> tuple[tuple[Vector, tuple[tuple[Past, frozenset[int]], ...], tuple[int, ...]], ...]:
    """Capturing steps of `side`, with or without palaces and river.

    With the step come the units that have it on every square, by the vectors of the squares that must be empty; and the
    units that have it on some squares only.
    """
    limited = {SOLDIER}
    if palace:
        limited |= BOUND | LINED | {CHARIOT, JUMPER, FOOT}
    if river:
        limited.add(ELEPHANT)
    forward = -1 if side else 1
    found = []
    for vector, kinds in kinds_by_step(palace).items():
        free: dict[Past, set[int]] = {}
        for kind in kinds:
            for step in WAYS[PAWN if kind == FRESH else kind].steps if kind not in limited else ():
                if step.to == vector and step.mode != MOVE:
                    past = tuple((forward * down, right) for down, right in step.past)
                    free.setdefault(past, set()).add(kind + SIDE * side)
        found.append(
            (
                (forward * vector[0], vector[1]),
                tuple((past, frozenset(units)) for past, units in free.items()),
                tuple(kind + SIDE * side for kind in kinds if kind in limited),
            )
        )
    return tuple(found)


@cache
def kinds_by_step(palace: bool) -> dict[Vector, tuple[int, ...]]:  # noqa: FBT001 - a property of the board
    """Return for each step the kinds that may have it.

    With `palace` also the steps along the palace's lines.
    """
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
