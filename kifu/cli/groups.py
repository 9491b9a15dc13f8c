"""Groups of commands that are found by looking: there is no list to edit."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from types import ModuleType


class Commands(click.Group):
    """A group whose commands are the modules of `package`, imported when they are wanted.

    Each module has a click command called ``command``; ``_`` in a module's name is ``-`` in the command's.
    """

    def __init__(self, *arguments: Any, package: ModuleType, **options: Any) -> None:  # noqa: ANN401 - click's own
        super().__init__(*arguments, **options)
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands, sorted."""
        return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(self.package.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{self.package.__name__}.{cmd_name.replace('-', '_')}")
        return module.command  # type: ignore[no-any-return]
