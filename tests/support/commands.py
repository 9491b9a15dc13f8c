"""Lists all commands of the program by walking from its group."""

import click


def commands(command, words=()):
    """Yield the words and the click command of a command, and of every one below it, groups too."""
    yield words, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), (*words, name))


def leaves(command):
    """Yield the words and the click command of every command that is no group."""
    return (pair for pair in commands(command) if not isinstance(pair[1], click.Group))
