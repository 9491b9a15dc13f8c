"""First article that a move of a Union game breaks.

These functions are compiled like the rules, because every written move passes through them; a move that breaks no
article is legal. They ask :mod:`kifu.games.union.rules` where a piece can go along a line and what it can unite with, so
no rule is written twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.compiled.kernel_primitives import kernel
from kifu.games.union.position import KINDS, MANY, NONE, PASS, PIECES, TURNED, UNITED, Position
from kifu.games.union.rules import (
    ended_at_target,
    flight,
    is_standstill,
    kind_on,
    may_pass,
    occupied_points,
    pieces,
    single_pieces_to_unite_with,
    turned_on,
    turns_back,
)
from kifu.games.union.variant_context_and_rule_tables import OTHER_FACES, POINTS, RAYS

if TYPE_CHECKING:
    from kifu.core.compiled.kernel_primitives import ArticleNumber

MASTER = 20
"""The number of article master.n is 20 + n; the number of union.n is n."""
OVER = 40
"""The number for a game that is over: it stands for the article of its end (ace.2, king.2, master.4)."""


@kernel
def piece_breach(position: Position, move: int) -> ArticleNumber:
    """Article of the moved piece: 2 wrong piece, 8 wrong 反, 0.

    2: the mover has no such piece there, or it would show another kind.
    """
    origin, kind, part, mark = move >> 9 & 511, move >> 18 & 7, move >> 21 & 1, move >> 22 & 3
    if not pieces(position, part, position.turn) >> origin & 1 or mark == 2 - position.turn:
        return 2
    shown = kind_on(position, part, origin)
    face = turned_on(position, part, origin)
    if move & TURNED:
        shown = OTHER_FACES[part << 4 | face << 3 | shown]
    if shown != kind:
        return 2
    if move & TURNED and ((face and not turns_back(position)) or origin == move & 511):
        return 8
    return 0


@kernel
def board_move_breach(position: Position, move: int) -> ArticleNumber:
    """Return the article that a move along a line breaks.

    0 if none. It checks the piece, then the path, then the landing.
    """
    to, origin, kind, part = move & 511, move >> 9 & 511, move >> 18 & 7, move >> 21 & 1
    article = piece_breach(position, move)
    if article:
        return article
    if move >> 22 & 3:
        return MASTER + 1
    if move & MANY:
        return 2
    ray = RAYS[origin * POINTS + to]
    if ray < 0:
        return 2
    over, free = flight(occupied_points(position), ray)
    if free >> to & 1:
        return 5 if move & UNITED else 0
    if not over >> to & 1:
        return 4 if over else 3
    if single_pieces_to_unite_with(position, part, kind) >> to & 1:
        return 0 if move & UNITED else 5
    return 6 if move & UNITED else 4


@kernel
def placement_breach(position: Position, move: int) -> ArticleNumber:
    """Article broken in the placing half, 0 if none (master.1, master.2)."""
    to, origin, kind, part, mark = move & 511, move >> 9 & 511, move >> 18 & 7, move >> 21 & 1, move >> 22 & 3
    if origin != NONE:
        return 2 if piece_breach(position, move) == 2 else MASTER + 2
    opponent = 1 - position.turn
    if mark != opponent + 1 or not position.left >> (PIECES * opponent + KINDS * part + kind) & 1:
        return MASTER + 1
    if occupied_points(position) >> to & 1 or move & (TURNED | UNITED):
        return MASTER + 2
    return 0


@kernel
def breach(position: Position, move: int) -> ArticleNumber:
    """First article that `move` breaks, in rulebook order; 0 if none.

    The order is: the game is over; union.1 for パス; union.2, master.1 and master.2 in the placing half; after that
    master.1 (a placement), the piece (union.2, union.8), the path (union.2, union.3, union.4) and the landing (union.6,
    union.5, union.4).
    """
    if ended_at_target(position):
        return OVER
    if move == PASS:
        if may_pass(position):
            return 0
        return 9 if is_standstill(position) else 1
    if position.left:
        return placement_breach(position, move)
    article = MASTER + 1 if move >> 9 & 511 == NONE else board_move_breach(position, move)
    return 9 if article and is_standstill(position) else article
