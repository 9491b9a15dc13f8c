"""Opening book lookup: departures of a game, known moves, book play."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kifu.kernels.position_keys import canonical_key

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from analysis.openings.book import Book, BookEntry
    from kifu.contract.game import Game, Position


class Departure(NamedTuple):
    """The first move of a game that its book does not know."""

    ply: int
    """From 1."""
    entry: BookEntry | None
    """What the book knows of the position before it; None: it does not know the position."""


def departure(book: Book, game: Game, positions: Sequence[Position]) -> Departure | None:
    """Return where a game, given as its positions with the start first, leaves a book; None if it never does.

    A move is known if it leads to the same position as a move of the book, up to a symmetry. Raises BadBook.
    """
    for ply, (before, after) in enumerate(pairwise(positions), start=1):
        entry = book.entry(game, before)
        if entry is None:
            return Departure(ply, None)
        reached = canonical_key(game, after)
        if all(canonical_key(game, game.play_legal(before, known.move)) != reached for known in entry.moves):
            return Departure(ply, entry)
    return None


def by_the_book(book: Book, game: Game, start: Position, draw: Random, plies: int) -> tuple[list[int], Position]:
    """Return at most `plies` moves by a book, and the position after them; it ends where the book knows no move.

    A move is drawn in proportion to its games; one that is proven to lose is not played. Raises BadBook.
    """
    moves: list[int] = []
    position = start
    while len(moves) < plies and game.outcome(position) is None:
        entry = book.entry(game, position)
        known = [each for each in (entry.moves if entry else ()) if each.proven is None or each.proven >= 0]
        if not known:
            break
        (chosen,) = draw.choices(known, [max(1, each.games) for each in known])
        moves.append(chosen.move)
        position = game.play_legal(position, chosen.move)
    return moves, position
