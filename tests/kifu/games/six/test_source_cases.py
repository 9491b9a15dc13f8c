"""Tests the cases that the source itself prints, board by board.

◎ marks where the die in the middle may go, △ where one may be placed. The side to move is 先手 throughout, as in the
source.
"""

import pytest
from six_pictures import ARCHER, FLIGHTS, GHOST, HORSE, MAIDEN, SET_ANEW, TERRITORY, WARRIOR, board, unmarked

HEAD = "一二三四五六七"
SQUARES = [f"{column}{row:02d}" for row in range(1, 8) for column in HEAD]


@pytest.fixture(name="case")
def _case(six, read):
    return Case(six, read)


class Case:
    """Draws what the rules allow into the board it is about."""

    def __init__(self, six, read):
        self.six = six
        self.read = read

    def moves(self, text):
        """Return the texts of the legal moves on a drawn board."""
        return [self.six.spell(move) for move in self.six.legal_moves(self.read(text))]

    def marked(self, text, squares, mark="◎"):
        """Return the board with `squares` marked."""
        rows = board(text).split("\n")
        cells = [list(row[:7]) for row in rows]
        for square in squares:
            cells[int(square[1:]) - 1][HEAD.index(square[0])] = mark
        return "\n".join("".join(row) + f"{number:02d}" for number, row in enumerate(cells, start=1))

    def reached(self, text, *origins, flights=False):
        """Return the board with the squares marked that the dice on `origins` may reach, beating in flight or not."""
        paths = [move[:-1].split("-") for move in self.moves(text)]
        wanted = 3 if flights else 2
        return self.marked(text, [path[-1] for path in paths if len(path) == wanted and path[0] in origins])

    def placed(self, text, character):
        """Return the board with the squares marked where `character` may be placed."""
        return self.marked(
            text, [move[:3] for move in self.moves(text) if len(move) == 4 and move[3] == character], "△"
        )

    def after(self, text, *moves):
        """Return the board after `moves`, all of 先手: after each, the board is drawn anew with 先手 to move."""
        for move in moves:
            position = self.read(text)
            number = self.six.resolve(position, self.six.read(move))
            assert self.six.explain(position, number) is None, move
            text = board(self.six.spell_diagram(self.six.play_legal(position, number)))
        return text


@pytest.mark.parametrize(
    ("drawn", "origin"),
    [
        pytest.param(GHOST, "五03", id="怨"),
        pytest.param(WARRIOR, "四04", id="武"),
        pytest.param(HORSE, "四04", id="騎"),
        pytest.param(ARCHER, "四04", id="弓"),
        pytest.param(MAIDEN, "四04", id="巫①"),
        pytest.param(SET_ANEW, "五03", id="怨②③"),
    ],
)
def test_where_a_die_goes(case, drawn, origin):
    """The die reaches exactly the squares the source marks, and beats nothing in flight where no enemy stands."""
    assert case.reached(unmarked(drawn), origin) == board(drawn)
    assert case.reached(unmarked(drawn), origin, flights=True) == board(unmarked(drawn))


@pytest.mark.parametrize("character", "武騎弓巫")
def test_where_the_others_are_placed(case, character):
    """武, 騎, 弓 and 巫 are placed exactly where the source marks the neighbours of the 占."""
    assert case.placed(unmarked(TERRITORY), character) == board(TERRITORY)


def test_territory_stands_still_and_is_placed_anywhere(case):
    """The 占 of the same diagram goes nowhere, a further one may be placed on every empty square, a 怨 on none."""
    text = unmarked(TERRITORY)
    assert case.reached(text, "四04") == board(text)
    assert case.placed(text, "占") == board(text).replace("○", "△")
    assert case.placed(text, "怨") == board(text)


def test_diagram_of_flights(case):
    """The ④ diagram holds no enemy die: its ◎ are flights ③, each reached, and no flight beats."""
    text = unmarked(FLIGHTS)
    everywhere = case.reached(text, "五02", "一04", "三07")
    shown = "".join(
        "◎" if mark == "◎" and there == "◎" else printed
        for mark, there, printed in zip(board(FLIGHTS), everywhere, board(text), strict=True)
    )
    assert shown == board(FLIGHTS)
    assert case.reached(text, *SQUARES, flights=True) == board(text)


def test_diagram_of_flights_ghost_by_ghost(case):
    """Each of its three 怨 goes where the source marks its line, and besides to the neighbours of its 巫 (②)."""
    text = unmarked(FLIGHTS)
    assert case.reached(text, "五02") == board("""
    ○○◎◎◎○○01
    ◎◎◎巫怨○○02
    ○○◎◎◎○○03
    怨○○○○○○04
    巫○○○○○○05
    ○○○巫○○○06
    ○○怨○○○○07
    """)
    assert case.reached(text, "一04") == board("""
    ○○○○○○○01
    ○○○巫怨○○02
    ○○○○○○○03
    怨◎○○○○○04
    巫◎○○○○○05
    ◎◎○巫○○○06
    ◎○怨○○○○07
    """)
    assert case.reached(text, "三07") == board("""
    ○○○○○○○01
    ○○○巫怨○○02
    ○○○○○○◎03
    怨○○○○◎○04
    巫○◎◎◎○○05
    ○○◎巫◎○○06
    ○○怨◎◎○○07
    """)


TRADES = {
    "武": (
        "四04-五04武",
        """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○○○武領○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        """,
        """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○○○霊武○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        """,
    ),
    "騎": (
        "三04-五05騎",
        """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○○騎○○○○04
        ○○○○領○○05
        ○○○○○○○06
        ○○○○○○○07
        """,
        """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○○霊○○○○04
        ○○○○騎○○05
        ○○○○○○○06
        ○○○○○○○07
        """,
    ),
    "弓": (
        "二04-五04弓",
        """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○弓○○領○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        """,
        """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○霊○○弓○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        """,
    ),
}


@pytest.mark.parametrize("face", TRADES)
def test_trades(case, face):
    """The three examples of beating: the beaten 領 becomes a 霊 on the square that the attacker left."""
    move, before, after = TRADES[face]
    assert case.after(before, move) == board(after)


FIRST_EXAMPLE = """
    一二三四五六七
    ○○○○○怨○01
    ○○○○巫○○02
    ○○○士○○士03
    ○○矢○○矢○04
    ○馬○○巫○○05
    ○○○怨○○○06
    ○○馬○○○○07
"""
FIRST_EXAMPLE_AFTER = """
    一二三四五六七
    ○○○○○○○01
    ○○○○巫○○02
    ○○○霊○○士03
    ○○矢○○矢○04
    ○馬○○巫○○05
    怨○○怨○○○06
    ○○馬○○○○07
"""


@pytest.mark.parametrize("move", ["六01-四03-一06怨霊", "六01-四03-一06怨"])
def test_first_example(case, move):
    """④例１: the move the source gives leads from its left diagram to its right one, in either spelling."""
    assert case.after(FIRST_EXAMPLE, move) == board(FIRST_EXAMPLE_AFTER)


def test_first_example_other_victims(case):
    """④例１: 三04 or 二05 may be beaten instead, always landing on 一06, the only empty square of the line."""
    flights = [move for move in case.moves(FIRST_EXAMPLE) if move.count("-") == 2]
    assert flights == ["六01-四03-一06怨", "六01-三04-一06怨", "六01-二05-一06怨"]
    assert case.after(FIRST_EXAMPLE, "六01-三04-一06怨霊") == board("""
    ○○○○○○○01
    ○○○○巫○○02
    ○○○士○○士03
    ○○霊○○矢○04
    ○馬○○巫○○05
    怨○○怨○○○06
    ○○馬○○○○07
    """)
    assert case.after(FIRST_EXAMPLE, "六01-二05-一06怨霊") == board("""
    ○○○○○○○01
    ○○○○巫○○02
    ○○○士○○士03
    ○○矢○○矢○04
    ○霊○○巫○○05
    怨○○怨○○○06
    ○○馬○○○○07
    """)


def test_first_example_no_landing(case):
    """④例１: the 怨 on 四06 cannot fly, since no square of its line is empty; it is only set anew by ②."""
    assert case.reached(FIRST_EXAMPLE, "四06", flights=True) == board(FIRST_EXAMPLE)
    assert case.reached(FIRST_EXAMPLE, "四06") == board("""
    ○○○○○怨○01
    ○○○○巫○○02
    ○○○士○○士03
    ○○矢◎◎矢○04
    ○馬○◎巫◎○05
    ○○○怨◎◎○06
    ○○馬○○○○07
    """)


SECOND_EXAMPLE = """
    一二三四五六七
    ○○○○○○○01
    矢巫怨士馬○○02
    ○○○○○○○03
    ○○士領馬巫怨04
    ○○○○○○○05
    ○矢士馬巫怨○06
    ○○○○○○○07
"""
SECOND_EXAMPLE_AFTER = """
    一二三四五六七
    ○○○○○○○01
    霊巫○士馬怨○02
    ○○○○○○○03
    怨○士霊馬巫○04
    ○○○○○○○05
    ○霊士馬巫○怨06
    ○○○○○○○07
"""


@pytest.mark.parametrize(
    ("origin", "landings"),
    [
        (
            "三02",
            """
            ○○○○○○○01
            矢巫怨士馬◎◎02
            ○○○○○○○03
            ○○士領馬巫怨04
            ○○○○○○○05
            ○矢士馬巫怨○06
            ○○○○○○○07
            """,
        ),
        (
            "七04",
            """
            ○○○○○○○01
            矢巫怨士馬○○02
            ○○○○○○○03
            ◎◎士領馬巫怨04
            ○○○○○○○05
            ○矢士馬巫怨○06
            ○○○○○○○07
            """,
        ),
        (
            "六06",
            """
            ○○○○○○○01
            矢巫怨士馬○○02
            ○○○○○○○03
            ○○士領馬巫怨04
            ○○○○○○○05
            ◎矢士馬巫怨◎06
            ○○○○○○○07
            """,
        ),
    ],
)
def test_second_example_landings(case, origin, landings):
    """④例２: each 怨 that beats lands exactly where the source lists."""
    assert case.reached(SECOND_EXAMPLE, origin, flights=True) == board(landings)


def test_second_example_victims(case):
    """④例２: each flight beats any one enemy die beyond its 巫, and none before it."""
    beaten = {origin: set() for origin in ("三02", "七04", "六06")}
    for move in case.moves(SECOND_EXAMPLE):
        path = move[:-1].split("-")
        if len(path) == 3:
            beaten[path[0]].add(path[1])
    assert beaten == {"三02": {"一02"}, "七04": {"五04", "四04", "三04"}, "六06": {"四06", "三06", "二06"}}


def test_second_example_right_hand_diagram(case):
    """④例２: the three flights together, one in each row, lead to the right-hand diagram."""
    flights = ("三02-一02-六02怨霊", "六06-二06-七06怨霊", "七04-四04-一04怨霊")
    assert case.after(SECOND_EXAMPLE, *flights) == board(SECOND_EXAMPLE_AFTER)


def test_second_example_beats_the_last_territory(six, read):
    """④例２: the 領 on 四04 is the only one drawn, so beating it in flight ends the game at once (six.14)."""
    position = read(SECOND_EXAMPLE)
    after = six.play_legal(position, six.resolve(position, six.read("七04-四04-一04怨霊")))
    ending = six.outcome(after)
    assert (ending.outcome.value, ending.termination.value, ending.article) == ("first", "elimination", "six.14")
    assert list(six.legal_moves(after)) == []
