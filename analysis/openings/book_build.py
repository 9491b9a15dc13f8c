"""Build an opening book from a dataset, with engine values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.explorer.move_tree import TreeLimits, build_tree
from analysis.openings.book import BookEntry, BookMove
from kifu.core.compiled.position_hash import canonical_key
from kifu.core.errors import KifuError
from kifu.core.game.text import diagram_of_text
from kifu.core.outcome import Outcome, Side
from kifu.engine.best_move_and_win_chance import WON, find_best_move
from kifu.engine.solver import can_solve, prove_forced_win

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from analysis.explorer.move_tree import TreeEdge, TreeNode
    from kifu.core.game.game import Game, Position


def game_count_and_book_positions(
    connection: duckdb.DuckDBPyConnection, game: Game, plies: int, min_games: int
) -> tuple[int, list[tuple[Position, BookEntry]]]:
    """Return the number of games, and the distinct book positions without values.

    They are those that `min_games` games or more came to, up to `plies` plies from a start of `min_games` games or more.
    """
    entries: dict[int, tuple[Position, BookEntry]] = {}
    games = 0
    for start in _frequent_starts(connection, game, min_games):
        if canonical_key(game, start) in entries:
            continue
        tree = build_tree(connection, game, start, TreeLimits(plies, min_games), symmetric=True)
        games += tree.nodes[0].tally.games
        for node in tree.nodes:
            if node.edges:
                entries.setdefault(canonical_key(game, node.position), (node.position, _book_entry_of_node(node)))
    return games, list(entries.values())


def evaluate_entries(
    game: Game, entries: Sequence[tuple[Position, BookEntry]], nodes: int
) -> Iterator[tuple[Position, BookEntry]]:
    """Yield the entries with engine values, `nodes` positions a move."""
    for position, entry in entries:
        moves = (_evaluate_move(game, position, each, nodes) for each in entry.moves)
        yield position, entry._replace(moves=tuple(moves))


def _frequent_starts(connection: duckdb.DuckDBPyConnection, game: Game, min_games: int) -> Iterator[Position]:
    """Yield the starts of `min_games` games or more, the most frequent first."""
    rows = connection.execute(
        "SELECT start, count(*) FROM games WHERE game = ? AND rules = ? GROUP BY start HAVING count(*) >= ? "
        "ORDER BY count(*) DESC, start NULLS FIRST",
        [game.id, game.rules, min_games],
    ).fetchall()
    for start, _ in rows:
        try:
            yield game.start() if start is None else game.read_diagram(diagram_of_text(start))
        except KifuError:  # a diagram of another board
            continue


def _book_entry_of_node(node: TreeNode) -> BookEntry:
    return BookEntry(node.tally.games, tuple(_book_move_of_edge(edge, node.side) for edge in node.edges))


def _book_move_of_edge(edge: TreeEdge, side: Side) -> BookMove:
    tally = edge.tally
    won, lost = tally.first_wins, tally.second_wins
    if side is Side.SECOND:
        won, lost = lost, won
    return BookMove(edge.move, won, tally.draws, lost, tally.unfinished)


def _evaluate_move(game: Game, position: Position, book_move: BookMove, nodes: int) -> BookMove:
    """Return a book move with its value by search or proof."""
    mover = game.turn(position)
    after = game.play_legal(position, book_move.move)
    ending = game.outcome(after)
    if ending is not None:
        if ending.outcome is Outcome.DRAW:
            return book_move._replace(value=0)
        wins = ending.outcome is Outcome.win(mover)
        return book_move._replace(value=WON if wins else -WON, proven=0 if wins else None)
    value = find_best_move(game, after, nodes, before=(position,)).value
    proven = None
    if can_solve(game):
        answer = prove_forced_win(game, after, nodes)
        if answer.winner is not None:
            proven = answer.plies if answer.winner == mover else -answer.plies
    sign = 1 if game.turn(after) == mover else -1
    return book_move._replace(value=sign * value, proven=proven)
