"""Parameters of a command as the fields of a class; completion of words and files.

:func:`with_options` hands the command one value of it::

    class _Options(CommandOptions):
        file: str = argument()
        depth: int = number(least=1, default=10).help("手数。Plies.")
        force: bool = force_option
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.cli.printing.language_and_usage_errors import language_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from click.shell_completion import CompletionItem


class CommandOption:
    """An option or argument of a command, called like its field."""

    def __init__(self, *names: str, kind: Callable[..., Any] = click.option, **attributes: Any) -> None:
        self._names = names
        self._kind = kind
        self._attributes = attributes

    def help(self, words: str) -> Any:
        """Return the option with a help text."""
        return CommandOption(*self._names, kind=self._kind, **{**self._attributes, "help": words})

    def add_to(self, function: Callable[..., Any], field: str) -> Callable[..., Any]:
        """Return a command's function with this as its parameter `field`."""
        names = self._names or (f"--{field.replace('_', '-')}",)
        decorate = self._kind(*(names if self._kind is click.option else ()), field, **self._attributes)
        return decorate(function)  # type: ignore[no-any-return]


class OptionGroup:
    """Options that become one value of a command, made by `build`."""

    def __init__(
        self,
        build: Callable[..., Any],
        around: Callable[[], AbstractContextManager[None]] = nullcontext,
        **members: CommandOption,
    ) -> None:
        self._build = build
        self._around = around
        self._members = members

    def add_to(self, function: Callable[..., Any], field: str) -> Callable[..., Any]:
        """Return a command's function, run in the group's context, with its value as `field`."""

        @wraps(function)
        def call(**values: Any) -> None:
            own = {name: values.pop(name) for name in self._members}
            with self._around():
                function(**values, **{field: self._build(**own)})

        decorated: Callable[..., Any] = call
        for name, member in reversed(self._members.items()):
            decorated = member.add_to(decorated, name)
        return decorated


class FlagValues:
    """Flags of one value: the name of the last one given."""

    def __init__(self, **helps: str) -> None:
        self._helps = helps

    def add_to(self, function: Callable[..., Any], field: str) -> Callable[..., Any]:
        """Return a command's function with the value as its parameter `field`."""
        for name, words in reversed(self._helps.items()):
            function = click.option(f"--{name}", field, flag_value=name, help=words)(function)
        return function


class CommandOptions:
    """The values of a command's options, by field."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


_OptionsT = TypeVar("_OptionsT", bound=CommandOptions)


def with_options(fields: type[_OptionsT]) -> Callable[[Callable[[_OptionsT], None]], Callable[..., None]]:
    """Give a command the options of a class, then `--lang`."""

    def decorate(command: Callable[[_OptionsT], None]) -> Callable[..., None]:
        @wraps(command)
        def call(**values: Any) -> None:
            command(fields(**values))

        decorated: Callable[..., None] = language_option(call)
        for field in reversed(fields.__annotations__):
            decorated = vars(fields)[field].add_to(decorated, field)
        return decorated

    return decorate


def option(*names: str, **attributes: Any) -> CommandOption:
    """Return an option with click's attributes."""
    return CommandOption(*names, **attributes)


def argument(**attributes: Any) -> Any:
    """Return an argument with click's attributes."""
    return CommandOption(kind=click.argument, **attributes)


def files_argument(metavar: str = "FILES...", *, required: bool = True) -> Any:
    """Return an argument of any number of files."""
    return argument(nargs=-1, required=required, metavar=metavar)


def flag_values(**helps: str) -> Any:
    """Return flags that give one value of a command."""
    return FlagValues(**helps)


def flag_option(*names: str) -> CommandOption:
    """Return an option that is there or not."""
    return CommandOption(*names, is_flag=True)


def number_option(
    *names: str, minimum: int | None = None, maximum: int | None = None, default: int | None = None
) -> CommandOption:
    """Return an option that is a whole number of a range."""
    return CommandOption(*names, type=click.IntRange(minimum, maximum), **shown_default(default))


def choice_option(values: Iterable[str], *names: str, default: str | None = None) -> CommandOption:
    """Return an option that is one of some words."""
    return CommandOption(*names, type=click.Choice(list(values)), **shown_default(default))


def shown_default(default: object) -> dict[str, Any]:
    """Return the attributes of a default value that the help shows."""
    return {} if default is None else {"default": default, "show_default": True}


def word_completion(value: str, **attributes: Any) -> CompletionItem:
    """Return a completion of a word, with click's attributes."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415 - needed only when a shell completes a word

    return CompletionItem(value, **attributes)


class FileNameText(click.types.StringParamType):
    """Text that a shell completes as a file name."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return one item, leaving the completion to the shell."""
        return [word_completion(incomplete, type="file")]


WORD = FileNameText()


def complete_files(command: click.Command) -> None:
    """Complete file names in all text arguments of `command`."""
    for parameter in command.params:
        if parameter.type is click.STRING:
            parameter.type = WORD
