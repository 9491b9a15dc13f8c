"""CSV rows and JSON nodes of a move tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.tables.confidence_intervals import bounds, wilson
from analysis.tables.verdict_access import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analysis.explorer.move_tree import Edge, ResultTally, Tree
    from analysis.explorer.position_search import SourceGame
    from kifu.core.game.game import Game
    from kifu.core.outcome import Side

COLUMNS = (
    "node", "depth", "path", "side", "move", "child", "games", "first_wins", "second_wins", "draws", "unfinished", "share",
    "low", "high", "least", "most", "earliest_game", "earliest_date", "earliest_players",
)  # fmt: skip


def share(tally: ResultTally, side: Side) -> tuple[float | None, float, float]:
    """Return a side's share of points, with Wilson's 95 % interval.

    It is (None, 0, 1) if no game is finished.
    """
    low, high = wilson(tally.points(side), tally.finished)
    return tally.points(side) / tally.finished if tally.finished else None, float(low), float(high)


def share_bounds(tally: ResultTally, side: Side) -> tuple[float, float]:
    """Return the share's bounds: unfinished games all lost, or all won."""
    return bounds(tally.points(side), tally.finished, tally.unfinished)


def table(tree: Tree) -> Iterator[dict[str, Any]]:
    """Yield a row (:data:`COLUMNS`) a move, by node, most frequent first."""
    for node in tree.nodes:
        for edge in node.edges:
            place = {"node": node.number, "depth": node.depth, "path": " ".join(node.path)}
            yield place | _edge(edge, node.side, tree.game)


def nodes(tree: Tree) -> Iterator[dict[str, Any]]:
    """Yield nodes as JSON objects: diagram, games, moves."""
    for node in tree.nodes:
        yield {
            "node": node.number,
            "depth": node.depth,
            "path": list(node.path),
            "diagram": tree.game.spell_diagram(node.position),
            "side": SIDES[node.side],
            **_tally(node.tally, node.side),
            "ended": node.ended,
            "followed": node.followed,
            "moves": [_edge(edge, node.side, tree.game) for edge in node.edges],
        }


def players(source: SourceGame, game: Game) -> str:
    """Return the players of a game with side marks, if named."""
    if not source.first_name and not source.second_name:
        return ""
    first, second = game.sides
    return f"{first.mark}{source.first_name or '?'} {second.mark}{source.second_name or '?'}"


def _edge(edge: Edge, side: Side, game: Game) -> dict[str, Any]:
    return {
        "side": SIDES[side],
        "move": edge.text,
        "child": edge.child,
        **_tally(edge.tally, side),
        "earliest_game": edge.earliest.link,
        "earliest_date": edge.earliest.date_written,
        "earliest_players": players(edge.earliest, game) or None,
    }


def _tally(tally: ResultTally, side: Side) -> dict[str, Any]:
    mean, low, high = share(tally, side)
    least, most = share_bounds(tally, side)
    counts = {"games": tally.games, **tally._asdict()}
    return {**counts, "share": mean, "low": low, "high": high, "least": least, "most": most}
