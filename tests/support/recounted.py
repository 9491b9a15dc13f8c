"""Counts anew what the explorer counts: by pandas, from verdict JSON and the diagrams of a replay, with no position word and no graph."""

import json
import subprocess
from pathlib import Path

import pandas as pd
from repository import NODE, ROOT

import kifu
from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import games_of_verdict
from analysis.explorer.position_graph import GraphCollector

COUNTS = "['at_nodes', 'at_edges', 'first_at', 'first_by']"
SCRIPT = f"""
import fs from "node:fs";
import {{ Graph }} from "{(ROOT / "kifu/web/static/graph.js").as_uri()}";
const [path] = process.argv.slice(1);
const data = JSON.parse(fs.readFileSync(path));
const wanted = data.wanted || null;
const counted = data.graphs.map((each) => {{
  const graph = new Graph(each);
  if (wanted) graph.count((game) => wanted.includes(each.games.players[each.games.first[game]]));
  return Object.fromEntries({COUNTS}.map((name) => [name, [...graph[name]]]));
}});
console.log(JSON.stringify(counted));
"""
"""Counts as the page does; prints the columns of the counts of each graph."""


def counted(made, folder, wanted=None):
    """Return what the page counts of a JSON of graphs; with `wanted`, of the games of 先手 with these names alone."""
    path = Path(folder) / "explorer.json"
    path.write_text(json.dumps({**made, "wanted": wanted}), encoding="utf-8")
    ran = subprocess.run(
        [NODE, "--input-type=module", "-e", SCRIPT, str(path)], stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(ran.stdout)


def turned(game, position):
    """Return the lowest diagram of all images of a position, and whether that image exchanges the sides."""
    images = (
        (game.spell_diagram(game.image(position, number)), turn.exchanges)
        for number, turn in enumerate(game.symmetries)
    )
    return min(images)


def rows_of(documents, plies):
    """Return a row a ply of the games that have no fault, from verdict JSON and a replay, and the keys that are drawn.

    The columns: game (in the order of the documents), ply, key, winner on the key's board. Drawn is what stands in the first
    `plies` plies of a game, and what games come to on their way to the last position that is drawn anyway, one ply further.
    """
    verdicts = [verdict for document in documents for verdict in kifu.verify(document)]
    rows, seen = [], set()
    for number, verdict in enumerate(verdicts):
        told = json.loads(json.dumps(verdict.to_json()))
        if told["status"] not in {"CONFIRMED", "DECLARED", "UNFINISHED"}:
            continue
        keys = [turned(verdict.game, position) for position in verdict.replay.positions]
        way = tuple(key for key, _ in keys)
        if way in seen:
            continue
        seen.add(way)
        winner = told["outcome"]["winner"] if told["outcome"] else None
        exchanged = {"first": "second", "second": "first"}
        rows += [
            (number, ply, key, exchanged.get(winner, winner) if turn else winner or "none")
            for ply, (key, turn) in enumerate(keys)
        ]
    table = pd.DataFrame(rows, columns=["game", "ply", "key", "winner"]).fillna({"winner": "none"})
    ends = table.groupby("game")["ply"].max()
    last = ends.clip(upper=plies)
    often = table["key"].value_counts()
    while True:
        drawn = set(table.loc[table["ply"] <= table["game"].map(last), "key"])
        again = table[table["key"].isin(drawn) & (table["key"].map(often) > 1)]
        on = (again.groupby("game")["ply"].max() + 1).clip(upper=ends).reindex(ends.index).fillna(0).astype(int)
        if (on <= last).all():
            return table, drawn
        last = last.clip(lower=on)


def recounted(followed):
    """Return the games of each key, and of each step from a key to another, by winner, in all plies of all games: two tables."""
    nodes = followed.pivot_table(index="key", columns="winner", values="game", aggfunc="nunique", fill_value=0)
    after = followed.assign(ply=followed["ply"] - 1)[["game", "ply", "key"]]
    steps = followed.merge(after, on=["game", "ply"], suffixes=("", "_after")).drop_duplicates(
        ["game", "key", "key_after"]
    )
    of_steps = ["key", "key_after"]
    return nodes, steps.pivot_table(index=of_steps, columns="winner", values="game", aggfunc="nunique", fill_value=0)


def compare(documents, plies, folder):
    """Compare both counts of records of one kind of game; return (games, nodes, moves) compared. Raises AssertionError."""
    gathered = GraphCollector(plies)
    for document in documents:
        for verdict in kifu.verify(document):
            for game in games_of_verdict(verdict):
                gathered.add_game(game)
    (graph,) = graphs = gathered.graphs()
    (page,) = counted(explorer_json(graphs, gathered.rejected), folder)
    table, keys_drawn = rows_of(documents, plies)
    nodes, steps = recounted(table)
    nodes = nodes.loc[sorted(keys_drawn)]
    assert len(graph.games) == nodes.loc[[turned(graph.game, graph.positions[0])[0]]].to_numpy().sum() or graph.copies
    keys = [turned(graph.game, position) for position in graph.positions]
    for number, (key, exchanged) in enumerate(keys):
        found = as_columns(page["at_nodes"], number, exchanged)
        assert found == wanted(nodes, key), (number, key, found)
    edges = [(node, move) for node, moves in enumerate(graph.edges) for move in moves]
    drawn = 0
    for number, (node, move) in enumerate(edges):
        key, exchanged = keys[node]
        found = as_columns(page["at_edges"], number, exchanged)
        if sum(found.values()):
            drawn += 1
            assert found == wanted(steps, (key, keys[move.child][0])), (node, move)
    assert {key for key, _ in keys} >= keys_drawn
    # Of each key that stands twice, or within the first plies, all steps of all games are drawn.
    edge_keys = {(keys[node][0], keys[move.child][0]) for node, move in edges}
    often, early = table["key"].value_counts(), set(table.loc[table["ply"] < plies, "key"])
    for key, after in steps.index:
        assert key not in keys_drawn or (often[key] == 1 and key not in early) or (key, after) in edge_keys
    return len(graph.games), len(nodes), drawn


def as_columns(counts, number, exchanged):
    """Return the four counts of a node or a move by winner, on the board of its key."""
    none, first, second, draw = counts[4 * number : 4 * number + 4]
    return {
        "none": none,
        "first": second if exchanged else first,
        "second": first if exchanged else second,
        "draw": draw,
    }


def wanted(table, key):
    """Return the counts of a row by winner."""
    row = table.loc[key] if key in table.index else {}
    return {winner: int(row.get(winner, 0)) for winner in ("none", "first", "second", "draw")}
