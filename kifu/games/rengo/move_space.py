"""List every action that can be written at a position, legal or not; of leap sequences it lists only the legal ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.games.rengo.data import FOR_PAWN, KINDS, MAN, PAWN
from kifu.games.rengo.mandatory_capture import obligation
from kifu.games.rengo.position import BECOMES, DROP, NO_SUFFIX, PASS, PROMOTED, UNPROMOTED, decode, encode, places
from kifu.games.rengo.pseudo_legal import BIA
from kifu.games.rengo.rules import legal_moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.games.rengo.position import Position

TWO = 2
"""The number of squares of a move that is no leap sequence."""


def move_space(position: Position) -> Iterator[int]:
    """Yield パス, each drop, each move of two squares, and the longer leap sequences that fulfil the duty."""
    packed = places(position.laws.board)
    geometry = position.laws.geometry
    yield PASS
    for kind in KINDS.values():
        for to in packed:
            yield encode(kind, (to,), DROP)
        zone = {MAN: 1, BIA: geometry.board.zone}.get(kind, 0)
        for square, to in enumerate(packed):
            promotes = geometry.depth[position.turn][square] <= zone
            for origin in packed:
                yield encode(kind, (origin, to), UNPROMOTED if promotes else NO_SUFFIX)
                yield from (encode(kind, (origin, to), suffix) for suffix in _suffixes(kind))
    if obligation(position).most:
        yield from (move for move in legal_moves(position) if len(decode(move)[1]) > TWO)


def _suffixes(kind: int) -> tuple[int, ...]:
    return tuple(BECOMES + number for number in range(len(FOR_PAWN))) if kind == PAWN else (PROMOTED,)
