"""Tests `kifu review`: its files, its output and its errors."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import DIAGRAM, HEAD

from kifu.cli.commands.review import repeat_greedy_options
from kifu.cli.main import main

GAME = """棋種：6面体
先手：山田
後手：佐藤
1 四04占
2 四06領
3 四05武
4 五05士
5 四05-五05武
6 三07士
7 五05-四06武
"""
ILLEGAL = "棋種：6面体\n1 四04占\n2 四06領\n3 一01武\n"
TWO = "棋種：6面体\n1 四04占\n\n棋種：6面体\n1 二02占\n"
OFF_THE_BOARD = "棋種：6面体\n1 四04占\n2 八06領\n"
MATCH = Path(__file__).parents[3] / "samples/king/match.kif"
RENGO = Path(__file__).parents[3] / "samples/rengo/mate.kif"
KINDS = ("placement", "landing", "beating", "stood")


def pictures(stem, *forms):
    """Return the names of a record's pictures."""
    names = [f"{stem}-timeline", *(f"{stem}-heatmap-{kind}" for kind in KINDS)]
    return [f"{name}.{form}" for name in names for form in forms]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a working directory with some records."""
    for name, text in {"game": GAME, "illegal": ILLEGAL, "two": TWO, "off": OFF_THE_BOARD}.items():
        (tmp_path / f"{name}.kif").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def unrendered(monkeypatch):
    """Render no figure: some tests only ask for the names of the figures."""
    monkeypatch.setattr("analysis.plots.picture_style.figure_bytes", lambda _figure, form: form.encode())


@pytest.fixture
def quick(monkeypatch, unrendered):  # noqa: ARG001 - what it does is needed
    """Draw every page as one tiny figure: for tests of what is written where."""
    monkeypatch.setattr(
        "analysis.plots.picture_style.PicturePage.draw", property(lambda _page: lambda: (None,)), raising=True
    )


def review(*arguments):
    """Run the command in English."""
    return CliRunner().invoke(main, ["review", "--lang", "en", *arguments])


def lines(path):
    """Return the JSON objects of verdict.json."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_one_record_in_both_formats(folder):
    """A timeline, a heatmap a kind, each as PNG and SVG, and the verdicts; every file is named on standard output."""
    result = review("game.kif", "-o", "out")
    assert result.exit_code == 0, result.output
    expected = ["verdict.json", "verdict.txt", *pictures("game", "png", "svg")]
    verdict, *files = result.stdout.splitlines()
    assert verdict.startswith("game.kif: CONFIRMED")
    assert [line for line in files if not line.startswith(" ")] == [f"out/{name}" for name in expected]
    assert sorted(path.name for path in (folder / "out").iterdir()) == sorted(expected)
    assert (folder / "out/game-timeline.png").read_bytes().startswith(b"\x89PNG")
    assert "<!-- legal moves (as if to move) -->" in (folder / "out/game-timeline.svg").read_text(encoding="utf-8")
    assert b"</svg>" in (folder / "out/game-heatmap-stood.svg").read_bytes()
    (verdict,) = lines(folder / "out/verdict.json")
    assert (verdict["file"], verdict["status"], verdict["outcome"]["article"]) == ("game.kif", "CONFIRMED", "six.14")
    assert "CONFIRMED" in (folder / "out/verdict.txt").read_text(encoding="utf-8")
    assert "cannot be drawn" not in result.stderr


def test_the_language_reaches_the_pictures(folder):
    """With --lang ja after the name, pictures and report are Japanese."""
    CliRunner().invoke(main, ["--lang", "en", "review", "game.kif", "-o", "out", "--lang", "ja", "--format", "svg"])
    svg = (folder / "out/game-timeline.svg").read_text(encoding="utf-8")
    assert "<!-- 指せる手 (手番だとして) -->" in svg
    assert "legal moves" not in svg
    assert "結果" in (folder / "out/verdict.txt").read_text(encoding="utf-8")


@pytest.mark.usefixtures("quick")
class TestFiles:
    """What is written where; the pictures themselves are stand-ins."""

    def test_one_format(self, folder):
        """Only the format asked for is written."""
        assert review("game.kif", "-o", "out", "--format", "svg").exit_code == 0
        assert {path.name for path in (folder / "out").glob("game*")} == set(pictures("game", "svg"))

    def test_nothing_is_overwritten_unasked(self, folder):
        """A second run stops before it writes anything; --force lets it."""
        review("game.kif", "-o", "out")
        (folder / "out/game-timeline.png").write_bytes(b"mine")
        refused = review("game.kif", "-o", "out")
        assert refused.exit_code == 2
        assert "verdict.json exists" in refused.stderr
        assert "out/" not in refused.stdout
        assert (folder / "out/game-timeline.png").read_bytes() == b"mine"
        assert review("game.kif", "-o", "out", "--force").exit_code == 0
        assert (folder / "out/game-timeline.png").read_bytes() == b"png"

    def test_files_before_a_refusal_are_named(self, folder):
        """Where a later file is in the way, those already written stand on standard output."""
        (folder / "out").mkdir()
        (folder / "out/game-timeline.svg").write_bytes(b"mine")
        refused = review("game.kif", "-o", "out")
        assert refused.exit_code == 2
        named = [line for line in refused.stdout.splitlines() if line.startswith("out/")]
        assert named == ["out/verdict.json", "out/verdict.txt", "out/game-timeline.png"]

    def test_records_of_a_file_are_numbered(self, folder):
        """Several records of a file get their number from 1, and their means a page a kind."""
        result = review("two.kif", "-o", "out", "--format", "png")
        assert result.exit_code == 0
        group = [f"group-six-heatmap-{kind}.png" for kind in KINDS]
        expected = {*pictures("two-1", "png"), *pictures("two-2", "png"), *group, "verdict.json", "verdict.txt"}
        assert {path.name for path in (folder / "out").iterdir()} == expected
        assert [verdict["index"] for verdict in lines(folder / "out/verdict.json")] == [0, 1]

    def test_equal_names_are_told_apart(self, folder):
        """Files of one name in two folders, or in another case, do not overwrite each other."""
        for name in ("a/game.kif", "b/Game.kif"):
            (folder / name).parent.mkdir()
            (folder / name).write_text(GAME, encoding="utf-8")
        assert review("a", "b", "-o", "out", "--format", "png").exit_code == 0
        names = {path.name for path in (folder / "out").iterdir()}
        assert names >= {*pictures("game", "png"), *pictures("Game-2", "png")}

    def test_an_illegal_record_is_drawn(self, folder):
        """Its legal prefix is drawn, and the exit code is 1."""
        assert review("illegal.kif", "-o", "out", "--format", "png").exit_code == 1
        assert (folder / "out/illegal-timeline.png").exists()

    def test_the_unreadable_is_said_and_skipped(self, folder):
        """What cannot be read is reported on standard error, has its verdict, and decides the exit code."""
        result = review("off.kif", "missing.kif", "game.kif", "-o", "out", "--format", "png")
        assert result.exit_code == 3
        assert result.stderr.count("cannot be drawn: ") == 2
        assert "off.kif: UNREADABLE" in result.stderr
        assert "no such file: missing.kif" in result.stderr
        drawn = {path.name for path in (folder / "out").glob("*.png")}
        assert drawn == set(pictures("game", "png"))
        assert [verdict["status"] for verdict in lines(folder / "out/verdict.json")] == [
            "UNREADABLE",
            "UNREADABLE",
            "CONFIRMED",
        ]

    def test_two_groups_are_compared(self, folder):
        """With --against there are pictures of A, B and A − B; the others get none of their own."""
        result = review("game.kif", "--against", "two.kif", "--against", "illegal.kif", "-o", "out", "--format", "png")
        assert result.exit_code == 1
        names = {path.name for path in (folder / "out").glob("*.png")}
        assert names == {*pictures("game", "png"), *pictures("comparison-six", "png")}
        assert len(lines(folder / "out/verdict.json")) == 4

    def test_an_unreadable_opponent_is_no_comparison(self, folder):
        """Where the others cannot be read, FILES are drawn and the exit code tells."""
        result = review("game.kif", "--against", "off.kif", "-o", "out", "--format", "png")
        assert result.exit_code == 3
        assert {path.name for path in (folder / "out").glob("*.png")} == set(pictures("game", "png"))

    def test_other_files_of_a_folder_are_mentioned(self, folder):
        """A folder's files that are no records are counted on standard error."""
        (folder / "notes.html").write_text("x", encoding="utf-8")
        result = review(".", "-o", "out", "--format", "png")
        assert "1 other file(s) in the folders were not looked at" in result.stderr

    def test_the_games_of_a_match_are_drawn(self, folder):
        """Each game of a match has pictures of its own; the verdict is one."""
        result = review(str(MATCH), "-o", "out", "--format", "png")
        assert result.exit_code == 0, result.output
        assert "cannot be drawn" not in result.stderr
        names = {path.name for path in (folder / "out").glob("*.png")}
        kinds = ("landing", "union", "breaking", "earned", "stood")
        assert names == {
            *(f"match-{game}-{page}.png" for game in (1, 2) for page in ("timeline", "count")),
            *(f"{stem}-heatmap-{kind}.png" for stem in ("match-1", "match-2") for kind in kinds),
        }
        assert len(lines(folder / "out/verdict.json")) == 1

    def test_standard_input_has_a_name(self, folder):
        """A record from standard input is called stdin."""
        result = CliRunner().invoke(main, ["review", "-", "-o", "out", "--format", "png"], input=GAME.encode())
        assert result.exit_code == 0
        assert (folder / "out/stdin-timeline.png").exists()


def test_games_without_a_counterpart_are_refused(folder, monkeypatch):
    """Where A and B have no game in common, that is an error, and nothing is written."""
    monkeypatch.setattr("analysis.plots.review_pages.comparison_pages", lambda *_: iter(()))
    result = review("game.kif", "--against", "illegal.kif", "-o", "out")
    assert result.exit_code == 2
    assert "A and B share no game" in result.stderr
    assert not (folder / "out").exists()


def test_nothing_heavy_is_imported_before_drawing():
    """The command's module needs neither pandas nor matplotlib: `kifu --help` and `kifu verify` stay quick."""
    code = (
        "import sys, kifu.cli.commands.review\n"
        "print([name for name in ('pandas', 'numpy', 'matplotlib', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.usefixtures("folder", "quick")
def test_a_name_that_is_no_text():
    """Bytes of a file's name that no encoding has: drawn, with what they are compared to and all that follows."""
    Path("bad\udcff.kif").write_text(GAME, encoding="utf-8")
    result = review("bad\udcff.kif", "game.kif", "--against", "bad\udcff.kif", "-o", "out", "--format", "svg")
    assert result.exit_code == 0, result.output
    assert Path("out/bad_-timeline.svg").exists()
    assert Path("out/game-timeline.svg").exists()
    assert "out/bad_-timeline.svg" in result.stdout


@pytest.mark.usefixtures("quick", "folder")
def test_names_too_long_for_more_to_follow():
    """Their beginning and a digest of the whole: unlike each other, the same again, and all that follows is drawn."""
    long = [f"{'a' * 249}1", f"{'a' * 249}2", "棋" * 80]
    for name in long:
        Path(f"{name}.kif").write_text(GAME, encoding="utf-8")
    written = []
    for out in ("one", "two"):
        result = review(*(f"{name}.kif" for name in long), "game.kif", "-o", out, "--format", "svg")
        assert result.exit_code == 0, result.output
        written.append(sorted(path.name for path in Path(out).glob("*-timeline.svg")))
    assert written[0] == written[1]
    assert len(written[0]) == 4
    assert written[0][2] == "game-timeline.svg"
    assert all(name.startswith(("a" * 171 + "-", "棋" * 57 + "-", "game")) for name in written[0])


@pytest.mark.skipif(sys.platform == "win32", reason="a system without such names")
@pytest.mark.usefixtures("quick", "folder")
def test_names_that_other_systems_do_not_have():
    """Devices, signs and controls of a record's name, and names that differ in case or in the form of letters alone."""
    names = ("CON", "a:b", "x\ty\x1b", "A", "a", "か\u3099", "が", "group-six")
    for name in names:
        Path(f"{name}.kif").write_text(GAME, encoding="utf-8")
    result = review(*(f"{name}.kif" for name in names), "-o", "out", "--format", "svg")
    assert result.exit_code == 0, result.output
    drawn = {path.name.removesuffix("-timeline.svg") for path in Path("out").glob("*-timeline.svg")}
    assert drawn == {"_CON", "a_b", "x_y_", "A", "a-2", "が", "が-2", "_group-six"}


TIMED = "棋種：6面体\n持ち時間：10分\n1 四04占 ( 0:05/00:00:05)\n2 四06領 ( 1:10/00:01:10)\n"
MANY = "".join(f"棋種：6面体\n1 {column}04占\n\n" for column in "一二三四五")


@pytest.mark.usefixtures("unrendered")
def test_empty_pictures_are_left_out_and_named(folder):
    """What has nothing in it is no file; why is said once for each reason, and the exit code stays."""
    (folder / "start.kif").write_text("棋種：6面体\n", encoding="utf-8")
    result = review("start.kif", "illegal.kif", "-o", "out", "--format", "png")
    assert result.exit_code == 1
    assert {path.name for path in (folder / "out").iterdir()} == {
        "verdict.json",
        "verdict.txt",
        "illegal-timeline.png",
        *(f"{stem}-heatmap-{kind}.png" for stem in ("illegal", "group-six") for kind in ("placement", "stood")),
    }
    messages = [line for line in result.stderr.splitlines() if "not written" in line]
    assert messages == [
        "there are no moves, so not written: start-timeline",
        "there is nothing to count for 'placements', so not written: start-heatmap-placement",
        *(
            f"there is nothing to count for '{kind}s', so not written: "
            f"start-heatmap-{kind}, illegal-heatmap-{kind}, group-six-heatmap-{kind}"
            for kind in ("landing", "beating")
        ),
        "there is nothing to count for 'plies stood', so not written: start-heatmap-stood",
    ]


@pytest.mark.usefixtures("unrendered")
def test_many_empty_pictures_are_counted(folder):
    """Three are named, the rest counted; in Japanese too."""
    (folder / "many.kif").write_text(MANY, encoding="utf-8")
    arguments = ["review", "many.kif", "-o", "out", "--format", "svg", "--lang", "ja"]
    messages = CliRunner().invoke(main, arguments).stderr
    assert "「倒されたマス」が一つもないので書きませんでした: many-1-heatmap-beating" in messages
    assert "many-3-heatmap-beating ほか 3" in messages


FAR = f"{HEAD}{DIAGRAM}1 六02武\n"
"""A move that only near=any allows: no 占 of 先手 stands next to it."""


def test_a_reading_that_differs_is_said(folder, monkeypatch):
    """The text and the timeline say which reading changes the verdict; where none does, nothing is added."""
    drawn = []
    monkeypatch.setattr(
        "analysis.plots.review_pages.draw_timeline", lambda *arguments, **_more: drawn.append(arguments[-1])
    )
    monkeypatch.setattr("analysis.plots.picture_style.figure_bytes", lambda _figure, form: form.encode())
    monkeypatch.setattr("analysis.plots.review_pages.draw_heatmap_pages", lambda *_arguments: [None])
    folder.joinpath("allowed.kif").write_text(FAR.replace(HEAD, f"{HEAD}規則：six/1 near=any\n"), encoding="utf-8")
    done = CliRunner().invoke(main, ["review", "allowed.kif", "-o", "out", "--lang", "en"], catch_exceptions=False)
    assert done.exit_code == 0
    said = "Under near=own ply 1 is illegal [six.4]."
    assert f"⚖ 3 of 4 readings change nothing. {said}" in done.stdout
    assert said in (folder / "out" / "verdict.txt").read_text(encoding="utf-8")
    assert drawn == [f"readings: {said}"]
    same = CliRunner().invoke(main, ["review", "two.kif", "-o", "same", "--lang", "en"], catch_exceptions=False)
    assert "⚖" not in same.stdout
    assert drawn[1:] == ["", ""]


def test_times_are_drawn(folder):
    """A record that gives times has a picture of them, with the clocks; one without has none, and nothing is said."""
    (folder / "timed.kif").write_text(TIMED, encoding="utf-8")
    result = review("timed.kif", "-o", "out", "--format", "svg")
    assert result.exit_code == 0
    svg = (folder / "out/timed-times.svg").read_text(encoding="utf-8")
    assert "<!-- time left on the clock (10:00 a side) -->" in svg
    assert "times" not in review("game.kif", "-o", "plain", "--format", "svg").output


@pytest.mark.usefixtures("quick")
def test_the_sides_of_a_union_game_are_white_and_black(folder):
    """Verdict and points call them 白 and 黒; a match, whose colours change hands, has 先手 and 後手."""
    result = CliRunner().invoke(main, ["review", str(MATCH), "-o", "out", "--format", "svg", "--lang", "ja"])
    assert result.exit_code == 0
    text = (folder / "out/verdict.txt").read_text(encoding="utf-8")
    assert "結果: 白の勝ち (目標到達) [king.2]" in text
    assert "白: 105 点" in text
    assert "二局の合計: 先手 " in text


def test_the_engine_adds_winning_chances(folder):
    """The timeline has one panel more, and the moves that lost most are printed, in verdict.txt and in chances.json."""
    shown = review("game.kif", "-o", "plain", "--format", "svg")
    searched = review("game.kif", "-o", "searched", "--format", "svg", "--engine", "--nodes", "300", "--lang", "en")
    assert (shown.exit_code, searched.exit_code) == (0, 0)
    (chances,) = lines(folder / "searched/chances.json")
    assert (chances["file"], chances["nodes"], chances["why"], len(chances["first"])) == ("game.kif", 300, None, 8)
    text = (folder / "searched/verdict.txt").read_text(encoding="utf-8")
    said = f"game.kif [1] moves that lost winning chance, by searches of 300 positions each: {len(chances['lost'])} of 7 moves"
    assert chances["lost"]
    for printed in (searched.stdout, text):
        assert said in printed
        losses = [line for line in printed.splitlines() if "winning chance " in line and "points lost" in line]
        assert [int(line.split()[1]) for line in losses] == [each["ply"] for each in chances["lost"]]
        for line in losses:
            wanted = r"    ply \d [▲△]\S+: winning chance \d+%; after \S+ \d+% \(\d+ points lost\)"
            assert re.fullmatch(wanted, line)
    assert "points lost" not in (folder / "plain/verdict.txt").read_text(encoding="utf-8")
    assert not (folder / "plain/chances.json").exists()
    panels = [
        (folder / name / "game-timeline.svg").read_text(encoding="utf-8").count('<g id="axes_')
        for name in ("plain", "searched")
    ]
    assert panels[1] == panels[0] + 1


MISSED = """棋種：6面体
局面図
一二三四五六七
○○○○○○○01
○○○○○○○02
○○武領○○○03
○○○○○○○04
○○○○○○○05
○士○○○○○06
占○○○○○○07
先手の持駒：0 占不可
後手の持駒：0 占不可
手番：先手
   1 三03-二03武
   2 二06-一06士
"""


def test_proofs_of_a_record(folder):
    """A side's first proven win and the move that missed it are in the text, in proven.json and in the timeline."""
    (folder / "missed.kif").write_text(MISSED, encoding="utf-8")
    options = ("--format", "svg", "--adjudicate", "auto", "--proof-nodes", "100000")
    result = review("missed.kif", "-o", "out", *options)
    assert "first (先手): first had a proven win after ply 0 (in 1 plies)" in result.stdout
    assert "ply 1 ▲三03-二03武: missed a win in 1 plies (best 三03-四03武)" in result.stdout
    (proven,) = lines(folder / "out/proven.json")
    assert (proven["file"], proven["solvable"], proven["from"], proven["nodes"]) == ("missed.kif", True, "auto", 100000)
    assert proven["first"]["first"] == {"ply": 0, "plies": 1}
    assert [miss["better"] for miss in proven["missed"]] == ["三03-四03武"]
    assert "× a proven win missed" in (folder / "out/missed-timeline.svg").read_text(encoding="utf-8")
    plain = review("missed.kif", "-o", "plain", "--format", "svg")
    assert "proven" not in plain.stdout
    assert not (folder / "plain/proven.json").exists()


def test_proofs_of_a_game_without_solver(folder, quick):  # noqa: ARG001 - what they do is needed
    """Where the solver cannot solve a game, that is said, and the rest is written."""
    record = Path(__file__).parents[3] / "samples/rengo/mate.kif"
    result = review(str(record), "-o", "out", "--format", "svg", "--adjudicate", "auto")
    assert "cannot be solved" in result.stdout
    assert lines(folder / "out/proven.json")[0]["solvable"] is False


@pytest.mark.usefixtures("quick")
def test_against_takes_all_files_that_follow(folder):
    """As a shell lists them for B*.kif: none of them falls into group A in silence."""
    review("game.kif", "--against", "two.kif", "illegal.kif", "-o", "out", "--format", "png")
    again = review("-o", "again", "--format", "png", "game.kif", "--against", "two.kif", "--against", "illegal.kif")
    assert again.exit_code == 1
    names = [sorted(path.name for path in (folder / name).iterdir()) for name in ("out", "again")]
    assert names[0] == names[1]
    assert "illegal-timeline.png" not in names[0]
    nothing = review("--against", "two.kif", "game.kif", "-o", "none")
    assert (nothing.exit_code, "FILES" in nothing.stderr) == (2, True)


def test_how_against_is_spread():
    """Every value gets the option; other options, - and -- keep their meaning."""
    for words, spreaded in (
        ("a --against b c -o d e", "a --against b --against c -o d e"),
        ("--against=b c --force a", "--against=b --against c --force a"),
        ("--against - b", "--against - --against b"),
        ("--against b -- c --against d", "--against b -- c --against d"),
        ("--against --against b", "--against --against b"),
        ("a b -o --against", "a b -o --against"),
    ):
        assert " ".join(repeat_greedy_options(words.split())) == spreaded


@pytest.mark.usefixtures("folder")
def test_a_game_without_fitted_evaluation_has_no_chances(monkeypatch):
    """`--engine` searches nothing there, and says why in the text and in the head of the timeline."""
    figures = []
    monkeypatch.setattr(
        "analysis.plots.picture_style.figure_bytes", lambda figure, form: figures.append(figure) or form.encode()
    )
    for lang, said in (
        ("ja", "勝率は示しません: 続・連合将棋の評価は"),
        ("en", "no winning chances: the evaluation of"),
    ):
        result = review(
            str(RENGO), "-o", lang, "--format", "svg", "--engine", "--nodes", "50", "--lang", lang, "--force"
        )
        assert result.exit_code == 0
        assert said in result.stdout
        assert said in Path(lang, "verdict.txt").read_text("utf-8")
        assert said in figures[0].get_suptitle()
        assert all(
            "勝率" not in axes.get_title(loc="left") and "chance" not in axes.get_title(loc="left")
            for axes in figures[0].axes
        )
        figures.clear()


@pytest.mark.usefixtures("quick")
def test_only_the_group(folder):
    """With --group-only there is no picture of a single record; one record alone has no group."""
    alone = review("game.kif", "-o", "alone", "--group-only", "--format", "png")
    assert alone.exit_code == 2
    assert not (folder / "alone").exists()
    assert review("two.kif", "-o", "out", "--group-only", "--format", "png").exit_code == 0
    expected = {f"group-six-heatmap-{kind}.png" for kind in KINDS} | {"verdict.json", "verdict.txt"}
    assert {path.name for path in (folder / "out").iterdir()} == expected
