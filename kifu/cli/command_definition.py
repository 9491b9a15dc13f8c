"""Definition of commands: options as class fields, groups as module packages; completion.

:func:`with_options` hands the command one value of it::

    class _Options(CommandOptions):
        file: str = argument()
        depth: int = number(least=1, default=10).help("手数。Plies.")
        force: bool = force_option
"""

from __future__ import annotations

import importlib
import pkgutil
from contextlib import nullcontext
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.cli.printing.language_and_usage_errors import language, language_option, unknown_command_error
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from types import ModuleType

    from click.shell_completion import CompletionItem

    from kifu.cli.printing.help_pages import Formatter


class CommandOption:
    """An option or argument of a command, called like its field."""

    def __init__(self, *names: str, kind: Callable[..., Any] = click.option, **attributes: Any) -> None:
        self._names = names
        self._kind = kind
        self._attributes = attributes

    def help(self, words: str) -> Any:
        """Return the option with a help text."""
        return CommandOption(*self._names, kind=self._kind, **{**self._attributes, "help": words})

    def add_to_command(self, command_function: Callable[..., Any], field_name: str) -> Callable[..., Any]:
        """Return a command's function with this as its parameter `field_name`."""
        names = self._names or (f"--{field_name.replace('_', '-')}",)
        decorate = self._kind(*(names if self._kind is click.option else ()), field_name, **self._attributes)
        return decorate(command_function)  # type: ignore[no-any-return]


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

    def add_to_command(self, command_function: Callable[..., Any], field_name: str) -> Callable[..., Any]:
        """Return a command's function, run in the group's context, with its value as `field_name`."""

        @wraps(command_function)
        def call(**values: Any) -> None:
            own = {name: values.pop(name) for name in self._members}
            with self._around():
                command_function(**values, **{field_name: self._build(**own)})

        decorated: Callable[..., Any] = call
        for name, member in reversed(self._members.items()):
            decorated = member.add_to_command(decorated, name)
        return decorated


class FlagValues:
    """Flags of one value: the name of the last one given."""

    def __init__(self, **helps: str) -> None:
        self._helps = helps

    def add_to_command(self, command_function: Callable[..., Any], field_name: str) -> Callable[..., Any]:
        """Return a command's function with the value as its parameter `field_name`."""
        for name, words in reversed(self._helps.items()):
            command_function = click.option(f"--{name}", field_name, flag_value=name, help=words)(command_function)
        return command_function


class CommandOptions:
    """The values of a command's options, by field."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


_OptionsT = TypeVar("_OptionsT", bound=CommandOptions)


def with_options(fields: type[_OptionsT]) -> Callable[[Callable[[_OptionsT], None]], Callable[..., None]]:
    """Give a command the options of a class, then `--lang`."""

    def add_options(command: Callable[[_OptionsT], None]) -> Callable[..., None]:
        @wraps(command)
        def call(**values: Any) -> None:
            command(fields(**values))

        decorated: Callable[..., None] = language_option(call)
        for field in reversed(fields.__annotations__):
            decorated = vars(fields)[field].add_to_command(decorated, field)
        return decorated

    return add_options


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


COMMANDS = Message("コマンド", "Commands")


class HelpContext(click.Context):
    """Context of a command, with help in one language."""

    def make_formatter(self) -> Formatter:
        """Return the formatter of help and usage lines."""
        from kifu.cli.printing.help_pages import Formatter  # noqa: PLC0415 - most runs print no help

        return Formatter(language(self), self.terminal_width, self.max_content_width)


class ModuleCommandGroup(click.Group):
    """A group whose commands are a package's modules, imported when called.

    Each module has a click command called ``command``. A ``_`` in the name of the module is ``-`` in the name of the
    command. `sections` are the headings of the help, each with its commands in order; the last one has all others too.
    """

    context_class = HelpContext

    def __init__(
        self,
        *arguments: Any,
        package: ModuleType,
        sections: Sequence[tuple[Message, Sequence[str]]] = ((COMMANDS, ()),),
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self.package = package
        self._sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands, sorted."""
        return list(self._names)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(self.package.__path__)))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None if there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{self.package.__name__}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        command.context_class = HelpContext
        complete_files(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the named command with its name and arguments; raises click.UsageError."""
        known = self.list_commands(ctx)
        if not (ctx.resilient_parsing or args[0].startswith("-") or args[0] in known):
            raise unknown_command_error(args[0], known, ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the completions of a word, commands with their summaries."""
        items = super().shell_complete(ctx, incomplete)
        for item in items:
            command = self.get_command(ctx, item.value)
            if command is not None:
                item.help = _help_summary(command, ctx)
        return items

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, section by section."""
        named = {name for _, names in self._sections for name in names}
        rest = [name for name in self.list_commands(ctx) if name not in named]
        for title, names in self._sections:
            last = title is self._sections[-1][0]
            commands = {name: self.get_command(ctx, name) for name in (*names, *(rest if last else ()))}
            with formatter.section(title.in_language(language(ctx))):
                formatter.write_dl(
                    [(name, _help_summary(command, ctx)) for name, command in commands.items() if command is not None]
                )


def _help_summary(command: click.Command, context: click.Context) -> str:
    """Return a command's help's first sentence, in the user's language."""
    from kifu.cli.printing.help_pages import help_summary  # noqa: PLC0415 - most runs print no help

    return help_summary(command).in_language(language(context))
