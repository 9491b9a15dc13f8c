"""The graph of many games: its numbers are those of pandas, its boards and texts those of the rules, turned as the board is."""

import json
import random
import subprocess
from itertools import product

import pytest
from each import each
from recounted import compare, counted
from repository import NODE, ROOT
from small_records import SHUFFLE, shuffled

import kifu
from analysis.explorer.graph_json import explorer_json
from analysis.explorer.played_game import GameSource, games_of_verdict
from analysis.explorer.position_graph import GraphCollector, symmetry_products
from analysis.tables.significance import wilson_intervals
from kifu.core import games
from kifu.core.compiled.position_hash import is_same_position
from notation.formats.kif_canonical_writer import compose_record, spell_closing_line
from notation.random_record import random_game_as_kif
from notation.reading import read

GAMES = [games.load(game_id) for game_id in games.ids()]
SIX = games.load("six")
MIRROR = str.maketrans("一二三四五六七", "七六五四三二一")
with_node = pytest.mark.skipif(NODE is None, reason="no node is here")


def document(texts, name="games.kif"):
    """Return a file with records."""
    return read(name, "\n".join(texts).encode())


def six(*moves, end="", head=""):
    """Return a record of 6面体."""
    lines = "".join(f"{ply:4} {move}\n" for ply, move in enumerate(moves, start=1))
    return f"棋種：6面体\n{head}手数----指手---------消費時間--\n{lines}{end}"


def gathered(document, plies=14):
    """Return the games of a file, gathered."""
    made = GraphCollector(plies)
    for verdict in kifu.verify(document):
        for game in games_of_verdict(verdict):
            made.add_game(game)
    return made


def told(document, plies=14):
    """Return the JSON of the graphs of a file."""
    made = gathered(document, plies)
    return explorer_json(made.graphs(), made.rejected)


def mirrored(text):
    """Return a record of 6面体 with its columns in a mirror."""
    head, line, moves = text.partition("手数----")
    return head + line + moves.translate(MIRROR)


@with_node
@each("game", GAMES, ids=lambda game: game.id)
def test_the_counts_are_those_of_pandas(game, tmp_path):
    """Each position and each move of a dozen games has the same counts, with copies, mirrored ones and games that go on together."""
    texts = [random_game_as_kif(game, seed, 9) for seed in range(9)]
    head, line, moves = texts[0].partition("手数----")
    rows = moves.splitlines()
    shorter = [head + line + "\n".join(rows[:stop]) + "\n" for stop in (4, 6, 8)]
    texts += [*shorter, texts[1]]
    if game.id == "six":
        texts += [mirrored(texts[0]), mirrored(shorter[1])]
    found, nodes, moves = compare([document(texts)], 3, tmp_path)
    assert (found, nodes > 20, moves > 20) == (12, True, True)


@with_node
def test_sides_that_are_exchanged_and_positions_that_come_again(tmp_path):
    """A game begun by 後手 is one of 先手 with the sides exchanged, and so is its result; a game counts once, however often it is there."""
    empty = "局面図\n" + "".join(f"{'○' * 7}{row:02d}\n" for row in range(1, 8))
    begun = f"棋種：6面体\n{empty}先手の持駒：15 占可\n後手の持駒：15 占可\n手番：後手\n"
    texts = [
        six("四04占", "四05領", "三04占", end="4 投了\nまで3手で先手の勝ち\n"),
        six("四04占", "一05領", end="3 投了\nまで2手で後手の勝ち\n"),
        f"{begun}1 四04領\n2 四05占\n3 三04領\n4 投了\nまで3手で後手の勝ち\n",
        f"{begun}1 四04領\n2 七07占\n3 投了\nまで2手で先手の勝ち\n",
        shuffled(2),
        shuffled(1),
    ]
    games, _, moves = compare([document(texts)], 9, tmp_path)
    assert (games, moves) == (5, 9)


def wandering(game, seed, plies, start):
    """Return a record of random moves from `start`, in which a unit mostly goes back to where it has come from."""
    draw, position, moves = random.Random(seed), start, []
    back = ["", ""]
    while len(moves) < plies and (legal := list(game.legal_moves(position))):
        undoing = [move for move in legal if back[0] and game.spell(move).startswith(back[0])]
        move = draw.choice(undoing if undoing and draw.random() < 0.8 else legal)
        squares = game.spell(move)[:7].split("-")
        back = [back[1], "-".join(reversed(squares)) if len(squares) == 2 else ""]
        position = game.play(position, move)
        moves.append(move)
    return compose_record(game, {}, moves, spell_closing_line(len(moves), None), start)


@with_node
@each("plies", [1, 2, 5])
@each("game", [game for game in GAMES if game.id in {"six", "ace", "rengo"}], ids=lambda game: game.id)
def test_positions_that_games_come_back_to(game, plies, tmp_path):
    """Behind --plies too: whatever games come to a position that is drawn, and go on from it, is counted as by pandas."""
    start = random_position(game, 20)
    if game.id == "six":  # of its many moves few come back
        start = kifu.verify(document([SHUFFLE]))[0].replay.positions[0]
    texts = [wandering(game, seed, 30, start) for seed in range(12)]
    games, _, _ = compare([document(texts)], plies, tmp_path)
    assert games > 6
    (graph,) = gathered(document(texts), plies).graphs()
    assert any(len(followed.visits) > plies + 1 for followed in graph.games)


def test_a_game_that_comes_back_alone():
    """D leaves what A, B and C play, and comes to a position of theirs behind the first plies: four games, not three."""
    there = ["四03-三03武", "六05-六06士"]
    ways = [
        there,
        [*there, "三03-三02武"],
        [*there, "三03-三04武"],
        ["四03-四02武", "六05-六06士", "四02-四03武", "六06-六05士", *there],
    ]
    texts = [SHUFFLE + "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, 1)) for moves in ways]
    (graph,) = gathered(document(texts), plies=1).graphs()
    assert len(graph.games) == 4
    node = graph.games[0].visits[2].node
    assert sum(any(visit.node == node for visit in game.visits) for game in graph.games) == 4


def test_of_moves_that_lead_to_the_same_the_lowest_is_named():
    """Three corners of the empty board are one move."""
    (graph,) = gathered(document([six(move, "四04領") for move in ("七07占", "一07占", "一01占")])).graphs()
    assert [SIX.spell(move.move) for move in graph.edges[0]] == [
        min(("七07占", "一07占", "一01占"), key=lambda text: SIX.resolve(SIX.start(), SIX.read(text)))
    ]
    assert graph.copies == 2


@with_node
def test_the_intervals_are_wilsons():
    """The page's intervals are those of the tables, also of no game, of nothing but wins, and of halves."""
    asked = [(points / 2, games) for games in range(12) for points in range(2 * games + 1)]
    script = f'import {{ wilson }} from "{(ROOT / "kifu/web/static/interval.js").as_uri()}"; console.log(JSON.stringify({json.dumps(asked)}.map((each) => wilson(...each))))'
    ran = subprocess.run([NODE, "--input-type=module", "-e", script], stdout=subprocess.PIPE, check=True)
    wanted = [tuple(map(float, wilson_intervals(points, games))) for points, games in asked]
    assert [tuple(pair) for pair in json.loads(ran.stdout)] == [pytest.approx(pair, abs=1e-12) for pair in wanted]


@each("game", GAMES, ids=lambda game: game.id)
def test_two_symmetries_make_a_third(game):
    """The table of symmetries is that of the images of positions."""
    table, position = symmetry_products(game), random_position(game, 5)
    for one, other in product(range(len(game.symmetries)), repeat=2):
        assert is_same_position(
            game, game.image(game.image(position, other), one), game.image(position, table[one][other])
        )


def random_position(game, plies):
    """Return the position after some random moves."""
    dice, position = random.Random(plies), game.start()
    for _ in range(plies):
        position = game.play_legal(position, dice.choice([*game.legal_moves(position)]))
    return position


@each("game", GAMES, ids=lambda game: game.id)
def test_boards_and_texts_turn_as_the_rules_turn_them(game):
    """The boards that changes add up to are those of the positions, and so are they, their units and their moves turned."""
    made = gathered(document([random_game_as_kif(game, seed, 12) for seed in range(3)]))
    (graph,), (data,) = made.graphs(), explorer_json(made.graphs())["graphs"]
    nodes, moves = data["nodes"], data["moves"]
    boards, change = [], 0
    for node, position in enumerate(graph.positions):
        board = dict(boards[node - nodes["parent"][node]]) if nodes["parent"][node] else {}
        for _ in range(nodes["changes"][node]):
            board[nodes["at"][change]] = nodes["what"][change]
            change += 1
        boards.append(board)
        for number, turn in enumerate(data["symmetries"]):
            drawn = set()
            for at, what in board.items():
                for token in data["contents"][data["exchanged"][what] if turn["exchanges"] else what]:
                    drawn.add((turn["squares"][at], *token.values()))
            image = game.image(position, number)
            names = ("first", "second")
            assert drawn == {(one.square, names[one.side], one.text, one.form.value) for one in game.tokens(image)}
    of_moves = [move.move for node in graph.edges for move in node]
    for code, number in zip(of_moves, data["edges"]["move"], strict=True):
        for symmetry in range(len(game.symmetries)):
            orbit = moves["orbit"][number] * len(game.symmetries)
            turned = moves["orbits"][orbit + data["composed"][symmetry][moves["image"][number]]]
            assert moves["texts"][turned] == game.spell(game.image_of_move(code, symmetry))


def test_copies_and_faults_are_left_out_and_said():
    """A game and its mirror are one; an illegal record is counted as such, and no other number holds it."""
    one = six("一01占", "二02領", "三03占")
    made = told(document([one, mirrored(one), six("一01占", "一01領"), one]))
    (graph,) = made["graphs"]
    assert (made["rejected"], graph["copies"], graph["games"]["plies"]) == (1, 2, [3])


def test_games_are_followed_together_and_no_further():
    """Two games are followed as far as they share their positions, and one ply further; a third one ends with the first plies."""
    shared = ["一01占", "二02領", "三03占", "四05領", "五01占", "六06領"]
    texts = [
        six(*shared, "七01占", "七07領"),
        six(*shared, "七02占", "七07領"),
        six("四04占", "四05領", "三04占", "三03領"),
    ]
    (graph,) = told(document(texts), plies=2)["graphs"]
    assert graph["games"]["visited"] == [8, 8, 3]
    assert graph["games"]["tails"] == [1, 1, 2]
    texts_of = graph["moves"]["texts"]
    assert [texts_of[move] for move in graph["games"]["tail"]] == ["七07領", "七07領", "三04占", "三03領"]


@with_node
def test_the_first_game_is_that_of_the_first_date(tmp_path):
    """By date, then games without a date in the order of the records; a filter leaves the first of those that it keeps."""
    dated = [("甲", "2026/03/01"), ("乙", "2026-01-05 10:00"), ("丙", "2026/13/41"), ("丁", "")]
    texts = [
        six("一01占", f"{square}領", head=f"先手：{name}\n開始日時：{date}\n")
        for square, (name, date) in zip(("二02", "二03", "三03", "四04"), dated, strict=True)
    ]
    made = told(document(texts))
    (graph,) = made["graphs"]
    names = [graph["games"]["players"][number] for number in graph["games"]["first"]]
    assert names == ["乙", "甲", "丙", "丁"]
    assert graph["games"]["day"] == [20260105, 20260301, 0, 0]
    (page,) = counted(made, tmp_path)
    assert (page["first_at"][0], page["first_by"][0]) == (0, 0)
    (page,) = counted(made, tmp_path, wanted=["丙", "丁"])
    assert (page["first_at"][0], sum(page["at_nodes"][:4])) == (2, 2)


def test_kinds_are_apart():
    """Games under other rules, or on another board, are not counted together."""
    made = told(
        document(
            [six("一01占"), six("一01占", head="規則：six/1 four=draw\n"), random_game_as_kif(games.load("king"), 1, 4)]
        )
    )
    assert sorted((graph["game"], graph["rules"]) for graph in made["graphs"]) == [
        ("king", "king/1"),
        ("six", "six/1"),
        ("six", "six/1 four=draw"),
    ]


@pytest.mark.parametrize(
    ("name", "nodes"), [("A (2,000 nodes)", 2000), ("探索 500局面", 500), ("山田 太郎", None), ("1000", None)]
)
def test_the_strength_of_a_search_stands_in_its_name(name, nodes):
    """A person has none."""
    assert GameSource("x#0", (name, "")).engine_nodes == (nodes, None)


def test_a_hostile_record_is_text():
    """Whatever names, dates and events hold reaches the JSON as text, and the JSON is JSON."""
    evil = "</script><script>alert(1)</script>\u2028"
    made = told(document([six("一01占", head=f"先手：{evil}\n棋戦：{evil}\n")], name=f"{evil}.kif"))
    assert json.loads(json.dumps(made)) == made
    assert evil.rstrip("\u2028") in made["graphs"][0]["games"]["players"][0]
