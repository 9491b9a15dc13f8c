"""Every statement of a record against every other: tests/data/statements.toml says what each pair has to give."""

import pytest
from helpers import verdict
from statements import GAMES, TABLE, answered, cases, failures, pairs, record_of

from kifu.referee.status_fault_and_basis import Status


@pytest.mark.parametrize("game", GAMES)
def test_each_pair_of_statements(game):
    """The verdict on each record of the table has its status, and names the contradiction by its code."""
    assert list(failures(game)) == []


def test_each_pair_of_kinds_has_an_answer():
    """A kind of statement may not be added without saying what it gives beside each other kind."""
    assert [sorted(pair) for pair in pairs() - answered()] == []
    assert {kind for pair in answered() for kind in pair} == set(TABLE["kinds"])


def test_each_game_has_the_same_statements():
    """No game is left out: each has hundreds of records, and each answer of the table occurs in them."""
    statuses = {}
    for game in GAMES:
        built = list(cases(game))
        assert len(built) > 800, game
        statuses[game] = {case.status for case in built}
    wanted = {"CONFIRMED", "DECLARED", "UNFINISHED", "CONTRADICTED", "ILLEGAL", "UNREADABLE"}
    assert statuses == dict.fromkeys(GAMES, wanted)


def test_both_statements_and_their_lines_are_named():
    """A contradiction names both texts with their lines, and a false reason both reasons, in both languages."""
    fault = verdict(record_of("six", "open", ["結果：中断"], ["まで1手で先手の勝ち"])).fault
    assert (fault.code, fault.line) == ("claims-disagree", 4)
    for text in fault.message:
        assert all(part in text for part in ("まで1手で先手の勝ち", "中断", "6", "4")), text
    fault = verdict(record_of("rengo", "over", [], ["{p} 五連"])).fault
    assert ("五連" in fault.message.ja, "詰み" in fault.message.ja, fault.article) == (True, True, "rengo.46")
    assert ("five in a row" in fault.message.en, "mate" in fault.message.en) == (True, True)


def test_the_rules_of_the_head_stay():
    """Rules below まで change nothing: the move stays illegal by the rules of the head, and the line is an error."""
    moves, end = "1 四04占\n2 二02領\n3 一01武\n", "まで3手で先手の勝ち\n"
    below = verdict("棋種：six\n" + moves + end + "規則：six/1 near=any\n")
    assert (below.status, below.fault.article) == (Status.ILLEGAL, "six.4")
    assert [(d.line, d.severity) for d in below.diagnostics if d.code == "rules-elsewhere"] == [(6, "error")]
    assert verdict("棋種：six\n規則：six/1 near=any\n" + moves + end).status is Status.DECLARED


def test_a_match_whose_sides_are_not_exchanged_has_no_winner():
    """The names tell of other sides than king.3: neither the sum by sides nor that by names is taken."""
    (case,) = [case for case in cases("king") if case.name.endswith("['', '', '先手：甲\\n後手：乙']")]
    judged = verdict(case.text)
    assert (judged.status, judged.outcome, judged.fault.article) == (Status.CONTRADICTED, None, "king.3")
    at = judged.fault.line
    assert case.text.splitlines()[at - 1] == "先手：甲"
    assert "3 行目" in judged.fault.message.ja
    assert "line 3" in judged.fault.message.en


COUNTS = {
    "先手27 後手35.5": Status.CONFIRMED,
    "先手27目 後手35目半": Status.CONFIRMED,
    "先手27目、後手35目半": Status.CONFIRMED,
    "先手２７点 後手３５．５点": Status.CONFIRMED,
    "27対35.5": Status.CONFIRMED,
    "27目 対 35目半": Status.CONFIRMED,
    "黒27 白35.5": Status.CONFIRMED,
    "後手35.5 先手27": Status.CONFIRMED,
    "白35目半 黒27目": Status.CONFIRMED,
    "先手27目 後手35目": Status.CONTRADICTED,
    "先手35.5 後手27": Status.CONTRADICTED,
    "黒35 白27": Status.CONTRADICTED,
    "先手の勝ち": Status.UNREADABLE,
    "先手27": Status.UNREADABLE,
    "先手27 先手35.5": Status.UNREADABLE,
    "27.5半 35": Status.UNREADABLE,
    "黒27 後手35.5 白1": Status.UNREADABLE,
    "二十七目": Status.UNREADABLE,
}


def test_counts_after_seichi():
    """A count is read as people write it; one that is not understood is unreadable at its own line, and no contradiction."""
    for text, status in COUNTS.items():
        record = record_of("rengo", "count", [], [f"{{p}} 整地 {text}", "まで{n}手で後手の勝ち"])
        judged = verdict(record)
        assert judged.status is status, (text, judged.status)
        if judged.fault is not None:
            assert record.splitlines()[judged.fault.line - 1].startswith("3 整地"), text
            code = {Status.CONTRADICTED: "wrong-claim", Status.UNREADABLE: "unreadable-count"}[status]
            assert judged.fault.code == code, text
    not_over = verdict(record_of("rengo", "open", [], ["{p} 整地 たくさん"]))
    assert (not_over.status, not_over.fault.code) == (Status.UNREADABLE, "unreadable-count")


def test_both_passes_before_the_count():
    """両者パス below a game that the passes ended with a count says no draw, wherever it stands; a draw is still false."""
    for line, status in {
        "両者パス": Status.CONFIRMED,
        "まで{n}手で両者パス": Status.CONFIRMED,
        "まで{n}手で引き分け": Status.CONTRADICTED,
    }.items():
        assert verdict(record_of("rengo", "count", [], [line])).status is status, line
