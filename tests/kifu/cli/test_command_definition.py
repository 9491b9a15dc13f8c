"""Tests that a group finds its commands in its package."""

import pkgutil
import re

import click
import pytest
from click.testing import CliRunner

import kifu.cli.commands
import kifu.cli.commands.study
from kifu.cli.command_definition import ModuleCommandGroup
from kifu.cli.main import main


def test_modules_are_commands(tmp_path, monkeypatch):
    """A module put into the folder is a command; its underscores are hyphens."""
    (tmp_path / "rooms_of_a_house").mkdir()
    (tmp_path / "rooms_of_a_house" / "__init__.py").touch()
    text = "import click\n\n@click.command()\ndef command():\n    click.echo('here')\n"
    (tmp_path / "rooms_of_a_house" / "the_room.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    import rooms_of_a_house  # noqa: PLC0415 - made just now

    group = ModuleCommandGroup("house", package=rooms_of_a_house)
    assert group.list_commands(click.Context(group)) == ["the-room"]
    assert CliRunner().invoke(group, ["the-room"]).stdout == "here\n"
    assert CliRunner().invoke(group, ["attic"]).exit_code == 2


@pytest.mark.parametrize(("words", "package"), [([], kifu.cli.commands), (["study"], kifu.cli.commands.study)])
def test_help_lists_every_module(words, package):
    """`--help` names each command there is a module for."""
    shown = CliRunner().invoke(main, [*words, "--help"]).stdout
    for module in pkgutil.iter_modules(package.__path__):
        assert f"\n  {module.name.replace('_', '-')}" in shown


@pytest.mark.parametrize(("language", "first"), [("ja", "はじめの五つ:"), ("en", "The first five:")])
def test_the_commands_stand_by_who_needs_them(language, first):
    """Five come first, and each command stands once."""
    shown = CliRunner().invoke(main, ["--help", "--lang", language]).stdout
    names = re.findall(r"(?m)^  ([a-z]+)  ", shown.partition(first)[2])
    assert names[:5] == ["new", "record", "verify", "show", "export"]
    assert sorted(names) == sorted(main.list_commands(click.Context(main)))
