"""Tests of the KIF reader: heads, diagrams, and several records in a file."""

from each import each
from helpers import DIAGRAM, HEAD, diagnostics_of, document, record, texts, verdict

from kifu.core.outcome import Outcome, Termination
from kifu.referee.record import Comment, Entry, Header, Span

FOUR = HEAD + "1 一01占\n2 七07領\n3 一02占\n4 七06領\n"

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


@each("name", ["6面体", "６面体", "six", "SIX", "ｓｉｘ"])
def test_names_of_the_game(name):
    """The game's name or id, full-width or half-width."""
    assert record(f"棋種：{name}\n").game.id == "six"


@each("line", ["棋種：7面体", "棋種：", "棋種:六"])
def test_an_unknown_game(line):
    """The record has no game; the line is named."""
    game_record = record(f"先手：山田\n{line}\n1 一01占\n")
    assert (game_record.game, game_record.lines[0].entries) == (None, ())
    assert diagnostics_of(f"先手：山田\n{line}\n1 一01占\n") == [("unknown-game", 2)]


@each(("rules", "game"), [("six/1", "six"), ("six", "six"), ("six/2", None), ("", None)])
def test_rule_sets(rules, game):
    """A rule set that is not known leaves the record without a game, wherever in the head it stands."""
    game_record = record(f"規則：{rules}\n棋種：6面体\n1 一01占\n")
    assert (game_record.game and game_record.game.id, game_record.rules) == (game, rules)
    assert diagnostics_of(f"規則：{rules}\n棋種：6面体\n") == ([] if game else [("unknown-rules", 1)])


def test_rules_are_found_below_a_line_like_a_move():
    """A prose line of the head that begins with a number does not hide the rule set."""
    assert record("棋種：6面体\n10 秒将棋\n規則：six/9\n").game is None


@each("key", ["先手", "開始日時", "備考", "規則"])
def test_an_unclosed_header(key):
    """A known key without its colon is read with a note, in the head and after the game; rules that are none are an error."""
    text = HEAD + f"{key} 山田\n1 一01占\n"
    assert (2 in {line for _, line in diagnostics_of(text)}) or key == "規則"
    assert record(text).header(key) == (None if key == "規則" else "山田")
    assert verdict(text).status == ("UNREADABLE" if key == "規則" else "UNFINISHED")
    assert {line for _, line in diagnostics_of(HEAD + f"1 一01占\n2 中断\n{key} 山田\n")} == {4}


def test_an_unclosed_line_of_the_game():
    """A record begins at a 棋種 line without its colon, which is read with a note."""
    first, second = document(HEAD + "1 一01占\n棋種 6面体\n1 一01占\n").records
    assert (first.game.id, len(first.main.entries), first.diagnostics) == ("six", 1, ())
    assert (second.game.id, second.span) == ("six", Span(3, 4))
    assert [(diagnostic.code, diagnostic.line) for diagnostic in second.diagnostics] == [("read-as", 3)]


def test_repeated_headers():
    """The first of two equal headers counts; the second is kept and gets a diagnostic."""
    game_record = record(HEAD + "先手：甲\n先手：乙\n")
    assert (game_record.header("先手"), len(game_record.headers)) == ("甲", 3)
    assert diagnostics_of(HEAD + "先手：甲\n先手：乙\n") == [("repeated-header", 3)]


def test_unknown_keys_are_kept():
    """An unknown key in the head or after the moves gets a note, which suggests a known key."""
    game_record = record(HEAD + "天気：雨\n持時間：10分\n1 一01占\n2 中断\n12:30 休憩\n")
    assert [header.key for header in game_record.headers] == ["棋種", "天気", "持時間", "12"]
    assert [(note.code, note.line, note.severity) for note in game_record.diagnostics] == [
        ("unknown-header", line, "note") for line in (2, 3, 6)
    ]
    assert "もしかして「持ち時間」" in game_record.diagnostics[1].message.ja


def test_unknown_keys_among_the_moves():
    """What looks like a header of an unknown key among the moves is a remark: it is kept, with a note."""
    text = HEAD + "1 一01占\n12:30 休憩\n2 七07領\n"
    assert (verdict(text).status, verdict(text).plies) == ("UNFINISHED", 2)
    assert [(one.text, one.line) for one in record(text).main.comments] == [("12:30 休憩", 3)]


@each("line", ["10 秒将棋", "2013 年 5 月", "第三局"])
def test_lines_of_the_head_that_are_no_headers(line):
    """A date or a title is a remark, with a note, and no move."""
    game_record = record(HEAD + line + "\n1 一01占\n")
    assert (texts(game_record.main), [(d.code, d.line) for d in game_record.diagnostics]) == (
        ["一01占"],
        [("read-as", 2)],
    )


def test_a_number_one_begins_the_moves():
    """A line with the number 1 is read as a move, with any text."""
    assert texts(record(HEAD + "1 なにか\n").main) == ["なにか"]


@each("character", ["\x1b", "\x07", "\x7f", "\x9b", "\u202e"])
def test_control_characters_are_named(character):
    """A control character gets a diagnostic in a header and in a comment."""
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
    """A diagram belongs to the ply above it; a second diagram in the head is a checkpoint too."""
    game_record = record(HEAD + "1 一01占\n" + DIAGRAM + "2 七07領\n" + DIAGRAM)
    assert [(checkpoint.ply, checkpoint.diagram.line) for checkpoint in game_record.main.checkpoints] == [
        (1, 3),
        (2, 16),
    ]
    assert [checkpoint.ply for checkpoint in record(HEAD + DIAGRAM + DIAGRAM).main.checkpoints] == [0]


def test_blanks_and_comments_do_not_end_a_diagram():
    """A diagram may have blank lines and comments between its rows."""
    rows = DIAGRAM.splitlines(keepends=True)
    text = (
        HEAD
        + "".join([*rows[:3], "\n", "# 行\n", *rows[3:5], "*注\n", *rows[5:9], "\n", *rows[9:]])
        + "1 四03-五03武\n"
    )
    game_record = record(text)
    assert (game_record.diagnostics, len(game_record.setup.rows), len(game_record.setup.fields)) == ((), 7, 3)
    assert [remark.text for remark in game_record.main.comments] == ["注"]


@each("junk", ["めも", "*", "めも 二つ"])
def test_a_line_below_the_rows_is_not_part_of_them(junk):
    """After seven rows, and after a field, a line that does not end like a row is something else."""
    game_record = record(HEAD + DIAGRAM + junk + "\n1 四03-五03武\n")
    assert len(game_record.setup.rows) == 7
    assert [(d.code, d.line) for d in game_record.diagnostics] == ([] if junk == "*" else [("read-as", 14)])


def test_an_eighth_row_is_part_of_the_diagram():
    """The diagram keeps the eighth row, so that the game can report it."""
    rows = DIAGRAM.splitlines(keepends=True)
    text = HEAD + "".join([*rows[:9], "○○○○○○○08\n", *rows[9:]])
    assert [row.number for row in record(text).setup.rows] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_fields_outside_a_diagram():
    """A hand or turn line outside a diagram, or a second one, has no effect and gets a diagnostic."""
    assert diagnostics_of(HEAD + "手番：後手\n1 一01占\n") == [("field-outside-diagram", 2)]
    text = HEAD + DIAGRAM + "手番：後手\n先手の持駒：1\n1 四03-五03武\n"
    assert diagnostics_of(text) == [("field-outside-diagram", 14), ("field-outside-diagram", 15)]
    assert len(record(text).setup.fields) == 3


# Several records


def test_several_records_in_a_file():
    """Each record begins at a 棋種 line and has its own lines and branches; a fault in one does not change the next."""
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
    """A text without 棋種 holds no record, and a diagnostic says so."""
    file = document("先手：山田\n1 一01占\n棋種は6面体\n")
    assert (file.records, [d.code for d in file.diagnostics]) == ((), ["no-record"])


@each("text", ["", "\n\n", "　\r\n\t", "\ufeff", "\ufeff\n"])
def test_empty_files(text):
    """A file with only blanks or a byte order mark is empty."""
    assert [d.code for d in document(text).diagnostics] == ["empty-file"]


def test_closing_lines_are_kept_in_parts():
    """The reader keeps the reason, the word and the count of a closing line."""
    assert record(HEAD + "まで0手で投了\n").main.closing[1:5] == (0, None, Termination.RESIGNATION, "投了")


def test_a_misspelt_line_of_the_set_up_is_named():
    """A hand line whose key is nearly right is an error, but an ordinary header is not."""
    board = "一二三四五六七\n" + "".join(f"○○○○○○○{row:02d}\n" for row in range(1, 8))
    text = f"棋種：6面体\n局面図\n{board}先手の持馬：0 占不可\n備考：なし\n手数----\n   1 三03占\n"
    assert diagnostics_of(text) == [("unknown-field", 11)]


def test_rules_below_the_head_are_an_error():
    """規則 below a move, an end, a branch, the table, or 対局 of a match is an error at its line, and nothing is judged by it."""
    rules = "規則：six/1 near=any\n"
    for lines in (
        "1 一01占\n",
        "1. 一01占\n",
        "一01占\n",
        "手数----\n",
        "投了\n",
        "まで0手\n",
        "1 一01占\nまで1手\n",
        "変化：2手\n",
    ):
        read = record(HEAD + lines + rules)
        found = [(d.code, d.line, d.severity.value) for d in read.diagnostics if d.code == "rules-elsewhere"]
        assert found == [("rules-elsewhere", 2 + lines.count("\n"), "error")], lines
        assert read.main.unread or len(read.lines) > 1, lines
    assert record(HEAD + "# 例\n\n10 秒将棋\n" + rules).rules == "six/1 near=any"
    match = record("棋種：king\n対局：前半\n規則：king/1 last=must\n1 一06-一05十内\n対局：後半\n")
    assert [(d.code, d.line) for d in match.games[0].diagnostics] == [("rules-elsewhere", 3)]
    assert match.rules is None
