"""Tests of the guides: each record is judged, each command is run, and each output is compared with the program's.

A guide has four kinds of fenced blocks:

- ``kif``: a record. The line above it, **NAME** · STATUS CODE…, gives the name of its file in the commands of the guide,
  its status, and the codes of its diagnostics;
- ``sh``: commands that end with exit code 0;
- ``console``: commands (``$ ``) with their output. ``echo $?`` prints the exit code of the command before it; a command
  without this line ends with exit code 0;
- ``text``: the last lines of the file **NAME** in the line above it.
"""

import re
import shlex
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from commands import commands
from doc_blocks import lines, printed, run
from each import each
from helpers import verdict

from kifu.cli.main import main

ROOT = Path(__file__).parents[2]
PAIRS = {"guide.md": "guide.ja.md", "disputes.md": "disputes.ja.md"}
"""The guides: each English one with its Japanese one."""
GUIDES = dict.fromkeys(PAIRS, "C.UTF-8") | dict.fromkeys(PAIRS.values(), "ja_JP.UTF-8")
"""The guides, each with the locale of its reader."""
FENCE = re.compile(r"(?ms)^(?:\*\*(\S+)\*\*(?: · ([^\n]*))?\n\n)?```(\w+)\n(.*?)^```$")
INLINE = re.compile(r"`(kifu [^`]+)`")
IMAGE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")
COMMANDS = dict(commands(main))


class Block(NamedTuple):
    """A fenced block of a guide."""

    guide: str
    line: int
    kind: str
    title: tuple[str, ...]
    """The words of the line above it."""
    text: str


def _title(name, words):
    return () if name is None else (name, *(words or "").split())


@cache
def blocks(guide):
    """Return the fenced blocks of a guide."""
    text = (ROOT / "docs" / guide).read_text("utf-8")
    return [
        Block(guide, text.count("\n", 0, match.start(3)) + 1, match[3], _title(match[1], match[2]), match[4])
        for match in FENCE.finditer(text)
    ]


def of_kind(kind, guides=tuple(GUIDES)):
    """Return a test parameter for each block of a kind."""
    chosen = [block for guide in guides for block in blocks(guide) if block.kind == kind]
    return [pytest.param(block, id=f"{block.guide}:{block.line}") for block in chosen]


@pytest.fixture(name="folder")
def _folder(tmp_path, monkeypatch):
    """Enter a folder with the records of the guide and the samples; the commands run there."""
    (tmp_path / "samples").symlink_to(ROOT / "samples", target_is_directory=True)
    for block in (block for guide in PAIRS for block in blocks(guide)):
        if block.kind == "kif":
            (tmp_path / block.title[0]).write_text(block.text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@each("block", of_kind("kif"))
def test_a_record(block):
    """A record has the status above it, and a good one has exactly the diagnostics above it."""
    name, status, *noted = block.title
    block_verdict = verdict(block.text)
    assert (block_verdict.status, name.endswith(".kif")) == (status, True)
    if not block_verdict.status.exit_code:
        assert [diagnostic.code for diagnostic in block_verdict.diagnostics] == noted


@pytest.mark.parametrize("block", of_kind("sh", PAIRS))
def test_commands(block, folder):
    """Each command ends with exit code 0 and may read the files of the one before. Another test compares the guides."""
    for command in block.text.splitlines():
        result = run(command, GUIDES[block.guide])
        assert result.exit_code == 0, (command, result.output)
    assert folder.is_dir()


@pytest.mark.parametrize("block", of_kind("console"))
@pytest.mark.usefixtures("folder")
def test_what_is_printed(block):
    """The program prints the boards, verdicts and exit codes of the guide."""
    assert lines(block.text) == printed(block.text, GUIDES[block.guide])


@pytest.mark.parametrize("block", of_kind("text"))
def test_a_piece_of_a_file(block):
    """A block of text stands at the end of the file named above it."""
    (file,) = block.title
    assert (ROOT / file).read_text("utf-8").endswith("\n" + block.text)


@each("guide", GUIDES)
def test_no_block_of_another_kind(guide):
    """Every block is of a kind that is tested here, and every fence is closed."""
    assert {block.kind for block in blocks(guide)} <= {"kif", "sh", "console", "text"}
    text = (ROOT / "docs" / guide).read_text("utf-8")
    assert len(re.findall("(?m)^```", text)) == 2 * len(blocks(guide))


@pytest.mark.parametrize("guide", PAIRS)
def test_the_guides_show_the_same(guide):
    """Both guides have the same records and commands; only the output of the program differs."""
    english, japanese = (
        [
            (
                block.kind,
                block.title,
                [
                    line.replace(" --lang en", "")
                    for line in lines(block.text)
                    if block.kind != "console" or line[:1] == "$"
                ],
            )
            for block in blocks(name)
        ]
        for name in (guide, PAIRS[guide])
    )
    assert english == japanese


def test_no_two_records_have_one_name():
    """A name in a guide stands for one record."""
    names = [block.title[0] for guide in PAIRS for block in blocks(guide) if block.kind == "kif"]
    assert len(names) == len(set(names))


@each("guide", GUIDES)
def test_commands_in_the_text(guide):
    """Each command in a sentence exists, with the options in that sentence."""
    commands_named = INLINE.findall((ROOT / "docs" / guide).read_text("utf-8"))
    assert commands_named
    for written in commands_named:
        words = shlex.split(written)[1:]
        depth = max(number for number in range(len(words) + 1) if tuple(words[:number]) in COMMANDS)
        command = COMMANDS[tuple(words[:depth])]
        assert depth, written
        assert not isinstance(command, click.Group), written
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        assert {word for word in words if word.startswith("-")} <= known, written


@each("guide", GUIDES)
def test_pictures_are_there(guide):
    """Each picture has a text, and its file exists."""
    pictures = IMAGE.findall((ROOT / "docs" / guide).read_text("utf-8"))
    assert pictures
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)
