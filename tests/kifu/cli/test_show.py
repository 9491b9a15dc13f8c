"""`kifu show`: the board in the terminal."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import DIAGRAM, HEAD
from wcwidth import wcswidth

from kifu.cli.main import main

SAMPLES = Path(__file__).parents[3] / "samples"
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
    """The output has the names, the last move, the board with that move marked, hands, turn, comments and the verdict."""
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
        "CONFIRMED 確認済み\n"
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
    """The English output has the same content."""
    out = show(GAME, "--lang", "en").output
    assert "ply 1 四03-五03武 (of 1)\n" in out
    assert out.endswith("CONFIRMED\n")


def test_a_ply_that_is_not_there(show):
    """A usage error that says why: the record ends there, or a move is at fault."""
    result = show(GAME, "--ply", "2", "--lang", "en")
    assert (result.exit_code, "the record ends at ply 1\n" in result.output) == (2, True)
    result = show(GAME.replace("*勝負あり", "2 一01領"), "--ply", "2", "--lang", "en")
    assert (result.exit_code, "the last 占 of second (後手) had been beaten" in result.output) == (2, True)
    assert show(GAME, "--ply", "-1").exit_code == 2


def test_the_legal_prefix_of_a_record_at_fault(show):
    """A record with a fault is shown up to the fault, with its status."""
    result = show(GAME.replace("*勝負あり", "2 八01領"), "--lang", "en")
    assert (result.exit_code, "UNREADABLE" in result.output) == (0, True)


def test_several_records(show):
    """--record chooses a record; a number that is too large is a usage error."""
    two = GAME + HEAD + "1 四04占\n"
    assert "四04占" in show(two, "--record", "2").output
    assert "四03-五03武" in show(two).output
    result = show(two, "--record", "3", "--lang", "en")
    assert (result.exit_code, "holds 2 record(s)" in result.output) == (2, True)


def test_several_records_are_mentioned(show):
    """Further records are mentioned on standard error, unless --record is given."""
    two = GAME + HEAD + "1 四04占\n"
    message = show(two, "--lang", "en").stderr
    assert message.endswith("game.kif holds 2 records, and the first is shown; choose another with --record NUMBER\n")
    assert "--record" in show(two).stderr
    assert show(two, "--record", "1").stderr == ""
    assert show(GAME).stderr == ""


@pytest.mark.parametrize("text", ["", "なし", "棋種：将棋\n", GAME.replace("：13", "：15")])
def test_what_cannot_be_shown(show, text):
    """A file without a record, game or valid setup gives exit code 3 and the reason."""
    result = show(text, "--lang", "en")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("Error: ")


def test_no_such_file(tmp_path):
    """A file that cannot be read gives exit code 3, its name and the reason."""
    result = CliRunner().invoke(main, ["show", str(tmp_path / "none.kif"), "--lang", "en"])
    assert (result.exit_code, "no such file" in result.stderr) == (3, True)


def test_standard_input():
    """The argument - reads standard input."""
    result = CliRunner().invoke(main, ["show", "-", "--ply", "0"], input=GAME.encode("euc_jp"), env={"LC_ALL": "C"})
    assert (result.exit_code, "start (of 1 plies)" in result.output) == (0, True)


def test_colours_only_where_they_are_wanted(tmp_path):
    """Into a pipe goes plain text; a terminal gets the sides in different looks."""
    path = tmp_path / "x.kif"
    path.write_text(GAME, encoding="utf-8")
    assert "\x1b" not in CliRunner().invoke(main, ["show", str(path)]).output
    assert "\x1b[36m霊" in CliRunner().invoke(main, ["show", str(path)], color=True).output


class TestMatch:
    """The two games of a match (対局：前半, 対局：後半)."""

    @pytest.fixture
    def match(self, show):
        """A function that shows the sample match."""
        text = (SAMPLES / "king" / "match.kif").read_text("utf-8")
        return lambda *options: show(text, *options)

    def test_both_games(self, match):
        """Each game's last position with its status, the players exchanged, then the sums and the status of the match."""
        out = match("--lang", "en").output
        first, second, whole = out.split("\n\n")
        assert first.startswith("対局：前半 プログラム甲 - プログラム乙\n")
        assert second.startswith("対局：後半 プログラム乙 - プログラム甲\n")
        assert first.count("手番：") == second.count("手番：") == 1
        first_points, second_points = (
            [*map(int, re.findall(r" (\d+)", text.rsplit("points: ", 1)[1]))] for text in (first, second)
        )
        sums = first_points[0] + second_points[1], first_points[1] + second_points[0]
        assert whole == f"sums of the games: first (先手) {sums[0]} second (後手) {sums[1]}\nCONFIRMED\n"

    def test_the_sides_of_a_game_are_white_and_black(self, match):
        """The points of each game are those of 白 and 黒; the sums those of who was 先手 and 後手 in the first."""
        first, second, whole = match().output.split("\n\n")
        assert "得点: 白 105 黒 99" in first
        assert re.search(r"得点: 白 \d+ 黒 \d+", second)
        assert re.match(r"二局の合計: 先手 \d+ 後手 \d+\n", whole)

    def test_plies_go_on_from_game_to_game(self, match):
        """--ply counts through the match, as the verdict does; --part chooses a game, whose own plies it then counts."""
        plies = match("--part", "1").output.split("全 ")[1].split(" ")[0]
        end = match("--ply", plies).output
        assert end == match("--part", "1").output
        one_more = match("--ply", str(int(plies) + 1)).output
        assert one_more == match("--part", "2", "--ply", "1").output
        assert one_more.startswith("対局：後半 ")
        assert match("--ply", "0").output == match("--part", "1", "--ply", "0").output
        assert "開始局面" in match("--part", "2", "--ply", "0").output

    def test_what_is_not_there(self, match, show):
        """A ply after the last, a third game, a game of what is no match: usage errors that say so."""
        result = match("--ply", "500", "--lang", "en")
        assert (result.exit_code, "the record ends at ply " in result.output) == (2, True)
        assert (match("--part", "3").exit_code, "2 局" in match("--part", "3").output) == (2, True)
        assert show(GAME, "--part", "1").exit_code == 2

    def test_a_game_at_fault(self, show):
        """The legal prefix of both games is shown; plies are counted up to the game at fault."""
        text = "棋種：ユニオンキング\n対局：前半\n1 一06-一05十内\n2 一06-一05十内\n対局：後半\n1 一06-一05十内\n"
        out = show(text, "--lang", "en").output
        assert out.count("ply 1 一06-一05十内 (of 1)") == 2
        assert "ILLEGAL (suspected slip of the pen)\n\n対局：後半\n" in out
        result = show(text, "--ply", "2", "--lang", "en")
        assert (result.exit_code, "the record ends at ply 1: " in result.output) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ["show", "FOLDER"],
        ["convert", "FOLDER", "-o", "out.json"],
        ["sheet", "FOLDER", "-o", "out.pdf"],
        ["reconcile", "FOLDER", "FOLDER/a.kif"],
        ["dossier", "FOLDER", "-o", "out"],
        ["scan", "FOLDER"],
        ["scan", "--confirm", "FOLDER", "-o", "out.kif"],
    ],
)
def test_a_folder_is_no_file(tmp_path, words):
    """A command that takes one file says so of a folder, and names a record in it: it does not deny that there is one."""
    folder = tmp_path / "games"
    folder.mkdir()
    given = [word.replace("FOLDER", str(folder)) for word in words]
    result = CliRunner().invoke(main, ["--lang", "en", *given])
    if "FOLDER/a.kif" not in words:
        assert (result.exit_code, result.stdout) == (3, "")
        assert result.stderr == f"Error: {folder} is a folder; name one file\n"
    (folder / "a.kif").write_text("棋種：6面体\n1 四04占\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["--lang", "en", *given])
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"Error: {folder} is a folder; name one file, such as {folder / 'a.kif'}\n"
