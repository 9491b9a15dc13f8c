"""The patterns of the explorer find the positions that those of the datasets find: the same clauses, turned, exchanged and near."""

import json
import random
import subprocess

import pytest
from repository import NODE, ROOT

import kifu
from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import games_of_verdict
from analysis.explorer.position_graph import GraphCollector
from analysis.openings.pattern_matcher import Clause, Matcher, Pattern
from kifu.core import games
from notation.random_record import random_game_as_kif
from notation.reading import read

STATIC = (ROOT / "kifu/web/static").as_uri()
SCRIPT = f"""
import fs from "node:fs";
import {{ Graph }} from "{STATIC}/graph.js";
import {{ matching }} from "{STATIC}/matching.js";
const {{ data, patterns }} = JSON.parse(fs.readFileSync(process.argv[1]));
const graph = new Graph(data);
const holds = ({{ side, text }}) => data.contents.map((tokens) => (side ? tokens.filter((one) => one.side === side && one.text === text).length : Number(!tokens.length)));
const read = (clause) => ({{ ...clause, holds: holds(clause), most: clause.most ?? Infinity }});
console.log(JSON.stringify(patterns.map((pattern) => matching(graph, {{ ...pattern, clauses: pattern.clauses.map(read) }}))));
"""
SIX = games.load("six")


def units():
    """Return the kind of unit, with its owner, that each of two texts on a board shows."""
    position = SIX.start()
    for move in ("四04占", "一01領"):
        position = SIX.play_legal(position, SIX.resolve(position, SIX.read(move)))
    texts = {token.square: token.text for token in SIX.tokens(position)}
    return {texts[each.square]: (each.side, each.unit) for each in SIX.standing(position)}


@pytest.mark.skipif(NODE is None, reason="no node is here")
def test_it_finds_what_the_matcher_finds(tmp_path):
    """A hundred random patterns over the positions of some games of 6面体."""
    gathered, dice, kinds = GraphCollector(9), random.Random(3), units()
    text = "\n".join(random_game_as_kif(SIX, seed, 9) for seed in range(12))
    for verdict in kifu.verify(read("g.kif", text.encode())):
        for game in games_of_verdict(verdict):
            gathered.add_game(game)
    (graph,) = gathered.graphs()
    (data,) = explorer_json([graph])["graphs"]
    patterns, wanted = [], []
    for _ in range(100):
        clauses, asked = [], []
        for _ in range(dice.randint(1, 3)):
            shown = dice.choice(["占", "領", None])
            squares = dice.sample(range(49), dice.choice([1, 3, 20]))
            least, most = dice.randint(0, 2), dice.choice([None, None, 3])
            clauses.append(
                Clause(None if shown is None else frozenset([kinds[shown]]), frozenset(squares), least, most)
            )
            side = {"占": "first", "領": "second", None: None}[shown]
            asked.append({"side": side, "text": shown, "squares": squares, "least": least, "most": most})
        turned, exchanged, near = dice.random() < 0.5, dice.random() < 0.5, dice.choice([0, 0, 1])
        matcher = Matcher(SIX, Pattern(tuple(clauses), turned, exchanged, near))
        wanted.append([node for node, position in enumerate(graph.positions) if matcher.match(position) is not None])
        patterns.append({"clauses": asked, "turned": turned, "exchanged": exchanged, "near": near})
    path = tmp_path / "asked.json"
    path.write_text(json.dumps({"data": data, "patterns": patterns}), encoding="utf-8")
    ran = subprocess.run([NODE, "--input-type=module", "-e", SCRIPT, str(path)], stdout=subprocess.PIPE, check=True)
    assert json.loads(ran.stdout) == wanted
    assert sum(0 < len(found) < len(graph.positions) for found in wanted) > 20
