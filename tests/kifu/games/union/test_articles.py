"""Tests what each article of the Union games forbids, and the article cited for a move that breaks several."""

import pytest
from each import each, rows_beside

from kifu.core.errors import InvalidMove, InvalidSetup
from kifu.core.game.rules import Notice
from kifu.core.game.text import split_diagram

RUN = "丸・ v三・ ・四 ・丸 ・・ ・・ ・・ 03"
AT_TARGET = """
    AA BB CC DD EE ・・ ・・ 01
    ・・ ・・ ・・ ・・ ・・ ・・ F・ 04
    vA・ ・・ ・・ ・・ ・・ ・・ ・・ 07
    手番：{}
"""


@each(("rules", "board", "moves", "ja", "en"), rows_beside(__file__, "sentences.txt"))
def test_sentences(ace, king, master, rules, board, moves, ja, en):  # noqa: PLR0913, PLR0917 - a fixture a game, a column each
    """The refusal of the last move says why, word for word in both languages."""
    table = {"ace": ace, "king": king, "master": master}[rules.partition("/")[0]]
    table.game = game = table.game.configure(rules, {})
    position = game.start() if board == "start" else table.position(board.replace(" / ", "\n"))
    *before, last = moves.split(" → ")
    for text in before:
        position = game.play_legal(position, game.read(text).move)
    message = game.explain(position, game.resolve(position, game.read(last))).message
    assert (message.ja, message.en) == (ja, en)


@each(
    ("text", "article"),
    [
        ("パス", "union.1"),
        ("五05丸内", "master.1"),
        ("五05丸内反", "master.1"),
        ("一03-一02白丸内", "master.1"),
        ("五03-五04丸内", "union.2"),  # nothing there
        ("二03-二04三内", "union.2"),  # the other side's
        ("一03-一02黒丸内", "union.2"),  # so it says
        ("一03-一02丸外", "union.2"),  # the wrong part
        ("一03-一02三内", "union.2"),  # another kind
        ("一03-五05丸内", "union.2"),  # no line
        ("一03-二03-五03丸内", "union.2"),  # no move has three points
        ("一03-一03丸内", "union.2"),
        ("一03-一03丸内反", "union.8"),
        ("一03-一05丸内", "union.3"),
        ("一03-六03丸内", "union.4"),
        ("一03-二03丸内", "union.4"),
        ("一03-二03丸内合", "union.6"),
        ("一03-三03丸内合", "union.6"),
        ("一03-四03丸内", "union.5"),
        ("一03-五03丸内合", "union.5"),
        ("一03-一02丸内合", "union.5"),
        ("一03-四03丸内合", None),
        ("一03-四03丸内反合", None),
        ("一03-五03丸内", None),
        ("一03-五03丸内反", None),
        ("a3-e3oi~", None),
        ("a3-d3oi~&", None),
    ],
)
def test_in_the_moving_half_of_ace(ace, text, article):
    """The piece, the path, the landing, in this order."""
    position = ace.position(RUN)
    breach = ace.game.explain(position, ace.game.resolve(position, ace.game.read(text)))
    assert (breach and breach.article) == article


def test_no_promotion_twice_in_ace(ace):
    """An Ace 昇格コマ is not turned back (union.8); the figure written comes first (union.2)."""
    position = ace.position("丸'・ ・・ ・・ ・・ ・・ ・・ ・・ 03")
    assert ace.article(position, "一03-二03丸内反") == "union.8"
    assert ace.article(position, "一03-二03三内反") == "union.2"


def test_king_turns_either_way(king):
    """In King a piece may be turned back; the kind written is the one showing after the move (union.8)."""
    position = king.position("丸・ ・・ ・・ ・・ ・・ ・・ ・・ 03")
    assert king.article(position, "一03-二03丸内反") == "union.2"
    turned = king.after(position, "一03-二03四内反")
    back = king.after(turned._replace(turn=0), "二03-三03丸内反")
    assert king.game.cell(back, 2 * 7 + 2) == "丸・"


def test_a_point_with_two_takes_no_third(king):
    """A pair is flown over, not joined (union.6)."""
    position = king.position("丸・ v丸v丸 ・・ ・・ ・・ ・・ ・・ 03")
    assert king.article(position, "一03-二03丸内合") == "union.6"
    assert king.article(position, "一03-三03丸内") is None


def test_master_places_first(master):
    """White's pieces and black's in turn, by the other player, front up, on empty points (master.1, master.2)."""
    start = master.game.start()
    assert master.game.turn(start).name == "SECOND"
    assert len(master.moves(start)) == 14 * 49
    once = master.after(start, "四04白A内")
    wrong = {
        "パス": "union.1",
        "四04-四05A内": "master.2",
        "三03-三04A内": "union.2",
        "三03白B内": "master.1",
        "三03A内": "master.1",
        "四04黒A内": "master.2",
        "三03黒A内反": "master.2",
        "三03黒A外合": "master.2",
    }
    for text, article in wrong.items():
        breach = master.game.explain(once, master.game.read(text).move)
        assert breach is not None, text
        assert breach.article == article, text
    twice = master.after(once, "三03黒A内")
    assert master.article(twice, "五05白A内") == "master.1"
    assert master.game.explain(twice, master.game.read("四04-四05A内").move).article == "union.2"
    thrice = master.after(twice, "五05白B内")
    assert master.game.explain(thrice, master.game.read("五05-五06B内").move).article == "master.2"


def test_white_moves_after_the_last_placement(master):
    """Plies 1, 3 … 27 are black's, 2, 4 … 28 white's, and ply 29 is white's again (master.1)."""
    position = master.game.start()
    sides = []
    for _ in range(28):
        sides.append(int(master.game.turn(position)))
        position = master.game.play_legal(position, next(iter(master.game.legal_moves(position))))
    assert sides == [1, 0] * 14
    assert master.game.turn(position).name == "FIRST"
    assert not any("白" in text or "黒" in text for text in master.moves(position))


@pytest.mark.parametrize(("turn", "over"), [("白", True), ("黒", False)])
def test_the_end_is_read_off_the_board(master, turn, over):
    """White at the target: over unless black is to move (master.4)."""
    position = master.position(AT_TARGET.format(turn))
    assert (master.game.outcome(position) is not None) == over
    assert ("パス" in master.moves(position)) == (not over)
    if over:
        assert master.article(position, "七04-七05F内") == "master.4"
        assert master.article(position, "パス") == "master.4"


WALL = """
    game = "ace"
    [board]
    points = ["一01", "二01", "三01", "四01"]
    lines = [["一01", "二01", "三01"], ["三01", "四01"]]
    [start]
    white = {{ {white} }}
    black = {{ {black} }}
"""


def walled(ace, white, black):
    """Return a game on a board of four points in a row, and both lines end at the third point."""
    return ace.game.variant("wall.toml", WALL.format(white=white, black=black))


def test_passing_on_a_board_where_it_happens(ace):
    """On four points black is shut in and passes in writing; nothing else, and white may not (union.9)."""
    game = walled(ace, '"二01" = "内丸", "三01" = "内三"', '"一01" = "内丸"')
    start = game.start()
    assert {game.spell(move) for move in game.legal_moves(start)} == {"三01-四01三内", "三01-四01三内反"}
    assert game.explain(start, game.read("パス").move).article == "union.1"
    shut = start._replace(turn=1)
    assert [game.spell(move) for move in game.legal_moves(shut)] == ["パス"]
    assert game.explain(shut, game.read("パス").move) is None
    assert game.outcome(shut) is None
    assert game.turn(game.play_legal(shut, game.read("パス").move)).name == "FIRST"


def test_neither_side_can_move(ace):
    """A full board without mates ends by the points as they are (union.9, union.10)."""
    game = walled(ace, '"二01" = "内丸", "三01" = "内三"', '"一01" = "内丸", "四01" = "内三"')
    start = game.start()
    assert list(game.legal_moves(start)) == []
    assert game.outcome(start).article == "union.9"
    assert game.outcome(start).outcome.value == "draw"
    assert game.explain(start, game.read("パス").move).article == "union.9"
    breach = game.explain(start, game.read("二01-三01丸内").move)
    assert (breach.article, *breach.message) == (
        "union.9",
        "どちらも動かせる駒がなく、すでに終局しています",
        "the game was already over: neither side can move",
    )


@each(
    ("row", "moves"),
    [
        ("v丸・ 丸・ ・四 v三・", {"二01-三01四内反合", "三01-二01丸外反合"}),
        ("v丸・ 四'・ ・丸 v三・", {"二01-三01丸内反合"}),
        ("v丸・ 丸・ ・八' v三・", {"三01-二01丸外反合"}),
        ("v丸・ 丸・ ・丸 v三・", {"二01-三01丸内合", "三01-二01丸外合"}),
        ("v丸・ 丸・ ・十 v三・", set()),
        ("v丸・ 四・ ・丸 v三・", set()),
        ("v丸・ 丸'・ ・四' v三・", set()),
    ],
)
def test_the_only_move_left_may_be_to_turn_over_and_unite(king, row, moves):
    """On a full board a side whose piece fits once it is turned over can move: it may not pass, nor is it over (union.9)."""
    wall = WALL.replace('"ace"', '"king"').format(white='"二01" = "内丸"', black='"一01" = "内丸"')
    game = king.game.variant("wall.toml", wall)
    position = game.read_diagram(split_diagram(1, enumerate(["一 二 三 四", f"{row} 01", "手番：白"], start=1)))
    assert {game.spell(move) for move in game.legal_moves(position)} == moves
    assert (game.outcome(position) is None) == bool(moves)
    assert game.explain(position, game.read("パス").move).article == ("union.1" if moves else "union.9")
    other = position._replace(turn=1)
    assert [game.spell(move) for move in game.legal_moves(other)] == ["パス"] * bool(moves)


def test_the_fourth_occurrence_is_a_note(king):
    """Repetition ends nothing; the fourth occurrence is mentioned once (union.11)."""
    start = king.game.start()
    assert king.game.history([start] * 3, [], 3) is None
    assert isinstance(king.game.history([start] * 4, [], 4), Notice)
    assert king.game.history([start] * 5, [], 5) is None


@each(
    ("text", "code"),
    [
        ("一03-二03丸", "unknown-unit"),
        ("一03-二03A内", "unknown-unit"),
        ("八03-二03丸内", "square-off-board"),
        ("一03-二03丸内合反", "suffix-order"),
        ("一03-二03丸内反反", "suffix-order"),
        ("一03-二03丸内成", "unknown-suffix"),
        ("一03-二03oi", "mixed-dialects"),
        ("a3-b3oi反", "mixed-dialects"),
    ],
)
def test_what_is_no_move(king, text, code):
    """A text that is no move is an error with its code, in every position."""
    with pytest.raises(InvalidMove) as raised:
        king.game.read(text)
    assert raised.value.code == code


@each(
    ("drawn", "code", "article"),
    [
        ("丸三 ・・ ・・ ・・ ・・ ・・ ・・ 01", "diagram-pair", "union.6"),
        ("丸v丸 ・・ ・・ ・・ ・・ ・・ ・・ 01", "diagram-pair", "union.6"),
        ("丸・ 丸・ ・・ ・・ ・・ ・・ ・・ 01", "diagram-piece-twice", None),
        ("丸・ 四'・ ・・ ・・ ・・ ・・ ・・ 01", "diagram-piece-twice", None),
        ("丸・ ・・ ・・ ・・ ・・ ・・ 01", "diagram-row-length", None),
        ("丸・ ・・ ・・ ・・ ・・ ・・ A・ 01", "diagram-cell", None),
        ("手番：赤", "diagram-field", None),
        ("最終手：黒", "diagram-last-move", "king.2"),
        ("白の残り：内丸 外\n黒の残り：内 外", "diagram-field", None),
    ],
)
def test_what_is_no_diagram_of_king(king, drawn, code, article):
    """A piece twice, a pair that cannot unite, a wrong line: each with its code, and its article where it breaks one."""
    with pytest.raises(InvalidSetup) as raised:
        king.position(drawn)
    assert (raised.value.code, raised.value.article) == (code, article)


@each(
    ("drawn", "code"),
    [
        ("白の残り：内A 外", "diagram-left"),
        ("白の残り：内AB 外\n黒の残り：内A 外", "diagram-left"),
        ("白の残り：内A 外\n黒の残り：内A 外\n手番：白", "diagram-turn"),
        ("A・ ・・ ・・ ・・ ・・ ・・ ・・ 01\n白の残り：内A 外\n黒の残り：内A 外", "diagram-piece-twice"),
        ("白の残り：内AA 外\n黒の残り：内AB 外", "diagram-piece-twice"),
    ],
)
def test_what_is_no_diagram_of_the_placing_half(master, drawn, code):
    """What is left must be possible: white's pieces go down first, one at a time (master.1)."""
    with pytest.raises(InvalidSetup) as raised:
        master.position(drawn)
    assert raised.value.code == code


def test_the_turn_follows_from_what_is_left(master):
    """As many left of both: black places a white piece next; one black piece more: white places it."""
    even = master.position("白の残り：内A 外\n黒の残り：内A 外")
    odd = master.position("白の残り：内 外\n黒の残り：内A 外\n手番：白")
    assert (even.turn, odd.turn) == (1, 0)
    assert master.position("A・ ・・ ・・ ・・ ・・ ・・ ・・ 01").turn == 0
