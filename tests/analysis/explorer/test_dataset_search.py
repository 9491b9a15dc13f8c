"""A position is found after any order of moves, in its images too, and never by its key alone."""

import pytest
from explored import SIX, corner_games, dataset, six
from recounted import as_columns, counted, turned
from repository import NODE

import kifu
from analysis.corpus.dataset_queries import game_ids, open_dataset
from analysis.explorer.dataset_search import PositionHit, find_position, games_of_dataset, sources_of_games
from analysis.explorer.graph_json import explorer_json
from analysis.explorer.move_tree import TreeLimits, build_tree
from analysis.explorer.position_graph import GraphCollector
from kifu.core import games
from kifu.core.compiled.position_hash import position_key
from notation.reading import read


def after(*texts, game=SIX):
    """Return the position after some moves from the start."""
    position = game.start()
    for text in texts:
        position = game.play_legal(position, game.resolve(position, game.read(text)))
    return position


def places(connection, game, position, **options):
    """Return the places of a position: names of files and plies."""
    hits = find_position(connection, game, position, **options)
    by_record = sources_of_games(connection, [hit.record for hit in hits])
    return sorted((by_record[hit.record].link.rpartition("/")[2], hit.ply) for hit in hits)


def test_a_position_is_found_after_any_order_of_moves(open_texts):
    """Two orders of the same moves lead to one position; another game is not found."""
    connection = open_texts(
        {
            "a.kif": six("一01占", "七07領", "三03占", "七06領"),
            "b.kif": six("三03占", "七07領", "一01占"),
            "c.kif": six("三03占", "七07領", "一02占"),
        }
    )
    assert places(connection, SIX, after("一01占", "七07領", "三03占")) == [("a.kif#0", 3), ("b.kif#0", 3)]
    assert places(connection, SIX, after("一01占")) == [("a.kif#0", 1)]
    assert places(connection, SIX, after("四04占")) == []
    assert len(places(connection, SIX, SIX.start())) == 3


def test_images_are_found_and_say_by_which_symmetry(open_texts):
    """A mirrored game is found only with `symmetric`, and its symmetry turns it into the sought position."""
    connection = open_texts({"a.kif": six("一01占", "二03領"), "b.kif": six("七01占", "六03領")})
    sought = after("一01占", "二03領")
    assert places(connection, SIX, sought) == [("a.kif#0", 2)]
    hits = find_position(connection, SIX, sought, symmetric=True)
    turned = {SIX.symmetries[hit.symmetry].name.en for hit in hits}
    assert turned == {"as it is", "left and right"}


def test_exchanged_sides_are_found(open_texts):
    """The same dice with the sides and the turn exchanged are the same position up to symmetry."""
    setup = "局面図\n" + SIX.spell_diagram(SIX.image(after("一01占", "七07領", "二03占"), 8))
    connection = open_texts(
        {"a.kif": six("一01占", "七07領", "二03占"), "b.kif": "棋種：6面体\n" + setup + "   1 四04占\n"}
    )
    hits = find_position(connection, SIX, after("一01占", "七07領", "二03占"), symmetric=True)
    assert [SIX.symmetries[hit.symmetry].exchanges for hit in hits].count(True) == 1
    assert len(hits) == 2


def test_equal_keys_are_no_proof(open_texts):
    """A game whose row has the sought key but another position is not found."""
    connection = open_texts({"a.kif": six("一01占"), "b.kif": six("四04占")})
    sought = after("一01占")
    connection.execute("CREATE TABLE forged AS SELECT * FROM plies")
    connection.execute("UPDATE forged SET key = ? WHERE ply = 1", [position_key(SIX, sought)])
    connection.execute("DROP VIEW plies; ALTER TABLE forged RENAME TO plies")
    assert places(connection, SIX, sought) == [("a.kif#0", 1)]


def test_a_game_under_another_board_of_the_same_name_is_not_found(open_texts):
    """A move that is illegal under the given rules proves that a game was played under other rules."""
    king = games.load("king")
    sought = after("一06-一05十内", game=king)
    connection = open_texts({"a.kif": "棋種：ユニオンキング\n   1 一06-一05十内\n"})
    assert places(connection, king, sought) == [("a.kif#0", 1)]
    rows = [[f"{column}{row:02d}" for column in "一二三四五六七"] for row in range(1, 8)]
    variant = king.variant("king/1", f'game = "king"\n[board]\nlines = {rows}\n'.replace("'", '"'))
    assert places(connection, variant, variant.start()) == [("a.kif#0", 0)]
    assert places(connection, variant, sought) == []


def test_games_of_a_match_and_setups_are_found(open_texts):
    """Each game of a match is named by its number; a setup is found at ply 0."""
    king = games.load("king")
    move = king.spell(next(king.legal_moves(king.start())))
    text = f"棋種：ユニオンキング\n対局：前半\n   1 {move}\nまで1手で中断\n対局：後半\n   1 {move}\nまで1手で中断\n"
    diagram = SIX.spell_diagram(after("四04占", "一01領"))
    connection = open_texts({"match.kif": text, "study.kif": f"棋種：6面体\n局面図\n{diagram}   1 四05武\n"})
    assert game_ids(connection) == ["king", "six"]
    assert places(connection, king, after(move, game=king)) == [("match.kif#0.1", 1), ("match.kif#0.2", 1)]
    assert places(connection, SIX, after("四04占", "一01領")) == [("study.kif#0", 0)]


def test_every_position_of_a_dataset_is_found(corners):
    """Each place of each game is among the places found for its position."""
    rows = corners.execute("SELECT record, ply, key FROM plies WHERE ply = 5 ORDER BY record LIMIT 10").fetchall()
    for record, ply, number in rows:
        moves = corners.execute(
            "SELECT move FROM plies WHERE record = ? AND ply BETWEEN 1 AND ? ORDER BY ply", [record, ply]
        ).fetchall()
        hits = find_position(corners, SIX, after(*(text for (text,) in moves)))
        assert PositionHit(record, ply, 0) in hits
        in_order = "SELECT record, ply FROM plies JOIN games USING (record) WHERE key = ? ORDER BY file, index, ply"
        expected = corners.execute(in_order, [number])
        assert [hit[:2] for hit in hits] == expected.fetchall()


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
    gathered = GraphCollector(6)
    with open_dataset(dataset(tmp_path / "data", distinct(corner_games(40, plies=6)))) as connection:
        for game in games_of_dataset(connection):
            gathered.add_game(game)
        tree = build_tree(connection, SIX, SIX.start(), TreeLimits(depth=3), symmetric=True)
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
