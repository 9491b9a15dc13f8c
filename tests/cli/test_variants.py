"""Variant files at the command line: exported, edited, named by a record or by `--rules`."""

import json
from itertools import chain

import pytest
from click.testing import CliRunner

from kifu.cli.main import main

RECORD = "棋種：ユニオンキング\n規則：my-king.toml\n   1 一06-一05四内\n"


@pytest.fixture
def kifu(tmp_path, monkeypatch):
    """Run the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(main, arguments)


def test_export_edit_and_judge(kifu, tmp_path):
    """What `rules --export` writes is found beside the record that names it, wherever the command runs."""
    folder = tmp_path / "records"
    folder.mkdir()
    assert kifu("rules", "king", "--export", "records/my-king.toml").exit_code == 0
    file = folder / "my-king.toml"
    file.write_text(file.read_text("utf-8").replace('    ["一05", "二06"', '    ["一05", "二09"'), "utf-8")
    (folder / "a.kif").write_text(RECORD, "utf-8")
    run = kifu("verify", "--lang", "en", "records/a.kif")
    assert run.exit_code == 3
    assert "my-king.toml: board.lines[14][1]: " in run.output
    kifu("rules", "king", "--export", "records/my-king.toml", "--force")
    run = kifu("verify", "--format", "json", "records/a.kif")
    assert (run.exit_code, json.loads(run.output)["rules"]) == (0, "my-king.toml")
    assert kifu("moves", "--game", "king", "records/a.kif").output == kifu("moves", "--game", "king").output


def test_export_overwrites_nothing_unasked(kifu):
    """A second export needs --force."""
    assert kifu("rules", "ace", "--export", "x.toml").exit_code == 0
    assert kifu("rules", "ace", "--export", "x.toml").exit_code == 2


def test_six_has_nothing_to_export(kifu):
    """A game without variant files says so."""
    assert kifu("rules", "six", "--export", "x.toml").exit_code == 2


def test_rules_given(kifu, tmp_path):
    """`--rules FILE` judges by that file, whatever the record names; a file that is not there is a usage error."""
    (tmp_path / "a.kif").write_text(RECORD, "utf-8")
    (tmp_path / "low.toml").write_text('game = "king"\n[score]\ntarget = 1\n', "utf-8")
    run = kifu("verify", "--format", "json", "--rules", "low.toml", "a.kif")
    assert json.loads(run.output)["rules"] == "low.toml"
    assert kifu("verify", "--rules", "none.toml", "a.kif").exit_code == 2
    assert kifu("verify", "a.kif").exit_code == 3


def test_a_board_of_another_shape(kifu, tmp_path):
    """`moves` follows the file that a bare diagram's 規則 names."""
    ring = 'game = "ace"\n[board]\npoints = ["一01", "二01", "一02"]\nlines = [["一01", "二01"], ["一01", "一02"]]\n'
    (tmp_path / "ring.toml").write_text(
        ring + '[start]\nwhite = { "一01" = "内丸" }\nblack = { "一02" = "内丸" }\n', "utf-8"
    )
    (tmp_path / "d.txt").write_text("規則：ring.toml\n一 二\n丸'・ ・・ 01\n・・ 02\n手番：白\n", "utf-8")
    assert kifu("moves", "--game", "ace", "d.txt").output == "一01-二01丸内\n一01-一02丸内\n"


def test_the_board_shows_after_a_pass(kifu, tmp_path):
    """`show` draws the position after パス, which moved nothing."""
    rows = [
        "AA BB CC DD EE ・・ ・・",
        *["・・ ・・ ・・ ・・ ・・ ・・ ・・"] * 5,
        "vA・ ・・ ・・ ・・ ・・ ・・ ・・",
    ]
    drawn = "".join(f"{row} {number:02d}\n" for number, row in enumerate(rows, start=1))
    text = f"棋種：ユニオンマスター\n局面図\n一 二 三 四 五 六 七\n{drawn}手番：黒\n最終手：黒\n   1 パス\nまで1手で先手の勝ち\n"
    (tmp_path / "a.kif").write_text(text, "utf-8")
    run = kifu("show", "a.kif")
    assert run.exit_code == 0
    assert "CONFIRMED" in run.output


def test_moves_and_perft_under_given_rules(kifu, tmp_path):
    """`moves` and `perft` take `--rules` too: over their own start, a diagram, and a record that names another file."""
    kifu("rules", "king", "--export", "a.toml")
    file = tmp_path / "a.toml"
    one_line_less = file.read_text("utf-8").replace('    ["一05", "二06", "三07"],\n', "")
    (tmp_path / "less.toml").write_text(one_line_less, "utf-8")
    (tmp_path / "a.kif").write_text(RECORD.replace("my-king", "a"), "utf-8")
    start = kifu("moves", "--game", "king").output
    less = kifu("moves", "--game", "king", "--rules", "less.toml").output
    without = {"二06-一05三内", "二06-一05五内反", "三07-一05六外", "三07-一05四外反"}
    assert set(start.splitlines()) - set(less.splitlines()) == without
    assert kifu("moves", "--game", "king", "a.kif").output == start
    assert kifu("moves", "--game", "king", "--rules", "less.toml", "a.kif").output == less
    counts = {
        way: kifu("perft", "--game", "king", "2", "--rules", "less.toml", way).output
        for way in ("--compiled", "--interpreted")
    }
    assert counts["--compiled"] == counts["--interpreted"] != kifu("perft", "--game", "king", "2").output
    assert kifu("perft", "--game", "king", "1", "--rules", "less.toml").output == f"{len(less.splitlines())}\n"


@pytest.mark.parametrize("command", [["moves"], ["perft", "2"]])
def test_given_rules_that_are_wrong(kifu, tmp_path, command):
    """A file that is not there, or is not right, is a usage error that names it and its entry."""
    (tmp_path / "low.toml").write_text('game = "king"\n[score]\ntarget = 0\n', "utf-8")
    run = kifu(*command, "--game", "king", "--lang", "en", "--rules", "none.toml")
    assert (run.exit_code, "none.toml" in run.output) == (2, True)
    run = kifu(*command, "--game", "king", "--lang", "en", "--rules", "low.toml")
    assert (run.exit_code, "low.toml: score.target: " in run.output) == (2, True)
    assert kifu(*command, "--game", "six", "--rules", "low.toml").exit_code == 2


def test_a_large_board_is_counted_interpreted(kifu, tmp_path):
    """A board of more than 63 points is counted, and `--compiled` says why it cannot."""
    names = [[f"{column}{row:02d}" for column in "一二三四五六七八"] for row in range(1, 9)]
    text = f'game = "ace"\n[board]\npoints = {list(chain(*names))}\nlines = {names}\n'
    (tmp_path / "large.toml").write_text(text, "utf-8")
    assert kifu("perft", "--game", "ace", "1", "--rules", "large.toml").exit_code == 0
    run = kifu("perft", "--game", "ace", "1", "--rules", "large.toml", "--compiled", "--lang", "en")
    assert (run.exit_code, "large.toml" in run.output) == (2, True)


def test_the_data_is_shown_with_where_it_comes_from(kifu, tmp_path):
    """`rules` shows board, layout, backs and points with their origin; of `--rules FILE`, what the file changes is its own."""
    out = kifu("rules", "king", "--lang", "en").output
    assert "    49 points, 24 lines\n    一 二 三 四 五 六 七\n     3  3  5  3  5  3  3 01\n" in out
    assert "    正2重合体 (both turned): lines×2 + 5\n    target: 100 points\n    from: source: unturned" in out
    assert out.count("    from: reconstructed: ") == 3
    (tmp_path / "low.toml").write_text('game = "king"\n[score]\ntarget = 7\n', "utf-8")
    out = kifu("rules", "king", "--rules", "low.toml", "--lang", "en").output
    assert "    target: 7 points\n    from: low.toml\n" in out
    data = json.loads(kifu("rules", "master", "--format", "json").output)["data"]
    assert [entry["key"] for entry in data] == ["board", "back", "score"]
    assert data[2]["lines"][-1] == {"ja": "目標：5 組", "en": "target: 5 pairs"}
    assert json.loads(kifu("rules", "six", "--format", "json").output)["data"] == []
