"""The explorer's graph of a dataset counts as the tree does: the same games, results and first games for each move."""

import pytest
from explored import SIX, corner_games, dataset
from recounted import as_columns, counted, turned
from repository import NODE

import kifu
from analysis.corpus.dataset import open_dataset
from analysis.explorer.build_graph import Gathered
from analysis.explorer.dataset_games import played_games
from analysis.explorer.graph_json import explorer_json
from analysis.explorer.move_tree import TreeLimits, grow
from notation.reading import read


def distinct(texts):
    """Return the records without copies: of those that end differently each count may take another."""
    kept = {}
    for name, text in texts.items():
        (verdict,) = kifu.verify(read(name, text.encode()))
        images = range(len(SIX.symmetries))
        moves = min(tuple(SIX.image_of_move(move, number) for move in verdict.replay.moves) for number in images)
        kept.setdefault(moves, (name, text))
    return dict(kept.values())


@pytest.mark.skipif(NODE is None, reason="no node is here")
def test_it_counts_as_the_tree_does(tmp_path):
    """Forty games that meet again and again, mirrored and with the sides exchanged: each move of the tree is in the graph."""
    gathered = Gathered(6)
    with open_dataset(dataset(tmp_path / "data", distinct(corner_games(40, plies=6)))) as connection:
        for game in played_games(connection):
            gathered.add(game)
        tree = grow(connection, SIX, SIX.start(), TreeLimits(depth=3), symmetric=True)
    (graph,) = gathered.graphs()
    (page,) = counted(explorer_json([graph]), tmp_path)
    keys = [turned(SIX, position) for position in graph.positions]
    edges = {}
    for number, (node, move) in enumerate((node, move) for node, moves in enumerate(graph.edges) for move in moves):
        edges[keys[node][0], keys[move.child][0]] = number, keys[node][1]
    sources = [each.played.source for each in graph.games]
    compared = 0
    for node in (each for each in tree.nodes if each.followed):
        here, exchanged = turned(SIX, node.position)
        for edge in node.edges:
            number, of_graph = edges[here, turned(SIX, SIX.play_legal(node.position, edge.move))[0]]
            tally = edge.tally
            first, second = (
                (tally.second_wins, tally.first_wins) if exchanged else (tally.first_wins, tally.second_wins)
            )
            wanted = {"none": tally.unfinished, "first": first, "second": second, "draw": tally.draws}
            assert as_columns(page["at_edges"], number, of_graph) == wanted
            assert sources[page["first_by"][number]].date == (edge.earliest.date_written or "")
            compared += 1
    assert compared > 40
