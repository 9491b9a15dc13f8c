"""Tests of docs/completion.md: kifu answers a shell that completes its commands."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner
from each import each

from kifu.cli.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "completion.md").read_text("utf-8")
LINES = re.findall(r"(_KIFU_COMPLETE=(\w+) kifu)", PAGE)
TYPED = re.findall(r"^\| `(kifu [^`]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE)
BASH = shutil.which("bash")
PROGRAM = "from kifu.cli.main import main; main(prog_name='kifu')"


def answer(**variables):
    """Return the answer of kifu to a shell that sets these variables."""
    environment = {"LC_ALL": "C.UTF-8"} | variables
    return CliRunner().invoke(main, prog_name="kifu", env=environment, catch_exceptions=False).stdout


def completed(words, shell="bash", **more):
    """Return the completions of the last of some words, as lines of `kind,word`."""
    variables = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    return answer(_KIFU_COMPLETE=f"{shell}_complete", **(variables | more)).splitlines()


@each("instruction", sorted({instruction for _, instruction in LINES}))
def test_each_line_of_the_page_gives_a_script(instruction):
    """Bash, zsh and fish get a script that asks kifu for completions."""
    script = answer(_KIFU_COMPLETE=instruction)
    assert "_kifu_completion" in script
    assert f"_KIFU_COMPLETE={instruction.replace('source', 'complete')}" in script


def test_the_page_tells_of_four_shells():
    """The page names the shells that click serves, and PowerShell."""
    assert {instruction for _, instruction in LINES} == {"bash_source", "zsh_source", "fish_source"}
    assert "$Env:_KIFU_COMPLETE='powershell_source'; kifu" in PAGE


POWERSHELL = pytest.mark.skipif(get_completion_class("powershell") is None, reason="click before 8.5")


@POWERSHELL
def test_powershell_gets_its_script():
    """PowerShell gets a completer that asks kifu."""
    script = answer(_KIFU_COMPLETE="powershell_source")
    assert "Register-ArgumentCompleter -Native -CommandName kifu" in script
    assert "$env:_KIFU_COMPLETE = 'powershell_complete'" in script


@POWERSHELL
@each(("words", "word"), TYPED)
def test_each_example_is_completed_in_powershell(words, word):
    """Three lines tell PowerShell the kind, the word and its help, which is never empty."""
    kind, value, shown = completed(words, "powershell")
    assert (kind, value, shown != "") == ("plain", word, True)


@pytest.mark.skipif(BASH is None, reason="no Bash here")
def test_bash_takes_its_script():
    """Bash reads the script and knows how to complete kifu."""
    script = answer(_KIFU_COMPLETE="bash_source") + "\ncomplete -p kifu\n"
    done = subprocess.run([BASH, "--norc"], input=script, capture_output=True, text=True, check=True)
    assert "_kifu_completion kifu" in done.stdout


@each(("words", "word"), TYPED)
def test_each_example_of_the_page_is_completed(words, word):
    """Kifu completes each example as the page says."""
    assert completed(words) == [f"plain,{word}"]


@each("words", ["kifu verify sam", "kifu convert game.kif -o ou", "kifu verify --rules my"])
def test_names_of_files_are_left_to_the_shell(words):
    """A word that may be a file's name is completed as one."""
    assert [line.partition(",")[0] for line in completed(words)] == ["file"]


@pytest.mark.parametrize(
    ("locale", "help_text"), [("ja_JP.UTF-8", "棋譜を規則で確かめる。"), ("C.UTF-8", "Verify records")]
)
def test_commands_are_told_of_in_the_language_of_the_locale(locale, help_text):
    """Fish and zsh show what a command does."""
    (line,) = [line for line in completed("kifu ver", "fish", COMP_CWORD="ver", LC_ALL=locale) if "verify" in line]
    assert help_text in line


@each("instruction", ["nonsense", "bash_nonsense", "pwsh_source"])
def test_what_no_shell_asks_runs_no_command(instruction):
    """An instruction that no shell uses runs no command."""
    command = [sys.executable, "-c", PROGRAM, "games"]
    done = subprocess.run(command, env=os.environ | {"_KIFU_COMPLETE": instruction}, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


def test_there_are_examples():
    """The page has the examples that these tests look for."""
    assert len(TYPED) >= 4
