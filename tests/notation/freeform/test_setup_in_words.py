"""Armies and squares as people tell them, and the tables of programs."""

import pytest

import kifu
from kifu.core import games
from kifu.core.game.options import configure_game
from kifu.core.outcome import Side
from kifu.referee.status_fault_and_basis import Status
from notation.freeform.clean_lines import clean_lines
from notation.freeform.fold_text import fold_line
from notation.freeform.plain_diagram_lines_and_setup import plain_cells_of_row
from notation.freeform.setup_in_words import read_setup, side_before
from notation.freeform.stated_conventions import stated_conventions
from notation.reading import read_documents


def _board(name):
    game = games.load("rengo")
    return configure_game(game, None, {"棋種": "続・連合将棋", "盤": name}, None)


def _read(text, name="a.txt"):
    document = next(read_documents(name, text.encode()))
    (record,) = document.records
    (verdict,) = kifu.verify(document)
    return [record.game.spell(move) for move in verdict.replay.moves], verdict.status


ARMY = (("▲玉", "五09"), ("▲歩", "一07"), ("▲歩", "三07"))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("先手の陣　玉は五の九、歩は一の七と三の七", ""),
        ("先手陣 玉 59 歩 17・37", "column"),
        ("先手陣 玉 95 歩 71・73", "row"),
        ("先手 玉が五の九 歩が一の七と三の七", ""),
        ("▲ 玉/5九 歩/1七 3七", "column"),
        ("先手：玉＝5九、歩＝1七、歩＝3七", "column"),
    ],
)
def test_armies_in_words(text, order):
    """An army is read with any words between its units and squares; two figures by the order that the head states."""
    told = read_setup(_board("将棋盤"), text.replace("\u3000", " ").replace("：", ":").replace("＝", "="), (), order)
    assert told is not None
    assert told.units == ARMY


def test_two_figures_without_an_order_tell_no_army():
    """Nothing says which of 59 is the column: it is not read."""
    assert read_setup(_board("将棋盤"), "先手陣 玉 59 歩 17") is None


def test_moves_are_no_army():
    """Marks that change again and again stand before moves."""
    assert read_setup(_board("将棋盤"), "▲2九飛 △1五歩 ▲8九飛", (), "column") is None


@pytest.mark.parametrize(
    ("text", "side"), [("先手 宗像(下) ", Side.FIRST), ("△後手:呂 ", Side.SECOND), ("Black (second): ", Side.SECOND)]
)
def test_the_head_of_a_player_tells_whose_units_follow(text, side):
    """A name between the side and its units is that of the player."""
    assert side_before(text, ()) is side


def test_ranks_as_in_chess_are_counted_from_below():
    """A head that says so turns the rows; a record with squares of another kind is asked about."""
    head = "続・連合将棋、チェス盤、チェスの駒だけ。\nSquares as in chess.\nWhite (first): {}\nBlack (second): Ke8, Qd8, Rh8, Ng8, Bf8, Ra8, pb7, pd7, pe7, pg7\nNothing in hand.\n\n1. Rh1xh8\n"
    army = "Ke1, Qd1, Ra1, Nb1, Bc1, Rh1, pb2, pd2, pe2, pg2"
    assert _read(head.format(army)) == (["八08-八01城"], Status.UNFINISHED)
    assert _read(head.format(army) + "2. 一01-一08\n")[1] is Status.UNREADABLE


def test_columns_of_programs():
    """A square may stand in columns for its axes, a unit in columns for its parts."""
    rows = "game;master\nply;mover;piece_owner;part;letter;x0;y0;x;y;flipped;joined\n1;B;white;inner;E;;;4;3;0;0\n2;W;black;inner;A;;;5;2;0;0\n3;B;white;outer;F;;;5;3;0;0\n"
    assert _read("ユニオンマスター\n" + rows.partition("\n")[2], "a.csv")[0] == ["四03白E内", "五02黒A内", "五03白F外"]


@pytest.mark.parametrize(
    ("board", "text"),
    [
        ("将棋盤", "両軍とも本将棋の駒をふつうの初期配置に並べる(平手と同じ。持ち駒なし)"),
        ("将棋盤", "平手、駒台は両者なし"),
        ("チェス盤", "チェスの初期配置"),
        (
            "チェス盤",
            "先手:8段目に城騎僧后王僧騎城、7段目に兵8つ。後手:1段目に左から 城 騎 僧 后 王 僧 騎 城、2段目に兵8つ",
        ),
    ],
)
def test_starts_that_everybody_knows(board, text):
    """They are those of another game; in shogi the sides are turned, in chess they face each other."""
    told = {square: unit for unit, square in read_setup(_board(board), text).units}
    own, other = ("▲飛", "△角") if board == "将棋盤" else ("▲騎", "△騎")
    assert len(told) == (40 if board == "将棋盤" else 32)
    assert (told["八08" if board == "将棋盤" else "七08"], told["八02" if board == "将棋盤" else "七01"]) == (
        own,
        other,
    )


@pytest.mark.parametrize(
    ("board", "text", "square", "unit"),
    [
        ("シャンチー盤", "両者ともシャンチーの初形どおり", "八08", "▲炮"),
        ("シャンチー盤", "象棋(シャンチー)の初期配置をそのまま使用、先手が下、駒台なし", "五01", "△帥"),
        ("マークルック盤", "ふつうのマークルックの初期配置と同じ", "四08", "▲種"),
        ("マークルック盤", "マークルックの初期配置", "五01", "△種"),
        ("将棋盤", "本将棋の平手とまったく同じ", "二08", "▲角"),
    ],
)
def test_usual_starts_of_other_boards(board, text, square, unit):
    """In all but chess the units of the other side are turned; a board of another size has no such start."""
    told = {place: own for own, place in read_setup(_board(board), text).units}
    assert (len(told), told[square]) == (40 if board == "将棋盤" else 32, unit)
    assert (
        read_setup(_board("オセロ盤" if board == "将棋盤" else "将棋盤" if "将棋" not in text else "チェス盤"), text)
        is None
    )


@pytest.mark.parametrize("text", ["平手でない", "平手 一07歩", "将棋の初期配置に似た形", "平手、先手が上"])
def test_what_only_sounds_like_a_known_start(text):
    """What is not understood whole is no start."""
    assert read_setup(_board("将棋盤"), text) is None
    assert read_setup(_board("チェス盤"), "平手") is None


@pytest.mark.parametrize(
    "text",
    [
        "碁石は駒台に10ずつ",
        "碁10ずつ駒台に",
        "碁は ふたりとも 10こずつ もっている。",
        "台の石　各自　碁10",
        "あと碁を十ずつ手元に",
        "石は双方とも碁10を駒台に置きました。",
        "石(駒台)はどっちも碁10",
        "石はおたがい碁10こ",
        "台は碁10枚ずつね",
        "持ち:両方とも碁10",
    ],
)
def test_what_both_hold(text):
    """What each side holds is told once."""
    assert read_setup(_board("碁盤9路"), text).stands == ("碁10", "碁10")


@pytest.mark.parametrize(
    "row", [" ・ ・-銀 ・-玉 ・ ・ ・+歩 01", " 1  .  .  -銀 .  -玉 .  .  .  +歩", "・ ・ v銀 ・ v玉 ・ ・ ・ ▲歩 1"]
)
def test_rows_with_signs_before_the_units(row):
    """+ and - are the marks of the sides, as other programs write them."""
    assert plain_cells_of_row(_board("碁盤9路"), row, 1) == "・・・・△銀・・△玉・・・・・・▲歩"


def test_a_board_that_marks_one_side():
    """Its units without a mark are of 先手; where neither side has one and no row a number, nothing says whose they are."""
    empty = "   ＋  ＋  ＋  ＋  ＋  ＋  ＋  ＋  ＋\n"
    board = "続・連合将棋　盤：碁盤9路\n   ＋  ＋  ＋  ＋ {}玉  ＋  ＋  ＋  ＋\n" + 7 * empty
    board += "   ＋  ＋  ＋  ＋  玉  ＋  ＋  ＋  ＋\n駒台：両者なし\n\n▲五9から五8玉\n"
    assert _read(board.format("v")) == (["五09-五08玉"], Status.UNFINISHED)
    (verdict,) = kifu.verify(next(read_documents("a.txt", board.format("").encode())))
    assert verdict.status is Status.UNREADABLE


@pytest.mark.parametrize("row", ["下段(九段目)歩歩歩歩歩歩歩歩歩", "九段目:歩が9個ずらり", "九段目 一~九ぜんぶ歩"])
def test_a_row_that_one_unit_fills(row):
    """Its units are drawn, counted, or said to be everywhere."""
    told = read_setup(_board("将棋盤"), row, side_above=Side.FIRST)
    assert told is not None
    assert [unit for unit, square in told.units if square.endswith("09")] == ["▲歩"] * 9


def test_the_units_of_a_side_are_no_name():
    """A line that begins as the name of a player does may tell his units; the name stands above."""
    army = "先手=Ken 後手=Yuri\n先手: 8段目に左から 城 騎 僧 后 王 僧 騎 城、7段目に兵8つ\n後手: 1段目に左から 城 騎 僧 后 王 僧 騎 城、2段目に兵8つ\n"
    moves, status = _read(
        f"続・連合将棋\n盤：チェス盤\n{army}列は左からa〜h、段は上から1〜8\n\n1. 兵 c7-c6\n2. 兵 d2-d4\n"
    )
    assert (moves, status) == (["三07-三06兵", "四02-四04兵"], Status.UNFINISHED)


@pytest.mark.parametrize(
    "start",
    [
        "先手 大江　持っている石 碁3\n　玉五9、飛八8、歩三7・四7\n後手 ヴィオラ　持っている石 碁3\n　玉五1、角八2、歩三3・四3",
        "先手 @hazuki\n> 玉五9 / 飛八8 / 歩三7・四7\n後手 @mochi\n> 玉五1 / 角八2 / 歩三3・四3\n石はどちらも碁3",
        "先手 Mads, 後手 椿\n先手 玉五9, 飛八8, 歩三7・四7 + 碁3\n後手 玉五1, 角八2, 歩三3・四3 + 碁3",
    ],
)
def test_units_below_the_head_of_their_side(start):
    """Units on the line below a player, or behind + on a stand, are those of that side."""
    text = f"続・連合将棋　囲碁盤(9×9)\n{start}\n1 歩三7→三6\n2 歩三3→三4\n3 碁五5打\n"
    document = kifu.read(text.encode())
    assert [kifu.verify(document)[0].status.name, kifu.verify(document)[0].plies] == ["UNFINISHED", 3]


@pytest.mark.parametrize(
    ("start", "stands"),
    [
        ("紅組（先手）は玉五9。緑組（後手）は王五1。置石はどちらも持たない。", ("なし", "なし")),
        ("▲玉五9\n△王五1\nもち ▲碁4翻1 △碁4", ("碁4 翻1", "碁4")),
        ("Sente: Ann / Gote: Ben\nAnn: 玉五9\nBen: 王五1\nin hand: Ann nothing, Ben 碁 x2", ("なし", "碁2")),
        ("先手 玉五9\n後手 王五1\n駒台は両者とも碁石（碁）3つと翻（オセロ）1つ", ("碁3 翻1", "碁3 翻1")),
        ("黒田 対 白石　先手黒田\n黒田：玉五9／碁2\n白石：王五1／碁2", ("碁2", "碁2")),
    ],
)
def test_stands_by_side_and_by_name(start, stands):
    """What each side holds stands behind its name, its units, or for both together."""
    document = next(read_documents("a.txt", f"続・連合将棋\n盤：碁盤9路\n{start}\n1 五9-五8玉\n".encode()))
    fields = {field.key: field.value for field in document.records[0].setup.fields}
    assert (fields["先手の駒台"], fields["後手の駒台"]) == stands
    assert kifu.verify(document)[0].plies == 1


@pytest.mark.parametrize("hands", ["碁3（これは碁石）と翻1", "碁（石3つ）、翻1", "碁3、（翻1）"])
def test_a_stand_that_is_not_read_whole(hands):
    """What follows it names a unit, or how many: it is no remark, and no stand is smaller by it."""
    start = "続・連合将棋\n盤：碁盤9路\n先手 玉五9\n後手 王五1\n"
    assert _read(f"{start}駒台は両者とも{hands}\n1 五9-五8玉\n")[1] is Status.UNREADABLE


@pytest.mark.parametrize("sign", ["|", ",", "/", " "])
def test_diagrams_with_signs_between_their_cells(sign):
    """The number stands before the row or behind it; blank cells are empty squares."""
    cells = [["　　"] * 8 for _ in range(8)]
    cells[0][4], cells[7][4], cells[6][0] = "△王", "▲王", "▲兵"
    empty = {" ": "・・", "|": "　"}.get(sign, "")
    rows = [sign.join(cell.strip("　") or empty for cell in row) for row in cells]
    for lines in (
        [f"{at}{sign}{row}" for at, row in enumerate(rows, start=1)],
        [f"{row}{sign}{at}" for at, row in enumerate(rows, start=1)],
    ):
        text = "\n".join(["続・連合将棋", "盤：チェス盤", *lines, "駒台：なし", "1 一7-一6兵", ""])
        assert _read(text) == (["一07-一06兵"], Status.UNFINISHED)


def test_a_mate_that_a_sentence_claims():
    """It is a claim on the board, as the word 詰み alone is."""
    start = "続・連合将棋\n盤：チェス盤\n先手 王五8 兵一7\n後手 王五1\n駒台なし\n1 一7-一6兵\n"
    assert _read(start + "後手の王が詰みで、先手の勝ち\n") == (["一07-一06兵"], Status.CONTRADICTED)


@pytest.mark.parametrize("behind", ["そのまま", "のまま（先手から見て角が左、飛車が右）", "と同じ"])
def test_the_start_of_shogi_as_it_is(behind):
    """Both armies stand as in shogi, in whatever words; a sentence that says otherwise is not understood."""
    said = fold_line(f"盤は将棋盤、両者とも本将棋の初形{behind}。持ち石なし。", 1).text
    found = read_setup(_board("将棋盤"), said)
    assert found is not None
    assert (len(found.units), found.stands) == (40, ("なし", "なし"))
    assert read_setup(_board("将棋盤"), said.replace("初形", "初形（飛車が左）")) is None


def test_units_of_the_stand_behind_those_of_the_board():
    """A unit with the word for the stand in brackets behind it stands there: 珠20個（駒台）."""
    found = read_setup(_board("連珠盤"), "先手の陣:玉H15、金F15とJ15、歩D12 F12 H12、珠20個(駒台)")
    assert found is not None
    assert (len(found.units), found.stands) == (6, ("珠20", None))


def test_a_picture_whose_empty_points_are_one_character():
    """Units with marks and empty points stand close or apart, in cells of any width."""
    rows = ("△车△马△象△士　・△士△马△象△车", "△车△马△象△士・△士△马△象△车", "　△车 △马 △象 △士 ・ △士 △马 △象 △车　")
    game = _board("チャンギ盤")
    cells = {plain_cells_of_row(game, fold_line(f"{row}　０１", 1).text, 1) for row in rows}
    assert cells == {"△车△马△象△士・・△士△马△象△车"}


def test_an_example_of_a_move_is_none():
    """A move that shows how the others are written is a comment, with what it means."""
    game = games.load("rengo")
    lines = clean_lines(("※段・列の順に書く。例　０８二包０５二 ＝ 八段二列の包が五段二列へ。", "1 ０８二包０５二"), 1)
    _, parted = stated_conventions(game, list(lines))
    assert [laid.passage.text for laid in parted if not laid.furniture] == ["1 08二包05二"]
