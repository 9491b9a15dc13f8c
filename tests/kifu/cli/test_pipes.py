"""Pipes, sockets and devices that are named like files are refused by their kind; streams that the shell hands over are read."""

import os
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.cli.main import main
from kifu.core import games

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes that have names"),
    pytest.mark.timeout(120),
]
RECORD = "棋種：ユニオンキング\n1 一06-一05十内\n"
COMMANDS = (
    "verify X",
    "verify good.kif X",
    "readings X",
    "show X",
    "moves --game king X",
    "perft --game king 1 X",
    "solve --game king X",
    "play --game king X",
    "review X -o out-r",
    "convert X -o x.json",
    "repair X",
    "reconcile X good.kif",
    "reconcile good.kif X",
    "dossier X -o out-d",
    "dossier good.kif X -o out-e",
    "export X -o x.html",
    "sheet X -o x.pdf",
    "corpus build X -o out-c",
    "verify good.kif --rules X",
    "rules king --rules X",
)
OTHERS = (("socket.toml", "a socket"), ("/dev/zero", "a device"))


def run(*arguments, stdin=None):
    """Run the program in English."""
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], input=stdin, catch_exceptions=False)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder with a record, a pipe and a socket."""
    monkeypatch.chdir(tmp_path)
    Path("good.kif").write_text(RECORD, encoding="utf-8")
    os.mkfifo("pipe.toml")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket.toml")
    return tmp_path


def test_named_like_a_file(folder):
    """Each command that takes a file says what it is, and does not wait for a writer."""
    others = [(words, name, kind) for words in COMMANDS[:2] for name, kind in OTHERS]
    for words, name, kind in [*((words, "pipe.toml", "a named pipe") for words in COMMANDS), *others]:
        done = run(*(name if word == "X" else word for word in words.split()))
        said = done.output.replace("\n", " ")
        assert done.exit_code in {2, 3}, (words, name, said)
        assert f"is {kind}, not a regular file" in said or "is no regular file" in said, (words, name, said)
        assert not (folder / "x.json").exists()


def test_a_link_to_a_pipe_in_a_folder(folder):
    """It stands for the pipe: no command reads it, and a dataset names it among what was not read."""
    (folder / "inside").mkdir()
    (folder / "inside" / "x.kif").symlink_to(folder / "pipe.toml")
    assert run("verify", "inside").exit_code == 3
    done = run("corpus", "build", "inside", "-o", "data")
    assert "1 rejects" in done.output


def test_folders_of_datasets_and_studies(folder):
    """A pipe in place of the file that describes them is an error, and nothing hangs."""
    for name in ("dataset.json", "settings.json"):
        (folder / name).mkdir()
        os.mkfifo(folder / name / name)
    assert run("corpus", "stats", "dataset.json").exit_code == 2
    done = run("study", "placements", "--game", "six", "--sizes", "1,1", "-o", "settings.json")
    assert done.exit_code == 2
    assert "a named pipe" in done.output


def handed(text):
    """Return a pipe as a shell hands it to a command, with a text in it."""
    reading, writing = os.pipe()
    os.write(writing, text.encode())
    os.close(writing)
    return f"/dev/fd/{reading}"


@pytest.mark.usefixtures("folder")
def test_streams_of_the_shell():
    """`<(…)` is read once and whole, by one process or several, as a record and as rules."""
    for words in (
        "verify X",
        "verify X good.kif --jobs 2",
        "verify good.kif X --quiet --jobs 2",
        "show X",
        "reconcile X good.kif",
    ):
        done = run(*(handed(RECORD) if word == "X" else word for word in words.split()))
        assert done.exit_code in {0, 1}, (words, done.output)
        assert "empty" not in done.output
    king = games.load("king").default_variant()
    judged = run("verify", "good.kif", "--rules", handed(king))
    assert (judged.exit_code, "(stdin.toml)" in judged.stdout) == (0, True)
    assert run("solve", "--game", "king", handed(RECORD), "--nodes", "10").exit_code in {0, 1}
