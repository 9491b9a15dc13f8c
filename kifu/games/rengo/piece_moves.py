"""Targets of a piece by form and geometry (rengo.15-22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import (
    CROWN,
    DIAGONAL,
    FORWARD_DIAGONAL,
    FRESH,
    GENERAL,
    JUMPER,
    LEAPER,
    MAN,
    MEN,
    MOVE,
    ORTHOGONAL,
    PAWN,
    PAWNS,
    SIDE,
    TAKE,
)

if TYPE_CHECKING:
    from kifu.games.rengo.geometry import Geometry, Line, Plan
    from kifu.games.rengo.position import Position

CROWN_RAYS = DIAGONAL
EMPTY = b"\0"
PECULIAR = frozenset({PAWN, FRESH, MAN, CROWN, LEAPER, JUMPER, GENERAL})
"""The kinds that also move in a way of their own, not only along rays and by steps."""


def targets(position: Position, square: int) -> list[int]:
    """Destinations of the unit on `square`, in fixed order; stones have none."""
    laws, board = position.laws, position.board
    geometry = laws.geometry
    unit = board[square]
    side, kind = divmod(unit, SIDE)
    plan = geometry.plan(unit, square)
    squares = plan_moves(plan, board, side)
    if kind not in PECULIAR:
        return squares
    if kind == FRESH and laws.options.pawn2 == "off":
        squares = [to for to in squares if abs(geometry.row_of[to] - geometry.row_of[square]) == 1]
    squares += [to for to in peculiar_moves(position, plan, square) if kind != GENERAL or to not in squares]
    return squares


def reaches(position: Position, square: int, to: int) -> bool:
    """Tell whether `to` is among the :func:`targets` of `square`."""
    laws, board = position.laws, position.board
    unit = board[square]
    plan = laws.geometry.plan(unit, square)
    there = board[to]
    if not there or there // SIDE != unit // SIDE:
        way = plan.aimed.get(to)
        if way is None:
            line = laws.geometry.lines(square).get(to) if plan.directions else None
            if line is not None and line[0] in plan.directions and not _is_blocked(board, line[1]):
                return True
        elif way[1] & (TAKE if there else MOVE) and not _is_blocked(board, way[0]):
            twice = bool(way[0]) and unit % SIDE == FRESH and laws.options.pawn2 == "off"
            return not twice
    return unit % SIDE in PECULIAR and to in peculiar_moves(position, plan, square)


def _is_blocked(board: bytes, squares: Line) -> bool:
    """Tell whether a unit stands on one of `squares`."""
    for square in squares:  # noqa: SIM110 - a call of `any` would take longer than the loop
        if board[square]:
            return True
    return False


def peculiar_moves(position: Position, plan: Plan, square: int) -> list[int]:
    """Destinations of a unit's peculiar moves, besides rays and steps."""
    geometry, board = position.laws.geometry, position.board
    unit = board[square]
    kind = unit % SIDE
    if kind in PAWNS:
        at = position.en_passant
        return [at] if at >= 0 and attacks_diagonally(geometry, unit, square, at) else []
    if kind in MEN:
        return draughts(geometry, board, unit, square)
    if kind in {LEAPER, JUMPER}:
        over = [to for screen, to in plan.jumps if jumps(board, unit, screen, to)]
        return cannon(geometry, board, unit, square) + over
    return faced_general(position, square) if kind == GENERAL else []


def plan_moves(plan: Plan, board: bytes, side: int) -> list[int]:
    """Destinations of a plan: rays to the first unit, free steps."""
    squares: list[int] = []
    for line, cut in plan.rays:
        units = board[cut].lstrip(EMPTY)
        free = len(line) - len(units)
        squares += line[: free + 1] if units and units[0] // SIDE != side else line[:free]
    for to in plan.steps:
        unit = board[to]
        if not unit or unit // SIDE != side:
            squares.append(to)
    for to, past, mode in plan.lame:
        unit = board[to]
        takes = TAKE if unit and unit // SIDE != side else MOVE if not unit else 0
        if mode & takes and not _is_blocked(board, past):
            squares.append(to)
    return squares


def attacks_diagonally(geometry: Geometry, unit: int, square: int, to: int) -> bool:
    """Tell whether `to` is one diagonally forward of a 兵 on `square`."""
    side = unit // SIDE
    return any(geometry.ahead[(4 - number) % 8 if side else number][square] == to for number in FORWARD_DIAGONAL)


def draughts(geometry: Geometry, board: bytes, unit: int, square: int) -> list[int]:
    """Return the squares where a 平 or 冠 goes without taking (rengo.22)."""
    side, kind = divmod(unit, SIDE)
    squares = []
    if kind == MAN:
        for number in FORWARD_DIAGONAL:
            to = geometry.ahead[(4 - number) % 8 if side else number][square]
            if to >= 0 and not board[to]:
                squares.append(to)
    elif kind == CROWN:
        for number in CROWN_RAYS:
            for to in geometry.rays[number][square]:
                if board[to]:
                    break
                squares.append(to)
    return squares


def cannon(geometry: Geometry, board: bytes, unit: int, square: int) -> list[int]:
    """Destinations of a 炮 or 包 along rows and columns (rengo.19, 20)."""
    side, kind = divmod(unit, SIDE)
    squares = []
    for number in ORTHOGONAL:
        screen = 0
        for to in geometry.rays[number][square]:
            there = board[to]
            if not screen:
                if there:
                    screen = there
                    if kind == JUMPER and there % SIDE == JUMPER:
                        break
                elif kind == LEAPER:
                    squares.append(to)
            elif there:
                if there // SIDE != side and not (kind == JUMPER and there % SIDE == JUMPER):
                    squares.append(to)
                break
            elif kind == JUMPER:
                squares.append(to)
    return squares


def jumps(board: bytes, unit: int, screen: int, to: int) -> bool:
    """Tell whether a 包 may jump `screen` on a palace diagonal (rengo.20)."""
    over, there = board[screen], board[to]
    if not over or over % SIDE == JUMPER:
        return False
    return not there or (there // SIDE != unit // SIDE and there % SIDE != JUMPER)


def faced_general(position: Position, square: int) -> list[int]:
    """Square of the enemy 帥 faced by the 帥 on `square` (rengo.47)."""
    board, rays = position.board, position.laws.geometry.rays
    enemy = position.kings[1 - board[square] // SIDE]
    if enemy < 0 or board[enemy] % SIDE != GENERAL:
        return []
    for number in (0, 4):
        ray = rays[number][square]
        first = next((to for to in ray if board[to]), -1)
        if first == enemy:
            return [enemy]
    return []
