"""Moves of 6面体 that name a unit and a direction, as the page writes 巫女→右上→右下."""

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from kifu.core import games
from kifu.core.errors import InvalidMove
from kifu.core.game.text import split_diagram
from kifu.core.move_grammar import DIRECTIONS

SIX = games.load("six")
# One 女 that flies over the 怨 on 五03 to 七01, because 六02 is occupied; two 武.
FLIGHT = """
    ○○○○○○○01
    ○○○○○怨○02
    ○○○○怨○○03
    ○○○女○○○04
    ○○占武領○○05
    ○○○武○○○06
    ○弓○○○騎○07
    手番：後手
"""
FIRST = FLIGHT.replace("手番：後手", "手番：先手")
MANY = """
    武○武○武○○01
    武○武○武○○02
    武○武○武○○03
    武○武○武○○04
    武○武○○○○05
    ○○○○○○○06
    ○○○○○○○07
"""
OVER = """
    怨○○○○○○01
    ○○○武○○○02
    ○○○○○○○03
    ○○○○○○○04
    ○○○○領○○05
    ○○○○○○○06
    ○○○○○○○07
    先手の持駒：0 占不可
    手番：先手
"""


def drawn(text):
    """Return the position of a drawn board."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    return SIX.read_diagram(split_diagram(1, lines))


def meant(board, text):
    """Return the canonical text of the move that a text means on a board."""
    return SIX.spell(SIX.resolve(drawn(board), SIX.read(text)))


def resolved(position, text):
    """Return the move that a text means in a position; None if the game says that it is unclear, or that there is none."""
    reading = SIX.read(text)
    try:
        return SIX.resolve(position, reading)
    except InvalidMove as invalid:
        return {"unclear-direction": None, "no-such-direction": None}[invalid.code]


def refused(board, text):
    """Return the code and the message in Japanese of a text that means no move on a board."""
    reading = SIX.read(text)
    with pytest.raises(InvalidMove) as caught:
        SIX.resolve(drawn(board), reading)
    return caught.value.code, caught.value.message.ja


@each(
    "text",
    [
        "巫女→右上",
        "女→右上",
        "△女→右上",
        "後手：巫女→右上",
        "巫女->右上",
        "巫女ー右上",
        "巫女－右上",
        "巫女 ⇒ 右上",
        "巫女→上右",
        "(巫女→右上)",
        "（女→右上）",
        "△（女→右上）",
        "(△女→右上)",
    ],
)
def test_a_flight(text):
    """The only flight of the 女 to the upper right, with every arrow, mark and bracket that has one meaning."""
    assert meant(FLIGHT, text) == "四04-七01女"


@each(
    ("board", "text", "move"),
    [
        pytest.param(FIRST, "弓→右", None, id="two distances"),
        pytest.param(FIRST, "武→下", "四06-四07武", id="the upper 武 is blocked by the lower one"),
        pytest.param(FIRST, "武士→左下", None, id="two dice"),
        pytest.param(FIRST, "騎→上", None, id="騎 goes nowhere straight"),
        pytest.param(FLIGHT, "怨→左下", None, id="several landings"),
        pytest.param(FLIGHT, "怨霊→下", "五03-五04怨", id="a 怨 of the other side, put again"),
    ],
)
def test_other_units(board, text, move):
    """Any die that moves straight can be named so; a text that fits several moves, or none, is refused with the list."""
    if move is not None:
        assert meant(board, text) == move
        return
    code, message = refused(board, text)
    name, _, way = text.partition("→")
    assert code in {"unclear-direction", "no-such-direction"}
    assert f"{name}→{way}" in message or f"{name}を{way}に" in message


def test_the_moves_that_are_possible_are_listed():
    """The message lists the moves that fit, in canonical text; if none fits, those of the unit; if it has none, it says so."""
    assert "四05-三06武 四06-三07武" in refused(FIRST, "武→左下")[1]
    assert "二07-四07弓 二07-五07弓" in refused(FIRST, "弓→右")[1]
    code, message = refused(FIRST, "騎馬→上")
    assert code == "no-such-direction"
    assert "六07-五05騎 六07-七05騎" in message
    assert "先手に動かせる巫女はありません" in refused(FIRST, "巫女→下")[1]


def test_a_long_list_is_cut():
    """A message lists twelve moves at most, and counts the others."""
    code, message = refused(MANY, "武→右")
    assert code == "unclear-direction"
    assert "武→右」に当たる手は 14 通りあります" in message
    assert message.count("武") == 1 + 12
    assert "ほか 2 手" in message


@each(
    ("board", "text", "article"),
    [
        pytest.param(FLIGHT, "武→下", "six.1", id="a die of the other side"),
        pytest.param(FIRST, "女→右上", "six.1", id="the other side's 女"),
        pytest.param(FIRST, "占→上", "six.6", id="占 does not move"),
        pytest.param(FIRST.replace("○○○武○○○06", "○○○占○○○06"), "武→下", "six.10", id="one's own die"),
    ],
)
def test_an_illegal_step(board, text, article):
    """If one move alone can be meant, and it is illegal, the referee names its article, as for any other move."""
    position = drawn(board)
    assert SIX.explain(position, SIX.resolve(position, SIX.read(text))).article == article


@pytest.mark.parametrize("text", ["巫女→右上→右下", "女→右上→左→左"])
def test_several_arrows(text):
    """The page's two arrows are two moves of one side; the message gives the first, and what to write on the next line."""
    code, message = refused(FLIGHT, text)
    assert code == "two-moves"
    assert "「四04-七01女」" in message
    assert f"→{text.split('→')[2]}」" in message


def test_directions_do_not_turn_with_the_side():
    """上 is the side of row 01 for 先手 and for 後手: the same die goes the same way."""
    board = "○○○○○○○01\n○○○○○○○02\n○○○○○○○03\n○○○武○○○04\n○○○○○○○05\n○○○○○○○06\n○○○○○○○07\n"
    assert meant(board, "武士→上") == "四04-四03武"
    assert meant(board.replace("武", "士") + "手番：後手\n", "武士→上") == "四04-四03士"


@each(
    ("text", "code", "wrong"),
    [
        ("巫女→北", "unknown-direction", "北"),
        ("巫女→", "unknown-direction", ""),
        ("巫女→右上→", "unknown-direction", ""),
        ("巫女→右上右", "unknown-direction", "右"),
        ("巫女→七01", "unknown-direction", "七01"),
        ("M→右上", "not-a-move", "M→右上"),
        ("桂→右上", "not-a-move", "桂→右上"),
        ("巫女右上", "not-a-move", "巫女右上"),
        ("(巫女→北)", "unknown-direction", "北"),
        ("((四04占))", "not-a-move", "((四04占))"),
        ("(四04占", "not-a-move", "(四04占"),
        ("▲(△四04占)", "not-a-move", "(△四04占)"),
        ("（四04桂）", "unknown-unit", "桂"),
        ("()", "not-a-move", ""),
    ],
)
def test_what_is_no_direction(text, code, wrong):
    """A wrong direction, unit or bracket is an InvalidMove at its place."""
    with pytest.raises(InvalidMove) as caught:
        SIX.read(text)
    invalid = caught.value
    assert invalid.code == code
    assert text[invalid.offset : invalid.offset + invalid.width].strip(")）") in {wrong.strip(")）"), text.strip(")）")}
    assert 0 <= invalid.offset <= len(text)


def straight(squares):
    """Return the direction from the first square of a path to the second, on the board as drawn; None if it is not straight."""
    (row, column), (to_row, to_column) = (divmod(square, 7) for square in squares[:2])
    for name, (right, down) in DIRECTIONS.items():
        if any((to_column, to_row) == (column + right * n, row + down * n) for n in range(1, 7)):
            return name
    return None


@given(data=st.data())
def test_a_direction_means_the_only_move_that_fits(data):
    """In any position each unit and direction means its only straight legal move, and is unclear if it has several."""
    position = SIX.start()
    for _ in range(data.draw(st.integers(2, 30))):
        moves = list(SIX.legal_moves(position))
        if not moves:
            return
        position = SIX.play_legal(position, data.draw(st.sampled_from(moves)))
    fitting = {}
    for text in map(SIX.spell, SIX.legal_moves(position)):
        squares = SIX.read(text).written.squares
        if len(squares) > 1 and straight(squares):
            fitting.setdefault((text[-1], straight(squares)), []).append(text)
    dash = data.draw(st.sampled_from(["→", "->", "ー", " → ", "～"]))
    for (unit, way), texts in fitting.items():
        move = resolved(position, f"{unit}{dash}{way}")
        assert (None if move is None else SIX.spell(move)) == (texts[0] if len(texts) == 1 else None)
    unit, way = data.draw(st.sampled_from("占武騎弓巫怨領士馬矢女霊")), data.draw(st.sampled_from(sorted(DIRECTIONS)))
    move = resolved(position, f"{unit}{dash}{way}")
    assert (unit, way) in fitting or move is None or SIX.explain(position, move) is not None


def test_over():
    """A game that is over refuses every direction, since no move is legal; the referee then says that it is over."""
    assert meant(OVER, "武→上") == "四02-四01武"
    lost = drawn(OVER)._replace(fallen=1)
    with pytest.raises(InvalidMove):
        SIX.resolve(lost, SIX.read("怨→上"))
