"""Tests that a slip of the pen is not called a foul, and that a foul is."""

import pytest
from click.testing import CliRunner
from each import each
from helpers import HEAD
from repository import ROOT

import kifu
from kifu.cli.main import main
from kifu.reconcile.slip_or_foul import verdict_and_suspected_slip
from kifu.referee.verdict_text import headline_of_verdict

GAME = "1 五02占\n2 三01領\n3 四03弓\n4 二01馬\n5 六02武\n6 三02馬\n7 四01巫\n8 四02馬\n"
WRONG = GAME.replace("四03弓", "四03矢")
LETTERS = str.maketrans("占弓武巫領馬", "領矢士女占騎")
TIMED = "".join(f"{line} (0:05/0:00:05)\n" for line in WRONG.splitlines())


def judged(text):
    """Return the verdict on a record with its suspicion, and the best slip."""
    (verdict,) = kifu.verify(kifu.read(text.encode()))
    return verdict_and_suspected_slip(verdict)


@each(
    ("case", "moves", "said"),
    [
        ("the other side's letter", WRONG, "3 手目 四03矢 → 四03弓"),
        (
            "two lines exchanged",
            GAME.replace("4 二01馬\n5 六02武", "4 六02武\n5 二01馬"),
            "六02武、二01馬 → 二01馬、六02武",
        ),
        ("a line twice", GAME.replace("4 ", "4 四03弓\n5 "), "4 手目 四03弓 → (なし)"),
        ("one square beside, and play went on", GAME.replace("二01馬", "三01馬"), "4 手目 三01馬 → "),
        ("the other side's letters throughout", GAME.translate(LETTERS), "など 8 行"),
    ],
)
def test_a_slip(case, moves, said):
    """The slip stands in the heading and before the article; status and JSON are as they were."""
    verdict, _ = judged(HEAD + moves)
    assert (verdict.status.value, headline_of_verdict(verdict).ja) == (
        "ILLEGAL",
        "ILLEGAL 書き違いの疑い",
    ), case
    assert said in verdict.suspicion.ja
    assert verdict.to_json() == verdict._replace(suspicion=None).to_json()


@each(
    ("case", "text"),
    [
        ("nothing explains it", (ROOT / "samples/six/illegal-move.kif").read_text("utf-8")),
        ("another square would do, and nothing follows", HEAD + "1 四04占\n2 四04領\n"),
        ("the record says so", HEAD + WRONG + "まで8手で先手の反則負け\n"),
        ("a clock timed each move", HEAD + "持ち時間：10分\n手数----指手---------消費時間--\n" + TIMED),
        ("a table kept it", f"# kifu-table/1 8 {'0' * 64} {'0' * 64}\n" + HEAD + WRONG),
    ],
)
def test_a_foul(case, text):
    """It is headed as a foul, as before."""
    verdict, _ = judged(text)
    assert verdict.status.value == "ILLEGAL", case
    assert (verdict.suspicion, headline_of_verdict(verdict).ja) == (None, "ILLEGAL 反則"), case


@pytest.fixture(name="sheet")
def _sheet(tmp_path):
    path = tmp_path / "sheet.kif"
    path.write_text(HEAD + WRONG, "utf-8")
    return path


def test_the_slip_comes_first(sheet, tmp_path):
    """The commands name the slip before the article, of a folder too; JSON does not look for it."""

    def run(*words):
        return CliRunner().invoke(main, [*map(str, words), "--lang", "ja"], catch_exceptions=False).stdout

    for words in (["verify", sheet], ["reconcile", sheet, sheet]):
        text = run(*words)
        assert text.index("書き違いの疑い") < text.index("四03弓 なら最後まで正しい") < text.index("six."), words
    page = run("export", sheet, "-o", "-")
    assert page.index("書き違いの疑い") < page.index("四03弓 なら最後まで正しい") < page.index("six.")
    assert "書き違い" not in run("verify", sheet, "--format", "json")
    assert "ILLEGAL 書き違いの疑い" in run("verify", tmp_path)


def test_no_move_is_guessed_for_one_that_is_not_written():
    """Where several moves fit a gap none of them is named; where only one does, it is."""
    _, words = judged(HEAD + "1 四04占\n2 〓\n3 四03武\n4 三02士\n")
    assert words is None
    _, words = judged(HEAD + GAME.replace("三01領", "〓"))
    assert words.ja == "もしかして: 2 手目 〓 → 三01領 なら最後まで正しい (候補はこれだけ)"


def test_every_reading_is_named(tmp_path):
    """A record in the order of shogi on a board that is the same in a mirror has two readings: both are named."""
    path = tmp_path / "order.kif"
    path.write_text(HEAD + "1 ４三占\n2 ２三領\n3 ４二武\n", "utf-8")
    text = CliRunner().invoke(main, ["verify", str(path), "--lang", "ja"]).stdout
    assert "４三占 → 四03占 など 3 行、または 1 手目 ４三占 → 三04占 など 3 行 なら最後まで正しい (候補は 2 個)" in text


def test_both_readings_of_one_line_are_named(tmp_path):
    """One line in the order of shogi has two readings as well."""
    path = tmp_path / "one.kif"
    path.write_text(HEAD + "1 ４三占\n2 二02領\n", "utf-8")
    text = CliRunner().invoke(main, ["verify", str(path), "--lang", "ja"]).stdout
    assert "1 手目 ４三占 → 三04占、または 1 手目 ４三占 → 四03占 なら最後まで正しい (候補は 2 個)" in text
