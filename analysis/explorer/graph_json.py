"""JSON of a position graph, delta-coded as columns of small integers.

Nodes are told by differences, which are small: a node's parent by how far it lies before it, a move's child by how far it lies
behind the node (edges stand in the order of their nodes), a game's visits by steps from the one before. Nothing is counted here: a page counts the games that its filters leave, so each game comes with the nodes that it visited.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from analysis.explorer.position_graph import symmetry_products
from kifu.core import lazy_imports_extras_and_package_files
from kifu.core.message import Message
from kifu.core.outcome import SIDE_IDS, Outcome, Side
from kifu.recording.game_drawing_and_catalogue_json import drawing_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from analysis.explorer.position_graph import GamePath, PositionGraph
    from kifu.core.game.drawing import Token
    from kifu.core.game.game import Game, Position

FORMAT = "kifu-explorer/1"
TAIL = 12
"""The moves that are named of each game behind the last position that is drawn."""
WINNERS = (None, *(outcome.value for outcome in Outcome))
"""The results as numbers: none, 先手, 後手, a draw."""


class MoveValues(NamedTuple):
    """Engine values of moves, for the side that moves."""

    nodes: int
    """The positions that it searched for each."""
    moves: dict[int, tuple[int | None, int | None]]
    """By the number of the move among all of the graph: its value in the game's units, and the plies of a proven win; below 0 of a loss."""


def explorer_json(
    graphs: Iterable[PositionGraph],
    rejected: int = 0,
    find_values: Callable[[PositionGraph], MoveValues | None] = lambda _graph: None,
) -> dict[str, Any]:
    """Return graphs as JSON; `find_values` returns the moves' values.

    `rejected` games were not counted.
    """
    written = [_Writer(graph).json() | {"values": _values_json(find_values(graph))} for graph in graphs]
    return {
        "format": FORMAT,
        "version": lazy_imports_extras_and_package_files.program_version(),
        "rejected": rejected,
        "graphs": written,
    }


def _values_json(values: MoveValues | None) -> dict[str, Any] | None:
    if values is None:
        return None
    rows = sorted(values.moves.items())
    columns: list[list[Any]] = [[edge for edge, _ in rows], *([said[place] for _, said in rows] for place in (0, 1))]
    return {"nodes": values.nodes, **dict(zip(("edge", "value", "proven"), columns, strict=True))}


class _ValueNumbers:
    """Numbers for values in the order in which they come."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[object, int] = {}

    def number_of_value(self, value: object) -> int:
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


class _Moves:
    """Numbered moves with their orbits, so that pages can turn them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._table = _ValueNumbers()
        self.orbits: list[list[int]] = []
        self.places: list[tuple[int, int]] = []

    def number_of_move(self, move: int) -> int:
        known = len(self._table.values)
        number = self._table.number_of_value(move)
        if number == known:
            images = [self._game.image_of_move(move, symmetry) for symmetry in range(len(self._game.symmetries))]
            for symmetry, image in enumerate(images):
                if self._table.number_of_value(image) == len(self.places):
                    self.places.append((len(self.orbits), symmetry))
            self.orbits.append(list(map(self._table.number_of_value, images)))
        return number

    def json(self) -> dict[str, Any]:
        """Return the texts, each move's orbit and symmetry, and the orbits."""
        return {
            "texts": list(map(self._game.spell, self._table.values)),
            "orbit": [orbit for orbit, _ in self.places],
            "image": [symmetry for _, symmetry in self.places],
            "orbits": [number for images in self.orbits for number in images],
        }


class _Writer:
    """Writes one graph."""

    def __init__(self, graph: PositionGraph) -> None:
        self.graph = graph
        self.game: Game = graph.game
        self.moves = _Moves(self.game)
        self.contents = _ValueNumbers()
        self.contents.number_of_value(())
        self.exchanged: dict[int, int] = {0: 0}
        self.beside = _ValueNumbers()
        self.exchanging = next((n for n, turn in enumerate(self.game.symmetries) if turn.exchanges), None)

    def json(self) -> dict[str, Any]:
        """Return the JSON of the graph: columns of nodes, edges, games."""
        game, graph = self.game, self.graph
        nodes, edges, games = self._node_columns(), self._edge_columns(), self._games_json(graph.games)
        board = game.board
        names = map(board.spell, range(board.columns * board.rows))
        return {
            "game": game.id,
            "rules": game.rules,
            "head": dict(game.required_head),
            "look": drawing_json(game),
            "plies": graph.plies,
            "copies": graph.copies,
            "squares": [name if board.parse(name) is not None else None for name in names],
            "symmetries": [
                {"name": turn.name.to_json(), "squares": list(turn.squares), "exchanges": turn.exchanges}
                for turn in game.symmetries
            ],
            "composed": symmetry_products(game),
            "nodes": nodes,
            "edges": edges,
            "games": games,
            "moves": self.moves.json(),
            "contents": [list(map(_token_json, tokens)) for tokens in self.contents.values],
            "exchanged": [self.exchanged.get(number, number) for number in range(len(self.contents.values))],
            "beside": [None if said is None else said.to_json() for said in self.beside.values],
        }

    def _node_columns(self) -> dict[str, list[int]]:
        """Return columns of the nodes: parents, sides, hands, changed squares."""
        game, graph = self.game, self.graph
        boards: list[dict[int, int]] = []
        columns: dict[str, list[int]] = {
            name: [] for name in ("parent", "side", "first", "second", "changes", "at", "what")
        }
        for node, (position, parent) in enumerate(zip(graph.positions, graph.parents, strict=True)):
            board = self._square_contents(position)
            before = boards[parent] if parent >= 0 else {}
            changed = sorted({at for at in board.keys() | before.keys() if board.get(at) != before.get(at)})
            boards.append(board)
            columns["parent"].append(node - parent if parent >= 0 else 0)
            columns["side"].append(int(game.turn(position)))
            for name, side in zip(SIDE_IDS, Side, strict=True):
                columns[name].append(self.beside.number_of_value(_units_beside_board_text(game, position, side)))
            columns["changes"].append(len(changed))
            columns["at"] += changed
            columns["what"] += [board.get(at, 0) for at in changed]
        return columns

    def _square_contents(self, position: Position) -> dict[int, int]:
        """Return the content of occupied squares, as numbers of `contents`."""
        known = len(self.contents.values)
        board = {
            at: self.contents.number_of_value(tokens) for at, tokens in _tokens_by_square(self.game, position).items()
        }
        if self.exchanging is not None and len(self.contents.values) > known:
            squares = self.game.symmetries[self.exchanging].squares
            image = _tokens_by_square(self.game, self.game.image(position, self.exchanging))
            for at, what in board.items():
                self.exchanged[what] = self.contents.number_of_value(image[squares[at]])
                self.exchanged[self.exchanged[what]] = what
        return board

    def _edge_columns(self) -> dict[str, list[int]]:
        rows = [(node, move) for node, moves in enumerate(self.graph.edges) for move in moves]
        return {
            "moves": list(map(len, self.graph.edges)),
            "to": [move.child - node for node, move in rows],
            "move": [self.moves.number_of_move(move.move) for _, move in rows],
            "turn": [move.turn for _, move in rows],
        }

    def _games_json(self, games: Sequence[GamePath]) -> dict[str, Any]:
        """Return the games: sources, results, ways through the graph."""
        sources = [each.played.source for each in games]
        players, events, dates = _ValueNumbers(), _ValueNumbers(), _ValueNumbers()
        tails = [each.played.moves[len(each.visits) - 1 :][:TAIL] for each in games]
        sides = [[players.number_of_value(source.players[side]) for source in sources] for side in Side]
        return {
            "source": [source.link for source in sources],
            "address": [source.address for source in sources] if any(source.address for source in sources) else [],
            "first": sides[0],
            "second": sides[1],
            "date": [dates.number_of_value(source.date) for source in sources],
            "day": [source.date_number or 0 for source in sources],
            "event": [events.number_of_value(source.event) for source in sources],
            "strength": [max((n for n in source.engine_nodes if n is not None), default=-1) for source in sources],
            "winner": [WINNERS.index(each.played.winner) for each in games],
            "plies": [len(each.played.moves) for each in games],
            "visited": [len(each.visits) for each in games],
            "visits": [step for each in games for step in _delta_coded_nodes(each)],
            "turns": [visit.turn for each in games for visit in each.visits],
            "tails": list(map(len, tails)),
            "tail": [self.moves.number_of_move(move) for tail in tails for move in tail],
            "players": players.values,
            "events": events.values,
            "dates": dates.values,
        }


def _delta_coded_nodes(path: GamePath) -> Iterator[int]:
    """Yield the nodes of a game, delta-coded after the first."""
    before = 0
    for visit in path.visits:
        yield visit.node - before
        before = visit.node


def _tokens_by_square(game: Game, position: Position) -> dict[int, tuple[Token, ...]]:
    """Return the tokens of occupied squares, without the square's name."""
    tokens = sorted(game.tokens(position), key=lambda token: (token.square, token.form, token.side))
    return {at: tuple(token._replace(square=0) for token in on) for at, on in groupby(tokens, attrgetter("square"))}


def _token_json(token: Token) -> dict[str, str]:
    return {"side": SIDE_IDS[Side(token.side)], "text": token.text, "form": token.form.value}


def _units_beside_board_text(game: Game, position: Position, side: Side) -> Message | None:
    """Return a side's units beside the board in words, if any.

    Units that are there once are seen on the board.
    """
    said = game.beside(position, side)
    held = {} if game.places_once else game.held(position, side)
    units = " ".join(f"{unit}{number}" for unit, number in held.items() if number)
    if not units:
        return said
    return Message(units, units) if said is None else Message(f"{said.ja} {units}", f"{said.en} {units}")
