"""Tests of the KIF reader: moves and their numbers, ends, times, branches, and lines that are not understood."""

from each import each
from helpers import DIAGRAM, HEAD, diagnostics_of, record, texts, verdict

from kifu.core.outcome import Outcome, Side, Special
from kifu.referee.record import Entry
from kifu.referee.status_fault_and_basis import Status

FOUR = HEAD + "1 一01占\n2 七07領\n3 一02占\n4 七06領\n"


def shape(text):
    """Return (start, parent, moves) of each line of play."""
    return [(line.start, line.parent, texts(line)) for line in record(text).lines]


# Moves and their numbers


@each(
    ("lines", "code", "line"),
    [
        ("1 一01占\n七07領\n3 一02占\n", "missing-ply-number", 3),
        ("1 一01占\n1 七07領\n2 一02占\n", "repeated-ply-number", 3),
        ("1 一01占\n3 七07領\n4 一02占\n", "wrong-ply-number", 3),
        ("2 一01占\n3 七07領\n4 一02占\n", "wrong-ply-number", 2),
        ("1 一01占\n2 七07領\n投了\n", "missing-ply-number", 4),
        ("1 一01占\n2 七07領\n4 投了\n", "wrong-ply-number", 4),
        ("1 一01占\n2 七07領\n2 投了\n", "repeated-ply-number", 4),
    ],
)
def test_ply_numbers(lines, code, line):
    """A wrong number gets one warning, and the count goes on from it. The plies are numbered by their order."""
    game_record = record(HEAD + lines)
    assert [(d.code, d.line, d.severity) for d in game_record.diagnostics] == [(code, line, "warning")]
    assert [entry.ply for entry in game_record.main.entries] == list(range(1, len(game_record.main.entries) + 1))


def test_numbers_in_digits_of_either_width():
    """Ply numbers may mix full-width and half-width digits: １, 2, １0."""
    lines = "".join(f"{str(n).translate(str.maketrans('123', '１２３'))} 一0{n}{'領占'[n % 2]}\n" for n in range(1, 24))
    assert diagnostics_of(HEAD + lines) == []


def test_moves_with_side_marks_are_kept_as_written():
    """The side mark is part of the text of the move, so the move begins in its column."""
    assert record(HEAD + "1 ▲一01占\n").main.entries == (Entry(1, "▲一01占", 2, 3),)


@each("line", ["3 一02占は良い手", "3 十", "3 ", "3 八01占"])
def test_a_numbered_line_is_a_move_even_if_it_cannot_be_read(line):
    """A numbered line counts as a move even if the game cannot read it."""
    assert [(entry.ply, entry.line) for entry in record(HEAD + "1 一01占\n2 七07領\n" + line + "\n").main.entries][
        2:
    ] == [(3, 4)]


def test_two_moves_on_a_line_with_a_time_between():
    """Two numbered moves are both read. Without the second number a note says how the line was read."""
    game_record = record(HEAD + "1 一01占 ( 0:05/00:00:05) 2 七07領 ( 0:04/00:00:04)\n")
    assert [(entry.text, entry.seconds) for entry in game_record.main.entries] == [("一01占", 5), ("七07領", 4)]
    assert game_record.diagnostics == ()
    game_record = record(HEAD + "1 一01占 ( 0:05/00:00:05) 七07領 ( 0:04/00:00:04)\n")
    assert [(entry.text, entry.seconds) for entry in game_record.main.entries] == [("一01占", 5), ("七07領", 4)]
    assert {diagnostic.code for diagnostic in game_record.diagnostics} == {"read-as"}


# Lines that are not understood among the moves


@each("stray", ["八01占", "四?4占", "3：七07領だった", "□□"])
def test_a_stray_when_the_count_goes_on(stray):
    """What may be left of a move is no remark: the verdict stops there, whatever the numbers say."""
    text = HEAD + f"1 一01占\n{stray}\n2 七07領\n3 一02占\n"
    assert (verdict(text).status, verdict(text).plies, verdict(text).fault.line) == ("UNREADABLE", 1, 3)


@each("remark", ["ここで長考", "四04占は良い手でしたね", "お茶"])
def test_a_remark_when_the_count_goes_on(remark):
    """A sentence between the moves is a comment, with a note, where no number is missing."""
    text = HEAD + f"1 一01占\n{remark}\n2 七07領\n3 一02占\n"
    game_record = record(text)
    assert [(d.code, d.line) for d in game_record.diagnostics] == [("read-as", 3)]
    assert [one.text for one in game_record.main.comments] == [remark]
    assert texts(game_record.main) == ["一01占", "七07領", "一02占"]


@each("stray", ["四?4占", "ここで長考", "八01占"])
def test_a_lost_move_when_the_count_does_not_go_on(stray):
    """A ply number is missing, so the line is taken for that move, and it fails at its place."""
    game_record = record(HEAD + f"1 一01占\n{stray}\n3 一02占\n")
    assert {d.code for d in game_record.diagnostics} <= {"look-alike"}
    assert [(entry.ply, entry.text, entry.line) for entry in game_record.main.entries] == [
        (1, "一01占", 2),
        (2, stray, 3),
        (3, "一02占", 4),
    ]


def test_among_several_strays_the_one_with_a_square_is_the_lost_move():
    """The line with a square is taken for the move; the other lines get diagnostics."""
    text = HEAD + "1 一01占\n長考\n七?7 七07領\n昼食\n3 一02占\n"
    assert (verdict(text).status, verdict(text).plies, verdict(text).fault.line) == ("UNREADABLE", 1, 4)


@each(
    ("end", "lost"),
    [("", False), ("まで2手で中断\n", False), ("まで3手で中断\n", True), ("3 投了\n", False), ("4 投了\n", True)],
)
def test_strays_at_the_end(end, lost):
    """The count of the closing line and the number of the special word show whether a move is missing."""
    assert len(record(HEAD + "1 一01占\n2 七07領\nさて\n" + end).main.entries) == 2 + lost


def test_strays_where_nothing_counts_on():
    """Without a later number, a line with a square is a move: at the end and before a branch."""
    for end in ("", "まで中断\n", "変化：1手\n1 一02占\n"):
        assert texts(record(HEAD + "1 一01占\n八01占\n" + end).main) == ["一01占", "八01占"]
        assert texts(record(HEAD + "1 一01占\nさて\n" + end).main) == ["一01占"]


def test_a_stray_counts_with_what_is_written_when_numbers_were_wrong_before():
    """The count in まで counts the plies, even if the numbers before them are wrong."""
    assert len(record(HEAD + "1 一01占\n2 七07領\n4 一02占\nめも\nまで3手で中断\n").main.entries) == 3


# The end of a record


@each(
    ("text", "word", "side", "column"),
    [("5 投了", "投了", None, 3), ("5 ▲投了", "投了", Side.FIRST, 3), ("△中断", "中断", Side.SECOND, 1)],
)
def test_special_words(text, word, side, column):
    """A special word ends the line of play at the ply after its last move."""
    assert record(FOUR + text + "\n").main.special == Special(5, word, side, 6, column)


def test_after_the_end():
    """Moves and words after the end get one diagnostic each and are not counted; a second closing line is a claim."""
    text = FOUR + "5 投了\n6 一03占\n七05領\n6 中断\nまで4手で先手の勝ち\nまで4手で中断\n7 一04占\n"
    assert diagnostics_of(text) == [("after-the-end", line) for line in (7, 8, 9, 12)]
    main = record(text).main
    assert (len(main.entries), main.special.word, main.closing.count) == (4, "投了", 4)
    assert [claim.word for claim in main.claims] == ["中断"]


@each(
    ("above", "severity"),
    [("", "error"), ("その二　対ゆうき", "error"), ("感想戦で並べた手順", "warning"), ("変化", "warning")],
)
@each(
    "moves", ["一03占\n七05領\n一04占\n七06領", "6 一03占\n7 七05領\n8 一04占\n9 七06領", "一03占 七05領 一04占 七06領"]
)
def test_several_moves_behind_the_end(above, severity, moves):
    """Four moves behind the end are another game, which nobody has judged, unless a line calls them an analysis."""
    found = record(f"{FOUR}5 投了\n{above}\n{moves}\n").diagnostics
    assert found[-1].code == "after-the-end"
    assert found[-1].severity == severity


@each(
    ("end", "severity"),
    [("まで4手", "error"), ("まで4手で中断", "error"), ("まで4手で先手の勝ち", "warning"), ("投了", "warning")],
)
def test_words_of_a_result_after_the_end(end, severity):
    """A line that may say who has won is an error below an end that leaves it open."""
    (found,) = [one for one in record(f"{FOUR}{end}\nほんとうは誰の勝ちだったか\n").diagnostics if one.line == 7]
    assert (found.code, found.severity) == ("not-understood", severity)


def test_prose_after_the_end():
    """A line of prose after the end gets a diagnostic."""
    assert diagnostics_of(FOUR + "5 投了\nおもしろい一局だった\n") == [("not-understood", 7)]


def test_an_unreadable_closing_line():
    """An unreadable closing line is an error. It records no result, and moves may follow it."""
    game_record = record(FOUR + "まで4手で誰かの勝ち\n5 一03占\n")
    assert (game_record.main.closing, len(game_record.main.entries)) == (None, 5)
    assert [(d.code, d.line, d.severity) for d in game_record.diagnostics] == [("unreadable-closing", 6, "error")]


def test_closing_lines_know_the_players():
    """A closing line may name a player, with or without blanks, unless both have the same name."""
    names = HEAD + "　先手：山田　太郎\n後手：佐藤\n"
    assert record(names + "まで0手で山田太郎の勝ち\n").main.closing.outcome is Outcome.FIRST
    assert record(names + "まで0手で佐 藤の勝ち\n").main.closing.outcome is Outcome.SECOND
    assert record(HEAD + "先手：甲\n後手：甲\nまで0手で甲の勝ち\n").main.closing is None


# Times


def test_times_add_up_per_side():
    """The total of a side is the sum of its own times; the time of a special word counts for the side to move."""
    text = HEAD + (
        "1 一01占 ( 0:05/00:00:05)\n2 七07領 ( 0:10/00:00:10)\n3 一02占 ( 1:00/00:01:05)\n"
        "4 七06領\n5 投了 ( 0:01/00:01:06)\n"
    )
    assert diagnostics_of(text) == []


@each(
    ("lines", "line"),
    [
        ("1 一01占 ( 0:05/00:00:06)\n2 七07領 ( 0:10/00:00:10)\n3 一02占 ( 1:00/00:01:06)\n", 2),
        ("1 一01占 ( 0:05/00:00:05)\n2 七07領 ( 0:10/00:00:15)\n", 3),
        ("1 一01占 ( 0:05/00:00:05)\n2 投了 ( 0:10/00:00:15)\n", 3),
    ],
)
def test_a_wrong_total(lines, line):
    """A wrong total gets one warning, and the sum goes on from the written total."""
    (diagnostic,) = record(HEAD + lines).diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.severity) == ("wrong-total-time", line, "warning")
    assert diagnostic.column == (HEAD + lines).splitlines()[line - 1].index("(") + 1


@each(
    "lines",
    [
        "1 一01占 (0:65/00:01:05)\n2 七07領 (0:10/00:00:10)\n3 一02占 (0:10/00:01:15)\n",
        "1 一01占\n2 七07領 (0:10/00:00:10)\n3 一02占 (0:10/00:01:15)\n",
        "1 一01占 ( / )\n2 七07領 (0:10/00:00:10)\n3 一02占 (0:10/00:01:15)\n",
        "1 一01占 (0:99)\n2 七07領\n3 一02占\n4 七06領\n5 投了 (0:10/00:01:15)\n",
        "1 一01占 (0:65/00:01:05)\n2 七07領\n3 一02占\n変化：3手\n3 一03占 (0:10/00:01:15)\n",
        "1 一01占\n2 七07領 (0:10/00:00:10)\n3 一02占\n変化：3手\n3 一03占\n変化：3手\n3 一04占 (0:01/00:01:15)\n",
    ],
)
def test_no_claim_about_a_sum_with_an_unknown_part(lines):
    """After a time that is missing or not read, a total of its side is not said to be wrong."""
    assert {diagnostic.code for diagnostic in record(HEAD + lines).diagnostics} <= {"unreadable-time"}


def test_a_written_total_is_known_again():
    """The sum goes on from the next written total, and the other side's sum stays known."""
    lines = "1 一01占\n2 七07領 (0:10/00:00:11)\n3 一02占 (0:10/00:01:15)\n4 七06領\n5 一03占 (0:05/00:01:21)\n"
    assert [(found.code, found.line) for found in record(HEAD + lines).diagnostics] == [
        ("wrong-total-time", 3),
        ("wrong-total-time", 6),
    ]


@each("clock", ["( / )", "(  :  /  :  :  )", "()", "（　：　／　：　：　）", "( / )+", "(--:--/--:--:--)", "(:) ( / )"])
def test_blank_brackets_are_no_time_and_no_comment(clock):
    """The brackets of a form that nobody has filled in say nothing."""
    read = record(HEAD + f"1 一01占 {clock}\n2 七07領{clock}\n3 投了 {clock}\n")
    assert (read.diagnostics, texts(read.main), read.main.comments, read.copies) == ((), ["一01占", "七07領"], (), ())
    assert (read.main.entries[0].seconds, read.main.special.word) == (None, "投了")


@each("clock", ["(0:60/00:00:60)", "（0:99）"])
def test_a_malformed_time(clock):
    """A malformed time gets a warning at its place, and the move is still read."""
    (diagnostic,) = record(HEAD + f"1 一01占   {clock}\n").diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.column, diagnostic.ply, diagnostic.width) == (
        "unreadable-time",
        2,
        10,
        1,
        len(clock),
    )
    assert texts(record(HEAD + f"1 一01占   {clock}\n").main) == ["一01占"]


def test_a_move_keeps_its_time():
    """Each move keeps its seconds, also in a branch. They are None if there is no readable time."""
    text = (
        HEAD + "1 一01占 ( 1:05/00:01:05)\n2 七07領\n3 一02占 (0:60)\n4 七06領 (1:00:00/)\n変化：2手\n2 七05領 (0:07)\n"
    )
    main, branch = record(text).lines
    assert [entry.seconds for entry in main.entries] == [65, None, None, 3600]
    assert [entry.seconds for entry in branch.entries] == [7]


# Branches


def test_branches_nest_and_stand_beside_each_other():
    """変化 N replaces move N of the line above it, or of an ancestor of that line."""
    text = FOUR + (
        "変化：3手\n3 一03占\n4 七05領\n5 一04占\n\n変化：5手\n5 一05占\n\n変化：4手\n4 七04領\n\n変化：3手\n3 一06占\n\n変化：1手\n1 四04占\n"
    )
    assert shape(text) == [
        (1, None, ["一01占", "七07領", "一02占", "七06領"]),
        (3, 0, ["一03占", "七05領", "一04占"]),
        (5, 1, ["一05占"]),
        (4, 1, ["七04領"]),
        (3, 0, ["一06占"]),
        (1, 0, ["四04占"]),
    ]
    assert record(text).diagnostics == ()


def test_a_branch_may_replace_the_special_word():
    """A branch may replace the word 投了, but not a ply that does not exist."""
    assert shape(FOUR + "5 投了\n変化：5手\n5 一03占\n")[1] == (5, 0, ["一03占"])
    assert shape(FOUR + "変化：5手\n5 一03占\n")[1] == (5, None, ["一03占"])
    assert diagnostics_of(FOUR + "変化：5手\n5 一03占\n") == [("branch-from-nowhere", 6)]


def test_a_branch_of_an_earlier_line():
    """If the line right above is too short, the branch belongs to the game, and a warning says so."""
    text = FOUR + "変化：2手\n2 七05領\n変化：4手\n4 七04領\n"
    assert shape(text)[1:] == [(2, 0, ["七05領"]), (4, 0, ["七04領"])]
    assert diagnostics_of(text) == [("branch-of-an-earlier-line", 8)]


def test_branches_from_nowhere():
    """A branch from a missing ply has no parent. Its own branches belong to it, and the game does not change."""
    text = FOUR + "変化：9手\n9 一03占\n10 七05領\n変化：10手\n10 七04領\n変化：0手\n1 四04占\n変化：2手\n2 七03領\n"
    assert shape(text)[1:] == [
        (9, None, ["一03占", "七05領"]),
        (10, 1, ["七04領"]),
        (1, None, ["四04占"]),
        (2, 0, ["七03領"]),
    ]
    assert diagnostics_of(text) == [
        ("branch-from-nowhere", 6),
        ("branch-from-nowhere", 11),
        ("branch-of-an-earlier-line", 13),
    ]


@each("line", ["変化：二手", "変化：", "変化：2手目"])
def test_a_branch_without_a_ply(line):
    """A branch without a ply begins at the number of its first move and has no parent. In the head the line is a header."""
    text = FOUR + line + "\n2 七05領\n3 一05占\n変化：3手\n3 一06占\n変化：4手\n4 七03領\n"
    assert shape(text)[1:] == [(2, None, ["七05領", "一05占"]), (3, 1, ["一06占"]), (4, 0, ["七03領"])]
    assert diagnostics_of(text) == [("unreadable-branch", 6), ("branch-of-an-earlier-line", 11)]
    assert diagnostics_of(HEAD + line + "\n1 一01占\n") == [("unknown-header", 2)]


def test_a_branch_without_its_colon():
    """A branch without its colon is understood, and the missing colon gets a diagnostic."""
    assert shape(FOUR + "変化2手\n2 七05領\n")[1] == (2, 0, ["七05領"])
    assert diagnostics_of(FOUR + "変化2手\n2 七05領\n") == [("unclosed-header", 6)]


def test_branches_have_their_own_ends_and_remarks():
    """A closing line, a special word, a checkpoint and a comment below a branch belong to the branch."""
    game_record = record(
        FOUR + "5 投了\nまで4手で後手の勝ち\n変化：2手\n*別の道\n2 七05領\n" + DIAGRAM + "3 中断\nまで2手で中断\n"
    )
    branch = game_record.lines[1]
    assert (game_record.main.special.word, game_record.main.closing.count) == ("投了", 4)
    assert (branch.special.ply, branch.special.word, branch.closing.count) == (3, "中断", 2)
    assert [remark.ply for remark in branch.comments] == [1]
    assert [checkpoint.ply for checkpoint in branch.checkpoints] == [2]
    assert game_record.diagnostics == ()


def test_times_of_a_branch_carry_on():
    """The totals of a branch go on from those before the ply that it replaces."""
    text = HEAD + (
        "1 一01占 ( 0:05/00:00:05)\n2 七07領 ( 0:10/00:00:10)\n3 一02占 ( 1:00/00:01:05)\n"
        "変化：3手\n3 一03占 ( 0:02/00:00:07)\n4 七06領 ( 0:01/00:00:11)\n"
        "変化：4手\n4 七05領 ( 0:09/00:00:19)\n変化：1手\n1 四04占 ( 0:01/00:00:01)\n"
    )
    assert diagnostics_of(text) == []


def test_ply_numbers_of_a_branch_begin_at_its_ply():
    """The first move of 変化 N has the number N."""
    assert diagnostics_of(FOUR + "変化：3手\n1 一03占\n2 七05領\n") == [("wrong-ply-number", 7)]


@each("between", ["", "四なぞ占\n", "反則か不明\n", "|||\n"])
def test_another_game_behind_the_end(between):
    """Moves below a line that names a game are an error, whatever stands between, and not moves after the end."""
    found = verdict(
        HEAD + f"1 一01占\n2 七07領\nまで2手で後手の勝ち\n●B卓 ユニオンキング 赤 青\n{between}1 一06-一05四内\n"
    )
    assert found.status is Status.UNREADABLE
