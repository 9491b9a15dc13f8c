"""What click says of a wrong command line, in the user's language."""

from __future__ import annotations

import contextlib
import re
from typing import IO, TYPE_CHECKING, Any

import click

from kifu.cli.printing.language import language, say
from kifu.model.extras import MissingExtra, named
from kifu.model.message import Message, quoted
from kifu.model.suggestions import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kifu.model.message import Language

ERROR = Message("エラー", "Error")

_JAPANESE = [
    (
        r"Missing (?:argument|option|parameter) (.+?)\.(?: Choose from:\s*(.+))?",
        "{} がありません",
        "。次のどれかです: {}",
    ),
    (r"Missing command\.", "コマンドがありません", ""),
    (r"Got unexpected extra arguments? \((.+)\)", "余分な引数があります: {}", ""),
    (r"Option (\S+) requires (?:an argument|(\d+) arguments)\.", "オプション {} には値が要ります", " ({} 個)"),
    (r"Option (\S+) does not take a value\.", "オプション {} は値を取りません", ""),
    (r"Invalid value for (.+?): (.+) is not a valid (?:integer|int).*\.", "{} には整数を書きます", "。{} は違います"),
    (r"Invalid value for (.+?): (.+) is not a valid float.*\.", "{} には数を書きます", "。{} は違います"),
    (r"Invalid value for (.+?): .+ is not in the range (.+)\.", "{} の値が範囲にありません", " ({})"),
    (r"Invalid value for (.+?): .+ is not (?:one of )?('.+')\.", "{} に書けるのは次のどれかです", ": {}"),
    (r"Invalid value for (.+?): (.+)", "{} の値が違います", ": {}"),
]
"""What click says, whole; in Japanese with its first part; and what follows with its second part, if there is one."""


def in_japanese(said: str) -> str:
    """Return a message of click's in Japanese; what is none of those known stays as it is."""
    for pattern, words, more in _JAPANESE:
        found = re.fullmatch(pattern, said, re.DOTALL)
        if found:
            first, second = (*found.groups(), None, None)[:2]
            return words.format(first) + (more.format(second) if second else "")
    return said


class Failed(click.ClickException):
    """A command cannot go on: what it says begins with the word for an error in the user's language."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.language = language()

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, by default to standard error."""
        click.echo(f"{ERROR.in_language(self.language)}: {self.format_message()}", file=file, err=file is None)


class Wrong(click.UsageError):
    """A wrong command line, said in the user's language, with how the command is used."""

    def __init__(self, wrong: click.UsageError) -> None:
        self.language = language(wrong.ctx)
        super().__init__(_said(wrong, self.language), wrong.ctx)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print how the command is used, and the message, by default to standard error."""
        lines = []
        if self.ctx is not None:
            asking = f"{self.ctx.command_path} {max(self.ctx.help_option_names, key=len)}"
            hint = Message(f"説明は '{asking}' で読めます。", f"Try '{asking}' for help.")
            lines = [self.ctx.get_usage(), hint.in_language(self.language), ""]
        lines.append(f"{ERROR.in_language(self.language)}: {self.format_message()}")
        click.echo("\n".join(lines), file=file, err=file is None)


class NotInstalled(Failed):
    """A part of the program that is installed only on request is wanted: exit code 2, as for a wrong command line."""

    exit_code = 2


def unknown_command(name: str, known: Iterable[str], context: click.Context) -> click.UsageError:
    """Return the error of a command that is not there, with what may have been meant."""
    hint, shown = suggestion(name, known), quoted(name)
    message = Message(f"コマンド '{shown}' はありません{hint.ja}", f"No such command '{shown}'{hint.en or '.'}")
    return click.UsageError(message.in_language(language(context)), context)


def _said(wrong: click.UsageError, language: Language) -> str:
    if isinstance(wrong, click.NoSuchOption):
        parameters = wrong.ctx.command.get_params(wrong.ctx) if wrong.ctx else []
        hint = suggestion(wrong.option_name, (name for one in parameters for name in (*one.opts, *one.secondary_opts)))
        shown = quoted(wrong.option_name)
        message = Message(f"オプション '{shown}' はありません{hint.ja}", f"No such option '{shown}'{hint.en or '.'}")
        return message.in_language(language)
    return in_japanese(wrong.format_message()) if language == "ja" else wrong.format_message()


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Say what is wrong with the command line in the user's language. Raises Wrong."""
    try:
        yield
    except (click.exceptions.NoArgsIsHelpError, Wrong):
        raise
    except click.UsageError as wrong:
        raise Wrong(wrong) from None


@contextlib.contextmanager
def extras_named() -> Iterator[None]:
    """Say in one line which extra brings a library that is not installed. Raises NotInstalled."""
    try:
        yield
    except MissingExtra as missing:
        raise NotInstalled(say(missing.message)) from None
    except ModuleNotFoundError as absent:
        brought = named(absent)
        if brought is None:
            raise
        raise NotInstalled(say(brought.message)) from None
