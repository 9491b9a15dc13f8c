"""Pseudo-legality: targets of a piece, form and geometry of an action (rengo.12-31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.apply_move import flanked_units
from kifu.games.rengo.boards_and_unit_movements import (
    CROWN,
    DIAGONAL,
    DISC,
    FORWARD_DIAGONAL,
    FRESH,
    GENERAL,
    GO,
    HAND_PLACE,
    JUMPER,
    KINDS,
    LEAPER,
    MAN,
    MEN,
    MOVE,
    ORTHOGONAL,
    PAWN,
    PAWNS,
    PEARL,
    PROMOTES,
    SHOGI,
    SIDE,
    STONES,
    TAKE,
    UNIT_OF,
    UNPROMOTED_KIND,
)
from kifu.games.rengo.jump_moves import is_leap_path
from kifu.games.rengo.position import BECOMES, DROP, DROP_PROMOTED, PROMOTED, UNPROMOTED

if TYPE_CHECKING:
    from kifu.core.compiled.kernel_primitives import ArticleNumber
    from kifu.games.rengo.geometry import Geometry, Line, ReachPlan
    from kifu.games.rengo.position import Position, RuleContext


CROWN_RAYS = DIAGONAL
EMPTY = b"\0"
PECULIAR = frozenset({PAWN, FRESH, MAN, CROWN, LEAPER, JUMPER, GENERAL})
"""The kinds that also move in a way of their own, not only along rays and by steps."""


def unit_destinations(position: Position, square: int) -> list[int]:
    """Destinations of the unit on `square`, in fixed order; stones have none."""
    context, board = position.context, position.board
    geometry = context.geometry
    unit = board[square]
    side, kind = divmod(unit, SIDE)
    plan = geometry.reach_plan(unit, square)
    squares = reach_destinations(plan, board, side)
    if kind not in PECULIAR:
        return squares
    if kind == FRESH and context.options.pawn2 == "off":
        squares = [to for to in squares if abs(geometry.row_of[to] - geometry.row_of[square]) == 1]
    squares += [to for to in peculiar_destinations(position, plan, square) if kind != GENERAL or to not in squares]
    return squares


def can_unit_reach(position: Position, square: int, destination: int) -> bool:
    """Tell whether `destination` is among the :func:`unit_destinations` of `square`."""
    context, board = position.context, position.board
    unit = board[square]
    plan = context.geometry.reach_plan(unit, square)
    there = board[destination]
    if not there or there // SIDE != unit // SIDE:
        way = plan.aimed.get(destination)
        if way is None:
            line = context.geometry.lines_through(square).get(destination) if plan.directions else None
            if line is not None and line[0] in plan.directions and not _is_blocked(board, line[1]):
                return True
        elif way[1] & (TAKE if there else MOVE) and not _is_blocked(board, way[0]):
            twice = bool(way[0]) and unit % SIDE == FRESH and context.options.pawn2 == "off"
            return not twice
    return unit % SIDE in PECULIAR and destination in peculiar_destinations(position, plan, square)


def _is_blocked(board: bytes, squares: Line) -> bool:
    """Tell whether a unit stands on one of `squares`."""
    for square in squares:  # noqa: SIM110 - a call of `any` would take longer than the loop
        if board[square]:
            return True
    return False


def peculiar_destinations(position: Position, plan: ReachPlan, square: int) -> list[int]:
    """Destinations of a unit's peculiar moves, besides rays and steps."""
    geometry, board = position.context.geometry, position.board
    unit = board[square]
    kind = unit % SIDE
    if kind in PAWNS:
        at = position.en_passant
        return [at] if at >= 0 and attacks_diagonally(geometry, unit, square, at) else []
    if kind in MEN:
        return draughtsman_step_squares(geometry, board, unit, square)
    if kind in {LEAPER, JUMPER}:
        over = [to for screen, to in plan.jumps if may_jump_on_diagonal(board, unit, screen, to)]
        return cannon_destinations(geometry, board, unit, square) + over
    return faced_general_square(position, square) if kind == GENERAL else []


def reach_destinations(reach_plan: ReachPlan, board: bytes, side: int) -> list[int]:
    """Destinations of a plan: rays to the first unit, free steps."""
    squares: list[int] = []
    for line, cut in reach_plan.rays:
        units = board[cut].lstrip(EMPTY)
        free = len(line) - len(units)
        squares += line[: free + 1] if units and units[0] // SIDE != side else line[:free]
    for to in reach_plan.steps:
        unit = board[to]
        if not unit or unit // SIDE != side:
            squares.append(to)
    for to, past, mode in reach_plan.lame:
        unit = board[to]
        takes = TAKE if unit and unit // SIDE != side else MOVE if not unit else 0
        if mode & takes and not _is_blocked(board, past):
            squares.append(to)
    return squares


def attacks_diagonally(geometry: Geometry, unit: int, square: int, destination: int) -> bool:
    """Tell whether `destination` is one diagonally forward of a 兵 on `square`."""
    side = unit // SIDE
    return any(
        geometry.ahead[(4 - number) % 8 if side else number][square] == destination for number in FORWARD_DIAGONAL
    )


def draughtsman_step_squares(geometry: Geometry, board: bytes, unit: int, square: int) -> list[int]:
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


def cannon_destinations(geometry: Geometry, board: bytes, unit: int, square: int) -> list[int]:
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


def may_jump_on_diagonal(board: bytes, unit: int, screen: int, destination: int) -> bool:
    """Tell whether a 包 may jump `screen` on a palace diagonal (rengo.20)."""
    over, there = board[screen], board[destination]
    if not over or over % SIDE == JUMPER:
        return False
    return not there or (there // SIDE != unit // SIDE and there % SIDE != JUMPER)


def faced_general_square(position: Position, square: int) -> list[int]:
    """Square of the enemy 帥 faced by the 帥 on `square` (rengo.47)."""
    board, rays = position.board, position.context.geometry.rays
    enemy = position.kings[1 - board[square] // SIDE]
    if enemy < 0 or board[enemy] % SIDE != GENERAL:
        return []
    for number in (0, 4):
        ray = rays[number][square]
        first = next((to for to in ray if board[to]), -1)
        if first == enemy:
            return [enemy]
    return []


FOOTMAN, LANCE, CASSIA, BIA = (KINDS[name] for name in "歩香桂貝")
CHOOSING = frozenset(PROMOTES) | PAWNS
"""The kinds whose moves may have a suffix."""


def pseudo_legal_breach(position: Position, kind: int, squares: tuple[int, ...], suffix: int) -> ArticleNumber:
    """Pseudo-legality of a move but パス: article broken, 0 if sound."""
    if suffix == DROP:
        return drop_breach(position, kind, squares[0])
    if suffix == DROP_PROMOTED:
        return drop_breach(position, kind, squares[0]) or (24 if kind in SHOGI else 25)
    return unit_move_breach(position, kind, squares) or (
        promotion_breach(position, squares, suffix) if suffix or kind in CHOOSING else 0
    )


def drop_breach(position: Position, kind: int, square: int) -> ArticleNumber:
    """Return the article that dropping `kind` on `square` breaks (rengo.27-30), else 0.

    It does not look for 打ち歩詰め.
    """
    at = HAND_PLACE.get(kind, -1)
    if at < 0 or not position.stands[position.turn][at] or square < 0 or position.board[square]:
        return 27
    if kind == DISC:
        return 0 if may_drop_disc(position, square) else 29
    if kind == PEARL:
        return 30 if is_in_camp(position, square) else 0
    return 0 if may_drop_shogi(position, kind, square) else 28


def may_drop_shogi(position: Position, kind: int, square: int) -> bool:
    """Drop rule rengo.28: 二歩 and last rows, except 翻 and 珠."""
    depth = position.context.geometry.depth[position.turn][square]
    if kind == FOOTMAN:
        column = position.board[square % position.context.geometry.columns :: position.context.geometry.columns]
        return depth > 1 and FOOTMAN + SIDE * position.turn not in column
    if kind == LANCE:
        return depth > 1
    return kind != CASSIA or depth > 2  # noqa: PLR2004 - two rows


def may_drop_disc(position: Position, square: int) -> bool:
    """Drop rule of 翻: it flanks, or is the side's first (rengo.29).

    First means that its side has no 翻 on the board.
    """
    board, side = position.board, position.turn
    if DISC + SIDE * side not in board:
        return True
    immune = position.context.options.hasami == "immune"
    return bool(flanked_units(position.context.geometry, board, square, side, immune=immune))


def is_in_camp(position: Position, square: int) -> bool:
    """Tell whether a square lies in the mover's 自陣 (rengo.3)."""
    board = position.context.geometry.board
    first = board.camp if position.context.options.jin == "half" else board.soldiers
    return position.context.geometry.depth[position.turn][square] >= first


def unit_move_breach(position: Position, kind: int, squares: tuple[int, ...]) -> ArticleNumber:  # noqa: PLR0911 - each return is one article
    """Article broken by moving `kind` over `squares`, else 0.

    It is one of rengo.12, 15-23, 41; promotion is not judged.
    """
    board, side = position.board, position.turn
    origin, to = squares[0], squares[-1]
    standing = board[origin] if origin >= 0 else 0
    if standing != kind + SIDE * side and not (kind == PAWN and standing == FRESH + SIDE * side):
        return 12
    if kind in STONES:
        return 23
    if kind in MEN:
        return draughtsman_breach(position, squares)
    unit = UNIT_OF[kind]
    assert unit is not None  # noqa: S101 - no unit has kind 0
    if len(squares) > 2 or to < 0:  # noqa: PLR2004 - from, to
        return unit.article
    if can_unit_reach(position, origin, to):
        return 0
    there = board[to]
    if there and there // SIDE == side and to != origin:
        enemy = GO + SIDE * (1 - side)
        if to in unit_destinations(position._replace(board=board[:to] + bytes([enemy]) + board[to + 1 :]), origin):
            return 15
    return unit.article


def draughtsman_breach(position: Position, squares: tuple[int, ...]) -> ArticleNumber:
    """Article of a draughtsman's move: 0, 41 (leaps) or 22 (step).

    0 is for a possible path of 平 or 冠.
    """
    geometry, board = position.context.geometry, position.board
    if min(squares) < 0:
        return 41 if len(squares) > 2 else 22  # noqa: PLR2004 - from, to
    if len(squares) > 2 or any(board[at] for at in geometry.between(*squares) or ()):  # noqa: PLR2004
        return 0 if is_leap_path(geometry, board, squares) else 41
    return 0 if squares[1] in unit_destinations(position, squares[0]) else 22


def promotion_breach(position: Position, squares: tuple[int, ...], suffix: int) -> ArticleNumber:
    """Promotion article that an otherwise sound move breaks, else 0."""
    depth = position.context.geometry.depth[position.turn]
    kind = position.board[squares[0]] % SIDE
    return suffix_breach(position.context, kind, depth[squares[0]], depth[squares[-1]], suffix)


def suffix_breach(context: RuleContext, kind: int, from_row: int, to_row: int, suffix: int) -> ArticleNumber:
    """Article broken by a suffix of `kind` between two rows.

    The rows count from the mover's last row.
    """
    zone = context.geometry.board.zone
    if kind in SHOGI:
        if kind not in PROMOTES:
            return 24 if suffix and not (suffix == UNPROMOTED and kind not in UNPROMOTED_KIND) else 0
        can = to_row <= zone or (context.options.nari == "move" and from_row <= zone)
        if suffix == PROMOTED:
            return 0 if can else 24
        must = (kind in {FOOTMAN, LANCE} and to_row == 1) or (kind == CASSIA and to_row <= 2)  # noqa: PLR2004
        return 24 if must or suffix >= BECOMES else 0
    if kind in PAWNS:
        right = suffix >= BECOMES if to_row == 1 else suffix == 0
    elif kind in {MAN, BIA}:
        right = (suffix == PROMOTED) == (to_row <= (1 if kind == MAN else zone)) and suffix < BECOMES
    else:
        right = suffix == 0
    return 0 if right else 25
