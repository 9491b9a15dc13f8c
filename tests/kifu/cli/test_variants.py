"""Variant files at the command line: exported, edited, named by a record or by `--rules`."""

import json
import os
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import leaves

from kifu.cli.main import main
from notation import documents_and_variant_files

RECORD = "棋種：ユニオンキング\n規則：my-king.toml\n   1 一06-一05十内\n"


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
    assert kifu("moves", "records/a.kif", "--ply", "0").output == kifu("moves", "king").output


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
    without = {"二06-一05八内", "二06-一05丸内反", "三07-一05六外", "三07-一05四外反"}
    assert set(start.splitlines()) - set(less.splitlines()) == without
    assert kifu("moves", "--game", "king", "--ply", "0", "a.kif").stdout == start
    assert kifu("moves", "--game", "king", "--rules", "less.toml", "--ply", "0", "a.kif").stdout == less
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


OUTSIDE = [
    "../x.toml",
    "/etc/x.toml",
    "..\\x.toml",
    "//server/x.toml",
    "C:\\x.toml",
    "~/x.toml",
    "link.toml",
    "large.toml",
]


@pytest.mark.timeout(120)
def test_a_record_opens_nothing_else_of_the_machine(kifu, tmp_path):
    """Paths out of its folder, links, pipes, devices, too much: that record is unreadable, exit 3, the others are judged."""
    (tmp_path / "x.toml").write_text('game = "king"\nsecret = "PASSWORD"\n', "utf-8")
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "link.toml").symlink_to("../x.toml")
    (folder / "zero.toml").symlink_to("/dev/zero")
    (folder / "large.toml").write_bytes(b"#" * 1_000_001)
    names = [*OUTSIDE, "zero.toml"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.toml")
        names.append("pipe.toml")
    for number, name in enumerate(names):
        (folder / f"{number:02}.kif").write_text(RECORD.replace("my-king.toml", name), "utf-8")
    (folder / "zz.kif").write_text("棋種：ユニオンキング\n   1 一06-一05十内\n", "utf-8")
    for arguments in (["verify", "records"], ["verify", "--jobs", "1", "records"]):
        run = kifu(*arguments, "--format", "json")
        verdicts = [json.loads(line) for line in run.stdout.splitlines()]
        assert (run.exit_code, [verdict["status"] for verdict in verdicts]) == (
            3,
            ["UNREADABLE"] * len(names) + ["UNFINISHED"],
        )
        assert {verdict["fault"]["code"] for verdict in verdicts[:-1]} == {"variant-file"}
        assert "PASSWORD" not in run.output
        assert "secret" not in run.output
    built = kifu("corpus", "build", "records", "-o", "data", "--workers", "0")
    assert built.exit_code == 0, built.output
    result = kifu(
        "corpus",
        "sql",
        "SELECT count(*), count(*) FILTER (contains(diagnostics, 'variant-file')) FROM rejects",
        "data",
        "--format",
        "csv",
    )
    assert result.stdout.splitlines()[1] == f"{len(names)},{len(names)}"


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "bomb", ["x = " + "[" * 50_000, "x = " + "{a=" * 30_000, "x = " + "9" * 10_000, ".".join("a" * 50_000) + " = 1"]
)
def test_a_bomb_ends_one_record(kifu, tmp_path, bomb):
    """A hostile variant file makes only its own record unreadable, in a file, a folder or a dataset."""
    (tmp_path / "my-king.toml").write_text(bomb, "utf-8")
    (tmp_path / "a.kif").write_text(f"{RECORD}棋種：ユニオンキング\n   1 一06-一05十内\n", "utf-8")
    for more in ([], ["--jobs", "1"]):
        run = kifu("verify", "--format", "json", "a.kif", *more)
        verdicts = [json.loads(line) for line in run.stdout.splitlines()]
        assert (run.exit_code, [verdict["status"] for verdict in verdicts]) == (3, ["UNREADABLE", "UNFINISHED"])
        assert verdicts[0]["fault"]["code"] == "variant-toml"
    assert "1 games" in kifu("corpus", "build", "a.kif", "-o", "data", "--workers", "0", "--lang", "en").output
    for command in (["moves"], ["perft", "1"], ["play"]):
        assert kifu(*command, "--game", "king", "a.kif", "--record", "1").exit_code == 3
        assert kifu(*command, "--game", "king", "--rules", "my-king.toml").exit_code == 2


def test_standard_input_looks_in_the_current_folder(tmp_path, monkeypatch):
    """A record from standard input may name files in the current folder or below, and no others."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-king.toml").write_text('game = "king"\n', "utf-8")
    run = CliRunner().invoke(main, ["verify", "-"], input=RECORD)
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(main, ["verify", "-"], input=RECORD.replace("my-", "../my-")).exit_code == 3


def test_a_file_is_read_once(kifu, tmp_path, monkeypatch):
    """A variant file is read once per command, for any number of records that name it."""
    (tmp_path / "my-king.toml").write_text('game = "king"\n', "utf-8")
    for number in range(20):
        (tmp_path / f"{number}.kif").write_text(RECORD * 3, "utf-8")
    read = []
    reading = documents_and_variant_files.read_variant_in_folder
    monkeypatch.setattr(
        documents_and_variant_files,
        "read_variant_in_folder",
        lambda *arguments: read.append(arguments) or reading(*arguments),
    )
    assert kifu("verify", ".").exit_code == 0
    assert len(read) == 1
    (tmp_path / "my-king.toml").write_text('game = "ace"\n', "utf-8")
    assert kifu("verify", ".").exit_code == 3
    assert len(read) == 2


FIVE = str(Path(__file__).parents[3] / "samples/rengo/five.kif")
WITH_TEXT = {
    "verify": [FIVE],
    "readings": [FIVE],
    "repair": [FIVE],
    "reconcile": [FIVE, FIVE],
    "export": [FIVE, "-o", "-"],
    "dossier": [FIVE, "-o", "dossier"],
    "show": [FIVE],
    "review": [FIVE, "-o", "out", "--format", "svg"],
    "moves": ["--game", "rengo", FIVE],
    "perft": ["--game", "rengo", "1", FIVE],
    "new": ["--game", "rengo"],
    "sheet": [FIVE, "-o", "sheet.pdf", "--force"],
    "play": ["--game", "rengo", FIVE, "--plies", "1", "--seed", "1"],
    "rules": ["rengo"],
    "solve": ["--game", "king", "--nodes", "1", "king.kif"],
    "corpus find": [FIVE, "data"],
    "study tree": ["--from", FIVE, "data"],
    "study openings": ["data", "--game", "rengo", "-o", "set"],
    "corpus sql": ["SELECT count(*) FROM matches", "data", "--pattern", "空 盤"],
    "study book": ["data", "--game", "rengo", "-o", "book"],
    "study explorer": [FIVE, "-o", "explorer.html"],
}


def test_every_command_with_rules_takes_text(kifu, tmp_path):
    """Rules in words count whatever a record names; an option there is not is named, with those there are."""
    commands = {
        " ".join(words) for words, command in leaves(main) if any(option.name == "rules" for option in command.params)
    }
    assert commands - {"record"} == {*WITH_TEXT}  # a game that is recorded has tests of its own
    (tmp_path / "king.kif").write_text(RECORD, "utf-8")
    assert kifu("corpus", "build", FIVE, "-o", "data", "--workers", "0").exit_code == 0
    for words, arguments in WITH_TEXT.items():
        game, option = ("king", "") if "king" in arguments else ("rengo", " saki=five")
        run = kifu(*words.split(), *arguments, "--rules", f"{game}/1{option}")
        assert "unknown-" not in run.output
        # The dataset has no game under them.
        assert run.exit_code in {0, 1} or "rengo/1 saki=five" in run.output, (words, run.output)
        run = kifu(
            *words.split(), *arguments, "--force" if words == "review" else "--lang=en", "--rules", f"{game}/1 near=any"
        )
        assert run.exit_code in {2, 3}, (words, run.output)
        # The explorer counts what cannot be judged, and points to verify.
        assert "near=any" in run.output or (words == "study explorer" and "kifu verify" in run.output)


def test_given_text_counts(kifu, tmp_path):
    """`verify` judges by it, and shows the rules it judged by."""
    run = kifu("verify", "--format", "json", "--rules", "rengo/1 komi=0 saki=five", FIVE)
    assert json.loads(run.stdout)["rules"] == "rengo/1 saki=five komi=0.0"
    (tmp_path / "six.kif").write_text("棋種：6面体\n規則：six/9\n   1 四04占\n", "utf-8")
    assert kifu("verify", "--rules", "six/1", "six.kif").exit_code == 0
    run = kifu("verify", "--format", "json", "--rules", "six/1 near=all", "six.kif")
    fault = json.loads(run.stdout)["fault"]
    assert (run.exit_code, fault["code"]) == (3, "unknown-option")
    assert fault["message"]["en"] == (
        "'near=all' is no option of the rules; there are near=own|any line=open|blocked beat=live|any four=note|draw, "
        "each at most once; write it like six/1 four=draw"
    )


@pytest.mark.parametrize(
    ("rules", "example"),
    [
        ("six/9", "'six/1'"),
        ("king/9", "my-king.toml"),
        ("rengo/9", "rengo/1 saki=five"),
        ("rengo/1 kan=9", "kan=1|2"),
        ("no.toml", "my-rules.toml"),
    ],
)
def test_what_is_wrong_with_rules_comes_with_an_example(kifu, rules, example):
    """Of the rules there are, in both languages."""
    game = rules.partition("/")[0] if "/" in rules else "king"
    for language in ("ja", "en"):
        run = kifu("perft", "--game", game, "1", "--lang", language, "--rules", rules)
        assert run.exit_code == 2
        assert example.strip("'") in run.output
