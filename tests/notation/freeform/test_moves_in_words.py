"""Tests the readings of one move as people write it."""

from each import each

from kifu import verify
from kifu.core import games
from notation.freeform.fold_text import fold_line
from notation.freeform.hypothesis import Situation
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.move_readings import moves_meant_by_ink
from notation.reading import read_documents

SIX, KING, RENGO = map(games.load, ("six", "king", "rengo"))


def after(game, *moves):
    """Return the position of a game after some moves."""
    position = game.start()
    for text in moves:
        position = game.play_legal(position, game.resolve(position, game.read(text)))
    return position


def readings_of(game, text, situation=None):
    """Return what a text may mean as a whole."""
    passage = rewrite_in_notation(game, fold_line(text, 1))
    patterns = ink_moves_by_end(game, passage.text, 0).get(len(passage.text), ())
    return tuple(one.text for one in moves_meant_by_ink(game, text, patterns, situation or Situation()))


@each(
    ("game", "text", "moves"),
    [
        (SIX, "四四占", {"四04占"}),
        (SIX, "よこ3 たて4に占領", {"三04占領"}),
        (SIX, "縦4横3占", {"三04占"}),
        (SIX, "左から3番目・上から4番目に占", {"三04占"}),
        (SIX, "六7-六1(倒す)-六5霊", {"六07-六01-六05霊"}),
        (SIX, "六7→六1（撃破）→六5霊", {"六07-六01-六05霊"}),
        (SIX, "六7-六1(馬)-六5霊", set()),
        (SIX, "六7(倒す)六5霊", set()),
        (SIX, "よこ3・たて4 占", {"三04占"}),
        (SIX, "たて4・よこ3→たて5・よこ3 武", {"三04-三05武"}),
        (SIX, "ヨコ3タテ4占", {"三04占"}),
        (SIX, "横3-縦4→横3-縦5武", {"三04-三05武"}),
        (SIX, "よこ3ばんめ・たて4ばんめ 占", {"三04占"}),
        (SIX, "よこ3・よこ4 占", set()),
        (SIX, "縦3列 横4段 占", set()),
        (SIX, "12) 3占", set()),
        (SIX, "四〇四占", {"四04占"}),
        (SIX, "４４占", {"四04占"}),
        (SIX, "４三占", {"四03占", "三04占"}),
        (SIX, "43占", {"四03占", "三04占"}),
        (SIX, "占四04", {"四04占"}),
        (SIX, "③④占", {"三04占", "四03占"}),
        (SIX, "四⑤占", {"四05占"}),
        (SIX, "四05武四06", {"四05-四06武"}),
        (SIX, "d5 kara d6 e武士", {"四05-四06武士"}),
        (SIX, "Td4 Tb2", set()),
        (SIX, "四05から四06へ武を動かす", {"四05-四06武"}),
        (SIX, "四06武(四05)", {"四05-四06武"}),
        (SIX, "四05武→四06武", {"四05-四06武"}),
        (SIX, "四05武→四06士", set()),
        (SIX, "四05→武", set()),
        (SIX, "四05/四06武", set()),
        (SIX, "四05-四06", set()),
        (SIX, "四04占四05占", set()),
        (SIX, "八08占", set()),
        (SIX, "四04の隣に占", set()),
        (SIX, "", set()),
        (SIX, "四" * 100, set()),
        (KING, "四六-四五五(内)", {"四06-四05五内"}),
        (KING, "四06-四05八内コマ裏返し", {"四06-四05八内反"}),
        (KING, "七06-七05○内", {"七06-七05丸内"}),
        (KING, "三外六7六6合", {"六07-六06三外合"}),
        (KING, "外三(7,5)→(6,6)ウラ・合", {"七05-六06三外反合", "五07-六06三外反合"}),
        (KING, "六内[2-2→2-3]反 六内[6-6→4-6]", set()),
        (SIX, "三四より六一を討ち一六怨", {"三04-六01-一06怨"}),
        (KING, "四角外 ご7 から ろく6 反合", {"五07-六06四外反合"}),
        (KING, "四角外 に7 から ろく6", {"二07-六06四外"}),
        (KING, "八角(out) B7>B6 +合", {"二07-二06八外合"}),
        (KING, "二つ目の八角（そとがわ）", set()),
        (KING, "2れつ7だんの八角（そとがわ）を2れつ6だんにうごかしてがったいさせました", {"二07-二06八外合"}),
        (KING, "五7の外駒（四角）を七5まで裏返しながら動かした", {"五07-七05四外反"}),
        (KING, "まるがた の 外 なな の なな から なな の ご 裏返し", {"七07-七05丸外反"}),
        (KING, "六角がた の うち ろく の に から ご の さん くっつける", {"六02-五03六内合"}),
        (KING, "六角形の内 六・二より五・三 合はさる", {"六02-五03六内合"}),
        (RENGO, "八4角成 五7より", {"五07-八04角成"}),
        (KING, "OCT-EX B7:B6", set()),
        (KING, "oct outer B7:B6", {"二07-二06八外"}),
        (RENGO, "五05打碁", {"五05碁打"}),
        (RENGO, "f8-f2 飛 promotes", {"六08-六02飛成"}),
        (RENGO, "f8-f2 飛, promoted", {"六08-六02飛成"}),
        (RENGO, "f8-f2 飛 does not promote", {"六08-六02飛不成"}),
        (RENGO, "f8-f2 飛 promoter", set()),
        (RENGO, "八08-八03成飛", {"八08-八03竜"}),
    ],
)
def test_what_a_text_may_mean_without_a_position(game, text, moves):
    """A text with one reading gives it, one with two gives both, and any other text gives none."""
    assert set(readings_of(game, text)) == moves


def test_what_is_left_out_is_found_in_the_position():
    """A unit, or the square that it comes from, may be left out where one legal move alone has the rest."""
    position = after(SIX, "四04占", "四02領", "三03武", "五03士", "四05武", "五03-四03士")
    assert readings_of(SIX, "三03-四03", Situation(position)) == ("三03-四03武",)
    assert readings_of(SIX, "同武", Situation(position, "四03")) == ("三03-四03武",)
    assert readings_of(SIX, "同武", Situation(position)) == ()
    assert len(readings_of(SIX, "三03", Situation(position))) == 0
    assert readings_of(RENGO, "七06歩", Situation(RENGO.start())) == ("七07-七06歩",)
    assert set(readings_of(RENGO, "八08-八03", Situation(RENGO.start()))) == {"八08-八03飛", "八08-八03飛成"}


def test_a_well_formed_move_is_that_move():
    """A move in the notation is itself, legal or not: it is never bent into a legal one."""
    for text in ("四04領", "七07-七06怨", "四04占"):
        assert readings_of(SIX, text, Situation(SIX.start())) == (text,)


MOVED = after(KING, "三06-三05六内", "四01-四03五外")
"""The position of a game whose units can go several ways."""


@each(
    ("text", "moves"),
    [
        ("五内↑1反", {"六06-六05五内反"}),
        ("外丸↑2", {"七07-七05丸外"}),
        ("十外↗3", {"一07-四04十外"}),
        ("内六↑", {"三05-三04六内"}),
        ("六内左上に1", {"三05-二04六内"}),
        ("十外↗2", set()),
        ("十外↑1", set()),
    ],
)
def test_a_way_is_the_legal_move_that_goes_it(text, moves):
    """A unit with a way means the legal moves that go it, and none where none does with what is written."""
    assert set(readings_of(KING, text, Situation(MOVED))) == moves


def test_a_second_player_may_see_the_board_from_the_other_side():
    """The way of 後手 is read by the page and from the own side; the record decides throughout."""
    position = after(KING, "三06-三05六内")
    texts = set(readings_of(KING, "外五↓2", Situation(position)))
    assert texts == {"四01-四03五外"}


LEFT_OUT = """6面体の記録
▲四７占
△三５領
▲三１占
△七６領
▲五６騎
△七５女
▲三５騎
△六５矢
▲五４騎
△四５矢
▲二２弓
△六７士
▲七３騎
△四７矢
"""


def test_an_origin_may_be_left_out_where_one_unit_can_go():
    """Three moves over the board without their origin are read; one alone is asked about; with a number it stays a foul."""
    (document,) = read_documents("a.txt", LEFT_OUT.encode())
    (verdict,) = verify(document)
    assert (verdict.status.value, verdict.plies) == ("UNFINISHED", 14)
    few = "".join(f"{line}\n" for line in LEFT_OUT.splitlines()[:9])
    (document,) = read_documents("a.txt", few.encode())
    (verdict,) = verify(document)
    assert (verdict.status.value, verdict.plies) == ("UNREADABLE", 6)
    numbered = "".join(f"{at} {line}\n" if at else f"{line}\n" for at, line in enumerate(few.splitlines()))
    (document,) = read_documents("a.txt", numbered.encode())
    (verdict,) = verify(document)
    assert (verdict.status.value, verdict.plies) == ("ILLEGAL", 6)


@each("form", ["{}  {} @{}", "{}{} {}", "{} {} ({})"])
def test_the_number_of_a_ply_is_no_square(form):
    """21 before a unit is the number of its ply, not the square 2-1, where plies are numbered."""
    placed = [
        "白E外4-6",
        "黒G内3-3",
        "白D外2-5",
        "黒F外7-1",
        "白C内5-4",
        "黒D外1-5",
        "白A内1-3",
        "黒A外6-6",
        "白B外4-7",
        "黒C内7-2",
        "白F内2-4",
        "黒D内1-6",
        "白D内4-2",
        "黒B外6-7",
        "白G外5-7",
        "黒A内1-2",
        "白G内4-1",
        "黒G外5-5",
        "白E内3-7",
        "黒C外4-5",
        "白F外7-3",
    ]
    text = "".join(f"{form.format(ply, one[:3], one[3:])}\n" for ply, one in enumerate(placed, start=1))
    (document,) = read_documents("a.txt", f"ユニオンマスター\n数字は列-段（左上が1-1）\n{text}".encode())
    (verdict,) = verify(document)
    game = document.records[0].game
    assert game.spell(verdict.replay.moves[-1]) == "七03白F外"


def test_a_comma_between_a_unit_and_its_goal():
    """Behind a unit with its square it is no end of the move."""
    ace = games.load("ace")
    assert any(
        one.squares == ("六06", "五05") for one in ink_moves_by_end(ace, "六六の六内、五五へ反合", 0).get(11, ())
    )


_BEFORE_A_GHOST = (
    "三01占 三02領 六01占 四05領 五01占 二02女 "
    "四01巫 三05矢 四02巫 三05-三03矢 六02巫 四03馬 "
    "二01騎 五06馬 二01-三03騎 四03-五01馬 三03-四05騎 五06-七07馬 "
)


@each(
    ("told", "move"),
    [
        ("三03の霊で五01の馬を倒して、二04に着地します。", "三03-五01-二04霊"),
        ("三03の霊が五01の馬を倒し二04へ着地。", "三03-五01-二04霊"),
        ("三03の霊で五01の馬を倒して着地します。", None),
    ],
)
def test_where_a_unit_lands(told, move):
    """着地する tells the square at which a move ends; without one the move is asked about."""
    above = "\n".join(f"{at} {one}" for at, one in enumerate(_BEFORE_A_GHOST.split(), start=1))
    (document,) = read_documents("a.txt", f"6面体\n{above}\n19 {told}\n".encode())
    (verdict,) = verify(document)
    assert (verdict.status.exit_code == 0) is (move is not None)
    assert move is None or SIX.spell(verdict.replay.moves[-1]) == move


_SIX = "6面体\n1 二04占\n2 三05領\n3 一05武\n4 四04士\n5 三03巫\n6 三06士\n7 二05弓\n8 四04-四03士\n9 一03巫\n"


def last_move_of(text):
    """Return the last move of a record that is read, and its status."""
    (document,) = read_documents("a.txt", text.encode())
    (record,), (judged,) = document.records, verify(document)
    moves = judged.replay.moves if judged.replay else ()
    return (record.game.spell(moves[-1]) if moves else ""), judged.status.name


@each(
    ("tenth", "read"),
    [
        ("三の６のぶしで二の５をとった", True),
        ("三の６のぶしが二の５を倒した", True),
        ("三の６のぶしで二の５の弓をとった", True),
        ("三の６のぶしで二の５をみた", False),
    ],
)
def test_a_unit_that_beats_what_stands_on_a_square(tenth, read):
    """What is beaten may be named by its square alone."""
    found = last_move_of(f"{_SIX}10 {tenth}\n")
    assert (found == ("三06-二05士", "UNFINISHED")) is read


@each("word", ["じゅうじ", "じゅーじ", "ジュージ"])
def test_a_cross_with_a_long_vowel(word):
    """The long vowel of 十字 may be written with a dash."""
    text = f"ユニオンエース\n1 四の６の{word}のうちを五の５へうごかした\n"
    assert last_move_of(text) == ("四06-五05十内", "UNFINISHED")
