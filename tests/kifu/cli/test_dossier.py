"""Tests `kifu dossier`: the folder that it writes, the same bytes anywhere, its check, the decision, hostile folders."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from disputed import SAMPLES, recorded, sheet_a, sheet_b

from analysis.dossier.dossier_files_and_zip import KNOWN
from kifu.cli.main import main
from kifu.core.message import visible_lines

ROOT = Path(__file__).resolve().parents[3]
EVIL = "e\x1b[2J\u202e<b>"


def run(*words):
    """Run the command in English; nothing that it prints may rule a terminal."""
    done = CliRunner().invoke(main, ["dossier", "--lang", "en", *map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    assert visible_lines(done.output) == done.output
    return done


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Write the sheets and the journal of a dispute."""
    folder = tmp_path_factory.mktemp("inputs")
    for name, data in {"one.kif": sheet_a(), "two.kif": sheet_b(), "three.journal": recorded().data()}.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def whole(inputs):
    """Make a dossier of them."""
    target = inputs.parent / "dossier"
    done = run(inputs / "one.kif", inputs / "two.kif", inputs / "three.journal", "-o", target)
    assert done.exit_code == 0, done.output
    return target


@pytest.fixture
def folder(whole, tmp_path):
    """Return a copy of the dossier, to be changed."""
    return Path(shutil.copytree(whole, tmp_path / "d"))


def test_files(whole, inputs):
    """The files have their names, the copies are the inputs, and sha256sum would find nothing wrong."""
    names = {path.name for path in whole.iterdir()}
    made = {"dossier.json", "dossier.html", "dossier.pdf", "SHA256SUMS"}
    assert names == {*made, "a.kif", "b.kif", "journal.journal"}
    assert (whole / "journal.journal").read_bytes() == (inputs / "three.journal").read_bytes()
    listed = dict(reversed(line.split("  ")) for line in (whole / "SHA256SUMS").read_text("utf-8").splitlines())
    assert listed == {name: hashlib.sha256((whole / name).read_bytes()).hexdigest() for name in names - {"SHA256SUMS"}}
    tool = shutil.which("sha256sum")
    if tool:
        assert subprocess.run([tool, "-c", "--quiet", "SHA256SUMS"], cwd=whole, check=False).returncode == 0


def test_fingerprint_in_every_form(whole):
    """It stands in what is printed, in the page, and on each page of the PDF, in groups of four."""
    pypdf = pytest.importorskip("pypdf")
    fingerprint = hashlib.sha256((whole / "dossier.json").read_bytes()).hexdigest()
    groups = " ".join(fingerprint[at : at + 4] for at in range(0, 64, 4))
    assert groups in run("--check", whole).stdout
    page = (whole / "dossier.html").read_text("utf-8")
    assert groups in page
    assert "<script" not in page
    pages = pypdf.PdfReader(whole / "dossier.pdf").pages
    for number, sheet in enumerate(pages, start=1):
        text = sheet.extract_text()
        assert groups in text.replace("\n", " ")
        assert f"{number} / {len(pages)}" in text


def test_same_bytes_anywhere(inputs, whole, tmp_path):
    """Other names, folder, time zone, locale, hash seed, umask, user and date give the same files; so do both again."""
    for number, surroundings in enumerate(
        (
            {"TZ": "Asia/Tokyo", "LC_ALL": "ja_JP.UTF-8", "PYTHONHASHSEED": "1", "USER": "甲", "COLUMNS": "40"},
            {"TZ": "America/New_York", "LC_ALL": "C", "PYTHONHASHSEED": "77", "HOME": "/nonexistent"},
            {"SOURCE_DATE_EPOCH": "1", "PYTHONUTF8": "1", "PYTHONHASHSEED": "5", "RL_pdfMultiLine": "1"},
        )
    ):
        place = tmp_path / f"{number}" / "深い"
        place.mkdir(parents=True)
        names = [f"x{number}.kif", f"y {number}.txt", f"{number}.journal"]
        for old, new in zip(("one.kif", "two.kif", "three.journal"), names, strict=True):
            shutil.copy(inputs / old, place / new)
        words = [sys.executable, "-m", "kifu", "dossier", *names, "-o", "out/er"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **surroundings}
        subprocess.run(
            words, cwd=place, env=environment, check=True, capture_output=True, umask=0o077 if number else 0o022
        )
        made = {path.name: path.read_bytes() for path in (place / "out/er").iterdir()}
        assert made == {path.name: path.read_bytes() for path in whole.iterdir()}


def test_check(folder):
    """The exit code is 0 for the same, 1 with the name of a file that was changed, is missing, or is too much."""
    done = run("--check", folder)
    assert (done.exit_code, "the same" in done.stdout) == (0, True)
    told = json.loads(run("--check", folder, "--format", "json").stdout)
    assert (told["same"], told["findings"], told["decision"]) == (True, [], None)
    for name in sorted(path.name for path in folder.iterdir()):
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[:40] + bytes([data[40] ^ 1]) + data[41:])
        done = run("--check", folder)
        assert (done.exit_code, done.stdout.split(":")[0]) == (1, name)
        (folder / name).unlink()
        assert f"{name}: it is missing [missing-file]" in run("--check", folder).stdout
        (folder / name).write_bytes(data)
    (folder / EVIL).touch()
    told = json.loads(run("--check", folder, "--format", "json").stdout)
    assert [(finding["file"], finding["code"]) for finding in told["findings"]] == [(EVIL, "extra-file")]


def test_decide(folder):
    """The decision is a file beside; it names the fingerprint, and another dossier's is found out."""
    sums = (folder / "SHA256SUMS").read_bytes()
    words = ("--winner", "second", "--text", "反則。\n先手の負け", "--by", EVIL, "--date", "2026-11-23")
    assert run("--decide", folder, *words).exit_code == 0
    assert (folder / "SHA256SUMS").read_bytes() == sums
    text = (folder / "decision.txt").read_text("utf-8")
    told = json.loads(run("--check", folder, "--format", "json").stdout)
    assert (told["same"], told["decision"]) == (True, "sealed")
    assert told["fingerprint"] == "".join(text.splitlines()[1].split(" ")[2:])
    assert run("--decide", folder).exit_code == 2  # there is one
    assert json.loads(run("--decide", folder, "--force", "--format", "json").stdout)["file"] == "decision.txt"
    (folder / "decision.txt").write_text(text.replace(text.splitlines()[1][-1] + "\n", "x\n", 1), encoding="utf-8")
    done = run("--check", folder)
    assert (done.exit_code, done.stdout.split(":")[0]) == (1, "decision.txt")
    for changed, code, state in (
        (text, 0, "sealed"),
        (text.replace("second", "first"), 1, "changed"),
        (text[: text.index("上の行の SHA-256")], 1, "changed"),
        (f"{told['fingerprint']}: 指し直し\n", 4, "own-words"),
    ):
        (folder / "decision.txt").write_text(changed, encoding="utf-8")
        done = run("--check", folder, "--format", "json")
        assert (done.exit_code, json.loads(done.stdout)["decision"]) == (code, state)
    assert "in words of somebody's own" in run("--check", folder).stdout


def test_no_decision_on_what_was_changed(folder):
    """A dossier that was changed is not decided, nor one that is none."""
    (folder / "b.kif").write_bytes(b"x")
    done = run("--decide", folder, "--winner", "first")
    assert (done.exit_code, done.stdout.split(":")[0]) == (1, "b.kif")
    assert not (folder / "decision.txt").exists()
    assert run("--decide", folder / "none").exit_code == 3
    assert run("--decide", folder, "--text", "x" * 10_001).exit_code == 2


def test_nothing_is_replaced_unasked(inputs, folder, tmp_path):
    """A folder with a dossier needs --force; one with other files, or with a decision on another dossier, is left alone."""
    one = inputs / "one.kif"
    assert run(one, "-o", folder).exit_code == 2
    assert run(one, "-o", folder, "--force").exit_code == 0
    assert not (folder / "b.kif").exists()
    assert run("--check", folder).exit_code == 0
    assert run("--decide", folder).exit_code == 0
    assert run(one, "-o", folder, "--force").exit_code == 0
    done = run(inputs / "two.kif", "-o", folder, "--force")
    assert (done.exit_code, "decision" in done.stderr) == (2, True)
    assert run("--check", folder).exit_code == 4  # the decision is a form
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert run(one, "-o", tmp_path, "--force").exit_code == 2
    assert run(one, "-o", tmp_path / "mine.txt").exit_code == 2
    assert (tmp_path / "mine.txt").read_text("utf-8") == "mine"
    own = tmp_path / "own"
    own.mkdir()
    (own / "a.kif").write_bytes(sheet_b())
    assert run(one, "-o", own, "--force").exit_code == 2
    assert [path.name for path in own.iterdir()] == ["a.kif"]


@pytest.mark.parametrize("name", ["a.kif", "dossier.json", "dossier.pdf", "SHA256SUMS", "decision.txt"])
def test_links_and_pipes(folder, name, tmp_path):
    """A link is never followed, and a pipe never waited for: both are named."""
    target = tmp_path / "target"
    (folder / name).rename(target) if (folder / name).exists() else target.touch()
    (folder / name).symlink_to(target)
    done = run("--check", folder)
    assert (done.exit_code, f"{name}: it is a link, not a regular file" in done.stdout) == (1, True)
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert run("--check", folder).exit_code == 1
    (folder / name).unlink()
    (folder / name).mkdir()
    assert run("--check", folder).exit_code == 1


def test_links_are_not_written_through(inputs, tmp_path):
    """Nor does --force write through a link in place of a file."""
    folder, target = tmp_path / "d", tmp_path / "target"
    folder.mkdir()
    target.write_text("mine", encoding="utf-8")
    (folder / "a.kif").symlink_to(target)
    assert run(inputs / "one.kif", "-o", folder, "--force").exit_code == 2
    assert target.read_text("utf-8") == "mine"


def test_names_from_files_are_never_paths(folder, tmp_path):
    """Paths in dossier.json and in SHA256SUMS open nothing, and nothing outside of the folder is looked at."""
    told = json.loads((folder / "dossier.json").read_bytes())
    told["inputs"][0]["file"] = "../../../../etc/passwd"
    (folder / "dossier.json").write_text(json.dumps(told), encoding="utf-8")
    (folder / "SHA256SUMS").write_text(f"{'0' * 64}  ../{tmp_path.name}/x\n{'0' * 64}  /etc/passwd\n", encoding="utf-8")
    done = run("--check", folder)
    assert done.exit_code == 1
    assert "passwd" not in done.stdout
    assert all("/" not in name for name in KNOWN)


def test_exit_codes(inputs, tmp_path):
    """3 for what cannot be read or has no known game, 2 for a wrong command line; nothing is written then."""
    one, out = inputs / "one.kif", tmp_path / "out"
    (tmp_path / "empty.kif").write_bytes(b"")
    (tmp_path / "two.kif").write_text("棋種：6面体\n棋種：6面体\n", encoding="utf-8")
    (tmp_path / "other.kif").write_text("棋種：将棋\n", encoding="utf-8")
    (tmp_path / "binary.kif").write_bytes(b"\x00\xff")
    for name in ("empty.kif", "two.kif", "other.kif", "binary.kif", "none.kif", "."):
        assert run(tmp_path / name, "-o", out).exit_code == 3
        assert run(one, tmp_path / name, "-o", out).exit_code == 3
    assert run("--check", tmp_path / "none").exit_code == 3
    assert run("--check", one).exit_code == 3
    assert run("--check", tmp_path).exit_code == 1
    for words in (
        (),
        (one,),
        ("-o", out),
        (one, "-o", out, "--check", out),
        (one, "--check", out),
        (one, one, one, one, "-o", out),
        (one, one, one, "-o", out),
        ("-", "-", "-o", out),
        (one, "-o", out, "--winner", "first"),
        (one, "-o", "-"),
        ("--check", out, "--rules", "six/1"),
    ):
        assert run(*words).exit_code == 2, words
    assert not out.exists()


def test_a_journal_in_each_place(inputs, tmp_path):
    """As the only sheet, as one of two sheets, beside a sheet, and beside two; broken and torn ones too."""
    one, journal = inputs / "one.kif", inputs / "three.journal"
    torn, broken = tmp_path / "torn.journal", tmp_path / "broken.journal"
    torn.write_bytes(journal.read_bytes()[:-20])
    broken.write_bytes(b"\x00" * 40)
    for number, (words, names) in enumerate(
        (
            ((journal,), {"a.journal"}),
            ((torn, one), {"a.journal", "b.kif"}),
            ((one, torn), {"a.kif", "journal.journal"}),
            ((journal, torn), {"a.journal", "b.journal"}),
            ((one, broken), {"a.kif", "journal.journal"}),
            ((one, torn, broken), {"a.kif", "b.journal", "journal.journal"}),
        )
    ):
        out = tmp_path / str(number)
        assert run(*words, "-o", out).exit_code == 0
        made = {"dossier.json", "dossier.html", "dossier.pdf", "SHA256SUMS"}
        assert {path.name for path in out.iterdir()} == {*made, *names}
        assert run("--check", out).exit_code == 0
    assert run(broken, "-o", tmp_path / "none").exit_code == 3


def test_rules(tmp_path):
    """Rules in words and variant files become inputs, so that the check needs nothing else."""
    near, king = SAMPLES / "six/disputed-near.kif", tmp_path / "k.kif"
    assert run(near, "-o", tmp_path / "1", "--rules", "six/1 near=any").exit_code == 0
    assert (tmp_path / "1/rules.txt").read_text("utf-8") == "six/1 near=any\n"
    king.write_text("棋種：ユニオンキング\n規則：sub/my-king.toml last=must\n   1 一06-一05十内\n", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/my-king.toml").write_text('game = "king"\n', encoding="utf-8")
    assert run(king, king, "-o", tmp_path / "2").exit_code == 0
    assert (tmp_path / "2/rules-b.toml").read_bytes() == b'game = "king"\n'
    given = f"{tmp_path}/sub/my-king.toml turn=once"
    assert run(king, "-o", tmp_path / "3", "--rules", given).exit_code == 0
    assert (tmp_path / "3/rules.txt").read_text("utf-8") == "rules.toml turn=once\n"
    for number in (1, 2, 3):
        folder = tmp_path / str(number)
        assert run("--check", folder).exit_code == 0
        assert os.fsencode(tmp_path) not in (folder / "dossier.json").read_bytes()
    (tmp_path / "2/rules-a.toml").write_bytes(b'game = "ace"\n')
    assert run("--check", tmp_path / "2").stdout.startswith("rules-a.toml: ")
    assert run(near, "-o", tmp_path / "4", "--rules", "six/1 near=all").exit_code == 3
    assert run(near, "-o", tmp_path / "4", "--rules", "none.toml").exit_code == 2
    (tmp_path / "sub/my-king.toml").unlink()
    assert run(king, "-o", tmp_path / "4").exit_code == 3


def test_standard_input_and_json(inputs, tmp_path):
    """A sheet may come through standard input; the command can say in JSON what it has made."""
    words = ["dossier", "-", "-o", str(tmp_path / "d"), "--format", "json"]
    done = CliRunner().invoke(main, words, input=(inputs / "one.kif").read_bytes())
    told = json.loads(done.stdout)
    assert told["files"] == ["SHA256SUMS", "a.kif", "dossier.html", "dossier.json", "dossier.pdf"]
    assert told["fingerprint"] == hashlib.sha256((tmp_path / "d/dossier.json").read_bytes()).hexdigest()


def test_too_large(inputs, tmp_path, monkeypatch):
    """A file beyond the limits is refused, and one in the folder of a dossier is named."""
    limits = __import__("notation.limits", fromlist=["LIMITS"]).LIMITS._replace(file=600)
    monkeypatch.setattr("kifu.cli.dossier_folder.LIMITS", limits)
    monkeypatch.setattr("kifu.cli.read_and_write_files.LIMITS", limits)
    done = run(inputs / "one.kif", "-o", tmp_path / "d")
    assert (done.exit_code, "too large" in done.stderr) == (3, True)
    monkeypatch.undo()
    assert run(inputs / "one.kif", "-o", tmp_path / "d").exit_code == 0
    monkeypatch.setattr("kifu.cli.dossier_folder.MAX_FILE_BYTES", 600)
    assert "dossier.pdf: it is too large [not-a-file]" in run("--check", tmp_path / "d").stdout


def test_hostile_text(tmp_path):
    """Markup and control characters from names, comments and moves reach neither page nor terminal."""
    evil = "<script>alert(1)</script>\x1b[2J\u202e&amp;'\""
    text = f"棋種：6面体\n先手：{evil}\n棋戦：{evil}\n   1 四04占\n*{evil}\n   2 {evil}\n"
    (tmp_path / "e.kif").write_text(text, encoding="utf-8")
    assert run(tmp_path / "e.kif", tmp_path / "e.kif", "-o", tmp_path / "d").exit_code == 0
    page = (tmp_path / "d/dossier.html").read_text("utf-8")
    assert "<script" not in page
    assert visible_lines(page) == page
    assert "\x1b" not in (tmp_path / "d/dossier.json").read_text("utf-8")
    assert run("--check", tmp_path / "d").exit_code == 0
