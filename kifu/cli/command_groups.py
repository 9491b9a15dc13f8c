"""Command groups: commands are found as modules of a package."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from kifu.cli.arguments.command_parameters import complete_files
from kifu.cli.printing.language_and_usage_errors import language, unknown_command_error
from kifu.core.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from click.shell_completion import CompletionItem

    from kifu.cli.printing.help_pages import Formatter

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
        *arguments: Any,  # noqa: ANN401 - click's own
        package: ModuleType,
        sections: Sequence[tuple[Message, Sequence[str]]] = ((COMMANDS, ()),),
        **options: Any,  # noqa: ANN401
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
