"""The context of a command: it knows in which language help is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kifu.cli.printing.language import language

if TYPE_CHECKING:
    from kifu.cli.printing.help_pages import Formatter


class Context(click.Context):
    """The context of every command, with help in one language."""

    def make_formatter(self) -> Formatter:
        """Return the formatter of the help and of the usage line of an error."""
        from kifu.cli.printing.help_pages import Formatter  # noqa: PLC0415 - most runs print no help

        return Formatter(language(self), self.terminal_width, self.max_content_width)
