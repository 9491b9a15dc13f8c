"""Tests the manners of moves: verbs in all their forms, named axes, signs that a record explains, units told before they turn."""

from each import each

import kifu
from kifu.core import games
from notation.freeform.fold_text import fold_line
from notation.freeform.hypothesis import Situation
from notation.freeform.japanese_verbs import MOVING, PLACING, done_forms_of_verb, verb_pattern
from notation.freeform.move_and_unit_rewriting import rewrite_in_notation
from notation.freeform.move_ink import ink_moves_by_end
from notation.freeform.move_readings import moves_meant_by_ink
from notation.freeform.remark_recogniser import remark_spans
from notation.freeform.spans_line_context_and_sides import LineContext, SideContext

SIX, ACE, KING, MASTER, RENGO = map(games.load, ("six", "ace", "king", "master", "rengo"))


def moves_of(text):
    """Return the moves of the only record of a text, and whether it is understood."""
    document = kifu.read(text.encode())
    (record,), (verdict,) = document.records, kifu.verify(document)
    moves = [entry.text.lstrip("▲△").replace(" ", "") for entry in record.main.entries]
    return moves if verdict.status != "UNREADABLE" else None


def readings_of(game, text, position=None):
    """Return what a text may mean as a whole."""
    passage = rewrite_in_notation(game, fold_line(text, 1))
    patterns = ink_moves_by_end(game, passage.text, 0).get(len(passage.text), ())
    return {one.text for one in moves_meant_by_ink(game, text, patterns, Situation(position))}


@each(
    ("verb", "form"),
    [
        ("動かす", "動かした"), ("進める!", "進めました"), ("引く", "引いて"), ("打つ", "打った"), ("行く", "行って"), ("突く", "突きました"),
        ("飛ぶ", "飛んで"), ("進む", "進みます"), ("移動する", "移動いたします"), ("来る=", "来た"), ("走らせる!", "走らせて"),
    ],
)  # fmt: skip
def test_verbs_have_all_their_forms(verb, form):
    """The forms of a verb are made from the class of its dictionary form."""
    assert form in done_forms_of_verb(verb)


@each(
    ("text", "whole"),
    [
        ("進めて", True), ("進めず", False), ("進めなかった", False), ("置きたい", False), ("移動せず", False), ("動かすつもり", False),
        ("動かしておきました", True), ("置く", True), ("置くべき", False),
    ],
)  # fmt: skip
def test_what_was_not_done_is_no_form(text, whole):
    """A form that says that the move was not made is none of the verb's."""
    import re  # noqa: PLC0415

    found = re.match(f"{verb_pattern(MOVING)}|{verb_pattern(PLACING)}", text)
    assert (found is not None and found.end() == len(text)) is whole


@each(
    ("game", "text", "moves"),
    [
        (SIX, "行6列3 領", {"三06領"}),
        (SIX, "列3行6 領", {"三06領"}),
        (SIX, "3列6行に領", {"三06領"}),
        (SIX, "領 column 3, row 6", {"三06領"}),
        (SIX, "領 row 6, col 3", {"三06領"}),
        (SIX, "左3上6に領", {"三06領"}),
        (SIX, "san-roku 領", {"三06領"}),
        (SIX, "0306領", {"三06領", "六03領"}),
        (SIX, "三06+領", {"三06領"}),
        (SIX, "領打 三六", {"三06領"}),
        (SIX, "置 領 三06", {"三06領"}),
        (SIX, "三06 ← 領", {"三06領"}),
        (SIX, "領をもう一つ三06に", {"三06領"}),
        (SIX, "二06▷四07馬", {"二06-四07馬"}),
        (KING, "四06の八内を三05へ進めて、同時に裏返し", {"四06-三05八内反"}),
        (KING, "四06の八内が三05へ行った（くるっ）", {"四06-三05八内反"}),
        (KING, "四06→三05八内 裏返しなし", {"四06-三05八内"}),
        (KING, "四06→三05八内、裏返さず", {"四06-三05八内"}),
        (KING, "一七の十外を一六の駒に重ねる（裏返して）", {"一07-一06十外反合"}),
        (KING, "三06ノ丸内、三05ヘ、ウラガエス", {"三06-三05丸内反"}),
        (KING, "七06丸内、七07に合体", {"七06-七07丸内合"}),
        (KING, "四06の八内を三05へ進めず", set()),
        (MASTER, "白のC、うち。ごのろく", {"五06白C内"}),
        (MASTER, "go-roku shiro C uchi", {"五06白C内"}),
        (RENGO, "動 玉 五09 六08", {"五09-六08玉"}),
        (RENGO, "打: 碁 一06", {"一06碁打"}),
        (RENGO, "0016碁", {"一06碁打", "六01碁打"}),
        (SIX, "2れつ7だんの五に", set()),
        (KING, "左が一、上が1", set()),
    ],
)
def test_frames_of_moves(game, text, moves):
    """A frame is read with its axes, its verbs and what happens at the end; what says otherwise is none."""
    assert readings_of(game, text) == moves


FRONT = "四06の五内→三05（裏返す）"
"""A unit that is named by what it shows before it is turned over."""


def test_units_named_before_they_turn():
    """A unit told with the square that it leaves may be named by its front; one that does not stand there is none of it."""
    start = KING.start()
    assert readings_of(KING, FRONT, start) == {"四06-三05八内反"}
    assert readings_of(KING, "四06の八内→三05（裏返す）", start) == {"四06-三05八内反"}
    assert readings_of(KING, "四06の五内を三05へ、裏返して八内", start) == {"四06-三05八内反"}
    assert readings_of(KING, "四06の四内を三05へ、裏返して八内", start) == set()
    assert readings_of(KING, "四06の四内→三05（裏返す）", start) == {"四06-三05四内反"}
    assert readings_of(KING, "四06-三05五内反", start) == {"四06-三05五内反"}


SIX_MOVES = ["二02占", "三06領", "三02占", "七05領"]


@each(
    "text",
    [
        "6面体　※列は右から1〜7、段は上から1〜7で書いています\n1 62 占\n2 56 領\n3 52 占\n4 15 領\n",
        "6面体\n※筋は将棋と同じく右から数えています。\n1 六02 占\n2 五06 領\n3 五02 占\n4 一05 領\n",
        "6面体　座標はチェスと同じで左下がa1、右上がg7\n1. 占b6\n2. 領c2\n3. 占c6\n4. 領g3\n",
        "6面体　Sが先手、Gが後手\nS1 22占\nG1 36領\nS2 32占\nG2 75領\n",
    ],
)
def test_sides_of_the_board_that_squares_are_counted_from(text):
    """Squares are those that a record counts from the right or from below, and letters those that it gives its players."""
    assert moves_of(text) == SIX_MOVES


@each("remark", ["筋を右から攻めた", "列を右から崩す手が好き", "右端が1つ空いた", "段を下から見ていく"])
def test_a_remark_turns_no_board(remark):
    """A remark about the right or the bottom among the moves counts no squares from there."""
    lines = [f"{at} {move}" for at, move in enumerate(SIX_MOVES, start=1)]
    found = moves_of("\n".join(["6面体", *lines[:2], f"*{remark}", *lines[2:], ""]))
    assert found == SIX_MOVES


ACE_MOVES = ["三06-三05丸内", "三01-三03四外反", "三05-四04丸内反"]


@each(
    ("sign", "said"),
    [
        ("+", "※＋は裏返した手"), ("R", "Rは裏返し"), ("*", "*印は裏返し"), ("×", "反転は×で示す"), ("★", "裏返したら★を付けました"),
        ("*", "末尾の*は裏返しを示します。"),
    ],
)  # fmt: skip
def test_one_sign_explained(sign, said):
    """A sentence explains the sign behind moves, wherever it stands."""
    moves = f"1 三06-三05 丸内\n2 三01-三03 四外{sign}\n3 三05-四04 丸内{sign}\n"
    assert moves_of(f"ユニオンエース\n{moves}{said}\n") == ACE_MOVES
    assert moves_of(f"ユニオンエース\n{said}\n{moves}") == ACE_MOVES


@each("said", ["Rは強い", "次のRは合体か", "Rは会長"])
def test_a_sentence_about_a_sign_explains_nothing(said):
    """A sentence that does not say what happens at the end of a move leaves its sign open."""
    moves = "1 三06-三05 丸内\n2 三01-三03 四外R\n3 三05-四04 丸内R\n"
    assert moves_of(f"ユニオンエース\n{moves}{said}\n") is None


def test_discs_before_moves_tell_no_result():
    """The line 「○先手 ●後手」 is a legend where discs stand before the moves; elsewhere it is the result that it was."""
    discs = "ユニオンエース\n○先手 ●後手\n○ 三６→三５ 丸内\n● 三１→三３ 四外 反転\n"
    (legend,) = kifu.verify(kifu.read(discs.encode()))
    assert legend.status == "UNFINISHED"
    (result,) = kifu.verify(kifu.read("ユニオンエース\n○先手 ●後手\n1 三06-三05丸内\n".encode()))
    assert result.status == "DECLARED"
    (against,) = kifu.verify(kifu.read(discs.replace("○先手 ●後手", "●先手 ○後手").encode()))
    assert against.status == "UNREADABLE"


@each(
    ("text", "moves"),
    [
        (
            (
                "ユニオンエースを友達とやりました。わたしが白で先手です。\nまず三06の丸の内コマを三05に進めました。"
                "友達は三01の四角の外コマを三03へ動かして裏返し。\nわたしは三05の丸の内コマを四04へ、これも裏返し。友達は一01の丸の外コマを三01へ。\n"
            ),
            [*ACE_MOVES, "一01-三01丸外"],
        ),
        (
            "6面体\n先手は二02に占を置いた。対して後手は三06に領。先手は占をもう一つ三02に。後手も七05に領。\n",
            SIX_MOVES,
        ),
        ("6面体\n二02占 → 三06領 → 三02占 → 七05領\n", SIX_MOVES),
        ("6面体\n1・・・22に占\n2・・・36に領\n3・・・32に占\n4・・・75に領\n", SIX_MOVES),
        ("6面体\n先手は二02に占を置かなかった。後手は三06に領。\n", None),
    ],
)
def test_sentences_of_a_game(text, moves):
    """Sentences tell the moves of both sides in turn; one that says that none was made is asked about."""
    assert moves_of(text) == moves


def test_both_squares_of_a_move_are_written_alike():
    """Behind a square with its column in kanji and its row in figures, the kanji between two figures is no row."""
    assert readings_of(KING, "二2三2三内") == {"二02-三02三内"}


def test_the_score_behind_a_move_stands_before_no_unit():
    """Two figures on either side of a dash are the squares of the unit behind them, not the points so far."""
    context = LineContext(SideContext(ACE, {}, {}), moving=True)
    scores = [
        [one.value for one in remark_spans(context, text, text.index("71"), "move")]
        for text in ("64-65 六内 71-53 十外", "64-65 六内 71-53", "64-65 六内 71-53 42-53 十内")
    ]
    assert scores == [[], ["71-53"], ["71-53"]]


@each(
    ("remark", "understood"),
    [
        ("（2手目までで並べ終わり）", True),
        ("※2で全部置きました", True),
        ("（2手目までは前局と同じ）", False),
        ("※2で全部置きました四04領", False),
    ],
)
def test_remarks_that_count_what_was_placed(remark, understood):
    """A remark says how many units were placed so far; one by which plies may be left out is asked about."""
    text = f"6面体\n四04占\n四02領\n{remark}\n四03武\n"
    assert (moves_of(text) == ["四04占", "四02領", "四03武"]) is understood


@each(
    ("line", "moves"),
    [
        ("2 四02領 ×まちがい→ 五02領", ["四04占", "五02領", "四03武"]),
        ("2 四02領 ×間違い→ 五02領", ["四04占", "五02領", "四03武"]),
        ("2 四02領　×　→　五02領", ["四04占", "五02領", "四03武"]),
        ("2 × 四02領 ○ 五02領", ["四04占", "五02領", "四03武"]),
        ("2 四02領 × 五02領", None),
    ],
)
def test_a_move_behind_the_word_for_a_mistake(line, moves):
    """What stands behind the word or its sign takes the place of the move beside it."""
    assert moves_of(f"6面体\n1 四04占\n{line}\n3 四03武\n") == moves


def test_a_ply_that_is_told_below_is_not_missing():
    """A ply that was forgotten, and follows below the next one, is read by its number; one that does not follow is asked about."""
    text = "6面体\n1 四04占\n3 四03武（書き忘れてこの下に書きました）\n2 四02領\n4 三01士\n"
    assert moves_of(text) == ["四04占", "四02領", "四03武", "三01士"]
    assert moves_of(text.replace("2 四02領\n", "")) is None


@each(
    ("text", "moves"),
    [
        ("棋種：6面体\n1 四04占置\n2 二02占置　2分\n", ["四04占", "二02占"]),
        ("棋種：ユニオンマスター\n1 三04白A内置\n2 五05黒B外 置\n", ["三04白A内", "五05黒B外"]),
        ("棋種：6面体\n1 四04占置\n2 二02占置き場所に迷う\n", None),
        ("棋種：6面体\n1 四04占\n2 二02占\n3 四05武\n4 三02武\n5 四05-五05武置\n", None),
    ],
)
def test_the_short_form_behind_a_placement(text, moves):
    """置 behind a unit places it; behind a unit that goes over the board it fits nothing, and is asked."""
    assert moves_of(text) == moves


@each("code", ["w{}", "W{}", "put w{}"])
def test_a_letter_for_the_colour_of_a_unit(code):
    """The letters w and b stand for the colour of a unit of ユニオンマスター, before its letter."""
    black = code.replace("w", "b").replace("W", "B")
    text = f"ユニオンマスター\n01: {code.format('A内')} 三04\n02: {black.format('B外')} 五05\n"
    assert moves_of(text) == ["三04白A内", "五05黒B外"]


@each("between", [" / 白 / ", "/白/", " / "])
def test_a_number_stands_with_the_move_behind_its_side(between):
    """A foul is judged at its own ply: the number before it counts no ply that was left out."""
    lines = [f"{at}{between.replace('白', '白黒'[at % 2 == 0])}{move}" for at, move in enumerate(ACE_MOVES, start=1)]
    foul = f"4{between.replace('白', '黒')}三03-三02四外反"
    (verdict,) = kifu.verify(kifu.read("\n".join(["ユニオンエース", *lines, foul]).encode()))
    assert verdict.status == "ILLEGAL"
    assert len(verdict.replay.moves) == len(ACE_MOVES)
