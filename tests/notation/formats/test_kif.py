"""Text to records: what each line becomes, and what is said about lines that are odd."""

import pytest
from helpers import DIAGRAM, HEAD, document, record, texts, verdict

from kifu.model.outcome import Outcome, Side, Termination
from kifu.model.record import Comment, Entry, Header, Span
from kifu.model.specials import Special

FOUR = HEAD + "1 一01占\n2 七07領\n3 一02占\n4 七06領\n"


def diagnostics_of(text):
    """Return code and line of each remark of the reader on a file's only record."""
    return [(diagnostic.code, diagnostic.line) for diagnostic in record(text).diagnostics]


def shape(text):
    """Return (start, parent, moves) of each line of play."""
    return [(line.start, line.parent, texts(line)) for line in record(text).lines]


# Heads


def test_a_record_in_full():
    """Headers, moves, comments, bookmarks and the closing line, each with its place."""
    text = "# 六月\n棋種：6面体\n先手： 山田\n手数----指手--\n   1 一01占 ( 0:05/00:00:05)\n*よい手\n&序盤\n  2 七07領\nまで2手で先手の勝ち\n"
    game_record = record(text)
    assert game_record.headers == (Header("棋種", "6面体", 2, 4), Header("先手", "山田", 3, 5))
    assert game_record.main.entries == (Entry(1, "一01占", 5, 6, 5), Entry(2, "七07領", 8, 5))
    assert game_record.main.comments == (Comment("comment", "よい手", 1, 6), Comment("bookmark", "序盤", 1, 7))
    assert game_record.main.closing[:3] == ("まで2手で先手の勝ち", 2, Outcome.FIRST)
    assert (game_record.game.id, game_record.rules, game_record.span, game_record.index) == ("six", None, Span(1, 9), 0)
    assert game_record.diagnostics == ()


@pytest.mark.parametrize("name", ["6面体", "６面体", "six", "SIX", "ｓｉｘ"])
def test_names_of_the_game(name):
    """The game's name or id, full-width or half-width."""
    assert record(f"棋種：{name}\n").game.id == "six"


@pytest.mark.parametrize("line", ["棋種：7面体", "棋種：", "棋種:六"])
def test_an_unknown_game(line):
    """The record has no game; the line is named."""
    game_record = record(f"先手：山田\n{line}\n1 一01占\n")
    assert (game_record.game, game_record.lines[0].entries) == (None, ())
    assert diagnostics_of(f"先手：山田\n{line}\n1 一01占\n") == [("unknown-game", 2)]


@pytest.mark.parametrize(("rules", "game"), [("six/1", "six"), ("six", "six"), ("six/2", None), ("", None)])
def test_rule_sets(rules, game):
    """A rule set that is not known leaves the record without a game, wherever in the head it stands."""
    game_record = record(f"規則：{rules}\n棋種：6面体\n1 一01占\n")
    assert (game_record.game and game_record.game.id, game_record.rules) == (game, rules)
    assert diagnostics_of(f"規則：{rules}\n棋種：6面体\n") == ([] if game else [("unknown-rules", 1)])


def test_rules_are_found_below_a_line_like_a_move():
    """A prose line of the head that begins with a number does not hide the rule set."""
    assert record("棋種：6面体\n10 秒将棋\n規則：six/9\n").game is None


@pytest.mark.parametrize("key", ["先手", "開始日時", "備考", "規則"])
def test_an_unclosed_header(key):
    """A known key without its colon is named as such, in the head and after the game; but for 規則 it is understood."""
    text = HEAD + f"{key} 山田\n1 一01占\n"
    assert diagnostics_of(text) == [("unclosed-header", 2)]
    assert record(text).header(key) == (None if key == "規則" else "山田")
    assert verdict(text).status == ("UNREADABLE" if key == "規則" else "UNFINISHED")
    assert diagnostics_of(HEAD + f"1 一01占\n2 中断\n{key} 山田\n") == [("unclosed-header", 4)]


def test_an_unclosed_line_of_the_game():
    """Where 棋種 has lost its colon the record begins, but cannot be read."""
    first, second = document(HEAD + "1 一01占\n棋種 6面体\n1 一01占\n").records
    assert (first.game.id, len(first.main.entries), first.diagnostics) == ("six", 1, ())
    assert (second.game, second.span) == (None, Span(3, 4))
    assert [(diagnostic.code, diagnostic.line) for diagnostic in second.diagnostics] == [("unclosed-header", 3)]


def test_repeated_headers():
    """The first counts; the second is kept and named."""
    game_record = record(HEAD + "先手：甲\n先手：乙\n")
    assert (game_record.header("先手"), len(game_record.headers)) == ("甲", 3)
    assert diagnostics_of(HEAD + "先手：甲\n先手：乙\n") == [("repeated-header", 3)]


def test_unknown_keys_are_kept():
    """In the head and after the moves they are named in a note, with the key that was perhaps meant."""
    game_record = record(HEAD + "天気：雨\n持時間：10分\n1 一01占\n2 中断\n12:30 休憩\n")
    assert [header.key for header in game_record.headers] == ["棋種", "天気", "持時間", "12"]
    assert [(note.code, note.line, note.severity) for note in game_record.diagnostics] == [
        ("unknown-header", line, "note") for line in (2, 3, 6)
    ]
    assert "もしかして「持ち時間」" in game_record.diagnostics[1].message.ja


def test_unknown_keys_among_the_moves():
    """There a line that is no move is an error, whatever its shape."""
    game_verdict = verdict(HEAD + "1 一01占\n12:30 休憩\n2 七07領\n")
    assert (game_verdict.status, game_verdict.plies, game_verdict.fault.code, game_verdict.fault.line) == (
        "UNREADABLE",
        1,
        "not-understood",
        3,
    )


@pytest.mark.parametrize("line", ["2013/05/01", "10 秒将棋", "2013 年 5 月", "第三局"])
def test_lines_of_the_head_that_are_no_headers(line):
    """A date or a title is named, and is no move."""
    game_record = record(HEAD + line + "\n1 一01占\n")
    assert (texts(game_record.main), [(d.code, d.line) for d in game_record.diagnostics]) == (
        ["一01占"],
        [("not-understood", 2)],
    )


def test_a_number_one_begins_the_moves():
    """What is numbered 1 is meant as a move, whatever it says."""
    assert texts(record(HEAD + "1 なにか\n").main) == ["なにか"]


@pytest.mark.parametrize("character", ["\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\u2028"])
def test_control_characters_are_named(character):
    """In a header, a comment, anywhere."""
    assert diagnostics_of(HEAD + f"先手：{character}[31m\n*{character}\n") == [
        ("control-character", 2),
        ("control-character", 3),
    ]
    assert record(HEAD + f"先手：{character}[31m\n").header("先手") == f"{character}[31m"


# Diagrams


def test_a_diagram_in_the_head_is_the_set_up():
    """Its rows and fields are kept in parts, with their lines."""
    game_record = record(HEAD + DIAGRAM + "1 四03-五03武\n")
    assert (game_record.setup.line, len(game_record.setup.rows), [field.key for field in game_record.setup.fields]) == (
        2,
        7,
        ["先手の持駒", "後手の持駒", "手番"],
    )
    assert game_record.main.checkpoints == ()


def test_a_diagram_between_moves_is_a_checkpoint():
    """It belongs to the ply above it; so does a second diagram in the head."""
    game_record = record(HEAD + "1 一01占\n" + DIAGRAM + "2 七07領\n" + DIAGRAM)
    assert [(checkpoint.ply, checkpoint.diagram.line) for checkpoint in game_record.main.checkpoints] == [
        (1, 3),
        (2, 16),
    ]
    assert [checkpoint.ply for checkpoint in record(HEAD + DIAGRAM + DIAGRAM).main.checkpoints] == [0]


def test_blanks_and_comments_do_not_end_a_diagram():
    """A blank line, a comment of the file, a comment of the game between its rows."""
    rows = DIAGRAM.splitlines(keepends=True)
    text = (
        HEAD
        + "".join([*rows[:3], "\n", "# 行\n", *rows[3:5], "*注\n", *rows[5:9], "\n", *rows[9:]])
        + "1 四03-五03武\n"
    )
    game_record = record(text)
    assert (game_record.diagnostics, len(game_record.setup.rows), len(game_record.setup.fields)) == ((), 7, 3)
    assert [remark.text for remark in game_record.main.comments] == ["注"]


@pytest.mark.parametrize("junk", ["めも", "*", "めも 二つ"])
def test_a_line_below_the_rows_is_not_part_of_them(junk):
    """After seven rows, and after a field, a line that does not end like a row is something else."""
    game_record = record(HEAD + DIAGRAM + junk + "\n1 四03-五03武\n")
    assert len(game_record.setup.rows) == 7
    assert [(d.code, d.line) for d in game_record.diagnostics] == ([] if junk == "*" else [("not-understood", 14)])


def test_an_eighth_row_is_part_of_the_diagram():
    """So that the game can complain of it."""
    rows = DIAGRAM.splitlines(keepends=True)
    text = HEAD + "".join([*rows[:9], "○○○○○○○08\n", *rows[9:]])
    assert [row.number for row in record(text).setup.rows] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_fields_outside_a_diagram():
    """A hand or turn line elsewhere, or a second time, has no effect and is named."""
    assert diagnostics_of(HEAD + "手番：後手\n1 一01占\n") == [("field-outside-diagram", 2)]
    text = HEAD + DIAGRAM + "手番：後手\n先手の持駒：1\n1 四03-五03武\n"
    assert diagnostics_of(text) == [("field-outside-diagram", 14), ("field-outside-diagram", 15)]
    assert len(record(text).setup.fields) == 3


# Moves and their numbers


@pytest.mark.parametrize(
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
    """A wrong number is a warning, once: the count goes on from what is written; the plies are counted."""
    game_record = record(HEAD + lines)
    assert [(d.code, d.line, d.severity) for d in game_record.diagnostics] == [(code, line, "warning")]
    assert [entry.ply for entry in game_record.main.entries] == list(range(1, len(game_record.main.entries) + 1))


def test_numbers_in_digits_of_either_width():
    """１, 2, １０ mixed with half-width ones."""
    lines = "".join(f"{str(n).translate(str.maketrans('123', '１２３'))} 一0{n}占\n" for n in range(1, 24))
    assert diagnostics_of(HEAD + lines) == []


def test_moves_with_side_marks_are_kept_as_written():
    """The mark is part of the move; its column is the mark's."""
    assert record(HEAD + "1 ▲一01占\n").main.entries == (Entry(1, "▲一01占", 2, 3),)


@pytest.mark.parametrize("line", ["3 一02占は良い手", "3 十", "3 ", "3 八01占", "3 一02占 七06領"])
def test_a_numbered_line_is_a_move_even_if_it_cannot_be_read(line):
    """What is numbered stands where a move stands."""
    assert [(entry.ply, entry.line) for entry in record(HEAD + "1 一01占\n2 七07領\n" + line + "\n").main.entries][
        2:
    ] == [(3, 4)]


def test_two_moves_on_a_line_with_a_time_between():
    """Where both are numbered both are read; else the line is one move that cannot be read."""
    game_record = record(HEAD + "1 一01占 ( 0:05/00:00:05) 2 七07領 ( 0:04/00:00:04)\n")
    assert [(entry.text, entry.seconds) for entry in game_record.main.entries] == [("一01占", 5), ("七07領", 4)]
    assert game_record.diagnostics == ()
    game_record = record(HEAD + "1 一01占 ( 0:05/00:00:05) 七07領 ( 0:04/00:00:04)\n")
    assert texts(game_record.main) == ["一01占 ( 0:05/00:00:05) 七07領 ( 0:04/00:00:04)"]


# Lines that are not understood among the moves


@pytest.mark.parametrize("stray", ["ここで長考", "四04占は良い手", "八01占", "四?4占", "3：七07領だった"])
def test_a_stray_when_the_count_goes_on(stray):
    """No move is missing, so the line was something else; but what it says is not known, and the verdict stops there."""
    text = HEAD + f"1 一01占\n{stray}\n2 七07領\n3 一02占\n"
    game_record = record(text)
    assert [(d.code, d.line, d.ply) for d in game_record.diagnostics] == [("not-understood", 3, 2)]
    assert texts(game_record.main) == ["一01占", "七07領", "一02占"]
    game_verdict = verdict(text)
    assert (game_verdict.status, game_verdict.plies, game_verdict.fault.code, game_verdict.fault.ply) == (
        "UNREADABLE",
        1,
        "not-understood",
        2,
    )


@pytest.mark.parametrize("stray", ["四?4占", "ここで長考", "八01占", "2/七07領"])
def test_a_lost_move_when_the_count_does_not_go_on(stray):
    """A move is missing where the line stands, so the line is that move, which fails at its place."""
    game_record = record(HEAD + f"1 一01占\n{stray}\n3 一02占\n")
    assert game_record.diagnostics == ()
    assert [(entry.ply, entry.text, entry.line) for entry in game_record.main.entries] == [
        (1, "一01占", 2),
        (2, stray, 3),
        (3, "一02占", 4),
    ]


def test_among_several_strays_the_one_with_a_square_is_the_lost_move():
    """The others are named."""
    game_record = record(HEAD + "1 一01占\n長考\n七?7 七07領\n昼食\n3 一02占\n")
    assert texts(game_record.main) == ["一01占", "七?7 七07領", "一02占"]
    assert [(d.code, d.line) for d in game_record.diagnostics] == [("not-understood", 3), ("not-understood", 5)]


@pytest.mark.parametrize(
    ("end", "lost"),
    [("", False), ("まで2手で中断\n", False), ("まで3手で中断\n", True), ("3 投了\n", False), ("4 投了\n", True)],
)
def test_strays_at_the_end(end, lost):
    """The closing line's count, and the special word's number, tell whether a move is missing."""
    assert len(record(HEAD + "1 一01占\n2 七07領\nさて\n" + end).main.entries) == 2 + lost


def test_strays_where_nothing_counts_on():
    """Then a square tells: at the end, before a branch, before a move without a number."""
    for end in ("", "まで中断\n", "変化：1手\n1 一02占\n"):
        assert texts(record(HEAD + "1 一01占\n八01占\n" + end).main) == ["一01占", "八01占"]
        assert texts(record(HEAD + "1 一01占\nさて\n" + end).main) == ["一01占"]


def test_a_stray_counts_with_what_is_written_when_numbers_were_wrong_before():
    """The count in まで is of plies, whatever numbers stood before them."""
    assert len(record(HEAD + "1 一01占\n2 七07領\n4 一02占\nめも\nまで3手で中断\n").main.entries) == 3


# The end of a record


@pytest.mark.parametrize(
    ("text", "word", "side", "column"),
    [("5 投了", "投了", None, 3), ("5 ▲投了", "投了", Side.FIRST, 3), ("△中断", "中断", Side.SECOND, 1)],
)
def test_special_words(text, word, side, column):
    """A special word ends the line of play at the ply after its last move."""
    assert record(FOUR + text + "\n").main.special == Special(5, word, side, 6, column)


def test_after_the_end():
    """Moves, words and closing lines after the end are named, each once, and are not counted."""
    text = FOUR + "5 投了\n6 一03占\n七05領\n6 中断\nまで4手で先手の勝ち\nまで4手で中断\n7 一04占\n"
    assert diagnostics_of(text) == [("after-the-end", line) for line in (7, 8, 9, 11, 12)]
    main = record(text).main
    assert (len(main.entries), main.special.word, main.closing.count) == (4, "投了", 4)


def test_prose_after_the_end():
    """It is named as not understood."""
    assert diagnostics_of(FOUR + "5 投了\nおもしろい一局だった\n") == [("not-understood", 7)]


def test_an_unreadable_closing_line():
    """It is an error; no result is recorded, and moves may follow."""
    game_record = record(FOUR + "まで4手で誰かの勝ち\n5 一03占\n")
    assert (game_record.main.closing, len(game_record.main.entries)) == (None, 5)
    assert [(d.code, d.line, d.severity) for d in game_record.diagnostics] == [("unreadable-closing", 6, "error")]


def test_closing_lines_know_the_players():
    """By their own names, blanks aside; not when both have the same name."""
    names = HEAD + "　先手：山田　太郎\n後手：佐藤\n"
    assert record(names + "まで0手で山田太郎の勝ち\n").main.closing.outcome is Outcome.FIRST
    assert record(names + "まで0手で佐 藤の勝ち\n").main.closing.outcome is Outcome.SECOND
    assert record(HEAD + "先手：甲\n後手：甲\nまで0手で甲の勝ち\n").main.closing is None


# Times


def test_times_add_up_per_side():
    """Each side's total is the sum of its own times; a word's time counts for the side it is up to."""
    text = HEAD + (
        "1 一01占 ( 0:05/00:00:05)\n2 七07領 ( 0:10/00:00:10)\n3 一02占 ( 1:00/00:01:05)\n"
        "4 七06領\n5 投了 ( 0:01/00:01:06)\n"
    )
    assert diagnostics_of(text) == []


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("1 一01占 ( 0:05/00:00:06)\n2 七07領 ( 0:10/00:00:10)\n3 一02占 ( 1:00/00:01:06)\n", 2),
        ("1 一01占 ( 0:05/00:00:05)\n2 七07領 ( 0:10/00:00:15)\n", 3),
        ("1 一01占 ( 0:05/00:00:05)\n2 投了 ( 0:10/00:00:15)\n", 3),
    ],
)
def test_a_wrong_total(lines, line):
    """It is named once; the count goes on from what is written."""
    (diagnostic,) = record(HEAD + lines).diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.severity) == ("wrong-total-time", line, "warning")
    assert diagnostic.column == (HEAD + lines).splitlines()[line - 1].index("(") + 1


@pytest.mark.parametrize("clock", ["(0:60/00:00:60)", "(五秒)", "(0:05", "( 0:05/00:00:05) 早い", "（）"])
def test_a_malformed_time(clock):
    """It is a warning at its place; the move stands."""
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
    """Each move carries the seconds it took, also in a branch; None where there is no time that can be read."""
    text = (
        HEAD + "1 一01占 ( 1:05/00:01:05)\n2 七07領\n3 一02占 (五秒)\n4 七06領 (1:00:00/)\n変化：2手\n2 七05領 (0:07)\n"
    )
    main, branch = record(text).lines
    assert [entry.seconds for entry in main.entries] == [65, None, None, 3600]
    assert [entry.seconds for entry in branch.entries] == [7]


# Branches


def test_branches_nest_and_stand_beside_each_other():
    """変化 N replaces move N of the line above, or of the one that that one left."""
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
    """Where the game ended in 投了 a branch may play on; not where nothing stands."""
    assert shape(FOUR + "5 投了\n変化：5手\n5 一03占\n")[1] == (5, 0, ["一03占"])
    assert shape(FOUR + "変化：5手\n5 一03占\n")[1] == (5, None, ["一03占"])
    assert diagnostics_of(FOUR + "変化：5手\n5 一03占\n") == [("branch-from-nowhere", 6)]


def test_a_branch_of_an_earlier_line():
    """In rising order: the line right above is too short, so the branch is the game's, and that is said."""
    text = FOUR + "変化：2手\n2 七05領\n変化：4手\n4 七04領\n"
    assert shape(text)[1:] == [(2, 0, ["七05領"]), (4, 0, ["七04領"])]
    assert diagnostics_of(text) == [("branch-of-an-earlier-line", 8)]


def test_branches_from_nowhere():
    """A ply that is not there makes an orphan; what branches off it belongs to it; the game is not touched."""
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


@pytest.mark.parametrize("line", ["変化：二手", "変化：", "変化：2手目"])
def test_a_branch_without_a_ply(line):
    """It starts an orphan at the ply its moves say, so that they are not taken for the game's; in the head it is a header."""
    text = FOUR + line + "\n2 七05領\n3 一05占\n変化：3手\n3 一06占\n変化：4手\n4 七03領\n"
    assert shape(text)[1:] == [(2, None, ["七05領", "一05占"]), (3, 1, ["一06占"]), (4, 0, ["七03領"])]
    assert diagnostics_of(text) == [("unreadable-branch", 6), ("branch-of-an-earlier-line", 11)]
    assert diagnostics_of(HEAD + line + "\n1 一01占\n") == [("unknown-header", 2)]


def test_a_branch_without_its_colon():
    """It is understood, and the missing colon is named."""
    assert shape(FOUR + "変化2手\n2 七05領\n")[1] == (2, 0, ["七05領"])
    assert diagnostics_of(FOUR + "変化2手\n2 七05領\n") == [("unclosed-header", 6)]


def test_branches_have_their_own_ends_and_remarks():
    """A closing line, a special word, a checkpoint, a comment of a branch are the branch's."""
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
    """From what its side had used before the ply that the branch replaces."""
    text = HEAD + (
        "1 一01占 ( 0:05/00:00:05)\n2 七07領 ( 0:10/00:00:10)\n3 一02占 ( 1:00/00:01:05)\n"
        "変化：3手\n3 一03占 ( 0:02/00:00:07)\n4 七06領 ( 0:01/00:00:11)\n"
        "変化：4手\n4 七05領 ( 0:09/00:00:19)\n変化：1手\n1 四04占 ( 0:01/00:00:01)\n"
    )
    assert diagnostics_of(text) == []


def test_ply_numbers_of_a_branch_begin_at_its_ply():
    """変化 N is followed by move N."""
    assert diagnostics_of(FOUR + "変化：3手\n1 一03占\n2 七05領\n") == [("wrong-ply-number", 7)]


# Several records


def test_several_records_in_a_file():
    """Each begins at a 棋種 line; each has its own lines and branches; the second is read whatever the first holds."""
    text = "# 二局\n" + FOUR + "変化：2手\n2 七05領\n棋種：なにか\n1 一01占\n" + HEAD + "1 四04占\n"
    records = document(text).records
    assert [
        (game_record.index, game_record.span, game_record.game and game_record.game.id) for game_record in records
    ] == [
        (0, Span(1, 8), "six"),
        (1, Span(9, 10), None),
        (2, Span(11, 12), "six"),
    ]
    assert texts(records[2].main) == ["四04占"]


def test_a_byte_order_mark_in_the_middle_of_a_file():
    """Files joined with their marks are still several records."""
    assert [game_record.game.id for game_record in document(HEAD + "1 一01占\n\ufeff" + HEAD).records] == ["six", "six"]


def test_the_rest_of_a_damaged_record_above_the_first():
    """Moves, results, branches and diagrams before 棋種 belong to no record; headers there do."""
    text = (
        "7 一04占\n5 段\nまで7手で中断\n変化：3手\n局面図\n○○01\n先手：山田\n手数----\n2 段\n"
        + HEAD
        + "10 秒\n1 一01占\n"
    )
    assert diagnostics_of(text) == [
        ("before-the-record", 1),
        ("before-the-record", 2),
        ("before-the-record", 3),
        ("before-the-record", 4),
        ("before-the-record", 5),
        ("not-understood", 6),
        ("before-the-record", 9),
        ("not-understood", 11),
    ]
    game_record = record(text)
    assert (game_record.header("先手"), texts(game_record.main), game_record.setup, len(game_record.lines)) == (
        "山田",
        ["一01占"],
        None,
        1,
    )


def test_no_record():
    """Text without 棋種 holds none, and that is said."""
    file = document("先手：山田\n1 一01占\n棋種は6面体\n")
    assert (file.records, [d.code for d in file.diagnostics]) == ((), ["no-record"])


@pytest.mark.parametrize("text", ["", "\n\n", "　\r\n\t", "\ufeff", "\ufeff\n"])
def test_empty_files(text):
    """Nothing but blanks, or a byte order mark alone."""
    assert [d.code for d in document(text).diagnostics] == ["empty-file"]


def test_closing_lines_are_kept_in_parts():
    """The reader gives the closing line's reason, the word and the count as they stand."""
    assert record(HEAD + "まで0手で投了\n").main.closing[1:5] == (0, None, Termination.RESIGNATION, "投了")


def test_a_misspelt_line_of_the_set_up_is_named():
    """A hand line whose key is nearly right is an error, not an unknown key; an ordinary header is none."""
    board = "一二三四五六七\n" + "".join(f"○○○○○○○{row:02d}\n" for row in range(1, 8))
    text = f"棋種：6面体\n局面図\n{board}先手の持ち駒：0 占不可\n備考：なし\n手数----\n   1 三03占\n"
    assert diagnostics_of(text) == [("unknown-field", 11)]
