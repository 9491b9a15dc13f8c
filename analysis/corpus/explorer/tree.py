"""The moves played from a position, and from those they lead to: how often, how the games ended, who played them first.

A position is one node however it was reached (transpositions are merged), and is counted over all games in which it
occurs, by whatever way. A game counts once for a node and once for a move, however often it comes there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from analysis.corpus.explorer.finding import NOTHING_PROVED, Source, look_up, prove, sources
from analysis.corpus.explorer.sql import FINISHED, WHEN
from kifu.kernels.keys import same, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import duckdb

    from kifu.model.game import Game, Position
    from kifu.model.outcome import Side


class Tally(NamedTuple):
    """How games ended. Unfinished games, whose result nobody knows, are no draws."""

    first: int
    second: int
    draws: int
    unfinished: int

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)

    @property
    def finished(self) -> int:
        """Those with a result."""
        return self.first + self.second + self.draws

    def points(self, side: Side) -> float:
        """Return the points of a side in the finished games: 1 for a win, ½ for a draw."""
        return (self.second if side else self.first) + self.draws / 2


class Edge(NamedTuple):
    """A move that was played in a position."""

    move: int
    text: str
    child: int | None
    """Number of the node it leads to; None where the tree does not go."""
    tally: Tally
    first: Source
    """The first game that played it: by date, games without one last, then in the order of the dataset."""


class Node(NamedTuple):
    """A position of the tree."""

    number: int
    depth: int
    """Plies from the root by the shortest way that was followed."""
    path: tuple[str, ...]
    """The moves of that way."""
    position: Position
    side: Side
    """To move."""
    tally: Tally
    ended: int
    """Games that go no further."""
    edges: tuple[Edge, ...]
    """The moves played, those of most games first; none where the tree was not followed."""
    followed: bool


class Tree(NamedTuple):
    """A tree of moves; the first node is the position asked for."""

    game: Game
    symmetric: bool
    nodes: tuple[Node, ...]


class Limits(NamedTuple):
    """How far a tree goes."""

    depth: int = 1
    """Plies from the root whose moves are listed."""
    least: int = 1
    """A move of fewer games is listed and not followed."""
    moves: int | None = None
    """So many moves of a position are followed, those of most games."""


class _Growing(NamedTuple):
    """A node that is to be asked about."""

    number: int
    depth: int
    path: tuple[str, ...]
    position: Position


NO_LIMITS = Limits()


def grow(
    connection: duckdb.DuckDBPyConnection,
    game: Game,
    root: Position,
    limits: Limits = NO_LIMITS,
    *,
    symmetric: bool = False,
) -> Tree:
    """Return the tree of the moves played from `root` in the games of a dataset that are under the same rules.

    Games with the same moves count once; with `symmetric` also those that are the same up to a symmetry of the game, and
    positions and moves are merged up to symmetry: results of a game whose sides are exchanged are exchanged too.
    """
    grower = _Grower(connection, game, symmetric=symmetric)
    level = [_Growing(grower.number(root), 0, (), root)]
    grower.in_tree.add(level[0].number)
    nodes: list[Node] = []
    connection.execute(NOTHING_PROVED)
    for _ in range(limits.depth):
        grown, level = grower.level(level, limits)
        nodes += grown
        if not level:
            break
    # The ends of the tree: counted, not followed.
    nodes += grower.leaves(level)
    order: dict[int | None, int] = {node.number: place for place, node in enumerate(nodes)}
    return Tree(game, symmetric, tuple(_renumbered(node, order) for node in nodes))


def _renumbered(node: Node, order: Mapping[int | None, int]) -> Node:
    edges = tuple(edge._replace(child=order.get(edge.child)) for edge in node.edges)
    return node._replace(number=order[node.number], edges=edges)


class _Grower:
    """Asks about the positions of one level after the other."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, game: Game, *, symmetric: bool) -> None:
        self.connection = connection
        self.game = game
        self.symmetric = symmetric
        self.numbers: dict[tuple[int, ...], int] = {}
        """The numbers of positions, in the tree or not, by what makes them equal."""
        self.in_tree: set[int] = set()
        self.exchanging = [number for number, turn in enumerate(game.symmetries) if turn.exchanges]

    def number(self, position: Position) -> int:
        """Return the number of a position, the same for all its images where they are merged."""
        images = [position]
        if self.symmetric:
            images = [self.game.image(position, number) for number in range(len(self.game.symmetries))]
        known = min(tuple(words(self.game, one)) for one in images)
        return self.numbers.setdefault(known, len(self.numbers))

    def level(self, level: Sequence[_Growing], limits: Limits) -> tuple[list[Node], list[_Growing]]:
        """Return the nodes of a level with their moves, and the next level: positions that are new to the tree."""
        self._look_up(level)
        tallies = self._tallies("node", "found")
        ends = self._ends()
        moves = self._moves(level)
        self._join_edges(moves)
        played = self._tallies("edge", "played")
        firsts = self._firsts()
        known = sources(self.connection, list(firsts.values()))
        edges: dict[int, list[Edge]] = {}
        positions: dict[int, Position] = {}
        for number, (place, move, after) in enumerate(moves.edges):
            child = self.number(after)
            positions.setdefault(child, after)
            edge = Edge(move, self.game.spell(move), child, played[number], known[firsts[number]])
            edges.setdefault(place, []).append(edge)
        grown, following = [], []
        for place, node in enumerate(level):
            found = sorted(edges.get(place, ()), key=lambda edge: (-edge.tally.games, edge.text))
            grown.append(self._node(node, tallies.get(place), ends.get(place, 0), found, followed=True))
            for edge in found[: limits.moves]:
                if edge.child is not None and edge.child not in self.in_tree and edge.tally.games >= limits.least:
                    self.in_tree.add(edge.child)
                    path = (*node.path, edge.text)
                    following.append(_Growing(edge.child, node.depth + 1, path, positions[edge.child]))
        self._prove_next(moves.edges, following)
        return grown, following

    def leaves(self, level: Sequence[_Growing]) -> list[Node]:
        """Return the nodes of a level without their moves."""
        if not level:
            return []
        self._look_up(level)
        tallies, ends = self._tallies("node", "found"), self._ends()
        return [
            self._node(node, tallies.get(place), ends.get(place, 0), [], followed=False)
            for place, node in enumerate(level)
        ]

    def _node(self, node: _Growing, tally: Tally | None, ended: int, edges: list[Edge], *, followed: bool) -> Node:
        side = self.game.turn(node.position)
        counted = tally or Tally(0, 0, 0, 0)
        return Node(node.number, node.depth, node.path, node.position, side, counted, ended, tuple(edges), followed)

    def _look_up(self, level: Sequence[_Growing]) -> None:
        positions = [node.position for node in level]
        among = "similar_to IS NULL" if self.symmetric else "duplicate_of IS NULL"
        look_up(self.connection, self.game, positions, symmetric=self.symmetric, among=among)
        prove(self.connection, self.game, positions)

    def _ends(self) -> dict[int, int]:
        rows = self.connection.execute(
            "SELECT node, count(DISTINCT record) FROM found JOIN games USING (record) WHERE ply = plies GROUP BY node"
        )
        return dict(rows.fetchall())

    def _tallies(self, column: str, table: str) -> dict[int, Tally]:
        """Return how the games of each node or edge ended, each game once, as it first came there."""
        self.connection.register("exchanging", pa.table({"symmetry": pa.array(self.exchanging, pa.int8())}))
        rows = self.connection.execute(
            f"WITH once AS (SELECT {column}, record, first(symmetry ORDER BY ply) AS symmetry "  # noqa: S608 - names of ours
            f"FROM {table} GROUP BY {column}, record), "
            f"ended AS (SELECT {column}, winner, {FINISHED} AS finished, "
            "symmetry IN (SELECT symmetry FROM exchanging) AS exchanged FROM once JOIN games USING (record)) "
            f"SELECT {column}, "
            "count(*) FILTER (finished AND winner = CASE WHEN exchanged THEN 'second' ELSE 'first' END), "
            "count(*) FILTER (finished AND winner = CASE WHEN exchanged THEN 'first' ELSE 'second' END), "
            f"count(*) FILTER (winner = 'draw'), count(*) FILTER (finished IS NOT TRUE) FROM ended GROUP BY {column}"
        ).fetchall()
        self.connection.unregister("exchanging")
        return {row[0]: Tally(*row[1:]) for row in rows}

    def _moves(self, level: Sequence[_Growing]) -> _Moves:
        """Return the moves played at the places found, those that lead to one node as one edge."""
        rows = self.connection.execute(
            "SELECT DISTINCT node, symmetry, code, move FROM found JOIN plies p ON p.record = found.record "
            "AND p.ply = found.ply + 1 ORDER BY node, symmetry, move"
        ).fetchall()
        edges: list[tuple[int, int, Position]] = []
        known: dict[tuple[int, object], int] = {}
        keys: list[tuple[int, int, str, int]] = []
        for place, symmetry, code, text in rows:
            position = level[place].position
            move = self._turned(level[place].position, symmetry, code, text)
            after = self.game.play(position, move)
            same_edge = (place, self.number(after) if self.symmetric else move)
            edge = known.setdefault(same_edge, len(edges))
            if edge == len(edges):
                edges.append((place, move, after))
            elif move < edges[edge][1]:
                edges[edge] = (place, move, after)
            keys.append((place, symmetry, text, edge))
        return _Moves(edges, keys)

    def _turned(self, position: Position, symmetry: int, code: int | None, text: str) -> int:
        """Return the move of a game as it is in the node's position."""
        if code is None:
            # The game's own position is the image of the node's under the inverse symmetry.
            game = self.game
            back = next(
                number
                for number in range(len(game.symmetries))
                if same(game, game.image(game.image(position, number), symmetry), position)
            )
            code = self.game.resolve(self.game.image(position, back), self.game.read(text))
        return self.game.image_of_move(code, symmetry)

    def _join_edges(self, moves: _Moves) -> None:
        """Make the table `played`: (edge, record, ply, symmetry), a row for each time a move was played."""
        names = ("node", "symmetry", "move", "edge")
        kinds = (pa.int32(), pa.int8(), pa.string(), pa.int32())
        columns = {
            name: pa.array([row[place] for row in moves.keys], kind)
            for place, (name, kind) in enumerate(zip(names, kinds, strict=True))
        }
        self.connection.register("edges", pa.table(columns))
        self.connection.execute(
            "CREATE OR REPLACE TEMP TABLE played AS SELECT edge, found.record, found.ply, found.symmetry FROM found "
            "JOIN plies p ON p.record = found.record AND p.ply = found.ply + 1 "
            "JOIN edges ON edges.node = found.node AND edges.symmetry = found.symmetry AND edges.move = p.move"
        )
        self.connection.unregister("edges")

    def _firsts(self) -> dict[int, int]:
        rows = self.connection.execute(
            f"SELECT edge, first(record ORDER BY {WHEN} NULLS LAST, record) "  # noqa: S608 - an expression of ours
            "FROM played JOIN games USING (record) GROUP BY edge"
        )
        return dict(rows.fetchall())

    def _prove_next(self, edges: Sequence[tuple[int, int, Position]], following: Sequence[_Growing]) -> None:
        """Notice where the next level stands by having been played there: that needs no replay."""
        places = {node.number: place for place, node in enumerate(following)}
        leading = [(edge, places.get(self.number(after), -1)) for edge, (_, _, after) in enumerate(edges)]
        self.connection.register(
            "ways",
            pa.table(
                {
                    "edge": pa.array([row[0] for row in leading], pa.int32()),
                    "node": pa.array([row[1] for row in leading], pa.int32()),
                }
            ),
        )
        self.connection.execute(
            "CREATE OR REPLACE TEMP TABLE proved AS SELECT node, record, ply + 1 AS ply FROM played JOIN ways USING (edge)"
        )
        self.connection.unregister("ways")


class _Moves(NamedTuple):
    """The moves played in the positions of a level."""

    edges: list[tuple[int, int, Position]]
    """Each: number of the node within the level, move in its position, the position after."""
    keys: list[tuple[int, int, str, int]]
    """Node, symmetry and text as in the games, and the edge that is."""
