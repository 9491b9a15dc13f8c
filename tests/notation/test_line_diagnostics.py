"""Tests of the diagnostics of lines: each has its code, severity, place, ply and width, and its times in words."""

from pathlib import Path

from each import each
from helpers import DIAGRAM, HEAD, document, record

from kifu.core.diagnostic import Severity
from kifu.core.game.text import split_diagram
from kifu.core.outcome import Side
from notation import line_diagnostics, time_control_and_time_checks
from notation.diagnostic_rendering import render_diagnostic
from notation.freeform.texts_that_contradict_the_reading import told_otherwise_error

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
TEXT = "三文字"
MARKED = split_diagram(4, [(7, "  ○○○◎○○△01"), (8, "△○○○○○○02")])
LINES = [
    (line_diagnostics.wrong_ply_number(7, 4, 9, None, 9), "missing-ply-number", WARNING, (7, 4, 9, 1)),
    (line_diagnostics.wrong_ply_number(7, 4, 9, 8, 9), "repeated-ply-number", WARNING, (7, 4, 9, 1)),
    (line_diagnostics.wrong_ply_number(7, 4, 9, 0, 1), "wrong-ply-number", WARNING, (7, 4, 9, 1)),
    (line_diagnostics.wrong_ply_number(7, 4, 9, 1, 2), "repeated-ply-number", WARNING, (7, 4, 9, 1)),
    (line_diagnostics.wrong_ply_number(7, 4, 9, 7, 9), "wrong-ply-number", WARNING, (7, 4, 9, 1)),
    (line_diagnostics.wrong_ply_number(7, 4, 9, 10, 9), "wrong-ply-number", WARNING, (7, 4, 9, 1)),
    (time_control_and_time_checks.unreadable_time(7, 4, 9, TEXT), "unreadable-time", WARNING, (7, 4, 9, 3)),
    (time_control_and_time_checks.wrong_total(7, 4, 9, 1, 2), "wrong-total-time", WARNING, (7, 4, 9, 1)),
    (line_diagnostics.unreadable_closing(7, 4, TEXT), "unreadable-closing", ERROR, (7, 4, None, 3)),
    (line_diagnostics.unreadable_result(7, 4, TEXT), "unreadable-result", ERROR, (7, 4, None, 3)),
    (line_diagnostics.unreadable_result(7, 4, ""), "unreadable-result", ERROR, (7, 4, None, 1)),
    (line_diagnostics.name_of_other_side(7, "白", TEXT), "told-otherwise", ERROR, (7, 1, None, 1)),
    (told_otherwise_error(TEXT, 7, 4), "told-otherwise", ERROR, (7, 4, None, 3)),
    (line_diagnostics.unreadable_count(7, 4, "手数", TEXT), "unreadable-count", ERROR, (7, 4, None, 3)),
    (line_diagnostics.unreadable_score(7, 4, "得点", TEXT), "unreadable-score", ERROR, (7, 4, None, 3)),
    (line_diagnostics.unreadable_score(7, 4, "得点", ""), "unreadable-score", ERROR, (7, 4, None, 1)),
    (line_diagnostics.outside_match_games(7, 4, TEXT), "outside-the-games", ERROR, (7, 4, None, 1)),
    (line_diagnostics.match_out_of_order(7, TEXT), "match-order", ERROR, (7, None, None, 1)),
    (line_diagnostics.match_out_of_order(7, None), "match-order", ERROR, (7, None, None, 1)),
    (line_diagnostics.unreadable_branch(7, 4, TEXT), "unreadable-branch", ERROR, (7, 4, None, 3)),
    (line_diagnostics.unreadable_branch(7, 4, ""), "unreadable-branch", ERROR, (7, 4, None, 1)),
    (line_diagnostics.branch_from_nowhere(7, 4, 5, 9, 8), "branch-from-nowhere", ERROR, (7, 4, None, 5)),
    (line_diagnostics.branch_of_an_earlier_line(7, 4, 5, 9), "branch-of-an-earlier-line", WARNING, (7, 4, None, 5)),
    (line_diagnostics.unclosed_header(7, 4, "先手", 5), "unclosed-header", ERROR, (7, 4, None, 5)),
    (line_diagnostics.repeated_header(7, "先手"), "repeated-header", WARNING, (7, 1, None, 1)),
    (line_diagnostics.rules_elsewhere(7, TEXT), "rules-elsewhere", ERROR, (7, 1, None, 6)),
    (line_diagnostics.field_outside_diagram(7, "手番"), "field-outside-diagram", WARNING, (7, 1, None, 1)),
    (line_diagnostics.misspelt_field(7, "手晩", ["手番"]), "unknown-field", ERROR, (7, 1, None, 1)),
    (line_diagnostics.not_understood(7, 4, TEXT), "not-understood", ERROR, (7, 4, None, 3)),
    (line_diagnostics.moves_not_understood(7, 4, TEXT), "not-understood", ERROR, (7, 4, None, 3)),
    (line_diagnostics.result_in_the_head(7, 4, TEXT), "not-understood", ERROR, (7, 4, None, 3)),
    (line_diagnostics.statement_before_record(7, 4, TEXT), "before-the-record", ERROR, (7, 4, None, 3)),
    (line_diagnostics.statement_before_record(7, 4, ""), "before-the-record", ERROR, (7, 4, None, 1)),
    (line_diagnostics.end_in_comment(7, 4, TEXT), "end-in-a-comment", WARNING, (7, 4, None, 3)),
    (line_diagnostics.text_after_end(7, 4, TEXT), "after-the-end", WARNING, (7, 4, None, 3)),
    (line_diagnostics.text_after_end(7, 4, ""), "after-the-end", WARNING, (7, 4, None, 1)),
    (
        time_control_and_time_checks.total_of_other_side(7, 4, 9, Side.FIRST, 65),
        "wrong-total-time",
        WARNING,
        (7, 4, 9, 1),
    ),
    (time_control_and_time_checks.time_runs_back(7, 4, 9, 5, 65), "wrong-total-time", WARNING, (7, 4, 9, 1)),
    (
        time_control_and_time_checks.unreadable_time_control(7, 4, "持ち時間", TEXT),
        "unreadable-time-control",
        NOTE,
        (7, 4, None, 3),
    ),
    (time_control_and_time_checks.overtime_error(7, 4, 9, Side.FIRST, 65), "overtime", WARNING, (7, 4, 9, 1)),
    (line_diagnostics.unconfirmed_reading(7, 4), "unconfirmed-reading", WARNING, (7, 1, None, 4)),
    (line_diagnostics.unknown_header(7, TEXT, ["先手"]), "unknown-header", NOTE, (7, 1, None, 3)),
    (line_diagnostics.move_elsewhere(7, TEXT, 0), "move-elsewhere", ERROR, (7, 1, None, 4)),
    (line_diagnostics.diagram_marks_note(MARKED, "◎△"), "diagram-marks", NOTE, (7, 6, None, 1)),
    (line_diagnostics.not_read_on(7, 9), "not-read-on", ERROR, (7, None, None, 1)),
    (line_diagnostics.control_character(7, 4, "\x07"), "control-character", WARNING, (7, 4, None, 1)),
]


@each(("diagnostic", "code", "severity", "place"), LINES, ids=[line[1] for line in LINES])
def test_each_diagnostic(diagnostic, code, severity, place):
    """Each diagnostic has its code, severity, line, column, ply and width, and a message in both languages."""
    assert (diagnostic.code, diagnostic.severity) == (code, severity)
    assert (diagnostic.line, diagnostic.column, diagnostic.ply, diagnostic.width) == place
    assert diagnostic.message.ja
    assert diagnostic.message.en


def test_the_words_of_each_diagnostic():
    """Each message reads, in both languages, as line-messages.txt has it: a changed word is seen in the change."""
    file = Path(__file__).parents[1] / "data/line-messages.txt"
    words = [f"{code}\n  {one.message.ja}\n  {one.message.en}\n" for one, code, *_ in LINES]
    assert file.read_text("utf-8").splitlines() == "".join(words).splitlines()


def test_the_words_for_an_end_in_a_comment():
    """The message says what the comment is and what to do, in both languages."""
    assert line_diagnostics.end_in_comment(7, 2, "先手の投了").message == (
        "「先手の投了」はコメントなので、終局とは読みません。終局なら、行頭の記号を外して書いてください",
        "'先手の投了' is a comment and ends no game; if it tells the end, write it without the sign before it",
    )


def test_every_diagnostic_is_in_the_table():
    """The table has a row for each code that the two modules word."""
    functions = [
        name
        for module in (line_diagnostics, time_control_and_time_checks)
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__
        and str(value.__annotations__.get("return")).startswith("Diagnostic")
    ]
    codes_in_table = {code for _, code, _, _ in LINES} - {"repeated-ply-number", "wrong-ply-number"}
    sharing = {
        "total_of_other_side",
        "time_runs_back",
        "moves_not_understood",
        "result_in_the_head",
        "statement_in_a_head",
    }  # codes of others
    assert len([name for name in functions if not name.startswith("_") and name not in sharing]) == len(codes_in_table)


@each(
    ("seconds", "spelled"),
    [
        (0, "00:00:00"),
        (1, "00:00:01"),
        (59, "00:00:59"),
        (60, "00:01:00"),
        (61, "00:01:01"),
        (3599, "00:59:59"),
        (3600, "01:00:00"),
        (3661, "01:01:01"),
        (7325, "02:02:05"),
        (86399, "23:59:59"),
        (360_000, "100:00:00"),
    ],
)
def test_times_are_told_in_hours_minutes_and_seconds(seconds, spelled):
    """Both messages show the written total and the sum in hours, minutes and seconds."""
    wrong = time_control_and_time_checks.wrong_total(1, 1, 1, seconds, seconds + 1).message
    assert f"the total time {spelled} should be" in wrong.en
    assert f"累計時間 {spelled} は" in wrong.ja
    right = time_control_and_time_checks.wrong_total(1, 1, 1, seconds + 1, seconds).message
    assert f"should be {spelled}, the sum" in right.en
    assert f"合計すると {spelled} のはず" in right.ja


def test_the_ply_number_names_what_is_expected():
    """The message on a missing, repeated or wrong ply number names the expected number."""
    sentences = [line_diagnostics.wrong_ply_number(1, 1, 1, written, 6).message.en for written in (None, 5, 9)]
    assert sentences == [
        "the ply number is missing; write 6",
        "does move 5 stand twice? The ply number 6 is expected",
        "is move 6-8 missing? The ply number 9 should be 6",
    ]


SHOWN = [
    ("1 一01占 (0:99)\n", "unreadable-time", ["    1 一01占 (0:99)", "             ^^^^^^"]),
    ("1 一01占 ( 0:05/00:00:09)\n", "wrong-total-time", ["    1 一01占 ( 0:05/00:00:09)", "             ^"]),
    ("１　一01占\n 9 七07領\n", "wrong-ply-number", ["     9 七07領", "       ^^"]),
    ("七07領\n", "missing-ply-number", ["    七07領", "    ^^"]),
    ("　まで?\n", "unreadable-closing", ["    　まで?", "      ^^^^^"]),
    ("1 一01占\n 変化：x手\n", "unreadable-branch", ["     変化：x手", "           ^^^"]),
    ("1 一01占\n　変化：9手\n", "branch-from-nowhere", ["    　変化：9手", "      ^^^^^^^^^"]),
    ("1 一01占\n2 投了\n　3 一02占\n", "after-the-end", ["    　3 一02占", "        ^^^^^^"]),
    ("先手：甲\n先手：乙\n", "repeated-header", ["    先手：乙", "    ^^"]),
    ("手数：1か2\n1 一01占\n", "unreadable-count", ["    手数：1か2", "          ^^^^"]),
    ("1 一01占\n  得点：？\n", "unreadable-score", ["      得点：？", "            ^^"]),
    ("  ？？\n", "not-understood", ["      ？？", "      ^^^^"]),
    ("1 一01占\n*a\x07b\n", "control-character", ["    *a␇b", "      ^"]),
]


@each(("text", "code", "lines"), SHOWN, ids=[line[1] for line in SHOWN])
def test_the_caret_of_a_diagnostic(text, code, lines):
    """The carets stand under the faulty part of the line and are as wide as that part in a terminal."""
    game_record = record(HEAD + text)
    (diagnostic,) = [d for d in game_record.diagnostics if d.code == code]
    shown = render_diagnostic(diagnostic, "game.kif", game_record.source, "en").splitlines()
    assert shown[0].endswith(f"[{code}]")
    assert shown[1:] == lines


def test_a_diagnostic_before_the_record():
    """A move above the line 棋種 gets a diagnostic at its place."""
    game_record = document("　1 一01占\n" + HEAD + DIAGRAM).records[0]
    (diagnostic,) = [d for d in game_record.diagnostics if d.code == "before-the-record"]
    assert render_diagnostic(diagnostic, "a", game_record.source, "ja").splitlines()[1:] == [
        "    　1 一01占",
        "        ^^^^^^",
    ]
