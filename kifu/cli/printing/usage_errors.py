"""Errors of a wrong command line in the user's language."""

from __future__ import annotations

import contextlib
import sys
from typing import IO, TYPE_CHECKING, Any

import click
import click.core
import click.decorators
import click.exceptions
import click.parser
import click.types

from kifu.cli.printing.language import language, say
from kifu.core.errors import DamagedTablebase, suggestion
from kifu.core.message import Message, quoted
from kifu.core.packages import MissingExtra, missing_extra_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.core.message import Language

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


def unknown_command(name: str, known: Iterable[str], context: click.Context) -> click.UsageError:
    """Return the error on an unknown command, with the nearest name."""
    hint, shown = suggestion(name, known), quoted(name)
    message = Message(f"コマンド '{shown}' はありません{hint.ja}", f"No such command '{shown}'{hint.en or '.'}")
    return click.UsageError(message.in_language(language(context)), context)


def _names(parameters: Iterable[click.Parameter]) -> Iterator[str]:
    for parameter in parameters:
        yield from (*parameter.opts, *parameter.secondary_opts)


def _translate_error(wrong: click.UsageError, language: Language) -> str:
    if isinstance(wrong, click.NoSuchOption):
        parameters = wrong.ctx.command.get_params(wrong.ctx) if wrong.ctx else []
        hint = suggestion(wrong.option_name, _names(parameters))
        shown = quoted(wrong.option_name)
        message = Message(f"オプション '{shown}' はありません{hint.ja}", f"No such option '{shown}'{hint.en or '.'}")
        return message.in_language(language)
    if isinstance(wrong, click.MissingParameter) and isinstance(wrong.param, click.Argument):
        shown = wrong.param.human_readable_name
        what = ARGUMENTS[shown]
        message = Message(
            f"'{shown}' がありません。{what.ja}を書いてください", f"Missing argument '{shown}'. Give {what.en}."
        )
        return message.in_language(language)
    with wrong.ctx.scope(cleanup=False) if wrong.ctx else contextlib.nullcontext():
        return wrong.format_message()


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
