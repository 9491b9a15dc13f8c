"""Tests the wording of the commands in both languages."""

import pytest
from click.testing import CliRunner
from explored import corner_games, dataset
from helpers import DIAGRAM, HEAD

from kifu.cli.main import main
from kifu.referee.status_fault_and_basis import Status

WON = HEAD + DIAGRAM + "1 四03-五03武\nまで1手で先手の勝ち\n"


def run(*arguments, lang="ja", stdin=None):
    """Run the program in a language."""
    return CliRunner().invoke(main, ["--lang", lang, *map(str, arguments)], input=stdin, catch_exceptions=False)


def test_a_status_is_said_once():
    """Japanese translates the word that programs know; English explains it only where it needs to."""
    assert [status.heading.ja for status in Status] == [
        "CONFIRMED 確認済み",
        "DECLARED 申告のとおり (規則では決められません)",
        "UNFINISHED 未了",
        "CONTRADICTED 記録と食い違い",
        "ILLEGAL 反則",
        "UNREADABLE 判定不能",
    ]
    assert [status.heading.en for status in Status] == [
        "CONFIRMED",
        "DECLARED (the rules cannot confirm it)",
        "UNFINISHED",
        "CONTRADICTED (the rules find otherwise)",
        "ILLEGAL",
        "UNREADABLE",
    ]


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "ja",
            [
                "-: CONFIRMED 確認済み - 6面体 (six/1), 1 手",
                "  結果: 先手の勝ち (全滅) [six.14]",
                "  記録: 先手の勝ち",
                "  根拠: six.14 原文",
            ],
        ),
        (
            "en",
            [
                "-: CONFIRMED - 6面体 (six) (six/1), 1 plies",
                "  result: first (先手) wins (elimination) [six.14]",
                "  recorded: first (先手) wins",
                "  basis: six.14 source",
            ],
        ),
    ],
)
def test_a_winner_without_a_reason(lang, lines):
    """The winner that a record claims is printed without the reason DECLARED."""
    assert run("verify", "-", lang=lang, stdin=WON).stdout.splitlines() == lines


@pytest.mark.parametrize(("lang", "message"), [("ja", "gone.kif がありません"), ("en", "no such file: gone.kif")])
def test_a_file_has_no_ply(lang, message):
    """The message about a file names no ply."""
    assert run("verify", "gone.kif", lang=lang).stdout.splitlines()[1:] == [f"  {message} [no-such-file]"]


def test_what_is_wrong_with_the_start_has_a_line():
    """The message about a fault before the first ply names only its line."""
    assert run("verify", "-", stdin=HEAD + DIAGRAM.replace("武", "龍")).stdout.splitlines()[1].startswith("  6 行目: ")


def test_a_position_of_no_game(tmp_path):
    """Nothing is counted where nothing was found."""
    folder = dataset(tmp_path / "games", corner_games(2))
    for lang, message in (
        ("ja", "この局面のある局は見つかりませんでした\n"),
        ("en", "no game with this position was found\n"),
    ):
        result = run("corpus", "find", "-", folder, "--game", "six", lang=lang, stdin=DIAGRAM)
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", message)


def test_a_ply_after_the_last():
    """The record's own length is named; where a move is at fault, that too."""
    assert "エラー: この棋譜は 1 手目までです\n" in run("show", "-", "--ply", 60, stdin=WON).stderr.replace(
        "Error", "エラー"
    )
    faulty = run("show", "-", "--ply", 60, stdin=WON.replace("まで1手で先手の勝ち", "2 四01士")).stderr
    assert "この棋譜は 1 手目までです: " in faulty
