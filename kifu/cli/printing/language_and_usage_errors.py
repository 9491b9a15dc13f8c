"""Language of messages, and usage errors worded in it.

The language is that of `--lang`, else of the locale, else of the system. Windows sets no LANG, and neither has a program that the desktop of macOS, cron or a service starts: there the language that
the user has chosen for the system counts. ``LANG=C`` is a choice too, and means English.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Any

import click
import click.core
import click.decorators
import click.exceptions
import click.parser
import click.types

from kifu.core.errors import DamagedTablebase, suggestion
from kifu.core.lazy_imports_extras_and_package_files import MissingExtra, missing_extra_error
from kifu.core.message import Message, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kifu.core.message import Language


_KEY, _SYSTEM = "kifu.language", "kifu.system"
OPTION = "--lang"
LANGUAGES = ("ja", "en")
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the locale of messages, the one that counts first first. An empty one is as good as none."""
SYSTEM_FILES = ("/etc/locale.conf", "/etc/default/locale")
"""The files in which a Linux system keeps its locale, as lines such as LANG=ja_JP.UTF-8."""
MACOS_PREFERENCES = "Library/Preferences/.GlobalPreferences.plist"
"""The file below the home folder in which macOS keeps the languages of a user."""
_JAPANESE = re.compile(r"ja(panese)?(?![a-z])", re.IGNORECASE)
_LANGUAGE_BITS, _WINDOWS_JAPANESE = 0x3FF, 0x11  # LANG_JAPANESE, without the bits of the country


def _remember(context: click.Context, _parameter: click.Parameter, value: Language | None) -> None:
    if value is not None:
        context.meta[_KEY] = value


def remember_language(context: click.Context, arguments: Sequence[str]) -> None:
    """Store the `--lang` value found anywhere in a command line.

    This function only looks for the words of the option before ``--``. Click parses the option later and reports errors.
    """
    words = arguments[: arguments.index("--")] if "--" in arguments else arguments
    names = [after for word, after in pairwise(words) if word == OPTION]
    names += [word.removeprefix(f"{OPTION}=") for word in words if word.startswith(f"{OPTION}=")]
    known = [word for word in names if word in LANGUAGES]
    if known:
        context.meta[_KEY] = known[-1]


def language_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option `--lang`; :func:`language` reads it."""
    return click.option(
        OPTION,
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_remember,
        help="メッセージの言語 (なければロケール)。Language of messages; default: the locale.",
    )(function)


def chosen_language() -> Language | None:
    """Return the language of `--lang`; None if the locale decides."""
    context = click.get_current_context(silent=True)
    return context.meta.get(_KEY) if context else None


def language(context: click.Context | None = None) -> Language:
    """Return a command's language, by default the running one's.

    It is the value of `--lang`, else that of the locale or the system.
    """
    context = context or click.get_current_context(silent=True)
    chosen = context.meta.get(_KEY) if context else None
    if chosen is not None:
        return chosen  # type: ignore[no-any-return]
    locale = next((os.environ[key] for key in VARIABLES if os.environ.get(key)), None)
    if locale is None:
        known = context.meta if context else {}  # it is asked once for each command: to read the answer takes a while
        if _SYSTEM not in known:
            known[_SYSTEM] = _system_language(sys.platform)
        locale = known[_SYSTEM]
    return "ja" if _JAPANESE.match(locale) else "en"


def _system_language(platform: str) -> str:
    """Return the system's language, like ``ja_JP.UTF-8``, or ""."""
    try:
        if platform == "win32":
            import ctypes  # noqa: PLC0415 - only Windows needs it

            number = vars(ctypes)["windll"].kernel32.GetUserDefaultUILanguage()
            return "ja" if number & _LANGUAGE_BITS == _WINDOWS_JAPANESE else "en"
        if platform == "darwin":
            import plistlib  # noqa: PLC0415 - only macOS needs it
            from pathlib import Path  # noqa: PLC0415 - it takes long to load

            with (Path.home() / MACOS_PREFERENCES).open("rb") as file:
                return str(plistlib.load(file)["AppleLanguages"][0])
        for path in SYSTEM_FILES:
            if os.path.isfile(path):  # noqa: PTH113 - pathlib takes long to load
                with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
                    lines = [line.strip().partition("=") for line in file]
                named = {key: value.strip("\"'") for key, _, value in lines}
                return next((named[key] for key in VARIABLES if named.get(key)), "")
    except Exception:  # noqa: BLE001 - a system that does not say it, in whatever way, is no reason not to run
        return ""
    return ""


def say(message: Message) -> str:
    """Return a message in the language of the running command."""
    return message.in_language(language())


def usage_error(ja: str, en: str) -> click.UsageError:
    """Return the error of a wrong command line, in both languages."""
    return click.UsageError(say(Message(ja, en)))


ERROR = Message("エラー", "Error")


ARGUMENTS = {
    "A": Message("一枚目の棋譜のファイル", "the file of the first sheet"),
    "B": Message("二枚目の棋譜のファイル", "the file of the second sheet"),
    "DEPTH": Message("数える手数", "the number of plies to count"),
    "DIAGRAM": Message("局面図か棋譜のファイル", "the file of a diagram or of a record"),
    "FILE": Message("棋譜のファイル", "the file of a record"),
    "FILES...": Message("棋譜のファイルかフォルダー", "files of records, or folders of them"),
    "FOLDER": Message("対局を置くフォルダー", "the folder of the tables"),
    "INPUT...": Message("棋譜のファイル、フォルダー、アーカイブ", "files of records, folders or archives of them"),
    "SQL": Message("SQL の問い合わせ", "a question in SQL"),
}
"""What each required argument is, by the word that stands for it in a usage line."""


class CommandFailed(click.ClickException):
    """A command cannot go on; printed after the word for error."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.language = language()

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, by default to standard error."""
        click.echo(f"{ERROR.in_language(self.language)}: {self.format_message()}", file=file, err=file is None)


class Interrupted(CommandFailed):
    """Ctrl-C ended a command: exit code 128 + signal number."""

    exit_code = 130

    def __init__(self) -> None:
        super().__init__("")

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, by default on standard error.

        It stands on a line of its own, for a terminal has shown ^C.
        """
        said = Message("中断しました", "Interrupted").in_language(self.language)
        with contextlib.suppress(OSError):
            click.echo(f"\n{said}" if sys.stderr.isatty() else said, file=file, err=file is None)


class WrongCommandLine(click.UsageError):
    """A wrong command line, explained below the usage line."""

    def __init__(self, wrong: click.UsageError) -> None:
        self.language = language(wrong.ctx)
        super().__init__(_translate_error(wrong, self.language), wrong.ctx)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the usage line and the message, by default to standard error."""
        lines = []
        if self.ctx is not None:
            help_command = f"{self.ctx.command_path} {max(self.ctx.help_option_names, key=len)}"
            hint = Message(f"説明は '{help_command}' で読めます。", f"Try '{help_command}' for help.")
            lines = [self.ctx.get_usage(), hint.in_language(self.language), ""]
        lines.append(f"{ERROR.in_language(self.language)}: {self.format_message()}")
        click.echo("\n".join(lines), file=file, err=file is None)


class UnusablePart(CommandFailed):
    """A missing or damaged extra or tablebase: exit code 2."""

    exit_code = 2


def unknown_command_error(command_name: str, known_commands: Iterable[str], context: click.Context) -> click.UsageError:
    """Return the error on an unknown command, with the nearest name."""
    hint, shown = suggestion(command_name, known_commands), quoted(command_name)
    message = Message(f"コマンド '{shown}' はありません{hint.ja}", f"No such command '{shown}'{hint.en or '.'}")
    return click.UsageError(message.in_language(language(context)), context)


def _names(parameters: Iterable[click.Parameter]) -> Iterator[str]:
    for parameter in parameters:
        yield from (*parameter.opts, *parameter.secondary_opts)


def _translate_error(click_error: click.UsageError, language: Language) -> str:
    """Word one of click's own errors in the language."""
    if isinstance(click_error, click.NoSuchOption):
        parameters = click_error.ctx.command.get_params(click_error.ctx) if click_error.ctx else []
        hint = suggestion(click_error.option_name, _names(parameters))
        shown = quoted(click_error.option_name)
        message = Message(f"オプション '{shown}' はありません{hint.ja}", f"No such option '{shown}'{hint.en or '.'}")
        return message.in_language(language)
    if isinstance(click_error, click.MissingParameter) and isinstance(click_error.param, click.Argument):
        shown = click_error.param.human_readable_name
        what = ARGUMENTS[shown]
        message = Message(
            f"'{shown}' がありません。{what.ja}を書いてください", f"Missing argument '{shown}'. Give {what.en}."
        )
        return message.in_language(language)
    with click_error.ctx.scope(cleanup=False) if click_error.ctx else contextlib.nullcontext():
        return click_error.format_message()


@contextlib.contextmanager
def translate_errors() -> Iterator[None]:
    """Translate command-line errors to the user's language; raises Wrong."""
    try:
        yield
    except (click.exceptions.NoArgsIsHelpError, WrongCommandLine):
        raise
    except click.UsageError as wrong:
        raise WrongCommandLine(wrong) from None


_NO_MEMORY = Message(
    "メモリーが足りません。小さい数や小さいファイルで試してください",
    "there is not enough memory; try smaller numbers, or smaller files",
)


@contextlib.contextmanager
def missing_parts_as_errors() -> Iterator[None]:
    """Turn missing libraries, damaged tables, low memory into messages; raises Unusable."""
    try:
        yield
    except (MissingExtra, DamagedTablebase) as unusable:
        raise UnusablePart(say(unusable.message)) from None
    except MemoryError:
        raise UnusablePart(say(_NO_MEMORY)) from None
    except ModuleNotFoundError as absent:
        brought = missing_extra_error(absent)
        if brought is None:
            raise
        raise UnusablePart(say(brought.message)) from None


JAPANESE = {
    "Aborted!": "中断しました",
    "No such option {name!r}.": "オプション {name!r} はありません",
    "No such command {name!r}.": "コマンド {name!r} はありません",
    "Did you mean {possibility}?": "もしかして {possibility} ですか",
    "(Did you mean one of: {possibilities}?)": "(もしかして次のどれかですか: {possibilities})",
    "Missing {param_type}": "{param_type} がありません:",
    "Missing parameter: {param_name}": "パラメーターがありません: {param_name}",
    "Missing argument": "引数がありません:",
    "Missing option": "オプションがありません:",
    "Missing parameter": "パラメーターがありません:",
    "Missing command.": "コマンドがありません",
    "Choose from:\n\t{choices}": " 次のどれかです:\n\t{choices}",
    "Got unexpected extra argument ({args})": "余分な引数があります: {args}",
    "Got unexpected extra arguments ({args})": "余分な引数があります: {args}",
    "Option {name!r} requires an argument.": "オプション {name!r} には値が要ります",
    "Option {name!r} requires {nargs} arguments.": "オプション {name!r} には値が {nargs} 個要ります",
    "Option {name!r} does not take a value.": "オプション {name!r} は値を取りません",
    "Argument {name!r} takes {nargs} values.": "引数 {name!r} には値が {nargs} 個要ります",
    "Takes {nargs} values but 1 was given.": "値が {nargs} 個要りますが、1 個です",
    "Takes {nargs} values but {len} were given.": "値が {nargs} 個要りますが、{len} 個です",
    "Invalid value: {message}": "値が違います: {message}",
    "Invalid value for {param_hint}: {message}": "{param_hint} の値が違います: {message}",
    "{value!r} is not {choice}.": "{value!r} ではなく {choice} です",
    "{value!r} is not one of {choices}.": "{value!r} ではなく、次のどれかです: {choices}",
    "{value!r} is not a valid {number_type}.": "{value!r} は書ける数ではありません",
    "{value} is not in the range {range}.": "{value} は範囲 {range} にありません",
    "{value!r} is not a valid boolean. Recognized values: {states}": "{value!r} は真偽の値ではありません。次のどれかです: {states}",
    "{value!r} is not a valid UUID.": "{value!r} は UUID ではありません",
    "{value!r} does not match the format {format}.": "{value!r} は {format} の形ではありません",
    "{value!r} does not match the formats {formats}.": "{value!r} は {formats} のどの形でもありません",
    "{len_type} values are required, but {len_value} was given.": "値が {len_type} 個要りますが、{len_value} 個です",
    "{len_type} values are required, but {len_value} were given.": "値が {len_type} 個要りますが、{len_value} 個です",
    "{name} {filename!r} does not exist.": "{filename!r} がありません",
    "{name} {filename!r} is a file.": "{filename!r} はファイルです",
    "{name} {filename!r} is a directory.": "{filename!r} はフォルダーです",
    "{name} {filename!r} is not readable.": "{filename!r} を読めません",
    "{name} {filename!r} is not writable.": "{filename!r} に書けません",
    "{name} {filename!r} is not executable.": "{filename!r} を実行できません",
    "Could not open file {filename!r}: {message}": "{filename!r} を開けません: {message}",
    "unknown error": "わけは分かりません",
    "Value must be an iterable.": "値がいくつも要ります",
}
"""The Japanese of each message; one that is missing here stays English."""


def translate_errors_of_click() -> None:
    """Make click word errors in the running command's language.

    They come from here in place of gettext, which takes long to load.
    """
    for module in (click.core, click.decorators, click.exceptions, click.parser, click.types):
        vars(module).update(_=_gettext, ngettext=_ngettext)


def _gettext(message: str) -> str:
    return JAPANESE.get(message, message) if language() == "ja" else message


def _ngettext(singular: str, plural: str, number: int) -> str:
    return _gettext(singular if number == 1 else plural)
