"""Tests that `--help` is in one language."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from commands import commands
from each import each

from kifu.cli.main import SECTIONS, main
from kifu.cli.printing.help_pages import WORDS, help_summary, split_languages, wrap_paragraph
from kifu.core.message import Message
from notation.diagnostic_rendering import display_width

KANA = re.compile("[ぁ-ヿ]")
JAPANESE = re.compile("[ぁ-ヿ一-鿿]")
WIDEST = 80
ALL = list(commands(main))


def shown(words, lang):
    """Return the help of a command."""
    result = CliRunner().invoke(main, ["--lang", lang, *words, "--help"], env={"LC_ALL": "C.UTF-8"})
    assert result.exit_code == 0
    return result.stdout


@each("command", [pytest.param(command, id=" ".join(words)) for words, command in ALL])
def test_every_help_is_in_both_languages(command):
    """What a command and each of its options are for is told in Japanese, and in English."""
    helps = [command.help, *(option.help for option in command.params if isinstance(option, click.Option))]
    for text in set(helps) - set(WORDS):
        halves = split_languages(text)
        assert JAPANESE.search(halves.ja), text
        assert re.search("[A-Za-z]{2}", halves.en), text
    japanese = split_languages(command.help).ja.split("\n\n")
    english = split_languages(command.help).en.split("\n\n")
    assert len("".join(japanese)) * 4 > len("".join(english)), "the Japanese says less than the English"


def test_a_help_names_no_option_that_is_gone():
    """Each option in the help of a command or of its options is one of some command."""
    parameters = [parameter for _, command in ALL for parameter in command.params]
    known = {name for parameter in parameters for name in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    for words, command in ALL:
        texts = [command.help, *(getattr(parameter, "help", None) or "" for parameter in command.params)]
        named = {name for text in texts for name in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)}
        assert named <= known, (words, named - known)


@each(("words", "command"), [pytest.param(*one, id=" ".join(one[0])) for one in ALL])
def test_a_help_page_has_one_language(words, command):
    """No kana in English; in Japanese every paragraph and option has some; no line is too wide."""
    english, japanese = shown(words, "en"), shown(words, "ja")
    assert english.startswith("Usage: ")
    assert "\nOptions:\n" in english
    assert not KANA.search(english)
    assert japanese.startswith("使い方: ")
    assert "\nオプション:\n" in japanese
    for english_word in ("Usage", "Options", "[OPTIONS]", "Show this", "default:", "required", "INTEGER"):
        assert english_word not in japanese
    for paragraph in japanese.strip().split("\n\n"):
        assert JAPANESE.search(paragraph)
    assert all(display_width(line) <= WIDEST for line in japanese.splitlines() if not line.startswith("  -"))
    assert help_summary(command).ja.endswith("。")


def test_the_locale_decides_without_the_option():
    """The locale chooses the language of the help."""
    for locale, first in (("ja_JP.UTF-8", "使い方"), ("C.UTF-8", "Usage")):
        assert CliRunner().invoke(main, ["--help"], env={"LC_ALL": locale}).stdout.startswith(first)


@each("words", [["--help", "--lang", "en"], ["--lang", "en", "-h"], ["verify", "-h", "--lang=en"]])
def test_the_option_stands_anywhere(words):
    """The option --lang counts after --help too."""
    assert CliRunner().invoke(main, words, env={"LC_ALL": "ja_JP.UTF-8"}).stdout.startswith("Usage: ")


def test_halves():
    """The last 。 before words without kana parts them; text in one language has one half."""
    assert split_languages("数。--ply はその局の手数。Number of 占.") == Message(
        "数。--ply はその局の手数。", "Number of 占."
    )
    assert split_languages("数。\n\nA number.\n\nAnother.") == Message("数。", "A number.\n\nAnother.")
    assert split_languages("A number.") == Message("", "A number.")
    assert split_languages("数を書く") == Message("数を書く", "")


def test_lines_of_full_width_characters():
    """They break anywhere but before 。 and behind 「; words of letters stay whole; a line's end in the source is none."""
    assert wrap_paragraph("先手の持駒を\n数える。", 8) == ["先手の持", "駒を数え", "る。"]
    assert wrap_paragraph("あいうえ。", 8) == ["あいう", "え。"]
    assert wrap_paragraph("あい「うえ」", 6) == ["あい", "「う", "え」"]
    assert wrap_paragraph("--format で verify する", 10) == ["--format", "で verify", "する"]
    assert wrap_paragraph("two\nwords", 20) == ["two words"]
    assert wrap_paragraph("", 20) == []


def test_help_is_a_command():
    """`kifu help` prints what `--help` prints, of the program, of a command and of one in a group."""
    for words in ((), ("verify",), ("corpus",), ("corpus", "build")):
        assert CliRunner().invoke(main, ["help", *words, "--lang", "en"]).output == shown(words, "en")


@pytest.mark.parametrize("words", [("verifi",), ("corpus", "nothing"), ("verify", "x")])
def test_help_of_no_command(words):
    """A name that no command has is refused, and the nearest is named."""
    done = CliRunner().invoke(main, ["help", *words, "--lang", "en"])
    assert (done.exit_code, f"No such command '{words[-1]}'" in done.stderr) == (2, True)
    assert ("verify" in done.stderr) == (words != ("corpus", "nothing"))


def test_version_in_short():
    """`-V` is `--version`."""
    assert CliRunner().invoke(main, ["-V"]).output == CliRunner().invoke(main, ["--version"]).output


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_groups_as_in_the_readme(page):
    """The help has the groups of the README in its order, each with the same commands."""
    text = (Path(__file__).parents[3] / page).read_text("utf-8")
    tables = re.findall(r"\n\| \| \|\n\|---\|---\|\n((?:\| `kifu .*\n)+)", text)
    named = []
    for table in tables:
        first = [re.findall(r"`(?:kifu )?(\w+)", row.split(" | ")[0]) for row in table.splitlines()]
        named.append([name for row in first for name in (row if row[0] == "moves" else row[:1])])
    assert [sorted(set(names)) for names in named] == [sorted(names) for _, names in SECTIONS[:-1]]
