"""Tests of tables that programs write: names of columns, rows without names, units of the start, running points."""

import pytest
import typed_records

import kifu


def _judged(text):
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    game = kifu.read(text.encode()).records[0].game
    moves = [game.spell(move) for move in verdict.replay.moves] if verdict.replay else []
    return verdict.status.name, moves


@pytest.mark.parametrize("separator", ["\t", ",", ";"])
def test_a_row_without_names_that_parts_a_move_into_cells(separator):
    """Squares, unit, part and suffixes are one move; a dash is a suffix that is not there."""
    rows = (("1", "b6", "b5", "三", "内", "反", "-"), ("2", "b2", "b3", "六", "内", "-", "-"))
    text = "ユニオンエース\n白：楓　黒：父\n" + "".join(separator.join(row) + "\n" for row in rows)
    assert _judged(text) == ("UNFINISHED", ["二06-二05三内反", "二02-二03六内"])


def test_a_game_that_only_its_rows_name():
    """Below named columns the moves of the rows tell the game."""
    head = "No,手番,元の列,元の行,列,行,サイコロの面,メモ\n"
    rows = (
        "1,先,,,5,4,占領,\n2,後,,,7,3,占領,\n3,先,,,1,5,占領,\n4,後,,,3,3,占領,\n5,先,,,3,5,占領,\n6,後,,,6,3,弓矢,\n"
    )
    text = f"{head}{rows},,,,,,,先手時間切れ\n"
    assert _judged(text) == ("DECLARED", ["五04占", "七03領", "一05占", "三03領", "三05占", "六03矢"])


@pytest.mark.parametrize("row", ["配置,{},{},{},{}", "setup,{},{},{}-{}"])
def test_rows_that_place_the_units_of_the_start(row):
    """Each tells a side, a unit and its square."""
    units = [("玉", 5, 9), ("飛", 8, 8), ("歩", 3, 7)]
    text = "種類,続・連合将棋\n盤,将棋盤\n"
    for side, at in (("先手", lambda rank: rank), ("後手", lambda rank: 10 - rank)):
        for unit, file, rank in units:
            column = file if "配置" in row else "一二三四五六七八九"[file - 1]
            text += row.replace("-", "").format(side, unit, column, at(rank)) + "\n"
    moves = "手数,側,駒,元列,元段,先列,先段\n1,先手,歩,3,7,3,6\n2,後手,歩,3,3,3,4\n"
    assert _judged(text + moves) == ("UNFINISHED", ["三07-三06歩", "三03-三04歩"])


@pytest.mark.parametrize("points", ["W0 B0", "白0 黒0", "White 0 Black 0", "白:0 黒:0", "白0点 黒0点"])
def test_running_points_behind_a_move(points):
    """The points of both sides are a remark, with a time behind them or without."""
    text = f"ユニオンエース\n白：楓　黒：父\n[001] W 二6-二5 三角内 {points} 3秒\n[002] B 二2-二3 六角内 {points}\n"
    assert _judged(text) == ("UNFINISHED", ["二06-二05三内", "二02-二03六内"])


@pytest.mark.parametrize(
    ("rows", "moves"),
    [
        ("1\t三3\t占\t五5\t領\n2\t一7\t占\t七3\t領\n", ["三03占", "五05領", "一07占", "七03領"]),
        ("1,三3,占,0:12\n2,五5,領,0:15\n", ["三03占", "五05領"]),
        ("1,先,三3,占\n2,後,五5,領\n", ["三03占", "五05領"]),
        ("1,-,三3,占\n2,-,五5,領\n", ["三03占", "五05領"]),
        (
            "手 列 段 行先 駒\n1 三 3 - 占\n2 五 5 - 領\n3 二 2 - 武\n4 七 7 - 領\n5 二 2 二3 武\n",
            ["三03占", "五05領", "二02武", "七07領", "二02-二03武"],
        ),
        (
            "手   指し手        先手   後手\n 1   三3 占        0    0\n 2   五5 領       10    0\n",
            ["三03占", "五05領"],
        ),
        ("手番号\t先手の手\t残り時間\t後手の手\t残り時間\n1\t三3占\t14:40\t五5領\t14:18\n", ["三03占", "五05領"]),
    ],
)
def test_cells_of_one_move_and_of_two(rows, moves):
    """A square behind a unit begins the next move."""
    assert _judged(f"6面体\n先手：山田　後手：鈴木\n{rows}") == ("UNFINISHED", moves)


def test_players_in_cells_with_quotes():
    """A row above the names of the columns names the game and both players; a result below knows them."""
    rows = '"6面体","先手","山田","後手","鈴木",""\n"手","駒","元","先","備考"\n"1","占領","","三3",""\n"","","","","鈴木の勝ち"\n'
    document = kifu.read(rows.encode())
    names = [one.value for one in document.records[0].headers if one.key in {"先手", "後手"}]
    assert (names, _judged(rows)) == (["山田", "鈴木"], ("DECLARED", ["三03占"]))


def test_an_end_in_a_row_without_names():
    """It is no remark on the move before it; a column of the players tells their colours."""
    rows = "手番号,プレイヤー,列,段,コマ,メモ\n1,黒,3,3,占領,\n2,白,5,5,占領,\n,,,,,白の時間切れ負け\n"
    assert _judged(f"6面体\n{rows}") == ("DECLARED", ["三03占", "五05領"])
    assert _judged("6面体\n先手：山田　後手：鈴木\n1,三3,占,memo\n2,五5,領,先手投了\n")[0] == "DECLARED"


@pytest.mark.parametrize(
    "rows",
    [
        "手数,手番,図形,内外,始点,終点,反転\n1,白,三角,内,二6,二5,○\n2,黒,六角,外,五1,五3,○\n",
        "No,手番,駒名,旧,新,特殊\n1,白,三内,二6,二5,反転\n2,黒,六外,五1,五3,反転\n",
        "no,color,piece,from,to,option\n1,white,三内,b6,b5,flip\n2,black,六外,e1,e3,turned\n",
        "kind,no,color,piece,from,to,note\nmove,1,white,三内,b6,b5,turned\nmove,2,black,六外,e1,e3,turned\n",
    ],
)
def test_other_names_of_columns(rows):
    """A column of an unknown name may hold a word for what happens at the end of a move."""
    assert _judged(f"ユニオンエース\n白：A\n黒：B\n{rows}") == ("UNFINISHED", ["二06-二05三内反", "五01-五03六外反"])


@pytest.mark.parametrize(
    ("yes", "no"),
    [("する", ""), ("する", "しない"), ("した", "せず"), ("はい", "いいえ"), ("あり", "なし"), ("○", "×")],
)
def test_flags_of_what_happens_at_the_end_of_a_move(yes, no):
    """Each column of a flag says yes by a verb, or by a sign."""
    rows = (
        ("1", "白", "b6", "b5", "三内", yes, no),
        ("2", "黒", "b2", "b3", "六内", no, no),
        ("3", "白", "d7", "d6", "四外", no, yes),
    )
    text = "ユニオンエース\n白,柳\n黒,三枝\n順,色,どこから,どこへ,駒,裏返し,合体\n" + "".join(
        ",".join(row) + "\n" for row in rows
    )
    status, moves = _judged(text)
    assert moves[:2] == ["二06-二05三内反", "二02-二03六内"]
    assert status == "ILLEGAL"  # nothing stands on d6


def test_start_and_stands_in_rows_of_a_sheet():
    """A column says which rows are of the start, which of the stands, and which are moves."""
    rows = [
        "区分,番号,側,駒,元,先,備考",
        "ゲーム,,,,,,続・連合将棋",
        "盤,,,,,,碁盤9路",
        "配置,,先,帥,,五9,",
        "配置,,後,君,,五1,",
    ]
    rows += ["駒台,,先,碁,,,4", "駒台,,先,翻,,,1", "駒台,,後,碁,,,4", "手,1,先,翻,,九8,打", "手,2,後,君,五1,五2,"]
    assert _judged("\n".join(rows) + "\n") == ("UNFINISHED", ["九08翻打", "五01-五02君"])


@pytest.mark.parametrize(
    "text",
    [
        '{"game":"6面体","moves":[{"n":1,"p":"B","piece":"占","to":{"col":4,"row":5}},{"n":2,"p":"W","piece":"領","to":{"col":3,"row":3}}]}',
        '{"game":"6面体","moves":[{"n":1,"unit":"占","path":["四5"]},{"n":2,"unit":"領","path":["三3"]}]}',
        '# rokumen\n{"n":1,"s":"b","op":"put","at":[[4,5]],"face":"SEN"}\n{"n":2,"s":"w","op":"put","at":[[3,3]],"face":"SEN"}\n',
    ],
)
def test_objects_and_lists_within_rows_of_data(text):
    """A square is an object or a list within the object of its move; each line may be one."""
    assert _judged(text) == ("UNFINISHED", ["四05占", "三03領"])


@pytest.mark.parametrize("said", ["W resigns", "W lost on time", "B wins"])
def test_letters_of_the_sides_before_a_result(said):
    """W and B are sides where a word of a result follows."""
    text = f"ユニオンエース\n白：A\n黒：B\n1 二6-二5三内\n2 五1-五3六外\n{said}\nまで2手で黒の勝ち\n"
    assert _judged(text) == ("DECLARED", ["二06-二05三内", "五01-五03六外"])


@pytest.mark.parametrize(
    ("remark", "status"),
    [
        ("7筋4段の占領を怨霊にする", "UNFINISHED"),
        ("七04の占領を倒す", "UNFINISHED"),
        ("標的7-4", "UNREADABLE"),
        ("相手の占領を倒す", "ILLEGAL"),
    ],
)
def test_a_remark_that_names_the_beaten_unit(remark, status):
    """The square belongs to the move; where it may, it is asked about, and a foul without it stays one."""
    file = typed_records.TYPED / "n" / "06-rishuu-excel.csv"
    rows = file.read_text("cp932").replace("7筋4段の占領を怨霊にする", remark).splitlines()
    last = next(at for at, row in enumerate(rows) if row.startswith("22,"))
    found, played = _judged("\n".join(rows[: last + 1]) + "\n")
    assert found == status
    assert played[21:] == (["五04-七04-四04怨"] if status == "UNFINISHED" else [])


MADE_BY_PROGRAMS = {
    "a column for each figure of a square": (
        (
            "6面体\n先手\t村瀬\n後手\t小野寺\n手数\t手番\t元の列\t元の行\t討った列\t討った行\t着いた列\t着いた行\t駒\t秒\n"
            "1\t先\t\t\t\t\t3\t7\t占\t21\n2\t後\t\t\t\t\t7\t3\t領\t76\n3\t先\t\t\t\t\t3\t6\t騎\t12\n"
        ),
        ["三07占", "七03領", "三06騎"],
    ),
    "JSON with dice and remarks": (
        (
            '{\n game: "6面体",\n moves: [ // [x, y]\n  {"n": 1, "by": "black", "die": "SENRYO", "to": [5, 1]},\n'
            '  {"n": 2, "by": "white", "die": "SENRYO", "to": [1, 4]},\n  {"n": 3, "by": "black", "die": "BUSHI", "to": [4, 2]}\n ]\n}\n'
        ),
        ["五01占", "一04領", "四02武"],
    ),
    "sections of settings": (
        (
            "[HEAD]\nGAME=ユニオンエース\nWHITE=根岸\nBLACK=黒田\n"
            "[MOVE001]\nFROM=6,6\nTO=5,5\nPIECE=六内\nFLIP=1\nUNITE=0\nSEC=35\n[MOVE002]\nFROM=1,2\nTO=1,3\nPIECE=五内\nFLIP=0\nUNITE=0\nSEC=48\n"
            "[MOVE003]\nFROM=5,7\nTO=5,4\nPIECE=四外\nFLIP=0\nUNITE=0\nSEC=70\n"
        ),
        ["六06-五05六内反", "一02-一03五内", "五07-五04四外"],
    ),
    "YAML with a remark behind a row": (
        (
            "game: ユニオンキング\nwhite: 千夏\nblack: 宗一郎\nmoves:\n  - {no: 1, from: 三7, to: 三6, piece: 六外, 合: yes}   # 早い\n"
            "  - {no: 2, from: 四2, to: 五3, piece: 八内, 反: yes}\n  - {no: 3, from: 二7, to: 二6, piece: 八外, 合: yes}\n"
        ),
        ["三07-三06六外合", "四02-五03八内反", "二07-二06八外合"],
    ),
    "XML with names in romaji": (
        (
            '<?xml version="1.0"?>\n<log game="ユニオンキング">\n <te n="1" x1="1" y1="7" x2="1" y2="6" koma="十" bui="外" ura="0" gattai="1"/>\n'
            ' <te n="2" x1="5" y1="1" x2="7" y2="3" koma="四" bui="外" ura="1" gattai="0"/>\n</log>\n'
        ),
        ["一07-一06十外合", "五01-七03四外反"],
    ),
    "XML with elements for the squares, and empty ones for what happens": (
        (
            '<?xml version="1.0"?>\n<taikyoku shumoku="ユニオンキング" shiro="宇野" kuro="Lee">\n'
            ' <te n="1"><kara suji="2" dan="7"/><made suji="2" dan="6"/><koma>外八</koma><gou/></te>\n'
            ' <te n="2"><kara suji="7" dan="1"/><made suji="5" dan="3"/><koma>外六</koma><han/></te>\n</taikyoku>\n'
        ),
        ["二07-二06八外合", "七01-五03六外反"],
    ),
    "settings below sections, a ply each": (
        "[Game]\nTitle=ユニオンマスター\nWhite=Aoi\nBlack=Sora\n[Place]\n01=白F外@二7\n02=黒D外@三1\n03=白B内@一7\n",
        ["二07白F外", "三01黒D外", "一07白B内"],
    ),
    "DATA of BASIC with codes, in kana": (
        (
            "10 REM *** 6ﾒﾝﾀｲ ｷﾌ ***\n20 REM DATA ﾃﾞﾙ ﾚﾂ,ﾃﾞﾙ ﾀﾞﾝ,ｲｸ ﾚﾂ,ｲｸ ﾀﾞﾝ,ｺﾏ   (ﾃﾞﾙ=0,0 ﾊ ﾃｺﾞﾏ ｶﾗ ｵｸ)\n30 REM ｺﾏ 1=ｾﾝﾘｮｳ 3=ｷﾊﾞ\n"
            "40 REM ﾚﾂ ﾊ ﾋﾀﾞﾘ ｶﾗ 1-7, ﾀﾞﾝ ﾊ ｳｴ ｶﾗ 1-7\n100 DATA 0,0,1,6,1\n110 DATA 0,0,5,5,1\n120 DATA 0,0,1,5,3\n130 DATA -1,0,0,0,0\n140 END\n"
        ),
        ["一06占", "五05領", "一05騎"],
    ),
    "DATA of BASIC with a remark for rows of each length": (
        (
            "10 REM 6MENTAI\n20 REM PUT : 0,FACE,X,Y\n30 REM MOVE: 1,FACE,X1,Y1,X2,Y2\n50 REM FACE 1=SENRYO 2=BUSHI 3=KIBA\n60 READ C\n"
            "100 DATA 0,1,3,4\n110 DATA 0,1,5,5\n120 DATA 0,3,3,3\n130 DATA 0,3,5,4\n140 DATA 1,3,3,3,4,5\n150 DATA -1\n"
        ),
        ["三04占", "五05領", "三03騎", "五04馬", "三03-四05騎"],
    ),
    "JSON with squares from 0, players by numbers, and talk": (
        (
            '{"ev": "hello", "game": "6面体", "seats": ["taro", "jiro"], "origin": "top-left", "index": 0, "xy": "x=column,y=row"}\n'
            '{"ev": "put", "n": 0, "seat": 0, "face": "占", "at": [3, 6]}\n{"ev": "put", "n": 1, "seat": 1, "face": "占", "at": [4, 0]}\n'
            '{"ev": "say", "seat": 1, "msg": "宅配きた"}\n{"ev": "put", "n": 2, "seat": 0, "face": "騎", "at": [3, 5]}\n'
            '{"ev": "put", "n": 3, "seat": 1, "face": "占", "at": [0, 1]}\n{"ev": "mv", "n": 4, "seat": 0, "face": "騎", "from": [3, 5], "to": [4, 3]}\n'
        ),
        ["四07占", "五01領", "四06騎", "一02領", "四06-五04騎"],
    ),
    "TOML whose note explains its names": (
        (
            'title = "ユニオンキング"\nwhite = "a"\nnote = "c=列 r=段 / f=うら返した u=重なった"\n\n[[turn]]\nno = 1\npiece = "三外"\n'
            'from = { c = 6, r = 7 }\nto = { c = 6, r = 6 }\nu = true\n\n[[turn]]\nno = 2\npiece = "三内"\nfrom = { c = 7, r = 2 }\n'
            'to = { c = 7, r = 3 }\nf = true\n\n[[turn]]\nno = 3\npiece = "十外"\nfrom = { c = 1, r = 7 }\nto = { c = 1, r = 6 }\nu = true\n'
        ),
        ["六07-六06三外合", "七02-七03三内反", "一07-一06十外合"],
    ),
    "YAML with a line for each side": (
        (
            "game: 六面体\nsente: {name: 関, age: 11}\ngote: {name: 曽我}\nmoves:\n  - round: 1\n    sente: 六03占\n    gote: 三03領\n"
            "  - round: 2\n    sente: 一01占\n    gote: 二02領   # 早い\n  - round: 3\n    sente: 五03占\n    gote: ~\n"
        ),
        ["六03占", "三03領", "一01占", "二02領", "五03占"],
    ),
    "rows of a tool with letters that it explains": (
        (
            "ユニオンマスター\nP=ﾊｲﾁ M=ｲﾄﾞｳ  I=ｳﾁ O=ｿﾄ  R=ﾊﾝ U=ｺﾞｳ  XXYY=ﾚﾂ(ﾋﾀﾞﾘｶﾗ)ﾀﾞﾝ(ｳｴｶﾗ)\nWHITE:YAMANE BLACK:CPU LV3\n"
            "0001 P WGI 0205 ----\n0002 P BGI 0203 ----\n0003 P WBO 0707 ----\n"
        ),
        ["二05白G内", "二03黒G内", "七07白B外"],
    ),
    "settings whose values are the cells of a row": (
        (
            "[game]\ntype=ユニオンエース\n[moves]\nm001=W,cross,in,4:6,5:5,flip=1,unite=0\nm002=B,tri,in,6:2,7:3,flip=1,unite=0\n"
            "m003=W,octa,in,5:6,5:4,flip=0,unite=0\n; coordinates col:row, 1:1 upper left\n"
        ),
        ["四06-五05十内反", "六02-七03三内反", "五06-五04八内"],
    ),
    "two moves a line with a legend in English": (
        (
            '[Game "Union Ace"]\n\nO circle, T triangle, S square, P pentagon, H hexagon, X cross. i = inner piece, e = outer.\n'
            "~ turned over while moving, & united on arrival.\n\n 1. Pe d7-d5~     Se c1-a3~\n 2. Ti b6-c5      Pe d1-d3~\n"
        ),
        ["四07-四05五外反", "三01-一03四外反", "二06-三05三内", "四01-四03五外反"],
    ),
    "VALUES of SQL": (
        (
            "-- dump\nCREATE TABLE game(id INTEGER, kind TEXT);\nINSERT INTO game VALUES(318,'ユニオンキング');\n"
            "CREATE TABLE move(game INTEGER, ply INTEGER, x1 INTEGER, y1 INTEGER, x2 INTEGER, y2 INTEGER, piece TEXT, flipped INTEGER, united INTEGER);\n"
            "INSERT INTO move VALUES(318,1,7,7,7,6,'丸外',0,1);\nINSERT INTO move VALUES\n(318,2,7,2,7,3,'三内',1,0),\n(318,3,1,7,1,6,'十外',0,1);\nCOMMIT;\n"
        ),
        ["七07-七06丸外合", "七02-七03三内反", "一07-一06十外合"],
    ),
    "a column for the part of the unit": (
        (
            "* ユニオンエース\n|  手 | 元   | 先   | 形 | 部 | 反 |\n|-----+------+------+----+----+----|\n"
            "|   1 | 三07 | 三05 | 六 | 外 | ○ |\n|   2 | 四02 | 四03 | 十 | 内 | ○ |\n|   3 | 七07 | 三07 | 丸 | 外 |    |\n"
        ),
        ["三07-三05六外反", "四02-四03十内反", "七07-三07丸外"],
    ),
    "a page with cells that are not closed": (
        (
            "<HTML><BODY>\n<H2>ユニオンエース</H2>\n<TABLE>\n<tr><td>1<td>▲<td>一07&rarr;一05<td>十外\n"
            "<tr><td>2<td>△<td>三01&rarr;一03<td>四外<font color=red>反</font>\n</TABLE>\n"
        ),
        ["一07-一05十外", "三01-一03四外反"],
    ),
    "a wiki with two bars round each cell": (
        "ユニオンマスター\n白：りょう\n黒：あんず\n||手||記録||コメント||\n||1||二06白D外||始め||\n||2||七07黒B内|| ||\n",
        ["二06白D外", "七07黒B内"],
    ),
    "a sheet with the colour before the letter": (
        "Union Master\tclub\nWhite\tBea\nBlack\tHori\nply\taction\tpiece\tfrom\tto\tturned\tunited\n1\tput\twD out\t\tb2\t\t\n2\tput\tbF in\t\tc7\t\t\n",
        ["二02白D外", "三07黒F内"],
    ),
    "a cell that says no to the first suffix": (
        "ユニオンキング\n白 ヒト  黒 COM\nテスウ | モト | サキ | コマ | キ\n 1 | 二7 | 二6 | 八外 | -合\n 2 | 三1 | 五3 | 四外 | --\n",
        ["二07-二06八外合", "三01-五03四外"],
    ),
    "heads between bars": (
        "6面体\n| 先手 | ななせ |\n| 後手 | 大和 |\n|手|ななせ|大和|\n|1|3.5 占|3.6 領|\n|2|1.1 占|1.3 領|\n",
        ["三05占", "三06領", "一01占", "一03領"],
    ),
}


@pytest.mark.parametrize("made", MADE_BY_PROGRAMS)
def test_a_table_of_a_program(made):
    """Each way of naming and parting cells gives the moves of the notation."""
    text, moves = MADE_BY_PROGRAMS[made]
    assert _judged(text) == ("UNFINISHED", moves)


@pytest.mark.parametrize(
    "row", [',,,,,,"後手の投了"', ",,,,,,後手の投了", "\t\t\t\t\t\t後手の投了", ",,後手の投了,,,,"]
)
def test_the_only_filled_cell_of_a_row_is_a_line(row):
    """A sentence in one cell is read as on a line of its own."""
    sign = "\t" if "\t" in row else ","
    rows = ("1,先,,,5,4,占領,\n2,後,,,7,3,占領,\n3,先,,,1,5,占領,\n4,後,,,3,3,占領,\n").replace(",", sign)
    head = "棋種：6面体\n" + "No,手番,元の列,元の行,列,行,サイコロの面,メモ\n".replace(",", sign)
    assert _judged(head + rows + row + "\n") == ("DECLARED", ["五04占", "七03領", "一05占", "三03領"])


DUMP = (
    "10 REM 6MENTAI\n20 REM FACE,X,Y\n30 REM FACE 1=SENRYO 3=KIBA\n40 REM X={side} KARA 1-7\n"
    "50 DATA 1,3,4\n60 DATA 1,5,5\n70 DATA {face},3,3\n80 REM SENTE(KURO)=A GOTE(SHIRO)=B {end}\n"
)


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, "UNFINISHED"),
        ({"end": "GOTE TOURYOU"}, "DECLARED"),
        ({"side": "MIGI"}, "UNREADABLE"),
        ({"side": "HIDARI", "end": "Y=SHITA KARA"}, "UNREADABLE"),
        ({"face": "8"}, "UNREADABLE"),
        ({"end": "110 ???"}, "UNREADABLE"),
    ],
)
def test_what_the_remarks_of_a_dump_say(said, status):
    """An end is heard; columns from the right, a code that no remark explains and what is no statement are asked about."""
    assert _judged(DUMP.format(**{"side": "HIDARI", "face": "3", "end": ""} | said))[0] == status


def test_marks_of_half_width_kana_belong_to_their_character():
    """The name of a player ends with all of its last character."""
    record = kifu.read("6面体\nｾﾝﾃ ﾊﾗﾀﾞ / ｺﾞﾃ ｼﾏﾀﾞ\n1 三3占\n".encode()).records[0]
    assert [header.value for header in record.headers if header.key in {"先手", "後手"}] == ["ハラダ", "シマダ"]


def test_armies_that_are_lists():
    """The unit stands before the two figures of its square, or above a list of squares; what a side holds is an object too."""
    units = '[["王", 5, 9], ["歩", 3, 7]]'
    text = (
        '{"game": "続・連合将棋", "board": "将棋盤", "first": "a", "second": "b",\n "setup": {"first": '
        + units
        + ', "second": {"王": [[5, 1]], "歩": [[3, 3]]}, "hand": {"first": {"翻": 3}, "second": {"翻": 2}}},\n "moves": [\n'
        '  {"p": "歩", "path": [[3, 7], [3, 6]]},\n  {"p": "歩", "path": [[3, 3], [3, 4]]},\n  {"p": "翻", "drop": [1, 5]}\n ]}\n'
    )
    assert _judged(text) == ("UNFINISHED", ["三07-三06歩", "三03-三04歩", "一05翻打"])


@pytest.mark.parametrize(("result", "status"), [("W+R", "DECLARED"), ("sente", "DECLARED"), ("xyz", "UNREADABLE")])
def test_results_of_data(result, status):
    """A side alone has won; what is no result is asked about, and is no remark."""
    text = '{"game": "6面体", "black": "a",\n "moves": ["三03占", "五05領"],\n "result": "RESULT"}\n'.replace(
        "RESULT", result
    )
    assert _judged(text)[0] == status


@pytest.mark.parametrize("key", ["result", "winner", "Outcome"])
def test_a_result_that_is_not_understood_is_no_remark(key):
    """Below the moves of a record the key of a result asks."""
    assert _judged(f"6面体\n1 三3占\n2 五5領\n{key}: xyz\n")[0] == "UNREADABLE"


PAIRS = (
    "六7-六6三外合,六1-六2八外合,16,16\n五6-五7四内合,二1-二2三外合,26,32\n四7-四6五外合,四1-四2五外合,{},48\n"
    "二7-二6八外合,三2-三1四内合,58,58\n三6-三7六内合,五1-五2六外合,68,66\n"
)


@pytest.mark.parametrize(("points", "status"), [(42, "UNFINISHED"), (36, "CONTRADICTED")])
def test_points_so_far_are_those_of_the_board(points, status):
    """One of them that is not is false where the others are."""
    text = f"ユニオンキング\n白：三好\n黒：パク\n白,黒,白得点,黒得点\n{PAIRS.format(points)}"
    assert _judged(text)[0] == status
    found = [one for one in kifu.read(text.encode()).records[0].diagnostics if one.code == "told-count"]
    assert [one.line for one in found] == [7] * (points == 36)
    for one in found:
        assert one.message.ja == (
            "6 手目までの得点は 36 と 48 と書かれていますが、盤では 42 と 48 です。写しちがいがないか確かめてください"
        )
        assert one.message.en == (
            "the points after move 6 are 36 and 48 here, but 42 and 48 on the board: look for a slip"
        )


def test_points_that_are_counted_otherwise_are_remarks():
    """Where most of them are not those of the board, nothing is said of them."""
    rows = PAIRS.format(42).replace(",16,", ",1,").replace(",26,", ",2,").replace(",58,", ",3,")
    assert _judged(f"ユニオンキング\n白：三好\n黒：パク\n白,黒,白得点,黒得点\n{rows}")[0] == "UNFINISHED"


@pytest.mark.parametrize(
    ("rows", "status"),
    [("勝者;黒;;;", "DECLARED"), ("勝者;黒;;;\n得点;白;10;黒;6", "CONTRADICTED"), ("勝者;??;;;", "UNREADABLE")],
)
def test_result_rows_below_a_table(rows, status):
    """The first cell is the key of a head, and the others its value."""
    table = "No;番;元;先;形;部;反;合\n1;白;七7;七6;丸;外;;*\n2;黒;七2;七3;三;内;*;\n"
    rows = "".join(f"{row}{';' * (7 - row.count(';'))}\n" for row in rows.split("\n"))
    assert _judged(f"ユニオンキング\n白：三好\n黒：パク\n{table}{rows}")[0] == status


@pytest.mark.parametrize("cell", ["ZZ9", "0205 0304 0406", "W"])
def test_rows_of_a_tool_are_read_only_if_all_cells_are_understood(cell):
    """A cell of another kind leaves the rows as they stand: none of them passes."""
    rows = f"ユニオンマスター\nI=ｳﾁ O=ｿﾄ\n0001 P WGI 0205 ----\n0002 P BGI 0203 ----\n0003 P WBO 0707 {cell}\n"
    assert _judged(rows)[0] == "UNREADABLE"


@pytest.mark.parametrize(
    "text",
    [
        "10 REM 6MENTAI\n20 DATA 1,3,4\n30 DATA 1,5,5\n40 DATA 3,3,3\n",
        (
            "CREATE TABLE m(piece TEXT, x INTEGER, y INTEGER);\nINSERT INTO m VALUES('占',3,4);\nINSERT INTO m VALUES('領',5,5) rest;\n"
            "INSERT INTO m VALUES\n('騎',3,3), rest ('馬',5,4);\n"
        ),
    ],
)
def test_rows_of_a_dump_that_nothing_explains_are_asked_about(text):
    """Figures without names are no moves, and what stands between the rows is not dropped."""
    assert _judged("6面体\n" + text)[0] == "UNREADABLE"


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "6面体", "at": [[[]]], "b": [{}], "moves": [[], [[]]]}',
        '{"game": "6面体", "moves": [{"at": [0, 1, []], "n": 1}]}\n三3占',
        "10 DATA ,,,\n20 DATA 0,0\n30 DATA ,\n40 REM (a b),x (c d)\n50 DATA 1,2",
        "INSERT INTO m VALUES(),(,),('');\nINSERT INTO m VALUES('a'),('b');",
        "<a><m n='1'/><m n='2'><b/></m></a> rest",
        "- {a: {}, b: []}\n- {: }\n- {to: }\n- {x: [[]]}",
    ],
)
def test_data_without_contents_is_no_game(text):
    """What holds nothing ends nothing; what stands behind data is asked about."""
    for verdict in kifu.verify(kifu.read(("6面体\n" + text).encode() if text[0] not in "{<" else text.encode())):
        assert verdict.status.name in {"UNREADABLE", "UNFINISHED"}


_KING = "ユニオンキング\n先手（白）：孝　後手（黒）：律\n"
_OF_KING = (
    ("四7", "四6", "五", "外"),
    ("四1", "四2", "五", "外"),
    ("六7", "六6", "三", "外"),
    ("六1", "六2", "八", "外"),
    ("二7", "二6", "八", "外"),
)
_KING_MOVES = ["四07-四06五外合", "四01-四02五外合", "六07-六06三外合", "六01-六02八外合", "二07-二06八外合"]


def _sheet(heading, row, rows):
    """Return a table with tabs, its rows made of a number, a side and the parts of each move."""
    made = [row.format(at, "白黒"[(at - 1) % 2], *cells) for at, cells in enumerate(rows, start=1)]
    return "\n".join(line.replace(" ", "\t") for line in (heading, *made)) + "\n"


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("手 色 移動前 移動後 見えている図 側 裏返す 重ねる", "{0} {1} {2} {3} {4} {5}  はい"),
        ("局番 手 先後 移動元 移動先 見える図 内/外 反転 合体", "K-7 {0} {1} {2} {3} {4} {5} 0 1"),
        ("てばん ？ もと ついた所 かたち どちら 裏返し 重ねた", "{0} {1} {2} {3} {4} {5}  ●"),
        ("手 色 駒 移動 反転 合体 白点 黒点", "{0} {1} {4}{5} {2}→{3}  ○ 48 32"),
        ("ply who origin went figure half flipped joined", "{0} {1} {2} {3} {4} {5}  x"),
    ],
)
def test_columns_that_their_contents_name(heading, row):
    """Names that nobody knows stand above numbers, sides, squares, units and ticks."""
    assert _judged(_KING + _sheet(heading, row, _OF_KING)) == ("UNFINISHED", _KING_MOVES)


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("手 色 ここ そこ 図 側 合体", "{0} {1} {3} {2} {4} {5} ○"),  # which square is left, nothing tells
        ("手 色 移動元 移動先 図 側 わからない", "{0} {1} {2} {3} {4} {5} ？"),
        ("手 色 移動元 移動先 図 側 合体", "{0} {1} {2} {3} {4} {5} ？"),
        ("手 色 移動元 移動先 図 側 反転", "{0} {1} {2} {3} {4} {5} 否"),
    ],
)
def test_columns_that_nothing_names_are_asked_about(heading, row):
    """Squares in either order, and cells that are no ticks, make no move and no foul."""
    status, _ = _judged(_KING + _sheet(heading, row, _OF_KING))
    assert status == "UNREADABLE"


@pytest.mark.parametrize(
    ("heading", "hand"),
    [
        ("手数,手番,駒,どこから,(倒した駒),どこへ,ひとこと", "手駒"),
        ("手数,持ち主,面,元,ねらい,着手,メモ", ""),
        ("No,who,die,from,hit,where,memo", "stock"),
    ],
)
def test_words_for_the_hand_and_squares_of_two_parts(heading, hand):
    """A word that stands in place of squares again and again is the hand; 六-6 is one square."""
    rows = [
        f"1,先,占領,{hand},,六-6,よろしく",
        f"2,後,占領,{hand},,四-2,",
        f"3,先,騎馬,{hand},,五-7,",
        f"4,後,占領,{hand},,六-4,",
        "5,先,騎馬,五-7,,三-6,",
        "6,後,占領,,,一-6,",
        "7,先,武士,,,七-7,",
    ]
    text = "6面体\n先手：岡　後手：森\n" + "\n".join((heading, *rows)) + "\n"
    moves = ["六06占", "四02領", "五07騎", "六04領", "五07-三06騎", "一06領", "七07武"]
    assert _judged(text) == ("UNFINISHED", moves)


def test_names_of_columns_below_their_sides():
    """先手・面 is the column 面 below 先手."""
    text = "6面体\n先手：岡　後手：森\n回\t先手・面\t先手・どこから\t先手・どこへ\t後手・面\t後手・どこから\t後手・どこへ\n"
    rows = ("占 - 六6 領 - 四2", "騎 - 五7 領 - 六4", "騎 五7 三6 領 - 一6", "武 - 七7 領 - 五2")
    text += "".join(f"{at} {row}\n".replace(" ", "\t") for at, row in enumerate(rows, start=1))
    moves = ["六06占", "四02領", "五07騎", "六04領", "五07-三06騎", "一06領", "七07武", "五02領"]
    assert _judged(text) == ("UNFINISHED", moves)


def test_a_pass_in_the_column_of_squares_is_no_word_for_the_hand():
    """What stands alone in its row is not the hand: it is asked about, or a pass."""
    heading = "手数\t手番\t駒\tいた所\tどこへ\n"
    rows = (
        "1\t先\t占領\t\t六6",
        "2\t後\t占領\t\t四2",
        "3\t先\t\tなし\t",
        "4\t後\t\tなし\t",
        "5\t先\t占領\t\t五7",
        "6\t後\t占領\t\t四1",
    )
    status, _ = _judged("6面体\n先手：岡　後手：森\n" + heading + "".join(f"{row}\n" for row in rows))
    assert status == "UNREADABLE"


def test_a_unit_that_enters_the_square_it_beats():
    """A column of beaten units may name the square that is entered once more."""
    moves = ["七7占", "五5領", "六1占", "二4領", "七4占", "三6領", "三3占", "三5矢"]
    rows = "".join(f"{at}\t\t\t{move[:2]}\t{move[2]}\n" for at, move in enumerate(moves, start=1))
    text = f"6面体\n先手：岡　後手：森\n手\t元\t倒した所\t先\t駒\n{rows}9\t\t\t一1\t占\n10\t三5\t三3\t三3\t矢\n"
    status, found = _judged(text)
    assert (status, found[-1]) == ("UNFINISHED", "三05-三03矢")


_PAIRS = (("六6占", "四2領"), ("五7騎", "六4領"), ("五7-三6騎", "一6領"), ("七7武", "五2領"))
_OF_PAIRS = ["六06占", "四02領", "五07騎", "六04領", "五07-三06騎", "一06領", "七07武", "五02領"]


@pytest.mark.parametrize(
    "heading", ["手数,先手（大庭 誠）,考慮,後手（久我 理沙）,考慮", "回,先手さん（大庭）,考慮,後手さん（久我）,考慮"]
)
@pytest.mark.parametrize("number", ["{}-{}", "{}・{}", "{}~{}"])
def test_rows_with_the_numbers_of_two_plies(heading, number):
    """1-2 before two turns are their numbers, no square."""
    rows = "".join(
        f"{number.format(at, at + 1)},{one},0:05,{two},0:07\n"
        for at, (one, two) in zip((1, 3, 5, 7), _PAIRS, strict=True)
    )
    assert _judged(f"6面体\n{heading}\n{rows}") == ("UNFINISHED", _OF_PAIRS)


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ("結果\t\t\t○（時間切れ勝ち）\t\t", "DECLARED"),
        ("結果\t投了\t\t\t\t", "DECLARED"),
        ("結果\t\t\t（どうだったか）\t\t", "UNREADABLE"),
    ],
)
def test_an_end_below_the_name_of_a_side(row, status):
    """What stands in the column of 後手 is about 後手."""
    rows = "".join(
        f"{at}・{at + 1}\t{one}\t0:05\t{two}\t0:07\n" for at, (one, two) in zip((1, 3, 5, 7), _PAIRS, strict=True)
    )
    text = f"6面体\n手\t先手（黒）徳永\t考慮\t後手（白）ファン\t考慮\n{rows}{row}\n"
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    assert verdict.status.name == status
    if status == "DECLARED":
        assert verdict.outcome.outcome.value == "second"


def test_games_below_headings_with_tabs():
    """第1局 and the players stand in cells; the moves of each game are rows."""
    moves = ("占\t\t6-6", "領\t\t4-2", "騎\t\t5-7", "領\t\t6-4", "騎\t5-7\t3-6")
    rows = "".join(f"{at}\t{'黒白'[at % 2 == 0]}\t{move}\n" for at, move in enumerate(moves, start=1))
    table = f"手\t番\t面\t元\t先\n{rows}終局\t{{}}\t5手\t\n\n"
    text = f"六面体クラブ月例会　対局シート\n（マスは 左からの列-上からの行）\n\n第1局\t黒 樋口\t白 乾\n{table.format('黒勝')}第2局\t黒 乾\t白 樋口\n{table.format('白勝')}"
    document = kifu.read(text.encode())
    assert [one.outcome.outcome.value for one in kifu.verify(document)] == ["first", "second"]


TABLE = "ユニオンエース\n手,番,元,先,コマ,反合\n1,白,二6,二5,三内,反\n2,黒,二2,二3,六内,\n"


def _status(row):
    """Return the status of a table with a row below its moves."""
    (verdict,) = kifu.verify(kifu.read(f"{TABLE}{row}\n".encode()))
    return verdict.status


@pytest.mark.parametrize(
    "row",
    [
        "2手で打ち切り,得点,白,10,黒,3",
        "得点,白,10,黒,3",
        "合計,3手,,,,",
        "3手で終局,得点,白,0,黒,0",
        "計3手,,,,,",
        "手数,3",
        "総手数,1手,,,,",
        "moves,4",
        "手数,3,記録,石毛",
    ],
)
def test_a_row_below_the_moves_with_a_false_number_is_not_passed_over(row):
    """It names no columns anew, and what it tells is compared."""
    assert _status(row).exit_code


@pytest.mark.parametrize(
    "row",
    [
        "2手で打ち切り,得点,白,0,黒,0",
        "得点,白,0,黒,0",
        "計2手,,,,,",
        "手数,2",
        "総手数,2手,,,,",
        "moves,2",
        "手数,2,記録,石毛",
    ],
)
def test_a_row_below_the_moves_with_the_right_number(row):
    """What the board shows is no contradiction."""
    assert _status(row).exit_code == 0


@pytest.mark.parametrize(
    ("figure", "remark", "read"),
    [
        ("4→3", "＊段を書きまちがえたので直しました", True),
        ("4->3", "訂正済み", True),
        ("4→3", "", False),
        ("4→3", "直したほうがよい", False),
        ("4→3", "書きまちがえたかも", False),
    ],
)
def test_a_figure_put_right_in_its_cell(figure, remark, read):
    """The later one counts where a remark says that the row was put right; without one it is asked about."""
    head = "ユニオンエース\n手,番,コマ,元の列,元の段,先の列,先の段,反,メモ\n1,白,三内,二,6,二,5,○,\n"
    (verdict,) = kifu.verify(kifu.read(f"{head}2,黒,六内,二,2,二,{figure},,{remark}\n".encode()))
    assert (verdict.status.exit_code == 0) is read


PASTED_HEADING = "回\t先手 古田\t後手 名波\tメモ"


def _pasted(heading, below):
    """Return the verdict on a table with both turns in a row, under a heading, with a line below it."""
    cells = "占 四1,領 四4;占 五5,女 三3;武 五1,矢 三5;弓 三1,矢 三5→五5;武 五1→四2,馬 五3;武 四2→三3,士 三4;弓 三1→三4,馬 五3→四1"
    rows = "".join(f"{at}\t{row.replace(',', chr(9))}\n" for at, row in enumerate(cells.split(";"), start=1))
    (verdict,) = kifu.verify(kifu.read(f"6面体\t10/7\n{heading}\n{rows}{below}\n".encode()))
    return verdict


@pytest.mark.parametrize(
    ("heading", "status"),
    [
        (PASTED_HEADING, "CONFIRMED"),
        ("回\t先手：古田\t後手：名波\tメモ", "CONFIRMED"),
        ("手数\t▲古田\t△名波\t備考", "CONFIRMED"),
        ("No\tSente (Furuta)\tGote (Nanami)\tnote", "CONFIRMED"),
        ("回\t先手 古田\t先手 名波\tメモ", "UNREADABLE"),
        ("回\t後手 名波\t先手 古田\tメモ", "UNREADABLE"),
    ],
)
def test_players_in_the_heading_of_a_table(heading, status):
    """They stand behind their sides, one for each."""
    assert _pasted(heading, "").status.name == status


@pytest.mark.parametrize(
    ("below", "status"),
    [
        ("結果\t\t○\t", "CONFIRMED"),
        ("結果\t\t○\t14手、先手の占領全滅で名波の勝ち", "CONFIRMED"),
        ("結果\t×\t\t古田の負け", "CONFIRMED"),
        ("結果\t○\t\t", "CONTRADICTED"),
        ("結果\t○\t×\t14手", "CONTRADICTED"),
        ("結果\t\t○\t14手、古田の勝ち", "CONTRADICTED"),
        ("結果\t○\t\t14手、名波の勝ち", "CONTRADICTED"),
        ("結果\t○\t○\t", "UNREADABLE"),
    ],
)
@pytest.mark.parametrize("heading", [PASTED_HEADING, "手数\t▲古田\t△名波\t備考"])
def test_a_mark_below_the_column_of_a_side(heading, below, status):
    """It tells who won; the remark beside it is compared."""
    assert _pasted(heading, below).status.name == status


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ("得点\t0\t0\t", "UNFINISHED"),
        ("得点\t8\t0\t途中まで", "CONTRADICTED"),
    ],
)
def test_points_below_the_columns_of_the_sides(row, status):
    """A row of points between tabs tells them by the names of the columns."""
    head = "ユニオンエース\n回\t白 名波\t黒 古田\tメモ\n1\t三内 二6→二5\t六内 二2→二3\t\n"
    rows = "2\t三内 二5→二4\t六内 二3→一3\t\n3\t三内 二4→二5\t六内 一3→二3\t\n4\t三内 二5→二4\t六内 二3→一3\t\n"
    (verdict,) = kifu.verify(kifu.read(f"{head}{rows}{row}\n".encode()))
    assert verdict.status.name == status
