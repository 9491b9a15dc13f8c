"""The guides do what they say: each record in them is judged, each command run, each board compared with the program's.

A fenced block of a guide is one of these:

- ``kif``: a record. The line above it, **NAME** · STATUS CODE…, names the file that it is for the commands of the guide, its
  verdict, and the codes of its diagnostics;
- ``sh``: commands that end with exit code 0;
- ``console``: commands (``$ ``) with what they print; ``echo $?`` prints the exit code of the one before it, which is 0
  where that is not asked;
- ``text``: the last lines of the file **NAME** that the line above it names.
"""

import re
import shlex
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner
from commands import commands
from helpers import verdict

from kifu.cli.main import main

ROOT = Path(__file__).parents[2]
GUIDES = {"guide.md": "C.UTF-8", "guide.ja.md": "ja_JP.UTF-8"}
"""The guides and the locale of the reader of each."""
FENCE = re.compile(r"(?ms)^(?:\*\*(\S+)\*\*(?: · ([^\n]*))?\n\n)?```(\w+)\n(.*?)^```$")
INLINE = re.compile(r"`(kifu [^`]+)`")
IMAGE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")
LAST_CODE = "echo $?"
COMMANDS = dict(commands(main))


class Block(NamedTuple):
    """A fenced block of a guide."""

    guide: str
    line: int
    kind: str
    said: tuple[str, ...]
    """What stands in the line above it."""
    text: str


def _said(name, words):
    return () if name is None else (name, *(words or "").split())


@cache
def blocks(guide):
    """Return the fenced blocks of a guide."""
    text = (ROOT / "docs" / guide).read_text("utf-8")
    return [
        Block(guide, text.count("\n", 0, match.start(3)) + 1, match[3], _said(match[1], match[2]), match[4])
        for match in FENCE.finditer(text)
    ]


def of_kind(kind, guides=tuple(GUIDES)):
    """Return a parameter for each block of a kind."""
    found = [block for guide in guides for block in blocks(guide) if block.kind == kind]
    return [pytest.param(block, id=f"{block.guide}:{block.line}") for block in found]


@pytest.fixture(name="folder")
def _folder(tmp_path, monkeypatch):
    """A folder with the records of the guide and the samples, in which the commands run."""
    (tmp_path / "samples").symlink_to(ROOT / "samples", target_is_directory=True)
    for block in blocks("guide.md"):
        if block.kind == "kif":
            (tmp_path / block.said[0]).write_text(block.text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command, guide):
    """Run a line of a guide as its reader does; standard error stays empty, unless the command fails."""
    program, *arguments = shlex.split(command)
    assert program == "kifu"
    result = CliRunner().invoke(main, arguments, env={"LC_ALL": GUIDES[guide]}, catch_exceptions=False)
    assert result.exit_code or not result.stderr
    return result


def lines(text):
    """Return the lines of a text without the blanks at their ends."""
    return [line.rstrip() for line in text.splitlines()]


@pytest.mark.parametrize("block", of_kind("kif"))
def test_a_record(block):
    """It has the status that is written beside it, and nothing more is said of it than is written there."""
    name, status, *noted = block.said
    found = verdict(block.text)
    assert (found.status, name.endswith(".kif")) == (status, True)
    if not found.status.exit_code:
        assert [remark.code for remark in found.diagnostics] == noted


@pytest.mark.parametrize("block", of_kind("sh", ["guide.md"]))
def test_commands(block, folder):
    """Each ends with exit code 0; what one writes the next may read. The other guide has the same (a test below)."""
    for command in block.text.splitlines():
        result = run(command, block.guide)
        assert result.exit_code == 0, (command, result.output)
    assert folder.is_dir()


@pytest.mark.parametrize("block", of_kind("console"))
@pytest.mark.usefixtures("folder")
def test_what_is_printed(block):
    """Boards, verdicts and exit codes are the program's own."""
    printed, code, asked = [], 0, True
    for line in block.text.splitlines():
        if not line.startswith("$ "):
            continue
        printed.append(line)
        if line[2:] == LAST_CODE:
            printed.append(str(code))
            asked = True
            continue
        assert asked or code == 0, "a command that fails is followed by its exit code"
        result = run(line[2:], block.guide)
        code, asked = result.exit_code, False
        printed += lines(result.stdout)
    assert asked or code == 0, "a command that fails is followed by its exit code"
    assert lines(block.text) == printed


@pytest.mark.parametrize("block", of_kind("text"))
def test_a_piece_of_a_file(block):
    """It stands at the end of the file that is named."""
    (file,) = block.said
    assert (ROOT / file).read_text("utf-8").endswith("\n" + block.text)


@pytest.mark.parametrize("guide", GUIDES)
def test_no_block_of_another_kind(guide):
    """What is not executed here is no example; a fence that is not closed would hide one."""
    assert {block.kind for block in blocks(guide)} == {"kif", "sh", "console", "text"}
    text = (ROOT / "docs" / guide).read_text("utf-8")
    assert len(re.findall("(?m)^```", text)) == 2 * len(blocks(guide))


def test_the_guides_show_the_same():
    """Records and commands are those of the other language; only what the program says differs."""
    assert len(GUIDES) == 2
    one, other = (
        [
            (
                block.kind,
                block.said,
                [
                    line.replace(" --lang en", "")
                    for line in lines(block.text)
                    if block.kind != "console" or line[:1] == "$"
                ],
            )
            for block in blocks(guide)
        ]
        for guide in GUIDES
    )
    assert one == other


@pytest.mark.parametrize("guide", GUIDES)
def test_commands_in_the_text(guide):
    """Each that is named in a sentence is there, with the options that are named."""
    found = INLINE.findall((ROOT / "docs" / guide).read_text("utf-8"))
    assert found
    for written in found:
        words = shlex.split(written)[1:]
        depth = max(number for number in range(len(words) + 1) if tuple(words[:number]) in COMMANDS)
        command = COMMANDS[tuple(words[:depth])]
        assert depth, written
        assert not isinstance(command, click.Group), written
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        assert {word for word in words if word.startswith("-")} <= known, written


@pytest.mark.parametrize("guide", GUIDES)
def test_pictures_are_there(guide):
    """Each has a text, and lies in the folder of the documents."""
    pictures = IMAGE.findall((ROOT / "docs" / guide).read_text("utf-8"))
    assert pictures
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)
