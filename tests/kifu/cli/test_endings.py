"""The ending of OUT decides what is written, or is refused: one rule for all commands."""

import click
import pytest
from click.testing import CliRunner
from commands import leaves

from kifu.cli.main import main

GAME = "棋種：6面体\n1 四04占\n2 三03領\n3 一01占\n"
KIF = (".kif", ".kifu", ".txt")
KNOWN = (*KIF, ".json", ".jsonl", ".html", ".htm", ".pdf", ".svg", ".png", ".gif", ".toml", ".csv", ".npz", ".book")
STARTS = {
    ".json": b"{",
    ".html": b"<!doctype html",
    ".htm": b"<!doctype html",
    ".pdf": b"%pdf",
    ".svg": b"<svg",
    ".png": b"\x89png",
    ".gif": b"gif8",
    ".toml": b"#",
}
"""How files begin, by their endings, in small letters; records begin otherwise."""
WRITE = {
    "convert": (["a.kif"], (*KIF, ".json")),
    "export": (["a.kif"], (".html", ".htm")),
    "new": (["six"], KIF),
    "play": (["six", "--plies", "3", "--seed", "1"], (*KIF, ".json")),
    "reconcile": (["a.kif", "a.kif"], (*KIF, ".json")),
    "rules": (["king"], (".toml",)),
    "sheet": (["a.kif"], (".pdf",)),
    "show": (["a.kif"], (".svg", ".png", ".gif")),
    "study explorer": (["a.kif"], (".html", ".htm")),
}
"""Commands that write a file soon: their words, and the endings that they write."""
LATER = {
    "repair": (["a.kif", "--write", "1"], (*KIF, ".json")),
    "scan": (["page.png"], KIF),
    "study book": (["data"], (".book", ".json", ".jsonl")),
    "study duel": (["six"], KIF),
    "study puzzles": (["six"], (*KIF, ".json", ".jsonl")),
    "study tablebase": (["six"], ()),
}
"""Commands that write a file after more work: only their refusals are run."""
FOLDERS = {
    "corpus build": ["a.kif"],
    "dossier": ["a.kif"],
    "review": ["a.kif"],
    "site": [],
    "study contests": ["six", "--side", "7"],
    "study openings": ["data"],
    "study placements": ["six"],
    "study replies": ["six", "--start", "四04"],
}
ALL = {**WRITE, **LATER}


def run(*words):
    """Run the program in English."""
    return CliRunner().invoke(main, ["--lang", "en", *words], catch_exceptions=False)


def option(name):
    """Return the option of a command that names what it writes."""
    return "--export" if name == "rules" else "-o"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Make a folder with a record the current one, and return it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.kif").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_all_commands_that_write_are_here():
    """Every command with an option for what it writes."""
    writing = {
        " ".join(words)
        for words, command in leaves(main)
        if any(isinstance(each, click.Option) and {"-o", "--export"} & {*each.opts} for each in command.params)
    }
    assert writing == {*ALL, *FOLDERS}


@pytest.mark.parametrize("name", ALL)
def test_other_endings_are_refused(name, folder):
    """Before any work, with the endings that go; nothing is written."""
    words, endings = ALL[name]
    for ending in KNOWN:
        if ending not in endings:
            for written in (ending, ending.upper()):
                result = run(*name.split(), *words, option(name), f"out{written}")
                assert (result.exit_code, result.stdout) == (2, ""), (name, written)
                assert all(each in result.stderr for each in endings) or "name it .kif" in result.stderr
    assert [path.name for path in folder.iterdir()] == ["a.kif"]


@pytest.mark.parametrize("name", WRITE)
def test_each_ending_decides(name, folder):
    """What is written begins as its ending says, in small letters and in capitals; - and no ending are the command's own."""
    words, endings = WRITE[name]
    for ending in endings:
        for written in (ending, ending.upper()):
            result = run(*name.split(), *words, option(name), f"out{written}")
            assert result.exit_code == 0, (name, written, result.output)
            data = (folder / f"out{written}").read_bytes()
            start = STARTS.get(ending)
            assert data[:20].lower().startswith(start) if start else "棋種：6面体".encode() in data, (name, written)
    result = run(*name.split(), *words, option(name), "out")
    assert result.exit_code == (2 if name in {"convert", "show"} else 0)
    if name not in {"convert", "show"}:
        assert (folder / "out").read_bytes() == (folder / f"out{endings[0]}").read_bytes()


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_is_not_called_like_a_file(name, folder):
    """A command that writes a folder refuses a new name that is one of a file, before any work."""
    for ending in (".pdf", ".PNG", ".json", *([] if name == "site" else [".html"])):
        result = run(*name.split(), *FOLDERS[name], "-o", f"out{ending}")
        assert (result.exit_code, result.stdout) == (2, ""), (name, ending)
        assert "is that of a file; name a folder" in result.stderr
    assert [path.name for path in folder.iterdir()] == ["a.kif"]


@pytest.mark.parametrize(
    "words",
    [
        ["convert", "a.kif", "--to", "json", "-o", "out.kif"],
        ["convert", "a.kif", "--to", "json", "-o", "out.pdf"],
        ["show", "a.kif", "--svg", "-o", "out.png"],
        ["show", "a.kif", "--gif", "-o", "out.html"],
        ["study", "puzzles", "six", "--format", "json", "-o", "out.kif"],
        ["study", "puzzles", "six", "--format", "kif", "-o", "out.json"],
        ["scan", "page.png", "--adapt", "a.kif", "-o", "out.kif"],
    ],
)
def test_an_option_that_contradicts_the_ending(words, folder):
    """It is refused, whichever of the two was meant."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert not list(folder.glob("out*"))


def test_names_that_are_nothing_but_an_ending(folder):
    """A file called .pdf has that ending; another name that begins with a point has none; a folder may be written as one."""
    assert run("export", "a.kif", "-o", ".pdf").exit_code == 2
    assert run("export", "a.kif", "-o", "b.d/.PDF").exit_code == 2
    assert run("export", "a.kif", "-o", ".hidden").exit_code == 0
    assert run("export", "a.kif", "-o", "b.pdf/page").exit_code == 0
    assert run("site", "-o", "out.pdf/", "--runtime", "b.pdf").exit_code == 2  # no runtime lies there
    assert sorted(path.name for path in folder.iterdir()) == [".hidden", "a.kif", "b.pdf"]
