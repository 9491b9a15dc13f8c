"""Errors of a wrong command line in the user's language."""

from __future__ import annotations

import contextlib
import sys
from typing import IO, TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import language, say
from kifu.core.errors import DamagedTablebase
from kifu.core.extras import MissingExtra, missing_extra_of
from kifu.core.message import Message, quoted
from kifu.core.suggestions import suggestion

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


class Failed(click.ClickException):
    """A command cannot go on; printed after the word for error."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.language = language()

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, by default to standard error."""
        click.echo(f"{ERROR.in_language(self.language)}: {self.format_message()}", file=file, err=file is None)


class Interrupted(Failed):
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


class Wrong(click.UsageError):
    """A wrong command line, explained below the usage line."""

    def __init__(self, wrong: click.UsageError) -> None:
        self.language = language(wrong.ctx)
        super().__init__(_translate(wrong, self.language), wrong.ctx)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the usage line and the message, by default to standard error."""
        lines = []
        if self.ctx is not None:
            help_command = f"{self.ctx.command_path} {max(self.ctx.help_option_names, key=len)}"
            hint = Message(f"説明は '{help_command}' で読めます。", f"Try '{help_command}' for help.")
            lines = [self.ctx.get_usage(), hint.in_language(self.language), ""]
        lines.append(f"{ERROR.in_language(self.language)}: {self.format_message()}")
        click.echo("\n".join(lines), file=file, err=file is None)


class Unusable(Failed):
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


def _translate(wrong: click.UsageError, language: Language) -> str:
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
    except (click.exceptions.NoArgsIsHelpError, Wrong):
        raise
    except click.UsageError as wrong:
        raise Wrong(wrong) from None


_NO_MEMORY = Message(
    "メモリーが足りません。小さい数や小さいファイルで試してください",
    "there is not enough memory; try smaller numbers, or smaller files",
)


@contextlib.contextmanager
def unusable_named() -> Iterator[None]:
    """Turn missing libraries, damaged tables, low memory into messages; raises Unusable."""
    try:
        yield
    except (MissingExtra, DamagedTablebase) as unusable:
        raise Unusable(say(unusable.message)) from None
    except MemoryError:
        raise Unusable(say(_NO_MEMORY)) from None
    except ModuleNotFoundError as absent:
        brought = missing_extra_of(absent)
        if brought is None:
            raise
        raise Unusable(say(brought.message)) from None
