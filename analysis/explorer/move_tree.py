"""Move tree of a dataset: frequency, results, first occurrence; as CSV and JSON.

Equal positions are one node, even if different moves led there (transpositions are merged). A node counts all games in which its
position occurs. A game counts once for a node and once for a move, even if it comes there several times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from analysis.corpus.dataset_queries import FINISHED, SOURCE, WHEN
from analysis.explorer.dataset_search import (
    NOTHING_PROVED,
    SourceGame,
    delete_disproved,
    make_hits_table,
    sources_of_games,
)
from analysis.tables.significance import unfinished_bounds, wilson_intervals
from kifu.core.compiled.position_hash import is_same_position, pack_position
from kifu.core.outcome import SIDE_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import duckdb

    from kifu.core.game.game import Game, Position
    from kifu.core.outcome import Side


class ResultTally(NamedTuple):
    """Tally of results; unfinished games are no draws."""

    first_wins: int
    second_wins: int
    draws: int
    unfinished: int

    @property
    def games(self) -> int:
        """The number of all games."""
        return sum(self)

    @property
    def finished(self) -> int:
        """The number of games with a result."""
        return self.first_wins + self.second_wins + self.draws

    def points(self, side: Side) -> float:
        """Return a side's points in the finished games, ½ for a draw."""
        return (self.second_wins if side else self.first_wins) + self.draws / 2

    def points_share_and_interval(self, side: Side) -> tuple[float | None, float, float]:
        """Return a side's share of points, with Wilson's 95 % interval.

        It is (None, 0, 1) if no game is finished.
        """
        low, high = wilson_intervals(self.points(side), self.finished)
        return self.points(side) / self.finished if self.finished else None, float(low), float(high)

    def share_bounds(self, side: Side) -> tuple[float, float]:
        """Return the share's bounds: unfinished games all lost, or all won."""
        return unfinished_bounds(self.points(side), self.finished, self.unfinished)


class TreeEdge(NamedTuple):
    """A move that was played in a position."""

    move: int
    text: str
    child: int | None
    """The number of the node that the move leads to; None: the tree does not contain it."""
    tally: ResultTally
    earliest: SourceGame
    """The earliest game with the move: by date (games without a date last), then in the order of the sources."""


class TreeNode(NamedTuple):
    """A position of the tree."""

    number: int
    depth: int
    """Plies from the root on the shortest path that was followed."""
    path: tuple[str, ...]
    """The moves of that path."""
    position: Position
    side: Side
    """The side to move."""
    tally: ResultTally
    ended: int
    """Games that end in this position."""
    edges: tuple[TreeEdge, ...]
    """The moves played, the most frequent first; empty if the node was not followed."""
    followed: bool
    """Whether the moves of the node were counted."""


class Tree(NamedTuple):
    """A tree of moves; its first node is the root."""

    game: Game
    symmetric: bool
    nodes: tuple[TreeNode, ...]


class TreeLimits(NamedTuple):
    """Limits of a tree."""

    depth: int = 1
    """Plies from the root up to which moves are listed."""
    least: int = 1
    """Games that a move needs to be followed; moves with fewer games are only listed."""
    moves: int | None = None
    """The number of moves of a position that are followed, the most frequent ones; None: all."""


class _Growing(NamedTuple):
    """A node whose games have not been counted yet."""

    number: int
    depth: int
    path: tuple[str, ...]
    position: Position


NO_LIMITS = TreeLimits()


def build_tree(
    connection: duckdb.DuckDBPyConnection,
    game: Game,
    root: Position,
    limits: TreeLimits = NO_LIMITS,
    *,
    symmetric: bool = False,
) -> Tree:
    """Return the move tree from `root`, of games under the same rules.

    Games with the same moves count once. With `symmetric`, games that are equal up to a symmetry count once too, and
    positions and moves are merged up to symmetry; a symmetry that exchanges the sides also exchanges the results.
    """
    grower = _Grower(connection, game, symmetric=symmetric)
    level = [_Growing(grower.position_number(root), 0, (), root)]
    grower.in_tree.add(level[0].number)
    nodes: list[TreeNode] = []
    connection.execute(NOTHING_PROVED)
    for _ in range(limits.depth):
        level_nodes, level = grower.grow_level_and_find_next(level, limits)
        nodes += level_nodes
        if not level:
            break
    # The last level is counted, but its moves are not followed.
    nodes += grower.make_leaves(level)
    order: dict[int | None, int] = {node.number: place for place, node in enumerate(nodes)}
    return Tree(game, symmetric, tuple(_renumber(node, order) for node in nodes))


def _renumber(node: TreeNode, order: Mapping[int | None, int]) -> TreeNode:
    edges = tuple(edge._replace(child=order.get(edge.child)) for edge in node.edges)
    return node._replace(number=order[node.number], edges=edges)


class _Grower:
    """Counts the games of a tree level by level."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, game: Game, *, symmetric: bool) -> None:
        self.connection = connection
        self.game = game
        self.symmetric = symmetric
        self.numbers: dict[tuple[int, ...], int] = {}
        """The number of each known position, in the tree or not, by its words; merged positions share theirs."""
        self.in_tree: set[int] = set()
        self.exchanging = [number for number, turn in enumerate(game.symmetries) if turn.exchanges]

    def position_number(self, position: Position) -> int:
        """Return the number of a position; `symmetric` merges its images."""
        images = [position]
        if self.symmetric:
            images = [self.game.image(position, number) for number in range(len(self.game.symmetries))]
        canonical = min(tuple(pack_position(self.game, image)) for image in images)
        return self.numbers.setdefault(canonical, len(self.numbers))

    def grow_level_and_find_next(
        self, level: Sequence[_Growing], limits: TreeLimits
    ) -> tuple[list[TreeNode], list[_Growing]]:
        """Return a level's nodes with moves, and the next level's positions."""
        self._find_positions(level)
        tallies = self._tally_by_node_or_edge("node", "hits")
        ends = self._ended_games_by_node()
        moves = self._moves_of_level(level)
        self._make_played_table(moves)
        played = self._tally_by_node_or_edge("edge", "played")
        firsts = self._earliest_record_of_edges()
        first_games = sources_of_games(self.connection, list(firsts.values()))
        edges: dict[int, list[TreeEdge]] = {}
        positions: dict[int, Position] = {}
        for number, (place, move, after) in enumerate(moves.edges):
            child = self.position_number(after)
            positions.setdefault(child, after)
            edge = TreeEdge(move, self.game.spell(move), child, played[number], first_games[firsts[number]])
            edges.setdefault(place, []).append(edge)
        nodes, following = [], []
        for place, node in enumerate(level):
            sorted_edges = sorted(edges.get(place, ()), key=lambda edge: (-edge.tally.games, edge.text))
            nodes.append(self._make_node(node, tallies.get(place), ends.get(place, 0), sorted_edges, followed=True))
            for edge in sorted_edges[: limits.moves]:
                if edge.child is not None and edge.child not in self.in_tree and edge.tally.games >= limits.least:
                    self.in_tree.add(edge.child)
                    path = (*node.path, edge.text)
                    following.append(_Growing(edge.child, node.depth + 1, path, positions[edge.child]))
        self._make_proved_table(moves.edges, following)
        return nodes, following

    def make_leaves(self, level: Sequence[_Growing]) -> list[TreeNode]:
        """Return the nodes of a level without their moves."""
        if not level:
            return []
        self._find_positions(level)
        tallies, ends = self._tally_by_node_or_edge("node", "hits"), self._ended_games_by_node()
        return [
            self._make_node(node, tallies.get(place), ends.get(place, 0), [], followed=False)
            for place, node in enumerate(level)
        ]

    def _make_node(
        self, node: _Growing, tally: ResultTally | None, ended: int, edges: list[TreeEdge], *, followed: bool
    ) -> TreeNode:
        side = self.game.turn(node.position)
        tally = tally or ResultTally(0, 0, 0, 0)
        return TreeNode(node.number, node.depth, node.path, node.position, side, tally, ended, tuple(edges), followed)

    def _find_positions(self, level: Sequence[_Growing]) -> None:
        positions = [node.position for node in level]
        among = "similar_to IS NULL" if self.symmetric else "duplicate_of IS NULL"
        make_hits_table(self.connection, self.game, positions, symmetric=self.symmetric, condition=among)
        delete_disproved(self.connection, self.game, positions)

    def _ended_games_by_node(self) -> dict[int, int]:
        rows = self.connection.execute(
            "SELECT node, count(DISTINCT record) FROM hits JOIN games USING (record) WHERE ply = plies GROUP BY node"
        )
        return dict(rows.fetchall())

    def _tally_by_node_or_edge(self, column: str, table: str) -> dict[int, ResultTally]:
        """Return the tally of each node or edge, each game counted once."""
        self.connection.register("exchanging", pa.table({"symmetry": pa.array(self.exchanging, pa.int8())}))
        rows = self.connection.execute(
            f"WITH once AS (SELECT {column}, record, first(symmetry ORDER BY ply) AS symmetry "  # noqa: S608 - our own names
            f"FROM {table} GROUP BY {column}, record), "
            f"ended AS (SELECT {column}, winner, {FINISHED} AS finished, "
            "symmetry IN (SELECT symmetry FROM exchanging) AS exchanged FROM once JOIN games USING (record)) "
            f"SELECT {column}, "
            "count(*) FILTER (finished AND winner = CASE WHEN exchanged THEN 'second' ELSE 'first' END), "
            "count(*) FILTER (finished AND winner = CASE WHEN exchanged THEN 'first' ELSE 'second' END), "
            f"count(*) FILTER (winner = 'draw'), count(*) FILTER (finished IS NOT TRUE) FROM ended GROUP BY {column}"
        ).fetchall()
        self.connection.unregister("exchanging")
        return {row[0]: ResultTally(*row[1:]) for row in rows}

    def _moves_of_level(self, level: Sequence[_Growing]) -> _Moves:
        """Return the moves at `hits`; `symmetric` merges moves to one node."""
        rows = self.connection.execute(
            "SELECT DISTINCT node, symmetry, code, move FROM hits JOIN plies p ON p.record = hits.record "
            "AND p.ply = hits.ply + 1 ORDER BY node, symmetry, move"
        ).fetchall()
        edges: list[tuple[int, int, Position]] = []
        edge_numbers: dict[tuple[int, object], int] = {}
        keys: list[tuple[int, int, str, int]] = []
        for place, symmetry, code, text in rows:
            position = level[place].position
            move = self._turn_move_to_node(position, symmetry, code, text)
            after = self.game.play_legal(position, move)
            same_edge = (place, self.position_number(after) if self.symmetric else move)
            edge = edge_numbers.setdefault(same_edge, len(edges))
            if edge == len(edges):
                edges.append((place, move, after))
            elif move < edges[edge][1]:
                edges[edge] = (place, move, after)
            keys.append((place, symmetry, text, edge))
        return _Moves(edges, keys)

    def _turn_move_to_node(self, position: Position, symmetry: int, code: int | None, text: str) -> int:
        """Return a game's move turned to the node's position."""
        if code is None:
            # The position of the game is the image of the node's position under the inverse symmetry.
            game = self.game
            back = next(
                number
                for number in range(len(game.symmetries))
                if is_same_position(game, game.image(game.image(position, number), symmetry), position)
            )
            code = self.game.resolve(self.game.image(position, back), self.game.read(text))
        return self.game.image_of_move(code, symmetry)

    def _make_played_table(self, moves: _Moves) -> None:
        """Make table `played`: (edge, record, ply, symmetry) for each move played."""
        names = ("node", "symmetry", "move", "edge")
        kinds = (pa.int32(), pa.int8(), pa.string(), pa.int32())
        columns = {
            name: pa.array([row[place] for row in moves.keys], kind)
            for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
        }
        self.connection.register("edges", pa.table(columns))
        self.connection.execute(
            "CREATE OR REPLACE TEMP TABLE played AS SELECT edge, hits.record, hits.ply, hits.symmetry FROM hits "
            "JOIN plies p ON p.record = hits.record AND p.ply = hits.ply + 1 "
            "JOIN edges ON edges.node = hits.node AND edges.symmetry = hits.symmetry AND edges.move = p.move"
        )
        self.connection.unregister("edges")

    def _earliest_record_of_edges(self) -> dict[int, int]:
        """Return the record with the earliest game of each edge."""
        # A game that counts once stands for all its copies, and any of them may be the first.
        same = "similar_to" if self.symmetric else "duplicate_of"
        rows = self.connection.execute(
            f"SELECT edge, first(games.record ORDER BY {WHEN} NULLS LAST, {SOURCE}) FROM played "  # noqa: S608 - our own expressions
            f"JOIN games ON coalesce(games.{same}, games.record) = played.record GROUP BY edge"
        )
        return dict(rows.fetchall())

    def _make_proved_table(self, edges: Sequence[tuple[int, int, Position]], following: Sequence[_Growing]) -> None:
        """Make table `proved`: next places that need no replay."""
        places = {node.number: place for place, node in enumerate(following)}
        leading = [(edge, places.get(self.position_number(after), -1)) for edge, (_, _, after) in enumerate(edges)]
        self.connection.register(
            "next_nodes",
            pa.table(
                {
                    "edge": pa.array([row[0] for row in leading], pa.int32()),
                    "node": pa.array([row[1] for row in leading], pa.int32()),
                }
            ),
        )
        self.connection.execute(
            "CREATE OR REPLACE TEMP TABLE proved AS SELECT node, record, ply + 1 AS ply FROM played JOIN next_nodes USING (edge)"
        )
        self.connection.unregister("next_nodes")


class _Moves(NamedTuple):
    """The moves played in the positions of a level."""

    edges: list[tuple[int, int, Position]]
    """For each edge: the index of its node in the level, the move in the node's position, and the position after it."""
    keys: list[tuple[int, int, str, int]]
    """Node, symmetry and text of a move as the games have it, with the index of its edge."""


COLUMNS = (
    "node", "depth", "path", "side", "move", "child", "games", "first_wins", "second_wins", "draws", "unfinished", "share",
    "low", "high", "least", "most", "earliest_game", "earliest_date", "earliest_players",
)  # fmt: skip


def tree_rows(tree: Tree) -> Iterator[dict[str, Any]]:
    """Yield a row (:data:`COLUMNS`) a move, by node, most frequent first."""
    for node in tree.nodes:
        for edge in node.edges:
            place = {"node": node.number, "depth": node.depth, "path": " ".join(node.path)}
            yield place | _edge_json(edge, node.side, tree.game)


def nodes_json(tree: Tree) -> Iterator[dict[str, Any]]:
    """Yield nodes as JSON objects: diagram, games, moves."""
    for node in tree.nodes:
        yield {
            "node": node.number,
            "depth": node.depth,
            "path": list(node.path),
            "diagram": tree.game.spell_diagram(node.position),
            "side": SIDE_IDS[node.side],
            **_tally_json(node.tally, node.side),
            "ended": node.ended,
            "followed": node.followed,
            "moves": [_edge_json(edge, node.side, tree.game) for edge in node.edges],
        }


def _edge_json(edge: TreeEdge, side: Side, game: Game) -> dict[str, Any]:
    return {
        "side": SIDE_IDS[side],
        "move": edge.text,
        "child": edge.child,
        **_tally_json(edge.tally, side),
        "earliest_game": edge.earliest.link,
        "earliest_date": edge.earliest.date_written,
        "earliest_players": edge.earliest.players_text(game) or None,
    }


def _tally_json(tally: ResultTally, side: Side) -> dict[str, Any]:
    mean, low, high = tally.points_share_and_interval(side)
    least, most = tally.share_bounds(side)
    counts = {"games": tally.games, **tally._asdict()}
    return {**counts, "share": mean, "low": low, "high": high, "least": least, "most": most}
