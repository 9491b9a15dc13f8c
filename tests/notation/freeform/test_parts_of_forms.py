"""Tests the parts that records of other forms are read with: characters, covers, turns, rows, heads, ends."""

from each import each

from kifu.core import games
from kifu.core.outcome import SPECIALS, Side
from notation.freeform.fold_text import fold_line, folded_logical_lines
from notation.freeform.head_lines_in_other_words import only_game_named, only_value_meant, read_head
from notation.freeform.hypothesis import Situation
from notation.freeform.line_covers import LineSpans, cheapest_covers_and_count
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_readings import moves_meant_by_ink
from notation.freeform.number_time_and_side_recogniser import time_of_text
from notation.freeform.plain_copy import move_text_of_line
from notation.freeform.result_of_word_tokens import StatedResult
from notation.freeform.results_in_texts_and_beside_players import read_result
from notation.freeform.spans_line_context_and_sides import LineContext, SideContext
from notation.freeform.statements_of_covers import statements_of
from notation.freeform.table_cells_and_columns import TableColumn, is_frame_line, read_column_names, split_row
from notation.freeform.turns_of_table_rows import turns_of_row

SIX, KING, RENGO = map(games.load, ("six", "king", "rengo"))
PLAYERS = {"山田": Side.FIRST, "鈴木": Side.SECOND}
AROUND = SideContext(SIX, SPECIALS, PLAYERS)


def statements(text):
    """Return the statements of the cheapest cover of a line among the moves, and the line with the notation's own words."""
    passage = rewrite_in_notation(SIX, fold_line(text, 1))
    (cover, *_), _ = cheapest_covers_and_count(LineSpans(LineContext(AROUND, moving=True), passage.text))
    return passage.text, statements_of(cover)


def moves_of(text, statement):
    """Return the moves that a statement may mean without a position."""
    start, end = statement.core
    return tuple(one.text for one in moves_meant_by_ink(SIX, text[start:end], statement.value, Situation()))


def test_characters_know_their_places():
    """Folded text is in half width and composed, and each character knows where it stood."""
    passage = fold_line("１\u200b　カ\u3099―", 7)
    assert passage.text == "1 ガ-"
    assert passage.places == ((7, 1), (7, 3), (7, 4), (7, 6))
    assert passage.cut(1).text == "ガ-"


def test_tags_end_lines_and_entities_are_their_characters():
    """A line of a web page holds several lines; a character knows its column also behind a tag and an entity."""
    first, second = folded_logical_lines("1&#160;四04占<br>2 二02領", 3)
    assert (first.text, second.text) == ("1 四04占", "2 二02領")
    assert first.places[:3] == ((3, 1), (3, 2), (3, 8))
    assert second.place == (3, 16)


@each(
    ("text", "number", "moves", "side", "remarks"),
    [
        ("①▲四04占", 1, ("四04占",), Side.FIRST, ()),
        ("一手目　四04占！", 1, ("四04占",), None, ("!",)),
        ("No.12 四04占", 12, ("四04占",), None, ()),
        ("山田さん：四04占", None, ("四04占",), Side.FIRST, ()),
        ("四04占（鈴木）", None, ("四04占",), Side.SECOND, ()),
        ("四04占(3手目)", 3, ("四04占",), None, ()),
        ("四04占 ←中央", None, ("四04占",), None, ("中央",)),
        ("3 ４三占", 3, ("四03占", "三04占"), None, ()),
    ],
)
def test_a_turn(text, number, moves, side, remarks):
    """A turn is read with all that stands round its move."""
    written, (turn,) = statements(text)
    assert (turn.kind, turn.what) == ("turn", "move")
    assert (turn.number, moves_of(written, turn), turn.side, turn.remarks) == (number, moves, side, remarks)


@each("text", ["こんにちは", "2024年5月1日"])
def test_what_is_no_turn(text):
    """A text that says nothing about a move is no turn."""
    assert all(one.kind != "turn" for one in statements(text)[1])


@each(
    ("text", "seconds"),
    [("0:05", 5), ("1分30秒", 90), ("一分五秒", 65), ("1'30\"", 90), ("0:05/0:01:10", 5), ("0:75", None), ("五", None)],
)
def test_times(text, seconds):
    """Times in figures, in kanji and with primes."""
    clock = time_of_text(text)
    assert (clock and clock.spent) == seconds


@each(
    ("text", "moves"),
    [
        ("▲四04占△二02領", [("四04占",), ("二02領",)]),
        ("四04占二02領", [("四04占",), ("二02領",)]),
        ("先手四04占、後手二02領。", [("四04占",), ("二02領",)]),
        ("四04占", [("四04占",)]),
        ("楽しい、長い一局", []),
    ],
)
def test_running_text(text, moves):
    """Each turn of a line is a statement of its own."""
    written, found = statements(text)
    assert [moves_of(written, one) for one in found if one.kind == "turn"] == moves


def test_rows_of_tables():
    """Cells are told apart by tabs, bars and commas; a row of names gives the columns their roles."""
    roles = read_column_names(["手数", "先手", "時間", "山田"], PLAYERS)
    assert [column.role for column in roles] == ["number", "first", "time", "player"]
    cells = split_row(fold_line("1\t四04占\t0:05\t二02領", 1), roles)
    first, second = turns_of_row(cells, roles)
    assert (first.passage.text, first.number, first.side, first.clock.spent) == ("四04占", 1, "先手", 5)
    assert (second.passage.text, second.side) == ("二02領", "山田")
    (joined,) = turns_of_row(split_row(fold_line("3|四|0|4|占", 1), ()), ())
    assert (joined.passage.text, joined.number) == ("四04占", 3)
    assert is_frame_line("|---|:--:|")
    assert not is_frame_line("- 四04占")
    assert split_row(fold_line("四04占", 1), ()) is None
    assert turns_of_row(split_row(fold_line("x\t四04占", 1), ()), (TableColumn("number"), TableColumn("move"))) is None


@each(
    ("names", "row", "turn"),
    [
        (
            "手 番 コマ 形 動く前 動いた先 裏返し 合体 計(白/黒)",
            "5 白 内 十字 四06 三05 ○ ○ 18/0",
            "四06-三05内十字反合",
        ),
        ("No 駒 内外 へ から 反転 合体", "5 十字 内 三05 四06 有 -", "四06-三05十字内反"),
        ("手数 手番 元 先 駒 秒", "1 先手 - 四04 占 9", "四04占"),
        ("手数 筋 段 駒", "1 四 04 占", "四04占"),
        ("番号 指し手 成", "1 四04占 ○", "四04占成"),
    ],
)
def test_a_turn_in_several_cells(names, row, turn):
    """The cells that together are a move are one text: where from, where to, the unit, what it does."""
    columns = read_column_names(names.split(), {})
    assert len(columns) == len(names.split())
    (found,) = turns_of_row(split_row(fold_line(row.replace(" ", "\t"), 1), columns), columns)
    assert found.passage.text == turn


def test_two_turns_in_a_row():
    """A name that stands again begins the next turn; the side stands in the row of names above."""
    above = read_column_names(["番号", "白", "", "", "黒", "", ""], {})
    columns = read_column_names(["", "元", "先", "内容", "元", "先", "内容"], {}, above)
    row = ["1", "四06", "三05", "十内・反", "", "", "投了"]
    found = turns_of_row(split_row(fold_line("\t".join(row), 1), columns), columns)
    assert [(one.side, one.passage.text) for one in found] == [("白", "四06-三05十内・反"), ("黒", "投了")]


def test_rows_of_programs():
    """A side is one letter, a status says nothing; the row that ends the game has a word in place of its number."""
    found = turns_of_row(split_row(fold_line("3;S;四04占;ok", 1), ()), (), lambda text: text == "ok")
    assert [(one.number, one.side, one.passage.text, one.remark) for one in found] == [(3, "先手", "四04占", "ok")]
    (end,) = turns_of_row(split_row(fold_line("end;G;resign", 1), ()), ())
    assert (end.number, end.side, end.passage.text) == (None, "後手", "resign")


def lines_of(around, text):
    """Return the lines of the notation for what a text says about the end; None if it says nothing."""
    found = read_result(around, fold_line(text, 1).text)
    return None if found is None else found.lines(4)


@each(
    ("text", "lines"),
    [
        ("先手の勝ちです。", ("まで先手の勝ち",)),
        ("以上5手で山田さんの勝ち", ("まで5手で先手の勝ち",)),
        ("○山田 ●鈴木", ("まで先手の勝ち",)),
        ("○山田 ○鈴木", None),
        ("後手が投了して先手の勝ち", ("まで後手の投了",)),
        ("後手が投了して後手の勝ち", None),
        ("鈴木の勝ち（時間切れ）", ("まで先手の時間切れ",)),
        ("引き分けで合意", ("まで引き分け",)),
        ("終局", ("まで4手",)),
        ("ここで中断", ("まで中断",)),
        ("誰かの勝ち", None),
        ("楽しい一局でした", None),
        ("0-0", ("まで両者負け",)),
        ("両者時間切れ負け", ("まで両者時間切れ",)),
        ("ダブル不戦敗", ("まで両者不戦敗",)),
        ("先手 1 - 0 後手", ("まで先手の勝ち",)),
        ("½-½", ("まで引き分け",)),
    ],
)
def test_ends(text, lines):
    """What is said about the end is put into the closing line of the notation."""
    assert lines_of(AROUND, text) == lines


def test_a_result_that_is_not_said():
    """The star of chess is a result that says nothing; a hyphen is no result."""
    assert read_result(AROUND, "*") == StatedResult(unsaid=True)
    assert read_result(AROUND, "-") is None


def test_points_of_the_winner():
    """105対98 are the winner's points and the loser's, whoever has won."""
    around = SideContext(KING, SPECIALS, PLAYERS)
    assert lines_of(around, "105対98で黒の勝ち") == ("得点：先手98 後手105", "まで後手の勝ち")
    assert lines_of(around, "白98点、黒105点で黒の勝ち") == ("得点：先手98 後手105", "まで後手の勝ち")


@each(
    ("game", "text", "lines"),
    [
        (SIX, "▲山田 △鈴木", ("先手：山田", "後手：鈴木")),
        (SIX, "後手 鈴木さん 先手 山田さん", ("後手：鈴木", "先手：山田")),
        (KING, "山田（白） 鈴木（黒）", ("先手：山田", "後手：鈴木")),
        (SIX, "2024年5月1日 公民館", ("開始日時：2024年5月1日", "場所：公民館")),
        (SIX, "2024年5月1日 勝者：山田", None),  # two statements: the result is no place
        (SIX, "2024年5月1日 持ち時間：10分", None),
        (KING, "クロ：山田", ("後手：山田",)),
        (SIX, "【棋種】六面体", ("棋種：6面体",)),
        (RENGO, "盤 9路盤", ("盤：碁盤9路",)),
        (RENGO, "先手の持駒：碁三 翻", ("先手の駒台：碁3 翻",)),
        (SIX, "はじめまして", None),
    ],
)
def test_head_lines_in_other_words(game, text, lines):
    """Lines of the head in other words."""
    assert read_head(fold_line(text, 1).text, game) == lines


def test_names_of_games():
    """A title names a game if it names only one; the words of a known list are found by what they are made of."""
    assert only_game_named("ユニオン・キング 例会").id == "king"
    assert only_game_named("エースとキング") is None
    assert games.find_by_any_name("六面体").id == "six"
    assert games.find_by_any_name("五面体") is None
    assert only_value_meant("十三路", ["碁盤9路", "碁盤13路"]) == "碁盤13路"
    assert only_value_meant("碁盤", ["碁盤9路", "碁盤13路"]) is None


@each(
    "line",
    [
        "四04占",
        "   1 四04占",
        "1　▲四04占   ( 0:05/00:00:05)",
        "１２　▲ 四０４占",
        "3 (四04占) (0:05)+",
        "先手：四04占",
    ],
)
def test_the_move_of_a_line(line):
    """Number, side, time and width are no part of the move."""
    assert move_text_of_line(line).strip("()") == "四04占"


@each("word", ["先手", "先番", "▲", "sente", "First", "せんて"])
def test_words_of_the_first_side(word):
    """Every word for a side is known wherever a side may be named; a colour is one where the game has it."""
    assert SideContext(games.load("six"), {}, {}).side_meant_by(word) is Side.FIRST
    assert (
        SideContext(games.load("king"), {}, {}).side_meant_by("White")
        is SideContext(games.load("king"), {}, {}).side_meant_by("シロ番")
        is Side.FIRST
    )
    assert SideContext(games.load("six"), {}, {}).side_meant_by("白") is None
