"""Tests what each article of 6面体 forbids, on drawn boards, and the article cited for a move that breaks several."""

import pytest
import six_boards
from each import each, rows_beside
from six_boards import (
    ALL_BEATEN,
    CROWD,
    EMPTY,
    FLIGHT,
    MAIDENS,
    MELEE,
    MELEE_SECOND,
    NO_HAND,
    ONLY_TERRITORIES,
    SECOND_STARTS,
    played,
    position_on,
    under,
)

ILLEGAL = [
    # six.1: the side to move, one die of its own that stands there; no pass.
    (MELEE, "三03-四03武", "six.1"),
    (MELEE, "二02-三03騎", "six.1"),
    (MELEE, "六02-六03士", "six.1"),
    (MELEE, "五04-四06馬", "six.1"),
    (MELEE, "六07-五05女", "six.1"),
    (MELEE, "六06-六05領", "six.1"),
    (MELEE, "四01-四02霊", "six.1"),
    (MELEE, "六05領", "six.1"),
    (MELEE, "六05士", "six.1"),
    (MELEE, "パス", "six.1"),
    (MELEE_SECOND, "二02-三03武", "six.1"),
    (MELEE_SECOND, "二05占", "six.1"),
    (MELEE_SECOND, "パス", "six.1"),
    (NO_HAND, "二05武", "six.1"),
    (NO_HAND, "三03占", "six.1"),
    # six.2: the first die is a 占.
    (EMPTY, "四04武", "six.2"),
    (EMPTY, "四04騎", "six.2"),
    (EMPTY, "四04弓", "six.2"),
    (EMPTY, "四04巫", "six.2"),
    (SECOND_STARTS, "五05士", "six.2"),
    (SECOND_STARTS, "三03女", "six.2"),
    (SECOND_STARTS, "三02馬", "six.2"),
    # six.3: 占 on an empty square, and never after another face.
    (MELEE, "三03占", "six.3"),
    (MELEE, "二02占", "six.3"),
    (ONLY_TERRITORIES, "四03占", "six.3"),
    (ONLY_TERRITORIES, "五05占", "six.3"),
    (ALL_BEATEN, "四04占", "six.3"),
    (SECOND_STARTS, "四03領", "six.3"),
    # six.4: the others on an empty square next to a 占 of one's own.
    (MELEE, "四03武", "six.4"),
    (MELEE, "五05騎", "six.4"),
    (MELEE, "二02弓", "six.4"),
    (MELEE, "二07巫", "six.4"),
    (ALL_BEATEN, "一02武", "six.4"),
    (ALL_BEATEN, "三02巫", "six.4"),
    (MELEE_SECOND, "一02士", "six.4"),
    # six.5: 怨 is not placed.
    (MELEE, "二05怨", "six.5"),
    (MELEE, "四04怨", "six.5"),
    (ONLY_TERRITORIES, "四04怨", "six.5"),
    (MELEE_SECOND, "六05霊", "six.5"),
    # six.6: 占 and 怨 do not move by themselves.
    (MELEE, "一01-一02占", "six.6"),
    (MELEE, "二06-二05占", "six.6"),
    (MELEE, "四01-四02怨", "six.6"),
    (MELEE, "四06-四05霊", "six.6"),
    (MELEE_SECOND, "四01-五02怨", "six.6"),
    (MELEE_SECOND, "六06-六05領", "six.6"),
    (CROWD, "三02-三01怨", "six.6"),
    # six.7: 武 one square in any direction.
    (MELEE, "二02-二04武", "six.7"),
    (MELEE, "二02-三04武", "six.7"),
    (MELEE, "二02-二02武", "six.7"),
    (MELEE_SECOND, "六02-六04士", "six.7"),
    # six.8: 騎 by knight's leaps.
    (MELEE, "一04-一05騎", "six.8"),
    (MELEE, "一04-二05騎", "six.8"),
    (MELEE, "一04-三06騎", "six.8"),
    (MELEE_SECOND, "五04-五06馬", "six.8"),
    # six.9: 弓 two or three squares along a row or column.
    (MELEE, "三04-三05弓", "six.9"),
    (MELEE, "三04-七04弓", "six.9"),
    (MELEE, "三04-五06弓", "six.9"),
    (MELEE, "三04-四06弓", "six.9"),
    (MELEE_SECOND, "七04-三04矢", "six.9"),
    # six.10: not on a die of one's own, not on any 怨.
    (CROWD, "二03-二02武", "six.10"),
    (CROWD, "二03-三02武", "six.10"),
    (CROWD, "二03-三03武", "six.10"),
    (CROWD, "三05-五06騎", "six.10"),
    (CROWD, "三05-五04騎", "six.10"),
    (CROWD, "三05-二03騎", "six.10"),
    (CROWD, "五05-三05弓", "six.10"),
    (MELEE, "三04-一04弓", "six.10"),
    (MELEE, "一04-二06騎", "six.10"),
    # six.11: 武, 騎 and 弓 trade places with what they beat; their moves name two squares.
    (CROWD, "二03-三04-二03武", "six.11"),
    (CROWD, "二03-三04-四04武", "six.11"),
    (CROWD, "三05-四03-三05騎", "six.11"),
    (CROWD, "五05-五03-五02弓", "six.11"),
    (CROWD, "五05-五04-五03-五02弓", "six.11"),
    (MELEE, "二02-三03-四04武", "six.11"),
    (MELEE, "三04-五04-六04弓", "six.11"),
    (MELEE_SECOND, "五04-三04-五04馬", "six.11"),
    # six.12: 巫 goes over a 怨 next to it, to an empty square of the line beyond.
    (MELEE, "二07-三06巫", "six.12"),
    (MELEE, "二07-二05巫", "six.12"),
    (MAIDENS, "三02-五02巫", "six.12"),
    (MAIDENS, "三02-四03巫", "six.12"),
    (MAIDENS, "三02-二02巫", "six.12"),
    (MAIDENS, "三02-三05巫", "six.12"),
    (MAIDENS, "四05-六07巫", "six.12"),
    (MAIDENS, "四05-一01巫", "six.12"),
    (FLIGHT, "三02-一02巫", "six.12"),
    (FLIGHT, "三02-二02-一02巫", "six.12"),
    # six.13: a 怨 next to a 巫 goes beside it or over it, or flies over it and beats.
    (MAIDENS, "二02-二05霊", "six.13"),
    (MAIDENS, "二02-二02霊", "six.13"),
    (MAIDENS, "二02-四02霊", "six.13"),
    (MAIDENS, "二02-三03霊", "six.13"),
    (MAIDENS, "三04-四07怨", "six.13"),
    (MAIDENS, "三04-三02怨", "six.13"),
    (MAIDENS, "三04-五05-六06怨", "six.13"),
    (FLIGHT, "二02-一02-七02怨", "six.13"),
    (FLIGHT, "二02-五02-七02怨", "six.13"),
    (FLIGHT, "二02-六02-七02怨", "six.13"),
    (FLIGHT, "二02-七02-七02怨", "six.13"),
    (FLIGHT, "二02-四02-二02怨", "six.13"),
    (FLIGHT, "二02-四02-四02怨", "six.13"),
    (FLIGHT, "二02-四02-一02怨", "six.13"),
    (FLIGHT, "二02-四02-四01怨", "six.13"),
    (FLIGHT, "二02-四02-五02-七02怨", "six.13"),
    (FLIGHT, "五04-六06-七04怨", "six.13"),
]

LEGAL = [
    (EMPTY, "四04占"),
    (SECOND_STARTS, "四04領"),
    (MELEE, "二05武"),
    (MELEE, "二02-三03武"),
    (MELEE, "一04-三05騎"),
    (MELEE, "三04-六04弓"),
    (ONLY_TERRITORIES, "五04占"),
    (ONLY_TERRITORIES, "四04巫"),
    (CROWD, "二03-三04武"),
    (CROWD, "三05-四03騎"),
    (CROWD, "五05-五03弓"),
    (MAIDENS, "三02-一02巫"),
    (MAIDENS, "四05-二03巫"),
    (MAIDENS, "二02-五02霊"),
    (MAIDENS, "二02-四01霊"),
    (MAIDENS, "三04-五06怨"),
    (FLIGHT, "二02-四02-七02怨"),
    (FLIGHT, "五04-一04-二04怨"),
    (FLIGHT, "五04-一04-七04怨"),
]


@pytest.fixture(name="cited")
def _cited(six, read):
    """A function from a drawn board and a written move to the article the move breaks, None if it is legal."""

    def cite(board, move):
        position = read(board)
        breach = six.explain(position, six.resolve(position, six.read(move)))
        return None if breach is None else breach.article

    return cite


@each(("board", "move", "article"), ILLEGAL, ids=[f"{case[2]} {case[1]}" for case in ILLEGAL])
def test_illegal_moves(cited, board, move, article):
    """The move breaks the article it is listed under."""
    assert (board, move, cited(board, move)) == (board, move, article)


@each(("rules", "board", "moves", "ja", "en"), rows_beside(__file__, "sentences.txt"))
def test_sentences(rules, board, moves, ja, en):
    """The refusal of the last move says why, word for word in both languages."""
    game = under(*rules.split()[1:])
    *before, last = moves.split(" → ")
    position = played(game, position_on(game, getattr(six_boards, board)), *before).positions[-1]
    message = game.explain(position, game.resolve(position, game.read(last))).message
    assert (message.ja, message.en) == (ja, en)


HOP = """
    領○○○○○○01
    ○○○○○○○02
    ○○○○○○○03
    ○○○占霊○○04
    ○○○○巫○○05
    ○○○○○○○06
    ○○○○○○○07
"""


def test_a_hop_names_two_squares(six, read):
    """six.12: the 怨 gone over is not written; a refusal does not say that the square beyond is out of reach."""
    position = read(HOP)
    over, through = (six.resolve(position, six.read(text)) for text in ("五05-五03巫", "五05-五04-五03巫"))
    assert six.explain(position, over) is None
    refused = six.explain(position, through)
    assert refused.article == "six.12"
    assert "two squares" in refused.message.en


def test_every_article_is_drawn_twice():
    """Each article from six.1 to six.13 is broken on at least two of the boards above."""
    boards = {f"six.{number}": set() for number in range(1, 14)}
    for board, _, article in ILLEGAL:
        boards[article].add(board)
    assert {article for article, drawn in boards.items() if len(drawn) < 2} == set()


@each(("board", "move"), LEGAL, ids=[case[1] for case in LEGAL])
def test_legal_moves(cited, board, move):
    """On the same boards, a move that keeps to the article is legal."""
    assert (board, move, cited(board, move)) == (board, move, None)


# Each move breaks at least both of the articles; the first of them is cited.
BOTH = [
    # six.1 comes first of all.
    (EMPTY, "四04霊", "six.1", "six.5"),
    (EMPTY, "四04士", "six.1", "six.2"),
    (MELEE, "七01領", "six.1", "six.3"),
    (MELEE, "三03士", "six.1", "six.4"),
    (NO_HAND, "二05怨", "six.1", "six.5"),
    (NO_HAND, "二02武", "six.1", "six.4"),
    (MELEE, "六06-六02領", "six.1", "six.6"),
    (MELEE, "六02-六04士", "six.1", "six.7"),
    (MELEE, "六02-五03-六03士", "six.1", "six.11"),
    (FLIGHT, "二02-四02-七02霊", "six.1", "six.13"),
    (FLIGHT, "三03-四02-七02怨", "six.1", "six.13"),
    # six.5 comes before six.2, six.2 before six.3 and six.4.
    (EMPTY, "四04怨", "six.5", "six.2"),
    (SECOND_STARTS, "三02霊", "six.5", "six.2"),
    (EMPTY, "一01弓", "six.2", "six.4"),
    (SECOND_STARTS, "四03矢", "six.2", "six.4"),
    # six.6 comes before what six.7 to six.13 say of a piece, and before six.10.
    (MELEE, "一01-七01占", "six.6", "six.10"),
    (MELEE, "一01-四01占", "six.6", "six.10"),
    (CROWD, "二02-三02-四02占", "six.6", "six.11"),
    (MELEE, "四06-六06-七06霊", "six.6", "six.13"),
    (CROWD, "五04-七07怨", "six.6", "six.13"),
    # The piece's own reach comes before where it lands.
    (CROWD, "二03-三05武", "six.7", "six.10"),
    (CROWD, "三05-五05騎", "six.8", "six.10"),
    (CROWD, "五05-五06弓", "six.9", "six.10"),
    (CROWD, "五05-五04弓", "six.9", "six.10"),
    (MAIDENS, "三02-三03巫", "six.12", "six.10"),
    (MAIDENS, "三04-四05怨", "six.13", "six.10"),
]


@each(("board", "move", "first", "second"), BOTH, ids=[" ".join(case[1:]) for case in BOTH])
def test_the_first_article_is_cited(cited, board, move, first, second):
    """Where a move breaks two articles, the one that the rulebook names first is cited."""
    assert first != second
    assert (board, move, cited(board, move)) == (board, move, first)


@each(
    ("board", "spellings", "article"),
    [
        (EMPTY, ["四04武", "四04武士", "d4W", "d04W", "四4武", "四０４武"], "six.2"),
        (MELEE, ["二05怨", "二05怨霊", "b5G"], "six.5"),
        (MELEE, ["六02-六03士", "六02-六03武士", "f2-f3W", "六02→六03士"], "six.1"),
        (MELEE, ["一01-一02占", "一01-一02占領", "a1-a2T"], "six.6"),
        (MELEE, ["四06-四05霊", "四06-四05怨霊", "d6-d5G"], "six.6"),
        (MELEE, ["三04-三05弓", "三04-三05弓矢", "c4-c5A"], "six.9"),
        (MELEE_SECOND, ["五04-五06馬", "五04-五06騎馬", "e4-e6H"], "six.8"),
        (MELEE_SECOND, ["六07-六05女", "六07-六05巫女", "f7-f5M"], "six.12"),
        (FLIGHT, ["二02-四02-一02怨", "二02-四02-一02怨霊", "b2-d2-a2G"], "six.13"),
        (FLIGHT, ["二02-四02-七02怨", "二02-四02-七02怨霊", "b2-d2-g2G", "二2→四２→七2怨"], None),
        (MAIDENS, ["二02-五02霊", "二02-五02怨霊", "b2-e2G"], None),
        (SECOND_STARTS, ["四04領", "四04占領", "d4T"], None),
    ],
)
def test_spellings(cited, board, spellings, article):
    """The short unit, the full name and the ASCII letter of the same move get the same answer."""
    assert {move: cited(board, move) for move in spellings} == dict.fromkeys(spellings, article)


@each(
    ("board", "move"),
    [
        (MELEE, "三03-四04武士"),
        (MELEE, "二02-三03騎馬"),
        (MELEE, "c3-d4W"),
        (MELEE, "b2-c3H"),
        (FLIGHT, "四02-七02怨霊"),
    ],
)
def test_full_names_must_fit_too(cited, board, move):
    """A full name or a letter that is not what stands there breaks six.1, like the short unit."""
    assert (board, move, cited(board, move)) == (board, move, "six.1")


@each("mark", "▲☗△☖▽")
def test_side_marks(six, read, mark):
    """A side mark that is not that of the side to move breaks six.1; the right one changes nothing."""
    first = mark in "▲☗"
    at_start = played(six, six.start(), f"{mark}四04占")
    assert (at_start.fault and at_start.fault.article) == (None if first else "six.1")
    later = played(six, read(SECOND_STARTS), f"{mark}四04領")
    assert (later.fault and later.fault.article) == ("six.1" if first else None)
    also_illegal = played(six, six.start(), f"{mark}四04武")
    assert also_illegal.fault.article == ("six.2" if first else "six.1")


def test_side_mark_of_a_pass(six):
    """A pass breaks six.1, whichever side it is marked with."""
    assert [played(six, six.start(), text).fault.article for text in ("パス", "▲パス", "△パス")] == ["six.1"] * 3
