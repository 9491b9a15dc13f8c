"""Leads games through one graph of positions: positions that are equal up to a symmetry are one node.

A game is followed for some plies, and further for as long as another game stands in the same position. So every position that
two games share is in the graph as far as they shared it from there on, and the rest of each game belongs to it alone.
"""

from __future__ import annotations

from collections import Counter, deque
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.played.game import PlayedGame
    from kifu.contract.game import Game, Position

PLIES = 14
"""The plies for which every game is followed: in 6面体 both sides have placed seven units by then."""


class Move(NamedTuple):
    """A move from a node: where it leads, and the symmetry that turns the position of that node into the one after it."""

    move: int
    child: int
    turn: int


class Visit(NamedTuple):
    """A game in a node: `turn` is the symmetry that turns the node's position into that of the game."""

    node: int
    turn: int


class FollowedGame(NamedTuple):
    """A game, and its visits from its start on, one a ply; it was not followed beyond the last."""

    played: PlayedGame
    visits: tuple[Visit, ...]


class PositionGraph(NamedTuple):
    """The positions of many games of one kind. A node is a number; its parent, if it has one, is a lower number."""

    game: Game
    plies: int
    """The plies for which every game was followed."""
    positions: tuple[Position, ...]
    parents: tuple[int, ...]
    """The node from which each node was reached first, by a move that does not turn the board; -1 for a start."""
    edges: tuple[tuple[Move, ...], ...]
    """The moves from each node, one a child. Moves that lead to the same node are one: the lowest of them."""
    games: tuple[FollowedGame, ...]
    """By date, those without a date last, then in the order in which they were given."""
    copies: int
    """The games that were left out, because an earlier one is the same up to a symmetry."""


class Gathered:
    """Games that are followed as they come, each kind by itself: of one game, one set of rules and one board."""

    def __init__(self, plies: int = PLIES) -> None:
        self.plies = plies
        self.rejected = 0
        """The games that are not counted."""
        self.games = 0
        """The games that are followed."""
        self._kinds: dict[object, _Follower] = {}

    def add(self, played: PlayedGame | None) -> None:
        """Follow a game for its first plies; None is one that is not counted."""
        if played is None:
            self.rejected += 1
            return
        game = played.game
        self.games += 1
        kind = (game.id, game.rules, tuple(sorted(game.required_head.items())), game.likeness())
        follower = self._kinds.get(kind)
        if follower is None:
            follower = self._kinds[kind] = _Follower(game, self.plies)
        follower.add(played)

    def graphs(self) -> list[PositionGraph]:
        """Return the graph of each kind, that with most games first."""
        return sorted((follower.graph() for follower in self._kinds.values()), key=lambda graph: -len(graph.games))


def composed(game: Game) -> list[list[int]]:
    """Return the numbers of the symmetries that two symmetries make: [one][other] turns by the other first."""
    numbers = {(turn.squares, turn.exchanges): number for number, turn in reversed([*enumerate(game.symmetries)])}
    return [
        [
            numbers[
                tuple(-1 if square < 0 else one.squares[square] for square in other.squares),
                one.exchanges != other.exchanges,
            ]
            for other in game.symmetries
        ]
        for one in game.symmetries
    ]


class _Walk:
    """A game on its way: where it stands, and where it has been."""

    def __init__(self, played: PlayedGame, start: Visit) -> None:
        self.played = played
        self.visits = [start]
        self.nodes = {start.node}

    @property
    def over(self) -> bool:
        return len(self.visits) > len(self.played.moves)


class _Follower:
    """Leads games of one kind through their graph."""

    def __init__(self, game: Game, plies: int) -> None:
        self.game = game
        self.plies = plies
        self.numbers = range(len(game.symmetries))
        self.composed = composed(game)
        self.positions: list[Position] = []
        self.parents: list[int] = []
        self.edges: list[dict[int, Move]] = []
        self._nodes: dict[tuple[int, ...], int] = {}
        self._steps: list[dict[int, Move]] = []
        self._walks: list[_Walk] = []

    @cached_property
    def inverse(self) -> list[int]:
        """The symmetry that undoes each symmetry."""
        return [row.index(0) for row in self.composed]

    def add(self, played: PlayedGame) -> None:
        """Follow a game for its first plies."""
        walk = _Walk(played, self._enter(played.start, -1))
        while not walk.over and len(walk.visits) <= self.plies:
            self._step(walk)
        self._walks.append(walk)

    def graph(self) -> PositionGraph:
        """Return the graph of the games so far."""
        walks = sorted(self._walks, key=lambda walk: walk.played.source.day or 1 << 62)
        kept = self._without_copies(walks)
        self._follow_together(kept)
        return PositionGraph(
            self.game,
            self.plies,
            tuple(self.positions),
            tuple(self.parents),
            tuple(tuple(edges.values()) for edges in self.edges),
            tuple(FollowedGame(walk.played, tuple(walk.visits)) for walk in kept),
            len(walks) - len(kept),
        )

    def _step(self, walk: _Walk) -> None:
        node, turn = walk.visits[-1]
        move = self.game.image_of_move(walk.played.moves[len(walk.visits) - 1], self.inverse[turn])
        step = self._steps[node].get(move)
        if step is None:
            child, turned = self._enter(self.game.play_legal(self.positions[node], move), node)
            step = self._steps[node][move] = Move(move, child, turned)
            known = self.edges[node].setdefault(child, step)
            if move < known.move:
                self.edges[node][child] = step
        walk.visits.append(Visit(step.child, self.composed[turn][step.turn]))
        walk.nodes.add(step.child)

    def _enter(self, position: Position, parent: int) -> Visit:
        """Return the node of a position, which is made if there is none, and how it is turned."""
        game = self.game
        own = _words(game, position)
        canonical = min([own, *(_words(game, game.image(position, number)) for number in self.numbers[1:])])
        node = self._nodes.setdefault(canonical, len(self.positions))
        if node == len(self.positions):
            self.positions.append(position)
            self.parents.append(parent)
            self.edges.append({})
            self._steps.append({})
            return Visit(node, 0)
        there = self.positions[node]
        return Visit(node, next(number for number in self.numbers if _words(game, game.image(there, number)) == own))

    def _without_copies(self, walks: Sequence[_Walk]) -> list[_Walk]:
        """Return the games without those that are an earlier one up to a symmetry."""
        ways = {walk: self._way(walk) for walk in walks}
        alike = Counter(ways.values())
        seen: set[object] = set()
        kept = []
        for walk in walks:
            if alike[ways[walk]] > 1:
                moves = self._canonical_moves(walk.played)
                if moves in seen:
                    continue
                seen.add(moves)
            kept.append(walk)
        return kept

    def _way(self, walk: _Walk) -> tuple[int, tuple[int, ...]]:
        return len(walk.played.moves), tuple(visit.node for visit in walk.visits[: self.plies + 1])

    def _canonical_moves(self, played: PlayedGame) -> object:
        game = self.game
        return min(
            (
                _words(game, game.image(played.start, number)),
                tuple(game.image_of_move(move, number) for move in played.moves),
            )
            for number in self.numbers
        )

    def _follow_together(self, walks: Sequence[_Walk]) -> None:
        """Follow each game for as long as another one stands where it does, whichever of them came first."""
        games = Counter(node for walk in walks for node in walk.nodes)
        alone: dict[int, _Walk] = {}
        going = deque(walks)
        while going:
            walk = going.popleft()
            while not walk.over:
                here = walk.visits[-1].node
                if games[here] == 1:
                    alone[here] = walk
                    break
                before = len(walk.nodes)
                self._step(walk)
                there = walk.visits[-1].node
                if len(walk.nodes) > before:
                    games[there] += 1
                    if there in alone:
                        going.append(alone.pop(there))


def _words(game: Game, position: Position) -> tuple[int, ...]:
    return tuple(game.position_words(position))
