"""Interpreted solver by the contract alone: AND/OR search, retrograde analysis.

A win within n plies depends only on the position and n: what a game's equality of positions leaves out, such as アゲハマ, counts
here too. The positions before are not counted; a forced win comes to no position twice, so a repetition is no part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kifu.core.outcome import Outcome, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kifu.core.game.game import Game, Position

NODES = 100_000
"""The default budget of nodes: some seconds."""


class BudgetSpent(Exception):
    """The budget is used up."""


class TableNode:
    """An entry of the transposition table."""

    __slots__ = ("after", "ended", "failed", "moves", "position", "replies", "turn", "winner", "won")

    def __init__(self, game: Game, position: Position) -> None:
        """Ask the rules whether the game is over."""
        ending = game.outcome(position)
        self.position = position
        self.turn = game.turn(position)
        self.ended = ending is not None
        self.winner = next((side for side in Side if ending is not None and ending.outcome == Outcome.win(side)), None)
        self.moves: tuple[int, ...] | None = None
        """The legal moves, in their order; None: not yet asked."""
        self.after: dict[int, TableNode] = {}
        self.won = [0 if self.winner == side else INFINITY for side in Side]
        """For each side the fewest plies in which a win is proven."""
        self.failed = [INFINITY if self.ended and self.winner != side else -1 for side in Side]
        """For each side the most plies in which it is proven to have no win."""
        self.replies: list[int | None] = [None, None]
        """For each side, as the attacker, the best move of its last search here."""


INFINITY = 1 << 30


class Searcher:
    """One search with its transposition table.

    It belongs to one call, so that the same call gives the same answer.
    """

    def __init__(self, game: Game, position: Position, nodes: int) -> None:
        """Begin with one position and a budget of positions."""
        self._game = game
        self._nodes: dict[object, TableNode] = {}
        self.budget = nodes
        self.start = self._node_of(position)

    @property
    def node_count(self) -> int:
        """The number of nodes so far."""
        return len(self._nodes)

    def _node_of(self, position: Position) -> TableNode:
        key = tuple(position) if isinstance(position, tuple) else position
        node = self._nodes.get(key)
        if node is None:
            if len(self._nodes) >= self.budget:
                raise BudgetSpent
            node = self._nodes[key] = TableNode(self._game, position)
        return node

    def legal_moves_of(self, node: TableNode) -> tuple[int, ...]:
        """Return the legal moves of a position."""
        if node.moves is None:
            node.moves = () if node.ended else tuple(self._game.legal_moves(node.position))
        return node.moves

    def node_after(self, node: TableNode, move: int) -> TableNode:
        """Return the position after a move.

        Raises Spent if it is a new one and the budget is used up.
        """
        if move not in node.after:
            node.after[move] = self._node_of(self._game.play_legal(node.position, move))
        return node.after[move]

    def reachable_nodes(self, max_nodes: int) -> list[TableNode] | None:
        """Return all reachable positions, the first one first.

        None if they are more than `max_nodes`.
        """
        listed = [self.start]
        known = {id(self.start)}
        for node in listed:
            for move in self.legal_moves_of(node):
                if self.node_count >= max_nodes:
                    return None
                after = self.node_after(node, move)
                if id(after) not in known:
                    known.add(id(after))
                    listed.append(after)
        return listed

    def can_force_win(self, node: TableNode, plies: int, side: Side) -> bool:
        """Tell whether `side` can force a win within a number of plies.

        Raises Spent.
        """
        if node.won[side] <= plies:
            return True
        if node.failed[side] >= plies:
            return False
        if plies <= 0:
            node.failed[side] = 0
            return False
        attacks = node.turn == side
        settled = next(
            (
                move
                for move in self._ordered_moves(node, plies, side)
                if self.can_force_win(self.node_after(node, move), plies - 1, side) == attacks
            ),
            None,
        )
        if settled is not None:
            node.replies[side] = settled
        if (settled is not None) == attacks:
            node.won[side] = plies
            return True
        node.failed[side] = plies
        return False

    def _ordered_moves(self, node: TableNode, plies: int, side: Side) -> Iterator[int]:
        """Move ordering: best move of the last search, then mobility.

        The attacker's moves are ordered by the mobility that they leave.
        """
        first = node.replies[side]
        moves = self.legal_moves_of(node)
        if first is not None:
            yield first
        if plies > 2 and node.turn == side:  # noqa: PLR2004 - a win at once needs no order
            narrow = sorted(moves, key=lambda move: len(self.legal_moves_of(self.node_after(node, move))))
            yield from (move for move in narrow if move != first)
        else:
            yield from (move for move in moves if move != first)


def loses_at_once(game: Game, position: Position, move: int) -> bool:
    """Tell whether a move loses, itself or to an immediate answer."""
    other = Side(1 - game.turn(position))
    after = game.play_legal(position, move)
    lost = Outcome.win(other)
    ended = game.outcome(after)
    if ended is not None:
        return ended.outcome == lost
    answers = (game.outcome(game.play_legal(after, answer)) for answer in game.legal_moves(after))
    return any(ending is not None and ending.outcome == lost for ending in answers)


def set_plies_to_win(nodes: list[TableNode]) -> None:
    """Retrograde analysis: each side's plies to win, INFINITY for never."""
    before: dict[int, list[TableNode]] = {}
    for node in nodes:
        for after in {id(each): each for each in node.after.values()}:
            before.setdefault(after, []).append(node)
    for side in Side:
        layer = [node for node in nodes if node.winner == side]
        won = {id(node) for node in layer}
        plies = 0
        while layer:
            plies += 1
            candidates = {id(node): node for after in layer for node in before.get(id(after), ())}
            layer = [
                node
                for key, node in candidates.items()
                if key not in won
                and (any if node.turn == side else all)(id(after) in won for after in node.after.values())
            ]
            for node in layer:
                won.add(id(node))
                node.won[side], node.failed[side] = plies, plies - 1
        for node in nodes:
            if id(node) not in won:
                node.failed[side] = INFINITY


def winning_line(searcher: Searcher, side: Side, plies: int) -> tuple[int, ...]:
    """Return the principal variation of a win of `side` within `plies` plies.

    The loser defends as long as possible.
    """
    line = []
    node = searcher.start
    searcher.budget = INFINITY
    while not node.ended:
        moves = searcher.legal_moves_of(node)
        if node.turn == side:
            move = next(
                move for move in moves if searcher.can_force_win(searcher.node_after(node, move), plies - 1, side)
            )
            plies -= 1
        else:
            left = {
                move: next(n for n in range(plies) if searcher.can_force_win(searcher.node_after(node, move), n, side))
                for move in moves
            }
            move = max(moves, key=lambda candidate: left[candidate])
            plies = left[move]
        line.append(move)
        node = searcher.node_after(node, move)
    return tuple(line)


def line_without_win(searcher: Searcher) -> tuple[int, ...]:
    """Line without a win for either side, to a repetition or draw."""
    node = searcher.start
    seen: set[object] = set()
    line = []
    while not node.ended and node.position not in seen:
        seen.add(node.position)
        move = next(
            move for move in searcher.legal_moves_of(node) if min(searcher.node_after(node, move).won) == INFINITY
        )
        line.append(move)
        node = searcher.node_after(node, move)
    return tuple(line)
