"""What a shell may complete words with (Bash, zsh, fish): see docs/completion.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Word(click.types.StringParamType):
    """Text that may be the name of a file: a shell completes it as one, as it does for programs it knows nothing of."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return an item that leaves the word to the shell."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell asks

        return [CompletionItem(incomplete, type="file")]


WORD = Word()


def complete_files(command: click.Command) -> None:
    """Let a shell complete each argument, and each value of an option, that may be any text."""
    for parameter in command.params:
        if parameter.type is click.STRING:
            parameter.type = WORD
