"""Tests of the claims in the head of a record: they are compared with the rules and with the end of the record."""

import pytest
from each import each
from helpers import DIAGRAM, HEAD, verdict

from kifu.referee.status_fault_and_basis import Status

WON = DIAGRAM + "1 四03-五03武\n"
"""A game that 先手 has won by six.14."""
OPEN = "1 一01占\n2 七07領\n"
NAMES = "先手：山田\n後手：佐藤\n"


@each(
    "line",
    [
        "結果：先手の勝ち",
        "結果：先手勝ち",
        "結果：まで1手で先手の勝ち",
        "結果：1手で先手の勝ち",
        "勝敗：後手の負け",
        "勝者：先手",
        "勝者：山田",
        "勝ち：▲",
        "敗者：佐藤",
        "負け：後手",
    ],
)
def test_right_claims(line):
    """A right claim is worded like a closing line, or names a side or a player."""
    game_verdict = verdict(HEAD + NAMES + line + "\n" + WON)
    assert (game_verdict.status, game_verdict.diagnostics) == (Status.CONFIRMED, ())
    assert game_verdict.recorded.outcome == "first"


@each("line", ["結果：後手の勝ち", "勝者：佐藤", "勝敗：引き分け", "負け：先手"])
def test_wrong_claims(line):
    """A wrong claim contradicts the rules like a closing line, and the fault stands at the claim."""
    game_verdict = verdict(HEAD + NAMES + line + "\n" + WON)
    assert (game_verdict.status, game_verdict.fault.code, game_verdict.fault.article) == (
        Status.CONTRADICTED,
        "wrong-winner",
        "six.14",
    )
    assert game_verdict.fault.line == 4
    game_verdict = verdict(HEAD + NAMES + line + "\n" + WON + "まで1手で先手の勝ち\n")
    assert (game_verdict.status, game_verdict.fault.line) == (Status.CONTRADICTED, 4)


def test_a_wrong_count():
    """A wrong number of plies in the head is a contradiction."""
    game_verdict = verdict(HEAD + "結果：2手で先手の勝ち\n" + WON + "まで1手で先手の勝ち\n")
    assert (game_verdict.status, game_verdict.fault.code, game_verdict.fault.line) == (
        Status.CONTRADICTED,
        "wrong-count",
        2,
    )


@each("line", ["手数：2", "総手数：2手", "手数：全二手", "手数：０手"])
def test_a_wrong_number_of_plies(line):
    """A number of plies that the moves do not have is a contradiction, in the head and below the moves."""
    for text, place in ((HEAD + line + "\n" + WON, 2), (HEAD + WON + line + "\n", WON.count("\n") + 2)):
        game_verdict = verdict(text)
        assert (game_verdict.status, game_verdict.fault.code, game_verdict.fault.line) == (
            Status.CONTRADICTED,
            "wrong-count",
            place,
        )


def test_the_words_for_a_wrong_number_of_plies():
    """The message says what the record gives and what there is, in both languages."""
    message = verdict(HEAD + "手数：7手\n" + WON).fault.message
    assert message == ("「7手」とありますが、指し手は 1 手です", "'7手' gives 7 plies, but there are 1")


@each("line", ["手数：1", "総手数：全1手", "手数：計一手", "手数：数えていません", "手数："])
def test_a_number_of_plies_that_contradicts_nothing(line):
    """The right number of plies is no fault, and a value without a number says none."""
    game_verdict = verdict(HEAD + line + "\n" + WON + "まで1手で先手の勝ち\n")
    assert (game_verdict.status, game_verdict.diagnostics) == (Status.CONFIRMED, ())


@each(
    ("end", "status"),
    [
        ("", Status.DECLARED),
        ("3 投了\n", Status.CONTRADICTED),
        ("まで2手で後手の勝ち\n", Status.CONTRADICTED),
        ("まで2手で先手の勝ち\n", Status.DECLARED),
    ],
)
def test_against_the_end_of_the_record(end, status):
    """If the rules have not ended the game, the head is compared with the closing line or the special word."""
    game_verdict = verdict(HEAD + "勝者：先手\n" + OPEN + end)
    assert game_verdict.status is status
    assert status is Status.DECLARED or (game_verdict.fault.code, game_verdict.fault.line) == ("claims-disagree", 2)


@each("line", ["結果：熱戦", "勝者：誰か", "結果：まで"])
def test_claims_that_are_not_understood(line):
    """A claim that is not understood makes the record unreadable, and the fault stands at the claim."""
    game_verdict = verdict(HEAD + line + "\n" + OPEN)
    assert (game_verdict.status, game_verdict.fault.code, game_verdict.fault.line) == (
        Status.UNREADABLE,
        "unreadable-result",
        2,
    )


@each(
    ("line", "winner", "termination"),
    [
        ("二手まで後手の勝ち", "second", "declared"),
        ("2手で後手の勝ち", "second", "declared"),
        ("以上2手で後手の勝ち", "second", "declared"),
        ("まで二手で後手の勝ち", "second", "declared"),
        ("先手投了", "second", "resignation"),
        ("先手の投了", "second", "resignation"),
        ("先手が投了。", "second", "resignation"),
        ("後手勝ち", "second", "declared"),
        ("佐藤の勝ち", "second", "declared"),
        ("resign", "second", "resignation"),
        ("3 resigns", "second", "resignation"),
        ("3. 投了", "second", "resignation"),
        ("先手：投了", "second", "resignation"),
        ("後手投了", "first", "resignation"),
        ("3手目 先手投了", "second", "resignation"),
    ],
)
def test_closing_lines_in_other_words(line, winner, termination):
    """A closing line in other words ends the record like まで…."""
    game_verdict = verdict(HEAD + NAMES + OPEN + line + "\n")
    assert (game_verdict.status, game_verdict.recorded.outcome, game_verdict.recorded.termination) == (
        Status.DECLARED,
        winner,
        termination,
    )
    assert {diagnostic.code for diagnostic in game_verdict.diagnostics} <= {"missing-ply-number"}


def test_the_sides_of_a_union_game():
    """White and black name the sides of a Union game. In a match each player has both colours, so they name nobody."""
    head = "棋種：ユニオンキング\n"
    for line in ("まで0手で黒の勝ち", "白投了", "黒の勝ち"):
        game_verdict = verdict(head + "手数----\n" + line + "\n")
        assert (game_verdict.status, game_verdict.recorded.outcome) == (Status.DECLARED, "second"), line
    match = verdict(head + "結果：白の勝ち\n対局：前半\n対局：後半\n")
    assert (match.status, match.fault.code) == (Status.UNREADABLE, "unreadable-result")
    assert verdict(HEAD + "手数----\nまで0手で黒の勝ち\n").status is Status.UNREADABLE


@pytest.mark.parametrize("line", ["三手まで後手の勝ち", "9手で後手の勝ち"])
def test_wrong_counts_in_other_words(line):
    """The count of a closing line in other words is compared too."""
    game_verdict = verdict(HEAD + OPEN + line + "\n")
    assert (game_verdict.status, game_verdict.fault.code, game_verdict.fault.line) == (
        Status.CONTRADICTED,
        "wrong-count",
        4,
    )
