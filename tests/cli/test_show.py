"""`kifu show`: the board in the terminal."""

import pytest
from click.testing import CliRunner
from helpers import DIAGRAM, HEAD
from wcwidth import wcswidth

from kifu.cli.main import main

GAME = HEAD + "先手：山田\n後手：佐藤\n" + DIAGRAM + "1 四03-五03武\n*勝負あり\n&印\nまで1手で先手の勝ち\n"


@pytest.fixture
def show(tmp_path):
    """A function that shows a record and returns the result."""

    def run(text, *options, env=None):
        path = tmp_path / "game.kif"
        path.write_text(text, encoding="utf-8")
        return CliRunner().invoke(main, ["show", str(path), *options], env=env or {"LC_ALL": "ja_JP.UTF-8"})

    return run


def test_the_last_position(show):
    """Names, the last move, the board with that move marked, hands and turn, remarks, the verdict."""
    result = show(GAME)
    assert result.exit_code == 0
    assert result.output == (
        "山田 - 佐藤\n"
        "1 手目 四03-五03武 (全 1 手)\n"
        "  一  二  三  四  五  六  七 \n"
        "+----------------------------+\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 01\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 02\n"
        "| ・  ・  ・  霊 [武] ・  ・ | 03\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 04\n"
        "| ・  占  ・  ・  ・  ・  ・ | 05\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 06\n"
        "| ・  ・  ・  ・  ・  ・  ・ | 07\n"
        "+----------------------------+\n"
        "先手の持駒：13 占不可\n"
        "後手の持駒：14 占可\n"
        "手番：後手\n"
        "*勝負あり\n"
        "&印\n"
        "CONFIRMED 確認\n"
    )


def test_every_row_is_equally_wide(show):
    """Full-width characters take two columns, whatever stands on the board."""
    rows = [line for line in show(GAME).output.splitlines() if line.startswith("|")]
    assert len(rows) == 7
    assert {wcswidth(row[: row.rindex("|") + 1]) for row in rows} == {30}


def test_an_earlier_position(show):
    """--ply 0 is the start: no square is marked, no verdict is given."""
    out = show(GAME, "--ply", "0").output
    assert "開始局面 (全 1 手)" in out
    assert "[" not in out
    assert "・  武  領  ・" in out
    assert "CONFIRMED" not in out
    assert "勝負あり" not in out


def test_english(show):
    """The same in English."""
    out = show(GAME, "--lang", "en").output
    assert "ply 1 四03-五03武 (of 1)\n" in out
    assert out.endswith("CONFIRMED confirmed\n")


def test_a_ply_that_is_not_there(show):
    """A usage error that says why: the record ends there, or a move is at fault."""
    result = show(GAME, "--ply", "2", "--lang", "en")
    assert (result.exit_code, "only plies up to 1 can be shown: the record ends there" in result.output) == (2, True)
    result = show(GAME.replace("*勝負あり", "2 一01領"), "--ply", "2", "--lang", "en")
    assert (result.exit_code, "the last 占 of second (後手) had been beaten" in result.output) == (2, True)
    assert show(GAME, "--ply", "-1").exit_code == 2


def test_the_legal_prefix_of_a_record_at_fault(show):
    """It is shown up to the fault, with the status."""
    result = show(GAME.replace("*勝負あり", "2 八01領"), "--lang", "en")
    assert (result.exit_code, "UNREADABLE unreadable" in result.output) == (0, True)


def test_several_records(show):
    """--record chooses; one that is not there is a usage error."""
    two = GAME + HEAD + "1 四04占\n"
    assert "四04占" in show(two, "--record", "2").output
    assert "四03-五03武" in show(two).output
    result = show(two, "--record", "3", "--lang", "en")
    assert (result.exit_code, "holds 2 record(s)" in result.output) == (2, True)


@pytest.mark.parametrize("text", ["", "なし", "棋種：将棋\n", GAME.replace("：13", "：15")])
def test_what_cannot_be_shown(show, text):
    """No record, no known game, a set-up that is none: exit 3 and the reason."""
    result = show(text, "--lang", "en")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("Error: ")


def test_no_such_file(tmp_path):
    """Exit 3, the name and the reason."""
    result = CliRunner().invoke(main, ["show", str(tmp_path / "none.kif"), "--lang", "en"])
    assert (result.exit_code, "no such file" in result.stderr) == (3, True)


def test_standard_input():
    """`-` is read."""
    result = CliRunner().invoke(main, ["show", "-", "--ply", "0"], input=GAME.encode("euc_jp"), env={"LC_ALL": "C"})
    assert (result.exit_code, "start (of 1 plies)" in result.output) == (0, True)


def test_colours_only_where_they_are_wanted(tmp_path):
    """Into a pipe goes plain text; a terminal gets the sides in different looks."""
    path = tmp_path / "x.kif"
    path.write_text(GAME, encoding="utf-8")
    assert "\x1b" not in CliRunner().invoke(main, ["show", str(path)]).output
    assert "\x1b[36m霊" in CliRunner().invoke(main, ["show", str(path)], color=True).output
