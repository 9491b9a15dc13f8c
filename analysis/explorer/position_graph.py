"""Position graph of many games, with symmetric positions merged.

A game is followed for some plies, and further to the last position that is in the graph anyway: another game was followed to it,
or this one stood there before. So whatever games come to a position of the graph, and how often, is counted; the rest of each
game belongs to it alone.
"""

from __future__ import annotations

from array import array
from collections import Counter, deque
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from analysis.explorer.played_game import comparability_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from analysis.explorer.played_game import PlayedGame
    from kifu.core.game.game import Game, Position

PLIES = 14
"""The plies for which every game is followed: in 6面体 both sides have placed seven units by then."""


class GraphMove(NamedTuple):
    """Move of a node: its target, and the symmetry to its result.

    The symmetry turns the position of the target's node into the one after the move.
    """

    move: int
    child: int
    turn: int


class Occurrence(NamedTuple):
    """Occurrence of a game in a node.

    `turn` is the symmetry that turns the node's position into that of the game.
    """

    node: int
    turn: int


class GamePath(NamedTuple):
    """Game with its occurrences from the start, one a ply, as followed."""

    played: PlayedGame
    visits: tuple[Occurrence, ...]


class PositionGraph(NamedTuple):
    """Position graph of one kind of games; parents have lower numbers."""

    game: Game
    plies: int
    """The plies for which every game was followed."""
    positions: tuple[Position, ...]
    parents: tuple[int, ...]
    """The node from which each node was reached first, by a move that does not turn the board; -1 for a start."""
    edges: tuple[tuple[GraphMove, ...], ...]
    """The moves from each node, one a child. Moves that lead to the same node are one: the lowest of them."""
    games: tuple[GamePath, ...]
    """By date, those without a date last, then in the order in which they were given."""
    copies: int
    """The games that were left out, because an earlier one is the same up to a symmetry."""


class GraphCollector:
    """Games collected into one graph for each game, rules and board."""

    def __init__(self, plies: int = PLIES) -> None:
        self.plies = plies
        self.rejected = 0
        """The games that are not counted."""
        self.games = 0
        """The games that are followed."""
        self._kinds: dict[object, _Follower] = {}

    def add_game(self, played_game: PlayedGame | None) -> None:
        """Add a game's first plies; None counts as rejected."""
        if played_game is None:
            self.rejected += 1
            return
        game = played_game.game
        self.games += 1
        kind = comparability_key(game)
        follower = self._kinds.get(kind)
        if follower is None:
            follower = self._kinds[kind] = _Follower(game, self.plies)
        follower.follow_game(played_game)

    def graphs(self) -> list[PositionGraph]:
        """Return the graph of each kind, that with most games first."""
        return sorted((follower.graph() for follower in self._kinds.values()), key=lambda graph: -len(graph.games))


def symmetry_products(game: Game) -> list[list[int]]:
    """Return the composition table of symmetries: [one][other], other first."""
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
    """A game on its way: where it has been."""

    def __init__(self, played: PlayedGame, start: Occurrence) -> None:
        self.played = played
        self.visits = [start]

    @property
    def over(self) -> bool:
        return len(self.visits) > len(self.played.moves)

    @property
    def end(self) -> int:
        """The node where it stands."""
        return self.visits[-1].node


class _BloomFilter:
    """Bloom filter of position words, with one hash."""

    SIZE = 1 << 26
    """The bits."""

    def __init__(self) -> None:
        self._bits = bytearray(self.SIZE >> 3)

    @classmethod
    def bit_of_words(cls, words: tuple[int, ...]) -> int:
        """Return the bit of some words."""
        return hash(words) % cls.SIZE

    def add(self, words: tuple[int, ...]) -> None:
        """Put words into the set."""
        place = self.bit_of_words(words)
        self._bits[place >> 3] |= 1 << (place & 7)

    def may_hold(self, bit: int) -> bool:
        """Tell whether words with this bit may be in the set."""
        return bool(self._bits[bit >> 3] >> (bit & 7) & 1)


class _Follower:
    """Leads games of one kind through their graph."""

    def __init__(self, game: Game, plies: int) -> None:
        self.game = game
        self.plies = plies
        self.numbers = range(len(game.symmetries))
        self.composed = symmetry_products(game)
        self.positions: list[Position] = []
        self.parents: list[int] = []
        self.edges: list[dict[int, GraphMove]] = []
        self._nodes: dict[tuple[int, ...], int] = {}
        self._steps: list[dict[int, GraphMove]] = []
        self._walks: list[_Walk] = []
        self._images = _BloomFilter()

    @cached_property
    def inverse(self) -> list[int]:
        """The symmetry that undoes each symmetry."""
        return [row.index(0) for row in self.composed]

    def follow_game(self, played_game: PlayedGame) -> None:
        """Follow a game for its first plies."""
        walk = _Walk(played_game, self._find_or_add_occurrence(played_game.start, -1))
        while not walk.over and len(walk.visits) <= self.plies:
            self._follow_one_ply(walk)
        self._walks.append(walk)

    def graph(self) -> PositionGraph:
        """Return the graph of the games so far."""
        walks = sorted(self._walks, key=lambda walk: walk.played.source.date_number or 1 << 62)
        kept = self._without_symmetric_duplicates(walks)
        self._follow_past_shared_positions(kept)
        return PositionGraph(
            self.game,
            self.plies,
            tuple(self.positions),
            tuple(self.parents),
            tuple(tuple(edges.values()) for edges in self.edges),
            tuple(GamePath(walk.played, tuple(walk.visits)) for walk in kept),
            len(walks) - len(kept),
        )

    def _follow_one_ply(self, walk: _Walk) -> None:
        """Follow a walk by one ply, adding its node and edge."""
        node, turn = walk.visits[-1]
        move = self.game.image_of_move(walk.played.moves[len(walk.visits) - 1], self.inverse[turn])
        step = self._steps[node].get(move)
        if step is None:
            child, turned = self._find_or_add_occurrence(self.game.play_legal(self.positions[node], move), node)
            step = self._steps[node][move] = GraphMove(move, child, turned)
            known = self.edges[node].setdefault(child, step)
            if move < known.move:
                self.edges[node][child] = step
        walk.visits.append(Occurrence(step.child, self.composed[turn][step.turn]))

    def _find_or_add_occurrence(self, position: Position, parent: int) -> Occurrence:
        """Return the node of a position, made if new, and its symmetry."""
        game = self.game
        images = self._words_of_images(position)
        node = self._nodes.setdefault(min(images), len(self.positions))
        if node == len(self.positions):
            self.positions.append(position)
            self.parents.append(parent)
            self.edges.append({})
            self._steps.append({})
            for image in images:
                self._images.add(image)
            return Occurrence(node, 0)
        there = self.positions[node]
        return Occurrence(
            node,
            next(number for number in self.numbers if _position_words(game, game.image(there, number)) == images[0]),
        )

    def _words_of_images(self, position: Position) -> list[tuple[int, ...]]:
        """Return the words of a position and of its images."""
        game = self.game
        return [
            _position_words(game, position),
            *(_position_words(game, game.image(position, number)) for number in self.numbers[1:]),
        ]

    def _without_symmetric_duplicates(self, walks: Sequence[_Walk]) -> list[_Walk]:
        """Return the games without duplicates up to symmetry."""
        ways = {walk: self._ply_count_and_nodes(walk) for walk in walks}
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

    def _ply_count_and_nodes(self, walk: _Walk) -> tuple[int, tuple[int, ...]]:
        return len(walk.played.moves), tuple(visit.node for visit in walk.visits[: self.plies + 1])

    def _canonical_moves(self, played_game: PlayedGame) -> object:
        game = self.game
        return min(
            (
                _position_words(game, game.image(played_game.start, number)),
                tuple(game.image_of_move(move, number) for move in played_game.moves),
            )
            for number in self.numbers
        )

    def _follow_past_shared_positions(self, walks: Sequence[_Walk]) -> None:
        """Follow each game to one ply behind its last shared position.

        Shared: it stands more than once, in the graph or behind it.
        """
        stands = Counter(visit.node for walk in walks for visit in walk.visits)
        behind = {walk: (len(walk.visits), self._filter_places_behind(walk)) for walk in walks}
        alone: dict[int, _Walk] = {}
        until = dict.fromkeys(walks, 0)
        going = deque(walks)
        while going:
            while going:
                walk = going.popleft()
                while not walk.over and (len(walk.visits) < until[walk] or stands[walk.end] > 1):
                    self._follow_one_ply(walk)
                    stands[walk.end] += 1
                    if walk.end in alone:
                        going.append(alone.pop(walk.end))
                if not walk.over:
                    alone[walk.end] = walk
            for walk in walks:
                until[walk] = self._count_occurrences_until_known(walk, *behind[walk])
                if until[walk]:
                    alone.pop(walk.end, None)
                    going.append(walk)

    def _filter_places_behind(self, walk: _Walk) -> array[int]:
        """Return filter places of the positions behind a game's end."""
        return array(
            "q",
            (
                _BloomFilter.bit_of_words(_position_words(self.game, position))
                for position in self._positions_behind(walk)
            ),
        )

    def _positions_behind(self, walk: _Walk) -> Iterator[Position]:
        """Yield the positions behind a game's end, unturned."""
        node, turn = walk.visits[-1]
        position = self.game.image(self.positions[node], turn)
        for move in walk.played.moves[len(walk.visits) - 1 :]:
            position = self.game.play(position, move)
            yield position

    def _count_occurrences_until_known(self, walk: _Walk, first_ply: int, filter_places: array[int]) -> int:
        """Return the occurrences up to the last existing node; 0: none.

        `filter_places` are those of its positions from the ply `first_ply` on.
        """
        for ply in reversed(range(len(walk.visits), len(walk.played.moves) + 1)):
            if self._images.may_hold(filter_places[ply - first_ply]):
                position = next(islice(self._positions_behind(walk), ply - len(walk.visits), None))
                if min(self._words_of_images(position)) in self._nodes:
                    return ply + 1
        return 0


def _position_words(game: Game, position: Position) -> tuple[int, ...]:
    return tuple(game.position_words(position))
