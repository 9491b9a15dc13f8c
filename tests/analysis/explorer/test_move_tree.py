"""A tree of moves counts as a count by hand does: transpositions and duplicates once, results on the right side."""

from collections import defaultdict

import pytest
from explored import SIX, six

from analysis.explorer import move_tree
from analysis.explorer.move_tree import ResultTally, TreeLimits, build_tree
from kifu.core.compiled.position_hash import pack_position

HERE = object()


def canonical(position, symmetric):
    """Return the words of a position, with `symmetric` the smallest of its images: equal ones are merged."""
    numbers = range(len(SIX.symmetries) if symmetric else 1)
    return min(tuple(pack_position(SIX, SIX.image(position, number))) for number in numbers)


def replayed(connection, symmetric):
    """Return the games that count, as (record, positions, winner)."""
    column = "similar_to" if symmetric else "duplicate_of"
    replayed_games = []
    games = connection.execute(f"SELECT record, winner FROM games WHERE {column} IS NULL").fetchall()  # noqa: S608
    for record, winner in games:
        moves = connection.execute(
            "SELECT code FROM plies WHERE record = ? AND ply > 0 ORDER BY ply", [record]
        ).fetchall()
        positions = [SIX.start()]
        for (move,) in moves:
            positions.append(SIX.play_legal(positions[-1], move))
        replayed_games.append((record, positions, winner))
    return replayed_games


def by_hand(connection, symmetric):
    """Return the results by record for each position, and for each pair of consecutive positions."""
    nodes, edges = defaultdict(dict), defaultdict(dict)
    for record, positions, winner in replayed(connection, symmetric):
        for ply, position in enumerate(positions):
            result = (winner, position.turn)
            here = canonical(position, symmetric)
            nodes[here].setdefault(record, result)
            if ply + 1 < len(positions):
                edges[here, canonical(positions[ply + 1], symmetric)].setdefault(record, result)
    return nodes, edges


def tally(results, turn):
    """Return the tally of results; a game with the other side to move than in the node has its sides exchanged."""
    counts = {"first": 0, "second": 0, "draw": 0, None: 0}
    for winner, to_move in results.values():
        exchanged = {"first": "second", "second": "first"}.get(winner, winner)
        counts[winner if to_move == turn else exchanged] += 1
    return ResultTally(counts["first"], counts["second"], counts["draw"], counts[None])


@pytest.mark.parametrize("symmetric", [False, True])
def test_the_same_as_by_hand(corners, symmetric):
    """Every node and every move of a tree of three plies has the tally of replaying every game."""
    nodes, edges = by_hand(corners, symmetric)
    tree = build_tree(corners, SIX, SIX.start(), TreeLimits(3), symmetric=symmetric)
    assert len(tree.nodes) > 50
    for node in tree.nodes:
        here = canonical(node.position, symmetric)
        assert node.tally == tally(nodes[here], node.side)
        if node.followed:
            expected = {
                after: tally(results, node.side) for (before, after), results in edges.items() if before == here
            }
            counted = {
                canonical(SIX.play_legal(node.position, edge.move), symmetric): edge.tally for edge in node.edges
            }
            assert counted == expected
            assert len(counted) == len(node.edges)
            assert node.tally.games <= node.ended + sum(edge.tally.games for edge in node.edges)


def test_a_tree_from_the_middle(corners):
    """A tree from a position in the middle has the tallies of the whole tree there."""
    whole = build_tree(corners, SIX, SIX.start(), TreeLimits(3))
    for node in whole.nodes[1:6]:
        part = build_tree(corners, SIX, node.position, TreeLimits(1))
        assert part.nodes[0].tally == node.tally
        assert [edge[:2] + edge[3:] for edge in part.nodes[0].edges] == [edge[:2] + edge[3:] for edge in node.edges]


def test_transpositions_are_one_node(open_texts):
    """A position reached in two orders is one node, and its moves are those of both games."""
    connection = open_texts(
        {
            "a.kif": six("一01占", "七07領", "三03占", "七06領", end="先手の勝ち"),
            "b.kif": six("三03占", "七07領", "一01占", "七05領", end="後手の勝ち"),
        }
    )
    tree = build_tree(connection, SIX, SIX.start(), TreeLimits(4))
    merged = [node for node in tree.nodes if node.depth == 3]
    assert len(merged) == 1
    assert merged[0].tally == ResultTally(1, 1, 0, 0)
    assert {edge.text for edge in merged[0].edges} == {"七06領", "七05領"}
    into = [edge for node in tree.nodes for edge in node.edges if edge.child == merged[0].number]
    assert len(into) == 2


def test_duplicates_count_once(open_texts):
    """The same moves again are one game; in a mirror they are one with `symmetric` only."""
    connection = open_texts(
        {
            "a.kif": six("一01占", "二03領", end="先手の勝ち"),
            "again.kif": six("一01占", "二03領", end="先手の勝ち", head=["先手：別人"]),
            "mirror.kif": six("七01占", "六03領", end="先手の勝ち"),
        }
    )
    assert build_tree(connection, SIX, SIX.start()).nodes[0].tally.games == 2
    assert build_tree(connection, SIX, SIX.start(), symmetric=True).nodes[0].tally.games == 1


def test_results_change_sides_with_the_dice(open_texts):
    """A game with its sides exchanged counts its winner for the other side."""
    position = SIX.start()
    for text in ("一01占", "七07領", "二03占"):
        position = SIX.play_legal(position, SIX.resolve(position, SIX.read(text)))
    diagram = SIX.spell_diagram(SIX.image(position, 8))
    connection = open_texts(
        {
            "a.kif": six("一01占", "七07領", "二03占", "四04領", end="先手の勝ち"),
            "b.kif": f"棋種：6面体\n局面図\n{diagram}   1 四04占\nまで1手で先手の勝ち\n",
        }
    )
    node = build_tree(connection, SIX, position, symmetric=True).nodes[0]
    assert node.tally == ResultTally(1, 1, 0, 0)
    (edge,) = node.edges
    assert (edge.text, edge.tally) == ("四04領", ResultTally(1, 1, 0, 0))


def test_the_first_game_is_named_by_its_date(open_texts):
    """The earliest date comes first in any spelling; a game without a date comes last."""
    days = {"a.kif": "開始日時：2013年12月1日", "b.kif": "開始日時：2013/5/20 10:00", "c.kif": "備考：日付なし"}
    connection = open_texts(
        {name: six("一01占", f"七0{row}領", head=[day]) for row, (name, day) in enumerate(days.items(), 1)}
    )
    (edge,) = build_tree(connection, SIX, SIX.start()).nodes[0].edges
    assert edge.earliest.link.endswith("b.kif#0")
    assert edge.tally.games == 3


@pytest.mark.parametrize("symmetric", [False, True])
def test_the_first_game_without_a_date_is_the_first_of_the_sources(open_texts, symmetric):
    """Neither the digest of its moves nor which of several copies counts decides: the sources do, and dates before them."""
    texts = {f"{name}.kif": six("一01占", f"七0{row}領") for row, name in enumerate("gfedcba", 1)}
    connection = open_texts(texts)
    (edge,) = build_tree(connection, SIX, SIX.start(), symmetric=symmetric).nodes[0].edges
    assert edge.earliest.link.endswith("/a.kif#0")


def test_a_copy_may_be_the_first_game(open_texts):
    """Of games with the same moves one counts, the one whose record tells most; the earliest of them is still the first."""
    connection = open_texts(
        {
            "late.kif": six("一01占", "七07領", end="先手の勝ち", head=["開始日時：2020/01/01"]),
            "early.kif": six("一01占", "七07領", head=["開始日時：2010/01/01"]),
        }
    )
    (edge,) = build_tree(connection, SIX, SIX.start()).nodes[0].edges
    assert (edge.earliest.link.rpartition("/")[2], edge.tally) == ("early.kif#0", ResultTally(1, 0, 0, 0))


def test_limits(corners):
    """Only moves of enough games are followed, up to a number a position; all moves are listed."""
    free = build_tree(corners, SIX, SIX.start(), TreeLimits(2))
    limited = build_tree(corners, SIX, SIX.start(), TreeLimits(2, 15, 2))
    assert [edge[:2] for edge in limited.nodes[0].edges] == [edge[:2] for edge in free.nodes[0].edges]
    followed = [edge for edge in limited.nodes[0].edges if edge.child is not None]
    assert len(followed) <= 2
    assert all(edge.tally.games >= 15 for edge in followed)
    assert [node.number for node in limited.nodes] == list(range(len(limited.nodes)))


def test_an_unknown_position_has_a_node_without_games(corners):
    """The tree of a position that never occurred is one node without games."""
    position = SIX.play_legal(SIX.start(), SIX.resolve(SIX.start(), SIX.read("四04占")))
    (node,) = build_tree(corners, SIX, position, TreeLimits(3)).nodes
    assert (node.tally.games, node.edges, node.ended) == (0, (), 0)


def test_shares_are_of_the_side_that_moves(open_texts):
    """A move has the share of the side that makes it; unfinished games are no draws and do not count in it."""
    connection = open_texts(
        {
            "a.kif": six("一01占", "七07領", "三03占", end="後手の勝ち"),
            "b.kif": six("一01占", "七07領", "三04占", end="引き分け"),
            "c.kif": six("一01占", "七07領", "三05占", end="中断"),
        }
    )
    tree = build_tree(connection, SIX, SIX.start(), TreeLimits(2))
    by_move = {row["move"]: row for row in move_tree.tree_rows(tree)}
    assert (by_move["七07領"]["share"], by_move["一01占"]["share"]) == (0.75, 0.25)
    assert by_move["七07領"]["unfinished"] == 1
    assert by_move["七07領"]["low"] < 0.75 < by_move["七07領"]["high"]
    assert (by_move["七07領"]["least"], by_move["七07領"]["most"]) == (1.5 / 3, 2.5 / 3)
    assert list(by_move["七07領"]) == list(move_tree.COLUMNS)
