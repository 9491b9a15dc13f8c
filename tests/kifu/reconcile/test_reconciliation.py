"""Tests what two sheets say besides their moves: every difference is a row, in every output, and no order decides it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from helpers import HEAD

import kifu
from analysis.dossier.contents import make_dossier
from analysis.dossier.dossier_and_journal_to_blocks import dossier_blocks
from analysis.dossier.inputs_and_judged_sheets import Input, InputRole, Inputs
from kifu.cli.main import main
from kifu.reconcile.make_reconciliation import reconcile
from kifu.reconcile.merged_record import judged_merged_record
from kifu.reconcile.reconciliation import ReconciliationStatus

SAMPLES = Path(__file__).resolve().parents[3] / "samples"
WON = (SAMPLES / "six/elimination.kif").read_text("utf-8").replace("先手：一様乱数\n後手：一様乱数\n", "")
MATCH = (SAMPLES / "king/match.kif").read_text("utf-8")
MOVES = "   1 四04占\n   2 二02領\n"
TIMED = "   1 四04占 ( 0:05/00:00:05)\n   2 二02領 ( 0:0{}/00:00:0{})\n"
BOARD = "局面図\n一二三四五六七\n○○○○○○○01\n{}02\n○○○○○○○03\n○○○占○○○04\n○○○○○○○05\n○○○○○○○06\n○○○○○○○07\n"
SETUP = BOARD.replace("占", "○") + "先手の持駒：14 占可\n後手の持駒：13 占不可\n手番：先手\n"
MIRRORED = {"slip-a": "slip-b", "slip-b": "slip-a", "missing-a": "missing-b", "missing-b": "missing-a"}
LEGAL, ONE, SAME, OPEN = (
    ReconciliationStatus.BOTH_LEGAL_DIFFERENT,
    ReconciliationStatus.ONE_LEGAL,
    ReconciliationStatus.SAME_GAME,
    ReconciliationStatus.UNDECIDED,
)

DIFFERENT = [
    # the sheets, the word, the field, whether anything decides it
    (f"{HEAD}{MOVES}まで2手で先手の勝ち\n", f"{HEAD}{MOVES}まで2手で後手の勝ち\n", LEGAL, "result", None),
    (f"{HEAD}{MOVES}   3 引き分け\n", f"{HEAD}{MOVES}   3 投了\n", LEGAL, "result", None),
    (f"{HEAD}{MOVES}   3 中断\n", f"{HEAD}{MOVES}   3 投了\n", LEGAL, "result", None),
    (f"{HEAD}結果：先手の勝ち\n{MOVES}", f"{HEAD}結果：後手の勝ち\n{MOVES}", LEGAL, "result", None),
    (f"{HEAD}勝者：先手\n{MOVES}", f"{HEAD}{MOVES}まで2手で後手の勝ち\n", LEGAL, "result", None),
    (f"{HEAD}{MOVES}   3 投了\n", f"{HEAD}{MOVES}   3 時間切れ\n", LEGAL, "reason", None),
    (WON, WON.replace("まで52手で後手の勝ち", "まで52手で先手の勝ち"), ONE, "result", "まで52手で後手の勝ち"),
    (WON.replace("後手の勝ち", "先手の勝ち"), WON.replace("後手の勝ち", "引き分け"), OPEN, "result", "後手の勝ち"),
    (f"{HEAD}{MOVES}まで2手で先手の勝ち\n", f"{HEAD}{MOVES}まで3手で先手の勝ち\n", ONE, "count", "まで2手"),
    (f"{HEAD}先手：山田\n{MOVES}", f"{HEAD}先手：山本\n{MOVES}", SAME, "先手", None),
    (f"{HEAD}開始日時：2024/05/01\n{MOVES}", f"{HEAD}対局日：2024/05/02\n{MOVES}", SAME, "開始日時", None),
    (f"{HEAD}持ち時間：10分\n{MOVES}", f"{HEAD}持ち時間：20分\n{MOVES}", SAME, "持ち時間", None),
    (f"{HEAD}備考：春\n{MOVES}", f"{HEAD}備考：秋\n{MOVES}", SAME, "備考", None),
    (f"{HEAD}天気：晴\n{MOVES}", f"{HEAD}天気：雨\n{MOVES}", SAME, "天気", None),
    (HEAD + TIMED.format(7, 7), HEAD + TIMED.format(9, 9), SAME, "time", None),
    (f"{HEAD}規則：six/1\n{MOVES}", f"{HEAD}規則：six/1 near=any\n{MOVES}", LEGAL, "規則", None),
    (f"{HEAD}{MOVES}", f"{HEAD}規則：six/1 near=any\n{MOVES}", LEGAL, "規則", None),
    (
        HEAD + SETUP.format("○領○○○○○") + "   1 五05占\n",
        HEAD + SETUP.format("領○○○○○○") + "   1 五05占\n",
        LEGAL,
        "diagram",
        None,
    ),
    (MATCH, MATCH.replace("まで44手で先手の勝ち", "まで44手で後手の勝ち"), ONE, "result", "まで44手で先手の勝ち"),
    (MATCH, MATCH.replace("先手105 後手99", "先手105 後手98"), ONE, "points", "先手105 後手99"),
    (f"{MATCH}勝者：先手\n", f"{MATCH}勝者：後手\n", ONE, "result", "先手"),
    (
        HEAD + MOVES + BOARD.format("○領○○○○○"),
        HEAD + MOVES + BOARD.format("領○○○○○○"),
        ONE,
        "diagram",
        " / ".join(re.findall("[○占領]{7}", BOARD.format("○領○○○○○"))),
    ),
]


def record(text):
    """Return the one record of a text."""
    (one,) = kifu.read(text.encode()).records
    return one


def both_ways(a, b):
    """Return the joint reading of two texts and the agreed record, after comparing both with those of the exchanged sheets."""
    one, two = record(a), record(b)
    here, there = reconcile(one, two), reconcile(two, one)
    assert (here.word, here.games, here.agreed) == (there.word, there.games, there.agreed)
    assert [
        (field.field, field.part, field.ply, field.a, field.b, field.kind, field.joint) for field in here.fields
    ] == [
        (field.field, field.part, field.ply, field.b, field.a, MIRRORED.get(field.kind, field.kind), field.joint)
        for field in there.fields
    ]
    proofs = judged_merged_record(here, (one, two)), judged_merged_record(there, (two, one))
    texts = [proof and re.sub(r"(?m)^\*.* A .*、B .*\(kifu reconcile\)$", "*", proof.data.decode()) for proof in proofs]
    assert texts[0] == texts[1]
    return here, proofs[0]


def differing(reading):
    """Return the one field in conflict that is not a line of the head about the result."""
    (field,) = (field for field in reading.conflicts if "head" not in field.label.en)
    return field


@each(("a", "b", "word", "name", "joint"), DIFFERENT)
def test_a_difference(a, b, word, name, joint):
    """It is a row with both texts, never identical, never agreed on; A and B are alike, and nobody chooses but the rules."""
    reading, proof = both_ways(a, b)
    field = next(field for field in reading.conflicts if field.field == name)
    assert (reading.word, field.joint, reading.agreed) == (word, joint, False)
    assert {field.a, field.b} - {None}
    assert field.a != field.b
    assert bool(reading.notes) == (name in {"result", "reason", "規則"} or field.ply == 0)
    if proof is None:
        assert name in {"規則", "diagram"} or word is OPEN
        return
    comment = f"{field.label.ja} A {field.a}、B {field.b} (kifu reconcile)"
    text = proof.data.decode()
    assert comment in text
    if joint is None and name not in {"result", "reason"}:
        rest = re.sub(r"(?m)^\*.*\n", "", text)
        assert not any(part in rest for part in (f"：{field.a}", f"：{field.b}", "0:07", "0:09"))
    elif joint is None:
        assert proof.verdict.recorded is None
        assert not re.search("(?m)^まで|投了$|^ *3 |^結果", text)


@each(
    ("a", "b", "said"),
    [
        (DIFFERENT[0][0], DIFFERENT[0][1], ("A は「先手の勝ち」、B は「後手の勝ち」", "A says first (先手) wins")),
        (DIFFERENT[2][0], DIFFERENT[2][1], ("A は「勝敗なし (中断)」、B は「後手の勝ち (投了)」", "resignation")),
        (DIFFERENT[5][0], DIFFERENT[5][1], ("A は「投了」、B は「時間切れ」", "A says resignation, B says time")),
        (
            DIFFERENT[6][0],
            DIFFERENT[6][1],
            ("読み合わせでは「後手の勝ち」", "in the joint reading: second (後手) wins"),
        ),
    ],
)
def test_every_output_says_who_won_by_each(tmp_path, a, b, said):
    """Text in both languages, JSON, the page, the dossier and the agreed record; the exit code is 1."""
    paths = [tmp_path / "a.kif", tmp_path / "b.kif"]
    for path, text in zip(paths, (a, b), strict=True):
        path.write_text(text, "utf-8")
    own = [field.a for field in both_ways(a, b)[0].conflicts] + [field.b for field in both_ways(a, b)[0].conflicts]
    for number, language in enumerate(("ja", "en")):
        for form in ("text", "html", "json"):
            out = tmp_path / f"{language}-{form}.kif"
            words = ["reconcile", *map(str, paths), "--lang", language, "--format", form, "-o", str(out), "--force"]
            done = CliRunner().invoke(main, words)
            assert done.exit_code == 1
            assert said[number] in done.stdout
            assert all(text in done.stdout and text in out.read_text("utf-8") for text in own)
            if form == "json":
                told = json.loads(done.stdout)
                assert told["verdict"] != "identical"
                assert {"field", "a", "b", "class", "joint"} <= set(told["fields"][0])
                assert all(isinstance(row["ply"], int) for row in told["rows"])
    inputs = (Input(role, "kif", text.encode()) for role, text in ((InputRole.A, a), (InputRole.B, b)))
    whole = make_dossier(Inputs(tuple(inputs)))
    joint = whole.contents["reconciliation"]
    assert joint["fields"] == told["fields"]
    words = str(dossier_blocks(whole))
    assert all(text in words for text in (*said, *own))


def test_moves_and_winners():
    """Where the moves differ and the winners too, both are said; a slip in the moves settles no winner."""
    three, five = (f"{HEAD}{MOVES}   3 {move}占\nまで3手で{{}}の勝ち\n" for move in ("三03", "五03"))
    reading, proof = both_ways(three.format("先手"), five.format("後手"))
    assert (reading.word, proof, differing(reading).disputed) == (LEGAL, None, True)
    assert "勝者も" in reading.label.ja
    assert reading.first_difference == 3
    unread = three.replace("三03占", "〓")
    reading, proof = both_ways(three.format("先手"), unread.format("後手"))
    assert (reading.word, reading.agreed, differing(reading).joint) == (ONE, False, None)
    assert proof.verdict.recorded is None
    one = f"{HEAD}{MOVES}   3 三03占\n   4 〓\nまで4手で先手の勝ち\n"
    two = f"{HEAD}{MOVES}   3 〓\n   4 五05領\nまで4手で後手の勝ち\n"
    assert both_ways(one, two)[0].word is OPEN
    assert both_ways(one, two.replace("後手の", "先手の"))[0].word is SAME


def test_words_that_mean_another_side():
    """投了 behind a line that one sheet lacks is one word for two winners: each is told with what it means."""
    reading, _ = both_ways(f"{HEAD}{MOVES}   3 三03占\n   4 投了\n", f"{HEAD}{MOVES}   3 投了\n")
    field = differing(reading)
    assert (field.a, field.b) == ("投了", "投了")
    assert [text.ja for text in field.texts] == ["投了 (先手の勝ち)", "投了 (後手の勝ち)"]


@each(
    ("a", "b", "kinds"),
    [
        (
            f"{HEAD}開始日時：2024/05/01\n{MOVES}",
            f"{HEAD}開始日時：2024年5月1日\n{MOVES}",
            {"開始日時": "same-meaning"},
        ),
        (f"{HEAD}先手：山田 太郎\n{MOVES}", f"{HEAD}▲：山田太郎\n{MOVES}", {"先手": "same-meaning"}),
        (
            f"{HEAD}持ち時間：10分\n秒読み：30秒\n{MOVES}",
            f"{HEAD}持ち時間：10分、秒読み30秒\n{MOVES}",
            {"持ち時間": "same-meaning"},
        ),
        ("棋種：six\n" + MOVES, HEAD + MOVES, {"棋種": "same-meaning"}),
        (f"{HEAD}{MOVES}まで2手で先手の勝ち\n", f"{HEAD}{MOVES}まで2手で▲の勝ち\n", {"result": "same-meaning"}),
    ],
)
def test_the_same_in_other_words(a, b, kinds):
    """It is identical, shows both writings, and stands as a comment in the agreed record."""
    reading, proof = both_ways(a, b)
    assert (reading.word, reading.agreed) == (ReconciliationStatus.IDENTICAL, True)
    assert {field.field: field.kind for field in reading.fields if field.kind != "same"} == kinds
    (field,) = (field for field in reading.fields if field.kind != "same")
    assert f"A {field.a}、B {field.b} (kifu reconcile)" in proof.data.decode()


def test_what_one_sheet_lacks():
    """It is taken from the other, with a comment; the sheets are one game, and nothing contradicts it."""
    for line, field in (("先手：山田\n", "先手"), ("結果：先手の勝ち\n", "result"), ("規則：six/1\n", "規則")):
        reading, proof = both_ways(f"{HEAD}{line}{MOVES}", HEAD + MOVES)
        assert (reading.word, reading.agreed) == (SAME, True)
        assert [(one.field, one.kind) for one in reading.fields if one.kind != "same"] == [(field, "missing-b")]
        assert line in proof.data.decode()
        assert "B (なし) (kifu reconcile)" in proof.data.decode()
    reading, proof = both_ways(HEAD + TIMED.format(7, 7), HEAD + MOVES)
    assert [(one.field, one.kind) for one in reading.fields if one.kind != "same"] == [("time", "missing-b")]
    assert "( 0:07/00:00:07)" in proof.data.decode()
    reading, proof = both_ways(f"{HEAD}{MOVES}   3 投了\n", f"{HEAD}{MOVES}まで2手で後手の勝ち\n")
    assert (reading.word, proof.verdict.recorded.termination.value) == (SAME, "resignation")


def test_a_winner_by_a_name_that_differs():
    """Where the name of the winner is left out of the head, the end is spelled by the side."""
    texts = [f"{HEAD}先手：{name}\n{MOVES}まで2手で{name}の勝ち\n" for name in ("山田", "山本")]
    reading, proof = both_ways(*texts)
    assert (reading.word, differing(reading).field) == (SAME, "先手")
    assert "まで2手で先手の勝ち\n" in proof.data.decode()
    heads = [f"{HEAD}先手：{name}\n勝者：{name}\n{MOVES}" for name in ("山田", "山本")]
    assert both_ways(*heads)[1].verdict.recorded.outcome == "first"


def test_rules_that_are_given(tmp_path):
    """--rules settles what the lines 規則 leave open; the sheets still differ in that line, and the record says the rules."""
    paths = [tmp_path / "a.kif", tmp_path / "b.kif"]
    for path, line in zip(paths, ("規則：six/1\n", "規則：six/1 near=any\n"), strict=True):
        path.write_text(HEAD + line + MOVES, "utf-8")
    out = tmp_path / "out.kif"
    words = ["reconcile", *map(str, paths), "--rules", "six/1 near=any", "--format", "json", "-o", str(out)]
    done = CliRunner().invoke(main, words)
    told = json.loads(done.stdout)
    (field,) = (field for field in told["fields"] if field["class"] != "same")
    assert (done.exit_code, told["verdict"]) == (1, "same-game")
    assert (field["field"], field["class"], field["joint"]) == ("規則", "slip-a", "six/1 near=any")
    assert "規則：six/1 near=any\n" in out.read_text("utf-8")


def test_what_is_written():
    """Rows and the first difference show what stands on the sheets: 碁 is read as 碁打, and is not written so."""
    long = (SAMPLES / "rengo/game-go9.kif").read_text("utf-8")
    short = long.replace("碁打", "碁")
    reading, proof = both_ways(long, short)
    assert reading.word is ReconciliationStatus.IDENTICAL
    assert {(row.a, row.b, row.kind) for row in reading.rows if "碁" in row.a} == {
        (f"{row.b}打", row.b, "same-meaning") for row in reading.rows if "碁" in row.a
    }
    assert proof.data.decode().count("碁 (kifu reconcile)") == long.count("碁打")
    reading, _ = both_ways(long, short.replace("一04碁", "一05碁", 1).replace("   3 一05碁", "   3 一04碁", 1))
    assert (reading.first_difference, reading.difference.a, reading.difference.b) == (1, "一04碁打", "一05碁")
    vertical = "棋種：6面体\n四\n〇\n四\n占\n\n二\n〇\n二\n領\n"
    assert [row.b for row in both_ways(HEAD + MOVES, vertical)[0].rows] == ["四〇四占", "二〇二領"]


@pytest.mark.parametrize("form", ["text", "html"])
def test_strangers_text(tmp_path, form):
    """No text of a field rules a terminal or a page."""
    evil = "<script>alert(1)</script>\x1b[31m\u202e"
    for name, text in (("a", evil), ("b", "山田")):
        (tmp_path / f"{name}.kif").write_text(f"{HEAD}先手：{text}\n{evil}：1\n{MOVES}", "utf-8")
    words = ["reconcile", str(tmp_path / "a.kif"), str(tmp_path / "b.kif"), "--format", form]
    shown = CliRunner().invoke(main, words).stdout
    assert "\x1b" not in shown
    assert form == "text" or "<script>" not in shown


@each(
    "text",
    [
        f"{HEAD}結果：なぞ\n{MOVES}",
        f"{HEAD}{MOVES}まで2手でなぞの勝ち\n",
        f"{HEAD}{MOVES}なぞ04占\n",
        f"{HEAD}規則：six/1\n規則：six/1 near=any\n{MOVES}",
    ],
)
def test_a_line_that_is_not_understood(text):
    """It may say anything: nothing is agreed on, beside a sheet without it and beside itself."""
    assert not both_ways(text, HEAD + MOVES)[0].agreed
    assert not both_ways(text, text)[0].agreed
