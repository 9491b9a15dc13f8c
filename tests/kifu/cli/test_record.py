"""`kifu record --terminal` and the parts of `kifu serve` that need no server."""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner
from helpers import DIAGRAM
from helpers import verdict as verdict_on
from tables import GAMES

pytest.importorskip("starlette")

from kifu.cli.arguments.shared_options import ListenAddress
from kifu.cli.commands.serve import announce_addresses, qr_code_text
from kifu.cli.main import main
from kifu.core.games import load
from kifu.web.server.serve_folder import Addresses


def without_mark(text):
    """Return a record without the last line, which is the mark of its recorder."""
    lines = text.splitlines(keepends=True)
    assert lines[-1].startswith("# kifu-table/1 ")
    return "".join(lines[:-1])


def record(folder, typed, *options, language="en"):
    """Type lines into a game of 6面体; return what is printed, and the record."""
    words = ["record", str(folder), "--terminal", "--lang", language, *options]
    done = CliRunner().invoke(main, words if "--game" in options else [*words, "--game", "six"], input=typed)
    records = list(folder.glob("*.kif"))
    return done, records[0].read_text("utf-8") if records else None


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_typed(tmp_path, name):
    """Each line is a move; the record and the journal are kept without any further word."""
    game = load(name)
    position, typed = game.start(), []
    for _ in range(2):
        move = next(iter(game.legal_moves(position)))
        position = game.play_legal(position, move)
        typed.append(game.spell(move))
    done, text = record(tmp_path, "\n".join(typed) + "\n", "--game", name)
    assert (done.exit_code, done.stderr) == (0, "")
    assert verdict_on(text).plies == len(typed)
    (journal,) = tmp_path.glob("*.journal")
    kinds = [json.loads(line)["event"]["kind"] for line in journal.read_text("utf-8").splitlines()]
    assert kinds == ["open"] + ["move"] * len(typed)


@pytest.mark.parametrize(("language", "words"), [("ja", "空いていません [six.3]"), ("en", "is not empty")])
def test_an_illegal_move_is_judged_at_once(tmp_path, language, words):
    """It is said with its article, and taken back by a word."""
    done, text = record(tmp_path, "四04占\n四04領\n戻す\n三03領\n投了\n閉じる\n四04占\n", language=language)
    assert words in done.stdout
    assert without_mark(text).endswith("   2 三03領\n   3 投了\n")


def test_a_text_that_is_no_move_asks(tmp_path):
    """It takes no turn before it is mended or kept, so that no later move stands on the other side's ply."""
    typed = "44占\n二02領\n直す 四04占\n44占\n残す\n三03武\n訂正 2 四四領\nfix\n訂正 2 三03領\n閉じる\n"
    done, text = record(tmp_path, typed, language="ja")
    assert done.stdout.count("「44占」はまだ記録していません") == 3
    assert "もしかして「四04」ですか" in done.stdout
    assert [line[5:] for line in text.splitlines() if line.startswith("   ")] == ["四04占", "三03領", "三03武"]
    assert done.exit_code == 0


def test_the_end_before_an_answer(tmp_path):
    """A text that nobody has answered for is not lost in silence."""
    done, text = record(tmp_path, "四04占\nなにか\n", language="ja")
    assert (done.exit_code, "「なにか」はまだ記録していません" in done.stderr) == (2, True)
    assert without_mark(text).endswith("   1 四04占\n")


def test_all_words(tmp_path):
    """Comments, bookmarks, boards, fouls, help, and what cannot be taken."""
    board = DIAGRAM.removeprefix("局面図\n")
    typed = (
        f"?\n\n*はじめ\n四04占\n四04領\n局面図\n{board}\n四03-四04武\n&しおり\n中断\n四05領\n戻す\n反則 後手\nclose\n"
    )
    done, text = record(tmp_path, typed, language="ja")
    assert "手のほかに" in done.stdout
    assert "対局は終わっています" in done.stderr
    verdict = verdict_on(text)
    assert [comment.text for comment in verdict.record.main.comments] == ["はじめ", "しおり"]
    assert (verdict.fault.ply, verdict.stretches[0].before, len(verdict.stretches[0].replay.moves)) == (2, 2, 1)
    assert without_mark(text).endswith("まで3手で後手の反則負け\n")


def test_corrections_are_typed(tmp_path):
    """A ply is corrected, put in and taken out by a word and its number; a ply that is not there is refused."""
    typed = "四04占\n三02占\n三01士\n訂正 2 三02領\n補う 3 五05武\ncorrect 9 四05騎\ninsert 5 二02馬\ndrop 5\n"
    done, text = record(tmp_path, typed, language="ja")
    assert done.stderr == "その手はまだありません\n"
    assert [line[5:] for line in text.splitlines() if line.startswith("   ")] == [
        "四04占",
        "三02領",
        "五05武",
        "三01士",
    ]
    assert "*訂正: 三02占 → 三02領\n" in text
    (journal,) = tmp_path.glob("*.journal")
    assert journal.read_text("utf-8").count('"correct"') == 4


def test_official_mode_is_silent(tmp_path):
    """Nothing is said about an illegal move."""
    done, text = record(tmp_path, "四04占\n四04領\n", "--mode", "official")
    assert "six.3" not in done.output
    assert "   2 四04領\n" in text


def test_an_end_by_the_rules_is_said(tmp_path):
    """The side that has won is named."""
    done, text = record(tmp_path, f"局面図\n{DIAGRAM.removeprefix('局面図' + chr(10))}\n四03-五03武\nclose\n")
    assert "wins" in done.stdout
    assert "四03-五03武" in text


@pytest.mark.parametrize(
    "options",
    [
        ("--clock", "x"),
        ("--clock", "byoyomi:1"),
        ("--head", "x"),
        ("--mode", "loud"),
        ("--head", "結果=先手の勝ち"),
        ("--rules", "six/9"),
    ],
)
def test_wrong_options(tmp_path, options):
    """A wrong opening is a usage error, and no game is made."""
    done, text = record(tmp_path, "", *options)
    assert (done.exit_code, text) == (2, None)


def test_lan_and_host_exclude_each_other(tmp_path):
    """One of them says where to listen."""
    done = CliRunner().invoke(main, ["serve", str(tmp_path), "--lan", "--host", "127.0.0.1"])
    assert done.exit_code == 2


def test_the_addresses_in_words(monkeypatch, capsys):
    """Recorders, spectators and PIN are named; --lan adds a code; the browser is opened unless it is unwanted."""
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    addresses = Addresses("http://127.0.0.1:1/j/a", "http://127.0.0.1:1/j/b", "123456")
    announce_addresses(addresses, ListenAddress(lan=True), "text", "http://x")
    said = capsys.readouterr().out
    assert all(part in said for part in (*addresses, "█"))
    announce_addresses(addresses, ListenAddress(browser=False), "text", "http://x")
    announce_addresses(addresses, ListenAddress(), "json", "http://x")
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == addresses._asdict()
    assert opened == ["http://x"]


def test_a_qr_code_is_a_framed_square():
    """All lines are equally long, and a light frame stands round the code."""
    lines = qr_code_text("http://192.0.2.1:8000/j/abcdefghijklmnopqrstuv").split("\n")
    assert len({len(line) for line in lines}) == 1
    assert set(lines[0]) == {"█"}
    assert abs(2 * len(lines) - len(lines[0])) <= 1
    assert all(line.startswith("██") and line.endswith("██") for line in lines)


def test_the_server_loads_no_other_extra():
    """Kifu serve imports its server, and neither numpy nor pandas."""
    program = "import sys, kifu.web.server.serve_folder; sys.exit(str(sorted({'numpy', 'pandas', 'numba', 'matplotlib'} & set(sys.modules))))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, env=dict(os.environ))
    assert done.stderr.decode().strip() == "[]"
