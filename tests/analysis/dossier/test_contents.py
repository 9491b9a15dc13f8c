"""Tests the contents of a dossier: what it says of each sheet, of both together, and that it says nothing else."""

import hashlib
import json
import os
import time
from pathlib import Path

import pytest
from disputed import GAME, RIGHT, SAMPLES, inputs, made, recorded, sheet_a, sheet_b
from each import each

import kifu
from analysis.dossier.contents import canonical_json, fingerprint_groups, make_dossier
from analysis.dossier.document_blocks_and_deciding_boards import HeadingBlock, deciding_boards
from analysis.dossier.dossier_and_journal_to_blocks import dossier_blocks
from analysis.dossier.inputs_and_judged_sheets import Input, InputRole, UnusableInput
from kifu.reconcile.alignment_rows import HEADINGS
from kifu.render.shapes_and_svg import Text


@pytest.fixture(scope="module")
def contents():
    """Return the contents of the dossier of both sheets and the journal."""
    return make_dossier(inputs(sheet_a(), sheet_b(), recorded().data())).contents


def test_members(contents):
    """The parties, the mode, the versions, the inputs with their digests and their text."""
    assert contents["mode"] == "official"
    assert set(contents["parties"]) == {"first", "second"}
    assert contents["versions"]["program"] == kifu.__version__
    assert len(contents["versions"]["rulebook"]["sha256"]) == 64
    assert [one["file"] for one in contents["inputs"]] == ["a.kif", "b.kif", "journal.journal"]
    assert contents["inputs"][0]["sha256"] == hashlib.sha256(sheet_a()).hexdigest()
    assert contents["inputs"][0]["text"].encode() == sheet_a()


def test_verdict(contents):
    """Sheet A: the verdict, the sentence of its article and its ground, the boards before the ply and at it."""
    assert (contents["verdict"]["status"], contents["article"]["number"]) == ("ILLEGAL", "six.9")
    assert contents["article"]["text"]["ja"]
    assert contents["article"]["grounds"][0]["quote"]
    boards = contents["boards"]
    assert (boards["ply"], boards["at"], boards["squares"]) == (11, None, ["六03", "七05"])
    assert boards["before"].startswith("局面図") or "一" in boards["before"]


def test_repairs(contents):
    """Each repair carries its proof: the text, its SHA-256 and its verdict."""
    (repair,) = contents["repairs"]["candidates"]
    assert hashlib.sha256(repair["text"].encode()).hexdigest() == repair["sha256"]
    (judged,) = kifu.verify(kifu.read(repair["text"].encode()))
    assert judged.status.value == repair["verdict"]["status"] == "CONFIRMED"


def test_both_sheets(contents):
    """Sheet B has the same members, and the joint reading stands beside both, once."""
    assert contents["b"]["verdict"]["status"] == "UNREADABLE"
    assert contents["reconciliation"]["verdict"] == "same-game"
    assert "a" not in contents["reconciliation"]
    alone = make_dossier(inputs(sheet_a())).contents
    assert (alone["b"], alone["reconciliation"], alone["journal"]) == (None, None, None)


def test_the_columns_are_the_sheets():
    """Each column of the joint reading, in the contents and in words, quotes its sheet line by line, with exchanged lines too."""
    lines = GAME.read_text("utf-8").splitlines()
    at = lines.index(f"  11 {RIGHT}")
    moves = [line[5:] for line in lines]
    lines[at], lines[at + 2] = f"  11 {moves[at + 2]}", f"  13 {moves[at]}"
    sheets = "\n".join([*lines, ""]).encode(), sheet_b()
    whole = make_dossier(inputs(*sheets))
    rows = whole.contents["reconciliation"]["rows"]
    for letter, data in zip("ab", sheets, strict=True):
        entries = kifu.read(data).records[0].main.entries
        column = [(row[f"ply_{letter}"], row[letter]) for row in rows if row[letter] is not None]
        assert column == [(entry.ply, entry.text) for entry in entries]
    assert [row["ply_a"] for row in rows if row["class"] == "exchanged"] == [11, 13]
    assert whole.contents["reconciliation"]["difference"]["ply"] == 11
    (table,) = (block for block in dossier_blocks(whole) if getattr(block, "head", None) == HEADINGS)
    told = [row.cells[1:3] for row in table.rows]
    assert told[0] == ("…", "…")
    assert told[1] == (f"11 {moves[at + 2]}", f"11 {RIGHT}")


def test_sheets_of_different_games():
    """There is no dossier of them: the reason stands with the second sheet."""
    with pytest.raises(UnusableInput, match="give two sheets of one game") as refused:
        make_dossier(inputs(sheet_a(), (SAMPLES / "six/standstill.kif").read_bytes()))
    assert (refused.value.code, refused.value.file) == ("little-in-common", "b.kif")


def test_readings():
    """The readings are those of `kifu readings`, with the sentence that sums up."""
    data = (SAMPLES / "six/disputed-near.kif").read_bytes()
    found = make_dossier(inputs(data)).contents["readings"]
    (expected,) = kifu.readings(kifu.read(data, name="a.kif"))
    assert {key: value for key, value in found.items() if key != "summary"} == expected.to_json()
    assert "near=any" in found["summary"]["ja"]


@each("name", ["ace/illegal-moves.kif", "king/match.kif", "master/resigned.kif", "rengo/mate.kif", "six/damaged.kif"])
def test_every_game(name):
    """Sheets of all games, a match, and one that cannot be read: each gives the files of a dossier."""
    text = (SAMPLES / name).read_text("utf-8")
    first, *rest = text.split("\n棋種")
    data = (first + (f"\n棋種{rest[0]}" if not first.startswith("棋種") and rest else "") + "\n").encode()
    whole, files = made(data)
    assert len(files) == 5
    assert whole.contents["verdict"]["plies"] >= 0
    assert files["dossier.pdf"].startswith(b"%PDF")


def test_a_record_without_fault_and_a_match():
    """A CONFIRMED record has the board before its last ply and after it; a match that of the game that decides."""
    boards = make_dossier(inputs(GAME.read_bytes())).contents["boards"]
    assert boards["ply"] == 52
    assert boards["before"] != boards["at"]
    assert make_dossier(inputs((SAMPLES / "king/match.kif").read_bytes())).contents["boards"]["part"] == 2


def test_what_is_refused():
    """A file without a known game, one with several records, one that is no text."""
    for data in (b"", b"x\n", "棋種：将棋\n".encode(), b"\x00\xff", "棋種：6面体\n棋種：6面体\n".encode(), b"{}"):
        with pytest.raises(UnusableInput) as refused:
            make_dossier(inputs(data))
        assert refused.value.file in {"a.kif", "a.json"}
    with pytest.raises(UnusableInput) as refused:
        make_dossier(inputs(sheet_a(), b"x\n"))
    assert refused.value.file == "b.kif"


def test_rules_that_are_given():
    """They count for all sheets, and stand among the inputs."""
    data = (SAMPLES / "six/disputed-near.kif").read_bytes()
    given = Input(InputRole.RULES, "txt", b"six/1 near=any\n")
    contents = make_dossier(inputs(data, None, None, given)).contents
    assert contents["verdict"]["rules"] == "six/1 near=any"
    assert contents["inputs"][-1]["text"] == "six/1 near=any\n"
    for wrong in (b"six/1 near=all\n", b"\xff"):
        with pytest.raises(UnusableInput):
            make_dossier(inputs(data, None, None, Input(InputRole.RULES, "txt", wrong)))


def test_variant_files():
    """A variant file is read from its copy, whatever name the sheet has for it; without a copy there is no game."""
    data = "棋種：ユニオンキング\n規則：my-king.toml\n   1 一06-一05十内\n".encode()
    own = Input(InputRole.RULES_A, "toml", b'game = "king"\n')
    assert make_dossier(inputs(data, None, None, own)).contents["verdict"]["rules"] == "my-king.toml"
    with pytest.raises(UnusableInput, match="rules-a"):
        make_dossier(inputs(data))
    texts = (Input(InputRole.RULES, "txt", b"rules.toml\n"), Input(InputRole.RULES, "toml", b'game = "king"\n'))
    assert make_dossier(inputs(data, None, None, *texts)).contents["verdict"]["rules"] == "rules.toml"


def test_canonical():
    """Sorted keys, UTF-8, LF; nothing in it rules a terminal, and a lone surrogate can be written."""
    data = canonical_json({"b": "あ\x1b\u202e\ud800", "a": {"d": 1, "c": [1.5, None]}})
    assert data.decode().splitlines()[1] == ' "a": {'
    assert b"\x1b" not in data
    assert b"\r" not in data
    assert data.endswith(b"}\n")
    assert json.loads(data) == {"a": {"c": [1.5, None], "d": 1}, "b": "あ\x1b\u202e\ud800"}


def test_fingerprint():
    """It is the SHA-256 of dossier.json, and is written in groups of four."""
    whole, files = made(sheet_a())
    assert whole.fingerprint == hashlib.sha256(files["dossier.json"]).hexdigest()
    groups = fingerprint_groups(whole.fingerprint).split(" ")
    assert len(groups) == 16
    assert "".join(groups) == whole.fingerprint


def test_no_clock_no_path_no_surroundings(monkeypatch, tmp_path):
    """Another time zone, language, folder or clock gives the same files."""
    before = made(sheet_a(), sheet_b(), recorded().data())[1]
    monkeypatch.chdir(tmp_path)
    for key, value in {
        "TZ": "Asia/Tokyo",
        "LC_ALL": "ja_JP.UTF-8",
        "USER": "x",
        "SOURCE_DATE_EPOCH": "1",
        "RL_useA85": "0",
    }.items():
        monkeypatch.setenv(key, value)
    time.tzset()
    try:
        assert made(sheet_a(), sheet_b(), recorded().data())[1] == before
    finally:
        monkeypatch.undo()
        time.tzset()
    for name, data in before.items():
        assert os.fsencode(Path.cwd()) not in data, name


@each(
    ("record", "title"),
    [
        ("six/elimination", "決め手の局面"),
        ("king/last-move-declined", "決め手の局面"),
        ("six/wrong-winner", "決め手の局面"),
        ("rengo/five", "決め手の局面"),
        ("six/illegal-move", "誤りのある手の局面"),
        ("six/foul", "誤りのある手の局面"),
        ("ace/illegal-moves", "誤りのある手の局面"),
        ("six/damaged", "誤りのある手の局面"),
        ("six/resigned", "最後の局面"),
        ("ace/out-of-time", "最後の局面"),
        ("rengo/out-of-time", "最後の局面"),
        ("master/resigned", "最後の局面"),
        ("six/example-2", "最後の局面"),
        ("rengo/standstill-renju-so", "最後の局面"),
    ],
)
def test_only_rules_and_faults_decide(record, title):
    """The boards of a game that nothing has decided are those of its last position, and the picture names the result."""
    judged = kifu.verify(kifu.read(SAMPLES / f"{record}.kif"))[0]
    assert deciding_boards(judged).title.ja == title
    if len(kifu.read(SAMPLES / f"{record}.kif").records) == 1:
        whole = make_dossier(inputs((SAMPLES / f"{record}.kif").read_bytes()))
        assert title in [block.words.ja for block in dossier_blocks(whole) if isinstance(block, HeadingBlock)]


@each(
    ("end", "title"),
    [("2 中断", "最後の局面"), ("", "最後の局面"), ("2 反則負け", "記録と合わない局面"), ("2 投了", "最後の局面")],
)
def test_titles_of_small_records(end, title):
    """A game that was broken off has a last position; a claim without ground contradicts one."""
    (judged,) = kifu.verify(kifu.read(f"棋種：6面体\n1 四04占\n{end}\n".encode(), name="a.kif"))
    found = deciding_boards(judged)
    assert found.title.ja == title
    words = [shape.text for board in found.drawn for shape in board.scene.shapes if isinstance(shape, Text)]
    assert any("【勝ち】" in text for text in words) is (end == "2 投了")
