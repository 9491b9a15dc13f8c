"""The language of messages: by the option, else by the environment, else by the system; click's own words too."""

import ast
import ctypes
import plistlib
from pathlib import Path
from types import SimpleNamespace

from click import core, decorators, exceptions, formatting, parser, types
from click.testing import CliRunner
from each import each

from kifu.cli.main import main
from kifu.cli.printing import language_and_usage_errors
from kifu.cli.printing.help_pages import EXTRAS, WORDS
from kifu.cli.printing.language_and_usage_errors import JAPANESE

NOTHING = dict.fromkeys(language_and_usage_errors.VARIABLES, "")
OURS = {"Commands", "Positional arguments", "Error: {message}", "Try '{command} {option}' for help."}
"""What click would say where the program says it itself."""
OF_PROGRAMMERS = {
    "Arguments take exactly one parameter declaration",
    "Boolean option {decl!r} cannot",
    "Choice({choices})",
    "Confirm the action without prompting.",
    "Could not determine name",
    "DeprecationWarning",
    "Do you want to continue?",
    "Invalid start character",
    "Name '{name}' defined twice",
    "No options defined",
    "(dynamic)",
    "deprecated",
    "directory",
    "env var: {var}",
    "file",
    "path",
}
"""The beginnings of what click says of a program that is written wrongly, or that has what this one has not: prompts, options
by variables. The nouns stand before a path's name, which the Japanese messages leave out."""
VERSION = "%(prog)s, version %(version)s"
"""Programs read this line; it is the same in both languages."""


def said(env=NOTHING, words="verify --zzz a"):
    """Return what the program prints about a wrong command line in an environment."""
    return CliRunner().invoke(main, words.split(), env=env, catch_exceptions=False).stderr


def is_japanese(text):
    """Tell whether a message is in Japanese, all of it, or in English."""
    assert ("オプション '--zzz' はありません" in text) != ("No such option '--zzz'" in text)
    assert ("使い方:" in text) == ("オプション '--zzz'" in text) != ("Usage:" in text)
    return "使い方:" in text


@each("number, japanese", [(0x0411, True), (0x0409, False), (0x0C11, True), (0x0412, False), (0, False)])
def test_windows(monkeypatch, number, japanese):
    """The language of the user's menus counts, in any country, where no variable is set."""
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(language_and_usage_errors.sys, "platform", "win32")
    assert is_japanese(said()) is japanese
    assert is_japanese(said(NOTHING | {"LANG": "en_US.UTF-8"})) is False
    assert is_japanese(said(NOTHING | {"LANG": "ja_JP.UTF-8"})) is True


@each(
    "languages, japanese",
    [(["ja-JP", "en"], True), (["ja"], True), (["en-JP", "ja-JP"], False), ([], False), (5, False)],
)
def test_macos(monkeypatch, tmp_path, languages, japanese):
    """The first language of the user's preferences counts; preferences that are not readable are English."""
    path = tmp_path / language_and_usage_errors.MACOS_PREFERENCES
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(language_and_usage_errors.sys, "platform", "darwin")
    path.unlink(missing_ok=True)
    assert is_japanese(said()) is False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(plistlib.dumps({"AppleLanguages": languages}, fmt=plistlib.FMT_BINARY))
    assert is_japanese(said()) is japanese
    for torn in (b"torn", b"<?xml", b""):
        path.write_bytes(torn)
        assert is_japanese(said()) is False


@each(
    "text, japanese",
    [
        ("LANG=ja_JP.UTF-8\n", True),
        ('# locale\nLANG="ja_JP.UTF-8"\n', True),
        ("LANG=ja_JP.UTF-8\nLC_MESSAGES=en_US.UTF-8\n", False),
        ("LANG=C.UTF-8\n", False),
        ("", False),
        ("\n=\n\u3042", False),
    ],
)
def test_linux(monkeypatch, tmp_path, text, japanese):
    """A program that cron or a service starts has no variable: the file of the system's locale counts."""
    monkeypatch.setattr(language_and_usage_errors.sys, "platform", "linux")
    monkeypatch.setattr(language_and_usage_errors, "SYSTEM_FILES", (tmp_path / "none", tmp_path / "locale.conf"))
    (tmp_path / "locale.conf").unlink(missing_ok=True)
    assert is_japanese(said()) is False
    (tmp_path / "locale.conf").write_text(text, "utf-8")
    assert is_japanese(said()) is japanese


@each(
    "locale, japanese",
    [
        ("ja", True),
        ("ja_JP.eucJP", True),
        ("JA_JP", True),
        ("Japanese_Japan.932", True),
        ("jam_JM", False),
        ("C", False),
        ("C.UTF-8", False),
        ("POSIX", False),
    ],
)
def test_a_variable_counts_more_than_the_system(monkeypatch, locale, japanese):
    """C is a choice too, and means English, whatever the system's language is."""
    monkeypatch.setattr(language_and_usage_errors, "_system_language", lambda _platform: "" if japanese else "ja_JP")
    for variable in NOTHING:
        assert is_japanese(said(NOTHING | {variable: locale})) is japanese


def messages_of_click():
    """Yield each text that the modules of click that word errors and help give to gettext."""
    for module in (core, decorators, exceptions, formatting, parser, types):
        for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "ngettext"}:
                yield from (
                    part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


def test_each_word_of_click_has_its_japanese():
    """A message that a user can meet is in one of the catalogues, so a new version of click cannot bring English in silence."""
    extras = tuple(english for english, _ in EXTRAS)
    known = {*JAPANESE, *WORDS, *OURS, VERSION}
    missing = {
        message
        for message in messages_of_click()
        if message not in known and not message.startswith((*OF_PROGRAMMERS, *extras))
    }
    assert missing == set()


def test_a_folder_that_is_not_there(tmp_path):
    """What click says of a path is in the language too."""
    words = f"site -o {tmp_path / 'out'} --runtime {tmp_path / 'none'}"
    assert "がありません" in said(NOTHING | {"LANG": "ja_JP.UTF-8"}, words)
    assert "does not exist" in said(NOTHING | {"LANG": "C"}, words)
