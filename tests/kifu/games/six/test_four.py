"""Tests the option four of 6面体: the fourth occurrence of a position ends the game, or is only reported (six.16)."""

from each import each
from six_boards import EMPTY, judged, played, position_on, under

from kifu.core.outcome import Outcome, Termination
from kifu.referee.status_fault_and_basis import Status

STUCK = """
    怨○○○○○○01
    ○○○○○○○02
    ○○○○○○○03
    ○○○領○○○04
    ○○○○○○○05
    ○○○○○○○06
    ○○○○○○○07
    先手の持駒：3 占不可
"""

TO_AND_FRO = ["四05-三05武", "七05-六05士", "三05-四05武", "六05-七05士"]
FOURTH = ["四04占", "七04領", "四05武", "七05士", *TO_AND_FRO * 3]
"""The position after ply 4 occurs for the fourth time at ply 16."""


@each("closing", ["", "まで16手で千日手", "まで16手で引き分け", "まで16手で中断"])
def test_four_draw_ends_the_game(closing):
    """four=draw: at the 4th occurrence the game is drawn by six.16, whether the record says so or nothing."""
    verdict = judged("six/1 four=draw", FOURTH, closing)
    assert (verdict.status, verdict.fault) == (Status.CONFIRMED, None)
    assert verdict.outcome == (Outcome.DRAW, Termination.REPETITION, "six.16")
    assert judged("six/1", FOURTH, closing).status is (
        Status.DECLARED if "千日手" in closing or "引" in closing else Status.UNFINISHED
    )


@each("word", ["千日手", "引き分け", "中断", "▲千日手"])
def test_four_draw_with_a_special_word(word):
    """four=draw: the words that fit the end are confirmed."""
    assert judged("six/1 four=draw", [*FOURTH, word]).status is Status.CONFIRMED


@each(
    ("more", "closing"),
    [
        ([], "まで16手で先手の勝ち"),
        ([], "まで16手で後手の勝ち"),
        (["投了"], ""),
        (["投了"], "まで16手で後手の勝ち"),
        (["詰み"], ""),
    ],
)
def test_four_draw_contradicts_a_winner(more, closing):
    """four=draw: a claimed winner or 投了 at the 4th occurrence is contradicted at the last ply, with six.16."""
    verdict = judged("six/1 four=draw", [*FOURTH, *more], closing)
    assert verdict.status is Status.CONTRADICTED
    assert (verdict.fault.ply, verdict.fault.article) == (16, "six.16")
    assert judged("six/1", [*FOURTH, *more], closing).status is Status.DECLARED


@each("move", ["四05-三05武", "パス", "四04占", "▽四05-三05武"])
def test_four_draw_allows_no_further_move(move):
    """four=draw: every further move is illegal by six.16, and 反則負け right after it is confirmed."""
    verdict = judged("six/1 four=draw", [*FOURTH, move])
    assert verdict.status is Status.ILLEGAL
    assert (verdict.fault.ply, verdict.fault.article) == (17, "six.16")
    foul = judged("six/1 four=draw", [*FOURTH, move], "まで先手の反則負け")
    assert (foul.status, foul.outcome.outcome, foul.outcome.article) == (Status.CONFIRMED, Outcome.SECOND, "six.16")


def test_a_word_out_of_turn_after_the_draw():
    """four=draw: 投了 with the mark of the side that is not to move is contradicted like 投了 alone."""
    verdict = judged("six/1 four=draw", [*FOURTH, "△投了"])
    assert (verdict.status, verdict.fault.ply, verdict.fault.article) == (Status.CONTRADICTED, 16, "six.16")


def test_four_draw_counts_the_diagram():
    """four=draw: the diagram that a game starts from is an occurrence."""
    board = """
        ○○○○○○○01
        ○○○○○○○02
        ○○○○○○○03
        ○○○占○○領04
        ○○○武○○士05
        ○○○○○○○06
        ○○○○○○○07
    """
    game = under("four=draw")
    line = played(game, position_on(game, board), *TO_AND_FRO * 3)
    assert (line.fault, len(line.moves)) == (None, 12)
    assert line.ending == (Outcome.DRAW, Termination.REPETITION, "six.16")
    assert line.notices == ()
    assert played(game, position_on(game, board), *(TO_AND_FRO * 3)[:-1]).ending is None


def test_an_earlier_repetition_is_agreed():
    """four=draw: 千日手 before the 4th occurrence is agreed by the players, as by default."""
    for rules in ("six/1", "six/1 four=draw"):
        verdict = judged(rules, FOURTH[:12], "まで12手で千日手")
        assert (verdict.status, verdict.diagnostics[-1].code) == (Status.DECLARED, "agreed")


def test_another_end_comes_before_the_draw():
    """four=draw: where six.15 has ended the game, the 4th occurrence ends nothing."""
    game = under("four=draw")
    over, on = position_on(game, STUCK), position_on(game, EMPTY)
    assert game.history([over] * 4, [], 4) is None
    assert game.history([on] * 4, [], 4).article == "six.16"


def test_a_foul_by_four():
    """反則負け at the 4th occurrence without a further move is contradicted under both readings, without an article."""
    for rules in ("six/1", "six/1 four=draw"):
        verdict = judged(rules, FOURTH, "まで先手の反則負け")
        assert (verdict.status, verdict.fault.article) == (Status.CONTRADICTED, None)
