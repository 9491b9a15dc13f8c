"""All commands of the program, found by walking from its group."""

import click


def leaves(command, path=()):
    """Yield the words and the click command of every command there is."""
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        if isinstance(found, click.Group):
            yield from leaves(found, (*path, name))
        else:
            yield (*path, name), found
