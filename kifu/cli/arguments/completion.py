"""Tells a shell (Bash, zsh, fish) how to complete words; docs/completion.md describes the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class FileNameText(click.types.StringParamType):
    """Text that may be the name of a file; a shell completes it as a file name."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return one item, which leaves the completion of the word to the shell."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - needed only when a shell completes a word

        return [CompletionItem(incomplete, type="file")]


WORD = FileNameText()


def complete_files(command: click.Command) -> None:
    """Let a shell complete file names in every argument and option value of `command` that takes any text."""
    for parameter in command.params:
        if parameter.type is click.STRING:
            parameter.type = WORD
