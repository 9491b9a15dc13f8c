"""The options of the Union games (last, turn, four, first): boards drawn by hand, records, and counts of lines of play."""

import importlib.util
from pathlib import Path

import pytest
from each import each

import kifu
from kifu.core import games
from kifu.core.compiled.perft_and_expected_counts import perft, read_perft_blocks
from kifu.core.errors import InvalidSetup
from kifu.core.game.counting import opening_plies
from kifu.core.game.text import split_diagram
from kifu.referee.status_fault_and_basis import Status
from notation.reading import read

_spec = importlib.util.spec_from_file_location("naive", Path(__file__).with_name("naive.py"))
naive = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(naive)

CHOICES = [
    (kind, option.name, option.values[1]) for kind in ("ace", "king", "master") for option in games.load(kind).options
]


@pytest.fixture
def under(request):
    """Return a function that gives the table of a game under some options."""

    def table(kind, **options):
        seat = request.getfixturevalue(kind)
        for name, value in options.items():
            seat.game = seat.game.under(name, value)
        return seat

    return table


def verdict(text):
    """Return the verdict on the one record of a text."""
    (only,) = kifu.verify(read("a.kif", text.encode()))
    return only


def told(judged):
    """Return the status, the winner, the article and the termination of a verdict."""
    ending = judged.outcome
    if ending is None:
        return judged.status, None, None, None
    return judged.status, ending.outcome and ending.outcome.value, ending.article, ending.termination.value


def fault(judged):
    """Return the ply and the article of the fault of a verdict."""
    return judged.fault.ply, judged.fault.article


# last: black may not decline the last move.

LINE = """
game = "ace"
[board]
points = ["一01", "二01", "三01", "四01", "五01"]
lines = [["一01", "二01", "三01", "四01", "五01"]]
[start]
white = {}
black = {}
[score]
target = 5
"""


@pytest.mark.parametrize("kind", ["ace", "king", "master"])
@pytest.mark.parametrize("value", ["free", "must"])
def test_the_last_move_has_to_be_made(under, kind, value):
    """Where black can move, パス is union.1 and closing ends nothing; by default both decline the last move."""
    (block,) = [block for block in read_perft_blocks(games.load(kind)) if block.id == "last-move"]
    table = under(kind, last=value)
    position = table.game.read_diagram(split_diagram(block.line, block.diagram))
    assert ("パス" in table.moves(position)) == (value == "free")
    assert (table.game.closed(position) is None) == (value == "must")
    assert table.article(position, "パス") == (None if value == "free" else "union.1")
    after = table.game.play_legal(position, next(iter(table.game.legal_moves(position))))
    assert table.game.outcome(after).article == ("master.4" if kind == "master" else f"{kind}.2")


@pytest.mark.parametrize(
    ("drawn", "moves"),
    [
        ("v丸・ 三三 四四 五五 六・ 01", {"パス"}),
        ("v丸・ 三三 四四 五五 ・・ 01", {"一01-五01丸内", "一01-五01丸内反"}),
    ],
)
def test_black_that_cannot_move_declines_the_last_move(drawn, moves):
    """Where white's pieces shut in black's only piece, パス is the only move and closing declines, as by default."""
    game = games.load("ace").variant("line.toml", LINE).under("last", "must")
    lines = ["一 二 三 四 五", drawn, "手番：黒", "最終手：黒"]
    position = game.read_diagram(split_diagram(1, enumerate(lines, start=1)))
    assert {game.spell(move) for move in game.legal_moves(position)} == moves
    assert game.rules == "line.toml last=must"
    if moves == {"パス"}:
        assert game.closed(position).outcome.value == "first"
        assert game.outcome(game.play_legal(position, game.read("パス").move)).article == "ace.2"
    else:
        assert game.closed(position) is None


REACHED = """\
棋種：ユニオンキング
規則：king/1{}
局面図
一 二 三 四 五 六 七
・・ ・・ ・・ ・・ ・・ ・・ ・・ 01
・・ 丸'丸' ・・ ・・ ・・ v八・ ・v八 02
・・ ・・ 三'三' ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ 四'四' ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ 五'五' ・・ ・・ 05
・・ ・・ ・・ ・・ 六'・ ・六' ・・ 06
・・ ・・ ・・ ・・ ・・ ・・ ・・ 07
手番：白
   1 五06-六06六内合
"""


@each(
    ("end", "by_default", "must"),
    [
        ("まで1手で先手の勝ち\n", "CONFIRMED", "DECLARED"),
        ("まで1手で後手の勝ち\n", "CONTRADICTED", "DECLARED"),
        ("まで1手\n", "CONFIRMED", "UNFINISHED"),
        ("   2 パス\nまで2手で先手の勝ち\n", "CONFIRMED", "ILLEGAL"),
        ("   2 パス\n   3 反則負け\n", "CONTRADICTED", "CONFIRMED"),
        ("   2 六02-七02八内合\nまで2手で先手の勝ち\n", "CONFIRMED", "CONFIRMED"),
    ],
)
def test_a_record_with_the_last_move(end, by_default, must):
    """A record that declines the last move is judged otherwise under last=must; one that makes it is not."""
    assert verdict(REACHED.format("") + end).status == by_default
    judged = verdict(REACHED.format(" last=must") + end)
    assert judged.status == must
    if must == "ILLEGAL":
        assert fault(judged) == (2, "union.1")
        assert "last=must" in judged.fault.message.ja
        assert "last=must" in judged.fault.message.en


# turn: may a piece that lies back up be turned over again?

TURNED = {
    "ace": ("丸'・", "四04-四05丸内反", "once", "both"),
    "king": ("四'・", "四04-四05丸内反", "both", "once"),
    "master": ("D'・", "四04-四05A内反", "both", "once"),
}
"""The 内 of the first kind with its back up on 四04, the move that turns it back, the default and the other value."""


@pytest.mark.parametrize("kind", TURNED)
def test_turning_back(under, kind):
    """A turned piece is turned back only under turn=both; under turn=once that is union.8, after the kind (union.2)."""
    half, text, default, other = TURNED[kind]
    drawn = f"・・ ・・ ・・ {half} ・・ ・・ ・・ 04"
    for value in (default, other):
        table = under(kind, turn=value)
        position = table.position(drawn)
        assert (text in table.moves(position)) == (value == "both")
        assert table.article(position, text) == (None if value == "both" else "union.8")
        wrong = text.replace("丸", "十").replace("A", "G")
        assert table.article(position, wrong) == "union.2"
        assert len(table.moves(position)) == (16 if value == "both" else 8)


@pytest.mark.parametrize(("value", "moves"), [("both", {"一01-二01丸内反合"}), ("once", {"パス"})])
def test_a_side_whose_only_moves_turn_back_passes(value, moves):
    """On a full line white can only turn its 内 back and unite it with its 外; under turn=once it passes (union.9)."""
    game = games.load("king").variant("line.toml", LINE.replace("ace", "king")).under("turn", value)
    lines = ["一 二 三 四 五", "四'・ ・丸 v三v三 ・v六 v六・ 01", "手番：白"]
    position = game.read_diagram(split_diagram(1, enumerate(lines, start=1)))
    assert {game.spell(move) for move in game.legal_moves(position)} == moves
    assert game.outcome(position) is None


@each(("rules", "status"), [("ace/1", "ILLEGAL"), ("ace/1 turn=once", "ILLEGAL"), ("ace/1 turn=both", "UNFINISHED")])
def test_a_record_that_turns_back(rules, status):
    """Ace's text turns a piece over once; a record may choose both ways."""
    judged = verdict(f"棋種：ユニオンエース\n規則：{rules}\n1 四06-四05十内反\n2 四02-四03十内\n3 四05-四06十内反\n")
    assert judged.status == status
    if status == "ILLEGAL":
        assert fault(judged) == (3, "union.8")
        assert "昇格" in judged.fault.message.ja


@pytest.mark.parametrize(("rules", "status"), [("king/1", "UNFINISHED"), ("king/1 turn=once", "ILLEGAL")])
def test_a_record_of_king_that_turns_back(rules, status):
    """King's default is both ways; under turn=once the second 反 is illegal, and the message names the option."""
    board = "一 二 三 四 五 六 七\n" + "".join(
        f"{'・・ ・・ ・・ 丸・ ・・ ・・ v三・' if row == 4 else ' '.join(['・・'] * 7)} {row:02d}\n"
        for row in range(1, 8)
    )
    moves = "1 四04-四05四内反\n2 七04-七05三内\n3 四05-四04丸内反\n"
    judged = verdict(f"棋種：ユニオンキング\n規則：{rules}\n局面図\n{board}手番：白\n{moves}")
    assert judged.status == status
    if status == "ILLEGAL":
        assert fault(judged) == (3, "union.8")
        assert "turn=once" in judged.fault.message.ja
        assert "turn=once" in judged.fault.message.en


# first: does a white piece come first, or the white player?


def test_white_places_first_and_turns_alternate(under):
    """Under first=side plies 1, 3 … 27 are White's, who places black pieces, ply 28 is black's and ply 29 White's again."""
    table = under("master", first="side")
    position = table.game.start()
    assert len(table.moves(position)) == 49 * 14
    assert all("黒" in text for text in table.moves(position))
    sides = []
    for _ in range(28):
        sides.append(int(table.game.turn(position)))
        position = table.game.play_legal(position, next(iter(table.game.legal_moves(position))))
    assert sides == [0, 1] * 14
    assert table.game.turn(position).name == "FIRST"
    assert table.game.double_turn(table.game.start) is None


LEFT = """
AA ・・ ・・ ・・ ・・ ・・ ・・ 01
白の残り：内{} 外
黒の残り：内{} 外
"""


@pytest.mark.parametrize(
    ("white", "black", "by_piece", "by_side"),
    [
        ("BC", "BC", "black", "white"),
        ("BC", "B", None, "black"),
        ("B", "BC", "white", None),
        ("BCD", "B", None, None),
        ("B", "BCD", None, None),
    ],
)
def test_who_places_follows_from_what_is_left(under, white, black, by_piece, by_side):
    """As many of each colour left: white places under first=side; one white piece more left: black does (master.1)."""
    for value, mover in (("piece", by_piece), ("side", by_side)):
        table = under("master", first=value)
        if mover is None:
            with pytest.raises(InvalidSetup) as refused:
                table.position(LEFT.format(white, black))
            assert (refused.value.code, refused.value.article) == ("diagram-left", "master.1")
            assert ("first=side" in refused.value.message.en) == (value == "side")
            continue
        position = table.position(LEFT.format(white, black))
        assert position.turn == ["white", "black"].index(mover)
        assert all("黒白"[position.turn] in text for text in table.moves(position))
        with pytest.raises(InvalidSetup) as refused:
            table.position(LEFT.format(white, black) + f"手番：{'黒白'[position.turn]}\n")
        assert (refused.value.code, refused.value.article) == ("diagram-turn", "master.1")


@each(
    ("rules", "move", "status"),
    [
        ("master/1", "四04白A内", "UNFINISHED"),
        ("master/1", "四04黒A内", "ILLEGAL"),
        ("master/1 first=side", "四04白A内", "ILLEGAL"),
        ("master/1 first=side", "四04黒A内", "UNFINISHED"),
    ],
)
def test_a_record_of_the_first_placement(rules, move, status):
    """Whose piece ply 1 places depends on the reading; the other colour is master.1."""
    judged = verdict(f"棋種：ユニオンマスター\n規則：{rules}\n1 {move}\n")
    assert judged.status == status
    assert status != "ILLEGAL" or fault(judged) == (1, "master.1")


@pytest.mark.parametrize(("rules", "fault_at"), [("master/1", (0, "master.1")), ("master/1 first=side", None)])
def test_a_record_from_a_diagram_of_the_placing_half(under, rules, fault_at):
    """A diagram that one reading cannot lead to is illegal at ply 0 under that reading."""
    table = under("master", first="side")
    board = table.game.spell_diagram(table.position(LEFT.format("BC", "B")))
    judged = verdict(f"棋種：ユニオンマスター\n規則：{rules}\n局面図\n{board}1 四04白B内\n2 五05黒B内\n3 六06白C内\n")
    if fault_at is None:
        assert judged.status is Status.UNFINISHED
    else:
        assert (judged.status, fault(judged)) == (Status.ILLEGAL, fault_at)


# four: does the fourth occurrence of a position end the game?

SHUTTLE = ("四06-四05十内", "四02-四03十内", "四05-四06十内", "四03-四02十内")


def shuttle(rules, plies, end=""):
    """Return a record of Ace in which one piece of each side goes to and fro; ply 12 is the fourth occurrence."""
    moves = "".join(f"{ply + 1} {SHUTTLE[ply % 4]}\n" for ply in range(plies))
    return f"棋種：ユニオンエース\n規則：{rules}\n{moves}{end}"


@each("end", ["", "13 千日手\n", "13 引き分け\n", "13 中断\n", "まで12手で引き分け\n", "まで12手で千日手\n"])
def test_the_fourth_occurrence_is_a_draw(end):
    """Under four=draw the game is over at ply 12, whether the record says so, or nothing, or that it was broken off."""
    judged = verdict(shuttle("ace/1 four=draw", 12, end))
    assert told(judged) == (Status.CONFIRMED, "draw", "union.11", "repetition")
    assert verdict(shuttle("ace/1", 12, end)).status is not Status.CONFIRMED


@pytest.mark.parametrize("end", ["13 投了\n", "まで12手で先手の勝ち\n"])
def test_a_winner_at_the_fourth_occurrence(end):
    """A winner claimed there is contradicted; by default it is declared."""
    judged = verdict(shuttle("ace/1 four=draw", 12, end))
    assert (judged.status, fault(judged)) == (Status.CONTRADICTED, (12, "union.11"))
    assert verdict(shuttle("ace/1", 12, end)).status is Status.DECLARED


def test_a_move_after_the_fourth_occurrence():
    """A further move is illegal by union.11; by default play goes on with a note."""
    judged = verdict(shuttle("ace/1 four=draw", 13))
    assert (judged.status, fault(judged)) == (Status.ILLEGAL, (13, "union.11"))
    judged = verdict(shuttle("ace/1", 13))
    assert judged.status is Status.UNFINISHED
    assert "repetition" in {diagnostic.code for diagnostic in judged.diagnostics}


def test_a_draw_agreed_before_the_fourth_occurrence():
    """千日手 at the third occurrence is agreed under either reading."""
    for rules in ("ace/1", "ace/1 four=draw"):
        judged = verdict(shuttle(rules, 8, "9 千日手\n"))
        assert told(judged)[:2] == (Status.DECLARED, "draw")


# Counts of lines of play.

ALSO = [("few", 3), ("last-move", 2), ("placing", 2), ("middle", 2)]
"""Diagrams of perft.txt, and the depth to which the second computation counts."""


@pytest.mark.parametrize(("kind", "option", "value"), CHOICES)
def test_counts_under_an_option(kind, option, value):
    """From diagrams of perft.txt the rules count as many lines of play as the second computation."""
    game = games.load(kind).under(option, value)
    counted = 0
    for block, depth in (
        (block, depth) for block in read_perft_blocks(game) for name, depth in ALSO if block.id == name
    ):
        try:
            position = game.read_diagram(split_diagram(block.line, block.diagram))
        except InvalidSetup:
            assert (option, block.id) == ("first", "placing")
            continue
        diagram = "\n".join(line for _, line in block.diagram)
        plain = naive.count(naive.drawn(kind, diagram, [f"{option}={value}"]), depth)
        assert perft(game, position, depth, compiled=False) == plain, block.id
        counted += 1
    assert counted >= 3


@pytest.mark.no_cover  # it counts thousands of positions by the rules, which other tests watch
@pytest.mark.parametrize(("kind", "option", "value"), CHOICES)
def test_counts_from_the_start_under_an_option(kind, option, value):
    """From the start all three ways of counting agree to depth 3, for Master to depth 2; compiled goes a ply deeper.

    An option that cannot matter so early gives the counts of perft.txt.
    """
    game = games.load(kind).under(option, value)
    start, depth = game.start(), 2 if kind == "master" else 3
    plain = naive.count(naive.Game(kind, readings=[f"{option}={value}"]), depth)
    assert perft(game, start, depth, compiled=False) == plain
    assert perft(game, start, depth, compiled=True) == plain
    promised = dict(next(block.nodes for block in read_perft_blocks(game) if block.id == "start"))
    deeper = perft(game, start, 4, compiled=True) if kind != "master" else promised.get(4)
    assert (deeper == promised.get(4)) == (option != "turn" or kind == "master")


@each(("kind", "option", "value"), CHOICES)
def test_compiled_counts_under_an_option(kind, option, value):
    """Interpreted and compiled rules count the same from every diagram of perft.txt, where the option allows it."""
    game = games.load(kind).under(option, value)
    for block in (block for block in read_perft_blocks(game) if block.diagram):
        try:
            position = game.read_diagram(split_diagram(block.line, block.diagram))
        except InvalidSetup:
            continue
        for depth in (1, 2):
            assert perft(game, position, depth, compiled=True) == perft(game, position, depth, compiled=False), block.id


def test_the_opening_of_master_is_its_placing_half():
    """The opening lasts while pieces are placed, whoever places the first one."""
    master = games.load("master")
    assert [opening_plies(game) for game in (master, master.under("first", "side"))] == [28, 28]
