"""Book values of the moves of a position graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.explorer.graph_json import Values
from analysis.openings.book import canonical, setup_digest
from kifu.kernels.position_keys import key

if TYPE_CHECKING:
    from analysis.explorer.build_graph import PositionGraph
    from analysis.openings.book import Book
    from kifu.contract.game import Game, Position


def values(book: Book, graph: PositionGraph) -> Values | None:
    """Return the values of the moves of a graph, by the number of the move among all; None for a book of other rules."""
    game, head = graph.game, book.head
    if (head["game"], head["rules"], head["setting"]) != (game.id, game.rules, setup_digest(game)):
        return None
    found = Values(book.nodes, {})
    edge = 0
    for position, moves in zip(graph.positions, graph.edges, strict=True):
        entry = book.entry(game, position) if moves else None
        known = (
            {} if entry is None else {_place(game, game.play_legal(position, each.move)): each for each in entry.moves}
        )
        for move in moves:
            said = known.get(_place(game, graph.positions[move.child])) if known else None
            if said is not None and (said.value is not None or said.proven is not None):
                found.moves[edge] = (said.value, said.proven)
            edge += 1
    return found


def _place(game: Game, position: Position) -> int:
    return key(game, canonical(game, position)[0])
