"""Tables of the rules from a variant: rays, faces, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.union.position import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kifu.games.union.family import Family
    from kifu.games.union.variant import Variant

FACES = (0, 1, 2, 3)
"""The faces of a pair: inner turned | outer turned << 1."""


def rays(lines: Sequence[Sequence[int]], points: int) -> list[list[list[int]]]:
    """Rays of each point: following points of each direction, nearest first."""
    directions: list[list[list[int]]] = [[] for _ in range(points)]
    for line in lines:
        for place, point in enumerate(line):
            for ray in (list(line[place + 1 :]), list(line[:place][::-1])):
                if ray:
                    directions[point].append(ray)
    return directions


def parts(board: Sequence[Sequence[Sequence[int]]]) -> list[int]:
    """Return the number of points of each connected part of a board.

    `board` holds the rays of each point.
    """
    unseen = set(range(len(board)))
    sizes = []
    while unseen:
        waiting = [unseen.pop()]
        for point in waiting:
            beside = {ray[0] for ray in board[point]} & unseen
            unseen -= beside
            waiting += beside
        sizes.append(len(waiting))
    return sizes


def tables(family: Family, variant: Variant) -> dict[str, object]:
    """Return the tables of :mod:`kifu.games.union.table_names` for a variant, by name."""
    points = len(variant.points)
    starts = [-1] * points**2
    steps: list[int] = []
    board = rays(variant.lines, points)
    for origin, directions in enumerate(board):
        for ray in directions:
            for point in ray:
                starts[origin * points + point] = len(steps)
            steps += [*ray, -1]
    others = [0] * 32
    for part, back in enumerate(variant.backs):
        for front in range(KINDS):
            others[part << 4 | front] = back[front]
            others[part << 4 | 1 << 3 | back[front]] = front
    worths = [variant.worth(faces) for faces in FACES]
    pairs = [worth.lines * len(directions) + worth.plus for worth in worths for directions in board]
    return {
        "BOARD": (1 << points) - 1,
        "POINTS": points,
        "NEXT": tuple(sum(1 << ray[0] for ray in directions) for directions in board),
        "RAYS": tuple(starts),
        "STEPS": tuple(steps),
        "DEGREES": tuple(map(len, board)),
        "OTHER_FACES": tuple(others),
        "WORTH_PER_LINE": tuple(worth.lines for worth in worths),
        "WORTH_BESIDES": tuple(worth.plus for worth in worths),
        "BEST_PAIR": max(pairs),
        "POOREST_PAIR": min(pairs),
        "SMALLEST_PART": min(parts(board)),
        "TARGET": variant.target,
        "TARGET_COUNTS_PAIRS": int(family.target_counts_pairs),
        "UNITES_ANY": int(family.unites_any),
        "TURNS_BACK": int(family.turns_back),
    }
