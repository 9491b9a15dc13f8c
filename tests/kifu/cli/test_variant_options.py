"""Variant files with options behind their names (規則：my-king.toml last=must), at the command line."""

import json
import shutil

import pytest
from click.testing import CliRunner

from kifu.cli.main import main

RULES = "my-king.toml last=must"
LATE = """\
棋種：ユニオンキング
規則：{}
局面図
一 二 三 四 五 六 七
・・ ・・ ・・ ・・ ・・ ・・ ・・ 01
・・ 丸'丸' ・・ ・・ ・・ v八・ ・v八 02
・・ ・・ 三'三' ・・ ・・ ・・ ・・ 03
・・ ・・ ・・ 四'四' ・・ ・・ ・・ 04
・・ ・・ ・・ ・・ 五'五' ・・ ・・ 05
・・ ・・ ・・ ・・ 六'・ ・六' ・・ 06
・・ ・・ ・・ ・・ ・・ ・・ ・・ 07
手番：白
   1 五06-六06六内合
まで1手で先手の勝ち
"""


@pytest.fixture
def kifu(tmp_path, monkeypatch):
    """Run the command in a folder that holds the variant file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-king.toml").write_text('game = "king"\n', "utf-8")
    return lambda *arguments: CliRunner().invoke(main, arguments)


def judged(run):
    """Return the status and the rules of a verdict in JSON."""
    verdict = json.loads(run.stdout)
    return verdict["status"], verdict["rules"]


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [
        ("my-king.toml", ("CONFIRMED", "my-king.toml")),
        ("my-king.toml last=free", ("CONFIRMED", "my-king.toml")),
        (RULES, ("DECLARED", RULES)),
        ("my-king.toml　ｌａｓｔ＝ｍｕｓｔ　four=draw", ("DECLARED", f"{RULES} four=draw")),
    ],
)
def test_a_record_names_both(kifu, tmp_path, rules, verdict):
    """The verdict depends on the option, and names it behind the file."""
    (tmp_path / "a.kif").write_text(LATE.format(rules), "utf-8")
    assert judged(kifu("verify", "--format", "json", "a.kif")) == verdict


def test_the_option_of_the_command_line(kifu, tmp_path):
    """`--rules` takes a file with options too, for every record."""
    (tmp_path / "a.kif").write_text(LATE.format("king/1"), "utf-8")
    assert judged(kifu("verify", "--format", "json", "a.kif")) == ("CONFIRMED", "king/1")
    assert judged(kifu("verify", "--format", "json", "--rules", RULES, "a.kif")) == ("DECLARED", RULES)
    assert "パス" not in kifu("moves", "--game", "king", "--ply", "1", "--rules", RULES, "a.kif").output
    assert "パス" in kifu("moves", "--game", "king", "--ply", "1", "--rules", "my-king.toml", "a.kif").output


@pytest.mark.parametrize(
    ("rules", "code", "column"),
    [
        ("my-king.toml last=no", "unknown-option", 17),
        ("my-king.toml first=side", "unknown-option", 17),
        ("my-king.toml last=must last=must", "unknown-option", 27),
        ("your-king.toml last=must", "variant-file", 4),
        ("my-king.tomllast=must", "unknown-rules", 4),
    ],
)
def test_what_is_wrong_is_named_with_its_place(kifu, tmp_path, rules, code, column):
    """An option that there is not, or twice; a file that is not there; no blank between the two."""
    (tmp_path / "a.kif").write_text(LATE.format(rules), "utf-8")
    run = kifu("verify", "--format", "json", "a.kif")
    fault = json.loads(run.stdout)["fault"]
    assert (run.exit_code, fault["code"], fault["line"], fault["column"]) == (3, code, 2, column)


def test_commands_that_write_the_rules(kifu, tmp_path):
    """new, play and convert write the file and its options; what they write is read as the same rules."""
    (tmp_path / "games").mkdir()
    assert kifu("new", "--game", "king", "--rules", RULES, "-o", "games/new.kif").exit_code == 0
    assert (tmp_path / "games/my-king.toml").read_text("utf-8") == 'game = "king"\n'
    assert f"\n規則：{RULES}\n" in (tmp_path / "games/new.kif").read_text("utf-8")
    assert kifu("play", "--game", "king", "--rules", RULES, "--plies", "3", "--seed", "1", "-o", "p.kif").exit_code == 0
    assert f"\n規則：{RULES}\n" in (tmp_path / "p.kif").read_text("utf-8")
    for written in ("games/new.kif", "p.kif"):
        assert judged(kifu("verify", "--format", "json", written))[1] == RULES
    for arguments in (["--to", "json"], ["--to", "kif", "--canonical"]):
        run = kifu("convert", *arguments, "p.kif", "-o", "-")
        assert run.exit_code == 0, run.output
        assert RULES in run.output
    run = kifu("play", "--plies", "1", "--seed", "1", "--game", "king", "p.kif", "-o", "games/q.kif")
    assert run.exit_code == 0, run.output
    assert judged(kifu("verify", "--format", "json", "games/q.kif"))[1] == RULES


def test_commands_that_read_a_position(kifu, tmp_path):
    """show, moves and perft take the position of a record, and of a diagram with head lines, under the option."""
    text = LATE.format(RULES)
    (tmp_path / "a.kif").write_text(text, "utf-8")
    assert kifu("show", "a.kif").exit_code == 0
    diagram = text.partition("   1 ")[0].replace("六'・ ・六'", "・・ 六'六'").replace("手番：白", "手番：黒")
    (tmp_path / "d.txt").write_text(diagram, "utf-8")
    (tmp_path / "plain.txt").write_text(diagram.replace(" last=must", ""), "utf-8")
    assert "パス" in kifu("moves", "--game", "king", "plain.txt").output
    run = kifu("moves", "--game", "king", "d.txt")
    assert run.exit_code == 0
    assert "パス" not in run.output
    counts = [int(kifu("perft", "--game", "king", "1", name).output) for name in ("plain.txt", "d.txt")]
    assert counts[0] == counts[1] + 1


def test_a_name_with_blanks(kifu, tmp_path):
    """The name of the file ends with the last ending, so that a name may hold blanks."""
    shutil.copy(tmp_path / "my-king.toml", tmp_path / "my own king.toml")
    (tmp_path / "a.kif").write_text(LATE.format("my own king.toml last=must"), "utf-8")
    assert judged(kifu("verify", "--format", "json", "a.kif")) == ("DECLARED", "my own king.toml last=must")


def test_a_game_without_files(kifu, tmp_path):
    """6面体 takes no file, with options or without."""
    (tmp_path / "a.kif").write_text("棋種：6面体\n規則：my-king.toml near=any\n1 四04占\n", "utf-8")
    run = kifu("verify", "--format", "json", "a.kif")
    assert json.loads(run.stdout)["fault"]["code"] == "no-variants"
