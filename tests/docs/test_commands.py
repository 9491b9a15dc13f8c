"""Tests of docs/commands.md: the page says the same as the help of the commands."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import commands
from each import each

from kifu.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"
GENERATOR = DOCS / "generate_commands.py"
PAGE = (DOCS / "commands.md").read_text("utf-8")


def test_the_page_is_what_the_commands_say():
    """The page kept in git is the page written anew from the commands."""
    assert runpy.run_path(str(GENERATOR))["page"]() == PAGE, (
        "docs/commands.md is not what the commands say; run: python docs/generate_commands.py"
    )


@pytest.mark.parametrize("environment", [{"LC_ALL": "ja_JP.UTF-8", "COLUMNS": "40"}, {"LC_ALL": "C", "COLUMNS": "200"}])
def test_the_page_depends_on_no_terminal(environment):
    """Neither the locale nor the width of the terminal changes the page."""
    program = f"import runpy, sys; sys.stdout.buffer.write(runpy.run_path({str(GENERATOR)!r})['page']().encode())"
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | environment, capture_output=True, check=True
    )
    assert done.stdout.decode() == PAGE


ALL = {" ".join(("kifu", *words)): command for words, command in commands(main)}


@each("path", ALL)
def test_every_command_stands_there_with_every_option(path):
    """Each command has its heading, and its options stand below it."""
    command = ALL[path]
    section = PAGE.partition(f"\n## {path}\n")[2].partition("\n## ")[0]
    options = [name for parameter in command.params for name in parameter.opts if name.startswith("-")]
    assert section
    assert [name for name in options if name not in section] == []


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_page_says_what_help_says(language):
    """The page holds the help of a command in one language, apart from line breaks."""
    printed = CliRunner().invoke(main, ["verify", "--help", "--lang", language], env={"COLUMNS": "80"}).output
    help_text = printed.partition("\n\n")[2].partition("\n\n" + ("オプション" if language == "ja" else "Options"))[0]
    assert help_text
    assert "".join(help_text.split()) in "".join(PAGE.replace("\\", "").split())
