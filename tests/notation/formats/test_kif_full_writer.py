"""Writes records with comments, times, diagrams and branches, and reads them again."""

from helpers import DIAGRAM, SIX, document
from helpers import verdict as verdict_on

from kifu.core.games import load
from kifu.core.outcome import Side
from notation.formats.kif_full_writer import (
    Remark,
    WrittenBranch,
    WrittenPlay,
    WrittenRecord,
    WrittenTurn,
    timed_side_finder,
    write,
)

BOARD = DIAGRAM.removeprefix("局面図\n")


def test_everything_that_a_record_may_have():
    """Comments, bookmarks, times with their totals, a special word, branches and a closing line."""
    main = WrittenPlay(
        (
            WrittenTurn("四04占", 65, (Remark("よい手"), Remark("ここ", bookmark=True))),
            WrittenTurn("三03領", 3),
            WrittenTurn("四03占", 10),
        ),
        (Remark("はじめ"),),
        "投了",
        5,
        "まで3手で先手の勝ち",
    )
    branches = (
        WrittenBranch(2, WrittenPlay((WrittenTurn("五05領", 7), WrittenTurn("六06占")), (Remark("変化"),))),
        WrittenBranch(3, WrittenPlay((WrittenTurn("七07占"),))),
    )
    text = write(WrittenRecord(SIX, {"先手": "甲"}, None, main, branches))
    assert text == (
        "棋種：6面体\n規則：six/1\n先手：甲\n手数----指手---------消費時間--\n*はじめ\n"
        "   1 四04占       ( 1:05/00:01:05)\n*よい手\n&ここ\n"
        "   2 三03領       ( 0:03/00:00:03)\n   3 四03占       ( 0:10/00:01:15)\n"
        "   4 投了         ( 0:05/00:00:08)\nまで3手で先手の勝ち\n"
        "変化：3手\n   3 七07占\n"
        "変化：2手\n*変化\n   2 五05領       ( 0:07/00:00:07)\n   3 六06占\n"
    )
    verdict = verdict_on(text)
    assert (verdict.diagnostics, verdict.seconds, verdict.end_seconds) == ((), (65, 3, 10), 5)
    assert [line.parent for line in verdict.record.lines] == [None, 0, 0]


def test_a_setup_and_diagrams_between_moves():
    """A set-up, a diagram before the first move, and one after an illegal move, from which play goes on."""
    main = WrittenPlay((WrittenTurn("四03-一01武", diagram=BOARD), WrittenTurn("四03-四04武")))
    (record,) = document(write(WrittenRecord(SIX, {}, BOARD, main, diagram=BOARD))).records
    assert [checkpoint.ply for checkpoint in record.main.checkpoints] == [0, 1]
    assert record.setup is not None


def test_a_game_that_draws_its_start():
    """Records of rengo need a board and a diagram; the sheet has both."""
    game = load("rengo")
    verdict = verdict_on(write(WrittenRecord(game, {}, None, WrittenPlay((WrittenTurn("三07-四06平"),)))))
    assert (verdict.plies, verdict.fault) == (1, None)


def test_whose_time_it_is():
    """In Master white moves twice when all is placed, so the times of the plies after it change sides."""
    master, placed = load("master"), 28
    side_of = timed_side_finder(master, None)
    assert [side_of(ply) for ply in (1, 2, placed, placed + 1)] == [Side.FIRST, Side.SECOND, Side.SECOND, Side.SECOND]
    assert [timed_side_finder(SIX, None)(ply) for ply in (1, 2, 3)] == [Side.FIRST, Side.SECOND, Side.FIRST]
