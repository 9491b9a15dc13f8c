"""Tests how a game of 6面体 ends: by the last 占 (six.14), by a standstill (six.15), and not by repetition (six.16)."""

import pytest
from each import each
from six_boards import ALL_BEATEN, FLIGHT, MELEE, MELEE_SECOND, played, rows

from kifu.core.outcome import Outcome, Termination
from kifu.games.six import rules
from kifu.referee.status_fault_and_basis import Status
from kifu.referee.verify import verify
from notation.reading import read as read_file

LAST_TERRITORY = """
    ○○○○○○○01
    ○○○○○○○02
    ○○武領○○○03
    ○○占○○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
    先手の持駒：13 占不可
    後手の持駒：13 占可
"""
LAST_BEFORE_A_FLIGHT = """
    ○○○領○○○01
    ○○○○○○士02
    ○○○巫○○○03
    ○○○霊○○○04
    ○○○○○○占05
    ○○○○○○○06
    ○○○○○○○07
    先手の持駒：13 占不可
    後手の持駒：12 占不可
"""
LAST_OF_FIRST = """
    ○○○○○○○01
    ○占○○○○○02
    ○○○○○○○03
    ○○馬○○○○04
    ○○領○○○○05
    ○怨○○○○○06
    ○○○○○○○07
    後手の持駒：13 占不可
    手番：後手
"""


@each(
    ("board", "move", "after", "winner"),
    [
        (
            LAST_TERRITORY,
            "三03-四03武",
            """
            一二三四五六七
            ○○○○○○○01
            ○○○○○○○02
            ○○霊武○○○03
            ○○占○○○○04
            ○○○○○○○05
            ○○○○○○○06
            ○○○○○○○07
            先手の持駒：13 占不可
            後手の持駒：13 占可
            手番：後手
            """,
            Outcome.FIRST,
        ),
        (
            LAST_BEFORE_A_FLIGHT,
            "四04-四01-四07怨霊",
            """
            一二三四五六七
            ○○○霊○○○01
            ○○○○○○士02
            ○○○巫○○○03
            ○○○○○○○04
            ○○○○○○占05
            ○○○○○○○06
            ○○○霊○○○07
            先手の持駒：13 占不可
            後手の持駒：12 占不可
            手番：後手
            """,
            Outcome.FIRST,
        ),
        (
            LAST_OF_FIRST,
            "三04-二02馬",
            """
            一二三四五六七
            ○○○○○○○01
            ○馬○○○○○02
            ○○○○○○○03
            ○○怨○○○○04
            ○○領○○○○05
            ○怨○○○○○06
            ○○○○○○○07
            先手の持駒：13 占可
            後手の持駒：13 占不可
            手番：先手
            """,
            Outcome.SECOND,
        ),
    ],
)
def test_last_territory_beaten(six, read, board, move, after, winner):  # noqa: PLR0913, PLR0917 - one a column
    """six.14: the side whose last 占 is beaten has lost at once, though it could still place; no move is left."""
    game = played(six, read(board), move)
    assert game.fault is None
    assert rows(six.spell_diagram(game.positions[-1])) == rows(after)
    assert (game.ending.outcome, game.ending.termination, game.ending.article) == (
        winner,
        Termination.ELIMINATION,
        "six.14",
    )
    assert list(six.legal_moves(game.positions[-1])) == []
    assert six.score(game.positions[-1])[winner is Outcome.FIRST] == 0


@each("board", [LAST_BEFORE_A_FLIGHT, LAST_OF_FIRST])
@each("further", ["四05占", "四05領", "四05怨", "パス", "▲四05占", "△四05領", "一01-二02武", "四05霊"])
def test_after_the_last_territory(six, read, board, further):
    """A verdict cites six.14 for every entry after the end, before every other article and every side mark."""
    move = {LAST_BEFORE_A_FLIGHT: "四04-四01-四07霊", LAST_OF_FIRST: "三04-二02馬"}[board]
    fault = played(six, read(board), move, further).fault
    assert (fault.ply, fault.move, fault.article) == (2, further, "six.14")


def test_another_territory_is_left(six, read):
    """six.14: beating a 占 that is not the last ends nothing, and its side goes on, here by placing another."""
    both = """
        ○○○○○○○01
        ○○○○○○○02
        ○○武領○○○03
        ○○占○○領○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
    """
    game = played(six, read(both), "三03-四03武", "五05領")
    assert (game.fault, game.ending) == (None, None)


@each("board", [FLIGHT.replace("占", "○"), FLIGHT.replace("領", "○"), MELEE.replace("占", "○")])
def test_drawn_without_territory(six, read, board):
    """six.14: only the beating decides; a diagram drawn without 占 is not over."""
    position = read(board)
    assert six.outcome(position) is None
    assert next(six.legal_moves(position), None) is not None


STANDSTILLS = {
    "nothing in hand, nothing that moves": """
        占○○○○○○01
        ○○○○○○○02
        ○○怨○○○○03
        ○○○○霊○○04
        ○○○○女○○05
        ○○○○領○○06
        ○○○○○○○07
        先手の持駒：0 占不可
    """,
    "every square round the last 占 is taken": """
        占霊○○○○○01
        領士○○○○○02
        ○○○○○○○03
        ○○○○○○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        先手の持駒：9 占不可
    """,
    "dice in hand, but no 占 to place them by": """
        怨○○○○○○01
        ○怨○○○○○02
        ○○○○○○○03
        ○○○○領○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        先手の持駒：13 占不可
    """,
    "武 and 巫 hemmed in": """
        武怨○○○○○01
        怨霊○○○○○02
        ○○○○○○○03
        ○○○○○○○04
        ○○○○○巫○05
        ○○○○○○○06
        領○○○○○占07
        先手の持駒：0 占不可
    """,
    "no die at all": """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○○○領○○○04
        ○○○○○○○05
        ○○○○○○○06
        ○○○○○○○07
        先手の持駒：0 占可
    """,
}
STANDSTILL_OF_SECOND = """
    ○○○○○○○01
    ○○○○○○○02
    ○○○領○○○03
    ○○怨○霊○○04
    ○○巫武○○○05
    ○○○○○○○06
    領○○○○○占07
    後手の持駒：0 占不可
    手番：後手
"""


@each("name", STANDSTILLS)
@each("written", ["四04占", "パス", "一01-一02占", "四04霊", "△四04士", "▲四04武", "四04怨霊"])
def test_standstill(six, read, name, written):
    """six.15: the side to move that can neither place nor move has lost; a verdict cites six.15 for every move it writes."""
    position = read(STANDSTILLS[name])
    ending = six.outcome(position)
    assert (ending.outcome, ending.termination, ending.article) == (Outcome.SECOND, Termination.STANDSTILL, "six.15")
    assert list(six.legal_moves(position)) == []
    assert played(six, position, written).fault.article == "six.15"


def test_standstill_of_second(six, read):
    """six.15 also holds for 後手: 領 and 怨 do not move, and the 巫 next to its 怨 is not its own."""
    ending = six.outcome(read(STANDSTILL_OF_SECOND))
    assert (ending.outcome, ending.termination, ending.article) == (Outcome.FIRST, Termination.STANDSTILL, "six.15")


@each("board", [*STANDSTILLS.values(), STANDSTILL_OF_SECOND])
def test_standstill_of_the_side_that_is_not_to_move(six, read, board):
    """six.15 looks at the side to move only: with the other side to move, none of these games is over."""
    turned = board.replace("手番：後手", "") if "手番" in board else f"{board}手番：後手\n"
    assert six.outcome(read(turned)) is None


def test_each_end_has_a_number_of_its_own(six, read):
    """A loss by standstill (1, 2) and a loss by the last 占 (3, 4) have different numbers; a batch needs them."""
    ends = [read(board) for board in (*STANDSTILLS.values(), STANDSTILL_OF_SECOND)]
    ends += [
        played(six, read(board), move).positions[-1]
        for board, move in ((LAST_OF_FIRST, "三04-二02馬"), (LAST_BEFORE_A_FLIGHT, "四04-四01-四07霊"))
    ]
    assert [rules.ending(position) for position in ends] == [*[1] * len(STANDSTILLS), 2, 3, 4]
    assert rules.ending(read(HEMMING_IN)) == 0


HEMMING_IN = """
    占士○○○○○01
    領○○○○○○02
    ○○○○○○○03
    ○○○○○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
    先手の持駒：4 占不可
    後手の持駒：9 占不可
    手番：後手
"""


def test_standstill_after_a_move(six, read):
    """six.15: a move after which the other side can neither place nor move wins."""
    game = played(six, read(HEMMING_IN), "二02馬")
    assert (game.fault, game.ending.outcome, game.ending.article) == (None, Outcome.SECOND, "six.15")


@each("further", ["二03武", "三03占", "▲パス", "△三03馬"])
def test_a_move_after_a_standstill(six, read, further):
    """Every entry after a standstill breaks six.15."""
    fault = played(six, read(HEMMING_IN), "二02馬", further).fault
    assert (fault.ply, fault.article) == (2, "six.15")


def test_no_standstill_while_one_square_is_free(six, read):
    """six.15: had 後手 placed elsewhere, 先手 could still place on 二02, and there alone."""
    game = played(six, read(HEMMING_IN), "二03馬")
    assert game.ending is None
    assert [six.spell(move) for move in six.legal_moves(game.positions[-1])] == ["二02武", "二02騎", "二02弓", "二02巫"]


SHUFFLE = ["三02-四02武", "五06-四06士", "四02-三02武", "四06-五06士"]
OPENING = ["三03占", "五05領", "三02武", "五06士"]


def verdict(*moves, closing=""):
    """Judge a record of these moves."""
    numbered = "".join(f"{ply} {move}\n" for ply, move in enumerate(moves, start=1))
    text = f"棋種：6面体\n{numbered}{closing}\n"
    (record,) = read_file("shuffle.kif", text.encode()).records
    return verify(record, "")


def repeated(judged):
    """Return the plies of the diagnostics of six.16."""
    return [diagnostic.ply for diagnostic in judged.diagnostics if diagnostic.code == "repetition"]


@pytest.mark.parametrize(("times", "plies"), [(2, []), (3, [16])])
def test_fourth_occurrence(times, plies):
    """six.16: the fourth occurrence of a position is reported, with its ply, and the game goes on."""
    judged = verdict(*OPENING, *SHUFFLE * times)
    assert (judged.status, judged.fault, judged.outcome) == (Status.UNFINISHED, None, None)
    assert repeated(judged) == plies


def test_fifth_occurrence():
    """six.16: a position is reported once, not again at its fifth and sixth occurrence; moves stay legal."""
    judged = verdict(*OPENING, *SHUFFLE * 5)
    assert (judged.status, judged.plies) == (Status.UNFINISHED, 24)
    assert 16 in repeated(judged)
    assert not {20, 24} & set(repeated(judged))


def test_same_board_with_another_hand():
    """six.16 counts positions, not boards: a die placed in between starts the counting anew."""
    judged = verdict(*OPENING, *SHUFFLE * 2, "二02騎", "六06馬", *SHUFFLE * 2)
    assert (judged.plies, repeated(judged)) == (22, [])


@each(
    ("board", "other"),
    [
        (MELEE, MELEE_SECOND),
        (f"{MELEE}先手の持駒：3 占不可\n", f"{MELEE}先手の持駒：4 占不可\n"),
        (f"{MELEE}後手の持駒：3 占不可\n", f"{MELEE}後手の持駒：4 占不可\n"),
        (ALL_BEATEN, ALL_BEATEN.replace("13 占不可", "13 占可")),
        (ALL_BEATEN, ALL_BEATEN.replace("14 占可", "14 占不可")),
        (MELEE, MELEE.replace("霊", "怨")),
    ],
)
def test_what_makes_a_position(read, board, other):
    """six.16: board, hands, the right of six.3 and the side to move make a position, and nothing else does."""
    assert read(board) == read(board)
    assert read(board) != read(other)


@pytest.mark.parametrize(("word", "why"), [("千日手", Termination.REPETITION), ("引き分け", Termination.AGREEMENT)])
def test_agreed_draw(word, why):
    """six.16: a record that ends as 千日手 or 引き分け is accepted as agreed, and a diagnostic says so."""
    judged = verdict(*OPENING, *SHUFFLE, closing=f"9 {word}")
    assert (judged.status, judged.outcome.outcome, judged.outcome.termination, judged.outcome.article) == (
        Status.DECLARED,
        Outcome.DRAW,
        why,
        None,
    )
    (diagnostic,) = [entry for entry in judged.diagnostics if entry.code == "agreed"]
    assert "six.16" in diagnostic.message.ja
    assert "six.16" in diagnostic.message.en
