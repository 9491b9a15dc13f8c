"""`kifu play`: random games, reproducible and legal."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from helpers import DIAGRAM, HEAD, SIX, record, verdict

from kifu.cli.main import main
from notation.random_record import random_game_as_kif

SHUT_IN = """棋種：続・連合将棋
規則：rengo/1
盤：碁盤9路
先手：甲（B）
後手：乙
局面図
・・・・・・・・・・・・△珠・・△玉01
・・・・・・・・・・・・△珠△珠△珠02
・・・・・・・・・・・・・・・・・・03
・・・・・・・・・・・・・・・・・・04
・・・・・・・・・・・・・・・・・・05
・・・・・・・・▲碁・・・・・・・・06
・・・・・・・・・・・・・・・・・・07
▲珠▲珠▲珠・・・・・・・・・・・・08
▲玉・・▲珠・・・・・・・・・・・・09
手番：先手
手数----指手---------消費時間--
   1 パス
   2 パス
死石：五06
"""
"""Each king has one square to go to; of the only 碁 the record says at its end that it is dead."""


def play(*options):
    """Run `kifu play --game six`."""
    return CliRunner().invoke(main, ["play", "--game", "six", *options], env={"LC_ALL": "C.UTF-8"})


@each("seed", [0, 1, 2])
def test_a_seed_gives_a_game(seed):
    """The same seed, the same game, to its end; the program says that it made it, and how."""
    first, second = play("--seed", str(seed)), play("--seed", str(seed))
    assert (first.exit_code, first.stdout) == (0, second.stdout)
    judged = verdict(first.stdout)
    assert (judged.status, judged.diagnostics) == ("CONFIRMED", ())
    assert f"--seed {seed} " in record(first.stdout).header("備考")


def test_seeds_differ():
    """Another seed gives another game."""
    assert play("--seed", "1").stdout != play("--seed", "2").stdout


def test_without_a_seed_one_is_chosen_and_noted():
    """The game can be made again from what it says of itself."""
    text = play("--plies", "12").stdout
    words = record(text).header("備考").split()
    assert random_game_as_kif(SIX, int(words[words.index("--seed") + 1]), 12) == text


def test_broken_off():
    """A game is broken off after --plies plies: 中断, UNFINISHED."""
    judged = verdict(play("--seed", "1", "--plies", "7").stdout)
    assert (judged.status, judged.plies, judged.recorded.termination) == ("UNFINISHED", 7, "adjourned")


def test_written_to_a_file(tmp_path):
    """An existing file is replaced only with --force."""
    path = tmp_path / "new" / "game.kif"
    assert play("--seed", "1", "-o", str(path)).stdout == ""
    assert path.read_bytes().decode() == play("--seed", "1").stdout
    assert play("--seed", "2", "-o", str(path)).exit_code == 2
    assert play("--seed", "2", "-o", str(path), "--force").exit_code == 0
    assert path.read_bytes().decode() == play("--seed", "2").stdout


@each("name", ["6面体", "６面体", "SIX"])
def test_the_game_by_any_of_its_names(name):
    """As in a record."""
    assert CliRunner().invoke(main, ["play", "--game", name, "--seed", "1", "--plies", "1"]).exit_code == 0


@each("options", [["--seed", "-1"], ["--plies", "0"], ["--seed", "x"], ["--game", "go"]])
def test_usage_errors(options):
    """Exit code 2."""
    assert play(*options).exit_code == 2


def test_the_engine_plays():
    """A legal game, the same for the same seed and budget, that says how it was made."""
    options = ("--engine", "--nodes", "60", "--seed", "4", "--plies", "40")
    text = play(*options).stdout
    assert text == play(*options).stdout
    assert verdict(text).status in {"CONFIRMED", "UNFINISHED"}
    assert record(text).header("先手") == "kifu (60 nodes)"
    assert "--engine --game six --seed 4 --nodes 60 --plies 40" in record(text).header("備考")


def from_file(tmp_path, game, text, *options):
    """Run `kifu play` from what `text` draws."""
    path = tmp_path / "start.kif"
    path.write_text(text, encoding="utf-8")
    arguments = ["play", "--game", game, str(path), *options]
    return CliRunner().invoke(main, arguments, env={"LC_ALL": "C.UTF-8"}, catch_exceptions=False).stdout


@pytest.mark.parametrize("head", ["", HEAD])
@pytest.mark.parametrize("player", [(), ("--engine", "--nodes", "60")])
def test_from_a_position(tmp_path, head, player):
    """The record begins with the diagram and goes on from it, whoever plays."""
    text = from_file(tmp_path, "six", head + DIAGRAM, "--seed", "3", "--plies", "9", *player)
    assert all(row in text for row in DIAGRAM.splitlines())
    judged = verdict(text)
    assert (judged.status in {"CONFIRMED", "UNFINISHED"}, judged.diagnostics) == (True, ())
    assert judged.plies > 0


def test_a_position_that_is_none_is_an_error(tmp_path):
    """Exit code 3 and where it is wrong, as for every command that takes one."""
    (tmp_path / "start.kif").write_text(DIAGRAM.replace("武", "犬"), encoding="utf-8")
    result = play(str(tmp_path / "start.kif"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "start.kif:5:" in result.stderr


def test_what_the_way_there_tells_ends_a_game(tmp_path):
    """Kings that go to and fro: a game ends with a position's fourth occurrence (rengo.51), or with two passes."""
    games = [verdict(from_file(tmp_path, "rengo", SHUT_IN, "--ply", "0", "--seed", str(seed))) for seed in range(40)]
    assert {game.status for game in games} == {"CONFIRMED"}
    assert {game.outcome.termination for game in games} == {"repetition", "count"}


def test_the_end_of_the_record_it_starts_from_is_not_its_own(tmp_path):
    """死石 belong to the passes they follow; the sets (rengo.58) belong to the position."""
    text = from_file(tmp_path, "rengo", SHUT_IN, "--seed", "0")
    assert "死石" not in text
    assert (record(text).header("先手"), record(text).header("後手")) == ("一様乱数（B）", "一様乱数（A）")


def test_under_a_variant_file(tmp_path, monkeypatch):
    """A record names the file as it is found from its own folder: what does not lie there is copied beside it."""
    monkeypatch.chdir(tmp_path)
    run = CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke
    for arguments in (
        ["rules", "king", "--export", "my-king.toml"],
        ["play", "--game", "king", "--rules", "my-king.toml", "--plies", "9", "-o", "games/first.kif"],
        ["play", "--game", "king", "games/first.kif", "--plies", "9", "-o", "second.kif"],
        ["verify", "games/first.kif", "second.kif"],
    ):
        assert run(main, arguments, catch_exceptions=False).exit_code == 0
    assert "規則：my-king.toml\n" in Path("games/first.kif").read_text(encoding="utf-8")
    assert Path("games/my-king.toml").read_bytes() == Path("my-king.toml").read_bytes()
    assert "規則：games/my-king.toml\n" in Path("second.kif").read_text(encoding="utf-8")


def test_a_game_without_variants_takes_no_variant_file(tmp_path):
    """Exit code 2."""
    (tmp_path / "any.toml").write_text("", encoding="utf-8")
    assert play("--rules", str(tmp_path / "any.toml")).exit_code == 2


def test_a_file_that_no_record_could_name(tmp_path, monkeypatch):
    """Exit code 2 instead of a record that cannot be judged."""
    monkeypatch.chdir(tmp_path)
    run = CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke
    for name, message in (
        (
            "my-king.conf",
            "'my-king.conf'; ユニオンキング (king) has 'king/1', with options like king/1 four=draw, or a variant file",
        ),
        ("~king.toml", "~king.toml leads out"),
    ):
        assert run(main, ["rules", "king", "--export", "king.toml", "--force"]).exit_code == 0
        Path("king.toml").rename(name)
        result = run(main, ["play", "--game", "king", "--rules", name])
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr


def test_another_variant_file_is_not_overwritten(tmp_path, monkeypatch):
    """A record is not written either; on standard output its file is only named."""
    monkeypatch.chdir(tmp_path)
    run = CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke
    assert run(main, ["rules", "king", "--export", "a/king.toml"]).exit_code == 0
    Path("b").mkdir()
    Path("b/king.toml").write_text("another", encoding="utf-8")
    playing = ["play", "--game", "king", "--rules", "a/king.toml", "--plies", "2", "--seed", "1"]
    result = run(main, [*playing, "-o", "b/a.kif"])
    assert (result.exit_code, Path("b/a.kif").exists()) == (2, False)
    assert Path("b/king.toml").read_text(encoding="utf-8") == "another"
    assert run(main, [*playing, "-o", "b/a.kif", "--force"]).exit_code == 0
    assert Path("b/king.toml").read_bytes() == Path("a/king.toml").read_bytes()
    monkeypatch.chdir("b")
    result = run(main, ["play", "--game", "king", "--rules", "../a/king.toml", "--plies", "2", "--seed", "1"])
    assert (result.stdout, result.stderr) == (Path("a.kif").read_text(encoding="utf-8"), "")
    Path("king.toml").unlink()
    result = run(main, ["play", "--game", "king", "--rules", "../a/king.toml", "--plies", "2", "--seed", "1"])
    assert (result.exit_code, "put that file beside it" in result.stderr) == (0, True)
